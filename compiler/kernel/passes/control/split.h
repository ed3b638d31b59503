/* What the pass `boundary-checks` decides of the first work items; see split.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* How many work items of a loop over one dimension, the first ones, its interior leaves out because the body asks
 * whether it is at one of them; 0: none. */
guint rs_kernel_get_peeled (const RsKernel *kernel);
