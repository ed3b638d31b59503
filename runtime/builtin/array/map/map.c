/* The driver of element-wise functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/map/map.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/cell.h"

/* The compute type that the map has a loop for, starting from the element's own. */
static gboolean
choose_compute (const RsUnaryMap *map, RsElement element, RsPrecision precision, RsCompute *compute)
{
  *compute = rs_compute_of_element (element);
  if (*compute == RS_COMPUTE_INT && (map->result == RS_MAP_FLOATING || map->loops[RS_COMPUTE_INT] == NULL))
    *compute = RS_COMPUTE_DOUBLE;
  return map->loops[*compute] != NULL;
}

static RsElement
real_element (RsElement element)
{
  return element == RS_ELEMENT_CSINGLE   ? RS_ELEMENT_SINGLE
         : element == RS_ELEMENT_CDOUBLE ? RS_ELEMENT_DOUBLE
                                         : element;
}

static RsElement
result_element (const RsUnaryMap *map, RsElement element, RsPrecision precision)
{
  gboolean whole = rs_compute_of_element (element) == RS_COMPUTE_INT;

  switch (map->result)
    {
    case RS_MAP_LOGICAL:
      return RS_ELEMENT_BOOL;
    case RS_MAP_INTEGER:
      return element == RS_ELEMENT_INT64 || element == RS_ELEMENT_UINT64 || element == RS_ELEMENT_UINT32
                 ? RS_ELEMENT_INT64
                 : RS_ELEMENT_INT32;
    case RS_MAP_FLOATING:
      return whole ? rs_element_of_precision (precision) : element;
    case RS_MAP_REAL:
      return element == RS_ELEMENT_BOOL ? RS_ELEMENT_INT32 : real_element (element);
    default:
      return element == RS_ELEMENT_BOOL ? RS_ELEMENT_INT32 : element;
    }
}

/* The compute type of what a loop writes. */
static RsCompute
output_compute (const RsUnaryMap *map, RsCompute compute)
{
  if (map->result == RS_MAP_INTEGER)
    return RS_COMPUTE_INT;
  if (map->result == RS_MAP_REAL)
    return compute == RS_COMPUTE_CSINGLE   ? RS_COMPUTE_SINGLE
           : compute == RS_COMPUTE_CDOUBLE ? RS_COMPUTE_DOUBLE
                                           : compute;
  return compute;
}

static gboolean
fail_complex (const RsUnaryMap *map, GError **error)
{
  return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, map->name, "not defined for complex numbers");
}

/* The smallest integer has no absolute value in its own bits; a scalar may have an integer part of 64. NONE: there are
 * no more. */
static RsElement
wider_element (const RsUnaryMap *map, RsElement element)
{
  if ((map->result != RS_MAP_REAL && map->result != RS_MAP_INTEGER) || !rs_element_is_integer (element)
      || rs_element_get_bytes (element) == 8)
    return RS_ELEMENT_NONE;
  return rs_element_get_bytes (element) < 4 ? RS_ELEMENT_INT32 : RS_ELEMENT_INT64;
}

static gboolean
map_array (const RsUnaryMap *map, RsArray *array, RsElement element, RsPrecision precision, RsValue *result,
           GError **error)
{
  gsize bytes = rs_element_get_bytes (element);
  g_autoptr (RsArray) made = NULL;
  g_autofree RsBlock *in = g_new (RsBlock, 1), *out = g_new (RsBlock, 1);
  RsCompute compute, output;
  gconstpointer data;
  gint64 since = 0;
  char *target;

  if (!choose_compute (map, array->element, precision, &compute))
    return fail_complex (map, error);
  output = output_compute (map, compute);
  made = rs_array_new_like (array, element, error);
  if (made == NULL)
    return FALSE;
  data = rs_array_read (array);
  target = rs_array_write (made);
  for (gint64 start = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      gconstpointer block = rs_block_get (compute, array->element, data, start, n, in);

      if (rs_error_set_stopped_after (&since, (gint64)n, error))
        return FALSE;
      map->loops[compute](block, out, n);
      if (element == RS_ELEMENT_BOOL)
        memcpy (target + start, out, n);
      else if (!rs_block_store (output, out, n, element, RS_OVERFLOW_CHECKED, target + (gsize)start * bytes))
        return wider_element (map, element) != RS_ELEMENT_NONE
                 ? map_array (map, array, wider_element (map, element), precision, result, error)
                 : rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, map->name, "an element does not fit %s",
                                 rs_element_get_name (element));
    }
  *result = rs_value_object (g_steal_pointer (&made));
  return TRUE;
}

static gboolean
map_number (const RsUnaryMap *map, RsValue value, gboolean is_single, RsValue *result, GError **error)
{
  RsCompute compute = value.tag == RS_TAG_COMPLEX  ? RS_COMPUTE_CDOUBLE
                      : value.tag == RS_TAG_SCALAR ? RS_COMPUTE_DOUBLE
                                                   : RS_COMPUTE_INT;
  RsBlockNumber in, out = { 0 };

  if (compute == RS_COMPUTE_INT && (map->result == RS_MAP_FLOATING || map->loops[RS_COMPUTE_INT] == NULL))
    compute = RS_COMPUTE_DOUBLE;
  if (map->loops[compute] == NULL)
    return fail_complex (map, error);
  if (is_single && compute == RS_COMPUTE_DOUBLE && map->loops[RS_COMPUTE_SINGLE] != NULL)
    compute = RS_COMPUTE_SINGLE;
  in = rs_block_number (compute, value);
  map->loops[compute](&in, &out, 1);
  if (map->result == RS_MAP_LOGICAL)
    *result = rs_value_bool (*(guint8 *)&out);
  else
    switch (output_compute (map, compute))
      {
      case RS_COMPUTE_INT:
        *result = rs_value_int (out.integer);
        break;
      case RS_COMPUTE_SINGLE:
        *result = rs_value_scalar ((double)out.single);
        break;
      case RS_COMPUTE_DOUBLE:
        *result = rs_value_scalar (out.real);
        break;
      default:
        *result = rs_value_new_complex (creal (out.cdouble), cimag (out.cdouble));
        break;
      }
  return TRUE;
}

static gboolean map_value (const RsCall *call, const RsUnaryMap *map, RsValue value, RsValue *result, GError **error);

static gboolean
map_cell (const RsCall *call, const RsUnaryMap *map, const RsCell *cell, RsValue *result, GError **error)
{
  RsCell *made = rs_cell_new (cell->rank, cell->dims, error);
  gboolean good = TRUE;

  if (made == NULL)
    return FALSE;
  *result = rs_value_object (made);
  if (!rs_cell_enter (error))
    {
      rs_value_clear (result);
      return FALSE;
    }
  for (gint64 i = 0; i < cell->n_elements && good; i++)
    if (cell->elements[i].tag != RS_TAG_NONE)
      good = map_value (call, map, cell->elements[i], &made->elements[i], error);
  rs_cell_leave ();
  if (!good)
    rs_value_clear (result);
  return good;
}

static gboolean
map_value (const RsCall *call, const RsUnaryMap *map, RsValue value, RsValue *result, GError **error)
{
  const RsPrecision precision = rs_call_get_precision (call);
  g_autoptr (RsArray) array = NULL;
  g_autofree char *what = NULL;

  switch (value.tag)
    {
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
    case RS_TAG_COMPLEX:
      return map_number (map, value, call->is_single, result, error);
    case RS_TAG_ARRAY:
    case RS_TAG_RANGE:
      array = rs_value_to_array (value, precision, error);
      return array != NULL
             && map_array (map, array, result_element (map, array->element, precision), precision, result, error);
    case RS_TAG_CELL:
      return map_cell (call, map, value.cell, result, error);
    default:
      what = rs_value_describe_one (value);
      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, map->name, "not defined for %s", what);
    }
}

gboolean
rs_call_map (RsCall *call, const RsUnaryMap *map, GError **error)
{
  return map_value (call, map, call->arguments[0], &call->results[0], error);
}

static gboolean
binary_numbers (const RsBinaryMap *map, RsValue left, RsValue right, gboolean is_single, RsValue *result,
                GError **error)
{
  gboolean is_complex = left.tag == RS_TAG_COMPLEX || right.tag == RS_TAG_COMPLEX;
  gboolean whole
      = left.tag <= RS_TAG_INT && right.tag <= RS_TAG_INT && !map->is_floating && map->loops[RS_COMPUTE_INT] != NULL;
  RsCompute compute = is_complex ? RS_COMPUTE_CDOUBLE : whole ? RS_COMPUTE_INT : RS_COMPUTE_DOUBLE;
  RsBlockNumber a, b, out = { 0 };

  if (map->loops[compute] == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, map->name,
                         is_complex ? "not defined for complex numbers" : "needs integers");
  if (is_single && compute == RS_COMPUTE_DOUBLE && map->loops[RS_COMPUTE_SINGLE] != NULL)
    compute = RS_COMPUTE_SINGLE;
  a = rs_block_number (compute, left);
  b = rs_block_number (compute, right);
  map->loops[compute](&a, 1, &b, 1, &out, 1);
  *result = whole        ? rs_value_int (out.integer)
            : is_complex ? rs_value_new_complex (creal (out.cdouble), cimag (out.cdouble))
            : compute == RS_COMPUTE_SINGLE ? rs_value_scalar ((double)out.single)
                         : rs_value_scalar (out.real);
  return TRUE;
}

static gboolean
binary_arrays (const RsBinaryMap *map, RsValue left, RsValue right, RsPrecision precision, RsValue *result,
               GError **error)
{
  RsElement element = rs_arithmetic_element (map->is_floating ? RS_OP_DIVIDE : RS_OP_ADD, left, right, precision);
  RsCompute compute = rs_compute_of_element (element);
  RsArray *array;

  if (map->loops[compute] == NULL && compute == RS_COMPUTE_INT)
    compute = RS_COMPUTE_DOUBLE;
  if (map->loops[compute] == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, map->name,
                         rs_element_is_complex (element) ? "not defined for complex numbers" : "needs integers");
  array = rs_array_map_binary (map->name, map->loops[compute], compute, element, left, right, error);
  if (array == NULL)
    return FALSE;
  *result = rs_value_object (array);
  return TRUE;
}

static gboolean
is_numeric (RsValue value)
{
  return rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX || value.tag == RS_TAG_ARRAY;
}

/* A cell with a cell of the same size, or with anything else. */
static gboolean
binary_cells (const RsBinaryMap *map, RsValue left, RsValue right, RsPrecision precision, RsValue *result,
              GError **error)
{
  const RsCell *pattern = left.tag == RS_TAG_CELL ? left.cell : right.cell;
  RsCell *cell;
  gboolean good = TRUE;

  if (left.tag == RS_TAG_CELL && right.tag == RS_TAG_CELL)
    {
      RsShape a = rs_shape_of_value (left), b = rs_shape_of_value (right);

      if (!rs_shape_equal (&a, &b))
        return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, map->name, "needs cells of the same size");
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
    if (!rs_cell_is_unset (left, right, i))
      good = rs_map_binary (map, left.tag == RS_TAG_CELL ? left.cell->elements[i] : left,
                            right.tag == RS_TAG_CELL ? right.cell->elements[i] : right, precision, &cell->elements[i],
                            error);
  rs_cell_leave ();
  if (!good)
    rs_value_clear (result);
  return good;
}

gboolean
rs_map_binary (const RsBinaryMap *map, RsValue left, RsValue right, RsPrecision precision, RsValue *result,
               GError **error)
{
  g_autoptr (RsArray) a = NULL, b = NULL;

  if (left.tag == RS_TAG_CELL || right.tag == RS_TAG_CELL)
    return binary_cells (map, left, right, precision, result, error);
  if (left.tag == RS_TAG_RANGE)
    {
      a = rs_value_to_array (left, precision, error);
      if (a == NULL)
        return FALSE;
      left = rs_value_object (a);
    }
  if (right.tag == RS_TAG_RANGE)
    {
      b = rs_value_to_array (right, precision, error);
      if (b == NULL)
        return FALSE;
      right = rs_value_object (b);
    }
  if (!is_numeric (left) || !is_numeric (right))
    {
      g_autofree char *what = rs_value_describe_one (is_numeric (left) ? right : left);

      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, map->name, "not defined for %s", what);
    }
  if (left.tag == RS_TAG_ARRAY || right.tag == RS_TAG_ARRAY)
    return binary_arrays (map, left, right, precision, result, error);
  return binary_numbers (map, left, right, FALSE, result, error);
}

gboolean
rs_call_map_binary (RsCall *call, const RsBinaryMap *map, GError **error)
{
  const RsValue left = call->arguments[0], right = call->arguments[1];

  if (call->is_single && rs_value_is_number (left) && rs_value_is_number (right))
    return binary_numbers (map, left, right, TRUE, &call->results[0], error);
  return rs_map_binary (map, left, right, rs_call_get_precision (call), &call->results[0], error);
}
