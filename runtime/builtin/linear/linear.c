/* Linear algebra: systems, inverse, determinant and triangular factors.
 *
 * LAPACK does the work (runtime/lapack.h), in double precision whatever the argument has.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/matrix.h"

#include <math.h>
#include <string.h>

/* Factors a in place: L below the diagonal, U on and above it. pivots (owned by the caller) says which rows were
 * exchanged. *info > 0: exactly singular. */
static int *
factor (const RsLapack *lapack, RsMatrix *a, int *info)
{
  int *pivots = g_new0 (int, MIN (a->rows, a->columns) + 1);
  int lda = MAX (1, a->rows);

  *info = 0;
  (a->is_complex ? lapack->zgetrf_ : lapack->dgetrf_) (&a->rows, &a->columns, a->data, &lda, pivots, info);
  return pivots;
}

static void
warn_singular (RsCall *call, const char *name)
{
  rs_session_message (call->session, "%s:%u: warning: %s: the matrix is singular, its inverse is inf",
                      call->path ? call->path : "", call->line, name);
}

RS_DEFINE_BUILTIN (INV)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  g_autofree int *pivots = NULL;
  g_autofree double *work = NULL;
  int info, lwork;

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "inv", error))
    return FALSE;
  pivots = factor (lapack, &a, &info);
  lwork = MAX (1, 64 * a.rows);
  work = g_new (double, (gsize)lwork * (gsize)rs_matrix_parts (&a));
  if (info == 0 && a.rows > 0)
    (a.is_complex ? lapack->zgetri_ : lapack->dgetri_) (&a.rows, a.data, &a.rows, pivots, work, &lwork, &info);
  if (info > 0)
    {
      warn_singular (call, "inv");
      for (gsize i = 0; i < (gsize)a.rows * (gsize)a.rows * (gsize)rs_matrix_parts (&a); i++)
        a.data[i] = a.is_complex && i % 2 ? 0 : HUGE_VAL;
    }
  return rs_matrix_return (&a, a.rows, a.rows, FALSE, call, 0, error);
}

RS_DEFINE_BUILTIN (DET)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  g_autofree int *pivots = NULL;
  double re = 1, im = 0;
  int info;

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "det", error))
    return FALSE;
  pivots = factor (lapack, &a, &info);
  for (int i = 0; i < a.rows; i++)
    {
      gsize place = ((gsize)i * (gsize)a.rows + (gsize)i) * (gsize)rs_matrix_parts (&a);
      double sign = pivots[i] == i + 1 ? 1 : -1, x = sign * a.data[place];
      double y = a.is_complex ? sign * a.data[place + 1] : 0, t = re * x - im * y;

      im = re * y + im * x;
      re = t;
    }
  return rs_call_return (call, a.is_complex ? rs_value_new_complex (re, im) : rs_value_scalar (re));
}

/* The upper triangle of a becomes R with transpose (R) * R = a (conjugated for complex matrices), the rest 0. FALSE
 * when a is not positive definite. */
static gboolean
cholesky (const RsLapack *lapack, RsMatrix *a)
{
  int lda = MAX (1, a->rows), parts = rs_matrix_parts (a), info = 0;

  (a->is_complex ? lapack->zpotrf_ : lapack->dpotrf_) ("U", &a->rows, a->data, &lda, &info, 1);
  for (gint64 j = 0; j < a->rows; j++)
    for (gint64 i = (j + 1) * parts; i < (gint64)a->rows * parts; i++)
      a->data[j * a->rows * parts + i] = 0;
  return info == 0;
}

RS_DEFINE_BUILTIN (CHOL)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "chol", error))
    return FALSE;
  if (!cholesky (lapack, &a))
    return rs_call_fail (RS_RUNTIME_ERROR_USER, error, "chol", "the matrix is not positive definite");
  return rs_matrix_return (&a, a.rows, a.rows, FALSE, call, 0, error);
}

/* NaN when the matrix is not positive definite. */
RS_DEFINE_BUILTIN (LOGDET)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  double total = 0;

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "logdet", error))
    return FALSE;
  if (!cholesky (lapack, &a))
    return rs_call_return (call, rs_value_scalar (NAN));
  for (gint64 i = 0; i < a.rows; i++)
    total += 2 * log (a.data[i * (a.rows + 1) * rs_matrix_parts (&a)]);
  return rs_call_return (call, rs_value_scalar (total));
}

/* [L, U, p] = lu (A): L * U = A[p,:]. */
RS_DEFINE_BUILTIN (LU)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, lower = { 0 };
  g_autofree int *pivots = NULL;
  g_autofree double *order = NULL;
  int n, parts, info;

  if (!lapack || !rs_matrix_get (&a, call, 0, "lu", error))
    return FALSE;
  n = MIN (a.rows, a.columns);
  parts = rs_matrix_parts (&a);
  if (!rs_matrix_new (&lower, a.rows, n, &a, "lu", error))
    return FALSE;
  pivots = factor (lapack, &a, &info);
  for (gint64 j = 0; j < a.columns; j++)
    for (gint64 i = 0; i < a.rows; i++)
      {
        double *from = a.data + (j * a.rows + i) * parts;

        if (i == j)
          lower.data[(j * a.rows + i) * parts] = 1;
        if (i <= j)
          continue;
        memcpy (lower.data + (j * a.rows + i) * parts, from, (gsize)parts * sizeof (double));
        memset (from, 0, (gsize)parts * sizeof (double));
      }
  order = g_new (double, a.rows + 1);
  for (int i = 0; i < a.rows; i++)
    order[i] = i;
  for (int i = 0; i < n; i++)
    {
      double t = order[i];

      order[i] = order[pivots[i] - 1];
      order[pivots[i] - 1] = t;
    }
  return rs_matrix_return (&lower, a.rows, n, FALSE, call, 0, error)
         && rs_matrix_return (&a, n, a.columns, FALSE, call, 1, error)
         && rs_matrix_return_reals (order, a.rows, &a, call, 2, error);
}

/* [Q, R] = qr (A), economy size. One output: R. */
RS_DEFINE_BUILTIN (QR)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, upper = { 0 };
  g_autofree double *tau = NULL, *work = NULL;
  int n, lda, parts, lwork, info = 0;

  if (!lapack || !rs_matrix_get (&a, call, 0, "qr", error))
    return FALSE;
  n = MIN (a.rows, a.columns);
  lda = MAX (1, a.rows);
  parts = rs_matrix_parts (&a);
  lwork = MAX (1, 64 * a.columns);
  tau = g_new0 (double, (n + 1) * parts);
  work = g_new (double, (gsize)lwork * (gsize)parts);
  (a.is_complex ? lapack->zgeqrf_ : lapack->dgeqrf_) (&a.rows, &a.columns, a.data, &lda, tau, work, &lwork, &info);
  if (!rs_matrix_new (&upper, n, a.columns, &a, "qr", error))
    return FALSE;
  for (gint64 j = 0; j < a.columns; j++)
    memcpy (upper.data + j * n * parts, a.data + j * a.rows * parts, (gsize)(MIN (j + 1, n) * parts) * sizeof (double));
  if (call->n_results < 2)
    return rs_matrix_return (&upper, n, a.columns, FALSE, call, 0, error);
  (a.is_complex ? lapack->zungqr_ : lapack->dorgqr_) (&a.rows, &n, &n, a.data, &lda, tau, work, &lwork, &info);
  return rs_matrix_return (&a, a.rows, n, FALSE, call, 0, error)
         && rs_matrix_return (&upper, n, a.columns, FALSE, call, 1, error);
}

/* Least squares of a (more rows than columns, full rank); the solution lies in the first rows of b. */
static gboolean
least_squares (const RsLapack *lapack, RsMatrix *a, RsMatrix *b)
{
  int lwork = MAX (1, 64 * (a->columns + b->columns)), parts = rs_matrix_parts (a), info = 0;
  g_autofree double *work = g_new (double, (gsize)lwork * (gsize)parts);
  double largest = 0;

  (a->is_complex ? lapack->zgels_ : lapack->dgels_) ("N", &a->rows, &a->columns, &b->columns, a->data, &a->rows,
                                                     b->data, &b->rows, work, &lwork, &info, 1);
  /* LAPACK looks for exact zeros on the diagonal of R; columns that depend on each other leave rounding errors. */
  for (gint64 i = 0; i < a->columns; i++)
    largest = MAX (largest, fabs (a->data[i * (a->rows + 1) * parts]));
  for (gint64 i = 0; i < a->columns; i++)
    if (!(fabs (a->data[i * (a->rows + 1) * parts]) > 1e-14 * largest))
      return FALSE;
  return info == 0;
}

/* A vec on the right is a column and so is the solution. */
static gboolean
solve (RsCall *call, const char *name, GError **error)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, b = { 0 };
  g_autofree int *pivots = NULL;
  gboolean good;
  int info = 0;

  if (!lapack || !rs_matrix_get (&a, call, 0, name, error) || !rs_matrix_get (&b, call, 1, name, error))
    return FALSE;
  if (b.is_vec)
    {
      b.rows = b.columns;
      b.columns = 1;
    }
  if (a.rows != b.rows)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name, "the matrix has %d rows, but the right side has %d",
                         a.rows, b.rows);
  if (a.rows < a.columns)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name, "there are fewer equations (%d) than unknowns (%d)",
                         a.rows, a.columns);
  if (a.is_complex || b.is_complex)
    {
      rs_matrix_make_complex (&a);
      rs_matrix_make_complex (&b);
    }
  pivots = g_new0 (int, a.rows + 1);
  if (a.rows != a.columns)
    good = least_squares (lapack, &a, &b);
  else
    {
      if (a.rows > 0 && b.columns > 0)
        (a.is_complex ? lapack->zgesv_ : lapack->dgesv_) (&a.rows, &b.columns, a.data, &a.rows, pivots, b.data, &b.rows,
                                                          &info);
      good = info == 0;
    }
  if (!good)
    return rs_call_fail (RS_RUNTIME_ERROR_USER, error, name,
                         "the matrix is singular; pinv (A) * b is the shortest solution");
  b.element = a.element == RS_ELEMENT_DOUBLE ? RS_ELEMENT_DOUBLE : b.element;
  return rs_matrix_return (&b, a.columns, b.columns, b.is_vec, call, 0, error);
}

RS_DEFINE_BUILTIN (SOLVE)
{
  return solve (call, "solve", error);
}

RS_DEFINE_BUILTIN (LINSOLVE)
{
  return solve (call, "linsolve", error);
}

RS_DEFINE_BUILTIN (LSOLVE)
{
  return solve (call, "lsolve", error);
}
