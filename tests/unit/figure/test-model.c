/* The model of figures: axes and their places, limits, marks, styles, colours.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/line-style.h"
#include "runtime/form/form.h"
#include "runtime/figure/ticks.h"
#include "tests/unit/figure/figures.h"

#include <float.h>
#include <math.h>

static void
test_axes (void)
{
  g_autoptr (RsFigure) figure = rs_figure_new (3, "a.q", 7);
  g_autoptr (RsFigure) copy = NULL;
  RsAxes *axes = rs_figure_get_axes (figure);
  const double x[] = { 0, 1, 2 };

  rs_axes_add (axes, make_points (RS_SERIES_LINE, x, x, 3));
  rs_axes_set_text (&axes->title, "t");
  copy = rs_figure_copy (figure);
  rs_axes_clear (axes);
  g_assert_cmpuint (axes->series->len, ==, 0);
  g_assert_cmpstr (axes->title, ==, "");
  axes = rs_figure_get_axes (copy);
  g_assert_cmpuint (axes->series->len, ==, 1);
  g_assert_cmpstr (axes->title, ==, "t");
  g_assert_cmpuint (copy->number, ==, 3);
  g_assert_cmpuint (rs_figure_get_bytes (copy), ==, 6 * sizeof (double));
}

static void
test_places (void)
{
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *first = rs_figure_select_axes (figure, 2, 2, 0, 0, 1, 1);

  rs_figure_select_axes (figure, 2, 2, 1, 1, 1, 1);
  g_assert_cmpuint (figure->axes->len, ==, 2);
  g_assert_true (rs_figure_select_axes (figure, 2, 2, 0, 0, 1, 1) == first);
  g_assert_cmpuint (figure->current, ==, 0);
  /* The lower half covers the one at the lower right only. */
  rs_figure_select_axes (figure, 2, 1, 1, 0, 1, 1);
  g_assert_cmpuint (figure->axes->len, ==, 2);
  g_assert_true (g_ptr_array_index (figure->axes, 0) == first);
}

static void
assert_limits (RsAxes *axes, int direction, double low, double high)
{
  double a, b;

  rs_axes_get_limits (axes, direction, &a, &b);
  g_assert_cmpfloat_with_epsilon (a, low, 1e-9 * (1 + fabs (low)));
  g_assert_cmpfloat_with_epsilon (b, high, 1e-9 * (1 + fabs (high)));
}

static void
test_limits (void)
{
  const double x[] = { 0, 5, 10, NAN, INFINITY }, y[] = { -1, 3, 1, 2, 0 };
  const double same[] = { 4, 4, 4 }, huge[] = { -1e308, 1e308, 0 };
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);

  assert_limits (axes, 0, 0, 1);
  rs_axes_add (axes, make_points (RS_SERIES_LINE, x, y, 5));
  assert_limits (axes, 0, 0, 10);
  assert_limits (axes, 1, -1.2, 3.2);
  axes->is_tight = TRUE;
  assert_limits (axes, 1, -1, 3);
  axes->is_fixed[1] = TRUE;
  axes->low[1] = 7;
  axes->high[1] = 8;
  assert_limits (axes, 1, 7, 8);

  rs_axes_clear (axes);
  rs_axes_add (axes, make_points (RS_SERIES_LINE, same, same, 3));
  assert_limits (axes, 0, 3.6, 4.4);

  rs_axes_clear (axes);
  rs_axes_add (axes, make_points (RS_SERIES_LINE, huge, huge, 3));
  assert_limits (axes, 0, -1e300, 1e300);

  rs_axes_clear (axes);
  rs_axes_add (axes, make_points (RS_SERIES_BAR, x, x, 3));
  assert_limits (axes, 0, -0.4 - 0.54, 10.4 + 0.54);
  assert_limits (axes, 1, 0, 10.5);
}

static void
test_logarithmic_limits (void)
{
  const double x[] = { 0, 1, 100 }, near[] = { 3, 6 }, none[] = { -1, 0, -5 };
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);

  axes->is_log[0] = axes->is_log[1] = TRUE;
  rs_axes_add (axes, make_points (RS_SERIES_LINE, x, x, 3));
  assert_limits (axes, 0, 1, 100);
  rs_axes_clear (axes);
  axes->is_log[0] = TRUE;
  rs_axes_add (axes, make_points (RS_SERIES_LINE, near, near, 2)); /* less than a power of ten */
  assert_limits (axes, 0, 3, 6);
  rs_axes_clear (axes);
  axes->is_log[0] = TRUE;
  rs_axes_add (axes, make_points (RS_SERIES_LINE, none, none, 3));
  assert_limits (axes, 0, 0.1, 10);
}

/* What a process that has lost its memory may send. */
static void
test_limits_that_are_none (void)
{
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  const double pairs[][2] = { { NAN, 1e227 }, { -INFINITY, 1e227 }, { 0, INFINITY }, { 2, 1 }, { 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (guint is_log = 0; is_log < 2; is_log++)
      {
        double low, high;

        axes->is_fixed[0] = TRUE;
        axes->is_log[0] = is_log;
        axes->low[0] = pairs[i][0];
        axes->high[0] = pairs[i][1];
        rs_axes_get_limits (axes, 0, &low, &high);
        g_assert_true (isfinite (low) && isfinite (high) && low < high && (!is_log || low > 0));
      }
}

static void
assert_labels (double low, double high, gboolean is_log, guint wanted, const char *expected)
{
  g_autoptr (GArray) ticks = rs_ticks_new (low, high, is_log, wanted);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    if (g_array_index (ticks, RsTick, i).label != NULL)
      g_string_append_printf (text, "%s ", g_array_index (ticks, RsTick, i).label);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_ticks (void)
{
  /* Limits so close that no mark is between them. */
  assert_labels (1, 1 + DBL_EPSILON, FALSE, 12, "");
  assert_labels (-1 - DBL_EPSILON, -1, FALSE, 12, "");
  assert_labels (0x1p60, 0x1p60 + 1024, TRUE, 12, "");
  assert_labels (0, 10, FALSE, 5, "0 2 4 6 8 10 ");
  assert_labels (-1.1, 1.1, FALSE, 5, "-1.0 -0.5 0.0 0.5 1.0 ");
  assert_labels (0, 0.3, FALSE, 3, "0.0 0.1 0.2 0.3 ");
  assert_labels (0, 3e6, FALSE, 3, "0 1e6 2e6 3e6 ");
  assert_labels (0, 2e-5, FALSE, 2, "0 1e-5 2e-5 ");
  assert_labels (1000000, 1000002, FALSE, 2, "1000000 1000001 1000002 ");
  assert_labels (1, 1000, TRUE, 5, "10⁰ 10¹ 10² 10³ ");
  assert_labels (1e-12, 1, TRUE, 4, "10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 10⁰ ");
  assert_labels (2, 8, TRUE, 3, "2 4 6 8 ");
}

static void
test_styles (void)
{
  RsLineStyle style = RS_LINE_STYLE_DEFAULT;

  g_assert_true (rs_line_style_parse ("r--o", &style));
  g_assert_cmpint (style.dash, ==, RS_DASH_DASHED);
  g_assert_cmpint (style.marker, ==, 'o');
  g_assert_true (style.has_color && style.color.red > 0.5 && style.color.blue == 0);
  style = RS_LINE_STYLE_DEFAULT;
  g_assert_true (rs_line_style_parse ("+", &style));
  g_assert_cmpint (style.dash, ==, RS_DASH_NONE);
  g_assert_false (style.has_color);
  style = RS_LINE_STYLE_DEFAULT;
  g_assert_true (rs_line_style_parse ("x-.", &style));
  g_assert_cmpint (style.dash, ==, RS_DASH_DASH_DOT);
  g_assert_false (rs_line_style_parse ("rr", &style));
  g_assert_false (rs_line_style_parse ("q", &style));
  g_assert_false (rs_line_style_parse ("---", &style));
  g_assert_cmpint (style.dash, ==, RS_DASH_DASH_DOT);
}

static void
test_colors (void)
{
  RsColorMap *map = rs_color_map_new ("Viridis");
  RsColor color;

  g_assert_nonnull (map);
  g_assert_cmpuint (map->rgb[0][0], ==, 0x44);
  g_assert_cmpuint (map->rgb[255][1], ==, 0xe7);
  g_assert_cmpuint (rs_color_map_index (NAN, 0, 1), ==, 0);
  g_assert_cmpuint (rs_color_map_index (INFINITY, 0, 1), ==, 255);
  rs_color_map_unref (map);
  g_assert_null (rs_color_map_new ("rainbows"));
  g_assert_true (rs_color_parse ("#ff8000", &color));
  g_assert_cmpfloat_with_epsilon (color.green, 128 / 255.0, 1e-12);
  g_assert_true (rs_color_parse ("Orange", &color));
  g_assert_false (rs_color_parse ("#ff80", &color));
  g_assert_false (rs_color_parse ("", &color));
}

static void
test_only_image (void)
{
  const float pixels[] = { 1, 2, 3, 4 };
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  double low, high;

  axes->is_hidden = TRUE;
  rs_axes_add (axes, make_image (pixels, 2, 2, 1));
  g_assert_nonnull (rs_figure_get_only_image (figure));
  rs_axes_get_color_limits (axes, &low, &high);
  g_assert_cmpfloat (low, ==, 1);
  g_assert_cmpfloat (high, ==, 4);
  rs_axes_set_text (&axes->title, "t");
  g_assert_null (rs_figure_get_only_image (figure));
}

/* What another thread sees of a form is complete. */
static gpointer
look (gpointer data)
{
  RsForm *form = data;
  guint n;

  do
    {
      rs_form_lock (form);
      n = form->widgets->len;
      for (guint i = 0; i < n; i++)
        {
          const RsWidget *widget = rs_form_get (form, i);

          if (widget->kind == RS_WIDGET_DISPLAY)
            g_assert_nonnull (widget->figure);
          else
            g_assert_cmpfloat (widget->low, <, widget->high);
        }
      rs_form_unlock (form);
    }
  while (n < 2000);
  return NULL;
}

static void
test_form (void)
{
  GAsyncQueue *events = g_async_queue_new_full ((GDestroyNotify)rs_form_event_free);
  g_autoptr (RsForm) form = rs_form_new (1, "f", events);
  GThread *thread = g_thread_new ("looks", look, form);

  for (guint i = 0; i < 1000; i++)
    {
      rs_form_add (form, &(RsWidget){ .kind = RS_WIDGET_SLIDER, .text = (char *)"s", .low = 1, .high = 2 });
      rs_form_add (form, &(RsWidget){ .kind = RS_WIDGET_DISPLAY,
                                      .text = (char *)"",
                                      .figure = rs_figure_new_embedded (i, NULL, 0) });
    }
  g_thread_join (thread);
  /* Changes are counted, and one event tells of several. */
  rs_form_change (form, 0, 1.5);
  rs_form_change (form, 0, 1.5);
  rs_form_change (form, 0, 1.75);
  g_assert_cmpuint (rs_form_get (form, 0)->n_changes, ==, 2);
  g_assert_cmpint (g_async_queue_length (events), ==, 1);
  rs_form_event_free (g_async_queue_pop (events));
  g_async_queue_unref (events);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/axes", test_axes);
  g_test_add_func ("/figure/places", test_places);
  g_test_add_func ("/figure/limits", test_limits);
  g_test_add_func ("/figure/logarithmic-limits", test_logarithmic_limits);
  g_test_add_func ("/figure/ticks", test_ticks);
  g_test_add_func ("/figure/limits-that-are-none", test_limits_that_are_none);
  g_test_add_func ("/figure/styles", test_styles);
  g_test_add_func ("/figure/colors", test_colors);
  g_test_add_func ("/figure/only-image", test_only_image);
  g_test_add_func ("/form/threads", test_form);
  return g_test_run ();
}
