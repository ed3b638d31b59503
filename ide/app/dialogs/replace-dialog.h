/* The question before places in files are replaced.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Asks whether `old` shall become `new` at n_places of n_files; written: names of the files that are not open, whose
 * change can't be undone, or NULL. Calls `agreed` from the main loop if so, and `done` in any case, last. */
void
rs_replace_dialog_ask (GtkWindow *parent, guint n_places, guint n_files, const char *old, const char *new,
                       const char *const *written, void (*agreed) (gpointer data), gpointer data, GDestroyNotify done);
