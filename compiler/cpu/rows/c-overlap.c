/* The end of a row as a whole vector: where work items may run twice, the last ones do, together with some of those
 * before them, instead of one by one.
 *
 * gcc finishes a loop that it has vectorised in smaller vectors and single iterations, which takes as long as a tenth
 * of a row of 1,000. Here it gets a row as one loop, which runs a second time for the last WIDTH work items where some
 * are left over. Which kernels bear it: passes/overlap.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

void
c_print_overlap (Printer *p, const char *low, const char *high)
{
  guint width = p->kernel->cpu.overlap;

  c_printf (p, "for (long row_begin = %s, row_end = %s - %s < %u ? %s : %s - (%s - %s) %% %u; row_begin < %s;", low,
            high, low, width, high, high, high, low, width, high);
  c_printf (p, "     row_begin = row_end == %s ? %s : %s - %u, row_end = %s)", high, high, high, width, high);
}
