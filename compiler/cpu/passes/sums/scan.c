/* Running sums are made in SIMD vectors: what each work item of a piece of a row adds, the sums over it, and then the
 * work items themselves, which no longer wait for each other.
 *
 * Requires: prefix. Establishes: has_scan. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/prefix.h"
#include "compiler/kernel/passes/passes.h"

void
rs_pass_scan (RsKernel *kernel)
{
  if (!kernel->has_totals || !rs_kernel_can_scan (kernel))
    return;
  kernel->cpu.scans = TRUE;
  rs_kernel_note (kernel, 0, 1, 0, "running sums are made in SIMD vectors, before the work items that use them");
}
