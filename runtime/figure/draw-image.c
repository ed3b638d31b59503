/* Images.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw-private.h"

#include <math.h>

static guint8
to_byte (float value, double low, double scale)
{
  double result = ((double)value - low) * scale;

  return result >= 255 ? 255 : result > 0 ? (guint8)lrint (result) : 0;
}

guint8 *
rs_image_to_rgba (const RsSeries *series, const RsColorMap *map, double low, double high)
{
  gsize n = (gsize)series->width * (gsize)series->height;
  const float *in = g_bytes_get_data (series->pixels, NULL);
  guint8 *rgba = g_try_malloc_n (n, 4);
  double scale = high != low ? 255 / (high - low) : 0;
  int channels = series->channels;

  if (rgba == NULL)
    return NULL;
  for (gsize i = 0; i < n; i++, in += channels)
    {
      guint8 *out = rgba + 4 * i;

      if (channels == 1)
        {
          guint index = rs_color_map_index ((double)in[0], low, high);

          for (int c = 0; c < 3; c++)
            out[c] = map->rgb[index][c];
        }
      else
        for (int c = 0; c < 3; c++)
          out[c] = to_byte (in[c], low, scale);
      out[3] = channels == 4 ? to_byte (in[3], 0, 1) : 255;
    }
  return rgba;
}

/* Means of blocks of factor x factor pixels, in place; what is left over at the right and below goes. */
static void
shrink (RsBitmap *bitmap, guint8 *rgba, int factor)
{
  int width = bitmap->width / factor, height = bitmap->height / factor;
  guint area = (guint)(factor * factor);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int c = 0; c < 4; c++)
        {
          guint sum = area / 2;

          for (int k = 0; k < factor; k++)
            for (int l = 0; l < factor; l++)
              sum += rgba[(((gsize)y * (gsize)factor + (gsize)k) * (gsize)bitmap->width + (gsize)(x * factor + l)) * 4
                          + (gsize)c];
          rgba[((gsize)y * (gsize)width + (gsize)x) * 4 + (gsize)c] = (guint8)(sum / area);
        }
  bitmap->width = width;
  bitmap->height = height;
}

void
rs_draw_image (const RsPlotArea *area, const RsSeries *series)
{
  double left = rs_plot_area_map (area, 0, -0.5), right = rs_plot_area_map (area, 0, series->width - 0.5);
  double first = rs_plot_area_map (area, 1, -0.5), last = rs_plot_area_map (area, 1, series->height - 0.5);
  g_autofree guint8 *rgba = NULL;
  RsBitmap bitmap = { .width = series->width, .height = series->height };
  int factor;

  if (!(right > left) || !isfinite (first) || !isfinite (last))
    return;
  rgba = rs_image_to_rgba (series, area->color_map, area->color_low, area->color_high);
  if (rgba == NULL)
    return;
  factor = (int)MIN (series->width / (right - left), series->height / fabs (last - first));
  if (factor > 1)
    shrink (&bitmap, rgba, MIN (factor, 4096));
  if (last < first) /* rows count from below */
    for (int y = 0; y < bitmap.height / 2; y++)
      for (gsize i = 0; i < (gsize)bitmap.width * 4; i++)
        {
          guint8 *a = rgba + (gsize)y * (gsize)bitmap.width * 4 + i;
          guint8 *b = rgba + (gsize)(bitmap.height - 1 - y) * (gsize)bitmap.width * 4 + i;
          guint8 kept = *a;

          *a = *b;
          *b = kept;
        }
  bitmap.rgba = rgba;
  area->canvas->draw_bitmap (area->canvas, &bitmap, left, MIN (first, last), right - left, fabs (last - first));
}
