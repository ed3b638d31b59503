/* redshift-cli trace roofline: how near kernels come to what the machine can do, and what holds them up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/hardware/roofline.h"

#include <math.h>

static void
say_peaks (const RsPeaks *peaks)
{
  rs_cli_trace_say (
      "On %u thread%s: %.1f operations a ns in single precision, %.1f in double; bytes a ns read, copied:",
      peaks->threads, peaks->threads == 1 ? "" : "s", peaks->single_operations, peaks->double_operations);
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    {
      g_autofree char *level = rs_roofline_describe_level (peaks, i);

      rs_cli_trace_say ("  %-22s %6.1f %6.1f", level, peaks->levels[i].read, peaks->levels[i].copy);
    }
}

static void
add_row (RsTable *table, const RsRooflineRow *row, const RsPeaks *peaks)
{
  g_autofree char *level = rs_roofline_describe_level (peaks, row->level);
  const double operations = row->single_operations + row->double_operations;
  const double bytes = row->bytes_read + row->bytes_written;

  rs_table_add_text (table, row->name);
  rs_table_add_place (table, row->file, row->line);
  rs_table_add_count (table, row->launches);
  rs_table_add_duration (table, row->total);
  rs_table_add_count (table, (gint64)MIN (operations, 9e18));
  rs_table_add_text (table, row->doubt);
  rs_table_add_bytes (table, (gint64)bytes);
  if (isinf (row->intensity))
    rs_table_add_none (table);
  else
    rs_table_add_number (table, row->intensity, 2);
  rs_table_add_number (table, row->rate, 2);
  rs_table_add_number (table, row->total > 0 ? bytes / (double)row->total : 0, 2);
  rs_table_add_text (table, row->roof == RS_ROOF_ARITHMETIC ? "arithmetic" : level);
  rs_table_add_share (table, row->share);
}

static void
print_rows (const GArray *rows, const RsPeaks *peaks, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "kernel", "kernel" },
    { "place", "place" },
    { ">launches", "launches" },
    { ">total", "total_ns" },
    { ">operations", "operations" },
    { "counted", "counted" },
    { ">bytes", "bytes" },
    { ">ops/byte", "operations_per_byte" },
    { ">ops/ns", "operations_per_ns" },
    { ">bytes/ns", "bytes_per_ns" },
    { "limited by", "limit" },
    { ">reached", "share" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < rows->len; i++)
    add_row (table, &g_array_index (rows, RsRooflineRow, i), peaks);
  rs_table_end (table);
}

int
rs_cli_trace_roofline (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  g_autoptr (GArray) rows = NULL, none = g_array_new (FALSE, FALSE, sizeof (RsRooflineRow));
  g_autofree char *left_out = NULL;
  GError *error = NULL;
  RsPeaks peaks;

  if (!rs_roofline_find_peaks (store, &peaks))
    {
      rs_cli_complain ("this trace does not say what its machine can do: no kernel ran on the processor, or it was "
                       "made by another tool or an older version, or where there is no C compiler");
      if (options->format != RS_TABLE_TEXT)
        print_rows (none, NULL, options->format);
      return RS_EXIT_OK;
    }
  rows = rs_roofline_read (store, &options->range, &peaks, &left_out, &error);
  if (rows == NULL)
    return rs_cli_trace_fail (error);
  if (options->format == RS_TABLE_TEXT)
    say_peaks (&peaks);
  print_rows (rows, &peaks, options->format);
  if (options->format == RS_TABLE_TEXT && rows->len > 0)
    rs_cli_trace_say ("`reached`: the least time that the limit allows, as a part of the time that the kernel took. "
                      "Bytes: each element of an array once a launch.");
  if (options->format == RS_TABLE_TEXT && left_out != NULL)
    rs_cli_trace_say ("The roofline is that of the processor: %s left out.", left_out);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}
