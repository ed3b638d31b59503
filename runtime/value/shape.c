/* Sizes of arrays and how they compare.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/shape.h"

#include "runtime/value/arithmetic/arithmetic.h"

#include <math.h>

RsShape
rs_shape_of_dims (int rank, const gint64 *dims)
{
  g_assert (rank >= 1 && rank <= RS_MAX_RANK);

  RsShape shape = { .rank = MAX (rank, 2) };

  if (rank == 1)
    {
      shape.dims[0] = 1;
      shape.dims[1] = dims[0];
      return shape;
    }
  for (int d = 0; d < rank; d++)
    shape.dims[d] = dims[d];
  while (shape.rank > 2 && shape.dims[shape.rank - 1] == 1)
    shape.rank--;
  return shape;
}

RsShape
rs_shape_of_array (const RsArray *array)
{
  return rs_shape_of_dims (array->rank, array->dims);
}

gboolean
rs_shape_equal (const RsShape *a, const RsShape *b)
{
  if (a->rank != b->rank)
    return FALSE;
  for (int d = 0; d < a->rank; d++)
    if (a->dims[d] != b->dims[d])
      return FALSE;
  return TRUE;
}

gboolean
rs_shape_equal_squeezed (const RsShape *a, const RsShape *b)
{
  int i = 0, j = 0;

  for (;;)
    {
      while (i < a->rank && a->dims[i] == 1)
        i++;
      while (j < b->rank && b->dims[j] == 1)
        j++;
      if (i == a->rank || j == b->rank)
        return i == a->rank && j == b->rank;
      if (a->dims[i++] != b->dims[j++])
        return FALSE;
    }
}

char *
rs_shape_to_string (const RsShape *shape)
{
  GString *text = g_string_new (NULL);

  for (int d = 0; d < shape->rank; d++)
    g_string_append_printf (text, d > 0 ? " x %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, shape->dims[d]);
  return g_string_free (text, FALSE);
}

RsShape
rs_shape_of_value (RsValue value)
{
  gint64 one[2] = { 1, 1 };

  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      return rs_shape_of_array (value.array);
    case RS_TAG_CELL:
      return rs_shape_of_dims (value.cell->rank, value.cell->dims);
    case RS_TAG_RANGE:
      return rs_shape_of_dims (1, &value.range->count);
    default:
      return rs_shape_of_dims (2, one);
    }
}

gint64
rs_dims_count (int rank, const gint64 *dims)
{
  gint64 count = 1;
  gboolean empty = FALSE;

  g_assert (rank >= 0 && rank <= RS_MAX_RANK);
  for (int d = 0; d < rank; d++)
    {
      if (dims[d] < 0)
        return -1;
      if (dims[d] == 0)
        empty = TRUE;
    }
  if (empty)
    return 0;
  for (int d = 0; d < rank; d++)
    if (__builtin_mul_overflow (count, dims[d], &count))
      return -1;
  return count;
}

gboolean
rs_value_to_integer (RsValue value, gint64 *integer)
{
  double x;

  if (value.tag == RS_TAG_INT || value.tag == RS_TAG_BOOL)
    {
      *integer = value.integer;
      return TRUE;
    }
  if (value.tag == RS_TAG_ARRAY && value.array->n_elements == 1)
    {
      RsValue element = rs_array_get_element (value.array, 0);
      gboolean good = rs_value_to_integer (element, integer);

      rs_value_clear (&element);
      return good;
    }
  if (value.tag != RS_TAG_SCALAR)
    return FALSE;
  x = value.scalar;
  if (!(x > -9223372036854775808.0 && x < 9223372036854775808.0))
    return FALSE;
  *integer = (gint64)x;
  return TRUE;
}

RsArray *
rs_array_new_like (const RsArray *like, RsElement element, GError **error)
{
  return rs_array_new (element, like->rank, like->dims, FALSE, error);
}

RsArray *
rs_value_to_array (RsValue value, RsPrecision precision, GError **error)
{
  RsValue result = RS_NONE;

  if (value.tag == RS_TAG_ARRAY)
    return rs_array_ref (value.array);
  if (value.tag != RS_TAG_RANGE)
    return NULL;
  return rs_value_range_to_array (value.range, precision, &result, error) ? result.array : NULL;
}
