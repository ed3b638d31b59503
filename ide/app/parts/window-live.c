/* A profile shows while its program runs, once that has run for a moment: short ones show at their end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#define SHOWN_AFTER_MS 1500

typedef struct {
  GWeakRef window;
  RsRun *run; /* owned */
} Watch;

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  g_weak_ref_clear (&watch->window);
  g_object_unref (watch->run);
  g_free (watch);
}

/* Whoever types for the program keeps the console. */
static gboolean
is_in_console (RsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (rs_window_get_console (self)));
}

static gboolean
on_time (gpointer data)
{
  Watch *watch = data;
  g_autoptr (RsWindow) self = g_weak_ref_get (&watch->window);
  const char *path = rs_run_get_recording_path (watch->run);

  if (self == NULL || path == NULL || !rs_run_is_active (watch->run))
    return G_SOURCE_REMOVE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS) || is_in_console (self))
    return G_SOURCE_CONTINUE;
  rs_window_open_trace (self, path, NULL);
  return G_SOURCE_REMOVE;
}

void
rs_window_watch_recording (RsWindow *self, RsRun *run)
{
  Watch *watch;

  if (rs_run_get_recording_path (run) == NULL)
    return;
  watch = g_new0 (Watch, 1);
  g_weak_ref_init (&watch->window, self);
  watch->run = g_object_ref (run);
  g_timeout_add_full (G_PRIORITY_DEFAULT, SHOWN_AFTER_MS, on_time, watch, watch_free);
}
