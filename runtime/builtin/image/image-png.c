/* PNG: every depth and colour type is read; 8 and 16 bits are written.
 *
 * libpng leaves a failed function by longjmp: everything that has to be freed is in a struct on the heap of the caller,
 * and no local variable is changed between setjmp and the jump.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"
#include "runtime/builtin/image/orientation.h"

#include "runtime/base/error.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <png.h>
#include <stdio.h>

typedef struct
{
  FILE *file;
  png_structp png;
  png_infop info;
  png_bytep data;
  png_bytepp rows;
  int n_passes;    /* over the rows of a file that is read */
  GError *stopped; /* owned; not NULL: the program is to stop */
  char message[256];
} Png;

static void
on_error (png_structp png, png_const_charp message)
{
  Png *state = png_get_error_ptr (png);

  g_strlcpy (state->message, message, sizeof state->message);
  png_longjmp (png, 1);
}

static void
on_warning (png_structp png, png_const_charp message)
{
}

static void
clear (Png *state)
{
  g_clear_error (&state->stopped);
  g_free (state->rows);
  g_free (state->data);
  if (state->file != NULL)
    fclose (state->file);
}

/* The header: sizes, and the conversions that leave grey, colour or colour with alpha, 8 or 16 bits. */
static gboolean
read_header (Png *state)
{
  int color;

  if (setjmp (png_jmpbuf (state->png)))
    return FALSE;
  png_init_io (state->png, state->file);
  png_set_user_limits (state->png, 1 << 24, 1 << 24);
  png_read_info (state->png, state->info);
  color = png_get_color_type (state->png, state->info);
  if (color == PNG_COLOR_TYPE_PALETTE)
    png_set_palette_to_rgb (state->png);
  if (color == PNG_COLOR_TYPE_GRAY && png_get_bit_depth (state->png, state->info) < 8)
    png_set_expand_gray_1_2_4_to_8 (state->png);
  if (png_get_valid (state->png, state->info, PNG_INFO_tRNS))
    png_set_tRNS_to_alpha (state->png);
  if (color == PNG_COLOR_TYPE_GRAY_ALPHA
      || (color == PNG_COLOR_TYPE_GRAY && png_get_valid (state->png, state->info, PNG_INFO_tRNS)))
    png_set_gray_to_rgb (state->png);
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN && png_get_bit_depth (state->png, state->info) == 16)
    png_set_swap (state->png);
  state->n_passes = png_set_interlace_handling (state->png);
  png_read_update_info (state->png, state->info);
  return TRUE;
}

static gboolean
is_stopped (Png *state, gint64 *since)
{
  return rs_error_set_stopped_after (since, (gint64)png_get_rowbytes (state->png, state->info), &state->stopped);
}

static void
pass_over_rows (Png *state)
{
  png_uint_32 height = png_get_image_height (state->png, state->info);
  gint64 since = 0;

  for (int pass = 0; pass < state->n_passes; pass++)
    for (png_uint_32 i = 0; i < height; i++)
      {
        if (is_stopped (state, &since))
          return;
        png_read_row (state->png, state->rows[i], NULL);
      }
  png_read_end (state->png, NULL);
}

static gboolean
read_rows (Png *state)
{
  if (setjmp (png_jmpbuf (state->png)))
    return FALSE;
  pass_over_rows (state);
  return state->stopped == NULL;
}

static gboolean
allocate_rows (Png *state, gsize height, gsize row_bytes)
{
  state->data = g_try_malloc_n (height, row_bytes);
  state->rows = g_try_new (png_bytep, height);
  if (state->data == NULL || state->rows == NULL)
    return FALSE;
  for (gsize i = 0; i < height; i++)
    state->rows[i] = state->data + i * row_bytes;
  return TRUE;
}

static gboolean
fail_message (Png *state, const char *what, GError **error)
{
  if (state->stopped != NULL)
    g_propagate_error (error, g_steal_pointer (&state->stopped));
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s (%s)", what, state->message);
  return FALSE;
}

static guint
get_orientation (const Png *state)
{
  png_bytep exif = NULL;
  png_uint_32 length = 0;

  return png_get_eXIf_1 (state->png, state->info, &length, &exif) != 0 ? rs_exif_get_orientation (exif, length) : 1;
}

static gboolean
read_pixels (Png *state, gint64 file_size, RsImage *image, GError **error)
{
  gint64 height = png_get_image_height (state->png, state->info), width = png_get_image_width (state->png, state->info);
  int channels = png_get_channels (state->png, state->info);
  gboolean wide = png_get_bit_depth (state->png, state->info) == 16;

  if (!rs_image_allocate (image, height, width, channels, file_size, error))
    return FALSE;
  if (!allocate_rows (state, (gsize)height, png_get_rowbytes (state->png, state->info)))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory for its pixels");
      return FALSE;
    }
  if (!read_rows (state))
    return fail_message (state, "the file is damaged or not complete", error);
  for (gint64 i = 0; i < height; i++)
    for (gint64 j = 0; j < width * channels; j++)
      image->pixels[i * width * channels + j] = wide ? (float)((guint16 *)state->rows[i])[j] : (float)state->rows[i][j];
  return rs_image_turn (image, get_orientation (state), error);
}

gboolean
rs_png_read (const char *path, gint64 file_size, RsImage *image, GError **error)
{
  Png *state = g_new0 (Png, 1);
  gboolean good = FALSE;

  state->file = g_fopen (path, "rb");
  state->png = png_create_read_struct (PNG_LIBPNG_VER_STRING, state, on_error, on_warning);
  state->info = state->png != NULL ? png_create_info_struct (state->png) : NULL;
  if (state->file == NULL || state->info == NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  else if (!read_header (state))
    fail_message (state, "the file is damaged", error);
  else
    good = read_pixels (state, file_size, image, error);
  if (!good)
    rs_image_clear (image);
  png_destroy_read_struct (&state->png, &state->info, NULL);
  clear (state);
  g_free (state);
  return good;
}

static void
put_rows (Png *state, gint64 height)
{
  gint64 since = 0;

  for (gint64 i = 0; i < height; i++)
    {
      if (is_stopped (state, &since))
        return;
      png_write_row (state->png, state->rows[i]);
    }
  png_write_end (state->png, NULL);
}

static gboolean
write_rows (Png *state, const RsImage *image, int bits)
{
  static const int colors[5] = { 0, PNG_COLOR_TYPE_GRAY, 0, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA };

  if (setjmp (png_jmpbuf (state->png)))
    return FALSE;
  png_init_io (state->png, state->file);
  png_set_user_limits (state->png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR (state->png, state->info, (png_uint_32)image->width, (png_uint_32)image->height, bits,
                colors[image->channels], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info (state->png, state->info);
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN && bits == 16)
    png_set_swap (state->png);
  put_rows (state, image->height);
  return state->stopped == NULL;
}

static void
round_pixels (const RsImage *image, int bits, png_bytep data)
{
  gint64 n = image->height * image->width * image->channels;

  for (gint64 i = 0; i < n; i++)
    if (bits == 16)
      ((guint16 *)data)[i] = (guint16)rs_image_round (image->pixels[i], 65535);
    else
      data[i] = (guint8)rs_image_round (image->pixels[i], 255);
}

gboolean
rs_png_write (const char *path, const RsImage *image, int bits, GError **error)
{
  Png *state = g_new0 (Png, 1);
  gboolean good = FALSE;

  state->file = g_fopen (path, "wb");
  if (state->file == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
      g_free (state);
      return FALSE;
    }
  state->png = png_create_write_struct (PNG_LIBPNG_VER_STRING, state, on_error, on_warning);
  state->info = state->png != NULL ? png_create_info_struct (state->png) : NULL;
  if (state->info == NULL
      || !allocate_rows (state, (gsize)image->height, (gsize)(image->width * image->channels * bits / 8)))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory for its pixels");
  else
    {
      round_pixels (image, bits, state->data);
      errno = 0; /* libpng's message does not say why */
      good = write_rows (state, image, bits);
      if (!good && errno != 0)
        g_strlcpy (state->message, g_strerror (errno), sizeof state->message);
      if (!good)
        fail_message (state, "it can't be written", error);
    }
  png_destroy_write_struct (&state->png, &state->info);
  if (fclose (state->file) != 0 && good)
    {
      good = FALSE;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
    }
  state->file = NULL;
  if (!good)
    g_unlink (path);
  clear (state);
  g_free (state);
  return good;
}
