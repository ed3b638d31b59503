/* Loads at computed positions that become gathers: which ones, for the pass and the printer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Arrays of more elements are read by ordinary loads. */
#define RS_GATHER_MOST_ELEMENTS (G_GINT64_CONSTANT (1) << 29)

/* What a subscript `x + constant` is apart from the constant, *offset: a local that is an index, or a floating-point
 * number that is made an integer here. NULL: it is another kind of subscript. */
const RsIrExpression *rs_gather_get_part (const RsKernel *kernel, const RsIrExpression *e, gint64 *offset);
/* Whether e is a load of single-precision elements that may be a gather; by the locals that are indices. */
gboolean rs_is_gather (const RsKernel *kernel, const RsIrExpression *e);
