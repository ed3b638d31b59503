/* Factorisations in parts.
 *
 * All of them halve: a matrix is divided until a part is small enough for one call of the library. So most of the work
 * is products of large parts, at which the library is best, and no part takes long, whatever the sizes of the matrix
 * are (F. Gustavson, Recursion leads to automatic variable blocking for dense linear-algebra algorithms, 1997).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/linear/factor.h"

#include <string.h>

#define NARROW 64 /* columns (or rows) of a part that is not divided any more: the library's own blocks */

/* A part of a matrix, whose columns are stride elements apart. */
typedef struct {
  double *data;
  gint64 rows, columns;
  int stride;
  int parts; /* doubles an element */
} Block;

static Block
whole (const RsMatrix *matrix)
{
  return (Block){ matrix->data, matrix->rows, matrix->columns, MAX (1, matrix->rows), rs_matrix_parts (matrix) };
}

static Block
part (const Block *block, gint64 row, gint64 column, gint64 rows, gint64 columns)
{
  return (Block){ block->data + (column * block->stride + row) * block->parts, rows, columns, block->stride,
                  block->parts };
}

typedef enum { NOT_DIVIDED, ROWS, COLUMNS } Axis;

/* The parts of a block before and from the row or column `at`; not divided: twice the block. */
static void
divide (const Block *block, Axis axis, gint64 at, Block halves[2])
{
  halves[0] = halves[1] = *block;
  if (axis == ROWS)
    {
      halves[0] = part (block, 0, 0, at, block->columns);
      halves[1] = part (block, at, 0, block->rows - at, block->columns);
    }
  else if (axis == COLUMNS)
    {
      halves[0] = part (block, 0, 0, block->rows, at);
      halves[1] = part (block, 0, at, block->rows, block->columns - at);
    }
}

/* About the half, of whole blocks where there are some. */
static gint64
half (gint64 n)
{
  return n >= 4 * NARROW ? n / 2 / NARROW * NARROW : n / 2;
}

/* Whether one call of the library may do that many products of elements. */
static gboolean
is_small (const RsFactor *self, const Block *block, double products)
{
  return products * (block->parts == 2 ? 4 : 1) <= self->part;
}

static const double one[2] = { 1, 0 }, minus_one[2] = { -1, 0 };

/* --- products and triangular systems --- */

typedef enum { AS_IT_IS, ADJOINT } Form; /* ADJOINT: the conjugate of the transpose */

static const char *
get_form (const Block *block, Form form)
{
  return form == AS_IT_IS ? "N" : block->parts == 2 ? "C" : "T";
}

/* c += factor * a * b, or of a's adjoint, in one call. */
static void
call_product (const RsFactor *self, const double *factor, Form form, const Block *a, const Block *b, const Block *c)
{
  const int m = (int)c->rows, n = (int)c->columns, k = (int)b->rows;

  if (m > 0 && n > 0 && k > 0)
    (c->parts == 2 ? self->lapack->zgemm_ : self->lapack->dgemm_) (get_form (a, form), "N", &m, &n, &k, factor, a->data,
                                                                   &a->stride, b->data, &b->stride, one, c->data,
                                                                   &c->stride, 1, 1);
}

/* The same in parts: the longest of the three lengths is halved. */
static gboolean
add_product (const RsFactor *self, const double *factor, Form form, Block a, Block b, Block c, GError **error)
{
  gint64 depth = b.rows, longest = MAX (depth, MAX (c.rows, c.columns));
  Block as[2], bs[2], cs[2];

  if (longest <= NARROW || is_small (self, &c, (double)c.rows * (double)c.columns * (double)depth))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      call_product (self, factor, form, &a, &b, &c);
      return TRUE;
    }
  if (longest == c.columns)
    divide (&a, NOT_DIVIDED, 0, as);
  else
    divide (&a, (longest == c.rows) == (form == AS_IT_IS) ? ROWS : COLUMNS, half (longest), as);
  divide (&b, longest == c.columns ? COLUMNS : longest == c.rows ? NOT_DIVIDED : ROWS, half (longest), bs);
  divide (&c, longest == c.columns ? COLUMNS : longest == c.rows ? ROWS : NOT_DIVIDED, half (longest), cs);
  return add_product (self, factor, form, as[0], bs[0], cs[0], error)
         && add_product (self, factor, form, as[1], bs[1], cs[1], error);
}

/* A triangle of a square block, the other part of which is neither read nor written. */
typedef struct {
  Block block;
  gboolean is_lower, is_unit; /* is_unit: its diagonal counts as 1 and is not read */
} Triangle;

/* Where its halves meet. */
typedef struct {
  Triangle first, second;
  Block between; /* what is in the rows of the one and the columns of the other */
} Halves;

static Halves
halve (const Triangle *self)
{
  gint64 n = self->block.rows, at = half (n);

  return (Halves){
    .first = { part (&self->block, 0, 0, at, at), self->is_lower, self->is_unit },
    .second = { part (&self->block, at, at, n - at, n - at), self->is_lower, self->is_unit },
    .between = self->is_lower ? part (&self->block, at, 0, n - at, at) : part (&self->block, 0, at, at, n - at),
  };
}

static void
call_solve (const RsFactor *self, const char *side, const Triangle *a, Form form, const Block *b)
{
  const int m = (int)b->rows, n = (int)b->columns;

  if (m > 0 && n > 0)
    (b->parts == 2 ? self->lapack->ztrsm_ : self->lapack->dtrsm_) (side, a->is_lower ? "L" : "U", get_form (b, form),
                                                                   a->is_unit ? "U" : "N", &m, &n, one, a->block.data,
                                                                   &a->block.stride, b->data, &b->stride, 1, 1, 1, 1);
}

/* b becomes the x of a * x = b (or of a's adjoint): the half of x that only the one half of a has a say in, then the
 * other. */
static gboolean
solve_left (const RsFactor *self, const Triangle *a, Form form, Block b, GError **error)
{
  gint64 n = a->block.rows;
  gboolean is_downward = a->is_lower == (form == AS_IT_IS);
  Block bs[2];
  Halves halves;

  if ((n <= NARROW && b.columns <= NARROW) || is_small (self, &b, 0.5 * (double)n * (double)n * (double)b.columns))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      call_solve (self, "L", a, form, &b);
      return TRUE;
    }
  if (b.columns >= n)
    {
      divide (&b, COLUMNS, half (b.columns), bs);
      return solve_left (self, a, form, bs[0], error) && solve_left (self, a, form, bs[1], error);
    }
  halves = halve (a);
  divide (&b, ROWS, half (n), bs);
  return solve_left (self, is_downward ? &halves.first : &halves.second, form, bs[!is_downward], error)
         && add_product (self, minus_one, form, halves.between, bs[!is_downward], bs[is_downward], error)
         && solve_left (self, is_downward ? &halves.second : &halves.first, form, bs[is_downward], error);
}

/* b becomes the x of x * a = b. */
static gboolean
solve_right (const RsFactor *self, const Triangle *a, Block b, GError **error)
{
  gint64 n = a->block.rows;
  gboolean from_first = !a->is_lower;
  Block bs[2];
  Halves halves;

  if ((n <= NARROW && b.rows <= NARROW) || is_small (self, &b, 0.5 * (double)n * (double)n * (double)b.rows))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      call_solve (self, "R", a, AS_IT_IS, &b);
      return TRUE;
    }
  if (b.rows >= n)
    {
      divide (&b, ROWS, half (b.rows), bs);
      return solve_right (self, a, bs[0], error) && solve_right (self, a, bs[1], error);
    }
  halves = halve (a);
  divide (&b, COLUMNS, half (n), bs);
  return solve_right (self, from_first ? &halves.first : &halves.second, bs[!from_first], error)
         && add_product (self, minus_one, AS_IT_IS, bs[!from_first], halves.between, bs[from_first], error)
         && solve_right (self, from_first ? &halves.second : &halves.first, bs[from_first], error);
}

/* --- LU --- */

#define SWAPPED_ELEMENTS (1 << 23) /* between two polls */

/* Exchanges the rows as the n pivots say. */
static gboolean
swap_rows (const RsFactor *self, const Block *a, const int *pivots, gint64 n, GError **error)
{
  const gint64 columns = CLAMP (SWAPPED_ELEMENTS / MAX (1, n), 1, a->columns);
  const int first = 1, last = (int)n, step = 1;

  for (gint64 column = 0; column < a->columns; column += columns)
    {
      Block some = part (a, 0, column, a->rows, MIN (columns, a->columns - column));
      const int width = (int)some.columns;

      if (rs_error_set_stopped (error))
        return FALSE;
      (a->parts == 2 ? self->lapack->zlaswp_ : self->lapack->dlaswp_) (&width, some.data, &some.stride, &first, &last,
                                                                       pivots, &step);
    }
  return TRUE;
}

static gboolean
call_lu (const RsFactor *self, const Block *a, int *pivots, int *info, GError **error)
{
  const int m = (int)a->rows, n = (int)a->columns;

  if (rs_error_set_stopped (error))
    return FALSE;
  *info = 0;
  (a->parts == 2 ? self->lapack->zgetrf_ : self->lapack->dgetrf_) (&m, &n, a->data, &a->stride, pivots, info);
  return TRUE;
}

/* The left columns, what they make of the right ones, and the rest of those. */
static gboolean
factor_lu (const RsFactor *self, Block a, int *pivots, int *info, GError **error)
{
  gint64 n = MIN (a.rows, a.columns), at = half (n);
  Block halves[2], rows[2], below[2];
  Triangle triangle;
  int second_info;

  if (n <= NARROW || is_small (self, &a, (double)a.rows * (double)a.columns * (double)n))
    return call_lu (self, &a, pivots, info, error);
  divide (&a, COLUMNS, at, halves);
  if (!factor_lu (self, halves[0], pivots, info, error) || !swap_rows (self, &halves[1], pivots, at, error))
    return FALSE;
  divide (&halves[0], ROWS, at, below);
  divide (&halves[1], ROWS, at, rows);
  triangle = (Triangle){ below[0], TRUE, TRUE };
  if (!solve_left (self, &triangle, AS_IT_IS, rows[0], error)
      || !add_product (self, minus_one, AS_IT_IS, below[1], rows[0], rows[1], error)
      || !factor_lu (self, rows[1], pivots + at, &second_info, error)
      || !swap_rows (self, &below[1], pivots + at, n - at, error))
    return FALSE;
  for (gint64 i = at; i < n; i++)
    pivots[i] += (int)at;
  if (*info == 0 && second_info > 0)
    *info = second_info + (int)at;
  return TRUE;
}

gboolean
rs_factor_lu (const RsFactor *self, RsMatrix *a, int *pivots, int *info, GError **error)
{
  return factor_lu (self, whole (a), pivots, info, error);
}

gboolean
rs_factor_solve (const RsFactor *self, const RsMatrix *lu, const int *pivots, RsMatrix *b, GError **error)
{
  const Triangle l = { whole (lu), TRUE, TRUE }, u = { whole (lu), FALSE, FALSE };
  const Block x = whole (b);

  return swap_rows (self, &x, pivots, lu->rows, error) && solve_left (self, &l, AS_IT_IS, x, error)
         && solve_left (self, &u, AS_IT_IS, x, error);
}

/* --- the inverse --- */

/* b becomes -a * b, with an upper triangle. */
static void
call_multiply (const RsFactor *self, const Triangle *a, const Block *b)
{
  const int m = (int)b->rows, n = (int)b->columns;

  if (m > 0 && n > 0)
    (b->parts == 2 ? self->lapack->ztrmm_ : self->lapack->dtrmm_) ("L", "U", "N", "N", &m, &n, minus_one, a->block.data,
                                                                   &a->block.stride, b->data, &b->stride, 1, 1, 1, 1);
}

/* The same in parts: the upper half of b first, since that needs the lower one as it was. */
static gboolean
multiply_negated (const RsFactor *self, const Triangle *a, Block b, GError **error)
{
  gint64 n = a->block.rows;
  Block bs[2];
  Halves halves;

  if ((n <= NARROW && b.columns <= NARROW) || is_small (self, &b, 0.5 * (double)n * (double)n * (double)b.columns))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      call_multiply (self, a, &b);
      return TRUE;
    }
  if (b.columns >= n)
    {
      divide (&b, COLUMNS, half (b.columns), bs);
      return multiply_negated (self, a, bs[0], error) && multiply_negated (self, a, bs[1], error);
    }
  halves = halve (a);
  divide (&b, ROWS, half (n), bs);
  return multiply_negated (self, &halves.first, bs[0], error)
         && add_product (self, minus_one, AS_IT_IS, halves.between, bs[1], bs[0], error)
         && multiply_negated (self, &halves.second, bs[1], error);
}

/* Of [[U, X], [0, V]]: [[inv (U), -inv (U) * X * inv (V)], [0, inv (V)]]. */
static gboolean
invert_upper (const RsFactor *self, const Triangle *a, GError **error)
{
  const int n = (int)a->block.rows;
  Halves halves;
  int info;

  if (n <= NARROW || is_small (self, &a->block, (double)n * (double)n * (double)n / 3))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      if (n > 0)
        (a->block.parts == 2 ? self->lapack->ztrtri_ : self->lapack->dtrtri_) ("U", "N", &n, a->block.data,
                                                                               &a->block.stride, &info, 1, 1);
      return TRUE;
    }
  halves = halve (a);
  return invert_upper (self, &halves.first, error) && multiply_negated (self, &halves.first, halves.between, error)
         && solve_right (self, &halves.second, halves.between, error) && invert_upper (self, &halves.second, error);
}

#define PANEL 256

/* Takes what is below the diagonal out of the columns from `from` on and leaves 0 there. */
static void
take_lower (const Block *a, gint64 from, Block *taken)
{
  for (gint64 j = 0; j < taken->columns; j++)
    {
      gsize bytes = (gsize)((a->rows - from - j - 1) * a->parts) * sizeof (double);
      double *below = part (a, from + j + 1, from + j, 1, 1).data;

      memcpy (part (taken, from + j + 1, j, 1, 1).data, below, bytes);
      memset (below, 0, bytes);
    }
}

/* The x of x * L = inv (U), from the last columns on; inv (U) and L are the triangles of a. */
static gboolean
divide_by_lower (const RsFactor *self, const Block *a, GError **error)
{
  gint64 n = a->rows;
  g_autofree double *columns = g_new (double, (gsize)n *PANEL *(gsize)a->parts);

  for (gint64 from = (n - 1) / PANEL * PANEL; from >= 0; from -= PANEL)
    {
      gint64 width = MIN (PANEL, n - from), behind = from + width;
      Block taken = { columns, n, width, (int)n, a->parts }, x = part (a, 0, from, n, width);
      Triangle l = { part (&taken, from, 0, width, width), TRUE, TRUE };

      take_lower (a, from, &taken);
      if (!add_product (self, minus_one, AS_IT_IS, part (a, 0, behind, n, n - behind),
                        part (&taken, behind, 0, n - behind, width), x, error)
          || !solve_right (self, &l, x, error))
        return FALSE;
    }
  return TRUE;
}

static void
exchange (double *a, double *b, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    {
      double t = a[i];

      a[i] = b[i];
      b[i] = t;
    }
}

static gboolean
call_invert (const RsFactor *self, const RsMatrix *lu, const int *pivots, GError **error)
{
  const int lwork = NARROW * MAX (1, lu->rows);
  g_autofree double *work = g_new (double, (gsize)lwork *(gsize)rs_matrix_parts (lu));
  int info;

  if (rs_error_set_stopped (error))
    return FALSE;
  if (lu->rows > 0)
    (lu->is_complex ? self->lapack->zgetri_ : self->lapack->dgetri_) (&lu->rows, lu->data, &lu->rows, pivots, work,
                                                                      &lwork, &info);
  return TRUE;
}

gboolean
rs_factor_invert (const RsFactor *self, RsMatrix *lu, const int *pivots, GError **error)
{
  const Block a = whole (lu);
  const Triangle u = { a, FALSE, FALSE };
  gint64 n = a.rows;

  if (is_small (self, &a, (double)n * (double)n * (double)n))
    return call_invert (self, lu, pivots, error);
  if (!invert_upper (self, &u, error) || !divide_by_lower (self, &a, error))
    return FALSE;
  for (gint64 j = n - 1; j >= 0; j--)
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      if (pivots[j] != j + 1)
        exchange (part (&a, 0, j, 1, 1).data, part (&a, 0, pivots[j] - 1, 1, 1).data, n * a.parts);
    }
  return TRUE;
}

/* --- Cholesky --- */

/* The upper triangle of c loses that of a' * a. */
static gboolean
subtract_square (const RsFactor *self, Block a, Block c, GError **error)
{
  const int n = (int)c.rows, k = (int)a.rows;
  const Triangle triangle = { c, FALSE, FALSE };
  Block as[2];
  Halves halves;

  if (n <= NARROW || is_small (self, &c, 0.5 * (double)n * (double)n * (double)k))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      (c.parts == 2 ? self->lapack->zherk_ : self->lapack->dsyrk_) ("U", get_form (&c, ADJOINT), &n, &k, minus_one,
                                                                    a.data, &a.stride, one, c.data, &c.stride, 1, 1);
      return TRUE;
    }
  halves = halve (&triangle);
  divide (&a, COLUMNS, half (n), as);
  return subtract_square (self, as[0], halves.first.block, error)
         && add_product (self, minus_one, ADJOINT, as[0], as[1], halves.between, error)
         && subtract_square (self, as[1], halves.second.block, error);
}

static gboolean
factor_cholesky (const RsFactor *self, const Triangle *a, int *info, GError **error)
{
  const int n = (int)a->block.rows;
  Halves halves;

  if (n <= NARROW || is_small (self, &a->block, (double)n * (double)n * (double)n / 3))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      *info = 0;
      if (n > 0)
        (a->block.parts == 2 ? self->lapack->zpotrf_ : self->lapack->dpotrf_) ("U", &n, a->block.data, &a->block.stride,
                                                                               info, 1);
      return TRUE;
    }
  halves = halve (a);
  return factor_cholesky (self, &halves.first, info, error)
         && (*info > 0
             || (solve_left (self, &halves.first, ADJOINT, halves.between, error)
                 && subtract_square (self, halves.between, halves.second.block, error)
                 && factor_cholesky (self, &halves.second, info, error)));
}

gboolean
rs_factor_cholesky (const RsFactor *self, RsMatrix *a, int *info, GError **error)
{
  const Triangle triangle = { whole (a), FALSE, FALSE };

  return factor_cholesky (self, &triangle, info, error);
}

/* --- QR --- */

/* Elements of work space for blocks of n columns; less than the best where n is very large. */
static int
get_work_size (gint64 n)
{
  return (int)MIN ((gint64)G_MAXINT, NARROW * MAX ((gint64)1, n));
}

/* b becomes Q * b, or Q' * b; Q is that of the reflectors in qr, tau their factors. With the reflectors in two halves,
 * Q is the product of the two Qs. */
static gboolean
apply_q (const RsFactor *self, Form form, Block qr, const double *tau, Block b, GError **error)
{
  const int m = (int)b.rows, n = (int)b.columns, k = (int)qr.columns, lwork = get_work_size ((gint64)n + NARROW + 1);
  gboolean is_small_enough = is_small (self, &b, 2.0 * m * (double)n * k);
  g_autofree double *work = NULL;
  Block qrs[2], bs[2];
  gint64 at;
  int info;

  if (is_small_enough || (k <= NARROW && n <= NARROW))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      work = g_new (double, (gsize)lwork *(gsize)b.parts);
      if (m > 0 && n > 0 && k > 0)
        (b.parts == 2 ? self->lapack->zunmqr_ : self->lapack->dormqr_) ("L", get_form (&b, form), &m, &n, &k, qr.data,
                                                                        &qr.stride, tau, b.data, &b.stride, work,
                                                                        &lwork, &info, 1, 1);
      return TRUE;
    }
  if (k <= NARROW)
    {
      divide (&b, COLUMNS, half (n), bs);
      return apply_q (self, form, qr, tau, bs[0], error) && apply_q (self, form, qr, tau, bs[1], error);
    }
  at = half (k);
  qrs[0] = part (&qr, 0, 0, m, at);
  qrs[1] = part (&qr, at, at, m - at, k - at);
  divide (&b, ROWS, at, bs);
  if (form == ADJOINT)
    return apply_q (self, form, qrs[0], tau, b, error)
           && apply_q (self, form, qrs[1], tau + at * b.parts, bs[1], error);
  return apply_q (self, form, qrs[1], tau + at * b.parts, bs[1], error) && apply_q (self, form, qrs[0], tau, b, error);
}

static gboolean
factor_qr (const RsFactor *self, Block a, double *tau, GError **error)
{
  const int m = (int)a.rows, n = (int)a.columns, lwork = get_work_size (n);
  gint64 k = MIN (m, n), at = half (k);
  g_autofree double *work = NULL;
  Block halves[2];
  int info;

  if (k <= NARROW || is_small (self, &a, m * (double)n * (double)k))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      work = g_new (double, (gsize)lwork *(gsize)a.parts);
      (a.parts == 2 ? self->lapack->zgeqrf_ : self->lapack->dgeqrf_) (&m, &n, a.data, &a.stride, tau, work, &lwork,
                                                                      &info);
      return TRUE;
    }
  divide (&a, COLUMNS, at, halves);
  return factor_qr (self, halves[0], tau, error) && apply_q (self, ADJOINT, halves[0], tau, halves[1], error)
         && factor_qr (self, part (&a, at, at, m - at, n - at), tau + at * a.parts, error);
}

gboolean
rs_factor_qr (const RsFactor *self, RsMatrix *a, double *tau, GError **error)
{
  return factor_qr (self, whole (a), tau, error);
}

static void
clear (const Block *a)
{
  for (gint64 j = 0; j < a->columns; j++)
    memset (a->data + j * a->stride * a->parts, 0, (gsize)(a->rows * a->parts) * sizeof (double));
}

/* The columns of Q: the second half of the reflectors makes those of the identity on the right, and the first half
 * both. */
static gboolean
make_q (const RsFactor *self, Block qr, const double *tau, GError **error)
{
  const int m = (int)qr.rows, n = (int)qr.columns, lwork = get_work_size (n);
  gint64 at = half (n);
  g_autofree double *work = NULL;
  Block halves[2], rows[2];
  int info;

  if (n <= NARROW || is_small (self, &qr, m * (double)n * n))
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      work = g_new (double, (gsize)lwork *(gsize)qr.parts);
      (qr.parts == 2 ? self->lapack->zungqr_ : self->lapack->dorgqr_) (&m, &n, &n, qr.data, &qr.stride, tau, work,
                                                                       &lwork, &info);
      return TRUE;
    }
  divide (&qr, COLUMNS, at, halves);
  divide (&halves[1], ROWS, at, rows);
  if (!make_q (self, rows[1], tau + at * qr.parts, error))
    return FALSE;
  clear (&rows[0]);
  return apply_q (self, AS_IT_IS, halves[0], tau, halves[1], error) && make_q (self, halves[0], tau, error);
}

gboolean
rs_factor_make_q (const RsFactor *self, RsMatrix *qr, const double *tau, GError **error)
{
  const Block all = whole (qr);

  return make_q (self, part (&all, 0, 0, qr->rows, MIN (qr->rows, qr->columns)), tau, error);
}

gboolean
rs_factor_solve_least_squares (const RsFactor *self, const RsMatrix *qr, const double *tau, RsMatrix *b, GError **error)
{
  const Block all = whole (qr), x = whole (b);
  const Triangle r = { part (&all, 0, 0, qr->columns, qr->columns), FALSE, FALSE };

  return apply_q (self, ADJOINT, all, tau, x, error)
         && solve_left (self, &r, AS_IT_IS, part (&x, 0, 0, qr->columns, b->columns), error);
}

gboolean
rs_factor_add_product (const RsFactor *self, const RsMatrix *a, const RsMatrix *b, RsMatrix *c, GError **error)
{
  return add_product (self, one, AS_IT_IS, whole (a), whole (b), whole (c), error);
}
