/* Linear algebra: singular values, eigenvalues, and what is made from them.
 *
 * LAPACK does the work (runtime/base/lapack.h), in double precision whatever the argument has.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/apart.h"
#include "runtime/builtin/linear/factor.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A decomposition by one call of the library, with all that the call needs: when the program is stopped, the call goes
 * on without it (rs_run_apart). */
typedef struct {
  const RsLapack *lapack;
  const char *job; /* "V": vectors, too */
  RsMatrix a;      /* taken from the caller, and overwritten */
  RsMatrix left, right;
  double *values, *work, *rwork;
  int *iwork;
  int n, lwork, info; /* n: how many values there are */
} Decomposition;

static void
decomposition_free (gpointer data)
{
  Decomposition *self = data;

  rs_matrix_clear (&self->a);
  rs_matrix_clear (&self->left);
  rs_matrix_clear (&self->right);
  g_free (self->values);
  g_free (self->work);
  g_free (self->rwork);
  g_free (self->iwork);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Decomposition, decomposition_free)

/* a loses its elements. work, rwork: how many doubles (work of a complex matrix: pairs) the call needs beside it. NULL
 * with an error: no memory. */
static Decomposition *
decomposition_new (const RsLapack *lapack, RsMatrix *a, int n, gint64 work, gint64 rwork, const char *name,
                   GError **error)
{
  g_autoptr (Decomposition) self = g_new0 (Decomposition, 1);

  self->lapack = lapack;
  self->job = "V";
  self->a = *a;
  a->data = NULL;
  self->n = n;
  self->lwork = (int)MIN ((gint64)G_MAXINT, work);
  self->values = g_new0 (double, (gsize)(n + 1) * (gsize)rs_matrix_parts (a));
  self->work = g_try_new (double, (gsize)self->lwork *(gsize)rs_matrix_parts (a) + 1); /* NULL: there is no memory */
  self->rwork = g_try_new (double, rwork + 1);
  if (self->work != NULL && self->rwork != NULL)
    return g_steal_pointer (&self);
  rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for the decomposition");
  return NULL;
}

#define APART_FROM 128 /* values: below, it is done before a thread has begun */

/* Calls the library. (transfer full) of self; NULL with an error. */
static Decomposition *
decompose_by (void (*call_library) (gpointer self), Decomposition *self, const char *name, GError **error)
{
  if (self->n >= APART_FROM && !rs_run_apart (call_library, self, decomposition_free, error))
    return NULL;
  if (self->n > 0 && self->n < APART_FROM)
    call_library (self);
  if (self->info == 0)
    return self;
  decomposition_free (self);
  rs_call_fail (RS_RUNTIME_ERROR_NUMERIC, error, name, "the iteration did not converge");
  return NULL;
}

static void
call_svd (gpointer data)
{
  Decomposition *self = data;
  RsMatrix *a = &self->a, *u = &self->left, *vt = &self->right;

  if (a->is_complex)
    self->lapack->zgesdd_ ("S", &a->rows, &a->columns, a->data, &a->rows, self->values, u->data, &a->rows, vt->data,
                           &self->n, self->work, &self->lwork, self->rwork, self->iwork, &self->info, 1);
  else
    self->lapack->dgesdd_ ("S", &a->rows, &a->columns, a->data, &a->rows, self->values, u->data, &a->rows, vt->data,
                           &self->n, self->work, &self->lwork, self->iwork, &self->info, 1);
}

/* a = left * diag (values) * right, economy size: n = MIN (rows, columns) singular values, descending. a loses its
 * elements. */
static Decomposition *
decompose (const RsLapack *lapack, RsMatrix *a, const char *name, GError **error)
{
  gint64 n = MIN (a->rows, a->columns), large = MAX (a->rows, a->columns);
  g_autoptr (Decomposition) svd = NULL;

  if (!rs_matrix_check_finite (a, name, error))
    return NULL;
  svd = decomposition_new (lapack, a, (int)n, 4 * n * n + 9 * n + 66 * large,
                           a->is_complex ? n * (5 * n + 2 * large + 7) : 0, name, error);
  if (svd == NULL)
    return NULL;
  svd->iwork = g_new (int, 8 * (gsize)n + 1);
  if (!rs_matrix_new (&svd->left, a->rows, n, a, name, error)
      || !rs_matrix_new (&svd->right, n, a->columns, a, name, error))
    return NULL;
  return decompose_by (call_svd, g_steal_pointer (&svd), name, error);
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
  g_autoptr (Decomposition) svd = NULL;
  RsMatrix real;

  if (!lapack || !rs_matrix_get (&a, call, 0, "svd", error) || !(svd = decompose (lapack, &a, "svd", error)))
    return FALSE;
  if (call->n_results < 2)
    return rs_matrix_return_reals (svd->values, svd->n, &a, call, 0, error);
  real = a;
  real.is_complex = FALSE;
  if (!rs_matrix_new (&diagonal, svd->n, svd->n, &real, "svd", error) || !adjoint (&svd->right, &v, "svd", error))
    return FALSE;
  for (gint64 i = 0; i < svd->n; i++)
    diagonal.data[i * (svd->n + 1)] = svd->values[i];
  return rs_matrix_return (&svd->left, a.rows, svd->n, FALSE, call, 0, error)
         && rs_matrix_return (&diagonal, svd->n, svd->n, FALSE, call, 1, error)
         && rs_matrix_return (&v, a.columns, svd->n, FALSE, call, 2, error);
}

/* Singular values up to here count as 0: what rounding in the precision of the argument leaves. */
static double
tolerance_of (const Decomposition *svd)
{
  double eps = svd->a.element == RS_ELEMENT_DOUBLE ? DBL_EPSILON : FLT_EPSILON;

  return svd->n > 0 ? MAX (svd->a.rows, svd->a.columns) * eps * svd->values[0] : 0;
}

RS_DEFINE_BUILTIN (RANK)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  g_autoptr (Decomposition) svd = NULL;
  gint64 rank = 0;

  if (!lapack || !rs_matrix_get (&a, call, 0, "rank", error) || !(svd = decompose (lapack, &a, "rank", error)))
    return FALSE;
  for (int i = 0; i < svd->n; i++)
    rank += svd->values[i] > tolerance_of (svd);
  return rs_call_return (call, rs_value_int (rank));
}

/* c = a * b; c is made. */
static gboolean
multiply (const RsLapack *lapack, const RsMatrix *a, const RsMatrix *b, RsMatrix *c, const char *name, GError **error)
{
  const RsFactor with = { lapack, RS_FACTOR_PART };

  if (rs_matrix_new (c, a->rows, b->columns, a, name, error) && rs_factor_add_product (&with, a, b, c, error))
    return TRUE;
  rs_matrix_clear (c);
  return FALSE;
}

/* V * diag (1 / s) * U'. */
RS_DEFINE_BUILTIN (PINV)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 }, v = { 0 }, ut = { 0 }, result = { 0 };
  g_autoptr (Decomposition) svd = NULL;

  if (!lapack || !rs_matrix_get (&a, call, 0, "pinv", error) || !(svd = decompose (lapack, &a, "pinv", error))
      || !adjoint (&svd->right, &v, "pinv", error) || !adjoint (&svd->left, &ut, "pinv", error))
    return FALSE;
  for (gint64 j = 0; j < svd->n; j++)
    for (gint64 i = 0; i < (gint64)v.rows * rs_matrix_parts (&v); i++)
      v.data[j * v.rows * rs_matrix_parts (&v) + i] *= svd->values[j] > tolerance_of (svd) ? 1 / svd->values[j] : 0;
  return multiply (lapack, &v, &ut, &result, "pinv", error)
         && rs_matrix_return (&result, result.rows, result.columns, FALSE, call, 0, error);
}

static void
call_symmetric (gpointer data)
{
  Decomposition *self = data;
  RsMatrix *a = &self->a;

  if (a->is_complex)
    self->lapack->zheev_ (self->job, "L", &a->rows, a->data, &a->rows, self->values, self->work, &self->lwork,
                          self->rwork, &self->info, 1, 1);
  else
    self->lapack->dsyev_ (self->job, "L", &a->rows, a->data, &a->rows, self->values, self->work, &self->lwork,
                          &self->info, 1, 1);
}

/* Eigenvectors and eigenvalues, ascending, of a matrix whose lower triangle counts; a loses its elements. */
static gboolean
return_symmetric (const RsLapack *lapack, RsMatrix *a, RsCall *call, const char *name, GError **error)
{
  g_autoptr (Decomposition) self
      = decomposition_new (lapack, a, a->rows, 66 * (gint64)a->rows + 1, 3 * (gint64)a->rows, name, error);

  if (self == NULL)
    return FALSE;
  self->job = call->n_results < 2 ? "N" : "V";
  self = decompose_by (call_symmetric, g_steal_pointer (&self), name, error);
  if (self == NULL)
    return FALSE;
  if (call->n_results < 2)
    return rs_matrix_return_reals (self->values, self->n, a, call, 0, error);
  return rs_matrix_return (&self->a, a->rows, a->rows, FALSE, call, 0, error)
         && rs_matrix_return_reals (self->values, self->n, a, call, 1, error);
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

static void
call_general (gpointer data)
{
  Decomposition *self = data;
  RsMatrix *a = &self->a, *vectors = &self->right;

  self->lapack->zgeev_ ("N", "V", &a->rows, a->data, &a->rows, self->left.data, vectors->data, &a->rows, vectors->data,
                        &a->rows, self->work, &self->lwork, self->rwork, &self->info, 1, 1);
}

/* [v, d] = eig (A): complex eigenvectors and eigenvalues of any square matrix; of a symmetric one, what symeig gives.
 * One output: d. */
RS_DEFINE_BUILTIN (EIG)
{
  const RsLapack *lapack = rs_lapack_get (error);
  g_auto (RsMatrix) a = { 0 };
  g_autoptr (Decomposition) self = NULL;
  gint64 n;

  if (!lapack || !rs_matrix_get_square (&a, call, 0, "eig", error) || !rs_matrix_check_finite (&a, "eig", error))
    return FALSE;
  if (is_hermitian (&a))
    return return_symmetric (lapack, &a, call, "eig", error);
  rs_matrix_make_complex (&a);
  n = a.rows;
  self = decomposition_new (lapack, &a, a.rows, 66 * n + 1, 2 * n, "eig", error);
  if (self == NULL || !rs_matrix_new (&self->left, 1, n, &a, "eig", error) /* the eigenvalues */
      || !rs_matrix_new (&self->right, n, n, &a, "eig", error))
    return FALSE;
  self = decompose_by (call_general, g_steal_pointer (&self), "eig", error);
  if (self == NULL)
    return FALSE;
  if (call->n_results < 2)
    return rs_matrix_return (&self->left, 1, a.rows, TRUE, call, 0, error);
  return rs_matrix_return (&self->right, a.rows, a.rows, FALSE, call, 0, error)
         && rs_matrix_return (&self->left, 1, a.rows, TRUE, call, 1, error);
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
  const RsFactor with = { lapack, RS_FACTOR_PART };
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

      if (!multiply (lapack, &power, a, &next, "expm", error))
        return FALSE;
      rs_matrix_clear (&power);
      power = next;
      c *= (7.0 - k) / (k * (13.0 - k));
      add (&numerator, c, &power);
      add (&denominator, k % 2 ? -c : c, &power);
    }
  if (!rs_factor_lu (&with, &denominator, pivots, &info, error)
      || (info == 0 && !rs_factor_solve (&with, &denominator, pivots, &numerator, error)))
    return FALSE;
  rs_matrix_clear (a);
  a->data = g_steal_pointer (&numerator.data);
  return info == 0 || rs_call_fail (RS_RUNTIME_ERROR_NUMERIC, error, "expm", "the approximation failed");
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

      if (!multiply (lapack, &a, &a, &square, "expm", error))
        return FALSE;
      g_free (a.data);
      a.data = square.data;
    }
  return rs_matrix_return (&a, a.rows, a.rows, FALSE, call, 0, error);
}
