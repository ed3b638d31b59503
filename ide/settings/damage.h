/* Files of the program's own that are damaged: what can't be read of them is left out, one sentence a file says so, and
 * the file is kept as it was.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Tells the user what of the file is left out ("3 lines"), and keeps a copy of it beside it. */
void rs_damage_tell (const char *path, const char *what);
/* The same for lines that can't be read; nothing where there are none. */
void rs_damage_tell_lines (const char *path, guint n_lines);

/* Whether the file may be overwritten: FALSE while it is damaged and no copy could be made. */
gboolean rs_damage_may_write (const char *path, GError **error);
