/* Reports of redshift-cli trace on two traces, or that write one: compare, trim.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/analysis/compare.h"
#include "profiler/analysis/trim.h"

#include <stdio.h>

#define TOP_UNCHANGED 10

static void
print_changes (const GArray *rows, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "change", "change" }, { "what", "what" }, { "name", "name" }, { "place", "place" }, { ">runs before", "n_before" },
    { ">runs after", "n_after" }, { ">total before", "total_before_ns" }, { ">total after", "total_after_ns" },
    { ">ratio", "ratio" }, { ">from", "ratio_low" }, { ">to", "ratio_high" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));
  guint unchanged = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const RsCompareRow *row = &g_array_index (rows, RsCompareRow, i);

      if (row->change == RS_CHANGE_NONE && format == RS_TABLE_TEXT && ++unchanged > TOP_UNCHANGED)
        break;
      rs_table_add_text (table, row->high > 0 || row->change != RS_CHANGE_NONE ? rs_change_to_string (row->change) : "too few runs");
      rs_table_add_text (table, row->what);
      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_integer (table, row->n[0]);
      rs_table_add_integer (table, row->n[1]);
      rs_table_add_duration (table, row->total[0]);
      rs_table_add_duration (table, row->total[1]);
      if (row->high <= 0)
        for (guint k = 0; k < 3; k++)
          rs_table_add_none (table);
      else
        {
          rs_table_add_number (table, row->ratio, 3);
          rs_table_add_number (table, row->low, 3);
          rs_table_add_number (table, row->high, 3);
        }
    }
  rs_table_end (table);
}

int
rs_cli_trace_compare (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (RsTraceStore) before = rs_trace_store_open (operands->pdata[1], &error);
  g_autoptr (GArray) rows = before != NULL ? rs_traces_compare (before, store, &options->range, &error) : NULL;
  gboolean has_failed = FALSE;

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  print_changes (rows, options->format);
  if (options->format == RS_TABLE_TEXT)
    rs_cli_trace_say ("ratio: after to before, of medians (lines: of CPU time), with its 95 %% interval; one run a side, so that what differs "
                      "between runs of the same program counts as change");
  rs_cli_trace_warn_dropped (before);
  rs_cli_trace_warn_dropped (store);
  for (guint i = 0; i < rows->len; i++)
    {
      const RsCompareRow *row = &g_array_index (rows, RsCompareRow, i);

      has_failed |= options->fail_above >= 0 && row->change == RS_CHANGE_SLOWER && row->ratio > 1 + options->fail_above / 100;
    }
  return has_failed ? RS_EXIT_FAILED : RS_EXIT_OK;
}

int
rs_cli_trace_trim (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  gint64 n;

  if (options->output == NULL)
    {
      rs_cli_complain ("trace trim: say where to: -o FILE, and which part: --from TIME --to TIME");
      return RS_EXIT_USAGE;
    }
  if (!rs_trace_trim (store, &options->range, options->output, &n, &error))
    return rs_cli_trace_fail (error);
  if (n == 0)
    rs_cli_complain ("no event starts in that part: %s is empty", options->output);
  return RS_EXIT_OK;
}
