/* The pass `carry`: what its two files share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* A subscript: counter of the loop, so many times, + base + offset. */
typedef struct {
  const RsIrExpression *base; /* the same in all iterations; NULL: 0 */
  gint64 offset;
  int counter;
} RsCarryTerm;

typedef struct {
  guint parameter, n;
  RsCarryTerm terms[RS_MAX_RANK];
} RsCarryAccess;

typedef struct {
  RsKernel *kernel;
  RsIrBlock *block; /* that holds the loop */
  RsIrStatement *loop;
  gboolean *is_set;                     /* by local: assigned in the loop */
  GPtrArray *lows, *highs, *conditions; /* of const RsIrExpression: what holds where all accesses are inside */
  guint n_accesses, n_checked;          /* that were relaxed; of these, with a boundary check */
  const RsIrExpression *first, *last;   /* iterations that are inside */
} RsCarry;

/* FALSE: a subscript is not understood, or does not go from element to element: counter is -1, 0 or 1. */
gboolean rs_carry_read_access (const RsCarry *self, guint parameter, const RsIrExpression *const *subscripts, guint n,
                               RsCarryAccess *access);
/* Whether elements of the relaxed body can be kept in locals. */
gboolean rs_carry_pays (const RsCarry *self, const RsIrBlock *inside);
/* Keeps them; around: holds self->loop, and gets what comes before and behind it. */
void rs_carry_rows (RsCarry *self, RsIrBlock *around);
