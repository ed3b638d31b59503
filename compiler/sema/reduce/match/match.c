/* A pattern against an expression: same shape, and for each variable an operand of its type.
 *
 * A variable that stands twice in the pattern has to stand for the same text. Functions are compared by name and by
 * what the name means, so that a variable which happens to be called like the function of a pattern does not match it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/syntax/copy.h"

#include <string.h>

typedef struct {
  RsReducer *reducer;
  RsMatch *match;
  const RsPlace *place;
} Matcher;

static gboolean match_node (Matcher *self, const RsNode *pattern, RsNode *node);

/* --- operands --- */

RsOperand *
rs_match_find (const RsMatch *match, const RsSymbol *symbol)
{
  symbol = rs_symbol_get_origin (symbol); /* in a lambda of the replacement it is captured */
  for (guint i = 0; symbol && i < match->n_operands; i++)
    if (match->operands[i].parameter == symbol)
      return &match->operands[i];
  return NULL;
}

static gboolean
is_callee_without_meaning (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  return callee && callee->kind == RS_NODE_NAME && (!callee->symbol || callee->symbol->kind == RS_SYMBOL_SYMBOLIC);
}

gboolean
rs_reduce_is_pending (RsReducer *self, const RsNode *node)
{
  self->effort.n_visits++;
  if (g_hash_table_contains (self->tried, node)) /* run time knows what becomes of it */
    return FALSE;
  if (is_callee_without_meaning (node) || (node->kind == RS_NODE_BINARY && node->op == RS_OP_USER))
    return TRUE;
  if (node->kind == RS_NODE_LAMBDA)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && rs_reduce_is_pending (self, node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
calls_without_meaning (const RsNode *node)
{
  if (is_callee_without_meaning (node))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && calls_without_meaning (node->children[i]))
      return TRUE;
  return FALSE;
}

gboolean
rs_reduce_is_symbolic (RsReducer *self, const RsReduction *reduction)
{
  const RsNode *pattern = reduction->pattern;

  if (!is_callee_without_meaning (pattern))
    return FALSE;
  for (guint i = 0; i < self->visible->len; i++)
    {
      const RsReduction *other = g_ptr_array_index (self->visible, i);

      if (is_callee_without_meaning (other->pattern)
          && other->pattern->children[RS_CALL_CALLEE]->name == pattern->children[RS_CALL_CALLEE]->name
          && calls_without_meaning (other->replacement))
        return TRUE;
    }
  return FALSE;
}

static gboolean
names_symbolic (const RsNode *node)
{
  if (node->kind == RS_NODE_NAME && node->symbol && node->symbol->kind == RS_SYMBOL_SYMBOLIC)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_symbolic (node->children[i]))
      return TRUE;
  return FALSE;
}

/* A variable that gets its first value here, as in `y := x`, has no type that could contradict. */
static gboolean
is_new_variable (const Matcher *self, const RsNode *node)
{
  const RsNode *root = *self->place->slot;

  return (root->kind == RS_NODE_ASSIGN || root->kind == RS_NODE_DEFINE) && rs_node_child (root, 0) == node
         && node->kind == RS_NODE_NAME && node->symbol && !node->symbol->is_declared
         && node->symbol->type->kind == RS_TYPE_UNKNOWN;
}

static RsNode *
type_node_of (const RsMatch *match, const RsSymbol *parameter)
{
  const RsNode *list = match->reduction->node->children[RS_REDUCTION_PARAMETERS];

  for (guint i = 0; i < list->n_children; i++)
    if (list->children[i] && list->children[i]->symbol == parameter)
      return rs_node_child (list->children[i], RS_PARAMETER_TYPE);
  return NULL;
}

static gboolean
has_type_parameters (const RsReduction *reduction)
{
  const RsNode *list = rs_node_child (reduction->node, RS_REDUCTION_TYPE_PARAMETERS);

  return list && list->n_children > 0;
}

static gboolean
match_type (Matcher *self, const RsSymbol *parameter, RsNode *node)
{
  RsNode *type_node = type_node_of (self->match, parameter);
  const RsType *formal = type_node ? parameter->type : &rs_type_unknown;
  RsOpenType open = { node, formal, type_node };
  const RsType *actual;

  if (formal->kind == RS_TYPE_UNKNOWN)
    return rs_reduce_match_type (formal, formal, &self->match->distance) == RS_DECIDED_YES;
  self->reducer->inference.assumed = self->place->assumed;
  actual = rs_infer_type (&self->reducer->inference, node);
  switch (rs_reduce_match_type (formal, actual, &self->match->distance))
    {
    case RS_DECIDED_YES:
      return TRUE;
    case RS_DECIDED_NO:
      return FALSE;
    default:
      break;
    }
  if (rs_reduce_is_pending (self->reducer, node))
    return FALSE; /* until it has been replaced itself */
  if (names_symbolic (node) || is_new_variable (self, node))
    return TRUE;
  if (has_type_parameters (self->match->reduction))
    return self->match->is_late = TRUE;
  g_array_append_val (self->match->open, open);
  return TRUE;
}

static gboolean
bind (Matcher *self, RsOperand *operand, RsNode *node)
{
  if (node->kind == RS_NODE_SPREAD || node->kind == RS_NODE_NAMED_ARGUMENT || node->kind == RS_NODE_PLACEHOLDER)
    return FALSE;
  if (operand->node)
    return rs_node_equal (operand->node, node);
  if (!match_type (self, operand->parameter, node))
    return FALSE;
  operand->node = node;
  return TRUE;
}

/* --- trees --- */

static gboolean
is_variadic (const RsMatch *match, const RsNode *pattern)
{
  RsOperand *operand = pattern && pattern->kind == RS_NODE_NAME ? rs_match_find (match, pattern->symbol) : NULL;

  return operand && operand->list;
}

static gboolean
match_rest (Matcher *self, const RsNode *pattern, const RsNode *node, guint first)
{
  RsOperand *operand = rs_match_find (self->match, pattern->symbol);

  if (operand->list->len > 0)
    return FALSE;
  for (guint i = first; i < node->n_children; i++)
    {
      RsNode *child = node->children[i];

      if (!child || child->kind == RS_NODE_SPREAD || child->kind == RS_NODE_NAMED_ARGUMENT)
        return FALSE;
      g_ptr_array_add (operand->list, child);
    }
  return TRUE;
}

static gboolean
match_children (Matcher *self, const RsNode *pattern, const RsNode *node)
{
  for (guint i = 0; i < pattern->n_children; i++)
    {
      const RsNode *p = pattern->children[i];

      if (i + 1 == pattern->n_children && pattern->kind != RS_NODE_BINARY && is_variadic (self->match, p))
        return match_rest (self, p, node, i);
      if (i >= node->n_children || !p != !node->children[i])
        return FALSE;
      if (p && !match_node (self, p, node->children[i]))
        return FALSE;
    }
  return node->n_children == pattern->n_children;
}

/* Both names mean one thing, or neither means a variable. */
static gboolean
match_name (const RsNode *pattern, const RsNode *node)
{
  const RsSymbol *a = rs_symbol_get_origin (pattern->symbol), *b = rs_symbol_get_origin (node->symbol);

  if (pattern->name != node->name)
    return FALSE;
  return a == b || !((a && a->kind == RS_SYMBOL_VARIABLE) || (b && b->kind == RS_SYMBOL_VARIABLE));
}

static gboolean
match_node (Matcher *self, const RsNode *pattern, RsNode *node)
{
  const guint16 compared = RS_NODE_IMAGINARY | RS_NODE_KERNEL | RS_NODE_DEVICE;
  RsOperand *operand = pattern->kind == RS_NODE_NAME ? rs_match_find (self->match, pattern->symbol) : NULL;

  if (operand)
    return !operand->list && bind (self, operand, node);
  if (pattern->kind != node->kind || pattern->op != node->op || (pattern->flags & compared) != (node->flags & compared))
    return FALSE;
  switch (pattern->kind)
    {
    case RS_NODE_NAME:
      return match_name (pattern, node);
    case RS_NODE_LAMBDA:
      return FALSE;
    case RS_NODE_META:
    case RS_NODE_TYPE_OF_TEXT:
      return rs_node_equal (pattern, node);
    default:
      return pattern->number == node->number && pattern->name == node->name
             && g_strcmp0 (pattern->text, node->text) == 0 && match_children (self, pattern, node);
    }
}

/* --- entry --- */

static void
add_operands (RsMatch *match)
{
  const RsNode *list = match->reduction->node->children[RS_REDUCTION_PARAMETERS];

  match->operands = g_new0 (RsOperand, list->n_children + 1);
  for (guint i = 0; i < list->n_children; i++)
    {
      const RsNode *parameter = list->children[i];
      RsOperand *operand = &match->operands[match->n_operands];

      if (!parameter || !parameter->symbol)
        continue;
      operand->parameter = parameter->symbol;
      if (parameter->flags & RS_NODE_VARIADIC)
        operand->list = g_ptr_array_new ();
      match->n_operands++;
    }
}

/* A variable that the pattern does not have stands for nothing. */
static gboolean
has_all_operands (const RsMatch *match)
{
  for (guint i = 0; i < match->n_operands; i++)
    if (!match->operands[i].node && !match->operands[i].list)
      return FALSE;
  return TRUE;
}

/* reduction (T, A : mat[T], B : vec[T]): what T is. Open types are left to run time where that is possible. */
static gboolean
deduce_types (Matcher *self)
{
  RsReduction *reduction = self->match->reduction;
  RsInference *inference = &self->reducer->inference;
  const RsNode *parameters = reduction->node->children[RS_REDUCTION_TYPE_PARAMETERS];

  if (!has_type_parameters (reduction))
    return TRUE;
  self->match->types = rs_deduction_new_for (inference->arena, reduction->scope, parameters);
  inference->assumed = self->place->assumed;
  for (guint i = 0; i < self->match->n_operands; i++)
    {
      const RsOperand *operand = &self->match->operands[i];
      const RsNode *type = type_node_of (self->match, operand->parameter);

      if (operand->node && type
          && !rs_deduce (self->match->types, type, rs_infer_type (inference, operand->node), operand->parameter->name))
        return FALSE;
    }
  if (!rs_deduction_finish (self->match->types))
    return FALSE;
  self->match->is_late = self->match->is_late || rs_deduction_is_open (self->match->types);
  if (!self->match->is_late && rs_deduction_get_unbound (self->match->types))
    return FALSE;
  if (self->match->is_late
      && (!has_all_operands (self->match) || !rs_reduce_may_be_late (self->reducer, reduction, self->place)))
    return FALSE;
  self->match->distance += rs_deduction_get_distance (self->match->types);
  return TRUE;
}

/* Cheap test that settles most pairs. */
static gboolean
may_match (const RsNode *pattern, const RsNode *node)
{
  const RsNode *a, *b;

  if (pattern->kind != node->kind || pattern->op != node->op)
    return FALSE;
  if (pattern->kind != RS_NODE_CALL)
    return pattern->name == node->name;
  a = rs_node_child (pattern, RS_CALL_CALLEE);
  b = rs_node_child (node, RS_CALL_CALLEE);
  return a && b && (a->name == b->name || (a->kind == RS_NODE_NAME && a->symbol && a->symbol->is_parameter));
}

RsMatch *
rs_reduce_match (RsReducer *self, RsReduction *reduction, const RsPlace *place)
{
  gboolean is_sum = rs_reduce_is_sum_pattern (reduction), good;
  g_autoptr (RsMatch) match = NULL;
  Matcher matcher = { self, NULL, place };

  if (reduction->pattern->kind == RS_NODE_NAME || (!is_sum && !may_match (reduction->pattern, *place->slot)))
    return NULL;
  match = g_new0 (RsMatch, 1);
  match->reduction = reduction;
  match->open = g_array_new (FALSE, FALSE, sizeof (RsOpenType));
  match->where = RS_DECIDED_YES;
  add_operands (match);
  matcher.match = match;
  good = is_sum ? rs_reduce_match_sum (self, match, place) : match_node (&matcher, reduction->pattern, *place->slot);
  if (!good || !deduce_types (&matcher))
    return NULL;
  if (reduction->where)
    {
      RsNode *condition = rs_reduce_condition (self, match, place);

      match->where = rs_reduce_decide (self, condition, place);
    }
  return match->where == RS_DECIDED_NO ? NULL : g_steal_pointer (&match);
}

void
rs_match_free (RsMatch *match)
{
  for (guint i = 0; i < match->n_operands; i++)
    if (match->operands[i].list)
      g_ptr_array_unref (match->operands[i].list);
  g_free (match->operands);
  g_array_unref (match->open);
  g_free (match);
}
