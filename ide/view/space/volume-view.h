/* A cube as a volume that is turned: dragging and the arrow keys turn it, the wheel and the keys + and - zoom, a double
 * click and the key 0 show it as at first.
 *
 * The graphics card draws it (ide/view/space/volume-gl.h). Where there is none (ide/view/space/graphics.h), or its
 * driver has no OpenGL 3.2 and no OpenGL ES 3.0, threads of the processor do (ide/view/space/volume-cast.h): coarse at
 * first, fine as soon as it stands still.
 *
 * Voxels are kept once: in the card's memory, or in that of the program. They go with the widget.
 *
 * Signal "changed": what rs_volume_view_describe tells has changed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-look.h"
#include "ide/view/space/volume-cast.h"

#include <gtk/gtk.h>

#define RS_TYPE_VOLUME_VIEW (rs_volume_view_get_type ())
G_DECLARE_FINAL_TYPE (RsVolumeView, rs_volume_view, RS, VOLUME_VIEW, GtkWidget)

RsVolumeView *rs_volume_view_new (void);

/* Keeps the direction. The source has one channel. */
void rs_volume_view_set_source (RsVolumeView *self, RsImageSource *source);
/* Window and colour map; what is no number counts as lowest. The colour map is borrowed. */
void rs_volume_view_set_look (RsVolumeView *self, const RsImageLook *look);
void rs_volume_view_set_mode (RsVolumeView *self, RsVolumeMode mode);

void rs_volume_view_zoom_by (RsVolumeView *self, double factor);
/* As at first. */
void rs_volume_view_reset (RsVolumeView *self);

/* What shows, at the size of the widget; NULL: it is not in a window. (transfer full) */
GdkTexture *rs_volume_view_get_picture (RsVolumeView *self);

const RsVolumeCamera *rs_volume_view_get_camera (RsVolumeView *self);
/* Whether the graphics card draws it. */
gboolean rs_volume_view_has_card (RsVolumeView *self);
/* Whether all that was asked for shows, in full. */
gboolean rs_volume_view_is_settled (RsVolumeView *self);
/* "azimuth 30°, elevation 40°, 100 %, means of 2×2 elements": for people. (transfer full) */
char *rs_volume_view_describe (RsVolumeView *self);
