/* Lines of an array along a dimension.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/order/lines.h"

gboolean
rs_lines_init (RsLines *lines, const RsCall *call, guint n_arguments, const char *name, GError **error)
{
  RsShape shape;
  gint64 dim;

  lines->array = rs_call_get_array (call, 0, name, error);
  if (lines->array == NULL)
    return FALSE;
  if (rs_element_is_complex (lines->array->element))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "complex numbers have no order");
  shape = rs_shape_of_array (lines->array);
  dim = shape.rank == 2 && shape.dims[0] == 1 ? 1 : 0;
  if (n_arguments == 2 && !rs_call_get_integer (call, 1, &dim, name, error))
    return FALSE;
  if (dim < 0 || dim >= RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_DIMENSION, error, name, "there is no dimension %" G_GINT64_FORMAT, dim);
  lines->length = dim < shape.rank ? shape.dims[dim] : 1;
  lines->inner = 1;
  for (int d = (int)dim + 1; d < shape.rank; d++)
    lines->inner *= shape.dims[d];
  lines->n_lines = lines->length > 0 ? lines->array->n_elements / lines->length : 0;
  lines->rank = shape.rank;
  for (int d = 0; d < shape.rank; d++)
    lines->dims[d] = d == dim ? 1 : shape.dims[d];
  return TRUE;
}

void
rs_lines_clear (RsLines *lines)
{
  g_clear_pointer (&lines->array, rs_array_unref);
}
