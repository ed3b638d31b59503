/* A trace that is still being recorded: what is new in its file shows within about a second.
 *
 * The file is opened anew beside what shows, and takes its place once it has been read; the visible range, the
 * selection and the range stay.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/profile-panel-private.h"

#include <glib/gstdio.h>

#define PERIOD_MS 1000

/* Changes when the recorder has written; what is new is in the log beside the file. */
static gint64
get_stamp (const char *path)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  GStatBuf file, beside;
  gint64 stamp = 0;

  if (g_stat (path, &file) == 0)
    stamp += (gint64)file.st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + file.st_mtim.tv_nsec + file.st_size;
  if (g_stat (log, &beside) == 0)
    stamp += (gint64)beside.st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + beside.st_mtim.tv_nsec + beside.st_size;
  return stamp;
}

static void
drop_next (RsProfilePanel *self)
{
  if (self->next_reader != NULL)
    g_signal_handlers_disconnect_by_data (self->next_reader, self);
  g_clear_object (&self->next_reader);
}

/* What shows stays as long as the program runs: a later look may be able to read. */
static void
on_next_failed (RsProfilePanel *self, const char *message)
{
  const gboolean was_last = self->wants_end;

  self->wants_end = FALSE;
  drop_next (self);
  if (!was_last)
    return;
  g_clear_handle_id (&self->live_source, g_source_remove);
  rs_profile_panel_show_failure (self, message);
}

static void
on_next_opened (RsProfilePanel *self)
{
  gint64 start, end;

  self->wants_end = FALSE;
  g_signal_handlers_disconnect_by_data (self->next_reader, self);
  g_signal_handlers_disconnect_by_data (self->reader, self);
  /* Texts of what is drawn are the old one's until new items come. */
  g_clear_object (&self->last_reader);
  self->last_reader = self->reader;
  self->reader = g_steal_pointer (&self->next_reader);
  rs_profile_panel_connect_reader (self);
  rs_trace_reader_get_extent (self->reader, &start, &end);
  rs_timeline_set_objects (self->timeline, rs_trace_reader_get_objects (self->reader));
  rs_timeline_extend (self->timeline, start, end, rs_trace_reader_get_tracks (self->reader));
  rs_trace_reader_get_program_extent (self->reader, &start, &end);
  rs_timeline_extend_program (self->timeline, start, end);
  rs_profile_panel_show_read (self);
}

static gboolean
look (gpointer data)
{
  RsProfilePanel *self = data;
  const char *path = rs_trace_reader_get_path (self->reader);
  const gint64 stamp = get_stamp (path);

  if (rs_trace_reader_get_summary (self->reader)->complete)
    {
      self->live_source = 0;
      return G_SOURCE_REMOVE;
    }
  /* What nobody looks at is read when it shows. */
  if (self->next_reader != NULL
      || (!self->wants_end
          && (stamp == self->stamp || self->waiting || !gtk_widget_get_mapped (GTK_WIDGET (self->timeline)))))
    return G_SOURCE_CONTINUE;
  self->stamp = stamp;
  self->next_reader = rs_trace_reader_new (path);
  g_signal_connect_swapped (self->next_reader, "opened", G_CALLBACK (on_next_opened), self);
  g_signal_connect_swapped (self->next_reader, "failed", G_CALLBACK (on_next_failed), self);
  return G_SOURCE_CONTINUE;
}

gboolean
rs_profile_panel_follows (RsProfilePanel *self, const char *path)
{
  return self->live_source != 0 && g_str_equal (rs_trace_reader_get_path (self->reader), path);
}

void
rs_profile_panel_catch_up (RsProfilePanel *self)
{
  drop_next (self);                                         /* it may be from before the end was written */
  if (rs_trace_reader_get_summary (self->reader)->complete) /* a look has come first */
    return;
  self->wants_end = TRUE;
  g_clear_handle_id (&self->live_source, g_source_remove);
  rs_profile_panel_follow (self);
  look (self);
}

void
rs_profile_panel_follow (RsProfilePanel *self)
{
  if (rs_trace_reader_get_summary (self->reader)->complete || self->live_source != 0)
    return;
  self->stamp = 0; /* the recorder may have written since it was opened */
  self->live_source = g_timeout_add (PERIOD_MS, look, self);
}

void
rs_profile_panel_stop_following (RsProfilePanel *self)
{
  g_clear_handle_id (&self->live_source, g_source_remove);
  drop_next (self);
  self->wants_end = FALSE;
  g_clear_object (&self->last_reader);
}
