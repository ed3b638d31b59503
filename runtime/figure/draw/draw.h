/* Draws figures.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/canvas/canvas.h"
#include "runtime/figure/figure.h"

/* Draws a copy of a figure over everything from (0, 0) to (width, height). */
void rs_figure_draw (const RsFigure *copy, RsCanvas *canvas, double width, double height);

/* Where an axes stands in a figure of that size: the inside of its frame in pixels, and its limits along x and y. */
typedef struct {
  double x, y, width, height;
  double low[2], high[2];
  gboolean is_log[2], is_downward;
  gboolean is_flat; /* FALSE: in three dimensions; the limits mean nothing in pixels then */
} RsAxesPlace;

/* places: [number of axes]. */
void rs_figure_get_places (const RsFigure *copy, RsCanvas *canvas, double width, double height, RsAxesPlace *places);
/* Which part of the way from the lower to the upper limit a pixel is along x (0) or y (1); the value there; back. */
double rs_axes_place_to_part (const RsAxesPlace *place, int direction, double pixel);
double rs_axes_place_get_value (const RsAxesPlace *place, int direction, double part);
double rs_axes_place_to_pixel (const RsAxesPlace *place, int direction, double value);
