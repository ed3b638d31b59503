/* The matrix product.
 *
 * Both operands are taken to one compute type. Large products of floating-point matrices go to OpenBLAS. The others,
 * and all where that is missing, are multiplied in blocks of rows of the right side that stay in the second cache; the
 * inner loop runs along a row of the result and vectorises.
 *
 * A product that takes long is made in panels, between which a program can be stopped. The library arranges both
 * operands anew in each call, so that its panels are about as wide as high; their sizes depend on those of the operands
 * alone, so that the same product has the same bits in each run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/arithmetic/array-arithmetic.h"

#include "runtime/base/lapack.h"
#include "runtime/value/shape.h"
#include "runtime/vector-loops.h"

#include <math.h>
#include <string.h>

#define DEPTH_BLOCK 64
#define WIDTH_BLOCK 1024
#define SMALLEST_FOR_LIBRARY (48 * 48 * 48) /* products of elements: below, our own loop is done before a call pays */

typedef void (*ProductLoop) (gconstpointer a, gconstpointer b, gpointer c, gint64 m, gint64 k, gint64 n);

/* The sum of the products of two rows of n numbers, in T. */
#define DEFINE_DOT(name, T, S, PRODUCT)                                                                                \
  static T name (const T *a, const T *b, gint64 n)                                                                     \
  {                                                                                                                    \
    S sum = 0;                                                                                                         \
    for (gint64 l = 0; l < n; l++)                                                                                     \
      sum += (S)PRODUCT (a[l], b[l]);                                                                                  \
    return (T)sum;                                                                                                     \
  }

/* The same in vectors: sums of four products, and these in double, LANES of them side by side. */
#define LANES 16
#define DEFINE_VECTOR_DOT(name, T)                                                                                     \
  RS_VECTOR_LOOPS static T name (const T *restrict a, const T *restrict b, gint64 n)                                   \
  {                                                                                                                    \
    double sums[LANES] = { 0 }, total = 0;                                                                             \
    gint64 l = 0;                                                                                                      \
    for (; l + 4 * LANES <= n; l += 4 * LANES)                                                                         \
      _Pragma ("omp simd") for (gint64 j = l; j < l + LANES; j++) sums[j - l]                                          \
          += (double)((a[j] * b[j] + a[j + LANES] * b[j + LANES])                                                      \
                      + (a[j + 2 * LANES] * b[j + 2 * LANES] + a[j + 3 * LANES] * b[j + 3 * LANES]));                  \
    for (; l < n; l++)                                                                                                 \
      total += (double)(a[l] * b[l]);                                                                                  \
    for (gint64 j = 0; j < LANES; j++)                                                                                 \
      total += sums[j];                                                                                                \
    return (T)total;                                                                                                   \
  }

/* c (m x n, zeroed) += a (m x k) * b (k x n); DOT: of a row of a and b, where that is a column. */
#define DEFINE_PRODUCT(name, T, DOT, PRODUCT)                                                                          \
  static void name (gconstpointer left, gconstpointer right, gpointer out, gint64 m, gint64 k, gint64 n)               \
  {                                                                                                                    \
    const T *a = left, *b = right;                                                                                     \
    T *c = out;                                                                                                        \
    if (n == 1)                                                                                                        \
      {                                                                                                                \
        for (gint64 i = 0; i < m; i++)                                                                                 \
          c[i] = DOT (a + i * k, b, k);                                                                                \
        return;                                                                                                        \
      }                                                                                                                \
    for (gint64 j0 = 0; j0 < n; j0 += WIDTH_BLOCK)                                                                     \
      for (gint64 l0 = 0; l0 < k; l0 += DEPTH_BLOCK)                                                                   \
        for (gint64 i = 0; i < m; i++)                                                                                 \
          for (gint64 l = l0; l < MIN (k, l0 + DEPTH_BLOCK); l++)                                                      \
            {                                                                                                          \
              const T x = a[i * k + l];                                                                                \
              const T *restrict row = b + l * n;                                                                       \
              T *restrict sums = c + i * n;                                                                            \
              const gint64 end = MIN (n, j0 + WIDTH_BLOCK);                                                            \
              _Pragma ("omp simd") for (gint64 j = j0; j < end; j++) sums[j] += PRODUCT (x, row[j]);                   \
            }                                                                                                          \
  }

#define PLAIN(x, y) ((x) * (y))
#define COMPLEX_SINGLE(x, y)                                                                                           \
  CMPLXF (crealf (x) * crealf (y) - cimagf (x) * cimagf (y), crealf (x) * cimagf (y) + cimagf (x) * crealf (y))
#define COMPLEX_DOUBLE(x, y)                                                                                           \
  CMPLX (creal (x) * creal (y) - cimag (x) * cimag (y), creal (x) * cimag (y) + cimag (x) * creal (y))

DEFINE_DOT (dot_int, guint64, guint64, PLAIN) /* integers wrap */
DEFINE_VECTOR_DOT (dot_single, float)
DEFINE_VECTOR_DOT (dot_double, double)
DEFINE_DOT (dot_csingle, float _Complex, double _Complex, COMPLEX_SINGLE)
DEFINE_DOT (dot_cdouble, double _Complex, double _Complex, COMPLEX_DOUBLE)
DEFINE_PRODUCT (product_int, guint64, dot_int, PLAIN)
DEFINE_PRODUCT (product_single, float, dot_single, PLAIN)
DEFINE_PRODUCT (product_double, double, dot_double, PLAIN)
DEFINE_PRODUCT (product_csingle, float _Complex, dot_csingle, COMPLEX_SINGLE)
DEFINE_PRODUCT (product_cdouble, double _Complex, dot_cdouble, COMPLEX_DOUBLE)

static const ProductLoop loops[RS_N_COMPUTES]
    = { product_int, product_single, product_double, product_csingle, product_cdouble };
/* Products of elements in a panel: at most about a tenth of a second of one processor, since Stop waits for one. */
static const double loop_panel[RS_N_COMPUTES] = { 5e8, 5e8, 5e8, 1e8, 1e8 };
static const double library_panel[RS_N_COMPUTES] = { 0, 1e10, 5e9, 2.5e9, 1.25e9 };

static gboolean
fail_sizes (const RsShape *a, const RsShape *b, GError **error)
{
  g_autofree char *a_text = rs_shape_to_string (a), *b_text = rs_shape_to_string (b);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
               "incompatible sizes of a matrix product: %s times %s; for products of elements write .*", a_text,
               b_text);
  return FALSE;
}

gboolean
rs_array_plan_product (const RsArray *left, const RsArray *right, RsProductPlan *plan, GError **error)
{
  RsShape a = rs_shape_of_array (left), b = rs_shape_of_array (right);
  gboolean column = right->rank == 1 && a.dims[0] > 1 && a.dims[1] > 1 && a.dims[1] == b.dims[1];

  if (a.rank > 2 || b.rank > 2)
    return fail_sizes (&a, &b, error);
  if (column) /* a vec on the right of a matrix is a column, and so is the result (manual 6.7) */
    {
      *plan = (RsProductPlan){ a.dims[0], a.dims[1], 1, 1, { a.dims[0], 1 } };
      return TRUE;
    }
  if (a.dims[1] != b.dims[0])
    return fail_sizes (&a, &b, error);
  *plan = (RsProductPlan){ a.dims[0], a.dims[1], b.dims[1], 2, { a.dims[0], b.dims[1] } };
  if (left->rank == 1)
    {
      plan->rank = 1;
      plan->dims[0] = b.dims[1];
    }
  return TRUE;
}

/* The elements in the compute type: the array's own data, or a new buffer that *owned receives. */
static gconstpointer
get_data (RsArray *array, RsCompute compute, gpointer *owned)
{
  gconstpointer data = rs_array_read (array);

  if (array->element == rs_compute_get_element (compute))
    return data;
  *owned = g_malloc_n (array->n_elements, rs_compute_get_bytes (compute));
  rs_block_load (compute, array->element, data, array->n_elements, *owned);
  return *owned;
}

/* Integer products are made in 64 bits, and stay so where 32 are too few. */
static RsArray *
narrow (RsArray *wide, RsElement element, GError **error)
{
  g_autoptr (RsArray) result = rs_array_new_like (wide, element, error);

  if (result != NULL
      && !rs_block_convert (wide->element, rs_array_read (wide), wide->n_elements, element, RS_OVERFLOW_CHECKED,
                            rs_array_write (result)))
    {
      if (element == RS_ELEMENT_INT32)
        return rs_array_ref (wide);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
                   "integer overflow: an element of the matrix product does not fit %s; convert with float() first",
                   rs_element_get_name (element));
      return NULL;
    }
  return g_steal_pointer (&result);
}

/* The operands and the result. */
typedef struct {
  gconstpointer a, b;
  gpointer c;
} Operands;

/* The library, where it does this product; else NULL. A matrix times a column is as fast as memory without it. */
static const RsLapack *
find_library (RsCompute compute, const RsProductPlan *plan)
{
  const gboolean is_column = plan->n == 1 && (compute == RS_COMPUTE_SINGLE || compute == RS_COMPUTE_DOUBLE);

  if (compute == RS_COMPUTE_INT || is_column
      || (double)plan->m * (double)plan->k * (double)plan->n < SMALLEST_FOR_LIBRARY
      || MAX (plan->m, MAX (plan->k, plan->n)) > G_MAXINT)
    return NULL;
  return rs_lapack_get (NULL);
}

/* Of the panel of rows by columns from (row, column) on. The library's matrices are column-major, so that ours are
 * their transposes: it is given b first. */
static void
multiply_panel_by_library (const RsLapack *lapack, RsCompute compute, const Operands *operands,
                           const RsProductPlan *plan, gint64 row, gint64 column, gint64 rows, gint64 columns)
{
  static const float one_single[2] = { 1, 0 }, zero_single[2] = { 0, 0 };
  static const double one[2] = { 1, 0 }, zero[2] = { 0, 0 };
  gsize bytes = rs_compute_get_bytes (compute);
  gconstpointer a = (const char *)operands->a + (gsize)(row * plan->k) * bytes;
  gconstpointer b = (const char *)operands->b + (gsize)column * bytes;
  gpointer c = (char *)operands->c + (gsize)(row * plan->n + column) * bytes;
  int m = (int)rows, n = (int)columns, k = (int)plan->k, stride = (int)plan->n;

  if (compute == RS_COMPUTE_SINGLE || compute == RS_COMPUTE_CSINGLE)
    (compute == RS_COMPUTE_SINGLE ? lapack->sgemm_ : lapack->cgemm_) ("N", "N", &n, &m, &k, one_single, b, &stride, a,
                                                                      &k, zero_single, c, &stride, 1, 1);
  else
    (compute == RS_COMPUTE_DOUBLE ? lapack->dgemm_ : lapack->zgemm_) ("N", "N", &n, &m, &k, one, b, &stride, a, &k,
                                                                      zero, c, &stride, 1, 1);
}

/* The size of parts of about equal length, none longer than most (at least 1), that make up the length. */
static gint64
part_length (gint64 length, double most)
{
  gint64 parts = most >= (double)length ? 1 : (gint64)ceil ((double)length / MAX (1, floor (most)));

  return (length + parts - 1) / parts;
}

static gboolean
multiply_by_library (const RsLapack *lapack, RsCompute compute, const Operands *operands, const RsProductPlan *plan,
                     GError **error)
{
  double area = library_panel[compute] / (double)plan->k;
  gint64 rows = part_length (plan->m, MAX (sqrt (area), area / (double)plan->n));
  gint64 columns = part_length (plan->n, area / (double)rows);

  for (gint64 row = 0; row < plan->m; row += rows)
    for (gint64 column = 0; column < plan->n; column += columns)
      {
        if (rs_error_set_stopped (error))
          return FALSE;
        multiply_panel_by_library (lapack, compute, operands, plan, row, column, MIN (rows, plan->m - row),
                                   MIN (columns, plan->n - column));
      }
  return TRUE;
}

static gboolean
multiply_by_loop (RsCompute compute, const Operands *operands, const RsProductPlan *plan, GError **error)
{
  gsize bytes = rs_compute_get_bytes (compute);
  gint64 panel = part_length (plan->m, loop_panel[compute] / ((double)plan->k * (double)plan->n + 1));

  for (gint64 row = 0; row < plan->m; row += panel)
    {
      gint64 rows = MIN (panel, plan->m - row);
      gconstpointer a = (const char *)operands->a + (gsize)(row * plan->k) * bytes;
      gpointer c = (char *)operands->c + (gsize)(row * plan->n) * bytes;

      if (rs_error_set_stopped (error))
        return FALSE;
      memset (c, 0, (gsize)(rows * plan->n) * bytes);
      loops[compute](a, operands->b, c, rows, plan->k, plan->n);
    }
  return TRUE;
}

static gboolean
multiply (RsCompute compute, const Operands *operands, const RsProductPlan *plan, GError **error)
{
  const RsLapack *lapack = find_library (compute, plan);

  return lapack != NULL ? multiply_by_library (lapack, compute, operands, plan, error)
                        : multiply_by_loop (compute, operands, plan, error);
}

RsArray *
rs_array_product (RsArray *left, RsArray *right, RsPrecision precision, GError **error)
{
  RsElement element
      = rs_arithmetic_element (RS_OP_MULTIPLY, rs_value_object (left), rs_value_object (right), precision);
  RsCompute compute = rs_compute_of_element (element);
  g_autoptr (RsArray) result = NULL;
  g_autofree gpointer left_copy = NULL, right_copy = NULL;
  RsProductPlan plan;

  if (!rs_array_plan_product (left, right, &plan, error))
    return NULL;
  result = rs_array_new (rs_compute_get_element (compute), plan.rank, plan.dims, FALSE, error);
  if (result == NULL)
    return NULL;
  if (result->n_elements > 0)
    {
      Operands operands = { .a = get_data (left, compute, &left_copy), .b = get_data (right, compute, &right_copy) };

      operands.c = rs_array_write (result);
      if (!multiply (compute, &operands, &plan, error))
        return NULL;
    }
  if (element != result->element)
    return narrow (result, element, error);
  return g_steal_pointer (&result);
}
