/* Drops assignments to locals that nobody reads, or not any more before the work item ends, and branches and loops that
 * became empty.
 *
 * Requires: nothing. Establishes: every local that is assigned is read somewhere. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

static void
note_read (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    ((gboolean *)data)[e->index] = TRUE;
}

static void
note_reads (const RsIrStatement *s, gboolean *is_read)
{
  rs_ir_visit_statement (s, note_read, is_read);
  for (const RsIrStatement *inner = s->body.first; inner; inner = inner->next)
    note_reads (inner, is_read);
  for (const RsIrStatement *inner = s->other.first; inner; inner = inner->next)
    note_reads (inner, is_read);
}

static void
find_checked (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_LOAD && e->boundary != RS_BOUNDARY_SAFE && e->boundary != RS_BOUNDARY_UNCHECKED;
}

/* What the work item assigns at its end, not to read it again. */
static void
drop_last_values (RsKernel *kernel)
{
  g_autofree gboolean *is_read = g_new0 (gboolean, kernel->locals->len + 1);

  for (RsIrStatement *s = kernel->body.last, *previous; s; s = previous)
    {
      gboolean may_fail = FALSE;

      previous = s->previous;
      rs_ir_visit_statement (s, find_checked, &may_fail);
      if (s->kind == RS_IR_SET && !is_read[s->index] && !rs_kernel_local (kernel, s->index)->total && !may_fail)
        {
          rs_ir_remove (&kernel->body, s);
          rs_kernel_note (kernel, s->line, 1, 0, "statements without effect dropped");
          continue;
        }
      if (s->kind == RS_IR_SET)
        is_read[s->index] = FALSE;
      note_reads (s, is_read);
    }
}

void
rs_pass_dead_code (RsKernel *kernel)
{
  if (!kernel->is_serial && !kernel->has_blocks)
    drop_last_values (kernel);
  rs_ir_drop_dead_code (kernel, &kernel->body, TRUE);
}
