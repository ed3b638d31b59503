/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/reach.h"

#include "compiler/kernel/analysis/integers.h"

#define MOST_REACHES 64                              /* of a kernel; with more each array is used as a whole */
#define LARGEST_OFFSET (G_GINT64_CONSTANT (1) << 60) /* beyond it a sum might not fit */

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  gboolean has_obstacle; /* what work items of different rows have to do with each other, or blocks */
} Search;

/* --- what is accessed --- */

static gboolean
is_same (const RsIrReach *a, const RsIrReach *b)
{
  return a->parameter == b->parameter && a->boundary == b->boundary && a->is_known == b->is_known
         && (!a->is_known
             || (a->dimension == b->dimension && a->coefficient == b->coefficient && rs_ir_equal (a->low, b->low)
                 && rs_ir_equal (a->high, b->high)));
}

static void
add (Search *self, const RsIrReach *reach)
{
  GArray *reaches = self->kernel->reaches;

  for (guint i = 0; i < reaches->len; i++)
    {
      RsIrReach *known = &g_array_index (reaches, RsIrReach, i);

      if (!is_same (known, reach))
        continue;
      known->writes |= reach->writes;
      return;
    }
  g_array_append_vals (reaches, reach, 1);
}

/* row: the first subscript. */
static void
note (Search *self, guint parameter, guint boundary, const RsIrExpression *row, gboolean writes)
{
  const RsKernelBinding binding = rs_kernel_parameter (self->kernel, parameter)->binding;
  RsIrReach reach = { .parameter = parameter, .boundary = (guint8)boundary, .writes = writes };
  RsPositionRange range;

  if (binding != RS_BIND_ARRAY && binding != RS_BIND_RESULT)
    return;
  range = rs_position_range (self->kernel, &self->locals, row);
  reach.is_known = range.is_known && rs_ir_can_evaluate (range.low) && rs_ir_can_evaluate (range.high);
  if (reach.is_known)
    {
      reach.dimension = range.dimension;
      reach.coefficient = range.coefficient;
      reach.low = range.low;
      reach.high = range.high;
    }
  add (self, &reach);
}

static void
visit (const RsIrExpression *e, gpointer data)
{
  Search *self = data;

  self->has_obstacle |= e->op == RS_IR_BLOCK;
  if (rs_ir_reads_array (e))
    note (self, e->index, e->boundary, e->operands[0], FALSE);
}

static gboolean
is_obstacle (const RsIrStatement *s)
{
  return s->kind == RS_IR_REDUCE || s->kind == RS_IR_TOTAL || s->kind == RS_IR_FINISH
         || (s->kind == RS_IR_BARRIER && (s->component == RS_IR_SCOPE_GRID || s->component == RS_IR_SCOPE_MULTI_GRID));
}

static void
walk (Search *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, visit, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        note (self, s->index, s->boundary, s->subscripts[0], TRUE);
      self->has_obstacle |= is_obstacle (s);
      rs_known_locals_enter (&self->locals, s);
      walk (self, &s->body);
      walk (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

/* --- whether its grid can be divided --- */

/* One row for each position of the first dimension, and no other one's. */
static gboolean
is_own_row (const RsIrReach *reach)
{
  return reach->is_known && reach->dimension == 0 && reach->coefficient != 0 && rs_ir_equal (reach->low, reach->high)
         && (reach->boundary == RS_BOUNDARY_UNCHECKED || reach->boundary == RS_BOUNDARY_SAFE
             || reach->boundary == RS_BOUNDARY_CHECKED || reach->boundary == RS_IR_BOUNDARY_REPORTED);
}

/* Whether rows that two positions have by these are never the same. */
static gboolean
are_apart (const RsIrReach *a, const RsIrReach *b)
{
  if (!is_own_row (a) || !is_own_row (b) || a->coefficient != b->coefficient)
    return FALSE;
  if (a->low->op == RS_IR_CONST && b->low->op == RS_IR_CONST)
    return ABS (a->low->value.integer - b->low->value.integer) < ABS (a->coefficient);
  return rs_ir_equal (a->low, b->low);
}

static gboolean
is_written (const RsKernel *kernel, guint parameter)
{
  for (guint i = 0; i < kernel->reaches->len; i++)
    {
      const RsIrReach *reach = &g_array_index (kernel->reaches, RsIrReach, i);

      if (reach->parameter == parameter && reach->writes)
        return TRUE;
    }
  return FALSE;
}

/* What is written in a row is nothing to the work items of other rows. */
static gboolean
has_own_rows (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->reaches->len; i++)
    {
      const RsIrReach *a = &g_array_index (kernel->reaches, RsIrReach, i);

      if (!is_written (kernel, a->parameter))
        continue;
      for (guint k = i; k < kernel->reaches->len; k++)
        {
          const RsIrReach *b = &g_array_index (kernel->reaches, RsIrReach, k);

          if (b->parameter == a->parameter && !are_apart (a, b))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
has_only_rows (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelBinding binding = rs_kernel_parameter (kernel, i)->binding;

      if (binding == RS_BIND_ACCUMULATOR || binding == RS_BIND_FINAL)
        return FALSE;
    }
  return TRUE;
}

void
rs_kernel_find_reaches (RsKernel *kernel)
{
  Search search = { .kernel = kernel, .has_obstacle = kernel->has_blocks || kernel->n_group_calls > 0 };

  g_clear_pointer (&kernel->reaches, g_array_unref);
  kernel->reaches = g_array_new (FALSE, FALSE, sizeof (RsIrReach));
  rs_known_locals_init (&search.locals, kernel, &kernel->body);
  walk (&search, &kernel->body);
  rs_known_locals_clear (&search.locals);
  if (kernel->reaches->len > MOST_REACHES)
    {
      g_clear_pointer (&kernel->reaches, g_array_unref);
      return;
    }
  kernel->is_divisible = !search.has_obstacle && !kernel->is_serial && !kernel->has_prefix && !kernel->is_one_block
                         && (kernel->ordered & 1) == 0 && kernel->grid_rank > 0 && has_only_rows (kernel)
                         && has_own_rows (kernel);
}

/* --- what a launch uses --- */

typedef struct {
  const RsKernel *kernel;
  const RsPositions *positions;
} Given;

static gboolean
get_given (const RsIrExpression *e, gpointer data, gint64 *value)
{
  const Given *self = data;
  const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, e->index);

  return (e->op == RS_IR_DIM ? self->positions->length : self->positions->number) (parameter, e->component, value,
                                                                                   self->positions->data);
}

/* Rows of what the array has. */
static gboolean
count_rows (const RsKernel *kernel, guint i, const RsPositions *positions, gint64 *n)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);
  const guint n_dims = rs_kernel_view (kernel, i) == RS_IR_VIEW_FLAT ? (guint)parameter->rank : 1;
  gint64 length;

  *n = 1;
  for (guint k = 0; k < n_dims; k++)
    {
      if (!positions->length (parameter, k, &length, positions->data))
        return FALSE;
      *n *= length;
    }
  return TRUE;
}

/* Beyond the edges are other rows, by the boundary; *low and *high (which belongs to it) are of the n rows then. */
static void
keep_inside (const RsIrReach *reach, gint64 n, gint64 *low, gint64 *high)
{
  const gint64 first = *low, last = *high;

  switch (reach->boundary)
    {
    case RS_BOUNDARY_CLAMPED:
      *low = CLAMP (first, 0, n - 1);
      *high = CLAMP (last, 0, n - 1);
      return;
    case RS_BOUNDARY_MIRROR:
      *low = last >= n ? MIN (first, 2 * n - 1 - last) : first;
      *high = first < 0 ? MAX (last, -1 - first) : last;
      break;
    case RS_BOUNDARY_CIRCULAR:
      *low = last >= n ? 0 : first;
      *high = first < 0 ? n - 1 : last;
      break;
    default:
      break;
    }
  *low = MAX (*low, 0);
  *high = MIN (*high, n - 1);
}

/* FALSE: it may be any row. Where there are none, *high is below *low. */
static gboolean
get_reach (const RsKernel *kernel, const RsIrReach *reach, const RsPositions *positions, gint64 n, gint64 *low,
           gint64 *high)
{
  Given given = { kernel, positions };
  const gint64 first = reach->dimension == 0 ? positions->first : 0;
  const gint64 last = (reach->dimension == 0 ? positions->end : positions->grid[reach->dimension]) - 1;

  if (!reach->is_known || !rs_ir_evaluate (reach->low, get_given, &given, low)
      || !rs_ir_evaluate (reach->high, get_given, &given, high) || ABS (*low) > LARGEST_OFFSET
      || ABS (*high) > LARGEST_OFFSET || last > G_MAXINT32)
    return FALSE;
  if (*low > *high) /* in a loop that does not run */
    return TRUE;
  *low += MIN (reach->coefficient * first, reach->coefficient * last);
  *high += MAX (reach->coefficient * first, reach->coefficient * last);
  keep_inside (reach, n, low, high);
  return TRUE;
}

gboolean
rs_kernel_get_rows (const RsKernel *kernel, guint parameter, const RsPositions *positions, RsRows *rows)
{
  g_assert (parameter < kernel->parameters->len && positions->first <= positions->end);
  *rows = (RsRows){ .low = G_MAXINT64, .high = G_MININT64 };
  if (kernel->reaches == NULL || !count_rows (kernel, parameter, positions, &rows->n))
    return FALSE;
  for (guint i = 0; i < kernel->reaches->len; i++)
    {
      const RsIrReach *reach = &g_array_index (kernel->reaches, RsIrReach, i);
      gint64 low, high;

      if (reach->parameter != parameter)
        continue;
      if (!get_reach (kernel, reach, positions, rows->n, &low, &high))
        return FALSE;
      if (low > high)
        continue;
      rows->low = MIN (rows->low, low);
      rows->high = MAX (rows->high, high + 1);
    }
  return TRUE;
}

gboolean
rs_kernel_is_divisible (const RsKernel *kernel)
{
  return kernel->is_divisible;
}
