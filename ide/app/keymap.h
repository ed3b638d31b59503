/* The keys of all actions: those of shortcuts.def and panels.def, and what the user has made of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  const char *action;  /* "win.run" */
  const char *label;   /* what it does; in English, and so is the next */
  const char *section;
  const char *keys[3]; /* the defaults; NULL-terminated */
} RsShortcut;

guint rs_keymap_count (void);
const RsShortcut *rs_keymap_get (guint index);

/* The keys that it has now. (transfer full) */
char **rs_keymap_dup_keys (const RsShortcut *shortcut);
gboolean rs_keymap_is_changed (const RsShortcut *shortcut);
/* Who has the key now; NULL: nobody. */
const RsShortcut *rs_keymap_find (const char *key);

/* Gives the action one key, "" none, NULL those it had first; kept, and in force at once. FALSE with a sentence when
 * another action has the key, or the file could not be written. */
gboolean rs_keymap_set (GtkApplication *application, const RsShortcut *shortcut, const char *key, GError **error);

/* Once, when the application starts. */
void rs_keymap_apply (GtkApplication *application);
