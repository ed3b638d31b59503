/* The panel of devices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/devices-panel.h"

#include "ide/devices/choice-row.h"
#include "ide/devices/configurations-view.h"
#include "ide/devices/device-list.h"
#include "ide/devices/scheduling-page.h"
#include "ide/settings/notices.h"
#include "runtime/base/settings.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define CONCURRENT "RUNTIME_CONCURRENT_KERNELS"

#define RS_TYPE_DEVICES_PANEL (rs_devices_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsDevicesPanel, rs_devices_panel, RS, DEVICES_PANEL, PanelWidget)

struct _RsDevicesPanel {
  PanelWidget parent;

  GtkListBox *devices; /* borrowed from the tree */
  GtkStack *pages;     /* what programs run on; where the last one ran */
};

G_DEFINE_FINAL_TYPE (RsDevicesPanel, rs_devices_panel, PANEL_TYPE_WIDGET)

static GtkWidget *
make_device (const RsDeviceChoice *choice)
{
  g_autofree char *subtitle = *choice->model != '\0' ? g_strdup_printf ("%s; %s", choice->model, choice->details)
                                                     : g_strdup (choice->details);
  g_autofree char *reason = g_strdup_printf (_ ("Can't be used: %s"), choice->details);
  GtkWidget *row = rs_choice_row_new (choice->title, choice->is_usable ? subtitle : reason, "win.device", choice->id);

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
    if (!((const RsDeviceChoice *)g_ptr_array_index (choices, i))->is_configuration)
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

/* Kept in the user's settings at once: the next run has it. */
static void
on_concurrent_switched (GtkSwitch *control)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean unknown;

  if (!rs_settings_parse (settings, gtk_switch_get_active (control) ? CONCURRENT "=true" : CONCURRENT "=false",
                          &unknown, &error)
      || !rs_settings_save (settings, &error))
    text = g_strdup_printf (_ ("Whether kernels run side by side is not kept: %s."), rs_notices_get_reason (error));
  rs_notices_set ("settings", "concurrent", text);
}

/* The preferences may have changed it. */
static void
show_concurrent (GtkSwitch *control)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();
  gboolean is_on = rs_settings_get_boolean (settings, RS_SETTING_RUNTIME_CONCURRENT_KERNELS);

  if (gtk_switch_get_active (control) != is_on)
    gtk_switch_set_active (control, is_on);
}

static GtkWidget *
make_concurrent_row (void)
{
  GtkWidget *row = adw_action_row_new (), *control = gtk_switch_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Kernels run side by side"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               _ ("The program goes on while kernels run, on several devices at a time. Off: it waits "
                                  "for each, which is slower, and easier to follow in a profile."));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  show_concurrent (GTK_SWITCH (control));
  g_signal_connect (control, "notify::active", G_CALLBACK (on_concurrent_switched), NULL);
  g_signal_connect (control, "map", G_CALLBACK (show_concurrent), NULL);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  return row;
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

/* content: in a page that scrolls. */
static void
add_page (RsDevicesPanel *self, GtkWidget *content, const char *id, const char *title)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_object_set (content, "margin-top", 12, "margin-bottom", 12, "margin-start", 12, "margin-end", 12, NULL);
  g_object_set (scroller, "child", content, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE, NULL);
  gtk_stack_add_titled (self->pages, scroller, id, title);
}

static void
rs_devices_panel_init (RsDevicesPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *whole = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *precision, *concurrent, *switcher;

  self->devices = GTK_LIST_BOX (add_list (box, _ ("Programs run on")));
  gtk_box_append (GTK_BOX (box), rs_configurations_view_new (rs_device_list_model_get ()));
  precision = add_list (box, _ ("Numbers in arrays and kernels have"));
  gtk_list_box_append (GTK_LIST_BOX (precision),
                       rs_choice_row_new (_ ("Single precision"), _ ("32 bits, 7 digits: the faster choice"),
                                          "win.precision", "single"));
  gtk_list_box_append (GTK_LIST_BOX (precision),
                       rs_choice_row_new (_ ("Double precision"), _ ("64 bits, 15 digits; twice the memory"),
                                          "win.precision", "double"));
  concurrent = add_list (box, _ ("Concurrency"));
  gtk_list_box_append (GTK_LIST_BOX (concurrent), make_concurrent_row ());
  self->pages = GTK_STACK (gtk_stack_new ());
  add_page (self, box, "devices", _ ("Devices"));
  switcher
      = g_object_new (GTK_TYPE_STACK_SWITCHER, "stack", self->pages, "halign", GTK_ALIGN_CENTER, "margin-top", 6, NULL);
  gtk_box_append (GTK_BOX (whole), switcher);
  gtk_box_append (GTK_BOX (whole), GTK_WIDGET (self->pages));
  panel_widget_set_child (PANEL_WIDGET (self), whole);
  fill (self);
  g_signal_connect_object (rs_device_list_model_get (), "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
}

PanelWidget *
rs_devices_panel_new (RsRuns *runs)
{
  RsDevicesPanel *self = g_object_new (RS_TYPE_DEVICES_PANEL, NULL);

  add_page (self, rs_scheduling_page_new (runs), "scheduling", _ ("Scheduling"));
  return PANEL_WIDGET (self);
}
