/* Factorisations in parts give what LAPACK's single calls give: sizes around those of the parts, real and complex,
 * singular matrices, NaN, and a program that is stopped in between.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/linear/factor.h"

#include <math.h>
#include <string.h>

#define WHOLE 1e30      /* products in a call: all of them */
#define TOLERANCE 1e-12 /* of residuals, relative to the norms */

static const RsLapack *lapack;

/* Parts of the smallest size, of some, and a single call. */
static const double parts[] = { 1, 3e5, WHOLE };
static const int sizes[] = { 1, 2, 63, 64, 65, 128, 129, 257, 300 };

static RsMatrix
new_matrix (int rows, int columns, gboolean is_complex)
{
  return (
      RsMatrix){ rows,  columns,           is_complex,
                 FALSE, RS_ELEMENT_DOUBLE, g_new0 (double, (gsize)rows *(gsize)columns *(is_complex ? 2u : 1u) + 1) };
}

static gsize
count_doubles (const RsMatrix *a)
{
  return (gsize)a->rows * (gsize)a->columns * (gsize)rs_matrix_parts (a);
}

static RsMatrix
new_random (int rows, int columns, gboolean is_complex)
{
  RsMatrix a = new_matrix (rows, columns, is_complex);

  for (gsize i = 0; i < count_doubles (&a); i++)
    a.data[i] = g_test_rand_double_range (-1, 1);
  return a;
}

static RsMatrix
copy_matrix (const RsMatrix *a)
{
  RsMatrix copy = *a;

  copy.data = g_memdup2 (a->data, (count_doubles (a) + 1) * sizeof (double));
  return copy;
}

static double
get_norm (const RsMatrix *a)
{
  double sum = 0;

  for (gsize i = 0; i < count_doubles (a); i++)
    sum += a->data[i] * a->data[i];
  return sqrt (sum);
}

/* |a * b - c| is small beside the norms. */
static void
assert_product (const RsMatrix *a, const RsMatrix *b, const RsMatrix *c)
{
  const RsFactor with = { lapack, WHOLE };
  g_auto (RsMatrix) difference = new_matrix (a->rows, b->columns, a->is_complex);

  g_assert_true (rs_factor_add_product (&with, a, b, &difference, NULL));
  for (gsize i = 0; i < count_doubles (c); i++)
    difference.data[i] -= c->data[i];
  g_assert_cmpfloat (get_norm (&difference), <=, TOLERANCE * (get_norm (a) * get_norm (b) + get_norm (c)));
}

static RsMatrix
new_identity (int n, gboolean is_complex)
{
  RsMatrix a = new_matrix (n, n, is_complex);

  for (gsize i = 0; i < (gsize)n; i++)
    a.data[i * (gsize)(n + 1) * (gsize)rs_matrix_parts (&a)] = 1;
  return a;
}

static RsMatrix
new_adjoint (const RsMatrix *a)
{
  RsMatrix b = new_matrix (a->columns, a->rows, a->is_complex);
  int n = rs_matrix_parts (a);

  for (int j = 0; j < a->columns; j++)
    for (int i = 0; i < a->rows; i++)
      for (int p = 0; p < n; p++)
        b.data[(i * a->columns + j) * n + p] = (p == 1 ? -1 : 1) * a->data[(j * a->rows + i) * n + p];
  return b;
}

/* The part of a matrix below its diagonal becomes 0. */
static void
keep_upper (RsMatrix *a)
{
  int n = rs_matrix_parts (a);

  for (int j = 0; j < a->columns; j++)
    for (int i = (j + 1) * n; i < a->rows * n; i++)
      a->data[j * a->rows * n + i] = 0;
}

static void
for_all_sizes (void (*check) (const RsFactor *with, int n, gboolean is_complex))
{
  for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
    for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (int is_complex = 0; is_complex < 2; is_complex++)
        check (&(RsFactor){ lapack, parts[k] }, sizes[i], is_complex);
}

static void
check_solution (const RsFactor *with, int n, gboolean is_complex)
{
  g_auto (RsMatrix) a = new_random (n, n, is_complex), b = new_random (n, 70, is_complex), lu = copy_matrix (&a);
  g_auto (RsMatrix) x = copy_matrix (&b), one = new_identity (n, is_complex), plain = copy_matrix (&a);
  g_autofree int *pivots = g_new (int, n), *plain_pivots = g_new (int, n);
  int info = -1;

  g_assert_true (rs_factor_lu (with, &lu, pivots, &info, NULL));
  g_assert_cmpint (info, ==, 0);
  (is_complex ? lapack->zgetrf_ : lapack->dgetrf_) (&n, &n, plain.data, &n, plain_pivots, &info);
  g_assert_cmpmem (pivots, (gsize)n * sizeof (int), plain_pivots, (gsize)n * sizeof (int));
  g_assert_true (rs_factor_solve (with, &lu, pivots, &x, NULL));
  assert_product (&a, &x, &b);
  g_assert_true (rs_factor_invert (with, &lu, pivots, NULL));
  assert_product (&a, &lu, &one);
  assert_product (&lu, &a, &one);
}

static void
test_solution (void)
{
  for_all_sizes (check_solution);
}

static void
check_cholesky (const RsFactor *with, int n, gboolean is_complex)
{
  g_auto (RsMatrix) a = new_random (n, n, is_complex), b = new_adjoint (&a), square = new_matrix (n, n, is_complex);
  g_auto (RsMatrix) r = { 0 }, adjoint = { 0 };
  const RsFactor whole = { lapack, WHOLE };
  int info = -1;

  g_assert_true (rs_factor_add_product (&whole, &a, &b, &square, NULL));
  for (gsize i = 0; i < (gsize)n; i++)
    square.data[i * (gsize)(n + 1) * (gsize)rs_matrix_parts (&a)] += 1;
  r = copy_matrix (&square);
  g_assert_true (rs_factor_cholesky (with, &r, &info, NULL));
  g_assert_cmpint (info, ==, 0);
  keep_upper (&r);
  adjoint = new_adjoint (&r);
  assert_product (&adjoint, &r, &square);
  square.data[(gsize)(n * n - 1) * (gsize)rs_matrix_parts (&a)] = -1;
  g_assert_true (rs_factor_cholesky (with, &square, &info, NULL));
  g_assert_cmpint (info, >, 0);
}

static void
test_cholesky (void)
{
  for_all_sizes (check_cholesky);
}

/* a as high as 3 times its width, as wide as that, or square; least squares where it is high. */
static void
check_qr_of (const RsFactor *with, int rows, int columns, gboolean is_complex)
{
  const int n = MIN (rows, columns);
  g_auto (RsMatrix) a = new_random (rows, columns, is_complex), q = copy_matrix (&a);
  g_auto (RsMatrix) r = new_matrix (n, columns, is_complex), adjoint = { 0 }, one = new_identity (n, is_complex);
  g_autofree double *tau = g_new0 (double, 2 * n);
  gsize bytes = (gsize)rs_matrix_parts (&a) * sizeof (double);

  g_assert_true (rs_factor_qr (with, &q, tau, NULL));
  for (int j = 0; j < columns; j++)
    memcpy ((char *)r.data + (gsize)(j * n) * bytes, (char *)q.data + (gsize)(j * rows) * bytes, (gsize)n * bytes);
  keep_upper (&r);
  if (rows >= columns)
    {
      g_auto (RsMatrix) x = new_random (columns, 3, is_complex), b = new_matrix (rows, 3, is_complex), y = { 0 };
      const RsFactor whole = { lapack, WHOLE };

      g_assert_true (rs_factor_add_product (&whole, &a, &x, &b, NULL));
      y = copy_matrix (&b);
      g_assert_true (rs_factor_solve_least_squares (with, &q, tau, &y, NULL));
      for (int j = 0; j < 3; j++)
        memcpy ((char *)x.data + (gsize)(j * columns) * bytes, (char *)y.data + (gsize)(j * rows) * bytes,
                (gsize)columns * bytes);
      assert_product (&a, &x, &b);
    }
  g_assert_true (rs_factor_make_q (with, &q, tau, NULL));
  q.columns = n;
  assert_product (&q, &r, &a);
  adjoint = new_adjoint (&q);
  assert_product (&adjoint, &q, &one);
}

static void
check_qr (const RsFactor *with, int n, gboolean is_complex)
{
  check_qr_of (with, n, n, is_complex);
  check_qr_of (with, 2 * n + 1, n, is_complex);
  check_qr_of (with, n, 2 * n + 1, is_complex);
}

static void
test_qr (void)
{
  for_all_sizes (check_qr);
}

/* Rows that depend on each other exactly: the same zero on the diagonal as of the single call. */
static void
test_singular (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
    for (int zero = 0; zero < 300; zero += 37)
      {
        const RsFactor with = { lapack, parts[k] };
        const int n = 300;
        g_auto (RsMatrix) a = new_random (n, n, FALSE), plain = { 0 };
        g_autofree int *pivots = g_new (int, n);
        int info = 0, plain_info = 0;

        for (int i = 0; i < n; i++)
          a.data[zero * n + i] = 0;
        plain = copy_matrix (&a);
        lapack->dgetrf_ (&n, &n, plain.data, &n, pivots, &plain_info);
        g_assert_true (rs_factor_lu (&with, &a, pivots, &info, NULL));
        g_assert_cmpint (info, ==, zero + 1);
        g_assert_cmpint (info, ==, plain_info);
      }
}

/* NaN ends no loop and reaches the inverse. */
static void
test_nan (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
    {
      const RsFactor with = { lapack, parts[k] };
      const int n = 300;
      g_auto (RsMatrix) a = new_random (n, n, FALSE);
      g_autofree int *pivots = g_new (int, n);
      gboolean has_nan = FALSE;
      int info = 0;

      a.data[150 * n + 150] = NAN;
      g_assert_true (rs_factor_lu (&with, &a, pivots, &info, NULL));
      if (info == 0)
        g_assert_true (rs_factor_invert (&with, &a, pivots, NULL));
      for (int i = 0; i < n * n; i++)
        has_nan = has_nan || isnan (a.data[i]);
      g_assert_true (has_nan);
    }
}

static guint n_polls;
static gint stop;

/* The program is stopped at the 10th poll. */
static void
count_poll (gpointer data)
{
  if (++n_polls == 10)
    g_atomic_int_set (&stop, 1);
}

static void
assert_stopped (gboolean good, GError **error)
{
  g_assert_false (good);
  g_assert_error (*error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
  g_clear_error (error);
  g_assert_cmpint (n_polls, ==, 10);
  g_atomic_int_set (&stop, 0);
  n_polls = 0;
}

static void
test_stop (void)
{
  const RsFactor with = { lapack, 1 }, whole = { lapack, WHOLE };
  const int n = 600;
  g_auto (RsMatrix) a = new_random (n, n, FALSE), lu = copy_matrix (&a), x = copy_matrix (&a);
  g_auto (RsMatrix) one = new_identity (n, FALSE), q = copy_matrix (&a);
  g_autofree int *pivots = g_new (int, n);
  g_autofree double *tau = g_new0 (double, n);
  GError *error = NULL;
  int info;

  g_assert_true (rs_factor_lu (&whole, &lu, pivots, &info, NULL));
  g_assert_true (rs_factor_qr (&whole, &q, tau, NULL));
  rs_error_watch_stop (&stop);
  rs_error_watch_poll (count_poll, NULL);
  assert_stopped (rs_factor_lu (&with, &a, pivots, &info, &error), &error);
  assert_stopped (rs_factor_solve (&with, &lu, pivots, &x, &error), &error);
  assert_stopped (rs_factor_cholesky (&with, &one, &info, &error), &error);
  assert_stopped (rs_factor_qr (&with, &x, tau, &error), &error);
  assert_stopped (rs_factor_make_q (&with, &q, tau, &error), &error);
  assert_stopped (rs_factor_invert (&with, &lu, pivots, &error), &error);
  rs_error_watch_poll (NULL, NULL);
  rs_error_watch_stop (NULL);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  lapack = rs_lapack_get (&error);
  if (lapack == NULL)
    {
      g_print ("1..0 # SKIP %s\n", error->message);
      return 0;
    }
  g_test_add_func ("/factor/solution", test_solution);
  g_test_add_func ("/factor/cholesky", test_cholesky);
  g_test_add_func ("/factor/qr", test_qr);
  g_test_add_func ("/factor/singular", test_singular);
  g_test_add_func ("/factor/nan", test_nan);
  g_test_add_func ("/factor/stop", test_stop);
  return g_test_run ();
}
