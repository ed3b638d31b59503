/* The border of a kernel becomes a function of its own, which is less to optimise for the C compiler (c-border.c). What
 * a function leaves behind its items (sums, values of the last one) stays in one function with the interior.
 *
 * Requires: split. Establishes: has_border_function. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

void
rs_pass_border (RsKernel *kernel)
{
  if (!rs_cpu_schedule_allows (kernel, RS_CPU_BORDER))
    return;
  for (guint i = 0; i < kernel->locals->len; i++)
    if (rs_kernel_local (kernel, i)->total)
      return;
  kernel->cpu.has_border_function = TRUE;
  rs_kernel_note (kernel, 0, 1, 0, "the border is a function of its own");
}
