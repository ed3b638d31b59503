/* Which positions keep a subscript inside of its array.
 *
 * Used by passes/split.c, for the interior, and passes/pad.c, for the part of an array that a box reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/known-locals.h"

/* A subscript: coefficient * position, in grid dimension `dimension`, plus an offset between low and high (uniform,
 * I64). */
typedef struct {
  gboolean is_known;
  guint dimension;
  gint64 coefficient; /* 0: no position; never negative */
  const RsIrExpression *low, *high;
} RsPositionRange;

/* The range of e at a place where locals are known. Offsets may contain counters of loops, private variables that are
 * assigned once, and numbers. */
RsPositionRange rs_position_range (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e);

/* A box of positions, from low to high (exclusive, uniform, I64) where it is bounded. Begins as zeros: all
 * positions. */
typedef struct {
  gboolean bounded[RS_MAX_GRID];
  const RsIrExpression *low[RS_MAX_GRID], *high[RS_MAX_GRID];
  const RsIrExpression *condition; /* what has to hold for the box to exist; NULL: nothing */
} RsPositionBounds;

/* Keeps the positions for which an access to array parameter is inside: all subscripts are understood, alone or as
 * flat-range.h has them. FALSE: they are not, and nothing has changed. */
gboolean rs_position_bounds_add_access (RsKernel *kernel, RsPositionBounds *self, const RsKnownLocals *locals,
                                        guint parameter, const RsIrExpression *const *subscripts, guint n);
/* At the end: without its condition the box is empty; its first bound, if need be a new one, says so. */
void rs_position_bounds_close (RsKernel *kernel, RsPositionBounds *self);
