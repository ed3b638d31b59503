/* Runs a few neighbouring work items in turn, statement by statement, where each of them waits for its own sums.
 *
 * A loop in which each iteration needs what the last one computed (a running sum along a row, or an element that it
 * has just written: y[i,j] = x[i,j] + 0.5*y[i,j-1]) takes as long as the chain of its operations, which a processor
 * can't shorten. The chains of other work items fit in between. Each work item computes what it does alone, in the same
 * order.
 *
 * Requires: strips, unroll. Establishes: interleaved. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/free-sum.h"
#include "compiler/kernel/passes/passes.h"

/* Rows of two arrays whose length is a power of two share the sets of the nearest cache, which hold 8 to 12 lines. */
#define LINES 8

typedef struct {
  const RsKernel *kernel;
  gboolean has_obstacle;
  gboolean has_chain;        /* a number or element that a loop carries from one iteration to the next */
  gboolean is_free;          /* the loop around the statement adds up in any order, and so in vectors */
  const RsIrStatement *loop; /* around the statement; NULL: none that all work items share */
  guint n_loops;             /* around the statement */
  guint n_rows;              /* elements that a loop reads or writes, in each work item others */
} Survey;

static void
find_private (const RsIrExpression *e, gpointer data)
{
  const gpointer *pair = data;
  const RsKernel *kernel = pair[0];

  *(gboolean *)pair[1] |= e->op == RS_IR_POSITION || e->op == RS_IR_ELEMENT || e->op == RS_IR_LOAD
                          || (e->op == RS_IR_LOCAL && !rs_kernel_local (kernel, e->index)->is_counter);
}

/* Whether all work items have the same bound of a loop, around which there are only loops that they share. */
static gboolean
is_shared_bound (const RsKernel *kernel, const RsIrExpression *e)
{
  gboolean is_private = FALSE;
  gpointer pair[] = { (gpointer)kernel, &is_private };

  rs_ir_visit (e, find_private, pair);
  return !is_private;
}

static void
find_self (const RsIrExpression *e, gpointer data)
{
  guint *search = data;

  if (e->op == RS_IR_LOCAL && e->index == search[0])
    search[1] = TRUE;
}

static gboolean
is_chain (const RsIrStatement *s)
{
  guint search[] = { s->index, FALSE };

  if (s->kind != RS_IR_SET || !rs_ir_is_floating (s->value->type))
    return FALSE;
  rs_ir_visit (s->value, find_self, search);
  return search[1];
}

/* What is added to the counter of the loop. FALSE: the subscript is another one. */
static gboolean
get_offset (const RsIrStatement *loop, const RsIrExpression *e, gint64 *offset)
{
  const gboolean is_sum = e->op == RS_IR_ADD || e->op == RS_IR_SUB;
  const RsIrExpression *constant = is_sum ? e->operands[1] : NULL;

  if (is_sum && (constant->op != RS_IR_CONST || ABS (constant->value.integer) > G_MAXINT32))
    return FALSE;
  *offset = !is_sum ? 0 : e->op == RS_IR_ADD ? constant->value.integer : -constant->value.integer;
  e = is_sum ? e->operands[0] : e;
  return e->op == RS_IR_LOCAL && e->index == loop->index;
}

typedef struct {
  const RsIrStatement *loop, *store;
  gboolean is_found;
} Chain;

/* An element of the row that the statement writes, which it has written in an iteration before. */
static void
find_written (const RsIrExpression *e, gpointer data)
{
  Chain *self = data;
  const RsIrStatement *s = self->store;
  const guint last = s->n_subscripts - 1;
  gint64 from, to;

  if (e->op != RS_IR_LOAD || e->index != s->index || e->n_operands != s->n_subscripts)
    return;
  for (guint k = 0; k < last; k++)
    if (!rs_ir_equal (e->operands[k], s->subscripts[k]))
      return;
  self->is_found |= get_offset (self->loop, e->operands[last], &from)
                    && get_offset (self->loop, s->subscripts[last], &to)
                    && (self->loop->step > 0 ? from < to : from > to);
}

static gboolean
is_chain_of_elements (const RsIrStatement *loop, const RsIrStatement *s)
{
  Chain chain = { loop, s, FALSE };

  for (const RsIrStatement *other = loop->body.first; other && s->n_subscripts > 0; other = other->next)
    rs_ir_visit_statement (other, find_written, &chain);
  return chain.is_found;
}

/* An update that no other work item takes part in. */
static gboolean
is_own_update (const RsIrStatement *s)
{
  return s->kind == RS_IR_ATOMIC && s->is_unique && s->result == 0;
}

static void
find_checked (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED;
}

/* An element that each work item has for itself. */
static void
count_row (Survey *self, const RsIrExpression *const *subscripts, guint n)
{
  gboolean is_private = FALSE;
  gpointer pair[] = { (gpointer)self->kernel, &is_private };

  for (guint i = 0; i < n; i++)
    rs_ir_visit (subscripts[i], find_private, pair);
  self->n_rows += is_private;
}

static void
count_loaded_rows (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    count_row (data, e->operands, e->n_operands);
}

static void
survey_block (Survey *self, const RsIrBlock *block, gboolean is_shared)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      const gboolean is_free = self->is_free, writes = s->kind == RS_IR_STORE || is_own_update (s);
      const RsIrStatement *outer = self->loop;
      gboolean loops = s->kind == RS_IR_LOOP && is_shared && is_shared_bound (self->kernel, s->low)
                       && is_shared_bound (self->kernel, s->high);

      rs_ir_visit_statement (s, find_checked, &self->has_obstacle);
      if (self->n_loops > 0)
        rs_ir_visit_statement (s, count_loaded_rows, self);
      if (self->n_loops > 0 && s->kind == RS_IR_STORE)
        count_row (self, s->subscripts, s->n_subscripts);
      self->has_chain |= is_shared && self->n_loops > 0 && is_chain (s) && !self->is_free;
      self->has_chain |= is_shared && self->loop && writes && is_chain_of_elements (self->loop, s);
      switch ((RsIrStatementKind)s->kind)
        {
        case RS_IR_SET:
        case RS_IR_IF:
          break;
        case RS_IR_STORE:
        case RS_IR_ATOMIC:
          self->has_obstacle |= !writes;
          self->has_obstacle |= s->boundary == RS_BOUNDARY_CHECKED || s->overflow == RS_OVERFLOW_CHECKED;
          break;
        case RS_IR_LOOP:
          self->has_obstacle |= !loops && is_shared;
          break;
        default:
          self->has_obstacle = TRUE;
          break;
        }
      self->n_loops += loops;
      self->loop = loops ? s : NULL;
      self->is_free = rs_loop_is_free_sum (self->kernel, s);
      survey_block (self, &s->body, loops);
      survey_block (self, &s->other, FALSE);
      self->is_free = is_free;
      self->loop = outer;
      self->n_loops -= loops;
    }
}

void
rs_pass_interleave (RsKernel *kernel)
{
  Survey survey = { .kernel = kernel };

  if (!rs_cpu_schedule_allows (kernel, RS_CPU_INTERLEAVED))
    return;
  survey_block (&survey, rs_kernel_get_main_block (kernel), TRUE);
  if (survey.has_chain && !survey.has_obstacle)
    {
      kernel->cpu.interleaved = survey.n_rows < 2 ? LINES : LINES / 2;
      rs_kernel_note (kernel, 0, 1, 0, "%u work items run in turn, since each waits for its own sums",
                      kernel->cpu.interleaved);
    }
}
