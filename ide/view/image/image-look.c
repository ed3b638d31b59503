/* How values become colours.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-look.h"

#include <math.h>
#include <string.h>

/* Blue, green and red of the values that the colour map has for low to high. */
static void
make_table (const RsImageLook *look, guint8 table[RS_COLOR_MAP_SIZE][3])
{
  for (int i = 0; i < RS_COLOR_MAP_SIZE; i++)
    for (int c = 0; c < 3; c++)
      table[i][c] = look->color_map != NULL ? look->color_map->rgb[i][2 - c] : (guint8)i;
}

static void
write_color (const guint8 *bgr, guint alpha, guint8 *out)
{
  for (int c = 0; c < 3; c++)
    out[c] = (guint8)(bgr[c] * alpha / 255);
  out[3] = (guint8)alpha;
}

static void
render_single (const RsImageLook *look, const float *values, gsize n, int channels, int channel, guint8 *bgra)
{
  const guint8 nan_color[3] = { look->nan_color[2], look->nan_color[1], look->nan_color[0] };
  guint8 table[RS_COLOR_MAP_SIZE][3];

  make_table (look, table);
  for (gsize i = 0; i < n; i++)
    {
      double value = (double)values[i * (gsize)channels + (gsize)channel];

      write_color (isnan (value) ? nan_color : table[rs_color_map_index (value, look->low, look->high)], 255,
                   bgra + 4 * i);
    }
}

static void
render_color (const RsImageLook *look, const float *values, gsize n, int channels, guint8 *bgra)
{
  const guint8 nan_color[3] = { look->nan_color[2], look->nan_color[1], look->nan_color[0] };

  for (gsize i = 0; i < n; i++)
    {
      const float *pixel = values + i * (gsize)channels;
      guint alpha = channels == 4 ? rs_color_map_index ((double)pixel[3], look->low, look->high) : 255;
      guint8 bgr[3];

      if (isnan (pixel[0]) || isnan (pixel[1]) || isnan (pixel[2]))
        write_color (nan_color, 255, bgra + 4 * i);
      else
        {
          for (int c = 0; c < 3; c++)
            bgr[c] = (guint8)rs_color_map_index ((double)pixel[2 - c], look->low, look->high);
          write_color (bgr, alpha, bgra + 4 * i);
        }
    }
}

void
rs_image_look_render (const RsImageLook *look, const float *values, gsize n, int channels, guint8 *bgra)
{
  if (channels >= 3 && look->channel == RS_ALL_CHANNELS)
    render_color (look, values, n, channels, bgra);
  else
    render_single (look, values, n, channels, CLAMP (look->channel, 0, channels - 1), bgra);
}

void
rs_image_look_change_window (RsImageLook *look, double factor, double shift)
{
  double width = look->high - look->low, middle = look->low + width / 2;

  if (!isfinite (width) || width <= 0)
    width = 1;
  if (!isfinite (middle))
    middle = 0;
  middle += shift * width;
  /* As narrow as a value of single precision still tells apart. */
  width = CLAMP (width * factor, MAX (fabs (middle) * 1e-6, 1e-30), 1e30);
  look->low = middle - width / 2;
  look->high = middle + width / 2;
}

gboolean
rs_image_look_set_nan_color (RsImageLook *look, const char *name)
{
  static const struct {
    const char *name;
    guint8 rgb[3];
  } colors[] = {
    { "magenta", { 230, 0, 140 } },
    { "black", { 0, 0, 0 } },
    { "white", { 255, 255, 255 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    if (g_str_equal (colors[i].name, name))
      {
        memcpy (look->nan_color, colors[i].rgb, sizeof look->nan_color);
        return TRUE;
      }
  return FALSE;
}
