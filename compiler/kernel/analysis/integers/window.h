/* Sums over a window of which neighbouring work items share most terms:
 *
 *     for k = ..                        the sum of f (k, n + l) over all k and l of work item n, where f does not ask
 *         for l = low..high             for n in any other way: a mean, the distance of two patches
 *             sum += f (k, n + l)
 *
 * Adding up over k first, once for each column n + l, and then over l costs K + L terms a work item and not K * L. The
 * terms are the same, their order is another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/analysis/order/row-values.h"

typedef struct {
  const RsIrStatement *outer, *inner; /* LOOPs over k and l, between constants */
  const RsIrStatement *sum;           /* SET, the last statement of inner; those before are of temporaries */
  const RsIrExpression *term;         /* f */
  gint64 low, high;                   /* of l */
} RsWindow;

/* Whether loop is the outer loop of a window that pays. rows: of the block that holds it. */
gboolean rs_window_find (const RsRowValues *rows, const RsIrStatement *loop, RsWindow *window);
