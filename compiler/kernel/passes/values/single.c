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
 * in loops that run in parallel (not when mathematics is to be exact), and so are functions, and numbers that the
 * innermost loop around it leaves alone, which a parallel loop would get in single precision. What iterations carry on
 * stays double, but not a sum that an inner loop makes anew each time, nor what an iteration of an inner loop has for
 * itself: these are temporaries of the loop around it.
 *
 * Requires: nothing. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/order/free-sum.h"
#include "compiler/kernel/passes/passes.h"

#include <math.h>
#include <string.h>

typedef enum {
  OTHER,   /* stays as it is */
  EXACT,   /* what it holds is always a single-precision number */
  ROUNDED, /* what it holds is only used rounded to single precision */
} Precision;

/* What an iteration has for itself. */
typedef enum {
  NOTHING,
  SUM,       /* a sum, which an iteration of an outer loop begins anew */
  TEMPORARY, /* what an iteration of an inner loop computes */
} Own;

typedef struct {
  RsKernel *kernel;
  Precision *locals; /* by local */
  Own *own;          /* by local */
  gboolean *is_set;  /* by local: the innermost loop at hand assigns it */
  gboolean in_loop;  /* there is such a loop */
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

/* A number that is the same in all iterations of the innermost loop. */
static gboolean
is_given (const Single *self, const RsIrExpression *e)
{
  if (!self->in_loop)
    return FALSE;
  return e->op == RS_IR_NUMBER
         || (e->op == RS_IR_LOCAL && !self->is_set[e->index] && rs_kernel_local (self->kernel, e->index)->length == 1);
}

/* What one iteration computes for an element has the precision of the array (LANGUAGE.md, Precision), constants too. */
static gboolean
may_be_single (const Single *self, const RsIrExpression *e)
{
  double size = e->op == RS_IR_CONST ? fabs (e->value.floating) : 0;

  return !self->kernel->exact_math && self->kernel->precision == RS_PRECISION_SINGLE
         && (is_operation (e->op) || rs_ir_ops[e->op].printing == RS_IR_PRINT_LIBM || is_given (self, e)
             || (e->op == RS_IR_CONST && size > LEAST && size < MOST));
}

/* Whether e, rounded, can be computed in single precision. */
static gboolean
can_round (const Single *self, const RsIrExpression *e)
{
  if (e->type != RS_IR_F64)
    return FALSE;
  if (is_exact (self, e) || is_contracted (self, e) || (e->op == RS_IR_LOCAL && self->locals[e->index] == ROUNDED)
      || (is_given (self, e) && may_be_single (self, e)))
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
    return rs_ir_convert (kernel, rs_ir_local (kernel, e->index), RS_IR_F32);
  if (e->op == RS_IR_NUMBER)
    return rs_ir_convert (kernel, e, RS_IR_F32);
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

static gboolean
note_sets (Single *self, const RsIrBlock *block)
{
  gboolean is_innermost = TRUE;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT)
        self->is_set[s->index] = TRUE;
      if (s->result > 0)
        self->is_set[s->result - 1] = TRUE;
      is_innermost &= s->kind != RS_IR_LOOP && s->kind != RS_IR_FOREVER;
      is_innermost &= note_sets (self, &s->body) && note_sets (self, &s->other);
    }
  return is_innermost;
}

/* Takes s, if it is an innermost loop, for the one at hand. Returns whether it was in one before. */
static gboolean
enter_loop (Single *self, const RsIrStatement *s)
{
  const gboolean before = self->in_loop;

  if (s->kind == RS_IR_LOOP)
    {
      memset (self->is_set, 0, self->kernel->locals->len * sizeof *self->is_set);
      self->is_set[s->index] = TRUE;
      self->in_loop = note_sets (self, &s->body);
    }
  return before;
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

/* As a parallel loop would have it. */
static gboolean
is_own_single (const Single *self, const RsIrStatement *s)
{
  if (self->own[s->index] == SUM)
    return rs_statement_is_sum (s) && can_round (self, s->value->operands[1]);
  return self->own[s->index] == TEMPORARY && can_round (self, s->value);
}

static void
check_set (Single *self, const RsIrStatement *s)
{
  const Precision now = self->locals[s->index];

  if (now == EXACT && !is_exact (self, s->value) && !is_own_single (self, s))
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
      gboolean in_loop;

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
      in_loop = enter_loop (self, s);
      check_block (self, &s->body);
      check_block (self, &s->other);
      self->in_loop = in_loop;
    }
}

/* --- what an iteration has for itself --- */

typedef struct {
  guint local;
  guint n; /* statements and expressions that name it */
} Uses;

static void
count_use (const RsIrExpression *e, gpointer data)
{
  Uses *uses = data;

  uses->n += (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT) && e->index == uses->local;
}

static void count_uses (const RsIrBlock *block, Uses *uses);

static void
count_statement (const RsIrStatement *s, Uses *uses)
{
  uses->n += (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_TOTAL)
             && s->index == uses->local;
  uses->n += s->result == uses->local + 1;
  rs_ir_visit_statement (s, count_use, uses);
  count_uses (&s->body, uses);
  count_uses (&s->other, uses);
}

static void
count_uses (const RsIrBlock *block, Uses *uses)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    count_statement (s, uses);
}

/* Whether s gives a local of an iteration its first value: nothing reads it before, nor anywhere else. */
static gboolean
is_first_set (const Single *self, const RsIrStatement *s)
{
  Uses all = { .local = s->index }, behind = { .local = s->index }, own = { .local = s->index };
  const RsIrBlock rest = { .first = (RsIrStatement *)s };

  count_uses (&self->kernel->body, &all);
  count_uses (&rest, &behind);
  rs_ir_visit (s->value, count_use, &own);
  return all.n == behind.n && own.n == 0;
}

/* Of the uses of a local, those in blocks of inner loops that give it a value before they read it; depth: the loops
 * around the block. */
static guint
count_own_uses (const RsIrBlock *block, guint local, guint depth)
{
  guint n = 0;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      const RsIrBlock one = { .first = (RsIrStatement *)s };
      Uses own = { .local = local }, rest = { .local = local };

      if (depth > 1 && !rs_ir_has_loop (block))
        {
          count_uses (&one, &rest); /* s, and all behind it */
          if (s->kind == RS_IR_SET && s->index == local)
            {
              rs_ir_visit (s->value, count_use, &own);
              return own.n == 0 ? rest.n : 0;
            }
          count_statement (s, &own);
          if (own.n > 0)
            return 0;
          continue;
        }
      n += count_own_uses (&s->body, local, depth + (s->kind == RS_IR_LOOP));
      n += count_own_uses (&s->other, local, depth);
    }
  return n;
}

static gboolean
is_temporary (const Single *self, guint local)
{
  Uses all = { .local = local };

  count_uses (&self->kernel->body, &all);
  return all.n > 0 && count_own_uses (&self->kernel->body, local, 0) == all.n;
}

/* Sums that an iteration of an outer loop begins anew. */
static void
find_sums (Single *self, const RsIrBlock *block, gboolean in_loop)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (in_loop && s->kind == RS_IR_SET && s->value->type == RS_IR_F64 && s->value->op == RS_IR_CONST
          && self->own[s->index] == NOTHING && is_first_set (self, s))
        self->own[s->index] = SUM;
      find_sums (self, &s->body, s->kind == RS_IR_LOOP);
      find_sums (self, &s->other, FALSE);
    }
}

static void
find_own (Single *self)
{
  RsKernel *kernel = self->kernel;

  for (guint i = 0; i < kernel->locals->len; i++)
    if (rs_kernel_local (kernel, i)->type == RS_IR_F64 && is_temporary (self, i))
      self->own[i] = TEMPORARY;
  find_sums (self, &kernel->body, FALSE);
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
  if (!kernel->exact_math && kernel->precision == RS_PRECISION_SINGLE)
    find_own (self);
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
  const RsIrExpression *value = s->value->op == RS_IR_NEG ? s->value->operands[0] : s->value;

  return is_exact (self, value) || (may_be_single (self, value) && can_round (self, value))
         || (!self->kernel->exact_math && (s->op == RS_IR_ADD || s->op == RS_IR_SUB) && is_product (self, value));
}

static void
narrow_block (Single *self, RsIrBlock *block)
{
  RsKernel *kernel = self->kernel;

  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean in_loop;

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
      in_loop = enter_loop (self, s);
      narrow_block (self, &s->body);
      narrow_block (self, &s->other);
      self->in_loop = in_loop;
    }
}

void
rs_pass_single (RsKernel *kernel)
{
  Single self = { .kernel = kernel };

  if (!kernel->is_serial || kernel->has_blocks)
    return;
  self.locals = g_new0 (Precision, kernel->locals->len + 1);
  self.own = g_new0 (Own, kernel->locals->len + 1);
  self.is_set = g_new0 (gboolean, kernel->locals->len + 1);
  find_locals (&self);
  for (guint i = 0; i < kernel->locals->len; i++)
    if (self.locals[i] != OTHER)
      rs_kernel_local (kernel, i)->type = RS_IR_F32;
  narrow_block (&self, &kernel->body);
  g_free (self.locals);
  g_free (self.own);
  g_free (self.is_set);
}
