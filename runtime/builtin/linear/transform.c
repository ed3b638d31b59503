/* Discrete Fourier transforms of one, two and three dimensions (STDLIB.md 8), and the shifts that go with them.
 *
 * The plugin fftw computes them when it is there (transform-lines.c). What follows is for where it is not: lengths that
 * are powers of two go through the iterative radix-2 algorithm (Cooley, Tukey 1965), all others through a convolution
 * of the next power of two that is long enough (Bluestein 1970). Computation is in double, one line at a time. The plan
 * of a length is made once for all lines of a call. When the program is to stop, a loop ends early; what it gives is
 * dropped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/transform.h"
#include "runtime/builtin/call.h"
#include "runtime/builtin/linear/transform-lines.h"

#include "runtime/value/blocks.h"

#include <math.h>

typedef double _Complex Number;

/* What a transform of one length needs. */
typedef struct
{
  gint64 n;       /* length of a line */
  gint64 size;    /* power of two: n, or that of the convolution */
  Number *roots;  /* [size / 2]: exp (-2 pi i k / size) */
  Number *chirp;  /* [n]: exp (-pi i k^2 / n); NULL when n is a power of two */
  Number *filter; /* [size]: transform of the conjugate chirp */
  Number *work;   /* [size] */
} Plan;

static Number
product (Number x, Number y)
{
  return CMPLX (creal (x) * creal (y) - cimag (x) * cimag (y), creal (x) * cimag (y) + cimag (x) * creal (y));
}

static void
swap_bits (Number *x, gint64 size, gint64 *since)
{
  for (gint64 i = 1, j = 0; i < size && !rs_error_set_stopped_after (since, 1, NULL); i++)
    {
      gint64 bit = size >> 1;

      for (; j & bit; bit >>= 1)
        j ^= bit;
      j |= bit;
      if (i < j)
        {
          Number t = x[i];

          x[i] = x[j];
          x[j] = t;
        }
    }
}

static void
transform_power_of_two (const Number *roots, Number *x, gint64 size)
{
  gint64 since = 0;

  swap_bits (x, size, &since);
  for (gint64 half = 1; half < size; half *= 2)
    for (gint64 start = 0; start < size && since < RS_POLLED; start += 2 * half)
      for (gint64 k = 0; k < half && !rs_error_set_stopped_after (&since, 1, NULL); k++)
        {
          Number odd = product (x[start + k + half], roots[k * (size / (2 * half))]);

          x[start + k + half] = x[start + k] - odd;
          x[start + k] += odd;
        }
}

static Number
unit (double turns)
{
  return CMPLX (cos (2 * G_PI * turns), sin (2 * G_PI * turns));
}

static void
plan_clear (Plan *plan)
{
  g_free (plan->roots);
  g_free (plan->chirp);
  g_free (plan->filter);
  g_free (plan->work);
}

static gboolean
plan_init (Plan *plan, gint64 n, const char *name, GError **error)
{
  gboolean power = (n & (n - 1)) == 0;

  *plan = (Plan){ .n = n, .size = 1 };
  while (plan->size < (power ? n : 2 * n - 1))
    plan->size *= 2;
  plan->roots = g_try_new (Number, plan->size / 2 + 1);
  plan->work = g_try_new (Number, plan->size);
  plan->chirp = power ? NULL : g_try_new (Number, n);
  plan->filter = power ? NULL : g_try_new0 (Number, plan->size);
  if (plan->roots == NULL || plan->work == NULL || (!power && (plan->chirp == NULL || plan->filter == NULL)))
    {
      plan_clear (plan);
      return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for lines of %" G_GINT64_FORMAT " elements",
                           n);
    }
  for (gint64 k = 0; k < plan->size / 2; k++)
    plan->roots[k] = unit (-(double)k / (double)plan->size);
  if (power)
    return TRUE;
  for (gint64 k = 0; k < n; k++)
    {
      /* k^2 modulo 2n: the angle keeps its digits */
      plan->chirp[k] = unit (-(double)((guint64)k * (guint64)k % (guint64)(2 * n)) / (double)(2 * n));
      plan->filter[k] = conj (plan->chirp[k]);
      if (k > 0)
        plan->filter[plan->size - k] = plan->filter[k];
    }
  transform_power_of_two (plan->roots, plan->filter, plan->size);
  return TRUE;
}

/* The forward transform of x, in place. */
static void
run (const Plan *plan, Number *x)
{
  Number *work = plan->work;

  if (plan->chirp == NULL)
    {
      transform_power_of_two (plan->roots, x, plan->size);
      return;
    }
  for (gint64 k = 0; k < plan->size; k++)
    work[k] = k < plan->n ? product (x[k], plan->chirp[k]) : 0;
  transform_power_of_two (plan->roots, work, plan->size);
  for (gint64 k = 0; k < plan->size; k++) /* conjugated, so that the next transform is the inverse one */
    work[k] = conj (product (work[k], plan->filter[k]));
  transform_power_of_two (plan->roots, work, plan->size);
  for (gint64 k = 0; k < plan->n; k++)
    x[k] = product (conj (work[k]), plan->chirp[k]) / (double)plan->size;
}

/* All lines of one dimension of an array of doubles; conjugating before and after makes the inverse. */
static gboolean
transform_dimension (Number *data, gint64 outer, gint64 length, gint64 inner, gboolean inverse, const char *name,
                     GError **error)
{
  g_autofree Number *line = g_try_new (Number, length);
  gboolean is_stopped = FALSE;
  Plan plan;

  if (line == NULL || !plan_init (&plan, length, name, error))
    return line != NULL ? FALSE : rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for a line");
  for (gint64 o = 0, since = 0; o < outer; o++)
    for (gint64 i = 0; i < inner && !is_stopped; i++)
      {
        Number *start = data + o * length * inner + i;

        for (gint64 l = 0; l < length; l++)
          line[l] = inverse ? conj (start[l * inner]) : start[l * inner];
        run (&plan, line);
        for (gint64 l = 0; l < length; l++)
          start[l * inner] = inverse ? conj (line[l]) / (double)length : line[l];
        is_stopped = rs_error_set_stopped_after (&since, length, error);
      }
  plan_clear (&plan);
  return !is_stopped;
}

/* --- the functions --- */

static gboolean
transform_here (const RsTransformTask *task, GError **error)
{
  RsShape shape = rs_shape_of_array (task->from);
  gint64 n = task->from->n_elements, outer = 1;
  g_autofree Number *data = g_try_new (Number, n);

  if (data == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, task->name, "no memory for %" G_GINT64_FORMAT " elements", n);
  rs_block_load (RS_COMPUTE_CDOUBLE, task->from->element, rs_array_read (task->from), n, data);
  for (int d = 0; d < shape.rank; outer *= shape.dims[d++])
    if (d >= task->first && d <= task->last && shape.dims[d] > 1
        && !transform_dimension (data, outer, shape.dims[d], n / (outer * shape.dims[d]), task->inverse, task->name,
                                 error))
      return FALSE;
  rs_block_store (RS_COMPUTE_CDOUBLE, data, n, task->to->element, RS_OVERFLOW_DEFAULT, rs_array_write (task->to));
  return TRUE;
}

/* element: that of the result for single precision. */
static RsElement
element_of_result (const RsCall *call, const RsArray *array, RsElement element)
{
  gboolean is_double = array->element == RS_ELEMENT_DOUBLE || array->element == RS_ELEMENT_CDOUBLE
                       || (rs_compute_of_element (array->element) == RS_COMPUTE_INT
                           && rs_call_get_precision (call) == RS_PRECISION_DOUBLE);

  if (!is_double)
    return element;
  return element == RS_ELEMENT_CSINGLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE;
}

/* first, last: dimensions that are transformed. element: CSINGLE, or SINGLE for the real part of an inverse. */
static gboolean
transform (RsCall *call, int first, int last, gboolean inverse, RsElement element, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error), result = NULL;

  if (array == NULL)
    return FALSE;
  result = rs_array_new_like (array, element_of_result (call, array, element), error);
  if (result != NULL && array->n_elements > 0)
    {
      const RsTransformTask task = { name, first, last, inverse, array, result };
      const RsShape shape = rs_shape_of_array (array);
      const RsLaunchResult launched
          = rs_device_transform (call->session, name, array, &shape, first, last, inverse, result, error);

      if (launched == RS_LAUNCH_FAILED
          || (launched == RS_LAUNCH_INTERPRET && !rs_transform_lines (call->session, &task)
              && !transform_here (&task, error)))
        return FALSE;
    }
  return rs_call_return_array (call, g_steal_pointer (&result));
}

#define TRANSFORM(ID, name, first, last, inverse)                                                                      \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    return transform (call, first, last, inverse, RS_ELEMENT_CSINGLE, name, error);                                    \
  }

TRANSFORM (FFT1, "fft1", 1, 1, FALSE)
TRANSFORM (FFT2, "fft2", 0, 1, FALSE)
TRANSFORM (FFT3, "fft3", 0, 2, FALSE)
TRANSFORM (IFFT1, "ifft1", 1, 1, TRUE)
TRANSFORM (IFFT2, "ifft2", 0, 1, TRUE)
TRANSFORM (IFFT3, "ifft3", 0, 2, TRUE)

RS_DEFINE_BUILTIN (IREALFFT2)
{
  return transform (call, 0, 1, TRUE, RS_ELEMENT_SINGLE, "irealfft2", error);
}

/* By floor(N/2), the inverse by ceil(N/2), in the first n_dims dimensions; of a vec along itself for 1. */
static gboolean
shift (RsCall *call, int n_dims, gboolean inverse, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error);
  g_autoptr (RsArray) shifts = NULL;
  RsValue arguments[2];
  RsCall inner = *call;
  RsShape shape;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  if (n_dims == 1 && shape.rank == 2 && shape.dims[0] == 1)
    n_dims = 2;
  shifts = rs_array_new_vector (RS_ELEMENT_INT64, MAX (2, n_dims), error);
  if (shifts == NULL)
    return FALSE;
  for (int d = 0; d < MAX (2, n_dims); d++)
    {
      gint64 length = d < shape.rank && d < n_dims ? shape.dims[d] : 0;

      rs_array_set_element (shifts, d, rs_value_int (inverse ? (length + 1) / 2 : length / 2), NULL);
    }
  arguments[0] = rs_value_object (array);
  arguments[1] = rs_value_object (shifts);
  inner.arguments = arguments;
  inner.n_arguments = 2;
  return rs_builtin_CIRCSHIFT (&inner, error);
}

#define SHIFT(ID, name, n_dims, inverse)                                                                               \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    return shift (call, n_dims, inverse, name, error);                                                                 \
  }

SHIFT (FFTSHIFT1, "fftshift1", 1, FALSE)
SHIFT (FFTSHIFT2, "fftshift2", 2, FALSE)
SHIFT (FFTSHIFT3, "fftshift3", 3, FALSE)
SHIFT (IFFTSHIFT1, "ifftshift1", 1, TRUE)
SHIFT (IFFTSHIFT2, "ifftshift2", 2, TRUE)
SHIFT (IFFTSHIFT3, "ifftshift3", 3, TRUE)
