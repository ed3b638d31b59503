/* Drops assignments to locals that nobody reads, and branches and loops that became empty.
 *
 * Requires: nothing. Establishes: every local that is assigned is read somewhere. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

void
rs_pass_dead_code (RsKernel *kernel)
{
  rs_ir_drop_dead_code (kernel, &kernel->body, TRUE);
}
