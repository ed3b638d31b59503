/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/needed.h"

typedef struct {
  guint local;
  gboolean is_read;
} Read;

static void
note_read (const RsIrExpression *e, gpointer data)
{
  Read *self = data;

  self->is_read |= (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT) && e->index == self->local;
}

/* Goes through statements in their order; *is_set: the local is assigned by then on every way. TRUE: it is read
 * before. */
static gboolean
needs (const RsIrStatement *first, const RsIrStatement *last, guint local, gboolean *is_set)
{
  for (const RsIrStatement *s = first; s && !*is_set; s = s == last ? NULL : s->next)
    {
      Read read = { local, FALSE };
      gboolean in_body = FALSE, in_other = FALSE;

      rs_ir_visit_statement (s, note_read, &read);
      if (read.is_read || (s->kind == RS_IR_SET_ELEMENT && s->index == local) || s->result == local + 1
          || needs (s->body.first, NULL, local, &in_body) || needs (s->other.first, NULL, local, &in_other))
        return TRUE;
      *is_set = (s->kind == RS_IR_SET && s->index == local) || (s->kind == RS_IR_IF && in_body && in_other);
    }
  return FALSE;
}

gboolean
rs_statements_need_local (const RsIrStatement *first, const RsIrStatement *last, guint local)
{
  gboolean is_set = FALSE;

  return needs (first, last, local, &is_set);
}
