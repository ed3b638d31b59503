/* Runs the last dimensions of the grid as one, where memory is the same for both: colour images have a last dimension
 * of 3, and a loop over three channels can't be vectorised.
 *
 * With an array whose last dimensions are as long as those of the grid, x[p, q + c, r] lies at x[p, c, q * R + r]: one
 * index runs over what were two. So the dimensions from `collapse_from` on become one when each access either does not
 * use them, or uses them in order as its last subscripts, with an offset in the first of them only; and when positions
 * in them occur nowhere else. Whether the lengths agree is known at launch (collapse_condition).
 *
 * Requires: split. Establishes: has_collapsed. Invalidates: nothing; body and interior stay as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

typedef struct {
  RsKernel *kernel;
  guint from; /* first dimension that is collapsed */
  gboolean fits;
  gboolean any; /* an access uses them */
  const RsIrExpression *condition;
} Collapse;

static gboolean
uses_positions (const RsIrExpression *e, guint from)
{
  if (e->op == RS_IR_POSITION && e->component >= from)
    return TRUE;
  for (guint i = 0; i < e->n_operands; i++)
    if (uses_positions (e->operands[i], from))
      return TRUE;
  return FALSE;
}

/* e without its one addend `position in dimension`; NULL when it has another form. */
static const RsIrExpression *
take_position (RsKernel *kernel, const RsIrExpression *e, guint dimension)
{
  const RsIrExpression *rest;

  if (e->op == RS_IR_POSITION && e->component == dimension)
    return rs_ir_integer (kernel, 0);
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return NULL;
  if (!uses_positions (e->operands[1], dimension))
    {
      rest = take_position (kernel, e->operands[0], dimension);
      return rest ? rs_ir_binary (kernel, e->op, rest, e->operands[1]) : NULL;
    }
  if (e->op == RS_IR_SUB || uses_positions (e->operands[0], dimension))
    return NULL;
  rest = take_position (kernel, e->operands[1], dimension);
  return rest ? rs_ir_binary (kernel, RS_IR_ADD, e->operands[0], rest) : NULL;
}

static gboolean
is_position (const RsIrExpression *e, guint dimension)
{
  return e->op == RS_IR_POSITION && e->component == dimension;
}

static void
require_length (Collapse *self, guint parameter, guint array_dimension, guint grid_dimension)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *test = rs_ir_binary (kernel, RS_IR_EQ,
                                             rs_ir_leaf (kernel, RS_IR_DIM, RS_IR_I64, parameter, array_dimension),
                                             rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, grid_dimension));

  self->condition = self->condition ? rs_ir_binary (kernel, RS_IR_AND, self->condition, test) : test;
}

static const RsIrExpression *rewrite (Collapse *self, const RsIrExpression *e);

/* Rewrites the subscripts of one access in place. */
static void
rewrite_access (Collapse *self, guint parameter, RsBoundary boundary, const RsIrExpression **subscripts, guint n)
{
  RsKernel *kernel = self->kernel;
  guint collapsed = kernel->grid_rank - self->from, first = n - collapsed;
  gboolean uses = FALSE;

  for (guint i = 0; i < n; i++)
    uses |= uses_positions (subscripts[i], self->from);
  if (!uses)
    {
      for (guint i = 0; i < n; i++)
        subscripts[i] = rewrite (self, subscripts[i]);
      return;
    }
  self->any = TRUE;
  if (n < collapsed || boundary != RS_BOUNDARY_UNCHECKED || rs_kernel_view (kernel, parameter) == RS_IR_VIEW_FLAT)
    {
      self->fits = FALSE;
      return;
    }
  for (guint i = 0; i < first; i++)
    subscripts[i] = rewrite (self, subscripts[i]);
  for (guint k = 1; k < collapsed; k++)
    {
      self->fits = self->fits && is_position (subscripts[first + k], self->from + k);
      require_length (self, parameter, first + k, self->from + k);
    }
  subscripts[first] = take_position (kernel, subscripts[first], self->from);
  if (!subscripts[first] || !self->fits)
    {
      self->fits = FALSE;
      return;
    }
  subscripts[first] = rewrite (self, subscripts[first]);
  for (guint k = 1; k + 1 < collapsed; k++)
    subscripts[first + k] = rs_ir_integer (kernel, 0);
  subscripts[n - 1] = rs_ir_leaf (kernel, RS_IR_POSITION, RS_IR_I64, 0, kernel->grid_rank - 1);
}

static const RsIrExpression *
rewrite (Collapse *self, const RsIrExpression *e)
{
  RsIrExpression *copy;

  if (!self->fits || !uses_positions (e, self->from))
    return e;
  if (e->op == RS_IR_POSITION)
    {
      self->fits = FALSE;
      return e;
    }
  copy = rs_arena_memdup (self->kernel->arena, e, sizeof *e + e->n_operands * sizeof (RsIrExpression *));
  if (e->op == RS_IR_LOAD)
    rewrite_access (self, e->index, e->boundary, copy->operands, e->n_operands);
  else
    for (guint i = 0; i < e->n_operands; i++)
      copy->operands[i] = rewrite (self, e->operands[i]);
  return copy;
}

static void
rewrite_block (Collapse *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s && self->fits; s = s->next)
    {
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        rewrite_access (self, s->index, s->boundary, s->subscripts, s->n_subscripts);
      else
        for (guint i = 0; i < s->n_subscripts; i++)
          s->subscripts[i] = rewrite (self, s->subscripts[i]);
      if (s->value)
        s->value = rewrite (self, s->value);
      if (s->low)
        s->low = rewrite (self, s->low);
      if (s->high)
        s->high = rewrite (self, s->high);
      rewrite_block (self, &s->body);
      rewrite_block (self, &s->other);
    }
}

void
rs_pass_collapse (RsKernel *kernel)
{
  for (guint from = 0; from + 1 < kernel->grid_rank && !kernel->has_collapsed; from++)
    {
      Collapse self = { .kernel = kernel, .from = from, .fits = TRUE };
      RsIrBlock copy;

      if (kernel->ordered >> from != 0)
        continue;
      copy = rs_ir_copy_block (kernel, kernel->has_interior ? &kernel->interior : &kernel->body);

      rewrite_block (&self, &copy);
      if (!self.fits || !self.any || !self.condition)
        continue;
      kernel->has_collapsed = TRUE;
      kernel->collapse_from = from;
      kernel->collapse_condition = self.condition;
      kernel->collapsed = copy;
      rs_kernel_note (kernel, 0, 1, 0, "dimensions %u to %u of the grid run as one", from + 1, kernel->grid_rank);
    }
}
