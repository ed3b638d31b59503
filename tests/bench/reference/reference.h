/* What the benchmark programs in C have in common.
 *
 * A family of programs is a file and one table of them; main.c finds the program by its name. Each makes its input as
 * the Quasar program of tests/bench/programs does, runs once to warm up and then `repetitions` times, and reports each
 * run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *name;
  void (*run) (int repetitions, const char *const *arguments); /* two arguments, "" where they are missing */
} Program;

extern const Program pixel_programs[], filter_programs[], reduction_programs[], array_programs[], matrix_programs[],
  serial_programs[], simulation_programs[];

double now_ms (void);
void *allocate_bytes (size_t bytes); /* zeroed by the threads that will use it; never NULL */
float *allocate (size_t n);
float *pattern (int rows, int columns); /* of checksum.q */
double checksum (const float *x, int rows, int columns); /* of checksum.q */
double total (const float *x, size_t n);
void report (const char *name, double start, double check); /* start: what now_ms () said before the run */
void report_time (const char *name, double ms, double check);

/* libmvec's SIMD variants, without <math.h>'s condition of -ffast-math. */
__attribute__ ((simd ("notinbranch"), const)) extern float expf (float);
__attribute__ ((simd ("notinbranch"), const)) extern float logf (float);

/* Where position i outside of 0..n-1 reads; all of these are used with constants only. */
typedef enum { MIRROR, CIRCULAR, CLAMPED, SAFE } Boundary;

static inline int
place (Boundary boundary, int i, int n) /* -1: reads as zero; i is at most n outside */
{
  if (i >= 0 && i < n)
    return i;
  switch (boundary)
    {
    case MIRROR:
      return i < 0 ? -1 - i : 2 * n - 1 - i;
    case CIRCULAR:
      return i < 0 ? i + n : i - n;
    case CLAMPED:
      return i < 0 ? 0 : n - 1;
    default:
      return -1;
    }
}

static inline float
pixel (Boundary boundary, const float *x, int rows, int columns, int m, int n)
{
  int i = place (boundary, m, rows), j = place (boundary, n, columns);

  return i < 0 || j < 0 ? 0.0f : x[(size_t)i * columns + j];
}
