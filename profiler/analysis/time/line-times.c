/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/analysis/time/line-times.h"

#include <string.h>

#include "profiler/analysis/time/lines.h"
#include "profiler/analysis/time/loops.h"
#include "profiler/store/chunks/event-scan.h"
#include "profiler/store/sums/intervals.h"

#define LEAST_SHARE 0.005 /* of all samples, for a line to be told */

static guint
hash_place (gconstpointer data)
{
  const RsLineTimeRow *row = data;

  return g_str_hash (row->file) * 31 + row->line;
}

static gboolean
is_same_place (gconstpointer a, gconstpointer b)
{
  const RsLineTimeRow *p = a, *q = b;

  return p->line == q->line && strcmp (p->file, q->file) == 0;
}

/* Added when it is not there. */
static RsLineTimeRow *
find_row (GHashTable *rows, const char *file, guint line)
{
  const RsLineTimeRow key = { .file = file, .line = line };
  RsLineTimeRow *row = g_hash_table_lookup (rows, &key);

  if (row == NULL)
    {
      row = g_memdup2 (&key, sizeof key);
      g_hash_table_add (rows, row);
    }
  return row;
}

static gboolean
add_places (GHashTable *rows, RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) loops = rs_loop_table_read (store, error);

  for (guint i = 0; loops != NULL && i < loops->len; i++)
    {
      const RsLoopRow *loop = &g_array_index (loops, RsLoopRow, i);
      RsLineTimeRow *row = loop->total > 0 && loop->line > 0 ? find_row (rows, loop->file, loop->line) : NULL;

      if (row == NULL)
        continue;
      if (loop->is_loop && !row->is_loop)
        {
          row->is_loop = TRUE;
          row->total = row->runs = 0;
        }
      else if (row->is_loop && !loop->is_loop)
        continue;
      row->total = rs_trace_add (row->total, loop->total);
      row->runs = rs_trace_add (row->runs, loop->runs);
    }
  return loops != NULL;
}

static gboolean
add_builtins (GHashTable *rows, RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_store_read_totals (store, RS_TRACE_BUILTIN, error);

  for (guint i = 0; totals != NULL && i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsLineTimeRow *row = total->line > 0 ? find_row (rows, total->file, total->line) : NULL;

      if (row == NULL)
        continue;
      row->builtin_total = rs_trace_add (row->builtin_total, total->total);
      row->calls = rs_trace_add (row->calls, total->n);
    }
  return totals != NULL;
}

/* --- elapsed time --- */

static void
intervals_free (gpointer data)
{
  rs_intervals_clear (data);
  g_free (data);
}

/* The lines whose kernels and built-in functions may go on at the same time: row (borrowed) -> RsIntervals (owned). */
static GHashTable *
find_mixed (GHashTable *rows)
{
  GHashTable *mixed = g_hash_table_new_full (hash_place, is_same_place, NULL, intervals_free);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      RsLineTimeRow *row = key;

      row->elapsed = row->is_loop ? row->total : rs_trace_add (row->total, row->builtin_total);
      if (!row->is_loop && row->total > 0 && row->builtin_total > 0)
        g_hash_table_insert (mixed, row, g_new0 (RsIntervals, 1));
    }
  return mixed;
}

static gboolean
cover_mixed (GHashTable *mixed, RsTraceStore *store, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = 1u << RS_TRACE_KERNEL | 1u << RS_TRACE_BUILTIN;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    {
      const RsLineTimeRow key
          = { .file = rs_trace_store_get_string (store, event.event.file), .line = event.event.line };
      RsIntervals *intervals = g_hash_table_lookup (mixed, &key);

      if (intervals != NULL)
        rs_intervals_add (intervals, event.event.start, event.event.end);
    }
  return rs_event_scan_finish (scan, error);
}

static gboolean
add_elapsed (GHashTable *rows, RsTraceStore *store, GError **error)
{
  g_autoptr (GHashTable) mixed = find_mixed (rows);
  GHashTableIter iter;
  gpointer key, value;

  if (g_hash_table_size (mixed) == 0)
    return TRUE;
  if (!cover_mixed (mixed, store, error))
    return FALSE;
  g_hash_table_iter_init (&iter, mixed);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      RsLineTimeRow *row = key;

      row->elapsed = MIN (row->elapsed, ((const RsIntervals *)value)->busy);
    }
  return TRUE;
}

/* --- samples and hardware --- */

static gboolean
add_samples (GHashTable *rows, RsTraceStore *store, GError **error)
{
  const RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (GArray) lines = NULL;

  if (!rs_trace_check_samples (store, NULL))
    return TRUE;
  lines = rs_line_table_read (store, &range, error);
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    {
      const RsLineRow *line = &g_array_index (lines, RsLineRow, i);
      RsLineTimeRow *row = line->line > 0 && line->share >= LEAST_SHARE ? find_row (rows, line->file, line->line)
                                                                        : NULL;

      if (row == NULL)
        continue;
      row->sampled = line->time;
      row->share = line->share;
    }
  return lines != NULL;
}

static gboolean
add_rooflines (GHashTable *rows, RsTraceStore *store, RsPeaks *peaks, GError **error)
{
  g_autoptr (GArray) kernels = NULL;

  if (!rs_roofline_find_peaks (store, "", peaks))
    return TRUE;
  kernels = rs_roofline_read (store, NULL, "", peaks, error);
  for (guint i = kernels != NULL ? kernels->len : 0; i-- > 0;) /* the longest is the last to be taken */
    {
      const RsRooflineRow *kernel = &g_array_index (kernels, RsRooflineRow, i);
      const RsLineTimeRow key = { .file = kernel->file, .line = kernel->line };
      RsLineTimeRow *row = g_hash_table_lookup (rows, &key);

      if (row == NULL)
        continue;
      row->has_roofline = TRUE;
      row->roofline = *kernel;
    }
  return kernels != NULL;
}

static gboolean
add_occupancies (GHashTable *rows, RsTraceStore *store, GError **error)
{
  const RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autofree char *device = NULL;
  const RsGpuLimits *limits = rs_occupancy_find_device (store, &device);
  g_autoptr (GArray) kernels = rs_occupancy_read (store, &range, limits, error);

  for (guint i = kernels != NULL ? kernels->len : 0; i-- > 0;) /* the longest is the last to be taken */
    {
      const RsOccupancyRow *kernel = &g_array_index (kernels, RsOccupancyRow, i);
      const RsLineTimeRow key = { .file = kernel->file, .line = kernel->line };
      RsLineTimeRow *row = g_hash_table_lookup (rows, &key);

      if (row == NULL)
        continue;
      row->has_occupancy = TRUE;
      row->occupancy = *kernel;
    }
  return kernels != NULL;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const RsLineTimeRow *p = a, *q = b;
  const int order = strcmp (p->file, q->file);

  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

GArray *
rs_line_times_read (RsTraceStore *store, RsPeaks *peaks, GError **error)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (hash_place, is_same_place, g_free, NULL);
  GHashTableIter iter;
  gpointer key;
  GArray *sorted;

  *peaks = (RsPeaks){ 0 };
  if (!add_places (rows, store, error) || !add_builtins (rows, store, error) || !add_elapsed (rows, store, error)
      || !add_samples (rows, store, error) || !add_rooflines (rows, store, peaks, error)
      || !add_occupancies (rows, store, error))
    return NULL;
  sorted = g_array_new (FALSE, FALSE, sizeof (RsLineTimeRow));
  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_array_append_vals (sorted, key, 1);
  g_array_sort (sorted, compare_places);
  return sorted;
}
