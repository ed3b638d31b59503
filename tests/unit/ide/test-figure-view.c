/* Zooming and panning of figures: the point under the pointer keeps its numbers, on linear, logarithmic and downward
 * axes; values under the pointer; titles that do not leave their cell.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/figure-view.h"

#include "runtime/figure/canvas/canvas-svg.h"
#include "runtime/figure/draw/draw-private.h"

#include <math.h>
#include <string.h>

#define WIDTH 640
#define HEIGHT 480

static RsSeries *
make_line (const char *name)
{
  const double x[] = { 1, 2, 3, 4 }, y[] = { 10, 20, 30, 40 };
  RsSeries *series = rs_series_new (RS_SERIES_LINE);

  series->n_rows = G_N_ELEMENTS (x);
  series->x = g_bytes_new (x, sizeof x);
  series->y = g_bytes_new (y, sizeof y);
  g_free (series->name);
  series->name = g_strdup (name);
  return series;
}

static RsFigure *
make_figure (void)
{
  RsFigure *figure = rs_figure_new (1, NULL, 0);

  rs_axes_add (rs_figure_get_axes (figure), make_line ("line"));
  return figure;
}

static void
get_place (RsFigure *figure, RsAxesPlace *place)
{
  RsCanvas *canvas = rs_canvas_svg_new (WIDTH, HEIGHT);

  rs_figure_get_places (figure, canvas, WIDTH, HEIGHT, place);
  g_free (rs_canvas_svg_finish (canvas));
}

static double
value_at (const RsAxesPlace *place, int direction, double pixel)
{
  return rs_axes_place_get_value (place, direction, rs_axes_place_to_part (place, direction, pixel));
}

static void
check_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-9 * MAX (1, fabs (expected)));
}

static void
check_zoom (gboolean is_log, gboolean is_downward)
{
  g_autoptr (RsFigure) figure = make_figure ();
  g_autoptr (RsFigureView) view = rs_figure_view_new ();
  RsAxes *axes = rs_figure_get_axes (figure);
  RsAxesPlace before, after;

  axes->is_log[0] = axes->is_log[1] = is_log;
  axes->is_downward = is_downward;
  rs_figure_view_take (view, figure);
  get_place (figure, &before);
  check_near (rs_axes_place_to_pixel (&before, 1, value_at (&before, 1, 100)), 100);
  rs_figure_view_zoom (view, figure, 0, &before, 4, 200, 100);
  get_place (figure, &after);
  /* The frame may have moved: its labels have other widths. */
  after.x = before.x;
  after.y = before.y;
  after.width = before.width;
  after.height = before.height;
  for (int d = 0; d < 2; d++)
    {
      check_near (value_at (&after, d, d == 0 ? 200 : 100), value_at (&before, d, d == 0 ? 200 : 100));
      g_assert_cmpfloat (after.low[d], >, before.low[d]);
      g_assert_cmpfloat (after.high[d], <, before.high[d]);
    }
  rs_figure_view_pan (view, figure, 0, &after, 30, -20);
  get_place (figure, &before);
  before.x = after.x;
  before.y = after.y;
  before.width = after.width;
  before.height = after.height;
  check_near (value_at (&before, 0, 200), value_at (&after, 0, 230));
  check_near (value_at (&before, 1, 100), value_at (&after, 1, 80));
}

static void
test_zoom (void)
{
  check_zoom (FALSE, FALSE);
  check_zoom (FALSE, TRUE);
  check_zoom (TRUE, FALSE);
}

static void
test_reset_and_new_copies (void)
{
  g_autoptr (RsFigure) figure = make_figure (), next = make_figure ();
  g_autoptr (RsFigureView) view = rs_figure_view_new ();
  RsAxesPlace first, zoomed, other;

  rs_figure_get_axes (next)->is_fixed[1] = TRUE;
  rs_figure_get_axes (next)->high[1] = 100;
  rs_figure_view_take (view, figure);
  get_place (figure, &first);
  g_assert_false (rs_figure_view_is_changed (view));
  rs_figure_view_zoom (view, figure, 0, &first, 2, 300, 200);
  g_assert_true (rs_figure_view_is_changed (view));
  get_place (figure, &zoomed);
  rs_figure_view_take (view, next); /* the next picture of an animation keeps what the user sees */
  get_place (next, &other);
  check_near (other.low[0], zoomed.low[0]);
  check_near (other.high[1], zoomed.high[1]);
  rs_figure_view_reset (view, next);
  get_place (next, &other);
  check_near (other.low[0], first.low[0]);
  check_near (other.high[1], 100);
}

/* The ends of what numbers can tell apart. */
static void
test_limits_of_zooming (void)
{
  g_autoptr (RsFigure) figure = make_figure ();
  g_autoptr (RsFigureView) view = rs_figure_view_new ();
  RsAxesPlace place;

  rs_figure_view_take (view, figure);
  for (int i = 0; i < 3000; i++)
    {
      get_place (figure, &place);
      g_assert_true (place.low[0] < place.high[0] && place.low[1] < place.high[1]);
      rs_figure_view_zoom (view, figure, 0, &place, i < 500 ? 2 : 0.25, 300, 200);
    }
  g_assert_true (isfinite (place.low[0]) && isfinite (place.high[1]));
}

static void
test_description (void)
{
  g_autoptr (RsFigure) figure = make_figure ();
  RsAxesPlace place;
  g_autofree char *text = NULL, *far_text = NULL;

  get_place (figure, &place);
  text = rs_figure_view_describe (rs_figure_get_axes (figure), &place, rs_axes_place_to_pixel (&place, 0, 3) + 4,
                                  rs_axes_place_to_pixel (&place, 1, 30));
  g_assert_true (g_str_has_suffix (text, "; line (3, 30)"));
  g_assert_true (g_str_has_prefix (text, "x = 3.0"));
  far_text = rs_figure_view_describe (rs_figure_get_axes (figure), &place, rs_axes_place_to_pixel (&place, 0, 3.9),
                                      rs_axes_place_to_pixel (&place, 1, 12));
  g_assert_null (strchr (far_text, ';'));
}

/* --- titles --- */

static void
test_titles (void)
{
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsCanvas *canvas = rs_canvas_svg_new (WIDTH, HEIGHT);
  const RsTextStyle style = { .size = 14, .is_bold = TRUE };
  const char *title
      = "A rather long title of one of four pictures that stand beside each other in a figure that is not wide";
  g_auto (GStrv) lines = rs_fit_text (canvas, title, &style, 150, 3);

  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  for (int i = 0; lines[i] != NULL; i++)
    g_assert_cmpfloat (canvas->measure (canvas, lines[i], &style), <=, 150);
  g_assert_true (g_str_has_suffix (lines[2], "…"));
  g_assert_true (g_str_has_prefix (lines[0], "A rather"));
  g_free (rs_canvas_svg_finish (canvas));
}

/* Axes in three dimensions: the direction stays when the program draws again, connected ones follow, and a reset brings
 * the program's. */
static void
test_turning (void)
{
  const double z[] = { 1, 2, 3, 4 };
  g_autoptr (RsFigure) figure = make_figure ();
  g_autoptr (RsFigure) copy = NULL, other = NULL, again = NULL;
  g_autoptr (RsFigureView) view = rs_figure_view_new (), follower = rs_figure_view_new ();
  RsSeries *line = make_line ("in space");
  RsAxes *axes;

  line->z = g_bytes_new (z, sizeof z);
  rs_axes_add (rs_figure_get_axes (figure), line);
  rs_figure_get_axes (figure)->elevation = 20;
  copy = rs_figure_copy (figure);
  rs_figure_view_take (view, copy);
  rs_figure_view_turn (view, copy, 0, 200, 100);
  axes = rs_figure_get_axes (copy);
  check_near (axes->azimuth, -160);
  check_near (axes->elevation, 90);
  g_assert_true (rs_figure_view_is_changed (view));
  other = rs_figure_copy (figure);
  rs_figure_view_take (follower, other);
  check_near (rs_figure_get_axes (other)->elevation, 20);
  rs_figure_view_follow (follower, other, view);
  check_near (rs_figure_get_axes (other)->azimuth, -160);
  again = rs_figure_copy (figure);
  rs_figure_view_take (view, again);
  check_near (rs_figure_get_axes (again)->elevation, 90);
  rs_figure_view_reset (view, again);
  check_near (rs_figure_get_axes (again)->elevation, 20);
  g_assert_false (rs_figure_view_is_changed (view));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-view/zoom", test_zoom);
  g_test_add_func ("/figure-view/reset", test_reset_and_new_copies);
  g_test_add_func ("/figure-view/limits", test_limits_of_zooming);
  g_test_add_func ("/figure-view/description", test_description);
  g_test_add_func ("/figure-view/titles", test_titles);
  g_test_add_func ("/figure-view/turning", test_turning);
  return g_test_run ();
}
