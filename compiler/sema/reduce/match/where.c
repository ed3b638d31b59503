/* Where clauses: decided now as far as what is known goes, otherwise left to run time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/meta/meta.h"
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/sema/walk/walk.h"
#include "compiler/syntax/copy.h"

#include <math.h>
#include <string.h>

typedef struct {
  RsReducer *reducer;
  const RsPlace *place;
} Decider;

/* --- numbers --- */

static gboolean evaluate (Decider *self, const RsNode *node, double *value);

static gboolean
evaluate_binary (RsOperator op, double a, double b, double *value)
{
  switch (op)
    {
    case RS_OP_ADD:
      *value = a + b;
      return TRUE;
    case RS_OP_SUBTRACT:
      *value = a - b;
      return TRUE;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      *value = a * b;
      return TRUE;
    case RS_OP_DIVIDE:
    case RS_OP_DOT_DIVIDE:
      *value = a / b;
      return b != 0;
    case RS_OP_POWER:
    case RS_OP_DOT_POWER:
      *value = pow (a, b);
      return TRUE;
    default:
      return FALSE;
    }
}

/* size (x, k) and numel (x) of an array whose type says its size. */
static gboolean
evaluate_size (Decider *self, const RsNode *call, guint id, double *value)
{
  const RsNode *array = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);
  const RsNode *dimension = rs_node_child (call, RS_CALL_FIRST_ARGUMENT + 1);
  const RsType *type = array ? rs_infer_type (&self->reducer->inference, array) : &rs_type_unknown;
  int rank = type->rank == 1 ? 2 : type->rank, k; /* a vec is a row */
  double index = 0;

  if (type->kind != RS_TYPE_ARRAY || rank == 0
      || (id == RS_BUILTIN_ID_NUMEL ? call->n_children != 2 : call->n_children != 3)
      || (dimension
          && (!evaluate (self, dimension, &index) || index < 0 || index >= RS_MAX_RANK || index != floor (index))))
    return FALSE;
  *value = 1;
  for (k = dimension ? (int)index : 0; k <= (dimension ? (int)index : rank - 1); k++)
    {
      gint64 size = k >= rank || (type->rank == 1 && k == 0) ? 1 : type->rank == 1 ? type->sizes[0] : type->sizes[k];

      if (size < 0)
        return FALSE;
      *value *= (double)size;
    }
  return TRUE;
}

static gboolean
evaluate_call (Decider *self, const RsNode *call, double *value)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE), *argument = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);
  double a;

  if (!callee || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN || !argument)
    return FALSE;
  switch (callee->symbol->builtin->id)
    {
    case RS_BUILTIN_ID_ABS:
      if (call->n_children != 2 || !evaluate (self, argument, &a))
        return FALSE;
      *value = fabs (a);
      return TRUE;
    case RS_BUILTIN_ID_SIZE:
    case RS_BUILTIN_ID_NUMEL:
      return evaluate_size (self, call, callee->symbol->builtin->id, value);
    default:
      return FALSE;
    }
}

static gboolean
evaluate (Decider *self, const RsNode *node, double *value)
{
  double a, b;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      *value = node->number;
      return !(node->flags & RS_NODE_IMAGINARY);
    case RS_NODE_UNARY:
      if (!evaluate (self, node->children[0], &a) || node->op == RS_OP_NOT)
        return FALSE;
      *value = node->op == RS_OP_NEGATE ? -a : a;
      return TRUE;
    case RS_NODE_BINARY:
      return evaluate (self, node->children[0], &a) && evaluate (self, node->children[1], &b)
             && evaluate_binary (node->op, a, b, value);
    case RS_NODE_CALL:
      return evaluate_call (self, node, value);
    default:
      return FALSE;
    }
}

/* --- conditions --- */

static RsDecision decide (Decider *self, const RsNode *node);

static RsDecision
of_truth (gboolean truth)
{
  return truth ? RS_DECIDED_YES : RS_DECIDED_NO;
}

static RsDecision
decide_comparison (Decider *self, const RsNode *node)
{
  const RsNode *left = node->children[0], *right = node->children[1];
  double a, b;

  if (evaluate (self, left, &a) && evaluate (self, right, &b))
    switch (node->op)
      {
      case RS_OP_LESS:
        return of_truth (a < b);
      case RS_OP_LESS_EQUAL:
        return of_truth (a <= b);
      case RS_OP_GREATER:
        return of_truth (a > b);
      case RS_OP_GREATER_EQUAL:
        return of_truth (a >= b);
      case RS_OP_EQUAL:
        return of_truth (a == b);
      case RS_OP_NOT_EQUAL:
        return of_truth (a != b);
      default:
        return RS_DECIDED_OPEN;
      }
  /* size (x) == size (x); a value may be no number, and differ from itself. */
  if ((node->op == RS_OP_EQUAL || node->op == RS_OP_NOT_EQUAL) && left->kind == RS_NODE_CALL
      && left->children[RS_CALL_CALLEE]->symbol && left->children[RS_CALL_CALLEE]->symbol->kind == RS_SYMBOL_BUILTIN
      && left->children[RS_CALL_CALLEE]->symbol->builtin->result == RS_RESULT_SIZE && rs_node_equal (left, right))
    return of_truth (node->op == RS_OP_EQUAL);
  return RS_DECIDED_OPEN;
}

static RsDecision
decide_binary (Decider *self, const RsNode *node)
{
  RsDecision a, b;

  if (node->op != RS_OP_AND && node->op != RS_OP_OR)
    return decide_comparison (self, node);
  a = decide (self, node->children[0]);
  b = decide (self, node->children[1]);
  return node->op == RS_OP_AND ? MIN (a, b) : MAX (a, b);
}

static const RsType *
tested_type (Decider *self, const RsNode *node)
{
  RsReducer *reducer = self->reducer;
  const RsNode *type = node->kind == RS_NODE_TYPE_OF_TEXT ? rs_node_child (node, 0) : NULL;

  return type ? rs_scope_type_of_node (reducer->module->arena, self->place->scope, type) : NULL;
}

/* type (x, "scalar") */
static RsDecision
decide_call (Decider *self, const RsNode *node)
{
  const RsNode *callee = node->children[RS_CALL_CALLEE];
  const RsType *formal;
  int distance = 0;

  if (!callee || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN || node->n_children != 3
      || callee->symbol->builtin->id != RS_BUILTIN_ID_TYPE || !(formal = tested_type (self, node->children[2])))
    return RS_DECIDED_OPEN;
  self->reducer->inference.assumed = self->place->assumed;
  return rs_reduce_match_type (formal, rs_infer_type (&self->reducer->inference, node->children[1]), &distance);
}

static RsDecision
decide (Decider *self, const RsNode *node)
{
  double value;

  if (evaluate (self, node, &value))
    return of_truth (value != 0);
  switch (node->kind)
    {
    case RS_NODE_BINARY:
      return decide_binary (self, node);
    case RS_NODE_UNARY:
      return node->op == RS_OP_NOT ? (RsDecision)(RS_DECIDED_YES - decide (self, node->children[0])) : RS_DECIDED_OPEN;
    case RS_NODE_CALL:
      return decide_call (self, node);
    case RS_NODE_NAME:
      if (node->symbol && node->symbol->kind == RS_SYMBOL_BUILTIN && node->symbol->builtin->id == RS_BUILTIN_ID_TRUE)
        return RS_DECIDED_YES;
      if (node->symbol && node->symbol->kind == RS_SYMBOL_BUILTIN && node->symbol->builtin->id == RS_BUILTIN_ID_FALSE)
        return RS_DECIDED_NO;
      return RS_DECIDED_OPEN;
    default:
      return RS_DECIDED_OPEN;
    }
}

/* --- what is known --- */

static void
learn (const RsNode *expression, const RsFacts *facts, gpointer data)
{
  g_hash_table_insert (data, (gpointer)expression, rs_facts_copy (facts));
}

void
rs_reduce_learn (RsReducer *self, RsArena *arena)
{
  gboolean asked = FALSE;

  g_clear_pointer (&self->known, g_hash_table_unref);
  for (guint i = 0; i < self->visible->len && !asked; i++)
    asked = ((const RsReduction *)g_ptr_array_index (self->visible, i))->where != NULL;
  if (!asked)
    return;
  self->known = g_hash_table_new (NULL, NULL);
  rs_logic_visit (self->module, arena, learn, self->known);
}

const RsFacts *
rs_reduce_find_facts (RsReducer *self, const RsNode *expression)
{
  const RsFacts *facts = self->known ? g_hash_table_lookup (self->known, expression) : NULL;

  for (guint i = 0; self->known && !facts && expression->kind != RS_NODE_LAMBDA && i < expression->n_children; i++)
    if (expression->children[i])
      facts = rs_reduce_find_facts (self, expression->children[i]);
  return facts;
}

static const RsFacts *
facts_at (RsReducer *self, const RsPlace *place)
{
  if (!self->facts)
    return rs_facts_new (self->module->arena, place->scope);
  return rs_facts_get_scope (self->facts) == place->scope ? self->facts : rs_facts_enter (self->facts, place->scope);
}

/* --- conditions of a place --- */

/* $ftype, $check and the like are about the place. */
static void
evaluate_meta (const RsMeta *meta, RsNode **slot)
{
  RsNode *value = (*slot)->kind == RS_NODE_META && rs_meta_handles (*slot) ? rs_meta_evaluate (meta, *slot) : NULL;

  if (value)
    *slot = value;
  for (guint i = 0; (*slot)->kind != RS_NODE_META && i < (*slot)->n_children; i++)
    if ((*slot)->children[i])
      evaluate_meta (meta, &(*slot)->children[i]);
}

RsNode *
rs_reduce_condition (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  g_assert (match->reduction->where != NULL);

  RsNode *condition = rs_reduce_instantiate (self, match, match->reduction->where, place);
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);
  RsMeta meta = { self->module, self->diagnostics, facts_at (self, place), functions };

  evaluate_meta (&meta, &condition);
  return condition;
}

static gboolean
is_number (RsReducer *self, const RsNode *node, const RsPlace *place)
{
  self->inference.assumed = place->assumed;
  return rs_infer_type (&self->inference, node)->kind == RS_TYPE_NUMBER;
}

/* size (a) == size (b) compares elements: as a condition it asks for all of them, as in an assertion. */
RsNode *
rs_reduce_truth (RsReducer *self, RsNode *condition, const RsPlace *place)
{
  gboolean is_compound
      = (condition->kind == RS_NODE_BINARY && (condition->op == RS_OP_AND || condition->op == RS_OP_OR))
        || (condition->kind == RS_NODE_UNARY && condition->op == RS_OP_NOT);

  for (guint i = 0; is_compound && i < condition->n_children; i++)
    condition->children[i] = rs_reduce_truth (self, condition->children[i], place);
  if (is_compound || condition->kind != RS_NODE_BINARY || is_number (self, condition, place))
    return condition;
  return rs_reduce_node (self, RS_NODE_CALL, condition->span, 2,
                         rs_reduce_builtin (self, RS_BUILTIN_ID_ALL, condition->span), condition);
}

RsDecision
rs_reduce_decide (RsReducer *self, const RsNode *condition, const RsPlace *place)
{
  Decider decider = { self, place };
  RsDecision decision = decide (&decider, condition);

  if (decision != RS_DECIDED_OPEN)
    return decision;
  switch (rs_logic_decide (facts_at (self, place), condition))
    {
    case RS_ANSWER_TRUE:
      return RS_DECIDED_YES;
    case RS_ANSWER_FALSE:
      return RS_DECIDED_NO;
    default:
      return RS_DECIDED_OPEN;
    }
}
