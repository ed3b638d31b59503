/* The formats of image files: which one a file has, and which one a name asks for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#ifndef RS_HAVE_WEBP
#define rs_webp_read NULL
#define rs_webp_write NULL
#endif

static const RsImageFormat formats[] = {
  { "PNG", { "\211PNG\r\n\032\n" }, { ".png" }, rs_png_read, rs_png_write, TRUE },
  { "JPEG", { "\377\330\377" }, { ".jpg", ".jpeg" }, rs_jpeg_read, rs_jpeg_write },
  { "TIFF", { "II*@", "MM@*", "II+@", "MM@+" }, { ".tif", ".tiff" }, rs_tiff_read, rs_tiff_write, TRUE,
    rs_tiff_read_pages, rs_tiff_write_pages },
  { "BMP", { "BM" }, { ".bmp" }, rs_bmp_read, rs_bmp_write },
  { "PNM", { "P1", "P4" }, { ".pbm" }, rs_pnm_read, rs_pbm_write },
  { "PNM", { "P2", "P5" }, { ".pgm" }, rs_pnm_read, rs_pgm_write, TRUE },
  { "PNM", { "P3", "P6" }, { ".ppm" }, rs_pnm_read, rs_ppm_write, TRUE },
  { "PNM", { NULL }, { ".pnm" }, NULL, rs_pnm_write, TRUE },
  { "WebP", { "RIFF????WEBP" }, { ".webp" }, rs_webp_read, rs_webp_write },
};

/* magic: ? stands for any byte, @ for 0. */
static gboolean
begins_with (const guint8 *head, gsize n, const char *magic)
{
  gsize length = strlen (magic);

  if (n < length)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (magic[i] != '?' && (char)head[i] != (magic[i] == '@' ? '\0' : magic[i]))
      return FALSE;
  return TRUE;
}

static gboolean
has_head (const RsImageFormat *format, const guint8 *head, gsize n)
{
  for (guint i = 0; i < RS_IMAGE_MAGICS && format->magics[i] != NULL; i++)
    if (begins_with (head, n, format->magics[i]))
      return TRUE;
  return FALSE;
}

const RsImageFormat *
rs_image_format_of_file (const char *path, gint64 *file_size, GError **error)
{
  guint8 head[12] = { 0 };
  GStatBuf status;
  FILE *file = g_fopen (path, "rb");
  gsize n;

  if (file == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
      return NULL;
    }
  n = fread (head, 1, sizeof head, file);
  fclose (file);
  *file_size = g_stat (path, &status) == 0 ? (gint64)status.st_size : 0;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (has_head (&formats[i], head, n))
      {
        if (formats[i].read != NULL)
          return &formats[i];
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY,
                     "it is a %s image, and this Redshift was built without the library for them", formats[i].name);
        return NULL;
      }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
               n == 0 ? "the file is empty" : "it is no PNG, JPEG, TIFF, BMP, PNM or WebP image");
  return NULL;
}

const RsImageFormat *
rs_image_format_of_name (const char *path, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint k = 0; k < RS_IMAGE_SUFFIXES && formats[i].suffixes[k] != NULL; k++)
      if (g_str_has_suffix (lower, formats[i].suffixes[k]))
        {
          if (formats[i].write != NULL)
            return &formats[i];
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_LIBRARY,
                       "imwrite: \"%s\": this Redshift was built without the library for %s images", path,
                       formats[i].name);
          return NULL;
        }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
               "imwrite: \"%s\": the name has to end in .png, .jpg, .jpeg, .tif, .tiff, .bmp, .pbm, .pgm, .ppm, .pnm "
               "or .webp",
               path);
  return NULL;
}
