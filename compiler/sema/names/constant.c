/* Constants as sizes: `N : 'const = 3` and then `vec(N)` (manual 3.12).
 *
 * A variable counts as a constant when one assignment gives it its value, outside of loops, whether it is declared
 * 'const or not. The node of a size that is a constant keeps its text and carries the number, with the flag INTEGER, so
 * that compiler/types reads it like a literal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/constant.h"

#define DEEPEST 40

static gboolean evaluate (RsScope *scope, const RsNode *node, gint64 *value, guint depth);

static gboolean
evaluate_name (RsScope *scope, const RsNode *node, gint64 *value, guint depth)
{
  const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

  if (!symbol && scope && node->name)
    symbol = rs_symbol_get_origin (rs_scope_lookup (scope, node->name));
  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter || symbol->is_assigned_again
      || !symbol->initial)
    return FALSE;
  return evaluate (symbol->scope, symbol->initial, value, depth);
}

static gboolean
evaluate_binary (RsScope *scope, const RsNode *node, gint64 *value, guint depth)
{
  gint64 a, b;

  if (!rs_node_child (node, 0) || !rs_node_child (node, 1) || !evaluate (scope, node->children[0], &a, depth)
      || !evaluate (scope, node->children[1], &b, depth))
    return FALSE;
  switch (node->op)
    {
    case RS_OP_ADD:
      return !__builtin_add_overflow (a, b, value);
    case RS_OP_SUBTRACT:
      return !__builtin_sub_overflow (a, b, value);
    case RS_OP_MULTIPLY:
      return !__builtin_mul_overflow (a, b, value);
    default:
      return FALSE;
    }
}

static gboolean
evaluate (RsScope *scope, const RsNode *node, gint64 *value, guint depth)
{
  if (depth >= DEEPEST)
    return FALSE;
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      *value = (gint64)CLAMP (node->number, -0x1p53, 0x1p53);
      return (node->flags & RS_NODE_INTEGER) && !(node->flags & RS_NODE_IMAGINARY) && node->number <= 0x1p53;
    case RS_NODE_NAME:
      return evaluate_name (scope, node, value, depth + 1);
    case RS_NODE_UNARY:
      if ((node->op != RS_OP_NEGATE && node->op != RS_OP_PLUS) || !rs_node_child (node, 0)
          || !evaluate (scope, node->children[0], value, depth + 1))
        return FALSE;
      *value = node->op == RS_OP_NEGATE ? -*value : *value;
      return TRUE;
    case RS_NODE_BINARY:
      return evaluate_binary (scope, node, value, depth + 1);
    default:
      return FALSE;
    }
}

gboolean
rs_constant_integer (RsScope *scope, const RsNode *expression, gint64 *value)
{
  return expression && evaluate (scope, expression, value, 0);
}

void
rs_constant_annotate_type (RsScope *scope, RsNode *type)
{
  gboolean sizes = type->kind == RS_NODE_TYPE_SIZES || type->kind == RS_NODE_TYPE_DIMENSIONS;
  gint64 value;

  for (guint i = 0; i < type->n_children; i++)
    {
      RsNode *child = type->children[i];

      if (!child)
        continue;
      if (!sizes)
        rs_constant_annotate_type (scope, child);
      else if (child->kind != RS_NODE_NUMBER && child->kind != RS_NODE_COLON && !(child->flags & RS_NODE_INTEGER)
               && rs_constant_integer (scope, child, &value) && value >= 0)
        {
          child->number = (double)value;
          child->flags |= RS_NODE_INTEGER;
        }
    }
}
