/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/parts.h"

#include "compiler/kernel/places/leaves.h"
#include "compiler/syntax/copy.h"
#include "runtime/value/array.h"
#include "runtime/value/index/selection.h"
#include "runtime/value/shape.h"

#include <string.h>

typedef struct {
  RsInputs *inputs;
  RsSession *session;
  RsExtents *extents;
  gboolean has_extents, has_gather, has_whole;
  const RsNode *assigned; /* or NULL */
  const RsNode *masked;   /* of the leaves that the mask selects something of the first; or NULL */
} Reader;

/* All leaves that are arrays have the same lengths. */
static gboolean
join_extents (Reader *self, int rank, const gint64 *dims)
{
  const gsize bytes = (gsize)rank * sizeof *dims;

  if (rank < 1 || rank > RS_MAX_GRID)
    return FALSE;
  if (self->has_extents)
    return self->extents->rank == rank && memcmp (self->extents->dims, dims, bytes) == 0;
  self->extents->rank = rank;
  memcpy (self->extents->dims, dims, bytes);
  self->has_extents = TRUE;
  return TRUE;
}

static gboolean
add_leaf (Reader *self, const RsNode *leaf, RsValue value)
{
  if (!rs_value_is_number (value)
      && (value.tag != RS_TAG_ARRAY || !join_extents (self, value.array->rank, value.array->dims)))
    return FALSE;
  rs_inputs_add (self->inputs, self->session, NULL, leaf, NULL, value);
  return TRUE;
}

static gboolean
is_mask_or_complex (const RsArray *array)
{
  return array->element == RS_ELEMENT_BOOL || rs_element_is_complex (array->element);
}

/* Which dimension of the result each axis of a selection is gone through along (rules of set_result_shape in
 * runtime/value/index/selection.c). */
static void
find_dimensions (const RsSelection *selection, int *dimensions)
{
  int n_slices = 0;

  for (int k = 0; k < selection->n_axes; k++)
    n_slices += !selection->axes[k].is_number;
  for (int k = 0; k < selection->n_axes; k++)
    dimensions[k] = selection->axes[k].is_number ? -1 : n_slices == 1 ? 0 : k;
}

/* The input that an array is already, or a new one. */
static guint
find_array (Reader *self, RsArray *array)
{
  for (guint i = 0; i < self->inputs->parts->len; i++)
    {
      guint input = g_array_index (self->inputs->parts, RsArrayPart, i).array;

      if (rs_inputs_get_value (self->inputs, input).array == array)
        return input;
    }
  return rs_inputs_add (self->inputs, self->session, NULL, NULL, NULL, rs_value_object (array));
}

static guint
add_number (Reader *self, gint64 number, gboolean is_constant)
{
  guint input = rs_inputs_add (self->inputs, self->session, NULL, NULL, NULL, rs_value_int (number));

  if (is_constant)
    rs_inputs_make_constant (self->inputs, input);
  return input;
}

/* From the first byte to the last; of an array that is gone through as a whole axes have no count. */
static RsExtent
find_extent (const RsArray *array, const RsSelection *selection)
{
  const gsize bytes = rs_element_get_bytes (array->element);
  gint64 first = 0, last = 0;

  for (int k = 0; k < selection->n_axes; k++)
    {
      const RsAxis *axis = &selection->axes[k];
      const gint64 end = axis->start + axis->step * (axis->count - 1);

      if (axis->count == 0)
        return (RsExtent){ 0, (gsize)array->n_elements * bytes };
      first = first * array->dims[k] + MIN (axis->start, end);
      last = last * array->dims[k] + MAX (axis->start, end);
    }
  return (RsExtent){ (gsize)first * bytes, (gsize)(last + 1) * bytes };
}

/* dimensions: of the result, one an axis. */
static RsArrayPart *
append_part (Reader *self, const RsNode *leaf, RsArray *array, const RsSelection *selection, const int *dimensions)
{
  RsArrayPart *part;
  guint input = find_array (self, array);

  rs_inputs_make_last_length_constant (self->inputs, input);
  rs_inputs_add_extent (self->inputs, input, find_extent (array, selection));
  g_array_set_size (self->inputs->parts, self->inputs->parts->len + 1); /* of zeros: it is part of a key */
  part = &g_array_index (self->inputs->parts, RsArrayPart, self->inputs->parts->len - 1);
  part->leaf = leaf;
  part->array = input;
  for (int k = 0; k < selection->n_axes; k++)
    {
      part->dimensions[k] = dimensions[k];
      part->low[k] = add_number (self, selection->axes[k].start, selection->axes[k].start == 0);
      part->step[k] = add_number (self, selection->axes[k].step, selection->axes[k].step == 1);
    }
  return part;
}

/* Whether it is one range, or number, in each dimension of the array. */
static gboolean
is_plain (const RsArray *array, const RsSelection *selection)
{
  if (selection->is_element || selection->n_axes != array->rank || selection->n_elements == 0)
    return FALSE;
  for (int k = 0; k < selection->n_axes; k++)
    if (selection->axes[k].list != NULL)
      return FALSE;
  return TRUE;
}

static gboolean
add_selection (Reader *self, const RsNode *leaf, RsArray *array, const RsSelection *selection)
{
  int dimensions[RS_MAX_RANK];

  if (!is_plain (array, selection) || !join_extents (self, selection->rank, selection->dims))
    return FALSE;
  find_dimensions (selection, dimensions);
  append_part (self, leaf, array, selection, dimensions);
  return TRUE;
}

/* A list of indices, or one that is outside, is the interpreter's. */
static gboolean
has_lists (const RsValue *indices, guint n)
{
  for (guint i = 0; i < n; i++)
    if (indices[i].tag != RS_TAG_NONE && indices[i].tag != RS_TAG_RANGE && !rs_value_is_number (indices[i]))
      return TRUE;
  return FALSE;
}

static gboolean
reaches_outside (const RsArray *array, const RsValue *indices, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const RsRange *range = indices[i].tag == RS_TAG_RANGE ? indices[i].range : NULL;
      const double length = (double)(n == 1 ? array->n_elements : (int)i < array->rank ? array->dims[i] : 1);
      const double low = range != NULL                   ? range->low
                         : indices[i].tag == RS_TAG_NONE ? 0
                                                         : rs_value_to_double (indices[i]);
      const double last = range != NULL ? range->low + range->step * (double)(range->count - 1) : low;

      if (!(MIN (low, last) >= 0 && MAX (low, last) < length) || (range != NULL && range->count == 0))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_inside (RsValue value, const RsValue *indices, guint n)
{
  return value.tag == RS_TAG_ARRAY && !has_lists (indices, n) && !reaches_outside (value.array, indices, n);
}

gboolean
rs_parts_is_valid (RsValue value, const RsValue *indices, guint n, RsBoundary boundary)
{
  RsSelection selection;
  gboolean is_valid;

  if (value.tag != RS_TAG_ARRAY)
    return FALSE;
  if (boundary != RS_BOUNDARY_CHECKED && value.array->rank == (int)n && !has_lists (indices, n))
    return TRUE;
  if (boundary == RS_BOUNDARY_CHECKED && !has_lists (indices, n) && reaches_outside (value.array, indices, n))
    return FALSE;
  is_valid
      = rs_selection_init (&selection, value.array->rank, value.array->dims, indices, n, boundary, NULL, value, NULL);
  rs_selection_clear (&selection);
  return is_valid;
}

static gboolean
add_part (Reader *self, const RsNode *leaf, RsValue value, const RsValue *indices, guint n)
{
  RsArray *array = value.array;
  RsSelection selection;
  gboolean is_added;

  if (!is_inside (value, indices, n))
    return FALSE;
  is_added
      = rs_selection_init (&selection, array->rank, array->dims, indices, n, RS_BOUNDARY_CHECKED, NULL, value, NULL)
        && add_selection (self, leaf, array, &selection);
  rs_selection_clear (&selection);
  return is_added;
}

/* --- what the value is assigned to --- */

/* Dimensions of one element count for nothing in an assignment. */
static gboolean
match_dimensions (const RsSelection *selection, const RsExtents *extents, int *dimensions)
{
  int d = 0;

  for (int k = 0; k < selection->n_axes; k++)
    {
      dimensions[k] = -1;
      if (selection->axes[k].count == 1)
        continue;
      while (d < extents->rank && extents->dims[d] == 1)
        d++;
      if (d == extents->rank || extents->dims[d] != selection->axes[k].count)
        return FALSE;
      dimensions[k] = d++;
    }
  while (d < extents->rank && extents->dims[d] == 1)
    d++;
  return d == extents->rank;
}

/* Whether a work item reads of the part what it writes, nothing else. */
static gboolean
is_same_place (const Reader *self, const RsArrayPart *part, const RsSelection *selection, const int *dimensions)
{
  for (int k = 0; k < selection->n_axes; k++)
    {
      const RsAxis *axis = &selection->axes[k];

      if (rs_inputs_get_value (self->inputs, part->low[k]).integer != axis->start
          || (axis->count > 1
              && (part->dimensions[k] != dimensions[k]
                  || rs_inputs_get_value (self->inputs, part->step[k]).integer != axis->step)))
        return FALSE;
    }
  return TRUE;
}

/* The same of an array that is read as a whole. */
static gboolean
is_whole (const RsArray *array, const RsSelection *selection, const int *dimensions)
{
  for (int k = 0; k < selection->n_axes; k++)
    {
      const RsAxis *axis = &selection->axes[k];

      if (axis->count != array->dims[k] || (axis->count > 1 && (axis->step != 1 || dimensions[k] != k)))
        return FALSE;
    }
  return TRUE;
}

/* Whether no work item reads what another one writes. */
static gboolean
is_apart (const Reader *self, const RsArray *array, const RsSelection *selection, const int *dimensions)
{
  for (guint i = 0; i < self->inputs->parts->len; i++)
    {
      const RsArrayPart *part = &g_array_index (self->inputs->parts, RsArrayPart, i);

      if (rs_inputs_get_value (self->inputs, part->array).array == array
          && (part->index != NULL || !is_same_place (self, part, selection, dimensions)))
        return FALSE;
    }
  for (guint i = 0; i < self->inputs->inputs->len; i++)
    if (g_array_index (self->inputs->inputs, RsKernelInput, i).leaf != NULL
        && rs_inputs_get_value (self->inputs, i).tag == RS_TAG_ARRAY
        && rs_inputs_get_value (self->inputs, i).array == array && !is_whole (array, selection, dimensions))
      return FALSE;
  return TRUE;
}

static gboolean
is_double (const RsArray *array)
{
  return array->element == RS_ELEMENT_DOUBLE || array->element == RS_ELEMENT_CDOUBLE;
}

/* Whether the value, whose leaves are the inputs so far, has the precision in which a kernel computes it that stores it
 * in the array: arrays of single precision give a value that is rounded before it gets into one of double. */
static gboolean
is_computed_as_stored (const Reader *self, const RsArray *array)
{
  gboolean has_array = FALSE;

  for (guint i = 0; i < self->inputs->inputs->len; i++)
    {
      const RsValue value = rs_inputs_get_value (self->inputs, i);

      if (value.tag == RS_TAG_ARRAY && is_double (value.array))
        return TRUE;
      has_array |= value.tag == RS_TAG_ARRAY;
    }
  return !has_array || !is_double (array) || self->session->precision == RS_PRECISION_DOUBLE;
}

static void
add_target (Reader *self, const RsNode *assigned, RsValue value, const RsValue *indices, guint n)
{
  RsSelection selection;
  int dimensions[RS_MAX_RANK];

  if (value.tag != RS_TAG_ARRAY
      || (!rs_element_is_floating (value.array->element) && !rs_element_is_complex (value.array->element))
      || has_lists (indices, n) || reaches_outside (value.array, indices, n)
      || !is_computed_as_stored (self, value.array))
    return;
  if (rs_selection_init (&selection, value.array->rank, value.array->dims, indices, n, RS_BOUNDARY_CHECKED, NULL, value,
                         NULL)
      && is_plain (value.array, &selection) && match_dimensions (&selection, self->extents, dimensions)
      && is_apart (self, value.array, &selection, dimensions))
    append_part (self, assigned, value.array, &selection, dimensions)->is_target = TRUE;
  rs_selection_clear (&selection);
}

/* --- arrays in another order --- */

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
append_whole (Reader *self, const RsNode *leaf, RsArray *array, int rank, const gint64 *dims, const int *dimensions)
{
  RsSelection whole = { .n_axes = array->rank };

  if (array->n_elements == 0 || !join_extents (self, rank, dims))
    return NULL;
  for (int k = 0; k < array->rank; k++)
    whole.axes[k].step = 1;
  return append_part (self, leaf, array, &whole, dimensions);
}

static gboolean
add_transposed (Reader *self, const RsNode *leaf, RsArray *array)
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
add_reversed (Reader *self, const RsNode *leaf, RsArray *array, int axis)
{
  const int k = array->rank == 1 ? axis - 1 : axis; /* a vector is a row */
  RsArrayPart *part = append_whole (self, leaf, array, array->rank, array->dims, all_dimensions);

  if (part == NULL)
    return FALSE;
  if (k >= 0)
    {
      part->low[k] = add_number (self, array->dims[k] - 1, FALSE);
      part->step[k] = add_number (self, -1, TRUE);
    }
  return TRUE;
}

static gboolean
add_shifted (Reader *self, const RsNode *leaf, RsArray *array, RsValue by)
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

      part->low[k] = add_number (self, first, first == 0);
    }
  return TRUE;
}

/* Along each dimension either the array is repeated, which has one element there, or it is gone through once. */
static gboolean
add_repeated (Reader *self, const RsNode *leaf, RsArray *array, RsValue by)
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

static gboolean
add_rearranged (Reader *self, const RsNode *leaf, const RsValue *values)
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
    default:
      return FALSE;
    }
}

/* --- tables --- */

/* The table may be looked up with one index; the result has the shape of what is looked up. */
static gboolean
add_gather (Reader *self, const RsNode *leaf, const GPtrArray *operands, const RsValue *values)
{
  RsArray *table = values[0].tag == RS_TAG_ARRAY ? values[0].array : NULL;
  gboolean has_array = FALSE;
  RsArrayPart *part;

  if (table == NULL || table->n_elements == 0 || (table->rank != 1 && !(table->rank == 2 && table->dims[0] == 1)))
    return FALSE;
  for (guint i = 1; i < operands->len; i++)
    {
      if (!add_leaf (self, operands->pdata[i], values[i]))
        return FALSE;
      has_array |= values[i].tag == RS_TAG_ARRAY;
    }
  if (!has_array || (operands->len == 2 && is_mask_or_complex (values[1].array)))
    return FALSE;
  g_array_set_size (self->inputs->parts, self->inputs->parts->len + 1);
  part = &g_array_index (self->inputs->parts, RsArrayPart, self->inputs->parts->len - 1);
  part->leaf = leaf;
  part->index = leaf->children[RS_INDEX_FIRST];
  part->array = find_array (self, table);
  rs_inputs_add_extent (self->inputs, part->array, (RsExtent){ 0, (gsize)rs_array_get_bytes (table) });
  self->has_gather = TRUE;
  return TRUE;
}

/* --- masks --- */

static gboolean
is_mask (const RsNode *index, RsValue value)
{
  return rs_expression_is_condition (index)
         || (index->kind == RS_NODE_NAME && value.tag == RS_TAG_ARRAY && value.array->element == RS_ELEMENT_BOOL);
}

/* The mask of a target, or of the first leaf that has one. */
static gboolean
add_mask (Reader *self, const GPtrArray *operands, const RsValue *values)
{
  gboolean has_array = FALSE;

  for (guint i = 1; i < operands->len; i++)
    {
      if (!add_leaf (self, operands->pdata[i], values[i]))
        return FALSE;
      has_array |= values[i].tag == RS_TAG_ARRAY;
    }
  return has_array;
}

/* x[m], for one m of them all. values: array, and leaves of the mask. */
static gboolean
add_masked (Reader *self, const RsNode *leaf, const GPtrArray *operands, const RsValue *values)
{
  const RsNode *other = self->assigned ? self->assigned : self->masked;

  if (other != NULL && !rs_node_equal (other->children[other->n_children - 1], leaf->children[RS_INDEX_FIRST]))
    return FALSE;
  if (other == NULL && !add_mask (self, operands, values))
    return FALSE;
  if (self->masked == NULL)
    self->masked = leaf;
  return values[0].tag == RS_TAG_ARRAY && add_leaf (self, leaf, values[0]);
}

/* What a mask selects gets the value: numbers, or elements of arrays of that size, or those that the mask selects. */
static gboolean
add_masked_target (Reader *self, const RsNode *assigned, const GPtrArray *operands, const RsValue *values)
{
  if ((self->masked != NULL && self->has_whole) || values[0].tag != RS_TAG_ARRAY
      || (!rs_element_is_floating (values[0].array->element) && !rs_element_is_complex (values[0].array->element))
      || !is_computed_as_stored (self, values[0].array))
    return FALSE;
  return add_mask (self, operands, values) && add_leaf (self, assigned->children[RS_INDEX_ARRAY], values[0]);
}

/* What is looked up with a matrix of one row or column is a vector. */
static gboolean
is_line (const RsExtents *extents)
{
  int longer = 0;

  for (int d = 0; d < extents->rank; d++)
    longer += extents->dims[d] != 1;
  return extents->rank > 1 && longer <= 1;
}

static gboolean
add_view (Reader *self, const RsNode *leaf, const GPtrArray *operands, const RsValue *values)
{
  if (rs_expression_is_gather (leaf) && is_mask (leaf->children[RS_INDEX_FIRST], values[1]))
    return add_masked (self, leaf, operands, values);
  if (rs_expression_is_gather (leaf))
    return add_gather (self, leaf, operands, values);
  if (rs_expression_is_part (leaf))
    return add_part (self, leaf, values[0], values + 1, operands->len - 1);
  if (rs_expression_is_rearranged (leaf))
    return add_rearranged (self, leaf, values);
  self->has_whole |= values[0].tag == RS_TAG_ARRAY;
  return add_leaf (self, leaf, values[0]);
}

gboolean
rs_parts_add (RsInputs *inputs, RsSession *session, const GPtrArray *leaves, const RsNode *assigned,
              const RsValue *values, guint n, RsExtents *extents, const RsNode **masked)
{
  Reader self = { .inputs = inputs, .session = session, .extents = extents, .assigned = assigned };
  g_autoptr (GPtrArray) target = assigned != NULL ? rs_expression_get_operands (assigned) : NULL;
  guint at = 0;

  for (guint i = 0; i < leaves->len; i++)
    {
      g_autoptr (GPtrArray) operands = rs_expression_get_operands (leaves->pdata[i]);

      g_assert (at + operands->len <= n);
      if (!add_view (&self, leaves->pdata[i], operands, &values[at]))
        return FALSE;
      at += operands->len;
    }
  if (self.has_gather && (!self.has_extents || is_line (extents)))
    return FALSE;
  if (self.masked != NULL && (inputs->parts->len > 0 || (assigned == NULL && self.has_whole)))
    return FALSE;
  if (assigned != NULL && rs_expression_is_gather (assigned))
    {
      if (is_mask (assigned->children[RS_INDEX_FIRST], values[at + 1]) && inputs->parts->len == 0)
        {
          *masked = assigned;
          return add_masked_target (&self, assigned, target, &values[at]);
        }
      return self.has_extents && self.masked == NULL;
    }
  *masked = self.masked;
  if (assigned != NULL && self.has_extents && self.masked == NULL)
    add_target (&self, assigned, values[at], &values[at + 1], assigned->n_children - RS_INDEX_FIRST);
  return self.has_extents;
}

/* --- sums along a dimension --- */

#define FEWEST_SUMS 16 /* that one kernel makes */

/* Elements that are no floating-point numbers have sums of their own. */
static gboolean
are_floating (const RsInputs *inputs)
{
  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      const RsValue value = rs_inputs_get_value (inputs, i);

      if (value.tag == RS_TAG_ARRAY && !rs_element_is_floating (value.array->element)
          && !rs_element_is_complex (value.array->element))
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_parts_add_along (RsInputs *inputs, RsSession *session, RsValue dimension, RsExtents *extents, guint *along,
                    guint *length)
{
  g_assert (extents->rank >= 1 && extents->rank <= RS_MAX_RANK);

  const gint64 n_elements = rs_dims_count (extents->rank, extents->dims);
  const int d = extents->rank - 1;

  if (dimension.tag != RS_TAG_INT || d < 1 || dimension.integer != d || !are_floating (inputs)
      || n_elements / extents->dims[d] < FEWEST_SUMS)
    return FALSE;
  *along = (guint)d + 1;
  *length = rs_inputs_add (inputs, session, NULL, NULL, NULL, rs_value_int (extents->dims[d]));
  extents->dims[d] = 1;
  while (extents->rank > 2 && extents->dims[extents->rank - 1] == 1)
    extents->rank--;
  return TRUE;
}
