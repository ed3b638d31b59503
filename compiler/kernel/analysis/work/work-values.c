/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/work/work-values.h"

#include <math.h>
#include <string.h>

#define MOST_VISITED 20000u

static RsWorkRange
make_point (double value)
{
  return (RsWorkRange){ value, value, value };
}

static RsWorkRange
read_number (RsElement element, const void *memory, guint component)
{
  switch (element)
    {
    case RS_ELEMENT_SINGLE:
      return make_point (((const float *)memory)[component]);
    case RS_ELEMENT_DOUBLE:
      return make_point (((const double *)memory)[component]);
    case RS_ELEMENT_INT32:
      return make_point (((const gint32 *)memory)[component]);
    case RS_ELEMENT_INT64:
      return make_point ((double)((const gint64 *)memory)[component]);
    case RS_ELEMENT_BOOL:
      return make_point (((const guint8 *)memory)[component]);
    default:
      return RS_WORK_UNKNOWN;
    }
}

double
rs_work_values_get_length (const RsWorkValues *self, guint parameter, guint dimension)
{
  const RsWorkParameter *description = &self->plan->parameters[parameter];
  const RsKernelArray *array = self->arguments[parameter];
  double length = 1;

  if (description->rank == 0 || array == NULL)
    return NAN;
  if (!description->is_flat)
    return (double)array->dims[dimension];
  for (guint i = 0; i < G_N_ELEMENTS (array->dims); i++)
    length *= (double)array->dims[i];
  return length;
}

static RsWorkRange
get_length (const RsWorkValues *self, const RsIrExpression *e)
{
  const RsKernelArray *array = self->arguments[e->index];

  /* Of a flat view, too, `dim` is a length of the array. */
  return self->plan->parameters[e->index].rank > 0 && array != NULL ? make_point ((double)array->dims[e->component])
                                                                    : RS_WORK_UNKNOWN;
}

static RsWorkRange
multiply (RsWorkRange a, RsWorkRange b)
{
  const double ends[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
  RsWorkRange product = { INFINITY, a.mean * b.mean, -INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      if (isnan (ends[i])) /* 0 times infinity */
        return (RsWorkRange){ -INFINITY, product.mean, INFINITY };
      product.low = MIN (product.low, ends[i]);
      product.high = MAX (product.high, ends[i]);
    }
  return product;
}

/* Where the range is more than a point, the middle stays between whole numbers. */
static RsWorkRange
round_with (RsWorkRange a, double (*function) (double))
{
  return (RsWorkRange){ function (a.low), rs_work_range_is_point (a) ? function (a.mean) : a.mean, function (a.high) };
}

static RsWorkRange
divide (RsWorkRange a, RsWorkRange b, double (*function) (double))
{
  RsWorkRange quotient;

  if (!rs_work_range_is_point (b) || b.low == 0)
    return RS_WORK_UNKNOWN;
  quotient = multiply (a, make_point (1 / b.low));
  if (rs_work_range_is_point (a))
    quotient = make_point (a.low / b.low);
  return function != NULL ? round_with (quotient, function) : quotient;
}

static RsWorkRange
get_remainder (RsWorkRange a, RsWorkRange b)
{
  if (!rs_work_range_is_point (b) || b.low <= 0)
    return RS_WORK_UNKNOWN;
  if (floor (a.low / b.low) == floor (a.high / b.low))
    {
      const double before = floor (a.low / b.low) * b.low;

      return (RsWorkRange){ a.low - before, a.mean - before, a.high - before };
    }
  return (RsWorkRange){ 0, isnan (a.mean) ? NAN : (b.low - 1) / 2, b.low - 1 };
}

/* A position that a boundary mode brings inside of the length. */
static RsWorkRange
bring_inside (RsWorkRange a, RsWorkRange length)
{
  if (a.low >= 0 && a.high < length.high)
    return a;
  return (RsWorkRange){ 0, CLAMP (a.mean, 0, length.mean - 1), length.high - 1 };
}

static double
choose_mean (double a, double b, gboolean least)
{
  return isnan (a) || isnan (b) ? NAN : least ? MIN (a, b) : MAX (a, b);
}

/* --- truths --- */

static RsWorkRange
make_truth (gboolean holds_always, gboolean holds_never, gboolean is_known, gboolean holds_in_the_middle)
{
  return (RsWorkRange){ holds_always,
                        holds_always  ? 1
                        : holds_never ? 0
                        : is_known    ? (double)holds_in_the_middle
                                      : NAN,
                        !holds_never };
}

static RsWorkRange
compare (RsIrOp op, RsWorkRange a, RsWorkRange b)
{
  const gboolean is_known = !isnan (a.mean) && !isnan (b.mean);
  const gboolean are_points = rs_work_range_is_point (a) && rs_work_range_is_point (b);
  const gboolean are_apart = a.high < b.low || a.low > b.high;

  switch (op)
    {
    case RS_IR_EQ:
      return make_truth (are_points && a.low == b.low, are_apart, is_known, FALSE);
    case RS_IR_NE:
      return make_truth (are_apart, are_points && a.low == b.low, is_known, TRUE);
    case RS_IR_LT:
      return make_truth (a.high < b.low, a.low >= b.high, is_known, a.mean < b.mean);
    case RS_IR_LE:
      return make_truth (a.high <= b.low, a.low > b.high, is_known, a.mean <= b.mean);
    case RS_IR_GT:
      return make_truth (a.low > b.high, a.high <= b.low, is_known, a.mean > b.mean);
    default:
      return make_truth (a.low >= b.high, a.high < b.low, is_known, a.mean >= b.mean);
    }
}

static RsWorkRange
negate_truth (RsWorkRange a)
{
  return (RsWorkRange){ 1 - a.high, 1 - a.mean, 1 - a.low };
}

static RsWorkRange
both (RsWorkRange a, RsWorkRange b)
{
  if (a.high == 0 || b.high == 0)
    return make_point (0);
  return (RsWorkRange){ MIN (a.low, b.low), choose_mean (a.mean, b.mean, TRUE), 1 };
}

static RsWorkRange
find_inside (RsWorkValues *self, const RsIrExpression *e)
{
  RsWorkRange inside = make_point (1);

  for (guint k = 0; k < e->n_operands; k++)
    {
      const RsWorkRange subscript = rs_work_values_get (self, e->operands[k]);
      const RsWorkRange length = make_point (rs_work_values_get_length (self, e->index, k));

      inside = both (inside, compare (RS_IR_GE, subscript, make_point (0)));
      inside = both (inside, compare (RS_IR_LT, subscript, length));
    }
  return inside;
}

static RsWorkRange
choose (RsWorkValues *self, const RsIrExpression *e)
{
  const RsWorkRange condition = rs_work_values_get (self, e->operands[0]);
  RsWorkRange a, b;

  if (rs_work_range_is_point (condition))
    return rs_work_values_get (self, e->operands[condition.low != 0 ? 1 : 2]);
  a = rs_work_values_get (self, e->operands[1]);
  b = rs_work_values_get (self, e->operands[2]);
  return (RsWorkRange){ MIN (a.low, b.low),
                        isnan (condition.mean) ? NAN
                        : condition.mean != 0  ? a.mean
                                               : b.mean,
                        MAX (a.high, b.high) };
}

/* --- expressions --- */

static RsWorkRange
get_leaf (RsWorkValues *self, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_CONST:
      return make_point (rs_ir_is_floating (e->type) ? e->value.floating : (double)e->value.integer);
    case RS_IR_LOCAL:
      return self->locals[e->index];
    case RS_IR_NUMBER:
      return self->arguments[e->index] != NULL
                 ? read_number (self->plan->parameters[e->index].element, self->arguments[e->index], e->component)
                 : RS_WORK_UNKNOWN;
    case RS_IR_POSITION:
      return self->positions[e->component];
    case RS_IR_GRID:
      return make_point ((double)self->grid[e->component]);
    case RS_IR_BLOCK:
      return make_point ((double)self->block[e->component]);
    case RS_IR_DIM:
      return get_length (self, e);
    case RS_IR_INSIDE:
      return find_inside (self, e);
    case RS_IR_SELECT:
      return choose (self, e);
    default:
      return RS_WORK_UNKNOWN;
    }
}

static RsWorkRange
get_unary (const RsIrExpression *e, RsWorkRange a)
{
  switch (e->op)
    {
    case RS_IR_NEG:
      return (RsWorkRange){ -a.high, -a.mean, -a.low };
    case RS_IR_NOT:
      return negate_truth (a);
    case RS_IR_ABS:
      return (RsWorkRange){ a.low <= 0 && a.high >= 0 ? 0 : MIN (fabs (a.low), fabs (a.high)), fabs (a.mean),
                            MAX (fabs (a.low), fabs (a.high)) };
    case RS_IR_CONVERT:
      return rs_ir_is_integer (e->type) && rs_ir_is_floating (e->operands[0]->type) ? round_with (a, trunc) : a;
    case RS_IR_TO_INTEGER:
    case RS_IR_TRUNC:
      return round_with (a, trunc);
    case RS_IR_FLOOR:
      return round_with (a, floor);
    case RS_IR_CEIL:
      return round_with (a, ceil);
    case RS_IR_ROUND:
      return round_with (a, round);
    case RS_IR_SQRT:
      return (RsWorkRange){ sqrt (MAX (a.low, 0)), sqrt (a.mean), sqrt (MAX (a.high, 0)) };
    default:
      return RS_WORK_UNKNOWN;
    }
}

static RsWorkRange
get_binary (const RsIrExpression *e, RsWorkRange a, RsWorkRange b)
{
  switch (e->op)
    {
    case RS_IR_ADD:
      return (RsWorkRange){ a.low + b.low, a.mean + b.mean, a.high + b.high };
    case RS_IR_SUB:
      return (RsWorkRange){ a.low - b.high, a.mean - b.mean, a.high - b.low };
    case RS_IR_MUL:
      return multiply (a, b);
    case RS_IR_DIV:
      return divide (a, b, NULL);
    case RS_IR_FLOOR_DIV:
      return divide (a, b, floor);
    case RS_IR_TRUNC_DIV:
      return divide (a, b, trunc);
    case RS_IR_FLOOR_MOD:
      return get_remainder (a, b);
    case RS_IR_MIN:
      return (RsWorkRange){ MIN (a.low, b.low), choose_mean (a.mean, b.mean, TRUE), MIN (a.high, b.high) };
    case RS_IR_MAX:
      return (RsWorkRange){ MAX (a.low, b.low), choose_mean (a.mean, b.mean, FALSE), MAX (a.high, b.high) };
    case RS_IR_MIRROR:
    case RS_IR_PERIODIZE:
      return bring_inside (a, b);
    case RS_IR_AND:
      return both (a, b);
    case RS_IR_OR:
      return negate_truth (both (negate_truth (a), negate_truth (b)));
    default:
      return e->op >= RS_IR_EQ && e->op <= RS_IR_GE ? compare (e->op, a, b) : RS_WORK_UNKNOWN;
    }
}

RsWorkRange
rs_work_values_get (RsWorkValues *self, const RsIrExpression *e)
{
  RsWorkRange range;

  if (++self->n_visited > MOST_VISITED)
    return RS_WORK_UNKNOWN;
  if (e->n_operands == 0 || e->op == RS_IR_INSIDE || e->op == RS_IR_SELECT || rs_ir_reads_array (e)
      || e->op == RS_IR_ELEMENT)
    range = get_leaf (self, e);
  else if (e->n_operands == 1)
    range = get_unary (e, rs_work_values_get (self, e->operands[0]));
  else
    range = get_binary (e, rs_work_values_get (self, e->operands[0]), rs_work_values_get (self, e->operands[1]));
  return isnan (range.low) || isnan (range.high) ? RS_WORK_UNKNOWN : range;
}
