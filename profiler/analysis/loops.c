/* The loop table, from the totals that the writer kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/loops.h"

#include "profiler/analysis/loop-times.h"

#include <string.h>

/* Every loop that the compiler was asked about has a decision. */
#define NOT_ASKED "interpreted: too little work to be compiled, or as the program or a setting asks"

/* Sums of a file may be anything. */
static gint64
add_sums (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

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
      /* Events of one text are of one kind. */
      const RsLoopRow row = { .name = total->name,
                              .file = total->file,
                              .line = total->line,
                              .decision = total->detail,
                              .kind = total->sum_a / MAX (total->n, 1) };

      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
}

/* A kernel that was fused is named after its parts, "A + B"; it counts for the first of them, which says so. */
static gboolean
is_launch_of (const RsTotalRow *total, const RsLoopRow *row)
{
  const gsize length = strlen (row->name);

  if (row->line != total->line || strcmp (row->file, total->file) != 0 || g_str_has_prefix (row->name, "loop")
      || strncmp (row->name, total->name, length) != 0)
    return FALSE;
  return total->name[length] == '\0'
         || (g_str_has_prefix (total->name + length, " + ") && g_str_has_prefix (row->decision, "one kernel with "));
}

/* Launches of kernel functions and expressions, by the name of the place. */
static void
add_launches (GArray *rows, const RsTotalRow *total)
{
  for (guint i = 0; i < rows->len; i++)
    {
      RsLoopRow *row = &g_array_index (rows, RsLoopRow, i);

      if (!is_launch_of (total, row))
        continue;
      row->runs = add_sums (row->runs, total->n);
      row->iterations = add_sums (row->iterations, total->sum_b);
      row->total = add_sums (row->total, total->total);
      return;
    }
}

/* The time of a loop goes to the first decision about its place. */
static RsLoopRow *
find_loop (GArray *rows, const char *file, guint32 line)
{
  for (guint i = 0; i < rows->len; i++)
    {
      RsLoopRow *row = &g_array_index (rows, RsLoopRow, i);

      if (row->line == line && strcmp (row->file, file) == 0 && g_str_has_prefix (row->name, "loop"))
        return row;
    }
  return NULL;
}

static void
add_time (GArray *rows, const RsTotalRow *total)
{
  RsLoopRow *row = find_loop (rows, total->file, total->line);

  if (row == NULL)
    {
      const RsLoopRow new_row = { .name = "loop", .file = total->file, .line = total->line, .decision = NOT_ASKED };

      g_array_append_val (rows, new_row);
      row = &g_array_index (rows, RsLoopRow, rows->len - 1);
    }
  row->is_interpreted = (row->runs == 0 || row->is_interpreted) && total->sum_b == 0;
  row->runs = add_sums (row->runs, total->n);
  row->iterations = add_sums (row->iterations, total->sum_a);
  row->total = add_sums (row->total, total->total);
}

/* Takes what compiling took out of the times of loops, and adds that of launches that went on after them. */
static void
correct_time (GArray *rows, const RsLoopTime *time)
{
  RsLoopRow *row = find_loop (rows, time->file, time->line);

  if (row != NULL)
    {
      row->total = add_sums (add_sums (row->total, -time->compiling), time->late);
      row->total = MAX (row->total, 0);
    }
}

/* Drops the loops of libraries that the program did not come to: decisions about them are made before it runs. */
static void
drop_unused (GArray *rows, RsTraceStore *store)
{
  g_autofree char *program = rs_trace_store_dup_meta (store, "program");
  g_autofree char *own = g_path_get_basename (program != NULL ? program : "");

  for (guint i = rows->len; i > 0; i--)
    {
      const RsLoopRow *row = &g_array_index (rows, RsLoopRow, i - 1);
      g_autofree char *name = g_path_get_basename (row->file);

      if (row->runs == 0 && program != NULL && strcmp (name, own) != 0 && g_str_has_prefix (row->name, "loop"))
        g_array_remove_index (rows, i - 1);
    }
}

GArray *
rs_loop_table_read (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) decisions = rs_trace_store_read_totals (store, RS_TRACE_DECISION, error);
  g_autoptr (GArray) loops = NULL, kernels = NULL, times = NULL;
  GArray *rows;

  if (decisions == NULL)
    return NULL;
  loops = rs_trace_store_read_totals (store, RS_TRACE_LOOP, error);
  kernels = loops != NULL ? rs_trace_store_read_totals (store, RS_TRACE_KERNEL, error) : NULL;
  times = kernels != NULL ? rs_loop_times_read (store, error) : NULL;
  if (times == NULL)
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsLoopRow));
  add_decisions (rows, decisions);
  for (guint i = 0; i < loops->len; i++)
    add_time (rows, &g_array_index (loops, RsTotalRow, i));
  for (guint i = 0; i < times->len; i++)
    correct_time (rows, &g_array_index (times, RsLoopTime, i));
  for (guint i = 0; i < kernels->len; i++)
    add_launches (rows, &g_array_index (kernels, RsTotalRow, i));
  drop_unused (rows, store);
  g_array_sort (rows, compare_rows);
  return rows;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const RsLoopRow *x = a, *y = b;

  return x->total != y->total ? (x->total < y->total ? 1 : -1) : compare_rows (a, b);
}

/* A loop whose event may be among the dropped ones. */
static gboolean
may_be_lost (const RsLoopRow *row)
{
  return row->runs == 0 && g_str_has_prefix (row->name, "loop") && g_str_has_prefix (row->decision, "interpreted");
}

GArray *
rs_interpreted_loops_read (RsTraceStore *store, GError **error)
{
  gboolean any_dropped = rs_trace_store_get_meta_integer (store, "dropped") > 0;
  GArray *rows = rs_loop_table_read (store, error);

  for (guint i = rows != NULL ? rows->len : 0; i > 0; i--)
    {
      RsLoopRow *row = &g_array_index (rows, RsLoopRow, i - 1);

      if (!row->is_interpreted && !(any_dropped && may_be_lost (row)))
        g_array_remove_index (rows, i - 1);
      else if (!g_str_has_prefix (row->decision, "interpreted")) /* by the size of this run, not for its text */
        row->decision = NOT_ASKED;
    }
  if (rows != NULL)
    g_array_sort (rows, compare_times);
  return rows;
}
