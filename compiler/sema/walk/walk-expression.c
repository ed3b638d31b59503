/* Expressions: meta functions get their values, conditions inside are decided, lambdas are walked.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/walk/walk-private.h"

#include "compiler/sema/meta/meta.h"
#include "compiler/syntax/copy.h"

static void walk (RsLogicWalk *self, RsNode *node);

/* --- META nodes --- */

static RsNode *
value_of_meta (const RsNode *node, gpointer data)
{
  RsNodeCopy copy = { data, value_of_meta, data, TRUE };

  if (node->kind == RS_NODE_META && node->flags & RS_NODE_EVALUATED)
    return rs_node_copy (&copy, rs_node_last (node));
  return NULL;
}

static gboolean
has_evaluated (const RsNode *node)
{
  if (node->kind == RS_NODE_META && node->flags & RS_NODE_EVALUATED)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_evaluated (node->children[i]))
      return TRUE;
  return FALSE;
}

RsNode *
rs_logic_expand (RsLogicWalk *self, RsNode *node)
{
  RsNodeCopy copy = { self->arena, value_of_meta, self->arena, TRUE };

  return has_evaluated (node) ? rs_node_copy (&copy, node) : node;
}

/* original becomes a META node whose last child is its value. */
static void
set_value (RsLogicWalk *self, RsNode *node, RsNode *value)
{
  RsNode **children = rs_arena_array (self->module->arena, RsNode *, node->n_children + 1);

  for (guint i = 0; i < node->n_children; i++)
    children[i] = node->children[i];
  children[node->n_children++] = value;
  node->children = children;
  node->flags |= RS_NODE_EVALUATED;
  self->changed = TRUE;
}

static void
evaluate_meta (RsLogicWalk *self, RsNode *node)
{
  RsMeta meta = { self->module, self->diagnostics, self->facts, self->functions, self->is_for_cpu };
  RsNode *value;

  if (!self->diagnostics || node->flags & RS_NODE_EVALUATED || !rs_meta_handles (node))
    return;
  value = rs_meta_evaluate (&meta, node);
  if (value)
    set_value (self, node, value);
}

/* $inline(f)(x): the whole call turns into its value, where the function can be put in its place. */
static gboolean
walk_inlined_call (RsLogicWalk *self, RsNode *node)
{
  RsMeta meta = { self->module, self->diagnostics, self->facts, self->functions, FALSE };
  RsNode *callee = rs_node_child (node, RS_CALL_CALLEE), *value, *original;

  if (!self->diagnostics || !callee || callee->kind != RS_NODE_META || !rs_meta_is_inline (callee))
    return FALSE;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    if (node->children[i])
      walk (self, node->children[i]);
  value = rs_meta_inline (&meta, node);
  if (!value)
    return FALSE;
  original = rs_arena_memdup (self->module->arena, node, sizeof *node);
  *node = (RsNode){ .kind = RS_NODE_META, .span = original->span, .name = callee->name, .n_children = 1 };
  node->children = rs_arena_memdup (self->module->arena, &original, sizeof original);
  set_value (self, node, value);
  return TRUE;
}

/* --- conditions --- */

RsAnswer
rs_logic_mark_condition (RsLogicWalk *self, RsNode *condition, const RsNode *expanded)
{
  RsAnswer answer = rs_logic_is_pure (expanded) ? rs_logic_decide (self->facts, expanded) : RS_ANSWER_UNKNOWN;

  if (!self->diagnostics || answer == RS_ANSWER_UNKNOWN)
    return answer;
  condition->flags |= answer == RS_ANSWER_TRUE ? RS_NODE_ALWAYS : RS_NODE_NEVER;
  return answer;
}

static void
walk_with (RsLogicWalk *self, RsNode *node, const RsNode *condition, gboolean sense)
{
  RsFacts *outer = self->facts;

  self->facts = rs_facts_copy (outer);
  if (rs_facts_assume (self->facts, condition, sense) == RS_ANSWER_FALSE)
    rs_facts_set_unreachable (self->facts);
  walk (self, node);
  self->facts = outer;
}

static void
walk_ternary (RsLogicWalk *self, RsNode *node)
{
  RsNode *condition = node->children[RS_TERNARY_CONDITION];
  const RsNode *expanded;

  walk (self, condition);
  expanded = rs_logic_expand (self, condition);
  rs_logic_mark_condition (self, condition, expanded);
  if (node->children[RS_TERNARY_THEN])
    walk_with (self, node->children[RS_TERNARY_THEN], expanded, TRUE);
  if (node->children[RS_TERNARY_ELSE])
    walk_with (self, node->children[RS_TERNARY_ELSE], expanded, FALSE);
}

static void
walk_junction (RsLogicWalk *self, RsNode *node)
{
  walk (self, node->children[0]);
  walk_with (self, node->children[1], rs_logic_expand (self, node->children[0]), node->op == RS_OP_AND);
}

/* --- walk --- */

static void
walk (RsLogicWalk *self, RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_META:
      evaluate_meta (self, node);
      return;
    case RS_NODE_LAMBDA:
      rs_logic_walk_function (self, node);
      return;
    case RS_NODE_CALL:
      if (rs_logic_walk_assertion (self, node) || walk_inlined_call (self, node))
        return;
      break;
    case RS_NODE_TERNARY:
      if (node->n_children == 3 && node->children[RS_TERNARY_CONDITION])
        {
          walk_ternary (self, node);
          return;
        }
      break;
    case RS_NODE_BINARY:
      if ((node->op == RS_OP_AND || node->op == RS_OP_OR) && node->children[0] && node->children[1])
        {
          walk_junction (self, node);
          return;
        }
      break;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      walk (self, node->children[i]);
  if (node->kind == RS_NODE_ASSIGN)
    rs_logic_forget_changes (self->facts, node);
  else if (node->kind == RS_NODE_CALL)
    {
      rs_logic_walk_launch (self, node);
      rs_logic_walk_shared (self, node);
    }
}

void
rs_logic_walk_expression (RsLogicWalk *self, RsNode *node)
{
  if (self->visit)
    self->visit (node, self->facts, self->data);
  walk (self, node);
  rs_logic_forget_changes (self->facts, node);
}
