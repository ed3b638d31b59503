/* WebP, through libwebp, which libtiff brings along. Animations are not read. What is written is lossless, alpha 0
 * included, so that it reads back as it was.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include "runtime/base/error.h"
#include "runtime/base/replace-file.h"
#include "runtime/builtin/image/orientation.h"

#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>

#define LONGEST_SIDE 16383
#define CHUNKS_AT 12 /* behind "RIFF", the size, "WEBP" */

static gsize
read_size (const guint8 *data)
{
  return data[0] | (gsize)data[1] << 8 | (gsize)data[2] << 16 | (gsize)data[3] << 24;
}

/* Of the chunk with EXIF data, which some programs begin as JPEG files do. */
static guint
get_orientation (const guint8 *data, gsize length)
{
  static const char head[6] = "Exif\0";

  for (gsize at = CHUNKS_AT; at + 8 <= length;)
    {
      const guint8 *chunk = data + at + 8;
      const gsize claimed = read_size (data + at + 4), size = MIN (claimed, length - at - 8);

      if (memcmp (data + at, "EXIF", 4) == 0)
        return size >= sizeof head && memcmp (chunk, head, sizeof head) == 0
                   ? rs_exif_get_orientation (chunk + sizeof head, size - sizeof head)
                   : rs_exif_get_orientation (chunk, size);
      at += 8 + size + size % 2;
    }
  return 1;
}

static gboolean
decode (const guint8 *data, gsize length, RsImage *image, GError **error)
{
  WebPBitstreamFeatures features;
  g_autofree guint8 *pixels = NULL;
  gsize row, n;

  if (WebPGetFeatures (data, length, &features) != VP8_STATUS_OK || features.has_animation)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s",
                   features.has_animation ? "animations are not read" : "the file is damaged or not complete");
      return FALSE;
    }
  if (!rs_image_allocate (image, features.height, features.width, features.has_alpha ? 4 : 3, (gint64)length, error))
    return FALSE;
  row = (gsize)image->width * (gsize)image->channels;
  n = row * (gsize)image->height;
  pixels = g_try_malloc (n);
  if (pixels == NULL
      || (features.has_alpha ? WebPDecodeRGBAInto (data, length, pixels, n, (int)row)
                             : WebPDecodeRGBInto (data, length, pixels, n, (int)row)) == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged or not complete");
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    image->pixels[i] = (float)pixels[i];
  return rs_image_turn (image, get_orientation (data, length), error);
}

gboolean
rs_webp_read (const char *path, gint64 file_size, RsImage *image, GError **error)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, &reason))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", reason->message);
      return FALSE;
    }
  if (decode ((const guint8 *)contents, length, image, error))
    return TRUE;
  rs_image_clear (image);
  return FALSE;
}

/* --- writing --- */

static gboolean
import_pixels (WebPPicture *picture, const RsImage *image)
{
  gsize n = (gsize)(image->height * image->width);
  int channels = image->channels == 4 ? 4 : 3;
  g_autofree guint8 *pixels = g_try_malloc_n (n, (gsize)channels);

  if (pixels == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    for (int c = 0; c < channels; c++)
      pixels[i * (gsize)channels + (gsize)c]
          = (guint8)rs_image_round (image->pixels[i * (gsize)image->channels + (gsize)(image->channels == 1 ? 0 : c)],
                                    255);
  return (channels == 4 ? WebPPictureImportRGBA (picture, pixels, (int)image->width * 4)
                        : WebPPictureImportRGB (picture, pixels, (int)image->width * 3)) != 0;
}

static int
may_go_on (int percent, const WebPPicture *picture)
{
  return !rs_error_set_stopped (NULL);
}

gboolean
rs_webp_write (const char *path, const RsImage *image, int bits, GError **error)
{
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  gboolean good;

  if (bits != 8 || image->width > LONGEST_SIDE || image->height > LONGEST_SIDE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "%s",
                   bits != 8 ? "a WebP file has 8 bits a sample" : "a WebP file has at most 16383 rows and columns");
      return FALSE;
    }
  if (!WebPConfigInit (&config) || !WebPConfigLosslessPreset (&config, 4) || !WebPPictureInit (&picture))
    g_return_val_if_reached (FALSE); /* headers of another version */
  config.exact = 1;
  picture.use_argb = 1;
  picture.width = (int)image->width;
  picture.height = (int)image->height;
  WebPMemoryWriterInit (&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  picture.progress_hook = may_go_on;
  good = import_pixels (&picture, image) && WebPEncode (&config, &picture);
  if (!good && !rs_error_set_stopped (error))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory to code it");
  else if (good)
    good = rs_write_file (path, (const char *)writer.mem, writer.size, error);
  WebPPictureFree (&picture);
  WebPMemoryWriterClear (&writer);
  return good;
}
