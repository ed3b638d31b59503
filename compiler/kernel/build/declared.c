/* Values that meet a declared type: variables, parameters, members (on the host: runtime/value/convert.c).
 *
 * What can't be seen here to fit is left to the interpreter, which says what is wrong in terms of the values at hand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

/* --- sizes --- */

/* The dimensions of a value as the host sees them, where a vector is a row; unknown ones are RS_SIZE_UNKNOWN. Returns
 * how many; 0: nothing is known. */
static guint
dimensions_of (const Build *b, const Value *value, gint64 *dims)
{
  const RsIrExpression *const *lengths;
  guint rank, row;

  if (value->kind == VALUE_LAZY)
    {
      lengths = b_lazy_dims (value->lazy, &rank);
      if (rank == 1 && b_lazy_has_columns (value->lazy))
        {
          dims[1] = 1;
          return b_constant_integer (lengths[0], &dims[0]) ? 2 : (dims[0] = RS_SIZE_UNKNOWN, 2);
        }
      row = rank == 1;
      dims[0] = 1;
      for (guint k = 0; k < rank; k++)
        if (!b_constant_integer (lengths[k], &dims[k + row]))
          dims[k + row] = RS_SIZE_UNKNOWN;
      return rank + row;
    }
  if (value->kind == VALUE_ARRAY)
    {
      const RsType *type = b->request->inputs[value->input].type;

      rank = (guint)type->rank - MIN (value->n_prefix, (guint)type->rank);
      row = rank == 1;
      dims[0] = 1;
      for (guint k = 0; k < rank; k++)
        dims[k + row] = type->sizes[k + value->n_prefix];
      return rank + row;
    }
  row = value->shape.rank == 1;
  dims[0] = 1;
  for (guint k = 0; k < value->shape.rank; k++)
    dims[k + row] = value->shape.dims[k];
  return value->shape.rank + row;
}

/* Where a `vec` without a length takes arrays of any dimensions, element after element. */
static gboolean
is_kernel_parameter (const Build *b, const RsSymbol *symbol)
{
  return b->request->form == RS_KERNEL_FROM_FUNCTION && symbol != NULL && symbol->is_parameter
         && symbol->scope == b->root->scope;
}

/* Whether an array has the dimensions that the type asks for. Lengths of arrays in memory that only the run knows are
 * not looked at; those of parts that become vectors are tested then. */
static gboolean
fits_type (const Build *b, const Value *value, const RsType *type)
{
  gint64 dims[RS_MAX_RANK + 1];
  guint rank = dimensions_of (b, value, dims), row = type->rank == 1, wanted = (guint)type->rank + row;

  if (rank == 0)
    return value->kind != VALUE_NUMBER || value->shape.rank > 0;
  if (row && type->sizes[0] == RS_SIZE_UNKNOWN && value->kind == VALUE_ARRAY && is_kernel_parameter (b, b->into))
    return TRUE;
  for (guint k = 0; k < MAX (rank, wanted) && type->rank > 0; k++)
    {
      gint64 have = k < rank ? dims[k] : 1;
      gint64 want = k >= wanted || (row && k == 0) ? 1 : type->sizes[k - row];
      gboolean is_open = have == RS_SIZE_UNKNOWN && (value->kind == VALUE_ARRAY || row) && !(row && k == 0);

      if (want == RS_SIZE_UNKNOWN || have == want || is_open)
        continue;
      if (have == RS_SIZE_UNKNOWN && value->kind == VALUE_ARRAY && b->request->lacks_sizes)
        *b->request->lacks_sizes = TRUE;
      return FALSE;
    }
  return TRUE;
}

/* --- conversions --- */

/* The type of a declared variable as a shape; FALSE when it says too little. */
static gboolean
declared_shape (Build *b, const RsType *type, Shape *shape)
{
  gint64 n = 1;

  *shape = (Shape){ 0 };
  if (type == NULL || (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY))
    return FALSE;
  shape->is_complex = rs_element_is_complex (type->element);
  shape->type = type->element == RS_ELEMENT_BOOL ? RS_IR_BOOL
                : rs_element_is_integer (type->element) ? RS_IR_I64 : b->scalar;
  if (type->kind == RS_TYPE_NUMBER)
    return TRUE;
  shape->is_single = b_is_single_element (b, type->element);
  if (type->rank < 1 || type->rank > BUILD_MAX_RANK)
    return FALSE;
  shape->rank = type->rank;
  for (int i = 0; i < type->rank; i++)
    {
      if (type->sizes[i] <= 0 || type->sizes[i] > BUILD_MAX_ELEMENTS)
        return FALSE;
      shape->dims[i] = type->sizes[i];
      n *= type->sizes[i];
    }
  return n <= BUILD_MAX_ELEMENTS;
}

static gboolean
is_array (const Value *value)
{
  return value->kind == VALUE_ARRAY || value->kind == VALUE_LAZY || value->kind == VALUE_NUMBER;
}

Value
b_convert_to_declared (Build *b, Value value, const RsType *type, const RsNode *place)
{
  Shape shape;

  if (type && type->kind == RS_TYPE_ARRAY && is_array (&value) && !value.shape.may_be_number
      && !fits_type (b, &value, type))
    return b_fail (b, place, "the value has other dimensions than the declared type");
  if (value.kind == VALUE_ARRAY && type && type->kind == RS_TYPE_ARRAY)
    {
      if (type->boundary != RS_BOUNDARY_DEFAULT)
        value.boundary = type->boundary;
      return value;
    }
  if (value.kind == VALUE_LAZY && declared_shape (b, type, &shape))
    return shape.rank > 0 ? b_lazy_elements (b, value.lazy, &shape, place)
                          : b_fail (b, place, "a number is needed here, not an array");
  if (value.kind != VALUE_NUMBER)
    return value;
  if (!declared_shape (b, type, &shape))
    {
      if (type && type->kind == RS_TYPE_ARRAY && value.shape.rank > 0)
        {
          value = b_convert (b, b_into_range (b, value, type, place),
                             rs_element_is_integer (type->element) ? RS_IR_I64 : b->scalar);
          value.shape.is_single = b_is_single_element (b, type->element);
        }
      return value;
    }
  if (shape.rank == 0 && value.shape.rank > 0 && b_shape_count (&value.shape) > 1)
    return b_fail (b, place, "a number is needed here, not an array of %u", b_shape_count (&value.shape));
  if (shape.rank > 0 && b_shape_count (&shape) != b_shape_count (&value.shape))
    return b_fail (b, place, "an array of %u is needed here, not of %u", b_shape_count (&shape),
                   b_shape_count (&value.shape));
  if (value.shape.is_complex && !shape.is_complex)
    return b_fail (b, place, "a real number is needed here, not a complex one");
  value = b_into_range (b, value, type, place);
  if (b->reason)
    return value;
  value = shape.is_complex ? b_to_complex (b, value) : b_convert (b, value, shape.type);
  if (shape.rank == 0)
    value = b_only_number (value);
  else if (value.shape.rank == 0)
    {
      value.shape.rank = 1;
      value.shape.dims[0] = 1;
    }
  value.shape.may_be_number = FALSE;
  value.shape.is_single = shape.is_single;
  value.is_literal = FALSE;
  return value;
}

/* Whether an array in memory can be the variable or parameter itself: its lengths have to be known where the type says
 * some. A parameter of scalars takes integers as they are, a variable would be a copy. */
static gboolean
can_stand_for (Build *b, const Value *array, const RsSymbol *symbol, const RsNode *place)
{
  const RsType *have = b->request->inputs[array->input].type, *want = symbol->type;

  for (int k = 0; k < want->rank; k++)
    if (want->sizes[k] != RS_SIZE_UNKNOWN && have->rank == want->rank && have->sizes[k] == RS_SIZE_UNKNOWN)
      {
        if (b->request->lacks_sizes)
          *b->request->lacks_sizes = TRUE;
        b_not_supported (b, place, "an array of unknown length where the type names one");
        return FALSE;
      }
  if (!symbol->is_parameter && want->element != RS_ELEMENT_NONE && want->element != have->element)
    b_not_supported (b, place, "a copy with other elements");
  return b->reason == NULL;
}

Value
b_convert_for (Build *b, Value value, const RsSymbol *symbol, const RsNode *place)
{
  const RsSymbol *outer = b->into;

  if (value.kind == VALUE_ARRAY && symbol->type && symbol->type->kind == RS_TYPE_ARRAY
      && !can_stand_for (b, &value, symbol, place))
    return value;
  b->into = symbol;
  value = b_convert_to_declared (b, value, symbol->type, place);
  if (value.kind == VALUE_NUMBER && symbol->type && symbol->type->kind == RS_TYPE_ARRAY)
    value.integers = b_integers_of (symbol->type);
  b->into = outer;
  return value;
}

