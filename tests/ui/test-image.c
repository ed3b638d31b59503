/* Pictures: rendering, range, description.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image.h"

#include <math.h>

/* A 2 x 3 picture of one channel. */
static RsImage *
make_grey (void)
{
  const float pixels[] = { 0, 50, 100, 150, 200, 255 };
  const RsDisplayImage shown = { .pixels = pixels, .height = 2, .width = 3, .channels = 1, .low = 0, .high = 255,
                                 .title = "grey" };

  return rs_image_new (&shown);
}

static void
test_original_size (void)
{
  RsImage *image = make_grey ();
  guint8 output[2 * 3 * 4];
  const guint8 expected[] = { 0, 50, 100, 150, 200, 255 };

  rs_image_render (image, 0, 0, 1, 0, 255, 3, 2, output);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      for (guint c = 0; c < 3; c++)
        g_assert_cmpuint (output[4 * i + c], ==, expected[i]);
      g_assert_cmpuint (output[4 * i + 3], ==, 255);
    }
  rs_image_unref (image);
}

static void
test_enlarged (void)
{
  RsImage *image = make_grey ();
  guint8 output[4 * 6 * 4];

  rs_image_render (image, 0, 0, 2, 0, 255, 6, 4, output);
  for (guint y = 0; y < 4; y++)
    for (guint x = 0; x < 6; x++)
      g_assert_cmpuint (output[4 * (6 * y + x)], ==, (guint)rs_image_get_pixel (image, (int)x / 2, (int)y / 2)[0]);
  rs_image_unref (image);
}

static void
test_shrunk (void)
{
  const float pixels[] = { 0, 100, 200, 100, 0, 100, 200, 100 };
  const RsDisplayImage shown = { .pixels = pixels, .height = 2, .width = 4, .channels = 1, .low = 0, .high = 255,
                                 .title = "" };
  RsImage *image = rs_image_new (&shown);
  guint8 output[2 * 4];

  rs_image_render (image, 0, 0, 0.5, 0, 255, 2, 1, output);
  g_assert_cmpuint (output[0], ==, 50);
  g_assert_cmpuint (output[4], ==, 150);
  rs_image_unref (image);
}

static void
test_outside_is_transparent (void)
{
  RsImage *image = make_grey ();
  guint8 output[4 * 5 * 4];

  rs_image_render (image, -1, -1, 1, 0, 255, 5, 4, output);
  g_assert_cmpuint (output[3], ==, 0);
  g_assert_cmpuint (output[4 * (5 + 1) + 3], ==, 255);
  g_assert_cmpuint (output[4 * (5 + 4) + 3], ==, 0);
  rs_image_unref (image);
}

static void
test_colour_and_alpha (void)
{
  const float pixels[] = { 255, 128, 0, 255, 200, 200, 200, 127.5f };
  const RsDisplayImage shown = { .pixels = pixels, .height = 1, .width = 2, .channels = 4, .low = 0, .high = 255,
                                 .title = "" };
  RsImage *image = rs_image_new (&shown);
  guint8 output[2 * 4];

  rs_image_render (image, 0, 0, 1, 0, 255, 2, 1, output);
  /* Blue, green, red, alpha; premultiplied. */
  g_assert_cmpuint (output[0], ==, 0);
  g_assert_cmpuint (output[1], ==, 128);
  g_assert_cmpuint (output[2], ==, 255);
  g_assert_cmpuint (output[7], ==, 128);
  g_assert_cmpuint (output[4], ==, 100);
  rs_image_unref (image);
}

static void
test_strange_values (void)
{
  const float pixels[] = { NAN, INFINITY, -INFINITY, -3, 5 };
  const RsDisplayImage shown = { .pixels = pixels, .height = 1, .width = 5, .channels = 1, .low = 0, .high = 255,
                                 .title = "" };
  RsImage *image = rs_image_new (&shown);
  guint8 output[5 * 4];
  double low, high;

  rs_image_get_range (image, &low, &high);
  g_assert_cmpfloat (low, ==, -3);
  g_assert_cmpfloat (high, ==, 5);
  rs_image_render (image, 0, 0, 1, low, high, 5, 1, output);
  g_assert_cmpuint (output[0], ==, 0);
  g_assert_cmpuint (output[4], ==, 255);
  g_assert_cmpuint (output[8], ==, 0);
  g_assert_cmpuint (output[16], ==, 255);
  /* A range of one value divides by nothing. */
  rs_image_render (image, 0, 0, 1, 5, 5, 5, 1, output);
  rs_image_unref (image);
}

static void
test_description (void)
{
  RsImage *image = make_grey ();
  g_autofree char *text = rs_image_describe_pixel (image, 2, 1);

  g_assert_cmpstr (text, ==, "[1, 2] = 255");
  rs_image_unref (image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/original-size", test_original_size);
  g_test_add_func ("/image/enlarged", test_enlarged);
  g_test_add_func ("/image/shrunk", test_shrunk);
  g_test_add_func ("/image/outside", test_outside_is_transparent);
  g_test_add_func ("/image/colour", test_colour_and_alpha);
  g_test_add_func ("/image/strange-values", test_strange_values);
  g_test_add_func ("/image/description", test_description);
  return g_test_run ();
}
