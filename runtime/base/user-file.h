/* Files of the program's own in the user's folders: settings, session, lists. Whatever a disk or an editor has made of
 * them, what can be read is used, and nothing is overwritten that has not been kept.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The key file at path; an empty one where there is none. Lines that can't be read are left out, and so are a key's
 * second value and keys whose group can't be read: *n_bad says how many. error: the file is there and can't be read at
 * all. (transfer full) */
GKeyFile *rs_user_file_load_keys (const char *path, guint *n_bad, GError **error);

/* The lines of a file that are texts, without empty ones; those that are not count in *n_bad. error: the file is there
 * and can't be read. (transfer full) */
char **rs_user_file_load_lines (const char *path, guint *n_bad, GError **error);

/* Copies the file to NAME.damaged beside it, or NAME.damaged-2 where that is another one. *aside: its path
 * (transfer full). */
gboolean rs_user_file_keep_aside (const char *path, char **aside, GError **error);

/* Makes the folder that path is to be in. */
gboolean rs_user_file_make_folder (const char *path, GError **error);

/* Puts the file in place, in its folder, as rs_replace_file_with does: links and modes stay. */
gboolean rs_user_file_save (const char *path, const char *text, gsize length, GError **error);
gboolean rs_user_file_save_keys (const char *path, GKeyFile *keys, GError **error);
