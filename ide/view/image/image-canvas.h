/* A zoomable picture.
 *
 * The wheel zooms around the pointer and dragging pans; the keys + - 0 1 and the arrows do the same. Dragging with the
 * right button changes the window on the values: its width from left to right, its middle from top to bottom. While a
 * line shows, dragging draws it, or moves the end that is near; Shift and the arrows move its end, with Ctrl its
 * beginning.
 *
 * Signals: "hover" (text: string or NULL): the pixel under the pointer, described. "view-changed": the user zoomed or
 * panned. "resized": a fitted picture has another zoom. "window-changed": the user changed what is black and white.
 * "line-changed": the user drew the line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-look.h"
#include "ide/view/image/image-source.h"

#include <gtk/gtk.h>

#define RS_TYPE_IMAGE_CANVAS (rs_image_canvas_get_type ())
G_DECLARE_FINAL_TYPE (RsImageCanvas, rs_image_canvas, RS, IMAGE_CANVAS, GtkWidget)

/* What of the picture is seen. */
typedef struct {
  double zoom;  /* output pixels per picture pixel */
  double x, y;  /* picture coordinates in the middle of the widget */
  gboolean fit; /* the whole picture, whatever the widget's size is */
} RsImageView;

/* The first picture is shown fitted; a new one of the same size keeps the view. NULL: none. */
void rs_image_canvas_set_source (RsImageCanvas *self, RsImageSource *source);
RsImageSource *rs_image_canvas_get_source (RsImageCanvas *self);

void rs_image_canvas_set_slice (RsImageCanvas *self, gint64 slice);
gint64 rs_image_canvas_get_slice (RsImageCanvas *self);
void rs_image_canvas_set_look (RsImageCanvas *self, const RsImageLook *look);
/* Its colour map is borrowed. */
const RsImageLook *rs_image_canvas_get_look (RsImageCanvas *self);

/* A line over the picture; its first one goes through the middle. */
void rs_image_canvas_set_has_line (RsImageCanvas *self, gboolean has_line);
/* FALSE: there is none. */
gboolean rs_image_canvas_get_line (RsImageCanvas *self, RsSampleLine *line);

void rs_image_canvas_get_view (RsImageCanvas *self, RsImageView *view);
/* Does not emit "view-changed". */
void rs_image_canvas_set_view (RsImageCanvas *self, const RsImageView *view);

void rs_image_canvas_fit (RsImageCanvas *self);
/* Multiplies the zoom around the middle; rs_image_canvas_zoom_to sets it. */
void rs_image_canvas_zoom_by (RsImageCanvas *self, double factor);
void rs_image_canvas_zoom_to (RsImageCanvas *self, double zoom);
/* In widget pixels. */
void rs_image_canvas_pan (RsImageCanvas *self, double x, double y);
