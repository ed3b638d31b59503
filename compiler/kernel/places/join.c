/* Statements that compute an expression in steps, as the one expression that they come to: what a variable was given
 * stands in the place of its name, as long as nothing else reads it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/kernel/places/live.h"
#include "compiler/syntax/copy.h"

#define MOST_STEPS 16
#define MOST_NODES 150 /* of the tree, in which a value that is read twice stands twice */

/* What a variable stands for. */
typedef struct {
  const RsSymbol *symbol;
  RsNode *value;
  guint n_nodes;
  gboolean is_read;
  gboolean is_replaced; /* by a later step: names mean that one */
} Step;

typedef struct {
  RsArena *arena;
  const RsScope *scope;
  Step steps[MOST_STEPS];
  guint n_steps;
  GPtrArray *leaves; /* of the statement that is looked at */
  guint n_nodes;
  gboolean is_read, has_problem; /* by it */
} Join;

static Step *
find_step (Join *self, const RsSymbol *symbol)
{
  for (guint i = 0; i < self->n_steps; i++)
    if (self->steps[i].symbol == symbol && !self->steps[i].is_replaced)
      return &self->steps[i];
  return NULL;
}

/* Whether it names a variable that the steps before it would have to be done for. */
static gboolean
waits (Join *self, const RsNode *node)
{
  if (node->kind == RS_NODE_NAME && node->symbol && find_step (self, node->symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && waits (self, node->children[i]))
      return TRUE;
  return FALSE;
}

static RsNode *
replace (const RsNode *node, gpointer data)
{
  Join *self = data;
  Step *step = node->kind == RS_NODE_NAME && node->symbol ? find_step (self, node->symbol) : NULL;

  self->n_nodes++;
  if (step)
    {
      step->is_read = self->is_read = TRUE;
      self->n_nodes += step->n_nodes;
      return step->value;
    }
  if (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR))
    self->has_problem = TRUE;
  if (!g_ptr_array_find (self->leaves, node, NULL))
    return NULL;
  self->has_problem = self->has_problem || waits (self, node);
  return (RsNode *)node;
}

/* value in terms of what was there before the steps; NULL: it can't be said so. */
static RsNode *
substitute (Join *self, const RsNode *value)
{
  const RsNodeCopy how = { self->arena, replace, self, .keep_symbols = TRUE };
  RsNode *node;

  self->leaves = rs_expression_get_leaves (value);
  self->n_nodes = 0;
  self->is_read = self->has_problem = FALSE;
  node = rs_node_copy (&how, value);
  g_ptr_array_unref (self->leaves);
  return self->has_problem || self->n_nodes > MOST_NODES ? NULL : node;
}

static gboolean
are_cheap (const RsNode *node)
{
  g_autoptr (GPtrArray) leaves = rs_expression_get_leaves (node);

  for (guint i = 0; i < leaves->len; i++)
    if (!rs_expression_is_cheap (leaves->pdata[i]))
      return FALSE;
  return leaves->len > 0;
}

/* A variable of the function that takes whatever it is given. */
static gboolean
is_open (const Join *self, const RsNode *target)
{
  const RsSymbol *symbol = target->kind == RS_NODE_NAME ? target->symbol : NULL;

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope == self->scope && !symbol->is_declared
         && symbol->integer_rule != RS_INTEGER_COMPUTED && symbol->type && symbol->type->kind != RS_TYPE_NUMBER;
}

static gboolean
add_step (Join *self, const RsNode *target, const RsNode *value)
{
  RsNode *joined;
  Step *before;

  if (self->n_steps == MOST_STEPS || !is_open (self, target) || rs_expression_is_reduction (value)
      || !(rs_expression_is_elementwise (value) || rs_expression_is_view (value)))
    return FALSE;
  joined = substitute (self, value);
  if (!joined || !are_cheap (joined))
    return FALSE;
  before = find_step (self, target->symbol);
  if (before)
    before->is_replaced = TRUE;
  if (joined != value)
    joined->flags |= RS_NODE_STEP;
  self->steps[self->n_steps++] = (Step){ target->symbol, joined, self->n_nodes, FALSE, FALSE };
  return TRUE;
}

/* The outermost expression below node that reads all the steps that node does, and that one kernel can compute; NULL:
 * there is none. */
static const RsNode *
find_place (Join *self, const RsNode *node, RsNode **joined)
{
  const RsNode *only = NULL;

  *joined = substitute (self, node);
  if (*joined && self->is_read && are_cheap (*joined)
      && (rs_expression_is_elementwise (*joined) || rs_expression_is_sum_along (*joined)))
    return node;
  if ((node->kind != RS_NODE_UNARY && node->kind != RS_NODE_BINARY && node->kind != RS_NODE_CALL)
      || node->op == RS_OP_AND || node->op == RS_OP_OR)
    return NULL;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && waits (self, node->children[i]))
      {
        if (only)
          return NULL;
        only = node->children[i];
      }
  return only ? find_place (self, only, joined) : NULL;
}

/* Where the statement needs the steps; NULL: it does not, or not it alone. */
static const RsNode *
find_end (Join *self, const RsNode *statement, const RsNode *assign, RsNode **joined)
{
  const RsNode *target = assign->children[RS_ASSIGN_TARGET], *value = assign->children[RS_ASSIGN_VALUE], *place;
  const gboolean is_whole = assign->op == RS_OP_ASSIGN && target->kind == RS_NODE_NAME;

  if ((target->kind != RS_NODE_NAME && target->kind != RS_NODE_INDEX) || (!is_whole && waits (self, target))
      || !rs_expression_is_quiet (value) || !rs_expression_is_quiet (target))
    return NULL;
  place = find_place (self, value, joined);
  for (guint i = 0; place && i < self->n_steps; i++)
    if (!self->steps[i].is_read
        || ((!is_whole || self->steps[i].symbol != target->symbol)
            && rs_is_live_behind (self->scope, statement, self->steps[i].symbol)))
      return NULL;
  return place;
}

guint
rs_expression_join (RsArena *arena, const RsScope *scope, const RsNode *block, guint first, const RsNode **place,
                    const RsNode **joined)
{
  Join self = { .arena = arena, .scope = scope };
  guint n = 0;

  g_assert (block->kind == RS_NODE_BLOCK && first < block->n_children);
  for (guint i = first; i < block->n_children; i++)
    {
      const RsNode *statement = block->children[i], *assign = rs_statement_get_assignment (statement), *end;
      RsNode *value;

      end = assign && i > first ? find_end (&self, statement, assign, &value) : NULL;
      if (end)
        {
          *place = end;
          *joined = value;
          n = i - first;
        }
      if (!assign || assign->op != RS_OP_ASSIGN
          || !add_step (&self, assign->children[RS_ASSIGN_TARGET], assign->children[RS_ASSIGN_VALUE]))
        break;
    }
  return n;
}
