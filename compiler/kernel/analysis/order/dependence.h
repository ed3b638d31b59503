/* Whether the work items of a kernel may run in any order.
 *
 * Two accesses to the same array, one of them a write, are compared subscript by subscript. A subscript is understood
 * when it is an affine range (affine-private.h); any other is taken to meet everything. Accesses through 'mirror,
 * 'circular and 'clamped fold many indices into one and are not understood at all.
 *
 * Sources: the GCD test, Banerjee's inequalities and the refinement of direction vectors, as the literature on loop
 * parallelisation has them; bounds may be symbolic as long as they cancel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* NULL when no work item depends on another; else why not, with the line, in the user's words. Reductions and atomic
 * updates with one and the same operator do not count. independent (out): the dimensions of the grid, as bits,
 * in which the positions of work items that depend on each other are surely equal. (transfer full) */
char *rs_kernel_find_dependence (const RsKernel *kernel, guint *independent);

/* The same of updates with one operator, which may come in any order but wait for each other. */
char *rs_kernel_find_contention (const RsKernel *kernel, guint *independent);

/* Whether all dependences are those of cumulative maps (manual 8.5), where a statement reads what it has written
 * itself. */
gboolean rs_kernel_is_cumulative (const RsKernel *kernel);

/* Sets is_unique of stores and atomic updates: no other work item writes the element. */
void rs_kernel_mark_unique (RsKernel *kernel);
