/* The kernel table: one row for each kernel, from the totals that the writer kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/kernels.h"

#include "profiler/analysis/time/summary.h"

GArray *
rs_kernel_table_read (RsTraceStore *store, const RsTraceRange *range, gboolean by_configuration, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, RS_TRACE_KERNEL, by_configuration, error);
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (RsKernelRow));
  const gint64 wall = rs_trace_get_elapsed (store, range);

  if (totals == NULL)
    return NULL;
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
        .share = wall > 0 ? (double)total->total / (double)wall : 0,
      };

      g_array_append_val (rows, row);
    }
  return g_steal_pointer (&rows);
}
