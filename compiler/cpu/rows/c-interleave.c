/* Work items that run in turn, statement by statement, as C; see compiler/cpu/passes/blocks/interleave.c.
 *
 * Each has its locals under names of its own. Loops are common, with what they hold once for each work item.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

static void
print_for_each (Printer *p, const RsIrStatement *s)
{
  for (guint i = 0; i < p->kernel->cpu.interleaved; i++)
    {
      guint copy = p->copy;

      p->copy = ++p->n_copies;
      cpu (p)->turn = i + 1;
      c_print_statement (p, s);
      cpu (p)->turn = 0;
      p->copy = copy;
    }
}

static void
print_block (Printer *p, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_LOOP)
      {
        c_open_loop (p, s);
        print_block (p, &s->body);
        c_close_loop (p);
      }
    else
      print_for_each (p, s);
}

void
c_print_interleaved (Printer *p, const RsIrBlock *body, const char *low, const char *high)
{
  guint last = p->kernel->grid_rank - 1;

  c_printf (p, "long at = %s;", low);
  c_printf (p, "for (; at + %u <= %s; at += %u)", p->kernel->cpu.interleaved, high, p->kernel->cpu.interleaved);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long p%u = at;", last);
  for (cpu (p)->turn = 1; cpu (p)->turn <= p->kernel->cpu.interleaved; cpu (p)->turn++)
    c_print_locals (p);
  cpu (p)->turn = 0;
  p->line = 0;
  print_block (p, body);
  p->indent -= 2;
  c_printf (p, "}");
}
