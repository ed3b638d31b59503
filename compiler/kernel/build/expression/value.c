/* Values while building: shapes, conversions, element-by-element application.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

Shape
b_shape (RsIrType type, guint rank, const guint *dims)
{
  Shape shape = { .type = type, .rank = rank };

  for (guint i = 0; i < rank; i++)
    shape.dims[i] = dims[i];
  return shape;
}

guint
b_shape_count (const Shape *shape)
{
  guint n = 1;

  for (guint i = 0; i < shape->rank; i++)
    n *= shape->dims[i];
  return n;
}

guint
b_shape_parts (const Shape *shape)
{
  return b_shape_count (shape) * (shape->is_complex ? 2 : 1);
}

/* A vector of n and a matrix of one row of n have the same dimensions. */
gboolean
b_same_dims (const Shape *a, const Shape *b)
{
  if (a->rank == b->rank)
    {
      for (guint i = 0; i < a->rank; i++)
        if (a->dims[i] != b->dims[i])
          return FALSE;
      return TRUE;
    }
  if (a->rank > b->rank)
    return b_same_dims (b, a);
  return a->rank == 1 && b->rank == 2 && b->dims[0] == 1 && b->dims[1] == a->dims[0];
}

Value
b_value_new (Build *b, Shape shape)
{
  Value value = { .kind = VALUE_NUMBER, .shape = shape };

  value.parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, MAX (1, b_shape_parts (&shape)));
  return value;
}

Value
b_number (const RsIrExpression *e, Build *b)
{
  Value value = b_value_new (b, (Shape){ .type = e->type });

  value.parts[0] = e;
  return value;
}

Value
b_integer (Build *b, gint64 value)
{
  return b_number (rs_ir_integer (b->kernel, value), b);
}

Value
b_scalar (Build *b, double value)
{
  return b_number (rs_ir_constant (b->kernel, b->scalar, value), b);
}

gboolean
b_is_number (const Value *value)
{
  return value->kind == VALUE_NUMBER && value->shape.rank == 0 && !value->shape.is_complex;
}

Value
b_only_number (Value value)
{
  if (value.kind != VALUE_NUMBER || value.shape.rank == 0 || b_shape_count (&value.shape) != 1)
    return value;
  value.shape.rank = 0;
  value.shape.may_be_number = FALSE;
  value.integers = (Integers){ 0 };
  value.input = 0;
  return value;
}

/* Logical values count as integers. */
RsIrType
b_join_types (Build *b, RsIrType a, RsIrType c)
{
  if (rs_ir_is_floating (a) || rs_ir_is_floating (c))
    return b->scalar;
  return RS_IR_I64;
}

Value
b_convert (Build *b, Value value, RsIrType type)
{
  Value result;

  if (value.kind != VALUE_NUMBER || value.shape.type == type)
    return value;
  result = b_value_new (b, value.shape);
  result.shape.type = type;
  result.input = value.input;
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    result.parts[i] = type == RS_IR_I64 ? rs_ir_to_integer (b->kernel, value.parts[i])
                                        : rs_ir_convert (b->kernel, value.parts[i], type);
  return result;
}

Value
b_to_frame (Build *b, Value value)
{
  return value.kind == VALUE_NUMBER && rs_ir_is_floating (value.shape.type) ? b_convert (b, value, b->scalar) : value;
}

gboolean
b_rounds_vectors (const Build *b)
{
  return b->scalar == RS_IR_F64 && b->request->precision == RS_PRECISION_SINGLE;
}

gboolean
b_is_single_element (const Build *b, RsElement element)
{
  return b->selected == RS_PRECISION_DOUBLE && (element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_CSINGLE);
}

static gboolean
is_wide_vector (const Value *value)
{
  return value->shape.rank > 0 && rs_ir_is_floating (value->shape.type) && !value->shape.is_single;
}

gboolean
b_joins_singles (const Value *x, const Value *y)
{
  return ((x->shape.rank > 0 && x->shape.is_single) || (y->shape.rank > 0 && y->shape.is_single)) && !is_wide_vector (x)
         && !is_wide_vector (y);
}

Value
b_round_if (Build *b, Value value, gboolean is_single)
{
  if (!is_single || value.kind != VALUE_NUMBER || value.shape.type != RS_IR_F64)
    return value;
  return b_convert (b, b_convert (b, value, RS_IR_F32), RS_IR_F64);
}

Value
b_round_vector (Build *b, Value value)
{
  return b_round_if (b, value, value.shape.rank > 0 && (value.shape.is_single || b_rounds_vectors (b)));
}

Value
b_to_complex (Build *b, Value value)
{
  Shape shape = value.shape;
  Value result;

  if (shape.is_complex)
    return value;
  value = b_convert (b, value, b->scalar);
  shape.type = b->scalar;
  shape.is_complex = TRUE;
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_count (&shape); i++)
    {
      result.parts[2 * i] = value.parts[i];
      result.parts[2 * i + 1] = rs_ir_constant (b->kernel, b->scalar, 0);
    }
  return result;
}

static gboolean
is_cheap (const RsIrExpression *e)
{
  return e->op == RS_IR_CONST || e->op == RS_IR_NUMBER || e->op == RS_IR_POSITION || e->op == RS_IR_GRID
         || e->op == RS_IR_BLOCK || e->op == RS_IR_DIM
         || ((e->op == RS_IR_CONVERT || e->op == RS_IR_TO_INTEGER) && is_cheap (e->operands[0]));
}

/* A local without a name, the result of an exchange among them. */
static gboolean
is_temporary (Build *b, const RsIrExpression *e)
{
  return (e->op == RS_IR_LOCAL || (e->op == RS_IR_ELEMENT && rs_ir_is_constant (e->operands[0], 0)))
         && (rs_kernel_local (b->kernel, e->index)->name[0] == '\0'
             || rs_kernel_local (b->kernel, e->index)->is_counter);
}

/* A temporary has no name, and is assigned once. */
Value
b_pin (Build *b, Value value, RsIrStatement *after, gboolean at_end)
{
  Value result = value;

  if (value.kind != VALUE_NUMBER)
    return value;
  result.parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, b_shape_parts (&value.shape));
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    {
      RsIrStatement *set;

      result.parts[i] = value.parts[i];
      if (is_cheap (value.parts[i]) || is_temporary (b, value.parts[i]))
        continue;
      set = rs_ir_statement (b->kernel, RS_IR_SET, b->line);
      set->index = rs_kernel_add_local (b->kernel, "", value.parts[i]->type, 1);
      set->value = value.parts[i];
      if (at_end)
        rs_ir_append (b->block, set);
      else
        {
          rs_ir_insert_after (b->block, after, set);
          after = set;
        }
      result.parts[i] = rs_ir_local (b->kernel, set->index);
    }
  return result;
}

Value
b_to_indices (Build *b, Value value)
{
  Value result = b_value_new (b, value.shape);

  result.shape.type = RS_IR_I64;
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    result.parts[i] = rs_ir_convert (b->kernel, value.parts[i], RS_IR_I64);
  return result;
}

const RsIrExpression *
b_index_of (Build *b, Value value, const RsNode *place)
{
  if (value.kind == VALUE_NUMBER && !value.shape.is_complex && b_shape_count (&value.shape) == 1)
    return rs_ir_convert (b->kernel, value.parts[0], RS_IR_I64);
  b_fail (b, place, "a number is needed here");
  return rs_ir_integer (b->kernel, 0);
}

gboolean
b_constant_integer (const RsIrExpression *e, gint64 *value)
{
  if (e->op == RS_IR_CONVERT || e->op == RS_IR_TO_INTEGER)
    return b_constant_integer (e->operands[0], value);
  if (e->op != RS_IR_CONST)
    return FALSE;
  if (!rs_ir_is_floating (e->type))
    *value = e->value.integer;
  else if (ABS (e->value.floating) < 9e15 && e->value.floating == (double)(gint64)e->value.floating)
    *value = (gint64)e->value.floating;
  else
    return FALSE;
  return TRUE;
}

const RsIrExpression *
b_condition (Build *b, Value value, const RsNode *place)
{
  RsKernel *kernel = b->kernel;

  if (value.kind != VALUE_NUMBER || b_shape_parts (&value.shape) != 1)
    {
      b_fail (b, place, "a condition needs a number, not an array");
      return rs_ir_constant (kernel, RS_IR_BOOL, 0);
    }
  if (value.shape.type == RS_IR_BOOL)
    return value.parts[0];
  return rs_ir_binary (kernel, RS_IR_NE, value.parts[0], rs_ir_constant (kernel, value.shape.type, 0));
}

Value
b_zip (Build *b, Value x, Value y, const RsNode *place, PartFunction function, gpointer data)
{
  const Value *wide = y.shape.rank > x.shape.rank ? &y : &x;
  gboolean fits = x.shape.rank == 0 || y.shape.rank == 0 || b_same_dims (&x.shape, &y.shape);
  gboolean is_single = b_joins_singles (&x, &y), rounds = is_single || b_rounds_vectors (b);
  Value result;

  if (x.kind != VALUE_NUMBER || y.kind != VALUE_NUMBER)
    return b_not_supported (b, place, "this operation on a whole array");
  if (!fits)
    return b_fail (b, place, "the sizes of both sides differ");
  /* A number beside a vector is rounded before the operation. */
  if (wide->shape.rank > 0 && x.shape.rank == 0)
    x = b_keep (b, b_round_if (b, x, rounds));
  if (wide->shape.rank > 0 && y.shape.rank == 0)
    y = b_keep (b, b_round_if (b, y, rounds));
  result = b_value_new (b, wide->shape);
  result.shape.is_complex = FALSE;
  result.shape.is_single = is_single;
  for (guint i = 0; i < b_shape_count (&result.shape); i++)
    result.parts[i] = function (b, x.parts[x.shape.rank ? i : 0], y.parts[y.shape.rank ? i : 0], data);
  result.shape.type = result.parts[0]->type;
  if (result.shape.rank > 0 && result.shape.type == RS_IR_I64)
    result.integers.element = RS_ELEMENT_INT32;
  return result;
}

/* --- arithmetic that leaves out what does nothing --- */

const RsIrExpression *
b_op (Build *b, RsIrOp op, const RsIrExpression *x, const RsIrExpression *y)
{
  return rs_ir_binary (b->kernel, op, x, y);
}

static gboolean
both_integers (const RsIrExpression *x, const RsIrExpression *y)
{
  return x->op == RS_IR_CONST && y->op == RS_IR_CONST && x->type == RS_IR_I64 && y->type == RS_IR_I64
         && ABS (x->value.integer) < G_MAXINT32 && ABS (y->value.integer) < G_MAXINT32;
}

const RsIrExpression *
b_add (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  if (both_integers (x, y))
    return rs_ir_integer (b->kernel, x->value.integer + y->value.integer);
  if (x->type == RS_IR_I64 && rs_ir_is_constant (x, 0))
    return y;
  if (x->type == RS_IR_I64 && rs_ir_is_constant (y, 0))
    return x;
  return b_op (b, RS_IR_ADD, x, y);
}

const RsIrExpression *
b_sub (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  if (both_integers (x, y))
    return rs_ir_integer (b->kernel, x->value.integer - y->value.integer);
  if (x->type == RS_IR_I64 && rs_ir_is_constant (y, 0))
    return x;
  return b_op (b, RS_IR_SUB, x, y);
}

const RsIrExpression *
b_mul (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  if (both_integers (x, y))
    return rs_ir_integer (b->kernel, x->value.integer * y->value.integer);
  if (rs_ir_is_constant (x, 1))
    return y;
  if (rs_ir_is_constant (y, 1))
    return x;
  return b_op (b, RS_IR_MUL, x, y);
}
