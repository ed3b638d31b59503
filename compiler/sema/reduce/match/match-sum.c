/* Sums with a variable number of terms (manual 4.9.5): the pattern sum([lambda*f(x).^2]) against a + b + c.
 *
 * Each term of the sum is matched with the one term of the pattern. f(x), with f variadic, stands for any expression in
 * x, and f collects it as a function of x; x is the one variable that all these expressions share. A term without a
 * factor has the factor 1, a subtracted one the negative factor.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/syntax/copy.h"

typedef struct {
  RsReducer *reducer;
  RsMatch *match;
  const RsPlace *place;
  RsOperand *argument;     /* x in f(x), or NULL */
  GPtrArray *applications; /* of RsNode: what the f(x) stand for, in the order of f's list */
  RsOperand *function;
} SumMatcher;

static RsOperand *
operand_of (const SumMatcher *self, const RsNode *node)
{
  return node && node->kind == RS_NODE_NAME ? rs_match_find (self->match, node->symbol) : NULL;
}

static gboolean
names_variadic (const RsReduction *reduction, const RsNode *node)
{
  const RsNode *list = reduction->node->children[RS_REDUCTION_PARAMETERS];

  for (guint i = 0; node->kind == RS_NODE_NAME && i < list->n_children; i++)
    if (list->children[i] && list->children[i]->symbol == node->symbol && (list->children[i]->flags & RS_NODE_VARIADIC))
      return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_variadic (reduction, node->children[i]))
      return TRUE;
  return FALSE;
}

static const RsNode *
term_of (const RsReduction *reduction)
{
  const RsNode *pattern = reduction->pattern, *callee, *list;

  if (pattern->kind != RS_NODE_CALL || pattern->n_children != 2)
    return NULL;
  callee = pattern->children[RS_CALL_CALLEE];
  list = pattern->children[RS_CALL_FIRST_ARGUMENT];
  if (!callee || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN
      || callee->symbol->builtin->id != RS_BUILTIN_ID_SUM || !list || list->kind != RS_NODE_MATRIX
      || list->n_children != 1 || !names_variadic (reduction, list->children[0]))
    return NULL;
  return list->children[0];
}

gboolean
rs_reduce_is_sum_pattern (const RsReduction *reduction)
{
  return term_of (reduction) != NULL;
}

/* --- one term --- */

static RsNode *
one (SumMatcher *self)
{
  RsNode *node = rs_reduce_node (self->reducer, RS_NODE_NUMBER, (*self->place->slot)->span, 0);

  node->number = 1;
  node->flags = RS_NODE_INTEGER;
  return node;
}

static gboolean match_term (SumMatcher *self, const RsNode *pattern, RsNode *node);

/* The operand of a variable: for a variadic one the next of its list. */
static gboolean
bind (SumMatcher *self, RsOperand *operand, RsNode *node)
{
  if (operand->list)
    {
      g_ptr_array_add (operand->list, node);
      return TRUE;
    }
  if (operand->node)
    return rs_node_equal (operand->node, node);
  operand->node = node;
  return TRUE;
}

static gboolean
match_children (SumMatcher *self, const RsNode *pattern, RsNode *node)
{
  if (pattern->n_children != node->n_children)
    return FALSE;
  for (guint i = 0; i < pattern->n_children; i++)
    if (!pattern->children[i] || !node->children[i] || !match_term (self, pattern->children[i], node->children[i]))
      return FALSE;
  return TRUE;
}

/* f(x) */
static gboolean
match_application (SumMatcher *self, const RsNode *pattern, RsNode *node)
{
  RsOperand *function = operand_of (self, pattern->children[RS_CALL_CALLEE]);
  RsOperand *argument = pattern->n_children == 2 ? operand_of (self, pattern->children[RS_CALL_FIRST_ARGUMENT]) : NULL;

  if (!argument || argument->list || (self->function && self->function != function))
    return FALSE;
  self->function = function;
  self->argument = argument;
  g_ptr_array_add (self->applications, node);
  return TRUE;
}

static gboolean
match_term (SumMatcher *self, const RsNode *pattern, RsNode *node)
{
  RsOperand *operand = operand_of (self, pattern);

  if (operand)
    return bind (self, operand, node);
  operand = pattern->kind == RS_NODE_CALL ? operand_of (self, pattern->children[RS_CALL_CALLEE]) : NULL;
  if (operand && operand->list)
    return match_application (self, pattern, node);
  if (pattern->kind != node->kind || pattern->op != node->op || pattern->name != node->name
      || pattern->number != node->number)
    return FALSE;
  return match_children (self, pattern, node);
}

/* A term of the sum; a missing factor is 1. */
static gboolean
match_one (SumMatcher *self, const RsNode *pattern, RsNode *node, gboolean negative)
{
  RsOperand *factor = pattern->kind == RS_NODE_BINARY && pattern->op == RS_OP_MULTIPLY
                          ? operand_of (self, pattern->children[0])
                          : NULL;
  guint n = factor && factor->list ? factor->list->len : 0, n_applications = self->applications->len;

  if (!match_term (self, pattern, node))
    {
      if (!factor || !factor->list)
        return FALSE;
      g_ptr_array_set_size (factor->list, (int)n);
      g_ptr_array_set_size (self->applications, (int)n_applications);
      if (!match_term (self, pattern->children[1], node))
        return FALSE;
      g_ptr_array_add (factor->list, one (self));
    }
  if (!negative)
    return TRUE;
  if (!factor || !factor->list)
    return FALSE;
  node = rs_reduce_node (self->reducer, RS_NODE_UNARY, node->span, 1, g_ptr_array_index (factor->list, n));
  node->op = RS_OP_NEGATE;
  factor->list->pdata[n] = node;
  return TRUE;
}

static gboolean
match_terms (SumMatcher *self, const RsNode *pattern, RsNode *node, gboolean negative)
{
  if (node->kind == RS_NODE_BINARY && (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT))
    return match_terms (self, pattern, node->children[0], negative)
           && match_terms (self, pattern, node->children[1], negative != (node->op == RS_OP_SUBTRACT));
  return match_one (self, pattern, node, negative);
}

/* --- the functions --- */

static gboolean
names_symbol (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_NAME && rs_symbol_get_origin (node->symbol) == symbol)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_symbol (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* The first variable in node that stands in all applications. */
static RsNode *
find_argument (SumMatcher *self, RsNode *node)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;
  RsNode *found = NULL;
  gboolean in_all = symbol && (symbol->kind == RS_SYMBOL_VARIABLE || symbol->kind == RS_SYMBOL_SYMBOLIC);

  for (guint i = 0; in_all && i < self->applications->len; i++)
    in_all = names_symbol (g_ptr_array_index (self->applications, i), symbol);
  if (in_all)
    return node;
  for (guint i = 0; !found && i < node->n_children; i++)
    if (node->children[i])
      found = find_argument (self, node->children[i]);
  return found;
}

static RsNode *
replace_argument (const RsNode *node, gpointer data)
{
  RsSymbol **pair = data;
  RsNode *name;

  if (node->kind != RS_NODE_NAME || rs_symbol_get_origin (node->symbol) != pair[0])
    return NULL;
  name = rs_arena_memdup (pair[1]->scope->module->arena, node, sizeof *node);
  name->symbol = pair[1];
  name->name = pair[1]->name;
  return name;
}

/* x -> application */
static RsNode *
make_function (SumMatcher *self, RsNode *application, const RsNode *argument)
{
  RsReducer *reducer = self->reducer;
  RsScope *scope = self->place->scope;
  RsSpan span = application->span;
  RsNode *parameter = rs_reduce_node (reducer, RS_NODE_PARAMETER, span, 2, NULL, NULL);
  RsNode *lambda = rs_reduce_node (reducer, RS_NODE_LAMBDA, span, 2, parameter, NULL);
  RsScope *inner = rs_scope_new (scope->module, scope, lambda, scope->precision);
  RsSymbol *pair[2] = { (RsSymbol *)rs_symbol_get_origin (argument->symbol), NULL };
  RsNodeCopy how = { reducer->module->arena, replace_argument, pair, TRUE };

  parameter->name = argument->name;
  parameter->symbol = pair[1] = rs_scope_add_variable (inner, argument->name, parameter);
  pair[1]->is_parameter = TRUE;
  /* Once with the parameter in place, and once more so that what else it names is seen from inside. */
  lambda->children[1] = rs_reduce_copy (reducer, rs_node_copy (&how, application), inner);
  return lambda;
}

static gboolean
make_functions (SumMatcher *self)
{
  RsNode *argument = NULL;

  if (!self->function)
    return TRUE;
  argument = find_argument (self, g_ptr_array_index (self->applications, 0));
  if (!argument || (self->argument->node && !rs_node_equal (self->argument->node, argument)))
    return FALSE;
  self->argument->node = argument;
  for (guint i = 0; i < self->applications->len; i++)
    g_ptr_array_add (self->function->list, make_function (self, g_ptr_array_index (self->applications, i), argument));
  return TRUE;
}

/* sum([a, b]) with the terms written as a vector. */
static gboolean
match_vector (SumMatcher *self, const RsNode *term, const RsNode *node)
{
  const RsNode *callee = rs_node_child (node, RS_CALL_CALLEE), *list = rs_node_child (node, RS_CALL_FIRST_ARGUMENT);

  if (node->kind != RS_NODE_CALL || node->n_children != 2 || !callee || !callee->symbol || !list
      || callee->symbol->kind != RS_SYMBOL_BUILTIN || callee->symbol->builtin->id != RS_BUILTIN_ID_SUM
      || list->kind != RS_NODE_MATRIX || list->n_children == 0)
    return FALSE;
  for (guint i = 0; i < list->n_children; i++)
    if (!list->children[i] || !match_one (self, term, list->children[i], FALSE))
      return FALSE;
  return TRUE;
}

gboolean
rs_reduce_match_sum (RsReducer *self, RsMatch *match, const RsPlace *place)
{
  g_autoptr (GPtrArray) applications = g_ptr_array_new ();
  SumMatcher matcher = { self, match, place, NULL, applications, NULL };
  const RsNode *term = term_of (match->reduction);
  RsNode *node = *place->slot;
  gboolean is_sum = node->kind == RS_NODE_BINARY && (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT);

  if (is_sum && (place->in_sum || !match_terms (&matcher, term, node, FALSE)))
    return FALSE;
  if (!is_sum && !match_vector (&matcher, term, node))
    return FALSE;
  return make_functions (&matcher);
}
