/* A profile can be looked at while its program runs, once that has run for a moment: short ones show at their end, and
 * so does what lines took.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include <string.h>

#define SHOWN_AFTER_MS 1500

/* Counted by reference: the timeout has one, or else the job. */
typedef struct {
  GWeakRef window;
  RsRun *run; /* owned */
} Watch;

static void
watch_clear (gpointer data)
{
  Watch *watch = data;

  g_weak_ref_clear (&watch->window);
  g_object_unref (watch->run);
}

static void
watch_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, watch_clear);
}

/* Whether anything of the program is in the trace: one that is being compiled, and may have errors, has nothing. */
static gpointer
has_events (RsTraceStore *store, gpointer data, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);

  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      if (track->n_spans > 0 && strcmp (track->name, RS_TRACE_RECORDER_TRACK) != 0)
        return GINT_TO_POINTER (TRUE);
    }
  return NULL;
}

static void look_later (Watch *watch);

static void
on_looked (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  Watch *watch = data;
  g_autoptr (RsWindow) self = g_weak_ref_get (&watch->window);

  if (self == NULL || self->pages == NULL || !rs_run_is_active (watch->run)) /* NULL: the window was closed */
    return;
  if (result != NULL)
    rs_window_follow_trace (self, rs_run_get_recording_path (watch->run));
  else
    look_later (g_atomic_rc_box_acquire (watch));
}

static gboolean
on_time (gpointer data)
{
  Watch *watch = data;
  const char *path = rs_run_get_recording_path (watch->run);

  if (!rs_run_is_active (watch->run))
    return G_SOURCE_REMOVE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return G_SOURCE_CONTINUE;
  rs_trace_job_start (path, has_events, on_looked, g_atomic_rc_box_acquire (watch), watch_unref);
  return G_SOURCE_REMOVE;
}

/* Takes watch. */
static void
look_later (Watch *watch)
{
  g_timeout_add_full (G_PRIORITY_DEFAULT, SHOWN_AFTER_MS, on_time, watch, watch_unref);
}

void
rs_window_watch_recording (RsWindow *self, RsRun *run)
{
  Watch *watch;

  if (rs_run_get_recording_path (run) == NULL)
    return;
  watch = g_atomic_rc_box_new0 (Watch);
  g_weak_ref_init (&watch->window, self);
  watch->run = g_object_ref (run);
  look_later (watch);
}
