/* bar, hist, scatter and scatter3.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/figure/series-arguments.h"
#include "runtime/value/array.h"

#include <math.h>
#include <string.h>

#define BAR_WIDTH 0.8  /* of the distance between bars, when nothing is said */
#define MOST_BINS 100000

/* --- bars --- */

/* The smallest distance between two positions. */
static double
get_spacing (GBytes *x, gsize n)
{
  const double *positions = g_bytes_get_data (x, NULL);
  double spacing = INFINITY;

  for (gsize i = 1; i < n; i++)
    if (fabs (positions[i] - positions[i - 1]) > 0)
      spacing = MIN (spacing, fabs (positions[i] - positions[i - 1]));
  return isfinite (spacing) ? spacing : 1;
}

/* Columns of y are bars side by side. */
static void
add_bars (const RsNumbers *x, const RsNumbers *y, const RsSeriesShape *shape, double width, const RsLineStyle *style,
          const char *label, GPtrArray *list)
{
  for (gsize i = 0; i < shape->n_series; i++)
    {
      RsSeries *series = rs_series_new (RS_SERIES_BAR);
      double group;

      series->style = *style;
      series->n_rows = shape->n_points;
      series->x = rs_numbers_take_x (x, shape, i);
      series->y = rs_numbers_take_y (y, shape, i);
      group = width * get_spacing (series->x, series->n_rows);
      series->bar_width = group / (double)shape->n_series;
      series->bar_offset = ((double)i + 0.5) * series->bar_width - group / 2;
      if (label != NULL)
        {
          g_free (series->name);
          series->name = g_utf8_make_valid (label, -1);
        }
      g_ptr_array_add (list, series);
    }
}

/* bar(y), bar(x, y), bar(x, y, width), styles behind them. */
RS_DEFINE_BUILTIN (BAR)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  g_auto (RsNumbers) first = { 0 };
  g_auto (RsNumbers) second = { 0 };
  RsLineStyle style = RS_LINE_STYLE_DEFAULT;
  const char *label = NULL;
  gboolean has_x = rs_call_is_numbers (call, 1);
  guint next = has_x ? 2 : 1;
  double width = BAR_WIDTH;
  RsSeriesShape shape;

  if (!rs_call_get_numbers (call, 0, &first, "bar", error)
      || (has_x && !rs_call_get_numbers (call, 1, &second, "bar", error)))
    return FALSE;
  if (has_x && rs_call_is_numbers (call, 2))
    {
      if (!rs_call_get_number (call, next++, &width, "bar", error))
        return FALSE;
      if (!(width > 0 && width <= 1))
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "bar",
                             "argument 3 has to be a width from 0 to 1, not %g", width);
    }
  if (!rs_call_get_style (call, next, &style, &label, "bar", error)
      || !rs_numbers_get_shape (has_x ? &first : NULL, has_x ? &second : &first, &shape, "bar", error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  add_bars (has_x ? &first : NULL, has_x ? &second : &first, &shape, width, &style, label, list);
  return rs_figure_list_add (call, list, NULL, NULL);
}

/* --- histograms --- */

typedef struct
{
  gsize n;
  double low, width;
  double *counts; /* owned */
} Histogram;

static void
count (const RsNumbers *data, gsize n_bins, Histogram *histogram)
{
  const double *x = rs_numbers_data (data);
  double low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < rs_numbers_count (data); i++)
    if (isfinite (x[i]))
      {
        low = MIN (low, x[i]);
        high = MAX (high, x[i]);
      }
  if (!(low < high))
    {
      low = isfinite (low) ? low - 0.5 : 0;
      high = low + 1;
    }
  *histogram = (Histogram){ n_bins, low, (high - low) / (double)n_bins, g_new0 (double, n_bins) };
  for (gsize i = 0; i < rs_numbers_count (data); i++)
    if (isfinite (x[i]))
      histogram->counts[MIN (n_bins - 1, (gsize)((x[i] - low) / (high - low) * (double)n_bins))]++;
}

static GBytes *
get_centers (const Histogram *histogram)
{
  double *centers = g_new (double, histogram->n);

  for (gsize i = 0; i < histogram->n; i++)
    centers[i] = histogram->low + ((double)i + 0.5) * histogram->width;
  return g_bytes_new_take (centers, histogram->n * sizeof (double));
}

static RsArray *
to_vector (const RsCall *call, const double *numbers, gsize n, GError **error)
{
  gboolean is_double = rs_call_get_precision (call) == RS_PRECISION_DOUBLE;
  RsArray *array = rs_array_new_vector (is_double ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE, (gint64)n, error);
  gpointer data;

  if (array == NULL)
    return NULL;
  data = rs_array_write (array);
  for (gsize i = 0; i < n; i++)
    if (is_double)
      ((double *)data)[i] = numbers[i];
    else
      ((float *)data)[i] = (float)numbers[i];
  return array;
}

/* [counts, centers] = hist(x, n) */
static gboolean
return_histogram (RsCall *call, const Histogram *histogram, GError **error)
{
  g_autoptr (GBytes) centers = get_centers (histogram);
  RsArray *array = to_vector (call, histogram->counts, histogram->n, error);

  if (array == NULL)
    return FALSE;
  call->results[0] = rs_value_object (array);
  if (call->n_results < 2)
    return TRUE;
  array = to_vector (call, g_bytes_get_data (centers, NULL), histogram->n, error);
  if (array == NULL)
    return FALSE;
  call->results[1] = rs_value_object (array);
  return TRUE;
}

static gboolean
draw_histogram (RsCall *call, const Histogram *histogram, const RsLineStyle *style, const char *label, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  RsSeries *series = rs_series_new (RS_SERIES_BAR);

  series->style = *style;
  series->n_rows = histogram->n;
  series->x = get_centers (histogram);
  series->y = g_bytes_new (histogram->counts, histogram->n * sizeof (double));
  series->bar_width = histogram->width;
  series->is_histogram = TRUE;
  if (label != NULL)
    {
      g_free (series->name);
      series->name = g_utf8_make_valid (label, -1);
    }
  g_ptr_array_add (list, series);
  return rs_figure_list_add (call, list, NULL, NULL);
}

RS_DEFINE_BUILTIN (HIST)
{
  g_auto (RsNumbers) data = { 0 };
  g_autoptr (RsArray) array = NULL;
  RsLineStyle style = RS_LINE_STYLE_DEFAULT;
  const char *label = NULL;
  gint64 n_bins = 10;
  gboolean has_bins = rs_call_is_numbers (call, 1), good;
  Histogram histogram;

  if (!rs_call_get_numbers (call, 0, &data, "hist", error)
      || (has_bins && !rs_call_get_integer (call, 1, &n_bins, "hist", error))
      || !rs_call_get_style (call, has_bins ? 2 : 1, &style, &label, "hist", error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  if (n_bins < 1 || n_bins > MOST_BINS)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "hist",
                         "argument 2 has to be a number of bars from 1 to %d, not %" G_GINT64_FORMAT, MOST_BINS,
                         n_bins);
  count (&data, (gsize)n_bins, &histogram);
  if (call->n_results > 0)
    good = return_histogram (call, &histogram, error);
  else
    good = draw_histogram (call, &histogram, &style, label, error);
  g_free (histogram.counts);
  return good;
}

/* --- scatter --- */

/* Sizes are areas in square points, a point is 4/3 pixels. */
static GBytes *
to_diameters (const RsNumbers *areas)
{
  gsize n = rs_numbers_count (areas);
  double *out = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    out[i] = sqrt (MAX (0, rs_numbers_data (areas)[i])) * 4 / 3;
  return g_bytes_new_take (out, n * sizeof (double));
}

static gboolean
read_sizes (const RsCall *call, guint index, RsSeries *series, const char *name, GError **error)
{
  g_auto (RsNumbers) sizes = { 0 };
  gsize n;

  if (!rs_call_get_numbers (call, index, &sizes, name, error))
    return FALSE;
  n = rs_numbers_count (&sizes);
  if (n == 1)
    series->style.marker_size = sqrt (MAX (0, *rs_numbers_data (&sizes))) * 4 / 3;
  else if (n == series->n_rows)
    series->sizes = to_diameters (&sizes);
  else if (n != 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "argument %u has to be one size or %" G_GSIZE_FORMAT " sizes, but has %" G_GSIZE_FORMAT,
                         index + 1, series->n_rows, n);
  return TRUE;
}

/* A number for each point, or one colour. */
static gboolean
read_values (const RsCall *call, guint index, RsSeries *series, const char *name, GError **error)
{
  g_auto (RsNumbers) values = { 0 };
  gsize n;

  if (!rs_call_get_numbers (call, index, &values, name, error))
    return FALSE;
  n = rs_numbers_count (&values);
  if (n == series->n_rows && n != 3)
    {
      series->values = g_bytes_ref (values.bytes);
      return TRUE;
    }
  if (n != 3)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "argument %u has to be a colour or %" G_GSIZE_FORMAT " numbers, but has %" G_GSIZE_FORMAT
                         " elements",
                         index + 1, series->n_rows, n);
  series->style.has_color = TRUE;
  return rs_call_get_color (call, index, &series->style.color, name, error);
}

/* x and y, and z of scatter3. */
static gboolean
read_places (const RsCall *call, guint n, RsSeries *series, const char *name, GError **error)
{
  GBytes **const places[] = { &series->x, &series->y, &series->z };

  for (guint d = 0; d < n; d++)
    {
      g_auto (RsNumbers) numbers = { 0 };

      if (!rs_call_get_numbers (call, d, &numbers, name, error))
        return FALSE;
      if (d > 0 && rs_numbers_count (&numbers) != series->n_rows)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                             "%s have to agree, but x has %" G_GSIZE_FORMAT " elements and %c %" G_GSIZE_FORMAT,
                             n == 2 ? "x and y" : "x, y and z", series->n_rows, d == 1 ? 'y' : 'z',
                             rs_numbers_count (&numbers));
      series->n_rows = rs_numbers_count (&numbers);
      *places[d] = g_bytes_ref (numbers.bytes);
    }
  return TRUE;
}

static gboolean
read_scatter (const RsCall *call, guint n_places, RsSeries *series, const char *name, GError **error)
{
  const char *label = NULL;
  guint next = n_places;

  if (!read_places (call, n_places, series, name, error))
    return FALSE;
  series->style.dash = RS_DASH_NONE;
  series->style.marker = 'o';
  series->style.is_filled = TRUE;
  if (rs_call_is_numbers (call, next) && !read_sizes (call, next++, series, name, error))
    return FALSE;
  if (rs_call_is_numbers (call, next) && !read_values (call, next++, series, name, error))
    return FALSE;
  if (!rs_call_get_style (call, next, &series->style, &label, name, error))
    return FALSE;
  if (label != NULL)
    {
      g_free (series->name);
      series->name = g_utf8_make_valid (label, -1);
    }
  return TRUE;
}

static gboolean
draw_scatter (RsCall *call, guint n_places, const char *name, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  RsSeries *series = rs_series_new (RS_SERIES_SCATTER);

  g_ptr_array_add (list, series);
  return read_scatter (call, n_places, series, name, error) && rs_session_before_effect (call->session, error)
         && rs_figure_list_add (call, list, NULL, NULL);
}

RS_DEFINE_BUILTIN (SCATTER)
{
  return draw_scatter (call, 2, "scatter", error);
}

RS_DEFINE_BUILTIN (SCATTER3)
{
  return draw_scatter (call, 3, "scatter3", error);
}
