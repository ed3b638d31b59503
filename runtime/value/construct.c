/* Arrays from matrix literals and ranges.
 *
 * A literal of numbers is a vec, of vectors of equal length a matrix, of matrices of equal size a cube. Its element
 * type is the widest among the parts: logical, int, scalar, complex. A literal of strings, objects or functions is a
 * cell.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/value/shape.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <string.h>

/* The element type that holds what has been seen so far and one more part. */
static RsElement
widen (RsElement so_far, RsElement part, RsPrecision precision)
{
  gboolean wide = so_far == RS_ELEMENT_DOUBLE || so_far == RS_ELEMENT_CDOUBLE || part == RS_ELEMENT_DOUBLE
                  || part == RS_ELEMENT_CDOUBLE;

  if (so_far == RS_ELEMENT_NONE || so_far == part)
    return part;
  if (rs_element_is_complex (so_far) || rs_element_is_complex (part))
    return wide ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  if (rs_element_is_floating (so_far) || rs_element_is_floating (part))
    return wide                                                   ? RS_ELEMENT_DOUBLE
           : so_far == RS_ELEMENT_HALF || part == RS_ELEMENT_HALF ? rs_element_of_precision (precision)
                                                                  : RS_ELEMENT_SINGLE;
  if (rs_element_get_bytes (so_far) < 4 && rs_element_get_bytes (part) < 4)
    return RS_ELEMENT_INT32;
  if (so_far == RS_ELEMENT_BOOL || rs_element_get_bytes (so_far) < 4)
    return part;
  if (part == RS_ELEMENT_BOOL || rs_element_get_bytes (part) < 4)
    return so_far;
  return RS_ELEMENT_INT64;
}

static RsElement
element_of (RsValue value, RsPrecision precision)
{
  switch (value.tag)
    {
    case RS_TAG_BOOL:
      return RS_ELEMENT_BOOL;
    case RS_TAG_INT:
      return value.integer < G_MININT32 || value.integer > G_MAXINT32 ? RS_ELEMENT_INT64 : RS_ELEMENT_INT32;
    case RS_TAG_SCALAR:
      return rs_element_of_precision (precision);
    case RS_TAG_COMPLEX:
      return precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
    default:
      return value.array->element;
    }
}

static gboolean
new_vector (const RsValue *elements, guint n, RsPrecision precision, RsValue *result, GError **error)
{
  RsElement element = RS_ELEMENT_NONE;
  RsCompute compute;
  RsArray *array;
  char *data;

  for (guint i = 0; i < n; i++)
    element = widen (element, element_of (elements[i], precision), precision);
  if (n == 0)
    element = rs_element_of_precision (precision);
  array = rs_array_new_vector (element, n, error);
  if (array == NULL)
    return FALSE;
  *result = rs_value_object (array);
  if (n == 0)
    return TRUE;
  compute = rs_compute_of_element (element);
  data = rs_array_write (array);
  for (guint i = 0; i < n; i++)
    {
      RsBlockNumber number = rs_block_number (compute, elements[i]);

      rs_block_store (compute, &number, 1, element, RS_OVERFLOW_WRAP, data + i * rs_element_get_bytes (element));
    }
  return TRUE;
}

static gboolean
fail_parts (const RsShape *first, const RsShape *other, guint index, GError **error)
{
  g_autofree char *a = rs_shape_to_string (first), *b = rs_shape_to_string (other);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LITERAL_SIZE,
               "the parts of a matrix literal need the same size, but part 1 is %s and part %u is %s", a, index + 1, b);
  return FALSE;
}

/* parts: arrays. The new dimension comes first. */
static gboolean
stack_arrays (const RsValue *parts, guint n, RsPrecision precision, RsValue *result, GError **error)
{
  const RsArray *first = parts[0].array;
  RsShape shape = rs_shape_of_array (first);
  RsElement element = RS_ELEMENT_NONE;
  gint64 dims[RS_MAX_RANK];
  RsArray *array;
  gsize bytes;

  for (guint i = 0; i < n; i++)
    {
      RsShape other = rs_shape_of_array (parts[i].array);

      if (!rs_shape_equal (&shape, &other))
        return fail_parts (&shape, &other, i, error);
      element = widen (element, parts[i].array->element, precision);
    }
  if (first->rank == RS_MAX_RANK)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LITERAL_SIZE, "arrays have at most %d dimensions",
                   RS_MAX_RANK);
      return FALSE;
    }
  dims[0] = n;
  for (int d = 0; d < first->rank; d++)
    dims[d + 1] = first->dims[d];
  array = rs_array_new (element, first->rank + 1, dims, FALSE, error);
  if (array == NULL)
    return FALSE;
  *result = rs_value_object (array);
  bytes = rs_element_get_bytes (element) * (gsize)first->n_elements;
  if (bytes == 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    rs_block_convert (parts[i].array->element, rs_array_read (parts[i].array), first->n_elements, element,
                      RS_OVERFLOW_WRAP, (char *)rs_array_write (array) + i * bytes);
  return TRUE;
}

static gboolean
new_cell (const RsValue *elements, guint n, RsValue *result, GError **error)
{
  gint64 length = n;
  RsCell *cell = rs_cell_new (1, &length, error);

  if (cell == NULL)
    return FALSE;
  for (guint i = 0; elements != NULL && i < n; i++)
    cell->elements[i] = rs_value_ref (elements[i]);
  *result = rs_value_object (cell);
  return TRUE;
}

static const RsType *
class_of_all (const RsValue *elements, guint n, RsArena *arena)
{
  const RsType *type = NULL;

  for (guint i = 0; i < n; i++)
    {
      const RsType *one = elements[i].tag == RS_TAG_NULL   ? &rs_type_null
                          : rs_value_get_class (elements[i]) != NULL ? rs_value_get_class (elements[i])->type
                                                                     : NULL;

      if (one == NULL)
        return NULL;
      type = type == NULL ? one : rs_type_join (arena, type, one);
    }
  return type != NULL && rs_type_get_class (type) != NULL ? type : NULL;
}

/* [a, b] of objects of one class is a vec[T], which holds objects of its own (manual 3.2). */
static gboolean
new_objects (const RsValue *elements, guint n, RsPrecision precision, RsValue *result, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *type = class_of_all (elements, n, arena);
  const RsClass *class = type != NULL ? rs_type_get_class (type) : NULL;

  if (class == NULL || type->kind != RS_TYPE_CLASS)
    return new_cell (elements, n, result, error);
  if (!new_cell (NULL, n, result, error))
    return FALSE;
  result->cell->item = class->type;
  for (guint i = 0; i < n; i++)
    result->cell->elements[i] = rs_value_copy_object (elements[i]);
  return TRUE;
}

/* [[a, b], [c, d]]: rows of objects make a mat[T]. */
static gboolean
stack_objects (const RsValue *rows, guint n, RsValue *result, GError **error)
{
  const RsCell *first = rows[0].cell;
  gint64 dims[RS_MAX_RANK];
  RsCell *cell;

  for (guint i = 0; i < n; i++)
    if (rows[i].tag != RS_TAG_CELL || rows[i].cell->item == NULL || first->item == NULL
        || !rs_type_equal (rows[i].cell->item, first->item) || rows[i].cell->rank != first->rank
        || memcmp (rows[i].cell->dims, first->dims, sizeof first->dims) != 0 || first->rank >= RS_MAX_RANK)
      return new_cell (rows, n, result, error);
  dims[0] = n;
  for (int d = 0; d < first->rank; d++)
    dims[d + 1] = first->dims[d];
  cell = rs_cell_new (first->rank + 1, dims, error);
  if (cell == NULL)
    return FALSE;
  cell->item = first->item;
  for (gint64 i = 0; i < cell->n_elements; i++)
    cell->elements[i]
        = rs_value_copy_object (rows[i / MAX (1, first->n_elements)].cell->elements[i % first->n_elements]);
  *result = rs_value_object (cell);
  return TRUE;
}

/* Which of the three kinds of literal the parts make. */
typedef enum
{
  LITERAL_VECTOR,
  LITERAL_STACK,
  LITERAL_CELL,
  LITERAL_MIXED
} Literal;

static Literal
classify (const RsValue *elements, guint n)
{
  guint numbers = 0, arrays = 0, others = 0;

  for (guint i = 0; i < n; i++)
    if (rs_value_is_number (elements[i]) || elements[i].tag == RS_TAG_COMPLEX)
      numbers++;
    else if (elements[i].tag == RS_TAG_ARRAY || elements[i].tag == RS_TAG_RANGE)
      arrays++;
    else if (elements[i].tag != RS_TAG_NONE)
      others++;
  if (numbers == n)
    return LITERAL_VECTOR;
  if (arrays == n)
    return LITERAL_STACK;
  return others == n ? LITERAL_CELL : LITERAL_MIXED;
}

static gboolean
fail_mixed (const RsValue *elements, guint n, GError **error)
{
  g_autofree char *first = rs_value_describe_one (elements[0]), *other = NULL;
  Literal kind = classify (elements, 1);
  gboolean is_numeric = kind == LITERAL_VECTOR || kind == LITERAL_STACK;
  guint i = 1;

  while (i < n - 1 && classify (elements + i, 1) == kind)
    i++;
  for (guint k = 1; k < n; k++)
    is_numeric = is_numeric && classify (elements + k, 1) != LITERAL_CELL
                 && classify (elements + k, 1) != LITERAL_MIXED;
  other = rs_value_describe_one (elements[i]);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LITERAL, "a matrix literal can't hold %s and %s together; %s",
               first, other,
               is_numeric ? "`...` takes the elements of an array: [...x, 4]"
                          : "write a cell { } for values of different kinds");
  return FALSE;
}

static gboolean
new_stack (const RsValue *elements, guint n, RsPrecision precision, RsValue *result, GError **error)
{
  g_autofree RsValue *parts = g_new0 (RsValue, n);
  gboolean good = TRUE;

  if (n == 1 && elements[0].tag == RS_TAG_RANGE)
    return rs_value_range_to_array (elements[0].range, precision, result, error);
  for (guint i = 0; i < n && good; i++)
    {
      RsArray *array = rs_value_to_array (elements[i], precision, error);

      good = array != NULL;
      if (good)
        parts[i] = rs_value_object (array);
    }
  good = good && stack_arrays (parts, n, precision, result, error);
  for (guint i = 0; i < n; i++)
    rs_value_clear (&parts[i]);
  return good;
}

gboolean
rs_value_new_matrix (const RsValue *elements, guint n, RsPrecision precision, RsValue *result, GError **error)
{
  *result = RS_NONE;
  switch (classify (elements, n))
    {
    case LITERAL_VECTOR:
      return new_vector (elements, n, precision, result, error);
    case LITERAL_STACK:
      return new_stack (elements, n, precision, result, error);
    case LITERAL_CELL:
      return elements[0].tag == RS_TAG_CELL ? stack_objects (elements, n, result, error)
                                            : new_objects (elements, n, precision, result, error);
    default:
      if (n == 1)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED,
                       "a matrix literal needs values, but this has none");
          return FALSE;
        }
      return fail_mixed (elements, n, error);
    }
}

/* --- spread vectors --- */

/* Elements of 64 bits are numbers of one type or another, as their values are. */
static gboolean
is_plain_vector (RsValue part)
{
  const RsArray *array = part.tag == RS_TAG_ARRAY ? part.array : NULL;
  int longer = 0;

  if (array == NULL || array->element == RS_ELEMENT_UINT32 || array->element == RS_ELEMENT_INT64
      || array->element == RS_ELEMENT_UINT64)
    return FALSE;
  for (int d = 0; d < array->rank; d++)
    longer += array->dims[d] != 1;
  return longer <= 1;
}

gboolean
rs_value_can_join (const RsValue *parts, const gboolean *is_spread, guint n)
{
  for (guint i = 0; i < n; i++)
    if (is_spread[i] ? !is_plain_vector (parts[i]) : !rs_value_is_number (parts[i]) && parts[i].tag != RS_TAG_COMPLEX)
      return FALSE;
  return TRUE;
}

/* The type of one element as a value. */
static RsElement
element_of_parts (const RsArray *array, RsPrecision precision)
{
  if (rs_element_is_complex (array->element))
    return precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  if (rs_element_is_floating (array->element))
    return rs_element_of_precision (precision);
  return array->element == RS_ELEMENT_BOOL ? RS_ELEMENT_BOOL : RS_ELEMENT_INT32;
}

gboolean
rs_value_join (const RsValue *parts, const gboolean *is_spread, guint n, RsPrecision precision, RsValue *result,
               GError **error)
{
  RsElement element = RS_ELEMENT_NONE;
  RsArray *array;
  gint64 length = 0;
  char *at;

  *result = RS_NONE;
  for (guint i = 0; i < n; i++)
    if (!is_spread[i] || parts[i].array->n_elements > 0)
      {
        element = widen (element, is_spread[i] ? element_of_parts (parts[i].array, precision)
                                               : element_of (parts[i], precision), precision);
        length += is_spread[i] ? parts[i].array->n_elements : 1;
      }
  array = rs_array_new_vector (length > 0 ? element : rs_element_of_precision (precision), length, error);
  if (array == NULL)
    return FALSE;
  *result = rs_value_object (array);
  if (length == 0)
    return TRUE;
  at = rs_array_write (array);
  for (guint i = 0; i < n; i++)
    {
      const gint64 count = is_spread[i] ? parts[i].array->n_elements : 1;
      const RsCompute compute = rs_compute_of_element (element);
      RsBlockNumber number;

      if (!is_spread[i])
        {
          number = rs_block_number (compute, parts[i]);
          rs_block_store (compute, &number, 1, element, RS_OVERFLOW_WRAP, at);
        }
      else if (count > 0)
        rs_block_convert (parts[i].array->element, rs_array_read (parts[i].array), count, element, RS_OVERFLOW_WRAP,
                          at);
      at += (gsize)count * rs_element_get_bytes (element);
    }
  return TRUE;
}

gboolean
rs_value_range_to_array (const RsRange *range, RsPrecision precision, RsValue *result, GError **error)
{
  g_assert (range->count >= 0);

  double last = range->low + range->step * (double)(range->count - 1);
  gboolean narrow = MIN (range->low, last) >= G_MININT32 && MAX (range->low, last) <= G_MAXINT32;
  RsElement element = !range->is_integer ? rs_element_of_precision (precision)
                      : narrow           ? RS_ELEMENT_INT32
                                         : RS_ELEMENT_INT64;
  RsArray *array;
  gpointer data;

  *result = RS_NONE;
  array = rs_array_new_vector (element, range->count, error);
  if (array == NULL)
    return FALSE;
  *result = rs_value_object (array);
  if (range->count == 0)
    return TRUE;
  data = rs_array_write (array);
  for (gint64 i = 0; i < range->count; i++)
    {
      double x = range->low + range->step * (double)i;

      if (element == RS_ELEMENT_SINGLE)
        ((float *)data)[i] = (float)x;
      else if (element == RS_ELEMENT_DOUBLE)
        ((double *)data)[i] = x;
      else if (element == RS_ELEMENT_INT32)
        ((gint32 *)data)[i] = (gint32)x;
      else
        ((gint64 *)data)[i] = (gint64)x;
    }
  return TRUE;
}
