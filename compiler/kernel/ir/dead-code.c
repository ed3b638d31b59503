/* Dropping what has no effect, for the pass and for analyses that cut statements out of a body.
 *
 * An expression with a 'checked access stays: it may fail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir.h"

typedef struct {
  guint *n_reads; /* by local */
} Reads;

static void
count_read (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    ((Reads *)data)->n_reads[e->index]++;
}

static gboolean
reads_itself (const RsIrExpression *e, guint local)
{
  if ((e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT) && e->index == local)
    return TRUE;
  for (guint i = 0; i < e->n_operands; i++)
    if (reads_itself (e->operands[i], local))
      return TRUE;
  return FALSE;
}

/* `s = s + 1` alone does not keep s alive. */
static void
count_reads (Reads *reads, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (!(s->kind == RS_IR_SET && reads_itself (s->value, s->index)))
        rs_ir_visit_statement (s, count_read, reads);
      else
        {
          guint before = reads->n_reads[s->index];

          rs_ir_visit_statement (s, count_read, reads);
          reads->n_reads[s->index] = before;
        }
      count_reads (reads, &s->body);
      count_reads (reads, &s->other);
    }
}

static void
find_checked (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED)
    *(gboolean *)data = TRUE;
}

static gboolean
may_fail (const RsIrStatement *s)
{
  gboolean fails = FALSE;

  rs_ir_visit_statement (s, find_checked, &fails);
  return fails;
}

static gboolean
is_dead (const Reads *reads, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
    case RS_IR_SET_ELEMENT:
      return reads->n_reads[s->index] == 0 && !may_fail (s);
    case RS_IR_IF:
      return !s->body.first && !s->other.first && !may_fail (s);
    case RS_IR_LOOP:
    case RS_IR_REGION:
      return !s->body.first && !may_fail (s);
    default:
      return FALSE;
    }
}

static gboolean
sweep (RsKernel *kernel, const Reads *reads, RsIrBlock *block, gboolean with_notes)
{
  gboolean changed = FALSE;
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s; s = next)
    {
      next = s->next;
      changed |= sweep (kernel, reads, &s->body, with_notes);
      changed |= sweep (kernel, reads, &s->other, with_notes);
      if (is_dead (reads, s))
        {
          rs_ir_remove (block, s);
          if (with_notes)
            rs_kernel_note (kernel, s->line, 1, 0, "statements without effect dropped");
          changed = TRUE;
        }
    }
  return changed;
}

void
rs_ir_drop_dead_code (RsKernel *kernel, RsIrBlock *block, gboolean with_notes)
{
  gboolean changed = TRUE;

  while (changed)
    {
      g_autofree guint *n_reads = g_new0 (guint, kernel->locals->len + 1);
      Reads reads = { n_reads };

      count_reads (&reads, block);
      changed = sweep (kernel, &reads, block, with_notes);
    }
}
