/* Sums, products, means, extremes and tests over all elements; what takes a dimension is in reduce-along.c.
 *
 * Sums run in double (integers in 64 bits) with several partial sums, whatever the precision of the array, so that the
 * sum of 2^26 ones is exact. When the program is to stop, a loop ends early; what it gives is dropped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/reduce/reduce.h"

#include "runtime/builtin/array/map/pairs.h"
#include "runtime/builtin/call.h"
#include "runtime/builtin/device/along.h"
#include "runtime/builtin/device/norm.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/vector-loops.h"

#include <math.h>

#define PARTIALS 16

/* Eight or more independent chains: the loop is bound by memory, and rounding errors stay small. */
#define DEFINE_SUM(name, T)                                                                                            \
  RS_VECTOR_LOOPS double name (const T *x, gsize n)                                                                    \
  {                                                                                                                    \
    double partial[PARTIALS] = { 0 }, sum = 0;                                                                         \
    gsize i = 0;                                                                                                       \
    for (; i + PARTIALS <= n; i += PARTIALS)                                                                           \
      _Pragma ("omp simd") for (gsize k = 0; k < PARTIALS; k++) partial[k] += (double)x[i + k];                        \
    for (; i < n; i++)                                                                                                 \
      sum += (double)x[i];                                                                                             \
    for (gsize k = 0; k < PARTIALS; k++)                                                                               \
      sum += partial[k];                                                                                               \
    return sum;                                                                                                        \
  }

DEFINE_SUM (rs_sum_block, double)
DEFINE_SUM (rs_sum_singles, float)

static double
product_block (const double *x, gsize n)
{
  double product = 1;

  for (gsize i = 0; i < n; i++)
    product *= x[i];
  return product;
}

/* The best of n numbers, beginning with `worst`; NaNs are never better. */
#define DEFINE_EXTREME(name, T, BETTER)                                                                                \
  RS_VECTOR_LOOPS static T name (const T *x, gsize n, T worst)                                                         \
  {                                                                                                                    \
    T partial[PARTIALS], best = worst;                                                                                 \
    gsize i = 0;                                                                                                       \
    for (gsize k = 0; k < PARTIALS; k++)                                                                               \
      partial[k] = worst;                                                                                              \
    for (; i + PARTIALS <= n; i += PARTIALS)                                                                           \
      _Pragma ("omp simd") for (gsize k = 0; k < PARTIALS; k++) partial[k]                                             \
          = x[i + k] BETTER partial[k] ? x[i + k] : partial[k];                                                        \
    for (; i < n; i++)                                                                                                 \
      best = x[i] BETTER best ? x[i] : best;                                                                           \
    for (gsize k = 0; k < PARTIALS; k++)                                                                               \
      best = partial[k] BETTER best ? partial[k] : best;                                                               \
    return best;                                                                                                       \
  }

DEFINE_EXTREME (largest_of_doubles, double, >)
DEFINE_EXTREME (smallest_of_doubles, double, <)
DEFINE_EXTREME (largest_of_integers, gint64, >)
DEFINE_EXTREME (smallest_of_integers, gint64, <)

/* NaNs are passed over: what is left decides. */
static double
extreme_block (const double *x, gsize n, gboolean largest)
{
  double worst = largest ? -INFINITY : INFINITY;
  double best = largest ? largest_of_doubles (x, n, worst) : smallest_of_doubles (x, n, worst);

  if (best != worst)
    return best;
  for (gsize i = 0; i < n; i++)
    if (x[i] == worst)
      return worst;
  return NAN;
}

static gboolean
is_whole (const RsArray *array)
{
  return rs_compute_of_element (array->element) == RS_COMPUTE_INT;
}

static double
reduce_real (Reduction reduction, RsArray *array)
{
  gconstpointer data = rs_array_read (array);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  double total = reduction == REDUCE_PROD ? 1 : reduction == REDUCE_MAX || reduction == REDUCE_MIN ? NAN : 0;

  for (gint64 start = 0, since = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double *x;
      double ends[2];

      if (rs_error_set_stopped_after (&since, (gint64)n, NULL))
        break;
      if (array->element == RS_ELEMENT_SINGLE && (reduction == REDUCE_SUM || reduction == REDUCE_MEAN))
        {
          total += rs_sum_singles ((const float *)data + start, n);
          continue;
        }
      x = rs_block_get (RS_COMPUTE_DOUBLE, array->element, data, start, n, buffer);
      switch (reduction)
        {
        case REDUCE_PROD:
          total *= product_block (x, n);
          break;
        case REDUCE_MAX:
        case REDUCE_MIN:
          ends[0] = total;
          ends[1] = extreme_block (x, n, reduction == REDUCE_MAX);
          total = extreme_block (ends, 2, reduction == REDUCE_MAX);
          break;
        default:
          total += rs_sum_block (x, n);
          break;
        }
    }
  return reduction == REDUCE_MEAN ? total / (double)array->n_elements : total;
}

RS_VECTOR_LOOPS static gint64
sum_small_integers (const gint64 *x, gsize n)
{
  gint64 sum = 0;

  _Pragma ("omp simd reduction(+:sum)") for (gsize i = 0; i < n; i++) sum += x[i];
  return sum;
}

/* A block of integers; `is_small`: of at most 32 bits, so that their sum fits. FALSE when 64 bits do not hold the
 * result. */
static gboolean
reduce_integers (Reduction reduction, const gint64 *x, gsize n, gboolean is_small, gint64 *total)
{
  if (reduction == REDUCE_MAX)
    *total = largest_of_integers (x, n, *total);
  else if (reduction == REDUCE_MIN)
    *total = smallest_of_integers (x, n, *total);
  else if (reduction == REDUCE_SUM && is_small)
    return !__builtin_add_overflow (*total, sum_small_integers (x, n), total);
  else
    for (gsize i = 0; i < n; i++)
      if (reduction == REDUCE_SUM ? __builtin_add_overflow (*total, x[i], total)
                                  : __builtin_mul_overflow (*total, x[i], total))
        return FALSE;
  return TRUE;
}

/* FALSE when 64 bits do not hold the result: then it is computed in double. */
static gboolean
reduce_whole (Reduction reduction, RsArray *array, gint64 *result)
{
  gconstpointer data = rs_array_read (array);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  gboolean is_small = rs_element_get_bytes (array->element) <= 4;
  gint64 total = reduction == REDUCE_PROD  ? 1
                 : reduction == REDUCE_MAX ? G_MININT64
                 : reduction == REDUCE_MIN ? G_MAXINT64
                                           : 0;

  if (array->element == RS_ELEMENT_UINT64)
    return FALSE;
  for (gint64 start = 0, since = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const gint64 *x = rs_block_get (RS_COMPUTE_INT, array->element, data, start, n, buffer);

      if (rs_error_set_stopped_after (&since, (gint64)n, NULL))
        break;
      if (!reduce_integers (reduction, x, n, is_small, &total))
        return FALSE;
    }
  *result = total;
  return TRUE;
}

static RsValue
reduce_complex (Reduction reduction, RsArray *array)
{
  gconstpointer data = rs_array_read (array);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  double _Complex total = reduction == REDUCE_PROD ? 1 : 0;

  for (gint64 start = 0, since = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double _Complex *x = rs_block_get (RS_COMPUTE_CDOUBLE, array->element, data, start, n, buffer);

      if (rs_error_set_stopped_after (&since, (gint64)n, NULL))
        break;
      for (gsize i = 0; i < n; i++)
        total = reduction == REDUCE_PROD ? total * x[i] : total + x[i];
    }
  if (reduction == REDUCE_MEAN)
    total /= (double)array->n_elements;
  return rs_value_new_complex (creal (total), cimag (total));
}

static gboolean
test_elements (Reduction reduction, RsArray *array)
{
  gconstpointer data = rs_array_read (array);
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);

  for (gint64 start = 0, since = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double _Complex *x = rs_block_get (RS_COMPUTE_CDOUBLE, array->element, data, start, n, buffer);

      if (rs_error_set_stopped_after (&since, (gint64)n, NULL))
        break;
      for (gsize i = 0; i < n; i++)
        if ((x[i] != 0) == (reduction == REDUCE_ANY))
          return reduction == REDUCE_ANY;
    }
  return reduction == REDUCE_ALL;
}

static gboolean
reduce_all (Reduction reduction, RsArray *array, const char *name, RsValue *result, GError **error)
{
  gint64 whole;

  if (reduction == REDUCE_ANY || reduction == REDUCE_ALL)
    *result = rs_value_bool (test_elements (reduction, array));
  else if (rs_element_is_complex (array->element))
    {
      if (reduction == REDUCE_MAX || reduction == REDUCE_MIN)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "complex numbers have no order");
      *result = reduce_complex (reduction, array);
    }
  else if ((reduction == REDUCE_MAX || reduction == REDUCE_MIN) && array->n_elements == 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name, "the array is empty");
  else if (is_whole (array) && reduction != REDUCE_MEAN && reduce_whole (reduction, array, &whole))
    *result = array->element == RS_ELEMENT_BOOL && reduction >= REDUCE_MAX ? rs_value_bool (whole != 0)
                                                                           : rs_value_int (whole);
  else
    *result = rs_value_scalar (reduce_real (reduction, array));
  return TRUE;
}

/* On the device where the array lives; INTERPRET: it lives on none, or the host is to do it. */
static RsLaunchResult
reduce_on_device (const RsCall *call, Reduction reduction, RsArray *array, const Along *along, RsArray *result,
                  const char *name, GError **error)
{
  const RsDeviceLines lines = { along->outer, along->length, along->inner };

  switch (reduction)
    {
    case REDUCE_SUM:
    case REDUCE_MEAN:
      return rs_device_sum_along (call->session, name, array, lines,
                                  reduction == REDUCE_MEAN ? (double)along->length : 1, result, error);
    case REDUCE_PROD:
      return rs_device_product_along (call->session, name, array, lines, result, error);
    case REDUCE_ANY:
    case REDUCE_ALL:
      return rs_device_test_along (call->session, name, array, lines, reduction == REDUCE_ALL, result, error);
    default:
      return RS_LAUNCH_INTERPRET;
    }
}

/* Integers, exact. */
static gboolean
reduce_integers_along (RsCall *call, Reduction reduction, RsArray *array, const Along *along, const char *name,
                       GError **error)
{
  const RsElement element = rs_along_element (reduction, array, rs_call_get_precision (call));
  RsLaunchResult launched = RS_LAUNCH_INTERPRET;
  g_autoptr (RsArray) result = NULL;

  if (reduction == REDUCE_SUM && rs_device_holds_sums (array->element, along->length))
    {
      result = rs_array_new (element, along->rank, along->dims, TRUE, error);
      if (result == NULL)
        return FALSE;
      launched = reduce_on_device (call, reduction, array, along, result, name, error);
    }
  else if (reduction == REDUCE_SUM)
    launched = rs_device_sum_integers (call->session, name, array,
                                       (RsDeviceLines){ along->outer, along->length, along->inner }, FALSE, element,
                                       along->rank, along->dims, &result, error);
  if (launched == RS_LAUNCH_INTERPRET)
    return rs_call_return_array (call, rs_reduce_integers (reduction, array, along, FALSE, element, name, error));
  return launched == RS_LAUNCH_QUEUED && rs_call_return (call, rs_value_object (g_steal_pointer (&result)));
}

static gboolean
call_reduction (RsCall *call, Reduction reduction, const char *name, GError **error)
{
  g_autoptr (RsArray) array = NULL, result = NULL;
  RsLaunchResult launched;
  Along along;

  if (call->arguments[0].tag == RS_TAG_CELL)
    return rs_call_fail_argument (call, 0, error, name, "an array");
  array = rs_call_get_array (call, 0, name, error);
  if (array == NULL)
    return FALSE;
  if (call->n_arguments == 1)
    return reduce_all (reduction, array, name, &call->results[0], error);
  if (!rs_see_along (call, array, &along, name, error))
    return FALSE;
  if (rs_reduces_integers (reduction, array))
    return reduce_integers_along (call, reduction, array, &along, name, error);
  result = rs_array_new (rs_along_element (reduction, array, rs_call_get_precision (call)), along.rank, along.dims,
                         TRUE, error);
  if (result == NULL)
    return FALSE;
  launched = reduce_on_device (call, reduction, array, &along, result, name, error);
  if (launched == RS_LAUNCH_FAILED
      || (launched == RS_LAUNCH_INTERPRET && !rs_reduce_along (reduction, array, &along, result, name, error)))
    return FALSE;
  return rs_call_return (call, rs_value_object (g_steal_pointer (&result)));
}

RS_DEFINE_BUILTIN (SUM)
{
  return call_reduction (call, REDUCE_SUM, "sum", error);
}

RS_DEFINE_BUILTIN (PROD)
{
  return call_reduction (call, REDUCE_PROD, "prod", error);
}

RS_DEFINE_BUILTIN (MEAN)
{
  return call_reduction (call, REDUCE_MEAN, "mean", error);
}

RS_DEFINE_BUILTIN (ANY)
{
  return call_reduction (call, REDUCE_ANY, "any", error);
}

RS_DEFINE_BUILTIN (ALL)
{
  return call_reduction (call, REDUCE_ALL, "all", error);
}

RS_DEFINE_BUILTIN (MAX)
{
  if (call->n_arguments == 1)
    return call_reduction (call, REDUCE_MAX, "max", error);
  return rs_value_maximum (call->arguments[0], call->arguments[1], rs_call_get_precision (call), &call->results[0],
                           error);
}

RS_DEFINE_BUILTIN (MIN)
{
  if (call->n_arguments == 1)
    return call_reduction (call, REDUCE_MIN, "min", error);
  return rs_value_minimum (call->arguments[0], call->arguments[1], rs_call_get_precision (call), &call->results[0],
                           error);
}

/* The second argument is not conjugated. */
RS_DEFINE_BUILTIN (DOTPROD)
{
  RsPrecision precision = rs_call_get_precision (call);
  RsValue product = RS_NONE;
  RsCall sum = *call;
  gboolean good;

  if (call->arguments[0].tag == RS_TAG_ARRAY && call->arguments[1].tag == RS_TAG_ARRAY)
    switch (rs_device_dot_product (call->session, call->arguments[0].array, call->arguments[1].array, &call->results[0],
                                   error))
      {
      case RS_LAUNCH_QUEUED:
        return TRUE;
      case RS_LAUNCH_FAILED:
        return FALSE;
      case RS_LAUNCH_INTERPRET:
        break;
      }
  good = rs_value_binary (RS_OP_DOT_MULTIPLY, call->arguments[0], call->arguments[1], precision, &product, error);

  sum.arguments = &product;
  sum.n_arguments = 1;
  good = good && call_reduction (&sum, REDUCE_SUM, "dotprod", error);
  rs_value_clear (&product);
  return good;
}

static double
norm_on_host (RsArray *array)
{
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  gconstpointer data = rs_array_read (array);
  double total = 0;

  for (gint64 start = 0, since = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double _Complex *x = rs_block_get (RS_COMPUTE_CDOUBLE, array->element, data, start, n, buffer);

      if (rs_error_set_stopped_after (&since, (gint64)n, NULL))
        break;
      for (gsize i = 0; i < n; i++)
        total += creal (x[i]) * creal (x[i]) + cimag (x[i]) * cimag (x[i]);
    }
  return sqrt (total);
}

RS_DEFINE_BUILTIN (NORM)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "norm", error);
  RsLaunchResult launched;
  double norm = 0;

  if (array == NULL)
    return FALSE;
  launched = rs_device_norm (call->session, array, &norm, error);
  if (launched == RS_LAUNCH_INTERPRET)
    norm = norm_on_host (array);
  return launched != RS_LAUNCH_FAILED && rs_call_return (call, rs_value_scalar (norm));
}
