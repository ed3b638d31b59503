/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/parts-private.h"

#include "compiler/kernel/places/leaves.h"
#include "compiler/syntax/copy.h"
#include "runtime/value/array.h"
#include "runtime/value/shape.h"

#include <string.h>

#define LARGEST_CONSTANT 4 /* step that is compiled in */

/* All leaves that are arrays have the same lengths. */
gboolean
rs_part_reader_join_extents (RsPartReader *self, int rank, const gint64 *dims)
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
add_leaf (RsPartReader *self, const RsNode *leaf, RsValue value)
{
  if (!rs_value_is_number (value)
      && (value.tag != RS_TAG_ARRAY || !rs_part_reader_join_extents (self, value.array->rank, value.array->dims)))
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
find_array (RsPartReader *self, RsArray *array)
{
  for (guint i = 0; i < self->inputs->parts->len; i++)
    {
      guint input = g_array_index (self->inputs->parts, RsArrayPart, i).array;

      if (rs_inputs_get_value (self->inputs, input).array == array)
        return input;
    }
  return rs_inputs_add (self->inputs, self->session, NULL, NULL, NULL, rs_value_object (array));
}

guint
rs_part_reader_add_number (RsPartReader *self, gint64 number, gboolean is_constant)
{
  guint input = rs_inputs_add (self->inputs, self->session, NULL, NULL, NULL, rs_value_int (number));

  if (is_constant)
    rs_inputs_make_constant (self->inputs, input);
  return input;
}

/* The first and last index of an axis in the array. */
static void
find_range (const RsAxis *axis, gint64 *low, gint64 *high)
{
  const gint64 first = rs_axis_get (axis, 0), last = rs_axis_get (axis, axis->count - 1);

  *low = MIN (first, last);
  *high = MAX (first, last);
  for (gint64 i = 0; axis->list != NULL && i < axis->count; i++)
    {
      *low = MIN (*low, axis->list[i]);
      *high = MAX (*high, axis->list[i]);
    }
}

/* From the first byte to the last; of an array that is gone through as a whole axes have no count. */
static RsExtent
find_extent (const RsArray *array, const RsSelection *selection)
{
  const gsize bytes = rs_element_get_bytes (array->element);
  gint64 first = 0, last = 0;

  for (int k = 0; k < selection->n_axes; k++)
    {
      gint64 low, high;

      if (selection->axes[k].count == 0)
        return (RsExtent){ 0, (gsize)array->n_elements * bytes };
      find_range (&selection->axes[k], &low, &high);
      first = first * array->dims[k] + low;
      last = last * array->dims[k] + high;
    }
  return (RsExtent){ (gsize)first * bytes, (gsize)(last + 1) * bytes };
}

/* dimensions: of the result, one an axis. */
RsArrayPart *
rs_part_reader_append (RsPartReader *self, const RsNode *leaf, RsArray *array, const RsSelection *selection,
                       const int *dimensions)
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
      part->low[k] = rs_part_reader_add_number (self, selection->axes[k].start, selection->axes[k].start == 0);
      part->step[k] = rs_part_reader_add_number (self, selection->axes[k].step,
                                                 ABS (selection->axes[k].step) <= LARGEST_CONSTANT);
    }
  return part;
}

/* Whether it is one range by whole numbers, number or list in each dimension of the array. */
static gboolean
is_plain (const RsArray *array, const RsSelection *selection, const RsValue *indices)
{
  if (selection->is_element || selection->n_axes != array->rank || selection->n_elements == 0)
    return FALSE;
  for (int k = 0; k < selection->n_axes; k++)
    if (selection->axes[k].list != NULL && indices[k].tag != RS_TAG_ARRAY)
      return FALSE;
  return TRUE;
}

/* The input that holds these indices: the same for all parts that go by them. */
static guint
find_list (RsPartReader *self, RsArray *list)
{
  guint input;

  for (guint i = 0; i < self->inputs->inputs->len; i++)
    if (g_array_index (self->inputs->inputs, RsKernelInput, i).is_list
        && rs_inputs_get_value (self->inputs, i).array == list)
      return i;
  input = rs_inputs_add (self->inputs, self->session, NULL, NULL, NULL, rs_value_object (list));
  rs_inputs_make_flat (self->inputs, input);
  g_array_index (self->inputs->inputs, RsKernelInput, input).is_list = TRUE;
  return input;
}

/* indices: one an axis. */
static gboolean
add_selection (RsPartReader *self, const RsNode *leaf, RsArray *array, const RsSelection *selection,
               const RsValue *indices)
{
  int dimensions[RS_MAX_RANK];
  RsArrayPart *part;

  if (!is_plain (array, selection, indices) || !rs_part_reader_join_extents (self, selection->rank, selection->dims))
    return FALSE;
  find_dimensions (selection, dimensions);
  part = rs_part_reader_append (self, leaf, array, selection, dimensions);
  for (int k = 0; k < selection->n_axes; k++)
    if (selection->axes[k].list != NULL)
      part->list[k] = 1 + find_list (self, indices[k].array);
  return TRUE;
}

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
      const gboolean is_list = indices[i].tag == RS_TAG_ARRAY;
      const double length = (double)(n == 1 ? array->n_elements : (int)i < array->rank ? array->dims[i] : 1);
      const double low = range != NULL                              ? range->low
                         : indices[i].tag == RS_TAG_NONE || is_list ? 0
                                                                    : rs_value_to_double (indices[i]);
      const double last = range != NULL ? range->low + range->step * (double)(range->count - 1) : low;

      if (is_list) /* it is looked at as a selection is made of it */
        continue;
      if (!(MIN (low, last) >= 0 && MAX (low, last) < length) || (range != NULL && range->count == 0))
        return TRUE;
    }
  return FALSE;
}

/* A list that kernels read as it is: of numbers of 63 bits and a sign, not a mask. */
static gboolean
is_list_of_numbers (RsValue index)
{
  return index.tag == RS_TAG_ARRAY && index.array->element != RS_ELEMENT_BOOL
         && index.array->element != RS_ELEMENT_UINT64 && !rs_element_is_complex (index.array->element);
}

static gboolean
may_be_inside (RsValue value, const RsValue *indices, guint n)
{
  for (guint i = 0; i < n; i++)
    if (has_lists (&indices[i], 1) && !is_list_of_numbers (indices[i]))
      return FALSE;
  return value.tag == RS_TAG_ARRAY && !reaches_outside (value.array, indices, n);
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
add_part (RsPartReader *self, const RsNode *leaf, RsValue value, const RsValue *indices, guint n)
{
  RsArray *array = value.array;
  RsSelection selection;
  gboolean is_added;

  if (!may_be_inside (value, indices, n))
    return FALSE;
  is_added
      = rs_selection_init (&selection, array->rank, array->dims, indices, n, RS_BOUNDARY_CHECKED, NULL, value, NULL)
        && add_selection (self, leaf, array, &selection, indices);
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
is_same_place (const RsPartReader *self, const RsArrayPart *part, const RsSelection *selection, const int *dimensions)
{
  for (int k = 0; k < selection->n_axes; k++)
    {
      const RsAxis *axis = &selection->axes[k];

      if (part->list[k] > 0 || rs_inputs_get_value (self->inputs, part->low[k]).integer != axis->start
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
is_apart (const RsPartReader *self, const RsArray *array, const RsSelection *selection, const int *dimensions)
{
  for (guint i = 0; i < self->inputs->parts->len; i++)
    {
      const RsArrayPart *part = &g_array_index (self->inputs->parts, RsArrayPart, i);

      if (rs_inputs_get_value (self->inputs, part->array).array == array
          && (part->index != NULL || !is_same_place (self, part, selection, dimensions)))
        return FALSE;
    }
  for (guint i = 0; i < self->inputs->inputs->len; i++)
    {
      const RsKernelInput *input = &g_array_index (self->inputs->inputs, RsKernelInput, i);

      if (rs_inputs_get_value (self->inputs, i).tag == RS_TAG_ARRAY
          && rs_inputs_get_value (self->inputs, i).array == array
          && (input->is_list || (input->leaf != NULL && !is_whole (array, selection, dimensions))))
        return FALSE;
    }
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
is_computed_as_stored (const RsPartReader *self, const RsArray *array)
{
  gboolean has_array = FALSE;

  for (guint i = 0; i < self->inputs->inputs->len; i++)
    {
      const RsValue value = rs_inputs_get_value (self->inputs, i);

      if (g_array_index (self->inputs->inputs, RsKernelInput, i).is_list)
        continue;
      if (value.tag == RS_TAG_ARRAY && is_double (value.array))
        return TRUE;
      has_array |= value.tag == RS_TAG_ARRAY;
    }
  return !has_array || !is_double (array) || self->session->precision == RS_PRECISION_DOUBLE;
}

/* Whether the array holds what the value is made of: floating-point numbers, or what all other arrays hold. */
static gboolean
may_hold (const RsPartReader *self, const RsArray *array)
{
  if (rs_element_is_floating (array->element) || rs_element_is_complex (array->element))
    return TRUE;
  for (guint i = 0; i < self->inputs->inputs->len; i++)
    {
      const RsValue value = rs_inputs_get_value (self->inputs, i);

      if (value.tag == RS_TAG_ARRAY && !g_array_index (self->inputs->inputs, RsKernelInput, i).is_list
          && value.array->element != array->element)
        return FALSE;
    }
  return array->element != RS_ELEMENT_UINT64;
}

static void
add_target (RsPartReader *self, const RsNode *assigned, RsValue value, const RsValue *indices, guint n)
{
  RsSelection selection;
  int dimensions[RS_MAX_RANK];

  if (value.tag != RS_TAG_ARRAY || !may_hold (self, value.array) || has_lists (indices, n)
      || reaches_outside (value.array, indices, n) || !is_computed_as_stored (self, value.array))
    return;
  if (rs_selection_init (&selection, value.array->rank, value.array->dims, indices, n, RS_BOUNDARY_CHECKED, NULL, value,
                         NULL)
      && is_plain (value.array, &selection, indices) && match_dimensions (&selection, self->extents, dimensions)
      && is_apart (self, value.array, &selection, dimensions))
    rs_part_reader_append (self, assigned, value.array, &selection, dimensions)->is_target = TRUE;
  rs_selection_clear (&selection);
}

/* --- tables --- */

/* The table may be looked up with one index; the result has the shape of what is looked up. */
static gboolean
add_gather (RsPartReader *self, const RsNode *leaf, const GPtrArray *operands, const RsValue *values)
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
add_mask (RsPartReader *self, const GPtrArray *operands, const RsValue *values)
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
add_masked (RsPartReader *self, const RsNode *leaf, const GPtrArray *operands, const RsValue *values)
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
add_masked_target (RsPartReader *self, const RsNode *assigned, const GPtrArray *operands, const RsValue *values)
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
add_view (RsPartReader *self, const RsNode *leaf, const GPtrArray *operands, const RsValue *values)
{
  if (rs_expression_is_gather (leaf) && is_mask (leaf->children[RS_INDEX_FIRST], values[1]))
    return add_masked (self, leaf, operands, values);
  if (rs_expression_is_gather (leaf))
    return add_gather (self, leaf, operands, values);
  if (rs_expression_is_part (leaf))
    return add_part (self, leaf, values[0], values + 1, operands->len - 1);
  if (rs_expression_is_rearranged (leaf))
    return rs_part_reader_add_rearranged (self, leaf, values, operands->len);
  self->has_whole |= values[0].tag == RS_TAG_ARRAY;
  return add_leaf (self, leaf, values[0]);
}

static gboolean
add_leaves (RsPartReader *self, const GPtrArray *leaves, const RsValue *values, guint n, guint *at)
{
  for (guint i = 0; i < leaves->len; i++)
    {
      g_autoptr (GPtrArray) operands = rs_expression_get_operands (leaves->pdata[i]);

      g_assert (*at + operands->len <= n);
      if (!add_view (self, leaves->pdata[i], operands, &values[*at]))
        return FALSE;
      *at += operands->len;
    }
  if (self->has_gather && (!self->has_extents || is_line (self->extents)))
    return FALSE;
  return self->masked == NULL || (self->inputs->parts->len == 0 && (self->assigned != NULL || !self->has_whole));
}

/* values: of the assigned part, array and indices. */
static gboolean
add_assigned (RsPartReader *self, const RsValue *values, const RsNode **masked)
{
  const RsNode *assigned = self->assigned;
  g_autoptr (GPtrArray) target = rs_expression_get_operands (assigned);

  if (rs_expression_is_gather (assigned) && is_mask (assigned->children[RS_INDEX_FIRST], values[1])
      && self->inputs->parts->len == 0)
    {
      *masked = assigned;
      return add_masked_target (self, assigned, target, values);
    }
  if (rs_expression_is_gather (assigned))
    return self->has_extents && self->masked == NULL;
  *masked = self->masked;
  if (self->has_extents && self->masked == NULL)
    add_target (self, assigned, values[0], &values[1], assigned->n_children - RS_INDEX_FIRST);
  return self->has_extents;
}

gboolean
rs_parts_add (RsInputs *inputs, RsSession *session, const GPtrArray *leaves, const RsNode *assigned, gboolean is_along,
              const RsValue *values, guint n, RsExtents *extents, const RsNode **masked)
{
  g_autoptr (GArray) reshaped = g_array_new (FALSE, FALSE, sizeof (guint));
  RsPartReader self
      = { .inputs = inputs, .session = session, .extents = extents, .assigned = assigned, .reshaped = reshaped };
  guint at = 0;

  if (!add_leaves (&self, leaves, values, n, &at))
    return FALSE;
  *masked = self.masked;
  if (assigned != NULL ? !add_assigned (&self, &values[at], masked) : !self.has_extents)
    return FALSE;
  if (inputs->parts->len > 0 || is_along)
    rs_part_reader_count_reshaped (&self);
  return TRUE;
}

/* --- sums along a dimension --- */

#define FEWEST_SUMS 16         /* that one kernel makes */
#define FEWEST_SUMS_BESIDE 128 /* ... where they lie side by side, and run in vectors */

/* Elements that are no floating-point numbers have sums of their own. */
static gboolean
are_floating (const RsInputs *inputs)
{
  for (guint i = 0; i < inputs->inputs->len; i++)
    {
      const RsValue value = rs_inputs_get_value (inputs, i);

      if (value.tag == RS_TAG_ARRAY && !g_array_index (inputs->inputs, RsKernelInput, i).is_list
          && !rs_element_is_floating (value.array->element) && !rs_element_is_complex (value.array->element))
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
  const int last = extents->rank - 1, d = dimension.tag == RS_TAG_INT ? (int)CLAMP (dimension.integer, -1, 99) : -1;

  if (last < 1 || d < 0 || d > last || !are_floating (inputs)
      || n_elements / extents->dims[d] < (d == last ? FEWEST_SUMS : FEWEST_SUMS_BESIDE))
    return FALSE;
  *along = (guint)d + 1;
  *length = rs_inputs_add (inputs, session, NULL, NULL, NULL, rs_value_int (extents->dims[d]));
  extents->dims[d] = 1;
  while (extents->rank > 2 && extents->dims[extents->rank - 1] == 1)
    extents->rank--;
  return TRUE;
}
