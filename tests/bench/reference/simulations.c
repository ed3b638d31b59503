/* Programs that repeat a step: heat, nbody, life.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

static void
heat_step (const float *x, float *y, int size)
{
#pragma omp for schedule(static)
  for (int m = 0; m < size; m++)
    {
      const float *above = x + (size_t)place (CLAMPED, m - 1, size) * size, *row = x + (size_t)m * size;
      const float *below = x + (size_t)place (CLAMPED, m + 1, size) * size;
      float *out = y + (size_t)m * size;

#pragma omp simd
      for (int n = 1; n < size - 1; n++)
        out[n] = row[n] + 0.2f * (above[n] + below[n] + row[n - 1] + row[n + 1] - 4.0f * row[n]);
      out[0] = row[0] + 0.2f * (above[0] + below[0] + row[0] + row[1] - 4.0f * row[0]);
      out[size - 1]
          = row[size - 1]
            + 0.2f * (above[size - 1] + below[size - 1] + row[size - 2] + row[size - 1] - 4.0f * row[size - 1]);
    }
}

static void
heat (int repetitions, const char *const *arguments)
{
  int size = 1024;

  for (int r = 0; r <= repetitions; r++)
    {
      float *x = pattern (size, size), *y = allocate ((size_t)size * size);
      double start = now_ms (), end;

#pragma omp parallel
      for (int k = 0; k < 500; k++)
        {
          heat_step (x, y, size);
          heat_step (y, x, size);
        }
      end = now_ms () - start;
      report_time ("heat", end, checksum (x, size, size));
      free (x);
      free (y);
    }
}

/* 64 bodies at a time, each coordinate an array of its own. */
static void
accelerate (const float *x, const float *y, const float *z, const float *mass, int n, float *a)
{
  enum { STRIP = 64 };

#pragma omp parallel for schedule(static)
  for (int first = 0; first < n; first += STRIP)
    {
      float ax[STRIP] = { 0 }, ay[STRIP] = { 0 }, az[STRIP] = { 0 };

      for (int k = 0; k < n; k++)
#pragma omp simd
        for (int c = 0; c < STRIP; c++)
          {
            float dx = x[k] - x[first + c], dy = y[k] - y[first + c], dz = z[k] - z[first + c];
            float d = dx * dx + dy * dy + dz * dz + 0.01f, w = mass[k] / (d * __builtin_sqrtf (d));

            ax[c] += w * dx;
            ay[c] += w * dy;
            az[c] += w * dz;
          }
      for (int c = 0; c < STRIP; c++)
        {
          a[(first + c) * 3] = ax[c];
          a[(first + c) * 3 + 1] = ay[c];
          a[(first + c) * 3 + 2] = az[c];
        }
    }
}

static void
nbody (int repetitions, const char *const *arguments)
{
  int n = 8192;
  float *p = pattern (n, 4), *apart = allocate ((size_t)4 * n), *a = allocate ((size_t)3 * n),
        *squares = allocate ((size_t)3 * n);

  for (int i = 0; i < 4 * n; i++)
    p[i] = 1.0f + p[i] / 256.0f;
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

      for (int i = 0; i < 4 * n; i++)
        apart[i % 4 * n + i / 4] = p[i];
      accelerate (apart, apart + n, apart + 2 * n, apart + 3 * n, n, a);
      end = now_ms () - start;
      for (int i = 0; i < 3 * n; i++)
        squares[i] = a[i] * a[i];
      report_time ("nbody", end, checksum (squares, n, 3));
    }
  free (p);
  free (apart);
  free (a);
  free (squares);
}

static inline float
next_state (float neighbours, float state)
{
  return (neighbours == 3.0f) | ((neighbours == 4.0f) & (state == 1.0f)) ? 1.0f : 0.0f;
}

/* Sums of three cells above each other first. */
static void
life_step (const float *x, float *y, int size)
{
#pragma omp for schedule(static)
  for (int m = 0; m < size; m++)
    {
      const float *above = x + (size_t)place (CIRCULAR, m - 1, size) * size, *row = x + (size_t)m * size;
      const float *below = x + (size_t)place (CIRCULAR, m + 1, size) * size;
      float sums[4096 + 2];

#pragma omp simd
      for (int n = 0; n < size; n++)
        sums[n + 1] = above[n] + row[n] + below[n];
      sums[0] = sums[size];
      sums[size + 1] = sums[1];
#pragma omp simd
      for (int n = 0; n < size; n++)
        y[(size_t)m * size + n] = next_state (sums[n] + sums[n + 1] + sums[n + 2], row[n]);
    }
}

static void
life (int repetitions, const char *const *arguments)
{
  int size = 4096;
  size_t n = (size_t)size * size;

  for (int r = 0; r <= repetitions; r++)
    {
      float *x = pattern (size, size), *y = allocate (n);
      double start, end;

      for (size_t i = 0; i < n; i++)
        x[i] = x[i] > 127.0f ? 1.0f : 0.0f;
      start = now_ms ();
#pragma omp parallel
      for (int k = 0; k < 50; k++)
        {
          life_step (x, y, size);
          life_step (y, x, size);
        }
      end = now_ms () - start;
      report_time ("life", end, checksum (x, size, size));
      free (x);
      free (y);
    }
}

const Program simulation_programs[] = { { "heat", heat }, { "nbody", nbody }, { "life", life }, { NULL, NULL } };
