/* Programs that move elements of matrices around: scans, transpose, bitonic, haar, rotation, dither.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 4096

/* 16 sums at once: partial sums inside a vector in four steps, then the sum of all before. */
static inline double
scan_from (const float *x, float *y, int n, double start)
{
  typedef float v16 __attribute__ ((vector_size (64), aligned (4)));
  typedef int32_t i16 __attribute__ ((vector_size (64)));
  const i16 one = { 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };
  const i16 two = { 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 };
  const i16 four = { 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  const i16 eight = { 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7 };
  const v16 zero = { 0 };
  double before = start;

  for (int j = 0; j < n; j += 16)
    {
      v16 v = *(const v16 *)(x + j);

      v += __builtin_shuffle (v, zero, one);
      v += __builtin_shuffle (v, zero, two);
      v += __builtin_shuffle (v, zero, four);
      v += __builtin_shuffle (v, zero, eight);
      *(v16 *)(y + j) = v + (float)before;
      before += v[15];
    }
  return before;
}

static void
scan_row (const float *x, float *y, int n)
{
  scan_from (x, y, n, 0.0);
}

static void
scan_rows (const float *x, float *y)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < SIZE; i++)
    scan_row (x + (size_t)i * SIZE, y + (size_t)i * SIZE, SIZE);
}

/* Strips of columns, whose sums stay in registers or the nearest cache. */
static void
scan_columns (const float *x, float *y)
{
  enum { STRIP = 512 };

#pragma omp parallel for schedule(static)
  for (int first = 0; first < SIZE; first += STRIP)
    {
      float sums[STRIP] = { 0 };

      for (int i = 0; i < SIZE; i++)
        for (int c = 0; c < STRIP; c++)
          y[(size_t)i * SIZE + first + c] = sums[c] += x[(size_t)i * SIZE + first + c];
    }
}

/* One sum over all elements: each thread sums its part up, and goes through it again from what those before it have. */
static void
scan_vector (const float *x, float *y)
{
  enum { N = SIZE * SIZE, MOST = 256 };
  double sums[MOST + 1] = { 0 };

#pragma omp parallel
  {
    int n = omp_get_num_threads (), t = omp_get_thread_num (), part = N / n / 16 * 16;
    int low = t * part, high = t + 1 < n ? low + part : N;
    double start = 0;

    if (n > 1)
      {
        double sum = 0;

#pragma omp simd reduction(+ : sum)
        for (int i = low; i < high; i++)
          sum += x[i];
        sums[t] = sum;
#pragma omp barrier
        for (int k = 0; k < t; k++)
          start += sums[k];
      }
    scan_from (x + low, y + low, high - low, start);
  }
}

/* y[i] from y[i-1], strips of columns as above. */
static void
decay_columns (const float *x, float *y)
{
  enum { STRIP = 512 };

#pragma omp parallel for schedule(static)
  for (int first = 0; first < SIZE; first += STRIP)
    {
      float last[STRIP] = { 0 };

      for (int i = 0; i < SIZE; i++)
        for (int c = 0; c < STRIP; c++)
          y[(size_t)i * SIZE + first + c] = last[c] = last[c] * 0.5f + x[(size_t)i * SIZE + first + c];
    }
}

static void
integral (const float *x, float *y)
{
  scan_rows (x, y);
  scan_columns (y, y);
}

/* Tiles of 32 x 32, of which the reads and the writes stay in the nearest cache. */
static void
transpose (const float *x, float *y)
{
  enum { TILE = 32 };

#pragma omp parallel for schedule(static)
  for (int i = 0; i < SIZE; i += TILE)
    for (int j = 0; j < SIZE; j += TILE)
      for (int k = 0; k < TILE; k++)
        for (int l = 0; l < TILE; l++)
          y[(size_t)(j + k) * SIZE + i + l] = x[(size_t)(i + l) * SIZE + j + k];
}

static void
run_on_matrix (const char *name, void (*work) (const float *x, float *y), int repetitions)
{
  float *x = pattern (SIZE, SIZE), *y = allocate ((size_t)SIZE * SIZE);

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

      work (x, y);
      end = now_ms () - start;
      report_time (name, end, checksum (y, SIZE, SIZE));
    }
  free (x);
  free (y);
}

static void
scans (int repetitions, const char *const *arguments)
{
  run_on_matrix (arguments[0],
                 strcmp (arguments[0], "scan_rows") == 0      ? scan_rows
                 : strcmp (arguments[0], "scan_columns") == 0 ? scan_columns
                 : strcmp (arguments[0], "scan_vector") == 0 ? scan_vector
                 : strcmp (arguments[0], "decay_columns") == 0 ? decay_columns
                                                              : integral,
                 repetitions);
}

static void
transposition (int repetitions, const char *const *arguments)
{
  run_on_matrix ("transpose", transpose, repetitions);
}

/* The same network as the Quasar program, for 16 rows side by side, one a lane. */
static void
sort_rows (const float *x, float *y, int n)
{
  enum { LANES = 16 };
  float s[1024][LANES] __attribute__ ((aligned (64)));

  for (int l = 0; l < LANES; l++)
    for (int j = 0; j < n; j++)
      s[j][l] = x[l * n + j];
  for (int k = 2; k <= n; k *= 2)
    for (int m = k / 2; m > 0; m /= 2)
      for (int first = 0; first < n; first += 2 * m)
        for (int j = first; j < first + m; j++)
          {
            float *upper = s[j & k ? j : j + m], *lower = s[j & k ? j + m : j];

#pragma omp simd
            for (int l = 0; l < LANES; l++)
              {
                float a = lower[l], b = upper[l];

                lower[l] = a < b ? a : b;
                upper[l] = a < b ? b : a;
              }
          }
  for (int l = 0; l < LANES; l++)
    for (int j = 0; j < n; j++)
      y[l * n + j] = s[j][l];
}

static void
bitonic (int repetitions, const char *const *arguments)
{
  int rows = 4096, columns = 1024;
  float *x = pattern (rows, columns), *y = allocate ((size_t)rows * columns);

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for schedule(static)
      for (int i = 0; i < rows; i += 16)
        sort_rows (x + (size_t)i * columns, y + (size_t)i * columns, columns);
      end = now_ms () - start;
      report_time ("bitonic", end, checksum (y, rows, columns));
    }
  free (x);
  free (y);
}

/* From the upper left corner of x, 2h x 2h, into that of w. */
static void
analyse (const float *x, int width, float *w, int h)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < h; j++)
      {
        const float *p = x + (size_t)2 * i * width + 2 * j;
        float a = p[0], b = p[1], c = p[width], d = p[width + 1];

        w[(size_t)i * SIZE + j] = 0.5f * (a + b + c + d);
        w[(size_t)i * SIZE + j + h] = 0.5f * (a - b + c - d);
        w[(size_t)(i + h) * SIZE + j] = 0.5f * (a + b - c - d);
        w[(size_t)(i + h) * SIZE + j + h] = 0.5f * (a - b - c + d);
      }
}

/* low: the averages, rows of low_width; the details are read from w. */
static void
synthesise (const float *low, int low_width, const float *w, float *y, int width, int h)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < h; j++)
      {
        float a = low[(size_t)i * low_width + j], b = w[(size_t)i * SIZE + j + h];
        float c = w[(size_t)(i + h) * SIZE + j], d = w[(size_t)(i + h) * SIZE + j + h];
        float *p = y + (size_t)2 * i * width + 2 * j;

        p[0] = 0.5f * (a + b + c + d);
        p[1] = 0.5f * (a - b + c - d);
        p[width] = 0.5f * (a + b - c - d);
        p[width + 1] = 0.5f * (a - b - c + d);
      }
}

static void
haar_round_trip (const float *x, float *w, float *t, float *s, float *y)
{
  float *low = t, *next = s;

  analyse (x, SIZE, w, SIZE / 2);
  for (int h = SIZE / 4; h >= SIZE / 256; h /= 2)
    {
#pragma omp parallel for schedule(static)
      for (int i = 0; i < 2 * h; i++)
        memcpy (t + (size_t)i * 2 * h, w + (size_t)i * SIZE, 2 * h * sizeof (float));
      analyse (t, 2 * h, w, h);
    }
  for (int i = 0; i < SIZE / 256; i++)
    memcpy (low + i * (SIZE / 256), w + (size_t)i * SIZE, SIZE / 256 * sizeof (float));
  for (int h = SIZE / 256; h < SIZE / 2; h *= 2)
    {
      float *old = low;

      synthesise (low, h, w, next, 2 * h, h);
      low = next;
      next = old;
    }
  synthesise (low, SIZE / 2, w, y, SIZE, SIZE / 2);
}

static void
haar (int repetitions, const char *const *arguments)
{
  size_t n = (size_t)SIZE * SIZE;
  float *x = pattern (SIZE, SIZE), *w = allocate (n), *t = allocate (n / 4), *s = allocate (n / 4), *y = allocate (n);

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

      haar_round_trip (x, w, t, s, y);
      end = now_ms () - start;
      report_time ("haar", end, checksum (y, SIZE, SIZE) + checksum (w, SIZE, SIZE));
    }
  free (x);
  free (w);
  free (t);
  free (s);
  free (y);
}

#define IMAGE 2048
#define CENTRE 1023.5f

static void
rotate_nearest (const float *x, float *y, float c, float s)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < IMAGE; i++)
#pragma omp simd
    for (int j = 0; j < IMAGE; j++)
      {
        float dm = (float)i - CENTRE, dn = (float)j - CENTRE;
        int m = (int)__builtin_floorf (c * dm - s * dn + CENTRE + 0.5f);
        int n = (int)__builtin_floorf (s * dm + c * dn + CENTRE + 0.5f);
        int is_inside = (unsigned)m < IMAGE && (unsigned)n < IMAGE;
        float v = x[is_inside ? m * IMAGE + n : 0];

        y[(size_t)i * IMAGE + j] = is_inside ? v : 0.0f;
      }
}

static inline float
read_or_zero (const float *x, int m, int n)
{
  int is_inside = (unsigned)m < IMAGE && (unsigned)n < IMAGE;
  float v = x[is_inside ? m * IMAGE + n : 0];

  return is_inside ? v : 0.0f;
}

static void
rotate_bilinear (const float *x, float *y, float c, float s)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < IMAGE; i++)
#pragma omp simd
    for (int j = 0; j < IMAGE; j++)
      {
        float dm = (float)i - CENTRE, dn = (float)j - CENTRE;
        float m = c * dm - s * dn + CENTRE, n = s * dm + c * dn + CENTRE;
        int k = (int)__builtin_floorf (m), l = (int)__builtin_floorf (n);
        float a = m - (float)k, b = n - (float)l;

        y[(size_t)i * IMAGE + j]
          = (1.0f - a) * ((1.0f - b) * read_or_zero (x, k, l) + b * read_or_zero (x, k, l + 1))
            + a * ((1.0f - b) * read_or_zero (x, k + 1, l) + b * read_or_zero (x, k + 1, l + 1));
      }
}

static void
rotation (int repetitions, const char *const *arguments)
{
  float *x = pattern (IMAGE, IMAGE), *y = allocate ((size_t)IMAGE * IMAGE);
  int nearest = strcmp (arguments[0], "rotate_nearest") == 0;

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

      (nearest ? rotate_nearest : rotate_bilinear) (x, y, 0.921875f, 0.375f);
      end = now_ms () - start;
      report_time (arguments[0], end, checksum (y, IMAGE, IMAGE));
    }
  free (x);
  free (y);
}

/* Each row below the first gets the errors of the one above through a buffer; 7/16 travels in a register. */
static void
floyd_steinberg (float *x, float *y)
{
  for (int m = 0; m < IMAGE; m++)
    {
      float *row = x + (size_t)m * IMAGE, *below = m + 1 < IMAGE ? row + IMAGE : NULL, right = 0.0f;

      for (int n = 0; n < IMAGE; n++)
        {
          float v = row[n] + right, out = v > 127.5f ? 255.0f : 0.0f, e = (v - out) / 16.0f;

          y[(size_t)m * IMAGE + n] = out;
          right = 7.0f * e;
          if (below)
            {
              if (n > 0)
                below[n - 1] += 3.0f * e;
              below[n] += 5.0f * e;
              if (n + 1 < IMAGE)
                below[n + 1] += e;
            }
        }
    }
}

static void
dither (int repetitions, const char *const *arguments)
{
  size_t n = (size_t)IMAGE * IMAGE;
  float *original = pattern (IMAGE, IMAGE), *x = allocate (n), *y = allocate (n);

  for (int r = 0; r <= repetitions; r++)
    {
      double start, end;

      memcpy (x, original, n * sizeof (float));
      start = now_ms ();
      floyd_steinberg (x, y);
      end = now_ms () - start;
      report_time ("dither", end, checksum (y, IMAGE, IMAGE));
    }
  free (original);
  free (x);
  free (y);
}

const Program array_programs[] = {
  { "scans", scans }, { "transpose", transposition }, { "bitonic", bitonic }, { "haar", haar },
  { "rotation", rotation }, { "dither", dither }, { NULL, NULL },
};
