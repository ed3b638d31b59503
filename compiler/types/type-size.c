/* Sizes in type text that are written as arithmetic: vec(2*3).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

#define MAX_DEPTH 64

static gboolean
fold_binary (RsOperator op, gint64 a, gint64 b, gint64 *value)
{
  switch (op)
    {
    case RS_OP_ADD:
      return !__builtin_add_overflow (a, b, value);
    case RS_OP_SUBTRACT:
      return !__builtin_sub_overflow (a, b, value);
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      return !__builtin_mul_overflow (a, b, value);
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      if (b == 0 || b == -1 || a % b != 0)
        return FALSE;
      *value = a / b;
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
fold (const RsNode *node, gint64 *value, guint depth)
{
  gint64 a, b;

  if (!node || depth > MAX_DEPTH)
    return FALSE;
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      if (!(node->number >= 0 && node->number <= 9e15) || (node->flags & RS_NODE_IMAGINARY))
        return FALSE;
      *value = (gint64)node->number;
      return node->number == (double)*value;
    case RS_NODE_UNARY:
      if (!fold (rs_node_child (node, 0), &a, depth + 1))
        return FALSE;
      *value = node->op == RS_OP_NEGATE ? -a : a;
      return node->op == RS_OP_NEGATE || node->op == RS_OP_PLUS;
    case RS_NODE_BINARY:
      return fold (rs_node_child (node, 0), &a, depth + 1) && fold (rs_node_child (node, 1), &b, depth + 1)
             && fold_binary (node->op, a, b, value);
    default:
      return FALSE;
    }
}

gboolean
rs_size_from_node (const RsNode *node, gint64 *value)
{
  return fold (node, value, 0);
}
