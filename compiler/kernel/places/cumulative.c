/* Cumulative maps, see cumulative.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/cumulative.h"

#include "compiler/syntax/copy.h"

static const RsNode *
array_of (const RsNode *index)
{
  const RsNode *array = index->kind == RS_NODE_INDEX ? rs_node_child (index, RS_INDEX_ARRAY) : NULL;

  return array && array->kind == RS_NODE_NAME && array->symbol ? array : NULL;
}

static void
collect_stores (GPtrArray *stored, const RsNode *node)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;

  if (target && node->op == RS_OP_ASSIGN && array_of (target))
    g_ptr_array_add (stored, (gpointer)target);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_stores (stored, node->children[i]);
}

/* m - 1 and m + 2 without their constants. */
static const RsNode *
without_offset (const RsNode *node)
{
  while (node->kind == RS_NODE_BINARY && (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT)
         && node->children[1]->kind == RS_NODE_NUMBER)
    node = node->children[0];
  return node;
}

static gboolean
differs_by_constants (const RsNode *a, const RsNode *b)
{
  a = without_offset (a);
  b = without_offset (b);
  if (a->kind != RS_NODE_MATRIX || b->kind != RS_NODE_MATRIX || a->n_children != b->n_children)
    return rs_node_equal (a, b);
  for (guint i = 0; i < a->n_children; i++)
    if (!a->children[i] || !b->children[i] || !differs_by_constants (a->children[i], b->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_neighbour (const RsNode *store, const RsNode *read)
{
  const RsNode *array = array_of (read);

  if (!array || array->symbol != array_of (store)->symbol || read->n_children != store->n_children)
    return FALSE;
  for (guint i = RS_INDEX_FIRST; i < read->n_children; i++)
    if (!read->children[i] || !store->children[i] || !differs_by_constants (store->children[i], read->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
reads_neighbour (GPtrArray *stored, const RsNode *node)
{
  for (guint i = 0; i < stored->len && !g_ptr_array_find (stored, node, NULL); i++)
    if (is_neighbour (g_ptr_array_index (stored, i), node))
      return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && reads_neighbour (stored, node->children[i]))
      return TRUE;
  return FALSE;
}

gboolean
rs_loop_is_cumulative (const RsNode *body)
{
  g_autoptr (GPtrArray) stored = g_ptr_array_new ();

  collect_stores (stored, body);
  return stored->len > 0 && reads_neighbour (stored, body);
}
