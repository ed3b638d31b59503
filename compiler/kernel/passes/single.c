/* Computes in single precision what double precision makes no better, in serial loops, which compute in double
 * precision like the host: a conversion takes as long as an addition, and half as many doubles fit a vector.
 *
 * The sum, difference, product, quotient or root of single-precision numbers, computed in double precision and then
 * rounded, is what single precision gives: 53 bits are more than twice 24 and 2. Smallest and largest elements, choices
 * and signs may be rounded before or afterwards. A product that is added and then rounded is contracted with the sum
 * (unless mathematics is to be exact), which rounds once, too. A local variable is single when all that it is given is,
 * or when rounding what it is given comes to the same, since all that is made of it is rounded, without arithmetic
 * between.
 *
 * Where an expression of elements and constants is stored to an element, all of it is computed in single precision, as
 * in loops that run in parallel (not when mathematics is to be exact). What iterations carry on stays double.
 *
 * Requires: nothing. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/passes.h"

#include <math.h>

typedef enum {
  OTHER,   /* stays as it is */
  EXACT,   /* what it holds is always a single-precision number */
  ROUNDED, /* what it holds is only used rounded to single precision */
} Precision;

typedef struct {
  RsKernel *kernel;
  Precision *locals; /* by local */
  gboolean changed;
  guint n_narrowed; /* in the statement at hand */
} Single;

/* --- which expressions --- */

static gboolean
is_monotone (RsIrOp op)
{
  return op == RS_IR_MIN || op == RS_IR_MAX || op == RS_IR_NEG || op == RS_IR_ABS || op == RS_IR_SELECT;
}

static gboolean
is_exact (const Single *self, const RsIrExpression *e)
{
  if (e->type != RS_IR_F64)
    return FALSE;
  if (e->op == RS_IR_CONST)
    return (double)(float)e->value.floating == e->value.floating;
  if (e->op == RS_IR_LOCAL)
    return self->locals[e->index] == EXACT;
  if (e->op == RS_IR_CONVERT)
    return e->operands[0]->type == RS_IR_F32;
  for (guint i = e->op == RS_IR_SELECT; i < e->n_operands; i++)
    if (!is_exact (self, e->operands[i]))
      return FALSE;
  return is_monotone (e->op);
}

static gboolean
is_operation (RsIrOp op)
{
  return op == RS_IR_ADD || op == RS_IR_SUB || op == RS_IR_MUL || op == RS_IR_DIV || op == RS_IR_SQRT;
}

static gboolean
is_product (const Single *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_NEG)
    e = e->operands[0];
  return e->op == RS_IR_MUL && is_exact (self, e->operands[0]) && is_exact (self, e->operands[1]);
}

/* A sum of a product and a number, to be computed in one step. */
static gboolean
is_contracted (const Single *self, const RsIrExpression *e)
{
  return !self->kernel->exact_math && (e->op == RS_IR_ADD || e->op == RS_IR_SUB)
         && ((is_exact (self, e->operands[0]) && is_product (self, e->operands[1]))
             || (is_product (self, e->operands[0]) && is_exact (self, e->operands[1])));
}

#define LEAST 1e-30
#define MOST 1e30

/* What one iteration computes for an element has the precision of the array (LANGUAGE.md, Precision), constants too. */
static gboolean
may_be_single (const Single *self, const RsIrExpression *e)
{
  double size = e->op == RS_IR_CONST ? fabs (e->value.floating) : 0;

  return !self->kernel->exact_math && self->kernel->precision == RS_PRECISION_SINGLE
         && (is_operation (e->op) || (e->op == RS_IR_CONST && size > LEAST && size < MOST));
}

/* Whether e, rounded, can be computed in single precision. */
static gboolean
can_round (const Single *self, const RsIrExpression *e)
{
  if (e->type != RS_IR_F64)
    return FALSE;
  if (is_exact (self, e) || is_contracted (self, e) || (e->op == RS_IR_LOCAL && self->locals[e->index] == ROUNDED))
    return TRUE;
  for (guint i = e->op == RS_IR_SELECT; i < e->n_operands; i++)
    if (!(is_operation (e->op) && !may_be_single (self, e) ? is_exact (self, e->operands[i])
                                                           : can_round (self, e->operands[i])))
      return FALSE;
  return is_operation (e->op) || is_monotone (e->op) || may_be_single (self, e);
}

static const RsIrExpression *
make_single (RsKernel *kernel, const RsIrExpression *e)
{
  RsIrExpression *copy;

  if (e->op == RS_IR_CONVERT)
    return e->operands[0];
  if (e->op == RS_IR_CONST)
    return rs_ir_constant (kernel, RS_IR_F32, e->value.floating);
  if (e->op == RS_IR_LOCAL)
    return rs_ir_local (kernel, e->index);
  copy = rs_ir_new (kernel, e->op, RS_IR_F32, e->n_operands);
  for (guint i = 0; i < e->n_operands; i++)
    copy->operands[i] = e->op == RS_IR_SELECT && i == 0 ? e->operands[i] : make_single (kernel, e->operands[i]);
  return copy;
}

/* --- which variables --- */

static void
set_precision (Single *self, guint local, Precision precision)
{
  if (self->locals[local] != precision)
    {
      self->locals[local] = precision;
      self->changed = TRUE;
    }
}

/* Locals that e uses other than rounded are not ROUNDED. is_rounded: of e. */
static void
check_uses (Single *self, const RsIrExpression *e, gboolean is_rounded)
{
  if (e->op == RS_IR_LOCAL && !is_rounded && self->locals[e->index] == ROUNDED)
    set_precision (self, e->index, OTHER);
  for (guint i = 0; i < e->n_operands; i++)
    check_uses (self, e->operands[i],
                e->op == RS_IR_CONVERT ? e->type == RS_IR_F32
                : is_monotone (e->op)  ? is_rounded && e->type == RS_IR_F64 && !(e->op == RS_IR_SELECT && i == 0)
                                       : FALSE);
}

static gboolean
stores_single (const Single *self, const RsIrStatement *s)
{
  return (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
         && rs_kernel_parameter (self->kernel, s->index)->element == RS_ELEMENT_SINGLE;
}

static void
check_set (Single *self, const RsIrStatement *s)
{
  const Precision now = self->locals[s->index];

  if (now == EXACT && !is_exact (self, s->value))
    set_precision (self, s->index, ROUNDED);
  else if (now == ROUNDED && !can_round (self, s->value))
    set_precision (self, s->index, OTHER);
}

static void
check_block (Single *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      const gboolean is_single_set = s->kind == RS_IR_SET && self->locals[s->index] != OTHER;

      if (s->result != 0)
        set_precision (self, s->result - 1u, OTHER);
      if (s->kind == RS_IR_SET)
        check_set (self, s);
      else if (s->kind == RS_IR_SET_ELEMENT)
        set_precision (self, s->index, OTHER);
      for (guint i = 0; i < s->n_subscripts; i++)
        check_uses (self, s->subscripts[i], FALSE);
      if (s->value)
        check_uses (self, s->value, is_single_set || (s->kind == RS_IR_STORE && stores_single (self, s)));
      if (s->low)
        check_uses (self, s->low, FALSE);
      if (s->high)
        check_uses (self, s->high, FALSE);
      check_block (self, &s->body);
      check_block (self, &s->other);
    }
}

/* EXACT and ROUNDED ones are those for which nothing speaks against it: they are taken to be so until something
 * does. */
static void
find_locals (Single *self)
{
  RsKernel *kernel = self->kernel;

  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);

      self->locals[i] = local->type == RS_IR_F64 && local->length == 1 && local->total == 0 ? EXACT : OTHER;
    }
  do
    {
      self->changed = FALSE;
      check_block (self, &kernel->body);
    }
  while (self->changed);
}

/* --- rewriting --- */

static const RsIrExpression *
narrow_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Single *self = data;

  if (e->op == RS_IR_LOCAL && self->locals[e->index] != OTHER)
    return rs_ir_convert (kernel, rs_ir_local (kernel, e->index), RS_IR_F64);
  if (e->op == RS_IR_CONVERT && e->type == RS_IR_F32 && can_round (self, e->operands[0]))
    {
      self->n_narrowed++;
      return make_single (kernel, e->operands[0]);
    }
  if (rs_ir_ops[e->op].rule == RS_IR_RULE_COMPARE && is_exact (self, e->operands[0]) && is_exact (self, e->operands[1]))
    {
      self->n_narrowed++;
      return rs_ir_binary (kernel, e->op, make_single (kernel, e->operands[0]), make_single (kernel, e->operands[1]));
    }
  return e;
}

/* Whether the value of an update of a single-precision element may be single: the new element is rounded anyway. */
static gboolean
can_update (const Single *self, const RsIrStatement *s)
{
  return is_exact (self, s->value) || (may_be_single (self, s->value) && can_round (self, s->value))
         || (!self->kernel->exact_math && (s->op == RS_IR_ADD || s->op == RS_IR_SUB) && is_product (self, s->value));
}

static void
narrow_block (Single *self, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;

  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      self->n_narrowed = 0;
      rs_ir_map_statement (kernel, s, narrow_node, self);
      if (s->value && s->value->type == RS_IR_F64
          && ((s->kind == RS_IR_SET && self->locals[s->index] != OTHER)
              || (s->kind == RS_IR_STORE && stores_single (self, s) && can_round (self, s->value))
              || (s->kind == RS_IR_ATOMIC && s->is_unique && s->result == 0 && is_operation (s->op)
                  && stores_single (self, s) && can_update (self, s))))
        {
          s->value = make_single (kernel, s->value);
          self->n_narrowed++;
        }
      rs_kernel_note (kernel, s->line, self->n_narrowed, 0, "operations in single precision");
      narrow_block (self, &s->body);
      narrow_block (self, &s->other);
    }
}

void
rs_pass_single (RsKernel *kernel)
{
  Single self = { .kernel = kernel };

  if (!kernel->is_serial || kernel->has_blocks)
    return;
  self.locals = g_new0 (Precision, kernel->locals->len + 1);
  find_locals (&self);
  for (guint i = 0; i < kernel->locals->len; i++)
    if (self.locals[i] != OTHER)
      rs_kernel_local (kernel, i)->type = RS_IR_F32;
  narrow_block (&self, &kernel->body);
  g_free (self.locals);
}
