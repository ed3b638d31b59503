/* cuSOLVER: see standin.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "openblas.h"
#include "plugins/cuda/library-types.h"
#include "standin.h"

#include <string.h>

enum { NOT_INITIALIZED = 1, INVALID_VALUE = 3, EXECUTION_FAILED = 6 };

#define RS_CUSOLVER(name, arguments) cusolverStatus_t name arguments;
#include "plugins/cuda/cusolver.def"
#undef RS_CUSOLVER

struct cusolverDnContext {
  cudaStream_t stream;
};

cusolverStatus_t
cusolverGetProperty (libraryPropertyType part, int *value)
{
  *value = part == MINOR_VERSION;
  return 0;
}

cusolverStatus_t
cusolverDnCreate (cusolverDnHandle_t *handle)
{
  const int code = standin_fault ("cusolverDnCreate");

  if (code == 0)
    *handle = g_new0 (struct cusolverDnContext, 1);
  return code;
}

cusolverStatus_t
cusolverDnDestroy (cusolverDnHandle_t handle)
{
  g_free (handle);
  return 0;
}

cusolverStatus_t
cusolverDnSetStream (cusolverDnHandle_t handle, cudaStream_t stream)
{
  const int code = standin_fault ("cusolverDnSetStream");

  handle->stream = stream;
  return code;
}

/* --- factors --- */

typedef struct {
  void (*factor) (const int *m, const int *n, void *a, const int *lda, int *pivots, int *info);
  int m, n, lda;
  void *a, *work;
  int *pivots, *info;
  gsize work_bytes;
} Factors;

static int
count_work (int m, int n)
{
  return 32 * MIN (m, n) + 1;
}

static void
run_factors (void *data)
{
  const Factors *f = data;

  memset (f->work, STANDIN_FILL_WORK, f->work_bytes);
  f->factor (&f->m, &f->n, f->a, &f->lda, f->pivots, f->info);
}

static cusolverStatus_t
get_size (const char *name, int m, int n, const void *a, int lda, int *count)
{
  const int code = standin_fault (name);

  *count = count_work (m, n);
  return code != 0 ? code : m < 1 || n < 1 || lda < m || a == NULL ? INVALID_VALUE : 0;
}

cusolverStatus_t
cusolverDnDgetrf_bufferSize (cusolverDnHandle_t handle, int m, int n, double *a, int lda, int *count)
{
  return get_size ("cusolverDnDgetrf_bufferSize", m, n, a, lda, count);
}

cusolverStatus_t
cusolverDnZgetrf_bufferSize (cusolverDnHandle_t handle, int m, int n, cuDoubleComplex *a, int lda, int *count)
{
  return get_size ("cusolverDnZgetrf_bufferSize", m, n, a, lda, count);
}

static cusolverStatus_t
factor (const char *name, cusolverDnHandle_t handle, const Factors *factors, gsize bytes)
{
  const Factors *f = factors;
  const int code = standin_fault (name);
  const gsize count = (gsize)f->lda * (gsize)(f->n - 1) + (gsize)f->m;
  Factors *job;

  if (code != 0)
    return code;
  if (f->m < 1 || f->n < 1 || f->lda < f->m || !standin_is_memory (f->a, count * bytes)
      || !standin_is_memory (f->work, (gsize)count_work (f->m, f->n) * bytes)
      || !standin_is_memory (f->pivots, (gsize)MIN (f->m, f->n) * sizeof *f->pivots)
      || !standin_is_memory (f->info, sizeof *f->info))
    return INVALID_VALUE;
  job = g_memdup2 (factors, sizeof *factors);
  job->work_bytes = (gsize)count_work (f->m, f->n) * bytes;
  return standin_call (handle->stream, name, run_factors, job) == CUDA_SUCCESS ? 0 : EXECUTION_FAILED;
}

cusolverStatus_t
cusolverDnDgetrf (cusolverDnHandle_t handle, int m, int n, double *a, int lda, double *work, int *pivots, int *info)
{
  const Factors factors = { standin_openblas_get ()->dgetrf_, m, n, lda, a, work, pivots, info };

  return factor ("cusolverDnDgetrf", handle, &factors, sizeof *a);
}

cusolverStatus_t
cusolverDnZgetrf (cusolverDnHandle_t handle, int m, int n, cuDoubleComplex *a, int lda, cuDoubleComplex *work,
                  int *pivots, int *info)
{
  const Factors factors = { standin_openblas_get ()->zgetrf_, m, n, lda, a, work, pivots, info };

  return factor ("cusolverDnZgetrf", handle, &factors, sizeof *a);
}

/* --- solutions --- */

typedef struct {
  void (*solve) (const char *form, const int *n, const int *n_right, const void *a, const int *lda, const int *pivots,
                 void *b, const int *ldb, int *info, gsize length);
  cublasOperation_t form;
  int n, n_right, lda, ldb;
  const void *a;
  const int *pivots;
  void *b;
  int *info;
} Solution;

static void
run_solution (void *data)
{
  const Solution *s = data;

  s->solve (s->form == CUBLAS_OP_N   ? "N"
            : s->form == CUBLAS_OP_T ? "T"
                                     : "C",
            &s->n, &s->n_right, s->a, &s->lda, s->pivots, s->b, &s->ldb, s->info, 1);
}

static cusolverStatus_t
solve (const char *name, cusolverDnHandle_t handle, const Solution *solution, gsize bytes)
{
  const Solution *s = solution;
  const int code = standin_fault (name);
  Solution *job;

  if (code != 0)
    return code;
  if (s->n < 1 || s->n_right < 1 || s->lda < s->n || s->ldb < s->n
      || !standin_is_memory (s->a, ((gsize)s->lda * (gsize)(s->n - 1) + (gsize)s->n) * bytes)
      || !standin_is_memory (s->b, ((gsize)s->ldb * (gsize)(s->n_right - 1) + (gsize)s->n) * bytes)
      || !standin_is_memory (s->pivots, (gsize)s->n * sizeof *s->pivots)
      || !standin_is_memory (s->info, sizeof *s->info))
    return INVALID_VALUE;
  job = g_memdup2 (solution, sizeof *solution);
  return standin_call (handle->stream, name, run_solution, job) == CUDA_SUCCESS ? 0 : EXECUTION_FAILED;
}

cusolverStatus_t
cusolverDnDgetrs (cusolverDnHandle_t handle, cublasOperation_t form, int n, int n_right, const double *a, int lda,
                  const int *pivots, double *b, int ldb, int *info)
{
  const Solution solution = { standin_openblas_get ()->dgetrs_, form, n, n_right, lda, ldb, a, pivots, b, info };

  return solve ("cusolverDnDgetrs", handle, &solution, sizeof *a);
}

cusolverStatus_t
cusolverDnZgetrs (cusolverDnHandle_t handle, cublasOperation_t form, int n, int n_right, const cuDoubleComplex *a,
                  int lda, const int *pivots, cuDoubleComplex *b, int ldb, int *info)
{
  const Solution solution = { standin_openblas_get ()->zgetrs_, form, n, n_right, lda, ldb, a, pivots, b, info };

  return solve ("cusolverDnZgetrs", handle, &solution, sizeof *a);
}
