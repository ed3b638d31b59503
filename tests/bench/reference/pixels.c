/* Programs in which every pixel is computed from itself: copy, elementwise, gamma, lab, mandelbrot, saxpy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* y = x: what the machine's memory allows. */
static void
copy (int repetitions, const char *const *arguments)
{
  size_t n = (size_t)1 << 26;
  float *x = allocate (n), *y = allocate (n);

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms ();

#pragma omp parallel for simd schedule(static)
      for (size_t i = 0; i < n; i++)
        y[i] = x[i];
      report ("copy", start, y[1]);
    }
  free (x);
  free (y);
}

static void
saxpy (int repetitions, const char *const *arguments)
{
  size_t n = (size_t)1 << 26;
  float *x = allocate (n), *y = allocate (n), a = 0.5f;

  for (size_t i = 0; i < n; i++)
    {
      x[i] = (float)(i % 1000);
      y[i] = 1.0f;
    }
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for simd schedule(static)
      for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
      end = now_ms () - start;
      report_time ("saxpy", end, total (y, n) / (double)n);
    }
  free (x);
  free (y);
}

static void
elementwise (int repetitions, const char *const *arguments)
{
  size_t n = (size_t)1 << 24;
  float *a = pattern (4096, 4096), *b = allocate (n), *c = allocate (n), *y = allocate (n);

  for (size_t i = 0; i < n; i++)
    {
      b[i] = 0.5f * a[i] + 1.0f;
      c[i] = 255.0f - a[i];
    }
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for simd schedule(static)
      for (size_t i = 0; i < n; i++)
        y[i] = a[i] * b[i] + c[i] * (a[i] - b[i]) + 0.5f * b[i];
      end = now_ms () - start;
      report_time ("elementwise", end, checksum (y, 4096, 4096));
    }
  free (a);
  free (b);
  free (c);
  free (y);
}

/* x^y for x > 0 and |y| < 8 to 4 units in the last place; exp (y * log (x)) in single precision is off by up to 10.
 * log2 (x) is a sum of two floats; the polynomials are Chebyshev interpolations of (log2 (1 + r) - r / ln 2) / r^2 and
 * of 2^f. */
static inline float
power (float x, float y)
{
  static const float logarithm[] = { 0.097656376f, -0.16673642f, 0.1704131f, -0.17919447f, 0.20532894f,
                                     -0.24046173f, 0.28855988f, -0.36067392f, 0.4808982f, -0.7213475f };
  static const float exponential[] = { 0.00015461445f, 0.0013400428f, 0.009618057f, 0.05550327f,
                                       0.24022651f, 0.6931472f, 1.0f };
  int32_t bits, exponent, n;
  float m, r, q = logarithm[0], high, low, p, t, f, g = exponential[0], scale;

  memcpy (&bits, &x, 4);
  exponent = (bits - 0x3f3504f3) >> 23;
  bits -= exponent * 0x800000;
  memcpy (&m, &bits, 4);
  r = m - 1.0f;
  for (int k = 1; k < 10; k++)
    q = q * r + logarithm[k];
  high = __builtin_fmaf (r, 1.4426950216f, (float)exponent);
  low = __builtin_fmaf (r, 1.4426950216f, (float)exponent - high) + r * 1.92596299e-08f + r * r * q;
  p = y * high;
  t = __builtin_fmaf (y, high, -p) + y * low;
  f = __builtin_rintf (p + t);
  n = (int32_t)f;
  f = (p - f) + t;
  for (int k = 1; k < 7; k++)
    g = g * f + exponential[k];
  bits = (n + 127) * 0x800000;
  memcpy (&scale, &bits, 4);
  return n < -126 ? 0.0f : g * scale;
}

static void
gamma_correction (int repetitions, const char *const *arguments)
{
  size_t n = (size_t)4000 * 6000 * 3;
  float *x = allocate (n), *y = allocate (n);
  float g = 0.45f;

  for (size_t i = 0; i < n; i++)
    x[i] = (float)(i % 256);
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for simd schedule(static)
      for (size_t i = 0; i < n; i++)
        {
          float value = power (x[i] / 255.0f, g);

          y[i] = x[i] > 0.0f ? 255.0f * value : 0.0f;
        }
      end = now_ms () - start;
      report_time ("gamma", end, total (y, n) / (double)n);
    }
  free (x);
  free (y);
}

static inline float
linear (float v)
{
  float high = power ((v + 0.055f) / 1.055f, 2.4f);

  return v > 0.04045f ? high : v / 12.92f;
}

static inline float
root (float t)
{
  float high = power (t, 1.0f / 3.0f);

  return t > 0.008856452f ? high : 7.787037f * t + 0.13793103f;
}

/* One row: the channels apart, so that each step runs over contiguous memory. */
static void
lab_row (const float *restrict rgb, float *restrict lab, int columns)
{
  enum { STRIP = 256 };
  float r[STRIP], g[STRIP], b[STRIP];

  for (int first = 0; first < columns; first += STRIP)
    {
      int n = columns - first < STRIP ? columns - first : STRIP;
      const float *in = rgb + (size_t)first * 3;
      float *out = lab + (size_t)first * 3;

#pragma omp simd
      for (int i = 0; i < n; i++)
        {
          r[i] = linear (in[3 * i] / 255.0f);
          g[i] = linear (in[3 * i + 1] / 255.0f);
          b[i] = linear (in[3 * i + 2] / 255.0f);
        }
#pragma omp simd
      for (int i = 0; i < n; i++)
        {
          float x = root ((0.4124564f * r[i] + 0.3575761f * g[i] + 0.1804375f * b[i]) / 0.95047f);
          float y = root (0.2126729f * r[i] + 0.7151522f * g[i] + 0.0721750f * b[i]);
          float z = root ((0.0193339f * r[i] + 0.1191920f * g[i] + 0.9503041f * b[i]) / 1.08883f);

          out[3 * i] = 116.0f * y - 16.0f;
          out[3 * i + 1] = 500.0f * (x - y);
          out[3 * i + 2] = 200.0f * (y - z);
        }
    }
}

static void
lab (int repetitions, const char *const *arguments)
{
  int rows = 2000, columns = 3000;
  float *x = pattern (rows, 3 * columns), *y = allocate ((size_t)rows * columns * 3);

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for schedule(static)
      for (int m = 0; m < rows; m++)
        lab_row (x + (size_t)m * columns * 3, y + (size_t)m * columns * 3, columns);
      end = now_ms () - start;
      report_time ("lab", end, checksum (y, rows, 3 * columns));
    }
  free (x);
  free (y);
}

typedef float v16 __attribute__ ((vector_size (64)));
typedef int32_t i16 __attribute__ ((vector_size (64)));

static int
any (i16 mask)
{
  int32_t all = 0;

  for (int i = 0; i < 16; i++)
    all |= mask[i];
  return all != 0;
}

/* 32 neighbouring pixels in two vectors, whose chains of operations overlap; whether all have left is asked every 8
 * steps only. steps is a multiple of 8. */
static void
escape_times (float *y, int column, float row_value, float step, int steps)
{
  v16 cr[2], zr[2] = { 0 }, zi[2] = { 0 }, ci = (v16){ 0 } + row_value;
  i16 count[2] = { 0 }, active[2];

  for (int l = 0; l < 32; l++)
    cr[l / 16][l % 16] = -2.0f + step * (float)(column + l);
  for (int k = 0; k < steps; k += 8)
    {
      for (int j = 0; j < 8; j++)
        for (int v = 0; v < 2; v++)
          {
            v16 a = zr[v] * zr[v], b = zi[v] * zi[v];

            active[v] = (a + b) < 4.0f;
            count[v] -= active[v];
            zi[v] = 2.0f * zr[v] * zi[v] + ci;
            zr[v] = a - b + cr[v];
          }
      if (!any (active[0] | active[1]))
        break;
    }
  for (int l = 0; l < 32; l++)
    y[column + l] = (float)count[l / 16][l % 16];
}

static void
mandelbrot (int repetitions, const char *const *arguments)
{
  int size = 2048, steps = 256;
  size_t n = (size_t)size * size;
  float *y = allocate (n);
  float step = 2.5f / (float)size;

  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for schedule(dynamic, 8)
      for (int m = 0; m < size; m++)
        for (int column = 0; column < size; column += 32)
          escape_times (y + (size_t)m * size, column, -1.25f + step * (float)m, step, steps);
      end = now_ms () - start;
      report_time ("mandelbrot", end, total (y, n) / (double)n);
    }
  free (y);
}

const Program pixel_programs[] = {
  { "copy", copy }, { "saxpy", saxpy }, { "elementwise", elementwise }, { "gamma", gamma_correction },
  { "lab", lab }, { "mandelbrot", mandelbrot }, { NULL, NULL },
};
