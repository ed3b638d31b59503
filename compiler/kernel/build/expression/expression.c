/* Expressions: operators, literals, the lazy ones.
 *
 * An expression becomes trees; what can't be a tree (an opened function, a loop) becomes statements in front of the
 * statement that is being built. Where the right side of an operator does that, the left side is put aside first, so
 * that the order of effects stays. The sides of `&&`, `||` and `? :` that may not be evaluated are built into a block
 * of their own, which becomes an `if` unless it stays empty.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/sema/generic/generic.h"

#include <math.h>

#define MAX_NODES 400000

static Value
build_number (Build *b, const RsNode *node)
{
  if (node->flags & RS_NODE_IMAGINARY)
    {
      Value value = b_value_new (b, (Shape){ .type = b->scalar, .is_complex = TRUE });

      value.parts[0] = rs_ir_constant (b->kernel, b->scalar, 0);
      value.parts[1] = rs_ir_constant (b->kernel, b->scalar, node->number);
      return value;
    }
  gint64 integer;

  if (rs_node_get_integer (node, &integer))
    {
      Value value = b_integer (b, integer);

      value.is_literal = TRUE;
      return value;
    }
  return b_scalar (b, node->number);
}

/* --- arithmetic --- */

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

/* Rows times columns, with the sizes that runtime/value/matrix-product.c gives the result: a vector on the right of a
 * matrix of its length is a column, and so is the result, as a vector; a row times a column is an array of one
 * element. */
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
#define MOST_EXACT_FACTORS 16 /* as in runtime/value/power.h */

/* Powers with a small known exponent are products; 0.5 is a square root. */
static const RsIrExpression *
zip_power (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  RsKernel *kernel = b->kernel;
  gboolean integers = x->type == RS_IR_I64 && y->type == RS_IR_I64;
  gint64 n;

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
  y = rs_ir_convert (kernel, y, b->scalar);
  if (rs_ir_is_constant (y, 0.5))
    return square_root (b, x);
  return b_op (b, integers ? RS_IR_INT_POW : RS_IR_POW, x, y);
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

static Value
to_common_type (Build *b, Value *x, Value *y)
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
  static const struct { RsOperator op; RsIrOp ir; } table[] = {
    { RS_OP_LESS, RS_IR_LT }, { RS_OP_LESS_EQUAL, RS_IR_LE }, { RS_OP_GREATER, RS_IR_GT },
    { RS_OP_GREATER_EQUAL, RS_IR_GE }, { RS_OP_EQUAL, RS_IR_EQ }, { RS_OP_NOT_EQUAL, RS_IR_NE },
  };
  RsIrOp ir = RS_IR_EQ;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (table[i].op == op)
      ir = table[i].ir;
  if (x.shape.is_complex || y.shape.is_complex)
    return b_complex_binary (b, op, x, y, place);
  to_common_type (b, &x, &y);
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
  to_common_type (b, &x, &y);
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

static Value
build_unary (Build *b, const RsNode *node)
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

/* --- lazy operators --- */

Value
b_lazy (Build *b, const RsNode *node, RsIrBlock *block)
{
  RsIrBlock *outer = b->block;
  Value value;

  *block = (RsIrBlock){ 0 };
  b->block = block;
  value = b_expression (b, node);
  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, node);
  b->block = outer;
  return value;
}

static void
set_into (Build *b, RsIrBlock *block, guint local, const RsIrExpression *value)
{
  RsIrStatement *set = rs_ir_statement (b->kernel, RS_IR_SET, b->line);

  set->index = local;
  set->value = value;
  rs_ir_append (block, set);
}

static Value
build_logic (Build *b, const RsNode *node)
{
  RsIrOp op = node->op == RS_OP_AND ? RS_IR_AND : RS_IR_OR;
  Value left = b_expression (b, node->children[0]), right;
  const RsIrExpression *condition;
  RsIrBlock block;
  RsIrStatement *branch;
  guint local;

  right = b_lazy (b, node->children[1], &block);
  if (b->reason)
    return left;
  if (left.shape.rank > 0 || right.shape.rank > 0)
    {
      rs_ir_append_block (b->block, &block);
      return b_binary (b, node->op, left, right, node);
    }
  condition = b_condition (b, left, node);
  if (!block.first)
    return b_number (b_op (b, op, condition, b_condition (b, right, node)), b);
  local = rs_kernel_add_local (b->kernel, "", RS_IR_BOOL, 1);
  set_into (b, b->block, local, condition);
  set_into (b, &block, local, b_condition (b, right, node));
  branch = b_emit (b, RS_IR_IF);
  branch->value = rs_ir_local (b->kernel, local);
  if (op == RS_IR_OR)
    branch->value = rs_ir_unary (b->kernel, RS_IR_NOT, branch->value);
  branch->body = block;
  return b_number (rs_ir_local (b->kernel, local), b);
}

static Value
select_parts (Build *b, const RsIrExpression *condition, Value x, Value y, RsIrBlock *then, RsIrBlock *otherwise)
{
  guint n = b_shape_parts (&x.shape);
  Value result = b_value_new (b, x.shape);
  RsIrStatement *branch;

  if (!then->first && !otherwise->first)
    {
      if (n > 1)
        condition = b_keep (b, b_number (condition, b)).parts[0];
      for (guint i = 0; i < n; i++)
        result.parts[i] = rs_ir_select (b->kernel, condition, x.parts[i], y.parts[i]);
      return result;
    }
  for (guint i = 0; i < n; i++)
    {
      guint local = rs_kernel_add_local (b->kernel, "", x.shape.type, 1);

      set_into (b, then, local, x.parts[i]);
      set_into (b, otherwise, local, y.parts[i]);
      result.parts[i] = rs_ir_local (b->kernel, local);
    }
  branch = b_emit (b, RS_IR_IF);
  branch->value = condition;
  branch->body = *then;
  branch->other = *otherwise;
  return result;
}

static Value
broadcast (Build *b, Value value, const Shape *shape)
{
  Value wide;

  if (value.shape.rank > 0 || shape->rank == 0)
    return value;
  wide = b_value_new (b, *shape);
  wide.shape.type = value.shape.type;
  wide.shape.is_complex = value.shape.is_complex;
  for (guint i = 0; i < b_shape_parts (&wide.shape); i++)
    wide.parts[i] = value.parts[wide.shape.is_complex ? i % 2 : 0];
  return wide;
}

static Value
build_ternary (Build *b, const RsNode *node)
{
  Value test, x, y;
  const RsIrExpression *condition;
  RsIrBlock then, otherwise;
  gboolean holds;

  if (b_decide_types (b, node->children[RS_TERNARY_CONDITION], &holds))
    return b_expression (b, node->children[holds ? RS_TERNARY_THEN : RS_TERNARY_ELSE]);
  test = b_expression (b, node->children[RS_TERNARY_CONDITION]);
  if (test.kind != VALUE_NUMBER)
    return b_fail (b, node, "a condition needs a number");
  condition = b_condition (b, test, node->children[RS_TERNARY_CONDITION]);
  x = b_lazy (b, node->children[RS_TERNARY_THEN], &then);
  y = b_lazy (b, node->children[RS_TERNARY_ELSE], &otherwise);
  if (x.kind == VALUE_FUNCTION && y.kind == VALUE_FUNCTION && !then.first && !otherwise.first)
    return b_choose_function (b, condition, x, y, node);
  if (x.kind != VALUE_NUMBER || y.kind != VALUE_NUMBER)
    return b_not_supported (b, node, "a choice between arrays or functions");
  if (b->reason)
    return x;
  x = broadcast (b, x, &y.shape);
  y = broadcast (b, y, &x.shape);
  if (!b_same_dims (&x.shape, &y.shape))
    return b_fail (b, node, "the sizes of both sides of `:` differ");
  if (x.shape.is_complex || y.shape.is_complex)
    {
      x = b_to_complex (b, x);
      y = b_to_complex (b, y);
    }
  else if (x.shape.type != y.shape.type)
    to_common_type (b, &x, &y);
  x.shape.rank = y.shape.rank = MAX (x.shape.rank, y.shape.rank);
  return select_parts (b, condition, x, y, &then, &otherwise);
}

/* --- ranges and matrices --- */

static Value
build_range (Build *b, const RsNode *node)
{
  Value low = b_only_number (b_expression (b, node->children[RS_RANGE_LOW]));
  Value high = b_only_number (b_expression (b, node->children[RS_RANGE_HIGH]));
  Value step = node->children[RS_RANGE_STEP] ? b_only_number (b_expression (b, node->children[RS_RANGE_STEP]))
                                             : b_integer (b, 1);
  Value range = { .kind = VALUE_RANGE };

  if (!b_is_number (&low) || !b_is_number (&high) || !b_is_number (&step))
    return b_fail (b, node, "the bounds of a range are numbers");
  range.shape.type = rs_ir_is_floating (low.shape.type) || rs_ir_is_floating (step.shape.type) ? b->scalar : RS_IR_I64;
  range.low = low.parts[0];
  range.high = high.parts[0];
  range.step = node->children[RS_RANGE_STEP] ? step.parts[0] : NULL;
  return range;
}

static const RsIrExpression *
strip_constant (const RsIrExpression *e, gint64 *constant)
{
  gint64 n;

  while (e->type == RS_IR_I64 && (e->op == RS_IR_ADD || e->op == RS_IR_SUB))
    {
      if (b_constant_integer (e->operands[1], &n))
        {
          *constant += e->op == RS_IR_ADD ? n : -n;
          e = e->operands[0];
        }
      else if (e->op == RS_IR_ADD && b_constant_integer (e->operands[0], &n))
        {
          *constant += n;
          e = e->operands[1];
        }
      else
        break;
    }
  return e;
}

gboolean
b_constant_difference (const RsIrExpression *x, const RsIrExpression *y, gint64 *difference)
{
  gint64 a = 0, c = 0;

  if (b_constant_integer (x, &a) && b_constant_integer (y, &c))
    {
      *difference = a - c;
      return TRUE;
    }
  a = c = 0;
  x = strip_constant (x, &a);
  y = strip_constant (y, &c);
  *difference = a - c;
  return rs_ir_equal (x, y);
}

#define RANGE_TOLERANCE 1e-6 /* of a step, as host code has it */

const RsIrExpression *
b_range_last (Build *b, const Value *range, gint64 step)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *last, *none;

  if (!rs_ir_is_floating (range->high->type))
    return rs_ir_convert (kernel, range->high, RS_IR_I64);
  last = rs_ir_convert (kernel, range->high, RS_IR_F64);
  if (last->op == RS_IR_CONST)
    {
      double value = last->value.floating + RANGE_TOLERANCE * (double)step;

      value = step > 0 ? floor (value) : ceil (value);
      if (ABS (value) < 0x1p62)
        return rs_ir_integer (kernel, (gint64)value);
    }
  last = b_add (b, last, rs_ir_constant (kernel, RS_IR_F64, RANGE_TOLERANCE * (double)step));
  last = rs_ir_to_integer (kernel, rs_ir_unary (kernel, step > 0 ? RS_IR_FLOOR : RS_IR_CEIL, last));
  if (last->op != RS_IR_TO_INTEGER) /* surely a number */
    return last;
  none = b_sub (b, rs_ir_convert (kernel, range->low, RS_IR_I64), rs_ir_integer (kernel, step));
  return rs_ir_select (kernel, rs_ir_unary (kernel, RS_IR_IS_NAN, range->high), none, last);
}

gboolean
b_range_length (Build *b, const Value *range, guint *n, gint64 *step)
{
  gint64 difference, count;

  *step = 1;
  if (range->shape.type != RS_IR_I64 || (range->step && !b_constant_integer (range->step, step)) || *step == 0
      || !b_constant_difference (b_range_last (b, range, *step), range->low, &difference))
    return FALSE;
  count = difference / *step + 1;
  if (count < 1 || count > BUILD_MAX_ELEMENTS || (difference != 0 && (difference < 0) != (*step < 0)))
    return FALSE;
  *n = (guint)count;
  return TRUE;
}

/* The range as a small vector, where its length is known. */
Value
b_range_elements (Build *b, Value range, const RsNode *place)
{
  gint64 step;
  guint count;
  Value result;

  if (!b_range_length (b, &range, &count, &step))
    return b_not_supported (b, place, "a range whose length is not known here, or more than 64");
  result = b_value_new (b, b_shape (RS_IR_I64, 1, &count));
  for (guint i = 0; i < count; i++)
    result.parts[i] = b_add (b, rs_ir_convert (b->kernel, range.low, RS_IR_I64), rs_ir_integer (b->kernel, i * step));
  return result;
}

/* One row; elements may be vectors only when all are: then they are the rows. */
static Value
join_elements (Build *b, Value *elements, guint n, const RsNode *node)
{
  Shape shape = elements[0].shape;
  guint length = b_shape_count (&shape);
  RsIrType type = shape.type;
  gboolean is_complex = FALSE;
  Value result;

  for (guint i = 0; i < n; i++)
    {
      if (!b_same_dims (&elements[i].shape, &shape))
        return b_fail (b, node, "the rows of a matrix differ in length");
      type = i == 0 ? elements[0].shape.type
             : type == elements[i].shape.type ? type : b_join_types (b, type, elements[i].shape.type);
      is_complex |= elements[i].shape.is_complex;
    }
  if (shape.rank >= BUILD_MAX_RANK || length * n > BUILD_MAX_ELEMENTS)
    return b_not_supported (b, node, "a matrix of more than 64 elements");
  if (type == RS_IR_BOOL)
    type = RS_IR_I64;
  for (guint i = shape.rank; i > 0; i--)
    shape.dims[i] = shape.dims[i - 1];
  shape.dims[0] = n;
  shape.rank++;
  shape.type = is_complex ? b->scalar : type;
  shape.is_complex = is_complex;
  result = b_value_new (b, shape);
  if (shape.rank == 1 && shape.type == RS_IR_I64)
    result.integers.element = RS_ELEMENT_INT32;
  length *= is_complex ? 2 : 1;
  for (guint i = 0; i < n; i++)
    {
      Value element = is_complex ? b_to_complex (b, elements[i]) : b_convert (b, elements[i], type);

      for (guint k = 0; k < length; k++)
        result.parts[i * length + k] = element.parts[k];
    }
  return result;
}

static Value
build_matrix (Build *b, const RsNode *node)
{
  Value *elements = g_newa (Value, MAX (node->n_children, 1));

  if (node->n_children == 0 || node->n_children > BUILD_MAX_ELEMENTS)
    return b_not_supported (b, node, "an empty matrix, or one of more than 64 elements");
  for (guint i = 0; i < node->n_children; i++)
    {
      RsIrStatement *mark = b->block->last;

      elements[i] = b_array_as_value (b, b_expression (b, node->children[i]), node);
      if (b->reason || (elements[i].kind == VALUE_LAZY && node->n_children == 1))
        return elements[i];
      if (elements[i].kind == VALUE_LAZY)
        return b_not_supported (b, node, "a part of unknown length as a row of a matrix");
      for (guint k = 0; k < i && b->block->last != mark; k++)
        elements[k] = b_pin (b, elements[k], mark, FALSE);
    }
  if (node->n_children == 1 && node->children[0]->kind == RS_NODE_RANGE)
    return elements[0];
  return join_elements (b, elements, node->n_children, node);
}

static Value
build_binary (Build *b, const RsNode *node)
{
  RsIrStatement *mark;
  Value left, right;

  if (node->op == RS_OP_AND || node->op == RS_OP_OR)
    return build_logic (b, node);
  if (node->op == RS_OP_USER)
    return b_not_supported (b, node, "user operators");
  left = b_expression (b, node->children[0]);
  mark = b->block->last;
  right = b_expression (b, node->children[1]);
  if (b->block->last != mark)
    left = b_pin (b, left, mark, FALSE);
  return b_binary (b, node->op, left, right, node);
}

static Value
build_sequence (Build *b, const RsNode *node)
{
  Value value = { .kind = VALUE_NOTHING };

  for (guint i = 0; i < node->n_children && !b->reason; i++)
    if (i + 1 < node->n_children)
      b_statement (b, node->children[i]);
    else
      value = b_expression (b, node->children[i]);
  return value;
}

/* An assignment as the body of a lambda, or as a value. */
static Value
build_assignment (Build *b, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET], *outer = b->result_of;

  b->result_of = target;
  b->result.kind = VALUE_NOTHING;
  b_statement (b, node);
  b->result_of = outer;
  if (b->result.kind != VALUE_NOTHING)
    return b->result;
  if (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_FIELD)
    return b->reason ? b_integer (b, 0) : b_expression (b, target);
  if (target->kind == RS_NODE_TYPED)
    target = target->children[RS_TYPED_EXPRESSION];
  return target->kind == RS_NODE_NAME && !b->reason ? b_name_value (b, target) : (Value){ .kind = VALUE_NOTHING };
}

static Value
build_lambda (Build *b, const RsNode *node)
{
  Value value = { .kind = VALUE_FUNCTION, .function = node, .lexical = b->frame, .first_capture = -1 };

  for (guint i = 0; node->scope && i < node->scope->captures->len; i++)
    {
      const RsSymbol *captured = g_ptr_array_index (node->scope->captures, i);

      if (captured->origin && captured->origin->kind == RS_SYMBOL_VARIABLE && captured->origin->is_assigned_again)
        return b_not_supported (b, node, "a function that captures a variable which changes");
    }
  return value;
}

/* x : T; the result of an explicitly typed lambda is converted. */
static Value
typed (Build *b, const RsNode *node)
{
  Value value = b_expression (b, node->children[RS_TYPED_EXPRESSION]);

  if (b->reason || !(node->flags & RS_NODE_TYPE_FIRST))
    return value;
  return b_convert_to_declared (b, value,
                                rs_scope_type_of_node (b->kernel->arena, (RsScope *)b->frame->scope,
                                                       node->children[RS_TYPED_TYPE]), node);
}

static Value
build_node (Build *b, const RsNode *node)
{
  Value value = { .kind = VALUE_NOTHING };
  gboolean holds;

  if (b->reason)
    return b_integer (b, 0);
  if (b->n_nodes++ > MAX_NODES)
    return b_fail (b, node, "the kernel becomes too large when its functions are opened");
  if (b_find_leaf (b, node, &value))
    return value;
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NUMBER:
      return build_number (b, node);
    case RS_NODE_TARGET_TEST:
      return b_integer (b, rs_platform_is_meant (b->kernel->target->platform, node->text));
    case RS_NODE_STRING:
      value.kind = VALUE_STRING;
      value.text = node->text;
      return value;
    case RS_NODE_COLON:
      value.kind = VALUE_COLON;
      return value;
    case RS_NODE_NAME:
      return b_name_value (b, node);
    case RS_NODE_UNARY:
      return build_unary (b, node);
    case RS_NODE_BINARY:
      return build_binary (b, node);
    case RS_NODE_TYPED:
      return typed (b, node);
    case RS_NODE_TERNARY:
      return build_ternary (b, node);
    case RS_NODE_RANGE:
      return build_range (b, node);
    case RS_NODE_MATRIX:
      return build_matrix (b, node);
    case RS_NODE_META:
      if (node->flags & RS_NODE_EVALUATED)
        return b_expression (b, rs_node_last (node));
      return rs_is_specialization (node) ? b_specialization (b, node) : b_not_supported (b, node, "meta functions");
    case RS_NODE_INDEX:
      return b_index (b, node);
    case RS_NODE_CALL:
      if (b_decide_types (b, node, &holds))
        return b_integer (b, holds);
      return b_call (b, node);
    case RS_NODE_SEQUENCE:
      return build_sequence (b, node);
    case RS_NODE_ASSIGN:
      return build_assignment (b, node);
    case RS_NODE_LAMBDA:
      return build_lambda (b, node);
    case RS_NODE_FIELD:
      return b_field (b, node);
    case RS_NODE_CELL:
      return b_not_supported (b, node, "cells");
    default:
      return b_not_supported (b, node, rs_node_kind_to_string (node->kind));
    }
}

Value
b_expression (Build *b, const RsNode *node)
{
  Value value = build_node (b, node);

  return node->kind == RS_NODE_NAME ? value : b_round_vector (b, value);
}
