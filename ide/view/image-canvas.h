/* A zoomable picture.
 *
 * The wheel zooms around the pointer, dragging pans; the keys + - 0 1 and the arrows do the same.
 *
 * Signals: "hover" (text: string or NULL): the pixel under the pointer, described. "view-changed": the user zoomed or panned. "resized": a
 * fitted picture has another zoom.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image.h"

#include <gtk/gtk.h>

#define RS_TYPE_IMAGE_CANVAS (rs_image_canvas_get_type ())
G_DECLARE_FINAL_TYPE (RsImageCanvas, rs_image_canvas, RS, IMAGE_CANVAS, GtkWidget)

/* What of the picture is seen. */
typedef struct {
  double zoom;     /* output pixels per picture pixel */
  double x, y;     /* picture coordinates in the middle of the widget */
  gboolean fit;    /* the whole picture, whatever the widget's size is */
} RsImageView;

/* The first picture is shown fitted; a new one of the same size keeps the view. */
void rs_image_canvas_set_image (RsImageCanvas *self, RsImage *image);
RsImage *rs_image_canvas_get_image (RsImageCanvas *self);

/* Values shown as black and white. */
void rs_image_canvas_set_range (RsImageCanvas *self, double low, double high);

void rs_image_canvas_get_view (RsImageCanvas *self, RsImageView *view);
/* Does not emit "view-changed". */
void rs_image_canvas_set_view (RsImageCanvas *self, const RsImageView *view);

void rs_image_canvas_fit (RsImageCanvas *self);
/* Multiplies the zoom around the middle; rs_image_canvas_zoom_to sets it. */
void rs_image_canvas_zoom_by (RsImageCanvas *self, double factor);
void rs_image_canvas_zoom_to (RsImageCanvas *self, double zoom);
/* In widget pixels. */
void rs_image_canvas_pan (RsImageCanvas *self, double x, double y);
