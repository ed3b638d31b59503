/* Programs whose loops depend on each other: elimination, Cholesky factor, chamfer distances.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
eliminate (float *restrict a, const float *unused, int n)
{
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      {
        const float *restrict pivots = a + (size_t)k * n;
        float *restrict row = a + (size_t)i * n;
        const float factor = row[k] / pivots[k];

        row[k] = factor;
        for (int j = k + 1; j < n; j++)
          row[j] -= factor * pivots[j];
      }
}

static double
row_product (const float *restrict a, const float *restrict b, int n)
{
  double sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < n; k++)
    sum += (double)a[k] * b[k];
  return sum;
}

static void
cholesky (float *restrict a, const float *restrict original, int n)
{
  for (int j = 0; j < n; j++)
    {
      float *row = a + (size_t)j * n;

      row[j] = (float)sqrt (original[(size_t)j * n + j] - row_product (row, row, j));
      for (int i = j + 1; i < n; i++)
        a[(size_t)i * n + j]
            = (float)((original[(size_t)i * n + j] - row_product (a + (size_t)i * n, row, j)) / row[j]);
    }
}

static inline float
smaller (float a, float b)
{
  return a < b ? a : b;
}

/* The columns of a row from first on; before: the row that is done. */
static void
spread (float *restrict row, const float *restrict before, int first, int n, int step)
{
  for (int k = 0, j = first; k < n; k++, j += step)
    {
      float v = smaller (row[j], before[j] + 3);

      v = smaller (v, smaller (before[j - 1], before[j + 1]) + 4);
      row[j] = smaller (v, row[j - step] + 3);
    }
}

static void
distances (float *restrict d, const float *unused, int n)
{
  for (size_t i = 0; i < (size_t)n * n; i++)
    d[i] = d[i] == 0 ? 0 : 100000;
  for (int m = 1; m < n; m++)
    spread (d + (size_t)m * n, d + (size_t)(m - 1) * n, 1, n - 2, 1);
  for (int m = n - 2; m >= 0; m--)
    spread (d + (size_t)m * n, d + (size_t)(m + 1) * n, n - 2, n - 2, -1);
}

static float *
symmetric (int n)
{
  float *x = pattern (n, n);

  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        x[(size_t)i * n + j] = x[(size_t)j * n + i];
      x[(size_t)i * n + i] = 256 * n;
    }
  return x;
}

static void
serial (int repetitions, const char *const *arguments)
{
  const char *name = arguments[0];
  const int is_cholesky = strcmp (name, "cholesky") == 0, is_distances = strcmp (name, "distances") == 0;
  const int n = is_distances ? 1024 : 512;
  const size_t bytes = (size_t)n * n * sizeof (float);
  float *original = is_distances ? pattern (n, n) : symmetric (n), *a = allocate ((size_t)n * n);

  for (int r = 0; r <= repetitions; r++)
    {
      double start, end;

      if (!is_cholesky)
        memcpy (a, original, bytes);
      start = now_ms ();
      (is_cholesky ? cholesky : is_distances ? distances : eliminate) (a, original, n);
      end = now_ms () - start;
      report_time (name, end, checksum (a, n, n));
    }
  free (original);
  free (a);
}

const Program serial_programs[] = { { "serial", serial }, { NULL, NULL } };
