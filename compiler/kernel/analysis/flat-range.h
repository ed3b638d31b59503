/* Subscripts that several positions share, as x[i*n + j] of an image in a vector: which positions keep them inside.
 *
 * Such a subscript is a sum of positions, each times a stride, and an offset. Along its leading position, the one with
 * the longest stride, the others count with all of their values, so that whole rows are inside or not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/known-locals.h"

typedef struct {
  gboolean is_known;
  /* by dimension of the grid: uniform, I64, not negative; NULL: it takes no part */
  const RsIrExpression *strides[RS_MAX_GRID];
  const RsIrExpression *low, *high;           /* of the offset: uniform, I64 */
  const RsIrExpression *condition; /* without which all of this does not hold: uniform, BOOL; NULL: it always does */
} RsFlatRange;

/* The range of e at a place where locals are known. */
RsFlatRange rs_flat_range (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e);

/* The leading dimension; -1 where none has a long stride. */
int rs_flat_range_get_leading (const RsFlatRange *range);
/* (out) The positions in the leading dimension, from low to high (exclusive, uniform), for which the whole range is in
 * 0 .. size - 1; adds to the range's condition what that needs. */
void rs_flat_range_bound (RsKernel *kernel, RsFlatRange *range, const RsIrExpression *size, const RsIrExpression **low,
                          const RsIrExpression **high);
