/* The question for a new name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/rename-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct {
  RsAnalysis *analysis; /* owned */
  guint32 offset;
  AdwMessageDialog *dialog; /* borrowed */
  GtkEditable *entry;
  void (*renamed) (const GArray *places, const char *name, gpointer data);
  gpointer data;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *self = data;

  rs_analysis_unref (self->analysis);
  g_free (self);
}

/* "5 places: main.q 3, 7, 7; other.q 2" */
static char *
describe (const GArray *places)
{
  GString *text = g_string_new (NULL);
  const RsSource *last = NULL;

  g_string_append_printf (text, ngettext ("%u place changes:", "%u places change:", places->len), places->len);
  for (guint i = 0; i < places->len && i < 40; i++)
    {
      const RsPlace *place = &g_array_index (places, RsPlace, i);
      g_autofree char *base = g_path_get_basename (rs_source_get_name (place->source));
      guint line;

      rs_source_locate (place->source, place->span.start, &line, NULL);
      if (place->source != last)
        g_string_append_printf (text, "%s %s line %u", last != NULL ? ";" : "", base, line);
      else
        g_string_append_printf (text, ", %u", line);
      last = place->source;
    }
  if (places->len > 40)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static void
on_changed (Question *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) places
      = rs_names_rename (self->analysis, self->offset, gtk_editable_get_text (self->entry), &error);
  g_autofree char *text = places != NULL ? describe (places) : g_strdup (error->message);

  adw_message_dialog_set_body (self->dialog, text);
  adw_message_dialog_set_response_enabled (self->dialog, "rename", places != NULL);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *self)
{
  g_autoptr (GArray) places = NULL;

  if (!g_str_equal (response, "rename"))
    return;
  places = rs_names_rename (self->analysis, self->offset, gtk_editable_get_text (self->entry), NULL);
  if (places != NULL)
    self->renamed (places, gtk_editable_get_text (self->entry), self->data);
}

void
rs_rename_dialog_present (GtkWindow *parent, RsAnalysis *analysis, guint32 offset,
                          void (*renamed) (const GArray *places, const char *name, gpointer data), gpointer data)
{
  g_autofree char *word = rs_names_get_word (analysis, offset), *heading = g_strdup_printf (_ ("Rename “%s”"), word);
  Question *self = g_new0 (Question, 1);

  *self = (Question){ .analysis = rs_analysis_ref (analysis), .offset = offset, .renamed = renamed, .data = data };
  self->dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, ""));
  self->entry = GTK_EDITABLE (gtk_entry_new ());
  gtk_entry_set_activates_default (GTK_ENTRY (self->entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("New name"), -1);
  adw_message_dialog_set_extra_child (self->dialog, GTK_WIDGET (self->entry));
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "rename", _ ("_Rename"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "rename", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "rename");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_data (self->dialog, "response", G_CALLBACK (on_response), self, question_free, 0);
  gtk_editable_set_text (self->entry, word);
  gtk_editable_select_region (self->entry, 0, -1);
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
