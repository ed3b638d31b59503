/* What the files that draw figures share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/draw/draw.h"

typedef struct
{
  double x, y, width, height;
} RsBox;

/* An axes with its place in the figure: how its numbers become pixels. */
typedef struct
{
  RsCanvas *canvas;
  const RsAxes *axes;
  RsColorMap *color_map;         /* owned */
  double color_low, color_high;
  double low[3], high[3];        /* limits */
  RsBox cell;                    /* what the axes may use */
  RsBox box;                     /* inside of the frame */
} RsPlotArea;

#define RS_TICK_TEXT ((RsTextStyle){ .size = 11 })
#define RS_LABEL_TEXT ((RsTextStyle){ .size = 12, .align = 0.5 })
#define RS_TITLE_TEXT ((RsTextStyle){ .size = 14, .is_bold = TRUE, .align = 0.5 })
#define RS_TICK_LENGTH 5

/* The ground, and what stands on it. */
static inline RsColor
rs_paper (const RsCanvas *canvas)
{
  return canvas->is_dark ? (RsColor){ 0.14, 0.14, 0.14 } : RS_COLOR_WHITE;
}

static inline RsPen
rs_frame_pen (const RsCanvas *canvas)
{
  return (RsPen){ canvas->is_dark ? (RsColor){ 0.85, 0.85, 0.85 } : (RsColor){ 0.15, 0.15, 0.15 }, 1, RS_DASH_SOLID };
}

static inline RsPen
rs_grid_pen (const RsCanvas *canvas)
{
  return (RsPen){ canvas->is_dark ? (RsColor){ 0.28, 0.28, 0.28 } : (RsColor){ 0.88, 0.88, 0.88 }, 1, RS_DASH_SOLID };
}

/* Lines of one pixel are sharp between pixels. */
static inline double
rs_sharp (double x)
{
  return (double)(gint64)CLAMP (x, -1e9, 1e9) + 0.5;
}

/* draw.c: which part of the way from the lower to the upper limit a number is; infinite or NaN when it can't be
 * drawn. */
double rs_plot_area_get_part (const RsPlotArea *area, int direction, double value);
/* A number along x or y in pixels; the same. */
double rs_plot_area_map (const RsPlotArea *area, int direction, double value);
/* Text along an axis with wanted marks, and the widest label of it in pixels. */
GArray *rs_plot_area_get_ticks (const RsPlotArea *area, int direction, double length);
double rs_measure_ticks (RsCanvas *canvas, const GArray *ticks);
void rs_draw_rectangle (RsCanvas *canvas, const RsBox *box, const RsColor *fill, const RsPen *pen);

/* draw-frame.c: grid below the series; frame, marks and labels above them. */
void rs_draw_grid (const RsPlotArea *area);
void rs_draw_frame (const RsPlotArea *area);
/* A text in as many lines as fit into the width, at most so many; what is left over ends with "…". (transfer full) */
GStrv rs_fit_text (RsCanvas *canvas, const char *text, const RsTextStyle *style, double width, guint most_lines);
/* The room that the frame needs around the box: left, right, top, bottom. outer: the box and its room together. */
void rs_measure_frame (const RsPlotArea *area, const RsBox *outer, double margins[4]);

/* draw-series.c: lines, markers, bars, segments. */
void rs_draw_series (const RsPlotArea *area, const RsSeries *series);
void rs_draw_marker (RsCanvas *canvas, RsPoint point, char marker, double size, const RsColor *color, gboolean filled);

/* draw-image.c */
void rs_draw_image (const RsPlotArea *area, const RsSeries *series);
/* Pixels of an image as they are shown; alpha only when it has four channels. Row-major, 4 bytes each; NULL when there
 * is no memory. (transfer full) */
guint8 *rs_image_to_rgba (const RsSeries *series, const RsColorMap *map, double low, double high);

/* draw-surface.c: surfaces, meshes, lines and markers in three dimensions, with their own frame. */
void rs_draw_space (const RsPlotArea *area);

/* draw-legend.c */
void rs_draw_legend (const RsPlotArea *area);
void rs_draw_color_bar (const RsPlotArea *area);
double rs_measure_color_bar (const RsPlotArea *area, double height);
