/* The question when a breakpoint stops.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/breakpoint-dialog.h"

#include "runtime/debug/stops/condition.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct {
  RsDebugPoints *points; /* owned */
  RsDebugPoint *point;   /* only compared until it is known to be there */
  GtkEditable *condition, *hits, *message;
  GtkLabel *reason; /* why the condition is none */
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->points);
  g_free (question);
}

/* Empty: each time. */
static gboolean
read_hits (GtkEditable *entry, guint64 *hits)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  *hits = 0;
  return *text == '\0' || g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, hits, NULL);
}

/* Empty: always. */
static gboolean
read_condition (GtkEditable *entry, GError **error)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  return *text == '\0' || rs_debug_check_condition (text, error);
}

/* reason: NULL when it can be taken. */
static void
mark_entry (GtkEditable *entry, const char *reason)
{
  if (reason == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (entry), reason);
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               reason == NULL ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

static void
check (Question *question)
{
  GtkRoot *dialog = gtk_widget_get_root (GTK_WIDGET (question->condition));
  g_autoptr (GError) error = NULL;
  guint64 hits;
  const gboolean is_number = read_hits (question->hits, &hits),
                 is_condition = read_condition (question->condition, &error);

  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "set", is_number && is_condition);
  mark_entry (question->hits, is_number ? NULL : _ ("A number of times, or nothing"));
  mark_entry (question->condition, is_condition ? NULL : error->message);
  gtk_label_set_text (question->reason, is_condition ? "" : error->message);
  gtk_widget_set_visible (GTK_WIDGET (question->reason), !is_condition);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *question)
{
  guint64 hits;

  if (!g_str_equal (response, "set") || !read_hits (question->hits, &hits)
      || !read_condition (question->condition, NULL))
    return;
  rs_debug_points_edit (question->points, question->point, gtk_editable_get_text (question->condition), (guint)hits,
                        gtk_editable_get_text (question->message));
}

static GtkEditable *
add_entry (GtkGrid *grid, int row, const char *title, const char *example, const char *text)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title), *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), example);
  gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row, 1, 1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  return GTK_EDITABLE (entry);
}

/* Below the condition. */
static GtkLabel *
add_reason (GtkGrid *grid, int row)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_set_visible (label, FALSE);
  gtk_grid_attach (grid, label, 1, row, 1, 1);
  return GTK_LABEL (label);
}

void
rs_breakpoint_dialog_present (GtkWindow *parent, RsDebugPoints *points, RsDebugPoint *point)
{
  g_autofree char *base = g_path_get_basename (point->name);
  g_autofree char *heading = g_strdup_printf (_ ("Breakpoint at %s:%u"), base, rs_debug_point_get_line (point));
  g_autofree char *hits = point->hits > 0 ? g_strdup_printf ("%u", point->hits) : NULL;
  GtkWidget *dialog = adw_message_dialog_new (parent, heading,
                                              _ ("It stops when the condition holds, from that hit on. With a message "
                                                 "it prints this and goes on; {expressions} are computed."));
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  Question *question = g_new (Question, 1);

  gtk_grid_set_row_spacing (grid, 6);
  gtk_grid_set_column_spacing (grid, 12);
  *question = (Question){ g_object_ref (points),
                          point,
                          add_entry (grid, 0, _ ("C_ondition"), _ ("pos[0] == 100"), point->condition),
                          add_entry (grid, 2, _ ("_From hit"), "1", hits),
                          add_entry (grid, 3, _ ("_Message"), _ ("k is {k}"), point->message),
                          add_reason (grid, 1) };
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), GTK_WIDGET (grid));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "set", _ ("_Set"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "set", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "set");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_swapped (question->condition, "changed", G_CALLBACK (check), question);
  g_signal_connect_swapped (question->hits, "changed", G_CALLBACK (check), question);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  check (question);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (question->condition));
}
