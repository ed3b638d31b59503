// What the nests in C have in common: their arguments, the formula that fills them, the clock, the file of results.
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define V(x) float x[restrict n]       // a vector
#define F(x) float x[restrict n * n]   // a vector with as many elements as a matrix
#define M(x) float x[restrict n][n]    // a matrix
#define D(x) M (x)                     // a matrix with a large diagonal
#define C(x) float x[restrict n][n][n] // a cube
#define P(x) int x[restrict n]         // all indices of a vector, in disorder

#define mod(a, b) ((a) % (b))

static inline double
milliseconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

// The same as fill of nests.q: `count` elements of argument `number`, within (0,1], and a diagonal that is n larger.
static inline void
fill (float *x, size_t count, int number, size_t n, int kind)
{
  for (size_t i = 0; i < count; i++)
    x[i] = ((i * 389 + number * 101) % 1009 + 1) / 1009.0 + (kind == 'D' && i % (n + 1) == 0 ? n : 0);
}

static inline int *
disorder (size_t n)
{
  int *p = malloc (n * sizeof *p);
  for (size_t i = 0; i < n; i++)
    p[i] = i * 7919 % n;
  return p;
}
