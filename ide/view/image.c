/* Pictures and how they become pixels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image.h"

#include <math.h>
#include <string.h>

/* Shrinking averages at most this many samples a direction: enough against aliasing, and the time a frame takes does
 * not depend on the size of the picture. */
#define MAX_SAMPLES 4

static void
image_clear (gpointer data)
{
  RsImage *image = data;

  g_free (image->pixels);
  g_free (image->color_map);
  g_free (image->title);
  g_free (image->path);
}

RsImage *
rs_image_new (const RsDisplayImage *shown)
{
  RsImage *image = g_atomic_rc_box_new0 (RsImage);
  gsize n = (gsize)shown->height * (gsize)shown->width * (gsize)shown->channels;

  image->pixels = g_new (float, MAX (n, 1));
  memcpy (image->pixels, shown->pixels, n * sizeof (float));
  image->width = (int)shown->width;
  image->height = (int)shown->height;
  image->channels = shown->channels;
  if (shown->color_map != NULL && shown->channels == 1)
    image->color_map = g_memdup2 (shown->color_map, 256 * sizeof *image->color_map);
  image->low = shown->low;
  image->high = shown->high;
  image->title = g_strdup (shown->title != NULL ? shown->title : "");
  image->path = g_strdup (shown->path);
  image->line = shown->line;
  return image;
}

RsImage *
rs_image_ref (RsImage *image)
{
  return g_atomic_rc_box_acquire (image);
}

void
rs_image_unref (RsImage *image)
{
  g_atomic_rc_box_release_full (image, image_clear);
}

char *
rs_image_describe_pixel (const RsImage *image, int x, int y)
{
  const float *pixel = rs_image_get_pixel (image, x, y);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "[%d, %d] = ", y, x);
  for (int c = 0; c < image->channels; c++)
    g_string_append_printf (text, "%s%.6g", c > 0 ? ", " : "", (double)pixel[c]);
  return g_string_free (text, FALSE);
}

void
rs_image_get_range (const RsImage *image, double *low, double *high)
{
  gsize n = (gsize)image->height * (gsize)image->width * (gsize)image->channels;

  *low = INFINITY;
  *high = -INFINITY;
  for (gsize i = 0; i < n; i++)
    if (isfinite (image->pixels[i]))
      {
        *low = MIN (*low, (double)image->pixels[i]);
        *high = MAX (*high, (double)image->pixels[i]);
      }
  if (*low > *high)
    {
      *low = 0;
      *high = 1;
    }
}

static guint8
to_byte (double value, double low, double scale)
{
  double byte = (value - low) * scale;

  /* A NaN is shown as black. */
  return byte >= 255 ? 255 : byte > 0 ? (guint8)(byte + 0.5) : 0;
}

/* Mean of samples x samples pixels evenly spread over the square of side step at (x, y). */
static void
sample (const RsImage *image, double x, double y, double step, int samples, double *sums)
{
  int n = 0;

  for (int c = 0; c < 4; c++)
    sums[c] = 0;
  for (int j = 0; j < samples; j++)
    for (int i = 0; i < samples; i++)
      {
        int column = (int)floor (x + (i + 0.5) * step / samples);
        int row = (int)floor (y + (j + 0.5) * step / samples);
        const float *pixel;

        if (column < 0 || row < 0 || column >= image->width || row >= image->height)
          continue;
        pixel = rs_image_get_pixel (image, column, row);
        for (int c = 0; c < image->channels; c++)
          sums[c] += (double)pixel[c];
        n++;
      }
  for (int c = 0; c < image->channels && n > 0; c++)
    sums[c] /= n;
}

static void
write_pixel (const RsImage *image, const double *values, double low, double scale, guint8 *output)
{
  guint alpha = image->channels == 4 ? to_byte (values[3], low, scale) : 255;

  for (int c = 0; c < 3; c++)
    {
      guint byte = to_byte (values[image->channels == 1 ? 0 : 2 - c], low, scale);
      if (image->color_map != NULL)
        byte = image->color_map[byte][2 - c];
      output[c] = (guint8)(byte * alpha / 255); /* premultiplied */
    }
  output[3] = (guint8)alpha;
}

void
rs_image_render (const RsImage *image, double x, double y, double zoom, double low, double high, int width,
                 int height, guint8 *output)
{
  double step = 1 / zoom;
  double scale = high > low ? 255 / (high - low) : 0;
  int samples = zoom >= 1 ? 1 : (int)MIN (ceil (step), MAX_SAMPLES);

  memset (output, 0, (gsize)width * (gsize)height * 4);
  for (int j = 0; j < height; j++)
    {
      double row = y + j * step;

      if (row + step <= 0 || row >= image->height)
        continue;
      for (int i = 0; i < width; i++)
        {
          double column = x + i * step;
          double values[4];

          if (column + step <= 0 || column >= image->width)
            continue;
          sample (image, column, row, step, samples, values);
          write_pixel (image, values, low, scale, output + ((gsize)j * (gsize)width + (gsize)i) * 4);
        }
    }
}
