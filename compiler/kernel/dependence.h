/* Whether the work items of a kernel may run in any order.
 *
 * Two accesses to the same array, one of them a write, are compared subscript by subscript. A subscript is understood
 * when it is affine in the position, in counters of loops with constant bounds, and in values that are the same for all
 * work items; any other is taken to meet everything. Accesses through 'mirror, 'circular and 'clamped fold many indices
 * into one and are understood only by position, that is not at all.
 *
 * Sources: the separability, GCD and Banerjee tests of the literature on loop parallelisation, in the simple form that
 * suffices when every level of the nest is to run in parallel: it must follow from equal elements that the positions
 * are equal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir.h"

/* NULL when no work item depends on another; else why not, with the line, in the user's words. Reductions and atomic
 * updates with one and the same operator do not count. (transfer full) */
char *rs_kernel_find_dependence (const RsKernel *kernel);

/* Sets is_unique of stores and atomic updates: no other work item writes the element. */
void rs_kernel_mark_unique (RsKernel *kernel);
