/* See candidates.h. A place has an event for each device of its run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/devices/candidates.h"

#include "profiler/analysis/passes/range.h"

#include <string.h>

struct _RsCandidates {
  RsTraceStore *store; /* borrowed */
  GArray *events;      /* of RsTraceEvent; one a place and device */
  GArray *tracks;      /* of RsTrackRow */
};

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  RsCandidates *self = data;

  for (guint i = 0; i < self->events->len; i++)
    {
      const RsTraceEvent *other = &g_array_index (self->events, RsTraceEvent, i);

      if (other->name == event->name && other->file == event->file && other->line == event->line
          && other->track == event->track)
        return TRUE;
    }
  g_array_append_vals (self->events, event, 1);
  return TRUE;
}

RsCandidates *
rs_candidates_read (RsTraceStore *store, GError **error)
{
  g_autoptr (RsCandidates) self = g_new0 (RsCandidates, 1);

  self->store = store;
  self->events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
  self->tracks = rs_trace_store_read_tracks (store, error);
  if (self->tracks == NULL
      || !rs_trace_range_foreach (store, NULL, G_GUINT64_CONSTANT (1) << RS_TRACE_CANDIDATE, FALSE, add_event, self,
                                  error))
    return NULL;
  return g_steal_pointer (&self);
}

void
rs_candidates_free (RsCandidates *self)
{
  g_array_unref (self->events);
  g_clear_pointer (&self->tracks, g_array_unref);
  g_free (self);
}

static const char *
get_device (const RsCandidates *self, guint32 track)
{
  for (guint i = 0; i < self->tracks->len; i++)
    if (g_array_index (self->tracks, RsTrackRow, i).id == track)
      return g_array_index (self->tracks, RsTrackRow, i).name;
  return "";
}

static char *
list (const RsCandidates *self, const char *name, const char *file, guint32 line, gboolean can)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      const RsTraceEvent *event = &g_array_index (self->events, RsTraceEvent, i);

      if (event->line != line || (event->a != 0) != can
          || strcmp (rs_trace_store_get_string (self->store, event->name), name) != 0
          || strcmp (rs_trace_store_get_string (self->store, event->file), file) != 0)
        continue;
      if (text->len > 0)
        g_string_append (text, can ? ", " : "; ");
      g_string_append (text, get_device (self, event->track));
      if (!can)
        g_string_append_printf (text, ": %s", rs_trace_store_get_string (self->store, event->detail));
    }
  return g_string_free (text, FALSE);
}

char *
rs_candidates_list (const RsCandidates *self, const char *name, const char *file, guint32 line)
{
  return list (self, name, file, line, TRUE);
}

char *
rs_candidates_list_others (const RsCandidates *self, const char *name, const char *file, guint32 line)
{
  return list (self, name, file, line, FALSE);
}
