/* Scanning events in chunks (format 2) or rows (format 1).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/event-scan.h"

struct _RsEventScan {
  RsTraceStore *store;
  RsEventCursor cursor;
  sqlite3_stmt *rows; /* format 1; NULL: format 2 */
  gint64 last_id;     /* format 1, in the order of ids */
  gint64 n_left;      /* format 1: rows that the file can hold */
  gboolean in_order, damaged;
};

/* --- format 1 --- */

static void
append_kinds (GString *sql, guint64 kinds)
{
  const char *separator = " AND (kind IN (";

  if (kinds == G_MAXUINT64)
    return;
  for (guint kind = 0; kind < 63; kind++)
    if ((kinds >> kind & 1) != 0)
      {
        g_string_append_printf (sql, "%s%u", separator, kind);
        separator = ", ";
      }
  if (*separator == ' ')
    g_string_append (sql, " AND (kind IN (-1");
  g_string_append (sql, (kinds >> 63 & 1) != 0 ? ") OR kind >= 63)" : "))");
}

static sqlite3_stmt *
prepare_rows (RsTraceStore *store, const RsEventFilter *filter, GError **error)
{
  g_autoptr (GString) sql
      = g_string_new ("SELECT id, track, class, start, end, kind, name, file, line, a, b, detail, threads, parent"
                      " FROM events WHERE 1");

  if (filter->first > G_MININT64 || filter->last < G_MAXINT64)
    g_string_append_printf (sql, " AND id BETWEEN %" G_GINT64_FORMAT " AND %" G_GINT64_FORMAT, MAX (filter->first, 0),
                            filter->last);
  if (filter->start_from > G_MININT64)
    g_string_append_printf (sql, " AND start >= %" G_GINT64_FORMAT, rs_trace_clamp_time (filter->start_from));
  if (filter->start_to < G_MAXINT64)
    g_string_append_printf (sql, " AND start <= %" G_GINT64_FORMAT, rs_trace_clamp_time (filter->start_to));
  if (filter->end_from > G_MININT64)
    g_string_append_printf (sql, " AND end >= %" G_GINT64_FORMAT, rs_trace_clamp_time (filter->end_from));
  if (filter->end_to < G_MAXINT64)
    g_string_append_printf (sql, " AND end <= %" G_GINT64_FORMAT, rs_trace_clamp_time (filter->end_to));
  if (filter->least_duration > 0)
    g_string_append_printf (sql, " AND end - start >= %" G_GINT64_FORMAT, filter->least_duration);
  if (filter->one_track)
    g_string_append_printf (sql, " AND track = %u", filter->track);
  if (filter->least_class >= 0)
    g_string_append_printf (sql, " AND class BETWEEN %d AND %d", filter->least_class, filter->greatest_class);
  else if (filter->greatest_class < 0)
    g_string_append (sql, " AND class IS NULL");
  if (filter->one_number)
    g_string_append_printf (sql, " AND a = %" G_GINT64_FORMAT, filter->number);
  append_kinds (sql, filter->kinds);
  g_string_append (sql, filter->in_order ? " ORDER BY id" : filter->one_track ? " ORDER BY class, start" : "");
  return rs_trace_store_prepare (store, sql->str, error);
}

static gboolean
next_row (RsEventScan *self, RsScannedEvent *event)
{
  sqlite3_stmt *row = self->rows;

  if (self->damaged || sqlite3_step (row) != SQLITE_ROW)
    return FALSE;
  *event = (RsScannedEvent){
    .id = sqlite3_column_int64 (row, 0),
    .class = sqlite3_column_type (row, 2) == SQLITE_NULL ? RS_CHUNK_NO_CLASS : sqlite3_column_int (row, 2),
    .event = { .track = (guint32)sqlite3_column_int64 (row, 1),
               .start = rs_trace_clamp_time (sqlite3_column_int64 (row, 3)),
               .end = rs_trace_clamp_time (sqlite3_column_int64 (row, 4)),
               .kind = (guint32)sqlite3_column_int64 (row, 5),
               .name = (guint32)sqlite3_column_int64 (row, 6),
               .file = (guint32)sqlite3_column_int64 (row, 7),
               .line = (guint32)sqlite3_column_int64 (row, 8),
               .a = sqlite3_column_int64 (row, 9),
               .b = sqlite3_column_int64 (row, 10),
               .detail = (guint32)sqlite3_column_int64 (row, 11),
               .threads = (guint32)sqlite3_column_int64 (row, 12),
               .parent = (guint32)sqlite3_column_int64 (row, 13) },
  };
  event->event.end = MAX (event->event.end, event->event.start);
  /* A damaged file may repeat rows without end. */
  self->damaged = (self->in_order && event->id <= self->last_id) || self->n_left-- <= 0;
  self->last_id = event->id;
  return !self->damaged;
}

/* --- format 2 --- */

/* For each event that an analysis reads: fields are set one by one, without a copy of the whole. */
static inline gboolean
next_in_chunk (RsEventScan *self, RsScannedEvent *event)
{
  const RsEventCursor *cursor = &self->cursor;
  RsTraceEvent *to = &event->event;
  const RsPlace *place;

  if (!rs_event_cursor_step (&self->cursor))
    return FALSE;
  place = rs_event_cursor_get_place (cursor);
  event->id = rs_event_cursor_get_id (cursor);
  event->class = cursor->class;
  to->track = cursor->track;
  to->start = rs_event_cursor_get (cursor, RS_CHUNK_START);
  to->end = to->start + rs_event_cursor_get (cursor, RS_CHUNK_DURATION);
  to->kind = place->kind;
  to->name = place->name;
  to->file = place->file;
  to->line = place->line;
  to->detail = place->detail;
  to->a = rs_event_cursor_get (cursor, RS_CHUNK_A);
  to->b = rs_event_cursor_get (cursor, RS_CHUNK_B);
  to->threads = (guint32)rs_event_cursor_get (cursor, RS_CHUNK_THREADS);
  to->parent = (guint32)rs_event_cursor_get (cursor, RS_CHUNK_PARENT);
  return TRUE;
}

/* Instants and spans stand in slices of their own. */
static void
narrow_classes (RsEventFilter *filter)
{
  gboolean spans = (filter->kinds >> 63) != 0, instants = spans;

  for (guint kind = 0; kind < 63; kind++)
    if ((filter->kinds >> kind & 1) != 0)
      {
        spans |= rs_trace_kind_is_span (kind);
        instants |= !rs_trace_kind_is_span (kind);
      }
  if (!instants)
    filter->least_class = MAX (filter->least_class, 0);
  if (!spans)
    filter->greatest_class = MIN (filter->greatest_class, RS_CHUNK_NO_CLASS);
}

RsEventScan *
rs_event_scan_new (RsTraceStore *store, const RsEventFilter *filter, GError **error)
{
  RsEventScan *self = g_new0 (RsEventScan, 1);
  RsChunkReader *reader = rs_trace_store_get_reader (store);

  self->store = store;
  self->in_order = filter->in_order;
  self->last_id = G_MININT64;
  if (reader != NULL)
    {
      RsEventFilter narrow = *filter;

      narrow_classes (&narrow);
      rs_event_cursor_init (&self->cursor, reader);
      rs_event_cursor_set_filter (&self->cursor, &narrow);
      return self;
    }
  self->n_left = rs_trace_store_get_most_rows (store);
  self->rows = prepare_rows (store, filter, error);
  if (self->rows != NULL)
    return self;
  g_free (self);
  return NULL;
}

gboolean
rs_event_scan_next (RsEventScan *self, RsScannedEvent *event)
{
  return self->rows != NULL ? next_row (self, event) : next_in_chunk (self, event);
}

gint64
rs_event_scan_get_bound (const RsEventScan *self)
{
  return self->rows != NULL ? G_MININT64 : self->cursor.bound;
}

gboolean
rs_event_scan_finish (RsEventScan *self, GError **error)
{
  gboolean done = TRUE;

  if (self == NULL)
    return FALSE;
  if (self->rows != NULL)
    done = rs_trace_store_finish (self->store, self->rows, error);
  else if (self->cursor.code != SQLITE_OK)
    {
      rs_trace_set_error (error, rs_trace_store_get_db (self->store), self->cursor.code,
                          rs_trace_store_get_path (self->store));
      done = FALSE;
    }
  if (done && self->damaged)
    {
      rs_trace_set_error (error, NULL, SQLITE_CORRUPT, rs_trace_store_get_path (self->store));
      done = FALSE;
    }
  rs_event_cursor_clear (&self->cursor);
  g_free (self);
  return done;
}
