/* Which rows of its arrays a kernel uses: what a launch has to have where it runs, and whether its grid can be divided
 * into launches along its first dimension.
 *
 * A row is what an array has at one index of its first dimension; of a vector, and of an array that is seen as one, an
 * element. Accesses count whose index there is a multiple of one position of the grid, plus numbers that the launch
 * knows; with any other one all rows of the array are used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Notes the accesses of a kernel (kernel->reaches, is_divisible), before its passes. */
void rs_kernel_find_reaches (RsKernel *kernel);
