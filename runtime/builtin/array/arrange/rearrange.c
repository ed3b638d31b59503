/* The same elements in another arrangement: reshape, repmat, transpose, shifts, reversals, grids of coordinates. Most
 * of them are strided copies.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/arrange/rearrange.h"
#include "runtime/builtin/array/arrange/cells.h"
#include "runtime/builtin/device/box.h"

#include "runtime/memory/completion.h"
#include "runtime/memory/replica.h"
#include "runtime/session-private.h"
#include "runtime/value/parts.h"

#include <string.h>

RsArray *
rs_array_restore_vec (RsArray *array, const RsArray *source)
{
  if (array != NULL && source->rank == 1 && array->rank == 2 && array->dims[0] == 1)
    {
      array->rank = 1;
      array->dims[0] = array->dims[1];
      array->dims[1] = 1;
    }
  return array;
}

RsArray *
rs_call_copy_view (const RsCall *call, RsArray *array, const RsStrided *view, const char *name, GError **error)
{
  RsArray *result = NULL;

  return rs_device_strided_copy (call->session, name, array, view, &result, error) != RS_LAUNCH_INTERPRET
             ? result
             : rs_strided_copy (array, view, error);
}

static gboolean
return_view (RsCall *call, RsArray *array, const RsStrided *view, const char *name, GError **error)
{
  return rs_call_return_array (call, rs_array_restore_vec (rs_call_copy_view (call, array, view, name, error), array));
}

/* Whether nobody but the call holds its first argument, so that the result may be made of it. */
static gboolean
is_last_use (const RsCall *call, RsArray *array)
{
  if (call->arguments[0].tag != RS_TAG_ARRAY || call->arguments[0].array != array)
    return FALSE;
  rs_queue_wait_array (array, FALSE); /* wherever it is, it stays there */
  if (call->session->retire != NULL)
    call->session->retire (call->session);
  return array->base.ref_count == 2; /* the argument's and ours */
}

static void
set_dims (RsArray *array, int rank, const gint64 *dims)
{
  array->rank = (gint8)rank;
  for (int i = 0; i < RS_MAX_RANK; i++)
    array->dims[i] = i < rank ? dims[i] : 1;
}

static RsArray *
take_over (RsArray *array, int rank, const gint64 *dims)
{
  set_dims (array, rank, dims);
  array->boundary = RS_BOUNDARY_DEFAULT;
  array->overflow = RS_OVERFLOW_DEFAULT;
  return rs_array_ref (array);
}

RS_DEFINE_REARRANGING (RESHAPE, 0, 1, "reshape")
{
  g_autoptr (RsArray) array = NULL;
  RsStrided whole = { .rank = 1, .strides = { 1 } };
  RsArray *result;
  int rank;
  gint64 dims[RS_MAX_RANK], count;

  if (!rs_call_get_dims (call, 1, &rank, dims, "reshape", error))
    return FALSE;
  array = rs_call_get_array (call, 0, "reshape", error);
  if (array == NULL)
    return FALSE;
  count = rs_dims_count (rank, dims);
  if (count != array->n_elements)
    {
      RsShape wanted = rs_shape_of_dims (rank, dims), have = rs_shape_of_array (array);
      g_autofree char *a = rs_shape_to_string (&wanted), *b = rs_shape_to_string (&have);

      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "reshape",
                           "%s needs %" G_GINT64_FORMAT " elements, but the array is %s and has %" G_GINT64_FORMAT, a,
                           count, b, array->n_elements);
    }
  if (is_last_use (call, array))
    return rs_call_return_array (call, take_over (array, rank, dims));
  whole.dims[0] = count;
  if (count > 0)
    switch (rs_device_strided_copy (call->session, "reshape", array, &whole, &result, error))
      {
      case RS_LAUNCH_FAILED:
        return FALSE;
      case RS_LAUNCH_QUEUED:
        set_dims (result, rank, dims);
        return rs_call_return_array (call, result);
      case RS_LAUNCH_INTERPRET:
        break;
      }
  result = rs_array_new (array->element, rank, dims, FALSE, error);
  if (result == NULL)
    return FALSE;
  if (count > 0)
    rs_copy_in_parts (rs_array_write (result), rs_array_read (array), (gsize)rs_array_get_bytes (array));
  return rs_call_return_array (call, result);
}

static gboolean
transpose (RsCall *call, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error);
  RsStrided view, swapped;

  if (array == NULL)
    return FALSE;
  view = swapped = rs_strided_of (array);
  swapped.dims[0] = view.dims[1];
  swapped.dims[1] = view.dims[0];
  swapped.strides[0] = view.strides[1];
  swapped.strides[1] = view.strides[0];
  return rs_call_return_array (call, rs_call_copy_view (call, array, &swapped, name, error));
}

RS_DEFINE_REARRANGING (TRANSPOSE, 0, 1, "transpose")
{
  RsValue value = call->arguments[0];

  if (rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX)
    return rs_call_return (call, rs_value_ref (value));
  return transpose (call, "transpose", error);
}

RS_DEFINE_BUILTIN (HERM_TRANSPOSE)
{
  RsValue conjugate = RS_NONE;
  RsCall inner = *call;
  gboolean good;

  inner.results = &conjugate;
  if (!rs_builtin_CONJ (&inner, error))
    return FALSE;
  inner.arguments = &conjugate;
  inner.results = call->results;
  good = rs_builtin_TRANSPOSE (&inner, error);
  rs_value_clear (&conjugate);
  return good;
}

RS_DEFINE_REARRANGING (SQUEEZE, 0, 1, "squeeze")
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "squeeze", error);
  RsArray *result = NULL;
  int rank = 0;

  if (array == NULL)
    return FALSE;
  if (rs_device_copy (call->session, "squeeze", array, &result, error) == RS_LAUNCH_INTERPRET)
    result = rs_array_copy (array, error);
  if (result == NULL)
    return FALSE;
  for (int d = 0; d < array->rank; d++)
    if (array->dims[d] != 1)
      result->dims[rank++] = array->dims[d];
  if (rank == 0)
    rank++;
  for (int d = rank; d < RS_MAX_RANK; d++)
    result->dims[d] = 1;
  if (array->n_elements == 1)
    result->dims[0] = 1;
  result->rank = (gint8)rank;
  return rs_call_return_array (call, result);
}

RS_DEFINE_REARRANGING (SHUFFLEDIMS, 0, 1, "shuffledims")
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "shuffledims", error);
  gint64 order[RS_MAX_RANK];
  gboolean seen[RS_MAX_RANK] = { FALSE };
  RsStrided view, shuffled = { 0 };
  guint n;

  if (array == NULL || !rs_call_get_integers (call, 1, order, RS_MAX_RANK, &n, "shuffledims", error))
    return FALSE;
  view = rs_strided_of (array);
  for (guint i = 0; i < n; i++)
    {
      if (order[i] < 0 || order[i] >= (gint64)n || seen[order[i]])
        return rs_call_fail (RS_RUNTIME_ERROR_DIMENSION, error, "shuffledims",
                             "the order has to name each of the dimensions 0 to %u once", n - 1);
      seen[order[i]] = TRUE;
      shuffled.dims[i] = order[i] < view.rank ? view.dims[order[i]] : 1;
      shuffled.strides[i] = order[i] < view.rank ? view.strides[order[i]] : 0;
    }
  if ((int)n < view.rank)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "shuffledims",
                         "the array has %d dimensions, the order only %u", view.rank, n);
  shuffled.rank = MAX (1, (int)n);
  return rs_call_return_array (call, rs_call_copy_view (call, array, &shuffled, "shuffledims", error));
}

/* Copies as dimensions of stride 0 between the array's own. */
RS_DEFINE_REARRANGING (REPMAT, 0, 1, "repmat")
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "repmat", error);
  RsStrided view, repeated = { 0 };
  gint64 times[RS_MAX_RANK];
  int n, rank;
  RsArray *result;

  if (array == NULL || !rs_call_get_dims (call, 1, &n, times, "repmat", error))
    return FALSE;
  if (n == 1)
    times[n++] = 1;
  view = rs_strided_of (array);
  rank = MAX (view.rank, n);
  if (2 * rank > RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "repmat", "not possible in more than %d dimensions",
                         RS_MAX_RANK / 2);
  for (int d = 0; d < rank; d++)
    {
      repeated.dims[2 * d] = d < n ? times[d] : 1;
      repeated.dims[2 * d + 1] = d < view.rank ? view.dims[d] : 1;
      repeated.strides[2 * d + 1] = d < view.rank ? view.strides[d] : 0;
    }
  repeated.rank = 2 * rank;
  result = rs_call_copy_view (call, array, &repeated, "repmat", error);
  if (result == NULL)
    return FALSE;
  result->rank = (gint8)rank;
  for (int d = 0; d < RS_MAX_RANK; d++)
    result->dims[d] = d < rank ? repeated.dims[2 * d] * repeated.dims[2 * d + 1] : 1;
  return rs_call_return_array (call, rs_array_restore_vec (result, array));
}

static gboolean
reverse (RsCall *call, int dim, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error);
  RsStrided view;

  if (array == NULL)
    return FALSE;
  view = rs_strided_of (array);
  view.offset = MAX (view.dims[dim] - 1, 0) * view.strides[dim];
  view.strides[dim] = -view.strides[dim];
  return return_view (call, array, &view, name, error);
}

RS_DEFINE_REARRANGING (FLIPUD, 0, 1, "flipud")
{
  return reverse (call, 0, "flipud", error);
}

RS_DEFINE_REARRANGING (FLIPLR, 0, 1, "fliplr")
{
  return reverse (call, 1, "fliplr", error);
}

RS_DEFINE_REARRANGING (ROT90, 0, 1, "rot90")
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "rot90", error);
  gint64 turns = 1;
  RsStrided view, turned;
  gint64 last_row, last_column;

  if (array == NULL || (call->n_arguments == 2 && !rs_call_get_integer (call, 1, &turns, "rot90", error)))
    return FALSE;
  view = turned = rs_strided_of (array);
  turns = ((turns % 4) + 4) % 4;
  last_row = MAX (view.dims[0] - 1, 0) * view.strides[0];
  last_column = MAX (view.dims[1] - 1, 0) * view.strides[1];
  if (turns % 2 == 1)
    {
      turned.dims[0] = view.dims[1];
      turned.dims[1] = view.dims[0];
      turned.strides[0] = turns == 1 ? -view.strides[1] : view.strides[1];
      turned.strides[1] = turns == 1 ? view.strides[0] : -view.strides[0];
      turned.offset = turns == 1 ? last_column : last_row;
    }
  else if (turns == 2)
    {
      turned.strides[0] = -view.strides[0];
      turned.strides[1] = -view.strides[1];
      turned.offset = last_row + last_column;
    }
  return return_view (call, array, &turned, "rot90", error);
}

/* The elements of one position in the dimensions before d, shifted in d and those behind it. shifts: 0 to dims[d]
 * - 1. */
static void
copy_shifted (const RsStrided *view, const gint64 *shifts, int d, const char *in, gsize bytes, char *out)
{
  gint64 length = view->dims[d], shift = shifts[d];
  gsize step = (gsize)view->strides[d] * bytes;
  gboolean is_last = TRUE;

  for (int k = d + 1; k < view->rank; k++)
    is_last = is_last && shifts[k] == 0;
  if (is_last)
    {
      rs_copy_in_parts (out + (gsize)shift * step, in, (gsize)(length - shift) * step);
      rs_copy_in_parts (out, in + (gsize)(length - shift) * step, (gsize)shift * step);
    }
  else
    for (gint64 i = 0; i < length; i++)
      copy_shifted (view, shifts, d + 1, in + (gsize)i * step, bytes,
                    out + (gsize)(i < length - shift ? i + shift : i + shift - length) * step);
}

typedef struct {
  const RsStrided *view;
  const gint64 *shifts;
  gsize bytes;
  const char *in;
  char *out;
} Shift;

/* Positions first to last - 1 of the first of two or more dimensions. */
static void
shift_part (gpointer data, gint64 first, gint64 last)
{
  const Shift *self = data;
  const gsize step = (gsize)self->view->strides[0] * self->bytes;

  for (gint64 i = first; i < last; i++)
    copy_shifted (self->view, self->shifts, 1, self->in + (gsize)i * step, self->bytes,
                  self->out + (gsize)((i + self->shifts[0]) % self->view->dims[0]) * step);
}

/* The array in boxes: in each dimension what goes to the end, and what comes to the beginning. */
static RsLaunchResult
shift_on_device (const RsCall *call, RsArray *array, const RsStrided *view, const gint64 *shifts, RsArray *result,
                 GError **error)
{
  RsLaunchResult launched = RS_LAUNCH_INTERPRET;

  if (view->rank > RS_DEVICE_KERNEL_RANK || !rs_device_holds (call->session, array))
    return RS_LAUNCH_INTERPRET;
  rs_memory_set_contents (result, NULL, 0);
  for (guint piece = 0; piece < 1u << view->rank; piece++)
    {
      RsStrided from = *view, to = *view;
      gint64 n = 1;

      for (int d = 0; d < view->rank; d++)
        {
          const gboolean wraps = (piece >> d & 1) != 0;

          from.dims[d] = to.dims[d] = wraps ? shifts[d] : view->dims[d] - shifts[d];
          from.offset += wraps ? (view->dims[d] - shifts[d]) * view->strides[d] : 0;
          to.offset += wraps ? 0 : shifts[d] * view->strides[d];
          n *= from.dims[d];
        }
      if (n > 0)
        launched = rs_device_copy_box (call->session, "circshift", array, &from, result, &to, error);
      if (n > 0 && launched != RS_LAUNCH_QUEUED)
        return launched;
    }
  return launched;
}

RS_DEFINE_REARRANGING (CIRCSHIFT, 0, 1, "circshift")
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "circshift", error);
  gint64 shifts[RS_MAX_RANK] = { 0 };
  RsStrided view;
  RsArray *result;
  Shift shift;
  guint n;

  if (array == NULL || !rs_call_get_integers (call, 1, shifts, RS_MAX_RANK, &n, "circshift", error))
    return FALSE;
  result = rs_array_new (array->element, array->rank, array->dims, FALSE, error);
  if (result == NULL || array->n_elements == 0)
    return rs_call_return_array (call, result);
  result->boundary = array->boundary;
  result->overflow = array->overflow;
  view = rs_strided_of (array);
  if (n == 1 && view.dims[0] == 1) /* a number shifts a row along itself */
    {
      shifts[1] = shifts[0];
      shifts[0] = 0;
    }
  for (int d = 0; d < view.rank; d++)
    shifts[d] = ((shifts[d] % view.dims[d]) + view.dims[d]) % view.dims[d];
  switch (shift_on_device (call, array, &view, shifts, result, error))
    {
    case RS_LAUNCH_INTERPRET:
      shift = (Shift){ &view, shifts, rs_element_get_bytes (array->element), rs_array_read (array),
                       rs_array_write (result) };
      rs_run_parts_of_bytes (view.dims[0], (gsize)array->n_elements * shift.bytes, shift_part, &shift);
      break;
    case RS_LAUNCH_FAILED:
      rs_array_unref (result);
      return FALSE;
    case RS_LAUNCH_QUEUED:
      break;
    }
  return rs_call_return_array (call, result);
}

RS_DEFINE_BUILTIN (MESHGRID)
{
  g_autoptr (RsArray) x = rs_call_get_array (call, 0, "meshgrid", error), y = NULL;
  RsStrided columns = { .rank = 2 }, rows = { .rank = 2 };
  RsArray *first, *second = NULL;

  if (x == NULL || (y = rs_call_get_array (call, 1, "meshgrid", error)) == NULL)
    return FALSE;
  columns.dims[0] = rows.dims[0] = y->n_elements;
  columns.dims[1] = rows.dims[1] = x->n_elements;
  columns.strides[1] = rows.strides[0] = 1;
  first = rs_call_copy_view (call, x, &columns, "meshgrid", error);
  if (first == NULL)
    return FALSE;
  call->results[0] = rs_value_object (first);
  if (call->n_results < 2)
    return TRUE;
  second = rs_call_copy_view (call, y, &rows, "meshgrid", error);
  if (second == NULL)
    return FALSE;
  call->results[1] = rs_value_object (second);
  return TRUE;
}
