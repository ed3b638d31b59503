/* Order: sort, median, find.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/blocks.h"

#include <math.h>

typedef struct {
  double value;
  gint64 index;
} Entry;

/* Ascending, NaNs last; equal ones by position, which makes the sort stable. */
static int
compare_entries (const void *a, const void *b)
{
  const Entry *p = a, *q = b;
  gboolean p_nan = isnan (p->value), q_nan = isnan (q->value);

  if (p_nan != q_nan)
    return p_nan ? 1 : -1;
  if (!p_nan && p->value != q->value)
    return p->value < q->value ? -1 : 1;
  return (p->index > q->index) - (p->index < q->index);
}

/* Lines of an array along a dimension. */
typedef struct {
  RsArray *array; /* owned */
  gint64 length, inner, n_lines;
  int rank;
  gint64 dims[RS_MAX_RANK]; /* with the dimension reduced to 1 */
} Lines;

static gboolean
lines_init (Lines *lines, const RsCall *call, int default_dim, const char *name, GError **error)
{
  RsShape shape;
  gint64 dim;

  lines->array = rs_call_get_array (call, 0, name, error);
  if (lines->array == NULL)
    return FALSE;
  if (rs_element_is_complex (lines->array->element))
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, name, "complex numbers have no order");
  shape = rs_shape_of_array (lines->array);
  dim = shape.rank == 2 && shape.dims[0] == 1 ? 1 : default_dim;
  if (call->n_arguments == 2 && lines->array->rank > 1 && !rs_call_get_integer (call, 1, &dim, name, error))
    return FALSE;
  if (dim < 0 || dim >= RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_INDEX, error, name, "there is no dimension %" G_GINT64_FORMAT, dim);
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

static void
lines_clear (Lines *lines)
{
  g_clear_pointer (&lines->array, rs_array_unref);
}

static gint64
line_start (const Lines *lines, gint64 k)
{
  return k / lines->inner * lines->length * lines->inner + k % lines->inner;
}

static void
read_line (const Lines *lines, gint64 k, Entry *entries)
{
  const char *data = rs_array_read (lines->array);
  gsize bytes = rs_element_get_bytes (lines->array->element);

  for (gint64 l = 0; l < lines->length; l++)
    {
      rs_block_load (RS_COMPUTE_DOUBLE, lines->array->element, data + (gsize)(line_start (lines, k) + l * lines->inner) * bytes, 1,
                     &entries[l].value);
      entries[l].index = l;
    }
}

static gboolean
sort_lines (const Lines *lines, RsArray *values, RsArray *positions, GError **error)
{
  g_autofree Entry *entries = g_try_new (Entry, lines->length + 1);
  const char *in = rs_array_read (lines->array);
  char *out = rs_array_write (values);
  gsize bytes = rs_element_get_bytes (values->element);

  if (entries == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "sort", "no memory for %" G_GINT64_FORMAT " elements", lines->length);
  for (gint64 k = 0; k < lines->n_lines; k++)
    {
      gint64 start = line_start (lines, k);

      read_line (lines, k, entries);
      qsort (entries, (gsize)lines->length, sizeof (Entry), compare_entries);
      for (gint64 l = 0; l < lines->length; l++)
        {
          memcpy (out + (gsize)(start + l * lines->inner) * bytes, in + (gsize)(start + entries[l].index * lines->inner) * bytes, bytes);
          if (positions != NULL)
            ((gint32 *)rs_array_write (positions))[start + l * lines->inner] = (gint32)entries[l].index;
        }
    }
  return TRUE;
}

RS_DEFINE_BUILTIN (SORT)
{
  Lines lines;
  g_autoptr (RsArray) values = NULL, positions = NULL;
  gboolean good = lines_init (&lines, call, 0, "sort", error);

  if (good)
    {
      values = rs_array_new_like (lines.array, lines.array->element, error);
      if (values != NULL && call->n_results > 1)
        positions = rs_array_new_like (lines.array, RS_ELEMENT_INT32, error);
      good = values != NULL && (call->n_results < 2 || positions != NULL) && sort_lines (&lines, values, positions, error);
    }
  lines_clear (&lines);
  if (!good)
    return FALSE;
  call->results[0] = rs_value_object (g_steal_pointer (&values));
  if (positions != NULL)
    call->results[1] = rs_value_object (g_steal_pointer (&positions));
  return TRUE;
}

static double
median_of (Entry *entries, gint64 n)
{
  qsort (entries, (gsize)n, sizeof (Entry), compare_entries);
  return n % 2 == 1 ? entries[n / 2].value : (entries[n / 2 - 1].value + entries[n / 2].value) / 2;
}

RS_DEFINE_BUILTIN (MEDIAN)
{
  Lines lines;
  RsArray *result = NULL;
  g_autofree Entry *entries = NULL;
  gboolean good = lines_init (&lines, call, 0, "median", error);

  if (good && lines.length == 0)
    good = rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, "median", "the array is empty");
  if (good)
    {
      RsElement element = lines.array->element;
      gboolean whole = rs_compute_of_element (element) == RS_COMPUTE_INT;

      while (lines.rank > 2 && lines.dims[lines.rank - 1] == 1)
        lines.rank--;
      result = rs_array_new (whole ? rs_element_of_precision (rs_call_get_precision (call)) : element,
                             lines.array->rank == 1 ? 1 : lines.rank, lines.dims, FALSE, error);
      entries = g_new (Entry, lines.length);
      for (gint64 k = 0; result != NULL && k < lines.n_lines; k++)
        {
          read_line (&lines, k, entries);
          rs_array_set_element (result, k, rs_value_scalar (median_of (entries, lines.length)), NULL);
        }
    }
  lines_clear (&lines);
  return good && rs_call_return_array (call, result);
}

static gboolean
is_set (RsArray *array, gint64 index)
{
  double _Complex x;

  rs_block_load (RS_COMPUTE_CDOUBLE, array->element, (const char *)rs_array_read (array) + (gsize)index * rs_element_get_bytes (array->element),
                 1, &x);
  return x != 0;
}

/* P x 2 for vectors and matrices, P x rank for cubes. */
RS_DEFINE_BUILTIN (FIND)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "find", error);
  RsShape shape;
  gint64 dims[2] = { 0 }, row = 0;
  RsArray *result;
  gint32 *out;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  for (gint64 i = 0; i < array->n_elements; i++)
    dims[0] += is_set (array, i);
  dims[1] = shape.rank;
  result = rs_array_new (RS_ELEMENT_INT32, 2, dims, FALSE, error);
  if (result == NULL)
    return FALSE;
  out = rs_array_write (result);
  for (gint64 i = 0; i < array->n_elements; i++)
    if (is_set (array, i))
      {
        gint64 rest = i;

        for (int d = shape.rank - 1; d >= 0; d--)
          {
            out[row * shape.rank + d] = (gint32)(rest % shape.dims[d]);
            rest /= shape.dims[d];
          }
        row++;
      }
  return rs_call_return_array (call, result);
}
