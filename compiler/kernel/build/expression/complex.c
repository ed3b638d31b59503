/* Complex numbers: pairs of parts. Arithmetic by the textbook; the quotient divides by |y|^2, the root takes the branch
 * with a positive real part. What squares parts does so in double precision, where no single one overflows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <math.h>

static const RsIrExpression *
keep (Build *b, const RsIrExpression *e)
{
  return b_keep (b, b_number (e, b)).parts[0];
}

static const RsIrExpression *
wide (Build *b, const RsIrExpression *e)
{
  return keep (b, rs_ir_convert (b->kernel, e, RS_IR_F64));
}

static const RsIrExpression *
narrow (Build *b, const RsIrExpression *e)
{
  return rs_ir_convert (b->kernel, e, b->scalar);
}

static const RsIrExpression *
sum_of_squares (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  return b_add (b, b_mul (b, x, x), b_mul (b, y, y));
}

/* Of a divisor in double precision, whose square may overflow: the larger of its parts, or 1 where that does not
 * scale. */
static const RsIrExpression *
scale_of (Build *b, const RsIrExpression *d, const RsIrExpression *e)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *one = rs_ir_constant (kernel, RS_IR_F64, 1);
  const RsIrExpression *size
      = keep (b, b_op (b, RS_IR_MAX, rs_ir_unary (kernel, RS_IR_ABS, d), rs_ir_unary (kernel, RS_IR_ABS, e)));
  const RsIrExpression *scales = b_op (b, RS_IR_AND, b_op (b, RS_IR_GT, size, rs_ir_constant (kernel, RS_IR_F64, 0)),
                                       b_op (b, RS_IR_LT, size, rs_ir_constant (kernel, RS_IR_F64, INFINITY)));

  return keep (b, rs_ir_select (kernel, scales, size, one));
}

/* By zero, both parts are divided by it. */
static void
divide (Build *b, const RsIrExpression *const *x, const RsIrExpression *const *y, const RsIrExpression **result)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *a = wide (b, x[0]), *c = wide (b, x[1]), *d = wide (b, y[0]), *e = wide (b, y[1]),
                       *scale = NULL;
  const RsIrExpression *norm, *is_zero, *real, *imaginary;

  if (b->scalar == RS_IR_F64)
    {
      scale = scale_of (b, d, e);
      d = keep (b, b_op (b, RS_IR_DIV, d, scale));
      e = keep (b, b_op (b, RS_IR_DIV, e, scale));
    }
  norm = keep (b, sum_of_squares (b, d, e));
  is_zero = keep (b, b_op (b, RS_IR_EQ, norm, rs_ir_constant (kernel, RS_IR_F64, 0)));
  real = rs_ir_select (kernel, is_zero, a, b_add (b, b_mul (b, a, d), b_mul (b, c, e)));
  imaginary = rs_ir_select (kernel, is_zero, c, b_sub (b, b_mul (b, c, d), b_mul (b, a, e)));
  real = b_op (b, RS_IR_DIV, real, norm);
  imaginary = b_op (b, RS_IR_DIV, imaginary, norm);
  result[0] = narrow (b, scale ? b_op (b, RS_IR_DIV, real, scale) : real);
  result[1] = narrow (b, scale ? b_op (b, RS_IR_DIV, imaginary, scale) : imaginary);
}

/* exp (w log z); of 0 it is 0, and 1 where w is 0. */
static void
power_of (Build *b, const RsIrExpression *const *x, const RsIrExpression *const *y, const RsIrExpression **result)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *a = wide (b, x[0]), *c = wide (b, x[1]), *u = wide (b, y[0]), *v = wide (b, y[1]);
  const RsIrExpression *zero = rs_ir_constant (kernel, RS_IR_F64, 0), *one = rs_ir_constant (kernel, RS_IR_F64, 1);
  const RsIrExpression *size = keep (b, rs_ir_unary (kernel, RS_IR_SQRT, sum_of_squares (b, a, c)));
  const RsIrExpression *is_zero = keep (b, b_op (b, RS_IR_EQ, size, zero));
  const RsIrExpression *log = keep (b, rs_ir_unary (kernel, RS_IR_LOG, rs_ir_select (kernel, is_zero, one, size)));
  const RsIrExpression *angle = keep (b, b_op (b, RS_IR_ATAN2, c, a));
  const RsIrExpression *turn = keep (b, b_add (b, b_mul (b, u, angle), b_mul (b, v, log)));
  const RsIrExpression *length = rs_ir_unary (kernel, RS_IR_EXP, b_sub (b, b_mul (b, u, log), b_mul (b, v, angle)));
  const RsIrExpression *is_one = b_op (b, RS_IR_EQ, sum_of_squares (b, u, v), zero);

  length = keep (b, rs_ir_select (kernel, is_zero, rs_ir_select (kernel, is_one, one, zero), length));
  result[0] = narrow (b, b_mul (b, length, rs_ir_unary (kernel, RS_IR_COS, turn)));
  result[1] = narrow (b, b_mul (b, length, rs_ir_unary (kernel, RS_IR_SIN, turn)));
}

static gboolean
apply (Build *b, RsOperator op, const RsIrExpression *const *x, const RsIrExpression *const *y,
       const RsIrExpression **result)
{
  switch (op)
    {
    case RS_OP_ADD:
    case RS_OP_SUBTRACT:
      for (guint i = 0; i < 2; i++)
        result[i] = op == RS_OP_ADD ? b_add (b, x[i], y[i]) : b_sub (b, x[i], y[i]);
      return TRUE;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      result[0] = b_sub (b, b_mul (b, x[0], y[0]), b_mul (b, x[1], y[1]));
      result[1] = b_add (b, b_mul (b, x[0], y[1]), b_mul (b, x[1], y[0]));
      return TRUE;
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      divide (b, x, y, result);
      return TRUE;
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      power_of (b, x, y, result);
      return TRUE;
    default:
      return FALSE;
    }
}

static Value
compare (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  Shape shape = y.shape.rank > x.shape.rank ? y.shape : x.shape;
  Value result;

  if (op != RS_OP_EQUAL && op != RS_OP_NOT_EQUAL)
    return b_fail (b, place, "complex numbers have no order");
  shape.type = RS_IR_BOOL;
  shape.is_complex = FALSE;
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_count (&shape); i++)
    {
      const RsIrExpression *const *left = x.parts + (x.shape.rank ? 2 * i : 0);
      const RsIrExpression *const *right = y.parts + (y.shape.rank ? 2 * i : 0);

      result.parts[i]
          = b_op (b, RS_IR_AND, b_op (b, RS_IR_EQ, left[0], right[0]), b_op (b, RS_IR_EQ, left[1], right[1]));
      if (op == RS_OP_NOT_EQUAL)
        result.parts[i] = rs_ir_unary (b->kernel, RS_IR_NOT, result.parts[i]);
    }
  return result;
}

/* z^n for a small whole n, by products, which are exact where they can be. */
static Value
whole_power (Build *b, Value x, gint64 n, const RsNode *place)
{
  Value result;

  for (x = b_keep (b, x), result = x; n > 1; n--)
    result = b_keep (b, b_complex_binary (b, RS_OP_DOT_MULTIPLY, result, x, place));
  return result;
}

Value
b_complex_binary (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  gboolean is_single;
  Value result;
  gint64 whole;
  guint n;

  if (op == RS_OP_POWER && (x.shape.rank > 0 || y.shape.rank > 0))
    return b_not_supported (b, place, "this power of a complex array");
  if ((op == RS_OP_POWER || op == RS_OP_DOT_POWER) && b_is_number (&y) && b_constant_integer (y.parts[0], &whole)
      && whole >= 1 && whole <= 16)
    return whole_power (b, x, whole, place);
  if (x.shape.rank > 0 && y.shape.rank > 0 && (op == RS_OP_MULTIPLY || !b_same_dims (&x.shape, &y.shape)))
    return b_not_supported (b, place, "this product of complex arrays");
  x = b_keep (b, b_to_complex (b, x));
  y = b_keep (b, b_to_complex (b, y));
  if (op >= RS_OP_LESS && op <= RS_OP_NOT_EQUAL)
    return compare (b, op, x, y, place);
  is_single = b_joins_singles (&x, &y);
  result = b_value_new (b, y.shape.rank > x.shape.rank ? y.shape : x.shape);
  result.shape.is_single = is_single;
  n = b_shape_count (&result.shape);
  for (guint i = 0; i < n; i++)
    if (!apply (b, op, x.parts + (x.shape.rank ? 2 * i : 0), y.parts + (y.shape.rank ? 2 * i : 0),
                result.parts + 2 * i))
      return b_not_supported (b, place, "this operator on complex numbers");
  return result;
}

Value
b_complex_abs (Build *b, Value x)
{
  Shape shape = x.shape;
  Value result;

  x = b_keep (b, x);
  shape.is_complex = FALSE;
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_count (&shape); i++)
    result.parts[i]
        = narrow (b, rs_ir_unary (b->kernel, RS_IR_SQRT,
                                  sum_of_squares (b, wide (b, x.parts[2 * i]), wide (b, x.parts[2 * i + 1]))));
  return result;
}

/* --- functions: x + iy to the parts of the result --- */

typedef struct {
  const RsIrExpression *real, *imaginary;
} Parts;

static const RsIrExpression *
function_of (Build *b, RsIrOp op, const RsIrExpression *x)
{
  return keep (b, rs_ir_unary (b->kernel, op, x));
}

static const RsIrExpression *
product_of (Build *b, RsIrOp f, const RsIrExpression *x, RsIrOp g, const RsIrExpression *y)
{
  return b_mul (b, function_of (b, f, x), function_of (b, g, y));
}

/* With t = sqrt ((|z| + |x|) / 2) one part is t and the other y / 2t. */
static Parts
square_root (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *zero = rs_ir_constant (kernel, RS_IR_F64, 0), *half = rs_ir_constant (kernel, RS_IR_F64, 0.5);
  const RsIrExpression *size = rs_ir_unary (kernel, RS_IR_SQRT, sum_of_squares (b, x, y));
  const RsIrExpression *t = keep (b, b_mul (b, half, b_add (b, size, rs_ir_unary (kernel, RS_IR_ABS, x))));
  const RsIrExpression *other, *is_right, *is_below = b_op (b, RS_IR_LT, y, zero);

  t = function_of (b, RS_IR_SQRT, t);
  other = b_op (b, RS_IR_DIV, b_mul (b, half, y), t);
  other = keep (b, rs_ir_select (kernel, b_op (b, RS_IR_EQ, t, zero), zero, other));
  is_right = keep (b, b_op (b, RS_IR_GE, x, zero));
  return (Parts){ rs_ir_select (kernel, is_right, t, rs_ir_unary (kernel, RS_IR_ABS, other)),
                  rs_ir_select (kernel, is_right, other,
                                rs_ir_select (kernel, is_below, rs_ir_unary (kernel, RS_IR_NEG, t), t)) };
}

/* tan (x + iy) = (sin 2x + i sinh 2y) / (cos 2x + cosh 2y); beyond |2y| = 700 nothing changes any more. */
static Parts
tangent (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *limit = rs_ir_constant (kernel, RS_IR_F64, 700), *norm;

  x = keep (b, b_add (b, x, x));
  y = b_op (b, RS_IR_MIN, b_op (b, RS_IR_MAX, b_add (b, y, y), rs_ir_unary (kernel, RS_IR_NEG, limit)), limit);
  y = keep (b, y);
  norm = keep (b, b_add (b, function_of (b, RS_IR_COS, x), function_of (b, RS_IR_COSH, y)));
  return (Parts){ b_op (b, RS_IR_DIV, function_of (b, RS_IR_SIN, x), norm),
                  b_op (b, RS_IR_DIV, function_of (b, RS_IR_SINH, y), norm) };
}

static Parts
apply_function (Build *b, RsIrOp op, const RsIrExpression *x, const RsIrExpression *y)
{
  RsKernel *kernel = b->kernel;
  Parts parts;

  switch (op)
    {
    case RS_IR_EXP:
      return (Parts){ product_of (b, op, x, RS_IR_COS, y), product_of (b, op, x, RS_IR_SIN, y) };
    case RS_IR_LOG:
      return (Parts){ rs_ir_unary (kernel, RS_IR_LOG, rs_ir_unary (kernel, RS_IR_SQRT, sum_of_squares (b, x, y))),
                      b_op (b, RS_IR_ATAN2, y, x) };
    case RS_IR_SIN:
      return (Parts){ product_of (b, RS_IR_SIN, x, RS_IR_COSH, y), product_of (b, RS_IR_COS, x, RS_IR_SINH, y) };
    case RS_IR_COS:
      return (Parts){ product_of (b, RS_IR_COS, x, RS_IR_COSH, y),
                      rs_ir_unary (kernel, RS_IR_NEG, product_of (b, RS_IR_SIN, x, RS_IR_SINH, y)) };
    case RS_IR_SINH:
      return (Parts){ product_of (b, RS_IR_SINH, x, RS_IR_COS, y), product_of (b, RS_IR_COSH, x, RS_IR_SIN, y) };
    case RS_IR_COSH:
      return (Parts){ product_of (b, RS_IR_COSH, x, RS_IR_COS, y), product_of (b, RS_IR_SINH, x, RS_IR_SIN, y) };
    case RS_IR_TAN:
      return tangent (b, x, y);
    case RS_IR_TANH: /* -i tan (iz) */
      parts = tangent (b, y, x);
      return (Parts){ parts.imaginary, parts.real };
    default:
      return square_root (b, x, y);
    }
}

gboolean
b_is_complex_function (RsIrOp op)
{
  return op == RS_IR_EXP || op == RS_IR_LOG || op == RS_IR_SQRT || op == RS_IR_SIN || op == RS_IR_COS || op == RS_IR_TAN
         || op == RS_IR_SINH || op == RS_IR_COSH || op == RS_IR_TANH;
}

Value
b_complex_function (Build *b, RsIrOp op, Value x)
{
  gboolean is_wide = op == RS_IR_LOG || op == RS_IR_SQRT || op == RS_IR_TAN || op == RS_IR_TANH;
  Value result = b_value_new (b, x.shape);

  x = b_keep (b, x);
  for (guint i = 0; i < b_shape_count (&x.shape); i++)
    {
      const RsIrExpression *real = x.parts[2 * i], *imaginary = x.parts[2 * i + 1];
      Parts parts = is_wide ? apply_function (b, op, wide (b, real), wide (b, imaginary))
                            : apply_function (b, op, real, imaginary);

      result.parts[2 * i] = narrow (b, parts.real);
      result.parts[2 * i + 1] = narrow (b, parts.imaginary);
    }
  return result;
}
