/* Two names for one vector: `q = p` shares, so that `q[0] = 1` changes p (STDLIB 1.4).
 *
 * Vectors live in locals, which an assignment copies. Where nobody assigns elements, that can't be told from sharing;
 * elsewhere the second name is bound to the variable of the first, if both are assigned so plainly that they stay the
 * same vector wherever the second is read. What is less plain is left to the interpreter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/places/live.h"

#define CALLS_FOLLOWED 4

static gboolean may_change (const RsNode *body, const RsSymbol *symbol, guint depth);

static gboolean
is_name_of (const RsNode *node, const RsSymbol *symbol)
{
  return node && node->kind == RS_NODE_NAME && node->symbol == symbol;
}

gboolean
b_assigns_element (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_INDEX
      && is_name_of (node->children[RS_ASSIGN_TARGET]->children[RS_INDEX_ARRAY], symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && b_assigns_element (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

static gboolean
callee_may_change (const RsNode *call, const RsSymbol *symbol, guint depth)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsSymbol *function = callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  if (!function || function->kind != RS_SYMBOL_FUNCTION || !function->overloads)
    return FALSE;
  for (guint k = 0; k < function->overloads->len; k++)
    {
      const RsNode *overload = g_ptr_array_index (function->overloads, k);
      const RsNode *parameters = overload->children[RS_FUNCTION_PARAMETERS];

      for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children && i <= parameters->n_children; i++)
        if (is_name_of (call->children[i], symbol) && parameters->children[i - RS_CALL_FIRST_ARGUMENT]->symbol
            && may_change (overload, parameters->children[i - RS_CALL_FIRST_ARGUMENT]->symbol, depth + 1))
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_passed_on (const RsNode *node, const RsSymbol *symbol, guint depth)
{
  if (node->kind == RS_NODE_CALL && callee_may_change (node, symbol, depth))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_passed_on (node->children[i], symbol, depth))
      return TRUE;
  return FALSE;
}

/* Whether body, or a function that it calls, assigns elements of symbol. */
static gboolean
may_change (const RsNode *body, const RsSymbol *symbol, guint depth)
{
  return depth < CALLS_FOLLOWED && (b_assigns_element (body, symbol) || is_passed_on (body, symbol, depth));
}

/* Where names of a symbol stand. */
typedef struct {
  const RsSymbol *symbol;
  guint n_assigned;
  guint32 first;         /* occurrence, in the text */
  guint32 last_assigned;
} Occurrences;

static void
find_occurrences (Occurrences *found, const RsNode *node)
{
  if (is_name_of (node, found->symbol))
    found->first = MIN (found->first, node->span.start);
  if (node->kind == RS_NODE_ASSIGN && b_target_names (node->children[RS_ASSIGN_TARGET], found->symbol))
    {
      found->n_assigned += 1;
      found->last_assigned = MAX (found->last_assigned, node->span.start);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      find_occurrences (found, node->children[i]);
}

static const RsNode *
body_of (const Build *b)
{
  return b->frame == b->root && b->nest.n_levels > 0 ? b->nest.body : b->frame->node;
}

/* The name of `name` and `name : type`; anything else as it is. */
static const RsNode *
name_of_target (const RsNode *target)
{
  return target->kind == RS_NODE_TYPED ? target->children[RS_TYPED_EXPRESSION] : target;
}

/* Whether somewhere `name = symbol` gives a second name to a vector of which elements are assigned. */
static gboolean
gets_second_name (const RsNode *node, const RsNode *body, const RsSymbol *symbol)
{
  const RsNode *name = node->kind == RS_NODE_ASSIGN ? name_of_target (node->children[RS_ASSIGN_TARGET]) : NULL;

  if (name && node->op == RS_OP_ASSIGN && is_name_of (node->children[RS_ASSIGN_VALUE], symbol)
      && name->kind == RS_NODE_NAME && name->symbol
      && (may_change (body, symbol, 0) || may_change (body, name->symbol, 0)))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && gets_second_name (node->children[i], body, symbol))
      return TRUE;
  return FALSE;
}

gboolean
b_is_shared_vector (const RsNode *body, const RsSymbol *symbol)
{
  return is_passed_on (body, symbol, 0) || gets_second_name (body, body, symbol);
}

/* Both names would have to stand for one vector behind the loop, too. */
static gboolean
lives_on (const Build *b, const RsSymbol *symbol)
{
  return b->frame == b->root && b->nest.n_levels > 0 && rs_is_live_behind (b->root->scope, b->nest.loops[0], symbol);
}

/* TRUE when `target = value` was dealt with here (or is left to the interpreter); FALSE: an assignment like any
 * other. */
gboolean
b_share_vector (Build *b, const RsNode *target, const RsNode *value_node, const Value *value)
{
  const RsNode *body = body_of (b);
  const RsSymbol *symbol = (target = name_of_target (target))->symbol;
  Occurrences first = { value_node->symbol, 0, G_MAXUINT32, 0 }, second = { symbol, 0, G_MAXUINT32, 0 };
  Variable *variable;

  if (target->kind != RS_NODE_NAME || value_node->kind != RS_NODE_NAME || !symbol || !value_node->symbol
      || symbol == value_node->symbol || value->kind != VALUE_NUMBER || value->shape.rank == 0
      || (!may_change (body, symbol, 0) && !may_change (body, value_node->symbol, 0)))
    return FALSE;
  find_occurrences (&first, body);
  find_occurrences (&second, body);
  variable = b_find_variable (b, b->frame, value_node->symbol);
  if (!variable || variable->kind != VARIABLE_LOCAL || symbol->is_declared || lives_on (b, symbol)
      || second.n_assigned != 1
      || second.first != target->span.start || first.last_assigned > target->span.start)
    {
      b_not_supported (b, target, "a second name of a vector of which elements are assigned");
      return TRUE;
    }
  g_hash_table_insert (b->frame->variables, (gpointer)symbol, variable);
  return TRUE;
}
