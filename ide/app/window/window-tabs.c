/* Clicks on tabs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

/* The tab that was clicked shows its page, whatever the toolkit has done: of one that is partly scrolled out of sight
 * libadwaita 1.2 scrolls the rest into view, and no more. A text gets the keyboard with its page: libadwaita leaves it
 * where it was when that is in another frame. */
static gboolean
show_page (gpointer data)
{
  GtkWidget *tab = data;
  g_autoptr (AdwTabPage) page = NULL;
  g_autoptr (AdwTabView) view = NULL;

  if (gtk_widget_get_parent (tab) == NULL) /* its page has been closed */
    return G_SOURCE_REMOVE;
  g_object_get (tab, "page", &page, "view", &view, NULL);
  if (page == NULL || view == NULL)
    return G_SOURCE_REMOVE;
  if (adw_tab_view_get_selected_page (view) != page)
    adw_tab_view_set_selected_page (view, page);
  if (RS_IS_EDITOR_PAGE (adw_tab_page_get_child (page)))
    gtk_widget_grab_focus (GTK_WIDGET (rs_editor_page_get_view (RS_EDITOR_PAGE (adw_tab_page_get_child (page)))));
  return G_SOURCE_REMOVE;
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  GtkWidget *bar = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)),
            *widget = gtk_widget_pick (bar, x, y, GTK_PICK_DEFAULT);

  /* A button of a tab closes it. */
  while (widget != NULL && widget != bar && !GTK_IS_BUTTON (widget)
         && g_strcmp0 (G_OBJECT_TYPE_NAME (widget), "AdwTab"))
    widget = gtk_widget_get_parent (widget);
  if (widget != NULL && widget != bar && !GTK_IS_BUTTON (widget))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_page, g_object_ref (widget), g_object_unref);
}

void
rs_window_watch_tabs (GtkWidget *bar)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), NULL);
  gtk_widget_add_controller (bar, GTK_EVENT_CONTROLLER (click));
}
