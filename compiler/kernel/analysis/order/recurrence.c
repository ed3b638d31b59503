/* Stores that go on from the element that the iteration before has stored: y[i] = y[i-1] + x[i] becomes
 *
 *   s += x[i]
 *   y[i] = (y[-1 + the first i]) + s
 *
 * with a running sum s from nothing; minima and maxima alike. The sum is kept in double precision. Only elements
 * of floating-point arrays: integers may overflow on the way, and so may products from 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/affine-private.h"
#include "compiler/kernel/analysis/order/prefix.h"

#include <math.h>
#include <string.h>

typedef struct {
  RsKernel *kernel;
  RsAffineLocals *locals;
  RsIrStatement *store;
  RsAffineRange subscripts[RS_MAX_RANK]; /* of the store */
  const RsIrExpression *previous;        /* the one LOAD of the element that the iteration before has stored */
  RsAffineRange start[RS_MAX_RANK];      /* its subscripts */
  gboolean has_obstacle;
} Recurrence;

/* --- the two accesses --- */

/* Whether b at a position is a at the position before. */
static gboolean
is_one_before (const RsAffineRange *a, const RsAffineRange *b)
{
  gint64 difference;

  return a->is_known && b->is_known && a->low.positions[0] == b->low.positions[0]
         && rs_affine_get_difference (&a->low, &b->low, &difference) && difference == a->low.positions[0];
}

static void
look_at_load (const RsIrExpression *e, gpointer data)
{
  Recurrence *self = data;
  gboolean same = TRUE, before = TRUE;
  RsAffineRange ranges[RS_MAX_RANK];

  if (e->op != RS_IR_LOAD
      || e->index != self->store->index) /* of others the dependence test says whether they do harm */
    return;
  for (guint k = 0; k < e->n_operands; k++)
    {
      RsAffineRange range = rs_affine_analyse (self->locals, e->operands[k]);
      gboolean is_exact = rs_affine_range_is_exact (&range);

      ranges[k] = range;
      before = before && is_exact && is_one_before (&self->subscripts[k], &range);
      same = same && is_exact && rs_affine_is_same (&range.low, &self->subscripts[k].low);
    }
  if (before && self->previous == NULL && e->boundary <= RS_BOUNDARY_SAFE)
    {
      self->previous = e;
      memcpy (self->start, ranges, e->n_operands * sizeof *ranges);
    }
  else if (!same)
    self->has_obstacle = TRUE;
}

static void
look_at_block (Recurrence *self, const RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_affine_locals_enter (self->locals, s);
      if (s != self->store)
        {
          const RsIrExpression *before = self->previous;

          rs_ir_visit_statement (s, look_at_load, self);
          self->has_obstacle
              |= self->previous != before || s->kind == RS_IR_RETURN
                 || ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC) && s->index == self->store->index);
        }
      look_at_block (self, &s->body);
      look_at_block (self, &s->other);
    }
}

/* --- the value --- */

static gboolean
contains (const RsIrExpression *e, const RsIrExpression *part)
{
  if (e == part)
    return TRUE;
  for (guint i = 0; i < e->n_operands; i++)
    if (contains (e->operands[i], part))
      return TRUE;
  return FALSE;
}

static gboolean
find_reduction (RsIrOp op, RsReduceOperator *reduce)
{
  switch (op)
    {
    case RS_IR_ADD:
    case RS_IR_SUB:
      *reduce = RS_REDUCE_SUM;
      return TRUE;
    case RS_IR_MIN:
      *reduce = RS_REDUCE_MINIMUM;
      return TRUE;
    case RS_IR_MAX:
      *reduce = RS_REDUCE_MAXIMUM;
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether e combines the previous element with others by one operator alone. found: one was met. */
static gboolean
is_chain (const RsIrExpression *e, const RsIrExpression *previous, RsReduceOperator *reduce, gboolean *found)
{
  RsReduceOperator own = RS_REDUCE_SUM;
  guint at = 0;

  while (e != previous && e->op == RS_IR_CONVERT && rs_ir_is_floating (e->operands[0]->type))
    e = e->operands[0];
  if (e == previous)
    return *found;
  if (!find_reduction (e->op, &own) || (*found && own != *reduce))
    return FALSE;
  at = contains (e->operands[0], previous) ? 0 : 1;
  /* The second operand of min and max may be NaN, and is then passed over. */
  if ((at == 1 && e->op != RS_IR_ADD && e->op != RS_IR_MUL) || contains (e->operands[1 - at], previous))
    return FALSE;
  *reduce = own;
  *found = TRUE;
  return is_chain (e->operands[at], previous, reduce, found);
}

typedef struct {
  const RsIrExpression *from;
  double to;
} Replacement;

static const RsIrExpression *
replace (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Replacement *self = data;

  return e == self->from ? rs_ir_constant (kernel, e->type, self->to) : e;
}

/* --- the running sum --- */

static const double neutral[]
    = { [RS_REDUCE_SUM] = 0, [RS_REDUCE_MINIMUM] = INFINITY, [RS_REDUCE_MAXIMUM] = -INFINITY };
static const RsIrOp operations[]
    = { [RS_REDUCE_SUM] = RS_IR_ADD, [RS_REDUCE_MINIMUM] = RS_IR_MIN, [RS_REDUCE_MAXIMUM] = RS_IR_MAX };

/* An affine subscript at the first position. */
static const RsIrExpression *
at_start (RsKernel *kernel, const RsAffine *a)
{
  const RsIrExpression *sum = rs_ir_integer (kernel, a->constant);

  for (guint i = 0; i < a->n_invariants; i++)
    if (a->coefficients[i] != 0)
      sum = rs_ir_binary (kernel, RS_IR_ADD, sum,
                          rs_ir_binary (kernel, RS_IR_MUL, rs_ir_integer (kernel, a->coefficients[i]),
                                        rs_ir_convert (kernel, a->invariants[i], RS_IR_I64)));
  return sum;
}

/* The subscript is not negative, and elements beyond the end come last. */
static gboolean
begins_inside (const RsAffine *a)
{
  RsAffine start = *a;

  start.positions[0] = 0;
  return a->positions[0] > 0 && rs_affine_is_constant (&start) && start.constant >= 0;
}

/* Elements outside are not stored, so that nothing goes on from them. NULL: there are none before others. */
static const RsIrExpression *
inside (const Recurrence *self)
{
  RsKernel *kernel = self->kernel;
  const RsIrExpression *condition = NULL;

  for (guint k = 0; k < self->store->n_subscripts; k++)
    {
      const RsIrExpression *e = self->store->subscripts[k], *length, *both;

      if (self->subscripts[k].low.positions[0] == 0 || begins_inside (&self->subscripts[k].low))
        continue;
      length = rs_ir_leaf (kernel, RS_IR_DIM, RS_IR_I64, self->store->index, k);
      both = rs_ir_binary (kernel, RS_IR_AND, rs_ir_binary (kernel, RS_IR_GE, e, rs_ir_integer (kernel, 0)),
                           rs_ir_binary (kernel, RS_IR_LT, e, length));
      condition = condition != NULL ? rs_ir_binary (kernel, RS_IR_AND, condition, both) : both;
    }
  return condition;
}

static void
rewrite (Recurrence *self, RsReduceOperator reduce)
{
  RsKernel *kernel = self->kernel;
  RsIrStatement *s = self->store, *update = rs_ir_statement (kernel, RS_IR_REDUCE, s->line),
                *read = rs_ir_statement (kernel, RS_IR_SET, s->line);
  RsKernelParameter parameter = { .binding = RS_BIND_ACCUMULATOR,
                                  .name = rs_kernel_parameter (kernel, s->index)->name,
                                  .element = RS_ELEMENT_DOUBLE,
                                  .length = 1,
                                  .reduce = reduce,
                                  .is_prefix = TRUE };
  g_autofree char *name = g_strdup (parameter.name); /* the array of parameters may move */
  Replacement replacement = { self->previous, neutral[reduce] };
  const RsIrExpression *condition = inside (self);
  const RsIrExpression *value = s->value;
  RsIrExpression *start = rs_arena_memdup (kernel->arena, self->previous,
                                           sizeof *start + self->previous->n_operands * sizeof (RsIrExpression *));

  for (guint k = 0; k < start->n_operands; k++)
    start->operands[k] = at_start (kernel, &self->start[k].low);
  while (value->op == RS_IR_CONVERT && rs_ir_is_floating (value->operands[0]->type))
    value = value->operands[0];
  value = rs_ir_map (kernel, value, replace, &replacement);
  parameter.name = name;
  update->index = rs_kernel_add_parameter (kernel, &parameter, RS_IR_VIEW_PLAIN);
  update->op = operations[reduce];
  update->value = rs_ir_convert (kernel, value, RS_IR_F64);
  if (condition != NULL)
    update->value
        = rs_ir_select (kernel, condition, update->value, rs_ir_constant (kernel, RS_IR_F64, neutral[reduce]));
  read->index = rs_kernel_add_local (kernel, "", RS_IR_F64, 1);
  read->value = rs_ir_leaf (kernel, RS_IR_RUNNING, RS_IR_F64, update->index, 0);
  s->value = rs_ir_convert (kernel,
                            rs_ir_binary (kernel, operations[reduce], rs_ir_convert (kernel, start, RS_IR_F64),
                                          rs_ir_local (kernel, read->index)),
                            s->value->type);
  rs_ir_insert_after (&kernel->body, s->previous, update);
  rs_ir_insert_after (&kernel->body, update, read);
}

static gboolean
analyse (Recurrence *self)
{
  gboolean moves = FALSE;

  self->locals = rs_affine_locals_new (self->kernel);
  for (RsIrStatement *s = self->kernel->body.first; s != self->store; s = s->next)
    rs_affine_locals_enter (self->locals, s);
  for (guint k = 0; k < self->store->n_subscripts; k++)
    {
      self->subscripts[k] = rs_affine_analyse (self->locals, self->store->subscripts[k]);
      self->has_obstacle |= !rs_affine_range_is_exact (&self->subscripts[k]);
      moves |= self->subscripts[k].low.positions[0] != 0;
    }
  if (moves && !self->has_obstacle)
    rs_ir_visit (self->store->value, look_at_load, self);
  rs_affine_locals_free (self->locals);
  if (self->previous == NULL || self->has_obstacle)
    return FALSE;
  self->locals = rs_affine_locals_new (self->kernel);
  look_at_block (self, &self->kernel->body);
  rs_affine_locals_free (self->locals);
  return !self->has_obstacle;
}

void
rs_kernel_find_recurrences (RsKernel *kernel)
{
  if (kernel->grid_rank != 1 || kernel->exact_math) /* sums of elements are rounded one by one */
    return;
  for (RsIrStatement *s = kernel->body.first; s != NULL; s = s->next)
    {
      Recurrence self = { .kernel = kernel, .store = s };
      RsReduceOperator reduce = RS_REDUCE_SUM;
      gboolean found = FALSE;
      RsElement element;

      if (s->kind != RS_IR_STORE || s->component != 0 || s->boundary > RS_BOUNDARY_SAFE)
        continue;
      element = rs_kernel_parameter (kernel, s->index)->element;
      if ((element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_DOUBLE) && analyse (&self)
          && is_chain (s->value, self.previous, &reduce, &found))
        rewrite (&self, reduce);
    }
}
