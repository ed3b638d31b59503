/* Arrays in files of NumPy (.npy): versions 1.0 to 3.0 of the format are read, version 1.0 is written.
 *
 * Such a file has one array of numbers. A vec has one dimension there, a number none; the other way round, one
 * dimension gives a vec, none a number. Integers keep their types; floating-point and complex arrays are read in the
 * precision of the session, as those of .mat files are.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

/* Writes a file that is not there yet, which has no names. n is 1, and the value a number, a range or an array. FALSE
 * with an error that does not name the file. */
gboolean rs_npy_write (const char *path, const char *const *names, const RsValue *values, guint n,
                       RsPrecision precision, GError **error);

/* The first n arrays of a file, of which a second one is there where Python has saved several into one open file.
 * values are NONE; also after a failure, whose error does not name the file. */
gboolean rs_npy_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);
