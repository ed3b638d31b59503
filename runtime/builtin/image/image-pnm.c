/* PBM, PGM, PPM ("portable any map"): P1 to P6, one or two bytes a sample; binary ones are written.
 *
 * Samples of a file whose highest value is neither 255 nor 65535 are scaled to one of them. The format is a few lines
 * of text and the samples, which is less than a library's interface would need.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include "runtime/base/error.h"
#include "runtime/base/replace-file.h"

#include <math.h>

#define HIGHEST 65535

typedef struct
{
  const guint8 *data;
  gsize left;
} Input;

/* Blanks and comments, which go from # to the end of a line. */
static void
skip_blanks (Input *input)
{
  gboolean comment = FALSE;

  while (input->left > 0 && (comment || g_ascii_isspace (*input->data) || *input->data == '#'))
    {
      comment = (comment || *input->data == '#') && *input->data != '\n' && *input->data != '\r';
      input->data++;
      input->left--;
    }
}

static gboolean
take_number (Input *input, guint highest, guint *number)
{
  guint64 x = 0;
  gboolean found = FALSE;

  skip_blanks (input);
  while (input->left > 0 && g_ascii_isdigit (*input->data) && x <= highest)
    {
      x = x * 10 + (guint64)(*input->data - '0');
      found = TRUE;
      input->data++;
      input->left--;
    }
  *number = (guint)MIN (x, G_MAXUINT);
  return found && x <= highest;
}

/* One bit a pixel, each row padded to a byte; 1 is black. */
static gboolean
read_bits (Input *input, RsImage *image)
{
  gsize row_bytes = ((gsize)image->width + 7) / 8;

  for (gint64 i = 0; i < image->height; i++)
    for (gint64 j = 0; j < image->width; j++)
      {
        guint8 byte = input->data[(gsize)i * row_bytes + (gsize)j / 8];

        image->pixels[i * image->width + j] = (byte >> (7 - j % 8) & 1) != 0 ? 0 : 255;
      }
  return TRUE;
}

/* The digits of a text file of bits need no blanks between them. */
static gboolean
read_digits (Input *input, RsImage *image)
{
  for (gint64 i = 0; i < image->height * image->width; i++)
    {
      skip_blanks (input);
      if (input->left == 0 || (*input->data != '0' && *input->data != '1'))
        return FALSE;
      image->pixels[i] = *input->data == '1' ? 0 : 255;
      input->data++;
      input->left--;
    }
  return TRUE;
}

/* It ends early when the program is to stop; what it gives is dropped then. */
static gboolean
read_samples (Input *input, RsImage *image, gboolean text, guint highest)
{
  gint64 n = image->height * image->width * image->channels, since = 0;
  guint full = highest > 255 ? HIGHEST : 255;

  for (gint64 i = 0; i < n && !rs_error_set_stopped_after (&since, 1, NULL); i++)
    {
      guint x;

      if (text)
        {
          if (!take_number (input, highest, &x))
            return FALSE;
        }
      else if (highest > 255)
        x = (guint)input->data[2 * i] << 8 | input->data[2 * i + 1];
      else
        x = input->data[i];
      x = MIN (x, highest);
      image->pixels[i] = highest == full ? (float)x : floorf ((float)x * (float)full / (float)highest + 0.5f);
    }
  return TRUE;
}

static gboolean
fail_damaged (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged or not complete");
  return FALSE;
}

/* kind: the digit behind the P. */
static gboolean
read_body (Input *input, int kind, RsImage *image, GError **error)
{
  guint width, height, highest = 1;
  int channels = kind % 3 == 0 ? 3 : 1;
  gboolean bits = kind == 1 || kind == 4, text = kind <= 3;
  gsize row, least;

  if (!take_number (input, G_MAXINT, &width) || !take_number (input, G_MAXINT, &height)
      || (!bits && (!take_number (input, HIGHEST, &highest) || highest == 0)))
    return fail_damaged (error);
  if (!text && input->left > 0)
    {
      input->data++; /* the one blank before the samples */
      input->left--;
    }
  row = kind == 4 ? ((gsize)width + 7) / 8 : (gsize)width * (gsize)channels * (!text && highest > 255 ? 2 : 1);
  least = text && !bits ? 2 * row - (row > 0) : row;
  if (height > 0 && least > input->left / height + (text ? 1 : 0))
    return fail_damaged (error);
  if (!rs_image_allocate (image, height, width, channels, (gint64)input->left, error))
    return FALSE;
  if (!(kind == 1 ? read_digits (input, image) : kind == 4 ? read_bits (input, image)
                                                           : read_samples (input, image, text, highest)))
    return fail_damaged (error);
  return TRUE;
}

gboolean
rs_pnm_read (const char *path, gint64 file_size, RsImage *image, GError **error)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) reason = NULL;
  Input input;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, &reason))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", reason->message);
      return FALSE;
    }
  if (length < 3)
    return fail_damaged (error);
  input = (Input){ (const guint8 *)contents + 2, length - 2 };
  if (read_body (&input, contents[1] - '0', image, error))
    return TRUE;
  rs_image_clear (image);
  return FALSE;
}

/* --- writing --- */

static void
put_bits (GByteArray *out, const RsImage *image)
{
  for (gint64 i = 0; i < image->height; i++)
    for (gint64 j = 0; j < image->width; j += 8)
      {
        guint8 byte = 0;

        for (gint64 k = j; k < MIN (j + 8, image->width); k++)
          byte |= (guint8)((image->pixels[i * image->width + k] >= 128 ? 0u : 1u) << (7 - (k - j)));
        g_byte_array_append (out, &byte, 1);
      }
}

/* Without alpha, for which these formats have no place; a grey pixel has its value in all channels. FALSE with an
 * error: stopped. */
static gboolean
put_samples (GByteArray *out, const RsImage *image, int channels, int bits, GError **error)
{
  gint64 since = 0;

  for (gint64 i = 0; i < image->height * image->width; i++)
    {
      if (rs_error_set_stopped_after (&since, channels, error))
        return FALSE;
      for (int c = 0; c < channels; c++)
        {
          guint x = rs_image_round (image->pixels[i * image->channels + MIN (c, image->channels - 1)],
                                    bits == 16 ? 65535 : 255);
          guint8 bytes[2] = { (guint8)(x >> 8), (guint8)x };

          g_byte_array_append (out, bits == 16 ? bytes : bytes + 1, bits == 16 ? 2 : 1);
        }
    }
  return TRUE;
}

/* kind: the digit behind the P, of a binary file. */
static gboolean
write_file (const char *path, const RsImage *image, int kind, int bits, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autofree char *head = NULL;

  if (image->channels > 1 && kind != 6)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
                   "the format is for grey images; give the file a name that ends in .ppm");
      return FALSE;
    }
  if (image->height * image->width > G_MAXINT / 6)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "the image is too large for this format");
      return FALSE;
    }
  head = g_strdup_printf ("P%d\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n%s", kind, image->width, image->height,
                          kind == 4 ? "" : bits == 16 ? "65535\n" : "255\n");
  g_byte_array_append (out, (const guint8 *)head, (guint)strlen (head));
  if (kind == 4)
    put_bits (out, image);
  else if (!put_samples (out, image, kind == 6 ? 3 : 1, bits, error))
    return FALSE;
  return rs_write_file (path, (const char *)out->data, out->len, error);
}

gboolean
rs_pbm_write (const char *path, const RsImage *image, int bits, GError **error)
{
  return write_file (path, image, 4, bits, error);
}

gboolean
rs_pgm_write (const char *path, const RsImage *image, int bits, GError **error)
{
  return write_file (path, image, 5, bits, error);
}

gboolean
rs_ppm_write (const char *path, const RsImage *image, int bits, GError **error)
{
  return write_file (path, image, 6, bits, error);
}

gboolean
rs_pnm_write (const char *path, const RsImage *image, int bits, GError **error)
{
  return write_file (path, image, image->channels > 1 ? 6 : 5, bits, error);
}
