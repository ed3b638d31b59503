/* A slice of a picture, pixel for pixel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-export.h"

/* Values a strip: an answer of the debugger is one line of at most a megabyte, in which three bytes are four
 * characters. */
#define VALUES_A_STRIP 180000

typedef struct {
  RsImageSource *source; /* owned */
  RsImageLook look;      /* with a reference to the colour map */
  RsSampleBox box;       /* the strip that is asked for */
  int width, height;
  guint8 *bgra;
  RsImageExportDone done;
  gpointer data;
} Export;

static gboolean ask (gpointer data);

static void
finish (Export *self, gboolean is_complete)
{
  gsize size = (gsize)self->width * (gsize)self->height * 4;
  GBytes *bytes = is_complete ? g_bytes_new_take (g_steal_pointer (&self->bgra), size) : NULL;

  self->done (bytes, self->width, self->height, self->data);
  g_clear_pointer (&bytes, g_bytes_unref);
  rs_color_map_unref (self->look.color_map);
  g_object_unref (self->source);
  g_free (self->bgra);
  g_free (self);
}

static void
on_strip (const float *values, gpointer data)
{
  Export *self = data;
  int first = (int)self->box.y;

  if (values == NULL)
    {
      finish (self, FALSE);
      return;
    }
  rs_image_look_render (&self->look, values, (gsize)self->width * (gsize)self->box.height,
                        rs_image_source_get_shape (self->source)->channels,
                        self->bgra + (gsize)first * (gsize)self->width * 4);
  self->box.y += self->box.height;
  if ((int)self->box.y >= self->height)
    finish (self, TRUE);
  else
    g_idle_add (ask, self);
}

static gboolean
ask (gpointer data)
{
  Export *self = data;
  int rows = VALUES_A_STRIP / (self->width * rs_image_source_get_shape (self->source)->channels);

  self->box.height = MIN (MAX (rows, 1), self->height - (int)self->box.y);
  rs_image_source_sample (self->source, &self->box, on_strip, self);
  return G_SOURCE_REMOVE;
}

void
rs_image_export (RsImageSource *source, gint64 slice, const RsImageLook *look, RsImageExportDone done, gpointer data)
{
  const RsPictureShape *shape = rs_image_source_get_shape (source);
  Export *self = g_new0 (Export, 1);

  self->source = g_object_ref (source);
  self->look = *look;
  self->look.color_map = look->color_map != NULL ? rs_color_map_ref (look->color_map) : NULL;
  self->width = (int)shape->width;
  self->height = (int)shape->height;
  self->box = (RsSampleBox){ .slice = slice, .step = 1, .width = self->width };
  self->bgra = g_try_malloc_n ((gsize)self->width * (gsize)self->height, 4);
  self->done = done;
  self->data = data;
  if (self->bgra != NULL)
    ask (self);
  else
    finish (self, FALSE);
}
