/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/parts.h"

#include "compiler/kernel/places/leaves.h"
#include "runtime/value/array.h"
#include "runtime/value/selection.h"

#include <string.h>

typedef struct {
  RsInputs *inputs;
  RsSession *session;
  RsExtents *extents;
  gboolean has_extents;
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

/* Which dimension of the result each axis of a selection is gone through along (rules of set_result_shape in
 * runtime/value/selection.c). */
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

static gboolean
add_selection (Reader *self, const RsNode *leaf, RsArray *array, const RsSelection *selection)
{
  RsArrayPart *part;
  guint input;

  if (selection->is_element || selection->n_axes != array->rank || selection->n_elements == 0
      || !join_extents (self, selection->rank, selection->dims))
    return FALSE;
  for (int k = 0; k < selection->n_axes; k++)
    if (selection->axes[k].list != NULL)
      return FALSE;
  input = find_array (self, array);
  rs_inputs_make_last_length_constant (self->inputs, input);
  g_array_set_size (self->inputs->parts, self->inputs->parts->len + 1); /* of zeros: it is part of a key */
  part = &g_array_index (self->inputs->parts, RsArrayPart, self->inputs->parts->len - 1);
  part->leaf = leaf;
  part->array = input;
  find_dimensions (selection, part->dimensions);
  for (int k = 0; k < selection->n_axes; k++)
    {
      part->low[k] = add_number (self, selection->axes[k].start, selection->axes[k].start == 0);
      part->step[k] = add_number (self, selection->axes[k].step, selection->axes[k].step == 1);
    }
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
add_part (Reader *self, const RsNode *leaf, RsValue value, const RsValue *indices, guint n)
{
  RsArray *array = value.array;
  RsSelection selection;
  gboolean is_added;

  if (value.tag != RS_TAG_ARRAY || has_lists (indices, n) || reaches_outside (array, indices, n))
    return FALSE;
  is_added
      = rs_selection_init (&selection, array->rank, array->dims, indices, n, RS_BOUNDARY_CHECKED, NULL, value, NULL)
        && add_selection (self, leaf, array, &selection);
  rs_selection_clear (&selection);
  return is_added;
}

gboolean
rs_parts_add (RsInputs *inputs, RsSession *session, const GPtrArray *leaves, const RsValue *values, guint n,
              RsExtents *extents)
{
  Reader self = { .inputs = inputs, .session = session, .extents = extents };
  guint at = 0;

  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = leaves->pdata[i];
      const gboolean is_part = rs_expression_is_part (leaf);
      const guint n_indices = is_part ? leaf->n_children - RS_INDEX_FIRST : 0;

      g_assert (at + n_indices < n);
      if (is_part ? !add_part (&self, leaf, values[at], &values[at + 1], n_indices)
                  : !add_leaf (&self, leaf, values[at]))
        return FALSE;
      at += 1 + n_indices;
    }
  return self.has_extents && inputs->parts->len > 0;
}
