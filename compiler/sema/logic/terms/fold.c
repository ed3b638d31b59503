/* Numbers that are known before the program runs.
 *
 * Integers stay integers as in the language (LANGUAGE.md): + - * of integers, a quotient is a scalar, and so on; what
 * can't be told stays unfolded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"
#include "compiler/sema/logic/terms/simplify.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH 100
#define MAX_STEPS 4000
#define MAX_INTEGER 9007199254740992.0

typedef struct {
  const RsFacts *facts;
  guint depth, steps;
} Fold;

typedef struct {
  double value;
  gboolean is_integer;
} Number;

static gboolean fold (Fold *self, const RsNode *node, Number *result);

static gboolean
set (Number *result, double value, gboolean is_integer)
{
  result->value = value;
  result->is_integer = is_integer;
  return isfinite (value) && (!is_integer || fabs (value) <= MAX_INTEGER);
}

/* --- names --- */

static const RsNode *
find_value (const RsFacts *facts, const RsSymbol *symbol, gboolean *assigned)
{
  for (guint i = 0; facts && i < facts->facts->len; i++)
    {
      const RsFact *fact = &g_array_index (facts->facts, RsFact, i);
      const RsNode *node = fact->condition, *left = rs_node_child (node, 0), *right = rs_node_child (node, 1);

      if (node->kind != RS_NODE_BINARY || node->op != RS_OP_EQUAL || !left || !right || fact->kind == RS_FACT_SHAPE)
        continue;
      *assigned = fact->kind == RS_FACT_VALUE;
      if (left->kind == RS_NODE_NAME && rs_symbol_get_origin (left->symbol) == symbol)
        return right;
      if (right->kind == RS_NODE_NAME && rs_symbol_get_origin (right->symbol) == symbol)
        return left;
    }
  return NULL;
}

static gboolean
fold_constant (const RsBuiltin *builtin, Number *result)
{
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_PI:
      return set (result, G_PI, FALSE);
    case RS_BUILTIN_ID_TRUE:
      return set (result, 1, TRUE);
    case RS_BUILTIN_ID_FALSE:
      return set (result, 0, TRUE);
    default: /* eps follows the precision; inf has no literal */
      return FALSE;
    }
}

static gboolean
fold_name (Fold *self, const RsNode *node, Number *result)
{
  const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);
  const RsNode *value;
  gboolean assigned = FALSE;

  if (!symbol)
    return FALSE;
  if (symbol->kind == RS_SYMBOL_BUILTIN)
    return fold_constant (symbol->builtin, result);
  if (symbol->kind != RS_SYMBOL_VARIABLE && symbol->kind != RS_SYMBOL_SYMBOLIC)
    return FALSE;
  value = find_value (self->facts, symbol, &assigned);
  if (!value || !fold (self, value, result))
    return FALSE;
  /* 3 == x of a scalar x: still a scalar. */
  if (symbol->type->kind == RS_TYPE_NUMBER && rs_element_is_floating (symbol->type->element) && !assigned)
    result->is_integer = FALSE;
  return TRUE;
}

/* --- arithmetic --- */

static gboolean
fold_power (Number a, Number b, Number *result)
{
  double value = pow (a.value, b.value);

  if (isnan (value) && !isnan (a.value) && !isnan (b.value))
    return FALSE; /* the power is complex */
  return set (result, value, a.is_integer && b.is_integer && b.value >= 0);
}

static gboolean
fold_comparison (RsOperator op, double a, double b, Number *result)
{
  switch (op)
    {
    case RS_OP_LESS:
      return set (result, a < b, TRUE);
    case RS_OP_LESS_EQUAL:
      return set (result, a <= b, TRUE);
    case RS_OP_GREATER:
      return set (result, a > b, TRUE);
    case RS_OP_GREATER_EQUAL:
      return set (result, a >= b, TRUE);
    case RS_OP_EQUAL:
      return set (result, a == b, TRUE);
    case RS_OP_NOT_EQUAL:
      return set (result, a != b, TRUE);
    case RS_OP_AND:
      return set (result, a != 0 && b != 0, TRUE);
    case RS_OP_OR:
      return set (result, a != 0 || b != 0, TRUE);
    default:
      return FALSE;
    }
}

static gboolean
fold_binary (Fold *self, const RsNode *node, Number *result)
{
  Number a, b;
  gboolean integer;

  if (!fold (self, node->children[0], &a) || !fold (self, node->children[1], &b))
    return FALSE;
  integer = a.is_integer && b.is_integer;
  switch (node->op)
    {
    case RS_OP_ADD:
      return set (result, a.value + b.value, integer);
    case RS_OP_SUBTRACT:
      return set (result, a.value - b.value, integer);
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      return set (result, a.value * b.value, integer);
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      return !(integer && b.value == 0) && set (result, a.value / b.value, FALSE);
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      return fold_power (a, b, result);
    default:
      return fold_comparison (node->op, a.value, b.value, result);
    }
}

static gboolean
fold_unary (Fold *self, const RsNode *node, Number *result)
{
  Number a;

  if (!fold (self, node->children[0], &a))
    return FALSE;
  if (node->op == RS_OP_NOT)
    return set (result, a.value == 0, TRUE);
  return set (result, node->op == RS_OP_NEGATE ? -a.value : a.value, a.is_integer);
}

/* --- functions --- */

static gboolean
fold_real_function (const RsBuiltin *builtin, Number x, Number *result)
{
  double value;

  switch (builtin->id)
    {
#define FUNCTION(ID, expression)                                                                                       \
  case RS_BUILTIN_ID_##ID:                                                                                             \
    value = expression;                                                                                                \
    break;
      FUNCTION (SIN, sin (x.value))
      FUNCTION (COS, cos (x.value))
      FUNCTION (TAN, tan (x.value))
      FUNCTION (ASIN, asin (x.value))
      FUNCTION (ACOS, acos (x.value))
      FUNCTION (ATAN, atan (x.value))
      FUNCTION (SINH, sinh (x.value))
      FUNCTION (COSH, cosh (x.value))
      FUNCTION (TANH, tanh (x.value))
      FUNCTION (ASINH, asinh (x.value))
      FUNCTION (ACOSH, acosh (x.value))
      FUNCTION (ATANH, atanh (x.value))
      FUNCTION (EXP, exp (x.value))
      FUNCTION (EXP2, exp2 (x.value))
      FUNCTION (LOG, log (x.value))
      FUNCTION (LOG2, log2 (x.value))
      FUNCTION (LOG10, log10 (x.value))
      FUNCTION (SQRT, sqrt (x.value))
      FUNCTION (CBRT, cbrt (x.value))
      FUNCTION (ERF, erf (x.value))
      FUNCTION (ERFC, erfc (x.value))
      FUNCTION (GAMMA, tgamma (x.value))
      FUNCTION (LOG_GAMMA, lgamma (x.value))
      FUNCTION (FLOAT, x.value)
#undef FUNCTION
    default:
      return FALSE;
    }
  /* Outside of its domain the function may be complex, or an error. */
  return !isnan (value) && set (result, value, FALSE);
}

static gboolean
fold_function (const RsBuiltin *builtin, Number x, Number *result)
{
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_ABS:
      return set (result, fabs (x.value), x.is_integer);
    case RS_BUILTIN_ID_FLOOR:
      return set (result, floor (x.value), x.is_integer);
    case RS_BUILTIN_ID_CEIL:
      return set (result, ceil (x.value), x.is_integer);
    case RS_BUILTIN_ID_INT:
      return set (result, trunc (x.value), TRUE);
    case RS_BUILTIN_ID_REAL:
      return set (result, x.value, x.is_integer);
    default:
      return fold_real_function (builtin, x, result);
    }
}

static gboolean
fold_pair (const RsBuiltin *builtin, Number a, Number b, Number *result)
{
  gboolean integer = a.is_integer && b.is_integer;

  switch (builtin->id)
    {
    case RS_BUILTIN_ID_MIN:
      return set (result, MIN (a.value, b.value), integer);
    case RS_BUILTIN_ID_MAX:
      return set (result, MAX (a.value, b.value), integer);
    case RS_BUILTIN_ID_ATAN2:
      return set (result, atan2 (a.value, b.value), FALSE);
    case RS_BUILTIN_ID_MOD:
      return integer && b.value != 0 && set (result, a.value - b.value * floor (a.value / b.value), TRUE);
    default:
      return FALSE;
    }
}

static gboolean
fold_call (Fold *self, const RsNode *node, Number *result)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (node);
  Number a, b;

  if (!builtin || node->n_children < 2 || node->n_children > 3 || !node->children[1]
      || !fold (self, node->children[1], &a))
    return FALSE;
  if (node->n_children == 2)
    return fold_function (builtin, a, result);
  return node->children[2] && fold (self, node->children[2], &b) && fold_pair (builtin, a, b, result);
}

/* --- entry --- */

static gboolean
fold_node (Fold *self, const RsNode *node, Number *result)
{
  Number condition;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      return !(node->flags & RS_NODE_IMAGINARY) && set (result, node->number, (node->flags & RS_NODE_INTEGER) != 0);
    case RS_NODE_NAME:
      return fold_name (self, node, result);
    case RS_NODE_UNARY:
      return node->children[0] && fold_unary (self, node, result);
    case RS_NODE_BINARY:
      return node->children[0] && node->children[1] && fold_binary (self, node, result);
    case RS_NODE_CALL:
      return fold_call (self, node, result);
    case RS_NODE_TERNARY:
      return node->n_children == 3 && node->children[0] && fold (self, node->children[0], &condition)
             && node->children[condition.value != 0 ? 1 : 2]
             && fold (self, node->children[condition.value != 0 ? 1 : 2], result);
    default:
      return FALSE;
    }
}

static gboolean
fold (Fold *self, const RsNode *node, Number *result)
{
  gboolean folded;

  if (self->depth >= MAX_DEPTH || ++self->steps > MAX_STEPS)
    return FALSE;
  self->depth++;
  folded = fold_node (self, node, result);
  self->depth--;
  return folded;
}

gboolean
rs_expression_fold (const RsFacts *facts, const RsNode *node, double *value, gboolean *is_integer)
{
  Fold self = { .facts = facts };
  Number number;

  if (!fold (&self, node, &number))
    return FALSE;
  *value = number.value;
  *is_integer = number.is_integer;
  return TRUE;
}

/* --- nodes --- */

RsNode *
rs_number_node (RsArena *arena, const RsNode *place, double value, gboolean is_integer)
{
  RsNode *node = rs_arena_new0 (arena, RsNode), *negative;

  node->kind = RS_NODE_NUMBER;
  node->flags = is_integer ? RS_NODE_INTEGER : 0;
  node->number = fabs (value);
  node->span = place->span;
  if (!signbit (value) || (is_integer && value == 0))
    return node;
  negative = rs_arena_new0 (arena, RsNode);
  negative->kind = RS_NODE_UNARY;
  negative->op = RS_OP_NEGATE;
  negative->span = place->span;
  negative->n_children = 1;
  negative->children = rs_arena_array (arena, RsNode *, 1);
  negative->children[0] = node;
  return negative;
}

RsNode *
rs_truth_node (RsArena *arena, const RsNode *place, gboolean truth)
{
  RsNode *node = rs_arena_new0 (arena, RsNode);
  RsSymbol *symbol = rs_arena_new0 (arena, RsSymbol);

  symbol->kind = RS_SYMBOL_BUILTIN;
  symbol->name = truth ? "true" : "false";
  symbol->builtin = rs_builtin_find (symbol->name);
  symbol->type = &rs_type_unknown;
  node->kind = RS_NODE_NAME;
  node->name = symbol->name;
  node->span = place->span;
  node->symbol = symbol;
  return node;
}
