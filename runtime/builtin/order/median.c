/* median: of all elements, or of the lines along a dimension.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/order/lines.h"

#include "runtime/base/error.h"
#include "runtime/value/blocks.h"

#include <math.h>

/* The values of a line. */
static void
read_values (const RsLines *lines, gint64 k, double *values)
{
  const char *data = rs_array_read (lines->array);
  gsize bytes = rs_element_get_bytes (lines->array->element);
  gint64 start = rs_lines_start (lines, k);

  if (lines->inner == 1)
    rs_block_load (RS_COMPUTE_DOUBLE, lines->array->element, data + (gsize)start * bytes, (gsize)lines->length, values);
  else
    for (gint64 l = 0; l < lines->length; l++)
      rs_block_load (RS_COMPUTE_DOUBLE, lines->array->element, data + (gsize)(start + l * lines->inner) * bytes, 1,
                     &values[l]);
}

/* Moves values so that place k has what it would have in a sorted line, with nothing larger before it. No NaNs. The
 * pivot is the middle one of three from places that change, so that no order of the values is a slow one. It ends early
 * when the program is to stop; what comes of it is dropped. */
static void
select_place (double *x, gint64 n, gint64 k)
{
  gint64 low = 0, high = n - 1, since = 0;
  guint64 random = 1;

  while (low < high)
    {
      gint64 i = low, j = high;
      double a, b, c, pivot;

      random = random * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
      a = x[low + (gint64)((random >> 33) % (guint64)(high - low + 1))];
      b = x[(low + high) / 2];
      c = x[high];
      pivot = MAX (MIN (a, b), MIN (MAX (a, b), c));
      while (i <= j)
        {
          while (x[i] < pivot)
            i++;
          while (x[j] > pivot)
            j--;
          if (rs_error_set_stopped_after (&since, 1, NULL))
            return;
          if (i <= j)
            {
              double t = x[i];

              x[i++] = x[j];
              x[j--] = t;
            }
        }
      if (k <= j)
        high = j;
      else if (k >= i)
        low = i;
      else
        return;
    }
}

/* Changes the order of the values; NaN when one of them is. */
static double
median_of (double *values, gint64 n)
{
  gint64 middle = n / 2;
  double below;

  for (gint64 i = 0; i < n; i++)
    if (isnan (values[i]))
      return NAN;
  select_place (values, n, middle);
  if (n % 2 == 1)
    return values[middle];
  below = values[0];
  for (gint64 i = 1; i < middle; i++)
    below = MAX (below, values[i]);
  return (below + values[middle]) / 2;
}

static void
medians_on_host (const RsLines *lines, RsArray *result)
{
  g_autofree double *values = g_new (double, lines->length);

  for (gint64 k = 0, since = 0; k < lines->n_lines && !rs_error_set_stopped_after (&since, lines->length, NULL); k++)
    {
      read_values (lines, k, values);
      rs_array_set_element (result, k, rs_value_scalar (median_of (values, lines->length)), NULL);
    }
}

/* On the device where the array lives, or on the host. */
static gboolean
take_medians (RsSession *session, const RsLines *lines, RsArray *result, GError **error)
{
  const RsLaunchResult launched = rs_device_median (session, lines->array, rs_lines_of_device (lines), result, error);

  if (launched == RS_LAUNCH_INTERPRET)
    medians_on_host (lines, result);
  return launched != RS_LAUNCH_FAILED;
}

/* Without a dimension, a single median is a number. */
RS_DEFINE_BUILTIN (MEDIAN)
{
  RsLines lines;
  g_autoptr (RsArray) result = NULL;
  gboolean good = rs_lines_init (&lines, call, call->n_arguments, "median", error);

  if (good && lines.length == 0)
    good = rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "median", "the array is empty");
  if (good)
    {
      RsElement element = lines.array->element;
      gboolean whole = rs_compute_of_element (element) == RS_COMPUTE_INT;

      while (lines.rank > 2 && lines.dims[lines.rank - 1] == 1)
        lines.rank--;
      result = rs_array_new (whole ? rs_element_of_precision (rs_call_get_precision (call)) : element,
                             lines.array->rank == 1 ? 1 : lines.rank, lines.dims + (lines.array->rank == 1), FALSE,
                             error);
      good = result != NULL && take_medians (call->session, &lines, result, error);
    }
  rs_lines_clear (&lines);
  if (good && call->n_arguments == 1 && result->n_elements == 1)
    return rs_call_return (call, rs_array_get_element (result, 0));
  return good && rs_call_return_array (call, g_steal_pointer (&result));
}
