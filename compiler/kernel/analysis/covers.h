/* Arrays that a launch overwrites: each work item stores the element at its own position, whatever happens, and nobody
 * reads any. Where the array has just the lengths of the grid, nothing of it is needed before.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Sets RsKernelParameter.covers of the kernel's parameters. */
void rs_kernel_find_covers (RsKernel *kernel);
