/* What a program shows, written into files.
 *
 * A figure that is shown again replaces its file. Values between low and high become 0 to 255, as a window shows them;
 * what is no number becomes 0.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/display.h"

#include "ide/cli/cli.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>

struct _RsFigures {
  char *folder;
};

RsFigures *
rs_figures_new (const char *folder, GError **error)
{
  RsFigures *self;

  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "cannot make the folder %s: %s", folder,
                   g_strerror (errno));
      return NULL;
    }
  self = g_new0 (RsFigures, 1);
  self->folder = g_strdup (folder);
  return self;
}

void
rs_figures_free (RsFigures *self)
{
  if (self == NULL)
    return;
  g_free (self->folder);
  g_free (self);
}

static void
convert_row (const RsDisplayImage *image, gint64 row, png_byte *out)
{
  gsize n = (gsize)image->width * (gsize)image->channels;
  const float *pixels = image->pixels + (gsize)row * n;
  double range = image->high - image->low;

  for (gsize i = 0; i < n; i++)
    {
      double value = range != 0 ? ((double)pixels[i] - image->low) / range * 255 : 0;

      out[i] = value >= 255 ? 255 : value > 0 ? (png_byte)lrint (value) : 0;
    }
}

/* libpng leaves through longjmp, so this holds nothing that would have to be freed. row: room for one row. */
static gboolean
write_png (png_structp png, png_infop info, FILE *file, const RsDisplayImage *image, png_byte *row)
{
  static const int color_types[] = { 0, PNG_COLOR_TYPE_GRAY, 0, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA };

  if (setjmp (png_jmpbuf (png)) != 0)
    return FALSE;
  png_init_io (png, file);
  png_set_IHDR (png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8, color_types[image->channels],
                PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level (png, 3);
  png_write_info (png, info);
  for (gint64 y = 0; y < image->height; y++)
    {
      convert_row (image, y, row);
      png_write_row (png, row);
    }
  png_write_end (png, info);
  return TRUE;
}

static gboolean
write_image (const char *path, const RsDisplayImage *image)
{
  FILE *file = fopen (path, "wb");
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png != NULL ? png_create_info_struct (png) : NULL;
  g_autofree png_byte *row = g_try_malloc_n ((gsize)image->width, (gsize)image->channels);
  gboolean done = file != NULL && info != NULL && row != NULL && write_png (png, info, file, image, row);

  png_destroy_write_struct (&png, &info);
  if (file != NULL && fclose (file) != 0)
    done = FALSE;
  return done;
}

static void
show_image (gpointer data, guint figure, const RsDisplayImage *image)
{
  RsFigures *self = data;
  g_autofree char *name = g_strdup_printf ("figure-%u.png", figure);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  if (image->channels != 1 && image->channels != 3 && image->channels != 4)
    rs_cli_complain ("figure %u is not written: an image has 1, 3 or 4 channels, this one %d", figure,
                     image->channels);
  else if (image->width < 1 || image->height < 1)
    rs_cli_complain ("figure %u is not written: it is empty", figure);
  else if (!write_image (path, image))
    rs_cli_complain ("cannot write %s: %s", path, g_strerror (errno));
}

static gboolean
is_interactive (gpointer data)
{
  return FALSE;
}

const RsDisplay rs_figures_display = { .show_image = show_image, .is_interactive = is_interactive };
