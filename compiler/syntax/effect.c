/* Which expressions only look at values: names, members, elements and operators, no calls.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/ast.h"

static gboolean
only_looks (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_TARGET_TEST:
    case RS_NODE_STRING:
    case RS_NODE_NAME:
    case RS_NODE_COLON:
    case RS_NODE_UNARY:
    case RS_NODE_TERNARY:
    case RS_NODE_RANGE:
    case RS_NODE_INDEX:
    case RS_NODE_FIELD:
    case RS_NODE_MATRIX:
    case RS_NODE_CELL:
    case RS_NODE_EXPRESSION:
      return TRUE;
    case RS_NODE_BINARY:
      return node->op != RS_OP_USER;
    default:
      return FALSE;
    }
}

const RsNode *
rs_node_find_effect (const RsNode *node)
{
  if (!only_looks (node))
    return node;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *found = node->children[i] != NULL ? rs_node_find_effect (node->children[i]) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}
