/* Makes loops with a counter of `while` loops that count, in serial kernels:
 *
 *   while k < n && c(k)                  for i=k..n-1
 *       b(k)                                 k = i
 *       k += 1                               if !c(i)
 *   endwhile                                     break
 *                                            b(i)
 *                                            k = i + 1
 *
 * where nothing else assigns k, and n is the same in all iterations; the loop is done if k < n, so that n - 1 is a
 * number. What is done with loops, from vectors to looking
 * ahead, is done with these, too.
 *
 * Requires: propagate. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#define MOST_STEP 1024

typedef struct {
  RsKernel *kernel;
  RsIrStatement *loop, *branch, *increment; /* the FOREVER, its first statement, its last one */
  gint64 step;
  guint8 *n_sets;             /* by local: statements of the loop that assign it, 2 at most */
  const RsIrExpression *rest; /* of the condition, beside the comparison of the counter; NULL: nothing */
  const RsIrExpression *high;
  /* BOOL, over the counter: what has to hold for high to be a number; NULL: it always is */
  const RsIrExpression *guard;
} Counted;

/* Counts assignments. FALSE: an iteration ends early. */
static gboolean
survey (Counted *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_CONTINUE && s->label == self->loop->label)
        return FALSE;
      if ((s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP) && self->n_sets[s->index] < 2)
        self->n_sets[s->index]++;
      if (s->result > 0)
        self->n_sets[s->result - 1] = 2;
      if (!survey (self, &s->body) || !survey (self, &s->other))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_fixed (const Counted *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT || e->op == RS_IR_RUNNING
      || (e->op == RS_IR_LOCAL && self->n_sets[e->index] > 0))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_fixed (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_counter (const Counted *self, const RsIrExpression *e)
{
  return e->op == RS_IR_LOCAL && e->index == self->increment->index;
}

/* The last counter for which the comparison (or, where it is turned around, its opposite) holds; NULL: it says none. */
static const RsIrExpression *
read_bound (Counted *self, const RsIrExpression *e, gboolean is_opposite)
{
  const gboolean up = self->step > 0, is_left = e->n_operands == 2 && is_counter (self, e->operands[0]);
  const RsIrExpression *bound;
  gboolean is_less, is_strict;

  if ((e->op != RS_IR_LT && e->op != RS_IR_LE && e->op != RS_IR_GT && e->op != RS_IR_GE)
      || is_left == is_counter (self, e->operands[1]) || e->operands[0]->type != RS_IR_I64)
    return NULL;
  bound = e->operands[is_left];
  is_less = ((e->op == RS_IR_LT || e->op == RS_IR_LE) == is_left) != is_opposite;
  is_strict = (e->op == RS_IR_LT || e->op == RS_IR_GT) != is_opposite;
  if (is_less != up || !is_fixed (self, bound))
    return NULL;
  self->guard = is_strict && bound->op != RS_IR_CONST
                    ? rs_ir_binary (self->kernel, up ? RS_IR_LT : RS_IR_GT,
                                    rs_ir_local (self->kernel, self->increment->index), bound)
                    : NULL;
  return is_strict ? rs_ir_binary (self->kernel, up ? RS_IR_SUB : RS_IR_ADD, bound, rs_ir_integer (self->kernel, 1))
                   : bound;
}

/* What has to hold for an iteration to begin, taken apart into a bound of the counter and the rest: 'and' of e, or of
 * the opposite of its parts where it is turned around. */
static void
read_condition (Counted *self, const RsIrExpression *e, gboolean is_opposite)
{
  const RsIrExpression *bound;

  if (e->op == RS_IR_NOT)
    {
      read_condition (self, e->operands[0], !is_opposite);
      return;
    }
  if (e->op == (is_opposite ? RS_IR_OR : RS_IR_AND))
    {
      read_condition (self, e->operands[0], is_opposite);
      read_condition (self, e->operands[1], is_opposite);
      return;
    }
  bound = self->high || (self->rest && rs_ir_has_load (self->rest)) ? NULL : read_bound (self, e, is_opposite);
  if (bound)
    {
      self->high = bound;
      return;
    }
  e = is_opposite ? rs_ir_unary (self->kernel, RS_IR_NOT, e) : e;
  self->rest = self->rest ? rs_ir_binary (self->kernel, RS_IR_AND, self->rest, e) : e;
}

static gboolean
is_counting (Counted *self)
{
  const RsIrBlock *body = &self->loop->body;
  const RsIrStatement *jump;
  const RsIrExpression *value;

  self->branch = body->first;
  self->increment = body->last;
  if (self->loop->other.first || !self->branch || self->branch->kind != RS_IR_IF || self->branch->other.first
      || self->increment->kind != RS_IR_SET || self->increment == self->branch)
    return FALSE;
  jump = self->branch->body.first;
  value = self->increment->value;
  if (!jump || jump->next || jump->kind != RS_IR_BREAK || jump->label != self->loop->label || value->type != RS_IR_I64
      || value->op != RS_IR_ADD || !is_counter (self, value->operands[0]) || value->operands[1]->op != RS_IR_CONST)
    return FALSE;
  self->step = value->operands[1]->value.integer;
  return self->step != 0 && ABS (self->step) <= MOST_STEP && survey (self, body)
         && self->n_sets[self->increment->index] == 1;
}

static const RsIrExpression *
take_counter (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const guint *change = data;

  return e->op == RS_IR_LOCAL && e->index == change[0] ? rs_ir_local (kernel, change[1]) : e;
}

/* The statement that the loop is, or the branch around it. */
static RsIrStatement *
guard (const Counted *self, RsIrStatement *loop)
{
  RsIrStatement *branch;

  if (!self->guard)
    return loop;
  branch = rs_ir_statement (self->kernel, RS_IR_IF, loop->line);
  branch->value = self->guard;
  rs_ir_append (&branch->body, loop);
  return branch;
}

static void
rebuild (Counted *self, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;
  RsIrStatement *old = self->loop, *loop = rs_ir_statement (kernel, RS_IR_LOOP, old->line), *set;
  guint change[] = { self->increment->index, rs_kernel_add_local (kernel, "round", RS_IR_I64, 1) };

  rs_kernel_local (kernel, change[1])->is_counter = TRUE;
  loop->index = (guint16)change[1];
  loop->label = old->label;
  loop->step = self->step;
  loop->low = rs_ir_local (kernel, change[0]);
  loop->high = self->high;
  loop->body = old->body;
  if (self->rest)
    self->branch->value = rs_ir_unary (kernel, RS_IR_NOT, self->rest);
  else
    rs_ir_remove (&loop->body, self->branch);
  rs_ir_map_block (kernel, &loop->body, take_counter, change);
  set = rs_ir_statement (kernel, RS_IR_SET, old->line);
  set->index = (guint16)change[0];
  set->value = rs_ir_local (kernel, change[1]);
  rs_ir_insert_after (&loop->body, NULL, set);
  rs_ir_insert_after (block, old, guard (self, loop));
  rs_ir_remove (block, old);
  rs_kernel_note (kernel, old->line, 1, 0, "a `while` loop that counts has a counter");
}

static void
walk_block (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first, *next; s; s = next)
    {
      Counted self = { .kernel = kernel, .loop = s };

      next = s->next;
      walk_block (kernel, &s->body);
      walk_block (kernel, &s->other);
      if (s->kind != RS_IR_FOREVER)
        continue;
      self.n_sets = g_new0 (guint8, kernel->locals->len + 1);
      if (is_counting (&self))
        {
          read_condition (&self, self.branch->value, TRUE);
          if (self.high)
            rebuild (&self, block);
        }
      g_free (self.n_sets);
    }
}

void
rs_pass_counted (RsKernel *kernel)
{
  if (kernel->is_serial && !kernel->has_blocks && !rs_kernel_has_dynamic (kernel))
    walk_block (kernel, &kernel->body);
}
