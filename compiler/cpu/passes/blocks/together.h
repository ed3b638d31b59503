/* What the pass `together` found out, for those who print kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Blocks that run together, each in a SIMD lane: so many. */
#define RS_BLOCKS_TOGETHER 16

/* Whether a work item has the same value of e in all blocks that run together. */
gboolean rs_together_is_common (const RsKernel *kernel, const RsIrExpression *e);
/* Whether s runs once for all of them; its blocks may hold statements that do not. */
gboolean rs_together_is_common_statement (const RsKernel *kernel, const RsIrStatement *s);
