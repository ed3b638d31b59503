/* The pictures of volumes by OpenGL (here Mesa's, on the processor) and by rs_volume_cast are the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/volume-gl.h"

#include "tests/unit/ide/surfaceless.h"

#include <string.h>

#define WIDTH 160
#define HEIGHT 120

/* Two balls and a gradient, in a box of three different sides. */
static RsVolume *
make_volume (void)
{
  RsVolume *volume = rs_volume_new (40, 30, 20, (const double[]){ 40, 30, 20 });
  guint8 *voxel = volume->voxels;

  for (int z = 0; z < 20; z++)
    for (int y = 0; y < 30; y++)
      for (int x = 0; x < 40; x++)
        {
          int first = (x - 12) * (x - 12) + (y - 10) * (y - 10) + (z - 8) * (z - 8);
          int second = (x - 28) * (x - 28) + (y - 20) * (y - 20) + (z - 12) * (z - 12);

          *voxel++ = (guint8)(first < 36 ? 250 - 2 * first : second < 30 ? 180 : x + y + z);
        }
  return volume;
}

/* Colours differ where a ray just meets or misses a voxel, and by the precision of the card's weights elsewhere. */
static void
compare (const RsVolume *volume, RsVolumeGl *gl, const RsVolumeCamera *camera, RsVolumeMode mode, const RsColorMap *map)
{
  g_autofree guint8 *cast = rs_volume_cast (volume, camera, mode, map, WIDTH, HEIGHT, NULL);
  g_autofree guint8 *drawn = g_malloc (WIDTH * HEIGHT * 4);
  double sum = 0;
  int n_different = 0, n_inside = 0;

  rs_volume_gl_draw (gl, volume, camera, mode, map, WIDTH, HEIGHT);
  glReadPixels (0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
  g_assert_cmpuint (glGetError (), ==, GL_NO_ERROR);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guint8 *one = cast + 4 * (y * WIDTH + x), *other = drawn + 4 * ((HEIGHT - 1 - y) * WIDTH + x);
        int most = 0;

        for (int c = 0; c < 3; c++)
          {
            int difference = ABS (one[c] - other[2 - c]);

            sum += difference;
            most = MAX (most, difference);
          }
        n_different += most > 12;
        n_inside += memcmp (one, cast, 4) != 0;
      }
  g_test_message ("mean difference %.4f, %d pixels by more than 12 of 255", sum / (3 * WIDTH * HEIGHT), n_different);
  g_assert_cmpint (n_inside, >, WIDTH * HEIGHT / 10);
  g_assert_cmpfloat (sum / (3 * WIDTH * HEIGHT), <, 0.6);
  g_assert_cmpint (n_different, <, WIDTH * HEIGHT / 200);
}

static void
test_same (gconstpointer data)
{
  TestScreen screen = { 0 };
  g_autoptr (RsVolume) volume = make_volume ();
  g_autoptr (GError) error = NULL;
  RsColorMap *map;
  RsVolumeGl *gl;

  if (!test_screen_open (&screen, GPOINTER_TO_INT (data), WIDTH, HEIGHT))
    {
      g_test_skip ("no OpenGL without a display");
      return;
    }
  gl = rs_volume_gl_new (&error);
  g_assert_no_error (error);
  g_assert_true (rs_volume_gl_set_volume (gl, volume, &error));
  g_assert_no_error (error);
  g_assert_cmpint (rs_volume_gl_get_most_a_side (), >=, 256);
  map = rs_color_map_new ("inferno");
  for (int i = 0; i < 5; i++)
    {
      const RsVolumeCamera camera = { 47 * i - 90, 45 * i - 90, 1 + 0.4 * i };

      compare (volume, gl, &camera, RS_VOLUME_MAXIMUM, map);
      compare (volume, gl, &camera, RS_VOLUME_COMPOSITE, map);
      compare (volume, gl, &camera, RS_VOLUME_COMPOSITE, NULL);
    }
  rs_color_map_unref (map);
  rs_volume_gl_free (gl);
  test_screen_close (&screen);
}

/* More than textures hold is refused, and the window goes on without the card. */
static void
test_too_large (void)
{
  TestScreen screen = { 0 };
  RsVolume volume = { 1 << 20, 1, 1, { 1, 1, 1 }, NULL };
  g_autoptr (GError) error = NULL;
  RsVolumeGl *gl;

  if (!test_screen_open (&screen, FALSE, WIDTH, HEIGHT))
    {
      g_test_skip ("no OpenGL without a display");
      return;
    }
  gl = rs_volume_gl_new (NULL);
  g_assert_false (rs_volume_gl_set_volume (gl, &volume, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  rs_volume_gl_free (gl);
  test_screen_close (&screen);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/volume-gl/desktop", GINT_TO_POINTER (FALSE), test_same);
  g_test_add_data_func ("/volume-gl/embedded", GINT_TO_POINTER (TRUE), test_same);
  g_test_add_func ("/volume-gl/too-large", test_too_large);
  return g_test_run ();
}
