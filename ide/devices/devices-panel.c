/* The panel of devices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/devices-panel.h"

#include "ide/devices/device-list.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define RS_TYPE_DEVICES_PANEL (rs_devices_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsDevicesPanel, rs_devices_panel, RS, DEVICES_PANEL, PanelWidget)

struct _RsDevicesPanel {
  PanelWidget parent;

  GtkListBox *devices; /* borrowed from the tree */
};

G_DEFINE_FINAL_TYPE (RsDevicesPanel, rs_devices_panel, PANEL_TYPE_WIDGET)

/* A row with a button that belongs to a group of choices. */
static GtkWidget *
make_choice (const char *title, const char *subtitle, const char *action, const char *target)
{
  GtkWidget *row = adw_action_row_new (), *button = gtk_check_button_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}

static GtkWidget *
make_device (const RsDeviceChoice *choice)
{
  g_autofree char *subtitle = *choice->model != '\0' ? g_strdup_printf ("%s; %s", choice->model, choice->details)
                                                     : g_strdup (choice->details);
  g_autofree char *reason = g_strdup_printf (_ ("Can't be used: %s"), choice->details);
  GtkWidget *row = make_choice (choice->title, choice->is_usable ? subtitle : reason, "win.device", choice->id);

  gtk_widget_set_sensitive (row, choice->is_usable);
  return row;
}

static void
fill (RsDevicesPanel *self)
{
  const GPtrArray *choices = rs_device_list_model_get_choices (rs_device_list_model_get ());
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->devices, 0)) != NULL)
    gtk_list_box_remove (self->devices, GTK_WIDGET (row));
  for (guint i = 0; i < choices->len; i++)
    gtk_list_box_append (self->devices, make_device (g_ptr_array_index (choices, i)));
}

static GtkWidget *
add_list (GtkWidget *box, const char *title)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", title, "xalign", 0.0, NULL);
  GtkWidget *list = g_object_new (GTK_TYPE_LIST_BOX, "selection-mode", GTK_SELECTION_NONE, NULL);

  gtk_widget_add_css_class (label, "heading");
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), list);
  return list;
}

static GtkWidget *
rs_devices_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (RS_DEVICES_PANEL (widget)->devices, 0));
}

static void
rs_devices_panel_class_init (RsDevicesPanelClass *klass)
{
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_devices_panel_get_default_focus;
}

static void
rs_devices_panel_init (RsDevicesPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *scroller = gtk_scrolled_window_new (), *precision;

  g_object_set (box, "margin-top", 12, "margin-bottom", 12, "margin-start", 12, "margin-end", 12, NULL);
  self->devices = GTK_LIST_BOX (add_list (box, _ ("Programs run on")));
  precision = add_list (box, _ ("Numbers in arrays and kernels have"));
  gtk_list_box_append (GTK_LIST_BOX (precision), make_choice (_ ("Single precision"), _ ("32 bits, 7 digits: the faster choice"), "win.precision", "single"));
  gtk_list_box_append (GTK_LIST_BOX (precision), make_choice (_ ("Double precision"), _ ("64 bits, 15 digits; twice the memory"), "win.precision", "double"));
  g_object_set (scroller, "child", box, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE, NULL);
  panel_widget_set_child (PANEL_WIDGET (self), scroller);
  fill (self);
  g_signal_connect_object (rs_device_list_model_get (), "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
}

PanelWidget *
rs_devices_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_DEVICES_PANEL, NULL);
}
