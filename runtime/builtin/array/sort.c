/* Order: sort, median, find.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/builtin/device/order.h"

#include "runtime/value/blocks.h"
#include "runtime/value/cell.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double value;
  gint64 index;
} Entry;

/* Ascending, NaNs last; equal ones by position, which makes the sort stable. */
static int
compare_entries (const void *a, const void *b)
{
  const Entry *p = a, *q = b;
  gboolean p_nan = isnan (p->value), q_nan = isnan (q->value);

  if (p_nan != q_nan)
    return p_nan ? 1 : -1;
  if (!p_nan && p->value != q->value)
    return p->value < q->value ? -1 : 1;
  return (p->index > q->index) - (p->index < q->index);
}

/* A key whose order as an unsigned integer is that of the values: negative numbers have all bits inverted, others the
 * sign bit. NaNs of either sign come last, and -0 counts as 0. */
static guint64
key_of (double value)
{
  guint64 bits;

  if (isnan (value))
    return G_MAXUINT64;
  value += 0.0;
  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | (G_GUINT64_CONSTANT (1) << 63);
}

typedef struct
{
  guint64 key;
  gint64 index;
} Keyed;

#define DIGIT_BITS 8
#define N_DIGITS (1 << DIGIT_BITS)

/* Sorts by one digit after the other, from the least; digits that are the same everywhere are passed over, which are
 * half of them for singles. The result is in one of the two buffers; NULL with an error: stopped. */
static Keyed *
sort_keys (Keyed *keys, Keyed *other, gint64 n, GError **error)
{
  gint64 since = 0;

  for (int shift = 0; shift < 64; shift += DIGIT_BITS)
    {
      gint64 starts[N_DIGITS] = { 0 }, sum = 0;
      Keyed *t = keys;

      for (gint64 i = 0; i < n; i++)
        starts[(keys[i].key >> shift) & (N_DIGITS - 1)]++;
      if (rs_error_set_stopped_after (&since, n, error))
        return NULL;
      if (starts[(keys[0].key >> shift) & (N_DIGITS - 1)] == n)
        continue;
      for (int digit = 0; digit < N_DIGITS; digit++)
        {
          gint64 count = starts[digit];

          starts[digit] = sum;
          sum += count;
        }
      for (gint64 i = 0; i < n; i++)
        {
          if (rs_error_set_stopped_after (&since, 1, error))
            return NULL;
          other[starts[(keys[i].key >> shift) & (N_DIGITS - 1)]++] = keys[i];
        }
      keys = other;
      other = t;
    }
  return keys;
}

#define RADIX_FROM 1024

/* Stable, ascending. FALSE with an error: stopped. */
static gboolean
sort_entries (Entry *entries, gint64 n, GError **error)
{
  Keyed *keys, *sorted;
  double *values;
  gint64 since = 0;
  gboolean is_stopped = FALSE;

  keys = n >= RADIX_FROM ? g_try_new (Keyed, 2 * n) : NULL;
  values = keys != NULL ? g_try_new (double, n) : NULL;
  if (values == NULL)
    {
      g_free (keys);
      qsort (entries, (gsize)n, sizeof (Entry), compare_entries);
      return TRUE;
    }
  for (gint64 i = 0; i < n && !is_stopped; i++)
    {
      is_stopped = rs_error_set_stopped_after (&since, 1, error);
      keys[i] = (Keyed){ key_of (entries[i].value), i };
      values[i] = entries[i].value;
    }
  sorted = is_stopped ? NULL : sort_keys (keys, keys + n, n, error);
  is_stopped = sorted == NULL;
  for (gint64 i = 0; i < n && !is_stopped; i++)
    {
      is_stopped = rs_error_set_stopped_after (&since, 1, error);
      entries[i] = (Entry){ values[sorted[i].index], sorted[i].index };
    }
  g_free (values);
  g_free (keys);
  return !is_stopped;
}

/* Lines of an array along a dimension: argument 1, when there are n_arguments = 2. */
typedef struct
{
  RsArray *array; /* owned */
  gint64 length, inner, n_lines;
  int rank;
  gint64 dims[RS_MAX_RANK]; /* with the dimension reduced to 1 */
} Lines;

static gboolean
lines_init (Lines *lines, const RsCall *call, guint n_arguments, const char *name, GError **error)
{
  RsShape shape;
  gint64 dim;

  lines->array = rs_call_get_array (call, 0, name, error);
  if (lines->array == NULL)
    return FALSE;
  if (rs_element_is_complex (lines->array->element))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "complex numbers have no order");
  shape = rs_shape_of_array (lines->array);
  dim = shape.rank == 2 && shape.dims[0] == 1 ? 1 : 0;
  if (n_arguments == 2 && !rs_call_get_integer (call, 1, &dim, name, error))
    return FALSE;
  if (dim < 0 || dim >= RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_DIMENSION, error, name, "there is no dimension %" G_GINT64_FORMAT, dim);
  lines->length = dim < shape.rank ? shape.dims[dim] : 1;
  lines->inner = 1;
  for (int d = (int)dim + 1; d < shape.rank; d++)
    lines->inner *= shape.dims[d];
  lines->n_lines = lines->length > 0 ? lines->array->n_elements / lines->length : 0;
  lines->rank = shape.rank;
  for (int d = 0; d < shape.rank; d++)
    lines->dims[d] = d == dim ? 1 : shape.dims[d];
  return TRUE;
}

static void
lines_clear (Lines *lines)
{
  g_clear_pointer (&lines->array, rs_array_unref);
}

static gint64
line_start (const Lines *lines, gint64 k)
{
  return k / lines->inner * lines->length * lines->inner + k % lines->inner;
}

/* Descending order is that of the negated values, so that equal ones keep their order and NaNs come last. FALSE with an
 * error: stopped. */
static gboolean
read_line (const Lines *lines, gint64 k, gboolean is_descending, Entry *entries, gint64 *since, GError **error)
{
  const char *data = rs_array_read (lines->array);
  gsize bytes = rs_element_get_bytes (lines->array->element);

  for (gint64 l = 0; l < lines->length; l++)
    {
      rs_block_load (RS_COMPUTE_DOUBLE, lines->array->element,
                     data + (gsize)(line_start (lines, k) + l * lines->inner) * bytes, 1, &entries[l].value);
      entries[l].value = is_descending ? -entries[l].value : entries[l].value;
      entries[l].index = l;
      if (rs_error_set_stopped_after (since, 1, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
sort_lines (const Lines *lines, gboolean is_descending, RsArray *values, RsArray *positions, GError **error)
{
  g_autofree Entry *entries = g_try_new (Entry, lines->length + 1);
  const char *in = rs_array_read (lines->array);
  char *out = rs_array_write (values);
  gint32 *places = positions != NULL ? rs_array_write (positions) : NULL;
  gsize bytes = rs_element_get_bytes (values->element);
  gint64 since = 0;

  if (entries == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "sort", "no memory for %" G_GINT64_FORMAT " elements",
                         lines->length);
  for (gint64 k = 0; k < lines->n_lines; k++)
    {
      gint64 start = line_start (lines, k);

      if (!read_line (lines, k, is_descending, entries, &since, error) || !sort_entries (entries, lines->length, error))
        return FALSE;
      for (gint64 l = 0; l < lines->length; l++)
        {
          if (rs_error_set_stopped_after (&since, 1, error))
            return FALSE;
          memcpy (out + (gsize)(start + l * lines->inner) * bytes,
                  in + (gsize)(start + entries[l].index * lines->inner) * bytes, bytes);
          if (places != NULL)
            places[start + l * lines->inner] = (gint32)entries[l].index;
        }
    }
  return TRUE;
}

static RsDeviceLines
get_device_lines (const Lines *lines)
{
  return (RsDeviceLines){ lines->n_lines / MAX (lines->inner, 1), lines->length, lines->inner };
}

/* On the device where the array lives, or on the host. */
static gboolean
sort_anywhere (RsSession *session, const Lines *lines, gboolean is_descending, RsArray *values, RsArray *positions,
               GError **error)
{
  const RsLaunchResult launched
      = rs_device_sort (session, lines->array, get_device_lines (lines), is_descending, values, positions, error);

  return launched == RS_LAUNCH_QUEUED
         || (launched == RS_LAUNCH_INTERPRET && sort_lines (lines, is_descending, values, positions, error));
}

/* The last argument may be "ascend" or "descend"; *n_arguments: without it. */
static gboolean
take_order (const RsCall *call, gboolean *is_descending, guint *n_arguments, GError **error)
{
  guint last = call->n_arguments - 1;
  const char *order;

  *n_arguments = call->n_arguments;
  *is_descending = FALSE;
  if (last == 0 || (last == 1 && call->arguments[1].tag != RS_TAG_STRING))
    return TRUE;
  if (!rs_call_get_string (call, last, &order, "sort", error))
    return FALSE;
  if (strcmp (order, "ascend") != 0 && strcmp (order, "descend") != 0)
    return rs_call_fail_argument (call, last, error, "sort", "\"ascend\" or \"descend\"");
  *is_descending = *order == 'd';
  *n_arguments = last;
  return TRUE;
}

static gboolean
sort_array (RsCall *call, guint n_arguments, gboolean is_descending, GError **error)
{
  Lines lines;
  g_autoptr (RsArray) values = NULL, positions = NULL;
  gboolean good = lines_init (&lines, call, n_arguments, "sort", error);

  if (good)
    {
      values = rs_array_new_like (lines.array, lines.array->element, error);
      if (values != NULL && call->n_results > 1)
        positions = rs_array_new_like (lines.array, RS_ELEMENT_INT32, error);
      good = values != NULL && (call->n_results < 2 || positions != NULL)
             && sort_anywhere (call->session, &lines, is_descending, values, positions, error);
    }
  lines_clear (&lines);
  if (!good)
    return FALSE;
  call->results[0] = rs_value_object (g_steal_pointer (&values));
  if (positions != NULL)
    call->results[1] = rs_value_object (g_steal_pointer (&positions));
  return TRUE;
}

/* --- texts --- */

typedef struct
{
  const char *text;
  gint64 index;
} Text;

/* By the numbers of the characters. */
static int
compare_texts (gconstpointer a, gconstpointer b, gpointer is_descending)
{
  const Text *p = a, *q = b;
  int order = strcmp (p->text, q->text);

  if (order != 0)
    return is_descending != NULL ? -order : order;
  return (p->index > q->index) - (p->index < q->index);
}

static gboolean
sort_texts (RsCall *call, gboolean is_descending, GError **error)
{
  const RsCell *cell = call->arguments[0].cell;
  gint64 dims[] = { cell->n_elements };
  g_autofree Text *texts = g_try_new (Text, cell->n_elements + 1);
  g_autoptr (RsArray) positions = NULL;
  RsCell *sorted;
  gint32 *places;

  if (texts == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "sort", "no memory for %" G_GINT64_FORMAT " elements",
                         dims[0]);
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (cell->elements[i].tag == RS_TAG_STRING)
      texts[i] = (Text){ cell->elements[i].string->text, i };
    else
      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "sort",
                           "a cell has to hold texts alone, but element %" G_GINT64_FORMAT " is none", i);
  if (cell->n_elements > 1)
    g_qsort_with_data (texts, (gint)cell->n_elements, sizeof (Text), compare_texts, GINT_TO_POINTER (is_descending));
  positions = rs_array_new (RS_ELEMENT_INT32, 1, dims, FALSE, error);
  sorted = positions != NULL ? rs_cell_new (cell->rank, cell->dims, error) : NULL;
  if (sorted == NULL)
    return FALSE;
  places = rs_array_write (positions);
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      sorted->elements[i] = rs_value_ref (cell->elements[texts[i].index]);
      places[i] = (gint32)texts[i].index;
    }
  call->results[0] = rs_value_object (sorted);
  if (call->n_results > 1)
    call->results[1] = rs_value_object (g_steal_pointer (&positions));
  return TRUE;
}

RS_DEFINE_BUILTIN (SORT)
{
  gboolean is_descending;
  guint n_arguments;

  if (!take_order (call, &is_descending, &n_arguments, error))
    return FALSE;
  if (call->arguments[0].tag == RS_TAG_CELL)
    return sort_texts (call, is_descending, error);
  return sort_array (call, n_arguments, is_descending, error);
}

/* The values of a line. */
static void
read_values (const Lines *lines, gint64 k, double *values)
{
  const char *data = rs_array_read (lines->array);
  gsize bytes = rs_element_get_bytes (lines->array->element);
  gint64 start = line_start (lines, k);

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
medians_on_host (const Lines *lines, RsArray *result)
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
take_medians (RsSession *session, const Lines *lines, RsArray *result, GError **error)
{
  const RsLaunchResult launched = rs_device_median (session, lines->array, get_device_lines (lines), result, error);

  if (launched == RS_LAUNCH_INTERPRET)
    medians_on_host (lines, result);
  return launched != RS_LAUNCH_FAILED;
}

/* Without a dimension, a single median is a number. */
RS_DEFINE_BUILTIN (MEDIAN)
{
  Lines lines;
  g_autoptr (RsArray) result = NULL;
  gboolean good = lines_init (&lines, call, call->n_arguments, "median", error);

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
  lines_clear (&lines);
  if (good && call->n_arguments == 1 && result->n_elements == 1)
    return rs_call_return (call, rs_array_get_element (result, 0));
  return good && rs_call_return_array (call, g_steal_pointer (&result));
}

static gboolean
is_set (RsArray *array, gint64 index)
{
  double _Complex x;

  rs_block_load (RS_COMPUTE_CDOUBLE, array->element,
                 (const char *)rs_array_read (array) + (gsize)index * rs_element_get_bytes (array->element), 1, &x);
  return x != 0;
}

/* P x 2 for vectors and matrices, P x rank for cubes. */
RS_DEFINE_BUILTIN (FIND)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, "find", error);
  RsShape shape;
  gint64 dims[2] = { 0 }, row = 0, since = 0;
  RsLaunchResult launched;
  RsArray *result;
  gint32 *out;

  if (array == NULL)
    return FALSE;
  shape = rs_shape_of_array (array);
  launched = rs_device_find (call->session, array, shape.rank, shape.dims, &result, error);
  if (launched != RS_LAUNCH_INTERPRET)
    return launched == RS_LAUNCH_QUEUED && rs_call_return_array (call, result);
  for (gint64 i = 0; i < array->n_elements; i++)
    {
      if (rs_error_set_stopped_after (&since, 1, error))
        return FALSE;
      dims[0] += is_set (array, i);
    }
  dims[1] = shape.rank;
  result = rs_array_new (RS_ELEMENT_INT32, 2, dims, FALSE, error);
  if (result == NULL)
    return FALSE;
  out = rs_array_write (result);
  for (gint64 i = 0; i < array->n_elements && !rs_error_set_stopped_after (&since, 1, NULL); i++)
    if (is_set (array, i))
      {
        gint64 rest = i;

        for (int d = shape.rank - 1; d >= 0; d--)
          {
            out[row * shape.rank + d] = (gint32)(rest % shape.dims[d]);
            rest /= shape.dims[d];
          }
        row++;
      }
  return rs_call_return_array (call, result);
}
