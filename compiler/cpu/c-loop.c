/* Loops inside of a work item.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"
#include "compiler/kernel/passes/control/regions.h"

/* A loop of a work item that is resumed: its counter is kept. */
static void
open_kept_loop (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) counter = g_string_new (NULL);
  g_autofree char *low = c_expression_text (p, s->low), *high = c_expression_text (p, s->high);
  guint n = p->n_temporaries++;

  c_append_local (p, counter, s->index);
  if (s->unroll > 0 && s->unroll < RS_UNROLL_RARE)
    c_printf (p, "_Pragma (\"GCC unroll %u\")", s->unroll);
  /* Work items come back into a loop around a barrier: its end is a constant or a local of its own
   * (passes/control/regions.c). */
  if (rs_regions_hold_barrier (s))
    c_printf (p, "for (%s = %s; %s %s %s; %s += %" G_GINT64_FORMAT ")", counter->str, low, counter->str,
              s->step > 0 ? "<=" : ">=", high, counter->str, s->step);
  else
    c_printf (p, "for (long e%u = %s, b%u = %s = %s; %s %s e%u; %s += %" G_GINT64_FORMAT ")", n, high, n, counter->str,
              low, counter->str, s->step > 0 ? "<=" : ">=", n, counter->str, s->step);
  c_printf (p, "{");
  p->indent += 2;
}

void
c_open_loop (Printer *p, const RsIrStatement *s)
{
  if (rs_kernel_local (p->kernel, s->index)->is_kept)
    open_kept_loop (p, s);
  else
    c_open_plain_loop (p, s);
}

/* Whether the program is to stop, at the back edge of a loop that may take long. */
void
c_print_poll (Printer *p, RsIrPlace line)
{
  c_need_fail (p);
  c_printf (p,
            "if (__builtin_expect (__atomic_load_n (box->stop, __ATOMIC_RELAXED), 0)) "
            "{ rs_fail (box, %d, %u, 0, 0, 0, 0, 0, 0); return; }",
            RS_KERNEL_STOPPED, rs_place_line (line));
}
