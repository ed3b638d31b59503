/* redshift-cli trace places: which devices launches went to, why, and what they took there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/analysis/placements.h"

/* A mean, of one launch. */
static void
add_mean (RsTable *table, gint64 sum, gint64 n)
{
  if (n > 0)
    rs_table_add_duration (table, sum / n);
  else
    rs_table_add_none (table);
}

int
rs_cli_trace_places (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  static const RsTableColumn columns[] = {
    { "kernel", "kernel" },
    { "place", "place" },
    { "device", "device" },
    { ">launches", "launches" },
    { ">total", "total_ns" },
    { ">mean", "mean_ns" },
    { ">of these", "predicted" },
    { ">expected", "expected_ns" },
    { ">took", "took_ns" },
    { ">copied", "copied_bytes" },
    { "why", "why" },
  };
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_placements_read (store, &options->range, &error);
  g_autoptr (RsTable) table = NULL;

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  if (rows->len == 0)
    rs_cli_complain ("no launch had several devices to choose from here: -d cpu,opencl names two");
  table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++)
    {
      const RsPlacementRow *row = &g_array_index (rows, RsPlacementRow, i);

      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_text (table, row->device);
      rs_table_add_integer (table, row->launches);
      rs_table_add_duration (table, row->total);
      add_mean (table, row->total, row->measured);
      rs_table_add_integer (table, row->predicted);
      add_mean (table, row->expected, row->predicted);
      add_mean (table, row->needed, row->predicted);
      rs_table_add_bytes (table, row->bytes);
      rs_table_add_text (table, row->why);
    }
  rs_table_end (table);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}
