/* How much a launch of a kernel computes and moves, by what its IR says before the passes.
 *
 * Operations: a sum, difference, product, quotient, remainder, square root, minimum or maximum of floating-point
 * numbers is one, and so is a function (exp, pow, sin). Comparisons, signs, conversions and whole numbers are none. Of
 * `c ? x : y` both sides count.
 *
 * Bytes: each element of an array that the launch reads counts once, and each that it writes, however often it does so:
 * what a machine has to move whose caches lose nothing. Those are the elements from the least to the greatest
 * subscript in each dimension, but not more than there are accesses.
 *
 * Bounds of loops and conditions are evaluated with the numbers and lengths of the launch, in the middle of what
 * positions and counters run through, which is exact where loops get longer or shorter evenly. Where a condition
 * depends on the position, work items spread over the grid are looked at, all of them if they are few.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"

/* What stands in the way of an exact count. */
typedef enum {
  RS_WORK_ABOUT = 1 << 0,    /* conditions depend on positions or counters */
  RS_WORK_AT_LEAST = 1 << 1, /* a loop goes on for as long as data say: one round is counted */
  RS_WORK_AT_MOST
  = 1 << 2, /* a branch is taken where data say so: the longer one is counted; or a loop is left early */
} RsWorkDoubt;

typedef struct {
  double single_operations, double_operations;
  double bytes_read, bytes_written;
  guint doubts; /* RsWorkDoubt */
} RsWork;

/* Keeps in the kernel what is needed to count; the passes may change it afterwards. */
void rs_kernel_plan_work (RsKernel *kernel);

/* Whether the work of a launch is another one when the NUMBER is. */
gboolean rs_kernel_work_depends_on (const RsKernel *kernel, guint parameter);

/* grid, block: [RS_MAX_GRID]; arguments: of the kernel's parameters, see abi.h; data of arrays are not looked at. same:
 * for each parameter the first one that has the same array; NULL: each has its own. All zeros of a kernel without a
 * plan, and of a launch without work items. Any thread. */
void rs_kernel_count_work (const RsKernel *kernel, const gint64 *grid, const gint64 *block, void *const *arguments,
                           const guint *same, RsWork *work);
