/* Writing files so that a full disk or the end of the process leaves what was there before.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Makes the file `path`; on failure it may leave one behind. FALSE with an error that does not name it. */
typedef gboolean (*RsFileWriter) (const char *path, gpointer data, GError **error);

/* Has `write` make a file beside path and puts it in the place of path when it is whole. What is no ordinary file (a
 * pipe, a terminal) is written as it is; of a symbolic link, the file that it leads to is replaced. FALSE with the error of
 * `write`, or one of RS_RUNTIME_ERROR_FILE. */
gboolean rs_replace_file (const char *path, RsFileWriter write, gpointer data, GError **error);

/* Writes a file that is not there yet or may be lost: what a writer ends with. */
gboolean rs_write_file (const char *path, const char *contents, gsize length, GError **error);

/* rs_replace_file for a text or bytes that are in memory. */
gboolean rs_replace_file_with (const char *path, const char *contents, gsize length, GError **error);
