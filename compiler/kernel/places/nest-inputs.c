/* Which variables flow into a loop nest.
 *
 * A variable that every iteration sets before it reads it is private to the iteration; everything else that the body
 * names is an input. A variable that only some iterations set is an input too when its value is read after the nest,
 * because then the old value may survive. The first is a question about definite assignment, answered by a structured
 * walk (Flow) over the body, which is asked of functions, too; live.c answers the second.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/live.h"
#include "compiler/kernel/places/nest.h"

#include "compiler/sema/names/symbol.h"

typedef struct {
  GHashTable *definite;    /* set of RsSymbol: certainly assigned on the way to this place */
  GHashTable *exposed_set; /* set of RsSymbol: read where not certainly assigned */
  GPtrArray *exposed;      /* the same in order of appearance */
  GHashTable *assigned;    /* set of RsSymbol: gets a value somewhere; loop variables are left out */
  guint function_depth;    /* inside how many inner functions */
  const RsNode *outputs;   /* LIST of a function: read where it ends; or NULL */
} Flow;

static void walk (Flow *flow, const RsNode *node);

static GHashTable *
copy_set (GHashTable *set)
{
  GHashTable *copy = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (copy, key);
  return copy;
}

static void
remove_all (GHashTable *set, GHashTable *others)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, others);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_remove (set, key);
}

static gboolean
is_missing (gpointer key, gpointer value, gpointer other)
{
  return !g_hash_table_contains (other, key);
}

/* --- names --- */

/* A function needs a closure when it captures a variable, itself or through the functions that it calls. */
static gboolean
needs_closure (const RsSymbol *function, guint depth)
{
  for (guint i = 0; i < function->overloads->len; i++)
    {
      const RsNode *declaration = g_ptr_array_index (function->overloads, i);

      for (guint k = 0; declaration->scope && k < declaration->scope->captures->len; k++)
        {
          const RsSymbol *origin = rs_symbol_get_origin (g_ptr_array_index (declaration->scope->captures, k));

          if (origin->kind != RS_SYMBOL_FUNCTION || depth > 32
              || (origin != function && needs_closure (origin, depth + 1)))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_input_symbol (const RsSymbol *symbol)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol);

  if (!origin)
    return FALSE;
  return origin->kind == RS_SYMBOL_VARIABLE || (origin->kind == RS_SYMBOL_FUNCTION && needs_closure (origin, 0));
}

static void
read_name (Flow *flow, const RsNode *node)
{
  RsSymbol *symbol = node->symbol;

  /* Inside an inner function, the variables of the function around it are captures. */
  if (flow->function_depth > 0)
    symbol = (RsSymbol *)rs_symbol_get_origin (symbol);
  if (!symbol || !is_input_symbol (symbol) || g_hash_table_contains (flow->definite, symbol))
    return;
  if (g_hash_table_add (flow->exposed_set, symbol))
    g_ptr_array_add (flow->exposed, symbol);
}

static void
assign (Flow *flow, const RsNode *target)
{
  switch (target->kind)
    {
    case RS_NODE_NAME:
      if (target->symbol)
        {
          g_hash_table_add (flow->definite, target->symbol);
          g_hash_table_add (flow->assigned, target->symbol);
        }
      break;
    case RS_NODE_TYPED:
    case RS_NODE_SPREAD:
      if (rs_node_child (target, 0))
        assign (flow, target->children[0]);
      break;
    case RS_NODE_MATRIX:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          assign (flow, target->children[i]);
      break;
    default:
      walk (flow, target);
    }
}

/* --- control --- */

static gboolean
leaves (const RsNode *block)
{
  const RsNode *last = rs_node_last (block);
  const gboolean is_choice = last && last->kind == RS_NODE_IF && last->n_children % 2 == 1;

  for (guint i = 1; is_choice && i < last->n_children; i += i + 2 < last->n_children ? 2 : 1)
    if (!last->children[i] || !leaves (last->children[i]))
      return FALSE;
  return is_choice
         || (last && (last->kind == RS_NODE_BREAK || last->kind == RS_NODE_CONTINUE || last->kind == RS_NODE_RETURN));
}

/* Walks one of several branches from the state `before`; *after becomes what is certain after all of them so far. */
static void
walk_branch (Flow *flow, const RsNode *branch, GHashTable *before, GHashTable **after)
{
  GHashTable *outer = flow->definite;

  flow->definite = copy_set (before);
  if (branch)
    walk (flow, branch);
  if (branch && leaves (branch))
    g_hash_table_unref (flow->definite);
  else if (!*after)
    *after = flow->definite;
  else
    {
      g_hash_table_foreach_remove (*after, is_missing, flow->definite);
      g_hash_table_unref (flow->definite);
    }
  flow->definite = outer;
}

static void
join_branches (Flow *flow, GHashTable *after)
{
  if (!after)
    return; /* no branch comes out here; what follows is never reached */
  g_hash_table_unref (flow->definite);
  flow->definite = after;
}

static void
walk_if (Flow *flow, const RsNode *node)
{
  GHashTable *after = NULL;
  guint i;

  for (i = 0; i + 1 < node->n_children; i += 2)
    {
      if (node->children[i])
        walk (flow, node->children[i]);
      walk_branch (flow, node->children[i + 1], flow->definite, &after);
    }
  walk_branch (flow, i < node->n_children ? node->children[i] : NULL, flow->definite, &after);
  join_branches (flow, after);
}

static void
walk_match (Flow *flow, const RsNode *node)
{
  GHashTable *after = NULL;
  gboolean complete = FALSE;

  if (rs_node_child (node, RS_MATCH_SUBJECT))
    walk (flow, node->children[RS_MATCH_SUBJECT]);
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children; i++)
    {
      const RsNode *arm = node->children[i], *pattern = arm ? rs_node_child (arm, RS_ARM_PATTERN) : NULL;

      if (!arm)
        continue;
      if (pattern && pattern->kind == RS_NODE_PLACEHOLDER)
        complete = TRUE;
      else if (pattern)
        walk (flow, pattern);
      walk_branch (flow, rs_node_child (arm, RS_ARM_BODY), flow->definite, &after);
    }
  if (!complete)
    walk_branch (flow, NULL, flow->definite, &after);
  join_branches (flow, after);
}

/* The body may run no time at all, so that nothing that it assigns is certain behind it. */
static void
walk_loop (Flow *flow, const RsNode *node)
{
  GHashTable *before;

  if (node->kind == RS_NODE_FOR && rs_node_child (node, RS_FOR_RANGE))
    walk (flow, node->children[RS_FOR_RANGE]);
  if (node->kind == RS_NODE_WHILE && rs_node_child (node, RS_WHILE_CONDITION))
    walk (flow, node->children[RS_WHILE_CONDITION]);
  before = copy_set (flow->definite);
  if (node->kind == RS_NODE_FOR)
    {
      const RsNode *variable = rs_node_child (node, RS_FOR_VARIABLE);

      if (variable && variable->kind == RS_NODE_TYPED)
        variable = rs_node_child (variable, RS_TYPED_EXPRESSION);
      if (variable && variable->symbol)
        g_hash_table_add (flow->definite, variable->symbol);
      if (rs_node_child (node, RS_FOR_BODY))
        walk (flow, node->children[RS_FOR_BODY]);
    }
  else
    {
      const RsNode *body = rs_node_child (node, node->kind == RS_NODE_WHILE ? RS_WHILE_BODY : RS_REPEAT_BODY);

      if (body)
        walk (flow, body);
      if (node->kind == RS_NODE_REPEAT && rs_node_child (node, RS_REPEAT_CONDITION))
        walk (flow, node->children[RS_REPEAT_CONDITION]);
    }
  g_hash_table_unref (flow->definite);
  flow->definite = before;
}

/* The body may end at any place. */
static void
walk_try (Flow *flow, const RsNode *node)
{
  GHashTable *before = copy_set (flow->definite);

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      {
        walk (flow, node->children[i]);
        g_hash_table_unref (flow->definite);
        flow->definite = copy_set (before);
      }
  g_hash_table_unref (before);
}

static void
walk_inner_function (Flow *flow, const RsNode *node)
{
  GHashTable *before = copy_set (flow->definite);

  flow->function_depth++;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      walk (flow, node->children[i]);
  flow->function_depth--;
  g_hash_table_unref (flow->definite);
  flow->definite = before;
}

static void
walk_assignment (Flow *flow, const RsNode *node)
{
  const RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET);

  if (rs_node_child (node, RS_ASSIGN_VALUE))
    walk (flow, node->children[RS_ASSIGN_VALUE]);
  if (!target)
    return;
  if (node->op != RS_OP_ASSIGN && target->kind == RS_NODE_NAME)
    read_name (flow, target);
  assign (flow, target);
}

static void
read_outputs (Flow *flow)
{
  for (guint i = 0; flow->outputs && i < flow->outputs->n_children; i++)
    read_name (flow, flow->outputs->children[i]);
}

static void
walk (Flow *flow, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_RETURN:
      if (rs_node_child (node, 0))
        walk (flow, node->children[0]);
      else if (flow->function_depth == 0)
        read_outputs (flow);
      break;
    case RS_NODE_NAME:
      read_name (flow, node);
      break;
    case RS_NODE_ASSIGN:
      walk_assignment (flow, node);
      break;
    case RS_NODE_IF:
      walk_if (flow, node);
      break;
    case RS_NODE_MATCH:
      walk_match (flow, node);
      break;
    case RS_NODE_FOR:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
      walk_loop (flow, node);
      break;
    case RS_NODE_TRY:
      walk_try (flow, node);
      break;
    case RS_NODE_FUNCTION:
    case RS_NODE_LAMBDA:
      walk_inner_function (flow, node);
      break;
    case RS_NODE_ATTRIBUTE:
    case RS_NODE_PRAGMA:
      break;
    default:
      for (guint i = 0; i < node->n_children; i++)
        if (node->children[i])
          walk (flow, node->children[i]);
    }
}

/* --- the inputs --- */

static void
flow_init (Flow *flow)
{
  *flow = (Flow){ 0 };
  flow->definite = g_hash_table_new (NULL, NULL);
  flow->exposed_set = g_hash_table_new (NULL, NULL);
  flow->exposed = g_ptr_array_new ();
  flow->assigned = g_hash_table_new (NULL, NULL);
}

static void
flow_clear (Flow *flow)
{
  g_hash_table_unref (flow->definite);
  g_hash_table_unref (flow->exposed_set);
  g_ptr_array_unref (flow->exposed);
  g_hash_table_unref (flow->assigned);
}

static const RsSymbol *
level_variable (const RsNode *loop)
{
  const RsNode *variable = loop->kind == RS_NODE_FOR ? rs_node_child (loop, RS_FOR_VARIABLE) : NULL;

  if (variable && variable->kind == RS_NODE_TYPED)
    variable = rs_node_child (variable, RS_TYPED_EXPRESSION);
  return variable ? variable->symbol : NULL;
}

/* Variables that some iterations leave alone and that are read afterwards. */
static void
add_surviving (const RsLoopNest *nest, const Flow *body, GPtrArray *inputs)
{
  g_autoptr (GHashTable) open = copy_set (body->assigned);
  const RsScope *scope = NULL;
  GHashTableIter iter;
  gpointer key;

  remove_all (open, body->definite);
  remove_all (open, body->exposed_set);
  g_hash_table_iter_init (&iter, open);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    scope = ((RsSymbol *)key)->scope;
  if (!scope || !scope->node)
    return;
  for (guint i = 0; i < scope->variables->len; i++)
    {
      RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (g_hash_table_contains (open, symbol) && rs_is_live_behind (scope, nest->loops[0], symbol))
        g_ptr_array_add (inputs, symbol);
    }
}

static gboolean
has_named_step (const RsLoopNest *nest)
{
  for (guint i = 0; i < nest->n_levels && !nest->is_open; i++)
    {
      const RsNode *step = rs_node_child (nest->ranges[i], RS_RANGE_STEP);

      if (step && step->kind == RS_NODE_NAME)
        return TRUE;
    }
  return FALSE;
}

/* Names of the ranges, where one of them says a step: whether iterations are apart may depend on which of these numbers
 * are the same. */
static void
walk_ranges (Flow *flow, const RsLoopNest *nest)
{
  for (guint i = 0; i < nest->n_levels; i++)
    {
      const RsNode *step = rs_node_child (nest->ranges[i], RS_RANGE_STEP);

      if (step)
        walk (flow, step);
      if (i > 0)
        walk (flow, nest->ranges[i]->children[RS_RANGE_HIGH]);
    }
}

GPtrArray *
rs_loop_nest_get_inputs (const RsLoopNest *nest)
{
  GPtrArray *inputs = g_ptr_array_new ();
  Flow flow;

  if (nest->n_levels == 0 || !nest->body)
    return inputs;
  flow_init (&flow);
  for (guint i = 0; i < nest->n_levels; i++)
    if (level_variable (nest->loops[i]))
      g_hash_table_add (flow.definite, (gpointer)level_variable (nest->loops[i]));
  walk (&flow, nest->body);
  if (has_named_step (nest))
    walk_ranges (&flow, nest);
  for (guint i = 0; i < flow.exposed->len; i++)
    g_ptr_array_add (inputs, g_ptr_array_index (flow.exposed, i));
  add_surviving (nest, &flow, inputs);
  flow_clear (&flow);
  return inputs;
}

gboolean
rs_function_sets_variables (const RsNode *function)
{
  g_assert (function->kind == RS_NODE_FUNCTION && function->children[RS_FUNCTION_BODY] != NULL);

  const RsNode *body = function->children[RS_FUNCTION_BODY];
  gboolean are_set = TRUE;
  Flow flow;

  flow_init (&flow);
  flow.outputs = rs_node_child (function, RS_FUNCTION_OUTPUTS);
  walk (&flow, body);
  if (!leaves (body))
    read_outputs (&flow);
  for (guint i = 0; i < flow.exposed->len; i++)
    {
      const RsSymbol *symbol = rs_symbol_get_origin (g_ptr_array_index (flow.exposed, i));

      are_set &= symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter;
    }
  flow_clear (&flow);
  return are_set;
}
