/* A figure of the running program, in a dock tab: a picture in the viewer (ide/view/image/image-viewer.h).
 *
 * Panels whose "Link views" button is down zoom and pan together.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-canvas.h"
#include "ide/view/image/image.h"
#include "ide/view/space/volume-view.h"
#include "runtime/figure/figure.h"

#include <libpanel.h>

#define RS_TYPE_IMAGE_PANEL (rs_image_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsImagePanel, rs_image_panel, RS, IMAGE_PANEL, PanelWidget)

RsImagePanel *rs_image_panel_new (guint figure);
guint rs_image_panel_get_figure (RsImagePanel *self);
void rs_image_panel_set_image (RsImagePanel *self, RsImage *image);
/* Presses "Link views". */
void rs_image_panel_link (RsImagePanel *self);
RsImageCanvas *rs_image_panel_get_canvas (RsImagePanel *self);
/* NULL: it is off. */
RsVolumeView *rs_image_panel_get_volume (RsImagePanel *self);
/* NULL before the first one. (transfer none) */
RsImage *rs_image_panel_get_image (RsImagePanel *self);

/* The picture of a figure that is an image alone; its pixels are shared. (transfer full) */
RsImage *rs_image_panel_make_image (const RsFigure *figure, const RsSeries *series);
