/* Loops of a work item that may add up in any order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Whether all that the loop does is to add numbers to a variable in double precision, which are added up in any order
 * (LANGUAGE.md, Numbers): what a loop of the host carries on, and in a kernel of single precision the sums of built-in
 * functions. Nothing is in a branch, so that gcc's masked accesses do not matter. */
gboolean rs_loop_is_free_sum (const RsKernel *kernel, const RsIrStatement *loop);
