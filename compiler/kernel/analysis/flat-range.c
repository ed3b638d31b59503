/* Subscripts that several positions share; see flat-range.h.
 *
 * Strides, factors and lengths of the grid are asked to stay below 2^30, so that no product here goes beyond 64 bits:
 * what is inside by these bounds is inside.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/flat-range.h"

#define MAX_DEPTH 32 /* locals seen through, one inside the other */
#define LIMIT (G_GINT64_CONSTANT (1) << 30)
#define LARGEST_OFFSET (G_GINT64_CONSTANT (1) << 61)
#define LONG_STRIDE 16 /* a number that may be the length of a row */

typedef struct {
  RsKernel *kernel;
  const RsKnownLocals *locals;
} Analysis;

static const RsFlatRange unknown = { 0 };

static RsFlatRange analyse (const Analysis *self, const RsIrExpression *e, guint depth);

static const RsIrExpression *
both (RsKernel *kernel, const RsIrExpression *a, const RsIrExpression *b)
{
  return a == NULL ? b : b == NULL ? a : rs_ir_binary (kernel, RS_IR_AND, a, b);
}

/* a op b; of small numbers the number. */
static const RsIrExpression *
combine (RsKernel *kernel, RsIrOp op, const RsIrExpression *a, const RsIrExpression *b)
{
  gint64 x = a->value.integer, y = b->value.integer;

  if (a->op != RS_IR_CONST || b->op != RS_IR_CONST || ABS (x) >= LIMIT || ABS (y) >= LIMIT)
    return rs_ir_binary (kernel, op, a, b);
  return rs_ir_integer (kernel, op == RS_IR_ADD ? x + y : op == RS_IR_SUB ? x - y : x * y);
}

/* Asks for value to be between low and high, which is outside. FALSE when it is a number that is not: then nothing is
 * inside. */
static gboolean
require (RsKernel *kernel, RsFlatRange *range, const RsIrExpression *value, gint64 low, gint64 high)
{
  if (value->op == RS_IR_CONST)
    {
      gboolean holds = value->value.integer >= low && value->value.integer < high;

      if (!holds)
        range->condition = rs_ir_constant (kernel, RS_IR_BOOL, 0);
      return holds;
    }
  range->condition
      = both (kernel, range->condition, rs_ir_binary (kernel, RS_IR_GE, value, rs_ir_integer (kernel, low)));
  range->condition
      = both (kernel, range->condition, rs_ir_binary (kernel, RS_IR_LT, value, rs_ir_integer (kernel, high)));
  return TRUE;
}

static gboolean
has_positions (const RsFlatRange *range)
{
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (range->strides[g] != NULL)
      return TRUE;
  return FALSE;
}

static RsFlatRange
add (const Analysis *self, RsFlatRange a, const RsFlatRange *b, gboolean subtract)
{
  RsIrOp op = subtract ? RS_IR_SUB : RS_IR_ADD;

  if (!a.is_known || !b->is_known || (subtract && has_positions (b)))
    return unknown;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (a.strides[g] == NULL)
      a.strides[g] = b->strides[g];
    else if (b->strides[g] != NULL)
      a.strides[g] = combine (self->kernel, RS_IR_ADD, a.strides[g], b->strides[g]);
  a.condition = both (self->kernel, a.condition, b->condition);
  a.low = combine (self->kernel, op, a.low, subtract ? b->high : b->low);
  a.high = combine (self->kernel, op, a.high, subtract ? b->low : b->high);
  return a;
}

static RsFlatRange
multiply (const Analysis *self, RsFlatRange a, const RsIrExpression *factor)
{
  if (!a.is_known || !rs_ir_is_uniform (factor) || !rs_ir_is_integer (factor->type))
    return unknown;
  factor = rs_ir_convert (self->kernel, factor, RS_IR_I64);
  if (!require (self->kernel, &a, factor, 0, LIMIT) || !require (self->kernel, &a, a.low, -LIMIT, LIMIT)
      || !require (self->kernel, &a, a.high, -LIMIT, LIMIT))
    return unknown;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (a.strides[g] != NULL)
      {
        if (!require (self->kernel, &a, a.strides[g], 0, LIMIT))
          return unknown;
        a.strides[g] = combine (self->kernel, RS_IR_MUL, a.strides[g], factor);
      }
  a.low = combine (self->kernel, RS_IR_MUL, a.low, factor);
  a.high = combine (self->kernel, RS_IR_MUL, a.high, factor);
  return a;
}

static RsFlatRange
analyse_local (const Analysis *self, const RsIrExpression *e, guint depth)
{
  const RsIrStatement *loop = self->locals->loops[e->index];
  RsFlatRange first, last;

  if (self->locals->values[e->index] != NULL)
    return analyse (self, self->locals->values[e->index], depth + 1);
  if (loop == NULL)
    return unknown;
  first = analyse (self, loop->step > 0 ? loop->low : loop->high, depth + 1);
  last = analyse (self, loop->step > 0 ? loop->high : loop->low, depth + 1);
  if (!first.is_known || !last.is_known || has_positions (&first) || has_positions (&last))
    return unknown;
  first.high = last.high;
  first.condition = both (self->kernel, first.condition, last.condition);
  return first;
}

static RsFlatRange
analyse (const Analysis *self, const RsIrExpression *e, guint depth)
{
  RsFlatRange range = { .is_known = TRUE }, other;

  if (depth > MAX_DEPTH || !rs_ir_is_integer (e->type))
    return unknown;
  if (rs_ir_is_uniform (e))
    {
      range.low = range.high = rs_ir_convert (self->kernel, e, RS_IR_I64);
      return range;
    }
  switch ((RsIrOp)e->op)
    {
    case RS_IR_POSITION:
      range.low = range.high = rs_ir_integer (self->kernel, 0);
      range.strides[e->component] = rs_ir_integer (self->kernel, 1);
      return range;
    case RS_IR_LOCAL:
      return analyse_local (self, e, depth);
    case RS_IR_CONVERT:
      return analyse (self, e->operands[0], depth);
    case RS_IR_ADD:
    case RS_IR_SUB:
      other = analyse (self, e->operands[1], depth);
      return add (self, analyse (self, e->operands[0], depth), &other, e->op == RS_IR_SUB);
    case RS_IR_MUL:
      return rs_ir_is_uniform (e->operands[0]) ? multiply (self, analyse (self, e->operands[1], depth), e->operands[0])
                                               : multiply (self, analyse (self, e->operands[0], depth), e->operands[1]);
    default:
      return unknown;
    }
}

RsFlatRange
rs_flat_range (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e)
{
  const Analysis self = { kernel, locals };

  return analyse (&self, e, 0);
}

/* More operations, as in h*n beside n, are taken for a longer stride. */
static gint64
weigh (const RsIrExpression *stride)
{
  return stride == NULL              ? 0
         : stride->op == RS_IR_CONST ? MIN (stride->value.integer, LIMIT)
                                     : LIMIT + rs_ir_count (stride);
}

int
rs_flat_range_get_leading (const RsFlatRange *range)
{
  int leading = -1;
  gint64 weight = LONG_STRIDE - 1;

  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (weigh (range->strides[g]) > weight)
      {
        leading = (int)g;
        weight = weigh (range->strides[g]);
      }
  return leading;
}

void
rs_flat_range_bound (RsKernel *kernel, RsFlatRange *range, const RsIrExpression *size, const RsIrExpression **low,
                     const RsIrExpression **high)
{
  int leading = rs_flat_range_get_leading (range);
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *one = rs_ir_integer (kernel, 1);
  const RsIrExpression *stride = range->strides[leading], *most = range->high, *room;

  require (kernel, range, stride, 1, LIMIT);
  require (kernel, range, range->low, -LARGEST_OFFSET, LARGEST_OFFSET);
  require (kernel, range, range->high, -LARGEST_OFFSET, LARGEST_OFFSET);
  for (guint g = 0; g < kernel->grid_rank; g++)
    if ((int)g != leading && range->strides[g] != NULL)
      {
        const RsIrExpression *last
            = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, g), one);

        require (kernel, range, range->strides[g], 0, LIMIT);
        require (kernel, range, last, -1, LIMIT);
        most = rs_ir_binary (kernel, RS_IR_ADD, most, rs_ir_binary (kernel, RS_IR_MUL, range->strides[g], last));
      }
  room = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_binary (kernel, RS_IR_SUB, size, one), most);
  *low = rs_ir_binary (kernel, RS_IR_SUB, zero, rs_ir_binary (kernel, RS_IR_FLOOR_DIV, range->low, stride));
  *high = rs_ir_binary (kernel, RS_IR_ADD, rs_ir_binary (kernel, RS_IR_FLOOR_DIV, room, stride), one);
}
