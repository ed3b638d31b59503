/* The menu of a variable.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/variable-menu.h"

#include <glib/gi18n.h>

static void
add_item (GMenu *menu, const char *label, const char *action, const char *name)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_append_item (menu, item);
}

static gboolean
unparent (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL) /* which may have gone first */
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* The chosen action comes after the menu has closed. */
static void
on_closed (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent, g_object_ref (popover), g_object_unref);
}

void
rs_variable_menu_pop_up (GtkWidget *widget, double x, double y, const char *name, gboolean is_array)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  const GdkRectangle at = { (int)x, (int)y, 1, 1 };
  GtkWidget *popover;

  if (is_array)
    add_item (menu, _ ("_Show as Array"), "win.look-at-array", name);
  add_item (menu, _ ("Stop When _Written"), "win.stop-when-written", name);
  add_item (menu, _ ("_Add to Watches"), "win.watch-expression", name);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (popover, widget);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &at);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}
