/* Leaves of expressions that are parts of arrays: which of them a kernel may read where they lie.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/sema/names/symbol.h"

#define MAX_INDICES 4

gboolean
rs_expression_is_part (const RsNode *leaf)
{
  const RsNode *array = leaf->kind == RS_NODE_INDEX ? rs_node_child (leaf, RS_INDEX_ARRAY) : NULL;
  gboolean has_range = FALSE;

  if (!array || array->kind != RS_NODE_NAME || !array->symbol
      || (array->symbol->kind != RS_SYMBOL_VARIABLE && array->symbol->kind != RS_SYMBOL_CAPTURED)
      || leaf->n_children > RS_INDEX_FIRST + MAX_INDICES)
    return FALSE;
  for (guint i = RS_INDEX_FIRST; i < leaf->n_children; i++)
    {
      const RsNode *index = leaf->children[i];

      if (!index || index->kind == RS_NODE_SPREAD || index->kind == RS_NODE_PLACEHOLDER
          || index->kind == RS_NODE_NAMED_ARGUMENT)
        return FALSE;
      has_range |= index->kind == RS_NODE_RANGE || index->kind == RS_NODE_COLON;
    }
  return has_range;
}

/* Functions of the program may do anything. */
static gboolean
is_quiet (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_NAME:
    case RS_NODE_COLON:
    case RS_NODE_RANGE:
    case RS_NODE_INDEX:
    case RS_NODE_UNARY:
      break;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_USER)
        return FALSE;
      break;
    case RS_NODE_CALL:
      if (!callee || callee->kind != RS_NODE_NAME || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN
          || !(callee->symbol->builtin->flags & RS_BUILTIN_KERNEL))
        return FALSE;
      break;
    default:
      return FALSE;
    }
  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children; i++)
    if (node->children[i] && !is_quiet (node->children[i]))
      return FALSE;
  return TRUE;
}

gboolean
rs_expression_has_parts (const GPtrArray *leaves)
{
  gboolean has_parts = FALSE;

  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);

      if (!is_quiet (leaf))
        return FALSE;
      has_parts |= rs_expression_is_part (leaf);
    }
  return has_parts;
}
