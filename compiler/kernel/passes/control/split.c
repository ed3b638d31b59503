/* Splits a launch into an interior, where accesses need no boundary handling, and the border around it.
 *
 * A subscript of the form `c * position + offset`, c > 0, stays inside its array for all positions between two bounds
 * that are the same for all work items, when the smallest and the largest offset are: offsets may contain counters of
 * loops, whose range is then taken, private variables that are assigned once, and numbers. Where the bounds of a loop
 * follow a position (for j=i..n-1) its first and its last value have to be inside. A subscript of several positions
 * (x[i*n + j]) stays inside for whole rows (integers.h). The interior is the box of positions in which all such
 * accesses stay inside; it runs a copy of the body in which they are 'unchecked. Accesses that are not understood keep
 * their boundary mode there.
 *
 * Where a loop over one dimension asks whether it is at one of its first positions (`i == 0`, `i >= 32`), the interior
 * begins behind them, and its copy of the body has the answer: what an iteration takes from the one before is an
 * element there, and not a choice.
 *
 * Where a function runs one work item, which asks whether it is in the interior, that has to pay: for positions that
 * are mapped, for accesses in loops, or for a few of them.
 *
 * Requires: nothing. Establishes: has_interior, where some access gains. Invalidates: nothing; body stays as it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/control/split.h"

#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/analysis/order/prefix.h"
#include "compiler/kernel/passes/passes.h"

#define GAIN_OF_MANY 4  /* accesses without a test that are worth one of the position */
#define LARGEST_TEST 64 /* nodes of it, where each work item asks */
#define MOST_PEELED 64  /* first work items that are left to the border */

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  RsPositionBounds bounds;
  guint gain;    /* accesses without a test; those that run often count as GAIN_OF_MANY */
  guint n_loops; /* around the statement at hand */
} Split;

/* Adds the bounds of one access; FALSE when it is not understood. */
static gboolean
bound_access (Split *self, guint parameter, guint n, const RsIrExpression *const *subscripts, guint boundary)
{
  gboolean is_bounded
      = rs_position_bounds_add_access (self->kernel, &self->bounds, &self->locals, parameter, subscripts, n);
  gboolean is_mapped = boundary == RS_BOUNDARY_MIRROR || boundary == RS_BOUNDARY_CIRCULAR
                       || boundary == RS_BOUNDARY_CLAMPED;

  if (is_bounded)
    self->gain += is_mapped || self->n_loops > 0 ? GAIN_OF_MANY : 1;
  return is_bounded;
}

static void
note_access (RsKernel *kernel, RsIrPlace line, guint parameter, gboolean is_bounded)
{
  rs_kernel_note (kernel, line, is_bounded, 1, "boundary checks of `%s` left out in the interior",
                  rs_kernel_parameter (kernel, parameter)->name);
}

static gboolean
is_uniform_access (const RsIrExpression *load)
{
  for (guint i = 0; i < load->n_operands; i++)
    if (!rs_ir_is_uniform (load->operands[i]))
      return FALSE;
  return TRUE;
}

static const RsIrExpression *
relax_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Split *self = data;
  gboolean is_bounded;

  if (e->op == RS_IR_INSIDE)
    return bound_access (self, e->index, e->n_operands, e->operands, e->boundary)
               ? rs_ir_constant (kernel, RS_IR_BOOL, 1)
               : e;
  if (e->op == RS_IR_SELECT && rs_ir_is_constant (e->operands[0], 1))
    return e->operands[1];
  if (e->op != RS_IR_LOAD || e->boundary == RS_BOUNDARY_UNCHECKED
      || (kernel->has_prefix && is_uniform_access (e))) /* read once a box, before the sums */
    return e;
  is_bounded = bound_access (self, e->index, e->n_operands, e->operands, e->boundary);
  note_access (kernel, e->line, e->index, is_bounded);
  if (!is_bounded)
    return e;
  return rs_ir_unchecked_load (kernel, e);
}

static void
relax_block (Split *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_map_statement (self->kernel, s, relax_load, self);
      rs_known_locals_enter (&self->locals, s);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->boundary != RS_BOUNDARY_UNCHECKED)
        {
          gboolean is_bounded = bound_access (self, s->index, s->n_subscripts,
                                              (const RsIrExpression *const *)s->subscripts, s->boundary);

          note_access (self->kernel, s->line, s->index, is_bounded);
          s->boundary = is_bounded ? RS_BOUNDARY_UNCHECKED : s->boundary;
        }
      self->n_loops += s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER;
      relax_block (self, &s->body);
      self->n_loops -= s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER;
      relax_block (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

/* --- the first work items --- */

/* The position from which on the answer to the comparison is always the same, which becomes *answer; 0: there is none,
 * or it is none of a position and a number. */
static guint
find_change (const RsIrExpression *e, gboolean *answer)
{
  const RsIrExpression *a = e->n_operands == 2 ? e->operands[0] : NULL;
  gint64 number = a && e->operands[1]->op == RS_IR_CONST && a->type == RS_IR_I64 ? e->operands[1]->value.integer : -1;

  if (number >= 0 && a->op == RS_IR_ADD)
    {
      const gboolean first = a->operands[0]->op == RS_IR_CONST;
      const RsIrExpression *offset = a->operands[!first];

      number = offset->op == RS_IR_CONST && ABS (offset->value.integer) <= MOST_PEELED ? number - offset->value.integer
                                                                                       : -1;
      a = a->operands[first];
    }
  if (number < 0 || number >= MOST_PEELED || a->op != RS_IR_POSITION)
    return 0;
  *answer = e->op == RS_IR_NE || e->op == RS_IR_GE || e->op == RS_IR_GT;
  switch ((RsIrOp)e->op)
    {
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_LE:
    case RS_IR_GT:
      return (guint)number + 1;
    case RS_IR_LT:
    case RS_IR_GE:
      return (guint)number;
    default:
      return 0;
    }
}

static void
find_peeled (const RsIrExpression *e, gpointer data)
{
  guint *most = data, change;
  gboolean answer;

  change = find_change (e, &answer);
  *most = MAX (*most, change);
}

static void
find_peeled_in_block (const RsIrBlock *block, guint *most)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, find_peeled, most);
      find_peeled_in_block (&s->body, most);
      find_peeled_in_block (&s->other, most);
    }
}

guint
rs_kernel_get_peeled (const RsKernel *kernel)
{
  guint most = 0;

  if (kernel->target->dialect == RS_DIALECT_C && kernel->form == RS_KERNEL_FROM_LOOP && kernel->grid_rank == 1)
    find_peeled_in_block (&kernel->body, &most);
  return most;
}

static const RsIrExpression *
answer_comparison (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  gboolean answer;

  return find_change (e, &answer) > 0 ? rs_ir_constant (kernel, RS_IR_BOOL, answer) : e;
}

/* The interior becomes the body of the work items behind the first ones. */
static void
peel (Split *self, RsIrBlock *interior)
{
  RsKernel *kernel = self->kernel;
  const guint n = rs_kernel_get_peeled (kernel);
  const RsIrBlock body = kernel->body;

  if (n == 0)
    return;
  rs_ir_map_block (kernel, interior, answer_comparison, NULL);
  kernel->body = *interior;
  rs_pass_simplify (kernel);
  *interior = kernel->body;
  kernel->body = body;
  rs_position_bounds_keep (kernel, &self->bounds, 0, rs_ir_integer (kernel, n),
                           rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, 0));
  self->gain += GAIN_OF_MANY;
  rs_kernel_note (kernel, kernel->line, 1, 0, "the first work items of a row run apart from the others");
}

/* What it costs to find the interior is paid once a launch, or by each work item. */
static gboolean
pays (const Split *self)
{
  guint n = 0;

  if (self->kernel->target->dialect == RS_DIALECT_C)
    return self->gain > 0;
  for (guint k = 0; k < RS_MAX_GRID; k++)
    if (self->bounds.bounded[k])
      n += rs_ir_count (self->bounds.low[k]) + rs_ir_count (self->bounds.high[k]);
  return self->gain >= GAIN_OF_MANY && n <= LARGEST_TEST;
}

void
rs_pass_split (RsKernel *kernel)
{
  Split self = { .kernel = kernel };
  RsIrBlock interior;

  if (kernel->has_prefix && !rs_kernel_can_scan (kernel)) /* work items wait for each other, not for checks */
    return;
  interior = rs_ir_copy_block (kernel, &kernel->body);
  peel (&self, &interior);
  rs_known_locals_init (&self.locals, kernel, &interior);
  relax_block (&self, &interior);
  rs_known_locals_clear (&self.locals);
  if (self.gain == 0)
    return;
  rs_position_bounds_close (kernel, &self.bounds);
  if (!pays (&self))
    return;
  for (guint k = 0; k < RS_MAX_GRID; k++)
    {
      kernel->interior_bounded[k] = self.bounds.bounded[k];
      kernel->interior_low[k] = self.bounds.low[k];
      kernel->interior_high[k] = self.bounds.high[k];
    }
  kernel->interior = interior;
  kernel->has_interior = TRUE;
}
