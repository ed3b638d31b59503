/* Sums that a loop of a work item makes along rows of arrays, in any order (analysis/order/free-sum.h): in SIMD
 * vectors, each lane with sums of its own (c-simd.c).
 *
 * Requires: the ways in which rows run, unrolled loops. Establishes: in_lanes of LOOP. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/free-sum.h"
#include "compiler/kernel/passes/passes.h"

static void
mark (RsKernel *kernel, const RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      s->in_lanes = rs_loop_is_free_sum (kernel, s);
      if (s->in_lanes)
        rs_kernel_note (kernel, s->line, 1, 0, "sums along rows are made in vectors, in any order");
      mark (kernel, &s->body);
      mark (kernel, &s->other);
    }
}

void
rs_pass_sums (RsKernel *kernel)
{
  const RsIrBlock *const blocks[] = { &kernel->body,   &kernel->interior,        &kernel->collapsed,
                                      &kernel->totals, &kernel->interior_totals, &kernel->epilogue };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    mark (kernel, blocks[i]);
}
