/* Programs in which a pixel is computed from its surroundings: mean, gaussian, bilateral, nlmeans, sobel.
 *
 * Each row has a border, where every access asks whether it is inside, and an interior, which is computed in strips of
 * pixels that stay in registers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#define STRIP 64
#define MAX_WIDTH 4096

static inline float
mean_at (Boundary boundary, const float *x, int rows, int columns, int m, int n, int radius)
{
  float sum = 0.0f;

  for (int k = -radius; k <= radius; k++)
    for (int l = -radius; l <= radius; l++)
      sum += pixel (boundary, x, rows, columns, m + k, n + l);
  return sum / (float)((2 * radius + 1) * (2 * radius + 1));
}

/* The row m of the interior. With a small radius all pixels are added in registers; with a larger one sums of columns
 * first, then of neighbouring sums, which is 4 r + 1 additions a pixel. */
static inline void
mean_of_interior (const float *restrict x, float *restrict y, int columns, int m, int radius)
{
  const float factor = (float)((2 * radius + 1) * (2 * radius + 1));
  float sums[MAX_WIDTH];

  if (radius == 1)
    {
      const float *above = x + (size_t)(m - 1) * columns, *row = above + columns, *below = row + columns;

#pragma omp simd
      for (int n = 1; n < columns - 1; n++)
        y[(size_t)m * columns + n] = (above[n - 1] + above[n] + above[n + 1] + row[n - 1] + row[n] + row[n + 1]
                                      + below[n - 1] + below[n] + below[n + 1])
                                     / factor;
      return;
    }
  for (int first = 0; first < columns; first += STRIP)
    {
      float part[STRIP] = { 0 };

      for (int k = -radius; k <= radius; k++)
        for (int c = 0; c < STRIP; c++)
          part[c] += x[(size_t)(m + k) * columns + first + c];
      memcpy (sums + first, part, sizeof part);
    }
  for (int first = radius; first < columns - radius; first += STRIP)
    {
      int start = first + STRIP < columns - radius ? first : columns - radius - STRIP;
      float part[STRIP] = { 0 };

      for (int l = -radius; l <= radius; l++)
        for (int c = 0; c < STRIP; c++)
          part[c] += sums[start + c + l];
      for (int c = 0; c < STRIP; c++)
        y[(size_t)m * columns + start + c] = part[c] / factor;
    }
}

static inline void
mean_image (Boundary boundary, const float *x, float *y, int rows, int columns, int radius)
{
#pragma omp parallel for schedule(static)
  for (int m = 0; m < rows; m++)
    {
      int is_interior = m >= radius && m < rows - radius;

      for (int n = 0; n < (is_interior ? radius : columns); n++)
        y[(size_t)m * columns + n] = mean_at (boundary, x, rows, columns, m, n, radius);
      if (!is_interior)
        continue;
      mean_of_interior (x, y, columns, m, radius);
      for (int n = columns - radius; n < columns; n++)
        y[(size_t)m * columns + n] = mean_at (boundary, x, rows, columns, m, n, radius);
    }
}

#define MEAN(name, boundary, radius) \
  static void name (const float *x, float *y) { mean_image (boundary, x, y, 4096, 4096, radius); }

MEAN (mean_mirror_1, MIRROR, 1)
MEAN (mean_mirror_4, MIRROR, 4)
MEAN (mean_circular_1, CIRCULAR, 1)
MEAN (mean_circular_4, CIRCULAR, 4)
MEAN (mean_clamped_1, CLAMPED, 1)
MEAN (mean_clamped_4, CLAMPED, 4)
MEAN (mean_safe_1, SAFE, 1)
MEAN (mean_safe_4, SAFE, 4)

/* A filter from a pattern of the given size to an image of that size. */
static void
run_filter (const char *name, int size, void (*filter) (const float *x, float *y), int repetitions)
{
  float *x = pattern (size, size), *y = allocate ((size_t)size * size);

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

      filter (x, y);
      end = now_ms () - start;
      report_time (name, end, checksum (y, size, size));
    }
  free (x);
  free (y);
}

static void
mean (int repetitions, const char *const *arguments)
{
  static const struct {
    const char *radius, *boundary;
    void (*filter) (const float *x, float *y);
  } filters[] = {
    { "1", "mirror", mean_mirror_1 }, { "1", "circular", mean_circular_1 }, { "1", "clamped", mean_clamped_1 },
    { "1", "safe", mean_safe_1 }, { "4", "mirror", mean_mirror_4 }, { "4", "circular", mean_circular_4 },
    { "4", "clamped", mean_clamped_4 }, { "4", "safe", mean_safe_4 },
  };

  for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
    if (strcmp (filters[i].radius, arguments[0]) == 0 && strcmp (filters[i].boundary, arguments[1]) == 0)
      run_filter ("mean", 4096, filters[i].filter, repetitions);
}

static void
gaussian_taps (float taps[17])
{
  double sum = 0.0;

  for (int k = -8; k <= 8; k++)
    sum += taps[k + 8] = expf (-(float)(k * k) / 18.0f);
  for (int k = 0; k < 17; k++)
    taps[k] = (float)(taps[k] / sum);
}

/* One row: the vertical pass into a buffer that stays in the cache, then the horizontal one. */
static void
gaussian_row (const float *x, float *y, int size, int m, const float *taps)
{
  float buffer[MAX_WIDTH + 16], *row = buffer + 8;
  const float *rows[17];

  for (int k = 0; k < 17; k++)
    rows[k] = x + (size_t)place (MIRROR, m + k - 8, size) * size;
  for (int first = 0; first < size; first += STRIP)
    {
      float sums[STRIP] = { 0 };

      for (int k = 0; k < 17; k++)
        for (int c = 0; c < STRIP; c++)
          sums[c] += taps[k] * rows[k][first + c];
      memcpy (row + first, sums, sizeof sums);
    }
  for (int n = 0; n < 8; n++)
    {
      row[-1 - n] = row[n];
      row[size + n] = row[size - 1 - n];
    }
  for (int first = 0; first < size; first += STRIP)
    {
      float sums[STRIP] = { 0 };

      for (int k = 0; k < 17; k++)
        for (int c = 0; c < STRIP; c++)
          sums[c] += taps[k] * row[first + c + k - 8];
      memcpy (y + (size_t)m * size + first, sums, sizeof sums);
    }
}

static void
gaussian_filter (const float *x, float *y)
{
  float taps[17];

  gaussian_taps (taps);
#pragma omp parallel for schedule(static)
  for (int m = 0; m < 4096; m++)
    gaussian_row (x, y, 4096, m, taps);
}

static void
gaussian (int repetitions, const char *const *arguments)
{
  run_filter ("gaussian", 4096, gaussian_filter, repetitions);
}

/* A row with r pixels more on both sides, and r rows more above and below: then nothing asks for the border. */
static float *
extend (const float *x, int size, int r)
{
  int width = size + 2 * r;
  float *y = allocate ((size_t)width * width);

#pragma omp parallel for schedule(static)
  for (int m = 0; m < width; m++)
    for (int n = 0; n < width; n++)
      y[(size_t)m * width + n] = pixel (MIRROR, x, size, size, m - r, n - r);
  return y;
}

static void
bilateral_strip (const float *x, int width, float *y, float space, float range)
{
  float sums[STRIP] = { 0 }, weights[STRIP] = { 0 };

  for (int k = -4; k <= 4; k++)
    for (int l = -4; l <= 4; l++)
#pragma omp simd
      for (int c = 0; c < STRIP; c++)
        {
          float v = x[k * width + l + c], d = v - x[c], w = expf (-(float)(k * k + l * l) * space - d * d * range);

          sums[c] += w * v;
          weights[c] += w;
        }
  for (int c = 0; c < STRIP; c++)
    y[c] = sums[c] / weights[c];
}

static void
bilateral_filter (const float *x, float *y)
{
  int size = 1024, width = size + 8;
  float *wide = extend (x, size, 4);

#pragma omp parallel for schedule(static)
  for (int m = 0; m < size; m++)
    for (int n = 0; n < size; n += STRIP)
      bilateral_strip (wide + (size_t)(m + 4) * width + n + 4, width, y + (size_t)m * size + n, 0.08f, 0.0005f);
  free (wide);
}

static void
bilateral (int repetitions, const char *const *arguments)
{
  run_filter ("bilateral", 1024, bilateral_filter, repetitions);
}

/* 32 pixels at x for one displacement, given by the pixels at `other`; their distances stay in registers. */
#define PATCH 32

static inline void
nlmeans_strip (const float *x, const float *other, int width, float strength, float *sums, float *weights)
{
  typedef float v16 __attribute__ ((vector_size (64), aligned (4)));
  v16 first = { 0 }, second = { 0 };
  float distances[PATCH];

  for (int pm = -3; pm <= 3; pm++)
#pragma GCC unroll 7
    for (int pn = -3; pn <= 3; pn++)
      {
        const v16 *a = (const v16 *)(x + pm * width + pn), *b = (const v16 *)(other + pm * width + pn);
        v16 d = a[0] - b[0], e = a[1] - b[1];

        first += d * d;
        second += e * e;
      }
  memcpy (distances, &first, sizeof first);
  memcpy (distances + 16, &second, sizeof second);
#pragma omp simd
  for (int c = 0; c < PATCH; c++)
    {
      float w = expf (-distances[c] * strength);

      sums[c] += w * other[c];
      weights[c] += w;
    }
}

static void
nlmeans_filter (const float *x, float *y)
{
  int size = 1024, width = size + 26;
  float *wide = extend (x, size, 13);

#pragma omp parallel for schedule(static)
  for (int m = 0; m < size; m++)
    for (int n = 0; n < size; n += PATCH)
      {
        const float *centre = wide + (size_t)(m + 13) * width + n + 13;
        float sums[PATCH] = { 0 }, weights[PATCH] = { 0 };

        for (int dm = -10; dm <= 10; dm++)
          for (int dn = -10; dn <= 10; dn++)
            nlmeans_strip (centre, centre + dm * width + dn, width, 0.000004f, sums, weights);
        for (int c = 0; c < PATCH; c++)
          y[(size_t)m * size + n + c] = sums[c] / weights[c];
      }
  free (wide);
}

static void
nlmeans (int repetitions, const char *const *arguments)
{
  run_filter ("nlmeans", 1024, nlmeans_filter, repetitions);
}

static inline float
sobel_of (float a, float b, float c, float d, float e, float f, float g, float h)
{
  float gx = c + 2.0f * e + h - a - 2.0f * d - f, gy = f + 2.0f * g + h - a - 2.0f * b - c;

  return __builtin_sqrtf (gx * gx + gy * gy) > 300.5f ? 255.0f : 0.0f;
}

static float
sobel_at (const float *x, int size, int m, int n)
{
#define AT(i, j) pixel (MIRROR, x, size, size, m + (i), n + (j))
  return sobel_of (AT (-1, -1), AT (-1, 0), AT (-1, 1), AT (0, -1), AT (0, 1), AT (1, -1), AT (1, 0), AT (1, 1));
#undef AT
}

static void
sobel_filter (const float *x, float *y)
{
  int size = 4096;

#pragma omp parallel for schedule(static)
  for (int m = 0; m < size; m++)
    {
      const float *above = x + (size_t)place (MIRROR, m - 1, size) * size, *row = x + (size_t)m * size;
      const float *below = x + (size_t)place (MIRROR, m + 1, size) * size;
      float *out = y + (size_t)m * size;

#pragma omp simd
      for (int n = 1; n < size - 1; n++)
        out[n] = sobel_of (above[n - 1], above[n], above[n + 1], row[n - 1], row[n + 1], below[n - 1], below[n],
                           below[n + 1]);
      out[0] = sobel_at (x, size, m, 0);
      out[size - 1] = sobel_at (x, size, m, size - 1);
    }
}

static void
sobel (int repetitions, const char *const *arguments)
{
  run_filter ("sobel", 4096, sobel_filter, repetitions);
}

const Program filter_programs[] = {
  { "mean", mean }, { "gaussian", gaussian }, { "bilateral", bilateral }, { "nlmeans", nlmeans }, { "sobel", sobel },
  { NULL, NULL },
};
