/* Curves of held bytes over time. A click, or the arrow keys, choose an instant; Home: the peak, Escape: none.
 *
 * Signal "chosen" (gint64): the instant, in ns from the start of the trace; -1: none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/memory/memory-curve.h"

#include <gtk/gtk.h>

#define RS_TYPE_MEMORY_CURVE_VIEW (rs_memory_curve_view_get_type ())
G_DECLARE_FINAL_TYPE (RsMemoryCurveView, rs_memory_curve_view, RS, MEMORY_CURVE_VIEW, GtkWidget)

RsMemoryCurveView *rs_memory_curve_view_new (void);
/* Takes curves; NULL: none. There is no instant then. */
void rs_memory_curve_view_set_curves (RsMemoryCurveView *self, RsMemoryCurves *curves);
