/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/inputs/loop-rows.h"

#include "runtime/value/array.h"

/* Shorter rows cost more than the divisions that they save. */
#define SHORTEST_ROW 32

static RsValue
find_value (const RsLoopNest *nest, const RsNode *name, const RsValue *values, guint n)
{
  g_autoptr (GPtrArray) symbols = rs_loop_nest_get_inputs (nest);

  for (guint i = 0; i < n; i++)
    if (symbols->pdata[i] == name->symbol)
      return values[i];
  return RS_NONE;
}

gint64
rs_loop_get_row_length (const RsSite *site, const RsRange *range, const RsValue *values, guint n)
{
  const RsNode *node = site->row_length;
  gint64 length = 0, dimension = 0;
  RsValue value;

  if (node == NULL || !range->is_integer || range->low != 0 || range->step != 1)
    return 0;
  if (node->kind == RS_NODE_NUMBER)
    rs_node_get_integer (node, &length);
  else if (node->kind == RS_NODE_NAME)
    {
      value = find_value (&site->nest, node, values, n);
      length = value.tag == RS_TAG_INT ? value.integer : 0;
    }
  else
    {
      value = find_value (&site->nest, rs_node_child (node, RS_CALL_FIRST_ARGUMENT), values, n);
      if (value.tag == RS_TAG_ARRAY
          && rs_node_get_integer (rs_node_child (node, RS_CALL_FIRST_ARGUMENT + 1), &dimension) && dimension >= 0
          && dimension < value.array->rank)
        length = value.array->dims[dimension];
    }
  return length >= SHORTEST_ROW && range->count > length && range->count % length == 0 ? length : 0;
}
