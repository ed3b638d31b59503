/* imread, and images as arrays.
 *
 * A grey file gives a matrix, everything else a cube (STDLIB.md 1.4).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include "runtime/builtin/call.h"
#include "runtime/builtin/io/input.h"
#include "runtime/value/blocks.h"
#include "runtime/value/types/cell.h"

#include <math.h>

void
rs_image_clear (RsImage *image)
{
  g_clear_pointer (&image->pixels, g_free);
  g_clear_pointer (&image->exact, g_free);
}

/* A pixel takes at least this fraction of a byte in any file that is not made to fill memories. */
#define MOST_PIXELS_A_BYTE 4096
#define ALWAYS_ALLOWED (G_GINT64_CONSTANT (1) << 24)

gboolean
rs_image_check_count (gint64 count, gint64 file_size, GError **error)
{
  if (count <= ALWAYS_ALLOWED || count / MOST_PIXELS_A_BYTE <= file_size)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
               "the file is damaged: %" G_GINT64_FORMAT " bytes can't hold %" G_GINT64_FORMAT " samples", file_size,
               count);
  return FALSE;
}

gboolean
rs_image_allocate (RsImage *image, gint64 height, gint64 width, int channels, gint64 file_size, GError **error)
{
  gint64 count;

  *image = (RsImage){ .height = height, .width = width, .channels = channels };
  if (height <= 0 || width <= 0 || channels <= 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "the file is damaged: its image has no pixels");
      return FALSE;
    }
  if (__builtin_mul_overflow (height, width, &count) || __builtin_mul_overflow (count, (gint64)channels, &count))
    count = G_MAXINT64;
  if (!rs_image_check_count (count, file_size, error))
    return FALSE;
  image->pixels = g_try_malloc0_n ((gsize)count, sizeof (float));
  if (image->pixels != NULL)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
               "no memory for %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " pixels", height, width);
  return FALSE;
}

/* The channels that a mode asks for; 0: as they are. pages: of all images in the file. */
static gboolean
read_mode (const RsCall *call, int *channels, gboolean *pages, GError **error)
{
  const char *mode;

  *channels = 0;
  *pages = FALSE;
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
  else if (g_ascii_strcasecmp (mode, "pages") == 0)
    *pages = TRUE;
  else
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "imread",
                         "there is no mode \"%s\"; modes are \"rgb\", \"rgba\", \"gray\" and \"pages\"", mode);
  return TRUE;
}

/* One channel of a pixel when the image has to have `channels` of them. Luma as in ITU-R BT.601. */
static float
channel_of (const float *pixel, int have, int channels, int c, float highest)
{
  gboolean grey = have < 3;

  if (channels == have)
    return pixel[c];
  if (channels == 1)
    return grey ? pixel[0] : 0.299f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2];
  if (c == 3)
    return have == 2 || have == 4 ? pixel[have - 1] : highest;
  return grey ? pixel[0] : pixel[c];
}

static double
exact_channel_of (const double *pixel, int have, int channels, int c, double highest)
{
  gboolean grey = have < 3;

  if (channels == have)
    return pixel[c];
  if (channels == 1)
    return grey ? pixel[0] : 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
  if (c == 3)
    return have == 2 || have == 4 ? pixel[have - 1] : highest;
  return grey ? pixel[0] : pixel[c];
}

static RsArray *
image_to_array (const RsImage *image, int channels, RsPrecision precision, GError **error)
{
  gint64 n = image->height * image->width, since = 0;
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
  for (gint64 i = 0; i < n && !rs_error_set_stopped_after (&since, channels, NULL); i++) /* it is dropped then */
    for (int c = 0; c < channels; c++)
      {
        gint64 start = i * image->channels;

        if (precision == RS_PRECISION_DOUBLE && image->exact != NULL)
          ((double *)data)[i * channels + c]
            = exact_channel_of (image->exact + start, image->channels, channels, c, (double)highest);
        else if (precision == RS_PRECISION_DOUBLE)
          ((double *)data)[i * channels + c]
            = (double)channel_of (image->pixels + start, image->channels, channels, c, highest);
        else
          ((float *)data)[i * channels + c] = channel_of (image->pixels + start, image->channels, channels, c, highest);
      }
  return array;
}

/* As many channels as there are; two of them are grey with alpha, which become colour with alpha. */
static RsArray *
image_as_it_is (const RsImage *image, RsPrecision precision, GError **error)
{
  return image_to_array (image, image->channels == 2 ? 4 : image->channels, precision, error);
}

static gboolean
return_pages (RsCall *call, const GArray *images, GError **error)
{
  RsCell *cell = rs_cell_new (1, (gint64[]){ images->len }, error);

  if (cell == NULL)
    return FALSE;
  call->results[0] = rs_value_object (cell);
  for (guint i = 0; i < images->len; i++)
    {
      RsArray *array = image_as_it_is (&g_array_index (images, RsImage, i), rs_call_get_precision (call), error);

      if (array == NULL)
        return FALSE;
      cell->elements[i] = rs_value_object (array);
    }
  return TRUE;
}

/* One image, or all of a TIFF file. images: of RsImage. */
static gboolean
read_images (const char *path, gboolean pages, GArray *images, GError **error)
{
  gint64 file_size = 0;
  const RsImageFormat *format = rs_image_format_of_file (path, &file_size, error);
  RsImage image = { 0 };

  if (format == NULL)
    return FALSE;
  if (pages && format->read_pages != NULL)
    return format->read_pages (path, file_size, images, error);
  if (!format->read (path, file_size, &image, error))
    return FALSE;
  g_array_append_val (images, image);
  return TRUE;
}

RS_DEFINE_BUILTIN (IMREAD)
{
  g_auto (RsInput) input = { 0 };
  g_autoptr (GArray) images = g_array_new (FALSE, TRUE, sizeof (RsImage));
  const char *path;
  RsImage *image;
  int channels;
  gboolean pages;

  g_array_set_clear_func (images, (GDestroyNotify)rs_image_clear);
  if (!rs_call_get_string (call, 0, &path, "imread", error) || !read_mode (call, &channels, &pages, error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  if (!rs_input_open (&input, call, path, error) || !read_images (input.path, pages, images, error))
    {
      g_prefix_error (error, "imread: can't read \"%s\": ", path);
      return FALSE;
    }
  if (pages)
    return return_pages (call, images, error);
  image = &g_array_index (images, RsImage, 0);
  return rs_call_return_array (call, channels == 0
                                         ? image_as_it_is (image, rs_call_get_precision (call), error)
                                         : image_to_array (image, channels, rs_call_get_precision (call), error));
}

float *
rs_pixels_from_array (RsArray *array, double low, double scale, const char *name, GError **error)
{
  float *pixels = g_try_malloc_n ((gsize)array->n_elements, sizeof (float));
  g_autofree RsBlock *buffer = g_new (RsBlock, 1);
  gconstpointer data;

  if (pixels == NULL)
    {
      rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for a copy of the image");
      return NULL;
    }
  data = rs_array_read (array);
  for (gint64 start = 0, since = 0; start < array->n_elements; start += RS_BLOCK)
    {
      gsize n = MIN (RS_BLOCK, array->n_elements - start);
      const double *x = rs_block_get (RS_COMPUTE_DOUBLE, array->element, data, start, n, buffer);

      if (rs_error_set_stopped_after (&since, (gint64)n, error))
        {
          g_free (pixels);
          return NULL;
        }
      for (gsize i = 0; i < n; i++)
        pixels[start + (gint64)i] = (float)((x[i] - low) * scale);
    }
  return pixels;
}

gboolean
rs_image_from_array (RsArray *array, double low, double scale, RsImage *image, const char *name, GError **error)
{
  RsShape shape = rs_shape_of_array (array);

  *image = (RsImage){ .height = shape.dims[0],
                      .width = shape.dims[1],
                      .channels = shape.rank > 2 ? (int)MIN (shape.dims[2], 99) : 1 };
  if (array->n_elements == 0)
    {
      g_autofree char *size = rs_shape_to_string (&shape);

      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name, "the image is empty: its size is %s", size);
    }
  if (shape.rank > 3 || (image->channels != 1 && image->channels != 3 && image->channels != 4))
    {
      g_autofree char *size = rs_shape_to_string (&shape);

      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                           "an image has 1, 3 or 4 channels, but the size is %s", size);
    }
  image->pixels = rs_pixels_from_array (array, low, scale, name, error);
  return image->pixels != NULL;
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
