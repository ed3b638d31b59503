/* A slice of a picture as a PNG file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-save.h"

#include "ide/view/image/image-export.h"
#include "runtime/base/replace-file.h"
#include "runtime/figure/canvas/png.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

typedef struct {
  char *path;
  GBytes *bgra;
  int width, height;
  gboolean has_alpha;
  RsImageSaved saved;
  gpointer data;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_clear_pointer (&saving->bgra, g_bytes_unref);
  g_free (saving->path);
  g_free (saving);
}

static guint8 *
to_rgba (const guint8 *bgra, gsize n)
{
  guint8 *rgba = g_malloc (n * 4);

  for (gsize i = 0; i < 4 * n; i += 4)
    {
      guint alpha = bgra[i + 3];

      for (gsize c = 0; c < 3; c++)
        rgba[i + c] = (guint8)(alpha > 0 ? MIN (bgra[i + 2 - c] * 255u / alpha, 255u) : 0);
      rgba[i + 3] = (guint8)alpha;
    }
  return rgba;
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  g_autofree guint8 *rgba
      = to_rgba (g_bytes_get_data (saving->bgra, NULL), (gsize)saving->width * (gsize)saving->height);
  const RsBitmap bitmap = { rgba, saving->width, saving->height };
  GError *error = NULL;
  g_autoptr (GByteArray) png = rs_png_encode (&bitmap, saving->has_alpha, &error);

  if (png != NULL)
    rs_replace_file_with (saving->path, (const char *)png->data, png->len, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  const Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  saving->saved (error, saving->data);
}

static void
on_export (GBytes *bgra, int width, int height, gpointer data)
{
  Saving *saving = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GTask) task = NULL;

  if (bgra == NULL)
    {
      error = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, _ ("its values are not there any more, or memory is short"));
      saving->saved (error, saving->data);
      saving_free (saving);
      return;
    }
  saving->bgra = g_bytes_ref (bgra);
  saving->width = width;
  saving->height = height;
  task = g_task_new (NULL, NULL, on_written, NULL);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, write_in_thread);
}

void
rs_image_save (RsImageSource *source, gint64 slice, const RsImageLook *look, const char *path, RsImageSaved saved,
               gpointer data)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->path = g_strdup (path);
  saving->has_alpha = rs_image_source_get_shape (source)->channels == 4 && look->channel == RS_ALL_CHANNELS;
  saving->saved = saved;
  saving->data = data;
  rs_image_export (source, slice, look, on_export, saving);
}

void
rs_texture_save (GdkTexture *texture, const char *path, RsImageSaved saved, gpointer data)
{
  const int width = texture != NULL ? gdk_texture_get_width (texture) : 0;
  const int height = texture != NULL ? gdk_texture_get_height (texture) : 0;
  const gsize size = (gsize)width * (gsize)height * 4;
  guint8 *bgra = size > 0 ? g_try_malloc (size) : NULL;
  g_autoptr (GBytes) bytes = bgra != NULL ? g_bytes_new_take (bgra, size) : NULL;
  Saving *saving = g_new0 (Saving, 1);

  if (bgra != NULL)
    gdk_texture_download (texture, bgra, (gsize)width * 4);
  saving->path = g_strdup (path);
  saving->has_alpha = TRUE;
  saving->saved = saved;
  saving->data = data;
  on_export (bytes, width, height, saving);
}
