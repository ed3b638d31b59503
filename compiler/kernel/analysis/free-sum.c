/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/free-sum.h"

/* Arithmetic of what can be read side by side, without local. */
static gboolean
is_plain_term (const RsIrExpression *e, guint local)
{
  const RsIrOp op = e->op;

  if (op == RS_IR_LOCAL ? e->index == local
      : op == RS_IR_LOAD
          ? e->boundary != RS_BOUNDARY_UNCHECKED
          : op != RS_IR_CONST && op != RS_IR_NUMBER && op != RS_IR_DIM && op != RS_IR_POSITION && op != RS_IR_CONVERT
                && op != RS_IR_ADD && op != RS_IR_SUB && op != RS_IR_MUL && op != RS_IR_NEG && op != RS_IR_ABS)
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_plain_term (e->operands[i], local))
      return FALSE;
  return TRUE;
}

typedef struct {
  guint counter;
  gboolean is_met;
} Search;

static void
find_counter (const RsIrExpression *e, gpointer data)
{
  Search *search = data;

  search->is_met |= e->op == RS_IR_LOCAL && e->index == search->counter;
}

/* Whether the loop with that counter reads all arrays along their last dimension. Down a column neighbouring work items
 * share what comes from memory, which is better for them than vectors. */
static gboolean
goes_along_rows (const RsIrExpression *e, guint counter)
{
  Search search = { counter, FALSE };

  for (guint i = 0; e->op == RS_IR_LOAD && i + 1 < e->n_operands; i++)
    rs_ir_visit (e->operands[i], find_counter, &search);
  for (guint i = 0; i < e->n_operands && !search.is_met; i++)
    search.is_met = !goes_along_rows (e->operands[i], counter);
  return !search.is_met;
}

static gboolean
has_free_sums (const RsKernel *kernel)
{
  return kernel->is_serial || (kernel->precision == RS_PRECISION_SINGLE && !kernel->has_prefix);
}

gboolean
rs_loop_is_free_sum (const RsKernel *kernel, const RsIrStatement *loop)
{
  const RsIrStatement *set = loop->body.first;
  const RsIrExpression *value;

  if (loop->kind != RS_IR_LOOP || !has_free_sums (kernel) || kernel->exact_math || loop->step != 1 || loop->unroll > 0
      || !set || set->next || set->kind != RS_IR_SET || rs_kernel_local (kernel, set->index)->type != RS_IR_F64
      || rs_kernel_local (kernel, set->index)->length != 1 || rs_kernel_local (kernel, loop->index)->is_kept)
    return FALSE;
  value = set->value;
  return (value->op == RS_IR_ADD || value->op == RS_IR_SUB) && value->operands[0]->op == RS_IR_LOCAL
         && value->operands[0]->index == set->index && is_plain_term (value->operands[1], set->index)
         && (kernel->is_serial || goes_along_rows (value->operands[1], loop->index));
}
