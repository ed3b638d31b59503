/* Picture files that are opened like documents: shown in the viewer of the figures. They are read on a thread of their
 * own: large ones take seconds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

/* Figures of programs count from 1; opened files come far behind them. */
#define FIRST_PICTURE 100000

/* The same file has the same figure. */
static guint
get_figure (const char *path)
{
  return FIRST_PICTURE + g_str_hash (path) % FIRST_PICTURE;
}

static void
free_facts (gpointer data)
{
  RsImageFacts *facts = data;

  g_bytes_unref (facts->pixels);
  g_free (facts);
}

static RsImageFacts *
make_facts (GdkPixbuf *pixbuf)
{
  RsImageFacts *facts = g_new0 (RsImageFacts, 1);
  RsPictureShape *shape = &facts->shape;
  gsize n, next = 0;
  float *values;

  *shape = (RsPictureShape){ gdk_pixbuf_get_height (pixbuf), gdk_pixbuf_get_width (pixbuf),
                             gdk_pixbuf_get_n_channels (pixbuf), 1 };
  n = (gsize)shape->height * (gsize)shape->width * (gsize)shape->channels;
  values = g_new (float, n);
  for (gint64 y = 0; y < shape->height; y++)
    {
      const guint8 *row = gdk_pixbuf_read_pixels (pixbuf) + y * gdk_pixbuf_get_rowstride (pixbuf);

      for (gint64 x = 0; x < shape->width * shape->channels; x++)
        values[next++] = row[x];
    }
  facts->pixels = g_bytes_new_take (values, n * sizeof (float));
  facts->high = 255;
  return facts;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new_from_file (path, &error);

  if (pixbuf == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, make_facts (pixbuf), free_facts);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  RsWindow *self = RS_WINDOW (source);
  const char *path = g_task_get_task_data (G_TASK (result));
  RsImageFacts *facts = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autofree char *title = g_path_get_basename (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (RsImage) image = NULL;

  if (facts != NULL)
    {
      facts->title = title;
      image = rs_image_new (facts);
      free_facts (facts);
    }
  if (self->figures == NULL) /* the window is going */
    return;
  if (image != NULL)
    rs_window_show_image (self, get_figure (path), image);
  else
    rs_window_open_as_text (self, file, 0, 0);
}

void
rs_window_open_picture (RsWindow *self, const char *path)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_read, NULL);

  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, read_in_thread);
}
