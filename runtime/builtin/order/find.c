/* find: the positions of what is not zero.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/builtin/device/order.h"

#include "runtime/base/error.h"
#include "runtime/value/blocks.h"

/* The places of those of n <= RS_BLOCK elements that are not zero (a NaN is not), in places. Returns how many. */
static gint
find_in_block (RsElement element, gconstpointer in, gint n, gint32 *places)
{
  const gboolean is_complex = rs_element_is_complex (element);
  RsBlock block;
  gint n_found = 0;

  rs_block_load (is_complex ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_DOUBLE, element, in, (gsize)n, &block);
  for (gint i = 0; i < n; i++)
    {
      places[n_found] = i;
      n_found += is_complex ? block.cdoubles[i] != 0 : block.doubles[i] != 0;
    }
  return n_found;
}

/* How many there are; -1 with an error: the program is to stop. */
static gint64
count_found (RsElement element, const char *in, gint64 n, GError **error)
{
  const gsize bytes = rs_element_get_bytes (element);
  gint32 places[RS_BLOCK];
  gint64 n_found = 0;

  for (gint64 i = 0, since = 0; i < n; i += RS_BLOCK)
    {
      if (rs_error_set_stopped_after (&since, RS_BLOCK, error))
        return -1;
      n_found += find_in_block (element, in + (gsize)i * bytes, (gint)MIN (RS_BLOCK, n - i), places);
    }
  return n_found;
}

/* The next position of a line along the last dimension. */
static void
next_line (const RsShape *shape, gint32 *position)
{
  for (int d = shape->rank - 2; d >= 0; d--)
    {
      if (++position[d] < shape->dims[d])
        return;
      position[d] = 0;
    }
}

/* Writes shape->rank numbers for each. */
static void
write_found (RsElement element, const char *in, const RsShape *shape, gint64 n, gint32 *out)
{
  const gsize bytes = rs_element_get_bytes (element);
  const int last = shape->rank - 1;
  const gint64 length = shape->dims[last];
  gint32 places[RS_BLOCK], position[RS_MAX_RANK] = { 0 };

  for (gint64 start = 0, since = 0; start < n; start += length, next_line (shape, position))
    for (gint64 i = 0; i < length; i += RS_BLOCK)
      {
        const gint size = (gint)MIN (RS_BLOCK, length - i);
        const gint n_found = find_in_block (element, in + (gsize)(start + i) * bytes, size, places);

        for (gint k = 0; k < n_found; k++, out += shape->rank)
          {
            for (int d = 0; d < last; d++)
              out[d] = position[d];
            out[last] = (gint32)i + places[k];
          }
        if (rs_error_set_stopped_after (&since, size, NULL))
          return;
      }
}

/* P x 2 for vectors and matrices, P x rank for cubes. */
RS_DEFINE_BUILTIN (FIND)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "find", error);
  RsShape shape;
  gint64 dims[2];
  RsLaunchResult launched;
  RsArray *result;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  launched = rs_device_find (call->session, array, shape.rank, shape.dims, &result, error);
  if (launched != RS_LAUNCH_INTERPRET)
    return launched == RS_LAUNCH_QUEUED && rs_call_return_array (call, result);
  dims[0] = count_found (array->element, rs_array_read (array), array->n_elements, error);
  dims[1] = shape.rank;
  result = dims[0] >= 0 ? rs_array_new (RS_ELEMENT_INT32, 2, dims, FALSE, error) : NULL;
  if (result == NULL)
    return FALSE;
  write_found (array->element, rs_array_read (array), &shape, array->n_elements, rs_array_write (result));
  return rs_call_return_array (call, result);
}
