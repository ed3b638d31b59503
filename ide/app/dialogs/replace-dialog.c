/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/app/dialogs/replace-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_TOLD 12 /* files whose names are told */

typedef struct {
  void (*agreed) (gpointer data);
  gpointer data;
  GDestroyNotify done;
} Question;

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *self = data;

  if (g_str_equal (response, "replace"))
    self->agreed (self->data);
}

static void
question_free (gpointer data, GClosure *closure)
{
  Question *self = data;

  self->done (self->data);
  g_free (self);
}

/* "“alpha” becomes “beta”.", and the files that undo does not reach. */
static char *
describe (const char *old, const char *new, const char *const *written)
{
  GString *text = g_string_new (NULL);

  if (*new == '\0')
    g_string_append_printf (text, _ ("“%s” is deleted: no text stands in “Replace with”."), old);
  else
    g_string_append_printf (text, _ ("“%s” becomes “%s”."), old, new);
  for (guint i = 0; written != NULL && written[i] != NULL; i++)
    if (i < MAX_TOLD)
      g_string_append_printf (text, "%s%s", i == 0 ? _ ("\nNot open, and written at once, without a way back: ") : ", ",
                              written[i]);
    else
      {
        g_string_append (text, ", …");
        break;
      }
  return g_string_free (text, FALSE);
}

void
rs_replace_dialog_ask (GtkWindow *parent, guint n_places, guint n_files, const char *old, const char *new,
                       const char *const *written, void (*agreed) (gpointer data), gpointer data, GDestroyNotify done)
{
  g_autofree char *places = g_strdup_printf (ngettext ("Replace %u Place", "Replace %u Places", n_places), n_places);
  g_autofree char *heading = g_strdup_printf (ngettext ("%s in %u File?", "%s in %u Files?", n_files), places, n_files);
  g_autofree char *text = describe (old, new, written);
  GtkWidget *dialog = adw_message_dialog_new (parent, heading, text);
  Question *self = g_new (Question, 1);

  *self = (Question){ agreed, data, done };
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "replace", _ ("_Replace"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "replace");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
