/* Volumes: reading them from cubes, and what they look like from a direction.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image.h"
#include "ide/view/space/volume-cast.h"

#include <math.h>
#include <string.h>

#define SIDE 101

static RsVolume *
make (int width, int height, int depth)
{
  return rs_volume_new (width, height, depth, (const double[]){ width, height, depth });
}

static guint8 *
voxel_at (RsVolume *volume, int column, int row, int slice)
{
  return volume->voxels + ((gsize)slice * (gsize)volume->height + (gsize)row) * (gsize)volume->width + column;
}

static guint8 *
cast (const RsVolume *volume, const RsVolumeCamera *camera, RsVolumeMode mode)
{
  return rs_volume_cast (volume, camera, mode, NULL, SIDE, SIDE, NULL);
}

static int
get (const guint8 *bgra, int x, int y)
{
  return bgra[4 * (y * SIDE + x)];
}

static gboolean
is_ground (const guint8 *bgra, int x, int y)
{
  const guint8 *pixel = bgra + 4 * (y * SIDE + x);

  return pixel[0] == (int)(RS_VOLUME_GROUND.blue * 255 + 0.5) && pixel[1] == (int)(RS_VOLUME_GROUND.green * 255 + 0.5)
         && pixel[2] == (int)(RS_VOLUME_GROUND.red * 255 + 0.5);
}

/* --- directions --- */

/* The middle of the pixels that are brighter than half. */
static void
find_bright (const guint8 *bgra, double *x, double *y)
{
  double n = 0;

  *x = *y = 0;
  for (int row = 0; row < SIDE; row++)
    for (int column = 0; column < SIDE; column++)
      if (!is_ground (bgra, column, row) && get (bgra, column, row) > 127)
        {
          *x += column + 0.5;
          *y += row + 0.5;
          n++;
        }
  g_assert_cmpfloat (n, >, 0);
  *x /= n;
  *y /= n;
}

/* One bright voxel is where the corners of the box say: in the parts of their ways that its column, row and slice
 * are. */
static void
check_bright_voxel (const RsVolumeCamera *camera, RsVolumeMode mode)
{
  static const int place[] = { 15, 4, 6 }, n[] = { 20, 16, 12 };
  g_autoptr (RsVolume) volume = make (n[0], n[1], n[2]);
  g_autofree guint8 *bgra = NULL;
  double x, y, wanted_x, wanted_y, corner_x, corner_y, first_x, first_y;

  *voxel_at (volume, place[0], place[1], place[2]) = 255;
  bgra = cast (volume, camera, mode);
  find_bright (bgra, &x, &y);
  rs_volume_get_corner (volume, camera, SIDE, SIDE, 0, &first_x, &first_y);
  wanted_x = first_x;
  wanted_y = first_y;
  for (int d = 0; d < 3; d++)
    {
      rs_volume_get_corner (volume, camera, SIDE, SIDE, 1 << d, &corner_x, &corner_y);
      wanted_x += (corner_x - first_x) * (place[d] + 0.5) / n[d];
      wanted_y += (corner_y - first_y) * (place[d] + 0.5) / n[d];
    }
  g_assert_cmpfloat (hypot (x - wanted_x, y - wanted_y), <, 1.5);
}

static void
test_bright_voxel (void)
{
  for (double azimuth = -170; azimuth < 180; azimuth += 35)
    for (double elevation = -90; elevation <= 90; elevation += 30)
      for (double zoom = 1; zoom < 3; zoom++)
        check_bright_voxel (&(RsVolumeCamera){ azimuth, elevation, zoom }, RS_VOLUME_MAXIMUM);
}

/* From straight above it lies as its first slice does: columns to the right, rows down. */
static void
test_from_above (void)
{
  const RsVolumeCamera camera = { 0, 90, 1 };
  g_autoptr (RsVolume) volume = make (20, 10, 4);
  double x, y, last_x, last_y;

  rs_volume_get_corner (volume, &camera, SIDE, SIDE, 0, &x, &y);
  rs_volume_get_corner (volume, &camera, SIDE, SIDE, 3, &last_x, &last_y);
  g_assert_cmpfloat (last_x - x, >, 40);
  g_assert_cmpfloat_with_epsilon (last_y - y, (last_x - x) / 2, 1e-6);
  rs_volume_get_corner (volume, &camera, SIDE, SIDE, 7, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, last_x, 1e-6);
}

/* What is in front hides what is behind it; only the largest value knows no front. */
static void
test_front (void)
{
  g_autoptr (RsVolume) volume = make (16, 16, 16);
  g_autofree guint8 *above = NULL, *below = NULL, *most = NULL;

  for (int row = 0; row < 16; row++)
    for (int column = 0; column < 16; column++)
      for (int slice = 0; slice < 16; slice++)
        *voxel_at (volume, column, row, slice) = slice < 8 ? 255 : 150;
  above = cast (volume, &(RsVolumeCamera){ 0, 90, 1 }, RS_VOLUME_COMPOSITE);
  below = cast (volume, &(RsVolumeCamera){ 0, -90, 1 }, RS_VOLUME_COMPOSITE);
  most = cast (volume, &(RsVolumeCamera){ 0, -90, 1 }, RS_VOLUME_MAXIMUM);
  g_assert_cmpint (get (above, SIDE / 2, SIDE / 2), >, 245);
  g_assert_cmpint (get (below, SIDE / 2, SIDE / 2), <, 200);
  g_assert_cmpint (get (most, SIDE / 2, SIDE / 2), ==, 255);
}

static void
test_turning (void)
{
  RsVolumeCamera camera = { 170, 80, 1 };

  rs_volume_camera_turn (&camera, 20, 20);
  g_assert_cmpfloat (camera.azimuth, ==, -170);
  g_assert_cmpfloat (camera.elevation, ==, 90);
}

/* --- values --- */

static void
test_constant (void)
{
  g_autoptr (RsVolume) volume = make (8, 8, 8);
  RsColorMap *map = rs_color_map_new ("viridis");
  const RsVolumeCamera camera = { 30, 20, 1 };
  g_autofree guint8 *bgra = NULL;
  gsize n_inside = 0;

  memset (volume->voxels, 100, 512);
  bgra = rs_volume_cast (volume, &camera, RS_VOLUME_MAXIMUM, map, SIDE, SIDE, NULL);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
        const guint8 *pixel = bgra + 4 * (y * SIDE + x);

        g_assert_cmpint (pixel[3], ==, 255);
        if (is_ground (bgra, x, y))
          continue;
        n_inside++;
        for (int c = 0; c < 3; c++)
          g_assert_cmpint (pixel[c], ==, map->rgb[100][2 - c]);
      }
  g_assert_cmpuint (n_inside, >, SIDE * SIDE / 5);
  g_assert_true (is_ground (bgra, 0, 0) && is_ground (bgra, SIDE - 1, SIDE - 1));
  rs_color_map_unref (map);
}

static void
test_empty (void)
{
  g_autoptr (RsVolume) volume = make (5, 0, 3);
  const RsVolumeCamera camera = { 30, 20, 1 };
  g_autofree guint8 *bgra = cast (volume, &camera, RS_VOLUME_COMPOSITE);

  for (int i = 0; i < SIDE * SIDE; i++)
    g_assert_true (is_ground (bgra, i % SIDE, i / SIDE));
}

/* A slice is a sheet: whole from above, a line from the side; single voxels along each side work, too. */
static void
test_one_slice (void)
{
  g_autoptr (RsVolume) volume = make (30, 30, 1), row = make (30, 1, 1), one = make (1, 1, 1);
  g_autofree guint8 *above = NULL, *side = NULL, *line = NULL, *point = NULL;

  memset (volume->voxels, 200, 900);
  memset (row->voxels, 200, 30);
  memset (one->voxels, 200, 1);
  above = cast (volume, &(RsVolumeCamera){ 0, 90, 1 }, RS_VOLUME_MAXIMUM);
  side = cast (volume, &(RsVolumeCamera){ 0, 0, 1 }, RS_VOLUME_MAXIMUM);
  line = cast (row, &(RsVolumeCamera){ 0, 90, 1 }, RS_VOLUME_MAXIMUM);
  point = cast (one, &(RsVolumeCamera){ 45, 30, 1 }, RS_VOLUME_MAXIMUM);
  g_assert_cmpint (get (above, SIDE / 2, SIDE / 2 + 20), ==, 200);
  g_assert_cmpint (get (side, SIDE / 2, SIDE / 2), ==, 200);
  g_assert_true (is_ground (side, SIDE / 2, SIDE / 2 + 5));
  g_assert_cmpint (get (line, SIDE / 2 + 30, SIDE / 2), ==, 200);
  g_assert_cmpint (get (point, SIDE / 2, SIDE / 2), ==, 200);
}

static void
test_cancelled (void)
{
  g_autoptr (RsVolume) volume = make (8, 8, 8);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const RsVolumeCamera camera = { 30, 20, 1 };

  g_cancellable_cancel (cancellable);
  g_assert_null (rs_volume_cast (volume, &camera, RS_VOLUME_MAXIMUM, NULL, SIDE, SIDE, cancellable));
}

/* --- reading --- */

static void
check_grid (gint64 height, gint64 width, gint64 n_slices, int most_a_side, gint64 most, RsVolumeGrid wanted)
{
  const RsPictureShape shape = { height, width, 1, n_slices };
  RsVolumeGrid grid = rs_volume_choose_grid (&shape, most_a_side, most);

  g_assert_cmpint (grid.step, ==, wanted.step);
  g_assert_cmpint (grid.slice_step, ==, wanted.slice_step);
  g_assert_cmpint (grid.width, ==, wanted.width);
  g_assert_cmpint (grid.height, ==, wanted.height);
  g_assert_cmpint (grid.depth, ==, wanted.depth);
}

static void
test_grids (void)
{
  check_grid (40, 60, 12, 2048, 1 << 28, (RsVolumeGrid){ 1, 1, 60, 40, 12 });
  check_grid (3000, 2000, 5, 2048, 1 << 28, (RsVolumeGrid){ 2, 1, 1000, 1500, 5 });
  check_grid (10, 10, 5000, 2048, 1 << 28, (RsVolumeGrid){ 1, 3, 10, 10, 1667 });
  check_grid (100, 100, 100, 2048, 125000, (RsVolumeGrid){ 2, 2, 50, 50, 50 });
  check_grid (1, 1, 1, 1, 1, (RsVolumeGrid){ 1, 1, 1, 1, 1 });
}

typedef struct {
  RsVolume *volume;
  guint n_calls;
} Read;

static void
on_read (RsVolume *volume, gpointer data)
{
  Read *read = data;

  read->volume = volume != NULL ? rs_volume_ref (volume) : NULL;
  read->n_calls++;
}

static RsImage *
make_image (const float *values, gint64 height, gint64 width, gint64 n_slices)
{
  g_autoptr (GBytes) bytes = g_bytes_new (values, (gsize)(height * width * n_slices) * sizeof (float));
  const RsImageFacts facts = { .pixels = bytes, .shape = { height, width, 1, n_slices }, .high = 255, .title = "cube" };

  return rs_image_new (&facts);
}

/* A source that answers later, as the debugger's does, or not at all. */
#define TEST_TYPE_LATE_SOURCE (test_late_source_get_type ())
G_DECLARE_FINAL_TYPE (TestLateSource, test_late_source, TEST, LATE_SOURCE, RsImageSource)

struct _TestLateSource {
  RsImageSource parent;

  RsImage *image; /* owned */
  int n_answers;  /* that it still gives */
};

G_DEFINE_FINAL_TYPE (TestLateSource, test_late_source, RS_TYPE_IMAGE_SOURCE)

typedef struct {
  TestLateSource *source; /* owned */
  RsSampleBox box;
  RsImageValuesAnswer answer;
  gpointer data;
} LateQuestion;

static gboolean
answer_late (gpointer data)
{
  g_autofree LateQuestion *question = data;
  g_autoptr (TestLateSource) self = question->source;

  if (self->n_answers-- > 0)
    rs_image_source_sample (RS_IMAGE_SOURCE (self->image), &question->box, question->answer, question->data);
  else
    question->answer (NULL, question->data);
  return G_SOURCE_REMOVE;
}

static void
test_late_source_sample (RsImageSource *source, const RsSampleBox *box, RsImageValuesAnswer answer, gpointer data)
{
  const LateQuestion question = { g_object_ref (TEST_LATE_SOURCE (source)), *box, answer, data };

  g_idle_add (answer_late, g_memdup2 (&question, sizeof question));
}

static void
test_late_source_finalize (GObject *object)
{
  g_object_unref (TEST_LATE_SOURCE (object)->image);
  G_OBJECT_CLASS (test_late_source_parent_class)->finalize (object);
}

static void
test_late_source_class_init (TestLateSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_late_source_finalize;
  RS_IMAGE_SOURCE_CLASS (klass)->sample = test_late_source_sample;
}

static void
test_late_source_init (TestLateSource *self)
{
}

static RsImageSource *
make_late (RsImage *image, int n_answers)
{
  TestLateSource *self = g_object_new (TEST_TYPE_LATE_SOURCE, NULL);

  self->image = g_object_ref (image);
  self->n_answers = n_answers;
  rs_image_source_set_shape (RS_IMAGE_SOURCE (self), rs_image_source_get_shape (RS_IMAGE_SOURCE (image)));
  return RS_IMAGE_SOURCE (self);
}

static void
test_reading (void)
{
  const float values[]
      = { 0, 10, 20, 30, 40, 50, NAN, -5, INFINITY, -INFINITY, 70, 80 }; /* 2 rows, 3 columns, 2 slices */
  static const guint8 wanted[] = { 0, 102, 204, 0, 255, 255, 51, 153, 255, 0, 0, 255 };
  g_autoptr (RsImage) image = make_image (values, 2, 3, 2);
  RsVolumeGrid grid = rs_volume_choose_grid (rs_image_source_get_shape (RS_IMAGE_SOURCE (image)), 2048, 1 << 20);
  Read read = { 0 };

  rs_volume_read (RS_IMAGE_SOURCE (image), &grid, 0, 50, on_read, &read);
  while (read.n_calls == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpmem (read.volume->voxels, 12, wanted, sizeof wanted);
  g_assert_cmpfloat (read.volume->size[0], ==, 3);
  g_assert_cmpfloat (read.volume->size[2], ==, 2);
  rs_volume_unref (read.volume);
}

static void
check_large (RsImageSource *source)
{
  RsVolumeGrid grid = rs_volume_choose_grid (rs_image_source_get_shape (source), 100, 1 << 28);
  RsVolumeReading *other;
  Read read = { 0 }, nothing = { 0 };

  g_assert_cmpint (grid.width, ==, 75);
  other = rs_volume_read (source, &grid, 0, 255, on_read, &nothing);
  rs_volume_read (source, &grid, 0, 255, on_read, &read);
  if (!RS_IS_IMAGE (source)) /* whose thread may be done before the main loop's first turn */
    g_main_context_iteration (NULL, FALSE);
  rs_volume_reading_cancel (other);
  while (read.n_calls == 0)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (nothing.n_calls, ==, 0);
  for (int slice = 0; slice < 75; slice++)
    for (int i = 0; i < 75 * 75; i++)
      g_assert_cmpint (read.volume->voxels[slice * 75 * 75 + i], ==, 2 * slice);
  rs_volume_unref (read.volume);
}

static RsImage *
make_large (void)
{
  const int side = 150, n = side * side * side;
  g_autofree float *values = g_new (float, n);

  for (int i = 0; i < n; i++)
    values[i] = (float)(i % side);
  return make_image (values, side, side, side);
}

/* Every second element, by the thread and by bands; a reading that is cancelled says nothing. */
static void
test_large (void)
{
  g_autoptr (RsImage) image = make_large ();
  g_autoptr (RsImageSource) late = make_late (image, G_MAXINT);

  check_large (RS_IMAGE_SOURCE (image));
  check_large (late);
}

static void
test_no_answer (void)
{
  g_autoptr (RsImage) image = make_large ();
  g_autoptr (RsImageSource) late = make_late (image, 2);
  RsVolumeGrid grid = rs_volume_choose_grid (rs_image_source_get_shape (late), 100, 1 << 28);
  Read read = { 0 };

  rs_volume_read (late, &grid, 0, 255, on_read, &read);
  while (read.n_calls == 0)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (read.volume);
  g_assert_cmpuint (read.n_calls, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/volume/a-bright-voxel-is-where-the-camera-says", test_bright_voxel);
  g_test_add_func ("/volume/from-above", test_from_above);
  g_test_add_func ("/volume/what-is-in-front", test_front);
  g_test_add_func ("/volume/turning", test_turning);
  g_test_add_func ("/volume/constant", test_constant);
  g_test_add_func ("/volume/empty", test_empty);
  g_test_add_func ("/volume/one-slice", test_one_slice);
  g_test_add_func ("/volume/cancelled", test_cancelled);
  g_test_add_func ("/volume/grids", test_grids);
  g_test_add_func ("/volume/reading", test_reading);
  g_test_add_func ("/volume/large", test_large);
  g_test_add_func ("/volume/no-answer", test_no_answer);
  return g_test_run ();
}
