/* Launches inside kernels as loops of the work item that launches: no target starts kernels from kernels.
 *
 * Requires: nothing. Establishes: LOOPs without `launch`. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/changes.h"
#include "compiler/kernel/passes/passes.h"

/* How many dimensions the grid has whose first loop this is. */
static guint
count_dimensions (const RsIrStatement *loop)
{
  guint n = 1;

  while ((loop = loop->body.last) != NULL && loop->kind == RS_IR_LOOP && loop->launch == n + 1)
    n++;
  return n;
}

static void
lower (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->launch == 1)
        rs_kernel_note (kernel, s->line, 1, 0, "launches inside of the kernel as loops (dimensions: %u)",
                        count_dimensions (s));
      lower (kernel, &s->body);
      lower (kernel, &s->other);
      s->launch = 0;
    }
}

void
rs_pass_launches (RsKernel *kernel)
{
  lower (kernel, &kernel->body);
}
