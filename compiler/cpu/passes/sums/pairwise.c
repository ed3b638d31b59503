/* Kernels that do nothing but add up cheap single-precision values add them by fours in single precision, and those
 * sums in double precision, since the conversion of every element would cost more than the memory that they come from
 * (c-sum.c). Pairs of pairs keep a mean between the least and the largest element.
 *
 * Requires: the copies of the body. Establishes: is_pairwise of REDUCE. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#define LARGEST_VALUE 8   /* nodes of a value that is cheap beside its conversion to double precision */
#define LARGEST_CHOICE 16 /* of one that depends on a condition */

static gboolean
mark (RsIrBlock *block)
{
  RsIrStatement *s = block->first;

  if (s == NULL || s->next != NULL || s->kind != RS_IR_REDUCE || s->op != RS_IR_ADD || s->value->type != RS_IR_F64
      || s->value->op != RS_IR_CONVERT || s->value->operands[0]->type != RS_IR_F32
      || rs_ir_count (s->value) > (s->value->operands[0]->op == RS_IR_SELECT ? LARGEST_CHOICE : LARGEST_VALUE))
    return FALSE;
  s->is_pairwise = TRUE;
  return TRUE;
}

void
rs_pass_pairwise (RsKernel *kernel)
{
  RsIrBlock *const blocks[] = { &kernel->body, &kernel->interior, &kernel->collapsed };
  gboolean is_changed = FALSE;

  if (kernel->exact_math || rs_kernel_can_fail (kernel))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    is_changed |= mark (blocks[i]);
  if (is_changed)
    rs_kernel_note (kernel, 0, 1, 0, "long rows are added up by fours in single precision, then in double precision");
}
