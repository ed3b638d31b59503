/* Images.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw/draw-private.h"

#include <math.h>
#include <string.h>

#define SAMPLES_A_SIDE 4

static guint8
to_byte (float value, double low, double scale)
{
  double result = ((double)value - low) * scale;

  return result >= 255 ? 255 : result > 0 ? (guint8)lrint (result) : 0;
}

/* How values become pixels. */
typedef struct {
  const RsSeries *series;
  const float *values;
  const RsColorMap *map;
  double low, high;
} Look;

/* Of the first slice, which stands for a cube. */
static void
write_pixel (const Look *look, gsize row, gsize column, guint8 *out)
{
  const RsSeries *series = look->series;
  const int step = series->n_slices;
  const float *in = look->values + (row * (gsize)series->width + column) * (gsize)(series->channels * step);
  const double scale = look->high != look->low ? 255 / (look->high - look->low) : 0;

  if (series->channels == 1)
    memcpy (out, look->map->rgb[rs_color_map_index ((double)in[0], look->low, look->high)], 3);
  else
    for (int c = 0; c < 3; c++)
      out[c] = to_byte (in[c * step], look->low, scale);
  out[3] = series->channels == 4 ? to_byte (in[3 * step], 0, 1) : 255;
}

guint8 *
rs_image_to_rgba (const RsSeries *series, const RsColorMap *map, double low, double high)
{
  const Look look = { series, g_bytes_get_data (series->pixels, NULL), map, low, high };
  guint8 *rgba = g_try_malloc_n ((gsize)series->width * (gsize)series->height, 4), *out = rgba;

  if (rgba == NULL)
    return NULL;
  for (gsize row = 0; row < (gsize)series->height; row++)
    for (gsize column = 0; column < (gsize)series->width; column++, out += 4)
      write_pixel (&look, row, column, out);
  return rgba;
}

/* --- in axes --- */

/* The part of an image that shows, in blocks of factor x factor pixels. */
typedef struct {
  int column, row;   /* of its first pixel */
  int columns, rows; /* pixels */
  int factor;
} Part;

/* The mean of a block: of at most SAMPLES_A_SIDE pixels a direction, so that large images take no longer than small
 * ones. */
static void
write_block (const Look *look, const Part *part, int x, int y, guint8 *out)
{
  const int samples = MIN (part->factor, SAMPLES_A_SIDE), area = samples * samples;
  guint sums[4] = { (guint)area / 2, (guint)area / 2, (guint)area / 2, (guint)area / 2 };

  for (int k = 0; k < samples; k++)
    for (int l = 0; l < samples; l++)
      {
        guint8 pixel[4];

        write_pixel (look, (gsize)(part->row + y * part->factor + k * part->factor / samples),
                     (gsize)(part->column + x * part->factor + l * part->factor / samples), pixel);
        for (int c = 0; c < 4; c++)
          sums[c] += pixel[c];
      }
  for (int c = 0; c < 4; c++)
    out[c] = (guint8)(sums[c] / (guint)area);
}

/* Which pixels of n show where pixel 0 begins at start and the last ends at end; first is a multiple of factor. */
static void
find_part (double start, double end, int n, double low, double high, int factor, int *first, int *count)
{
  double a = (low - start) / (end - start) * n, b = (high - start) / (end - start) * n;
  int last = (int)CLAMP (ceil (MAX (a, b)), 0, n);

  *first = (int)CLAMP (floor (MIN (a, b)), 0, n) / factor * factor;
  /* Whole blocks, as long as there are any. */
  last = MIN ((last + factor - 1) / factor * factor, n);
  *count = MAX (last - *first, 0);
}

void
rs_draw_image (const RsPlotArea *area, const RsSeries *series)
{
  const Look look
      = { series, g_bytes_get_data (series->pixels, NULL), area->color_map, area->color_low, area->color_high };
  const RsBox *box = &area->box;
  double left = rs_plot_area_map (area, 0, -0.5), right = rs_plot_area_map (area, 0, series->width - 0.5);
  double first = rs_plot_area_map (area, 1, -0.5), last = rs_plot_area_map (area, 1, series->height - 0.5);
  double x, y, width, height;
  g_autofree guint8 *rgba = NULL;
  RsBitmap bitmap;
  Part part;

  if (!(right > left) || !isfinite (first) || !isfinite (last) || first == last)
    return;
  part.factor = (int)CLAMP (MIN (series->width / (right - left), series->height / fabs (last - first)), 1, 4096);
  find_part (left, right, series->width, box->x, box->x + box->width, part.factor, &part.column, &part.columns);
  find_part (first, last, series->height, box->y, box->y + box->height, part.factor, &part.row, &part.rows);
  if (part.columns == 0 || part.rows == 0)
    return;
  part.factor = MIN (part.factor, MIN (part.columns, part.rows));
  bitmap = (RsBitmap){ .width = part.columns / part.factor, .height = part.rows / part.factor };
  rgba = g_try_malloc_n ((gsize)bitmap.width * (gsize)bitmap.height, 4);
  if (rgba == NULL)
    return;
  for (int row = 0; row < bitmap.height; row++)
    for (int column = 0; column < bitmap.width; column++)
      {
        int shown = last < first ? bitmap.height - 1 - row : row; /* rows may count from below */

        write_block (&look, &part, column, row, rgba + ((gsize)shown * (gsize)bitmap.width + (gsize)column) * 4);
      }
  bitmap.rgba = rgba;
  x = left + (right - left) * part.column / series->width;
  width = (right - left) * part.columns / series->width;
  y = first + (last - first) * part.row / series->height;
  height = (last - first) * part.rows / series->height;
  area->canvas->draw_bitmap (area->canvas, &bitmap, x, MIN (y, y + height), width, fabs (height));
}
