/* Images written and read back, in every format and depth; files that are damaged, empty, missing or not allowed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/builtin/programs.h"

#include <glib/gstdio.h>
#include <tiffio.h>
#include <unistd.h>

#include <png.h>

static void
check (const char *program, const char *expected)
{
  Expectation one = { program, expected };

  assert_outputs (&one, 1);
}

static void
check_error (const char *program, const char *words)
{
  Expectation one = { program, words };

  assert_errors (&one, 1);
}

static void
test_round_trip (void)
{
  static const char *const names[] = { "t.png", "t.tif", "t.PNG", "t.tiff" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *grey = g_strdup_printf ("x = reshape(0..255,[8,32])\nimwrite(\"%s\",x)\ny = imread(\"%s\")\n"
                                               "print size(y), sum(abs(x-y))",
                                               names[i], names[i]);
      g_autofree char *color = g_strdup_printf ("x = reshape(mod((0..5*7*3-1)*37,256),[5,7,3])\nimwrite(\"%s\",x)\n"
                                                "y = imread(\"%s\")\nprint size(y), sum(abs(x-y))",
                                                names[i], names[i]);
      g_autofree char *alpha = g_strdup_printf ("x = reshape(mod((0..5*7*4-1)*37,256),[5,7,4])\nimwrite(\"%s\",x)\n"
                                                "y = imread(\"%s\")\nprint size(y), sum(abs(x-y))",
                                                names[i], names[i]);
      g_autofree char *deep
          = g_strdup_printf ("x = reshape((0..255)*257,[16,16])\nimwrite(\"%s\",x,16)\ny = imread(\"%s\")\n"
                             "print size(y), sum(abs(x-y))",
                             names[i], names[i]);

      check (grey, "[ 8, 32]0");
      check (color, "[ 5, 7, 3]0");
      check (alpha, "[ 5, 7, 4]0");
      check (deep, "[ 16, 16]0");
    }
  check ("x = [[0.5,-2.25],[1e6,3]]\nimwrite(\"t.tif\",x,32)\nprint sum(abs(imread(\"t.tif\")-x))", "0");
  check ("imwrite(\"t.png\",[7])\ny = imread(\"t.png\")\nprint size(y), y[0,0]", "[ 1, 1]7");
  check ("imwrite(\"t.jpg\",ones(16,16)*100)\ny = imread(\"t.jpg\")\nprint size(y), max(abs(y-100)) < 2", "[ 16, 16]1");
  check ("x = ones(16,16,3)*80\nimwrite(\"t.jpeg\",x)\ny = imread(\"t.jpeg\")\nprint size(y), max(abs(y-80)) < 3",
         "[ 16, 16, 3]1");
}

/* EXIF with one tag, behind what `head` is; of both byte orders. */
static GByteArray *
make_exif (const char *head, gsize head_length, guint orientation, gboolean is_big)
{
  static const guint8 little[]
      = { 'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
  static const guint8 big[] = { 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 };
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *)head, (guint)head_length);
  g_byte_array_append (bytes, is_big ? big : little, sizeof little);
  bytes->data[head_length + (is_big ? 19 : 18)] = (guint8)orientation;
  return bytes;
}

/* Puts a segment behind the start of a JPEG file. */
static void
insert_exif (const char *from, const char *to, guint orientation, gboolean is_big)
{
  g_autoptr (GByteArray) exif = make_exif ("Exif\0", 6, orientation, is_big);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autofree char *contents = NULL;
  gsize length;
  const guint8 marker[] = { 0xff, 0xe1, 0, (guint8)(exif->len + 2) };

  g_assert_true (g_file_get_contents (from, &contents, &length, NULL));
  g_byte_array_append (all, (const guint8 *)contents, 2);
  g_byte_array_append (all, marker, sizeof marker);
  g_byte_array_append (all, exif->data, exif->len);
  g_byte_array_append (all, (const guint8 *)contents + 2, (guint)length - 2);
  g_assert_true (g_file_set_contents (to, (const char *)all->data, (gssize)all->len, NULL));
}

#ifdef RS_HAVE_WEBP
/* The same picture as a file of another kind, with EXIF behind it and a head that says so. */
static void
append_exif_to_webp (const char *from, const char *to, guint orientation, gboolean is_big)
{
  g_autoptr (GByteArray) exif = make_exif ("Exif\0", is_big ? 6 : 0, orientation, is_big);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autofree char *contents = NULL;
  gsize length;
  /* flags: EXIF; 32 columns, 16 rows */
  const guint8 head[] = { 'V', 'P', '8', 'X', 10, 0, 0, 0, 8, 0, 0, 0, 31, 0, 0, 15, 0, 0 };
  const guint8 chunk[] = { 'E', 'X', 'I', 'F', (guint8)exif->len, 0, 0, 0 };

  g_assert_true (g_file_get_contents (from, &contents, &length, NULL));
  g_byte_array_append (all, (const guint8 *)contents, 12);
  g_byte_array_append (all, head, sizeof head);
  g_byte_array_append (all, (const guint8 *)contents + 12, (guint)length - 12);
  g_byte_array_append (all, chunk, sizeof chunk);
  g_byte_array_append (all, exif->data, exif->len);
  for (guint i = 0; i < 4; i++)
    all->data[4 + i] = (guint8)((all->len - 8) >> 8 * i);
  g_assert_true (g_file_set_contents (to, (const char *)all->data, (gssize)all->len, NULL));
}

#endif

static void
set_tag (const char *from, const char *to, guint orientation, gboolean is_big)
{
  g_autofree char *contents = NULL;
  gsize length;
  TIFF *tiff;

  g_assert_true (g_file_get_contents (from, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (to, contents, (gssize)length, NULL));
  tiff = TIFFOpen (to, "r+");
  g_assert_true (TIFFSetField (tiff, TIFFTAG_ORIENTATION, orientation) == (orientation >= 1 && orientation <= 8));
  g_assert_true (TIFFRewriteDirectory (tiff));
  TIFFClose (tiff);
}

/* Each of the eight orientations puts the quarters where a viewer shows them; damaged tags turn nothing. */
static void
check_orientations (const char *ending, void (*turn) (const char *, const char *, guint, gboolean))
{
  static const char *const upright[] = { "12 34", "21 43", "43 21", "34 12", "13 24", "31 42", "42 31", "24 13" };
  g_autofree char *from = g_strdup_printf ("quarters.%s", ending), *to = g_strdup_printf ("turned.%s", ending);
  g_autofree char *make = g_strdup_printf (
      "x = ones(16,32)\nx[0..7,0..15] = 50\nx[0..7,16..31] = 100\nx[8..15,0..15] = 150\nx[8..15,16..31] = 200\n"
      "imwrite(\"%s\", x)\nprint 1",
      from);
  g_autofree char *read = g_strdup_printf ("x = imread(\"%s\", \"gray\")\nh = int(size(x,0)/2)\nw = int(size(x,1)/2)\n"
                                           "q = (i, k) -> int(round(mean(x[i*h..i*h+h-1,k*w..k*w+w-1])/50))\n"
                                           "print size(x), sprintf(\"%%d%%d %%d%%d\", q(0,0), q(0,1), q(1,0), q(1,1))",
                                           to);

  check (make, "1");
  for (guint i = 0; i < G_N_ELEMENTS (upright) + 2; i++)
    {
      const guint orientation = i < 8 ? i + 1 : i == 8 ? 0 : 9;
      const gboolean is_across = orientation >= 5 && orientation <= 8;
      g_autofree char *expected
          = g_strdup_printf ("%s%s", is_across ? "[ 32, 16]" : "[ 16, 32]", upright[i < 8 ? i : 0]);

      turn (from, to, orientation, i % 2 == 1);
      check (read, expected);
    }
  g_remove (from);
  g_remove (to);
}

static void
test_orientation (void)
{
  check_orientations ("jpg", insert_exif);
  check_orientations ("tif", set_tag);
}

static void
test_orientation_of_webp (void)
{
#ifdef RS_HAVE_WEBP
  check_orientations ("webp", append_exif_to_webp);
#else
  g_test_skip ("built without libwebp");
#endif
}

/* bits: 1, which libtiff converts, 8, or 32, of which a float does not hold all; the first quarter of the first row is
 * lit. */
static void
write_turned_tiff (const char *path, guint bits, guint orientation)
{
  static const guint8 lit1[] = { 0xc0 }, dark[32] = { 0 }, lit8[8] = { 255, 255 };
  static const guint32 lit32[8] = { 255, 255 };
  TIFF *tiff = TIFFOpen (path, "w");

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 8);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 2);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (tiff, TIFFTAG_ORIENTATION, orientation);
  TIFFWriteScanline (tiff, (void *)(bits == 1 ? (const void *)lit1 : bits == 8 ? (const void *)lit8 : lit32), 0, 0);
  TIFFWriteScanline (tiff, (void *)dark, 1, 0);
  TIFFClose (tiff);
}

/* Of every depth an image is turned alike; each page of a file, too. */
static void
test_orientation_of_depths (void)
{
  for (guint orientation = 1; orientation <= 8; orientation++)
    {
      write_turned_tiff ("bits1.tif", 1, orientation);
      write_turned_tiff ("bits8.tif", 8, orientation);
      write_turned_tiff ("bits32.tif", 32, orientation);
      check ("x = imread(\"bits8.tif\")\np = imread(\"bits32.tif\", \"pages\")\n"
             "print sum(x)/255, sum(abs(imread(\"bits1.tif\") - x)), sum(abs(imread(\"bits32.tif\") - x)), "
             "sum(abs(p[0] - x))",
             "2000");
    }
  g_remove ("bits1.tif");
  g_remove ("bits8.tif");
  g_remove ("bits32.tif");
}

static void
write_png_with_exif (const char *path, guint orientation)
{
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  g_autoptr (GByteArray) exif = make_exif ("", 0, orientation, TRUE);
  FILE *file = g_fopen (path, "wb");
  png_byte row[] = { 10, 20, 30 };

  png_init_io (png, file);
  png_set_IHDR (png, info, 3, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  png_set_eXIf_1 (png, info, exif->len, exif->data);
  png_write_info (png, info);
  png_write_row (png, row);
  png_write_end (png, NULL);
  png_destroy_write_struct (&png, &info);
  fclose (file);
}

static void
test_orientation_of_png (void)
{
  write_png_with_exif ("turned.png", 8);
  check ("print imread(\"turned.png\")", "[ 30]\n[ 20]\n[ 10]");
  g_remove ("turned.png");
}

static void
test_values (void)
{
  check ("imwrite(\"t.png\",[-5,0.4,0.6,254.5,255.4,300,0/0])\nprint imread(\"t.png\")",
         "[ 0, 0, 1, 255, 255, 255, 0]");
  check ("imwrite(\"t.png\",[0,0.5,1],[0,1])\nprint imread(\"t.png\")", "[ 0, 128, 255]");
  check ("x = zeros(1,1,3)\nx[0,0,:] = [10,20,30]\nimwrite(\"t.png\",x)\n"
         "print size(imread(\"t.png\",\"rgb\")), imread(\"t.png\",\"gray\")[0,0] - 18.15 < 0.01, "
         "size(imread(\"t.png\",\"rgba\"))",
         "[ 1, 1, 3]1[ 1, 1, 4]");
  check ("imwrite(\"t.png\",[1,2])\nprint size(imread(\"t.png\",\"rgb\"))", "[ 1, 2, 3]");
  check ("imshow(ones(2,2))\nimshow(ones(2,2,3),[0,1])\nimshow([1,2],[])\nprint hold(\"on\")", "0");
}

/* A file that a program of ours would not write: 4-bit palette with transparency, and 1-bit grey. */
static void
write_png (const char *path, int color, int depth, const png_byte *row, gboolean transparent)
{
  FILE *file = g_fopen (path, "wb");
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  png_color palette[3] = { { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 } };
  png_byte alpha[3] = { 255, 128, 0 };

  png_init_io (png, file);
  png_set_IHDR (png, info, 3, 1, depth, color, PNG_INTERLACE_ADAM7, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  if (color == PNG_COLOR_TYPE_PALETTE)
    png_set_PLTE (png, info, palette, 3);
  if (transparent)
    png_set_tRNS (png, info, alpha, 3, NULL);
  png_set_interlace_handling (png);
  png_write_info (png, info);
  png_write_image (png, (png_bytepp)&row);
  png_write_end (png, info);
  png_destroy_write_struct (&png, &info);
  fclose (file);
}

static void
test_foreign_png (void)
{
  const png_byte palette_row[2] = { 0x01, 0x20 }, bilevel_row[1] = { 0xa0 };

  write_png ("p.png", PNG_COLOR_TYPE_PALETTE, 4, palette_row, FALSE);
  check ("x = imread(\"p.png\")\nprint size(x), x[0,0,:], x[0,1,:], x[0,2,:]",
         "[ 1, 3, 3][ 255, 0, 0][ 0, 255, 0][ 0, 0, 255]");
  write_png ("p.png", PNG_COLOR_TYPE_PALETTE, 4, palette_row, TRUE);
  check ("x = imread(\"p.png\")\nprint size(x), x[0,1,:]", "[ 1, 3, 4][ 0, 255, 0, 128]");
  write_png ("b.png", PNG_COLOR_TYPE_GRAY, 1, bilevel_row, FALSE);
  check ("print imread(\"b.png\")", "[ 255, 0, 255]");
}

/* Tiles, separate planes and inverted grey. */
static void
write_tiff (const char *path, gboolean tiled, gboolean separate, guint16 photometric)
{
  TIFF *tiff = TIFFOpen (path, "w");
  guint8 tile[16 * 16 * 3];
  guint16 samples = separate ? 3 : 1;

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 20u);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 3u);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, photometric);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (tiled)
    {
      TIFFSetField (tiff, TIFFTAG_TILEWIDTH, 16u);
      TIFFSetField (tiff, TIFFTAG_TILELENGTH, 16u);
    }
  for (guint16 plane = 0; plane < samples; plane++)
    for (guint32 k = 0; k < (tiled ? 2u : 3u); k++)
      {
        for (guint i = 0; i < sizeof tile; i++)
          tile[i] = (guint8)(10 * plane + (tiled ? 100 * k : k) + i % 16);
        if (tiled)
          g_assert_cmpint (TIFFWriteTile (tiff, tile, 16 * k, 0, 0, plane), >, 0);
        else
          g_assert_cmpint (TIFFWriteScanline (tiff, tile, k, plane), >, 0);
      }
  TIFFClose (tiff);
}

static void
test_foreign_tiff (void)
{
  write_tiff ("t1.tif", TRUE, FALSE, PHOTOMETRIC_MINISBLACK);
  check ("x = imread(\"t1.tif\")\nprint size(x), x[0,15], x[2,16], x[2,19]", "[ 3, 20]15100103");
  write_tiff ("t2.tif", FALSE, TRUE, PHOTOMETRIC_RGB);
  check ("x = imread(\"t2.tif\")\nprint size(x), x[2,5,:]", "[ 3, 20, 3][ 7, 17, 27]");
  write_tiff ("t3.tif", FALSE, FALSE, PHOTOMETRIC_MINISWHITE);
  check ("x = imread(\"t3.tif\")\nprint x[0,3]", "252");
}

/* However much of a file is missing or wrong: one error that names the file, or an image. */
static void
test_damaged (void)
{
  static const char *const names[] = { "d.png", "d.tif", "d.jpg" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autofree char *write
          = g_strdup_printf ("x = reshape(mod((0..20*30*3-1)*37,256),[20,30,3])\nimwrite(\"%s\",x)", names[k]);
      g_autofree char *read = g_strdup_printf ("x = imread(\"%s\")", names[k]);
      g_autofree char *contents = NULL;
      gsize length;

      g_assert_cmpint (run_program (write, RS_PRECISION_SINGLE, NULL, NULL), ==, 0);
      g_assert_true (g_file_get_contents (names[k], &contents, &length, NULL));
      for (gsize n = 0; n + 20 < length; n += MAX (1, length / 40))
        {
          g_autofree char *messages = NULL, *changed = g_memdup2 (contents, length);
          int status;

          g_assert_true (g_file_set_contents (names[k], contents, (gssize)n, NULL));
          g_assert_cmpint (run_program (read, RS_PRECISION_SINGLE, NULL, &messages), ==, 1);
          g_assert_nonnull (strstr (messages, names[k]));
          changed[n] = (char)~changed[n];
          g_assert_true (g_file_set_contents (names[k], changed, (gssize)length, NULL));
          status = run_program (read, RS_PRECISION_SINGLE, NULL, NULL);
          g_assert_true (status == 0 || status == 1);
        }
    }
}

/* A header that promises more pixels than the file can hold. */
static void
test_bomb (void)
{
  g_autofree char *contents = NULL;
  guint32 crc;
  gsize length;

  g_assert_cmpint (run_program ("imwrite(\"b.png\",[1,2])", RS_PRECISION_SINGLE, NULL, NULL), ==, 0);
  g_assert_true (g_file_get_contents ("b.png", &contents, &length, NULL));
  memcpy (contents + 16, "\0\017\377\377\0\017\377\377", 8);
  /* CRC-32 of the header chunk, bit by bit. */
  crc = 0xffffffffu;
  for (int i = 12; i < 29; i++)
    {
      crc ^= (guint8)contents[i];
      for (int bit = 0; bit < 8; bit++)
        crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
    }
  crc = GUINT32_TO_BE (~crc);
  memcpy (contents + 29, &crc, 4);
  g_assert_true (g_file_set_contents ("b.png", contents, (gssize)length, NULL));
  check_error ("x = imread(\"b.png\")", "bytes can't hold 1099509530625 samples");
}

static void
test_refused (void)
{
  check_error ("x = imread(\"missing.png\")", "imread: can't read \"missing.png\": there is no such file in the ");
  check_error ("imwrite(\"no/such.png\",[1])", "no/such.png");
  check_error ("imwrite(\"t.gif\",[1])", ".png, .jpg");
  check_error ("imwrite(\"t.png\",zeros(0,5))", "empty: its size is 0 x 5");
  check_error ("imwrite(\"t.png\",zeros(2,2,2))", "1, 3 or 4 channels");
  check_error ("imwrite(\"t.png\",[1i])", "real numbers");
  check_error ("imwrite(\"t.jpg\",[1],16)", "8 bits");
  check_error ("x = imread(3)", "argument 1");
  check_error ("imwrite(\"t.png\",[1])\nx = imread(\"t.png\",\"hsv\")", "no mode \"hsv\"");
  g_assert_true (g_file_set_contents ("n.png", "not an image", -1, NULL));
  check_error ("x = imread(\"n.png\")", "no PNG, JPEG, TIFF");
  g_assert_true (g_file_set_contents ("e.png", "", 0, NULL));
  check_error ("x = imread(\"e.png\")", "empty");
  g_assert_cmpint (g_mkdir ("folder.png", 0755), ==, 0);
  check_error ("x = imread(\"folder.png\")", "folder.png");
  check_error ("imwrite(\"folder.png\",[1])", "folder.png");
}

static void
test_no_permission (void)
{
  if (geteuid () == 0)
    {
      g_test_skip ("permissions do not bind the superuser");
      return;
    }
  g_assert_true (g_file_set_contents ("locked.png", "x", 1, NULL));
  g_assert_cmpint (g_chmod ("locked.png", 0), ==, 0);
  check_error ("x = imread(\"locked.png\")", "Permission denied");
  check_error ("imwrite(\"locked.png\",[1])", "Permission denied");
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("redshift-test-XXXXXX", NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_test_add_func ("/images/round-trip", test_round_trip);
  g_test_add_func ("/images/orientation", test_orientation);
  g_test_add_func ("/images/orientation-of-png", test_orientation_of_png);
  g_test_add_func ("/images/orientation-of-webp", test_orientation_of_webp);
  g_test_add_func ("/images/orientation-of-depths", test_orientation_of_depths);
  g_test_add_func ("/images/values", test_values);
  g_test_add_func ("/images/foreign-png", test_foreign_png);
  g_test_add_func ("/images/foreign-tiff", test_foreign_tiff);
  g_test_add_func ("/images/damaged", test_damaged);
  g_test_add_func ("/images/bomb", test_bomb);
  g_test_add_func ("/images/refused", test_refused);
  g_test_add_func ("/images/no-permission", test_no_permission);
  return g_test_run ();
}
