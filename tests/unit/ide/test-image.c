/* From arrays to pixels: sampling, slices, window and level, colour maps, NaN, statistics, lines; and the tiles of a
 * picture of 8000 x 8000 x 3, which have to be quick and to leave one copy of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-look.h"
#include "ide/view/image/image-tiles.h"
#include "ide/view/image/image.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define GREY ((RsImageLook){ .channel = RS_ALL_CHANNELS, .high = 255, .nan_color = { 230, 0, 140 } })

static RsImage *
make (const float *values, gint64 height, gint64 width, int channels, gint64 n_slices)
{
  g_autoptr (GBytes) bytes = g_bytes_new (values, (gsize)(height * width * channels * n_slices) * sizeof (float));
  const RsImageFacts facts
      = { .pixels = bytes, .shape = { height, width, channels, n_slices }, .high = 255, .title = "test" };

  return rs_image_new (&facts);
}

typedef struct {
  float values[64];
  gsize n;
} Answer;

/* A source in memory answers at once. */
static void
take (const float *values, gpointer data)
{
  Answer *answer = data;

  memcpy (answer->values, values, answer->n * sizeof (float));
}

static void
check_box (RsImage *image, RsSampleBox box, gsize n, const float *expected)
{
  Answer answer = { .n = n };

  rs_image_source_sample (RS_IMAGE_SOURCE (image), &box, take, &answer);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (answer.values[i], ==, expected[i]);
}

static const float six[] = { 0, 50, 100, 150, 200, 255 };

static void
test_original_size (void)
{
  g_autoptr (RsImage) image = make (six, 2, 3, 1, 1);

  check_box (image, (RsSampleBox){ .step = 1, .width = 3, .height = 2 }, 6, six);
  check_box (image, (RsSampleBox){ .x = 1, .y = 1, .step = 1, .width = 2, .height = 1 }, 2, (float[]){ 200, 255 });
}

static void
test_enlarged (void)
{
  g_autoptr (RsImage) image = make (six, 2, 3, 1, 1);

  check_box (image, (RsSampleBox){ .step = 0.5, .width = 6, .height = 2 }, 12,
             (float[]){ 0, 0, 50, 50, 100, 100, 0, 0, 50, 50, 100, 100 });
}

static void
test_shrunk (void)
{
  const float pixels[] = { 0, 100, 200, 100, 0, 100, 200, 100 };
  g_autoptr (RsImage) image = make (pixels, 2, 4, 1, 1);

  check_box (image, (RsSampleBox){ .step = 2, .width = 2, .height = 1 }, 2, (float[]){ 50, 150 });
}

/* 2 x 2 pixels in colour, two slices. */
static void
test_slices (void)
{
  float pixels[2 * 2 * 3 * 2], expected[12];
  g_autoptr (RsImage) image = NULL;

  for (int i = 0; i < 24; i++)
    pixels[i] = (float)i;
  image = make (pixels, 2, 2, 3, 2);
  for (int slice = 0; slice < 2; slice++)
    {
      for (int i = 0; i < 12; i++)
        expected[i] = (float)(2 * i + slice);
      check_box (image, (RsSampleBox){ .slice = slice, .step = 1, .width = 2, .height = 2 }, 12, expected);
    }
}

/* The last sample of a shrunk picture may reach over the edge. */
static void
test_edges (void)
{
  g_autoptr (RsImage) image = make (six, 2, 3, 1, 1);

  check_box (image, (RsSampleBox){ .x = 2, .step = 2, .width = 1, .height = 1 }, 1,
             (float[]){ (100 + 100 + 255 + 255) / 4.0f });
}

static void
test_line (void)
{
  g_autoptr (RsImage) image = make (six, 2, 3, 1, 1);
  Answer answer = { .n = 3 };

  rs_image_source_sample_line (RS_IMAGE_SOURCE (image), &(RsSampleLine){ 0, 0, 0, 2, 1, 3 }, take, &answer);
  g_assert_cmpfloat (answer.values[0], ==, 0);
  g_assert_cmpfloat (answer.values[1], ==, 200); /* [0.5, 1] goes to row 1 */
  g_assert_cmpfloat (answer.values[2], ==, 255);
  answer.n = 1;
  rs_image_source_sample_line (RS_IMAGE_SOURCE (image), &(RsSampleLine){ 0, 1, 0, 1, 0, 1 }, take, &answer);
  g_assert_cmpfloat (answer.values[0], ==, 50);
}

/* --- colours --- */

static void
check_pixel (const RsImageLook *look, const float *values, int channels, guint blue, guint green, guint red,
             guint alpha)
{
  guint8 bgra[4];

  rs_image_look_render (look, values, 1, channels, bgra);
  g_assert_cmpuint (bgra[0], ==, blue);
  g_assert_cmpuint (bgra[1], ==, green);
  g_assert_cmpuint (bgra[2], ==, red);
  g_assert_cmpuint (bgra[3], ==, alpha);
}

static void
test_grey (void)
{
  RsImageLook look = GREY;

  for (int i = 0; i < 6; i++)
    check_pixel (&look, six + i, 1, (guint)six[i], (guint)six[i], (guint)six[i], 255);
  look.low = 100;
  look.high = 200;
  check_pixel (&look, (float[]){ 150 }, 1, 128, 128, 128, 255);
  check_pixel (&look, (float[]){ 99 }, 1, 0, 0, 0, 255);
  check_pixel (&look, (float[]){ 1000 }, 1, 255, 255, 255, 255);
  look.high = look.low; /* nothing is divided by 0 */
  check_pixel (&look, (float[]){ 150 }, 1, 0, 0, 0, 255);
}

static void
test_strange_values (void)
{
  const RsImageLook look = GREY;

  check_pixel (&look, (float[]){ NAN }, 1, 140, 0, 230, 255);
  check_pixel (&look, (float[]){ INFINITY }, 1, 255, 255, 255, 255);
  check_pixel (&look, (float[]){ -INFINITY }, 1, 0, 0, 0, 255);
  check_pixel (&look, (float[]){ 1, NAN, 3 }, 3, 140, 0, 230, 255);
}

static void
test_color_map (void)
{
  RsImageLook look = GREY;

  look.color_map = rs_color_map_new ("cool"); /* from cyan to magenta */
  check_pixel (&look, (float[]){ 0 }, 1, 255, 255, 0, 255);
  check_pixel (&look, (float[]){ 255 }, 1, 255, 0, 255, 255);
  check_pixel (&look, (float[]){ 255, 0, 0 }, 3, 0, 0, 255, 255); /* colours have no use for it */
  look.channel = 0;
  check_pixel (&look, (float[]){ 255, 0, 0 }, 3, 255, 0, 255, 255); /* a channel alone has */
  rs_color_map_unref (look.color_map);
}

static void
test_channels_and_alpha (void)
{
  RsImageLook look = GREY;
  const float pixel[] = { 255, 128, 0, 127.5f };

  check_pixel (&look, pixel, 3, 0, 128, 255, 255);
  check_pixel (&look, pixel, 4, 0, 64, 128, 128); /* premultiplied */
  look.channel = 1;
  check_pixel (&look, pixel, 4, 128, 128, 128, 255);
}

static void
test_window (void)
{
  RsImageLook look = GREY;

  rs_image_look_change_window (&look, 0.5, 0);
  g_assert_cmpfloat (look.low, ==, 63.75);
  g_assert_cmpfloat (look.high, ==, 191.25);
  rs_image_look_change_window (&look, 2, 0.5);
  g_assert_cmpfloat (look.low, ==, 63.75);
  g_assert_cmpfloat (look.high, ==, 318.75);
  for (int i = 0; i < 2000; i++)
    rs_image_look_change_window (&look, 0.5, 0);
  g_assert_true (look.low < look.high);
  for (int i = 0; i < 5000; i++)
    rs_image_look_change_window (&look, 2, 0);
  g_assert_true (look.low < look.high && isfinite (look.low) && isfinite (look.high));
}

/* --- statistics --- */

static void
test_statistics (void)
{
  const float pixels[] = { NAN, INFINITY, -INFINITY, -3, 5, 5 };
  g_autoptr (RsImage) image = make (pixels, 1, 3, 1, 2);
  RsImageStatistics found;
  double total = 0;

  rs_image_compute_statistics (rs_image_get_facts (image), 0, &found); /* NaN, -infinite, 5 */
  g_assert_cmpint (found.n_nan, ==, 1);
  g_assert_cmpint (found.n_infinite, ==, 1);
  g_assert_cmpint (found.n_finite, ==, 1);
  g_assert_cmpfloat (found.least, ==, 5);
  rs_image_compute_statistics (rs_image_get_facts (image), 1, &found); /* infinite, -3, 5 */
  g_assert_cmpfloat (found.least, ==, -3);
  g_assert_cmpfloat (found.most, ==, 5);
  g_assert_cmpfloat (found.counts[0][0], ==, 1);
  g_assert_cmpfloat (found.counts[0][RS_HISTOGRAM_BINS - 1], ==, 1);
  for (int i = 0; i < RS_HISTOGRAM_BINS; i++)
    total += found.counts[0][i];
  g_assert_cmpfloat (total, ==, 2);
}

static void
test_description (void)
{
  const float values[] = { 255, 0.25f, 3 };
  g_autofree char *grey = rs_image_describe_pixel (1, 2, -1, values, 1);
  g_autofree char *slice = rs_image_describe_pixel (1, 2, 7, values, 1);
  g_autofree char *color = rs_image_describe_pixel (1, 2, -1, values, 3);

  g_assert_cmpstr (grey, ==, "[1, 2] = 255");
  g_assert_cmpstr (slice, ==, "[1, 2, 7] = 255");
  g_assert_cmpstr (color, ==, "[1, 2] = 255, 0.25, 3");
}

/* --- tiles --- */

static void
count_tile (RsImageTile *tile, gpointer data)
{
  *(guint64 *)data += (guint64)tile->width * (guint64)tile->height;
}

/* Tile by tile the same as all at once. */
static void
compare_tile (RsImageTile *tile, gpointer data)
{
  const RsImageLook look = GREY;
  const float *pixels = data;
  const guint8 *bgra = g_bytes_get_data (tile->bgra, NULL);

  for (int y = 0; y < tile->height; y++)
    for (int x = 0; x < tile->width; x++)
      {
        guint8 expected[4];

        rs_image_look_render (&look, pixels + (tile->y + y) * 300 + tile->x + x, 1, 1, expected);
        g_assert_cmpmem (bgra + 4 * (y * tile->width + x), 4, expected, 4);
      }
}

static void
test_tiles (void)
{
  g_autofree float *pixels = g_new (float, 200 * 300);
  g_autoptr (RsImage) image = NULL;
  g_autoptr (RsImageTiles) tiles = NULL;
  guint64 n = 0;

  for (int i = 0; i < 200 * 300; i++)
    pixels[i] = (float)(i * 7 % 256);
  image = make (pixels, 200, 300, 1, 1);
  tiles = rs_image_tiles_new (RS_IMAGE_SOURCE (image));
  g_assert_false (rs_image_tiles_covers (tiles, 0, 0, 300, 200));
  g_assert_false (rs_image_tiles_work (tiles, -50, -50, 500, 500, G_MAXINT32));
  g_assert_true (rs_image_tiles_covers (tiles, -50, -50, 500, 500));
  rs_image_tiles_foreach (tiles, 0, 0, 300, 200, count_tile, &n);
  g_assert_cmpuint (n, ==, 200 * 300);
  rs_image_tiles_foreach (tiles, 0, 0, 300, 200, compare_tile, pixels);
  n = 0; /* only what shows is made anew */
  rs_image_tiles_set_zoom (tiles, 4);
  rs_image_tiles_work (tiles, 0, 0, 10, 10, G_MAXINT32);
  rs_image_tiles_foreach (tiles, 0, 0, 1200, 800, count_tile, &n);
  g_assert_cmpuint (n, ==, RS_TILE_SIZE * RS_TILE_SIZE);
}

/* --- a large picture --- */

#define SIDE 8000
#define SCREEN_WIDTH 1280
#define SCREEN_HEIGHT 720
#define MOST_MILLISECONDS 50.0
/* Beside the values, which are 768 MB. AddressSanitizer keeps freed memory for a while. */
#ifdef __SANITIZE_ADDRESS__
#define MOST_BYTES 192000000
#else
#define MOST_BYTES 64000000
#endif

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static gint64
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  long pages = 0;

  g_file_get_contents ("/proc/self/statm", &text, NULL, NULL);
  sscanf (text, "%*d %ld", &pages);
  return (gint64)pages * 4096;
}

static gboolean
has_memory (void)
{
  g_autofree char *text = NULL;
  const char *line;

  g_file_get_contents ("/proc/meminfo", &text, NULL, NULL);
  line = text != NULL ? strstr (text, "MemAvailable:") : NULL;
  return line != NULL && g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) > 2000000;
}

/* The longest step until all shows. */
static double
work_through (RsImageTiles *tiles, int x, int y)
{
  double longest = 0, start = now ();

  while (rs_image_tiles_work (tiles, x, y, SCREEN_WIDTH, SCREEN_HEIGHT, 16000))
    {
      const double end = now ();

      longest = MAX (longest, end - start);
      start = end;
    }
  g_assert_true (rs_image_tiles_covers (tiles, x, y, SCREEN_WIDTH, SCREEN_HEIGHT));
  start = now () - start;
  return MAX (longest, start);
}

static void
test_large (void)
{
  const gsize n = (gsize)SIDE * SIDE * 3;
  g_autoptr (RsImage) image = NULL;
  g_autoptr (RsImageTiles) tiles = NULL;
  g_autoptr (GBytes) bytes = NULL;
  RsImageLook look = GREY;
  float *pixels;
  gint64 before;
  double fitted, window, original, panned, most;

  if (!has_memory ())
    {
      g_test_skip ("needs 2 GB of memory");
      return;
    }
  pixels = g_new (float, n);
  for (gsize i = 0; i < n; i++)
    pixels[i] = (float)(i % 251);
  bytes = g_bytes_new_take (pixels, n * sizeof (float));
  before = get_resident_bytes ();
  image = rs_image_new (&(RsImageFacts){ .pixels = bytes, .shape = { SIDE, SIDE, 3, 1 }, .high = 255, .title = "" });
  tiles = rs_image_tiles_new (RS_IMAGE_SOURCE (image));
  rs_image_tiles_set_zoom (tiles, (double)SCREEN_HEIGHT / SIDE);
  fitted = work_through (tiles, -280, 0);
  look.low = 50;
  rs_image_tiles_set_look (tiles, &look);
  window = work_through (tiles, -280, 0);
  rs_image_tiles_set_zoom (tiles, 1);
  original = work_through (tiles, 3000, 3000);
  panned = work_through (tiles, 3400, 3000);
  most = MAX (MAX (fitted, window), MAX (original, panned));
  g_test_message (
      "longest steps, ms: fitted %.1f, window %.1f, original size %.1f, panned %.1f; %.1f MB beside the values", fitted,
      window, original, panned, (double)(get_resident_bytes () - before) / 1e6);
  g_assert_cmpfloat (most, <=, MOST_MILLISECONDS);
  g_assert_cmpint (get_resident_bytes () - before, <, MOST_BYTES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/original-size", test_original_size);
  g_test_add_func ("/image/enlarged", test_enlarged);
  g_test_add_func ("/image/shrunk", test_shrunk);
  g_test_add_func ("/image/slices", test_slices);
  g_test_add_func ("/image/edges", test_edges);
  g_test_add_func ("/image/line", test_line);
  g_test_add_func ("/image/grey", test_grey);
  g_test_add_func ("/image/strange-values", test_strange_values);
  g_test_add_func ("/image/color-map", test_color_map);
  g_test_add_func ("/image/channels-and-alpha", test_channels_and_alpha);
  g_test_add_func ("/image/window", test_window);
  g_test_add_func ("/image/statistics", test_statistics);
  g_test_add_func ("/image/description", test_description);
  g_test_add_func ("/image/tiles", test_tiles);
  g_test_add_func ("/image/large", test_large);
  return g_test_run ();
}
