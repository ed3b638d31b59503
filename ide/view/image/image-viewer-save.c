/* Saving and copying.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-viewer-private.h"

#include "ide/view/image/image-export.h"
#include "ide/view/image/image-save.h"

#include <glib/gi18n.h>

static void
show_error (RsImageViewer *self, const char *text)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIALOG_MODAL,
                                              GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, _ ("The image was not saved: %s"),
                                              text);

  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_copy_ready (GBytes *bgra, int width, int height, gpointer data)
{
  g_autoptr (RsImageViewer) self = data;
  g_autoptr (GdkTexture) texture = NULL;

  if (bgra == NULL || self->box == NULL)
    return;
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bgra, (gsize)width * 4);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  rs_image_viewer_tell (self, _ ("Copied"));
}

static void
on_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  g_autoptr (GdkTexture) volume = self->volume != NULL ? rs_volume_view_get_picture (self->volume) : NULL;

  if (volume != NULL)
    {
      gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), volume);
      rs_image_viewer_tell (self, _ ("Copied"));
    }
  else if (source != NULL)
    rs_image_export (source, rs_image_canvas_get_slice (self->canvas), rs_image_canvas_get_look (self->canvas),
                     on_copy_ready, g_object_ref (self));
}

static void
on_saved (const GError *error, gpointer data)
{
  g_autoptr (RsImageViewer) self = data;

  if (self->box != NULL && error != NULL)
    show_error (self, error->message);
  else if (self->box != NULL)
    rs_image_viewer_tell (self, _ ("Saved"));
}

static void
save_volume (RsImageViewer *self, const char *path)
{
  g_autoptr (GdkTexture) texture = rs_volume_view_get_picture (self->volume);

  rs_texture_save (texture, path, on_saved, g_object_ref (self));
}

static void
on_save_response (RsImageViewer *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                                                           : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);

  if (path != NULL && self->volume != NULL)
    save_volume (self, path);
  else if (path != NULL && source != NULL)
    rs_image_save (source, rs_image_canvas_get_slice (self->canvas), rs_image_canvas_get_look (self->canvas), path,
                   on_saved, g_object_ref (self));
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  g_autofree char *name = g_strdup_printf ("%s.png", self->title);

  if (self->chooser != NULL || rs_image_canvas_get_source (self->canvas) == NULL)
    return;
  g_strdelimit (name, "/", '-');
  self->chooser = gtk_file_chooser_native_new (_ ("Save the image (.png)"),
                                               GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_save_response), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static const GActionEntry entries[] = {
  { .name = "copy", .activate = on_copy },
  { .name = "save", .activate = on_save },
};

void
rs_image_viewer_init_save (RsImageViewer *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}
