/* Kernels with running sums get the statements that tell what a box of work items adds to them. With those, boxes run
 * side by side: first each finds what it adds, then, when those before it are known to have done so, it runs.
 *
 * Requires: nothing. Establishes: has_totals, totals. Invalidates: nothing; the body has to stay as it is afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/prefix.h"
#include "compiler/kernel/passes/passes.h"

void
rs_pass_prefix (RsKernel *kernel)
{
  RsIrBlock totals, interior = { NULL, NULL };

  if (!kernel->has_prefix || kernel->has_blocks || rs_kernel_has_dynamic (kernel)
      || !rs_kernel_find_totals (kernel, &kernel->body, &totals)
      || (kernel->has_interior && !rs_kernel_find_totals (kernel, &kernel->interior, &interior)))
    return;
  kernel->totals = totals;
  kernel->interior_totals = interior;
  kernel->has_totals = TRUE;
  rs_kernel_note (kernel, 0, 1, 0, "boxes run side by side, each when it is known what those before it add");
}
