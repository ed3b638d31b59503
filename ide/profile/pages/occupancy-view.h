/* What the occupancy of a kernel would be with other blocks, registers or shared memory: three curves side by side,
 * with a mark where the kernel is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/hardware/occupancy.h"

#include <gtk/gtk.h>

#define RS_TYPE_OCCUPANCY_VIEW (rs_occupancy_view_get_type ())
G_DECLARE_FINAL_TYPE (RsOccupancyView, rs_occupancy_view, RS, OCCUPANCY_VIEW, GtkWidget)

RsOccupancyView *rs_occupancy_view_new (void);
/* limits: of the device; NULL, with any shape: nothing is drawn, and the widget is not seen. */
void rs_occupancy_view_set_shape (RsOccupancyView *self, const RsGpuLimits *limits, const RsLaunchShape *shape);
