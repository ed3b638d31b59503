/* The question with which arguments a program is run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/arguments-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

static void
on_changed (GtkEditable *entry, AdwMessageDialog *dialog)
{
  g_autoptr (GError) error = NULL;
  gboolean is_valid = g_shell_parse_argv (gtk_editable_get_text (entry), NULL, NULL, &error)
                      || g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING);

  adw_message_dialog_set_response_enabled (dialog, "set", is_valid);
  if (is_valid)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
}

static void
on_response (AdwMessageDialog *dialog, const char *response, RsDocument *document)
{
  if (g_str_equal (response, "set"))
    rs_document_set_arguments (document,
                               gtk_editable_get_text (GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog))));
}

static void
release (gpointer data, GClosure *closure)
{
  g_object_unref (data);
}

void
rs_arguments_dialog_present (GtkWindow *parent, RsDocument *document)
{
  g_autofree char *heading = g_strdup_printf (_ ("Arguments of %s"), rs_document_get_title (document));
  GtkWidget *dialog = adw_message_dialog_new (
      parent, heading,
      _ ("What its main function gets, words with a space between them; \"quotes\" keep a word together."));
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (entry), rs_document_get_arguments (document));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Arguments"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "set", _ ("_Set"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "set", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "set");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_changed), dialog, 0);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), g_object_ref (document), release, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
}
