/* Arithmetic, comparisons and logic of numbers and small arrays of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <math.h>

static const RsIrExpression *
zip_add (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  return b_add (b, x, y);
}

static const RsIrExpression *
zip_sub (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  return b_sub (b, x, y);
}

static const RsIrExpression *
zip_mul (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  return b_mul (b, x, y);
}

static const RsIrExpression *
zip_op (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  return b_op (b, GPOINTER_TO_INT (data), x, y);
}

/* Sizes that do not fit a matrix product: an array of one element scales. */
static Value
scale (Build *b, Value x, Value y, const RsNode *place)
{
  if (b_shape_count (&x.shape) == 1)
    return b_zip (b, b_only_number (x), y, place, zip_mul, NULL);
  if (b_shape_count (&y.shape) == 1)
    return b_zip (b, x, b_only_number (y), place, zip_mul, NULL);
  return b_fail (b, place, "the sizes do not fit a matrix product; the product of elements is `.*`");
}

/* Rows times columns, with the sizes that runtime/value/arithmetic/matrix-product.c gives the result: a vector on the
 * right of a matrix of its length is a column, and so is the result, as a vector; a row times a column is an array of
 * one element. */
static Value
matrix_product (Build *b, Value x, Value y, const RsNode *place)
{
  guint rows = x.shape.rank == 1 ? 1 : x.shape.dims[0], inner = x.shape.dims[x.shape.rank - 1];
  guint y_rows = y.shape.rank == 1 ? 1 : y.shape.dims[0], columns = y.shape.dims[y.shape.rank - 1];
  gboolean column = y.shape.rank == 1 && rows > 1 && inner > 1 && inner == columns;
  Value result;

  if (x.shape.rank > 2 || y.shape.rank > 2 || (inner != y_rows && !column))
    return scale (b, x, y, place);
  if (column)
    columns = 1;
  if (rows * columns > BUILD_MAX_ELEMENTS)
    return b_not_supported (b, place, "a matrix of more than 64 elements");
  x = b_keep (b, x);
  y = b_keep (b, y);
  if (column || x.shape.rank == 1)
    result = b_value_new (b, b_shape (x.shape.type, 1, column ? &rows : &columns));
  else
    result = b_value_new (b, b_shape (x.shape.type, 2, (guint[]){ rows, columns }));
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      for (guint k = 0; k < inner; k++)
        {
          const RsIrExpression *term = b_mul (b, x.parts[i * inner + k], y.parts[k * columns + j]);

          result.parts[i * columns + j] = k ? b_add (b, result.parts[i * columns + j], term) : term;
        }
  return result;
}

/* x, to be used several times in one operation. */
static const RsIrExpression *
use_again (Build *b, const RsIrExpression *x)
{
  return x->op == RS_IR_LOCAL ? x : b_keep (b, b_number (x, b)).parts[0];
}

static const RsIrExpression *
multiply_out (Build *b, const RsIrExpression *x, guint n)
{
  const RsIrExpression *half;

  if (n == 1)
    return x;
  half = use_again (b, multiply_out (b, x, n / 2));
  return n % 2 ? b_mul (b, b_mul (b, half, half), x) : b_mul (b, half, half);
}

/* x^0.5: the square root, but of -inf. */
static const RsIrExpression *
square_root (Build *b, const RsIrExpression *x)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *infinite = rs_ir_constant (kernel, b->scalar, INFINITY);

  x = use_again (b, x);
  return rs_ir_select (kernel, b_op (b, RS_IR_EQ, x, rs_ir_constant (kernel, b->scalar, -INFINITY)), infinite,
                       rs_ir_unary (kernel, RS_IR_SQRT, x));
}

#define MOST_FACTORS 32
#define MOST_EXACT_FACTORS 16 /* as in runtime/value/arithmetic/power.h */

/* 2^61: a whole number where it fits, else a scalar, as on the host. */
static const RsIrExpression *
constant_power (Build *b, gint64 base, gint64 exponent)
{
  gint64 power = 1;

  if (ABS (base) <= 1 && exponent > 2)
    exponent = 2 - exponent % 2;
  for (gint64 i = 0; i < exponent; i++)
    if (__builtin_mul_overflow (power, base, &power))
      return rs_ir_constant (b->kernel, b->scalar, pow ((double)base, (double)exponent));
  return rs_ir_integer (b->kernel, power);
}

/* Whole numbers as far as this are numbers of single precision. */
#define LAST_SINGLE (1 << 24)

/* power: base^n in floating point, which may not hold n and so not know that it is odd. */
static const RsIrExpression *
sign_by_parity (Build *b, const RsIrExpression *power, const RsIrExpression *base, const RsIrExpression *n)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *zero = rs_ir_integer (kernel, 0), *is_odd;
  gint64 known;

  if (b_constant_integer (n, &known) && (ABS (known) <= LAST_SINGLE || known % 2 == 0))
    return power;
  if (base->op == RS_IR_CONST && !signbit (base->value.floating))
    return power;
  power = use_again (b, power);
  is_odd = b_op (b, RS_IR_NE, b_op (b, RS_IR_BIT_AND, n, rs_ir_integer (kernel, 1)), zero);
  return rs_ir_select (kernel, is_odd, b_op (b, RS_IR_COPY_SIGN, power, base), power);
}

/* Powers with a small known exponent are products; 0.5 is a square root. */
static const RsIrExpression *
zip_power (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *exponent;
  gboolean integers = x->type == RS_IR_I64 && y->type == RS_IR_I64;
  gint64 n, known;

  if (integers && x->op == RS_IR_CONST && b_constant_integer (x, &known) && b_constant_integer (y, &n) && n >= 0)
    return constant_power (b, known, n);
  if (b_constant_integer (y, &n) && ABS (n) <= (integers || !kernel->exact_math ? MOST_FACTORS : MOST_EXACT_FACTORS))
    {
      const RsIrExpression *base, *product;

      if (n == 0)
        return integers ? rs_ir_integer (kernel, 1) : rs_ir_constant (kernel, b->scalar, 1);
      if (n < 0)
        x = rs_ir_convert (kernel, x, b->scalar);
      base = use_again (b, x);
      product = base->type == RS_IR_I64 ? rs_ir_integer_power (kernel, base, (guint)n)
                                        : multiply_out (b, base, (guint)ABS (n));
      return n > 0 ? product : b_op (b, RS_IR_DIV, rs_ir_constant (kernel, b->scalar, 1), product);
    }
  if (integers && b->request->form == RS_KERNEL_FROM_EXPRESSION) /* integers or scalars, as the values are */
    b_not_supported (b, b->request->node, "a power of integers whose exponent is no literal");
  x = rs_ir_convert (kernel, x, b->scalar);
  exponent = rs_ir_convert (kernel, y, b->scalar);
  if (rs_ir_is_constant (exponent, 0.5))
    return square_root (b, x);
  if (y->type != RS_IR_I64)
    return b_op (b, RS_IR_POW, x, exponent);
  x = use_again (b, x);
  y = use_again (b, y);
  return sign_by_parity (b, b_op (b, integers ? RS_IR_INT_POW : RS_IR_POW, x, rs_ir_convert (kernel, y, b->scalar)), x,
                         y);
}

Value
b_power (Build *b, Value x, Value y, const RsNode *place)
{
  if (x.shape.type == RS_IR_BOOL)
    x = b_convert (b, x, RS_IR_I64);
  if (y.shape.type == RS_IR_BOOL)
    y = b_convert (b, y, RS_IR_I64);
  return b_zip (b, x, y, place, zip_power, NULL);
}

Value
b_to_common_type (Build *b, Value *x, Value *y)
{
  RsIrType type = b_join_types (b, x->shape.type, y->shape.type);

  *x = b_convert (b, *x, type);
  *y = b_convert (b, *y, type);
  return *x;
}

Value
b_array_as_value (Build *b, Value value, const RsNode *place)
{
  gint64 step;
  guint n;

  if (value.kind == VALUE_LAZY)
    return value;
  if (value.kind == VALUE_RANGE)
    return b_range_length (b, &value, &n, &step) ? b_range_elements (b, value, place) : b_lazy_range (b, &value, place);
  if (value.kind == VALUE_ARRAY)
    return b_whole_array (b, &value, place);
  if (value.kind == VALUE_STRING)
    return b_not_supported (b, place, "strings");
  if (value.kind != VALUE_NUMBER)
    return b_fail (b, place, "this is no number");
  return value;
}

Value
b_compare (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  static const struct {
    RsOperator op;
    RsIrOp ir;
  } table[] = {
    { RS_OP_LESS, RS_IR_LT },          { RS_OP_LESS_EQUAL, RS_IR_LE }, { RS_OP_GREATER, RS_IR_GT },
    { RS_OP_GREATER_EQUAL, RS_IR_GE }, { RS_OP_EQUAL, RS_IR_EQ },      { RS_OP_NOT_EQUAL, RS_IR_NE },
  };
  RsIrOp ir = RS_IR_EQ;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].op == op)
      ir = table[i].ir;
  if (x.shape.is_complex || y.shape.is_complex)
    return b_complex_binary (b, op, x, y, place);
  b_to_common_type (b, &x, &y);
  return b_zip (b, x, y, place, zip_op, GINT_TO_POINTER (ir));
}

static const RsIrExpression *
zip_logic (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  RsKernel *kernel = b->kernel;

  if (x->type != RS_IR_BOOL)
    x = b_op (b, RS_IR_NE, x, rs_ir_constant (kernel, x->type, 0));
  if (y->type != RS_IR_BOOL)
    y = b_op (b, RS_IR_NE, y, rs_ir_constant (kernel, y->type, 0));
  return b_op (b, GPOINTER_TO_INT (data), x, y);
}

static Value
divide (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  if (op == RS_OP_DIVIDE && x.shape.rank > 0 && y.shape.rank > 0)
    return b_fail (b, place, "arrays are divided element by element with `./`");
  return b_zip (b, b_convert (b, x, b->scalar), b_convert (b, y, b->scalar), place, zip_op,
                GINT_TO_POINTER (RS_IR_DIV));
}

Value
b_binary (Build *b, RsOperator op, Value x, Value y, const RsNode *place)
{
  x = b_array_as_value (b, x, place);
  y = b_array_as_value (b, y, place);
  if (b->reason)
    return x;
  if (x.kind == VALUE_LAZY || y.kind == VALUE_LAZY)
    return b_lazy_binary (b, op, x, y, place);
  if (op >= RS_OP_LESS && op <= RS_OP_NOT_EQUAL)
    return b_compare (b, op, x, y, place);
  if (op == RS_OP_AND || op == RS_OP_OR)
    return b_zip (b, x, y, place, zip_logic, GINT_TO_POINTER (op == RS_OP_AND ? RS_IR_AND : RS_IR_OR));
  if (x.shape.is_complex || y.shape.is_complex)
    return b_complex_binary (b, op, x, y, place);
  switch (op)
    {
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      return b_power (b, x, y, place);
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      return divide (b, op, x, y, place);
    default:
      break;
    }
  b_to_common_type (b, &x, &y);
  switch (op)
    {
    case RS_OP_ADD:
      return b_zip (b, x, y, place, zip_add, NULL);
    case RS_OP_SUBTRACT:
      return b_zip (b, x, y, place, zip_sub, NULL);
    case RS_OP_MULTIPLY:
      if (x.shape.rank > 0 && y.shape.rank > 0)
        return matrix_product (b, x, y, place);
      return b_zip (b, x, y, place, zip_mul, NULL);
    case RS_OP_DOT_MULTIPLY:
      return b_zip (b, x, y, place, zip_mul, NULL);
    default:
      return b_not_supported (b, place, rs_operator_to_string (op));
    }
}

/* The negatives of integers of less than 32 bits are plain integers. */
static Integers
integers_of_negative (const Integers *integers)
{
  Integers none = { 0 };

  if (!b_are_small (integers) || integers->is_mixed || integers->overflow != RS_OVERFLOW_DEFAULT
      || rs_element_get_bytes (integers->element) >= 4)
    return none;
  return (Integers){ .element = RS_ELEMENT_INT32 };
}

Value
b_unary (Build *b, const RsNode *node)
{
  Value x = b_array_as_value (b, b_expression (b, node->children[0]), node);
  Value result;

  if (node->op == RS_OP_PLUS || b->reason)
    return x;
  if (x.kind == VALUE_LAZY)
    return node->op == RS_OP_NEGATE ? b_lazy_negative (b, x, node) : b_not_supported (b, node, "`!` of a part");
  if (node->op == RS_OP_NEGATE)
    {
      gint64 n;

      if (x.shape.rank == 0 && x.shape.type == RS_IR_I64 && b_constant_integer (x.parts[0], &n) && n != G_MININT64)
        {
          result = b_integer (b, -n);
          result.is_literal = x.is_literal;
          return result;
        }
      if (x.shape.type == RS_IR_BOOL)
        x = b_convert (b, x, RS_IR_I64);
    }
  result = b_value_new (b, x.shape);
  if (node->op == RS_OP_NOT)
    result.shape.type = RS_IR_BOOL, result.shape.is_complex = FALSE;
  else
    result.integers = integers_of_negative (&x.integers);
  for (guint i = 0; i < b_shape_parts (&result.shape); i++)
    result.parts[i] = node->op == RS_OP_NOT
                          ? rs_ir_unary (b->kernel, RS_IR_NOT, b_condition (b, b_number (x.parts[i], b), node))
                          : rs_ir_unary (b->kernel, RS_IR_NEG, x.parts[i]);
  return result;
}
