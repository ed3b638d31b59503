/* Linear algebra: singular values, eigenvalues, and what is made from them.
 *
 * LAPACK does the work (runtime/lapack.h), in double precision whatever the argument has.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/matrix.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* a = u * diag (s) * vt, economy size: n = min (rows, columns) singular values, descending. a is overwritten. */
typedef struct {
  RsMatrix u, vt;
  double *s;
  int n;
} Svd;

static void
svd_clear (Svd *svd)
{
  rs_matrix_clear (&svd->u);
  rs_matrix_clear (&svd->vt);
  g_clear_pointer (&svd->s, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Svd, svd_clear)

static gboolean
decompose (const RsLapack *lapack, RsMatrix *a, Svd *svd, const char *name, GError **error)
{
  int n = MIN (a->rows, a->columns), large = MAX (a->rows, a->columns), info = 0, lwork;
  g_autofree double *work = NULL, *rwork = NULL;
  g_autofree int *iwork = g_new (int, 8 * (gsize)n + 1);

  svd->n = n;
  svd->s = g_new0 (double, n + 1);
  if (!rs_matrix_new (&svd->u, a->rows, n, a, name, error) || !rs_matrix_new (&svd->vt, n, a->columns, a, name, error))
    return FALSE;
  if (n == 0)
    return TRUE;
  if (!rs_matrix_check_finite (a, name, error))
    return FALSE;
  lwork = (int)MIN ((gint64)G_MAXINT, 4 * (gint64)n * n + 9 * (gint64)n + 66 * (gint64)large);
  work = g_try_new (double, (gsize)lwork * (gsize)rs_matrix_parts (a));
  rwork = a->is_complex ? g_try_new (double, (gsize)n * (5 * (gsize)n + 2 * (gsize)large + 7) + 1) : NULL;
  if (!work || (a->is_complex && !rwork))
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for the decomposition");
  if (a->is_complex)
    lapack->zgesdd_ ("S", &a->rows, &a->columns, a->data, &a->rows, svd->s, svd->u.data, &a->rows, svd->vt.data, &n,
                     work, &lwork, rwork, iwork, &info, 1);
  else
    lapack->dgesdd_ ("S", &a->rows, &a->columns, a->data, &a->rows, svd->s, svd->u.data, &a->rows, svd->vt.data, &n,
                     work, &lwork, iwork, &info, 1);
  return info == 0 || rs_call_fail (RS_RUNTIME_ERROR_USER, error, name, "the iteration did not converge");
}

/* The conjugate transpose of a. */
static gboolean
adjoint (const RsMatrix *a, RsMatrix *result, const char *name, GError **error)
{
  int parts = rs_matrix_parts (a);

  if (!rs_matrix_new (result, a->columns, a->rows, a, name, error))
    return FALSE;
  for (gint64 j = 0; j < a->columns; j++)
    for (gint64 i = 0; i < a->rows; i++)
      for (int p = 0; p < parts; p++)
        result->data[(i * a->columns + j) * parts + p]
          = a->data[(j * a->rows + i) * parts + p] * (p == 1 ? -1 : 1);
  return TRUE;
}

/* [U, S, V] = svd (A), S a diagonal matrix; one output: the singular values as a vec. */
RS_DEFINE_BUILTIN (SVD)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, diagonal = { 0 }, v = { 0 };
  g_auto (Svd) svd = { 0 };
  RsMatrix real;

  if (!lapack || !rs_matrix_get (&a, call, 0, "svd", error) || !decompose (lapack, &a, &svd, "svd", error))
    return FALSE;
  if (call->n_results < 2)
    return rs_matrix_return_reals (svd.s, svd.n, &a, call, 0, error);
  real = a;
  real.is_complex = FALSE;
  if (!rs_matrix_new (&diagonal, svd.n, svd.n, &real, "svd", error) || !adjoint (&svd.vt, &v, "svd", error))
    return FALSE;
  for (gint64 i = 0; i < svd.n; i++)
    diagonal.data[i * (svd.n + 1)] = svd.s[i];
  return rs_matrix_return (&svd.u, a.rows, svd.n, FALSE, call, 0, error)
         && rs_matrix_return (&diagonal, svd.n, svd.n, FALSE, call, 1, error)
         && rs_matrix_return (&v, a.columns, svd.n, FALSE, call, 2, error);
}

/* Singular values up to here count as 0: what rounding in the precision of the argument leaves. */
static double
tolerance_of (const RsMatrix *a, const Svd *svd)
{
  double eps = a->element == RS_ELEMENT_DOUBLE ? DBL_EPSILON : FLT_EPSILON;

  return svd->n > 0 ? MAX (a->rows, a->columns) * eps * svd->s[0] : 0;
}

RS_DEFINE_BUILTIN (RANK)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  g_auto (Svd) svd = { 0 };
  gint64 rank = 0;

  if (!lapack || !rs_matrix_get (&a, call, 0, "rank", error) || !decompose (lapack, &a, &svd, "rank", error))
    return FALSE;
  for (int i = 0; i < svd.n; i++)
    rank += svd.s[i] > tolerance_of (&a, &svd);
  return rs_call_return (call, rs_value_int (rank));
}

/* V * diag (1 / s) * U'. */
RS_DEFINE_BUILTIN (PINV)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, v = { 0 }, ut = { 0 }, result = { 0 };
  g_auto (Svd) svd = { 0 };

  if (!lapack || !rs_matrix_get (&a, call, 0, "pinv", error) || !decompose (lapack, &a, &svd, "pinv", error)
      || !adjoint (&svd.vt, &v, "pinv", error) || !adjoint (&svd.u, &ut, "pinv", error))
    return FALSE;
  for (gint64 j = 0; j < svd.n; j++)
    for (gint64 i = 0; i < (gint64)v.rows * rs_matrix_parts (&v); i++)
      v.data[j * v.rows * rs_matrix_parts (&v) + i] *= svd.s[j] > tolerance_of (&a, &svd) ? 1 / svd.s[j] : 0;
  return rs_matrix_multiply (lapack, &v, &ut, &result, "pinv", error)
         && rs_matrix_return (&result, result.rows, result.columns, FALSE, call, 0, error);
}

/* Eigenvectors and eigenvalues, ascending, of a matrix whose lower triangle counts; a is overwritten. */
static gboolean
return_symmetric (const RsLapack *lapack, RsMatrix *a, RsCall *call, const char *name, GError **error)
{
  g_autofree double *d = g_new0 (double, a->rows + 1), *work = NULL, *rwork = NULL;
  const char *job = call->n_results < 2 ? "N" : "V";
  int lwork = 66 * a->rows + 1, info = 0;

  work = g_new (double, (gsize)lwork * (gsize)rs_matrix_parts (a));
  rwork = g_new (double, 3 * (gsize)a->rows + 1);
  if (a->rows > 0 && a->is_complex)
    lapack->zheev_ (job, "L", &a->rows, a->data, &a->rows, d, work, &lwork, rwork, &info, 1, 1);
  else if (a->rows > 0)
    lapack->dsyev_ (job, "L", &a->rows, a->data, &a->rows, d, work, &lwork, &info, 1, 1);
  if (info != 0)
    return rs_call_fail (RS_RUNTIME_ERROR_USER, error, name, "the iteration did not converge");
  if (call->n_results < 2)
    return rs_matrix_return_reals (d, a->rows, a, call, 0, error);
  return rs_matrix_return (a, a->rows, a->rows, FALSE, call, 0, error)
         && rs_matrix_return_reals (d, a->rows, a, call, 1, error);
}

/* [v, d] = symeig (A): the lower triangle counts. One output: d. */
RS_DEFINE_BUILTIN (SYMEIG)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };

  return lapack && rs_matrix_get_square (&a, call, 0, "symeig", error) && rs_matrix_check_finite (&a, "symeig", error)
         && return_symmetric (lapack, &a, call, "symeig", error);
}

/* Whether the matrix is the conjugate of its transpose, to the last bit. */
static gboolean
is_hermitian (const RsMatrix *a)
{
  int parts = rs_matrix_parts (a);

  for (gint64 j = 0; j < a->columns; j++)
    for (gint64 i = 0; i <= j; i++)
      {
        const double *x = a->data + (j * a->rows + i) * parts, *y = a->data + (i * a->rows + j) * parts;

        if (x[0] != y[0] || (parts == 2 && x[1] != -y[1]))
          return FALSE;
      }
  return TRUE;
}

/* [v, d] = eig (A): complex eigenvectors and eigenvalues of any square matrix; of a symmetric one, what symeig gives.
 * One output: d. */
RS_DEFINE_BUILTIN (EIG)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, values = { 0 }, vectors = { 0 };
  g_autofree double *work = NULL, *rwork = NULL;
  int lwork, info = 0;

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "eig", error) || !rs_matrix_check_finite (&a, "eig", error))
    return FALSE;
  if (is_hermitian (&a))
    return return_symmetric (lapack, &a, call, "eig", error);
  rs_matrix_make_complex (&a);
  if (!rs_matrix_new (&values, 1, a.rows, &a, "eig", error)
      || !rs_matrix_new (&vectors, a.rows, a.rows, &a, "eig", error))
    return FALSE;
  lwork = 66 * a.rows + 1;
  work = g_new (double, 2 * (gsize)lwork);
  rwork = g_new (double, 2 * (gsize)a.rows + 1);
  if (a.rows > 0)
    lapack->zgeev_ ("N", "V", &a.rows, a.data, &a.rows, values.data, vectors.data, &a.rows, vectors.data, &a.rows, work,
                    &lwork, rwork, &info, 1, 1);
  if (info != 0)
    return rs_call_fail (RS_RUNTIME_ERROR_USER, error, "eig", "the iteration did not converge");
  if (call->n_results < 2)
    return rs_matrix_return (&values, 1, a.rows, TRUE, call, 0, error);
  return rs_matrix_return (&vectors, a.rows, a.rows, FALSE, call, 0, error)
         && rs_matrix_return (&values, 1, a.rows, TRUE, call, 1, error);
}

/* --- the exponential of a matrix --- */

/* Largest sum of the absolute values of a column. */
static double
norm_of (const RsMatrix *a)
{
  int parts = rs_matrix_parts (a);
  double largest = 0;

  for (gint64 j = 0; j < a->columns; j++)
    {
      double sum = 0;

      for (gint64 i = 0; i < a->rows; i++)
        {
          const double *x = a->data + (j * a->rows + i) * parts;

          sum += parts == 2 ? hypot (x[0], x[1]) : fabs (x[0]);
        }
      largest = MAX (largest, sum);
    }
  return largest;
}

/* sum += factor * term */
static void
add (RsMatrix *sum, double factor, const RsMatrix *term)
{
  gint64 n = (gint64)sum->rows * sum->columns * rs_matrix_parts (sum);

  for (gint64 i = 0; i < n; i++)
    sum->data[i] += factor * term->data[i];
}

/* a becomes the diagonal Pade approximant of degree 6 of exp (a), good to rounding for norms up to 1/2: N (a) / N (-a)
 * with the coefficients c[k] = c[k-1] * (7-k) / (k * (13-k)). */
static gboolean
pade (const RsLapack *lapack, RsMatrix *a, GError **error)
{
  g_auto (RsMatrix) numerator = { 0 }, denominator = { 0 }, power = { 0 };
  g_autofree int *pivots = g_new0 (int, a->rows + 1);
  double c = 1;
  int info = 0;

  if (!rs_matrix_new (&numerator, a->rows, a->rows, a, "expm", error)
      || !rs_matrix_new (&denominator, a->rows, a->rows, a, "expm", error)
      || !rs_matrix_new (&power, a->rows, a->rows, a, "expm", error))
    return FALSE;
  for (gint64 i = 0; i < a->rows; i++)
    power.data[i * (a->rows + 1) * rs_matrix_parts (a)] = 1;
  add (&numerator, 1, &power);
  add (&denominator, 1, &power);
  for (int k = 1; k <= 6; k++)
    {
      RsMatrix next = { 0 };

      if (!rs_matrix_multiply (lapack, &power, a, &next, "expm", error))
        return FALSE;
      rs_matrix_clear (&power);
      power = next;
      c *= (7.0 - k) / (k * (13.0 - k));
      add (&numerator, c, &power);
      add (&denominator, k % 2 ? -c : c, &power);
    }
  (a->is_complex ? lapack->zgesv_ : lapack->dgesv_) (&a->rows, &a->rows, denominator.data, &a->rows, pivots,
                                                     numerator.data, &a->rows, &info);
  rs_matrix_clear (a);
  a->data = g_steal_pointer (&numerator.data);
  return info == 0 || rs_call_fail (RS_RUNTIME_ERROR_USER, error, "expm", "the approximation failed");
}

/* By scaling and squaring (N. Higham, The scaling and squaring method for the matrix exponential revisited, 2005). */
RS_DEFINE_BUILTIN (EXPM)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  int squarings = 0;
  double norm;

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "expm", error) || !rs_matrix_check_finite (&a, "expm", error))
    return FALSE;
  norm = norm_of (&a);
  if (norm > 0.5)
    squarings = MIN (1100, (int)ceil (log2 (norm / 0.5)));
  for (gint64 i = 0; i < (gint64)a.rows * a.rows * rs_matrix_parts (&a); i++)
    a.data[i] = ldexp (a.data[i], -squarings);
  if (a.rows > 0 && !pade (lapack, &a, error))
    return FALSE;
  for (int i = 0; i < squarings && a.rows > 0; i++)
    {
      RsMatrix square = { 0 };

      if (!rs_matrix_multiply (lapack, &a, &a, &square, "expm", error))
        return FALSE;
      g_free (a.data);
      a.data = square.data;
    }
  return rs_matrix_return (&a, a.rows, a.rows, FALSE, call, 0, error);
}
