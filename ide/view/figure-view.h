/* What of a figure is seen: limits of its axes that the user has changed by zooming and panning, the direction of those
 * in three dimensions, and what is under the pointer. Knows no widget.
 *
 * Threads: that of the figure's copy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/draw/draw.h"

typedef struct _RsFigureView RsFigureView;

RsFigureView *rs_figure_view_new (void);
void rs_figure_view_free (RsFigureView *self);

/* Another copy, whose axes get the limits and directions that the user has chosen, if there are as many axes as
 * before. */
void rs_figure_view_take (RsFigureView *self, RsFigure *copy);

/* The axes at a point, or -1. */
int rs_figure_view_find (const RsAxesPlace *places, guint n, double x, double y);

/* Zooms axes of the copy around a point in pixels, which keeps its values; factor > 1: closer. Where numbers come to an
 * end nothing changes. */
void rs_figure_view_zoom (RsFigureView *self, RsFigure *copy, guint axes, const RsAxesPlace *place, double factor,
                          double x, double y);
/* Shows what is so many pixels to the right and further down in place. */
void rs_figure_view_pan (RsFigureView *self, RsFigure *copy, guint axes, const RsAxesPlace *place, double x, double y);
/* Shows axes in three dimensions from there, in degrees; elevation from -90 to 90. */
void rs_figure_view_turn (RsFigureView *self, RsFigure *copy, guint axes, double azimuth, double elevation);
/* Shows axes in three dimensions larger by a factor; their middle stays. */
void rs_figure_view_zoom_space (RsFigureView *self, RsFigure *copy, guint axes, double factor);
/* All axes as the program has them. */
void rs_figure_view_reset (RsFigureView *self, RsFigure *copy);
/* Shows of each axes what another view shows of its own of that number; what has no such limits stays. */
void rs_figure_view_follow (RsFigureView *self, RsFigure *copy, const RsFigureView *other);
gboolean rs_figure_view_is_changed (const RsFigureView *self);

/* "x = 3.2, y = 0.8; sine (3, 0.14)": the point, and the nearest point or pixel of a series. (transfer full) */
char *rs_figure_view_describe (const RsAxes *axes, const RsAxesPlace *place, double x, double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsFigureView, rs_figure_view_free)
