/* What a box of iterations adds to running sums, see prefix.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/prefix.h"

typedef struct {
  RsKernel *kernel;
  guint8 *stored; /* by parameter: elements were stored so far */
  gboolean any;
  gboolean found; /* a running value */
} Search;

/* --- what is read after it was stored --- */

static void
note_stores (Search *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        self->stored[s->index] = self->any = TRUE;
      note_stores (self, &s->body);
      note_stores (self, &s->other);
    }
}

/* An element that the body may have changed is as little known beforehand as a running sum, and marked as one. */
static const RsIrExpression *
mark_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Search *self = data;

  if (e->op != RS_IR_LOAD || !(kernel->same_arrays_possible ? self->any : self->stored[e->index]))
    return e;
  return rs_ir_leaf (kernel, RS_IR_RUNNING, e->type, 0, 0);
}

static void
mark_block (Search *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER)
        {
          note_stores (self, &s->body);
          note_stores (self, &s->other);
        }
      rs_ir_map_statement (self->kernel, s, mark_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        self->stored[s->index] = self->any = TRUE;
      mark_block (self, &s->body);
      mark_block (self, &s->other);
    }
}

/* --- the statements --- */

static gboolean
is_other_effect (const RsKernel *kernel, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
    case RS_IR_FINISH:
    case RS_IR_ASSERT:
      return TRUE;
    case RS_IR_REDUCE:
      return !rs_kernel_parameter (kernel, s->index)->is_prefix;
    default:
      return FALSE;
    }
}

/* FALSE at a statement that can't be left out. */
static gboolean
remove_effects (const RsKernel *kernel, RsIrBlock *block)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s != NULL; s = next)
    {
      next = s->next;
      if (!remove_effects (kernel, &s->body) || !remove_effects (kernel, &s->other) || s->kind == RS_IR_ALLOCATE
          || (s->kind == RS_IR_ATOMIC && s->result > 0))
        return FALSE;
      if (is_other_effect (kernel, s))
        rs_ir_remove (block, s);
    }
  return TRUE;
}

static void
find_running (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_RUNNING)
    ((Search *)data)->found = TRUE;
}

static void
search_block (Search *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, find_running, self);
      search_block (self, &s->body);
      search_block (self, &s->other);
    }
}

gboolean
rs_kernel_find_totals (RsKernel *kernel, const RsIrBlock *body, RsIrBlock *totals)
{
  g_assert (kernel->has_prefix);

  g_autofree guint8 *stored = g_new0 (guint8, kernel->parameters->len + 1);
  Search search = { .kernel = kernel, .stored = stored };

  *totals = rs_ir_copy_block (kernel, body);
  mark_block (&search, totals);
  if (!remove_effects (kernel, totals))
    return FALSE;
  rs_ir_drop_dead_code (kernel, totals, FALSE);
  search_block (&search, totals);
  return !search.found;
}

/* --- running sums in vectors --- */

/* How often block updates accumulator parameter. */
static guint
count_updates (const RsIrBlock *block, guint parameter)
{
  guint n = 0;

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    n += (s->kind == RS_IR_REDUCE && s->index == parameter) + count_updates (&s->body, parameter)
         + count_updates (&s->other, parameter);
  return n;
}

/* What gcc vectorises, and what does the same when the work items of a piece run statement by statement. */
static gboolean
is_plain (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    switch ((RsIrStatementKind)s->kind)
      {
      case RS_IR_SET:
      case RS_IR_SET_ELEMENT:
      case RS_IR_STORE:
      case RS_IR_REDUCE:
      case RS_IR_FINISH:
      case RS_IR_ASSERT:
        break;
      case RS_IR_IF:
        if (!is_plain (&s->body) || !is_plain (&s->other))
          return FALSE;
        break;
      default:
        return FALSE;
      }
  return TRUE;
}

/* Minima and maxima of NaN depend on the order, and each running value has to be what one update leaves. */
static gboolean
are_sums (const RsKernel *kernel)
{
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);

      if (parameter->is_prefix && (parameter->reduce != RS_REDUCE_SUM || count_updates (&kernel->body, i) != 1))
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_kernel_can_scan (const RsKernel *kernel)
{
  return kernel->has_prefix && !rs_ir_can_fail (&kernel->body) && is_plain (&kernel->body) && are_sums (kernel);
}
