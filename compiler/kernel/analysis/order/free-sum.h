/* Loops of a work item that may add up in any order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Whether all that the loop does is to add numbers to variables, which may be added up in any order (LANGUAGE.md,
 * Precision), and to write elements, another one in each iteration. It is the case along rows of arrays, and not where
 * a vector would hold all of a sum, or where the lanes of vectors are work items (strips). Nothing is in a branch, so
 * that gcc's masked accesses do not matter. */
gboolean rs_loop_is_free_sum (const RsKernel *kernel, const RsIrStatement *loop);

/* s = s + e, s = s - e of floating-point numbers, where e may be anything. */
gboolean rs_statement_is_sum (const RsIrStatement *s);

/* Whether s, a STORE or ATOMIC of the loop's body, is to neighbouring elements in neighbouring iterations. */
gboolean rs_loop_follows_row (const RsIrStatement *loop, const RsIrStatement *s);
