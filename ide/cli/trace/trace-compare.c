/* Reports of redshift-cli trace on several traces, or that write one: compare, trim.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/traces/compare.h"
#include "profiler/analysis/traces/trim.h"
#include "runtime/base/replace-file.h"

#include <stdio.h>
#include <string.h>

#define TOP_UNCHANGED 10

static const char *
change_of (const RsCompareRow *row)
{
  if (row->change == RS_CHANGE_NONE && row->basis == RS_COMPARE_TOO_FEW)
    return "too few runs";
  if (strcmp (row->what, "memory") == 0 && (row->change == RS_CHANGE_SLOWER || row->change == RS_CHANGE_FASTER))
    return row->change == RS_CHANGE_SLOWER ? "more" : "less";
  return rs_change_to_string (row->change);
}

static void
add_amount (RsTable *table, const RsCompareRow *row, double amount)
{
  gint64 rounded = (gint64)CLAMP (amount, -9e18, 9e18);

  if (strcmp (row->what, "memory") == 0)
    rs_table_add_bytes (table, rounded);
  else
    rs_table_add_duration (table, rounded);
}

static void
add_numbers (RsTable *table, const RsCompareRow *row)
{
  const RsInterval *interval = &row->interval;

  rs_table_add_integer (table, row->n[0]);
  rs_table_add_integer (table, row->n[1]);
  for (guint i = 0; i < 2; i++)
    add_amount (table, row, (double)row->total[i]);
  for (guint i = 0; i < 4; i++)
    if (interval->median[i % 2] > 0)
      add_amount (table, row, i < 2 ? interval->median[i] : interval->spread[i - 2]);
    else
      rs_table_add_none (table);
  for (guint i = 0; i < 3; i++)
    {
      const double ratio = i == 0 ? interval->ratio : i == 1 ? interval->low : interval->high;

      if (i == 0 ? ratio > 0 : row->basis != RS_COMPARE_TOO_FEW)
        rs_table_add_number (table, ratio, (guint)rs_compare_count_decimals (ratio));
      else
        rs_table_add_none (table);
    }
  rs_table_add_text (table, rs_compare_basis_to_string (row->basis));
}

static void
print_changes (const GArray *rows, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "change", "change" },
    { "what", "what" },
    { "name", "name" },
    { "place", "place" },
    { ">was at", "line_before" },
    { ">n before", "n_before" },
    { ">n after", "n_after" },
    { ">total before", "total_before" },
    { ">total after", "total_after" },
    { ">median before", "median_before" },
    { ">median after", "median_after" },
    { ">spread before", "spread_before" },
    { ">spread after", "spread_after" },
    { ">ratio", "ratio" },
    { ">from", "ratio_low" },
    { ">to", "ratio_high" },
    { "by", "by" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));
  guint unchanged = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const RsCompareRow *row = &g_array_index (rows, RsCompareRow, i);

      if (row->is_noise && format == RS_TABLE_TEXT && ++unchanged > TOP_UNCHANGED)
        break;
      rs_table_add_text (table, change_of (row));
      rs_table_add_text (table, row->what);
      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      if (row->line_before > 0)
        rs_table_add_integer (table, row->line_before);
      else
        rs_table_add_none (table);
      add_numbers (table, row);
    }
  rs_table_end (table);
}

/* Which operands are of each side: A and B, or A... -- B... */
static gboolean
split_operands (GPtrArray *operands, guint first[2], guint n[2])
{
  guint bar = 0;

  for (guint i = 1; i < operands->len && bar == 0; i++)
    bar = strcmp (operands->pdata[i], "--") == 0 ? i : 0;
  first[0] = 1;
  first[1] = bar > 0 ? bar + 1 : 2;
  n[0] = bar > 0 ? bar - 1 : 1;
  n[1] = operands->len > first[1] ? operands->len - first[1] : 0;
  if (bar == 0 && n[1] > 1)
    rs_cli_complain ("trace compare: write -- between the two sides: trace compare BEFORE... -- AFTER...");
  else if (n[0] == 0 || n[1] == 0)
    rs_cli_complain ("trace compare: no trace %s: trace compare BEFORE... -- AFTER...", n[0] == 0 ? "before the --"
                                                                                        : bar > 0 ? "after the --"
                                                                                                  : "to compare with");
  else
    return TRUE;
  return FALSE;
}

/* A recording that counts twice would look like two runs that agree. */
static gboolean
check_side (GPtrArray *operands, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    for (guint k = first; k < i; k++)
      if (rs_is_same_file (operands->pdata[k], operands->pdata[i]))
        {
          rs_cli_complain ("trace compare: %s and %s are the same recording: name each once a side",
                           (char *)operands->pdata[k], (char *)operands->pdata[i]);
          return FALSE;
        }
  return TRUE;
}

/* NULL: a file is none, which is said. (element-type RsTraceStore) */
static GPtrArray *
open_side (GPtrArray *operands, guint first, guint n)
{
  g_autoptr (GPtrArray) stores = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_trace_store_close);
  GError *error = NULL;

  for (guint i = first; i < first + n; i++)
    {
      RsTraceStore *store = rs_trace_store_open (operands->pdata[i], &error);

      if (store == NULL)
        {
          rs_cli_trace_fail (error);
          return NULL;
        }
      g_ptr_array_add (stores, store);
    }
  return g_steal_pointer (&stores);
}

/* What the files lack. */
static int
warn_of_side (GPtrArray *stores)
{
  int status = RS_EXIT_OK;

  for (guint i = 0; i < stores->len; i++)
    {
      const char *const *damage = rs_trace_store_get_damage (stores->pdata[i]);

      rs_cli_trace_warn_dropped (stores->pdata[i]);
      for (; *damage != NULL; damage++, status = RS_EXIT_FAILED)
        rs_cli_complain ("%s: %s", rs_trace_store_get_path (stores->pdata[i]), *damage);
    }
  return status;
}

/* What decides is what print_changes always shows. */
static int
judge (const GArray *rows, double fail_above)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const RsCompareRow *row = &g_array_index (rows, RsCompareRow, i);

      if (fail_above >= 0 && !row->is_noise && row->change == RS_CHANGE_SLOWER
          && row->interval.ratio > 1 + fail_above / 100)
        return RS_EXIT_FAILED;
    }
  return RS_EXIT_OK;
}

/* What the numbers are, below the table. */
static void
print_notes (const RsTraceComparison *found, gboolean by_runs)
{
  if (found->programs[0] != NULL)
    rs_cli_trace_say ("%s before and %s after count as one program", found->programs[0], found->programs[1]);
  rs_cli_trace_say ("ratio: median after to median before, with its 95 %% interval; %s",
                    by_runs
                        ? "by runs: of the means of the recordings' medians (lines, memory: sums)"
                        : "by blocks of neighbouring launches (lines: by samples): with fewer than three recordings a "
                          "side, what differs between runs of the same program counts as change");
  if (found->n_corrected > 0)
    rs_cli_trace_say ("no evidence: also of %u with an interval without 1: of %u compared at once some have one by "
                      "chance, which Holm's correction allows for",
                      found->n_corrected, found->n_judged);
}

/* store: NULL: a side is several files, which are opened here. */
int
rs_cli_trace_compare (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  guint first[2], n[2];
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (RsTraceComparison) found = NULL;
  int status, other;

  if (!split_operands (operands, first, n) || !check_side (operands, first[0], n[0])
      || !check_side (operands, first[1], n[1]) || (before = open_side (operands, first[0], n[0])) == NULL
      || (after = open_side (operands, first[1], n[1])) == NULL)
    return RS_EXIT_USAGE;
  found = rs_traces_compare ((RsTraceStore *const *)before->pdata, n[0], (RsTraceStore *const *)after->pdata, n[1],
                             &options->range, options->mark, &error);
  if (found == NULL)
    return rs_cli_trace_fail (error);
  print_changes (found->rows, options->format);
  if (options->format == RS_TABLE_TEXT)
    print_notes (found, n[0] >= RS_FEWEST_RUNS && n[1] >= RS_FEWEST_RUNS);
  status = warn_of_side (before);
  other = warn_of_side (after);
  status = MAX (status, other);
  other = judge (found->rows, options->fail_above);
  return MAX (status, other);
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
