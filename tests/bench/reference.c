/* The benchmark programs in C, as well as plain C with OpenMP and GCC vector types does them on the machine at hand.
 *
 * tests/bench/bench.py runs each of them in turn with the Quasar program of the same name. Usage: reference NAME
 * REPETITIONS; prints one line a repetition, `NAME MILLISECONDS CHECK`, where CHECK is a number that both sides must agree
 * on. Inputs are made the same way as in tests/bench/programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* libmvec's SIMD variants, without <math.h>'s condition of -ffast-math. */
__attribute__ ((simd ("notinbranch"))) extern float expf (float);
__attribute__ ((simd ("notinbranch"))) extern float logf (float);

static double
now_ms (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static float *
allocate (size_t n)
{
  float *x = aligned_alloc (64, (n * sizeof (float) + 63) / 64 * 64);

  if (x == NULL)
    {
      fprintf (stderr, "reference: out of memory\n");
      exit (1);
    }
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < n; i++)
    x[i] = 0.0f;
  return x;
}

static double
total (const float *x, size_t n)
{
  double sum = 0.0;

#pragma omp parallel for simd schedule(static) reduction(+ : sum)
  for (size_t i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

static void
report (const char *name, double start, double check)
{
  printf ("%s %.4f %.9g\n", name, now_ms () - start, check);
}

/* y = x: what the machine's memory allows. */
static void
copy (int repetitions)
{
  size_t n = (size_t)1 << 26;
  float *x = allocate (n), *y = allocate (n);

  for (int r = 0; r < repetitions; r++)
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
gamma_correction (int repetitions)
{
  size_t n = (size_t)4000 * 6000 * 3;
  float *x = allocate (n), *y = allocate (n);
  float g = 0.45f;

  for (size_t i = 0; i < n; i++)
    x[i] = (float)(i % 256);
  for (int r = 0; r < repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for simd schedule(static)
      for (size_t i = 0; i < n; i++)
        y[i] = 255.0f * expf (g * logf (x[i] / 255.0f));
      end = now_ms () - start;
      printf ("gamma %.4f %.9g\n", end, total (y, n) / (double)n);
    }
  free (x);
  free (y);
}

static int
mirror (int i, int n)
{
  return i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
}

static float
mean_at_border (const float *x, int rows, int columns, int m, int n)
{
  float sum = 0.0f;

  for (int k = -4; k <= 4; k++)
    for (int l = -4; l <= 4; l++)
      sum += x[(size_t)mirror (m + k, rows) * columns + mirror (n + l, columns)];
  return sum / 81.0f;
}

/* The row m, columns 4 to columns - 5: all 81 taps of 64 neighbouring pixels at a time, which stay in registers. */
static void
mean_of_interior (const float *x, float *y, int columns, int m)
{
  for (int first = 4; first < columns - 4; first += 64)
    {
      int length = columns - 4 - first < 64 ? columns - 4 - first : 64;
      float sums[64] = { 0 };

      for (int k = -4; k <= 4; k++)
        {
          const float *row = x + (size_t)(m + k) * columns + first;

          if (length == 64)
#pragma omp simd
            for (int c = 0; c < 64; c++)
              sums[c] += row[c - 4] + row[c - 3] + row[c - 2] + row[c - 1] + row[c] + row[c + 1] + row[c + 2] + row[c + 3] + row[c + 4];
          else
            for (int c = 0; c < length; c++)
              sums[c] += row[c - 4] + row[c - 3] + row[c - 2] + row[c - 1] + row[c] + row[c + 1] + row[c + 2] + row[c + 3] + row[c + 4];
        }
      for (int c = 0; c < length; c++)
        y[(size_t)m * columns + first + c] = sums[c] / 81.0f;
    }
}

static void
mean_filter (int repetitions)
{
  int rows = 4096, columns = 4096;
  size_t n = (size_t)rows * columns;
  float *x = allocate (n), *y = allocate (n);

  for (size_t i = 0; i < n; i++)
    x[i] = (float)(i * 7 % 256);
  for (int r = 0; r < repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for schedule(static)
      for (int m = 0; m < rows; m++)
        {
          int interior = m >= 4 && m < rows - 4;

          for (int c = 0; c < (interior ? 4 : columns); c++)
            y[(size_t)m * columns + c] = mean_at_border (x, rows, columns, m, c);
          if (!interior)
            continue;
          mean_of_interior (x, y, columns, m);
          for (int c = columns - 4; c < columns; c++)
            y[(size_t)m * columns + c] = mean_at_border (x, rows, columns, m, c);
        }
      end = now_ms () - start;
      printf ("mean %.4f %.9g\n", end, total (y, n) / (double)n);
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
mandelbrot (int repetitions)
{
  int size = 2048, steps = 256;
  size_t n = (size_t)size * size;
  float *y = allocate (n);
  float step = 2.5f / (float)size;

  for (int r = 0; r < repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for schedule(dynamic, 8)
      for (int m = 0; m < size; m++)
        for (int column = 0; column < size; column += 32)
          escape_times (y + (size_t)m * size, column, -1.25f + step * (float)m, step, steps);
      end = now_ms () - start;
      printf ("mandelbrot %.4f %.9g\n", end, total (y, n) / (double)n);
    }
  free (y);
}

static void
sum (int repetitions)
{
  size_t n = (size_t)1 << 26;
  float *x = allocate (n);

  for (size_t i = 0; i < n; i++)
    x[i] = 1.0f;
  for (int r = 0; r < repetitions; r++)
    {
      double start = now_ms (), s = 0.0;

#pragma omp parallel for schedule(static) reduction(+ : s)
      for (size_t block = 0; block < n; block += 4096)
        {
          float partial = 0.0f;

#pragma omp simd reduction(+ : partial)
          for (size_t i = block; i < block + 4096; i++)
            partial += x[i];
          s += partial;
        }
      report ("sum", start, s);
    }
  free (x);
}

static void
saxpy (int repetitions)
{
  size_t n = (size_t)1 << 26;
  float *x = allocate (n), *y = allocate (n), a = 0.5f;

  for (size_t i = 0; i < n; i++)
    {
      x[i] = (float)(i % 1000);
      y[i] = 1.0f;
    }
  for (int r = 0; r < repetitions; r++)
    {
      double start = now_ms (), end;

#pragma omp parallel for simd schedule(static)
      for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
      end = now_ms () - start;
      printf ("saxpy %.4f %.9g\n", end, total (y, n) / (double)n);
    }
  free (x);
  free (y);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*run) (int repetitions);
  } programs[] = {
    { "copy", copy }, { "gamma", gamma_correction }, { "mean", mean_filter },
    { "mandelbrot", mandelbrot }, { "sum", sum }, { "saxpy", saxpy },
  };

  for (size_t i = 0; argc == 3 && i < sizeof programs / sizeof *programs; i++)
    if (strcmp (programs[i].name, argv[1]) == 0)
      {
        programs[i].run (atoi (argv[2]));
        return 0;
      }
  fprintf (stderr, "usage: reference copy|gamma|mean|mandelbrot|sum|saxpy REPETITIONS\n");
  return 2;
}
