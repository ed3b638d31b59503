/* JPEG: grey, colour and CMYK files are read, as EXIF says that they stand; grey and colour are written at quality 95,
 * without alpha.
 *
 * libjpeg ends the process on errors unless its error_exit is replaced; ours jumps back, as in image-png.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"
#include "runtime/builtin/image/orientation.h"

#include "runtime/base/error.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#define QUALITY 95

typedef struct
{
  struct jpeg_error_mgr manager; /* first: the library hands back a pointer to it */
  jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  GError *stopped; /* owned; not NULL: the program is to stop */
  gint64 since;    /* the last poll: samples */
  FILE *file;
  JSAMPLE *row;
  struct jpeg_decompress_struct reader;
  struct jpeg_compress_struct writer;
} Jpeg;

static void
on_error (j_common_ptr common)
{
  Jpeg *state = (Jpeg *)common->err;

  common->err->format_message (common, state->message);
  longjmp (state->jump, 1);
}

/* Warnings (num_warnings counts them) mean damaged data: a picture that ends in grey is no picture. */
static void
on_message (j_common_ptr common)
{
  Jpeg *state = (Jpeg *)common->err;

  common->err->format_message (common, state->message);
}

static Jpeg *
new_state (void)
{
  Jpeg *state = g_new0 (Jpeg, 1);

  jpeg_std_error (&state->manager);
  state->manager.error_exit = on_error;
  state->manager.output_message = on_message;
  return state;
}

static gboolean
read_header (Jpeg *state)
{
  if (setjmp (state->jump))
    return FALSE;
  jpeg_create_decompress (&state->reader);
  jpeg_stdio_src (&state->reader, state->file);
  jpeg_save_markers (&state->reader, JPEG_APP0 + 1, 0xffff);
  jpeg_read_header (&state->reader, TRUE);
  if (state->reader.jpeg_color_space == JCS_YCCK || state->reader.jpeg_color_space == JCS_CMYK)
    state->reader.out_color_space = JCS_CMYK;
  else if (state->reader.num_components == 1)
    state->reader.out_color_space = JCS_GRAYSCALE;
  else
    state->reader.out_color_space = JCS_RGB;
  jpeg_calc_output_dimensions (&state->reader);
  return TRUE;
}

/* CMYK as programs write it, inverted: each colour times black. */
static void
convert_row (const Jpeg *state, float *out, gint64 width, int channels)
{
  if (state->reader.out_color_space != JCS_CMYK)
    {
      for (gint64 j = 0; j < width * channels; j++)
        out[j] = state->row[j];
      return;
    }
  for (gint64 j = 0; j < width; j++)
    for (int c = 0; c < 3; c++)
      {
        guint ink = state->row[4 * j + c], black = state->row[4 * j + 3];

        out[3 * j + c]
            = state->reader.saw_Adobe_marker ? (float)(ink * black) / 255 : (float)((255 - ink) * (255 - black)) / 255;
      }
}

static gboolean
read_rows (Jpeg *state, const RsImage *image)
{
  if (setjmp (state->jump))
    return FALSE;
  jpeg_start_decompress (&state->reader);
  while (state->reader.output_scanline < state->reader.output_height)
    {
      gint64 line = state->reader.output_scanline;

      if (rs_error_set_stopped_after (&state->since, image->width * image->channels, &state->stopped))
        return FALSE;
      if (jpeg_read_scanlines (&state->reader, &state->row, 1) != 1)
        return FALSE;
      convert_row (state, image->pixels + line * image->width * image->channels, image->width, image->channels);
    }
  jpeg_finish_decompress (&state->reader);
  return state->manager.num_warnings == 0;
}

/* EXIF is the first APP1 that says so. */
static guint
get_orientation (const Jpeg *state)
{
  static const char head[] = "Exif\0";

  for (jpeg_saved_marker_ptr marker = state->reader.marker_list; marker != NULL; marker = marker->next)
    if (marker->data_length > sizeof head && memcmp (marker->data, head, sizeof head) == 0)
      return rs_exif_get_orientation (marker->data + sizeof head, marker->data_length - sizeof head);
  return 1;
}

static gboolean
fail (Jpeg *state, const char *what, const char *why, GError **error)
{
  if (state->stopped != NULL)
    g_propagate_error (error, g_steal_pointer (&state->stopped));
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s (%s)", what, why);
  return FALSE;
}

static gboolean
fail_damaged (Jpeg *state, GError **error)
{
  return fail (state, "the file is damaged or not complete", state->message, error);
}

static gboolean
read_image (Jpeg *state, gint64 file_size, RsImage *image, GError **error)
{
  guint orientation;

  if (!read_header (state))
    return fail_damaged (state, error);
  if (!rs_image_allocate (image, state->reader.output_height, state->reader.output_width,
                          state->reader.out_color_space == JCS_GRAYSCALE ? 1 : 3, file_size, error))
    return FALSE;
  state->row = g_new (JSAMPLE, (gsize)state->reader.output_width * 4);
  orientation = get_orientation (state); /* before the markers go with the last row */
  if (!read_rows (state, image))
    return fail_damaged (state, error);
  return rs_image_turn (image, orientation, error);
}

gboolean
rs_jpeg_read (const char *path, gint64 file_size, RsImage *image, GError **error)
{
  Jpeg *state = new_state ();
  gboolean good = FALSE;

  state->reader.err = &state->manager;
  state->file = g_fopen (path, "rb");
  if (state->file == NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  else
    {
      good = read_image (state, file_size, image, error);
      fclose (state->file);
    }
  if (!good)
    rs_image_clear (image);
  jpeg_destroy_decompress (&state->reader);
  g_free (state->row);
  g_free (state);
  return good;
}

static gboolean
write_rows (Jpeg *state, const RsImage *image)
{
  int channels = image->channels == 1 ? 1 : 3;

  if (setjmp (state->jump))
    return FALSE;
  jpeg_create_compress (&state->writer);
  jpeg_stdio_dest (&state->writer, state->file);
  state->writer.image_width = (JDIMENSION)image->width;
  state->writer.image_height = (JDIMENSION)image->height;
  state->writer.input_components = channels;
  state->writer.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults (&state->writer);
  jpeg_set_quality (&state->writer, QUALITY, TRUE);
  jpeg_start_compress (&state->writer, TRUE);
  while (state->writer.next_scanline < state->writer.image_height)
    {
      const float *pixels = image->pixels + (gint64)state->writer.next_scanline * image->width * image->channels;

      if (rs_error_set_stopped_after (&state->since, image->width * image->channels, &state->stopped))
        return FALSE;
      for (gint64 j = 0; j < image->width; j++)
        for (int c = 0; c < channels; c++)
          state->row[j * channels + c] = (JSAMPLE)rs_image_round (pixels[j * image->channels + c], 255);
      jpeg_write_scanlines (&state->writer, &state->row, 1);
    }
  jpeg_finish_compress (&state->writer);
  return TRUE;
}

gboolean
rs_jpeg_write (const char *path, const RsImage *image, int bits, GError **error)
{
  Jpeg *state;
  gboolean good;

  if (bits != 8 || image->height > 65500 || image->width > 65500)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
                   "a JPEG file has 8 bits and at most 65500 rows and columns; write PNG");
      return FALSE;
    }
  state = new_state ();
  state->writer.err = &state->manager;
  state->file = g_fopen (path, "wb");
  if (state->file == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
      g_free (state);
      return FALSE;
    }
  state->row = g_new (JSAMPLE, (gsize)image->width * 3);
  errno = 0; /* libjpeg's message does not say why */
  good = write_rows (state, image);
  jpeg_destroy_compress (&state->writer);
  good = fclose (state->file) == 0 && good;
  if (!good)
    {
      g_unlink (path);
      fail (state, "it can't be written", errno != 0 ? g_strerror (errno) : state->message, error);
    }
  g_free (state->row);
  g_free (state);
  return good;
}
