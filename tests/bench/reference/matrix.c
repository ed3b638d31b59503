/* Matrix products: matmul in registers and caches, blas by OpenBLAS.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reference.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float v16 __attribute__ ((vector_size (64), aligned (4)));

#define ROWS 8
#define COLUMNS 32
#define DEPTH 256

/* c[0..7][0..31] += a[0..7][0..depth-1] * panel: 16 sums stay in registers. */
static inline void
multiply_tile (const float *a, const float *panel, float *c, int n, int depth)
{
  v16 sums[ROWS][2];

  for (int i = 0; i < ROWS; i++)
    for (int v = 0; v < 2; v++)
      sums[i][v] = *(v16 *)(c + (size_t)i * n + 16 * v);
  for (int k = 0; k < depth; k++)
    {
      v16 b0 = *(const v16 *)(panel + k * COLUMNS), b1 = *(const v16 *)(panel + k * COLUMNS + 16);

#pragma GCC unroll 8
      for (int i = 0; i < ROWS; i++)
        {
          float f = a[(size_t)i * n + k];

          sums[i][0] += f * b0;
          sums[i][1] += f * b1;
        }
    }
  for (int i = 0; i < ROWS; i++)
    for (int v = 0; v < 2; v++)
      *(v16 *)(c + (size_t)i * n + 16 * v) = sums[i][v];
}

/* All of b in panels of 32 columns that lie together. */
static void
pack (const float *b, float *panels, int n)
{
#pragma omp parallel for schedule(static)
  for (int j = 0; j < n; j += COLUMNS)
    for (int k = 0; k < n; k++)
      memcpy (panels + (size_t)j * n + (size_t)k * COLUMNS, b + (size_t)k * n + j, COLUMNS * sizeof (float));
}

static void
multiply (const float *a, const float *b, float *c, float *panels, int n)
{
  pack (b, panels, n);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i += 64)
    {
      memset (c + (size_t)i * n, 0, 64 * (size_t)n * sizeof (float));
      for (int k = 0; k < n; k += DEPTH)
        for (int j = 0; j < n; j += COLUMNS)
          for (int r = i; r < i + 64; r += ROWS)
            multiply_tile (a + (size_t)r * n + k, panels + (size_t)j * n + (size_t)k * COLUMNS, c + (size_t)r * n + j,
                           n, DEPTH);
    }
}

static float *
transposed_pattern (const float *a, int n)
{
  float *b = allocate ((size_t)n * n);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[(size_t)i * n + j] = a[(size_t)j * n + i];
  return b;
}

typedef void (*Product) (const float *a, const float *b, float *c, float *scratch, int n);

static void
run_product (const char *name, Product product, int repetitions, int n)
{
  float *a = pattern (n, n), *c = allocate ((size_t)n * n), *scratch = allocate ((size_t)n * n), *b;

  for (size_t i = 0; i < (size_t)n * n; i++)
    a[i] /= 256.0f;
  b = transposed_pattern (a, n);
  for (int r = 0; r <= repetitions; r++)
    {
      double start = now_ms (), end;

      product (a, b, c, scratch, n);
      end = now_ms () - start;
      report_time (name, end, checksum (c, n, n));
    }
  free (a);
  free (b);
  free (c);
  free (scratch);
}

static void
matmul (int repetitions, const char *const *arguments)
{
  run_product ("matmul", multiply, repetitions, atoi (arguments[0]));
}

typedef void (*Gemm) (int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha, const float *a,
                      int lda, const float *b, int ldb, float beta, float *c, int ldc);
static Gemm gemm;

static void
call_gemm (const float *a, const float *b, float *c, float *scratch, int n)
{
  enum { ROW_MAJOR = 101, AS_IT_IS = 111 };

  gemm (ROW_MAJOR, AS_IT_IS, AS_IT_IS, n, n, n, 1.0f, a, n, b, n, 0.0f, c, n);
}

static void
blas (int repetitions, const char *const *arguments)
{
  void *library = dlopen ("libopenblas.so.0", RTLD_NOW);

  gemm = library ? (Gemm)dlsym (library, "cblas_sgemm") : NULL;
  if (gemm == NULL)
    fprintf (stderr, "reference: no OpenBLAS\n");
  else
    run_product ("blas", call_gemm, repetitions, atoi (arguments[0]));
}

const Program matrix_programs[] = { { "matmul", matmul }, { "blas", blas }, { NULL, NULL } };
