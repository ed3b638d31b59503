/* The question which work item to look at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/item-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct {
  RsDebugRun *run; /* owned */
  GtkEditable *position, *kernel;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->run);
  g_free (question);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *question)
{
  if (g_str_equal (response, "go"))
    rs_debug_run_go_to_item (question->run, gtk_editable_get_text (question->position),
                             gtk_editable_get_text (question->kernel));
}

static GtkEditable *
add_entry (GtkGrid *grid, int row, const char *title, const char *placeholder)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title), *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row, 1, 1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  return GTK_EDITABLE (entry);
}

void
rs_item_dialog_present (GtkWindow *parent, RsDebugRun *run)
{
  GtkWidget *dialog = adw_message_dialog_new (
      parent, _ ("Go to a Work Item"),
      _ ("The next launch that has it stands there first; from a work item that was asked for, its own launch. What it "
         "writes is compared with what the launch leaves."));
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  Question *question = g_new (Question, 1);

  gtk_grid_set_row_spacing (grid, 6);
  gtk_grid_set_column_spacing (grid, 12);
  *question = (Question){ g_object_ref (run), add_entry (grid, 0, _ ("_Position"), _ ("3, or 3, 4")),
                          add_entry (grid, 1, _ ("_Kernel"), _ ("any")) };
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), GTK_WIDGET (grid));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "go", _ ("_Go"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "go", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "go");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (question->position));
}
