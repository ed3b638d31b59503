/* redshift-cli trace occupancy: how full kernels of a GPU keep its multiprocessors, by launch configuration, and
 * three curves: what it would be with other blocks, registers or shared memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/analysis/occupancy.h"

#include <string.h>

static void
print_rows (const GArray *rows, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "kernel", "kernel" },        { "place", "place" },          { "grid", "grid" },
    { ">launches", "launches" },   { ">total", "total_ns" },      { ">threads/block", "block_threads" },
    { ">registers", "registers" }, { ">shared", "shared_bytes" }, { ">blocks", "blocks" },
    { ">occupancy", "occupancy" }, { "limited by", "limits" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < rows->len; i++)
    {
      const RsOccupancyRow *row = &g_array_index (rows, RsOccupancyRow, i);
      g_autofree char *limits = rs_occupancy_describe_limits (row->occupancy.limits);
      g_autofree char *grid = g_strndup (row->configuration, strcspn (row->configuration, ","));

      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_text (table, grid);
      rs_table_add_integer (table, row->launches);
      rs_table_add_duration (table, row->total);
      rs_table_add_integer (table, row->shape.threads);
      rs_table_add_integer (table, row->shape.registers);
      rs_table_add_bytes (table, (gint64)row->shape.shared_bytes);
      rs_table_add_integer (table, row->occupancy.blocks);
      rs_table_add_share (table, row->occupancy.share);
      rs_table_add_text (table, limits);
    }
  rs_table_end (table);
}

/* "32: 50 %, 64 to 512: 100 %": stretches of equal occupancy. */
static void
print_curve (const RsGpuLimits *limits, const RsLaunchShape *shape, RsOccupancyCurve curve)
{
  static const char *const titles[] = { "threads/block", "registers", "bytes shared" };
  g_autoptr (GArray) points = rs_occupancy_make_curve (limits, shape, curve);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint first = 0, last; first < points->len; first = last + 1)
    {
      const RsOccupancyPoint *point = &g_array_index (points, RsOccupancyPoint, first);

      for (last = first; last + 1 < points->len; last++)
        if (g_array_index (points, RsOccupancyPoint, last + 1).occupancy.share != point->occupancy.share)
          break;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, first > 0 ? ", " : "", point->value);
      if (last > first)
        g_string_append_printf (text, " to %" G_GINT64_FORMAT, g_array_index (points, RsOccupancyPoint, last).value);
      g_string_append_printf (text, ": %.0f %%", 100 * point->occupancy.share);
    }
  rs_cli_trace_say ("  %-14s %s", titles[curve], text->str);
}

int
rs_cli_trace_occupancy (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  g_autofree char *device = NULL;
  const RsGpuLimits *limits = rs_occupancy_find_device (store, &device);
  g_autoptr (GArray) rows = NULL;
  GError *error = NULL;

  if (limits == NULL && *device == '\0')
    {
      rs_cli_complain (
          "no CUDA device ran anything here; occupancy is how many blocks of a kernel its multiprocessors hold");
      return RS_EXIT_OK;
    }
  if (limits == NULL)
    {
      rs_cli_complain ("what a multiprocessor of this device holds is not known: %s", device);
      return RS_EXIT_OK;
    }
  rows = rs_occupancy_read (store, &options->range, limits, &error);
  if (rows == NULL)
    return rs_cli_trace_fail (error);
  if (options->format == RS_TABLE_TEXT)
    rs_cli_trace_say ("%s", device);
  print_rows (rows, options->format);
  if (options->format == RS_TABLE_TEXT && rows->len > 0)
    {
      const RsOccupancyRow *longest = &g_array_index (rows, RsOccupancyRow, 0);

      rs_cli_trace_say ("%s with other blocks, registers or shared memory (--kernel NAME chooses another):",
                        longest->name);
      for (guint curve = 0; curve < RS_N_CURVES; curve++)
        print_curve (limits, &longest->shape, curve);
    }
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}
