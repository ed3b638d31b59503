/* What figures are drawn on: an image in memory or a window (Cairo), or the text of an SVG file.
 *
 * Coordinates are pixels from the upper left corner. The calls are those that both kinds can do alike.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/color-map.h"
#include "runtime/figure/series.h"

#include <math.h>

typedef struct
{
  double x, y;
} RsPoint;

typedef struct
{
  RsColor color;
  double width; /* 0: nothing is drawn */
  RsDash dash;
} RsPen;

typedef struct
{
  double size; /* pixels */
  gboolean is_bold;
  double align;     /* 0: the text begins at the point, 0.5: its middle is there, 1: it ends there */
  gboolean is_turned; /* runs upwards */
  RsColor color;
} RsTextStyle;

/* Opaque pixels, or with alpha (not premultiplied); row-major red, green, blue, alpha. */
typedef struct
{
  const guint8 *rgba;
  int width, height;
} RsBitmap;

/* The surfaces and meshes of a box in three dimensions, for who draws them all at once. A point of the box is between
 * -half_sizes and half_sizes; it is seen at (center_x + scale * right . point, center_y - scale * up . point), and who
 * looks is at +toward. */
typedef struct {
  const GPtrArray *series; /* element-type RsSeries, of SURFACE and MESH alone */
  const RsColorMap *color_map;
  double color_low, color_high;
  RsColor paper;          /* what meshes are filled with */
  double low[3], high[3]; /* limits */
  gboolean is_log[3];
  double half_sizes[3];
  double x, y, width, height; /* where they are drawn, in pixels */
  double right[3], up[3], toward[3], center_x, center_y, scale;
} RsFaces;

/* Larger grids than that many faces show no edges. */
#define RS_MOST_FACES_WITH_EDGES (60 * 60)

typedef struct _RsCanvas RsCanvas;

struct _RsCanvas
{
  /* Lines from point to point. */
  void (*draw_lines) (RsCanvas *canvas, const RsPoint *points, gsize n, const RsPen *pen);
  /* A closed area; fill: NULL for its outline alone, pen: NULL for none. */
  void (*draw_polygon) (RsCanvas *canvas, const RsPoint *points, gsize n, const RsColor *fill, const RsPen *pen);
  void (*draw_circle) (RsCanvas *canvas, RsPoint center, double radius, const RsColor *fill, const RsPen *pen);
  /* The middle of the height of the text is at the point. */
  void (*draw_text) (RsCanvas *canvas, RsPoint point, const char *text, const RsTextStyle *style);
  /* Fills the rectangle. Pixels that are enlarged stay sharp. */
  void (*draw_bitmap) (RsCanvas *canvas, const RsBitmap *bitmap, double x, double y, double width, double height);
  /* Nothing is drawn outside until the next call; width 0: everywhere. */
  void (*clip) (RsCanvas *canvas, double x, double y, double width, double height);
  double (*measure) (RsCanvas *canvas, const char *text, const RsTextStyle *style);

  /* Set by who draws on a screen. Faces by a depth buffer; NULL, or FALSE: they are drawn one by one. */
  gboolean (*draw_faces) (RsCanvas *canvas, const RsFaces *faces);
  gpointer faces_data;
  gboolean is_dark; /* what is neither data nor a colour of the program is light on dark */
};

/* Which part of the way from low to high a number is; infinite or NaN when it can't be drawn. */
static inline double
rs_scale_part (double value, double low, double high, gboolean is_log)
{
  if (is_log)
    return value > 0 ? (log (value) - log (low)) / (log (high) - log (low)) : NAN;
  return (value - low) / (high - low);
}

#define RS_CANVAS_FONTS "DejaVu Sans, Verdana, Helvetica, sans-serif"
