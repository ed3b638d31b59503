/* Leaves of expressions that are arrays in another order or shape: transposed, reversed, shifted, repeated, reshaped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/inputs/parts-private.h"

#include "runtime/value/array.h"
#include "runtime/value/shape.h"

/* The whole numbers of an argument. Returns how many there are; 0: it is something else, or there are too many. */
static int
get_numbers (RsValue value, gint64 *numbers)
{
  const int n = value.tag == RS_TAG_ARRAY && value.array->n_elements <= RS_MAX_GRID ? (int)value.array->n_elements
                : rs_value_is_number (value)                                        ? 1
                                                                                    : 0;

  for (int i = 0; i < n; i++)
    {
      RsValue element = value.tag == RS_TAG_ARRAY ? rs_array_get_element (value.array, i) : value;
      const double x = rs_value_is_number (element) ? rs_value_to_double (element) : 0.5;

      if (value.tag == RS_TAG_ARRAY)
        rs_value_clear (&element);
      if (!(x == (double)(gint32)CLAMP (x, G_MININT32, G_MAXINT32)))
        return 0;
      numbers[i] = (gint64)x;
    }
  return n;
}

/* A part that goes through the array from its beginning, along the dimensions of a result of these extents. */
static RsArrayPart *
append_whole (RsPartReader *self, const RsNode *leaf, RsArray *array, int rank, const gint64 *dims,
              const int *dimensions)
{
  RsSelection whole = { .n_axes = array->rank };

  if (array->n_elements == 0 || !rs_part_reader_join_extents (self, rank, dims))
    return NULL;
  for (int k = 0; k < array->rank; k++)
    whole.axes[k].step = 1;
  return rs_part_reader_append (self, leaf, array, &whole, dimensions);
}

static gboolean
add_transposed (RsPartReader *self, const RsNode *leaf, RsArray *array)
{
  const gint64 dims[2] = { array->rank == 2 ? array->dims[1] : array->dims[0], array->rank == 2 ? array->dims[0] : 1 };

  return (array->rank == 1 || (array->rank == 2 && dims[0] > 1))
         && append_whole (self, leaf, array, 2, dims, array->rank == 2 ? (int[]){ 1, 0 } : (int[]){ 0 }) != NULL;
}

/* What of an array of n elements comes first: the smallest number that does. */
static gint64
first_of_shifted (gint64 n, gint64 shift)
{
  const gint64 first = (n - shift % n) % n;

  return first > n / 2 ? first - n : first;
}

static const int all_dimensions[RS_MAX_RANK] = { 0, 1, 2, 3, 4, 5, 6, 7 };

static gboolean
add_reversed (RsPartReader *self, const RsNode *leaf, RsArray *array, int axis)
{
  const int k = array->rank == 1 ? axis - 1 : axis; /* a vector is a row */
  RsArrayPart *part = append_whole (self, leaf, array, array->rank, array->dims, all_dimensions);

  if (part == NULL)
    return FALSE;
  if (k >= 0)
    {
      part->low[k] = rs_part_reader_add_number (self, array->dims[k] - 1, FALSE);
      part->step[k] = rs_part_reader_add_number (self, -1, TRUE);
    }
  return TRUE;
}

static gboolean
add_shifted (RsPartReader *self, const RsNode *leaf, RsArray *array, RsValue by)
{
  gint64 shifts[RS_MAX_GRID] = { 0 };
  const int n = get_numbers (by, shifts);
  const int row = array->rank == 1 ? 1 : 0; /* a vector is a row */
  RsArrayPart *part;

  /* one number shifts a single row along itself: the built-in function does so */
  if (n == 0 || n > MAX (array->rank, 2) || (array->rank >= 2 && array->dims[0] == 1))
    return FALSE;
  if (array->rank == 1 && n == 1)
    shifts[1] = shifts[0];
  part = append_whole (self, leaf, array, array->rank, array->dims, all_dimensions);
  if (part == NULL)
    return FALSE;
  part->is_circular = TRUE;
  for (int k = 0; k < array->rank; k++)
    {
      const gint64 first = first_of_shifted (array->dims[k], shifts[k + row]);

      part->low[k] = rs_part_reader_add_number (self, first, first == 0);
    }
  return TRUE;
}

/* Along each dimension either the array is repeated, which has one element there, or it is gone through once. */
static gboolean
add_repeated (RsPartReader *self, const RsNode *leaf, RsArray *array, RsValue by)
{
  gint64 times[RS_MAX_GRID] = { 1, 1, 1, 1 }, dims[RS_MAX_GRID];
  const int n = get_numbers (by, times), row = array->rank == 1 ? 1 : 0, rank = MAX (array->rank + row, n);
  int dimensions[RS_MAX_RANK];

  if (n == 0 || rank > RS_MAX_GRID || (array->rank > 2 && array->dims[array->rank - 1] == 1))
    return FALSE;
  for (int d = 0; d < rank; d++)
    {
      const int k = d - row;
      const gint64 length = k >= 0 && k < array->rank ? array->dims[k] : 1;

      if (times[d] < 1 || (times[d] > 1 && length > 1))
        return FALSE;
      dims[d] = length * times[d];
      if (k >= 0 && k < array->rank)
        dimensions[k] = length > 1 ? d : -1;
    }
  return dims[0] > 1 && append_whole (self, leaf, array, rank, dims, dimensions) != NULL;
}

/* Row-major order stays: as long as no other leaf is a part, an element of the array is where one of the result is. */
static gboolean
add_reshaped (RsPartReader *self, const RsNode *leaf, RsArray *array, int rank, const gint64 *dims)
{
  guint input;

  if (array->n_elements == 0 || rank > RS_MAX_GRID || rs_dims_count (rank, dims) != array->n_elements
      || !rs_part_reader_join_extents (self, rank, dims))
    return FALSE;
  input = rs_inputs_add (self->inputs, self->session, NULL, leaf, NULL, rs_value_object (array));
  rs_inputs_make_flat (self->inputs, input);
  g_array_append_val (self->reshaped, input);
  self->has_whole = TRUE;
  return TRUE;
}

/* n: of the sizes, one of which is a vector where it is alone. */
static gboolean
add_reshaped_to (RsPartReader *self, const RsNode *leaf, RsArray *array, const RsValue *sizes, guint n)
{
  gint64 dims[RS_MAX_RANK];
  int rank = 0;

  for (guint i = 0; i < n; i++)
    {
      gint64 numbers[RS_MAX_GRID];
      const int count = get_numbers (sizes[i], numbers);

      if (count == 0 || (n > 1 && count > 1) || rank + count > RS_MAX_GRID)
        return FALSE;
      for (int k = 0; k < count; k++)
        dims[rank++] = numbers[k];
    }
  for (int k = 0; k < rank; k++)
    if (dims[k] < 1)
      return FALSE;
  return add_reshaped (self, leaf, array, rank, dims);
}

static gboolean
add_squeezed (RsPartReader *self, const RsNode *leaf, RsArray *array)
{
  gint64 dims[RS_MAX_RANK] = { 1 };
  int rank = 0;

  for (int k = 0; k < array->rank; k++)
    if (array->dims[k] != 1)
      dims[rank++] = array->dims[k];
  return add_reshaped (self, leaf, array, MAX (rank, 1), dims);
}

static void
count_elements (RsPartReader *self, guint input)
{
  RsKernelInput *reshaped = &g_array_index (self->inputs->inputs, RsKernelInput, input);
  RsArrayPart part = { .leaf = reshaped->leaf, .array = input, .is_linear = TRUE };
  gint64 stride = 1;

  reshaped->leaf = NULL;
  for (int d = self->extents->rank - 1; d >= 0; d--)
    {
      part.step[d] = rs_part_reader_add_number (self, stride, stride == 1);
      stride *= self->extents->dims[d];
    }
  g_array_prepend_val (self->inputs->parts, part); /* a target is the last one */
}

gboolean
rs_part_reader_add_rearranged (RsPartReader *self, const RsNode *leaf, const RsValue *values, guint n)
{
  if (values[0].tag != RS_TAG_ARRAY)
    return FALSE;
  switch (leaf->children[RS_CALL_CALLEE]->symbol->builtin->id)
    {
    case RS_BUILTIN_ID_TRANSPOSE:
      return add_transposed (self, leaf, values[0].array);
    case RS_BUILTIN_ID_FLIPUD:
      return add_reversed (self, leaf, values[0].array, 0);
    case RS_BUILTIN_ID_FLIPLR:
      return add_reversed (self, leaf, values[0].array, 1);
    case RS_BUILTIN_ID_CIRCSHIFT:
      return add_shifted (self, leaf, values[0].array, values[1]);
    case RS_BUILTIN_ID_REPMAT:
      return add_repeated (self, leaf, values[0].array, values[1]);
    case RS_BUILTIN_ID_RESHAPE:
      return add_reshaped_to (self, leaf, values[0].array, values + 1, n - 1);
    case RS_BUILTIN_ID_SQUEEZE:
      return add_squeezed (self, leaf, values[0].array);
    default:
      return FALSE;
    }
}

void
rs_part_reader_count_reshaped (RsPartReader *self)
{
  for (guint i = 0; i < self->reshaped->len; i++)
    count_elements (self, g_array_index (self->reshaped, guint, i));
}
