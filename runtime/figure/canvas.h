/* What figures are drawn on: an image in memory or a window (Cairo), or the text of an SVG file.
 *
 * Coordinates are pixels from the upper left corner. The calls are those that both kinds can do alike.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/series.h"

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

  gboolean
      is_dark; /* what is neither data nor a colour of the program is light on dark: set by who draws on a screen */
};

#define RS_CANVAS_FONTS "DejaVu Sans, Verdana, Helvetica, sans-serif"
