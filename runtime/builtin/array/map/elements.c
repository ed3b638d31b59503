/* Conversions between element types by name: inttypes.q and floattypes.q (STDLIB.md 3).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/blocks.h"

#include <math.h>

/* Integers by rounding and saturating, half precision to nearest even. A number gives an array of one element's value.
 */
static gboolean
convert (RsCall *call, RsElement element, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error), result = NULL;
  gboolean round = rs_element_is_integer (element);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1), *rounded = g_new (RsBlock, 1);
  gconstpointer data;
  char *out;

  if (array == NULL)
    return FALSE;
  if (rs_element_is_complex (array->element))
    return rs_call_fail_argument (call, 0, error, name, "an array of real numbers");
  result = rs_array_new_like (array, element, error);
  if (result == NULL)
    return FALSE;
  data = rs_array_read (array);
  out = rs_array_write (result);
  for (gint64 start = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double *x = rs_block_get (RS_COMPUTE_DOUBLE, array->element, data, start, n, buffer);

      for (gsize i = 0; i < n; i++)
        rounded->doubles[i] = round ? floor (x[i] + 0.5) : x[i];
      rs_block_store (RS_COMPUTE_DOUBLE, rounded, n, element, RS_OVERFLOW_SATURATE,
                      out + (gsize)start * rs_element_get_bytes (element));
    }
  if (call->arguments[0].tag == RS_TAG_ARRAY || call->arguments[0].tag == RS_TAG_RANGE)
    return rs_call_return (call, rs_value_object (g_steal_pointer (&result)));
  return rs_call_return (call, rs_array_get_element (result, 0));
}

RS_DEFINE_BUILTIN (SCALAR_TO_HALF)
{
  return convert (call, RS_ELEMENT_HALF, "scalar_to_half", error);
}

RS_DEFINE_BUILTIN (HALF_TO_SCALAR)
{
  return convert (call, rs_element_of_precision (rs_call_get_precision (call)), "half_to_scalar", error);
}

RS_DEFINE_BUILTIN (UINT8_TO_FLOAT)
{
  return convert (call, rs_element_of_precision (rs_call_get_precision (call)), "uint8_to_float", error);
}

RS_DEFINE_BUILTIN (UINT16_TO_FLOAT)
{
  return convert (call, rs_element_of_precision (rs_call_get_precision (call)), "uint16_to_float", error);
}

RS_DEFINE_BUILTIN (FLOAT_TO_UINT8)
{
  return convert (call, RS_ELEMENT_UINT8, "float_to_uint8", error);
}

RS_DEFINE_BUILTIN (FLOAT_TO_UINT16)
{
  return convert (call, RS_ELEMENT_UINT16, "float_to_uint16", error);
}
