/* plot, the same with logarithmic axes, and lines in three dimensions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/figure/series-arguments.h"
#include "runtime/figure/line-style.h"

/* The lines of one x, y and style. y: index of its argument; x: NULL when there is none. */
static gboolean
add_lines (const RsCall *call, const RsNumbers *x, const RsNumbers *y, const RsLineStyle *style, GPtrArray *list,
           const char *name, GError **error)
{
  RsSeriesShape shape;

  if (!rs_numbers_get_shape (x, y, &shape, name, error))
    return FALSE;
  for (gsize i = 0; i < shape.n_series; i++)
    {
      RsSeries *series = rs_series_new (RS_SERIES_LINE);

      series->style = *style;
      series->n_rows = shape.n_points;
      series->x = rs_numbers_take_x (x, &shape, i);
      series->y = rs_numbers_take_y (y, &shape, i);
      g_ptr_array_add (list, series);
    }
  return TRUE;
}

/* One group from argument *index on: y, or x and y, and perhaps a style. */
static gboolean
add_group (const RsCall *call, guint *index, GPtrArray *list, const char *name, GError **error)
{
  g_auto (RsNumbers) first = { 0 };
  g_auto (RsNumbers) second = { 0 };
  RsLineStyle style = RS_LINE_STYLE_DEFAULT;
  gboolean has_x = rs_call_is_numbers (call, *index + 1);

  if (!rs_call_get_numbers (call, *index, &first, name, error)
      || (has_x && !rs_call_get_numbers (call, *index + 1, &second, name, error)))
    return FALSE;
  *index += has_x ? 2 : 1;
  if (*index < call->n_arguments && call->arguments[*index].tag == RS_TAG_STRING
      && rs_line_style_parse (call->arguments[*index].string->text, &style))
    ++*index;
  return add_lines (call, has_x ? &first : NULL, has_x ? &second : &first, &style, list, name, error);
}

/* The same of plot3: x, y and z, and perhaps a style; all of one length. */
static gboolean
add_space_group (const RsCall *call, guint *index, GPtrArray *list, const char *name, GError **error)
{
  RsSeries *series = rs_series_new (RS_SERIES_LINE);
  GBytes **const places[] = { &series->x, &series->y, &series->z };

  g_ptr_array_add (list, series);
  for (guint d = 0; d < 3; d++)
    {
      g_auto (RsNumbers) numbers = { 0 };

      if (*index + d >= call->n_arguments)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "it is used as: %s(x, y, z)", name);
      if (!rs_call_get_numbers (call, *index + d, &numbers, name, error))
        return FALSE;
      if (d > 0 && rs_numbers_count (&numbers) != series->n_rows)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                             "x, y and z have to agree, but argument %u has %" G_GSIZE_FORMAT
                             " elements and argument %u %" G_GSIZE_FORMAT,
                             *index + 1, series->n_rows, *index + d + 1, rs_numbers_count (&numbers));
      series->n_rows = rs_numbers_count (&numbers);
      *places[d] = g_bytes_ref (numbers.bytes);
    }
  *index += 3;
  if (*index < call->n_arguments && call->arguments[*index].tag == RS_TAG_STRING
      && rs_line_style_parse (call->arguments[*index].string->text, &series->style))
    ++*index;
  return TRUE;
}

/* Options behind the groups are for all of them; a style that a group has stays unless the option is about it. */
static gboolean
apply_options (const RsCall *call, guint first, GPtrArray *list, const char *name, GError **error)
{
  for (guint i = 0; i < list->len; i++)
    {
      RsSeries *series = g_ptr_array_index (list, i);
      const char *label = NULL;

      if (!rs_call_get_style (call, first, &series->style, &label, name, error))
        return FALSE;
      if (label != NULL)
        {
          g_free (series->name);
          series->name = g_utf8_make_valid (label, -1);
        }
    }
  return TRUE;
}

typedef struct
{
  gboolean x, y;
} Logs;

static void
set_logs (RsAxes *axes, gpointer data)
{
  const Logs *logs = data;

  axes->is_log[0] |= logs->x;
  axes->is_log[1] |= logs->y;
}

typedef gboolean (*AddGroup) (const RsCall *call, guint *index, GPtrArray *list, const char *name, GError **error);

static gboolean
draw (RsCall *call, AddGroup add, const char *name, Logs logs, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  guint index = 0;

  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  do
    if (!add (call, &index, list, name, error))
      return FALSE;
  while (rs_call_is_numbers (call, index));
  return apply_options (call, index, list, name, error) && rs_figure_list_add (call, list, set_logs, &logs);
}

RS_DEFINE_BUILTIN (PLOT)
{
  return draw (call, add_group, "plot", (Logs){ FALSE, FALSE }, error);
}

RS_DEFINE_BUILTIN (SEMILOGX)
{
  return draw (call, add_group, "semilogx", (Logs){ TRUE, FALSE }, error);
}

RS_DEFINE_BUILTIN (SEMILOGY)
{
  return draw (call, add_group, "semilogy", (Logs){ FALSE, TRUE }, error);
}

RS_DEFINE_BUILTIN (LOGLOG)
{
  return draw (call, add_group, "loglog", (Logs){ TRUE, TRUE }, error);
}

RS_DEFINE_BUILTIN (PLOT3)
{
  return draw (call, add_space_group, "plot3", (Logs){ FALSE, FALSE }, error);
}
