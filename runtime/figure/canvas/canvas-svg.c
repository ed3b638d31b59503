/* SVG text. The widths of texts are estimated from the usual widths of letters: only room is made for them, since
 * whoever shows the file aligns them with its own font.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/canvas/canvas-svg.h"

#include "runtime/figure/canvas/png.h"

#include <math.h>
#include <string.h>

typedef struct
{
  RsCanvas parent;
  GString *out;
  guint n_clips;
  gboolean is_clipped; /* inside of a group with a clip */
} SvgCanvas;

/* Two decimals are a hundredth of a pixel; always with a point. */
static void
put_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.2f", isfinite (value) ? CLAMP (value, -1e7, 1e7) : 0);
  if (strchr (text, '.') != NULL)
    {
      gsize n = strlen (text);

      while (text[n - 1] == '0')
        n--;
      text[text[n - 1] == '.' ? n - 1 : n] = '\0';
    }
  g_string_append (out, strcmp (text, "-0") == 0 ? "0" : text);
}

static void
put_attribute (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s=\"", name);
  put_number (out, value);
  g_string_append_c (out, '"');
}

static void
put_color (GString *out, const char *name, const RsColor *color)
{
  if (color == NULL)
    g_string_append_printf (out, " %s=\"none\"", name);
  else
    g_string_append_printf (out, " %s=\"#%02x%02x%02x\"", name, (guint)lrint (color->red * 255),
                            (guint)lrint (color->green * 255), (guint)lrint (color->blue * 255));
}

static void
put_pen (GString *out, const RsPen *pen)
{
  static const char *const dashes[] = { "", "", "6 3.5", "1.5 3", "6.5 3 1.5 3" };

  if (pen == NULL || pen->width <= 0 || pen->dash == RS_DASH_NONE)
    return;
  put_color (out, "stroke", &pen->color);
  put_attribute (out, "stroke-width", pen->width);
  if (pen->dash != RS_DASH_SOLID)
    g_string_append_printf (out, " stroke-dasharray=\"%s\"", dashes[pen->dash]);
}

static void
put_points (GString *out, const RsPoint *points, gsize n)
{
  g_string_append (out, " points=\"");
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      put_number (out, points[i].x);
      g_string_append_c (out, ',');
      put_number (out, points[i].y);
    }
  g_string_append_c (out, '"');
}

static void
draw_lines (RsCanvas *canvas, const RsPoint *points, gsize n, const RsPen *pen)
{
  GString *out = ((SvgCanvas *)canvas)->out;

  g_string_append (out, "<polyline fill=\"none\" stroke-linejoin=\"round\"");
  put_pen (out, pen);
  put_points (out, points, n);
  g_string_append (out, "/>\n");
}

static void
draw_polygon (RsCanvas *canvas, const RsPoint *points, gsize n, const RsColor *fill, const RsPen *pen)
{
  GString *out = ((SvgCanvas *)canvas)->out;

  g_string_append (out, "<polygon");
  put_color (out, "fill", fill);
  put_pen (out, pen);
  put_points (out, points, n);
  g_string_append (out, "/>\n");
}

static void
draw_circle (RsCanvas *canvas, RsPoint center, double radius, const RsColor *fill, const RsPen *pen)
{
  GString *out = ((SvgCanvas *)canvas)->out;

  g_string_append (out, "<circle");
  put_attribute (out, "cx", center.x);
  put_attribute (out, "cy", center.y);
  put_attribute (out, "r", radius);
  put_color (out, "fill", fill);
  put_pen (out, pen);
  g_string_append (out, "/>\n");
}

/* Control characters are not allowed in XML, not even as references. */
static char *
escape (const char *text)
{
  g_autofree char *plain = g_strdup (text);

  for (char *p = plain; *p != '\0'; p++)
    if ((guchar)*p < ' ' || *p == 0x7f)
      *p = ' ';
  return g_markup_escape_text (plain, -1);
}

static void
draw_text (RsCanvas *canvas, RsPoint point, const char *text, const RsTextStyle *style)
{
  GString *out = ((SvgCanvas *)canvas)->out;
  g_autofree char *escaped = escape (text);

  /* The middle of capital letters is 0.36 of the size above the base line. */
  g_string_append (out, "<text");
  if (style->is_turned)
    {
      put_attribute (out, "x", 0);
      put_attribute (out, "y", 0.36 * style->size);
      g_string_append (out, " transform=\"translate(");
      put_number (out, point.x);
      g_string_append_c (out, ' ');
      put_number (out, point.y);
      g_string_append (out, ") rotate(-90)\"");
    }
  else
    {
      put_attribute (out, "x", point.x);
      put_attribute (out, "y", point.y + 0.36 * style->size);
    }
  put_attribute (out, "font-size", style->size);
  if (style->is_bold)
    g_string_append (out, " font-weight=\"bold\"");
  if (style->align > 0)
    g_string_append_printf (out, " text-anchor=\"%s\"", style->align > 0.75 ? "end" : "middle");
  put_color (out, "fill", &style->color);
  g_string_append_printf (out, ">%s</text>\n", escaped);
}

static void
draw_bitmap (RsCanvas *canvas, const RsBitmap *bitmap, double x, double y, double width, double height)
{
  GString *out = ((SvgCanvas *)canvas)->out;
  g_autoptr (GByteArray) png = rs_png_encode (bitmap, TRUE, NULL);
  g_autofree char *text = png != NULL ? g_base64_encode (png->data, png->len) : NULL;

  if (text == NULL)
    return;
  g_string_append (out, "<image");
  put_attribute (out, "x", x);
  put_attribute (out, "y", y);
  put_attribute (out, "width", width);
  put_attribute (out, "height", height);
  if (bitmap->width < width)
    g_string_append (out, " style=\"image-rendering:pixelated\"");
  g_string_append_printf (out, " preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,%s\"/>\n", text);
}

static void
clip (RsCanvas *canvas, double x, double y, double width, double height)
{
  SvgCanvas *self = (SvgCanvas *)canvas;

  if (self->is_clipped)
    g_string_append (self->out, "</g>\n");
  self->is_clipped = width > 0;
  if (!self->is_clipped)
    return;
  g_string_append_printf (self->out, "<clipPath id=\"clip%u\"><rect", ++self->n_clips);
  put_attribute (self->out, "x", x);
  put_attribute (self->out, "y", y);
  put_attribute (self->out, "width", width);
  put_attribute (self->out, "height", height);
  g_string_append_printf (self->out, "/></clipPath>\n<g clip-path=\"url(#clip%u)\">\n", self->n_clips);
}

static double
measure (RsCanvas *canvas, const char *text, const RsTextStyle *style)
{
  double sum = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    sum += strchr ("iIjlt.,:;'|!f()[]-⁻", *p) != NULL ? 0.36 : strchr ("mwMW%@", *p) != NULL ? 0.92 : 0.63;
  return sum * style->size * (style->is_bold ? 1.1 : 1);
}

RsCanvas *
rs_canvas_svg_new (int width, int height)
{
  SvgCanvas *self = g_new0 (SvgCanvas, 1);

  self->parent = (RsCanvas){ draw_lines, draw_polygon, draw_circle, draw_text, draw_bitmap, clip, measure };
  self->out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  g_string_append_printf (self->out,
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                          "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"" RS_CANVAS_FONTS "\">\n",
                          width, height, width, height);
  return &self->parent;
}

char *
rs_canvas_svg_finish (RsCanvas *canvas)
{
  SvgCanvas *self = (SvgCanvas *)canvas;
  GString *out = self->out;

  clip (canvas, 0, 0, 0, 0);
  g_string_append (out, "</svg>\n");
  g_free (self);
  return g_string_free (out, FALSE);
}
