/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/ir/known-locals.h"

static void
count_sets (RsKnownLocals *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT)
        self->n_sets[s->index]++;
      else if (s->kind == RS_IR_LOOP)
        {
          /* A counter of several loops is not understood. */
          self->n_sets[s->index] += self->loops[s->index] != NULL;
          self->loops[s->index] = s;
        }
      count_sets (self, &s->body);
      count_sets (self, &s->other);
    }
}

void
rs_known_locals_init (RsKnownLocals *self, const RsKernel *kernel, const RsIrBlock *block)
{
  guint n = kernel->locals->len;

  self->values = g_new0 (const RsIrExpression *, n);
  self->loops = g_new0 (const RsIrStatement *, n);
  self->n_sets = g_new0 (guint, n);
  count_sets (self, block);
  for (guint i = 0; i < n; i++)
    if (self->n_sets[i] > 0)
      self->loops[i] = NULL;
}

void
rs_known_locals_clear (RsKnownLocals *self)
{
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->loops, g_free);
  g_clear_pointer (&self->n_sets, g_free);
}

void
rs_known_locals_enter (RsKnownLocals *self, const RsIrStatement *statement)
{
  if (statement->kind == RS_IR_SET && self->n_sets[statement->index] == 1)
    self->values[statement->index] = statement->value;
}

void
rs_known_locals_leave (RsKnownLocals *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_SET)
      self->values[s->index] = NULL;
}

static void
check_uniform (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_POSITION || e->op == RS_IR_RUNNING || e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT
      || rs_ir_reads_array (e))
    *(gboolean *)data = FALSE;
}

gboolean
rs_ir_is_uniform (const RsIrExpression *e)
{
  gboolean uniform = TRUE;

  rs_ir_visit (e, check_uniform, &uniform);
  return uniform;
}

gboolean
rs_ir_names_local (const RsIrExpression *e, guint local)
{
  gboolean found = e->op == RS_IR_LOCAL && e->index == local;

  for (guint i = 0; i < e->n_operands && !found; i++)
    found = rs_ir_names_local (e->operands[i], local);
  return found;
}
