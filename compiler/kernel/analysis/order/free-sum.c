/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/kernel/analysis/order/free-sum.h"

#include "compiler/kernel/ir/known-locals.h"

#define SHORT_LOOP 16 /* rounds that are no more than a vector holds */

typedef struct {
  const RsKernel *kernel;
  const RsIrStatement *loop;
  const RsIrStatement *statement; /* of its body, that is looked at */
  gboolean is_plain;
} Body;

gboolean
rs_statement_is_sum (const RsIrStatement *s)
{
  return s->kind == RS_IR_SET && rs_ir_is_floating (s->value->type)
         && (s->value->op == RS_IR_ADD || s->value->op == RS_IR_SUB) && s->value->operands[0]->op == RS_IR_LOCAL
         && s->value->operands[0]->index == s->index;
}

/* The first statement from s on, before end, that sets the local. */
static const RsIrStatement *
find_set (const RsIrStatement *s, const RsIrStatement *end, guint local)
{
  while (s != end && !(s->kind == RS_IR_SET && s->index == local))
    s = s->next;
  return s != end ? s : NULL;
}

/* Whether each iteration gives the local a value before the statement reads it, or none does; and it is no sum. */
static gboolean
is_of_iteration (const Body *self, guint local)
{
  const RsIrStatement *before = find_set (self->loop->body.first, self->statement, local);

  return before ? !rs_statement_is_sum (before) : !find_set (self->statement, NULL, local);
}

/* Whether the loop writes to elements of the array of which e is not the one that the iteration writes. */
static gboolean
meets_store (const Body *self, const RsIrExpression *e)
{
  for (const RsIrStatement *s = self->loop->body.first; s && !self->loop->is_apart; s = s->next)
    if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        && (s->index == e->index || self->kernel->same_arrays_possible))
      for (guint k = 0; k < e->n_operands; k++)
        if (s->index != e->index || e->n_operands != s->n_subscripts || !rs_ir_equal (e->operands[k], s->subscripts[k]))
          return TRUE;
  return FALSE;
}

/* Arithmetic of what can be read side by side. */
static void
check_term (const RsIrExpression *e, gpointer data)
{
  Body *self = data;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_LOCAL:
      self->is_plain &= is_of_iteration (self, e->index);
      break;
    case RS_IR_LOAD:
      self->is_plain &= e->boundary == RS_BOUNDARY_UNCHECKED && !meets_store (self, e);
      break;
    case RS_IR_CONST:
    case RS_IR_NUMBER:
    case RS_IR_DIM:
    case RS_IR_POSITION:
    case RS_IR_CONVERT:
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_NEG:
    case RS_IR_ABS:
      break;
    case RS_IR_DIV:
    case RS_IR_SQRT:
    case RS_IR_MIN:
    case RS_IR_MAX:
      self->is_plain &= rs_ir_is_floating (e->type);
      break;
    default:
      self->is_plain = FALSE;
    }
}

/* Whether the loop with that counter reads all arrays along their last dimension. Down a column neighbouring work items
 * share what comes from memory, which is better for them than vectors. */
static gboolean
goes_along_rows (const RsIrExpression *e, guint counter)
{
  for (guint i = 0; e->op == RS_IR_LOAD && i + 1 < e->n_operands; i++)
    if (rs_ir_names_local (e->operands[i], counter))
      return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!goes_along_rows (e->operands[i], counter))
      return FALSE;
  return TRUE;
}

/* Whether e is the same in all iterations. */
static gboolean
is_fixed (const Body *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT || e->op == RS_IR_RUNNING
      || (e->op == RS_IR_LOCAL && (e->index == self->loop->index || find_set (self->loop->body.first, NULL, e->index))))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_fixed (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* counter, or counter + e, or counter - e with the same e in all iterations */
static gboolean
follows_counter (const Body *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOCAL)
    return e->index == self->loop->index;
  if ((e->op != RS_IR_ADD && e->op != RS_IR_SUB) || !is_fixed (self, e->operands[1]))
    return e->op == RS_IR_ADD && is_fixed (self, e->operands[0]) && follows_counter (self, e->operands[1]);
  return follows_counter (self, e->operands[0]);
}

gboolean
rs_loop_follows_row (const RsIrStatement *loop, const RsIrStatement *s)
{
  g_assert (loop->kind == RS_IR_LOOP && (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->n_subscripts >= 1);

  const Body body = { .loop = loop };

  for (guint k = 0; k + 1 < s->n_subscripts; k++)
    if (!is_fixed (&body, s->subscripts[k]))
      return FALSE;
  return loop->step == 1 && follows_counter (&body, s->subscripts[s->n_subscripts - 1]);
}

/* A store to another element in each iteration. */
static gboolean
is_plain_store (const Body *self, const RsIrStatement *s)
{
  if (s->boundary != RS_BOUNDARY_UNCHECKED || s->overflow == RS_OVERFLOW_CHECKED || s->result > 0
      || !rs_loop_follows_row (self->loop, s))
    return FALSE;
  for (const RsIrStatement *other = self->loop->body.first; other; other = other->next)
    if (other != s && (other->kind == RS_IR_STORE || other->kind == RS_IR_ATOMIC)
        && (other->index == s->index || self->kernel->same_arrays_possible))
      return FALSE;
  return TRUE;
}

static gboolean
is_plain_statement (Body *self, const RsIrStatement *s)
{
  const gboolean is_sum = rs_statement_is_sum (s);

  self->statement = s;
  self->is_plain = s->kind == RS_IR_SET
                       ? rs_kernel_local (self->kernel, s->index)->length == 1
                       : (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && is_plain_store (self, s);
  if (is_sum && (find_set (self->loop->body.first, NULL, s->index) != s || find_set (s->next, NULL, s->index)))
    return FALSE;
  for (guint k = 0; k < s->n_subscripts && self->is_plain; k++)
    rs_ir_visit (s->subscripts[k], check_term, self);
  if (self->is_plain)
    rs_ir_visit (is_sum ? s->value->operands[1] : s->value, check_term, self);
  return self->is_plain && (self->kernel->is_serial || goes_along_rows (s->value, self->loop->index));
}

static gboolean
is_short (const RsIrStatement *loop)
{
  return loop->low->op == RS_IR_CONST && loop->high->op == RS_IR_CONST
         && loop->high->value.integer - loop->low->value.integer < SHORT_LOOP - 1;
}

gboolean
rs_loop_is_free_sum (const RsKernel *kernel, const RsIrStatement *loop)
{
  Body body = { .kernel = kernel, .loop = loop };
  gboolean has_sum = FALSE;

  if (loop->kind != RS_IR_LOOP || kernel->exact_math || kernel->has_prefix || kernel->cpu.strip > 0
      || kernel->cpu.interleaved > 0 || loop->step != 1 || (loop->unroll > 0 && loop->unroll != RS_UNROLL_RARE)
      || is_short (loop) || rs_kernel_local (kernel, loop->index)->is_kept)
    return FALSE;
  for (const RsIrStatement *s = loop->body.first; s; s = s->next)
    {
      if (!is_plain_statement (&body, s))
        return FALSE;
      has_sum |= rs_statement_is_sum (s);
    }
  return has_sum;
}
