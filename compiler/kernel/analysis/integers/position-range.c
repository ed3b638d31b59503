/* Which positions keep a subscript inside of its array; see integers.h.
 *
 * A subscript is a sum of positions, each times a stride, and an offset between two bounds. Read strictly it has one
 * position with a number for its stride; where a loop's bound follows the position, too, the two may cancel each other
 * (x[i+k], i up to n-1-k, ends at n-1). Several positions with small strides (x[i-j]) bound the last one of them, and
 * the others count with all of their values. Otherwise strides are any values that are the same for all work items;
 * along the leading position, the one with the longest stride, the others count with all of their values then, so that
 * whole rows are inside or not. Such strides, factors and lengths of the grid are asked to stay below 2^30, so that no
 * product here goes beyond 64 bits: what is inside by these bounds is inside.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"

#define MAX_DEPTH 32 /* locals seen through, one inside the other */
#define LIMIT (G_GINT64_CONSTANT (1) << 30)
#define LARGEST_OFFSET (G_GINT64_CONSTANT (1) << 61)
#define LONG_STRIDE 16            /* a number that may be the length of a row */
#define LARGEST_FACTOR G_MAXINT32 /* of a subscript with one position */

/* Of counters of loops: all values, or the least or greatest one, which may follow a position (for j=i..n-1). */
typedef enum { ALL_VALUES, LEAST, GREATEST } End;

typedef struct {
  RsKernel *kernel;
  const RsKnownLocals *locals;
  End end;
  gboolean is_flat; /* several positions, and strides that are no numbers; with all values of counters only */
} Analysis;

typedef struct {
  gboolean is_known;
  /* by dimension of the grid: uniform, I64; negative only where the sum is not flat; NULL: it takes no part */
  const RsIrExpression *strides[RS_MAX_GRID];
  const RsIrExpression *low, *high; /* of the offset: uniform, I64 */
  const RsIrExpression *condition;  /* without which all of this does not hold: uniform, BOOL; NULL: it always does */
} Sum;

static const Sum unknown = { 0 };

static Sum analyse (const Analysis *self, const RsIrExpression *e, guint depth);

static const RsIrExpression *
both (RsKernel *kernel, const RsIrExpression *a, const RsIrExpression *b)
{
  return a == NULL ? b : b == NULL ? a : rs_ir_binary (kernel, RS_IR_AND, a, b);
}

/* a op b; of small numbers the number, where the sum is flat. */
static const RsIrExpression *
combine (const Analysis *self, RsIrOp op, const RsIrExpression *a, const RsIrExpression *b)
{
  gint64 x = a->value.integer, y = b->value.integer;

  if (!self->is_flat || a->op != RS_IR_CONST || b->op != RS_IR_CONST || ABS (x) >= LIMIT || ABS (y) >= LIMIT)
    return rs_ir_binary (self->kernel, op, a, b);
  return rs_ir_integer (self->kernel, op == RS_IR_ADD ? x + y : op == RS_IR_SUB ? x - y : x * y);
}

/* Asks for value to be between low and high, which is outside. FALSE when it is a number that is not: then nothing is
 * inside. */
static gboolean
ask (RsKernel *kernel, Sum *sum, const RsIrExpression *value, gint64 low, gint64 high)
{
  if (value->op == RS_IR_CONST)
    {
      gboolean holds = value->value.integer >= low && value->value.integer < high;

      if (!holds)
        sum->condition = rs_ir_constant (kernel, RS_IR_BOOL, 0);
      return holds;
    }
  sum->condition = both (kernel, sum->condition, rs_ir_binary (kernel, RS_IR_GE, value, rs_ir_integer (kernel, low)));
  sum->condition = both (kernel, sum->condition, rs_ir_binary (kernel, RS_IR_LT, value, rs_ir_integer (kernel, high)));
  return TRUE;
}

static gboolean
has_positions (const Sum *sum)
{
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (sum->strides[g] != NULL)
      return TRUE;
  return FALSE;
}

/* Whether the strides of a sum that is not flat may be added up without leaving 64 bits. */
static gboolean
has_small_strides (const Sum *sum)
{
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (sum->strides[g] != NULL && ABS (sum->strides[g]->value.integer) > LARGEST_FACTOR)
      return FALSE;
  return TRUE;
}

/* The sum or difference of two strides, which are numbers where something is subtracted. NULL: the position has no part
 * in it. */
static const RsIrExpression *
add_strides (const Analysis *self, const RsIrExpression *a, const RsIrExpression *b, gboolean subtract)
{
  gint64 sum;

  if (self->is_flat)
    return a == NULL ? b : b == NULL ? a : combine (self, RS_IR_ADD, a, b);
  sum = (a != NULL ? a->value.integer : 0) + (b == NULL ? 0 : subtract ? -b->value.integer : b->value.integer);
  return sum != 0 ? rs_ir_integer (self->kernel, sum) : NULL;
}

static Sum
add (const Analysis *self, Sum a, const Sum *b, gboolean subtract)
{
  RsIrOp op = subtract ? RS_IR_SUB : RS_IR_ADD;

  if (!a.is_known || !b->is_known
      || (has_positions (b)
          && (self->is_flat ? subtract : has_positions (&a) && !(has_small_strides (&a) && has_small_strides (b)))))
    return unknown;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    a.strides[g] = add_strides (self, a.strides[g], b->strides[g], subtract);
  a.condition = both (self->kernel, a.condition, b->condition);
  a.low = combine (self, op, a.low, subtract ? b->high : b->low);
  a.high = combine (self, op, a.high, subtract ? b->low : b->high);
  return a;
}

/* The stride of a position times factor; NULL: they are not what is asked for. */
static const RsIrExpression *
multiply_stride (const Analysis *self, Sum *a, const RsIrExpression *stride, const RsIrExpression *factor)
{
  if (!self->is_flat)
    return ABS (stride->value.integer) > LARGEST_FACTOR
               ? NULL
               : rs_ir_integer (self->kernel, stride->value.integer * factor->value.integer);
  return ask (self->kernel, a, stride, 0, LIMIT) ? combine (self, RS_IR_MUL, stride, factor) : NULL;
}

static gboolean
is_negative (const RsIrExpression *e)
{
  return e->op == RS_IR_CONST && e->value.integer < 0;
}

/* What one position may be multiplied with. */
static gboolean
is_factor (const RsIrExpression *e)
{
  return e->op == RS_IR_CONST && e->value.integer != 0 && ABS (e->value.integer) <= LARGEST_FACTOR;
}

static Sum
multiply (const Analysis *self, Sum a, const RsIrExpression *factor)
{
  const RsIrExpression *low = a.low;

  if (!a.is_known || !rs_ir_is_uniform (factor) || !rs_ir_is_integer (factor->type)
      || (!self->is_flat && !is_factor (factor)))
    return unknown;
  if (self->is_flat)
    factor = rs_ir_convert (self->kernel, factor, RS_IR_I64);
  if (self->is_flat
      && (!ask (self->kernel, &a, factor, 0, LIMIT) || !ask (self->kernel, &a, a.low, -LIMIT, LIMIT)
          || !ask (self->kernel, &a, a.high, -LIMIT, LIMIT)))
    return unknown;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (a.strides[g] != NULL)
      {
        a.strides[g] = multiply_stride (self, &a, a.strides[g], factor);
        if (a.strides[g] == NULL)
          return unknown;
      }
  a.low = combine (self, RS_IR_MUL, is_negative (factor) ? a.high : low, factor);
  a.high = combine (self, RS_IR_MUL, is_negative (factor) ? low : a.high, factor);
  return a;
}

static Sum
analyse_local (const Analysis *self, const RsIrExpression *e, guint depth)
{
  const RsIrStatement *loop = self->locals->loops[e->index];
  Sum first, last;

  if (self->locals->values[e->index] != NULL)
    return analyse (self, self->locals->values[e->index], depth + 1);
  if (loop == NULL)
    return unknown;
  if (self->end != ALL_VALUES)
    return analyse (self, (loop->step > 0) == (self->end == LEAST) ? loop->low : loop->high, depth + 1);
  first = analyse (self, loop->step > 0 ? loop->low : loop->high, depth + 1);
  last = analyse (self, loop->step > 0 ? loop->high : loop->low, depth + 1);
  if (!first.is_known || !last.is_known || has_positions (&first) || has_positions (&last))
    return unknown;
  first.high = last.high;
  first.condition = both (self->kernel, first.condition, last.condition);
  return first;
}

static Sum
analyse_sum (const Analysis *self, const RsIrExpression *e, guint depth)
{
  Analysis other = *self;
  Sum second;

  if (e->op == RS_IR_SUB && self->end != ALL_VALUES)
    other.end = self->end == LEAST ? GREATEST : LEAST;
  second = analyse (&other, e->operands[1], depth);
  return add (self, analyse (self, e->operands[0], depth), &second, e->op == RS_IR_SUB);
}

/* A negative factor makes the least value of the greatest one. */
static Sum
analyse_product (const Analysis *self, const RsIrExpression *e, guint depth)
{
  const guint uniform = rs_ir_is_uniform (e->operands[0]) ? 0 : 1;
  const RsIrExpression *factor = e->operands[uniform];
  Analysis other = *self;

  if (self->end != ALL_VALUES && is_negative (factor))
    other.end = self->end == LEAST ? GREATEST : LEAST;
  return multiply (self, analyse (&other, e->operands[1 - uniform], depth), factor);
}

static Sum
analyse (const Analysis *self, const RsIrExpression *e, guint depth)
{
  Sum sum = { .is_known = TRUE };

  if (depth > MAX_DEPTH || !rs_ir_is_integer (e->type))
    return unknown;
  if (rs_ir_is_uniform (e))
    {
      sum.low = sum.high = rs_ir_convert (self->kernel, e, RS_IR_I64);
      return sum;
    }
  switch ((RsIrOp)e->op)
    {
    case RS_IR_POSITION:
      sum.low = sum.high = rs_ir_integer (self->kernel, 0);
      sum.strides[e->component] = rs_ir_integer (self->kernel, 1);
      return sum;
    case RS_IR_LOCAL:
      return analyse_local (self, e, depth);
    case RS_IR_CONVERT:
      return analyse (self, e->operands[0], depth);
    case RS_IR_ADD:
    case RS_IR_SUB:
      return analyse_sum (self, e, depth);
    case RS_IR_MUL:
      return analyse_product (self, e, depth);
    default:
      return unknown;
    }
}

/* --- one position, or the last of several --- */

/* The dimension whose positions are bounded: the last one that takes part, unless the text says how long it is and
 * another one is open. */
static guint
get_last (const RsKernel *kernel, const Sum *sum)
{
  int last = -1, open = -1;

  for (int g = 0; g < RS_MAX_GRID; g++)
    if (sum->strides[g] != NULL)
      {
        last = g;
        open = kernel->counts[g] != NULL && kernel->counts[g]->op == RS_IR_CONST ? open : g;
      }
  return (guint)MAX (open >= 0 ? open : last, 0);
}

/* Takes position g into the offset, with all of its values. */
static void
take_in (RsKernel *kernel, RsPositionRange *range, guint g, const RsIrExpression *stride)
{
  const RsIrExpression *last
      = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, g), rs_ir_integer (kernel, 1));
  const RsIrExpression **bound = stride->value.integer > 0 ? &range->high : &range->low;

  *bound = rs_ir_binary (kernel, RS_IR_ADD, *bound, rs_ir_binary (kernel, RS_IR_MUL, last, stride));
}

static RsPositionRange
range_of (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e, End end, gboolean takes_several)
{
  const Analysis self = { kernel, locals, end, FALSE };
  const Sum sum = analyse (&self, e, 0);
  RsPositionRange range = { .is_known = sum.is_known, .low = sum.low, .high = sum.high };
  const guint last = sum.is_known ? get_last (kernel, &sum) : 0;

  for (guint g = 0; g < RS_MAX_GRID && range.is_known; g++)
    if (sum.strides[g] != NULL && g == last)
      {
        range.dimension = g;
        range.coefficient = sum.strides[g]->value.integer;
      }
    else if (sum.strides[g] != NULL && takes_several && ABS (sum.strides[g]->value.integer) < LONG_STRIDE)
      take_in (kernel, &range, g, sum.strides[g]);
    else if (sum.strides[g] != NULL)
      range.is_known = FALSE;
  return range;
}

RsPositionRange
rs_position_range (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e)
{
  return range_of (kernel, locals, e, ALL_VALUES, FALSE);
}

/* --- bounds --- */

void
rs_position_bounds_keep (RsKernel *kernel, RsPositionBounds *self, guint g, const RsIrExpression *low,
                         const RsIrExpression *high)
{
  g_assert (g < RS_MAX_GRID);
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

/* offset - c * position, last the greatest index: the least offset bounds the position from above, the greatest one
 * from below. */
static void
bound_falling (RsKernel *kernel, const RsPositionRange *range, const RsIrExpression *last, const RsIrExpression **low,
               const RsIrExpression **high)
{
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *one = rs_ir_integer (kernel, 1);
  const RsIrExpression *c = rs_ir_integer (kernel, -range->coefficient), *greatest = range->low;

  *low = rs_ir_binary (kernel, RS_IR_SUB, range->high, last);
  if (range->coefficient != -1)
    {
      *low = rs_ir_binary (kernel, RS_IR_SUB, zero,
                           rs_ir_binary (kernel, RS_IR_FLOOR_DIV, rs_ir_binary (kernel, RS_IR_SUB, zero, *low), c));
      greatest = rs_ir_binary (kernel, RS_IR_FLOOR_DIV, greatest, c);
    }
  *high = rs_ir_binary (kernel, RS_IR_ADD, greatest, one);
}

static void
add_simple (RsKernel *kernel, RsPositionBounds *self, const RsPositionRange *range, const RsIrExpression *size, End end)
{
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *one = rs_ir_integer (kernel, 1);
  const RsIrExpression *low, *high;

  if (range->coefficient == 0)
    {
      if (end != GREATEST)
        self->condition = both (kernel, self->condition, rs_ir_binary (kernel, RS_IR_GE, range->low, zero));
      if (end != LEAST)
        self->condition = both (kernel, self->condition, rs_ir_binary (kernel, RS_IR_LT, range->high, size));
      return;
    }
  if (range->coefficient < 0)
    bound_falling (kernel, range, rs_ir_binary (kernel, RS_IR_SUB, size, one), &low, &high);
  else if (range->coefficient == 1)
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
  if (range->coefficient < 0 && end != ALL_VALUES) /* the least value bounds the position from above */
    end = end == LEAST ? GREATEST : LEAST;
  rs_position_bounds_keep (kernel, self, range->dimension, end == GREATEST ? zero : low,
                           end == LEAST ? rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, range->dimension) : high);
}

/* More operations, as in h*n beside n, are taken for a longer stride. */
static gint64
weigh (const RsIrExpression *stride)
{
  return stride == NULL              ? 0
         : stride->op == RS_IR_CONST ? MIN (stride->value.integer, LIMIT)
                                     : LIMIT + rs_ir_count (stride);
}

/* The leading dimension; -1 where none has a long stride. */
static int
get_leading (const Sum *sum)
{
  int leading = -1;
  gint64 weight = LONG_STRIDE - 1;

  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (weigh (sum->strides[g]) > weight)
      {
        leading = (int)g;
        weight = weigh (sum->strides[g]);
      }
  return leading;
}

/* Keeps the positions in the leading dimension for which the whole sum is in 0 .. size - 1. */
static void
add_flat (RsKernel *kernel, RsPositionBounds *self, Sum *sum, const RsIrExpression *size)
{
  int leading = get_leading (sum);
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *one = rs_ir_integer (kernel, 1);
  const RsIrExpression *stride = sum->strides[leading], *most = sum->high, *room;

  ask (kernel, sum, stride, 1, LIMIT);
  ask (kernel, sum, sum->low, -LARGEST_OFFSET, LARGEST_OFFSET);
  ask (kernel, sum, sum->high, -LARGEST_OFFSET, LARGEST_OFFSET);
  for (guint g = 0; g < kernel->grid_rank; g++)
    if ((int)g != leading && sum->strides[g] != NULL)
      {
        const RsIrExpression *last
            = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, g), one);

        ask (kernel, sum, sum->strides[g], 0, LIMIT);
        ask (kernel, sum, last, -1, LIMIT);
        most = rs_ir_binary (kernel, RS_IR_ADD, most, rs_ir_binary (kernel, RS_IR_MUL, sum->strides[g], last));
      }
  room = rs_ir_binary (kernel, RS_IR_SUB, rs_ir_binary (kernel, RS_IR_SUB, size, one), most);
  rs_position_bounds_keep (kernel, self, (guint)leading,
                           rs_ir_binary (kernel, RS_IR_SUB, zero,
                                         rs_ir_binary (kernel, RS_IR_FLOOR_DIV, sum->low, stride)),
                           rs_ir_binary (kernel, RS_IR_ADD, rs_ir_binary (kernel, RS_IR_FLOOR_DIV, room, stride), one));
  self->condition = both (kernel, self->condition, sum->condition);
}

gboolean
rs_position_bounds_add_access (RsKernel *kernel, RsPositionBounds *self, const RsKnownLocals *locals, guint parameter,
                               const RsIrExpression *const *subscripts, guint n)
{
  const Analysis flat = { kernel, locals, ALL_VALUES, TRUE };
  RsPositionRange ranges[RS_MAX_RANK], first[RS_MAX_RANK], last[RS_MAX_RANK];
  Sum sums[RS_MAX_RANK];

  g_assert (parameter < kernel->parameters->len && n >= 1 && n <= RS_MAX_RANK);
  for (guint i = 0; i < n; i++)
    {
      ranges[i] = range_of (kernel, locals, subscripts[i], ALL_VALUES, TRUE);
      first[i] = range_of (kernel, locals, subscripts[i], LEAST, TRUE);
      last[i] = range_of (kernel, locals, subscripts[i], GREATEST, TRUE);
      if (ranges[i].is_known || (first[i].is_known && last[i].is_known))
        continue;
      sums[i] = analyse (&flat, subscripts[i], 0);
      if (!sums[i].is_known || get_leading (&sums[i]) < 0)
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
        add_flat (kernel, self, &sums[i], size);
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
