/* Subscripts with symbolic strides, as x[(i*n + j)*3 + k] has them: delinearisation.
 *
 * Such a subscript is a sum of affine ranges, each multiplied by a stride: a product of values that are the same for
 * all work items. Two of them over the same strides are the digits of numbers with a mixed radix, as long as each digit
 * but the leading one stays below the quotient of the next stride and its own; then the numbers are equal only when all
 * digits are.
 *
 * Source: delinearisation as the literature on dependence tests has it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/analysis/affine.h"

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
