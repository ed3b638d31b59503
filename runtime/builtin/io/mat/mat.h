/* MATLAB files (.mat, version 5 to 7.3; written as version 5), through libmatio.
 *
 * libmatio is opened when the first such file is met, since it brings HDF5 with it, which most programs never need.
 *
 * Matrices become arrays (1 x 1 numbers, 1 x N vectors; floating-point ones in the session's precision), character rows
 * strings, cells cells, structures objects. Writing is the other way round; integers keep their types.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

/* Writes a file that is not there yet. One value that is an object: each member is a variable; else the variables are
 * called as names says, or value1, value2, ... where that is empty, no name for MATLAB or an earlier one's. FALSE with
 * an error that does not name the file. */
gboolean rs_mat_write (const char *path, const char *const *names, const RsValue *values, guint n,
                       RsPrecision precision, GError **error);

/* One value: an object with a member for each variable; several: the first variables in the order of the file. values
 * are NONE; also after a failure, whose error does not name the file. */
gboolean rs_mat_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);
