/* Delinearisation; see affine-private.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/affine-private.h"

#define MAX_DEPTH 64

/* --- affine ranges --- */

/* The same for all work items. */
static gboolean
is_invariant (const RsAffineRange *a)
{
  if (!rs_affine_range_is_exact (a))
    return FALSE;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    if (a->low.positions[g] != 0)
      return FALSE;
  return TRUE;
}

static gboolean
scale (RsAffineRange *a, gint64 factor)
{
  RsAffineRange zero = { .is_known = TRUE };

  if (!rs_affine_range_add (&zero, a, factor))
    return FALSE;
  *a = zero;
  return TRUE;
}

static gint64
content (const RsAffine *a, gint64 divisor)
{
  divisor = rs_affine_common_divisor (divisor, a->constant);
  for (guint g = 0; g < RS_MAX_GRID; g++)
    divisor = rs_affine_common_divisor (divisor, a->positions[g]);
  for (guint i = 0; i < a->n_invariants; i++)
    divisor = rs_affine_common_divisor (divisor, a->coefficients[i]);
  return divisor;
}

static void
divide (RsAffine *a, gint64 divisor)
{
  a->constant /= divisor;
  for (guint g = 0; g < RS_MAX_GRID; g++)
    a->positions[g] /= divisor;
  for (guint i = 0; i < a->n_invariants; i++)
    a->coefficients[i] /= divisor;
}

/* --- sums of terms --- */

/* Whether all factors of a are among those of b; rest (out): the others of b. */
static gboolean
divides (const RsStrideTerm *a, const RsStrideTerm *b, RsStrideTerm *rest)
{
  gboolean used[RS_STRIDES_MAX_FACTORS] = { FALSE };

  for (guint i = 0; i < a->n_factors; i++)
    {
      guint k = 0;

      while (k < b->n_factors && (used[k] || !rs_affine_is_same (&a->factors[i], &b->factors[k])))
        k++;
      if (k == b->n_factors)
        return FALSE;
      used[k] = TRUE;
    }
  rest->n_factors = 0;
  for (guint k = 0; k < b->n_factors; k++)
    if (!used[k])
      rest->factors[rest->n_factors++] = b->factors[k];
  return TRUE;
}

static gboolean
has_same_stride (const RsStrideTerm *a, const RsStrideTerm *b)
{
  RsStrideTerm rest;

  return a->n_factors == b->n_factors && divides (a, b, &rest);
}

static gboolean
add_term (RsStrides *sum, const RsStrideTerm *term, gint64 factor)
{
  RsStrideTerm zero = *term;
  guint i = 0, place = 0;

  for (i = 0; i < sum->n_terms; i++)
    if (has_same_stride (&sum->terms[i], term))
      return rs_affine_range_add (&sum->terms[i].range, &term->range, factor);
  if (sum->n_terms == RS_STRIDES_MAX_TERMS)
    return FALSE;
  zero.range = (RsAffineRange){ .is_known = TRUE };
  if (!rs_affine_range_add (&zero.range, &term->range, factor))
    return FALSE;
  while (place < sum->n_terms && sum->terms[place].n_factors <= zero.n_factors)
    place++;
  for (i = sum->n_terms; i > place; i--)
    sum->terms[i] = sum->terms[i - 1];
  sum->terms[place] = zero;
  sum->n_terms++;
  return TRUE;
}

/* A factor without a common divisor, which goes into the range. */
static gboolean
add_factor (RsStrideTerm *term, RsAffine factor)
{
  gint64 divisor = content (&factor, 0);

  if (term->n_factors == RS_STRIDES_MAX_FACTORS || divisor == 0)
    return FALSE;
  divide (&factor, divisor);
  term->factors[term->n_factors++] = factor;
  return scale (&term->range, divisor);
}

/* term * one, where the range of one is the same for all work items. */
static gboolean
multiply_term (RsStrideTerm *term, const RsStrideTerm *one)
{
  RsAffineRange range = term->range;
  gint64 number;

  for (guint i = 0; i < one->n_factors; i++)
    if (!add_factor (term, one->factors[i]))
      return FALSE;
  if (rs_affine_range_is_number (&one->range, &number))
    return scale (&term->range, number);
  if (!rs_affine_range_is_number (&range, &number))
    return add_factor (term, one->range.low);
  term->range = one->range;
  return scale (&term->range, number);
}

static gboolean
multiply (const RsStrides *a, const RsStrides *b, RsStrides *product)
{
  gint64 number;

  product->n_terms = 0;
  if (a->n_terms == 1 && is_invariant (&a->terms[0].range)
      && !(b->n_terms == 1 && rs_affine_range_is_number (&b->terms[0].range, &number)))
    {
      const RsStrides *swapped = a;

      a = b;
      b = swapped;
    }
  if (b->n_terms != 1 || !is_invariant (&b->terms[0].range))
    return FALSE;
  for (guint i = 0; i < a->n_terms; i++)
    {
      RsStrideTerm term = a->terms[i];

      if (!multiply_term (&term, &b->terms[0]) || !add_term (product, &term, 1))
        return FALSE;
    }
  return TRUE;
}

/* --- expressions --- */

static gboolean analyse (const RsAffineLocals *locals, const RsIrExpression *e, guint depth, RsStrides *strides);

static gboolean
analyse_operands (const RsAffineLocals *locals, const RsIrExpression *e, guint depth, RsStrides *strides)
{
  RsStrides a, b;

  if (!analyse (locals, e->operands[0], depth, &a) || !analyse (locals, e->operands[1], depth, &b))
    return FALSE;
  if (e->op == RS_IR_MUL)
    return multiply (&a, &b, strides);
  *strides = a;
  for (guint i = 0; i < b.n_terms; i++)
    if (!add_term (strides, &b.terms[i], e->op == RS_IR_ADD ? 1 : -1))
      return FALSE;
  return TRUE;
}

static gboolean
analyse (const RsAffineLocals *locals, const RsIrExpression *e, guint depth, RsStrides *strides)
{
  const RsIrExpression *value = e->op == RS_IR_LOCAL ? rs_affine_locals_get_value (locals, e->index) : NULL;

  strides->n_terms = 0;
  if (depth == MAX_DEPTH || !rs_ir_is_integer (e->type))
    return FALSE;
  if (value != NULL && rs_ir_is_integer (value->type))
    return analyse (locals, value, depth + 1, strides);
  if (e->op == RS_IR_CONVERT && rs_ir_is_integer (e->operands[0]->type))
    return analyse (locals, e->operands[0], depth + 1, strides);
  if (e->op == RS_IR_ADD || e->op == RS_IR_SUB || e->op == RS_IR_MUL)
    return analyse_operands (locals, e, depth + 1, strides);
  strides->n_terms = 1;
  strides->terms[0] = (RsStrideTerm){ .range = rs_affine_analyse (locals, e) };
  return strides->terms[0].range.is_known;
}

gboolean
rs_strides_analyse (const RsAffineLocals *locals, const RsIrExpression *e, RsStrides *strides)
{
  RsStrides sum = { 0 };
  gint64 number;

  if (!analyse (locals, e, 0, strides))
    {
      strides->n_terms = 0;
      return FALSE;
    }
  /* Products of two numbers are terms of their own that may cancel. */
  for (guint i = 0; i < strides->n_terms; i++)
    if (!rs_affine_range_is_number (&strides->terms[i].range, &number) || number != 0)
      sum.terms[sum.n_terms++] = strides->terms[i];
  if (sum.n_terms == 0)
    sum.terms[sum.n_terms++] = (RsStrideTerm){ .range.is_known = TRUE };
  *strides = sum;
  return TRUE;
}

/* --- two subscripts --- */

static RsAffineRange
range_of_stride (const RsStrides *strides, const RsStrideTerm *stride)
{
  for (guint i = 0; i < strides->n_terms; i++)
    if (has_same_stride (&strides->terms[i], stride))
      return strides->terms[i].range;
  return (RsAffineRange){ .is_known = TRUE };
}

/* The divisor that all numbers of both ranges have. */
static gint64
common_divisor (const RsAffineRange *a, const RsAffineRange *b)
{
  gint64 divisor = content (&a->high, content (&a->low, 0));

  return content (&b->high, content (&b->low, divisor));
}

/* What the stride of digit i is to that of digit i - 1; FALSE when it is no affine number. */
static gboolean
set_radix (RsStrideDigit *digits, guint i, const RsStrideTerm *before, const RsStrideTerm *stride)
{
  RsStrideTerm rest;
  RsAffine radix = { 0 };
  gint64 divisor = common_divisor (&digits[i].digits[0], &digits[i].digits[1]);

  if (!divides (before, stride, &rest) || rest.n_factors != 1)
    return FALSE;
  divisor = MAX (divisor, 1);
  for (guint k = 0; k < 2; k++)
    {
      divide (&digits[i].digits[k].low, divisor);
      divide (&digits[i].digits[k].high, divisor);
    }
  digits[i - 1].radix = radix;
  return rs_affine_add (&digits[i - 1].radix, &rest.factors[0], divisor);
}

guint
rs_strides_align (const RsStrides *a, const RsStrides *b, RsStrideDigit *digits)
{
  RsStrides both = { 0 };
  RsStrideTerm one = { .range.is_known = TRUE };

  add_term (&both, &one, 1);
  for (guint i = 0; i < a->n_terms + b->n_terms; i++)
    if (!add_term (&both, i < a->n_terms ? &a->terms[i] : &b->terms[i - a->n_terms], 0))
      return 0;
  for (guint i = 0; i < both.n_terms; i++)
    {
      digits[i]
          = (RsStrideDigit){ .digits = { range_of_stride (a, &both.terms[i]), range_of_stride (b, &both.terms[i]) } };
      if (i > 0 && !set_radix (digits, i, &both.terms[i - 1], &both.terms[i]))
        return 0;
    }
  return both.n_terms;
}

/* How often radix, one invariant times a number, is in both bounds. */
static gint64
multiple_of_radix (const RsAffineRange *range, const RsAffine *radix)
{
  gint64 times[2] = { 0, 0 }, number = 0;
  const RsIrExpression *invariant = NULL;

  for (guint i = 0; i < radix->n_invariants; i++)
    if (radix->coefficients[i] != 0)
      {
        if (invariant != NULL)
          return 0;
        invariant = radix->invariants[i];
        number = radix->coefficients[i];
      }
  if (invariant == NULL || radix->constant != 0)
    return 0;
  for (guint k = 0; k < 2; k++)
    {
      const RsAffine *bound = k == 0 ? &range->low : &range->high;

      for (guint i = 0; i < bound->n_invariants; i++)
        if (rs_ir_equal (bound->invariants[i], invariant))
          times[k] = bound->coefficients[i] % number == 0 ? bound->coefficients[i] / number : 0;
    }
  return times[0] == times[1] ? times[0] : 0;
}

gboolean
rs_strides_carry (RsStrideDigit *digits, guint i, guint which)
{
  g_assert (which < G_N_ELEMENTS (digits[i].digits));

  RsAffineRange *range = &digits[i].digits[which], *next = &digits[i + 1].digits[which];
  gint64 times = multiple_of_radix (range, &digits[i].radix);

  return times != 0 && times != G_MININT64 && rs_affine_add (&range->low, &digits[i].radix, -times)
         && rs_affine_add (&range->high, &digits[i].radix, -times)
         && !__builtin_add_overflow (next->low.constant, times, &next->low.constant)
         && !__builtin_add_overflow (next->high.constant, times, &next->high.constant);
}
