/* Ranges and matrices in brackets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <math.h>

Value
b_range (Build *b, const RsNode *node)
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
      type = i == 0                           ? elements[0].shape.type
             : type == elements[i].shape.type ? type
                                              : b_join_types (b, type, elements[i].shape.type);
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

Value
b_matrix (Build *b, const RsNode *node)
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
