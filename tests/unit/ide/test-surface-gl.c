/* Surfaces by OpenGL (here Mesa's, on the processor): what is in front hides what is behind, every point of a large
 * grid is drawn, points that are no number leave holes, and grids stay on the card as long as they are shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/surface-gl.h"

#include "tests/unit/ide/surfaceless.h"

#define SIDE 200

/* z of a point of a grid of n x n. */
typedef double (*Height) (int row, int column, int n);

static RsSeries *
make (RsSeriesKind kind, int n, Height height)
{
  RsSeries *series = rs_series_new (kind);
  double *numbers[3];

  for (int d = 0; d < 3; d++)
    numbers[d] = g_new (double, n *n);
  for (int i = 0; i < n * n; i++)
    {
      numbers[0][i] = (double)(i % n) / (n - 1);
      numbers[1][i] = (double)(i / n) / (n - 1);
      numbers[2][i] = height (i / n, i % n, n);
    }
  series->n_rows = series->n_columns = (gsize)n;
  series->x = g_bytes_new_take (numbers[0], (gsize)(n * n) * sizeof (double));
  series->y = g_bytes_new_take (numbers[1], (gsize)(n * n) * sizeof (double));
  series->z = g_bytes_new_take (numbers[2], (gsize)(n * n) * sizeof (double));
  return series;
}

static double
low (int row, int column, int n)
{
  return 0.25;
}

static double
high (int row, int column, int n)
{
  return 0.75;
}

static double
peak (int row, int column, int n)
{
  return row == n / 2 && column == n / 2 ? 1 : 0;
}

static double
hole (int row, int column, int n)
{
  return row == n / 2 && column == n / 2 ? NAN : 0.5;
}

/* From straight above: x to the right, y upwards, a unit of the box a half of the picture. */
static RsFaces
make_faces (const GPtrArray *series, const RsColorMap *map)
{
  return (RsFaces){ .series = series,
                    .color_map = map,
                    .color_high = 1,
                    .paper = RS_COLOR_WHITE,
                    .high = { 1, 1, 1 },
                    .half_sizes = { 1, 1, 0.75 },
                    .width = SIDE,
                    .height = SIDE,
                    .right = { 1, 0, 0 },
                    .up = { 0, 1, 0 },
                    .toward = { 0, 0, 1 },
                    .center_x = SIDE / 2,
                    .center_y = SIDE / 2,
                    .scale = SIDE / 2 };
}

typedef struct {
  TestScreen screen;
  RsSurfaceGl *gl;
  GPtrArray *series; /* element-type RsSeries */
  RsColorMap *map;
} Fixture;

static gboolean
set_up (Fixture *self, gboolean is_es)
{
  g_autoptr (GError) error = NULL;

  if (!test_screen_open (&self->screen, is_es, SIDE, SIDE))
    {
      g_test_skip ("no OpenGL without a display");
      return FALSE;
    }
  self->gl = rs_surface_gl_new (&error);
  g_assert_no_error (error);
  self->series = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  self->map = rs_color_map_new ("gray");
  return TRUE;
}

static void
tear_down (Fixture *self)
{
  g_ptr_array_unref (self->series);
  rs_color_map_unref (self->map);
  rs_surface_gl_free (self->gl);
  test_screen_close (&self->screen);
}

static guint8 *
draw (Fixture *self, const RsFaces *faces)
{
  int width, height;
  guint8 *rgba = rs_surface_gl_draw (self->gl, faces, 1, &width, &height);

  g_assert_nonnull (rgba);
  g_assert_cmpint (width, ==, SIDE);
  g_assert_cmpint (height, ==, SIDE);
  return rgba;
}

static int
brightest (const guint8 *rgba)
{
  int most = 0;

  for (int i = 0; i < SIDE * SIDE; i++)
    most = MAX (most, rgba[4 * i]);
  return most;
}

static void
test_front (gconstpointer data)
{
  Fixture self;
  RsFaces faces;
  g_autofree guint8 *above = NULL, *below = NULL;

  if (!set_up (&self, GPOINTER_TO_INT (data)))
    return;
  g_ptr_array_add (self.series, make (RS_SERIES_SURFACE, 100, high));
  g_ptr_array_add (self.series, make (RS_SERIES_SURFACE, 100, low));
  faces = make_faces (self.series, self.map);
  above = draw (&self, &faces);
  faces.toward[2] = -1;
  below = draw (&self, &faces);
  g_assert_cmpint (above[4 * (SIDE * SIDE / 2 + SIDE / 2)], ==, 191);
  g_assert_cmpint (below[4 * (SIDE * SIDE / 2 + SIDE / 2)], ==, 64);
  tear_down (&self);
}

/* One point of a million. Its limits change; then another series takes its place. */
static void
test_all_points (void)
{
  Fixture self;
  RsFaces faces;
  g_autofree guint8 *all = NULL, *narrow = NULL, *other = NULL;

  if (!set_up (&self, FALSE))
    return;
  g_ptr_array_add (self.series, make (RS_SERIES_SURFACE, 1000, peak));
  faces = make_faces (self.series, self.map);
  faces.scale = SIDE * 4; /* a part of it, so that one face is some pixels */
  all = draw (&self, &faces);
  g_assert_cmpint (brightest (all), ==, 64); /* the mean of its four corners */
  faces.color_high = 0.25;
  narrow = draw (&self, &faces);
  g_assert_cmpint (brightest (narrow), ==, 255);
  g_ptr_array_set_size (self.series, 0);
  g_ptr_array_add (self.series, make (RS_SERIES_SURFACE, 100, low));
  faces = make_faces (self.series, self.map);
  other = draw (&self, &faces);
  g_assert_cmpint (brightest (other), ==, 64);
  tear_down (&self);
}

static void
test_hole (void)
{
  Fixture self;
  RsFaces faces;
  g_autofree guint8 *rgba = NULL;

  if (!set_up (&self, FALSE))
    return;
  g_ptr_array_add (self.series, make (RS_SERIES_SURFACE, 21, hole));
  faces = make_faces (self.series, self.map);
  rgba = draw (&self, &faces);
  g_assert_cmpint (rgba[4 * (SIDE * SIDE / 2 + SIDE / 2) + 3], ==, 0);
  g_assert_cmpint (rgba[4 * (SIDE * SIDE / 2 + SIDE / 2 + 15) + 3], ==, 255);
  tear_down (&self);
}

/* Faces of a mesh are paper and hide what is behind; its edges have colours. */
static void
test_mesh (void)
{
  Fixture self;
  RsFaces faces;
  g_autofree guint8 *rgba = NULL;
  int n_paper = 0, n_edges = 0;

  if (!set_up (&self, FALSE))
    return;
  g_ptr_array_add (self.series, make (RS_SERIES_SURFACE, 21, low));
  g_ptr_array_add (self.series, make (RS_SERIES_MESH, 21, high));
  faces = make_faces (self.series, self.map);
  rgba = draw (&self, &faces);
  for (int i = 0; i < SIDE * SIDE; i++)
    {
      n_paper += rgba[4 * i] == 255;
      n_edges += rgba[4 * i] >= 185 && rgba[4 * i] < 235;
      g_assert_cmpint (rgba[4 * i], >, 170);
    }
  g_assert_cmpint (n_paper, >, SIDE * SIDE / 2);
  g_assert_cmpint (n_edges, >, 20 * SIDE);
  tear_down (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/surface-gl/front/desktop", GINT_TO_POINTER (FALSE), test_front);
  g_test_add_data_func ("/surface-gl/front/embedded", GINT_TO_POINTER (TRUE), test_front);
  g_test_add_func ("/surface-gl/all-points", test_all_points);
  g_test_add_func ("/surface-gl/hole", test_hole);
  g_test_add_func ("/surface-gl/mesh", test_mesh);
  return g_test_run ();
}
