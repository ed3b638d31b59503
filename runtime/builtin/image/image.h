/* Image files, one format a file; behind imread and imwrite.
 *
 * The decoders are libraries that report errors by calling back; each format's file turns that into FALSE and a
 * message, with everything it had opened or allocated given back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

/* Pixels in memory: row-major, channels last. Values as in the file: 0..255, 0..65535, or what a float file holds. */
typedef struct
{
  gint64 height, width;
  int channels;  /* 1 grey, 3 colour, 4 with alpha; TIFF may have more */
  float *pixels; /* [height * width * channels], owned */
  double *exact; /* the same, where the file has more digits than a float; NULL: it has not */
} RsImage;

void
rs_image_clear (RsImage *image);

/* Allocates pixels for the sizes that a file claims. file_size, in bytes: a file that would grow beyond all
 * compression is refused. FALSE with a message that does not name the file. */
gboolean
rs_image_allocate (RsImage *image, gint64 height, gint64 width, int channels, gint64 file_size, GError **error);

/* FALSE with such a message when a file of that size can't hold so many samples. */
gboolean rs_image_check_count (gint64 count, gint64 file_size, GError **error);

/* The readers: TRUE and the image, or FALSE and a message of RS_RUNTIME_ERROR_FILE that does not name the file. */
typedef gboolean (*RsImageReader) (const char *path, gint64 file_size, RsImage *image, GError **error);

/* The writers. bits: 8; 16 where the format has them; 32 for TIFF writes floats. Pixels are rounded and limited to what
 * the bits hold. On failure a part of a file may be left behind. */
typedef gboolean (*RsImageWriter) (const char *path, const RsImage *image, int bits, GError **error);

#define RS_IMAGE_MAGICS 4
#define RS_IMAGE_SUFFIXES 2

typedef struct
{
  const char *name;                        /* "PNG" */
  const char *magics[RS_IMAGE_MAGICS];     /* what files begin with; may end with NULL */
  const char *suffixes[RS_IMAGE_SUFFIXES]; /* in small letters; may end with NULL */
  RsImageReader read;                      /* NULL: built without the library */
  RsImageWriter write;
  gboolean writes_16_bits;
  /* Formats with several images in a file, else NULL. images: of RsImage. */
  gboolean (*read_pages) (const char *path, gint64 file_size, GArray *images, GError **error);
  gboolean (*write_pages) (const char *path, const RsImage *images, guint n, int bits, GError **error);
} RsImageFormat;

/* By the first bytes of a file that is read, and by the name of one that is written; NULL with an error. */
const RsImageFormat *rs_image_format_of_file (const char *path, gint64 *file_size, GError **error);
const RsImageFormat *rs_image_format_of_name (const char *path, GError **error);

gboolean rs_bmp_read (const char *path, gint64 file_size, RsImage *image, GError **error);
gboolean rs_bmp_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_jpeg_read (const char *path, gint64 file_size, RsImage *image, GError **error);
gboolean rs_jpeg_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_png_read (const char *path, gint64 file_size, RsImage *image, GError **error);
gboolean rs_png_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_pnm_read (const char *path, gint64 file_size, RsImage *image, GError **error);
gboolean rs_pbm_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_pgm_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_ppm_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_pnm_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_tiff_read (const char *path, gint64 file_size, RsImage *image, GError **error);
gboolean rs_tiff_read_pages (const char *path, gint64 file_size, GArray *images, GError **error);
gboolean rs_tiff_write (const char *path, const RsImage *image, int bits, GError **error);
gboolean rs_tiff_write_pages (const char *path, const RsImage *images, guint n, int bits, GError **error);
gboolean rs_webp_read (const char *path, gint64 file_size, RsImage *image, GError **error);
gboolean rs_webp_write (const char *path, const RsImage *image, int bits, GError **error);

/* A pixel as an integer of 8 or 16 bits: to the nearest, NaN is 0. */
static inline guint
rs_image_round (float x, guint highest)
{
  return x > 0 ? (x < (float)highest ? (guint)(x + 0.5f) : highest) : 0;
}

/* An argument that is an image of real numbers. (transfer full) */
RsArray *
rs_call_get_image (const RsCall *call, guint index, const char *name, GError **error);

/* The elements as floats, (value - low) * scale; NULL with an error when there is no memory. (transfer full) */
float *rs_pixels_from_array (RsArray *array, double low, double scale, const char *name, GError **error);

/* An array as an image; 1 x N for a vec. Values become (x - low) * scale. name: of the function, for messages. */
gboolean
rs_image_from_array (RsArray *array, double low, double scale, RsImage *image, const char *name, GError **error);
