/* Keeps elements that neighbouring iterations of a serial loop use in locals, and takes the boundary handling out of
 * most of its iterations.
 *
 * In an innermost loop over n, accesses like x[m,n+1], x[m+1,n-1] and x[2*n+1] are inside of their array from one n to
 * another one. These iterations become a loop of their own, before and behind which the loop as it was does the rest.
 * In it, elements of one row that the body writes and reads again, in this or a later iteration, live in locals that
 * are shifted from iteration to iteration: an element is loaded once, when it comes in reach, and stored once, when it
 * leaves it. The values are those that memory would hold, rounded to its type.
 *
 *   for n=low..high                  first = max(low, 0, 1), last = min(high, size(x,1) - 2)
 *       x[m,n+1] += f(x[m,n])        b = x[m,first]
 *                                    for n=first..last
 *                                        c = x[m,n+1];  c += f(b);  x[m,n] = b;  b = c
 *                                    x[m,last+1] = b
 *
 * Requires: propagate. Establishes: nothing. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/passes/iterations/carry.h"

#include "compiler/kernel/passes/passes.h"

#define SHORT_LOOP 16
#define MOST_ACCESSES 16 /* in a loop whose elements need not be kept */
#define MOST_FACTOR 1024 /* of the counter in a subscript */

/* --- what can be done with a loop --- */

static void
find_loop_statements (const RsCarry *self, const RsIrBlock *block, gboolean *simple)
{
  for (const RsIrStatement *s = block->first; s && *simple; s = s->next)
    {
      *simple = s->kind == RS_IR_SET || s->kind == RS_IR_STORE || s->kind == RS_IR_IF
                || (s->kind == RS_IR_ATOMIC && s->is_unique && s->result == 0);
      if (s->kind == RS_IR_SET)
        self->is_set[s->index] = TRUE;
      find_loop_statements (self, &s->body, simple);
      find_loop_statements (self, &s->other, simple);
    }
}

static gboolean
is_simple (const RsCarry *self)
{
  const RsIrStatement *loop = self->loop;
  gboolean simple = loop->step == 1
                    && !(loop->low->op == RS_IR_CONST && loop->high->op == RS_IR_CONST
                         && loop->high->value.integer - loop->low->value.integer < SHORT_LOOP);

  find_loop_statements (self, &loop->body, &simple);
  return simple;
}

static gboolean
is_invariant (const RsCarry *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT
      || (e->op == RS_IR_LOCAL && (e->index == self->loop->index || self->is_set[e->index])))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_invariant (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

static gboolean
add_terms (RsCarryTerm *a, const RsCarryTerm *b, int sign)
{
  if ((a->base && b->base) || (sign < 0 && b->base) || ABS (a->counter + sign * b->counter) > MOST_FACTOR)
    return FALSE;
  a->base = a->base ? a->base : b->base;
  a->counter += sign * b->counter;
  return !__builtin_add_overflow (a->offset, sign * b->offset, &a->offset);
}

static gboolean read_term (const RsCarry *self, const RsIrExpression *e, RsCarryTerm *term);

/* A subscript times a number. */
static gboolean
read_multiple (const RsCarry *self, const RsIrExpression *e, RsCarryTerm *term)
{
  const RsIrExpression *factor = e->op == RS_IR_MUL ? e->operands[1] : NULL;

  if (!factor || factor->op != RS_IR_CONST || factor->value.integer < -MOST_FACTOR
      || factor->value.integer > MOST_FACTOR || !read_term (self, e->operands[0], term) || term->base
      || term->counter == 0 || ABS (term->counter * factor->value.integer) > MOST_FACTOR)
    return FALSE;
  term->counter *= (int)factor->value.integer;
  return !__builtin_mul_overflow (term->offset, factor->value.integer, &term->offset);
}

/* The subscript as a multiple of the counter + base + offset. FALSE: it is none of that form. */
static gboolean
read_term (const RsCarry *self, const RsIrExpression *e, RsCarryTerm *term)
{
  RsCarryTerm other;

  *term = (RsCarryTerm){ 0 };
  if (e->op == RS_IR_CONST)
    term->offset = CLAMP (e->value.integer, -G_MAXINT32, G_MAXINT32);
  else if (e->op == RS_IR_LOCAL && e->index == self->loop->index)
    term->counter = 1;
  else if (read_multiple (self, e, term))
    return TRUE;
  else if ((e->op == RS_IR_ADD || e->op == RS_IR_SUB) && read_term (self, e->operands[0], term)
           && read_term (self, e->operands[1], &other) && add_terms (term, &other, e->op == RS_IR_SUB ? -1 : 1))
    return TRUE;
  else if (is_invariant (self, e))
    *term = (RsCarryTerm){ .base = e };
  else
    return FALSE;
  return e->op != RS_IR_CONST || term->offset == e->value.integer;
}

/* FALSE: a subscript is not understood. */
static gboolean
read_access (const RsCarry *self, guint parameter, const RsIrExpression *const *subscripts, guint n,
             RsCarryAccess *access)
{
  *access = (RsCarryAccess){ .parameter = parameter, .n = n };
  for (guint k = 0; k < n; k++)
    if (!read_term (self, subscripts[k], &access->terms[k]))
      return FALSE;
  return TRUE;
}

gboolean
rs_carry_read_access (const RsCarry *self, guint parameter, const RsIrExpression *const *subscripts, guint n,
                      RsCarryAccess *access)
{
  g_assert (n >= 1 && n <= RS_MAX_RANK);
  if (!read_access (self, parameter, subscripts, n, access))
    return FALSE;
  for (guint k = 0; k < n; k++)
    if (ABS (access->terms[k].counter) > 1)
      return FALSE;
  return TRUE;
}

/* --- the iterations that are inside --- */

static void
add_limit (RsKernel *kernel, GPtrArray *limits, const RsIrExpression *limit)
{
  for (guint i = 0; i < limits->len; i++)
    if (rs_ir_equal (limits->pdata[i], limit))
      return;
  g_ptr_array_add (limits, (gpointer)limit);
}

/* base + offset */
static const RsIrExpression *
rest_of (RsKernel *kernel, const RsCarryTerm *term)
{
  const RsIrExpression *offset = rs_ir_integer (kernel, term->offset);

  if (!term->base)
    return offset;
  return term->offset == 0 ? term->base : rs_ir_binary (kernel, RS_IR_ADD, term->base, offset);
}

/* value/factor, rounded down. */
static const RsIrExpression *
divide (RsKernel *kernel, const RsIrExpression *value, int factor)
{
  return factor == 1 ? value : rs_ir_binary (kernel, RS_IR_FLOOR_DIV, value, rs_ir_integer (kernel, factor));
}

/* The iterations in which the subscript, which moves, lies between 0 and last. */
static void
bound_moving (RsCarry *self, const RsCarryTerm *term, const RsIrExpression *last)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *rest = rest_of (kernel, term), *zero = rs_ir_integer (kernel, 0);
  const int factor = ABS (term->counter);

  if (term->counter > 0)
    {
      add_limit (kernel, self->lows, rs_ir_binary (kernel, RS_IR_SUB, zero, divide (kernel, rest, factor)));
      add_limit (kernel, self->highs, divide (kernel, rs_ir_binary (kernel, RS_IR_SUB, last, rest), factor));
    }
  else if (factor == 1)
    {
      add_limit (kernel, self->lows, rs_ir_binary (kernel, RS_IR_SUB, rest, last));
      add_limit (kernel, self->highs, rest);
    }
  else
    {
      add_limit (kernel, self->lows,
                 rs_ir_binary (kernel, RS_IR_SUB, zero,
                               divide (kernel, rs_ir_binary (kernel, RS_IR_SUB, last, rest), factor)));
      add_limit (kernel, self->highs, divide (kernel, rest, factor));
    }
}

static void
bound_access (RsCarry *self, const RsCarryAccess *access)
{
  RsKernel *kernel = self->kernel;

  for (guint k = 0; k < access->n; k++)
    {
      const RsIrExpression *size = rs_ir_leaf (kernel, RS_IR_DIM, RS_IR_I64, access->parameter, k);
      const RsIrExpression *rest = rest_of (kernel, &access->terms[k]), *zero = rs_ir_integer (kernel, 0);

      if (access->terms[k].counter != 0)
        {
          bound_moving (self, &access->terms[k], rs_ir_binary (kernel, RS_IR_SUB, size, rs_ir_integer (kernel, 1)));
          continue;
        }
      add_limit (kernel, self->conditions, rs_ir_binary (kernel, RS_IR_GE, rest, zero));
      add_limit (kernel, self->conditions, rs_ir_binary (kernel, RS_IR_LT, rest, size));
    }
}

static const RsIrExpression *
relax_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  RsCarry *self = data;
  RsCarryAccess access;

  if (e->op != RS_IR_LOAD || rs_kernel_view (kernel, e->index) == RS_IR_VIEW_FLAT
      || !read_access (self, e->index, e->operands, e->n_operands, &access))
    return e;
  bound_access (self, &access);
  self->n_accesses++;
  self->n_checked += e->boundary != RS_BOUNDARY_UNCHECKED;
  return rs_ir_unchecked_load (kernel, e);
}

static void
relax_block (RsCarry *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      RsCarryAccess access;

      rs_ir_map_statement (self->kernel, s, relax_load, self);
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
          && rs_kernel_view (self->kernel, s->index) != RS_IR_VIEW_FLAT
          && read_access (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts, &access))
        {
          bound_access (self, &access);
          self->n_accesses++;
          self->n_checked += s->boundary != RS_BOUNDARY_UNCHECKED;
          s->boundary = RS_BOUNDARY_UNCHECKED;
        }
      relax_block (self, &s->body);
      relax_block (self, &s->other);
    }
}

/* --- the loops --- */

static const RsIrExpression *
name_value (RsCarry *self, const char *name, const RsIrExpression *value, RsIrStatement **place)
{
  RsIrStatement *set = rs_ir_statement (self->kernel, RS_IR_SET, self->loop->line);

  set->index = rs_kernel_add_local (self->kernel, name, RS_IR_I64, 1);
  set->value = value;
  rs_ir_insert_after (self->block, *place, set);
  *place = set;
  return rs_ir_local (self->kernel, set->index);
}

static const RsIrExpression *
replace_counter (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const guint *change = data;

  return e->op == RS_IR_LOCAL && e->index == change[0] ? rs_ir_local (kernel, change[1]) : e;
}

/* A copy of the loop as it was, from low to high, behind place. */
static RsIrStatement *
insert_rest (RsCarry *self, RsIrStatement *place, const RsIrExpression *low, const RsIrExpression *high)
{
  RsKernel *kernel = self->kernel;
  RsIrStatement *loop = rs_ir_statement (kernel, RS_IR_LOOP, self->loop->line);
  guint change[] = { self->loop->index,
                     rs_kernel_add_local (kernel, rs_kernel_local (kernel, self->loop->index)->name, RS_IR_I64, 1) };

  rs_kernel_local (kernel, change[1])->is_counter = TRUE;
  loop->index = change[1];
  loop->label = ++kernel->n_labels;
  loop->step = 1;
  loop->unroll = RS_UNROLL_RARE;
  loop->low = low;
  loop->high = high;
  loop->body = rs_ir_copy_block (kernel, &self->loop->body);
  rs_ir_map_block (kernel, &loop->body, replace_counter, change);
  rs_ir_insert_after (self->block, place, loop);
  return loop;
}

static const RsIrExpression *
fold (RsKernel *kernel, RsIrOp op, const RsIrExpression *value, const GPtrArray *others)
{
  for (guint i = 0; i < others->len; i++)
    value = value ? rs_ir_binary (kernel, op, value, others->pdata[i]) : others->pdata[i];
  return value;
}

/* Puts `inside`, the relaxed body, and the rest in the place of the loop. */
static void
rebuild (RsCarry *self, RsIrBlock *inside)
{
  RsKernel *kernel = self->kernel;
  RsIrStatement *loop = self->loop, *place = loop, *choice = rs_ir_statement (kernel, RS_IR_IF, loop->line);
  const RsIrExpression *one = rs_ir_integer (kernel, 1), *condition = fold (kernel, RS_IR_AND, NULL, self->conditions);
  const RsIrExpression *low = name_value (self, "low", loop->low, &place),
                       *high = name_value (self, "high", loop->high, &place);
  const RsIrExpression *last;

  self->first = name_value (self, "first", fold (kernel, RS_IR_MAX, low, self->lows), &place);
  last = fold (kernel, RS_IR_MIN, high, self->highs);
  if (condition)
    last = rs_ir_select (kernel, condition, last, rs_ir_binary (kernel, RS_IR_SUB, self->first, one));
  self->last = name_value (self, "last", last, &place);
  place = insert_rest (self, place, low,
                       rs_ir_binary (kernel, RS_IR_MIN, high, rs_ir_binary (kernel, RS_IR_SUB, self->first, one)));
  choice->value = rs_ir_binary (kernel, RS_IR_LE, self->first, self->last);
  rs_ir_insert_after (self->block, place, choice);
  insert_rest (self, choice,
               rs_ir_binary (kernel, RS_IR_MAX, self->first, rs_ir_binary (kernel, RS_IR_ADD, self->last, one)), high);
  rs_ir_remove (self->block, loop);
  loop->low = self->first;
  loop->high = self->last;
  loop->body = *inside;
  rs_ir_append (&choice->body, loop);
  rs_carry_rows (self, &choice->body);
}

/* Whether the iterations inside gain by a loop of their own: three loops take longer to compile than one. */
static gboolean
pays (const RsCarry *self, const RsIrBlock *inside)
{
  return self->n_accesses > 0
         && ((self->n_checked > 0 && self->n_accesses <= MOST_ACCESSES) || rs_carry_pays (self, inside));
}

static void
carry_loop (RsKernel *kernel, RsIrBlock *block, RsIrStatement *loop)
{
  RsCarry self = { .kernel = kernel, .block = block, .loop = loop };
  guint n_locals = kernel->locals->len;
  RsIrBlock inside;

  self.is_set = g_new0 (gboolean, n_locals + 1);
  if (is_simple (&self))
    {
      self.lows = g_ptr_array_new ();
      self.highs = g_ptr_array_new ();
      self.conditions = g_ptr_array_new ();
      inside = rs_ir_copy_block (kernel, &loop->body);
      relax_block (&self, &inside);
      if (pays (&self, &inside))
        rebuild (&self, &inside);
      g_ptr_array_unref (self.lows);
      g_ptr_array_unref (self.highs);
      g_ptr_array_unref (self.conditions);
    }
  g_free (self.is_set);
}

static void
carry_block (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == RS_IR_LOOP && !rs_ir_has_loop (&s->body))
        carry_loop (kernel, block, s);
      else
        {
          carry_block (kernel, &s->body);
          carry_block (kernel, &s->other);
        }
    }
}

void
rs_pass_carry (RsKernel *kernel)
{
  if (kernel->is_serial && !kernel->has_blocks)
    {
      carry_block (kernel, &kernel->body);
      rs_pass_simplify (kernel); /* conversions of what was known to be stored */
    }
}
