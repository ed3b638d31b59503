/* Subscripts as affine ranges.
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
