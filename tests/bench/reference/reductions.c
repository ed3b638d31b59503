/* Programs that make few numbers of many: sum, minmax, dot, moments, histogram.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N ((size_t)1 << 26)
#define BLOCK 4096

/* Single precision inside a block and double precision across, as exact as the Quasar program. */
static double
sum_of (const float *x, const float *y)
{
  double s = 0.0;

#pragma omp parallel for schedule(static) reduction(+ : s)
  for (size_t block = 0; block < N; block += BLOCK)
    {
      float partial = 0.0f;

      if (y == NULL)
#pragma omp simd reduction(+ : partial)
        for (size_t i = block; i < block + BLOCK; i++)
          partial += x[i];
      else
#pragma omp simd reduction(+ : partial)
        for (size_t i = block; i < block + BLOCK; i++)
          partial += x[i] * y[i];
      s += partial;
    }
  return s;
}

static double
range_of (const float *x)
{
  float low = x[0], high = x[0];

#pragma omp parallel for simd schedule(static) reduction(min : low) reduction(max : high)
  for (size_t i = 0; i < N; i++)
    {
      low = x[i] < low ? x[i] : low;
      high = x[i] > high ? x[i] : high;
    }
  return 3.0 * low + high;
}

static double
moments_of (const float *x)
{
  double s = 0.0, q = 0.0, mean;

#pragma omp parallel for schedule(static) reduction(+ : s, q)
  for (size_t block = 0; block < N; block += BLOCK)
    {
      double partial = 0.0, squares = 0.0;

#pragma omp simd reduction(+ : partial, squares)
      for (size_t i = block; i < block + BLOCK; i++)
        {
          double v = x[i];

          partial += v;
          squares += v * v;
        }
      s += partial;
      q += squares;
    }
  mean = s / (double)N;
  return mean + (q / (double)N - mean * mean);
}

static void
sum (int repetitions, const char *const *arguments)
{
  float *x = allocate (N);

  for (size_t i = 0; i < N; i++)
    x[i] = 1.0f;
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), s = sum_of (x, NULL);

      report ("sum", start, s);
    }
  free (x);
}

static void
reduction (int repetitions, const char *const *arguments)
{
  float *x = allocate (N), *y = allocate (N);

  for (size_t i = 0; i < N; i++)
    {
      x[i] = (float)(1 + i % 1000);
      y[i] = (float)((int)(i % 7) - 3);
    }
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), result;

      if (strcmp (arguments[0], "dot") == 0)
        result = sum_of (x, y);
      else if (strcmp (arguments[0], "minmax") == 0)
        result = range_of (x);
      else
        result = moments_of (x);
      report (arguments[0], start, result);
    }
  free (x);
  free (y);
}

/* Four tables a thread: equal neighbours do not wait for each other's store. */
static void
count_bytes (const uint8_t *x, float *bins)
{
  uint32_t all[256] = { 0 };

#pragma omp parallel reduction(+ : all[:256])
  {
    uint32_t tables[4][256] = { { 0 } };

#pragma omp for schedule(static)
    for (size_t i = 0; i < N; i += 8)
      {
        uint64_t word;

        memcpy (&word, x + i, 8);
        for (int k = 0; k < 8; k++)
          tables[k % 4][word >> (8 * k) & 255]++;
      }
    for (int k = 0; k < 256; k++)
      all[k] += tables[0][k] + tables[1][k] + tables[2][k] + tables[3][k];
  }
  for (int k = 0; k < 256; k++)
    bins[k] = (float)all[k];
}

static void
histogram (int repetitions, const char *const *arguments)
{
  uint8_t *x = allocate_bytes (N);

  for (unsigned i = 0; i < 8192; i++)
    for (unsigned j = 0; j < 8192; j++)
      x[i * 8192 + j] = (uint8_t)(7 * i * i + 13 * i * j + 5 * j);
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end, check = 0.0;
      float bins[256];

      count_bytes (x, bins);
      end = now_ms () - start;
      for (int k = 0; k < 256; k++)
        check += bins[k] * sqrt (k);
      report_time ("histogram", end, check);
    }
  free (x);
}

const Program reduction_programs[]
  = { { "sum", sum }, { "reductions", reduction }, { "histogram", histogram }, { NULL, NULL } };
