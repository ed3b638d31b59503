/* The named configurations of devices.xml.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/configurations-view.h"

#include "ide/devices/choice-row.h"
#include "ide/devices/configuration-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _RsConfigurationsView {
  GtkWidget parent;

  /* borrowed from box */
  GtkWidget *box;
  GtkListBox *list;
  GtkLabel *message;       /* what is wrong with the file, or why a change failed */
  GtkWidget *place_button; /* goes to where the file is damaged */
  GtkWidget *new_button;

  RsDeviceListModel *devices; /* borrowed: the program has it */
};

G_DEFINE_FINAL_TYPE (RsConfigurationsView, rs_configurations_view, GTK_TYPE_WIDGET)

static RsConfigurations *
get_model (RsConfigurationsView *self)
{
  return rs_device_list_model_get_configurations (self->devices);
}

/* text: NULL or "": nothing. */
static void
show_message (RsConfigurationsView *self, const char *text, gboolean has_place)
{
  gtk_label_set_text (self->message, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL && *text != '\0');
  gtk_widget_set_visible (self->place_button, has_place);
}

/* --- what can be done --- */

/* Behind a dialog: the row of that name has the keyboard, or the button if there is none. */
static void
finish (gpointer view, const char *name, const GError *error)
{
  RsConfigurationsView *self = view;
  const GPtrArray *entries = rs_configurations_get_entries (get_model (self));

  if (self->box == NULL)
    return; /* the window is gone */
  if (error != NULL)
    show_message (self, error->message, FALSE);
  for (guint i = 0; name != NULL && i < entries->len; i++)
    if (g_str_equal (((const RsConfigurationEntry *)g_ptr_array_index (entries, i))->name, name))
      {
        gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int)i)));
        return;
      }
  gtk_widget_grab_focus (self->new_button);
}

static GtkWindow *
get_window (RsConfigurationsView *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static void
on_new (RsConfigurationsView *self)
{
  rs_configuration_dialog_present_new (get_window (self), self->devices, finish, g_object_ref (self));
}

static void
get_target (GtkWidget *button, guint *index, const char **name)
{
  *index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index"));
  *name = g_object_get_data (G_OBJECT (button), "name");
}

static void
on_edit (RsConfigurationsView *self, GtkWidget *button)
{
  const char *name;
  guint index;

  get_target (button, &index, &name);
  rs_configuration_dialog_present_edit (get_window (self), self->devices, index, name, finish, g_object_ref (self));
}

static void
on_delete (RsConfigurationsView *self, GtkWidget *button)
{
  const char *name;
  guint index;

  get_target (button, &index, &name);
  rs_configuration_dialog_present_delete (get_window (self), self->devices, index, name, finish, g_object_ref (self));
}

static void
on_place (RsConfigurationsView *self)
{
  const RsConfigurationDamage *damage = rs_configurations_get_damage (get_model (self));

  if (damage != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", rs_configurations_get_path (get_model (self)),
                                damage->line, damage->column);
}

/* --- rows --- */

static void
add_button (RsConfigurationsView *self, GtkWidget *row, guint index, const char *name, const char *icon,
            const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data (G_OBJECT (button), "index", GUINT_TO_POINTER (index));
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

/* What it has, or why it can't be chosen. (transfer full) */
static char *
describe (RsConfigurationsView *self, const RsConfigurationEntry *entry, gboolean *is_usable)
{
  g_autofree char *missing = rs_device_list_model_find_missing (self->devices, entry->devices);
  g_autofree char *reason = missing != NULL ? g_strdup_printf (_ ("Can't be used: %s"), missing) : NULL;
  const char *problem = entry->problem != NULL ? entry->problem : reason;

  *is_usable = problem == NULL;
  return g_strdup_printf ("%s%s%s%s%s", entry->title != NULL ? entry->title : "", entry->title != NULL ? "; " : "",
                          entry->details, problem != NULL ? "\n" : "", problem != NULL ? problem : "");
}

static GtkWidget *
make_row (RsConfigurationsView *self, guint index, const RsConfigurationEntry *entry)
{
  gboolean is_usable;
  g_autofree char *details = describe (self, entry, &is_usable);
  g_autofree char *edit = g_strdup_printf (_ ("Edit “%s”…"), entry->name),
                  *delete = g_strdup_printf (_ ("Delete “%s”…"), entry->name);
  GtkWidget *row = rs_choice_row_new (entry->name, details, "win.device", entry->name);

  if (!is_usable)
    {
      GtkWidget *choice = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));

      /* What is around it: the button itself is made sensitive again by its action. */
      gtk_widget_set_sensitive (gtk_widget_get_parent (choice), FALSE);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), NULL);
    }
  add_button (self, row, index, entry->name, "document-edit-symbolic", edit, G_CALLBACK (on_edit));
  add_button (self, row, index, entry->name, "user-trash-symbolic", delete, G_CALLBACK (on_delete));
  return row;
}

static void
fill (RsConfigurationsView *self)
{
  const GPtrArray *entries = rs_configurations_get_entries (get_model (self));
  const RsConfigurationDamage *damage = rs_configurations_get_damage (get_model (self));
  g_autofree char *text
      = damage != NULL ? g_strdup_printf (_ ("%s\nNothing is written to the file until it is mended."), damage->text)
                       : g_strdup (rs_configurations_get_warnings (get_model (self)));
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < entries->len; i++)
    gtk_list_box_append (self->list, make_row (self, i, g_ptr_array_index (entries, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->list), damage == NULL);
  gtk_widget_set_sensitive (self->new_button, damage == NULL);
  show_message (self, text, damage != NULL && damage->line > 0);
}

/* --- life --- */

static void
rs_configurations_view_dispose (GObject *object)
{
  g_clear_pointer (&RS_CONFIGURATIONS_VIEW (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_configurations_view_parent_class)->dispose (object);
}

static void
rs_configurations_view_class_init (RsConfigurationsViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_configurations_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
rs_configurations_view_init (RsConfigurationsView *self)
{
  GtkWidget *heading = g_object_new (GTK_TYPE_LABEL, "label", _ ("Named configurations"), "xalign", 0.0, NULL);
  GtkWidget *none = g_object_new (GTK_TYPE_LABEL, "label", _ ("None yet: a name for several devices, with limits"),
                                  "wrap", TRUE, "margin-top", 12, "margin-bottom", 12, NULL);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->list = g_object_new (GTK_TYPE_LIST_BOX, "selection-mode", GTK_SELECTION_NONE, NULL);
  self->message = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                "selectable", TRUE, "visible", FALSE, NULL);
  self->place_button = gtk_button_new_with_label (_ ("Show the Place"));
  self->new_button = gtk_button_new_with_label (_ ("New Configuration…"));
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_list_box_set_placeholder (self->list, none);
  gtk_widget_set_halign (self->place_button, GTK_ALIGN_START);
  gtk_widget_set_halign (self->new_button, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Named configurations"), -1);
  gtk_box_append (GTK_BOX (self->box), heading);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (self->box), self->place_button);
  gtk_box_append (GTK_BOX (self->box), self->new_button);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->new_button, "clicked", G_CALLBACK (on_new), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->place_button, "clicked", G_CALLBACK (on_place), self, G_CONNECT_SWAPPED);
}

GtkWidget *
rs_configurations_view_new (RsDeviceListModel *devices)
{
  RsConfigurationsView *self = g_object_new (RS_TYPE_CONFIGURATIONS_VIEW, NULL);

  self->devices = devices;
  g_signal_connect_object (devices, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}
