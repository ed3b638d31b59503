/* A picture with all that one does with it: zoom, slices and playback, window and level, colour maps, a histogram,
 * values along a line, saving and copying; cubes as volumes. Figures (ide/view/image/image-panel.h) and the arrays of
 * the debugger (ide/debug/values/array-panel.h) are shown in it.
 *
 * Its actions ("image.NAME", see image-viewer.c) are those of the buttons, of the menu and of keys.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-canvas.h"
#include "ide/view/space/volume-view.h"

#define RS_TYPE_IMAGE_VIEWER (rs_image_viewer_get_type ())
G_DECLARE_FINAL_TYPE (RsImageViewer, rs_image_viewer, RS, IMAGE_VIEWER, GtkWidget)

RsImageViewer *rs_image_viewer_new (void);
RsImageCanvas *rs_image_viewer_get_canvas (RsImageViewer *self);
/* A cube as a volume, which shows in place of the canvas; NULL: it is off. */
RsVolumeView *rs_image_viewer_get_volume (RsImageViewer *self);

/* What the program says of it: what is black and white, the colour map (NULL: grey). title: for screen readers and the
 * name of a file. A picture of the same size keeps what the user has changed. source NULL: none. */
void rs_image_viewer_set_source (RsImageViewer *self, RsImageSource *source, double low, double high,
                                 RsColorMap *color_map, const char *title);
/* Another button at the end of the row. */
void rs_image_viewer_add_button (RsImageViewer *self, GtkWidget *button);
/* The zoom was changed from elsewhere. */
void rs_image_viewer_update (RsImageViewer *self);
