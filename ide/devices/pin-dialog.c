/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/devices/pin-dialog.h"

#include "runtime/device/configuration/configuration.h"
#include "runtime/device/configuration/pins.h"
#include "runtime/device/device.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A device that the place may be given to. */
typedef struct {
  char *id;
  GtkWidget *control; /* a GtkCheckButton, or of shares a GtkSpinButton; borrowed */
} Offer;

typedef struct {
  RsConfigurations *configurations; /* borrowed: the program has it */
  char *name;                       /* of the configuration; NULL: a new one */
  char *place;
  gboolean is_share;
  AdwMessageDialog *dialog; /* borrowed */
  GtkEditable *entry;       /* the new one's name; NULL: none is made */
  GtkGrid *grid;            /* borrowed */
  GArray *offers;           /* element-type Offer */
  RsConfigurationAnswer answer;
  gpointer data; /* owned */
} Question;

static void
offer_clear (gpointer data)
{
  g_free (((Offer *)data)->id);
}

static void
question_free (gpointer data, GClosure *closure)
{
  Question *self = data;

  g_free (self->name);
  g_free (self->place);
  g_array_unref (self->offers);
  g_object_unref (self->data);
  g_free (self);
}

/* --- answers --- */

static guint
get_percent (const Question *self, const Offer *offer)
{
  if (self->is_share) /* what stands there: the value comes when the keyboard has gone on */
    return (guint)MIN (g_ascii_strtoull (gtk_editable_get_text (GTK_EDITABLE (offer->control)), NULL, 10), 1000);
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (offer->control)) ? 100 : 0;
}

/* (transfer full) */
static GArray *
read_shares (const Question *self)
{
  GArray *shares = rs_pin_shares_new ();

  for (guint i = 0; i < self->offers->len; i++)
    {
      const Offer *offer = &g_array_index (self->offers, Offer, i);

      if (get_percent (self, offer) > 0)
        rs_pin_shares_add (shares, offer->id, get_percent (self, offer));
    }
  return shares;
}

static void
on_changed (Question *self)
{
  g_autoptr (GArray) shares = read_shares (self);
  g_autoptr (GError) error = NULL;
  const gboolean is_right
      = rs_pin_check_shares (shares, &error)
        && (self->entry == NULL
            || rs_configurations_check_name (self->configurations, gtk_editable_get_text (self->entry), G_MAXUINT,
                                             &error));

  adw_message_dialog_set_body (self->dialog, is_right ? _ ("It is kept in devices.xml.") : error->message);
  adw_message_dialog_set_response_enabled (self->dialog, "set", is_right);
}

/* The CPU, which takes what the others can't, and the devices of the pin. */
static gboolean
make_configuration (const Question *self, const char *name, const GArray *shares, GError **error)
{
  g_autoptr (GArray) devices = g_array_new (FALSE, TRUE, sizeof (RsConfiguredDevice));
  RsConfiguredDevice device = { .name = g_strdup ("cpu") };

  g_array_set_clear_func (devices, rs_configured_device_clear);
  g_array_append_val (devices, device);
  for (guint i = 0; i < shares->len; i++)
    {
      device.name = g_strdup (g_array_index (shares, RsPinShare, i).device);
      if (g_str_equal (device.name, "cpu"))
        g_free (device.name);
      else
        g_array_append_val (devices, device);
    }
  return rs_configurations_add (self->configurations, name, devices, error);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *self)
{
  const char *name = self->entry != NULL ? gtk_editable_get_text (self->entry) : self->name;
  g_autoptr (GArray) shares = read_shares (self);
  g_autoptr (GError) error = NULL;
  const gboolean is_set = g_str_equal (response, "set")
                          && (self->entry == NULL || make_configuration (self, name, shares, &error))
                          && rs_configurations_set_pin (self->configurations, name, self->place, shares, &error);

  self->answer (self->data, is_set ? name : NULL, error);
}

/* --- the dialog --- */

static void
attach (Question *self, GtkWidget *widget, const char *title, int row)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (self->grid, label, 0, row, 1, 1);
  gtk_grid_attach (self->grid, widget, 1, row, 1, 1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

/* pin: what the place has now; NULL: none. */
static void
add_offer (Question *self, const char *id, const RsPin *pin)
{
  const int row = 1 + (int)self->offers->len;
  guint percent = 0;
  Offer offer = { g_strdup (id), NULL };

  for (guint i = 0; pin != NULL && i < pin->shares->len; i++)
    if (g_str_equal (g_array_index (pin->shares, RsPinShare, i).device, id))
      percent = g_array_index (pin->shares, RsPinShare, i).percent;
  if (self->is_share)
    {
      g_autofree char *title = g_strdup_printf (_ ("Per cent on %s"), id);

      offer.control = gtk_spin_button_new_with_range (0, 100, 1);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (offer.control), percent);
      gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (offer.control))), TRUE);
      gtk_editable_set_width_chars (GTK_EDITABLE (offer.control), 4);
      attach (self, offer.control, title, row);
      g_signal_connect_swapped (offer.control, "changed", G_CALLBACK (on_changed), self);
    }
  else
    {
      offer.control = gtk_check_button_new_with_label (id);
      gtk_grid_attach (self->grid, offer.control, 0, row, 2, 1);
      if (self->offers->len > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (offer.control),
                                    GTK_CHECK_BUTTON (g_array_index (self->offers, Offer, 0).control));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (offer.control), self->offers->len == 0 || percent == 100);
      g_signal_connect_swapped (offer.control, "toggled", G_CALLBACK (on_changed), self);
    }
  g_array_append_val (self->offers, offer);
}

/* All devices take as much at first; what remains goes to the first one. */
static void
share_evenly (Question *self)
{
  const guint n = self->offers->len, each = n > 0 ? 100 / n : 0;

  for (guint i = 0; i < n; i++)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (g_array_index (self->offers, Offer, i).control),
                               i == 0 ? 100 - each * (n - 1) : each);
}

/* The devices of the configuration; of a new one those of the machine. */
static void
add_offers (Question *self, RsDeviceListModel *devices, const RsConfigurationEntry *entry, const RsPin *pin)
{
  const GPtrArray *choices = rs_device_list_model_get_choices (devices);

  for (guint i = 0; entry != NULL && i < entry->devices->len; i++)
    add_offer (self, g_ptr_array_index (entry->devices, i), pin);
  for (guint i = 0; entry == NULL && i < choices->len; i++)
    {
      const RsDeviceChoice *choice = g_ptr_array_index (choices, i);

      if (choice->is_usable && !choice->is_configuration
          && (g_str_equal (choice->id, "cpu") || rs_device_is_plugin_name (choice->id)))
        add_offer (self, choice->id, pin);
    }
}

static void
add_name (Question *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  attach (self, entry, _ ("_Name of the new configuration"), 0);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_changed), self);
  self->entry = GTK_EDITABLE (entry);
}

static const RsConfigurationEntry *
find_entry (RsConfigurations *configurations, const char *name)
{
  const GPtrArray *entries = rs_configurations_get_entries (configurations);

  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (((const RsConfigurationEntry *)g_ptr_array_index (entries, i))->name, name))
      return g_ptr_array_index (entries, i);
  return NULL;
}

void
rs_pin_dialog_present (GtkWindow *parent, RsDeviceListModel *devices, const char *in_use, const char *place,
                       gboolean is_share, RsConfigurationAnswer answer, gpointer data)
{
  RsConfigurations *configurations = rs_device_list_model_get_configurations (devices);
  const RsConfigurationEntry *entry = find_entry (configurations, in_use);
  g_autoptr (GArray) pins = rs_configurations_get_pins (configurations, in_use);
  g_autofree char *heading = g_strdup_printf (is_share ? _ ("Share “%s” by Hand") : _ ("Run “%s” Always On"), place);
  Question *self = g_new0 (Question, 1);
  const RsPin *pin;

  self->configurations = configurations;
  self->name = entry != NULL ? g_strdup (entry->name) : NULL;
  self->place = g_strdup (place);
  self->is_share = is_share;
  self->dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, ""));
  self->grid = GTK_GRID (gtk_grid_new ());
  self->offers = g_array_new (FALSE, FALSE, sizeof (Offer));
  self->answer = answer;
  self->data = data;
  g_array_set_clear_func (self->offers, offer_clear);
  gtk_grid_set_row_spacing (self->grid, 6);
  gtk_grid_set_column_spacing (self->grid, 12);
  adw_message_dialog_set_extra_child (self->dialog, GTK_WIDGET (self->grid));
  if (entry == NULL)
    add_name (self);
  pin = rs_pins_find (pins, place, "", 0);
  add_offers (self, devices, entry, pin);
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "set", _ ("_Keep"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "set", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "set");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  g_signal_connect_data (self->dialog, "response", G_CALLBACK (on_response), self, question_free, 0);
  if (is_share && pin == NULL)
    share_evenly (self);
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  gtk_widget_grab_focus (self->entry != NULL     ? GTK_WIDGET (self->entry)
                         : self->offers->len > 0 ? g_array_index (self->offers, Offer, 0).control
                                                 : GTK_WIDGET (self->dialog));
}
