/* Arrays beside each other: vertcat, horzcat, cat, and cell2mat and mat2cell, whose cells hold the parts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/arrange/cells.h"
#include "runtime/builtin/array/arrange/rearrange.h"
#include "runtime/builtin/device/box.h"

#include "runtime/value/blocks.h"
#include "runtime/value/types/cell.h"

/* The element type that holds all of the arrays. */
static RsElement
common_element (RsArray *const *arrays, guint n)
{
  RsElement element = RS_ELEMENT_NONE;

  for (guint i = 0; i < n; i++)
    if (arrays[i]->n_elements > 0)
      element = element == RS_ELEMENT_NONE ? arrays[i]->element : rs_element_join (element, arrays[i]->element);
  return element == RS_ELEMENT_NONE ? arrays[0]->element : element;
}

static gboolean
fail_join (guint index, int dim, const RsShape *first, const RsShape *other, const char *name, GError **error)
{
  g_autofree char *a = rs_shape_to_string (first), *b = rs_shape_to_string (other);

  return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                       "sizes differ outside of dimension %d: %s and, of part %u, %s", dim, a, index + 1, b);
}

/* All parts are empty: their sizes are kept where they fit together; else, and of empty vectors, comes one of these. */
static gboolean
join_empty (RsArray *const *arrays, guint n, int dim, gint64 *dims, int *rank)
{
  RsShape first = { .rank = 0 };
  gboolean fits = TRUE;

  for (guint i = 0; i < n; i++)
    {
      RsShape shape = rs_shape_of_array (arrays[i]);

      if (arrays[i]->rank == 1)
        continue;
      if (first.rank == 0)
        {
          first = shape;
          *rank = MAX (*rank, shape.rank);
          for (int d = 0; d < *rank; d++)
            dims[d] = d < shape.rank ? shape.dims[d] : 1;
          continue;
        }
      for (int d = 0; d < MAX (*rank, shape.rank); d++)
        fits = fits && (d == dim || (d < shape.rank ? shape.dims[d] : 1) == (d < *rank ? dims[d] : 1));
      dims[dim] += dim < shape.rank ? shape.dims[dim] : 1;
    }
  if (first.rank == 0 || !fits)
    {
      *rank = 1;
      dims[0] = 0;
    }
  return TRUE;
}

/* Empty parts are left out. */
static gboolean
join_dims (RsArray *const *arrays, guint n, int dim, gint64 *dims, int *rank, const char *name, GError **error)
{
  RsShape shape = { .rank = 0 };

  *rank = MAX (2, dim + 1);
  for (guint i = 0; i < n; i++)
    {
      RsShape other = rs_shape_of_array (arrays[i]);

      if (arrays[i]->n_elements == 0)
        continue;
      if (shape.rank == 0)
        {
          shape = other;
          *rank = MAX (*rank, shape.rank);
          for (int d = 0; d < *rank; d++)
            dims[d] = d == dim ? 0 : d < shape.rank ? shape.dims[d] : 1;
        }
      for (int d = 0; d < MAX (*rank, other.rank); d++)
        if (d != dim && (d < other.rank ? other.dims[d] : 1) != (d < *rank ? dims[d] : 1))
          return fail_join (i, dim, &shape, &other, name, error);
      dims[dim] += dim < other.rank ? other.dims[dim] : 1;
    }
  return shape.rank > 0 || join_empty (arrays, n, dim, dims, rank);
}

/* It ends early when the program is to stop; what it gives is dropped then. */
static RsArray *
join_arrays (const RsCall *call, RsArray *const *arrays, guint n, int dim, const char *name, GError **error)
{
  RsElement element = common_element (arrays, n);
  gint64 dims[RS_MAX_RANK], outer = 1, inner = 1, done = 0, since = 0;
  gsize bytes = rs_element_get_bytes (element);
  RsArray *result;
  int rank;
  char *out;

  if (!join_dims (arrays, n, dim, dims, &rank, name, error))
    return NULL;
  result = rs_array_new (element, rank, dims, FALSE, error);
  if (result == NULL || result->n_elements == 0)
    return result;
  for (int d = 0; d < rank; d++)
    if (d < dim)
      outer *= dims[d];
    else if (d > dim)
      inner *= dims[d];
  switch (rs_device_join (call->session, name, arrays, n, outer, result, error))
    {
    case RS_LAUNCH_QUEUED:
      return result;
    case RS_LAUNCH_FAILED:
      rs_array_unref (result);
      return NULL;
    case RS_LAUNCH_INTERPRET:
      break;
    }
  out = rs_array_write (result);
  for (guint i = 0; i < n; i++)
    {
      gint64 run = arrays[i]->n_elements / outer;
      const char *in = rs_array_read (arrays[i]);

      for (gint64 o = 0; o < outer && run > 0; o++)
        {
          const gint64 start = o * run, place = o * dims[dim] * inner + done;

          for (gint64 k = 0; k < run && !rs_error_set_stopped_after (&since, MIN (run, RS_POLLED), NULL);
               k += RS_POLLED)
            rs_block_convert (arrays[i]->element, in + (gsize)(start + k) * rs_element_get_bytes (arrays[i]->element),
                              MIN (RS_POLLED, run - k), element, RS_OVERFLOW_WRAP, out + (gsize)(place + k) * bytes);
        }
      done += run;
    }
  return result;
}

static gboolean
join (RsCall *call, guint first, int dim, const char *name, GError **error)
{
  guint n = call->n_arguments - first;
  g_autofree RsArray **arrays = g_new0 (RsArray *, n);
  RsArray *result = NULL;
  gboolean good = TRUE, row = dim == 1;

  for (guint i = 0; i < n && good; i++)
    {
      arrays[i] = rs_call_get_array (call, first + i, name, error);
      good = arrays[i] != NULL;
      row = row && good && arrays[i]->rank == 1;
    }
  if (good)
    result = join_arrays (call, arrays, n, dim, name, error);
  if (result != NULL && row)
    rs_array_restore_vec (result, arrays[0]);
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rs_array_unref);
  return rs_call_return_array (call, result);
}

RS_DEFINE_REARRANGING (VERTCAT, 0, call->n_arguments, "vertcat")
{
  return join (call, 0, 0, "vertcat", error);
}

RS_DEFINE_REARRANGING (HORZCAT, 0, call->n_arguments, "horzcat")
{
  return join (call, 0, 1, "horzcat", error);
}

RS_DEFINE_REARRANGING (CAT, 1, call->n_arguments - 1, "cat")
{
  gint64 dim;

  if (!rs_call_get_integer (call, 0, &dim, "cat", error))
    return FALSE;
  if (dim < 0 || dim >= RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_DIMENSION, error, "cat", "there is no dimension %" G_GINT64_FORMAT, dim);
  return join (call, 1, (int)dim, "cat", error);
}

RS_DEFINE_BUILTIN (MAT2CELL)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "mat2cell", error);
  RsCell *cell;

  if (array == NULL)
    return FALSE;
  cell = rs_cell_new (array->rank, array->dims, error);
  if (cell == NULL)
    return FALSE;
  for (gint64 i = 0; i < array->n_elements; i++)
    cell->elements[i] = rs_array_get_element (array, i);
  return rs_call_return (call, rs_value_object (cell));
}

/* The rows of a cell beside each other, then the rows below each other. */
RS_DEFINE_BUILTIN (CELL2MAT)
{
  RsShape shape = rs_shape_of_value (call->arguments[0]);
  g_autofree RsValue *rows = NULL;
  RsCall inner = *call;
  gboolean good = TRUE;

  if (call->arguments[0].tag != RS_TAG_CELL || shape.rank > 2)
    return rs_call_fail_argument (call, 0, error, "cell2mat", "a cell of at most two dimensions");
  rows = g_new0 (RsValue, shape.dims[0] + 1);
  if (call->arguments[0].cell->n_elements == 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "cell2mat", "the cell is empty");
  for (gint64 i = 0; i < shape.dims[0] && good; i++)
    {
      inner.arguments = call->arguments[0].cell->elements + i * shape.dims[1];
      inner.n_arguments = (guint)shape.dims[1];
      inner.results = &rows[i];
      good = join (&inner, 0, 1, "cell2mat", error);
    }
  inner.arguments = rows;
  inner.n_arguments = (guint)shape.dims[0];
  inner.results = call->results;
  good = good && join (&inner, 0, 0, "cell2mat", error);
  if (good && shape.dims[0] == 1)
    rs_array_restore_vec (call->results[0].array, rows[0].array);
  for (gint64 i = 0; i < shape.dims[0]; i++)
    rs_value_clear (&rows[i]);
  return good;
}
