/* What the pass `regions` found out, for those who print kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* With RS_IR_BLOCKS_REGIONS: whether s, which stands in the control flow of the block, runs for each work item; else
 * once for the block. */
gboolean rs_regions_is_item_statement (const RsKernel *kernel, const RsIrStatement *s);
/* Whether the statement or what is in it is a barrier. */
gboolean rs_regions_hold_barrier (const RsIrStatement *s);
