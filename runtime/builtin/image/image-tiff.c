/* TIFF: grey and colour files of 8, 16, 32 bits and floating point are read as they are, strips, tiles and separate
 * planes included, and turned as their tag says; what else libtiff knows (palettes, bilevel, YCbCr, ...) is read as
 * 8-bit colour. 8, 16 bits and floats are written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include "runtime/base/error.h"
#include "runtime/builtin/image/orientation.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <tiffio.h>

typedef struct
{
  TIFF *tiff;
  char message[256];
  GError *stopped; /* owned; not NULL: the program is to stop */
  gint64 since;    /* the last poll: bytes */
  guint32 width, height;
  guint16 bits, samples, format, photometric, planar, orientation;
} Tiff;

static int
on_message (TIFF *tiff, void *data, const char *module, const char *format, va_list arguments)
{
  Tiff *state = data;

  if (state->message[0] == '\0')
    g_vsnprintf (state->message, sizeof state->message, format, arguments);
  return 1;
}

static int
on_warning (TIFF *tiff, void *data, const char *module, const char *format, va_list arguments)
{
  return 1;
}

static gboolean
open_file (Tiff *state, const char *path, const char *mode, GError **error)
{
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();
  int descriptor = g_open (path, mode[0] == 'r' ? O_RDONLY | O_CLOEXEC : O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

  if (descriptor < 0)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  else
    {
      TIFFOpenOptionsSetErrorHandlerExtR (options, on_message, state);
      TIFFOpenOptionsSetWarningHandlerExtR (options, on_warning, state);
      state->tiff = TIFFFdOpenExt (descriptor, path, mode, options);
      if (state->tiff == NULL)
        {
          close (descriptor);
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged (%s)",
                       state->message);
        }
    }
  TIFFOpenOptionsFree (options);
  return state->tiff != NULL;
}

static void
read_tags (Tiff *state)
{
  TIFFGetField (state->tiff, TIFFTAG_IMAGEWIDTH, &state->width);
  TIFFGetField (state->tiff, TIFFTAG_IMAGELENGTH, &state->height);
  TIFFGetFieldDefaulted (state->tiff, TIFFTAG_BITSPERSAMPLE, &state->bits);
  TIFFGetFieldDefaulted (state->tiff, TIFFTAG_SAMPLESPERPIXEL, &state->samples);
  TIFFGetFieldDefaulted (state->tiff, TIFFTAG_SAMPLEFORMAT, &state->format);
  TIFFGetFieldDefaulted (state->tiff, TIFFTAG_PLANARCONFIG, &state->planar);
  TIFFGetFieldDefaulted (state->tiff, TIFFTAG_ORIENTATION, &state->orientation);
  if (state->orientation < ORIENTATION_TOPLEFT || state->orientation > ORIENTATION_LEFTBOT)
    state->orientation = ORIENTATION_TOPLEFT;
  if (!TIFFGetField (state->tiff, TIFFTAG_PHOTOMETRIC, &state->photometric))
    state->photometric = state->samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
}

/* Whether the samples are numbers that stand for themselves. */
static gboolean
is_plain (const Tiff *state)
{
  gboolean numbers = state->format == SAMPLEFORMAT_IEEEFP ? state->bits == 32 || state->bits == 64
                                                          : state->bits == 8 || state->bits == 16 || state->bits == 32;

  return numbers && state->samples >= 1 && state->samples <= 64
         && (state->photometric == PHOTOMETRIC_MINISBLACK || state->photometric == PHOTOMETRIC_MINISWHITE
             || state->photometric == PHOTOMETRIC_RGB);
}

/* Whether a float may not hold them. */
static gboolean
has_many_digits (const Tiff *state)
{
  return state->bits == 64 || (state->bits == 32 && state->format != SAMPLEFORMAT_IEEEFP);
}

static double
sample_at (const Tiff *state, gconstpointer data, gsize index)
{
  gboolean is_signed = state->format == SAMPLEFORMAT_INT;

  if (state->format == SAMPLEFORMAT_IEEEFP)
    return state->bits == 64 ? ((const double *)data)[index] : (double)((const float *)data)[index];
  switch (state->bits)
    {
    case 8:
      return is_signed ? (double)((const gint8 *)data)[index] : (double)((const guint8 *)data)[index];
    case 16:
      return is_signed ? (double)((const gint16 *)data)[index] : (double)((const guint16 *)data)[index];
    default:
      return is_signed ? (double)((const gint32 *)data)[index] : (double)((const guint32 *)data)[index];
    }
}

static void
put_sample (RsImage *image, gint64 index, double x)
{
  image->pixels[index] = (float)x;
  if (image->exact != NULL)
    image->exact[index] = x;
}

/* A box of samples that was decoded into `data`, columns apart by row_samples, goes to its place. plane: of separate
 * planes, else -1. */
static void
place_box (const Tiff *state, RsImage *image, gconstpointer data, guint32 row, guint32 column, guint32 rows,
           guint32 columns, gsize row_samples, int plane)
{
  for (guint32 i = 0; i < rows && row + i < state->height; i++)
    for (guint32 j = 0; j < columns && column + j < state->width; j++)
      {
        gint64 start = ((gint64)(row + i) * image->width + column + j) * image->channels;

        if (plane >= 0)
          put_sample (image, start + plane, sample_at (state, data, i * row_samples + j));
        else
          for (int c = 0; c < state->samples; c++)
            put_sample (image, start + c,
                        sample_at (state, data, i * row_samples + (gsize)j * state->samples + (gsize)c));
      }
}

static gboolean
read_tiles (Tiff *state, RsImage *image, int plane)
{
  guint32 tile_width = 0, tile_height = 0;
  gsize samples = plane >= 0 ? 1 : state->samples;
  g_autofree char *data = NULL;
  tmsize_t size = TIFFTileSize (state->tiff);

  TIFFGetField (state->tiff, TIFFTAG_TILEWIDTH, &tile_width);
  TIFFGetField (state->tiff, TIFFTAG_TILELENGTH, &tile_height);
  if (size <= 0 || tile_width == 0 || tile_height == 0
      || (guint64)size < (guint64)tile_width * tile_height * samples * (state->bits / 8u))
    return FALSE;
  data = g_try_malloc0 ((gsize)size);
  if (data == NULL)
    return FALSE;
  for (guint32 row = 0; row < state->height; row += tile_height)
    for (guint32 column = 0; column < state->width; column += tile_width)
      {
        if (rs_error_set_stopped_after (&state->since, (gint64)size, &state->stopped)
            || TIFFReadTile (state->tiff, data, column, row, 0, (guint16)MAX (plane, 0)) < 0)
          return FALSE;
        place_box (state, image, data, row, column, tile_height, tile_width, tile_width * samples, plane);
      }
  return TRUE;
}

static gboolean
read_lines (Tiff *state, RsImage *image, int plane)
{
  gsize samples = plane >= 0 ? 1 : state->samples;
  tmsize_t size = TIFFScanlineSize (state->tiff);
  g_autofree char *data = NULL;

  if (size <= 0 || (guint64)size < (guint64)state->width * samples * (state->bits / 8u))
    return FALSE;
  data = g_try_malloc0 ((gsize)size);
  if (data == NULL)
    return FALSE;
  for (guint32 row = 0; row < state->height; row++)
    {
      if (rs_error_set_stopped_after (&state->since, (gint64)size, &state->stopped)
          || TIFFReadScanline (state->tiff, data, row, (guint16)MAX (plane, 0)) < 0)
        return FALSE;
      place_box (state, image, data, row, 0, 1, state->width, state->width * samples, plane);
    }
  return TRUE;
}

static gboolean
fail (Tiff *state, const char *what, const char *why, GError **error)
{
  if (state->stopped != NULL)
    g_propagate_error (error, g_steal_pointer (&state->stopped));
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s (%s)", what, why);
  return FALSE;
}

static gboolean
fail_damaged (Tiff *state, GError **error)
{
  return fail (state, "the file is damaged or not complete",
               state->message[0] != '\0' ? state->message : "its sizes do not agree", error);
}

/* Dark is high in such files: bilevel scans mostly. */
static void
invert (const Tiff *state, RsImage *image)
{
  double highest = ldexp (1, state->bits) - 1;

  for (gint64 i = 0; i < image->height * image->width * image->channels; i++)
    put_sample (image, i, highest - (image->exact != NULL ? image->exact[i] : (double)image->pixels[i]));
}

static gboolean
read_plain (Tiff *state, gint64 file_size, RsImage *image, GError **error)
{
  gboolean separate = state->planar == PLANARCONFIG_SEPARATE && state->samples > 1, good = TRUE;
  gboolean (*read) (Tiff *, RsImage *, int) = TIFFIsTiled (state->tiff) ? read_tiles : read_lines;

  if (!rs_image_allocate (image, state->height, state->width, state->samples, file_size, error))
    return FALSE;
  if (has_many_digits (state)
      && (image->exact = g_try_new0 (double, image->height * image->width * image->channels)) == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                   "no memory for %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " pixels", image->height, image->width);
      return FALSE;
    }
  for (int plane = 0; plane < state->samples && separate && good; plane++)
    good = read (state, image, plane);
  if (!separate)
    good = read (state, image, -1);
  if (!good)
    return fail_damaged (state, error);
  if (state->photometric == PHOTOMETRIC_MINISWHITE && state->format == SAMPLEFORMAT_UINT)
    invert (state, image);
  return TRUE;
}

/* Through libtiff's own conversion to red, green, blue, alpha, in the order of the file. */
static gboolean
read_converted (Tiff *state, gint64 file_size, RsImage *image, GError **error)
{
  g_autofree guint32 *raster = NULL;
  gboolean grey = state->photometric == PHOTOMETRIC_MINISBLACK || state->photometric == PHOTOMETRIC_MINISWHITE;

  if (!rs_image_allocate (image, state->height, state->width, grey ? 1 : 3, file_size, error))
    return FALSE;
  raster = g_try_malloc_n ((gsize)state->height * state->width, sizeof (guint32));
  if (raster == NULL
      || !TIFFReadRGBAImageOriented (state->tiff, state->width, state->height, raster, state->orientation, 1))
    return fail_damaged (state, error);
  for (gint64 i = 0; i < image->height * image->width; i++)
    {
      image->pixels[i * image->channels] = (float)TIFFGetR (raster[i]);
      if (!grey)
        {
          image->pixels[i * 3 + 1] = (float)TIFFGetG (raster[i]);
          image->pixels[i * 3 + 2] = (float)TIFFGetB (raster[i]);
        }
    }
  return TRUE;
}

/* The image that the file stands at. */
static gboolean
read_page (Tiff *state, gint64 file_size, RsImage *image, GError **error)
{
  state->photometric = state->format = state->planar = state->bits = state->samples = 0;
  state->width = state->height = 0;
  read_tags (state);
  if ((is_plain (state) ? read_plain (state, file_size, image, error) : read_converted (state, file_size, image, error))
      && rs_image_turn (image, state->orientation, error))
    return TRUE;
  rs_image_clear (image);
  return FALSE;
}

gboolean
rs_tiff_read (const char *path, gint64 file_size, RsImage *image, GError **error)
{
  Tiff *state = g_new0 (Tiff, 1);
  gboolean good = open_file (state, path, "r", error);

  if (good)
    {
      good = read_page (state, file_size, image, error);
      TIFFClose (state->tiff);
    }
  g_free (state);
  return good;
}

/* Each page may be as large as a file of that size allows; all of them together, too. */
static gboolean
read_pages (Tiff *state, gint64 file_size, GArray *images, GError **error)
{
  gint64 count = 0;

  do
    {
      RsImage image = { 0 };

      if (!read_page (state, file_size, &image, error))
        return FALSE;
      g_array_append_val (images, image);
      count += image.height * image.width * image.channels;
      if (!rs_image_check_count (count, file_size, error))
        return FALSE;
      state->message[0] = '\0';
    }
  while (TIFFReadDirectory (state->tiff));
  return state->message[0] == '\0' || fail_damaged (state, error);
}

gboolean
rs_tiff_read_pages (const char *path, gint64 file_size, GArray *images, GError **error)
{
  Tiff *state = g_new0 (Tiff, 1);
  gboolean good = open_file (state, path, "r", error);

  if (good)
    {
      good = read_pages (state, file_size, images, error);
      TIFFClose (state->tiff);
    }
  g_free (state);
  return good;
}

static gboolean
write_lines (Tiff *state, const RsImage *image, int bits)
{
  gint64 n = image->width * image->channels;
  g_autofree char *line = g_malloc_n ((gsize)n, (gsize)bits / 8);

  for (gint64 row = 0; row < image->height; row++)
    {
      const float *pixels = image->pixels + row * n;

      if (rs_error_set_stopped_after (&state->since, n, &state->stopped))
        return FALSE;
      for (gint64 j = 0; j < n; j++)
        if (bits == 32)
          ((float *)line)[j] = pixels[j];
        else if (bits == 16)
          ((guint16 *)line)[j] = (guint16)rs_image_round (pixels[j], 65535);
        else
          ((guint8 *)line)[j] = (guint8)rs_image_round (pixels[j], 255);
      if (TIFFWriteScanline (state->tiff, line, (guint32)row, 0) < 0)
        return FALSE;
    }
  return TRUE;
}

static void
set_tags (Tiff *state, const RsImage *image, int bits)
{
  guint16 alpha = EXTRASAMPLE_UNASSALPHA;

  TIFFSetField (state->tiff, TIFFTAG_IMAGEWIDTH, (guint32)image->width);
  TIFFSetField (state->tiff, TIFFTAG_IMAGELENGTH, (guint32)image->height);
  TIFFSetField (state->tiff, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField (state->tiff, TIFFTAG_SAMPLESPERPIXEL, image->channels);
  TIFFSetField (state->tiff, TIFFTAG_SAMPLEFORMAT, bits == 32 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
  TIFFSetField (state->tiff, TIFFTAG_PHOTOMETRIC, image->channels >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  TIFFSetField (state->tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (state->tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
  TIFFSetField (state->tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize (state->tiff, (guint32)-1));
  if (image->channels == 4)
    TIFFSetField (state->tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
}

gboolean
rs_tiff_write_pages (const char *path, const RsImage *images, guint n, int bits, GError **error)
{
  Tiff *state = g_new0 (Tiff, 1);
  gboolean good = open_file (state, path, "w", error);

  if (good)
    {
      errno = 0; /* libtiff's message does not say why */
      for (guint i = 0; i < n && good; i++)
        {
          set_tags (state, &images[i], bits);
          if (n > 1)
            TIFFSetField (state->tiff, TIFFTAG_PAGENUMBER, i, n);
          good = write_lines (state, &images[i], bits) && TIFFWriteDirectory (state->tiff);
        }
      TIFFClose (state->tiff);
      if (!good || state->message[0] != '\0')
        good = fail (state, "it can't be written", errno != 0 ? g_strerror (errno) : state->message, error);
    }
  g_free (state);
  return good;
}

gboolean
rs_tiff_write (const char *path, const RsImage *image, int bits, GError **error)
{
  return rs_tiff_write_pages (path, image, 1, bits, error);
}
