/* Compiles the C of a kernel with the machine's compiler, loads it and runs it over a grid in boxes: what the CPU
 * device does, without the device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct _RunKernel RunKernel;

/* Aborts the test with the compiler's messages when the text does not compile. */
RunKernel *run_kernel_new (const RsKernel *kernel);
void run_kernel_free (RunKernel *self);
/* Runs grid ([grid_rank]) cut into boxes along the first dimension; n_boxes >= 1. arguments as in abi.h. */
RsKernelStatus run_kernel_launch (RunKernel *self, const gint64 *grid, guint n_boxes, void *const *arguments);
const char *run_kernel_get_text (RunKernel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunKernel, run_kernel_free)
