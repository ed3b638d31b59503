/* Arguments of the functions that draw.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/series-arguments.h"

#include "runtime/figure/line-style.h"
#include "runtime/value/array.h"
#include "runtime/value/blocks.h"

#include <math.h>

#define MOST_SERIES 1000

void
rs_numbers_clear (RsNumbers *numbers)
{
  g_clear_pointer (&numbers->bytes, g_bytes_unref);
}

static GBytes *
to_doubles (RsArray *array)
{
  gconstpointer data = rs_array_read (array);
  double *numbers = g_try_new (double, (gsize)MAX (1, array->n_elements));
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);

  if (numbers == NULL)
    return NULL;
  for (gint64 start = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double *x = rs_block_get (RS_COMPUTE_DOUBLE, array->element, data, start, n, buffer);

      for (gsize i = 0; i < n; i++)
        numbers[start + (gint64)i] = x[i];
    }
  return g_bytes_new_take (numbers, (gsize)array->n_elements * sizeof (double));
}

/* A cube is a matrix when one of its dimensions has length 1. */
static gboolean
find_shape (const RsArray *array, RsNumbers *numbers)
{
  gint64 dims[RS_MAX_RANK];
  int rank = 0;

  for (int d = 0; d < array->rank; d++)
    if (array->rank <= 2 || array->dims[d] != 1)
      dims[rank++] = array->dims[d];
  numbers->n_rows = rank < 2 ? 1 : (gsize)dims[0];
  numbers->n_columns = rank == 0 ? 1 : (gsize)dims[rank < 2 ? 0 : 1];
  return rank <= 2;
}

gboolean
rs_call_get_numbers (const RsCall *call, guint index, RsNumbers *numbers, const char *name, GError **error)
{
  g_autoptr (RsArray) array = NULL;

  *numbers = (RsNumbers){ 0 };
  if (!rs_call_is_numbers (call, index))
    return rs_call_fail_argument (call, index, error, name, "a vector or matrix of numbers");
  array = rs_call_get_array (call, index, name, error);
  if (array == NULL)
    return FALSE;
  if (rs_element_is_complex (array->element))
    return rs_call_fail_argument (call, index, error, name, "real numbers");
  if (!find_shape (array, numbers))
    return rs_call_fail_argument (call, index, error, name, "a vector or matrix");
  numbers->bytes = to_doubles (array);
  return numbers->bytes != NULL
         || rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for a copy of the numbers");
}

gboolean
rs_numbers_get_shape (const RsNumbers *x, const RsNumbers *y, RsSeriesShape *shape, const char *name, GError **error)
{
  gsize n = x != NULL ? rs_numbers_count (x) : 0;
  gboolean is_vector = y->n_rows == 1 || y->n_columns == 1;

  if (is_vector)
    *shape = (RsSeriesShape){ y->n_rows == 1, 1, rs_numbers_count (y) };
  else
    {
      shape->by_rows = x != NULL && n == y->n_columns && n != y->n_rows;
      shape->n_series = shape->by_rows ? y->n_rows : y->n_columns;
      shape->n_points = shape->by_rows ? y->n_columns : y->n_rows;
    }
  if (x != NULL && n != shape->n_points && !(x->n_rows == y->n_rows && x->n_columns == y->n_columns))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "x and y have to agree, but x has %" G_GSIZE_FORMAT " element%s and y is %" G_GSIZE_FORMAT
                         " x %" G_GSIZE_FORMAT,
                         n, n == 1 ? "" : "s", y->n_rows, y->n_columns);
  if (shape->n_series > MOST_SERIES)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "a %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT " matrix would be %" G_GSIZE_FORMAT
                         " lines; at most %d can be drawn",
                         y->n_rows, y->n_columns, shape->n_series, MOST_SERIES);
  return TRUE;
}

static GBytes *
take (const RsNumbers *numbers, const RsSeriesShape *shape, gsize index)
{
  const double *in = rs_numbers_data (numbers);
  double *out;

  if (shape->n_series == 1)
    return g_bytes_ref (numbers->bytes);
  if (shape->by_rows)
    return g_bytes_new_from_bytes (numbers->bytes, index * shape->n_points * sizeof (double),
                                   shape->n_points * sizeof (double));
  out = g_new (double, MAX (1, shape->n_points));
  for (gsize i = 0; i < shape->n_points; i++)
    out[i] = in[i * numbers->n_columns + index];
  return g_bytes_new_take (out, shape->n_points * sizeof (double));
}

GBytes *
rs_numbers_take_y (const RsNumbers *y, const RsSeriesShape *shape, gsize index)
{
  return take (y, shape, index);
}

GBytes *
rs_numbers_take_x (const RsNumbers *x, const RsSeriesShape *shape, gsize index)
{
  double *out;

  if (x != NULL)
    return rs_numbers_count (x) == shape->n_points ? g_bytes_ref (x->bytes) : take (x, shape, index);
  out = g_new (double, MAX (1, shape->n_points));
  for (gsize i = 0; i < shape->n_points; i++)
    out[i] = (double)i;
  return g_bytes_new_take (out, shape->n_points * sizeof (double));
}

/* --- colours --- */

static gboolean
is_part (double x)
{
  return x >= 0 && x <= 1;
}

gboolean
rs_call_get_color (const RsCall *call, guint index, RsColor *color, const char *name, GError **error)
{
  g_auto (RsNumbers) numbers = { 0 };
  const double *parts;

  if (call->arguments[index].tag == RS_TAG_STRING)
    return rs_color_parse (call->arguments[index].string->text, color)
           || rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                            "argument %u has to be a colour such as \"red\", \"#ff8000\" or [1, 0.5, 0], but is \"%s\"",
                            index + 1, call->arguments[index].string->text);
  if (!rs_call_get_numbers (call, index, &numbers, name, error))
    return FALSE;
  parts = rs_numbers_data (&numbers);
  if (rs_numbers_count (&numbers) != 3 || !is_part (parts[0]) || !is_part (parts[1]) || !is_part (parts[2]))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                         "argument %u has to be a colour: [red, green, blue] with values from 0 to 1", index + 1);
  *color = (RsColor){ parts[0], parts[1], parts[2] };
  return TRUE;
}

RsColorMap *
rs_call_get_color_map (const RsCall *call, guint index, const char *name, GError **error)
{
  g_auto (RsNumbers) numbers = { 0 };
  g_autofree RsColor *colors = NULL;
  g_autofree char *names = rs_color_map_list_names ();

  if (call->arguments[index].tag == RS_TAG_STRING)
    {
      RsColorMap *map = rs_color_map_new (call->arguments[index].string->text);

      if (map == NULL)
        rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "there is no colour map \"%s\"; there are %s",
                      call->arguments[index].string->text, names);
      return map;
    }
  if (!rs_call_get_numbers (call, index, &numbers, name, error))
    return NULL;
  colors = g_new (RsColor, MAX (1, numbers.n_rows));
  for (gsize i = 0; i < numbers.n_rows && numbers.n_columns == 3; i++)
    {
      const double *parts = rs_numbers_data (&numbers) + 3 * i;

      colors[i] = (RsColor){ parts[0], parts[1], parts[2] };
      if (!is_part (parts[0]) || !is_part (parts[1]) || !is_part (parts[2]))
        numbers.n_columns = 0;
    }
  if (numbers.n_columns == 3 && numbers.n_rows > 0)
    return rs_color_map_new_from_colors (colors, (guint)MIN (numbers.n_rows, 100000));
  rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                "argument %u has to be a colour map: a name or an N x 3 matrix with values from 0 to 1", index + 1);
  return NULL;
}

/* --- styles --- */

static gboolean
get_size (const RsCall *call, guint index, double *size, const char *name, GError **error)
{
  if (!rs_call_get_number (call, index, size, name, error))
    return FALSE;
  return (*size > 0 && *size <= 1000)
         || rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                          "argument %u has to be a size from 0 to 1000, not %g", index + 1, *size);
}

static gboolean
get_option (const RsCall *call, guint index, RsLineStyle *style, const char **label, const char *name, GError **error)
{
  const char *option = call->arguments[index].string->text;
  const char *text = index + 1 < call->n_arguments && call->arguments[index + 1].tag == RS_TAG_STRING
                       ? call->arguments[index + 1].string->text
                       : "";

  if (index + 1 >= call->n_arguments)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "a value has to follow the option \"%s\"",
                         option);
  if (g_ascii_strcasecmp (option, "color") == 0)
    {
      style->has_color = TRUE;
      return rs_call_get_color (call, index + 1, &style->color, name, error);
    }
  if (g_ascii_strcasecmp (option, "linewidth") == 0)
    return get_size (call, index + 1, &style->line_width, name, error);
  if (g_ascii_strcasecmp (option, "markersize") == 0)
    return get_size (call, index + 1, &style->marker_size, name, error);
  if (g_ascii_strcasecmp (option, "linestyle") == 0)
    return rs_dash_parse (text, &style->dash)
           || rs_call_fail_argument (call, index + 1, error, name, "\"-\", \"--\", \":\", \"-.\" or \"none\"");
  if (g_ascii_strcasecmp (option, "marker") == 0)
    return rs_marker_parse (text, &style->marker)
           || rs_call_fail_argument (call, index + 1, error, name, "a marker: one of . o x + * s d ^ v < > p h");
  return rs_call_get_string (call, index + 1, label, name, error);
}

static gboolean
is_option (const char *text)
{
  static const char *const options[] = { "color", "linewidth", "markersize", "linestyle", "marker", "label",
                                         "displayname" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (g_ascii_strcasecmp (options[i], text) == 0)
      return TRUE;
  return FALSE;
}

gboolean
rs_call_get_style (const RsCall *call, guint first, RsLineStyle *style, const char **label, const char *name,
                   GError **error)
{
  for (guint i = first; i < call->n_arguments;)
    {
      const char *text;

      if (!rs_call_get_string (call, i, &text, name, error))
        return FALSE;
      if (is_option (text))
        {
          if (!get_option (call, i, style, label, name, error))
            return FALSE;
          i += 2;
          continue;
        }
      if (g_strcmp0 (text, "filled") == 0)
        style->is_filled = TRUE;
      else if (!rs_line_style_parse (text, style))
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                             "argument %u has to be a style such as \"r--o\", or \"color\", \"linewidth\", "
                             "\"linestyle\", \"marker\", \"markersize\" or \"label\" and a value, but is \"%s\"",
                             i + 1, text);
      i++;
    }
  return TRUE;
}
