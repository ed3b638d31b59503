/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/app/dialogs/stretch-dialog.h"

#include "profiler/record/recorder.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define USUAL_SECONDS 10.0
#define USUAL_MEGABYTES 256.0
#define USUAL_MS 20.0
#define NS_OF_SECOND 1e9
#define NS_OF_MS 1e6
#define BYTES_OF_MEGABYTE 0x1p20

typedef struct {
  GtkSpinButton *seconds, *megabytes, *limit; /* borrowed: the dialog has them */
  GtkEditable *span;                          /* borrowed */
  GtkWidget *limit_row;                       /* borrowed */
  RsStretchAnswer answer;
  gpointer data; /* owned */
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *self = data;

  g_object_unref (self->data);
  g_free (self);
}

/* (transfer full) */
static char *
dup_span (const Question *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (self->span)));
}

/* 12.5 with "ms": as of rs_recorder_ring_new. */
static void
append (GString *text, double number, const char *unit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, "%s%s", g_ascii_formatd (buffer, sizeof buffer, "%.10g", number), unit);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *self)
{
  g_autoptr (GString) ring = g_string_new (NULL);
  g_autoptr (GString) when = g_string_new (NULL);
  g_autofree char *span = dup_span (self);

  if (!g_str_equal (response, "profile"))
    return;
  gtk_spin_button_update (self->seconds); /* what was typed last */
  gtk_spin_button_update (self->megabytes);
  gtk_spin_button_update (self->limit);
  if (gtk_spin_button_get_value (self->seconds) > 0)
    append (ring, gtk_spin_button_get_value (self->seconds), "s,");
  append (ring, gtk_spin_button_get_value (self->megabytes), "MB");
  if (*span != '\0')
    {
      g_string_append_printf (when, "%s>", span);
      append (when, gtk_spin_button_get_value (self->limit), "ms");
    }
  self->answer (ring->str, when->str, self->data);
}

static void
on_span_changed (GtkEditable *row, Question *self)
{
  g_autofree char *span = dup_span (self);

  gtk_widget_set_sensitive (self->limit_row, *span != '\0');
}

/* (transfer none) in *spin. */
static GtkWidget *
make_number (const char *title, const char *subtitle, double least, double most, guint digits, double value,
             GtkSpinButton **spin)
{
  GtkWidget *row = adw_action_row_new (), *button = gtk_spin_button_new_with_range (least, most, 1);

  *spin = GTK_SPIN_BUTTON (button);
  gtk_spin_button_set_digits (*spin, digits);
  gtk_spin_button_set_value (*spin, value);
  gtk_editable_set_width_chars (GTK_EDITABLE (button), 8);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_focusable (row, FALSE); /* Tab goes from field to field */
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

/* ring: NULL: the usual. */
static GtkWidget *
make_rows (Question *self, const RsRecorderRing *ring)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  const double seconds = ring != NULL ? (double)ring->ns / NS_OF_SECOND : USUAL_SECONDS;
  const double megabytes = ring != NULL ? (double)ring->bytes / BYTES_OF_MEGABYTE : USUAL_MEGABYTES;
  const double limit = ring != NULL && ring->span != NULL ? (double)ring->span_ns / NS_OF_MS : USUAL_MS;
  GtkWidget *span = adw_entry_row_new ();

  self->span = GTK_EDITABLE (span);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (span), _ ("Save it when this function, kernel or built-in"));
  if (ring != NULL && ring->span != NULL)
    gtk_editable_set_text (self->span, ring->span);
  adw_preferences_group_add (group, make_number (_ ("Seconds"), _ ("0: as many as fit into the memory"), 0, 86400, 1,
                                                 seconds, &self->seconds));
  adw_preferences_group_add (group,
                             make_number (_ ("Memory in MB"), _ ("For the events; twice that while they are saved"), 1,
                                          1 << 20, 0, megabytes, &self->megabytes));
  adw_preferences_group_add (group, span);
  self->limit_row = make_number (_ ("... takes longer than, in ms"), "", 0.001, 3600000, 3, limit, &self->limit);
  adw_preferences_group_add (group, self->limit_row);
  g_signal_connect (span, "changed", G_CALLBACK (on_span_changed), self);
  on_span_changed (NULL, self);
  return GTK_WIDGET (group);
}

void
rs_stretch_dialog_present (GtkWindow *parent, const char *program, const char *ring, const char *ring_when,
                           RsStretchAnswer answer, gpointer data)
{
  g_autofree char *heading = g_strdup_printf (_ ("Profile the Last Stretch: %s"), program);
  g_autoptr (RsRecorderRing) before = ring != NULL ? rs_recorder_ring_new (ring, ring_when, NULL) : NULL;
  GtkWidget *dialog = adw_message_dialog_new (
      parent, heading,
      _ ("What the program did last stays in memory, however long it runs. It is saved when the program ends, when you "
         "ask for it (Run, Save the Last Stretch Now), and when something takes too long."));
  Question *self = g_new0 (Question, 1);

  self->answer = answer;
  self->data = g_object_ref (data);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_rows (self, before));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "profile", _ ("_Profile"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "profile", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "profile");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (self->seconds));
}
