/* New arrays and cells: zeros, ones, eye, ranges, copies.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/builtin/device/box.h"
#include "runtime/value/blocks.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/copy.h"
#include "runtime/value/types/cell.h"

#include <math.h>
#include <string.h>

static void
set_ones (RsArray *array)
{
  if (array->element == RS_ELEMENT_SINGLE)
    {
      float *data = rs_array_write (array);

      for (gint64 i = 0; i < array->n_elements; i++)
        data[i] = 1;
    }
  else
    {
      double *data = rs_array_write (array);

      for (gint64 i = 0; i < array->n_elements; i++)
        data[i] = 1;
    }
}

/* element: what each of them is, or one byte of that; NULL: anything. Devices write it when they need it. */
static RsArray *
allocate (const RsCall *call, RsElement type, gconstpointer element, guint bytes, const char *name, GError **error)
{
  static const guint8 zero[16];
  const gboolean is_zero = bytes > 0 && memcmp (element, zero, bytes) == 0;
  const gboolean is_on_host = !rs_device_is_used (call->session);
  int rank;
  gint64 dims[RS_MAX_RANK];
  RsArray *array;

  if (!rs_call_get_dims (call, 0, &rank, dims, name, error))
    return NULL;
  array = rs_array_new (type, rank, dims, is_zero && is_on_host, error);
  if (array == NULL || (is_zero && is_on_host) || rs_device_set_contents (call->session, array, element, bytes))
    return array;
  if (is_zero)
    memset (rs_array_write (array), 0, (gsize)rs_array_get_bytes (array));
  else if (bytes > 0)
    set_ones (array);
  return array;
}

RS_DEFINE_BUILTIN (ZEROS)
{
  const RsElement element = rs_element_of_precision (rs_call_get_precision (call));

  return rs_call_return_array (call, allocate (call, element, "", 1, "zeros", error));
}

/* Not even zeroed: programs allocate results with it that they fill completely. */
RS_DEFINE_BUILTIN (UNINIT)
{
  const RsElement element = rs_element_of_precision (rs_call_get_precision (call));

  return rs_call_return_array (call, allocate (call, element, NULL, 0, "uninit", error));
}

RS_DEFINE_BUILTIN (CZEROS)
{
  gboolean wide = rs_call_get_precision (call) == RS_PRECISION_DOUBLE;

  return rs_call_return_array (call,
                               allocate (call, wide ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE, "", 1, "czeros", error));
}

RS_DEFINE_BUILTIN (ONES)
{
  const float single = 1;
  const double one = 1;

  if (rs_call_get_precision (call) == RS_PRECISION_DOUBLE)
    return rs_call_return_array (call, allocate (call, RS_ELEMENT_DOUBLE, &one, sizeof one, "ones", error));
  return rs_call_return_array (call, allocate (call, RS_ELEMENT_SINGLE, &single, sizeof single, "ones", error));
}

RS_DEFINE_BUILTIN (EYE)
{
  int rank;
  gint64 dims[RS_MAX_RANK];
  RsArray *array;

  if (!rs_call_get_dims (call, 0, &rank, dims, "eye", error))
    return FALSE;
  if (rank == 1)
    dims[1] = dims[0];
  if (rank > 2)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "eye", "an identity matrix has 2 dimensions, not %d",
                         rank);
  array = rs_array_new (rs_element_of_precision (rs_call_get_precision (call)), 2, dims, TRUE, error);
  if (array == NULL)
    return FALSE;
  for (gint64 i = 0; i < MIN (dims[0], dims[1]); i++)
    rs_array_set_element (array, i * dims[1] + i, rs_value_int (1), NULL);
  return rs_call_return_array (call, array);
}

static void
fill_between (RsArray *array, double low, double high)
{
  const gint64 n = array->n_elements;
  const gsize bytes = rs_element_get_bytes (array->element);
  char *out = rs_array_write (array);
  double block[RS_BLOCK];

  for (gint64 first = 0, since = 0; first < n && !rs_error_set_stopped_after (&since, RS_BLOCK, NULL);
       first += RS_BLOCK)
    {
      const gint64 size = MIN (RS_BLOCK, n - first);

      for (gint64 i = 0; i < size; i++)
        block[i] = low + (high - low) * (double)(first + i) / (double)(n - 1);
      if (first + size == n)
        block[size - 1] = high;
      rs_block_store (RS_COMPUTE_DOUBLE, block, (gsize)size, array->element, RS_OVERFLOW_DEFAULT,
                      out + (gsize)first * bytes);
    }
}

RS_DEFINE_BUILTIN (LINSPACE)
{
  double low, high;
  gint64 n = 100;
  RsArray *array;

  if (!rs_call_get_number (call, 0, &low, "linspace", error) || !rs_call_get_number (call, 1, &high, "linspace", error)
      || (call->n_arguments == 3 && !rs_call_get_integer (call, 2, &n, "linspace", error)))
    return FALSE;
  if (n < 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "linspace",
                         "there can't be %" G_GINT64_FORMAT " numbers", n);
  array = rs_array_new_vector (rs_element_of_precision (rs_call_get_precision (call)), n, error);
  if (array == NULL)
    return FALSE;
  fill_between (array, low, high);
  return rs_call_return_array (call, array);
}

RS_DEFINE_BUILTIN (SEQ)
{
  double low, step = 1, high;
  gboolean whole = TRUE, good;
  RsValue range;

  for (guint i = 0; i + 1 < call->n_arguments; i++)
    whole = whole && call->arguments[i].tag != RS_TAG_SCALAR;
  if (!rs_call_get_number (call, 0, &low, "seq", error)
      || !rs_call_get_number (call, call->n_arguments - 1, &high, "seq", error)
      || (call->n_arguments == 3 && !rs_call_get_number (call, 1, &step, "seq", error)))
    return FALSE;
  range = rs_value_new_range (low, step, high, whole);
  good = rs_value_range_to_array (range.range, rs_call_get_precision (call), &call->results[0], error);
  rs_value_clear (&range);
  return good;
}

RS_DEFINE_BUILTIN (CELL)
{
  int rank = 1;
  gint64 dims[RS_MAX_RANK] = { 0 };
  RsCell *cell;

  if (call->n_arguments > 0 && !rs_call_get_dims (call, 0, &rank, dims, "cell", error))
    return FALSE;
  cell = rs_cell_new (rank, dims, error);
  return cell != NULL && rs_call_return (call, rs_value_object (cell));
}

RS_DEFINE_BUILTIN (COPY)
{
  RsValue value = call->arguments[0];
  RsArray *copy = NULL;

  if (value.tag == RS_TAG_ARRAY
      && rs_device_copy (call->session, "copy", value.array, &copy, error) != RS_LAUNCH_INTERPRET)
    return rs_call_return_array (call, copy);
  return rs_value_copy (call->arguments[0], rs_call_get_precision (call), &call->results[0], error);
}

RS_DEFINE_BUILTIN (DEEPCOPY)
{
  return rs_value_deep_copy (call->arguments[0], rs_call_get_precision (call), &call->results[0], error);
}
