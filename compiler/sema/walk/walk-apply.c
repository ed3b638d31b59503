/* What the analysis found out, carried out on the tree: for code generation.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/walk/walk-private.h"

/* A function is visible outside of the branch that defines it. */
static gboolean
defines_function (const RsNode *node)
{
  if (node->kind == RS_NODE_FUNCTION)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && defines_function (node->children[i]))
      return TRUE;
  return FALSE;
}

/* The node becomes a block with the statement in it, or without any. */
static void
make_block (RsModule *module, RsNode *node, RsNode *only)
{
  RsSpan span = node->span;

  *node = (RsNode){ .kind = RS_NODE_BLOCK, .span = span };
  if (!only)
    return;
  node->children = rs_arena_array (module->arena, RsNode *, 1);
  node->children[0] = only;
  node->n_children = 1;
}

/* Arms that are never taken go; behind one that is always taken, so does the rest. */
static void
apply_if (RsModule *module, RsNode *node)
{
  RsNode **kept = rs_arena_array (module->arena, RsNode *, node->n_children + 1);
  guint n = 0, i = 0;
  gboolean has_else = FALSE;

  if (defines_function (node))
    return;
  for (; i + 1 < node->n_children && !has_else; i += 2)
    {
      const RsNode *condition = node->children[i];

      if (condition && condition->flags & RS_NODE_NEVER)
        continue;
      has_else = condition && condition->flags & RS_NODE_ALWAYS;
      if (!has_else)
        kept[n++] = node->children[i];
      kept[n++] = node->children[i + 1];
    }
  if (!has_else && i < node->n_children)
    {
      kept[n++] = node->children[i];
      has_else = TRUE;
    }
  if (n <= 1)
    make_block (module, node, n == 1 && has_else ? kept[0] : NULL);
  else
    {
      node->children = kept;
      node->n_children = n;
    }
}

static gboolean
apply_ternary (RsNode *node)
{
  const RsNode *condition = node->children[RS_TERNARY_CONDITION];
  RsNode *chosen = NULL;

  if (condition && condition->flags & RS_NODE_ALWAYS)
    chosen = node->children[RS_TERNARY_THEN];
  else if (condition && condition->flags & RS_NODE_NEVER)
    chosen = node->children[RS_TERNARY_ELSE];
  if (chosen)
    *node = *chosen;
  return chosen != NULL;
}

static gboolean
is_empty_loop (const RsNode *node)
{
  return node->kind == RS_NODE_WHILE && rs_node_child (node, RS_WHILE_CONDITION)
         && node->children[RS_WHILE_CONDITION]->flags & RS_NODE_NEVER && !defines_function (node);
}

static gboolean
is_evaluated_assertion (const RsNode *statement)
{
  const RsNode *call = statement->kind == RS_NODE_EXPRESSION ? rs_node_child (statement, 0) : NULL;

  return call && call->kind == RS_NODE_CALL && call->flags & RS_NODE_EVALUATED;
}

/* One step; FALSE when nothing is left to do at this node. */
static gboolean
rewrite (RsModule *module, RsNode *node)
{
  if (node->kind == RS_NODE_META && node->flags & RS_NODE_EVALUATED)
    {
      *node = *rs_node_last (node);
      return TRUE;
    }
  if (node->kind == RS_NODE_TERNARY && node->n_children == 3)
    return apply_ternary (node);
  if (is_evaluated_assertion (node) || is_empty_loop (node))
    make_block (module, node, NULL);
  else if (node->kind == RS_NODE_IF)
    apply_if (module, node);
  return FALSE;
}

void
rs_logic_apply_tree (RsModule *module, RsNode *node)
{
  while (rewrite (module, node))
    ;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      rs_logic_apply_tree (module, node->children[i]);
}

void
rs_logic_apply (RsModule *module)
{
  rs_logic_apply_tree (module, module->root);
}
