/* Which dimension of the grid goes along memory.
 *
 * Work items that are neighbours in the last dimension run one after the other, or side by side in a vector. Where the
 * elements that they touch lie rows apart, while those of neighbours in another dimension lie side by side, that
 * dimension ought to be the last: loops are interchanged (build.c), and who writes a kernel is told (explain.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct {
  guint parameter;
  RsIrPlace line;
} RsFarAccess;

/* The dimension that ought to be the last, because no access of the kernel goes along memory in the last one and all
 * that say so agree; -1: there is none. (out, or NULL) access: one of them. */
int rs_kernel_find_near_dimension (const RsKernel *kernel, RsFarAccess *access);

/* The dimension that ought to be the last, because the last one has a few positions only, known when the kernel is
 * built, and in this one all accesses that follow it go along memory; of kernels with loops inside of a work item; -1:
 * there is none. */
int rs_kernel_find_long_dimension (const RsKernel *kernel);

/* The dimension whose few positions, known when the kernel is built, are the channels of the pixels that it stores; -1:
 * there is none, or whole pixels go along memory, so that channels and pixels may run as one dimension. */
int rs_kernel_find_channel_dimension (const RsKernel *kernel);

/* What to tell the author of an optimised kernel function whose work items go across memory, as a sentence with the
 * line in front ("line 3: ..."); NULL where there is nothing to tell, among them kernels that run in tiles. (transfer
 * full) */
char *rs_kernel_advise_order (const RsKernel *kernel);
