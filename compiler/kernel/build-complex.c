/* Complex numbers: pairs of parts. Arithmetic by the textbook; the quotient divides by |y|^2, the root takes the branch
 * with a positive real part.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build-private.h"

static void
divide (Build *b, const RsIrExpression *const *x, const RsIrExpression *const *y, const RsIrExpression **result)
{
  const RsIrExpression *norm = b_add (b, b_mul (b, y[0], y[0]), b_mul (b, y[1], y[1]));
  const RsIrExpression *real = b_add (b, b_mul (b, x[0], y[0]), b_mul (b, x[1], y[1]));
  const RsIrExpression *imaginary = b_sub (b, b_mul (b, x[1], y[0]), b_mul (b, x[0], y[1]));

  norm = b_keep (b, b_number (norm, b)).parts[0];
  result[0] = b_op (b, RS_IR_DIV, real, norm);
  result[1] = b_op (b, RS_IR_DIV, imaginary, norm);
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
    default:
      return FALSE;
    }
}

static Value
compare (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  Value result;

  if (op != RS_OP_EQUAL && op != RS_OP_NOT_EQUAL)
    return b_fail (b, place, "complex numbers have no order");
  result = b_value_new (b, (Shape){ .type = RS_IR_BOOL });
  result.parts[0] = b_op (b, RS_IR_AND, b_op (b, RS_IR_EQ, x.parts[0], y.parts[0]),
                          b_op (b, RS_IR_EQ, x.parts[1], y.parts[1]));
  if (op == RS_OP_NOT_EQUAL)
    result.parts[0] = rs_ir_unary (b->kernel, RS_IR_NOT, result.parts[0]);
  return result;
}

/* z^n for a small whole n. */
static Value
power (Build *b, Value x, Value y, const RsNode *place)
{
  gint64 n;
  Value result = x;

  if (y.shape.is_complex || y.shape.rank > 0 || !b_constant_integer (y.parts[0], &n) || n < 1 || n > 16)
    return b_not_supported (b, place, "this power of a complex number");
  for (x = b_keep (b, x), result = x; n > 1; n--)
    result = b_keep (b, b_complex_binary (b, RS_OP_MULTIPLY, result, x, place));
  return result;
}

Value
b_complex_binary (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  gboolean is_single;
  Value result;
  guint n;

  if (op == RS_OP_POWER || op == RS_OP_DOT_POWER)
    return power (b, x, y, place);
  if (x.shape.rank > 0 && y.shape.rank > 0 && (op == RS_OP_MULTIPLY || !b_same_dims (&x.shape, &y.shape)))
    return b_not_supported (b, place, "this product of complex arrays");
  x = b_keep (b, b_to_complex (b, x));
  y = b_keep (b, b_to_complex (b, y));
  if (op >= RS_OP_LESS && op <= RS_OP_NOT_EQUAL)
    return x.shape.rank || y.shape.rank ? b_not_supported (b, place, "comparing complex arrays")
                                        : compare (b, op, x, y, place);
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
    result.parts[i] = rs_ir_unary (b->kernel, RS_IR_SQRT,
                                   b_add (b, b_mul (b, x.parts[2 * i], x.parts[2 * i]),
                                          b_mul (b, x.parts[2 * i + 1], x.parts[2 * i + 1])));
  return result;
}
