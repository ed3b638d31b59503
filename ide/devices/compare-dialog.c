/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/devices/compare-dialog.h"

#include "ide/devices/device-list.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define N_SIDES 2

typedef struct {
  GPtrArray *ids;             /* owned; of the rows' choices */
  AdwComboRow *rows[N_SIDES]; /* borrowed: the dialog has them */
  AdwMessageDialog *dialog;   /* borrowed */
  RsCompareAnswer answer;
  gpointer data; /* owned */
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *self = data;

  g_ptr_array_unref (self->ids);
  g_object_unref (self->data);
  g_free (self);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *self)
{
  const char *devices[N_SIDES + 1] = { NULL };

  for (guint i = 0; i < N_SIDES; i++)
    devices[i] = self->ids->pdata[adw_combo_row_get_selected (self->rows[i])];
  if (g_str_equal (response, "compare"))
    self->answer (devices, self->data);
}

static void
on_selected (AdwComboRow *row, GParamSpec *property, Question *self)
{
  adw_message_dialog_set_response_enabled (self->dialog, "compare",
                                           adw_combo_row_get_selected (self->rows[0])
                                               != adw_combo_row_get_selected (self->rows[1]));
}

/* Fills in the devices that can be used by themselves; a GtkStringList. */
static GListModel *
list_devices (Question *self)
{
  const GPtrArray *choices = rs_device_list_model_get_choices (rs_device_list_model_get ());
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < choices->len; i++)
    {
      const RsDeviceChoice *choice = choices->pdata[i];
      g_autofree char *title = g_strdup_printf ("%s (%s)", choice->id, choice->title);

      if (!choice->is_usable || choice->is_configuration || g_str_equal (choice->id, "auto"))
        continue;
      g_ptr_array_add (self->ids, g_strdup (choice->id));
      gtk_string_list_append (titles, title);
    }
  return G_LIST_MODEL (titles);
}

static void
select_device (Question *self, guint side, const char *id)
{
  guint at;

  if (g_ptr_array_find_with_equal_func (self->ids, id, g_str_equal, &at))
    adw_combo_row_set_selected (self->rows[side], at);
}

static GtkWidget *
make_rows (Question *self)
{
  g_autoptr (GListModel) titles = list_devices (self);
  const char *const names[N_SIDES] = { _ ("First"), _ ("Second") };
  GtkWidget *group = adw_preferences_group_new ();

  for (guint i = 0; i < N_SIDES; i++)
    {
      self->rows[i] = ADW_COMBO_ROW (adw_combo_row_new ());
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[i]), names[i]);
      adw_combo_row_set_model (self->rows[i], titles);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->rows[i]));
    }
  /* What a device computes is compared with the processor; where there is no other, with the interpreter. */
  select_device (self, 0, "cpu");
  select_device (self, 1, "interp");
  for (guint i = self->ids->len; i > 0; i--)
    if (!g_str_equal (self->ids->pdata[i - 1], "cpu") && !g_str_equal (self->ids->pdata[i - 1], "interp"))
      select_device (self, 1, self->ids->pdata[i - 1]);
  return group;
}

void
rs_compare_dialog_present (GtkWindow *parent, const char *program, RsCompareAnswer answer, gpointer data)
{
  g_autofree char *heading = g_strdup_printf (_ ("Compare Two Devices: %s"), program);
  GtkWidget *dialog = adw_message_dialog_new (parent, heading,
                                              _ ("The program runs on one, then on the other. What each statement "
                                                 "assigned, and how long it took, is shown side "
                                                 "by side."));
  Question *self = g_new0 (Question, 1);

  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->dialog = ADW_MESSAGE_DIALOG (dialog);
  self->answer = answer;
  self->data = g_object_ref (data);
  adw_message_dialog_set_extra_child (self->dialog, make_rows (self));
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "compare", _ ("C_ompare"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "compare", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "compare");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  for (guint i = 0; i < N_SIDES; i++)
    g_signal_connect (self->rows[i], "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, question_free, 0);
  on_selected (NULL, NULL, self);
  gtk_window_present (GTK_WINDOW (dialog));
}
