/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/debug/values/variable-save.h"

#include <glib/gi18n.h>
#include <libpanel.h>
#include <string.h>

typedef struct {
  GtkWidget *panel; /* weak pointer */
  char *name;
} Saving;

/* Whether imwrite writes files of that name. */
static gboolean
is_of_image (const char *path)
{
  static const char *const endings[]
      = { ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".pbm", ".pgm", ".ppm", ".webp" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i]))
      return TRUE;
  return FALSE;
}

static void
on_response (GtkNativeDialog *dialog, int response, gpointer data)
{
  Saving *self = data;
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                                                           : NULL;
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;

  if (path != NULL && self->panel != NULL)
    {
      g_autofree char *statement
          = g_strdup_printf ("%s(\"%s\", %s);", is_of_image (path) ? "imwrite" : "save", path, self->name);

      gtk_widget_activate_action (self->panel, "win.evaluate", "s", statement);
    }
  if (self->panel != NULL) /* the menu that had the keyboard is gone */
    panel_widget_focus_default (PANEL_WIDGET (self->panel));
  g_clear_weak_pointer (&self->panel);
  g_free (self->name);
  g_free (self);
  g_object_unref (dialog);
}

void
rs_variable_save_ask (GtkWidget *panel, const char *name)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_ ("Save the variable (.mat, .npy, .qdat, or an image)"),
                                                               GTK_WINDOW (gtk_widget_get_root (panel)),
                                                               GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  g_autofree char *proposed = g_strconcat (name, ".mat", NULL);
  Saving *self = g_new0 (Saving, 1);

  g_set_weak_pointer (&self->panel, panel);
  self->name = g_strdup (name);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), proposed);
  g_signal_connect (chooser, "response", G_CALLBACK (on_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
