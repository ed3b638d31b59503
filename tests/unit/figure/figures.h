/* What the tests of figures make.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/figure.h"

static inline GBytes *
make_numbers (const double *numbers, gsize n)
{
  return g_bytes_new (numbers, n * sizeof *numbers);
}

static inline RsSeries *
make_points (RsSeriesKind kind, const double *x, const double *y, gsize n)
{
  RsSeries *series = rs_series_new (kind);

  series->n_rows = n;
  series->x = make_numbers (x, n);
  series->y = make_numbers (y, n);
  series->bar_width = 0.8;
  return series;
}

static inline RsSeries *
make_image (const float *pixels, int height, int width, int channels)
{
  RsSeries *series = rs_series_new (RS_SERIES_IMAGE);

  series->height = height;
  series->width = width;
  series->channels = channels;
  series->pixels = g_bytes_new (pixels, (gsize)(height * width * channels) * sizeof *pixels);
  return series;
}
