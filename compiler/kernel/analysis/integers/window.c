/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/integers/window.h"

#include "compiler/kernel/ir/known-locals.h"

#define FEWEST_ITERATIONS 4 /* of either loop: below it, the buffer costs what it saves */
#define WIDEST 64           /* columns more than work items */

/* Iterations of a loop from one constant to another by 1; 0: it is another kind of loop. */
static gint64
count_iterations (const RsIrStatement *loop)
{
  if (loop == NULL || loop->kind != RS_IR_LOOP || loop->step != 1 || loop->low->op != RS_IR_CONST
      || loop->high->op != RS_IR_CONST || ABS (loop->low->value.integer) > G_MAXINT32
      || ABS (loop->high->value.integer) > G_MAXINT32)
    return 0;
  return MAX (loop->high->value.integer - loop->low->value.integer + 1, 0);
}

typedef struct {
  guint local;
  guint n;
} Reads;

static void
count_read (const RsIrExpression *e, gpointer data)
{
  Reads *self = data;

  self->n += e->op == RS_IR_LOCAL && e->index == self->local;
}

static void
count_reads (Reads *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, count_read, self);
      count_reads (self, &s->body);
      count_reads (self, &s->other);
    }
}

static guint
count_reads_of (const RsIrBlock *block, guint local)
{
  Reads reads = { .local = local };

  count_reads (&reads, block);
  return reads.n;
}

typedef struct {
  const RsRowValues *rows;
  const RsWindow *window;
} Search;

static gboolean is_shifted (const Search *self, const RsIrExpression *e);

static gboolean
is_temporary (const Search *self, guint local)
{
  for (const RsIrStatement *s = self->window->inner->body.first; s != self->window->sum; s = s->next)
    if (s->index == local)
      return TRUE;
  return FALSE;
}

/* Neither n nor l occurs. */
static gboolean
is_free (const Search *self, const RsIrExpression *e)
{
  return !rs_ir_names_local (e, self->window->inner->index) && rs_row_is_uniform (self->rows, e);
}

/* How often n and l occur as terms of an index; FALSE where they occur otherwise. */
static gboolean
count_terms (const Search *self, const RsIrExpression *e, guint *positions, guint *counters)
{
  if (is_free (self, e))
    return TRUE;
  if (e->op == RS_IR_POSITION)
    *positions += 1;
  else if (e->op == RS_IR_LOCAL && e->index == self->window->inner->index)
    *counters += 1;
  else if (e->op == RS_IR_ADD)
    return count_terms (self, e->operands[0], positions, counters)
           && count_terms (self, e->operands[1], positions, counters);
  else if (e->op == RS_IR_SUB)
    return is_free (self, e->operands[1]) && count_terms (self, e->operands[0], positions, counters);
  else
    return FALSE;
  return TRUE;
}

/* e is a function of n + l and what is the same for all work items and all l. */
static gboolean
is_shifted (const Search *self, const RsIrExpression *e)
{
  guint positions = 0, counters = 0;

  if (is_free (self, e))
    return TRUE;
  if (e->op == RS_IR_LOCAL)
    return is_temporary (self, e->index);
  if (e->op == RS_IR_POSITION || e->op == RS_IR_ELEMENT)
    return FALSE;
  if (e->op != RS_IR_LOAD)
    {
      for (guint i = 0; i < e->n_operands; i++)
        if (!is_shifted (self, e->operands[i]))
          return FALSE;
      return TRUE;
    }
  if (e->boundary != RS_BOUNDARY_UNCHECKED)
    return FALSE;
  for (guint i = 0; i + 1 < e->n_operands; i++)
    if (!is_free (self, e->operands[i]))
      return FALSE;
  return count_terms (self, e->operands[e->n_operands - 1], &positions, &counters) && positions == 1 && counters == 1;
}

/* Temporaries: set once in an iteration before they are read, and nowhere else. */
static gboolean
are_temporaries (const Search *self, const RsIrBlock *kernel)
{
  for (const RsIrStatement *s = self->window->inner->body.first; s != self->window->sum; s = s->next)
    {
      if (s->kind != RS_IR_SET || !rs_ir_is_floating (s->value->type) || self->rows->is_uniform[s->index]
          || s->index == self->window->sum->index || !is_shifted (self, s->value)
          || count_reads_of (kernel, s->index) != count_reads_of (&self->window->inner->body, s->index))
        return FALSE;
      for (const RsIrStatement *before = self->window->inner->body.first; before != s->next; before = before->next)
        {
          Reads reads = { .local = s->index };

          rs_ir_visit_statement (before, count_read, &reads);
          if (reads.n > 0 || (before != s && before->index == s->index))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
rs_window_find (const RsRowValues *rows, const RsIrStatement *loop, RsWindow *window)
{
  Search search = { rows, window };
  const RsIrStatement *sum;
  const RsIrExpression *value;
  gint64 n;

  *window = (RsWindow){ .outer = loop, .inner = loop->body.first };
  if (rows->kernel->exact_math || count_iterations (loop) < FEWEST_ITERATIONS || window->inner->next)
    return FALSE;
  n = count_iterations (window->inner);
  sum = n >= FEWEST_ITERATIONS && n <= WIDEST ? window->inner->body.last : NULL;
  if (sum == NULL || sum->kind != RS_IR_SET || sum->value->op != RS_IR_ADD || rows->is_uniform[sum->index])
    return FALSE;
  value = sum->value;
  if (value->operands[0]->op != RS_IR_LOCAL || value->operands[0]->index != sum->index
      || !rs_ir_is_floating (value->type))
    return FALSE;
  window->sum = sum;
  window->term = value->operands[1];
  window->low = window->inner->low->value.integer;
  window->high = window->inner->high->value.integer;
  return count_reads_of (&loop->body, sum->index) == 1 && is_shifted (&search, window->term)
         && are_temporaries (&search, rs_kernel_get_main_block ((RsKernel *)rows->kernel));
}
