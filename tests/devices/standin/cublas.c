/* cuBLAS: see standin.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "openblas.h"
#include "plugins/cuda/library-types.h"
#include "standin.h"

#include <string.h>

#define SMALLEST_WORK (16 << 10) /* with less, products fail */

enum { NOT_INITIALIZED = 1, ALLOC_FAILED = 3, INVALID_VALUE = 7, EXECUTION_FAILED = 13 };

#define RS_CUBLAS(name, arguments) cublasStatus_t name arguments;
#include "plugins/cuda/cublas.def"
#undef RS_CUBLAS

struct cublasContext {
  cudaStream_t stream;
  void *work;
  gsize work_bytes;
};

cublasStatus_t
cublasGetProperty (libraryPropertyType part, int *value)
{
  *value = part == MINOR_VERSION;
  return 0;
}

cublasStatus_t
cublasCreate_v2 (cublasHandle_t *handle)
{
  const int code = standin_fault ("cublasCreate_v2");

  if (code == 0)
    *handle = g_new0 (struct cublasContext, 1);
  return code;
}

cublasStatus_t
cublasDestroy_v2 (cublasHandle_t handle)
{
  g_free (handle);
  return 0;
}

cublasStatus_t
cublasSetStream_v2 (cublasHandle_t handle, cudaStream_t stream)
{
  const int code = standin_fault ("cublasSetStream_v2");

  handle->stream = stream;
  handle->work = NULL;
  return code;
}

cublasStatus_t
cublasSetWorkspace_v2 (cublasHandle_t handle, void *memory, size_t bytes)
{
  const int code = standin_fault ("cublasSetWorkspace_v2");

  if (code != 0)
    return code;
  if (!standin_is_memory (memory, bytes) || (guintptr)memory % 256 != 0)
    return INVALID_VALUE;
  handle->work = memory;
  handle->work_bytes = bytes;
  return 0;
}

typedef void (*Multiply) (const char *form_a, const char *form_b, const int *m, const int *n, const int *k,
                          const void *alpha, const void *a, const int *lda, const void *b, const int *ldb,
                          const void *beta, void *c, const int *ldc, gsize length_a, gsize length_b);

typedef struct {
  Multiply multiply;
  cublasOperation_t form_a, form_b;
  int m, n, k, lda, ldb, ldc;
  const void *a, *b;
  void *c;
  double alpha[2], beta[2]; /* their bytes */
  void *work;
  gsize work_bytes;
} Product;

static const char *
get_form (cublasOperation_t form)
{
  return form == CUBLAS_OP_N ? "N" : form == CUBLAS_OP_T ? "T" : "C";
}

static void
run (void *data)
{
  const Product *p = data;

  memset (p->work, STANDIN_FILL_WORK, p->work_bytes);
  p->multiply (get_form (p->form_a), get_form (p->form_b), &p->m, &p->n, &p->k, p->alpha, p->a, &p->lda, p->b, &p->ldb,
               p->beta, p->c, &p->ldc, 1, 1);
}

/* Of a matrix of so many rows and columns, by columns. */
static gboolean
is_matrix (const void *memory, int rows, int columns, int stride, gsize bytes)
{
  return stride >= MAX (1, rows)
         && standin_is_memory (memory, ((gsize)stride * (gsize)(columns - 1) + (gsize)rows) * bytes);
}

static cublasStatus_t
multiply (const char *name, cublasHandle_t handle, const Product *product, gsize bytes, const void *alpha,
          const void *beta)
{
  const Product *p = product;
  const int code = standin_fault (name);
  Product *job;

  if (code != 0)
    return code;
  if (p->m < 1 || p->n < 1 || p->k < 1
      || !is_matrix (p->a, p->form_a == CUBLAS_OP_N ? p->m : p->k, p->form_a == CUBLAS_OP_N ? p->k : p->m, p->lda,
                     bytes)
      || !is_matrix (p->b, p->form_b == CUBLAS_OP_N ? p->k : p->n, p->form_b == CUBLAS_OP_N ? p->n : p->k, p->ldb,
                     bytes)
      || !is_matrix (p->c, p->m, p->n, p->ldc, bytes))
    return INVALID_VALUE;
  if (handle->work == NULL || handle->work_bytes < SMALLEST_WORK)
    return ALLOC_FAILED;
  job = g_memdup2 (product, sizeof *product);
  memcpy (job->alpha, alpha, bytes);
  memcpy (job->beta, beta, bytes);
  job->work = handle->work;
  job->work_bytes = handle->work_bytes;
  return standin_call (handle->stream, name, run, job) == CUDA_SUCCESS ? 0 : EXECUTION_FAILED;
}

#define DEFINE_PRODUCT(name, T, function)                                                                              \
  cublasStatus_t name (cublasHandle_t handle, cublasOperation_t form_a, cublasOperation_t form_b, int m, int n, int k, \
                       const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)         \
  {                                                                                                                    \
    const Product product = { standin_openblas_get ()->function, form_a, form_b, m, n, k, lda, ldb, ldc, a, b, c };    \
                                                                                                                       \
    return multiply (#name, handle, &product, sizeof (T), alpha, beta);                                                \
  }

DEFINE_PRODUCT (cublasSgemm_v2, float, sgemm_)
DEFINE_PRODUCT (cublasDgemm_v2, double, dgemm_)
DEFINE_PRODUCT (cublasCgemm_v2, cuComplex, cgemm_)
DEFINE_PRODUCT (cublasZgemm_v2, cuDoubleComplex, zgemm_)
