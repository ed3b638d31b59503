/* BMP: 1, 4, 8 bits with a palette, run-length coded ones too, 16, 24 and 32 bits with or without masks, of any version
 * since OS/2. Grey images are written with a palette, colour ones with 24 bits, those with alpha with 32.
 *
 * Every offset in the file is checked against its length before it is used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include "runtime/base/error.h"
#include "runtime/base/replace-file.h"

#include <string.h>

enum
{
  BMP_RGB = 0,
  BMP_RLE8 = 1,
  BMP_RLE4 = 2,
  BMP_BITFIELDS = 3,
  BMP_ALPHABITFIELDS = 6
};

typedef struct
{
  const guint8 *data;
  gsize length;
  gint64 width, height;
  gboolean top_down;
  guint bits, compression, n_colors, color_bytes;
  gsize palette, pixels; /* offsets */
  guint32 masks[4];      /* red, green, blue, alpha; 0: none */
} Bmp;

/* 0 beyond the end. */
static guint32
get_number (const Bmp *bmp, gsize offset, guint bytes)
{
  guint32 x = 0;

  for (guint i = 0; i < bytes && offset + i < bmp->length; i++)
    x |= (guint32)bmp->data[offset + i] << (8 * i);
  return x;
}

static gboolean
fail_damaged (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged or not complete");
  return FALSE;
}

static void
read_masks (Bmp *bmp, guint header)
{
  static const guint32 usual[2][4] = { { 0x7c00, 0x3e0, 0x1f, 0 }, { 0xff0000, 0xff00, 0xff, 0 } };
  gboolean alpha = header >= 56 || bmp->compression == BMP_ALPHABITFIELDS;

  memcpy (bmp->masks, usual[bmp->bits == 16 ? 0 : 1], sizeof bmp->masks);
  if (bmp->compression != BMP_BITFIELDS && bmp->compression != BMP_ALPHABITFIELDS)
    return;
  for (guint i = 0; i < (alpha ? 4 : 3); i++)
    bmp->masks[i] = get_number (bmp, 54 + 4 * i, 4);
}

static gboolean
read_header (Bmp *bmp, GError **error)
{
  guint header = get_number (bmp, 14, 4);
  gboolean old = header == 12;

  if (bmp->length < 26 || (!old && (header < 16 || header > 1024)))
    return fail_damaged (error);
  bmp->width = old ? (gint64)get_number (bmp, 18, 2) : (gint64)(gint32)get_number (bmp, 18, 4);
  bmp->height = old ? (gint64)get_number (bmp, 20, 2) : (gint64)(gint32)get_number (bmp, 22, 4);
  bmp->bits = get_number (bmp, old ? 24 : 28, 2);
  bmp->compression = header >= 20 ? get_number (bmp, 30, 4) : BMP_RGB;
  bmp->n_colors = header >= 36 ? get_number (bmp, 46, 4) : 0;
  bmp->top_down = bmp->height < 0;
  bmp->height = ABS (bmp->height);
  bmp->color_bytes = old ? 3 : 4;
  bmp->palette = 14 + (gsize)header;
  if (header == 40 && bmp->compression == BMP_BITFIELDS)
    bmp->palette += 12;
  bmp->pixels = get_number (bmp, 10, 4);
  if (bmp->bits <= 8 && (bmp->n_colors == 0 || bmp->n_colors > 1u << bmp->bits))
    bmp->n_colors = 1u << bmp->bits;
  read_masks (bmp, header);
  return TRUE;
}

static gboolean
is_known (const Bmp *bmp)
{
  switch (bmp->compression)
    {
    case BMP_RGB:
      return bmp->bits == 1 || bmp->bits == 4 || bmp->bits == 8 || bmp->bits == 16 || bmp->bits == 24
             || bmp->bits == 32;
    case BMP_RLE8:
      return bmp->bits == 8;
    case BMP_RLE4:
      return bmp->bits == 4;
    case BMP_BITFIELDS:
    case BMP_ALPHABITFIELDS:
      return bmp->bits == 16 || bmp->bits == 32;
    default:
      return FALSE;
    }
}

/* --- pixels --- */

static float *
pixel_at (const Bmp *bmp, RsImage *image, gint64 row, gint64 column)
{
  return image->pixels + ((bmp->top_down ? row : bmp->height - 1 - row) * image->width + column) * image->channels;
}

/* A colour of the palette; black beyond its end. */
static void
put_color (const Bmp *bmp, RsImage *image, gint64 row, gint64 column, guint index)
{
  float *pixel = pixel_at (bmp, image, row, column);
  gsize color = bmp->palette + (gsize)index * bmp->color_bytes;

  if (index >= bmp->n_colors)
    return;
  for (int c = 0; c < image->channels; c++)
    pixel[c] = (float)get_number (bmp, color + 2 - (gsize)c, 1);
}

/* The bits under a mask, stretched to 0..255. */
static float
get_masked (guint32 pixel, guint32 mask)
{
  guint shift = mask != 0 ? (guint)__builtin_ctz (mask) : 0;
  guint32 highest = mask >> shift;

  return highest != 0 ? (float)(guint)((double)((pixel & mask) >> shift) * 255 / highest + 0.5) : 0;
}

static void
put_masked (const Bmp *bmp, RsImage *image, gint64 row, gint64 column, guint32 value)
{
  float *pixel = pixel_at (bmp, image, row, column);

  for (int c = 0; c < image->channels; c++)
    pixel[c] = get_masked (value, bmp->masks[c]);
}

static gboolean
read_rows (const Bmp *bmp, RsImage *image, GError **error)
{
  gsize row_bytes = ((gsize)bmp->width * bmp->bits + 31) / 32 * 4;
  gsize last_bytes = ((gsize)bmp->width * bmp->bits + 7) / 8; /* some leave out what fills up the last row */

  if (bmp->pixels > bmp->length || row_bytes * (gsize)(bmp->height - 1) + last_bytes > bmp->length - bmp->pixels)
    return fail_damaged (error);
  for (gint64 i = 0, since = 0; i < bmp->height && !rs_error_set_stopped_after (&since, bmp->width, NULL); i++)
    for (gint64 j = 0; j < bmp->width; j++)
      {
        gsize bit = (gsize)j * bmp->bits, place = bmp->pixels + (gsize)i * row_bytes + bit / 8;

        if (bmp->bits <= 8)
          put_color (bmp, image, i, j, bmp->data[place] >> (8 - bmp->bits - bit % 8) & ((1u << bmp->bits) - 1));
        else
          put_masked (bmp, image, i, j, get_number (bmp, place, bmp->bits / 8));
      }
  return TRUE;
}

/* Where the next pixel of a run-length coded file goes. */
typedef struct
{
  gsize at;
  gint64 row, column;
} Place;

static void
put_next (const Bmp *bmp, RsImage *image, Place *place, guint index)
{
  if (place->row < bmp->height && place->column < bmp->width)
    put_color (bmp, image, place->row, place->column, index);
  place->column++;
}

/* The nth colour of bytes that hold one or two each. */
static guint
get_index (const Bmp *bmp, gsize offset, guint n)
{
  if (bmp->bits == 8)
    return get_number (bmp, offset + n, 1);
  return get_number (bmp, offset + n / 2, 1) >> (n % 2 == 0 ? 4 : 0) & 15;
}

/* 0, n: n colours as they are (3 or more), or an end of a line (0), of the image (1), a jump (2). FALSE at the end. */
static gboolean
read_escape (const Bmp *bmp, RsImage *image, Place *place, guint n)
{
  gsize bytes = bmp->bits == 8 ? n : (n + 1) / 2;

  if (n == 1)
    return FALSE;
  if (n == 0)
    {
      place->row++;
      place->column = 0;
    }
  else if (n == 2)
    {
      place->column += get_number (bmp, place->at, 1);
      place->row += get_number (bmp, place->at + 1, 1);
      place->at += 2;
    }
  else
    {
      for (guint i = 0; i < n; i++)
        put_next (bmp, image, place, get_index (bmp, place->at, i));
      place->at += (bytes + 1) / 2 * 2;
    }
  return TRUE;
}

static gboolean
read_runs (const Bmp *bmp, RsImage *image, GError **error)
{
  Place place = { .at = bmp->pixels };

  while (place.row < bmp->height)
    {
      guint n = get_number (bmp, place.at, 1), second = get_number (bmp, place.at + 1, 1);

      if (place.at + 2 > bmp->length)
        return fail_damaged (error);
      if (n > 0)
        for (guint i = 0; i < n; i++)
          put_next (bmp, image, &place, get_index (bmp, place.at + 1, bmp->bits == 8 ? 0 : i % 2));
      place.at += 2;
      if (n == 0 && !read_escape (bmp, image, &place, second))
        return TRUE;
    }
  return TRUE;
}

/* Whether every colour is grey: the image is a matrix then. */
static gboolean
has_grey_palette (const Bmp *bmp)
{
  for (guint i = 0; i < bmp->n_colors; i++)
    {
      gsize color = bmp->palette + (gsize)i * bmp->color_bytes;
      guint32 blue = get_number (bmp, color, 1);

      if (get_number (bmp, color + 1, 1) != blue || get_number (bmp, color + 2, 1) != blue)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_image (Bmp *bmp, RsImage *image, GError **error)
{
  gboolean runs = bmp->compression == BMP_RLE8 || bmp->compression == BMP_RLE4;
  int channels = bmp->bits <= 8 ? (has_grey_palette (bmp) ? 1 : 3) : bmp->bits != 24 && bmp->masks[3] != 0 ? 4 : 3;

  if (!rs_image_allocate (image, bmp->height, bmp->width, channels, (gint64)bmp->length, error))
    return FALSE;
  return runs ? read_runs (bmp, image, error) : read_rows (bmp, image, error);
}

gboolean
rs_bmp_read (const char *path, gint64 file_size, RsImage *image, GError **error)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) reason = NULL;
  Bmp bmp = { 0 };

  if (!g_file_get_contents (path, &contents, &bmp.length, &reason))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", reason->message);
      return FALSE;
    }
  bmp.data = (const guint8 *)contents;
  if (!read_header (&bmp, error))
    return FALSE;
  if (!is_known (&bmp))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "it is a BMP image of a kind that is not known (%u bits, compression %u)", bmp.bits,
                   bmp.compression);
      return FALSE;
    }
  if (read_image (&bmp, image, error))
    return TRUE;
  rs_image_clear (image);
  return FALSE;
}

/* --- writing --- */

static void
put_number (GByteArray *out, guint32 x, guint bytes)
{
  guint32 little = GUINT32_TO_LE (x);

  g_byte_array_append (out, (const guint8 *)&little, bytes);
}

/* The version 4 header, which has masks, when there is alpha; else the common one. */
static void
put_header (GByteArray *out, const RsImage *image, guint32 row_bytes)
{
  static const guint32 masks[] = { 0xff0000, 0xff00, 0xff, 0xff000000, 0x73524742 };
  gboolean alpha = image->channels == 4;
  guint32 header = alpha ? 108 : 40, colors = image->channels == 1 ? 256 : 0;
  guint32 start = 14 + header + 4 * colors, bytes = row_bytes * (guint32)image->height;

  g_byte_array_append (out, (const guint8 *)"BM", 2);
  put_number (out, start + bytes, 4);
  put_number (out, 0, 4);
  put_number (out, start, 4);
  put_number (out, header, 4);
  put_number (out, (guint32)image->width, 4);
  put_number (out, (guint32)image->height, 4);
  put_number (out, 1, 2);
  put_number (out, (guint32)image->channels * 8, 2);
  put_number (out, alpha ? BMP_BITFIELDS : BMP_RGB, 4);
  put_number (out, bytes, 4);
  put_number (out, 2835, 4); /* pixels a metre */
  put_number (out, 2835, 4);
  put_number (out, colors, 4);
  put_number (out, 0, 4);
  for (guint i = 0; i < G_N_ELEMENTS (masks) && alpha; i++)
    put_number (out, masks[i], 4);
  for (guint i = 0; i < 48 && alpha; i += 4)
    put_number (out, 0, 4); /* primaries and gamma, which sRGB does not use */
  for (guint i = 0; i < colors; i++)
    put_number (out, i * 0x10101, 4);
}

gboolean
rs_bmp_write (const char *path, const RsImage *image, int bits, GError **error)
{
  gint64 row_bytes = (image->width * image->channels + 3) / 4 * 4, since = 0;
  g_autoptr (GByteArray) out = NULL;

  if (bits != 8 || image->width > G_MAXINT / 8 || row_bytes > (G_MAXINT - 2048) / image->height)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "%s",
                   bits != 8 ? "a BMP file has 8 bits a sample" : "the image is too large for a BMP file");
      return FALSE;
    }
  out = g_byte_array_sized_new ((guint)(2048 + row_bytes * image->height));
  put_header (out, image, (guint32)row_bytes);
  for (gint64 i = image->height - 1; i >= 0; i--)
    {
      if (rs_error_set_stopped_after (&since, row_bytes, error))
        return FALSE;
      for (gint64 j = 0; j < image->width; j++)
        for (int c = 0; c < image->channels; c++)
          {
            int channel = image->channels >= 3 && c < 3 ? 2 - c : c; /* blue comes first */

            put_number (out, rs_image_round (image->pixels[(i * image->width + j) * image->channels + channel], 255),
                        1);
          }
      put_number (out, 0, (guint)(row_bytes - image->width * image->channels));
    }
  return rs_write_file (path, (const char *)out->data, out->len, error);
}
