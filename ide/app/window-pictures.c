/* Picture files that are opened like documents: shown in the viewer of the figures.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window-private.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

/* Figures of programs count from 1; opened files come far behind them. */
#define FIRST_PICTURE 100000

/* The same file has the same figure. */
static guint
get_figure (const char *path)
{
  return FIRST_PICTURE + g_str_hash (path) % FIRST_PICTURE;
}

gboolean
rs_window_open_picture (RsWindow *self, const char *path)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new_from_file (path, NULL);
  g_autofree char *title = g_path_get_basename (path);
  g_autofree float *values = NULL;
  RsDisplayImage shown = { .low = 0, .high = 255, .title = title };
  RsImage *image;
  gsize next = 0;

  if (pixbuf == NULL)
    return FALSE;
  shown.height = gdk_pixbuf_get_height (pixbuf);
  shown.width = gdk_pixbuf_get_width (pixbuf);
  shown.channels = gdk_pixbuf_get_n_channels (pixbuf);
  values = g_new (float, (gsize)shown.height * (gsize)shown.width * (gsize)shown.channels);
  for (gint64 y = 0; y < shown.height; y++)
    {
      const guint8 *row = gdk_pixbuf_read_pixels (pixbuf) + y * gdk_pixbuf_get_rowstride (pixbuf);

      for (gint64 x = 0; x < shown.width * shown.channels; x++)
        values[next++] = row[x];
    }
  shown.pixels = values;
  image = rs_image_new (&shown);
  rs_window_show_image (self, get_figure (path), image);
  rs_image_unref (image);
  return TRUE;
}
