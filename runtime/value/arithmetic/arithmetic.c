/* Operators on values: which of the ways below a pair of operands takes.
 *
 * Numbers are computed here; arrays in array-arithmetic.c and matrix-product.c; ranges are made arrays first; cells are
 * taken element by element; strings can be compared and joined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/arithmetic/arithmetic.h"

#include "runtime/value/arithmetic/array-arithmetic.h"
#include "runtime/value/arithmetic/integer-arithmetic.h"
#include "runtime/value/arithmetic/power.h"
#include "runtime/value/shape.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/native.h"

#include <math.h>

static gboolean
is_comparison (RsOperator op)
{
  return op >= RS_OP_LESS && op <= RS_OP_NOT_EQUAL;
}

static gboolean
fail_types (RsOperator op, RsValue left, RsValue right, GError **error)
{
  g_autofree char *a = rs_value_describe (left), *b = rs_value_describe (right);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OPERATOR_TYPE, "operator %s is not defined for %s and %s",
               rs_operator_to_string (op), a, b);
  return FALSE;
}

/* The truth of a comparison from the order of its operands: -1, 0, 1, or 2 when there is none (NaN). */
static gboolean
compare (RsOperator op, int order)
{
  switch (op)
    {
    case RS_OP_LESS:
      return order == -1;
    case RS_OP_LESS_EQUAL:
      return order == -1 || order == 0;
    case RS_OP_GREATER:
      return order == 1;
    case RS_OP_GREATER_EQUAL:
      return order == 1 || order == 0;
    case RS_OP_EQUAL:
      return order == 0;
    default:
      return order != 0;
    }
}

/* FALSE when the result is not whole or does not fit 64 bits: then it is computed as a scalar. */
static gboolean
integer_binary (RsOperator op, gint64 a, gint64 b, RsValue *result)
{
  gint64 c;

  switch (op)
    {
    case RS_OP_ADD:
      if (__builtin_add_overflow (a, b, &c))
        return FALSE;
      break;
    case RS_OP_SUBTRACT:
      if (__builtin_sub_overflow (a, b, &c))
        return FALSE;
      break;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      if (__builtin_mul_overflow (a, b, &c))
        return FALSE;
      break;
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      if (!rs_integer_power (a, b, &c))
        return FALSE;
      break;
    default:
      return FALSE;
    }
  *result = rs_value_int (c);
  return TRUE;
}

static double
scalar_binary (RsOperator op, double a, double b)
{
  switch (op)
    {
    case RS_OP_ADD:
      return a + b;
    case RS_OP_SUBTRACT:
      return a - b;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      return a * b;
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      return a / b;
    default:
      return rs_power (a, b);
    }
}

static void
number_binary (RsOperator op, RsValue left, RsValue right, RsValue *result)
{
  gboolean whole = left.tag != RS_TAG_SCALAR && right.tag != RS_TAG_SCALAR;
  double a = rs_value_to_double (left), b = rs_value_to_double (right);

  if (op == RS_OP_AND)
    *result = rs_value_bool (a != 0 && b != 0);
  else if (op == RS_OP_OR)
    *result = rs_value_bool (a != 0 || b != 0);
  else if (is_comparison (op) && whole)
    *result = rs_value_bool (compare (op, (left.integer > right.integer) - (left.integer < right.integer)));
  else if (is_comparison (op))
    *result = rs_value_bool (compare (op, isunordered (a, b) ? 2 : (a > b) - (a < b)));
  else if (!whole || !integer_binary (op, left.integer, right.integer, result))
    {
      const gboolean is_power = op == RS_OP_POWER || op == RS_OP_DOT_POWER;
      const double c = scalar_binary (op, a, b);

      *result = rs_value_scalar (is_power && right.tag != RS_TAG_SCALAR ? rs_power_sign (c, a, right.integer) : c);
    }
}

static gboolean
complex_binary (RsOperator op, RsValue left, RsValue right, RsValue *result, GError **error)
{
  double _Complex a = rs_block_number (RS_COMPUTE_CDOUBLE, left).cdouble;
  double _Complex b = rs_block_number (RS_COMPUTE_CDOUBLE, right).cdouble;
  double _Complex c;

  switch (op)
    {
    case RS_OP_ADD:
      c = a + b;
      break;
    case RS_OP_SUBTRACT:
      c = a - b;
      break;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY: /* the textbook's, as that of arrays and of compiled code */
      c = CMPLX (creal (a) * creal (b) - cimag (a) * cimag (b), creal (a) * cimag (b) + cimag (a) * creal (b));
      break;
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      c = a / b;
      break;
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      c = rs_complex_power (a, b);
      break;
    case RS_OP_EQUAL:
    case RS_OP_NOT_EQUAL:
      *result = rs_value_bool ((a == b) == (op == RS_OP_EQUAL));
      return TRUE;
    case RS_OP_AND:
      *result = rs_value_bool (a != 0 && b != 0);
      return TRUE;
    case RS_OP_OR:
      *result = rs_value_bool (a != 0 || b != 0);
      return TRUE;
    default:
      return fail_types (op, left, right, error);
    }
  *result = rs_value_new_complex (creal (c), cimag (c));
  return TRUE;
}

/* At least one side is a string. Joining writes the other side as print does. */
static gboolean
string_binary (RsOperator op, RsValue left, RsValue right, RsValue *result, GError **error)
{
  gboolean both = left.tag == RS_TAG_STRING && right.tag == RS_TAG_STRING;

  if (op == RS_OP_ADD && left.tag != RS_TAG_NONE && right.tag != RS_TAG_NONE)
    {
      GString *text;

      if (!rs_value_check_joined ((RsValue[]){ left, right }, 2, error))
        return FALSE;
      text = g_string_new (NULL);
      rs_value_format (left, FALSE, text);
      rs_value_format (right, FALSE, text);
      *result = rs_value_new_string (text->str, text->len);
      g_string_free (text, TRUE);
      return TRUE;
    }
  if (both && is_comparison (op))
    {
      int order = strcmp (left.string->text, right.string->text);

      *result = rs_value_bool (compare (op, (order > 0) - (order < 0)));
      return TRUE;
    }
  if (op == RS_OP_EQUAL || op == RS_OP_NOT_EQUAL)
    {
      *result = rs_value_bool (op == RS_OP_NOT_EQUAL);
      return TRUE;
    }
  return fail_types (op, left, right, error);
}

/* A cell with a cell of the same size, or with anything else. */
static gboolean
cell_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  RsCell *pattern = left.tag == RS_TAG_CELL ? left.cell : right.cell;
  RsCell *cell;
  gboolean good = TRUE;

  if (left.tag == RS_TAG_CELL && right.tag == RS_TAG_CELL)
    {
      RsShape a = rs_shape_of_value (left), b = rs_shape_of_value (right);

      if (!rs_shape_equal (&a, &b))
        {
          g_autofree char *a_text = rs_shape_to_string (&a), *b_text = rs_shape_to_string (&b);

          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                       "operator %s needs cells of the same size, but the left one is %s and the right one is %s",
                       rs_operator_to_string (op), a_text, b_text);
          return FALSE;
        }
    }
  cell = rs_cell_new (pattern->rank, pattern->dims, error);
  if (cell == NULL)
    return FALSE;
  *result = rs_value_object (cell);
  if (!rs_cell_enter (error))
    {
      rs_value_clear (result);
      return FALSE;
    }
  for (gint64 i = 0; i < cell->n_elements && good; i++)
    {
      RsValue a = left.tag == RS_TAG_CELL ? left.cell->elements[i] : left;
      RsValue b = right.tag == RS_TAG_CELL ? right.cell->elements[i] : right;

      if (!rs_cell_is_unset (left, right, i))
        good = rs_value_binary (op, a, b, precision, &cell->elements[i], error);
    }
  rs_cell_leave ();
  if (!good)
    rs_value_clear (result);
  return good;
}

/* A product with an array of one element, which matrices of these sizes do not have otherwise, scales: kernels see the
 * product of a row and a column as a number. */
static RsArray *
product (RsArray *left, RsArray *right, RsPrecision precision, GError **error)
{
  RsShape a = rs_shape_of_array (left), b = rs_shape_of_array (right);
  RsArray *single = left->n_elements == 1 ? left : right->n_elements == 1 ? right : NULL;
  RsArray *result;
  RsValue factor;

  if (single == NULL || (a.rank <= 2 && b.rank <= 2 && a.dims[1] == b.dims[0]))
    return rs_array_product (left, right, precision, error);
  factor = rs_array_get_element (single, 0);
  result = single == left ? rs_array_binary (RS_OP_MULTIPLY, factor, rs_value_object (right), precision, error)
                          : rs_array_binary (RS_OP_MULTIPLY, rs_value_object (left), factor, precision, error);
  rs_value_clear (&factor);
  return result;
}

static gboolean
array_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  gboolean both = left.tag == RS_TAG_ARRAY && right.tag == RS_TAG_ARRAY;
  RsArray *array;

  if (both && (op == RS_OP_DIVIDE || op == RS_OP_POWER))
    {
      const char *text = rs_operator_to_string (op);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                   "operator %s is not defined for two arrays; for elements write .%s", text, text);
      return FALSE;
    }
  if ((op == RS_OP_POWER || op == RS_OP_DOT_POWER) && rs_value_is_integral (left) && rs_value_is_integral (right))
    {
      g_autoptr (GError) failure = NULL;

      array = rs_array_integer_power (left, right, &failure);
      if (array == NULL && failure == NULL) /* scalars */
        array = rs_array_binary (op, left, right, precision, error);
      else if (array == NULL)
        g_propagate_error (error, g_steal_pointer (&failure));
    }
  else if (both && op == RS_OP_MULTIPLY)
    array = product (left.array, right.array, precision, error);
  else
    array = rs_array_binary (op, left, right, precision, error);
  if (array == NULL)
    return FALSE;
  *result = rs_value_object (array);
  return TRUE;
}

/* Ranges count as arrays in every operation. */
static gboolean
range_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  RsValue a = RS_NONE, b = RS_NONE;
  gboolean good = TRUE;

  if (left.tag == RS_TAG_RANGE)
    good = rs_value_range_to_array (left.range, precision, &a, error);
  else
    a = rs_value_ref (left);
  if (good && right.tag == RS_TAG_RANGE)
    good = rs_value_range_to_array (right.range, precision, &b, error);
  else if (good)
    b = rs_value_ref (right);
  good = good && rs_value_binary (op, a, b, precision, result, error);
  rs_value_clear (&a);
  rs_value_clear (&b);
  return good;
}

static gboolean
is_complex_number (RsValue value)
{
  return value.tag == RS_TAG_COMPLEX;
}

static gboolean
is_numeric (RsValue value)
{
  return rs_value_is_number (value) || is_complex_number (value) || value.tag == RS_TAG_ARRAY;
}

static gboolean
is_object (RsValue value)
{
  return value.tag == RS_TAG_OBJECT || value.tag == RS_TAG_NULL;
}

gboolean
rs_value_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  *result = RS_NONE;
  if (rs_value_is_number (left) && rs_value_is_number (right))
    {
      number_binary (op, left, right, result);
      return TRUE;
    }
  if (left.tag == RS_TAG_NONE || right.tag == RS_TAG_NONE)
    return fail_types (op, left, right, error);
  if ((op == RS_OP_EQUAL || op == RS_OP_NOT_EQUAL) && (is_object (left) || is_object (right)))
    {
      *result = rs_value_bool ((left.tag == right.tag && left.object == right.object) == (op == RS_OP_EQUAL));
      return TRUE;
    }
  if (left.tag == RS_TAG_CELL || right.tag == RS_TAG_CELL)
    return cell_binary (op, left, right, precision, result, error);
  if (left.tag == RS_TAG_STRING || right.tag == RS_TAG_STRING)
    return string_binary (op, left, right, result, error);
  if (left.tag == RS_TAG_RANGE || right.tag == RS_TAG_RANGE)
    return range_binary (op, left, right, precision, result, error);
  if (is_numeric (left) && is_numeric (right))
    {
      if (left.tag == RS_TAG_ARRAY || right.tag == RS_TAG_ARRAY)
        return array_binary (op, left, right, precision, result, error);
      return complex_binary (op, left, right, result, error);
    }
  if (op == RS_OP_EQUAL || op == RS_OP_NOT_EQUAL)
    {
      gboolean same = left.tag == right.tag && left.object == right.object;

      if (left.tag == RS_TAG_TYPE && right.tag == RS_TAG_TYPE)
        same = rs_type_equal (left.type->type, right.type->type);
      else if (left.tag == RS_TAG_NATIVE && right.tag == RS_TAG_NATIVE)
        same = rs_native_is_same (left.native, right.native);

      *result = rs_value_bool (same == (op == RS_OP_EQUAL));
      return TRUE;
    }
  return fail_types (op, left, right, error);
}

static gboolean
cell_unary (RsOperator op, RsCell *operand, RsPrecision precision, RsValue *result, GError **error)
{
  RsCell *cell = rs_cell_new (operand->rank, operand->dims, error);
  gboolean good = TRUE;

  if (cell == NULL)
    return FALSE;
  *result = rs_value_object (cell);
  if (!rs_cell_enter (error))
    {
      rs_value_clear (result);
      return FALSE;
    }
  for (gint64 i = 0; i < cell->n_elements && good; i++)
    if (operand->elements[i].tag != RS_TAG_NONE)
      good = rs_value_unary (op, operand->elements[i], precision, &cell->elements[i], error);
  rs_cell_leave ();
  if (!good)
    rs_value_clear (result);
  return good;
}

static void
number_unary (RsOperator op, RsValue operand, RsValue *result)
{
  if (op == RS_OP_NOT)
    *result = rs_value_bool (rs_value_to_double (operand) == 0);
  else if (operand.tag == RS_TAG_SCALAR)
    *result = rs_value_scalar (op == RS_OP_NEGATE ? -operand.scalar : operand.scalar);
  else if (op == RS_OP_NEGATE && operand.integer == G_MININT64)
    *result = rs_value_scalar (-(double)operand.integer);
  else
    *result = rs_value_int (op == RS_OP_NEGATE ? -operand.integer : operand.integer);
}

static gboolean
array_unary (RsOperator op, RsValue operand, RsPrecision precision, RsValue *result, GError **error)
{
  g_autoptr (RsArray) array = rs_value_to_array (operand, precision, error);
  RsArray *made;

  if (array == NULL)
    return FALSE;
  made = op == RS_OP_PLUS ? rs_array_ref (array) : rs_array_unary (op, array, precision, error);
  if (made == NULL)
    return FALSE;
  *result = rs_value_object (made);
  return TRUE;
}

gboolean
rs_value_unary (RsOperator op, RsValue operand, RsPrecision precision, RsValue *result, GError **error)
{
  g_autofree char *what = NULL;

  *result = RS_NONE;
  switch (operand.tag)
    {
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
      number_unary (op, operand, result);
      return TRUE;
    case RS_TAG_COMPLEX:
      if (op == RS_OP_NOT)
        *result = rs_value_bool (operand.complex->re == 0 && operand.complex->im == 0);
      else if (op == RS_OP_NEGATE)
        *result = rs_value_new_complex (-operand.complex->re, -operand.complex->im);
      else
        *result = rs_value_ref (operand);
      return TRUE;
    case RS_TAG_RANGE:
    case RS_TAG_ARRAY:
      return array_unary (op, operand, precision, result, error);
    case RS_TAG_CELL:
      return cell_unary (op, operand.cell, precision, result, error);
    default:
      what = rs_value_describe (operand);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OPERATOR_TYPE, "operator %s is not defined for %s",
                   rs_operator_to_string (op), what);
      return FALSE;
    }
}

gboolean
rs_value_is_true (RsValue value, gboolean *truth, GError **error)
{
  g_autofree char *what = NULL;

  switch (value.tag)
    {
    case RS_TAG_BOOL:
    case RS_TAG_INT:
      *truth = value.integer != 0;
      return TRUE;
    case RS_TAG_SCALAR:
      *truth = value.scalar != 0;
      return TRUE;
    case RS_TAG_COMPLEX:
      *truth = value.complex->re != 0 || value.complex->im != 0;
      return TRUE;
    case RS_TAG_ARRAY:
      if (value.array->n_elements == 1)
        {
          RsValue element = rs_array_get_element (value.array, 0);
          gboolean good = rs_value_is_true (element, truth, error);

          rs_value_clear (&element);
          return good;
        }
      /* fall through */
    default:
      what = rs_value_describe_one (value);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONDITION, "a condition needs a number, but this is %s%s",
                   what, value.tag == RS_TAG_ARRAY ? "; use all() or any()" : "");
      return FALSE;
    }
}
