/* Subscripts as affine ranges, alone or as digits: what the tests of this folder compare two accesses by. Private to
 * the folder; others ask dependence.h and memory-order.h, and integers.h about single numbers.
 *
 * A whole number that a work item computes is described by a lower and an upper bound, each affine in the position and
 * in values that are the same for all work items (sizes, numbers that are passed). The two are equal unless counters of
 * loops inside the work item, whose bounds are affine themselves, or remainders take part.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

#define RS_AFFINE_MAX_INVARIANTS 6

/* constant + sum of positions[g] * position g + sum of coefficients[i] * invariants[i] */
typedef struct {
  gint64 constant;
  gint64 positions[RS_MAX_GRID];
  const RsIrExpression *invariants[RS_AFFINE_MAX_INVARIANTS];
  gint64 coefficients[RS_AFFINE_MAX_INVARIANTS];
  guint n_invariants;
} RsAffine;

typedef struct {
  gboolean is_known;
  RsAffine low, high;
} RsAffineRange;

typedef struct _RsAffineLocals RsAffineLocals;

/* a += factor * b. FALSE when the numbers or the terms become too many. */
gboolean rs_affine_add (RsAffine *a, const RsAffine *b, gint64 factor);
RsAffine rs_affine_constant (gint64 value);
gboolean rs_affine_is_constant (const RsAffine *a);
/* Whether a - b is a constant; (out) difference: which. */
gboolean rs_affine_get_difference (const RsAffine *a, const RsAffine *b, gint64 *difference);
gboolean rs_affine_is_same (const RsAffine *a, const RsAffine *b);
/* Of two numbers, not negative; that of 0 and b is b. */
gint64 rs_affine_common_divisor (gint64 a, gint64 b);

/* a += factor * b; FALSE as above, or when one is not known. */
gboolean rs_affine_range_add (RsAffineRange *a, const RsAffineRange *b, gint64 factor);
/* Known, and both bounds are the same; a number, too. */
gboolean rs_affine_range_is_exact (const RsAffineRange *a);
gboolean rs_affine_range_is_number (const RsAffineRange *a, gint64 *value);

/* A walk through the statements of a kernel in their order keeps what is known about its locals.
 * (transfer full), rs_affine_locals_free */
RsAffineLocals *rs_affine_locals_new (const RsKernel *kernel);
void rs_affine_locals_free (RsAffineLocals *self);
/* Behind the expressions of statement, before its blocks. */
void rs_affine_locals_enter (RsAffineLocals *self, const RsIrStatement *statement);
/* At the end of a block. */
void rs_affine_locals_leave (RsAffineLocals *self, const RsIrBlock *block);
RsAffineRange rs_affine_analyse (const RsAffineLocals *self, const RsIrExpression *e);
/* The value of a local that is assigned once, behind the assignment and in its block; else NULL. */
const RsIrExpression *rs_affine_locals_get_value (const RsAffineLocals *self, guint local);

/* --- symbolic strides, as x[(i*n + j)*3 + k] has them: delinearisation (strides.c) ---
 *
 * Such a subscript is a sum of affine ranges, each multiplied by a stride: a product of values that are the same for
 * all work items. Two of them over the same strides are the digits of numbers with a mixed radix, as long as each digit
 * but the leading one stays below the quotient of the next stride and its own; then the numbers are equal only when all
 * digits are.
 *
 * Source: delinearisation as the literature on dependence tests has it. */

#define RS_STRIDES_MAX_FACTORS 3
#define RS_STRIDES_MAX_TERMS 4

/* The product of the factors, times the range. No factors: a stride of 1. Factors are affine in invariants. */
typedef struct {
  RsAffine factors[RS_STRIDES_MAX_FACTORS];
  guint n_factors;
  RsAffineRange range;
} RsStrideTerm;

/* A sum of terms with different strides, which have more and more factors. */
typedef struct {
  RsStrideTerm terms[RS_STRIDES_MAX_TERMS];
  guint n_terms; /* 0: the subscript is not understood */
} RsStrides;

typedef struct {
  RsAffineRange digits[2]; /* of the first and the second subscript */
  RsAffine radix;          /* 0 <= digits < radix has to hold; of no meaning for the last one */
} RsStrideDigit;

/* (out) strides. FALSE when e is no such sum. */
gboolean rs_strides_analyse (const RsAffineLocals *locals, const RsIrExpression *e, RsStrides *strides);

/* The digits of two subscripts over the strides of both, from the stride of 1 on. Returns how many there are; 0 when
 * the strides do not divide each other one by one. */
guint rs_strides_align (const RsStrides *a, const RsStrides *b, RsStrideDigit *digits);

/* Carries multiples of the radix out of one digit into the next: of subscript `which`, where both bounds of its range
 * have them alike. FALSE when there is nothing to carry. */
gboolean rs_strides_carry (RsStrideDigit *digits, guint i, guint which);
