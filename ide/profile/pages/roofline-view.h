/* The roofline as a picture: operations a byte across, operations a nanosecond upwards, both logarithmic; roofs are the
 * arithmetic and the levels of memory, points are kernels, larger ones took longer. A click on a point, or the arrow
 * keys, choose a kernel, whose name then stands there, as does that of the point under the pointer.
 *
 * Signal "chosen" (guint): number of the row.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/hardware/roofline.h"

#include <gtk/gtk.h>

#define RS_TYPE_ROOFLINE_VIEW (rs_roofline_view_get_type ())
G_DECLARE_FINAL_TYPE (RsRooflineView, rs_roofline_view, RS, ROOFLINE_VIEW, GtkWidget)

RsRooflineView *rs_roofline_view_new (void);
/* rows (element-type RsRooflineRow) is referenced; its texts are copied where they are needed. NULL: nothing. */
void rs_roofline_view_set_rows (RsRooflineView *self, GArray *rows, const RsPeaks *peaks);
