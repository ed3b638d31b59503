/* Types of slices: what is left of an array when some of its dimensions are indexed by `:`, ranges or vectors.
 *
 * The rules are those of runtime/value/index/selection.c: one slice gives a vec (an N x 1 matrix when it is the first
 * of several dimensions), more of them an array that ends with the last one; dimensions with a number have size 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/constant.h"
#include "compiler/sema/infer/infer-private.h"

typedef struct {
  gboolean is_number;
  gint64 count; /* RS_SIZE_UNKNOWN where open */
} Axis;

/* How many numbers a..s..b has, when all three are known. */
static gint64
count_range (const RsNode *range)
{
  const RsNode *step = rs_node_child (range, RS_RANGE_STEP);
  gint64 low, high, by = 1;

  if (!rs_constant_integer (NULL, rs_node_child (range, RS_RANGE_LOW), &low)
      || !rs_constant_integer (NULL, rs_node_child (range, RS_RANGE_HIGH), &high)
      || (step && !rs_constant_integer (NULL, step, &by)) || by == 0)
    return RS_SIZE_UNKNOWN;
  return MAX ((high - low) / by + ((high - low) % by == 0 || (high > low) == (by > 0) ? 1 : 0), 0);
}

/* FALSE when nothing is known about what the index selects. */
static gboolean
read_axis (RsInference *self, const RsNode *index, gint64 size, Axis *axis)
{
  const RsType *type;

  *axis = (Axis){ .count = RS_SIZE_UNKNOWN };
  if (!index || index->kind == RS_NODE_SPREAD)
    return FALSE;
  if (index->kind == RS_NODE_COLON)
    {
      axis->count = size;
      return TRUE;
    }
  if (index->kind == RS_NODE_RANGE)
    {
      axis->count = count_range (index);
      return TRUE;
    }
  type = rs_infer_type (self, index);
  axis->is_number = type->kind == RS_TYPE_NUMBER;
  if (axis->is_number)
    axis->count = 1;
  else if (type->kind == RS_TYPE_ARRAY && type->rank == 1 && type->element != RS_ELEMENT_BOOL)
    axis->count = type->sizes[0];
  return type->kind == RS_TYPE_NUMBER || (type->kind == RS_TYPE_ARRAY && type->rank == 1);
}

static const RsType *
with_shape (RsInference *self, const RsType *array, int rank, const gint64 *sizes)
{
  RsType *type = (RsType *)rs_type_array (self->arena, array->element, rank);

  for (int d = 0; d < rank; d++)
    type->sizes[d] = sizes[d];
  return type;
}

const RsType *
rs_infer_slice (RsInference *self, const RsNode *node, const RsType *array)
{
  g_assert (node->kind == RS_NODE_INDEX);

  guint n = node->n_children - RS_INDEX_FIRST;
  gint64 sizes[RS_MAX_RANK];
  int n_slices = 0, last = -1;
  Axis axis;

  if (array->kind != RS_TYPE_ARRAY || array->rank == 0 || n == 0 || n > RS_MAX_RANK)
    return &rs_type_unknown;
  if ((int)n != array->rank && !(array->rank == 1 && n == 2))
    return &rs_type_unknown;
  for (guint i = 0; i < n; i++)
    {
      gint64 size = array->rank == 1 && n == 2 ? (i == 0 ? 1 : array->sizes[0]) : array->sizes[i];

      if (!read_axis (self, node->children[RS_INDEX_FIRST + i], size, &axis))
        return &rs_type_unknown;
      sizes[i] = axis.count;
      if (!axis.is_number)
        {
          n_slices++;
          last = (int)i;
        }
    }
  if (n_slices == 0)
    return rs_infer_element_value (array->element);
  if (n_slices > 1)
    return with_shape (self, array, MAX (2, last + 1), sizes);
  if (last == 0 && n > 1)
    return with_shape (self, array, 2, (gint64[]){ sizes[0], 1 });
  return with_shape (self, array, 1, &sizes[last]);
}
