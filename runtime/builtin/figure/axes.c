/* What stands around the series: titles, labels, limits, legend, grid, colours; and the choice of figures and axes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/figure/series-arguments.h"
#include "runtime/value/array.h"

#include <math.h>
#include <string.h>

/* The axes that is changed, with its figure locked. */
typedef struct
{
  RsFigureList *list;
  RsFigure *figure;
  RsAxes *axes;
} Change;

static Change
begin (const RsCall *call)
{
  Change change = { .list = rs_figure_list_get (call->session) };

  change.figure = rs_figure_list_change (change.list, call);
  rs_figure_lock (change.figure);
  change.axes = rs_figure_get_axes (change.figure);
  return change;
}

static gboolean
end (const Change *change)
{
  rs_figure_unlock (change->figure);
  rs_figure_list_show (change->list, change->figure);
  return TRUE;
}

/* --- texts --- */

RS_DEFINE_BUILTIN (TITLE)
{
  const char *text;
  Change change;

  if (!rs_call_get_string (call, 0, &text, "title", error))
    return FALSE;
  change = begin (call);
  rs_axes_set_text (&change.axes->title, text);
  return end (&change);
}

static gboolean
set_label (const RsCall *call, int direction, const char *name, GError **error)
{
  const char *text;
  Change change;

  if (!rs_call_get_string (call, 0, &text, name, error))
    return FALSE;
  change = begin (call);
  rs_axes_set_text (&change.axes->labels[direction], text);
  return end (&change);
}

RS_DEFINE_BUILTIN (XLABEL)
{
  return set_label (call, 0, "xlabel", error);
}

RS_DEFINE_BUILTIN (YLABEL)
{
  return set_label (call, 1, "ylabel", error);
}

RS_DEFINE_BUILTIN (ZLABEL)
{
  return set_label (call, 2, "zlabel", error);
}

/* The series get the names in their order. */
static void
name_series (RsAxes *axes, const RsCall *call, guint n)
{
  for (guint i = 0, k = 0; i < axes->series->len && k < n; i++)
    {
      RsSeries *old = g_ptr_array_index (axes->series, i);
      RsSeries *renamed;

      if (old->kind > RS_SERIES_BAR)
        continue;
      renamed = rs_series_new_named (old, call->arguments[k++].string->text);
      axes->series->pdata[i] = renamed;
      rs_series_unref (old);
    }
}

static gboolean
is_place (const char *text)
{
  return strcmp (text, "northeast") == 0 || strcmp (text, "northwest") == 0 || strcmp (text, "southeast") == 0
         || strcmp (text, "southwest") == 0 || strcmp (text, "best") == 0;
}

/* legend("a", "b"), legend(..., "location", "southwest"), legend("off") */
RS_DEFINE_BUILTIN (LEGEND)
{
  guint n = call->n_arguments;
  const char *text, *place = NULL;
  Change change;

  for (guint i = 0; i < n; i++)
    if (!rs_call_get_string (call, i, &text, "legend", error))
      return FALSE;
  if (n >= 2 && g_ascii_strcasecmp (call->arguments[n - 2].string->text, "location") == 0)
    {
      place = call->arguments[n - 1].string->text;
      if (!is_place (place))
        return rs_call_fail_argument (call, n - 1, error, "legend",
                                      "\"northeast\", \"northwest\", \"southeast\", \"southwest\" or \"best\"");
      n -= 2;
    }
  change = begin (call);
  change.axes->has_legend = !(n == 1 && strcmp (call->arguments[0].string->text, "off") == 0);
  if (change.axes->has_legend)
    name_series (change.axes, call, n);
  if (place != NULL)
    rs_axes_set_text (&change.axes->legend_place, strcmp (place, "best") == 0 ? "" : place);
  return end (&change);
}

/* --- limits --- */

static gboolean
read_limits (const RsCall *call, guint index, double *low, double *high, const char *name, GError **error)
{
  g_auto (RsNumbers) limits = { 0 };

  if (!rs_call_get_numbers (call, index, &limits, name, error))
    return FALSE;
  if (rs_numbers_count (&limits) != 2)
    return rs_call_fail_argument (call, index, error, name, "[low, high]");
  *low = rs_numbers_data (&limits)[0];
  *high = rs_numbers_data (&limits)[1];
  return (isfinite (*low) && isfinite (*high) && *low < *high && isfinite (*high - *low))
         || rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                          "argument %u has to be [low, high] with low < high, but is [%g, %g]", index + 1, *low, *high);
}

static gboolean
return_limits (RsCall *call, int direction, GError **error)
{
  Change change = begin (call);
  RsArray *array = rs_array_new_vector (RS_ELEMENT_DOUBLE, 2, error);
  double limits[2];

  rs_axes_get_limits (change.axes, direction, &limits[0], &limits[1]);
  rs_figure_unlock (change.figure);
  if (array != NULL)
    memcpy (rs_array_write (array), limits, sizeof limits);
  return rs_call_return_array (call, array);
}

/* xlim([low, high]), xlim("auto"), v = xlim() */
static gboolean
set_limits (RsCall *call, int direction, const char *name, GError **error)
{
  gboolean is_auto = FALSE;
  double low = 0, high = 0;
  Change change;

  if (call->n_arguments == 0)
    return return_limits (call, direction, error);
  if (call->arguments[0].tag == RS_TAG_STRING)
    {
      is_auto = strcmp (call->arguments[0].string->text, "auto") == 0;
      if (!is_auto)
        return rs_call_fail_argument (call, 0, error, name, "[low, high] or \"auto\"");
    }
  else if (!read_limits (call, 0, &low, &high, name, error))
    return FALSE;
  change = begin (call);
  change.axes->is_fixed[direction] = !is_auto;
  change.axes->low[direction] = low;
  change.axes->high[direction] = high;
  return end (&change);
}

RS_DEFINE_BUILTIN (XLIM)
{
  return set_limits (call, 0, "xlim", error);
}

RS_DEFINE_BUILTIN (YLIM)
{
  return set_limits (call, 1, "ylim", error);
}

RS_DEFINE_BUILTIN (ZLIM)
{
  return set_limits (call, 2, "zlim", error);
}

static gboolean
set_all_limits (const RsCall *call, GError **error)
{
  g_auto (RsNumbers) limits = { 0 };
  const double *v;
  gsize n;
  Change change;

  if (!rs_call_get_numbers (call, 0, &limits, "axis", error))
    return FALSE;
  n = rs_numbers_count (&limits);
  v = rs_numbers_data (&limits);
  if (n != 4 && n != 6)
    return rs_call_fail_argument (call, 0, error, "axis", "[xlow, xhigh, ylow, yhigh] or a word such as \"equal\"");
  for (gsize i = 0; i < n; i += 2)
    if (!isfinite (v[i]) || !isfinite (v[i + 1]) || !(v[i] < v[i + 1]) || !isfinite (v[i + 1] - v[i]))
      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "axis",
                           "the limits [%g, %g] have to be low < high, and their difference a number", v[i], v[i + 1]);
  change = begin (call);
  for (gsize i = 0; i < n / 2; i++)
    {
      change.axes->is_fixed[i] = TRUE;
      change.axes->low[i] = v[2 * i];
      change.axes->high[i] = v[2 * i + 1];
    }
  return end (&change);
}

/* FALSE: no such word. */
static gboolean
apply_word (RsAxes *axes, const char *word)
{
  if (strcmp (word, "equal") == 0 || strcmp (word, "image") == 0)
    axes->is_equal = TRUE;
  else if (strcmp (word, "normal") == 0)
    axes->is_equal = FALSE;
  else if (strcmp (word, "tight") == 0)
    axes->is_tight = TRUE;
  else if (strcmp (word, "auto") == 0)
    axes->is_tight = axes->is_fixed[0] = axes->is_fixed[1] = axes->is_fixed[2] = FALSE;
  else if (strcmp (word, "on") == 0 || strcmp (word, "off") == 0)
    axes->is_hidden = word[1] == 'f';
  else if (strcmp (word, "ij") == 0 || strcmp (word, "xy") == 0)
    axes->is_downward = word[0] == 'i';
  else if (strcmp (word, "logx") == 0 || strcmp (word, "logy") == 0 || strcmp (word, "logz") == 0)
    axes->is_log[word[3] - 'x'] = TRUE;
  else if (strcmp (word, "linear") == 0)
    axes->is_log[0] = axes->is_log[1] = axes->is_log[2] = FALSE;
  else
    return FALSE;
  return TRUE;
}

RS_DEFINE_BUILTIN (AXIS)
{
  Change change;
  gboolean known;

  if (call->arguments[0].tag != RS_TAG_STRING)
    return set_all_limits (call, error);
  change = begin (call);
  known = apply_word (change.axes, call->arguments[0].string->text);
  end (&change);
  return known
         || rs_call_fail (
             RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "axis",
             "argument 1 has to be equal, image, normal, tight, auto, on, off, ij, xy, logx, logy, logz or linear, "
             "but is \"%s\"",
             call->arguments[0].string->text);
}

/* grid(), grid("on"), grid("off") */
RS_DEFINE_BUILTIN (GRID)
{
  const char *mode = NULL;
  Change change;

  if (call->n_arguments == 1 && !rs_call_get_string (call, 0, &mode, "grid", error))
    return FALSE;
  if (mode != NULL && strcmp (mode, "on") != 0 && strcmp (mode, "off") != 0)
    return rs_call_fail_argument (call, 0, error, "grid", "\"on\" or \"off\"");
  change = begin (call);
  change.axes->has_grid = mode != NULL ? mode[1] == 'n' : !change.axes->has_grid;
  return end (&change);
}

/* --- colours --- */

RS_DEFINE_BUILTIN (COLORBAR)
{
  const char *mode = "on";
  Change change;

  if (call->n_arguments == 1 && !rs_call_get_string (call, 0, &mode, "colorbar", error))
    return FALSE;
  if (strcmp (mode, "on") != 0 && strcmp (mode, "off") != 0)
    return rs_call_fail_argument (call, 0, error, "colorbar", "\"on\" or \"off\"");
  change = begin (call);
  change.axes->has_color_bar = mode[1] == 'n';
  return end (&change);
}

RS_DEFINE_BUILTIN (COLORMAP)
{
  RsColorMap *map = rs_call_get_color_map (call, 0, "colormap", error);
  Change change;

  if (map == NULL)
    return FALSE;
  change = begin (call);
  rs_color_map_unref (change.axes->color_map);
  change.axes->color_map = map;
  return end (&change);
}

/* caxis([low, high]), caxis("auto") */
RS_DEFINE_BUILTIN (CAXIS)
{
  gboolean is_auto = call->arguments[0].tag == RS_TAG_STRING && strcmp (call->arguments[0].string->text, "auto") == 0;
  double low = 0, high = 0;
  Change change;

  if (!is_auto && !read_limits (call, 0, &low, &high, "caxis", error))
    return FALSE;
  change = begin (call);
  change.axes->has_color_limits = !is_auto;
  change.axes->color_low = low;
  change.axes->color_high = high;
  return end (&change);
}

/* --- figures --- */

/* figure(), figure(number) */
RS_DEFINE_BUILTIN (FIGURE)
{
  RsFigureList *list = rs_figure_list_get (call->session);
  gint64 number = 0;
  RsFigure *figure;

  if (call->n_arguments == 1 && !rs_call_get_integer (call, 0, &number, "figure", error))
    return FALSE;
  if (call->n_arguments == 1 && (number < 1 || number > 99999))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "figure",
                         "figures have numbers from 1 to 99999, not %" G_GINT64_FORMAT, number);
  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  figure = rs_figure_list_choose (list, (guint)number, call);
  rs_figure_list_show (list, figure);
  return rs_call_return (call, rs_figure_list_new_value (list, figure));
}

#define MOST_CELLS 100 /* of a side of a grid of axes */

/* Places count from 1 along the rows; several of them are one axes over all. */
RS_DEFINE_BUILTIN (SUBPLOT)
{
  RsFigureList *list = rs_figure_list_get (call->session);
  gint64 n_rows, n_columns, cells[MOST_CELLS];
  guint n, top = G_MAXUINT, left = G_MAXUINT, bottom = 0, right = 0;
  RsFigure *figure;

  if (!rs_call_get_integer (call, 0, &n_rows, "subplot", error)
      || !rs_call_get_integer (call, 1, &n_columns, "subplot", error)
      || !rs_call_get_integers (call, 2, cells, MOST_CELLS, &n, "subplot", error))
    return FALSE;
  if (n_rows < 1 || n_rows > MOST_CELLS || n_columns < 1 || n_columns > MOST_CELLS)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "subplot",
                         "there can be 1 to %d rows and columns, not %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT,
                         MOST_CELLS, n_rows, n_columns);
  for (guint i = 0; i < n; i++)
    {
      if (cells[i] < 1 || cells[i] > n_rows * n_columns)
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "subplot",
                             "argument 3 has to be from 1 to %" G_GINT64_FORMAT " (places are counted along the rows), "
                             "but is %" G_GINT64_FORMAT,
                             n_rows * n_columns, cells[i]);
      top = MIN (top, (guint)((cells[i] - 1) / n_columns));
      bottom = MAX (bottom, (guint)((cells[i] - 1) / n_columns));
      left = MIN (left, (guint)((cells[i] - 1) % n_columns));
      right = MAX (right, (guint)((cells[i] - 1) % n_columns));
    }
  if (n == 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "subplot",
                         "argument 3 has to be a place, but is empty");
  /* The first subplot after a finished figure is the beginning of another. */
  if (list->current == NULL || !rs_figure_list_has_grid (list->current))
    {
      if (list->current == NULL || !(list->is_chosen || list->is_held))
        rs_figure_list_choose (list, 0, call);
    }
  figure = list->current;
  rs_figure_lock (figure);
  rs_figure_select_axes (figure, (guint)n_rows, (guint)n_columns, top, left, bottom - top + 1, right - left + 1);
  if (!list->is_held)
    rs_figure_get_axes (figure)->is_stale = TRUE;
  rs_figure_unlock (figure);
  list->is_chosen = TRUE;
  return rs_call_return (call, rs_figure_list_new_value (list, figure));
}

/* close(), close(number), close(fig), close("all") */
RS_DEFINE_BUILTIN (CLOSE)
{
  RsFigureList *list = rs_figure_list_get (call->session);
  RsFigure *figure = list->current;
  gint64 number;

  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  if (call->n_arguments == 1 && call->arguments[0].tag == RS_TAG_STRING)
    {
      if (strcmp (call->arguments[0].string->text, "all") != 0)
        return rs_call_fail_argument (call, 0, error, "close", "the number of a figure, a figure or \"all\"");
      while (list->all->len > 0)
        rs_figure_list_close (list, g_ptr_array_index (list->all, 0));
      return TRUE;
    }
  if (call->n_arguments == 1 && call->arguments[0].tag == RS_TAG_NATIVE)
    {
      figure = rs_figure_list_get_figure (call->arguments[0]);
      if (figure == NULL)
        return rs_call_fail_argument (call, 0, error, "close", "the number of a figure, a figure or \"all\"");
    }
  else if (call->n_arguments == 1)
    {
      if (!rs_call_get_integer (call, 0, &number, "close", error))
        return FALSE;
      figure = NULL;
      for (guint i = 0; i < list->all->len; i++)
        if (((RsFigure *)g_ptr_array_index (list->all, i))->number == number)
          figure = g_ptr_array_index (list->all, i);
    }
  if (figure != NULL)
    rs_figure_list_close (list, figure);
  return TRUE;
}
