/* Within kernel fusion: what fuse.c and fuse-again.c share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/fuse/fuse.h"
#include "compiler/kernel/ir/ir.h"

/* How a block uses an array. */
typedef struct {
  const RsIrExpression *subscripts[RS_MAX_RANK]; /* of the first access, those that say the position */
  gboolean is_used, is_elsewhere; /* accesses that are not all at the position of the work item */
  gboolean is_exact;              /* the subscripts are the positions themselves */
  gboolean wraps;                 /* a boundary mode makes an element of a position outside */
} RsFusedUse;

/* uses: one a parameter, zeros. */
void rs_fused_survey (const RsKernel *kernel, const RsIrBlock *block, RsFusedUse *uses);

/* used: one a parameter, zeros: bit 0: the block loads from it, bit 1: it stores. */
void rs_fused_find_used (const RsIrBlock *block, guint8 *used);

/* Puts locals (of the real and the imaginary part) in the place of an array whose accesses are all exact. FALSE: it is
 * read before it is set, or its elements are no floating-point numbers, and nothing has changed. */
gboolean rs_fused_replace_array (RsKernel *kernel, RsIrBlock *block, guint parameter, guint locals[2]);

/* Where block reads elements of other work items in arrays that `before` writes, it computes these itself, as before
 * does, from what before reads. known: as for rs_kernel_fuse. Returns why it can't, and block is to be dropped; NULL
 * when it is done or not needed. (transfer full) */
char *
rs_fused_compute_again (RsKernel *kernel, const RsIrBlock *before, RsIrBlock *block, const RsFusedParameter *known);
