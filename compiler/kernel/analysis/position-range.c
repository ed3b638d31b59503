/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/position-range.h"

#include "compiler/kernel/analysis/flat-range.h"

#define MAX_DEPTH 32 /* locals seen through, one inside the other */

/* Of counters of loops: all values, or the least or greatest one, which may follow a position (for j=i..n-1). */
typedef enum { ALL_VALUES, LEAST, GREATEST } End;

typedef struct {
  RsKernel *kernel;
  const RsKnownLocals *locals;
  End end;
} Analysis;

static RsPositionRange analyse (const Analysis *self, const RsIrExpression *e, guint depth);

static RsPositionRange
add (const Analysis *self, RsPositionRange a, RsPositionRange b, gboolean subtract)
{
  RsIrOp op = subtract ? RS_IR_SUB : RS_IR_ADD;

  if (!a.is_known || !b.is_known || (b.coefficient != 0 && subtract) || (a.coefficient != 0 && b.coefficient != 0))
    return (RsPositionRange){ .is_known = FALSE };
  if (b.coefficient != 0)
    {
      a.coefficient = b.coefficient;
      a.dimension = b.dimension;
    }
  a.low = rs_ir_binary (self->kernel, op, a.low, subtract ? b.high : b.low);
  a.high = rs_ir_binary (self->kernel, op, a.high, subtract ? b.low : b.high);
  return a;
}

static RsPositionRange
multiply (const Analysis *self, RsPositionRange a, const RsIrExpression *factor)
{
  if (!a.is_known || factor->op != RS_IR_CONST || factor->value.integer <= 0)
    return (RsPositionRange){ .is_known = FALSE };
  a.coefficient *= factor->value.integer;
  a.low = rs_ir_binary (self->kernel, RS_IR_MUL, a.low, factor);
  a.high = rs_ir_binary (self->kernel, RS_IR_MUL, a.high, factor);
  return a;
}

static RsPositionRange
analyse_local (const Analysis *self, const RsIrExpression *e, guint depth)
{
  const RsIrStatement *loop = self->locals->loops[e->index];
  RsPositionRange first, last;

  if (self->locals->values[e->index] != NULL)
    return analyse (self, self->locals->values[e->index], depth + 1);
  if (loop == NULL)
    return (RsPositionRange){ .is_known = FALSE };
  if (self->end != ALL_VALUES)
    return analyse (self, (loop->step > 0) == (self->end == LEAST) ? loop->low : loop->high, depth + 1);
  first = analyse (self, loop->step > 0 ? loop->low : loop->high, depth + 1);
  last = analyse (self, loop->step > 0 ? loop->high : loop->low, depth + 1);
  if (!first.is_known || !last.is_known || first.coefficient != 0 || last.coefficient != 0)
    return (RsPositionRange){ .is_known = FALSE };
  return (RsPositionRange){ .is_known = TRUE, .low = first.low, .high = last.high };
}

static RsPositionRange
analyse_sum (const Analysis *self, const RsIrExpression *e, guint depth)
{
  const gboolean subtract = e->op == RS_IR_SUB;
  Analysis other = *self;

  if (subtract && self->end != ALL_VALUES)
    other.end = self->end == LEAST ? GREATEST : LEAST;
  return add (self, analyse (self, e->operands[0], depth), analyse (&other, e->operands[1], depth), subtract);
}

static RsPositionRange
analyse (const Analysis *self, const RsIrExpression *e, guint depth)
{
  if (depth > MAX_DEPTH || !rs_ir_is_integer (e->type))
    return (RsPositionRange){ .is_known = FALSE };
  if (rs_ir_is_uniform (e))
    {
      const RsIrExpression *value = rs_ir_convert (self->kernel, e, RS_IR_I64);

      return (RsPositionRange){ .is_known = TRUE, .low = value, .high = value };
    }
  switch ((RsIrOp)e->op)
    {
    case RS_IR_POSITION:
      return (RsPositionRange){ .is_known = TRUE, .dimension = e->component, .coefficient = 1,
                      .low = rs_ir_integer (self->kernel, 0), .high = rs_ir_integer (self->kernel, 0) };
    case RS_IR_LOCAL:
      return analyse_local (self, e, depth);
    case RS_IR_CONVERT:
      return analyse (self, e->operands[0], depth);
    case RS_IR_ADD:
    case RS_IR_SUB:
      return analyse_sum (self, e, depth);
    case RS_IR_MUL:
      return e->operands[0]->op == RS_IR_CONST ? multiply (self, analyse (self, e->operands[1], depth), e->operands[0])
                                               : multiply (self, analyse (self, e->operands[0], depth), e->operands[1]);
    default:
      return (RsPositionRange){ .is_known = FALSE };
    }
}

RsPositionRange
rs_position_range (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e)
{
  const Analysis self = { kernel, locals, ALL_VALUES };

  return analyse (&self, e, 0);
}

/* --- bounds --- */

static void
require (RsKernel *kernel, RsPositionBounds *self, const RsIrExpression *condition)
{
  self->condition = self->condition == NULL ? condition : rs_ir_binary (kernel, RS_IR_AND, self->condition, condition);
}

/* Keeps the positions of dimension g from low to high. */
static void
narrow (RsKernel *kernel, RsPositionBounds *self, guint g, const RsIrExpression *low, const RsIrExpression *high)
{
  if (!self->bounded[g])
    {
      self->bounded[g] = TRUE;
      self->low[g] = low;
      self->high[g] = high;
      return;
    }
  if (!rs_ir_equal (self->low[g], low))
    self->low[g] = rs_ir_binary (kernel, RS_IR_MAX, self->low[g], low);
  if (!rs_ir_equal (self->high[g], high))
    self->high[g] = rs_ir_binary (kernel, RS_IR_MIN, self->high[g], high);
}

static void
add_simple (RsKernel *kernel, RsPositionBounds *self, const RsPositionRange *range, const RsIrExpression *size, End end)
{
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *one = rs_ir_integer (kernel, 1);
  const RsIrExpression *low, *high;

  if (range->coefficient == 0)
    {
      if (end != GREATEST)
        require (kernel, self, rs_ir_binary (kernel, RS_IR_GE, range->low, zero));
      if (end != LEAST)
        require (kernel, self, rs_ir_binary (kernel, RS_IR_LT, range->high, size));
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
  narrow (kernel, self, range->dimension, end == GREATEST ? zero : low,
          end == LEAST ? rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, range->dimension) : high);
}

static void
add_flat (RsKernel *kernel, RsPositionBounds *self, RsFlatRange *range, const RsIrExpression *size)
{
  const RsIrExpression *low, *high;

  rs_flat_range_bound (kernel, range, size, &low, &high);
  narrow (kernel, self, (guint)rs_flat_range_get_leading (range), low, high);
  if (range->condition != NULL)
    require (kernel, self, range->condition);
}

gboolean
rs_position_bounds_add_access (RsKernel *kernel, RsPositionBounds *self, const RsKnownLocals *locals, guint parameter,
                               const RsIrExpression *const *subscripts, guint n)
{
  const Analysis least = { kernel, locals, LEAST }, greatest = { kernel, locals, GREATEST };
  RsPositionRange ranges[RS_MAX_RANK], first[RS_MAX_RANK], last[RS_MAX_RANK];
  RsFlatRange flat[RS_MAX_RANK];

  for (guint i = 0; i < n; i++)
    {
      ranges[i] = rs_position_range (kernel, locals, subscripts[i]);
      first[i] = analyse (&least, subscripts[i], 0);
      last[i] = analyse (&greatest, subscripts[i], 0);
      if (ranges[i].is_known || (first[i].is_known && last[i].is_known))
        continue;
      flat[i] = rs_flat_range (kernel, locals, subscripts[i]);
      if (!flat[i].is_known || rs_flat_range_get_leading (&flat[i]) < 0)
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      const RsIrExpression *size = rs_ir_leaf (kernel, RS_IR_DIM, RS_IR_I64, parameter, i);

      if (ranges[i].is_known)
        add_simple (kernel, self, &ranges[i], size, ALL_VALUES);
      else if (first[i].is_known && last[i].is_known)
        {
          add_simple (kernel, self, &first[i], size, LEAST);
          add_simple (kernel, self, &last[i], size, GREATEST);
        }
      else
        add_flat (kernel, self, &flat[i], size);
    }
  return TRUE;
}

void
rs_position_bounds_close (RsKernel *kernel, RsPositionBounds *self)
{
  if (self->condition == NULL)
    return;
  if (!self->bounded[0])
    {
      self->bounded[0] = TRUE;
      self->low[0] = rs_ir_integer (kernel, 0);
      self->high[0] = rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, 0);
    }
  self->high[0] = rs_ir_select (kernel, self->condition, self->high[0], rs_ir_integer (kernel, G_MININT64));
  self->condition = NULL;
}
