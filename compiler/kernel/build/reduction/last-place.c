/* The last place of a condition: `if c; k = i; endif`, where i is the loop's own counter and nothing in the loop reads
 * k. Iterations come in the order of the counter, so that k is the largest of the counters that it was given, or the
 * smallest where the loop counts down; and what was in k before the loop where that comes before them all, which has to
 * be known when the kernel is built.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

/* Whether all that names symbol are assignments of the counter. n: how many there are. */
static gboolean
only_takes (const RsNode *node, const RsSymbol *symbol, const RsSymbol *counter, guint *n)
{
  if (node->kind == RS_NODE_ASSIGN && node->op == RS_OP_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME
      && node->children[RS_ASSIGN_TARGET]->symbol == symbol)
    {
      const RsNode *value = node->children[RS_ASSIGN_VALUE];

      (*n)++;
      return value->kind == RS_NODE_NAME && value->symbol == counter;
    }
  if (node->kind == RS_NODE_NAME && node->symbol == symbol)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !only_takes (node->children[i], symbol, counter, n))
      return FALSE;
  return TRUE;
}

/* Whether an assignment of the loop's own gives it a value in every iteration. */
static gboolean
is_certain (const RsNode *body, const RsSymbol *symbol)
{
  for (guint i = 0; i < body->n_children; i++)
    if (b_own_assignment (body, i) && b_own_assignment (body, i)->children[RS_ASSIGN_TARGET]->symbol == symbol)
      return TRUE;
  return FALSE;
}

/* Whether the value before the loop comes before those of the counter. */
static gboolean
begins_before (const Build *b, const RsKernelInput *in, gboolean is_upwards)
{
  const RsKernelInput *low = &b->request->inputs[b->request->level_low[0]];

  return in->is_constant && low->is_constant
         && (is_upwards ? in->constant <= low->constant : in->constant >= low->constant);
}

gboolean
b_takes_last_place (const Build *b, guint input, RsReduceOperator *reduce)
{
  const RsKernelInput *in = &b->request->inputs[input];
  const RsIrExpression *step = b->kernel->steps[0];
  guint n = 0;

  if (b->nest.n_levels != 1 || b->nest.is_open || b->request->row_length || b_is_inner_level (b, 0) || !step
      || step->op != RS_IR_CONST || step->value.integer == 0 || in->type->kind != RS_TYPE_NUMBER
      || !begins_before (b, in, step->value.integer > 0)
      || !only_takes (b->nest.body, in->symbol, b_level_name (b->nest.loops[0])->symbol, &n) || n == 0)
    return FALSE;
  *reduce = step->value.integer > 0 ? RS_REDUCE_MAXIMUM : RS_REDUCE_MINIMUM;
  return !is_certain (b->nest.body, in->symbol);
}
