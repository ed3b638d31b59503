/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/exchange/exported.h"

#include "profiler/analysis/passes/place-numbers.h"
#include "profiler/analysis/passes/range.h"
#include "profiler/analysis/passes/start-order.h"
#include "profiler/store/store-private.h"

gboolean
rs_exported_foreach_mark (RsTraceStore *store, RsExportedMarkFunc func, gpointer data, GError **error)
{
  sqlite3_stmt *query
      = rs_trace_store_prepare (store,
                                "SELECT start, track, name, file, line FROM events WHERE kind = ? ORDER BY start, id",
                                error);

  if (query == NULL)
    return FALSE;
  sqlite3_bind_int (query, 1, RS_TRACE_MARK);
  while (sqlite3_step (query) == SQLITE_ROW)
    func (&(RsExportedMark){ .time = rs_trace_clamp_time (sqlite3_column_int64 (query, 0)),
                             .track = (guint32)sqlite3_column_int64 (query, 1),
                             .name = (guint32)sqlite3_column_int64 (query, 2),
                             .file = (guint32)sqlite3_column_int64 (query, 3),
                             .line = (guint32)sqlite3_column_int64 (query, 4) },
          data);
  return rs_trace_store_finish (store, query, error);
}

/* --- spans and memory --- */

typedef struct {
  const RsExportedFuncs *funcs;
  RsPlaceNumbers places;
  RsStartOrder *spans, *memory;
  guint64 bytes;
} Export;

static gboolean
add_event (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Export *self = data;
  RsStarted item = { .start = rs_trace_clamp_time (event->start),
                     .end = RS_STARTED_INSTANT,
                     .b = event->b,
                     .more = event->threads,
                     .id = (guint32)event_id };

  if (event->kind == RS_TRACE_ALLOCATE || event->kind == RS_TRACE_FREE)
    {
      if (event->kind == RS_TRACE_FREE)
        item.b = (gint64)(-(guint64)event->b);
      rs_start_order_add (self->memory, 0, &item);
      return TRUE;
    }
  item.end = MAX (rs_trace_clamp_time (event->end), item.start);
  item.a = event->a;
  item.what = rs_place_numbers_find (&self->places,
                                     &(RsPlace){ event->kind, event->name, event->file, event->line, event->detail });
  rs_start_order_add (self->spans, event->track, &item);
  return TRUE;
}

static void
pass (gint64 bound, gpointer data)
{
  Export *self = data;

  rs_start_order_pass (self->spans, bound);
  rs_start_order_pass (self->memory, bound);
}

static void
give_spans (guint32 track, const RsStarted *items, guint n, gpointer data)
{
  const Export *self = data;

  for (guint i = 0; i < n; i++)
    {
      const RsStarted *item = &items[i];
      const RsPlace *place = rs_place_numbers_get (&self->places, item->what);

      self->funcs->span (&(RsTraceEvent){ .start = item->start,
                                          .end = item->end,
                                          .kind = place->kind,
                                          .name = place->name,
                                          .file = place->file,
                                          .line = place->line,
                                          .a = item->a,
                                          .b = item->b,
                                          .track = track,
                                          .detail = place->detail,
                                          .threads = item->more },
                         self->funcs->data);
    }
}

static void
give_memory (guint32 track, const RsStarted *items, guint n, gpointer data)
{
  Export *self = data;

  for (guint i = 0; i < n; i++)
    {
      self->bytes += (guint64)items[i].b;
      self->funcs->memory (items[i].start, (gint64)self->bytes, self->funcs->data);
    }
}

gboolean
rs_exported_foreach (RsTraceStore *store, const RsExportedFuncs *funcs, GError **error)
{
  const guint64 one = 1;
  Export self = { .funcs = funcs };
  guint64 kinds = one << RS_TRACE_ALLOCATE | one << RS_TRACE_FREE;
  gboolean done;

  for (guint kind = 0; kind < 63; kind++)
    if (rs_trace_kind_is_span (kind))
      kinds |= one << kind;
  rs_place_numbers_init (&self.places);
  self.spans = rs_start_order_new (give_spans, &self);
  self.memory = rs_start_order_new (give_memory, &self);
  done = rs_trace_range_foreach_by_start (store, NULL, kinds, add_event, pass, &self, error);
  if (done)
    {
      rs_start_order_finish (self.spans);
      rs_start_order_finish (self.memory);
    }
  rs_start_order_free (self.spans);
  rs_start_order_free (self.memory);
  rs_place_numbers_clear (&self.places);
  return done;
}

/* Format 2 tells of each chunk when it begins. */
gboolean
rs_exported_find_base (RsTraceStore *store, gint64 *base, GError **error)
{
  RsChunkReader *reader = rs_trace_store_get_reader (store);
  const GArray *chunks = reader != NULL ? rs_chunk_reader_get_index (reader)->chunks : NULL;
  sqlite3_stmt *query;

  *base = 0;
  for (guint i = 0; chunks != NULL && i < chunks->len; i++)
    {
      const RsChunkEntry *chunk = &g_array_index (chunks, RsChunkEntry, i);

      *base = MIN (*base, rs_trace_clamp_time (chunk->least));
    }
  if (chunks != NULL)
    return TRUE;
  query = rs_trace_store_prepare (store, "SELECT min(start) FROM events", error);
  if (query == NULL)
    return FALSE;
  if (sqlite3_step (query) == SQLITE_ROW)
    *base = MIN (rs_trace_clamp_time (sqlite3_column_int64 (query, 0)), 0);
  return rs_trace_store_finish (store, query, error);
}
