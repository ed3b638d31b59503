/* EXIF orientation: which tag of a photograph says so, and turning it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/orientation.h"

#include <string.h>

#define TILE 32 /* pixels: rows of the one image are columns of the other */
#define TAG_ORIENTATION 0x0112
#define TYPE_SHORT 3

/* --- EXIF --- */

typedef struct {
  const guint8 *bytes;
  gsize length;
  gboolean is_big_endian;
} Tags;

/* 0 behind the end. */
static guint
read_bytes (const Tags *self, gsize at, guint n)
{
  guint value = 0;

  if (at > self->length || self->length - at < n)
    return 0;
  for (guint i = 0; i < n; i++)
    value = value << 8 | self->bytes[at + (self->is_big_endian ? i : n - 1 - i)];
  return value;
}

guint
rs_exif_get_orientation (const guint8 *bytes, gsize length)
{
  Tags tags = { bytes, length, length > 0 && bytes[0] == 'M' };
  gsize first;
  guint n;

  if (length < 8 || (memcmp (bytes, "II*\0", 4) != 0 && memcmp (bytes, "MM\0*", 4) != 0))
    return 1;
  first = read_bytes (&tags, 4, 4);
  n = read_bytes (&tags, first, 2);
  for (guint i = 0; i < n; i++)
    {
      const gsize entry = first + 2 + 12 * (gsize)i;
      const guint value = read_bytes (&tags, entry + 8, 2);

      if (read_bytes (&tags, entry, 2) == TAG_ORIENTATION && read_bytes (&tags, entry + 2, 2) == TYPE_SHORT)
        return value >= 1 && value <= 8 ? value : 1;
    }
  return 1;
}

/* --- turning --- */

/* Where the pixel of row r and column c comes from: first + r * row + c * column. */
typedef struct {
  gint64 first, row, column;
} Way;

static Way
get_way (guint orientation, gint64 height, gint64 width)
{
  const gint64 n = height * width;
  const Way ways[9] = {
    [1] = { 0, width, 1 }, [2] = { width - 1, width, -1 }, [3] = { n - 1, -width, -1 }, [4] = { n - width, -width, 1 },
    [5] = { 0, 1, width }, [6] = { n - width, 1, -width }, [7] = { n - 1, -1, -width }, [8] = { width - 1, -1, width }
  };

  return ways[orientation];
}

/* pixels, turned: of pixel bytes each; turned: [height, width]. */
static void
turn_tile (const char *pixels, char *turned, const RsImage *sizes, gsize pixel, Way way, gint64 row, gint64 column)
{
  for (gint64 r = row; r < MIN (row + TILE, sizes->height); r++)
    for (gint64 c = column; c < MIN (column + TILE, sizes->width); c++)
      memcpy (turned + (gsize)(r * sizes->width + c) * pixel,
              pixels + (gsize)(way.first + r * way.row + c * way.column) * pixel, pixel);
}

/* sizes: of the turned image. bytes: of a sample. NULL with an error; (transfer full) */
static gpointer
turn_samples (gconstpointer samples, const RsImage *sizes, gsize bytes, Way way, GError **error)
{
  const gsize pixel = (gsize)sizes->channels * bytes;
  g_autofree char *turned = g_try_malloc_n ((gsize)(sizes->height * sizes->width), pixel);
  gint64 since = 0;

  if (turned == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory to turn the image");
      return NULL;
    }
  for (gint64 r = 0; r < sizes->height; r += TILE)
    {
      if (rs_error_set_stopped_after (&since, TILE * sizes->width * sizes->channels, error))
        return NULL;
      for (gint64 c = 0; c < sizes->width; c += TILE)
        turn_tile (samples, turned, sizes, pixel, way, r, c);
    }
  return g_steal_pointer (&turned);
}

gboolean
rs_image_turn (RsImage *image, guint orientation, GError **error)
{
  const gboolean is_across = orientation >= 5;
  RsImage turned = { .height = is_across ? image->width : image->height,
                     .width = is_across ? image->height : image->width,
                     .channels = image->channels };
  const Way way = get_way (orientation, image->height, image->width);

  if (orientation <= 1)
    return TRUE;
  turned.pixels = turn_samples (image->pixels, &turned, sizeof *turned.pixels, way, error);
  if (turned.pixels != NULL && image->exact != NULL)
    turned.exact = turn_samples (image->exact, &turned, sizeof *turned.exact, way, error);
  if (turned.pixels == NULL || (image->exact != NULL && turned.exact == NULL))
    {
      rs_image_clear (&turned);
      return FALSE;
    }
  rs_image_clear (image);
  *image = turned;
  return TRUE;
}
