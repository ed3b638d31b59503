/* Parts of large pictures at the size of the screen: what is enlarged repeats its pixels, what is shrunk is their mean.
 *
 * A picture is an array of values in the order row, column, channel, slice; it is read through a function, which the
 * compiler puts in place, so that the viewer (floats in memory) and the debugger (arrays of any element type) share it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <math.h>

/* Shrinking averages at most this many pixels a direction: enough against aliasing, and the time that a frame takes
 * does not depend on the size of the picture. */
#define RS_SAMPLES_A_SIDE 4

typedef struct {
  gint64 height, width; /* >= 1 */
  int channels;         /* 1, 3 or 4 */
  gint64 n_slices;      /* >= 1 */
} RsPictureShape;

/* What is wanted: width x height samples; the left upper corner of the first is at (x, y) of the picture, where pixel
 * (column, row) covers [column, column + 1) x [row, row + 1), and each sample covers step x step. */
typedef struct {
  gint64 slice;
  double x, y, step;
  int width, height;
} RsSampleBox;

/* A line from the middle of one pixel to that of another. */
typedef struct {
  gint64 slice;
  double x0, y0, x1, y1; /* column and row */
  int n;                 /* values along it, both ends among them */
} RsSampleLine;

typedef double (*RsGetElement) (gconstpointer data, gint64 index);

/* Index of the first channel of a pixel; the next channel is n_slices further. What lies outside counts as the edge. */
static inline gint64
rs_picture_index (const RsPictureShape *shape, gint64 row, gint64 column, gint64 slice)
{
  row = CLAMP (row, 0, shape->height - 1);
  column = CLAMP (column, 0, shape->width - 1);
  return (row * shape->width + column) * shape->channels * shape->n_slices + CLAMP (slice, 0, shape->n_slices - 1);
}

/* values: [height * width * channels]. */
static inline void
rs_sample_box (const RsPictureShape *shape, const RsSampleBox *box, RsGetElement get, gconstpointer data, float *values)
{
  const int samples = box->step > 1 ? (int)MIN (ceil (box->step), RS_SAMPLES_A_SIDE) : 1;
  const double part = 1.0 / (samples * samples);
  g_autofree gint64 *columns = g_new (gint64, MAX (box->width * samples, 1)); /* offset of each in a row */

  for (int i = 0; i < box->width * samples; i++)
    columns[i] = rs_picture_index (shape, 0, (gint64)floor (box->x + (i + 0.5) * box->step / samples), box->slice);
  for (int y = 0; y < box->height; y++)
    {
      gint64 rows[RS_SAMPLES_A_SIDE];

      for (int k = 0; k < samples; k++)
        rows[k]
            = rs_picture_index (shape, (gint64)floor (box->y + (y * samples + k + 0.5) * box->step / samples), 0, 0);
      for (int x = 0; x < box->width; x++)
        for (int c = 0; c < shape->channels; c++)
          {
            double sum = 0;

            for (int k = 0; k < samples; k++)
              for (int l = 0; l < samples; l++)
                sum += get (data, rows[k] + columns[x * samples + l] + c * shape->n_slices);
            *values++ = (float)(samples > 1 ? sum * part : sum);
          }
    }
}

/* The pixels nearest to the places. values: [n * channels]. */
static inline void
rs_sample_line (const RsPictureShape *shape, const RsSampleLine *line, RsGetElement get, gconstpointer data,
                float *values)
{
  for (int i = 0; i < line->n; i++)
    {
      double t = line->n > 1 ? (double)i / (line->n - 1) : 0;
      gint64 index = rs_picture_index (shape, (gint64)floor (line->y0 + t * (line->y1 - line->y0) + 0.5),
                                       (gint64)floor (line->x0 + t * (line->x1 - line->x0) + 0.5), line->slice);

      for (int c = 0; c < shape->channels; c++)
        *values++ = (float)get (data, index + c * shape->n_slices);
    }
}
