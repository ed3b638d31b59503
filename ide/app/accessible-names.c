/* Names for controls that come without one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/accessible-names.h"

#include <glib/gi18n.h>

/* What a button inside a widget of that type does. */
static const struct {
  const char *type;
  const char *name;
} contexts[] = {
  { "AdwTab", N_ ("Close the page") },
  { "GtkDropDown", N_ ("Choose") },
  { "PanelFrameTabBar", N_ ("Pages of this frame") },
  { "GtkInfoBar", N_ ("Close the message") },
  { "GtkSearchEntry", N_ ("Clear") },
  { "GtkNotebook", N_ ("Pages") },
};

/* A label among the children gives a button its name. */
static gboolean
has_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return *gtk_label_get_text (GTK_LABEL (widget)) != '\0';
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child) && has_label (child))
      return TRUE;
  return FALSE;
}

static const char *
find_name (GtkWidget *widget)
{
  for (GtkWidget *ancestor = gtk_widget_get_parent (widget); ancestor != NULL;
       ancestor = gtk_widget_get_parent (ancestor))
    for (guint i = 0; i < G_N_ELEMENTS (contexts); i++)
      if (g_str_equal (G_OBJECT_TYPE_NAME (ancestor), contexts[i].type))
        return _ (contexts[i].name);
  return gtk_widget_get_tooltip_text (widget);
}

static void
fill (GtkWidget *widget)
{
  gboolean is_control = GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget);

  if (is_control && !gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
      && (!has_label (widget) || gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN) != NULL))
    {
      const char *name = find_name (widget);

      if (name != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    fill (child);
}

static gboolean
on_idle (gpointer data)
{
  fill (data);
  return G_SOURCE_REMOVE;
}

void
rs_accessible_names_queue (GtkWidget *root)
{
  g_timeout_add_full (G_PRIORITY_LOW, 200, on_idle, g_object_ref (root), g_object_unref);
}
