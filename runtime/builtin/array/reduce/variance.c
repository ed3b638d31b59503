/* Variance and standard deviation: the squared distances from the mean, over the number of elements less 1 (STDLIB.md
 * 2); 0 for one element, NaN for none. Everything is computed in double: first the mean, then the squares. When the
 * program is to stop, a loop ends early; what it gives is dropped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/reduce/reduce.h"
#include "runtime/builtin/call.h"
#include "runtime/builtin/device/along.h"
#include "runtime/value/arithmetic/arithmetic.h"

#include "runtime/value/blocks.h"
#include "runtime/vector-loops.h"

#include <math.h>

/* Elements that belong to one result or to some that lie side by side: `length` rows of n, `step` elements apart. */
typedef struct {
  RsArray *array;
  gconstpointer data;
  gint64 start, length, step;
  gsize n;         /* at most RS_BLOCK */
  gint64 since;    /* the last poll: elements */
  RsBlock buffer, squares;
} Rows;

RS_VECTOR_LOOPS static void
add_row (double *restrict totals, const double *restrict x, gsize n)
{
  _Pragma ("omp simd") for (gsize i = 0; i < n; i++) totals[i] += x[i];
}

/* stride: 0 when all elements have one mean. */
RS_VECTOR_LOOPS static void
square_distances (const double *restrict x, const double *restrict means, gsize stride, double *restrict squares,
                  gsize n)
{
  if (stride == 0)
    {
      const double mean = *means;

      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) squares[i] = (x[i] - mean) * (x[i] - mean);
    }
  else
    _Pragma ("omp simd") for (gsize i = 0; i < n; i++) squares[i] = (x[i] - means[i]) * (x[i] - means[i]);
}

/* Adds up what the rows hold, or with means the squared distances from them. */
static void
add_rows (Rows *rows, const double *means, double *totals)
{
  /* rows that follow each other are loaded together */
  gint64 most = rows->step == (gint64)rows->n ? RS_BLOCK / (gint64)rows->n : 1;
  gint64 count;

  for (gsize i = 0; i < rows->n; i++)
    totals[i] = 0;
  for (gint64 l = 0; l < rows->length; l += count)
    {
      gsize n;
      const double *x;

      count = MIN (most, rows->length - l);
      n = (gsize)count * rows->n;
      if (rs_error_set_stopped_after (&rows->since, (gint64)n, NULL))
        break;
      x = rs_block_get (RS_COMPUTE_DOUBLE, rows->array->element, rows->data, rows->start + l * rows->step, n,
                        &rows->buffer);
      if (means != NULL && rows->n == 1)
        square_distances (x, means, 0, rows->squares.doubles, n);
      else if (means != NULL)
        for (gint64 k = 0; k < count; k++)
          square_distances (x + (gsize)k * rows->n, means, 1, rows->squares.doubles + (gsize)k * rows->n, rows->n);
      if (means != NULL)
        x = rows->squares.doubles;
      if (rows->n == 1)
        totals[0] += rs_sum_block (x, n);
      else
        for (gint64 k = 0; k < count; k++)
          add_row (totals, x + (gsize)k * rows->n, rows->n);
    }
}

/* The variances of the n columns of rows. */
static void
get_variances (Rows *rows, double *variances)
{
  double means[RS_BLOCK];

  add_rows (rows, NULL, means);
  for (gsize i = 0; i < rows->n; i++)
    means[i] /= (double)rows->length;
  add_rows (rows, means, variances);
  for (gsize i = 0; i < rows->n; i++)
    variances[i] = rows->length > 0 ? variances[i] / (double)MAX (rows->length - 1, 1) : NAN; /* NaN of one NaN, too */
}

/* result: an element for each position outside of the dimension. */
static void
variance_along (RsArray *array, const Along *along, gboolean root, RsArray *result)
{
  g_autofree Rows *rows = g_new (Rows, 1);
  double variances[RS_BLOCK];
  gsize bytes = rs_element_get_bytes (result->element);
  char *out = rs_array_write (result);

  rows->array = array;
  rows->data = rs_array_read (array);
  rows->length = along->length;
  rows->step = along->inner;
  rows->since = 0;
  for (gint64 o = 0; o < along->outer; o++)
    for (gint64 i = 0; i < along->inner; i += RS_BLOCK)
      {
        if (rs_error_set_stopped_after (&rows->since, along->length, NULL))
          return;
        rows->start = o * along->length * along->inner + i;
        rows->n = (gsize)MIN (RS_BLOCK, along->inner - i);
        get_variances (rows, variances);
        for (gsize k = 0; k < rows->n && root; k++)
          variances[k] = sqrt (variances[k]);
        rs_block_store (RS_COMPUTE_DOUBLE, variances, rows->n, result->element, RS_OVERFLOW_DEFAULT,
                        out + (gsize)(o * along->inner + i) * bytes);
      }
}

static double
variance (RsArray *array)
{
  g_autofree Rows *rows = g_new (Rows, 1);
  double result[1];

  rows->array = array;
  rows->data = rs_array_read (array);
  rows->start = 0;
  rows->length = array->n_elements;
  rows->step = 1;
  rows->n = 1;
  rows->since = 0;
  get_variances (rows, result);
  return result[0];
}

static gboolean call_variance (RsCall *call, gboolean root, const char *name, GError **error);

/* The variance of complex numbers is that of their real plus that of their imaginary parts. */
static gboolean
call_complex_variance (RsCall *call, gboolean root, const char *name, GError **error)
{
  static const RsBuiltinFunction parts[] = { rs_builtin_REAL, rs_builtin_IMAG };
  g_autofree RsValue *arguments = g_memdup2 (call->arguments, call->n_arguments * sizeof (RsValue));
  RsValue variances[2] = { RS_NONE, RS_NONE }, sum = RS_NONE;
  RsPrecision precision = rs_call_get_precision (call);
  gboolean good = TRUE;

  for (guint i = 0; i < 2 && good; i++)
    {
      RsCall inner = *call;

      inner.n_arguments = 1;
      inner.results = arguments;
      arguments[0] = RS_NONE;
      good = parts[i](&inner, error);
      inner.n_arguments = call->n_arguments;
      inner.arguments = arguments;
      inner.results = &variances[i];
      good = good && call_variance (&inner, FALSE, name, error);
      rs_value_clear (&arguments[0]);
    }
  good = good && rs_value_binary (RS_OP_ADD, variances[0], variances[1], precision, &sum, error);
  rs_value_clear (&variances[0]);
  rs_value_clear (&variances[1]);
  if (good && root)
    {
      RsCall inner = *call;

      inner.arguments = &sum;
      inner.n_arguments = 1;
      good = rs_builtin_SQRT (&inner, error);
      rs_value_clear (&sum);
      return good;
    }
  return good && rs_call_return (call, sum);
}

/* Of all elements. */
static gboolean
call_variance_of_all (RsCall *call, RsArray *array, gboolean root, const char *name, GError **error)
{
  g_autoptr (RsArray) one = rs_array_new (RS_ELEMENT_DOUBLE, 1, (gint64[]){ 1 }, TRUE, error);
  RsLaunchResult launched;

  if (one == NULL)
    return FALSE;
  launched = rs_device_variance_along (call->session, name, array, (RsDeviceLines){ 1, array->n_elements, 1 }, root,
                                       one, error);
  if (launched == RS_LAUNCH_QUEUED)
    return rs_call_return (call, rs_array_get_element (one, 0));
  if (launched == RS_LAUNCH_FAILED)
    return FALSE;
  return rs_element_is_complex (array->element)
             ? call_complex_variance (call, root, name, error)
             : rs_call_return (call, rs_value_scalar (root ? sqrt (variance (array)) : variance (array)));
}

static RsElement
get_real (RsElement element)
{
  return element == RS_ELEMENT_CDOUBLE   ? RS_ELEMENT_DOUBLE
         : element == RS_ELEMENT_CSINGLE ? RS_ELEMENT_SINGLE
                                         : element;
}

static gboolean
call_variance (RsCall *call, gboolean root, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error), result = NULL;
  RsLaunchResult launched;
  Along along;

  if (array == NULL)
    return FALSE;
  if (call->n_arguments == 1)
    return call_variance_of_all (call, array, root, name, error);
  if (!rs_see_along (call, array, &along, name, error))
    return FALSE;
  result = rs_array_new (get_real (rs_along_element (REDUCE_MEAN, array, rs_call_get_precision (call))), along.rank,
                         along.dims, TRUE, error);
  if (result == NULL)
    return FALSE;
  launched = rs_device_variance_along (call->session, name, array,
                                       (RsDeviceLines){ along.outer, along.length, along.inner }, root, result, error);
  if (launched == RS_LAUNCH_FAILED)
    return FALSE;
  if (launched == RS_LAUNCH_INTERPRET && rs_element_is_complex (array->element))
    return call_complex_variance (call, root, name, error);
  if (launched == RS_LAUNCH_INTERPRET && result->n_elements > 0)
    variance_along (array, &along, root, result);
  return rs_call_return (call, rs_value_object (g_steal_pointer (&result)));
}

RS_DEFINE_BUILTIN (VAR)
{
  return call_variance (call, FALSE, "var", error);
}

RS_DEFINE_BUILTIN (STD)
{
  return call_variance (call, TRUE, "std", error);
}
