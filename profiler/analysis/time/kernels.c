/* The kernel table: one row for each kernel, from the totals that the writer kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/kernels.h"

#include "profiler/analysis/time/summary.h"

/* What shares are of: what a stretch launched may run behind its end, and its time is no measure of that. */
static gint64
get_whole (RsTraceStore *store, const RsTraceRange *range, const GArray *totals)
{
  gint64 sum = 0;

  if (range == NULL || !range->by_launch)
    return rs_trace_get_elapsed (store, range);
  for (guint i = 0; i < totals->len; i++)
    sum = rs_trace_add (sum, g_array_index (totals, RsTotalRow, i).total);
  return sum;
}

GArray *
rs_kernel_table_read (RsTraceStore *store, const RsTraceRange *range, gboolean by_configuration, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, RS_TRACE_KERNEL, by_configuration, error);
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsKernelRow));
  gint64 whole;

  if (totals == NULL)
    return NULL;
  whole = get_whole (store, range, totals);
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsKernelRow row = {
        .name = total->name,
        .file = total->file,
        .line = total->line,
        .configuration = total->detail,
        .launches = total->n,
        .total = total->total,
        .min = total->min,
        .max = total->max,
        .mean = (double)total->total / (double)MAX (total->n, 1),
        .threads = total->max_threads,
        .items = total->sum_b,
        .share = whole > 0 ? (double)total->total / (double)whole : 0,
      };

      g_array_append_val (rows, row);
    }
  return g_steal_pointer (&rows);
}
