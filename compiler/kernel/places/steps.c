/* Element-wise expressions that are written in steps, a statement each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/sema/names/symbol.h"

const RsNode *
rs_statement_get_assignment (const RsNode *statement)
{
  while (statement != NULL && statement->kind == RS_NODE_EXPRESSION)
    statement = rs_node_child (statement, 0);
  return statement != NULL && statement->kind == RS_NODE_ASSIGN && statement->children[RS_ASSIGN_TARGET] != NULL
                 && statement->children[RS_ASSIGN_VALUE] != NULL
             ? statement
             : NULL;
}

/* The variable that the statement gives the value of an expression; NULL: it is no such statement. */
static const RsSymbol *
assigned_variable (const RsNode *statement)
{
  const RsNode *assign = rs_statement_get_assignment (statement);

  return assign != NULL && assign->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME
                 && rs_expression_is_elementwise (assign->children[RS_ASSIGN_VALUE])
             ? assign->children[RS_ASSIGN_TARGET]->symbol
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
