/* Figures as files: the text of SVG, and a few pixels of PNG.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/export.h"
#include "tests/unit/figure/figures.h"

#include <math.h>
#include <string.h>
#include <time.h>

static void
assert_contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("no \"%s\" in:\n%s", part, text);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    n++;
  return n;
}

static RsFigure *
make_plot (void)
{
  const double x[] = { 0, 1, 2, 3, 4 }, y[] = { 0, 1, NAN, 1, 0 };
  RsFigure *figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  RsSeries *line = make_points (RS_SERIES_LINE, x, y, 5), *dots = make_points (RS_SERIES_SCATTER, x, x, 5);

  dots->style.marker = 'o';
  dots->style.is_filled = TRUE;
  g_free (line->name);
  line->name = g_strdup ("a < b & c");
  rs_axes_add (axes, line);
  rs_axes_add (axes, dots);
  rs_axes_set_text (&axes->title, "Title é");
  rs_axes_set_text (&axes->labels[0], "across\001");
  rs_axes_set_text (&axes->labels[1], "up");
  return figure;
}

static void
test_svg (void)
{
  g_autoptr (RsFigure) figure = make_plot ();
  g_autofree char *svg = rs_figure_to_svg (figure);

  assert_contains (svg, "width=\"640\" height=\"480\"");
  assert_contains (svg, ">Title é</text>");
  assert_contains (svg, ">across </text>");
  assert_contains (svg, "rotate(-90)");
  assert_contains (svg, ">a &lt; b &amp; c</text>");
  assert_contains (svg, ">3.5</text>");
  g_assert_cmpuint (count (svg, "<circle"), ==, 5);
  /* The line is broken where there is no number, and its sample is in the legend. */
  g_assert_cmpuint (count (svg, "stroke=\"#0072b2\""), ==, 3);
  g_assert_cmpuint (count (svg, "<g "), ==, count (svg, "</g>"));
  g_assert_true (g_str_has_suffix (svg, "</svg>\n"));
}

/* A long line has as many points as can be seen. */
static void
test_long_line (void)
{
  gsize n = 1000000;
  g_autofree double *x = g_new (double, n);
  g_autofree double *y = g_new (double, n);
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  g_autofree char *svg = NULL;

  for (gsize i = 0; i < n; i++)
    {
      x[i] = (double)i;
      y[i] = i == n / 2 ? 5 : sin (1e-3 * (double)i);
    }
  rs_axes_add (rs_figure_get_axes (figure), make_points (RS_SERIES_LINE, x, y, n));
  svg = rs_figure_to_svg (figure);
  g_assert_cmpuint (strlen (svg), <, 200000);
}

static const guint8 *
get_pixel (const guint8 *rgba, int width, int x, int y)
{
  return rgba + 4 * (y * width + x);
}

static void
test_pixels (void)
{
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  const double x[] = { 0 }, y[] = { 1 };
  RsSeries *bar = make_points (RS_SERIES_BAR, x, y, 1);
  g_autofree guint8 *rgba = NULL;
  int width, height;

  bar->style.color = (RsColor){ 1, 0, 0 };
  bar->style.has_color = TRUE;
  rs_axes_add (axes, bar);
  figure->width = 300;
  figure->height = 200;
  figure->has_size = TRUE;
  rgba = rs_figure_rasterize (figure, &width, &height, NULL);
  g_assert_nonnull (rgba);
  g_assert_cmpint (width, ==, 300);
  g_assert_cmpint (height, ==, 200);
  g_assert_cmpuint (get_pixel (rgba, width, 160, 120)[0], ==, 255);
  g_assert_cmpuint (get_pixel (rgba, width, 160, 120)[1], ==, 0);
  g_assert_cmpuint (get_pixel (rgba, width, 2, 2)[1], ==, 255);
  g_assert_cmpuint (get_pixel (rgba, width, 2, 2)[3], ==, 255);
}

static void
test_image (void)
{
  const float pixels[] = { 0, 128, 255, 300, -5, NAN };
  const guint8 expected[] = { 0, 128, 255, 255, 0, 0 };
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  g_autofree guint8 *rgba = NULL;
  g_autofree char *svg = NULL;
  g_autoptr (GByteArray) png = NULL;
  int width, height;

  axes->is_hidden = TRUE;
  axes->has_color_limits = TRUE;
  axes->color_high = 255;
  rs_axes_add (axes, make_image (pixels, 2, 3, 1));
  rgba = rs_figure_rasterize (figure, &width, &height, NULL);
  g_assert_cmpint (width, ==, 3);
  g_assert_cmpint (height, ==, 2);
  for (int i = 0; i < 6; i++)
    g_assert_cmpuint (rgba[4 * i], ==, expected[i]);
  svg = rs_figure_to_svg (figure);
  assert_contains (svg, "width=\"3\" height=\"2\"");
  assert_contains (svg, "data:image/png;base64,");
  png = rs_figure_to_png (figure, NULL);
  g_assert_cmpmem (png->data, 4, "\x89PNG", 4);
}

/* An image in axes stands where its rows and columns are. */
static void
test_image_in_axes (void)
{
  const float pixels[] = { 255, 0, 0, 0 };
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  g_autofree guint8 *rgba = NULL;
  int width, height;

  axes->is_equal = axes->is_downward = axes->is_hidden = TRUE;
  rs_axes_set_text (&axes->title, "t");
  rs_axes_add (axes, make_image (pixels, 2, 2, 1));
  rgba = rs_figure_rasterize (figure, &width, &height, NULL);
  g_assert_cmpint (width, ==, 640);
  g_assert_cmpuint (get_pixel (rgba, width, 200, 140)[0], ==, 255);
  g_assert_cmpuint (get_pixel (rgba, width, 440, 140)[0], ==, 0);
  g_assert_cmpuint (get_pixel (rgba, width, 200, 360)[0], ==, 0);
}

/* Whatever numbers a program has, drawing ends and gives a picture. */
static void
test_odd_numbers (void)
{
  const double sets[][4] = { { NAN, NAN, NAN, NAN },
                             { INFINITY, -INFINITY, 1, 2 },
                             { 1e308, -1e308, 0, 5e-324 },
                             { 0, 0, 0, 0 },
                             { -1, -2, -3, -4 } };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    for (int kind = RS_SERIES_LINE; kind <= RS_SERIES_MESH; kind++)
      for (int is_log = 0; is_log < 2 && kind != RS_SERIES_IMAGE; is_log++)
        {
          g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
          RsAxes *axes = rs_figure_get_axes (figure);
          RsSeries *series = make_points ((RsSeriesKind)kind, sets[i], sets[i], kind >= RS_SERIES_SURFACE ? 2 : 4);
          g_autoptr (GByteArray) png = NULL;
          g_autofree char *svg = NULL;

          series->style.marker = 's';
          if (kind >= RS_SERIES_SURFACE)
            {
              series->n_columns = 2;
              g_bytes_unref (series->x);
              g_bytes_unref (series->y);
              series->x = make_numbers (sets[i], 4);
              series->y = make_numbers (sets[i], 4);
              series->z = make_numbers (sets[i], 4);
            }
          axes->is_log[0] = axes->is_log[1] = is_log;
          axes->has_grid = axes->has_color_bar = axes->is_equal = TRUE;
          rs_axes_add (axes, series);
          svg = rs_figure_to_svg (figure);
          png = rs_figure_to_png (figure, NULL);
          g_assert_nonnull (png);
          g_assert_true (strstr (svg, "=\"nan") == NULL && strstr (svg, ",nan") == NULL
                         && strstr (svg, ">nan") == NULL);
        }
}

/* A line that crosses itself again and again takes no longer for each point. */
static void
test_crossing_line (void)
{
  gsize n = 100000;
  g_autofree double *x = g_new (double, n);
  g_autofree double *y = g_new (double, n);
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  g_autofree guint8 *rgba = NULL;
  clock_t start = clock ();
  int width, height;

  for (gsize i = 0; i < n; i++)
    {
      x[i] = g_test_rand_double ();
      y[i] = g_test_rand_double ();
    }
  rs_axes_add (rs_figure_get_axes (figure), make_points (RS_SERIES_LINE, x, y, n));
  rgba = rs_figure_rasterize (figure, &width, &height, NULL);
  g_assert_nonnull (rgba);
  g_test_minimized_result ((double)(clock () - start) / CLOCKS_PER_SEC, "100000 crossing lines");
  g_assert_cmpint (clock () - start, <, 60 * CLOCKS_PER_SEC);
}

/* The ends of the largest range of a logarithmic axis. */
static void
test_widest_log (void)
{
  const double x[] = { 1e-300, 1e300 };
  g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
  RsAxes *axes = rs_figure_get_axes (figure);
  g_autofree char *svg = NULL;

  rs_axes_add (axes, make_points (RS_SERIES_LINE, x, x, 2));
  axes->is_log[0] = axes->is_log[1] = TRUE;
  axes->is_fixed[0] = axes->is_fixed[1] = TRUE;
  axes->low[0] = axes->low[1] = 1e-300;
  axes->high[0] = axes->high[1] = 1e300;
  svg = rs_figure_to_svg (figure);
  g_assert_nonnull (strstr (svg, "10⁻³⁰⁰"));
  g_assert_null (strstr (svg, "10000000"));
}

/* What shows of an image is drawn where it belongs: shrunk and enlarged, upwards and downwards. */
static void
test_part_of_image (void)
{
  const int side = 1000;
  g_autofree float *values = g_new (float, side *side);

  for (int i = 0; i < side * side; i++)
    values[i] = (float)(i % side < side / 2 ? 0 : 200) + (i / side < side / 2 ? 0.f : 55.f);
  for (int turn = 0; turn < 4; turn++)
    {
      g_autoptr (RsFigure) figure = rs_figure_new (1, NULL, 0);
      g_autoptr (GError) error = NULL;
      RsAxes *axes = rs_figure_get_axes (figure);
      RsSeries *series = rs_series_new (RS_SERIES_IMAGE);
      g_autofree guint8 *rgba = NULL;
      const double around = turn < 2 ? side / 2.0 : 5; /* all of it, or ten pixels around its middle */
      int width, height, left, right, above, below;

      series->height = series->width = side;
      series->channels = 1;
      series->pixels = g_bytes_new (values, sizeof (float) * (gsize)(side * side));
      rs_axes_add (axes, series);
      rs_axes_set_text (&axes->title, "x"); /* it is not an image alone */
      axes->has_color_limits = TRUE;
      axes->color_high = 255;
      axes->is_downward = turn % 2 == 0;
      for (int d = 0; d < 2; d++)
        {
          axes->is_fixed[d] = TRUE;
          axes->low[d] = side / 2.0 - 0.5 - around;
          axes->high[d] = side / 2.0 - 0.5 + around;
        }
      rgba = rs_figure_rasterize (figure, &width, &height, &error);
      if (rgba == NULL) /* there is no Cairo */
        return;
      left = rgba[4 * ((height / 3) * width + width / 3)];
      right = rgba[4 * ((height / 3) * width + 2 * width / 3)];
      above = rgba[4 * ((height / 4) * width + width / 3)];
      below = rgba[4 * ((3 * height / 4) * width + width / 3)];
      g_assert_cmpint (right - left, ==, 200);
      g_assert_cmpint (turn % 2 == 0 ? below - above : above - below, ==, 55);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/svg", test_svg);
  g_test_add_func ("/figure/long-line", test_long_line);
  g_test_add_func ("/figure/pixels", test_pixels);
  g_test_add_func ("/figure/image", test_image);
  g_test_add_func ("/figure/image-in-axes", test_image_in_axes);
  g_test_add_func ("/figure/odd-numbers", test_odd_numbers);
  g_test_add_func ("/figure/crossing-line", test_crossing_line);
  g_test_add_func ("/figure/widest-log", test_widest_log);
  g_test_add_func ("/figure/part-of-image", test_part_of_image);
  return g_test_run ();
}
