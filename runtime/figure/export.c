/* Figures as files and as pixels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/export.h"

#include "runtime/base/error.h"
#include "runtime/base/replace-file.h"
#include "runtime/figure/canvas/canvas-cairo.h"
#include "runtime/figure/canvas/canvas-svg.h"
#include "runtime/figure/canvas/png.h"
#include "runtime/figure/draw/draw-private.h"

static gboolean
draw_pixels (const RsFigure *copy, guint32 *pixels, GError **error)
{
  const RsCairo *cairo = rs_cairo_get (error);
  cairo_surface_t *surface;
  cairo_t *cr;
  RsCanvas *canvas;

  if (cairo == NULL)
    return FALSE;
  surface = cairo->cairo_image_surface_create_for_data ((guchar *)pixels, CAIRO_FORMAT_RGB24, copy->width,
                                                        copy->height, 4 * copy->width);
  cr = cairo->cairo_create (surface);
  canvas = rs_canvas_cairo_new (cr, NULL);
  rs_figure_draw (copy, canvas, copy->width, copy->height);
  g_free (canvas);
  cairo->cairo_destroy (cr);
  cairo->cairo_surface_flush (surface);
  cairo->cairo_surface_destroy (surface);
  return TRUE;
}

static guint8 *
rasterize_image (const RsFigure *copy, const RsSeries *image, int *width, int *height, GError **error)
{
  const RsAxes *axes = g_ptr_array_index (copy->axes, 0);
  RsColorMap *map = rs_axes_get_color_map (axes);
  double low, high;
  guint8 *rgba;

  rs_axes_get_color_limits (axes, &low, &high);
  rgba = rs_image_to_rgba (image, map, low, high);
  rs_color_map_unref (map);
  *width = image->width;
  *height = image->height;
  if (rgba == NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory for a picture of %d x %d pixels",
                 image->width, image->height);
  return rgba;
}

guint8 *
rs_figure_rasterize (const RsFigure *copy, int *width, int *height, GError **error)
{
  const RsSeries *image = rs_figure_get_only_image (copy);
  gsize n = (gsize)copy->width * (gsize)copy->height;
  g_autofree guint32 *pixels = NULL;
  guint8 *rgba;

  if (image != NULL)
    return rasterize_image (copy, image, width, height, error);
  pixels = g_new0 (guint32, n);
  if (!draw_pixels (copy, pixels, error))
    return NULL;
  rgba = g_malloc (n * 4);
  for (gsize i = 0; i < n; i++)
    {
      rgba[4 * i] = (guint8)(pixels[i] >> 16);
      rgba[4 * i + 1] = (guint8)(pixels[i] >> 8);
      rgba[4 * i + 2] = (guint8)pixels[i];
      rgba[4 * i + 3] = 255;
    }
  *width = copy->width;
  *height = copy->height;
  return rgba;
}

GByteArray *
rs_figure_to_png (const RsFigure *copy, GError **error)
{
  const RsSeries *image = rs_figure_get_only_image (copy);
  RsBitmap bitmap;
  g_autofree guint8 *rgba = rs_figure_rasterize (copy, &bitmap.width, &bitmap.height, error);

  if (rgba == NULL)
    return NULL;
  bitmap.rgba = rgba;
  return rs_png_encode (&bitmap, image != NULL && image->channels == 4, error);
}

/* An image alone is as large as its pixels. */
char *
rs_figure_to_svg (const RsFigure *copy)
{
  const RsSeries *image = rs_figure_get_only_image (copy);
  RsCanvas *canvas;

  if (image != NULL)
    {
      RsBitmap bitmap;
      g_autofree guint8 *rgba = rasterize_image (copy, image, &bitmap.width, &bitmap.height, NULL);

      canvas = rs_canvas_svg_new (image->width, image->height);
      bitmap.rgba = rgba;
      if (rgba != NULL)
        canvas->draw_bitmap (canvas, &bitmap, 0, 0, image->width, image->height);
      return rs_canvas_svg_finish (canvas);
    }
  canvas = rs_canvas_svg_new (copy->width, copy->height);
  rs_figure_draw (copy, canvas, copy->width, copy->height);
  return rs_canvas_svg_finish (canvas);
}

gboolean
rs_figure_write (const RsFigure *copy, const char *path, GError **error)
{
  g_autofree char *png_path = g_strconcat (path, ".png", NULL);
  g_autofree char *svg_path = g_strconcat (path, ".svg", NULL);
  g_autofree char *svg = rs_figure_to_svg (copy);
  g_autoptr (GByteArray) png = NULL;

  if (!rs_replace_file_with (svg_path, svg, strlen (svg), error))
    {
      g_prefix_error (error, "%s: ", svg_path);
      return FALSE;
    }
  png = rs_figure_to_png (copy, error);
  if (png == NULL)
    return FALSE;
  if (rs_replace_file_with (png_path, (const char *)png->data, png->len, error))
    return TRUE;
  g_prefix_error (error, "%s: ", png_path);
  return FALSE;
}
