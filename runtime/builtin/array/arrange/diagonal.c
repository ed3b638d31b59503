/* Diagonals and triangles of matrices: diagm, diag, trace, triu, tril.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/arrange/rearrange.h"

#include "runtime/value/parts.h"
#include "runtime/value/types/cell.h"

#include <string.h>

static gboolean
diagonal_matrix (RsCall *call, RsArray *vector, GError **error)
{
  gint64 n = vector->n_elements, dims[2] = { n, n };
  gsize bytes = rs_element_get_bytes (vector->element);
  RsArray *result = rs_array_new (vector->element, 2, dims, TRUE, error);

  if (result == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    memcpy ((char *)rs_array_write (result) + (gsize)(i * n + i) * bytes,
            (const char *)rs_array_read (vector) + (gsize)i * bytes, bytes);
  return rs_call_return_array (call, result);
}

RS_DEFINE_BUILTIN (DIAGM)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "diagm", error);

  return array != NULL && diagonal_matrix (call, array, error);
}

RS_DEFINE_BUILTIN (DIAG)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "diag", error);
  RsShape shape;
  RsStrided view;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  if (shape.rank > 2)
    return rs_call_fail_argument (call, 0, error, "diag", "a vector or matrix");
  if (array->rank == 1 || (shape.dims[0] == 1 && shape.dims[1] > 1))
    return diagonal_matrix (call, array, error);
  view = (RsStrided){ .rank = 1, .dims = { MIN (shape.dims[0], shape.dims[1]) }, .strides = { shape.dims[1] + 1 } };
  return rs_call_return_array (call, rs_call_copy_view (call, array, &view, "diag", error));
}

RS_DEFINE_BUILTIN (TRACE)
{
  RsValue diagonal = RS_NONE;
  RsCall inner = *call;
  gboolean good;

  if (call->arguments[0].tag == RS_TAG_ARRAY || call->arguments[0].tag == RS_TAG_RANGE)
    {
      g_autoptr (RsArray) array = rs_call_get_array (call, 0, "trace", error);
      RsShape shape;

      if (array == NULL)
        return FALSE;
      shape = rs_shape_of_array (array);
      if (shape.rank > 2 || shape.dims[0] != shape.dims[1])
        return rs_call_fail_argument (call, 0, error, "trace", "a square matrix");
      if (array->n_elements == 1)
        return rs_call_return (call, rs_array_get_element (array, 0));
    }
  inner.results = &diagonal;
  if (!rs_builtin_DIAG (&inner, error))
    return FALSE;
  inner.arguments = &diagonal;
  inner.results = call->results;
  good = rs_builtin_SUM (&inner, error);
  rs_value_clear (&diagonal);
  return good;
}

/* Zeros on one side of the diagonal. */
static gboolean
triangle (RsCall *call, gboolean upper, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error);
  RsShape shape;
  RsArray *result;
  gsize bytes;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  if (shape.rank > 2)
    return rs_call_fail_argument (call, 0, error, name, "a matrix");
  result = rs_array_copy (array, error);
  if (result == NULL)
    return FALSE;
  bytes = rs_element_get_bytes (array->element);
  for (gint64 i = 0; i < shape.dims[0]; i++)
    {
      gint64 low = upper ? 0 : MIN (i + 1, shape.dims[1]), high = upper ? MIN (i, shape.dims[1]) : shape.dims[1];

      memset ((char *)rs_array_write (result) + (gsize)(i * shape.dims[1] + low) * bytes, 0,
              (gsize)(high - low) * bytes);
    }
  return rs_call_return_array (call, result);
}

RS_DEFINE_BUILTIN (TRIU)
{
  return triangle (call, TRUE, "triu", error);
}

RS_DEFINE_BUILTIN (TRIL)
{
  return triangle (call, FALSE, "tril", error);
}
