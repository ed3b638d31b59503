/* Running sums: loops that use what a variable has been accumulated to so far (`s += x[i]; y[i] = s`, manual 8.5).
 *
 * All accumulation is associative, so that a box of iterations can begin as soon as it is known what those before it
 * add: what a box adds is found without running it, by the statements that it takes and no others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* The statements of body, the kernel's or that of its interior, that change running sums, and what these need: a copy
 * without any other effect. FALSE where they need running sums themselves, or elements that the body changes. */
gboolean rs_kernel_find_totals (RsKernel *kernel, const RsIrBlock *body, RsIrBlock *totals);

/* Whether the work items of a row can do together what changes running sums, then the sums be made, and then the rest
 * be done: then each adds once to a sum, and nothing ends it early. */
gboolean rs_kernel_can_scan (const RsKernel *kernel);

/* Turns stores like y[i] = y[i-1] + x[i] into running sums, where the order of the additions is all that changes. */
void rs_kernel_find_recurrences (RsKernel *kernel);
