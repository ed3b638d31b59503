/* One walk over the tree in the order of execution, with one bit: may the value that the nest has left still be in the
 * variable? What a loop's body leaves may stand at its beginning: a body is walked again when it does, which is enough
 * for one bit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/live.h"

typedef struct {
  const RsNode *nest;
  const RsSymbol *symbol;
  gboolean holds; /* the nest's value may be in the variable here */
  gboolean left;  /* ... where a break or continue leaves the innermost loop around */
  gboolean is_found; /* the nest was met */
  gboolean is_live;
  guint function_depth; /* inside how many inner functions */
} Walk;

static void walk (Walk *self, const RsNode *node);

static gboolean
is_it (const Walk *self, const RsNode *node)
{
  if (node->kind == RS_NODE_TYPED)
    return is_it (self, node->children[0]);
  return node->kind == RS_NODE_NAME && node->symbol
         && (node->symbol == self->symbol || rs_symbol_get_origin (node->symbol) == self->symbol);
}

static void
walk_children (Walk *self, const RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      walk (self, node->children[i]);
}

/* A target: the variable itself gets another value; what an index or a member names is read. */
static void
walk_target (Walk *self, const RsNode *target)
{
  if (is_it (self, target))
    self->holds = FALSE;
  else if (target->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < target->n_children; i++)
      walk_target (self, target->children[i]);
  else
    walk (self, target);
}

static void
walk_assignment (Walk *self, const RsNode *node)
{
  walk (self, node->children[RS_ASSIGN_VALUE]);
  if (node->op != RS_OP_ASSIGN)
    walk (self, node->children[RS_ASSIGN_TARGET]);
  walk_target (self, node->children[RS_ASSIGN_TARGET]);
}

/* Conditions and blocks, or a subject and arms: at most one of the blocks runs, and one does where there is an else. */
static void
walk_choices (Walk *self, const RsNode *node)
{
  const gboolean has_else = node->kind == RS_NODE_IF && node->n_children % 2 == 1;
  gboolean after = FALSE;

  for (guint i = 0; i < node->n_children; i++)
    {
      const gboolean before = self->holds;

      walk (self, node->children[i]);
      if (node->children[i]->kind != RS_NODE_BLOCK && node->children[i]->kind != RS_NODE_ARM)
        continue;
      after = after || self->holds;
      self->holds = before;
    }
  self->holds = after || (!has_else && self->holds);
}

static void
walk_round (Walk *self, const RsNode *node)
{
  self->left = FALSE;
  if (node->kind == RS_NODE_FOR)
    {
      walk_target (self, node->children[RS_FOR_VARIABLE]);
      walk (self, node->children[RS_FOR_BODY]);
    }
  else if (node->kind == RS_NODE_WHILE)
    walk_children (self, node);
  else
    {
      walk (self, node->children[RS_REPEAT_BODY]);
      self->holds = self->holds || self->left; /* continue leads to the condition */
      walk (self, node->children[RS_REPEAT_CONDITION]);
    }
  self->holds = self->holds || self->left;
}

/* for k = 0..9: there is an iteration, so that its variable gets another value. */
static gboolean
has_iterations (const RsNode *loop)
{
  const RsNode *range = loop->kind == RS_NODE_FOR ? loop->children[RS_FOR_RANGE] : NULL;
  const RsNode *low, *step, *high;

  if (!range || range->kind != RS_NODE_RANGE)
    return FALSE;
  low = rs_node_child (range, RS_RANGE_LOW);
  step = rs_node_child (range, RS_RANGE_STEP);
  high = rs_node_child (range, RS_RANGE_HIGH);
  return low && low->kind == RS_NODE_NUMBER && high && high->kind == RS_NODE_NUMBER && low->number <= high->number
         && (!step || (step->kind == RS_NODE_NUMBER && step->number > 0));
}

static void
walk_loop (Walk *self, const RsNode *node)
{
  const gboolean outer_left = self->left;
  gboolean before;

  if (node->kind == RS_NODE_FOR)
    walk (self, node->children[RS_FOR_RANGE]);
  before = self->holds;
  walk_round (self, node);
  if (self->holds && !before)
    walk_round (self, node);
  self->holds = self->holds || (before && !has_iterations (node));
  self->left = outer_left;
}

static gboolean
contains (const RsNode *node, const RsNode *part)
{
  if (node == part)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && contains (node->children[i], part))
      return TRUE;
  return FALSE;
}

/* The handlers begin wherever the body was left. */
static void
walk_try (Walk *self, const RsNode *node)
{
  const gboolean thrown = self->holds || contains (node->children[RS_TRY_BODY], self->nest);
  gboolean after;

  walk (self, node->children[RS_TRY_BODY]);
  after = self->holds;
  for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
    {
      self->holds = thrown;
      if (node->children[i])
        walk_target (self, node->children[i]);
      walk (self, node->children[i + 1]);
      after = after || self->holds;
    }
  self->holds = after;
}

/* What is defined with := is computed where it is used. */
static void
walk_definition (Walk *self, const RsNode *node)
{
  const gboolean before = self->holds;

  self->holds = TRUE;
  walk (self, node->children[RS_ASSIGN_VALUE]);
  self->holds = before;
  walk_target (self, node->children[RS_ASSIGN_TARGET]);
}

/* A closure takes what it reads where it is made. */
static void
walk_function (Walk *self, const RsNode *node)
{
  const gboolean holds = self->holds, left = self->left;

  self->function_depth++;
  walk_children (self, node);
  self->function_depth--;
  self->holds = holds;
  self->left = left;
}

/* The caller gets what the outputs hold. */
static void
leave_function (Walk *self)
{
  if (self->holds && self->symbol->is_output && self->function_depth == 0)
    self->is_live = TRUE;
  self->holds = FALSE;
}

static void
walk (Walk *self, const RsNode *node)
{
  if (node == self->nest)
    {
      self->holds = self->is_found = TRUE;
      return;
    }
  switch (node->kind)
    {
    case RS_NODE_NAME:
      if (self->holds && is_it (self, node))
        self->is_live = TRUE;
      break;
    case RS_NODE_ASSIGN:
      walk_assignment (self, node);
      break;
    case RS_NODE_DEFINE:
      walk_definition (self, node);
      break;
    case RS_NODE_FUNCTION:
    case RS_NODE_LAMBDA:
      walk_function (self, node);
      break;
    case RS_NODE_IF:
    case RS_NODE_MATCH:
      walk_choices (self, node);
      break;
    case RS_NODE_FOR:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
      walk_loop (self, node);
      break;
    case RS_NODE_TRY:
      walk_try (self, node);
      break;
    case RS_NODE_BREAK:
    case RS_NODE_CONTINUE:
      self->left = self->left || self->holds;
      self->holds = FALSE;
      break;
    case RS_NODE_RETURN:
      walk_children (self, node);
      leave_function (self);
      break;
    default:
      walk_children (self, node);
    }
}

gboolean
rs_is_live_behind (const RsScope *scope, const RsNode *nest, const RsSymbol *symbol)
{
  const gboolean is_run = nest->kind == RS_NODE_FOR && (nest->flags & RS_NODE_STEP);
  Walk self = { .nest = is_run ? rs_node_last (nest->children[RS_FOR_BODY]) : nest, .symbol = symbol };

  if (symbol->is_exposed || (rs_symbol_is_global (symbol) && symbol->is_captured))
    return TRUE;
  walk_children (&self, scope->node);
  leave_function (&self);
  return self.is_live || !self.is_found;
}
