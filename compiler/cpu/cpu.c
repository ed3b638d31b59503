/* The plan of a CPU's kernel: how its grid may be cut into boxes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/cpu.h"

#include "compiler/kernel/ir/ir.h"

#include <string.h>

#define ROWS_OF_SHARED_MEMORY 64
#define ITEMS_OF_ORDERED_ROWS 256 /* long enough to go through a row as it lies in memory */

char *
rs_cpu_print (const RsKernel *kernel, RsLaunchPlan *plan, char **reason)
{
  g_assert (kernel->target->dialect == RS_DIALECT_C);
  plan->boxes = (RsPlanBoxes){
    .row_items = MAX (MAX (kernel->cpu.strip, kernel->cpu.lanes), kernel->ordered != 0 ? ITEMS_OF_ORDERED_ROWS : 1),
    .rows = kernel->cpu.strips_first || kernel->cpu.tile > 0 ? ROWS_OF_SHARED_MEMORY : 1,
    .is_tall = kernel->cpu.strips_first,
    .has_prefix = kernel->has_prefix,
    .has_totals = kernel->has_totals,
    .leaves_totals = kernel->cpu.scans,
    .allocates = rs_kernel_has_dynamic (kernel),
    .ordered = kernel->ordered,
    .blocks = MAX (kernel->cpu.together, 1),
  };
  memcpy (plan->boxes.size, kernel->cpu.box, sizeof kernel->cpu.box);
  return rs_kernel_print_c (kernel);
}
