/* PNG files in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/canvas/png.h"

#include "runtime/base/error.h"

#include <png.h>
#include <setjmp.h>

static void
append (png_structp png, png_bytep data, gsize length)
{
  g_byte_array_append (png_get_io_ptr (png), data, (guint)length);
}

static void
flush (png_structp png)
{
}

/* libpng leaves through longjmp, so this holds nothing that would have to be freed. row: room for one row. */
static gboolean
write_rows (png_structp png, png_infop info, GByteArray *out, const RsBitmap *bitmap, gboolean has_alpha, guint8 *row)
{
  gsize n = has_alpha ? 4 : 3;

  if (setjmp (png_jmpbuf (png)) != 0)
    return FALSE;
  png_set_write_fn (png, out, append, flush);
  png_set_user_limits (png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR (png, info, (png_uint_32)bitmap->width, (png_uint_32)bitmap->height, 8,
                has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level (png, 3);
  png_write_info (png, info);
  for (int y = 0; y < bitmap->height; y++)
    {
      const guint8 *in = bitmap->rgba + (gsize)y * (gsize)bitmap->width * 4;

      for (gsize x = 0; x < (gsize)bitmap->width; x++)
        for (gsize c = 0; c < n; c++)
          row[x * n + c] = in[x * 4 + c];
      png_write_row (png, row);
    }
  png_write_end (png, info);
  return TRUE;
}

GByteArray *
rs_png_encode (const RsBitmap *bitmap, gboolean has_alpha, GError **error)
{
  GByteArray *out = g_byte_array_new ();
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png != NULL ? png_create_info_struct (png) : NULL;
  guint8 *row = g_try_malloc_n ((gsize)bitmap->width, 4);
  gboolean good = info != NULL && row != NULL && write_rows (png, info, out, bitmap, has_alpha, row);

  png_destroy_write_struct (&png, &info);
  g_free (row);
  if (good)
    return out;
  g_byte_array_unref (out);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "a picture of %d x %d pixels can't be made",
               bitmap->width, bitmap->height);
  return NULL;
}
