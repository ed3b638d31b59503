/* Element-wise expressions that are written in steps, a statement each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/sema/names/symbol.h"

/* The variable that the statement gives the value of an expression; NULL: it is no such statement. */
static const RsSymbol *
assigned_variable (const RsNode *statement)
{
  const RsNode *target, *value;

  while (statement != NULL && statement->kind == RS_NODE_EXPRESSION)
    statement = rs_node_child (statement, 0);
  if (statement == NULL || statement->kind != RS_NODE_ASSIGN)
    return NULL;
  target = rs_node_child (statement, RS_ASSIGN_TARGET);
  value = rs_node_child (statement, RS_ASSIGN_VALUE);
  return target != NULL && value != NULL && target->kind == RS_NODE_NAME && rs_expression_is_elementwise (value)
             ? target->symbol
             : NULL;
}

static gboolean
mentions (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_NAME && node->symbol == symbol)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && mentions (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

gboolean
rs_has_expression_steps (const RsNode *node)
{
  const RsSymbol *before = NULL;

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      const RsSymbol *symbol;

      if (child == NULL)
        continue;
      symbol = node->kind == RS_NODE_BLOCK ? assigned_variable (child) : NULL;
      if ((symbol != NULL && before != NULL && mentions (child, before))
          || (child->kind != RS_NODE_FUNCTION && rs_has_expression_steps (child)))
        return TRUE;
      before = symbol;
    }
  return FALSE;
}
