/* Writing files so that a full disk or the end of the process leaves what was there before.
 *
 * Everything that Redshift writes on a user's behalf under a name that the user gives goes through here: saved values
 * and images, figures, programs that were built, formatted programs, exported traces.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Makes the file `path`, which is there and empty; on failure it may leave part of it behind. FALSE with an error that
 * does not name it. */
typedef gboolean (*RsFileWriter) (const char *path, gpointer data, GError **error);

/* Where a symbolic link leads, link by link; there need not be a file yet. A link to an open file of a process
 * (/dev/stdout) is not followed. (transfer full) */
char *rs_follow_links (const char *path);

/* Whether both names lead to one file that is there. */
gboolean rs_is_same_file (const char *a, const char *b);

/* Has `write` make a file beside path and puts it in the place of path when it is whole. The file that was there gives
 * its mode and its owner. Where path is a symbolic link, that is the file it leads to. What can't be replaced without a
 * loss is written through, once the new contents are whole: devices, pipes, files with several names or of an owner who
 * can't be kept, what a name below /proc or /dev/fd leads to, files in a folder where nothing can be made. A file that
 * may not be written stays, for the administrator, too. FALSE with the error of `write`, or one of
 * RS_RUNTIME_ERROR_FILE that does not name path. */
gboolean rs_replace_file (const char *path, RsFileWriter write, gpointer data, GError **error);

/* rs_replace_file for a text or bytes that are in memory. */
gboolean rs_replace_file_with (const char *path, const char *contents, gsize length, GError **error);

/* The same for a program: whoever may read it may run it. */
gboolean rs_replace_program_with (const char *path, const char *contents, gsize length, GError **error);

/* Writes a file that may be lost: what a writer ends with. */
gboolean rs_write_file (const char *path, const char *contents, gsize length, GError **error);
