/* Linear algebra: systems, inverse, determinant and triangular factors.
 *
 * LAPACK does the work (runtime/base/lapack.h), in double precision whatever the argument has.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/linear/factor.h"

#include "runtime/builtin/device/systems.h"

#include <math.h>
#include <string.h>

/* Factors a in place (rs_factor_lu). pivots: (transfer full); NULL: stopped. */
static int *
factor (const RsFactor *with, RsMatrix *a, int *info, GError **error)
{
  g_autofree int *pivots = g_new0 (int, MIN (a->rows, a->columns) + 1);

  return rs_factor_lu (with, a, pivots, info, error) ? g_steal_pointer (&pivots) : NULL;
}

/* Not where the elements are lost, which is raised behind the function. */
static void
warn_singular (RsCall *call, const char *name)
{
  if (rs_array_loss != NULL)
    return;
  rs_session_warn (call->session, call->path, call->line, 0, RS_SAY (MATRIX_SINGULAR), name);
}

/* The inverse of a singular matrix. */
static void
fill_infinite (const RsCall *call, RsArray *matrix)
{
  const double infinite[] = { HUGE_VAL, 0 };
  const float single[] = { HUGE_VALF, 0 };
  const gboolean is_double = matrix->element == RS_ELEMENT_DOUBLE || matrix->element == RS_ELEMENT_CDOUBLE;
  const gsize bytes = rs_element_get_bytes (matrix->element);
  gconstpointer element = is_double ? (gconstpointer)infinite : single;
  char *out = rs_array_overwrite (matrix);

  for (gint64 i = 0, since = 0; i < matrix->n_elements && !rs_error_set_stopped_after (&since, 1, NULL); i++)
    memcpy (out + (gsize)i * bytes, element, bytes);
}

/* Where the matrix lives on a device that has a library. */
static RsLaunchResult
inverse_on_device (RsCall *call, GError **error)
{
  RsArray *matrix = call->arguments[0].tag == RS_TAG_ARRAY ? call->arguments[0].array : NULL;
  g_autoptr (RsArray) inverse = NULL;
  gboolean is_singular = FALSE;
  RsLaunchResult launched;

  if (matrix == NULL || !rs_device_is_used (call->session))
    return RS_LAUNCH_INTERPRET;
  launched = rs_device_inverse (call->session, "inv", matrix, &inverse, &is_singular, error);
  if (launched != RS_LAUNCH_QUEUED)
    return launched;
  if (is_singular)
    {
      warn_singular (call, "inv");
      fill_infinite (call, inverse);
    }
  return rs_call_return_array (call, g_steal_pointer (&inverse)) ? RS_LAUNCH_QUEUED : RS_LAUNCH_FAILED;
}

RS_DEFINE_BUILTIN (INV)
{
  const RsLaunchResult launched = inverse_on_device (call, error);
  const RsFactor with = { launched == RS_LAUNCH_INTERPRET ? rs_lapack_get (error) : NULL, RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 };
  g_autofree int *pivots = NULL;
  int info;

  if (launched != RS_LAUNCH_INTERPRET)
    return launched == RS_LAUNCH_QUEUED;
  if (!with.lapack || !rs_matrix_get_square (&a, call, 0, "inv", error))
    return FALSE;
  pivots = factor (&with, &a, &info, error);
  if (!pivots || (info == 0 && !rs_factor_invert (&with, &a, pivots, error)))
    return FALSE;
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
  const RsFactor with = { rs_lapack_get (error), RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 };
  g_autofree int *pivots = NULL;
  double re = 1, im = 0;
  int info;

  if (!with.lapack || !rs_matrix_get_square (&a, call, 0, "det", error))
    return FALSE;
  pivots = factor (&with, &a, &info, error);
  if (!pivots)
    return FALSE;
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

/* The upper triangle of a becomes R with transpose (R) * R = a (conjugated for complex matrices), the rest 0.
 * *is_positive: whether a is positive definite; only then is there an R. */
static gboolean
cholesky (const RsFactor *with, RsMatrix *a, gboolean *is_positive, GError **error)
{
  int parts = rs_matrix_parts (a), info;

  if (!rs_factor_cholesky (with, a, &info, error))
    return FALSE;
  for (gint64 j = 0; j < a->rows; j++)
    for (gint64 i = (j + 1) * parts; i < (gint64)a->rows * parts; i++)
      a->data[j * a->rows * parts + i] = 0;
  *is_positive = info == 0;
  return TRUE;
}

RS_DEFINE_BUILTIN (CHOL)
{
  const RsFactor with = { rs_lapack_get (error), RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 };
  gboolean is_positive;

  if (!with.lapack || !rs_matrix_get_square (&a, call, 0, "chol", error) || !cholesky (&with, &a, &is_positive, error))
    return FALSE;
  if (!is_positive)
    return rs_call_fail (RS_RUNTIME_ERROR_NUMERIC, error, "chol", "the matrix is not positive definite");
  return rs_matrix_return (&a, a.rows, a.rows, FALSE, call, 0, error);
}

/* NaN when the matrix is not positive definite. */
RS_DEFINE_BUILTIN (LOGDET)
{
  const RsFactor with = { rs_lapack_get (error), RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 };
  gboolean is_positive;
  double total = 0;

  if (!with.lapack || !rs_matrix_get_square (&a, call, 0, "logdet", error)
      || !cholesky (&with, &a, &is_positive, error))
    return FALSE;
  if (!is_positive)
    return rs_call_return (call, rs_value_scalar (NAN));
  for (gint64 i = 0; i < a.rows; i++)
    total += 2 * log (a.data[i * (a.rows + 1) * rs_matrix_parts (&a)]);
  return rs_call_return (call, rs_value_scalar (total));
}

/* [L, U, p] = lu (A): L * U = A[p,:]. */
RS_DEFINE_BUILTIN (LU)
{
  const RsFactor with = { rs_lapack_get (error), RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 }, lower = { 0 };
  g_autofree int *pivots = NULL;
  g_autofree double *order = NULL;
  int n, parts, info;

  if (!with.lapack || !rs_matrix_get (&a, call, 0, "lu", error))
    return FALSE;
  n = MIN (a.rows, a.columns);
  parts = rs_matrix_parts (&a);
  if (!rs_matrix_new (&lower, a.rows, n, &a, "lu", error))
    return FALSE;
  pivots = factor (&with, &a, &info, error);
  if (!pivots)
    return FALSE;
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
  const RsFactor with = { rs_lapack_get (error), RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 }, upper = { 0 };
  g_autofree double *tau = NULL;
  int n, parts;

  if (!with.lapack || !rs_matrix_get (&a, call, 0, "qr", error))
    return FALSE;
  n = MIN (a.rows, a.columns);
  parts = rs_matrix_parts (&a);
  tau = g_new0 (double, (n + 1) * parts);
  if (!rs_factor_qr (&with, &a, tau, error) || !rs_matrix_new (&upper, n, a.columns, &a, "qr", error))
    return FALSE;
  for (gint64 j = 0; j < a.columns; j++)
    memcpy (upper.data + j * n * parts, a.data + j * a.rows * parts, (gsize)(MIN (j + 1, n) * parts) * sizeof (double));
  if (call->n_results < 2)
    return rs_matrix_return (&upper, n, a.columns, FALSE, call, 0, error);
  return rs_factor_make_q (&with, &a, tau, error) && rs_matrix_return (&a, a.rows, n, FALSE, call, 0, error)
         && rs_matrix_return (&upper, n, a.columns, FALSE, call, 1, error);
}

/* Whether the columns of a matrix are independent, from the diagonal of its R: those that depend on each other leave
 * rounding errors there. */
static gboolean
has_full_rank (const RsMatrix *qr)
{
  int parts = rs_matrix_parts (qr);
  double largest = 0;

  for (gint64 i = 0; i < qr->columns; i++)
    largest = MAX (largest, fabs (qr->data[i * (qr->rows + 1) * parts]));
  for (gint64 i = 0; i < qr->columns; i++)
    if (!(fabs (qr->data[i * (qr->rows + 1) * parts]) > 1e-14 * largest))
      return FALSE;
  return TRUE;
}

/* Least squares of a (more rows than columns); the solution lies in the first rows of b. *is_singular: there is
 * none. */
static gboolean
least_squares (const RsFactor *with, RsMatrix *a, RsMatrix *b, gboolean *is_singular, GError **error)
{
  g_autofree double *tau = g_new0 (double, (a->columns + 1) * rs_matrix_parts (a));

  if (!rs_factor_qr (with, a, tau, error))
    return FALSE;
  *is_singular = !has_full_rank (a);
  return *is_singular || rs_factor_solve_least_squares (with, a, tau, b, error);
}

/* As many equations as unknowns. */
static gboolean
solve_square (const RsFactor *with, RsMatrix *a, RsMatrix *b, gboolean *is_singular, GError **error)
{
  g_autofree int *pivots = NULL;
  int info;

  pivots = factor (with, a, &info, error);
  if (!pivots)
    return FALSE;
  *is_singular = info > 0;
  return *is_singular || rs_factor_solve (with, a, pivots, b, error);
}

static gboolean
fail_singular (const char *name, GError **error)
{
  return rs_call_fail (RS_RUNTIME_ERROR_NUMERIC, error, name,
                       "the matrix is singular; pinv (A) * b is the shortest solution");
}

/* Where one of the two lives on a device that has a library. */
static RsLaunchResult
solve_on_device (RsCall *call, const char *name, GError **error)
{
  const RsValue *arguments = call->arguments;
  g_autoptr (RsArray) x = NULL;
  gboolean is_singular = FALSE;
  RsLaunchResult launched;

  if (arguments[0].tag != RS_TAG_ARRAY || arguments[1].tag != RS_TAG_ARRAY || !rs_device_is_used (call->session))
    return RS_LAUNCH_INTERPRET;
  launched = rs_device_solve (call->session, name, arguments[0].array, arguments[1].array, &x, &is_singular, error);
  if (launched != RS_LAUNCH_QUEUED)
    return launched;
  if (is_singular)
    {
      fail_singular (name, error);
      return RS_LAUNCH_FAILED;
    }
  return rs_call_return_array (call, g_steal_pointer (&x)) ? RS_LAUNCH_QUEUED : RS_LAUNCH_FAILED;
}

/* A vec on the right is a column and so is the solution. */
static gboolean
solve (RsCall *call, const char *name, GError **error)
{
  const RsLaunchResult launched = solve_on_device (call, name, error);
  const RsFactor with = { launched == RS_LAUNCH_INTERPRET ? rs_lapack_get (error) : NULL, RS_FACTOR_PART };
  g_auto (RsMatrix) a = { 0 }, b = { 0 };
  gboolean is_singular = FALSE;

  if (launched != RS_LAUNCH_INTERPRET)
    return launched == RS_LAUNCH_QUEUED;
  if (!with.lapack || !rs_matrix_get (&a, call, 0, name, error) || !rs_matrix_get (&b, call, 1, name, error))
    return FALSE;
  if (b.is_vec)
    {
      b.rows = b.columns;
      b.columns = 1;
    }
  if (a.rows != b.rows)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "the matrix has %d rows, but the right side has %d", a.rows, b.rows);
  if (a.rows < a.columns)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "there are fewer equations (%d) than unknowns (%d)", a.rows, a.columns);
  if (a.is_complex || b.is_complex)
    {
      rs_matrix_make_complex (&a);
      rs_matrix_make_complex (&b);
    }
  if (a.rows != a.columns ? !least_squares (&with, &a, &b, &is_singular, error)
                          : a.rows > 0 && b.columns > 0 && !solve_square (&with, &a, &b, &is_singular, error))
    return FALSE;
  if (is_singular)
    return fail_singular (name, error);
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
