/* imread, imwrite.
 *
 * The format of a file that is read is found in its first bytes, of one that is written in its name. A grey file gives
 * a matrix, everything else a cube (STDLIB.md 1.4).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image.h"

#include "runtime/builtin/call.h"
#include "runtime/value/blocks.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

void
rs_image_clear (RsImage *image)
{
  g_clear_pointer (&image->pixels, g_free);
}

/* A pixel takes at least this fraction of a byte in any file that is not made to fill memories. */
#define MOST_PIXELS_A_BYTE 4096
#define ALWAYS_ALLOWED (G_GINT64_CONSTANT (1) << 24)

gboolean
rs_image_allocate (RsImage *image, gint64 height, gint64 width, int channels, gint64 file_size, GError **error)
{
  gint64 count;

  *image = (RsImage){ .height = height, .width = width, .channels = channels };
  if (height <= 0 || width <= 0 || channels <= 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "the file is damaged: its image has no pixels");
      return FALSE;
    }
  if (__builtin_mul_overflow (height, width, &count) || __builtin_mul_overflow (count, (gint64)channels, &count)
      || (count > ALWAYS_ALLOWED && count / MOST_PIXELS_A_BYTE > file_size))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE,
                   "the file is damaged: %" G_GINT64_FORMAT " bytes can't hold %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT
                   " pixels",
                   file_size, height, width);
      return FALSE;
    }
  image->pixels = g_try_malloc0_n ((gsize)count, sizeof (float));
  if (image->pixels != NULL)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
               "no memory for %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " pixels", height, width);
  return FALSE;
}

typedef gboolean (*Reader) (const char *path, gint64 file_size, RsImage *image, GError **error);

/* The reader for the first bytes of a file; NULL with an error. */
static Reader
find_reader (const char *path, gint64 *file_size, GError **error)
{
  guint8 head[8] = { 0 };
  GStatBuf status;
  FILE *file = g_fopen (path, "rb");
  gsize n;

  if (file == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
      return NULL;
    }
  n = fread (head, 1, sizeof head, file);
  fclose (file);
  *file_size = g_stat (path, &status) == 0 ? (gint64)status.st_size : 0;
  if (n >= 8 && memcmp (head, "\211PNG\r\n\032\n", 8) == 0)
    return rs_png_read;
  if (n >= 3 && memcmp (head, "\377\330\377", 3) == 0)
    return rs_jpeg_read;
  if (n >= 4 && (memcmp (head, "II*\0", 4) == 0 || memcmp (head, "MM\0*", 4) == 0 || memcmp (head, "II+\0", 4) == 0))
    return rs_tiff_read;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE,
               n == 0 ? "the file is empty" : "it is no PNG, JPEG or TIFF image");
  return NULL;
}

/* The channels that a mode asks for; 0: as they are. */
static gboolean
read_mode (const RsCall *call, int *channels, GError **error)
{
  const char *mode;

  *channels = 0;
  if (call->n_arguments < 2)
    return TRUE;
  if (!rs_call_get_string (call, 1, &mode, "imread", error))
    return FALSE;
  if (g_ascii_strcasecmp (mode, "rgb") == 0)
    *channels = 3;
  else if (g_ascii_strcasecmp (mode, "rgba") == 0)
    *channels = 4;
  else if (g_ascii_strcasecmp (mode, "gray") == 0 || g_ascii_strcasecmp (mode, "grey") == 0)
    *channels = 1;
  else
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "imread",
                         "there is no mode \"%s\"; modes are \"rgb\", \"rgba\" and \"gray\"", mode);
  return TRUE;
}

/* One channel of a pixel when the image has to have `channels` of them. Luma as in ITU-R BT.601. */
static float
channel_of (const float *pixel, int have, int channels, int c, float highest)
{
  gboolean grey = have < 3;

  if (channels == 1)
    return grey ? pixel[0] : 0.299f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2];
  if (c == 3)
    return have == 2 || have == 4 ? pixel[have - 1] : highest;
  return grey ? pixel[0] : pixel[c];
}

static RsArray *
image_to_array (const RsImage *image, int channels, RsPrecision precision, GError **error)
{
  gint64 n = image->height * image->width;
  gint64 dims[3] = { image->height, image->width, channels };
  RsArray *array = rs_array_new (rs_element_of_precision (precision), channels == 1 ? 2 : 3, dims, FALSE, error);
  float highest = 255;
  gpointer data;

  if (array == NULL)
    return NULL;
  for (gint64 i = 0; i < n * image->channels && channels == 4; i++)
    if (image->pixels[i] > 255)
      highest = 65535;
  data = rs_array_write (array);
  for (gint64 i = 0; i < n; i++)
    for (int c = 0; c < channels; c++)
      {
        const float *pixel = image->pixels + i * image->channels;
        float x = channels == image->channels ? pixel[c] : channel_of (pixel, image->channels, channels, c, highest);

        if (precision == RS_PRECISION_DOUBLE)
          ((double *)data)[i * channels + c] = (double)x;
        else
          ((float *)data)[i * channels + c] = x;
      }
  return array;
}

RS_DEFINE_BUILTIN (IMREAD)
{
  g_autofree char *found = NULL;
  const char *path;
  gint64 file_size = 0;
  RsImage image = { 0 };
  RsArray *array;
  Reader reader;
  int channels;

  if (!rs_call_get_string (call, 0, &path, "imread", error) || !read_mode (call, &channels, error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  found = rs_call_find_file (call, path);
  reader = find_reader (found, &file_size, error);
  if (reader == NULL || !reader (found, file_size, &image, error))
    {
      g_prefix_error (error, "imread: can't read \"%s\": ", path);
      return FALSE;
    }
  if (channels == 0)
    channels = image.channels == 2 ? 4 : image.channels;
  array = image_to_array (&image, channels, rs_call_get_precision (call), error);
  rs_image_clear (&image);
  return rs_call_return_array (call, array);
}

gboolean
rs_image_from_array (RsArray *array, double low, double scale, RsImage *image, const char *name, GError **error)
{
  RsShape shape = rs_shape_of_array (array);
  gconstpointer data;
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);

  *image = (RsImage){ .height = shape.dims[0],
                      .width = shape.dims[1],
                      .channels = shape.rank > 2 ? (int)MIN (shape.dims[2], 99) : 1 };
  if (array->n_elements == 0)
    {
      g_autofree char *size = rs_shape_to_string (&shape);

      return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name, "the image is empty: its size is %s", size);
    }
  if (shape.rank > 3 || (image->channels != 1 && image->channels != 3 && image->channels != 4))
    {
      g_autofree char *size = rs_shape_to_string (&shape);

      return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name, "an image has 1, 3 or 4 channels, but the size is %s",
                           size);
    }
  image->pixels = g_try_malloc_n ((gsize)array->n_elements, sizeof (float));
  if (image->pixels == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for a copy of the image");
  data = rs_array_read (array);
  for (gint64 start = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double *x = rs_block_get (RS_COMPUTE_DOUBLE, array->element, data, start, n, buffer);

      for (gsize i = 0; i < n; i++)
        image->pixels[start + (gint64)i] = (float)((x[i] - low) * scale);
    }
  return TRUE;
}

RsArray *
rs_call_get_image (const RsCall *call, guint index, const char *name, GError **error)
{
  RsArray *array = rs_call_get_array (call, index, name, error);

  if (array != NULL && rs_element_is_complex (array->element))
    {
      rs_array_unref (array);
      rs_call_fail_argument (call, index, error, name, "an image of real numbers");
      return NULL;
    }
  return array;
}

static void
find_range (RsArray *array, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (gint64 i = 0; i < array->n_elements; i++)
    {
      double value = rs_value_to_double (rs_array_get_element (array, i));

      *low = MIN (*low, value);
      *high = MAX (*high, value);
    }
  if (!(*low < *high))
    {
      *low = isfinite (*low) ? *low : 0;
      *high = *low + 1;
    }
}

/* The third argument of imwrite: [low, high], [] for the range of the image, or a number of bits. */
static gboolean
read_write_options (const RsCall *call, RsArray *array, const char *path, double *low, double *high, int *bits,
                    GError **error)
{
  g_autoptr (RsArray) option = NULL;
  gboolean tiff = g_str_has_suffix (path, ".tif") || g_str_has_suffix (path, ".tiff");

  *low = 0;
  *bits = array->element == RS_ELEMENT_UINT16 ? 16 : 8;
  *high = *bits == 16 ? 65535 : 255;
  if (call->n_arguments < 3)
    return TRUE;
  option = rs_call_get_array (call, 2, "imwrite", error);
  if (option == NULL)
    return FALSE;
  if (option->n_elements == 1)
    {
      gint64 wanted;

      if (!rs_call_get_integer (call, 2, &wanted, "imwrite", error))
        return FALSE;
      if (wanted != 8 && wanted != 16 && !(wanted == 32 && tiff))
        return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "imwrite",
                             "a sample has 8 or 16 bits, or 32 in a TIFF file");
      *bits = (int)wanted;
      *high = *bits == 16 ? 65535 : 255;
      return TRUE;
    }
  if (option->n_elements == 0)
    {
      find_range (array, low, high);
      return TRUE;
    }
  if (option->n_elements != 2 || rs_element_is_complex (option->element))
    return rs_call_fail_argument (call, 2, error, "imwrite", "[low, high], [] or a number of bits");
  *low = rs_value_to_double (rs_array_get_element (option, 0));
  *high = rs_value_to_double (rs_array_get_element (option, 1));
  if (!(*high > *low))
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "imwrite", "in [low, high], high has to be larger than low");
  return TRUE;
}

typedef gboolean (*Writer) (const char *path, const RsImage *image, int bits, GError **error);

static Writer
find_writer (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (g_str_has_suffix (lower, ".png"))
    return rs_png_write;
  if (g_str_has_suffix (lower, ".jpg") || g_str_has_suffix (lower, ".jpeg"))
    return rs_jpeg_write;
  if (g_str_has_suffix (lower, ".tif") || g_str_has_suffix (lower, ".tiff"))
    return rs_tiff_write;
  return NULL;
}

/* Writes beside the file and puts it in its place when it is whole: an image that was there before is not lost when the
 * disk is full. What is no ordinary file is written as it is. */
static gboolean
write_image (Writer writer, const char *path, const RsImage *image, int bits, GError **error)
{
  g_autofree char *part = g_strdup_printf ("%s.part-%d", path, (int)getpid ());

  if (g_file_test (path, G_FILE_TEST_IS_SYMLINK)
      || (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR)))
    return writer (path, image, bits, error);
  if (!writer (part, image, bits, error))
    {
      g_unlink (part);
      return FALSE;
    }
  if (g_rename (part, path) == 0)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  g_unlink (part);
  return FALSE;
}

RS_DEFINE_BUILTIN (IMWRITE)
{
  g_autoptr (RsArray) array = NULL;
  const char *path;
  Writer writer;
  RsImage image = { 0 };
  double low, high, scale;
  int bits;
  gboolean good;

  if (!rs_call_get_string (call, 0, &path, "imwrite", error))
    return FALSE;
  writer = find_writer (path);
  if (writer == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "imwrite",
                         "\"%s\": the name has to end in .png, .jpg, .jpeg, .tif or .tiff", path);
  array = rs_call_get_image (call, 1, "imwrite", error);
  if (array == NULL || !read_write_options (call, array, path, &low, &high, &bits, error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  scale = bits == 32 ? 1 : (bits == 16 ? 65535 : 255) / (high - low);
  if (!rs_image_from_array (array, low, scale, &image, "imwrite", error))
    return FALSE;
  good = write_image (writer, path, &image, bits, error);
  rs_image_clear (&image);
  if (!good)
    g_prefix_error (error, "imwrite: can't write \"%s\": ", path);
  return good;
}
