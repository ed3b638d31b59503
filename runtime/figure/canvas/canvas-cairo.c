/* Drawing with Cairo.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/canvas/canvas-cairo.h"

#include <math.h>

#define MANY_POINTS 1000
#define PIECE 50 /* lines of a long line that are drawn at once */

typedef struct
{
  RsCanvas parent;
  const RsCairo *cairo;
  cairo_t *cr;
  gboolean is_clipped; /* since the last cairo_save */
} CairoCanvas;

/* Cairo keeps coordinates as 24.8 fixed point numbers. */
static double
limit (double value)
{
  return isfinite (value) ? CLAMP (value, -1e6, 1e6) : 0;
}

static void
set_color (const CairoCanvas *self, RsColor color)
{
  self->cairo->cairo_set_source_rgb (self->cr, color.red, color.green, color.blue);
}

/* Black lines and texts are light on dark. */
static void
set_ink (const CairoCanvas *self, RsColor color)
{
  gboolean is_black = color.red <= 0 && color.green <= 0 && color.blue <= 0;

  set_color (self, self->parent.is_dark && is_black ? (RsColor){ 0.92, 0.92, 0.92 } : color);
}

static void
stroke (const CairoCanvas *self, const RsPen *pen)
{
  static const double dashed[] = { 6, 3.5 }, dotted[] = { 1.5, 3 }, dash_dot[] = { 6.5, 3, 1.5, 3 };
  static const struct
  {
    const double *lengths;
    int n;
  } dashes[] = { { NULL, 0 }, { NULL, 0 }, { dashed, 2 }, { dotted, 2 }, { dash_dot, 4 } };

  if (pen == NULL || pen->width <= 0 || pen->dash == RS_DASH_NONE)
    {
      self->cairo->cairo_new_path (self->cr);
      return;
    }
  set_ink (self, pen->color);
  self->cairo->cairo_set_line_width (self->cr, pen->width);
  self->cairo->cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  self->cairo->cairo_set_dash (self->cr, dashes[pen->dash].lengths, dashes[pen->dash].n, 0);
  self->cairo->cairo_stroke (self->cr);
}

static void
add_path (const CairoCanvas *self, const RsPoint *points, gsize n)
{
  self->cairo->cairo_new_path (self->cr);
  for (gsize i = 0; i < n; i++)
    if (i == 0)
      self->cairo->cairo_move_to (self->cr, limit (points[i].x), limit (points[i].y));
    else
      self->cairo->cairo_line_to (self->cr, limit (points[i].x), limit (points[i].y));
}

/* Cairo looks for the places where a line crosses itself, which takes the square of its length: long ones are drawn in
 * pieces with round ends. */
static void
draw_lines (RsCanvas *canvas, const RsPoint *points, gsize n, const RsPen *pen)
{
  CairoCanvas *self = (CairoCanvas *)canvas;

  if (n <= MANY_POINTS)
    {
      add_path (self, points, n);
      stroke (self, pen);
      return;
    }
  self->cairo->cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_ROUND);
  for (gsize start = 0; start + 1 < n; start += PIECE)
    {
      add_path (self, points + start, MIN (PIECE + 1, n - start));
      stroke (self, pen);
    }
  self->cairo->cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
}

static void
fill_and_stroke (const CairoCanvas *self, const RsColor *fill, const RsPen *pen)
{
  if (fill != NULL)
    {
      set_color (self, *fill);
      self->cairo->cairo_fill_preserve (self->cr);
    }
  stroke (self, pen);
}

static void
draw_polygon (RsCanvas *canvas, const RsPoint *points, gsize n, const RsColor *fill, const RsPen *pen)
{
  CairoCanvas *self = (CairoCanvas *)canvas;

  add_path (self, points, n);
  self->cairo->cairo_close_path (self->cr);
  fill_and_stroke (self, fill, pen);
}

static void
draw_circle (RsCanvas *canvas, RsPoint center, double radius, const RsColor *fill, const RsPen *pen)
{
  CairoCanvas *self = (CairoCanvas *)canvas;

  self->cairo->cairo_new_path (self->cr);
  self->cairo->cairo_arc (self->cr, limit (center.x), limit (center.y), CLAMP (radius, 0, 1e4), 0, 2 * G_PI);
  fill_and_stroke (self, fill, pen);
}

static void
choose_font (const CairoCanvas *self, const RsTextStyle *style)
{
  self->cairo->cairo_select_font_face (self->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                       style->is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  self->cairo->cairo_set_font_size (self->cr, style->size);
}

static double
measure (RsCanvas *canvas, const char *text, const RsTextStyle *style)
{
  CairoCanvas *self = (CairoCanvas *)canvas;
  cairo_text_extents_t extents;

  choose_font (self, style);
  self->cairo->cairo_text_extents (self->cr, text, &extents);
  return extents.x_advance;
}

static void
draw_text (RsCanvas *canvas, RsPoint point, const char *text, const RsTextStyle *style)
{
  CairoCanvas *self = (CairoCanvas *)canvas;
  double width = measure (canvas, text, style);

  self->cairo->cairo_save (self->cr);
  self->cairo->cairo_translate (self->cr, limit (point.x), limit (point.y));
  if (style->is_turned)
    self->cairo->cairo_rotate (self->cr, -G_PI / 2);
  choose_font (self, style);
  set_ink (self, style->color);
  self->cairo->cairo_move_to (self->cr, -style->align * width, 0.36 * style->size);
  self->cairo->cairo_show_text (self->cr, text);
  self->cairo->cairo_restore (self->cr);
}

/* Cairo's pixels are premultiplied, 32 bits with alpha in the highest. */
static guint32
premultiply (const guint8 *rgba)
{
  guint alpha = rgba[3];

  return alpha << 24 | (rgba[0] * alpha / 255) << 16 | (rgba[1] * alpha / 255) << 8 | rgba[2] * alpha / 255;
}

static void
draw_bitmap (RsCanvas *canvas, const RsBitmap *bitmap, double x, double y, double width, double height)
{
  CairoCanvas *self = (CairoCanvas *)canvas;
  const RsCairo *cairo = self->cairo;
  gsize n = (gsize)bitmap->width * (gsize)bitmap->height;
  guint32 *pixels = g_try_new (guint32, n);
  gboolean enlarged = bitmap->width <= width && bitmap->height <= height;
  cairo_surface_t *surface;

  if (pixels == NULL)
    return;
  for (gsize i = 0; i < n; i++)
    pixels[i] = premultiply (bitmap->rgba + 4 * i);
  surface = cairo->cairo_image_surface_create_for_data ((guchar *)pixels, CAIRO_FORMAT_ARGB32, bitmap->width,
                                                        bitmap->height, 4 * bitmap->width);
  cairo->cairo_save (self->cr);
  cairo->cairo_rectangle (self->cr, x, y, width, height);
  cairo->cairo_clip (self->cr);
  cairo->cairo_translate (self->cr, x, y);
  cairo->cairo_scale (self->cr, width / bitmap->width, height / bitmap->height);
  cairo->cairo_set_source_surface (self->cr, surface, 0, 0);
  cairo->cairo_pattern_set_filter (cairo->cairo_get_source (self->cr),
                                   enlarged ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo->cairo_pattern_set_extend (cairo->cairo_get_source (self->cr), CAIRO_EXTEND_PAD);
  cairo->cairo_paint (self->cr);
  cairo->cairo_restore (self->cr);
  cairo->cairo_surface_destroy (surface);
  g_free (pixels);
}

static void
clip (RsCanvas *canvas, double x, double y, double width, double height)
{
  CairoCanvas *self = (CairoCanvas *)canvas;

  if (self->is_clipped)
    self->cairo->cairo_restore (self->cr);
  self->is_clipped = width > 0;
  if (!self->is_clipped)
    return;
  self->cairo->cairo_save (self->cr);
  self->cairo->cairo_rectangle (self->cr, x, y, width, height);
  self->cairo->cairo_clip (self->cr);
}

RsCanvas *
rs_canvas_cairo_new (cairo_t *cr, GError **error)
{
  const RsCairo *cairo = rs_cairo_get (error);
  CairoCanvas *self;

  if (cairo == NULL)
    return NULL;
  self = g_new0 (CairoCanvas, 1);
  self->parent = (RsCanvas){ draw_lines, draw_polygon, draw_circle, draw_text, draw_bitmap, clip, measure };
  self->cairo = cairo;
  self->cr = cr;
  return &self->parent;
}
