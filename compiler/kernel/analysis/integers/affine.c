/* Affine ranges of expressions; see affine-private.h.
 *
 * Each local has its range from the assignment on, so that an expression is looked at once however it is built up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/affine-private.h"

#include "compiler/kernel/ir/known-locals.h"

struct _RsAffineLocals {
  RsKnownLocals known;
  RsAffineRange *ranges; /* by local */
};

/* --- arithmetic --- */

RsAffine
rs_affine_constant (gint64 value)
{
  return (RsAffine){ .constant = value };
}

static guint
find_invariant (RsAffine *a, const RsIrExpression *invariant)
{
  guint i = 0;

  while (i < a->n_invariants && !rs_ir_equal (a->invariants[i], invariant))
    i++;
  if (i == a->n_invariants && i < RS_AFFINE_MAX_INVARIANTS)
    {
      a->invariants[i] = invariant;
      a->coefficients[i] = 0;
      a->n_invariants++;
    }
  return i;
}

static gboolean
add_scaled (gint64 *a, gint64 b, gint64 factor)
{
  gint64 scaled;

  return !__builtin_mul_overflow (b, factor, &scaled) && !__builtin_add_overflow (*a, scaled, a);
}

gboolean
rs_affine_add (RsAffine *a, const RsAffine *b, gint64 factor)
{
  if (!add_scaled (&a->constant, b->constant, factor))
    return FALSE;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (!add_scaled (&a->positions[g], b->positions[g], factor))
      return FALSE;
  for (guint i = 0; i < b->n_invariants; i++)
    {
      guint k = b->coefficients[i] != 0 ? find_invariant (a, b->invariants[i]) : 0;

      if (b->coefficients[i] != 0
          && (k == RS_AFFINE_MAX_INVARIANTS || !add_scaled (&a->coefficients[k], b->coefficients[i], factor)))
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_affine_is_constant (const RsAffine *a)
{
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (a->positions[g] != 0)
      return FALSE;
  for (guint i = 0; i < a->n_invariants; i++)
    if (a->coefficients[i] != 0)
      return FALSE;
  return TRUE;
}

gboolean
rs_affine_get_difference (const RsAffine *a, const RsAffine *b, gint64 *difference)
{
  RsAffine rest = *a;
  gboolean is_constant = rs_affine_add (&rest, b, -1) && rs_affine_is_constant (&rest);

  *difference = rest.constant;
  return is_constant;
}

gboolean
rs_affine_is_same (const RsAffine *a, const RsAffine *b)
{
  gint64 difference;

  return rs_affine_get_difference (a, b, &difference) && difference == 0;
}

gint64
rs_affine_common_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a == G_MININT64 ? 1 : ABS (a);
}

/* --- ranges --- */

gboolean
rs_affine_range_add (RsAffineRange *a, const RsAffineRange *b, gint64 factor)
{
  return a->is_known && b->is_known && rs_affine_add (&a->low, factor >= 0 ? &b->low : &b->high, factor)
         && rs_affine_add (&a->high, factor >= 0 ? &b->high : &b->low, factor);
}

gboolean
rs_affine_range_is_exact (const RsAffineRange *a)
{
  return a->is_known && rs_affine_is_same (&a->low, &a->high);
}

gboolean
rs_affine_range_is_number (const RsAffineRange *a, gint64 *value)
{
  *value = a->low.constant;
  return rs_affine_range_is_exact (a) && rs_affine_is_constant (&a->low);
}

static RsAffineRange
from_to (gint64 low, gint64 high)
{
  return (RsAffineRange){ .is_known = TRUE, .low = rs_affine_constant (low), .high = rs_affine_constant (high) };
}

/* a + factor * b */
static RsAffineRange
add (RsAffineRange a, const RsAffineRange *b, gint64 factor)
{
  a.is_known = rs_affine_range_add (&a, b, factor);
  return a;
}

static RsAffineRange
invariant (const RsIrExpression *e)
{
  RsAffine a = { .n_invariants = 1, .invariants = { e }, .coefficients = { 1 } };

  return (RsAffineRange){ .is_known = rs_ir_is_integer (e->type) && rs_ir_is_uniform (e), .low = a, .high = a };
}

static RsAffineRange
analyse_product (const RsAffineLocals *self, const RsIrExpression *e)
{
  RsAffineRange a = rs_affine_analyse (self, e->operands[0]), b = rs_affine_analyse (self, e->operands[1]);
  gint64 factor;

  if (rs_affine_range_is_number (&a, &factor))
    return add (from_to (0, 0), &b, factor);
  if (rs_affine_range_is_number (&b, &factor))
    return add (from_to (0, 0), &a, factor);
  return invariant (e);
}

static RsAffineRange
analyse_remainder (const RsAffineLocals *self, const RsIrExpression *e)
{
  RsAffineRange divisor = rs_affine_analyse (self, e->operands[1]);
  gint64 value;

  if (!rs_ir_is_uniform (e) && rs_affine_range_is_number (&divisor, &value) && value > 0)
    return from_to (0, value - 1);
  return invariant (e);
}

RsAffineRange
rs_affine_analyse (const RsAffineLocals *self, const RsIrExpression *e)
{
  RsAffineRange first, second;

  if (!rs_ir_is_integer (e->type))
    return (RsAffineRange){ 0 };
  switch ((RsIrOp)e->op)
    {
    case RS_IR_CONST:
      return from_to (e->value.integer, e->value.integer);
    case RS_IR_POSITION:
      first = from_to (0, 0);
      first.low.positions[e->component] = first.high.positions[e->component] = 1;
      return first;
    case RS_IR_LOCAL:
      return self->ranges[e->index];
    case RS_IR_ADD:
    case RS_IR_SUB:
      first = rs_affine_analyse (self, e->operands[0]);
      second = rs_affine_analyse (self, e->operands[1]);
      return add (first, &second, e->op == RS_IR_ADD ? 1 : -1);
    case RS_IR_NEG:
      first = rs_affine_analyse (self, e->operands[0]);
      return add (from_to (0, 0), &first, -1);
    case RS_IR_MUL:
      return analyse_product (self, e);
    case RS_IR_FLOOR_MOD:
      return analyse_remainder (self, e);
    case RS_IR_CONVERT:
      /* Between integers the value stays the same: indices fit both. */
      return rs_ir_is_integer (e->operands[0]->type) ? rs_affine_analyse (self, e->operands[0]) : invariant (e);
    default:
      return invariant (e);
    }
}

/* --- locals --- */

RsAffineLocals *
rs_affine_locals_new (const RsKernel *kernel)
{
  RsAffineLocals *self = g_new0 (RsAffineLocals, 1);

  rs_known_locals_init (&self->known, kernel, &kernel->body);
  self->ranges = g_new0 (RsAffineRange, kernel->locals->len + 1);
  return self;
}

void
rs_affine_locals_free (RsAffineLocals *self)
{
  rs_known_locals_clear (&self->known);
  g_free (self->ranges);
  g_free (self);
}

/* The values of a counter; a loop that runs no time accesses nothing. */
static RsAffineRange
range_of_counter (const RsAffineLocals *self, const RsIrStatement *loop)
{
  RsAffineRange low = rs_affine_analyse (self, loop->step > 0 ? loop->low : loop->high);
  RsAffineRange high = rs_affine_analyse (self, loop->step > 0 ? loop->high : loop->low);

  return (RsAffineRange){ .is_known = low.is_known && high.is_known, .low = low.low, .high = high.high };
}

void
rs_affine_locals_enter (RsAffineLocals *self, const RsIrStatement *statement)
{
  rs_known_locals_enter (&self->known, statement);
  if (statement->kind == RS_IR_SET && self->known.n_sets[statement->index] == 1)
    self->ranges[statement->index] = rs_affine_analyse (self, statement->value);
  else if (statement->kind == RS_IR_LOOP && self->known.loops[statement->index] == statement)
    self->ranges[statement->index] = range_of_counter (self, statement);
}

void
rs_affine_locals_leave (RsAffineLocals *self, const RsIrBlock *block)
{
  rs_known_locals_leave (&self->known, block);
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_SET || s->kind == RS_IR_LOOP)
      self->ranges[s->index].is_known = FALSE;
}

const RsIrExpression *
rs_affine_locals_get_value (const RsAffineLocals *self, guint local)
{
  return self->known.values[local];
}
