/* Dense linear algebra on real matrices of moderate size: inverse, determinant, systems, eigenvalues, singular values.
 *
 * Textbook algorithms in double (Golub, Van Loan, Matrix Computations): elimination with row exchanges, Jacobi's method
 * for symmetric eigenproblems, one-sided Jacobi for singular values. They are accurate and short; a linear algebra
 * library is what large matrices need.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/blocks.h"

#include <math.h>

/* A matrix of doubles, row-major. */
typedef struct
{
  gint64 rows, columns;
  double *data;      /* owned */
  RsElement element; /* of the results */
} Matrix;

static void
matrix_clear (Matrix *matrix)
{
  g_clear_pointer (&matrix->data, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matrix, matrix_clear)

static gboolean
get_matrix (const RsCall *call, guint index, Matrix *matrix, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, index, name, error);
  RsShape shape;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  if (shape.rank > 2 || rs_element_is_complex (array->element))
    return rs_call_fail_argument (call, index, error, name, "a real matrix");
  matrix->rows = shape.dims[0];
  matrix->columns = shape.dims[1];
  matrix->element = array->element == RS_ELEMENT_DOUBLE || rs_compute_of_element (array->element) == RS_COMPUTE_INT
                        ? rs_element_of_precision (rs_call_get_precision (call))
                        : RS_ELEMENT_SINGLE;
  if (array->element == RS_ELEMENT_DOUBLE)
    matrix->element = RS_ELEMENT_DOUBLE;
  matrix->data = g_try_new (double, array->n_elements + 1);
  if (matrix->data == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for the matrix");
  if (array->n_elements > 0)
    rs_block_load (RS_COMPUTE_DOUBLE, array->element, rs_array_read (array), array->n_elements, matrix->data);
  return TRUE;
}

static gboolean
get_square (const RsCall *call, guint index, Matrix *matrix, const char *name, GError **error)
{
  if (!get_matrix (call, index, matrix, name, error))
    return FALSE;
  if (matrix->rows != matrix->columns)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name,
                         "the matrix has to be square, but is %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT, matrix->rows,
                         matrix->columns);
  return TRUE;
}

/* A result of rows x columns, or a vec when rows is 0. */
static gboolean
set_result (RsCall *call, guint index, const double *data, gint64 rows, gint64 columns, RsElement element,
            GError **error)
{
  gint64 dims[2] = { rows == 0 ? columns : rows, columns };
  RsArray *array = rs_array_new (element, rows == 0 ? 1 : 2, dims, FALSE, error);

  if (array == NULL)
    return FALSE;
  if (array->n_elements > 0)
    rs_block_store (RS_COMPUTE_DOUBLE, data, array->n_elements, element, RS_OVERFLOW_DEFAULT, rs_array_write (array));
  call->results[index] = rs_value_object (array);
  return TRUE;
}

/* Elimination of [a | b], a n x n, b n x m, both overwritten; b becomes the solution. FALSE when a is singular. The
 * determinant of a in *determinant. */
static gboolean
eliminate (double *a, double *b, gint64 n, gint64 m, double *determinant)
{
  *determinant = 1;
  for (gint64 k = 0; k < n; k++)
    {
      gint64 pivot = k;

      for (gint64 i = k + 1; i < n; i++)
        if (fabs (a[i * n + k]) > fabs (a[pivot * n + k]))
          pivot = i;
      *determinant *= a[pivot * n + k] * (pivot == k ? 1 : -1);
      if (a[pivot * n + k] == 0)
        return FALSE;
      for (gint64 j = 0; j < n && pivot != k; j++)
        {
          double t = a[k * n + j];

          a[k * n + j] = a[pivot * n + j];
          a[pivot * n + j] = t;
        }
      for (gint64 j = 0; j < m && pivot != k; j++)
        {
          double t = b[k * m + j];

          b[k * m + j] = b[pivot * m + j];
          b[pivot * m + j] = t;
        }
      for (gint64 i = k + 1; i < n; i++)
        {
          double factor = a[i * n + k] / a[k * n + k];

          for (gint64 j = k; j < n && factor != 0; j++)
            a[i * n + j] -= factor * a[k * n + j];
          for (gint64 j = 0; j < m && factor != 0; j++)
            b[i * m + j] -= factor * b[k * m + j];
        }
    }
  for (gint64 k = n - 1; k >= 0; k--)
    for (gint64 j = 0; j < m; j++)
      {
        for (gint64 i = k + 1; i < n; i++)
          b[k * m + j] -= a[k * n + i] * b[i * m + j];
        b[k * m + j] /= a[k * n + k];
      }
  return TRUE;
}

RS_DEFINE_BUILTIN (INV)
{
  g_auto (Matrix) a = { 0 };
  g_autofree double *inverse = NULL;
  double determinant;

  if (!get_square (call, 0, &a, "inv", error))
    return FALSE;
  inverse = g_new0 (double, a.rows *a.rows + 1);
  for (gint64 i = 0; i < a.rows; i++)
    inverse[i * a.rows + i] = 1;
  if (!eliminate (a.data, inverse, a.rows, a.rows, &determinant))
    {
      rs_session_message (call->session, "%s:%u: warning: inv: the matrix is singular, its inverse is inf",
                          call->path != NULL ? call->path : "", call->line);
      for (gint64 i = 0; i < a.rows * a.rows; i++)
        inverse[i] = HUGE_VAL;
    }
  return set_result (call, 0, inverse, a.rows, a.rows, a.element, error);
}

RS_DEFINE_BUILTIN (DET)
{
  g_auto (Matrix) a = { 0 };
  double determinant, nothing;

  if (!get_square (call, 0, &a, "det", error))
    return FALSE;
  eliminate (a.data, &nothing, a.rows, 0, &determinant);
  return rs_call_return (call, rs_value_scalar (determinant));
}

/* Least squares by Householder reflections of [a | b], a of full column rank; FALSE when it is not. */
static gboolean
least_squares (double *a, double *b, gint64 rows, gint64 n, gint64 m)
{
  for (gint64 k = 0; k < n; k++)
    {
      double norm = 0, scale;

      for (gint64 i = k; i < rows; i++)
        norm = hypot (norm, a[i * n + k]);
      if (norm == 0)
        return FALSE;
      norm = a[k * n + k] > 0 ? -norm : norm;
      a[k * n + k] -= norm;
      scale = -1 / (norm * a[k * n + k]); /* 2 / |v|^2 */
      for (gint64 j = k + 1; j < n + m; j++)
        {
          double *column = j < n ? a + j : b + (j - n), dot = 0;
          gint64 stride = j < n ? n : m;

          for (gint64 i = k; i < rows; i++)
            dot += a[i * n + k] * column[i * stride];
          for (gint64 i = k; i < rows; i++)
            column[i * stride] -= scale * dot * a[i * n + k];
        }
      a[k * n + k] = norm;
    }
  for (gint64 k = n - 1; k >= 0; k--)
    for (gint64 j = 0; j < m; j++)
      {
        for (gint64 i = k + 1; i < n; i++)
          b[k * m + j] -= a[k * n + i] * b[i * m + j];
        b[k * m + j] /= a[k * n + k];
      }
  return TRUE;
}

/* A vec on the right is a column and so is the solution. */
static gboolean
solve (RsCall *call, GError **error)
{
  g_auto (Matrix) a = { 0 }, b = { 0 };
  gboolean vec = call->arguments[1].tag == RS_TAG_ARRAY && call->arguments[1].array->rank == 1, good;
  double determinant;

  if (!get_matrix (call, 0, &a, "solve", error) || !get_matrix (call, 1, &b, "solve", error))
    return FALSE;
  if (vec)
    {
      b.rows = b.columns;
      b.columns = 1;
    }
  if (a.rows != b.rows)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, "solve",
                         "the matrix has %" G_GINT64_FORMAT " rows, but the right side has %" G_GINT64_FORMAT, a.rows,
                         b.rows);
  if (a.rows < a.columns)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, "solve",
                         "there are fewer equations (%" G_GINT64_FORMAT ") than unknowns (%" G_GINT64_FORMAT ")",
                         a.rows, a.columns);
  good = a.rows == a.columns ? eliminate (a.data, b.data, a.rows, b.columns, &determinant)
                             : least_squares (a.data, b.data, a.rows, a.columns, b.columns);
  if (!good)
    return rs_call_fail (RS_RUNTIME_ERROR_USER, error, "solve", "the matrix is singular");
  return set_result (call, 0, b.data, vec ? 0 : a.columns, vec ? a.columns : b.columns, a.element, error);
}

RS_DEFINE_BUILTIN (SOLVE)
{
  return solve (call, error);
}

RS_DEFINE_BUILTIN (LINSOLVE)
{
  return solve (call, error);
}

#define SWEEPS 100

/* Rotates rows and columns p and q of the symmetric matrix a so that a[p,q] becomes 0; the same for the columns of v.
 */
static void
rotate (double *a, double *v, gint64 n, gint64 p, gint64 q)
{
  double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
  double t = (theta >= 0 ? 1 : -1) / (fabs (theta) + hypot (theta, 1)), c = 1 / hypot (t, 1), s = t * c;

  for (gint64 k = 0; k < n; k++)
    {
      double x = a[k * n + p], y = a[k * n + q];

      a[k * n + p] = c * x - s * y;
      a[k * n + q] = s * x + c * y;
    }
  for (gint64 k = 0; k < n; k++)
    {
      double x = a[p * n + k], y = a[q * n + k], u = v[k * n + p], w = v[k * n + q];

      a[p * n + k] = c * x - s * y;
      a[q * n + k] = s * x + c * y;
      v[k * n + p] = c * u - s * w;
      v[k * n + q] = s * u + c * w;
    }
}

static void
diagonalize (double *a, double *v, gint64 n)
{
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    {
      double off = 0, all = 0;

      for (gint64 p = 0; p < n; p++)
        for (gint64 q = 0; q < n; q++)
          {
            all += a[p * n + q] * a[p * n + q];
            off += p != q ? a[p * n + q] * a[p * n + q] : 0;
          }
      if (!(off > 1e-30 * all))
        return;
      for (gint64 p = 0; p < n; p++)
        for (gint64 q = p + 1; q < n; q++)
          if (fabs (a[p * n + q]) > 1e-300)
            rotate (a, v, n, p, q);
    }
}

/* Columns of v in the order of the keys; every column keeps its key. */
static void
order_columns (double *keys, double *v, double *w, gint64 v_rows, gint64 w_rows, gint64 n, gboolean descending)
{
  for (gint64 i = 0; i < n; i++)
    {
      gint64 best = i;

      for (gint64 j = i + 1; j < n; j++)
        if (descending ? keys[j] > keys[best] : keys[j] < keys[best])
          best = j;
      for (gint64 k = 0; k < MAX (v_rows, w_rows) && best != i; k++)
        {
          double t;

          if (k < v_rows)
            {
              t = v[k * n + i];
              v[k * n + i] = v[k * n + best];
              v[k * n + best] = t;
            }
          if (k < w_rows)
            {
              t = w[k * n + i];
              w[k * n + i] = w[k * n + best];
              w[k * n + best] = t;
            }
        }
      if (best != i)
        {
          double t = keys[i];

          keys[i] = keys[best];
          keys[best] = t;
        }
    }
}

/* [v, d] = symeig(A): the lower triangle counts. One output: d. */
RS_DEFINE_BUILTIN (SYMEIG)
{
  g_auto (Matrix) a = { 0 };
  g_autofree double *v = NULL, *d = NULL;

  if (!get_square (call, 0, &a, "symeig", error))
    return FALSE;
  v = g_new0 (double, a.rows *a.rows + 1);
  d = g_new0 (double, a.rows + 1);
  for (gint64 i = 0; i < a.rows; i++)
    {
      v[i * a.rows + i] = 1;
      for (gint64 j = 0; j < i; j++)
        a.data[j * a.rows + i] = a.data[i * a.rows + j];
    }
  diagonalize (a.data, v, a.rows);
  for (gint64 i = 0; i < a.rows; i++)
    d[i] = a.data[i * a.rows + i];
  order_columns (d, v, NULL, a.rows, 0, a.rows, FALSE);
  if (call->n_results < 2)
    return set_result (call, 0, d, 0, a.rows, a.element, error);
  return set_result (call, 0, v, a.rows, a.rows, a.element, error)
         && set_result (call, 1, d, 0, a.rows, a.element, error);
}

/* Makes the columns p and q of u orthogonal; FALSE when they are already. */
static gboolean
orthogonalize (double *u, double *v, gint64 rows, gint64 n, gint64 p, gint64 q)
{
  double pp = 0, qq = 0, pq = 0, zeta, t, c, s;

  for (gint64 k = 0; k < rows; k++)
    {
      pp += u[k * n + p] * u[k * n + p];
      qq += u[k * n + q] * u[k * n + q];
      pq += u[k * n + p] * u[k * n + q];
    }
  if (!(fabs (pq) > 1e-15 * sqrt (pp * qq)))
    return FALSE;
  zeta = (qq - pp) / (2 * pq);
  t = (zeta >= 0 ? 1 : -1) / (fabs (zeta) + hypot (zeta, 1));
  c = 1 / hypot (t, 1);
  s = c * t;
  for (gint64 k = 0; k < MAX (rows, n); k++)
    {
      if (k < rows)
        {
          double x = u[k * n + p], y = u[k * n + q];

          u[k * n + p] = c * x - s * y;
          u[k * n + q] = s * x + c * y;
        }
      if (k < n)
        {
          double x = v[k * n + p], y = v[k * n + q];

          v[k * n + p] = c * x - s * y;
          v[k * n + q] = s * x + c * y;
        }
    }
  return TRUE;
}

/* Where a singular value is 0, the column of u is filled up to an orthonormal set. */
static void
complete_column (double *u, gint64 rows, gint64 n, gint64 column)
{
  for (gint64 e = 0; e < rows; e++)
    {
      double norm = 0;

      for (gint64 k = 0; k < rows; k++)
        u[k * n + column] = k == e;
      for (int pass = 0; pass < 2; pass++)
        for (gint64 j = 0; j < column; j++)
          {
            double dot = 0;

            for (gint64 k = 0; k < rows; k++)
              dot += u[k * n + j] * u[k * n + column];
            for (gint64 k = 0; k < rows; k++)
              u[k * n + column] -= dot * u[k * n + j];
          }
      for (gint64 k = 0; k < rows; k++)
        norm = hypot (norm, u[k * n + column]);
      if (norm < 1e-3)
        continue;
      for (gint64 k = 0; k < rows; k++)
        u[k * n + column] /= norm;
      return;
    }
}

/* a (rows x n, rows >= n) = u * diag (s) * transpose (v); u replaces a. */
static void
decompose (double *a, double *s, double *v, gint64 rows, gint64 n)
{
  gboolean changed = TRUE;
  double largest;

  for (gint64 i = 0; i < n; i++)
    v[i * n + i] = 1;
  for (int sweep = 0; sweep < SWEEPS && changed; sweep++)
    {
      changed = FALSE;
      for (gint64 p = 0; p < n; p++)
        for (gint64 q = p + 1; q < n; q++)
          changed |= orthogonalize (a, v, rows, n, p, q);
    }
  for (gint64 j = 0; j < n; j++)
    {
      s[j] = 0;
      for (gint64 k = 0; k < rows; k++)
        s[j] = hypot (s[j], a[k * n + j]);
    }
  order_columns (s, a, v, rows, n, n, TRUE);
  largest = n > 0 ? s[0] : 0;
  for (gint64 j = 0; j < n; j++)
    if (s[j] > 1e-14 * largest)
      for (gint64 k = 0; k < rows; k++)
        a[k * n + j] /= s[j];
    else
      complete_column (a, rows, n, j);
}

static void
transpose_matrix (Matrix *matrix)
{
  double *data = g_new (double, matrix->rows * matrix->columns + 1);
  gint64 rows = matrix->rows;

  for (gint64 i = 0; i < matrix->rows; i++)
    for (gint64 j = 0; j < matrix->columns; j++)
      data[j * matrix->rows + i] = matrix->data[i * matrix->columns + j];
  g_free (matrix->data);
  matrix->data = data;
  matrix->rows = matrix->columns;
  matrix->columns = rows;
}

/* [U, S, V] = svd(A), economy size; one output: the singular values as a vec. */
RS_DEFINE_BUILTIN (SVD)
{
  g_auto (Matrix) a = { 0 };
  g_autofree double *s = NULL, *v = NULL, *diagonal = NULL;
  gboolean wide;
  gint64 n;

  if (!get_matrix (call, 0, &a, "svd", error))
    return FALSE;
  wide = a.rows < a.columns;
  if (wide)
    transpose_matrix (&a);
  n = a.columns;
  s = g_new0 (double, n + 1);
  v = g_new0 (double, n *n + 1);
  decompose (a.data, s, v, a.rows, n);
  if (call->n_results < 2)
    return set_result (call, 0, s, 0, n, a.element, error);
  diagonal = g_new0 (double, n *n + 1);
  for (gint64 i = 0; i < n; i++)
    diagonal[i * n + i] = s[i];
  return set_result (call, 0, wide ? v : a.data, wide ? n : a.rows, n, a.element, error)
         && set_result (call, 1, diagonal, n, n, a.element, error)
         && (call->n_results < 3 || set_result (call, 2, wide ? a.data : v, wide ? a.rows : n, n, a.element, error));
}

/* A = transpose(R)*R. */
RS_DEFINE_BUILTIN (CHOL)
{
  g_auto (Matrix) a = { 0 };
  gint64 n;

  if (!get_square (call, 0, &a, "chol", error))
    return FALSE;
  n = a.rows;
  for (gint64 k = 0; k < n; k++)
    {
      for (gint64 i = 0; i < k; i++)
        {
          for (gint64 l = 0; l < i; l++)
            a.data[i * n + k] -= a.data[l * n + i] * a.data[l * n + k];
          a.data[i * n + k] /= a.data[i * n + i];
          a.data[k * n + i] = 0;
        }
      for (gint64 l = 0; l < k; l++)
        a.data[k * n + k] -= a.data[l * n + k] * a.data[l * n + k];
      if (!(a.data[k * n + k] > 0))
        return rs_call_fail (RS_RUNTIME_ERROR_USER, error, "chol", "the matrix is not positive definite");
      a.data[k * n + k] = sqrt (a.data[k * n + k]);
    }
  return set_result (call, 0, a.data, n, n, a.element, error);
}
