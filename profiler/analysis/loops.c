/* The loop table, from the totals that the writer kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/loops.h"

#include <string.h>

/* Every loop that the compiler was asked about has a decision. */
#define NOT_ASKED "interpreted: too little work to be compiled, or as the program or a setting asks"

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsLoopRow *x = a, *y = b;
  int order = strcmp (x->file, y->file);

  if (order != 0)
    return order;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  order = strcmp (x->name, y->name);
  return order != 0 ? order : strcmp (x->decision, y->decision);
}

static void
add_decisions (GArray *rows, const GArray *totals)
{
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsLoopRow row = { .name = total->name, .file = total->file, .line = total->line, .decision = total->detail };

      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
}

/* The time of a loop goes to the first decision about its place. */
static void
add_time (GArray *rows, const RsTotalRow *total)
{
  RsLoopRow *row = NULL;

  for (guint i = 0; row == NULL && i < rows->len; i++)
    {
      RsLoopRow *candidate = &g_array_index (rows, RsLoopRow, i);

      if (candidate->line == total->line && strcmp (candidate->file, total->file) == 0
          && g_str_has_prefix (candidate->name, "loop"))
        row = candidate;
    }
  if (row == NULL)
    {
      const RsLoopRow new_row = { .name = "loop", .file = total->file, .line = total->line, .decision = NOT_ASKED };

      g_array_append_val (rows, new_row);
      row = &g_array_index (rows, RsLoopRow, rows->len - 1);
    }
  row->runs += total->n;
  row->iterations += total->sum_a;
  row->total += total->total;
}

GArray *
rs_loop_table_read (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) decisions = rs_trace_store_read_totals (store, RS_TRACE_DECISION, error);
  g_autoptr (GArray) loops = NULL;
  GArray *rows;

  if (decisions == NULL)
    return NULL;
  loops = rs_trace_store_read_totals (store, RS_TRACE_LOOP, error);
  if (loops == NULL)
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsLoopRow));
  add_decisions (rows, decisions);
  for (guint i = 0; i < loops->len; i++)
    add_time (rows, &g_array_index (loops, RsTotalRow, i));
  g_array_sort (rows, compare_rows);
  return rows;
}
