/* The benchmark programs in C, as well as plain C with OpenMP and GCC vector types does them on the machine at hand.
 *
 * tests/bench/bench.py runs each of them in turn with the Quasar program. Usage: reference NAME REPETITIONS [ARGUMENT
 * [ARGUMENT]]; prints one line a repetition, the first to warm up included: `NAME MILLISECONDS CHECK`, where CHECK is a
 * number that both sides must agree on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double
now_ms (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

void *
allocate_bytes (size_t bytes)
{
  char *x = aligned_alloc (64, (bytes + 63) / 64 * 64);

  if (x == NULL)
    {
      fprintf (stderr, "reference: out of memory\n");
      exit (1);
    }
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < bytes; i += 4096)
    memset (x + i, 0, bytes - i < 4096 ? bytes - i : 4096);
  return x;
}

float *
allocate (size_t n)
{
  return allocate_bytes (n * sizeof (float));
}

float *
pattern (int rows, int columns)
{
  float *x = allocate ((size_t)rows * columns);

#pragma omp parallel for schedule(static)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      x[(size_t)i * columns + j] = (float)((7u * i * i + 13u * i * j + 5u * j) % 256);
  return x;
}

double
checksum (const float *x, int rows, int columns)
{
  double sum = 0.0;

#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum += (double)x[(size_t)i * columns + j] * (1 + (31 * i + 17 * j) % 13);
  return sum / ((double)rows * columns);
}

double
total (const float *x, size_t n)
{
  double sum = 0.0;

#pragma omp parallel for simd schedule(static) reduction(+ : sum)
  for (size_t i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

void
report_time (const char *name, double ms, double check)
{
  printf ("%s %.4f %.9g\n", name, ms, check);
}

void
report (const char *name, double start, double check)
{
  report_time (name, now_ms () - start, check);
}

int
main (int argc, char **argv)
{
  const Program *const families[] = { pixel_programs,  filter_programs, reduction_programs, array_programs,
                                      matrix_programs, serial_programs, simulation_programs };
  const char *arguments[2] = { argc > 3 ? argv[3] : "", argc > 4 ? argv[4] : "" };

  for (size_t k = 0; argc >= 3 && k < sizeof families / sizeof *families; k++)
    for (const Program *program = families[k]; program->name; program++)
      if (strcmp (program->name, argv[1]) == 0)
        {
          program->run (atoi (argv[2]), arguments);
          return 0;
        }
  fprintf (stderr, "usage: reference NAME REPETITIONS [ARGUMENT [ARGUMENT]]; the names are:");
  for (size_t k = 0; k < sizeof families / sizeof *families; k++)
    for (const Program *program = families[k]; program->name; program++)
      fprintf (stderr, " %s", program->name);
  fprintf (stderr, "\n");
  return 2;
}
