/* Products and comparisons of matrices beyond the operators: cross, kron, psnr.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/arithmetic/array-arithmetic.h"
#include "runtime/vector-loops.h"

#include <math.h>

/* Of two vectors of three elements. */
RS_DEFINE_BUILTIN (CROSS)
{
  g_autoptr (RsArray) a = rs_call_get_array (call, 0, "cross", error), b = NULL, result = NULL;
  double _Complex x[3], y[3], z[3];

  if (a == NULL || (b = rs_call_get_array (call, 1, "cross", error)) == NULL)
    return FALSE;
  if (a->n_elements != 3 || b->n_elements != 3)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "cross",
                         "both vectors need 3 elements, not %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, a->n_elements,
                         b->n_elements);
  rs_block_load (RS_COMPUTE_CDOUBLE, a->element, rs_array_read (a), 3, x);
  rs_block_load (RS_COMPUTE_CDOUBLE, b->element, rs_array_read (b), 3, y);
  for (int i = 0; i < 3; i++)
    z[i] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
  result = rs_array_new_like (
      a, rs_arithmetic_element (RS_OP_MULTIPLY, rs_value_object (a), rs_value_object (b), rs_call_get_precision (call)),
      error);
  if (result == NULL)
    return FALSE;
  if (!rs_block_store (RS_COMPUTE_CDOUBLE, z, 3, result->element, RS_OVERFLOW_CHECKED, rs_array_write (result)))
    return rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, "cross", "a result does not fit %s",
                         rs_element_get_name (result->element));
  return rs_call_return_array (call, g_steal_pointer (&result));
}

/* A row of real numbers in double precision, or of complex ones. */
static void
load_row (RsCompute compute, RsArray *array, gint64 row, gint64 length, gpointer out)
{
  rs_block_load (compute, array->element,
                 (const char *)rs_array_read (array) + (gsize)(row * length) * rs_element_get_bytes (array->element),
                 (gsize)length, out);
}

/* Every number of a times all of b. */
static void
multiply_rows (RsCompute compute, gconstpointer a, gint64 n_a, gconstpointer b, gint64 n_b, gpointer out)
{
  if (compute == RS_COMPUTE_DOUBLE)
    for (gint64 i = 0; i < n_a; i++)
      for (gint64 j = 0; j < n_b; j++)
        ((double *)out)[i * n_b + j] = ((const double *)a)[i] * ((const double *)b)[j];
  else
    for (gint64 i = 0; i < n_a; i++)
      for (gint64 j = 0; j < n_b; j++)
        ((double _Complex *)out)[i * n_b + j] = ((const double _Complex *)a)[i] * ((const double _Complex *)b)[j];
}

/* The rows of the result; a and b are matrices of these shapes. */
static gboolean
write_kron (RsArray *a, RsShape s, RsArray *b, RsShape t, RsArray *result, GError **error)
{
  const RsCompute compute = rs_element_is_complex (result->element) ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_DOUBLE;
  const gsize size = rs_compute_get_bytes (compute);
  const gint64 n_columns = s.dims[1] * t.dims[1];
  g_autofree char *x = g_try_malloc_n ((gsize)s.dims[1] + 1, size), *y = g_try_malloc_n ((gsize)t.dims[1] + 1, size);
  g_autofree char *row = g_try_malloc_n ((gsize)n_columns + 1, size);
  char *out = rs_array_write (result);

  if (x == NULL || y == NULL || row == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "kron", "the result does not fit memory");
  for (gint64 i = 0, since = 0; i < s.dims[0] * t.dims[0]; i++)
    {
      load_row (compute, a, i / t.dims[0], s.dims[1], x);
      load_row (compute, b, i % t.dims[0], t.dims[1], y);
      multiply_rows (compute, x, s.dims[1], y, t.dims[1], row);
      if (!rs_block_store (compute, row, (gsize)n_columns, result->element, RS_OVERFLOW_CHECKED, out))
        return rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, "kron", "a result does not fit %s",
                             rs_element_get_name (result->element));
      out += (gsize)n_columns * rs_element_get_bytes (result->element);
      if (rs_error_set_stopped_after (&since, n_columns, error))
        return FALSE;
    }
  return TRUE;
}

/* Every element of a times the whole of b. */
RS_DEFINE_BUILTIN (KRON)
{
  g_autoptr (RsArray) a = rs_call_get_array (call, 0, "kron", error), b = NULL, result = NULL;
  RsShape s, t;
  gint64 dims[2];

  if (a == NULL || (b = rs_call_get_array (call, 1, "kron", error)) == NULL)
    return FALSE;
  s = rs_shape_of_array (a);
  t = rs_shape_of_array (b);
  if (s.rank > 2 || t.rank > 2)
    return rs_call_fail_argument (call, s.rank > 2 ? 0 : 1, error, "kron", "a matrix");
  if (__builtin_mul_overflow (s.dims[0], t.dims[0], &dims[0])
      || __builtin_mul_overflow (s.dims[1], t.dims[1], &dims[1]))
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "kron", "the result does not fit memory");
  result = rs_array_new (
      rs_arithmetic_element (RS_OP_MULTIPLY, rs_value_object (a), rs_value_object (b), rs_call_get_precision (call)), 2,
      dims, FALSE, error);
  if (result == NULL || !write_kron (a, s, b, t, result, error))
    return FALSE;
  return rs_call_return_array (call, g_steal_pointer (&result));
}

/* 10*log10(peak^2 / mean((a-b).^2)); equal arrays: inf. */
#define PARTIALS 8

/* Of the magnitudes, in several partial sums. */
static double
sum_of_squares (RsArray *array)
{
  gboolean is_complex = rs_element_is_complex (array->element);
  gconstpointer data = rs_array_read (array);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  double partial[PARTIALS] = { 0 }, total = 0;

  for (gint64 start = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double *x
          = rs_block_get (is_complex ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_DOUBLE, array->element, data, start, n, buffer);

      n *= is_complex ? 2 : 1; /* real and imaginary parts */
      for (gsize i = 0; i < n; i++)
        partial[i % PARTIALS] += x[i] * x[i];
    }
  for (int k = 0; k < PARTIALS; k++)
    total += partial[k];
  return total;
}

#define DEFINE_SQUARED_DISTANCE(name, T, D)                                                                            \
  RS_VECTOR_LOOPS static double name (const T *restrict a, const T *restrict b, gint64 n)                              \
  {                                                                                                                    \
    double partial[LANES] = { 0 }, total = 0;                                                                          \
    gint64 i = 0;                                                                                                      \
    for (; i + LANES <= n; i += LANES)                                                                                 \
      _Pragma ("omp simd") for (int k = 0; k < LANES; k++)                                                             \
      {                                                                                                                \
        double d = (double)((D)a[i + k] - (D)b[i + k]);                                                                \
        partial[k] += d * d;                                                                                           \
      }                                                                                                                \
    for (; i < n; i++)                                                                                                 \
      total += (double)((D)a[i] - (D)b[i]) * (double)((D)a[i] - (D)b[i]);                                              \
    for (int k = 0; k < LANES; k++)                                                                                    \
      total += partial[k];                                                                                             \
    return total;                                                                                                      \
  }

#define LANES 16
DEFINE_SQUARED_DISTANCE (squared_distance_of_singles, float, float)
DEFINE_SQUARED_DISTANCE (squared_distance_of_bytes, guint8, gint32)

/* The sum of (a-b).^2. FALSE when the sizes do not go together. */
static gboolean
squared_distance (RsArray *a, RsArray *b, RsPrecision precision, double *total, gint64 *n_elements, GError **error)
{
  RsShape shape = rs_shape_of_array (a), other = rs_shape_of_array (b);
  g_autoptr (RsArray) difference = NULL;

  if (rs_shape_equal (&shape, &other) && a->element == b->element && precision == RS_PRECISION_SINGLE
      && (a->element == RS_ELEMENT_SINGLE || a->element == RS_ELEMENT_UINT8))
    {
      *n_elements = a->n_elements;
      *total = a->element == RS_ELEMENT_SINGLE
                   ? squared_distance_of_singles (rs_array_read (a), rs_array_read (b), a->n_elements)
                   : squared_distance_of_bytes (rs_array_read (a), rs_array_read (b), a->n_elements);
      return TRUE;
    }
  difference = rs_array_binary (RS_OP_SUBTRACT, rs_value_object (a), rs_value_object (b), precision, error);
  if (difference == NULL)
    return FALSE;
  *n_elements = difference->n_elements;
  *total = sum_of_squares (difference);
  return TRUE;
}

RS_DEFINE_BUILTIN (PSNR)
{
  g_autoptr (RsArray) a = rs_call_get_array (call, 0, "psnr", error), b = NULL;
  double peak = 1, total;
  gint64 n_elements;

  if (a == NULL || (b = rs_call_get_array (call, 1, "psnr", error)) == NULL
      || (call->n_arguments == 3 && !rs_call_get_number (call, 2, &peak, "psnr", error)))
    return FALSE;
  if (!squared_distance (a, b, rs_call_get_precision (call), &total, &n_elements, error))
    {
      g_prefix_error (error, "psnr: ");
      return FALSE;
    }
  return rs_call_return (call, rs_value_scalar (10 * log10 (peak * peak * (double)n_elements / total)));
}
