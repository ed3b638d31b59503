/* Induction variables of a loop that becomes a kernel: a number that grows by the same whole number in each iteration
 * is what it was before the loop, and so much for each iteration before this one, so that no iteration needs another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

/* The same whole number in each iteration; NULL: it may not be. To a scalar it may be written as one. */
static const RsIrExpression *
find_whole (Build *b, const RsNode *node, gboolean is_scalar)
{
  const gboolean is_whole = node->kind == RS_NODE_NUMBER && (node->flags & RS_NODE_IMAGINARY) == 0
                            && node->number <= G_MAXINT32 && node->number == (double)(gint64)node->number;
  int input = node->kind == RS_NODE_NAME && node->symbol ? b_find_input (b, node->symbol) : -1;

  if (is_whole && (is_scalar || (node->flags & RS_NODE_INTEGER) != 0))
    return rs_ir_integer (b->kernel, (gint64)node->number);
  if (input >= 0 && b->request->inputs[input].type != NULL && b->request->inputs[input].type->kind == RS_TYPE_NUMBER
      && rs_element_is_integer (b->request->inputs[input].type->element) && !b_assigns (b->nest.body, node->symbol))
    return rs_ir_convert (b->kernel, b_input_value (b, (guint)input, node).parts[0], RS_IR_I64);
  return NULL;
}

/* The sum of the terms, where it is the same whole number in each iteration; NULL: it may not be. */
static const RsIrExpression *
find_addend (Build *b, const Accumulation *found, gboolean is_scalar)
{
  const RsIrExpression *sum = NULL;

  for (guint i = 0; i < found->n_terms; i++)
    {
      const RsIrExpression *term = find_whole (b, found->terms[i], is_scalar);

      if (term && found->negative[i])
        term = rs_ir_unary (b->kernel, RS_IR_NEG, term);
      if (!term)
        return NULL;
      sum = sum ? b_add (b, sum, term) : term;
    }
  return sum ? sum : rs_ir_integer (b->kernel, 0);
}

static gboolean
is_changed_as (const RsNode *target, const RsSymbol *symbol)
{
  if (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_FIELD)
    return is_changed_as (target->children[0], symbol);
  if (target->kind == RS_NODE_NAME)
    return target->symbol == symbol;
  for (guint i = 0; i < target->n_children; i++)
    if (target->children[i] && is_changed_as (target->children[i], symbol))
      return TRUE;
  return FALSE;
}

guint
b_count_changes (const RsNode *node, const RsSymbol *symbol)
{
  guint n = (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_FOR) && is_changed_as (node->children[0], symbol);

  for (guint i = 0; i < node->n_children; i++)
    n += node->children[i] ? b_count_changes (node->children[i], symbol) : 0;
  return n;
}

const RsNode *
b_own_assignment (const RsNode *body, guint i)
{
  const RsNode *statement = body->children[i];

  if (statement && statement->kind == RS_NODE_EXPRESSION)
    statement = rs_node_child (statement, 0);
  return statement && statement->kind == RS_NODE_ASSIGN ? statement : NULL;
}

/* The variable of the sum that the loop changes, too; NULL: there is none. */
static const RsSymbol *
changed_in (const Build *b, const RsNode *sum)
{
  const RsSymbol *left;

  if (sum->kind == RS_NODE_NAME)
    return sum->symbol && sum->symbol->kind == RS_SYMBOL_VARIABLE && b_assigns (b->nest.body, sum->symbol) ? sum->symbol
                                                                                                           : NULL;
  if (sum->kind != RS_NODE_BINARY || (sum->op != RS_OP_ADD && sum->op != RS_OP_SUBTRACT))
    return NULL;
  left = changed_in (b, sum->children[0]);
  return left ? left : changed_in (b, sum->children[1]);
}

/* What j = k + c adds to j where k = j + d stands before it, and nothing else changes the two; NULL: it is no such. */
static const RsIrExpression *
find_step_by_other (Build *b, const RsNode *assign, const RsSymbol *symbol, gboolean is_scalar)
{
  const RsNode *body = b->nest.body, *before = NULL;
  const RsSymbol *other = assign->op == RS_OP_ASSIGN ? changed_in (b, assign->children[RS_ASSIGN_VALUE]) : NULL;
  Accumulation from, to;
  const RsIrExpression *one, *two;

  if (!other || other == symbol || other->is_declared || b_count_changes (body, symbol) != 1
      || b_count_changes (body, other) != 1)
    return NULL;
  for (guint i = 0; i < body->n_children && b_own_assignment (body, i) != assign; i++)
    if (b_own_assignment (body, i) && b_own_assignment (body, i)->op == RS_OP_ASSIGN
        && b_own_assignment (body, i)->children[RS_ASSIGN_TARGET]->symbol == other)
      before = b_own_assignment (body, i);
  if (!before || before->children[RS_ASSIGN_TARGET]->kind != RS_NODE_NAME
      || !b_match_sum (before->children[RS_ASSIGN_VALUE], symbol, &from)
      || !b_match_sum (assign->children[RS_ASSIGN_VALUE], other, &to))
    return NULL;
  one = find_addend (b, &from, is_scalar);
  two = find_addend (b, &to, is_scalar);
  return one && two ? b_add (b, one, two) : NULL;
}

/* What the assignment to symbol adds to it; NULL: it does something else. */
static const RsIrExpression *
find_step (Build *b, const RsNode *assign, const RsSymbol *symbol, gboolean is_scalar)
{
  const RsNode *target = assign->children[RS_ASSIGN_TARGET];
  Accumulation found;

  if (target->kind != RS_NODE_NAME || target->symbol != symbol)
    return NULL;
  if (b_match_accumulation (assign, symbol, &found))
    return found.reduce == RS_REDUCE_SUM ? find_addend (b, &found, is_scalar) : NULL;
  return find_step_by_other (b, assign, symbol, is_scalar);
}

gboolean
b_step_induction (Build *b, Variable *variable, const RsNode *node)
{
  const RsIrExpression *value = variable->counter.parts[0];
  const RsIrExpression *step
      = node->kind == RS_NODE_ASSIGN ? find_step (b, node, variable->symbol, value->type == RS_IR_F64) : NULL;

  if (step)
    variable->counter = b_number (b_add (b, value, rs_ir_convert (b->kernel, step, value->type)), b);
  return step != NULL;
}

/* What every iteration adds to a number, each time in a statement of the loop's own; NULL: it is not so simple. */
static const RsIrExpression *
find_total (Build *b, const RsSymbol *symbol, gboolean is_scalar)
{
  const RsNode *body = b->nest.body;
  const RsIrExpression *total = NULL;
  guint n_own = 0;

  for (guint i = 0; i < body->n_children; i++)
    {
      const RsNode *assign = b_own_assignment (body, i);
      const RsIrExpression *step = assign ? find_step (b, assign, symbol, is_scalar) : NULL;

      if (!step)
        continue;
      total = total ? b_add (b, total, step) : step;
      n_own++;
    }
  return n_own == b_count_changes (body, symbol) ? total : NULL;
}

gboolean
b_bind_induction (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];
  const gboolean is_scalar = in->type->kind == RS_TYPE_NUMBER && rs_element_is_floating (in->type->element);
  const RsIrType type = is_scalar ? RS_IR_F64 : RS_IR_I64;
  const RsIrExpression *total, *position, *first;
  Variable *variable;

  if (b->nest.n_levels != 1 || b->nest.is_open || b->request->row_length || b_is_inner_level (b, 0)
      || in->type->kind != RS_TYPE_NUMBER || in->type->element == RS_ELEMENT_BOOL
      || !(is_scalar || rs_element_is_integer (in->type->element)))
    return FALSE;
  if (is_scalar && b->kernel->precision != RS_PRECISION_DOUBLE) /* what it begins with is passed in single precision */
    return FALSE;
  total = find_total (b, in->symbol, is_scalar);
  if (!total)
    return FALSE;
  first = rs_ir_convert (b->kernel, b_input_value (b, input, in->symbol->first).parts[0], type);
  position = rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, 0);
  variable = b_new_variable (b, b->root, in->symbol);
  variable->has_counter = variable->is_induction = TRUE;
  variable->counter = b_number (b_add (b, first, rs_ir_convert (b->kernel, b_mul (b, position, total), type)), b);
  return TRUE;
}

void
b_end_inductions (Build *b)
{
  for (guint i = 0; i < b->request->n_inputs && !b->reason; i++)
    {
      const RsSymbol *symbol = b->request->inputs[i].symbol;
      Variable *variable = symbol ? g_hash_table_lookup (b->root->variables, symbol) : NULL;

      if (!variable || !variable->is_induction)
        continue;
      variable->has_counter = FALSE;
      b_assign_variable (b, symbol, variable->counter, symbol->first);
    }
}
