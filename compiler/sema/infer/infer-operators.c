/* Types of operators on numbers and arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/infer/infer-private.h"

RsElement
rs_infer_stored_element (const RsInference *self, RsElement number)
{
  switch (number)
    {
    case RS_ELEMENT_INT64:
      return RS_ELEMENT_INT32;
    case RS_ELEMENT_DOUBLE:
      return rs_element_of_precision (self->precision);
    case RS_ELEMENT_CDOUBLE:
      return self->precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
    default:
      return number;
    }
}

const RsType *
rs_infer_element_value (RsElement element)
{
  if (element == RS_ELEMENT_BOOL)
    return &rs_type_bool;
  if (rs_element_is_integer (element))
    return &rs_type_int;
  if (rs_element_is_floating (element))
    return &rs_type_scalar;
  return rs_element_is_complex (element) ? &rs_type_complex : &rs_type_unknown;
}

const RsType *
rs_infer_with_element (RsInference *self, const RsType *type, RsElement element)
{
  RsType *result;

  if (type->element == element && type->boundary == RS_BOUNDARY_DEFAULT && type->overflow == RS_OVERFLOW_DEFAULT)
    return type;
  result = rs_arena_memdup (self->arena, type, sizeof *type);
  result->element = element;
  result->boundary = RS_BOUNDARY_DEFAULT;
  result->overflow = RS_OVERFLOW_DEFAULT;
  result->is_const = FALSE;
  return result;
}

const RsType *
rs_infer_unary (RsInference *self, RsOperator op, const RsType *operand)
{
  if (operand == &rs_type_bottom)
    return operand;
  if (op == RS_OP_NOT)
    {
      if (operand->kind == RS_TYPE_ARRAY)
        return rs_infer_with_element (self, operand, RS_ELEMENT_BOOL);
      return operand->kind == RS_TYPE_NUMBER ? &rs_type_bool : &rs_type_unknown;
    }
  if (operand->kind == RS_TYPE_NUMBER)
    return operand->element == RS_ELEMENT_BOOL ? &rs_type_int : rs_infer_element_value (operand->element);
  if (operand->kind == RS_TYPE_ARRAY && operand->element != RS_ELEMENT_BOOL)
    return operand;
  return &rs_type_unknown;
}

static gboolean
is_comparison (RsOperator op)
{
  switch (op)
    {
    case RS_OP_LESS:
    case RS_OP_LESS_EQUAL:
    case RS_OP_GREATER:
    case RS_OP_GREATER_EQUAL:
    case RS_OP_EQUAL:
    case RS_OP_NOT_EQUAL:
    case RS_OP_AND:
    case RS_OP_OR:
      return TRUE;
    default:
      return FALSE;
    }
}

static const RsType *
binary_of_numbers (RsOperator op, RsElement a, RsElement b)
{
  if (rs_element_is_complex (a) || rs_element_is_complex (b))
    return &rs_type_complex;
  switch (op)
    {
    case RS_OP_ADD:
    case RS_OP_SUBTRACT:
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      return rs_element_is_floating (a) || rs_element_is_floating (b) ? &rs_type_scalar : &rs_type_int;
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      return &rs_type_scalar;
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      /* An integer power may be either, by its value. */
      return rs_element_is_floating (a) || rs_element_is_floating (b) ? &rs_type_scalar : &rs_type_unknown;
    default:
      return &rs_type_unknown;
    }
}

/* Both with the same rank: sizes that either side knows. */
static const RsType *
merge_shapes (RsInference *self, const RsType *a, const RsType *b)
{
  RsType *result = rs_arena_memdup (self->arena, a, sizeof *a);

  for (int i = 0; i < a->rank; i++)
    if (result->sizes[i] < 0)
      result->sizes[i] = b->sizes[i];
  return result;
}

static gboolean
is_plain_element (RsElement element)
{
  return element == RS_ELEMENT_INT32 || rs_element_is_floating (element) || rs_element_is_complex (element);
}

/* shape: of the result. Integers of a fixed size and logical values have rules of their own, which are left open. */
static const RsType *
binary_of_elements (RsInference *self, RsOperator op, const RsType *shape, RsElement a, RsElement b)
{
  RsElement element = rs_element_join (a, b);

  if (!is_plain_element (a) || !is_plain_element (b))
    return &rs_type_unknown;
  if ((op == RS_OP_DIVIDE || op == RS_OP_DOT_DIVIDE || op == RS_OP_POWER || op == RS_OP_DOT_POWER)
      && rs_element_is_integer (element))
    {
      if (op == RS_OP_POWER || op == RS_OP_DOT_POWER)
        return &rs_type_unknown;
      element = rs_element_of_precision (self->precision);
    }
  return rs_infer_with_element (self, shape, element);
}

static const RsType *
binary_with_array (RsInference *self, RsOperator op, const RsType *left, const RsType *right)
{
  const RsType *shape;

  if (left->kind == RS_TYPE_ARRAY && right->kind == RS_TYPE_ARRAY)
    {
      /* * is the matrix product, ^ and / of two arrays are errors. */
      if (op == RS_OP_MULTIPLY || op == RS_OP_DIVIDE || op == RS_OP_POWER || left->rank != right->rank)
        return &rs_type_unknown;
      shape = merge_shapes (self, left, right);
    }
  else
    shape = left->kind == RS_TYPE_ARRAY ? left : right;
  if (is_comparison (op))
    return rs_infer_with_element (self, shape, RS_ELEMENT_BOOL);
  return binary_of_elements (self, op, shape, rs_infer_stored_element (self, left->element),
                             rs_infer_stored_element (self, right->element));
}

const RsType *
rs_infer_binary (RsInference *self, RsOperator op, const RsType *left, const RsType *right)
{
  gboolean left_fits = left->kind == RS_TYPE_NUMBER || left->kind == RS_TYPE_ARRAY;
  gboolean right_fits = right->kind == RS_TYPE_NUMBER || right->kind == RS_TYPE_ARRAY;

  if (left == &rs_type_bottom || right == &rs_type_bottom)
    return &rs_type_bottom;
  if (op == RS_OP_USER)
    return &rs_type_unknown;
  if (left->kind == RS_TYPE_STRING || right->kind == RS_TYPE_STRING)
    return op == RS_OP_ADD && (left_fits || right_fits || left->kind == right->kind) ? &rs_type_string
           : is_comparison (op) && left->kind == right->kind ? &rs_type_bool : &rs_type_unknown;
  if (!left_fits || !right_fits)
    return &rs_type_unknown;
  if (left->kind == RS_TYPE_ARRAY || right->kind == RS_TYPE_ARRAY)
    return binary_with_array (self, op, left, right);
  return is_comparison (op) ? &rs_type_bool : binary_of_numbers (op, left->element, right->element);
}
