/* Splits a launch into an interior, where accesses need no boundary handling, and the border around it.
 *
 * A subscript of the form `c * position + offset`, c > 0, stays inside its array for all positions between two bounds
 * that are the same for all work items, when the smallest and the largest offset are: offsets may contain counters of
 * loops, whose range is then taken, private variables that are assigned once, and numbers. The interior is the box of
 * positions in which all such accesses stay inside; it runs a copy of the body in which they are 'unchecked. Accesses
 * that are not understood keep their boundary mode there.
 *
 * Requires: nothing. Establishes: has_interior, where some access gains. Invalidates: nothing; body stays as it is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include "compiler/kernel/known-locals.h"

#define MAX_DEPTH 32 /* locals seen through, one inside the other */

/* coefficient * position, in grid dimension `dimension`, plus an offset between low and high (uniform, I64). */
typedef struct {
  gboolean is_known;
  guint dimension;
  gint64 coefficient; /* 0: no position */
  const RsIrExpression *low, *high;
} Range;

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  const RsIrExpression *condition; /* what has to hold for the interior to exist; NULL: nothing */
  gboolean any;
} Split;

static Range analyse (Split *self, const RsIrExpression *e, guint depth);

static Range
add (Split *self, Range a, Range b, gboolean subtract)
{
  RsIrOp op = subtract ? RS_IR_SUB : RS_IR_ADD;

  if (!a.is_known || !b.is_known || (b.coefficient != 0 && subtract) || (a.coefficient != 0 && b.coefficient != 0))
    return (Range){ .is_known = FALSE };
  if (b.coefficient != 0)
    {
      a.coefficient = b.coefficient;
      a.dimension = b.dimension;
    }
  a.low = rs_ir_binary (self->kernel, op, a.low, subtract ? b.high : b.low);
  a.high = rs_ir_binary (self->kernel, op, a.high, subtract ? b.low : b.high);
  return a;
}

static Range
multiply (Split *self, Range a, const RsIrExpression *factor)
{
  if (!a.is_known || factor->op != RS_IR_CONST || factor->value.integer <= 0)
    return (Range){ .is_known = FALSE };
  a.coefficient *= factor->value.integer;
  a.low = rs_ir_binary (self->kernel, RS_IR_MUL, a.low, factor);
  a.high = rs_ir_binary (self->kernel, RS_IR_MUL, a.high, factor);
  return a;
}

static Range
analyse_local (Split *self, const RsIrExpression *e, guint depth)
{
  const RsIrStatement *loop = self->locals.loops[e->index];
  Range first, last;

  if (self->locals.values[e->index] != NULL)
    return analyse (self, self->locals.values[e->index], depth + 1);
  if (loop == NULL)
    return (Range){ .is_known = FALSE };
  first = analyse (self, loop->step > 0 ? loop->low : loop->high, depth + 1);
  last = analyse (self, loop->step > 0 ? loop->high : loop->low, depth + 1);
  if (!first.is_known || !last.is_known || first.coefficient != 0 || last.coefficient != 0)
    return (Range){ .is_known = FALSE };
  return (Range){ .is_known = TRUE, .low = first.low, .high = last.high };
}

static Range
analyse (Split *self, const RsIrExpression *e, guint depth)
{
  if (depth > MAX_DEPTH || !rs_ir_is_integer (e->type))
    return (Range){ .is_known = FALSE };
  if (rs_ir_is_uniform (e))
    {
      const RsIrExpression *value = rs_ir_convert (self->kernel, e, RS_IR_I64);

      return (Range){ .is_known = TRUE, .low = value, .high = value };
    }
  switch ((RsIrOp)e->op)
    {
    case RS_IR_POSITION:
      return (Range){ .is_known = TRUE, .dimension = e->component, .coefficient = 1,
                      .low = rs_ir_integer (self->kernel, 0), .high = rs_ir_integer (self->kernel, 0) };
    case RS_IR_LOCAL:
      return analyse_local (self, e, depth);
    case RS_IR_CONVERT:
      return analyse (self, e->operands[0], depth);
    case RS_IR_ADD:
    case RS_IR_SUB:
      return add (self, analyse (self, e->operands[0], depth), analyse (self, e->operands[1], depth),
                  e->op == RS_IR_SUB);
    case RS_IR_MUL:
      return e->operands[0]->op == RS_IR_CONST ? multiply (self, analyse (self, e->operands[1], depth), e->operands[0])
                                               : multiply (self, analyse (self, e->operands[0], depth), e->operands[1]);
    default:
      return (Range){ .is_known = FALSE };
    }
}

/* --- bounds --- */

static void
require (Split *self, const RsIrExpression *condition)
{
  self->condition = self->condition == NULL ? condition
                                            : rs_ir_binary (self->kernel, RS_IR_AND, self->condition, condition);
}

/* coefficient * position + offset in 0 .. size - 1, as bounds of the position or, without one, as a condition. */
static void
add_bounds (Split *self, const Range *range, const RsIrExpression *size)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *one = rs_ir_integer (kernel, 1);
  const RsIrExpression *low, *high;
  guint g = range->dimension;

  if (range->coefficient == 0)
    {
      require (self, rs_ir_binary (kernel, RS_IR_GE, range->low, zero));
      require (self, rs_ir_binary (kernel, RS_IR_LT, range->high, size));
      return;
    }
  if (range->coefficient == 1)
    {
      low = rs_ir_binary (kernel, RS_IR_SUB, zero, range->low);
      high = rs_ir_binary (kernel, RS_IR_SUB, size, range->high);
    }
  else
    {
      const RsIrExpression *c = rs_ir_integer (kernel, range->coefficient);
      const RsIrExpression *last
          = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_binary (kernel, RS_IR_SUB, size, one), range->high);

      low = rs_ir_binary (kernel, RS_IR_SUB, zero, rs_ir_binary (kernel, RS_IR_FLOOR_DIV, range->low, c));
      high = rs_ir_binary (kernel, RS_IR_ADD, rs_ir_binary (kernel, RS_IR_FLOOR_DIV, last, c), one);
    }
  if (!kernel->interior_bounded[g])
    {
      kernel->interior_bounded[g] = TRUE;
      kernel->interior_low[g] = low;
      kernel->interior_high[g] = high;
      return;
    }
  if (!rs_ir_equal (kernel->interior_low[g], low))
    kernel->interior_low[g] = rs_ir_binary (kernel, RS_IR_MAX, kernel->interior_low[g], low);
  if (!rs_ir_equal (kernel->interior_high[g], high))
    kernel->interior_high[g] = rs_ir_binary (kernel, RS_IR_MIN, kernel->interior_high[g], high);
}

/* Adds the bounds of one access; FALSE when it is not understood. */
static gboolean
bound_access (Split *self, guint parameter, guint n, const RsIrExpression *const *subscripts)
{
  Range ranges[RS_MAX_RANK];

  for (guint i = 0; i < n; i++)
    {
      ranges[i] = analyse (self, subscripts[i], 0);
      if (!ranges[i].is_known)
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    add_bounds (self, &ranges[i], rs_ir_leaf (self->kernel, RS_IR_DIM, RS_IR_I64, parameter, i));
  self->any = TRUE;
  return TRUE;
}

static const RsIrExpression *
relax_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Split *self = data;
  RsIrExpression *copy;

  if (e->op != RS_IR_LOAD || e->boundary == RS_BOUNDARY_UNCHECKED
      || !bound_access (self, e->index, e->n_operands, e->operands))
    return e;
  copy = rs_ir_new (kernel, RS_IR_LOAD, e->type, e->n_operands);
  copy->boundary = RS_BOUNDARY_UNCHECKED;
  copy->component = e->component;
  copy->index = e->index;
  copy->line = e->line;
  for (guint i = 0; i < e->n_operands; i++)
    copy->operands[i] = e->operands[i];
  return copy;
}

static void
relax_block (Split *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_map_statement (self->kernel, s, relax_load, self);
      rs_known_locals_enter (&self->locals, s);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->boundary != RS_BOUNDARY_UNCHECKED
          && bound_access (self, s->index, s->n_subscripts, (const RsIrExpression *const *)s->subscripts))
        s->boundary = RS_BOUNDARY_UNCHECKED;
      relax_block (self, &s->body);
      relax_block (self, &s->other);
    }
  rs_known_locals_leave (&self->locals, block);
}

/* Without its condition the interior is empty: its first bound, if need be a new one, says so. */
static void
apply_condition (Split *self)
{
  RsKernel *kernel = self->kernel;

  if (self->condition == NULL)
    return;
  if (!kernel->interior_bounded[0])
    {
      kernel->interior_bounded[0] = TRUE;
      kernel->interior_low[0] = rs_ir_integer (kernel, 0);
      kernel->interior_high[0] = rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, 0);
    }
  kernel->interior_high[0]
      = rs_ir_select (kernel, self->condition, kernel->interior_high[0], rs_ir_integer (kernel, G_MININT64));
}

void
rs_pass_split (RsKernel *kernel)
{
  Split self = { .kernel = kernel };
  RsIrBlock interior = rs_ir_copy_block (kernel, &kernel->body);

  rs_known_locals_init (&self.locals, kernel, &interior);
  relax_block (&self, &interior);
  rs_known_locals_clear (&self.locals);
  if (!self.any)
    return;
  apply_condition (&self);
  kernel->interior = interior;
  kernel->has_interior = TRUE;
}
