/* Between which numbers the integers of a kernel surely lie.
 *
 * The range of an expression follows from its leaves: elements of narrow integer arrays, constants, counters of loops
 * with known bounds, and locals, which hold nothing but what the statements of the kernel put into them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct {
  gboolean is_known;
  gint64 low, high; /* inside 32 bits */
} RsRange;

typedef struct _RsRanges RsRanges;

/* Of the kernel as it is: to be made anew when it has changed. */
RsRanges *rs_ranges_new (const RsKernel *kernel);
void rs_ranges_free (RsRanges *ranges);
/* Of an integer expression. */
RsRange rs_ranges_get (const RsRanges *ranges, const RsIrExpression *e);
/* The element type of 8 or 16 bits that surely holds an integer expression, or an ordinary local; NONE when there is
 * none such. */
RsElement rs_ranges_get_element (const RsRanges *ranges, const RsIrExpression *e);
RsElement rs_ranges_get_element_of_local (const RsRanges *ranges, guint local);
/* Whether the element type surely holds an integer expression. */
gboolean rs_ranges_fit (const RsRanges *ranges, const RsIrExpression *e, RsElement element);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsRanges, rs_ranges_free)
