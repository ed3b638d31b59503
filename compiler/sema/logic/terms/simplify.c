/* Simplification of expressions, bottom up. See simplify.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/terms/simplify.h"

#include "compiler/sema/infer/infer.h"
#include "compiler/sema/logic/collect.h"
#include "compiler/sema/logic/logic-private.h"
#include "compiler/syntax/copy.h"

#include <math.h>

#define MAX_DEPTH 300

typedef struct {
  const RsSimplify *how;
  guint depth;
} Simplifier;

static RsNode *simplify (Simplifier *self, const RsNode *node);

static RsNode *
copy_with (Simplifier *self, const RsNode *node, RsNode *left, RsNode *right)
{
  RsNode *copy = rs_arena_memdup (self->how->arena, node, sizeof *node);

  copy->scope = NULL;
  copy->n_children = right ? 2 : 1;
  copy->children = rs_arena_array (self->how->arena, RsNode *, 2);
  copy->children[0] = left;
  copy->children[1] = right;
  return copy;
}

static gboolean
is_value (const RsNode *node, double value)
{
  return node->kind == RS_NODE_NUMBER && !(node->flags & RS_NODE_IMAGINARY) && node->number == value;
}

/* The literal that node is, with its sign. */
static gboolean
is_literal (const RsNode *node)
{
  if (node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE)
    node = node->children[0];
  return node->kind == RS_NODE_NUMBER && !(node->flags & RS_NODE_IMAGINARY);
}

static gboolean
is_truth (const RsNode *node, gboolean truth)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? node->symbol : NULL;

  if (node->kind == RS_NODE_NUMBER)
    return (node->number != 0) == truth;
  return symbol && symbol->kind == RS_SYMBOL_BUILTIN
         && symbol->builtin->id == (truth ? RS_BUILTIN_ID_TRUE : RS_BUILTIN_ID_FALSE);
}

/* --- logic --- */

static gboolean
is_logical (const RsNode *node)
{
  if (node->kind == RS_NODE_UNARY)
    return node->op == RS_OP_NOT;
  return node->kind == RS_NODE_BINARY && node->op >= RS_OP_LESS && node->op <= RS_OP_OR;
}

static RsAnswer
decide (Simplifier *self, const RsNode *node)
{
  g_autoptr (RsArena) scratch = NULL;

  if (self->how->facts)
    return rs_logic_decide (self->how->facts, node);
  return RS_ANSWER_UNKNOWN;
}

static gboolean
follows (Simplifier *self, const RsNode *premise, const RsNode *conclusion)
{
  RsFacts *facts;

  if (!self->how->facts)
    return rs_node_equal (premise, conclusion);
  facts = rs_facts_copy (self->how->facts);
  return rs_facts_assume (facts, premise, TRUE) != RS_ANSWER_FALSE
         && rs_logic_decide (facts, conclusion) == RS_ANSWER_TRUE;
}

static RsNode *
simplify_junction (Simplifier *self, const RsNode *node)
{
  gboolean is_and = node->op == RS_OP_AND;
  RsNode *left = simplify (self, node->children[0]), *right = simplify (self, node->children[1]);

  if (is_truth (left, !is_and) || is_truth (right, !is_and))
    return rs_truth_node (self->how->arena, node, !is_and);
  if (is_truth (left, is_and))
    return right;
  if (is_truth (right, is_and))
    return left;
  /* Of a && b where b follows from a, a is left; of a || b, b. */
  if (follows (self, left, right))
    return is_and ? left : right;
  if (follows (self, right, left))
    return is_and ? right : left;
  return copy_with (self, node, left, right);
}

static RsOperator
opposite (RsOperator op)
{
  switch (op)
    {
    case RS_OP_LESS:
      return RS_OP_GREATER_EQUAL;
    case RS_OP_LESS_EQUAL:
      return RS_OP_GREATER;
    case RS_OP_GREATER:
      return RS_OP_LESS_EQUAL;
    case RS_OP_GREATER_EQUAL:
      return RS_OP_LESS;
    case RS_OP_EQUAL:
      return RS_OP_NOT_EQUAL;
    default:
      return RS_OP_EQUAL;
    }
}

static RsNode *
simplify_not (Simplifier *self, const RsNode *node)
{
  RsNode *operand = simplify (self, node->children[0]), *flipped;

  if (operand->kind == RS_NODE_UNARY && operand->op == RS_OP_NOT && is_logical (operand->children[0]))
    return operand->children[0];
  if (is_truth (operand, TRUE) || is_truth (operand, FALSE))
    return rs_truth_node (self->how->arena, node, is_truth (operand, FALSE));
  /* !(a < b) is a >= b only where NaN can't be. */
  if (operand->kind == RS_NODE_BINARY && operand->op >= RS_OP_LESS && operand->op <= RS_OP_NOT_EQUAL
      && (operand->op >= RS_OP_EQUAL || rs_logic_is_symbolic (operand)))
    {
      flipped = copy_with (self, operand, operand->children[0], operand->children[1]);
      flipped->op = opposite (operand->op);
      return flipped;
    }
  return copy_with (self, node, operand, NULL);
}

/* --- arithmetic --- */

/* Literals whose result is exact; everything, when the result need not stay a formula. */
static RsNode *
fold (Simplifier *self, const RsNode *node)
{
  double value;
  gboolean integer;
  const RsFacts *facts = self->how->facts;

  if (is_literal (node))
    return NULL;
  if (self->how->is_symbolic && node->kind != RS_NODE_NAME)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (!node->children[i] || !is_literal (node->children[i]))
          return NULL;
      if (node->kind != RS_NODE_UNARY && node->kind != RS_NODE_BINARY)
        return NULL;
      facts = NULL;
    }
  else if (self->how->is_symbolic && rs_symbol_get_origin (node->symbol)
           && rs_symbol_get_origin (node->symbol)->kind == RS_SYMBOL_BUILTIN)
    return NULL;
  if (!rs_expression_fold (facts, node, &value, &integer))
    return NULL;
  if (self->how->is_symbolic && node->kind == RS_NODE_BINARY && node->op == RS_OP_DIVIDE && value != floor (value))
    return NULL;
  if (self->how->is_symbolic && value == floor (value) && node->kind == RS_NODE_BINARY && node->op == RS_OP_DIVIDE)
    integer = TRUE;
  return rs_number_node (self->how->arena, node, value, integer);
}

static gboolean
is_scalar (Simplifier *self, const RsNode *node)
{
  g_autoptr (RsArena) scratch = NULL;
  const RsType *type;

  if (rs_logic_is_symbolic (node))
    return TRUE;
  scratch = rs_arena_new ();
  type = rs_infer_expression (scratch, node, RS_PRECISION_SINGLE);
  return type->kind == RS_TYPE_NUMBER;
}

/* x + 0, 1 * x, x / 1, x ^ 1 */
static RsNode *
drop_neutral (const RsNode *node, RsNode *left, RsNode *right)
{
  switch (node->op)
    {
    case RS_OP_ADD:
      return is_value (left, 0) ? right : is_value (right, 0) ? left : NULL;
    case RS_OP_SUBTRACT:
      return is_value (right, 0) ? left : NULL;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      return is_value (left, 1) ? right : is_value (right, 1) ? left : NULL;
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      return is_value (right, 1) ? left : NULL;
    default:
      return NULL;
    }
}

static gboolean
is_arithmetic (const RsNode *node)
{
  if (node->kind == RS_NODE_UNARY)
    return node->op == RS_OP_NEGATE;
  return node->kind == RS_NODE_BINARY && node->op >= RS_OP_ADD && node->op <= RS_OP_POWER;
}

static RsNode *
simplify_binary (Simplifier *self, const RsNode *node)
{
  RsNode *left = simplify (self, node->children[0]), *right = simplify (self, node->children[1]);
  RsNode *copy = copy_with (self, node, left, right), *folded;

  if ((folded = fold (self, copy)))
    return folded;
  if (self->how->is_symbolic && is_arithmetic (copy) && is_scalar (self, copy))
    return rs_collect_terms (self->how->arena, copy);
  folded = is_arithmetic (copy) || node->op == RS_OP_DOT_MULTIPLY || node->op == RS_OP_DOT_DIVIDE
               ? drop_neutral (node, left, right)
               : NULL;
  return folded ? folded : copy;
}

static RsNode *
simplify_unary (Simplifier *self, const RsNode *node)
{
  RsNode *operand = simplify (self, node->children[0]), *copy, *folded;

  if (node->op == RS_OP_PLUS)
    return operand;
  if (operand->kind == RS_NODE_UNARY && operand->op == RS_OP_NEGATE)
    return operand->children[0];
  copy = copy_with (self, node, operand, NULL);
  return (folded = fold (self, copy)) ? folded : copy;
}

/* --- walk --- */

static RsNode *
simplify_children (Simplifier *self, const RsNode *node)
{
  RsNode *copy = rs_arena_memdup (self->how->arena, node, sizeof *node), *folded;

  copy->scope = NULL;
  copy->children = rs_arena_array (self->how->arena, RsNode *, node->n_children);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      copy->children[i] = simplify (self, node->children[i]);
  return (folded = fold (self, copy)) ? folded : copy;
}

static RsNode *
simplify_choice (Simplifier *self, const RsNode *node)
{
  RsNode *condition = simplify (self, node->children[0]);

  if (is_truth (condition, TRUE) || is_truth (condition, FALSE))
    return simplify (self, node->children[is_truth (condition, TRUE) ? RS_TERNARY_THEN : RS_TERNARY_ELSE]);
  return simplify_children (self, node);
}

static RsNode *
simplify_node (Simplifier *self, const RsNode *node)
{
  RsNodeCopy copy = { .arena = self->how->arena, .keep_symbols = TRUE };

  if (is_logical (node))
    {
      RsAnswer answer = decide (self, node);

      if (answer != RS_ANSWER_UNKNOWN)
        return rs_truth_node (self->how->arena, node, answer == RS_ANSWER_TRUE);
    }
  switch (node->kind)
    {
    case RS_NODE_BINARY:
      if (node->op == RS_OP_AND || node->op == RS_OP_OR)
        return simplify_junction (self, node);
      return node->op == RS_OP_USER ? simplify_children (self, node) : simplify_binary (self, node);
    case RS_NODE_UNARY:
      return node->op == RS_OP_NOT ? simplify_not (self, node) : simplify_unary (self, node);
    case RS_NODE_TERNARY:
      return simplify_choice (self, node);
    case RS_NODE_NAME:
    case RS_NODE_CALL:
    case RS_NODE_INDEX:
    case RS_NODE_MATRIX:
    case RS_NODE_CELL:
      return simplify_children (self, node);
    default:
      return rs_node_copy (&copy, node);
    }
}

static RsNode *
simplify (Simplifier *self, const RsNode *node)
{
  RsNodeCopy copy = { .arena = self->how->arena, .keep_symbols = TRUE };
  RsNode *result;

  if (self->depth >= MAX_DEPTH)
    return rs_node_copy (&copy, node);
  self->depth++;
  result = simplify_node (self, node);
  self->depth--;
  return result;
}

RsNode *
rs_expression_simplify (const RsSimplify *how, const RsNode *node)
{
  Simplifier self = { how, 0 };

  return simplify (&self, node);
}
