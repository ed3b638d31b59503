/* Lets the border of a filter run like its interior, on copies of arrays that go on beyond their edges.
 *
 * A work item of the border asks at every access whether it is inside, and does so alone: with a window of 27 x 27 it
 * costs some seventy of the interior, and there are many of them. What the work items of a box read from an array is a
 * box of that array, since each subscript is a position plus an offset between two bounds. A copy of this box in which
 * the boundary mode has been applied replaces the array; the copy costs an element a work item and row of the window,
 * where the filter itself costs at least one an element of the window.
 *
 * An array is copied when all that is read from it is understood, with one boundary mode, and nothing is written to it.
 * What the kernel does with other arrays has to stay inside of them: that bounds where copies help.
 *
 * Straight kernels gain as well: the C compiler sees the accesses of the border in one function for rare cases, which
 * it need not optimise, and takes half the time. They have to be understood altogether.
 *
 * Requires: split, strips, tiles. Establishes: pads, pad_low, pad_high. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/passes/control/split.h"

typedef struct {
  RsIrPad pad;
  RsBoundary mode; /* of accesses that have one; DEFAULT: none met */
  gboolean is_read;
  gboolean is_obstacle; /* something about the array is not understood */
} Array;

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  Array *arrays; /* by parameter */
  RsPositionBounds bounds;
  gboolean collects_bounds; /* the second walk: arrays are decided */
} Padding;

static gboolean
can_be_copied (const RsKernel *kernel, guint parameter)
{
  const RsKernelParameter *info = rs_kernel_parameter (kernel, parameter);

  return info->binding == RS_BIND_ARRAY && !info->writes && rs_kernel_view (kernel, parameter) == RS_IR_VIEW_PLAIN
         && info->rank <= RS_MAX_GRID && info->element != RS_ELEMENT_CSINGLE && info->element != RS_ELEMENT_CDOUBLE;
}

static gboolean
is_padded (const Array *array)
{
  gboolean moves = FALSE;

  for (guint k = 0; k < RS_MAX_GRID; k++)
    moves |= array->pad.axes[k].coefficient > 0;
  return array->is_read && !array->is_obstacle && array->mode != RS_BOUNDARY_DEFAULT && moves;
}

/* Adds what a load reads along dimension k. */
static void
widen (RsKernel *kernel, Array *array, guint k, const RsPositionRange *range)
{
  RsIrPad *pad = &array->pad;

  if (!array->is_read)
    {
      pad->axes[k].coefficient = range->coefficient;
      pad->axes[k].dimension = range->coefficient != 0 ? range->dimension : 0;
      pad->axes[k].low = range->low;
      pad->axes[k].high = range->high;
      return;
    }
  if (pad->axes[k].coefficient != range->coefficient
      || (range->coefficient != 0 && pad->axes[k].dimension != range->dimension))
    array->is_obstacle = TRUE;
  if (!rs_ir_equal (pad->axes[k].low, range->low))
    pad->axes[k].low = rs_ir_binary (kernel, RS_IR_MIN, pad->axes[k].low, range->low);
  if (!rs_ir_equal (pad->axes[k].high, range->high))
    pad->axes[k].high = rs_ir_binary (kernel, RS_IR_MAX, pad->axes[k].high, range->high);
}

static void
note_load (Padding *self, const RsIrExpression *e)
{
  Array *array = &self->arrays[e->index];

  if (array->is_obstacle)
    return;
  for (guint k = 0; k < e->n_operands && !array->is_obstacle; k++)
    {
      RsPositionRange range = rs_position_range (self->kernel, &self->locals, e->operands[k]);

      if (range.is_known && range.coefficient >= 0)
        widen (self->kernel, array, k, &range);
      else
        array->is_obstacle = TRUE;
    }
  array->is_read = TRUE;
  if (e->boundary == RS_BOUNDARY_UNCHECKED)
    return;
  if (e->boundary == RS_BOUNDARY_CHECKED)
    array->is_obstacle = TRUE;
  if (array->mode != RS_BOUNDARY_DEFAULT && array->mode != e->boundary)
    array->is_obstacle = TRUE;
  array->mode = e->boundary;
}

/* Where the interior leaves out a check of an array that is not copied: it does so where the access is understood. */
static void
bound_access (Padding *self, guint parameter, RsBoundary boundary, const RsIrExpression *const *subscripts, guint n)
{
  if (boundary != RS_BOUNDARY_UNCHECKED)
    rs_position_bounds_add_access (self->kernel, &self->bounds, &self->locals, parameter, subscripts, n);
}

static void
visit (const RsIrExpression *e, gpointer data)
{
  Padding *self = data;

  if (e->op == RS_IR_LOAD && !self->collects_bounds)
    note_load (self, e);
  else if (e->op == RS_IR_LOAD && !is_padded (&self->arrays[e->index]))
    bound_access (self, e->index, e->boundary, e->operands, e->n_operands);
  else if (e->op == RS_IR_DIM || e->op == RS_IR_INSIDE)
    self->arrays[e->index].is_obstacle = TRUE; /* a copy has other lengths */
  if (e->op == RS_IR_INSIDE && self->collects_bounds)
    bound_access (self, e->index, RS_BOUNDARY_SAFE, e->operands, e->n_operands);
}

static void
walk (Padding *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, visit, self);
      rs_known_locals_enter (&self->locals, s);
      if (self->collects_bounds && (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC))
        bound_access (self, s->index, s->boundary, s->subscripts, s->n_subscripts);
      walk (self, &s->body);
      walk (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

/* Of constants and what is smaller or larger of them; FALSE: e is something else. */
static gboolean
compute (const RsIrExpression *e, gint64 *value)
{
  gint64 other;

  if (e->op == RS_IR_CONST)
    *value = e->value.integer;
  else if ((e->op != RS_IR_MIN && e->op != RS_IR_MAX) || !compute (e->operands[0], value)
           || !compute (e->operands[1], &other))
    return FALSE;
  else
    *value = e->op == RS_IR_MIN ? MIN (*value, other) : MAX (*value, other);
  return TRUE;
}

/* A kernel that was made for the length of the last dimension reads copies that have it too; where they would be larger
 * it is made for all lengths again. */
static void
keep_last_length (RsKernel *kernel, RsIrPad *pad)
{
  RsKernelParameter *parameter = rs_kernel_parameter (kernel, pad->parameter);
  gint64 length = parameter->last_length, low, high;
  guint last = (guint)parameter->rank - 1;

  if (length == 0)
    return;
  if (pad->axes[last].coefficient != 0 || !compute (pad->axes[last].low, &low) || !compute (pad->axes[last].high, &high)
      || low < 0 || high >= length)
    {
      parameter->last_length = 0;
      return;
    }
  pad->axes[last].low = rs_ir_integer (kernel, 0);
  pad->axes[last].high = rs_ir_integer (kernel, length - 1);
}

static void
set_pads (Padding *self)
{
  RsKernel *kernel = self->kernel;

  for (guint i = 0; i < kernel->parameters->len; i++)
    if (is_padded (&self->arrays[i]))
      {
        self->arrays[i].pad.parameter = i;
        self->arrays[i].pad.boundary = self->arrays[i].mode;
        keep_last_length (kernel, &self->arrays[i].pad);
        g_array_append_val (kernel->pads, self->arrays[i].pad);
        rs_kernel_note (kernel, 0, 1, 0, "near the border a copy of `%s` that goes on beyond its edges serves",
                        rs_kernel_parameter (kernel, i)->name);
      }
  for (guint k = 0; k < RS_MAX_GRID && kernel->pads->len > 0; k++)
    {
      kernel->pad_bounded[k] = self->bounds.bounded[k];
      kernel->pad_low[k] = self->bounds.low[k];
      kernel->pad_high[k] = self->bounds.high[k];
    }
}

static void
note_check (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_LOAD && e->boundary != RS_BOUNDARY_UNCHECKED;
}

/* Whether block, of the interior, does nothing but compute and store, and asks for no boundary. */
static gboolean
is_straight (const RsIrBlock *block)
{
  gboolean asks = FALSE;

  for (const RsIrStatement *s = block->first; s != NULL && !asks; s = s->next)
    {
      rs_ir_visit_statement (s, note_check, &asks);
      asks |= s->kind != RS_IR_SET && s->kind != RS_IR_STORE && s->kind != RS_IR_IF && s->kind != RS_IR_LOOP;
      asks |= s->kind == RS_IR_STORE && (s->boundary != RS_BOUNDARY_UNCHECKED || s->overflow == RS_OVERFLOW_CHECKED);
      asks |= !is_straight (&s->body) || !is_straight (&s->other);
    }
  return !asks;
}

void
rs_pass_pad (RsKernel *kernel)
{
  Padding self = { .kernel = kernel };

  if (!rs_cpu_schedule_allows (kernel, RS_CPU_PADS) || kernel->same_arrays_possible)
    return;
  if (kernel->cpu.strip == 0 && (kernel->cpu.bins != 0 || !is_straight (&kernel->interior)))
    return;
  self.arrays = g_new0 (Array, kernel->parameters->len);
  for (guint i = 0; i < kernel->parameters->len; i++)
    self.arrays[i].is_obstacle = !can_be_copied (kernel, i);
  rs_known_locals_init (&self.locals, kernel, &kernel->body);
  walk (&self, &kernel->body);
  self.collects_bounds = TRUE;
  walk (&self, &kernel->body);
  if (rs_kernel_get_peeled (kernel) > 0)
    rs_position_bounds_keep (kernel, &self.bounds, 0, rs_ir_integer (kernel, rs_kernel_get_peeled (kernel)),
                             rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, 0));
  rs_position_bounds_close (kernel, &self.bounds);
  set_pads (&self);
  rs_known_locals_clear (&self.locals);
  g_free (self.arrays);
}
