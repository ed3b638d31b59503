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

/* What an iteration adds, where it is the same whole number in each; NULL: it may not be. */
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
  return sum;
}

void
b_step_induction (Build *b, Variable *variable, const Accumulation *found)
{
  const RsIrExpression *value = variable->counter.parts[0];

  variable->counter
      = b_number (b_add (b, value,
                         rs_ir_convert (b->kernel, find_addend (b, found, value->type == RS_IR_F64), value->type)),
                  b);
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

static guint
count_changes (const RsNode *node, const RsSymbol *symbol)
{
  guint n = (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_FOR) && is_changed_as (node->children[0], symbol);

  for (guint i = 0; i < node->n_children; i++)
    n += node->children[i] ? count_changes (node->children[i], symbol) : 0;
  return n;
}

/* What every iteration adds to a number, each time in a statement of the loop's own; NULL: it is not so simple. */
static const RsIrExpression *
find_total (Build *b, const RsSymbol *symbol, gboolean is_scalar)
{
  const RsNode *body = b->nest.body;
  const RsIrExpression *total = NULL;
  Accumulation found;
  guint n_own = 0;

  for (guint i = 0; i < body->n_children; i++)
    {
      const RsNode *statement = body->children[i];
      const RsIrExpression *addend;

      if (statement && statement->kind == RS_NODE_EXPRESSION)
        statement = rs_node_child (statement, 0);
      if (!statement || statement->kind != RS_NODE_ASSIGN || !b_match_accumulation (statement, symbol, &found))
        continue;
      addend = found.reduce == RS_REDUCE_SUM ? find_addend (b, &found, is_scalar) : NULL;
      if (!addend)
        return NULL;
      total = total ? b_add (b, total, addend) : addend;
      n_own++;
    }
  return n_own == count_changes (body, symbol) ? total : NULL;
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
