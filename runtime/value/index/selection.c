/* From index values to positions.
 *
 * Rules (STDLIB.md 1.3): one index vector with as many elements as there are dimensions is a position; on vectors and
 * 1 x N matrices it gathers, and the result of a matrix of indices is a matrix; a logical array of the same size is a
 * mask. Numbers drop their dimension when only one
 * other index is left (`x[i,:]`, `x[i,j,:]` are vectors, `x[:,j]` stays M x 1) or when they come last (`x[:,:,k]`).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/index/selection.h"

#include "runtime/value/blocks.h"

#include <math.h>
#include <string.h>

/* What the functions below need to know of the access. */
typedef struct
{
  int rank; /* dimensions that are indexed */
  gint64 dims[RS_MAX_RANK];
  RsBoundary boundary;
  const char *name;
  RsValue object;
} Access;

GError *
rs_selection_describe_outside (RsValue object, const char *name, int rank, int dim, double index, gint64 length)
{
  g_autofree char *what = rs_value_describe_one (object);

  return rs_selection_describe_outside_of (what, name, rank, dim, index, length);
}

GError *
rs_selection_describe_outside_of (const char *what, const char *name, int rank, int dim, double index, gint64 length)
{
  g_autofree char *text = isnan (index) ? g_strdup ("NaN") : g_strdup_printf ("%.15g", index);

  if (length == 0)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX,
                        "index %s is outside %s, which is empty in dimension %d (%s)", text, name, dim, what);
  if (rank == 1)
    return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX,
                        "index %s is outside %s, %s: its indices are 0 to %" G_GINT64_FORMAT, text, name, what,
                        length - 1);
  return g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX,
                      "index %s in dimension %d is outside %s, %s: there, indices are 0 to %" G_GINT64_FORMAT, text,
                      dim, name, what, length - 1);
}

static gboolean
fail_outside (const Access *access, int dim, double index, GError **error)
{
  g_propagate_error (error,
                     rs_selection_describe_outside (access->object, access->name != NULL ? access->name : "the value",
                                                    access->rank, dim, index, access->dims[dim]));
  return FALSE;
}

static gboolean
fail_index_type (const Access *access, RsValue index, GError **error)
{
  g_autofree char *what = rs_value_describe_one (index);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX_TYPE, "%s can't be indexed by %s",
               access->name != NULL ? access->name : "a value", what);
  return FALSE;
}

/* One position after the boundary mode. */
static gboolean
map_position (const Access *access, int dim, gint64 *position, GError **error)
{
  gint64 index = *position;

  if (rs_boundary_apply (access->boundary, access->dims[dim], position))
    return TRUE;
  *position = RS_OUTSIDE;
  return access->boundary != RS_BOUNDARY_CHECKED || fail_outside (access, dim, (double)index, error);
}

static gboolean
map_number (const Access *access, int dim, double x, gint64 *position, GError **error)
{
  gboolean is_mapped = access->boundary != RS_BOUNDARY_CHECKED && access->boundary != RS_BOUNDARY_SAFE
                       && access->boundary != RS_BOUNDARY_UNCHECKED;

  if (is_mapped || (x >= -0x1p63 && x < 0x1p63))
    {
      *position = rs_truncate (x);
      return map_position (access, dim, position, error);
    }
  *position = RS_OUTSIDE;
  return access->boundary != RS_BOUNDARY_CHECKED || fail_outside (access, dim, x, error);
}

static gboolean
number_axis (const Access *access, int dim, RsValue index, RsAxis *axis, GError **error)
{
  gint64 position = index.integer;
  gboolean good = index.tag == RS_TAG_SCALAR ? map_number (access, dim, index.scalar, &position, error)
                                             : map_position (access, dim, &position, error);

  if (!good)
    return FALSE;
  axis->count = 1;
  axis->is_number = TRUE;
  axis->start = position;
  if (position == RS_OUTSIDE)
    {
      axis->list = g_new (gint64, 1);
      axis->list[0] = RS_OUTSIDE;
    }
  return TRUE;
}

static gboolean
range_axis (const Access *access, int dim, const RsRange *range, RsAxis *axis, GError **error)
{
  double last = range->low + range->step * (double)(range->count - 1);
  gint64 length = access->dims[dim];
  gboolean whole = range->low == trunc (range->low) && range->step == trunc (range->step);

  axis->count = range->count;
  if (range->count == 0)
    return TRUE;
  if (whole && MIN (range->low, last) >= 0 && MAX (range->low, last) < (double)length)
    {
      axis->start = (gint64)range->low;
      axis->step = (gint64)range->step;
      return TRUE;
    }
  axis->list = g_try_new (gint64, range->count);
  if (axis->list == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                   "no memory for an index of %" G_GINT64_FORMAT " positions", range->count);
      return FALSE;
    }
  for (gint64 i = 0; i < range->count; i++)
    if (!map_number (access, dim, range->low + range->step * (double)i, &axis->list[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
mask_axis (RsArray *mask, RsAxis *axis, GError **error)
{
  const guint8 *bits = rs_array_read (mask);
  gint64 n = 0;

  for (gint64 i = 0; i < mask->n_elements; i++)
    n += bits[i] != 0;
  axis->count = n;
  axis->list = g_new (gint64, n + 1);
  n = 0;
  for (gint64 start = 0; start < mask->n_elements; start += RS_POLLED)
    {
      if (start > 0 && rs_error_set_stopped (error))
        return FALSE;
      for (gint64 i = start; i < MIN (mask->n_elements, start + RS_POLLED);
           i++) /* no branch that masks would mislead */
        {
          axis->list[n] = i;
          n += bits[i] != 0;
        }
    }
  return TRUE;
}

#define PIECE 512

/* Positions that are scalars, piece by piece; what is outside of the array goes its own way. */
static gboolean
map_scalars (const Access *access, int dim, RsArray *vector, gint64 *list, GError **error)
{
  const char *data = rs_array_read (vector);
  const gsize bytes = rs_element_get_bytes (vector->element);
  const double length = (double)access->dims[dim];
  double x[PIECE];

  for (gint64 first = 0; first < vector->n_elements; first += PIECE)
    {
      gint64 n = MIN (PIECE, vector->n_elements - first);

      rs_block_load (RS_COMPUTE_DOUBLE, vector->element, data + first * (gint64)bytes, n, x);
      for (gint64 i = 0; i < n; i++)
        {
          if (x[i] >= 0 && x[i] < length)
            list[first + i] = (gint64)x[i];
          else if (!map_number (access, dim, x[i], &list[first + i], error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
vector_axis (const Access *access, int dim, RsArray *vector, RsAxis *axis, GError **error)
{
  gconstpointer data;

  if (vector->element == RS_ELEMENT_BOOL && vector->n_elements == access->dims[dim])
    return mask_axis (vector, axis, error);
  if (rs_element_is_complex (vector->element))
    return fail_index_type (access, rs_value_object (vector), error);
  data = rs_array_read (vector);
  axis->count = vector->n_elements;
  axis->list = g_new (gint64, axis->count + 1);
  if (rs_element_is_floating (vector->element))
    return map_scalars (access, dim, vector, axis->list, error);
  rs_block_load (RS_COMPUTE_INT, vector->element, data, axis->count, axis->list);
  for (gint64 i = 0; i < axis->count; i++)
    if (!map_position (access, dim, &axis->list[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
make_axis (const Access *access, int dim, RsValue index, RsAxis *axis, GError **error)
{
  axis->step = 1;
  switch (index.tag)
    {
    case RS_TAG_NONE:
      axis->count = access->dims[dim];
      return TRUE;
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
      return number_axis (access, dim, index, axis, error);
    case RS_TAG_RANGE:
      return range_axis (access, dim, index.range, axis, error);
    case RS_TAG_ARRAY:
      return vector_axis (access, dim, index.array, axis, error);
    default:
      return fail_index_type (access, index, error);
    }
}

/* Dimensions of the result from the axes. */
static void
set_result_shape (RsSelection *selection)
{
  int n_slices = 0, last_slice = -1;

  selection->n_elements = 1;
  for (int k = 0; k < selection->n_axes; k++)
    {
      selection->n_elements *= selection->axes[k].count;
      if (!selection->axes[k].is_number)
        {
          n_slices++;
          last_slice = k;
        }
    }
  selection->is_element = n_slices == 0;
  if (n_slices <= 1)
    {
      gboolean column = n_slices == 1 && last_slice == 0 && selection->n_axes > 1;

      selection->rank = column ? 2 : 1;
      selection->dims[0] = selection->n_elements;
      selection->dims[1] = 1;
      return;
    }
  selection->rank = MAX (2, last_slice + 1);
  for (int k = 0; k < selection->rank; k++)
    selection->dims[k] = selection->axes[k].count;
}

static gboolean
check_result_size (const RsSelection *selection, GError **error)
{
  gint64 count = 1;

  for (int k = 0; k < selection->n_axes; k++)
    if (__builtin_mul_overflow (count, MAX (1, selection->axes[k].count), &count))
      {
        g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                             "the indices select more elements than fit memory");
        return FALSE;
      }
  return TRUE;
}

static gboolean
build (RsSelection *selection, const Access *access, const RsValue *indices, GError **error)
{
  gint64 stride = 1;

  selection->n_axes = access->rank;
  for (int k = 0; k < access->rank; k++)
    if (!make_axis (access, k, indices[k], &selection->axes[k], error))
      return FALSE;
  for (int k = access->rank - 1; k >= 0; k--)
    {
      selection->axes[k].stride = stride;
      stride *= access->dims[k];
    }
  if (!check_result_size (selection, error))
    return FALSE;
  set_result_shape (selection);
  return TRUE;
}

static gboolean
fail_count (const Access *access, int rank, guint n, GError **error)
{
  static const char *const forms[]
      = { [2] = "x[m,n] an element, x[m,:] a row, x[:,n] a column",
          [3] = "x[m,n,k] an element, x[m,n,:] the channels of a pixel, x[:,:,k] a channel" };
  g_autofree char *what = rs_value_describe_one (access->object), *form = NULL;
  const char *name = access->name != NULL ? access->name : "the value";

  if (rank < (int)G_N_ELEMENTS (forms) && forms[rank] != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (forms[rank], "x[", -1);
      g_autofree char *with = g_strconcat (access->name != NULL ? name : "x", "[", NULL);

      form = g_strjoinv (with, parts);
    }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX_NUMBER,
               "%s is %s and needs %d indices in one bracket%s, not %u%s%s", name, what, rank,
               form != NULL ? "" : ", with commas between them", n, form != NULL ? ": " : "", form != NULL ? form : "");
  return FALSE;
}

/* The dimension that a single index counts along: the only one that is not 1 long, or -1. */
static gboolean
is_line (int rank, const gint64 *dims)
{
  int longer = 0;

  for (int d = 0; d < rank; d++)
    longer += dims[d] != 1;
  return longer <= 1;
}

static gint64
vector_length (RsValue index)
{
  return index.tag == RS_TAG_RANGE ? index.range->count : index.array->n_elements;
}

/* A position vector as separate numbers. */
static gboolean
init_position (RsSelection *selection, Access *access, RsValue index, GError **error)
{
  RsValue numbers[RS_MAX_RANK];
  gint64 n = vector_length (index);

  for (gint64 i = 0; i < n; i++)
    numbers[i] = index.tag == RS_TAG_RANGE ? rs_value_scalar (index.range->low + index.range->step * (double)i)
                                           : rs_array_get_element (index.array, i);
  /* The trailing dimensions of length 1 that size() drops: ind2pos (size (y), i) indexes arrays with more dimensions.
   * */
  for (; n < access->rank; n++)
    numbers[n] = rs_value_int (0);
  for (gint64 i = 0; i < n; i++)
    if (rs_value_is_object (numbers[i]))
      {
        for (; i < n; i++)
          rs_value_clear (&numbers[i]);
        return fail_index_type (access, index, error);
      }
  return rs_selection_init (selection, access->rank, access->dims, numbers, n, access->boundary, access->name,
                            access->object, error);
}

static gboolean
is_mask_for (const Access *access, RsValue index)
{
  RsShape shape, mask;

  if (index.tag != RS_TAG_ARRAY || index.array->element != RS_ELEMENT_BOOL)
    return FALSE;
  shape = rs_shape_of_dims (access->rank, access->dims);
  mask = rs_shape_of_array (index.array);
  return rs_shape_equal (&shape, &mask);
}

/* A table looked up with a matrix gives a matrix. */
static void
take_shape (RsSelection *selection, const RsArray *index)
{
  RsShape shape = rs_shape_of_array (index);

  if (is_line (shape.rank, shape.dims))
    return;
  selection->rank = shape.rank;
  memcpy (selection->dims, shape.dims, sizeof shape.dims[0] * (gsize)shape.rank);
}

static gboolean
init_single (RsSelection *selection, Access *access, RsValue index, GError **error)
{
  gboolean vector = index.tag == RS_TAG_RANGE || index.tag == RS_TAG_ARRAY;
  gboolean row
      = access->rank == 1 || (is_line (access->rank, access->dims) && access->dims[0] == 1 && access->rank == 2);
  gint64 total = rs_dims_count (access->rank, access->dims);

  if (index.tag == RS_TAG_NONE || is_mask_for (access, index))
    {
      access->rank = 1;
      access->dims[0] = total;
      return build (selection, access, &index, error);
    }
  if (index.tag == RS_TAG_ARRAY && index.array->element == RS_ELEMENT_BOOL)
    {
      RsShape shape = rs_shape_of_dims (access->rank, access->dims), mask = rs_shape_of_array (index.array);
      g_autofree char *a = rs_shape_to_string (&shape), *b = rs_shape_to_string (&mask);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                   "a mask needs the size of what it selects from: %s is %s, the mask is %s",
                   access->name != NULL ? access->name : "the value", a, b);
      return FALSE;
    }
  if (vector && !row && vector_length (index) > 1 && vector_length (index) <= RS_MAX_RANK
      && (vector_length (index) >= access->rank || !is_line (access->rank, access->dims)))
    return init_position (selection, access, index, error);
  if (!is_line (access->rank, access->dims))
    return fail_count (access, access->rank, 1, error);
  access->rank = 1;
  access->dims[0] = total;
  if (!build (selection, access, &index, error))
    return FALSE;
  if (index.tag == RS_TAG_ARRAY)
    take_shape (selection, index.array);
  return TRUE;
}

gboolean
rs_selection_init (RsSelection *selection, int rank, const gint64 *dims, const RsValue *indices, guint n,
                   RsBoundary boundary, const char *name, RsValue object, GError **error)
{
  g_assert (rank >= 1 && rank <= RS_MAX_RANK);

  Access access = { .rank = rank, .boundary = boundary, .name = name, .object = object };

  *selection = (RsSelection){ 0 };
  if (boundary == RS_BOUNDARY_DEFAULT)
    access.boundary = RS_BOUNDARY_CHECKED;
  for (int d = 0; d < rank; d++)
    access.dims[d] = dims[d];
  if (n == 0 || n > RS_MAX_RANK)
    return fail_count (&access, rank, n, error);
  if (n == 1)
    return init_single (selection, &access, indices[0], error);
  if (rank == 1)
    {
      access.dims[1] = dims[0];
      access.dims[0] = 1;
      access.rank = 2;
    }
  while (access.rank < (int)n)
    access.dims[access.rank++] = 1;
  while (access.rank > (int)n && access.dims[access.rank - 1] == 1)
    access.rank--;
  if (access.rank != (int)n)
    return fail_count (&access, access.rank, n, error);
  return build (selection, &access, indices, error);
}

void
rs_selection_clear (RsSelection *selection)
{
  for (int k = 0; k < selection->n_axes; k++)
    g_clear_pointer (&selection->axes[k].list, g_free);
}

gboolean
rs_selection_next_row (const RsSelection *selection, gint64 *counters, gboolean first, gint64 *offset)
{
  int k = selection->n_axes - 2;

  if (selection->n_elements == 0)
    return FALSE;
  if (!first)
    {
      while (k >= 0 && ++counters[k] == selection->axes[k].count)
        counters[k--] = 0;
      if (k < 0)
        return FALSE;
    }
  *offset = 0;
  for (k = 0; k < selection->n_axes - 1; k++)
    {
      gint64 position = rs_axis_get (&selection->axes[k], counters[k]);

      if (position == RS_OUTSIDE)
        {
          *offset = RS_OUTSIDE;
          return TRUE;
        }
      *offset += position * selection->axes[k].stride;
    }
  return TRUE;
}

gint64
rs_selection_take_off_numbers (RsSelection *selection)
{
  gint64 offset = 0;

  while (selection->n_axes > 1 && selection->axes[selection->n_axes - 1].count == 1)
    {
      const RsAxis *last = &selection->axes[selection->n_axes - 1];

      if (rs_axis_get (last, 0) == RS_OUTSIDE)
        break;
      offset += rs_axis_get (last, 0) * last->stride;
      selection->n_axes--;
    }
  return offset;
}

int
rs_selection_get_outer_axis (const RsSelection *selection)
{
  for (int k = 0; k < selection->n_axes; k++)
    if (selection->axes[k].count > 1)
      return k;
  return -1;
}

void
rs_selection_narrow (RsSelection *selection, int axis, gint64 first, gint64 last)
{
  g_assert (axis >= 0 && axis < selection->n_axes);
  g_assert (first >= 0 && first <= last && last <= selection->axes[axis].count && selection->axes[axis].count > 0);

  RsAxis *narrowed = &selection->axes[axis];

  selection->n_elements = selection->n_elements / narrowed->count * (last - first);
  narrowed->count = last - first;
  narrowed->start += first * narrowed->step;
  if (narrowed->list != NULL)
    narrowed->list += first;
}
