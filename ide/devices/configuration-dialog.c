/* The questions about a named configuration.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/configuration-dialog.h"

#include "runtime/device/configuration/configuration.h"
#include "runtime/device/device.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A device that a configuration may have. */
typedef struct {
  char *id;
  GtkCheckButton *check;
  GtkEditable *limit; /* NULL: the processor has none */
} Offer;

typedef struct {
  RsConfigurations *configurations; /* borrowed: the program has it */
  guint index;                      /* G_MAXUINT: a new one */
  char *name;                       /* as it was; NULL: a new one */
  AdwMessageDialog *dialog;         /* borrowed */
  GtkEditable *entry;               /* NULL: it is to be deleted */
  GArray *offers;                   /* element-type Offer */
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
  g_array_unref (self->offers);
  g_object_unref (self->data);
  g_free (self);
}

static Question *
question_new (GtkWindow *parent, RsDeviceListModel *devices, const char *heading, RsConfigurationAnswer answer,
              gpointer data)
{
  Question *self = g_new0 (Question, 1);

  self->configurations = rs_device_list_model_get_configurations (devices);
  self->index = G_MAXUINT;
  self->dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, ""));
  self->offers = g_array_new (FALSE, FALSE, sizeof (Offer));
  self->answer = answer;
  self->data = data;
  g_array_set_clear_func (self->offers, offer_clear);
  return self;
}

/* --- devices --- */

static gboolean
read_offer (const Offer *offer, GArray *devices, GError **error)
{
  const char *text = offer->limit != NULL ? gtk_editable_get_text (offer->limit) : "";
  RsConfiguredDevice device = { 0 };

  if (!gtk_check_button_get_active (offer->check))
    return TRUE;
  if (*text != '\0' && (!rs_configuration_parse_bytes (text, &device.memory_limit) || device.memory_limit == 0))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("The limit of %s should be a number of bytes, as 512M or 2G."), offer->id);
      return FALSE;
    }
  device.name = g_strdup (offer->id);
  g_array_append_val (devices, device);
  return TRUE;
}

/* NULL with what is missing. (transfer full) */
static GArray *
read_offers (const Question *self, GError **error)
{
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (RsConfiguredDevice));

  g_array_set_clear_func (devices, rs_configured_device_clear);
  for (guint i = 0; i < self->offers->len; i++)
    if (!read_offer (&g_array_index (self->offers, Offer, i), devices, error))
      return NULL;
  if (devices->len > 0)
    return g_steal_pointer (&devices);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _ ("Choose a device."));
  return NULL;
}

/* --- answers --- */

static gboolean
check (const Question *self, GError **error)
{
  g_autoptr (GArray) devices = NULL;

  if (!rs_configurations_check_name (self->configurations, gtk_editable_get_text (self->entry), self->index, error))
    return FALSE;
  devices = read_offers (self, error);
  return devices != NULL;
}

static void
on_changed (Question *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_right = check (self, &error);

  adw_message_dialog_set_body (self->dialog, is_right ? _ ("It is kept in devices.xml.") : error->message);
  adw_message_dialog_set_response_enabled (self->dialog, "set", is_right);
}

static gboolean
apply (const Question *self, GError **error)
{
  const char *name = self->entry != NULL ? gtk_editable_get_text (self->entry) : NULL;
  g_autoptr (GArray) devices = NULL;

  if (name == NULL)
    return rs_configurations_remove (self->configurations, self->index, self->name, error);
  devices = read_offers (self, error);
  if (devices == NULL)
    return FALSE;
  if (self->index == G_MAXUINT)
    return rs_configurations_add (self->configurations, name, devices, error);
  return rs_configurations_change (self->configurations, self->index, self->name, name, devices, error);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_set = g_str_equal (response, "set") && apply (self, &error);

  self->answer (self->data, is_set ? self->entry != NULL ? gtk_editable_get_text (self->entry) : NULL : self->name,
                error);
}

/* --- the dialogs --- */

static GtkEditable *
add_entry (Question *self, GtkGrid *grid, int row, const char *title, const char *text)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title), *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row, 1, 1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_changed), self);
  return GTK_EDITABLE (entry);
}

static GtkGrid *
add_grid (Question *self)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());

  gtk_grid_set_row_spacing (grid, 6);
  gtk_grid_set_column_spacing (grid, 12);
  adw_message_dialog_set_extra_child (self->dialog, GTK_WIDGET (grid));
  return grid;
}

/* A button and, for what has memory of its own, an entry below; takes two rows. title: what the device is. has: the
 * device of the configuration; NULL: it has none of that id. */
static void
add_offer (Question *self, GtkGrid *grid, const char *id, const char *title, const RsConfiguredDevice *has)
{
  gboolean is_cpu = g_str_equal (id, "cpu");
  g_autofree char *label = is_cpu ? g_strdup (title) : g_strdup_printf ("%s  %s", id, title);
  g_autofree char *limit = g_strdup_printf (_ ("Memory of %s, at most"), id);
  GtkWidget *check = gtk_check_button_new_with_label (label);
  Offer offer = { g_strdup (id), GTK_CHECK_BUTTON (check), NULL };
  int row = 1 + 2 * (int)self->offers->len;

  gtk_check_button_set_active (offer.check, has != NULL);
  gtk_grid_attach (grid, check, 0, row, 2, 1);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (on_changed), self);
  if (!is_cpu)
    {
      g_autofree char *text = has != NULL && has->memory_limit > 0 ? rs_configuration_format_bytes (has->memory_limit)
                                                                   : g_strdup ("");

      offer.limit = add_entry (self, grid, row + 1, limit, text);
      gtk_entry_set_placeholder_text (GTK_ENTRY (offer.limit), _ ("all; or 512M, 2G"));
      g_object_bind_property (check, "active", offer.limit, "sensitive", G_BINDING_SYNC_CREATE);
    }
  g_array_append_val (self->offers, offer);
}

static const RsConfiguredDevice *
find_configured (const GArray *configured, const char *id)
{
  for (guint i = 0; i < configured->len; i++)
    if (g_str_equal (g_array_index (configured, RsConfiguredDevice, i).name, id))
      return &g_array_index (configured, RsConfiguredDevice, i);
  return NULL;
}

static gboolean
is_offered (const Question *self, const char *id)
{
  for (guint i = 0; i < self->offers->len; i++)
    if (g_str_equal (g_array_index (self->offers, Offer, i).id, id))
      return TRUE;
  return FALSE;
}

/* What this machine has, and behind it what else the configuration has: it may be made for another machine. */
static void
add_offers (Question *self, GtkGrid *grid, RsDeviceListModel *devices, const GArray *configured)
{
  const GPtrArray *choices = rs_device_list_model_get_choices (devices);

  for (guint i = 0; i < choices->len; i++)
    {
      const RsDeviceChoice *choice = g_ptr_array_index (choices, i);

      if (choice->is_usable && !choice->is_configuration
          && (g_str_equal (choice->id, "cpu") || rs_device_is_plugin_name (choice->id)))
        add_offer (self, grid, choice->id, choice->title, find_configured (configured, choice->id));
    }
  for (guint i = 0; i < configured->len; i++)
    {
      const RsConfiguredDevice *device = &g_array_index (configured, RsConfiguredDevice, i);

      if (!is_offered (self, device->name))
        add_offer (self, grid, device->name, _ ("(not on this machine)"), device);
    }
}

static void
present (Question *self, const char *verb, AdwResponseAppearance appearance)
{
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "set", verb, NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "set", appearance);
  adw_message_dialog_set_default_response (self->dialog, self->entry != NULL ? "set" : "cancel");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  g_signal_connect_data (self->dialog, "response", G_CALLBACK (on_response), self, question_free, 0);
  if (self->entry != NULL)
    on_changed (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  if (self->entry != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

void
rs_configuration_dialog_present_new (GtkWindow *parent, RsDeviceListModel *devices, RsConfigurationAnswer answer,
                                     gpointer data)
{
  g_autoptr (GArray) configured = g_array_new (FALSE, TRUE, sizeof (RsConfiguredDevice));
  Question *self = question_new (parent, devices, _ ("New Configuration"), answer, data);
  GtkGrid *grid = add_grid (self);

  g_array_set_size (configured, 1); /* the processor, until the user says otherwise */
  g_array_index (configured, RsConfiguredDevice, 0).name = (char *)"cpu";
  self->entry = add_entry (self, grid, 0, _ ("_Name"), "");
  add_offers (self, grid, devices, configured);
  present (self, _ ("_Make"), ADW_RESPONSE_SUGGESTED);
}

void
rs_configuration_dialog_present_edit (GtkWindow *parent, RsDeviceListModel *devices, guint index, const char *name,
                                      RsConfigurationAnswer answer, gpointer data)
{
  g_autofree char *heading = g_strdup_printf (_ ("Edit “%s”"), name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) configured
      = rs_configurations_get_devices (rs_device_list_model_get_configurations (devices), index, name, &error);
  Question *self;
  GtkGrid *grid;

  if (configured == NULL)
    {
      answer (data, name, error);
      g_object_unref (data);
      return;
    }
  self = question_new (parent, devices, heading, answer, data);
  grid = add_grid (self);
  self->index = index;
  self->name = g_strdup (name);
  self->entry = add_entry (self, grid, 0, _ ("_Name"), name);
  add_offers (self, grid, devices, configured);
  gtk_editable_select_region (self->entry, 0, -1);
  present (self, _ ("_Keep"), ADW_RESPONSE_SUGGESTED);
}

void
rs_configuration_dialog_present_delete (GtkWindow *parent, RsDeviceListModel *devices, guint index, const char *name,
                                        RsConfigurationAnswer answer, gpointer data)
{
  g_autofree char *heading = g_strdup_printf (_ ("Delete “%s”?"), name);
  Question *self = question_new (parent, devices, heading, answer, data);

  self->index = index;
  self->name = g_strdup (name);
  adw_message_dialog_set_body (self->dialog,
                               _ ("It is taken out of devices.xml. Where it is chosen, Automatic takes its place."));
  present (self, _ ("_Delete"), ADW_RESPONSE_DESTRUCTIVE);
}
