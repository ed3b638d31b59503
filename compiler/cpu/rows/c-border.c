/* The border of a kernel as a function of its own, which runs the body with its checks for a part of a row.
 *
 * Beside the interior, in one function, it took most of the time to compile: gcc makes versions of the border's loops
 * as well. Few work items run it, so gcc need not do its best there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

gboolean
c_is_border (const Printer *p)
{
  return cpu (p)->only == &p->kernel->body && p->kernel->has_interior;
}

/* The work items of the row from C expression `from` to `to`. */
void
c_print_border_call (Printer *p, const char *from, const char *to)
{
  guint last = p->kernel->grid_rank - 1;

  c_printf (p, "if (%s < %s)", from, to);
  c_printf (p, "{");
  c_printf (p, "  RsKernelBox part = *box;");
  for (guint k = 0; k < last; k++)
    c_printf (p, "  part.low[%u] = p%u, part.high[%u] = p%u + 1;", k, k, k, k);
  c_printf (p, "  part.low[%u] = %s, part.high[%u] = %s;", last, from, last, to);
  c_printf (p, "  border_%s (&part, arguments);", p->kernel->name);
  c_printf (p, "}");
}
