/* `if e > m; m = e; endif`, which takes the largest value as `m = max(m, e)` does, but where m is NaN at the start.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/syntax/copy.h"

/* The only statement of the only branch; or NULL. */
static const RsNode *
only_statement (const RsNode *branch)
{
  const RsNode *block = branch->kind == RS_NODE_IF && branch->n_children == 2 ? branch->children[1] : NULL;
  const RsNode *statement = block && block->kind == RS_NODE_BLOCK && block->n_children == 1 ? block->children[0] : NULL;

  return statement && statement->kind == RS_NODE_EXPRESSION ? statement->children[0] : statement;
}

static gboolean
is_name_of (const RsNode *node, const RsNode *name)
{
  return node->kind == RS_NODE_NAME && node->symbol && node->symbol == name->symbol;
}

const RsNode *
b_find_extreme (const RsNode *branch, RsReduceOperator *reduce)
{
  const RsNode *assign = only_statement (branch), *condition, *target;
  gboolean is_greater;

  if (!assign || assign->kind != RS_NODE_ASSIGN || assign->op != RS_OP_ASSIGN)
    return NULL;
  condition = branch->children[0];
  target = assign->children[RS_ASSIGN_TARGET];
  if (condition->kind != RS_NODE_BINARY || target->kind != RS_NODE_NAME || !target->symbol)
    return NULL;
  is_greater = condition->op == RS_OP_GREATER || condition->op == RS_OP_GREATER_EQUAL;
  if (!is_greater && condition->op != RS_OP_LESS && condition->op != RS_OP_LESS_EQUAL)
    return NULL;
  for (guint side = 0; side < 2; side++)
    if (is_name_of (condition->children[side], target)
        && rs_node_equal (condition->children[1 - side], assign->children[RS_ASSIGN_VALUE]))
      {
        *reduce = is_greater == (side == 1) ? RS_REDUCE_MAXIMUM : RS_REDUCE_MINIMUM;
        return assign;
      }
  return NULL;
}
