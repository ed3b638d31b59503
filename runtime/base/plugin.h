/* Optional modules: libraries that Redshift can do without, or whose licence keeps them apart from it (plugins/).
 *
 * A plugin is a shared object redshift-NAME.so in the folder of plugins. It exports one function, redshift_plugin_NAME,
 * which takes nothing and returns a table that a header of the runtime describes (runtime/transforms.h). A plugin that
 * is missing, or whose libraries are, is no error: the reason is kept for whoever asks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The table of a plugin, opened when it is first asked for and never closed. NULL when there is none; *reason (may be
 * NULL; borrowed) then says why. Any thread. */
gconstpointer rs_plugin_get (const char *name, const char **reason);

/* --- libraries that are opened when they are needed, by plugins and by the runtime --- */

/* A function of a library, and where its address goes in a structure. */
typedef struct {
  const char *name;
  gsize offset;
} RsLibraryFunctionPlace;

/* The first of the n names that can be opened, which stays open; NULL with why the first one can't (transfer full; why
 * may be NULL). Any thread. */
gpointer rs_plugin_open_library (const char *const *names, guint n, char **why);
/* Writes the addresses of n functions to their places in the structure `to`. NULL, or the name (borrowed) of the first
 * that the library lacks. */
const char *rs_plugin_find_functions (gpointer library, const RsLibraryFunctionPlace *functions, guint n, gpointer to);

/* What was opened once, for all threads; zero at first. */
typedef struct {
  gsize done;
  char *why;
} RsLibraryState;

/* Calls open with data when it is first asked; open says why the library can't be used (transfer full), or NULL. FALSE
 * with that for *reason (borrowed; may be NULL). Any thread. */
gboolean rs_plugin_open_once (RsLibraryState *self, char *(*open) (gpointer data), gpointer data, const char **reason);
