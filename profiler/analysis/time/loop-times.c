/* The parts of loops' times that their spans hold or lack: summed while recording (format 2), else from the events.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/loop-times.h"

#include "profiler/store/chunks/event-scan.h"
#include "profiler/store/sums/loop-sums.h"

typedef struct {
  RsTraceStore *store;
  GArray *times; /* of RsLoopTime */
} Collector;

static gboolean
collect (guint32 file, guint32 line, gint64 compiling, gint64 late, gpointer data)
{
  Collector *collector = data;
  const RsLoopTime time = { rs_trace_store_get_string (collector->store, file), line, compiling, late };

  g_array_append_val (collector->times, time);
  return TRUE;
}

/* Format 1. */
static gboolean
sum_events (Collector *collector, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsLoopSums *sums;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = 1u << RS_TRACE_LOOP | 1u << RS_TRACE_LAUNCH | 1u << RS_TRACE_KERNEL | 1u << RS_TRACE_COMPILE;
  filter.in_order = TRUE;
  scan = rs_event_scan_new (collector->store, &filter, error);
  if (scan == NULL)
    return FALSE;
  sums = rs_loop_sums_new ();
  while (rs_event_scan_next (scan, &event))
    rs_loop_sums_add (sums, &event.event);
  rs_loop_sums_take (sums, TRUE, collect, collector);
  rs_loop_sums_free (sums);
  return rs_event_scan_finish (scan, error);
}

static gboolean
read_table (Collector *collector, GError **error)
{
  sqlite3_stmt *query
      = rs_trace_store_prepare (collector->store,
                                "SELECT file, line, compiling, late FROM loop_times ORDER BY file, line", error);
  gint64 n_left = rs_trace_store_get_most_rows (collector->store);

  if (query == NULL)
    return FALSE;
  while (n_left-- > 0 && sqlite3_step (query) == SQLITE_ROW)
    collect ((guint32)sqlite3_column_int64 (query, 0), (guint32)sqlite3_column_int64 (query, 1),
             rs_trace_clamp_time (sqlite3_column_int64 (query, 2)),
             rs_trace_clamp_time (sqlite3_column_int64 (query, 3)), collector);
  return rs_trace_store_finish (collector->store, query, error);
}

GArray *
rs_loop_times_read (RsTraceStore *store, GError **error)
{
  Collector collector = { store, g_array_new (FALSE, FALSE, sizeof (RsLoopTime)) };
  gboolean done = rs_trace_store_get_format (store) > 1 ? read_table (&collector, error)
                                                        : sum_events (&collector, error);

  if (!done)
    g_clear_pointer (&collector.times, g_array_unref);
  return collector.times;
}
