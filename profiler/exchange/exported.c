/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/exchange/exported.h"

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

gboolean
rs_exported_foreach_memory (RsTraceStore *store, RsExportedMemoryFunc func, gpointer data, GError **error)
{
  sqlite3_stmt *query
      = rs_trace_store_prepare (store, "SELECT start, kind, b FROM events WHERE kind IN (?, ?) ORDER BY start, id",
                                error);
  guint64 bytes = 0;

  if (query == NULL)
    return FALSE;
  sqlite3_bind_int (query, 1, RS_TRACE_ALLOCATE);
  sqlite3_bind_int (query, 2, RS_TRACE_FREE);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      const guint64 size = (guint64)sqlite3_column_int64 (query, 2);

      bytes += sqlite3_column_int (query, 1) == RS_TRACE_ALLOCATE ? size : -size;
      func (rs_trace_clamp_time (sqlite3_column_int64 (query, 0)), (gint64)bytes, data);
    }
  return rs_trace_store_finish (store, query, error);
}
