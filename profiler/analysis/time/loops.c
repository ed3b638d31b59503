/* The loop table, from the totals that the writer kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/loops.h"

#include "profiler/analysis/time/loop-times.h"

#include <string.h>

/* Every loop that the compiler was asked about has a decision. */
#define NOT_ASKED "interpreted: too little work to be compiled, or as the program or a setting asks"

#define FORM_LOOP 1 /* b of a decision, see runtime/trace-events.def */

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

/* Assignments that are made step by step are decided upon as loops are. A kernel may be called anything. */
static gboolean
is_about_loop (const RsTotalRow *total)
{
  return total->sum_b / MAX (total->n, 1) == FORM_LOOP && g_str_has_prefix (total->name, "loop");
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
                              .is_loop = is_about_loop (total),
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

  if (row->line != total->line || strcmp (row->file, total->file) != 0 || row->is_loop
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

static gboolean
is_loop_at (const RsLoopRow *row, const char *file, guint32 line)
{
  return row->line == line && strcmp (row->file, file) == 0 && row->is_loop;
}

/* Whether the loops of the total ran as the row says. Older traces don't tell by which decision a loop was launched:
 * that counts for the first. */
static gboolean
ran_as (const RsTotalRow *total, const RsLoopRow *row)
{
  if (*total->detail != '\0')
    return strcmp (total->detail, row->decision) == 0;
  return total->sum_b != 0 || row->kind == RS_DECISION_INTERPRETED;
}

static void
add_time (GArray *rows, const RsTotalRow *total)
{
  RsLoopRow new_row = { .name = "loop", .file = total->file, .line = total->line, .is_loop = TRUE };
  RsLoopRow *row = NULL;

  for (guint i = 0; row == NULL && i < rows->len; i++)
    if (is_loop_at (&g_array_index (rows, RsLoopRow, i), total->file, total->line))
      {
        new_row.name = g_array_index (rows, RsLoopRow, i).name;
        if (ran_as (total, &g_array_index (rows, RsLoopRow, i)))
          row = &g_array_index (rows, RsLoopRow, i);
      }
  if (row == NULL)
    {
      new_row.decision = *total->detail != '\0' ? total->detail : NOT_ASKED;
      new_row.kind = total->sum_b / MAX (total->n, 1); /* the same numbers */
      g_array_append_val (rows, new_row);
      row = &g_array_index (rows, RsLoopRow, rows->len - 1);
    }
  row->is_interpreted = (row->runs == 0 || row->is_interpreted) && total->sum_b == 0;
  row->runs = add_sums (row->runs, total->n);
  row->iterations = add_sums (row->iterations, total->sum_a);
  row->total = add_sums (row->total, total->total);
}

/* The row of the place that took longest; launched: if there is one, of those that were launched. */
static RsLoopRow *
find_longest (GArray *rows, const RsLoopTime *time, gboolean launched)
{
  RsLoopRow *longest = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      RsLoopRow *row = &g_array_index (rows, RsLoopRow, i);
      gboolean is_better = longest == NULL || row->total > longest->total;

      if (launched && longest != NULL && row->is_interpreted != longest->is_interpreted)
        is_better = longest->is_interpreted;
      if (row->runs != 0 && is_loop_at (row, time->file, time->line) && is_better)
        longest = row;
    }
  return longest;
}

/* Takes a time >= 0 out of the rows of the place, the longest first. */
static void
take_out (GArray *rows, const RsLoopTime *time, gint64 left)
{
  for (RsLoopRow *row = find_longest (rows, time, FALSE); row != NULL && row->total > 0 && left > 0;
       row = find_longest (rows, time, FALSE))
    {
      const gint64 taken = MIN (left, row->total);

      row->total -= taken;
      left -= taken;
    }
}

/* Takes what compiling took out of the times of loops, and adds that of launches that went on after them, or takes out
 * what counts twice. Both are known of the place only: where it has several rows, the longest counts. */
static void
correct_time (GArray *rows, const RsLoopTime *time)
{
  RsLoopRow *row = time->late > 0 ? find_longest (rows, time, TRUE) : NULL;

  if (row != NULL)
    {
      const gint64 with_late = add_sums (row->total, time->late);

      row->total = MAX (with_late, 0);
    }
  else
    take_out (rows, time, -MIN (time->late, 0));
  take_out (rows, time, MAX (time->compiling, 0));
}

/* A decision about steps, or about the rest of them, that another row of the place tells together with its runs. */
static gboolean
is_told_by (const RsLoopRow *row, const RsLoopRow *other)
{
  static const char steps[] = RS_DECISION_STEPS_THEN;

  return is_loop_at (row, other->file, other->line) && g_str_has_prefix (other->decision, steps)
         && (strcmp (row->decision, other->decision + strlen (steps)) == 0
             || g_str_has_prefix (row->decision, RS_LOOP_STEPS ": "));
}

static void
drop_told (GArray *rows)
{
  for (guint i = rows->len; i > 0; i--)
    for (guint k = 0; g_array_index (rows, RsLoopRow, i - 1).runs == 0 && k < rows->len; k++)
      if (is_told_by (&g_array_index (rows, RsLoopRow, i - 1), &g_array_index (rows, RsLoopRow, k)))
        {
          g_array_remove_index (rows, i - 1);
          break;
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

      if (row->runs == 0 && program != NULL && strcmp (name, own) != 0 && row->is_loop)
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
  drop_told (rows);
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
  return row->runs == 0 && row->is_loop && g_str_has_prefix (row->decision, "interpreted");
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
    }
  if (rows != NULL)
    g_array_sort (rows, compare_times);
  return rows;
}
