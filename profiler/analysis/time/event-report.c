/* Events one by one, as a table for people: what is known of each, by name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/reports.h"

#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>

#define MOST_EVENTS 2000

static const RsReportColumn events_columns[] = {
  { N_ ("start"), "start_ns", RS_CELL_TIME },
  { N_ ("duration"), "duration_ns", RS_CELL_DURATION },
  { N_ ("kind"), "kind", RS_CELL_TEXT },
  { N_ ("name"), "name", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("detail"), "detail", RS_CELL_TEXT },
  { N_ ("bytes"), "bytes", RS_CELL_BYTES, .is_optional = TRUE },
  { N_ ("array"), "oid", RS_CELL_ID, .is_optional = TRUE },
  { N_ ("launch"), "launch", RS_CELL_ID, .is_optional = TRUE },
  { N_ ("track"), "track", RS_CELL_TEXT },
  { N_ ("id"), "id", RS_CELL_ID },
};

typedef struct {
  RsTraceStore *store;
  RsReport *report;
  GHashTable *tracks; /* names by id, the store's */
  guint n;
  gboolean is_cut; /* there are more */
} Filling;

static void
add_if (RsReport *report, gboolean is_known, gint64 value)
{
  if (is_known)
    rs_report_add_integer (report, value);
  else
    rs_report_add_none (report);
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Filling *self = data;
  const char *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (event->track));
  gboolean is_of_launch = rs_trace_kind_is_of_launch (event->kind) && event->a != 0;

  if (self->n == MOST_EVENTS)
    {
      self->is_cut = TRUE;
      return FALSE;
    }
  self->n++;
  rs_report_add_integer (self->report, event->start);
  add_if (self->report, event->end > event->start, event->end - event->start);
  rs_report_add_text (self->report, rs_trace_kind_to_string (event->kind));
  rs_report_add_text (self->report, rs_trace_store_get_string (self->store, event->name));
  rs_report_add_place (self->report, rs_trace_store_get_string (self->store, event->file), event->line);
  rs_report_add_text (self->report, rs_trace_store_get_string (self->store, event->detail));
  add_if (self->report, rs_trace_kind_has_bytes (event->kind), event->b);
  add_if (self->report, rs_trace_kind_is_of_object (event->kind) && event->a != 0, event->a);
  add_if (self->report, is_of_launch || event->parent != 0, is_of_launch ? event->a : (gint64)event->parent);
  rs_report_add_text (self->report, track != NULL ? track : "");
  rs_report_add_integer (self->report, id);
  return TRUE;
}

static gboolean
read_events (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  Filling filling = { store, report, names, 0, FALSE };

  if (tracks == NULL)
    return FALSE;
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      g_hash_table_insert (names, GUINT_TO_POINTER (track->id), (gpointer)track->name);
    }
  if (!rs_trace_range_foreach (store, range, range->listed != 0 ? range->listed : G_MAXUINT64, TRUE, add_event,
                               &filling, error))
    return FALSE;
  if (filling.is_cut)
    rs_report_take_note (report,
                         g_strdup_printf (_ ("the first %d events; a shorter range, or fewer kinds, has others"),
                                          MOST_EVENTS));
  return TRUE;
}

RS_REPORT_KIND (events, N_ ("Events"));
