/* The menu of a row in the list of files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/file-question.h"
#include "ide/files/files-panel-private.h"

#include <glib/gi18n.h>

static gboolean
pop_up (gpointer menu)
{
  if (gtk_widget_get_parent (menu) != NULL)
    gtk_popover_popup (menu);
  return G_SOURCE_REMOVE;
}

void
rs_files_panel_show_menu (RsFilesPanel *self, int x, int y)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (self);
  g_autoptr (GMenu) menu = g_menu_new (), opens = g_menu_new (), makes = g_menu_new (), changes = g_menu_new ();

  if (row != NULL)
    {
      g_menu_append (opens, _ ("_Open"), "files.open");
      if (rs_file_tree_row_is_folder (row))
        g_menu_append (opens, _ ("_Show Only This Folder"), "files.show-only");
      g_menu_append (changes, _ ("_Rename…"), "files.rename");
      g_menu_append (changes, _ ("_Delete…"), "files.delete");
      g_menu_append (changes, _ ("_Copy Path"), "files.copy-path");
    }
  g_menu_append (makes, _ ("_New File…"), "files.new-file");
  g_menu_append (makes, _ ("New _Folder…"), "files.new-folder");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (opens));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (makes));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (changes));
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (NULL);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
      g_signal_connect_object (self->menu, "closed", G_CALLBACK (rs_file_question_return_focus), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ x, y, 1, 1 });
  /* The lines between sections come in idle time: without them it would be too low for its last item. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, pop_up, g_object_ref (self->menu), g_object_unref);
}

static void
on_row_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  GtkListItem *item = data;
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  RsFilesPanel *self = RS_FILES_PANEL (gtk_widget_get_ancestor (widget, RS_TYPE_FILES_PANEL));
  double panel_x, panel_y;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (item));
  gtk_widget_translate_coordinates (widget, GTK_WIDGET (self), x, y, &panel_x, &panel_y);
  rs_files_panel_show_menu (self, (int)panel_x, (int)panel_y);
}

/* Beside all rows. */
static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  RsFilesPanel *self = data;
  double panel_x, panel_y;

  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_widget_translate_coordinates (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), GTK_WIDGET (self),
                                    x, y, &panel_x, &panel_y);
  rs_files_panel_show_menu (self, (int)panel_x, (int)panel_y);
}

static void
add_click (GtkWidget *widget, GCallback pressed, gpointer data)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", pressed, data);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

void
rs_files_panel_add_row_menu (GtkWidget *row, GtkListItem *item)
{
  add_click (row, G_CALLBACK (on_row_pressed), item);
}

void
rs_files_panel_add_menu (RsFilesPanel *self, GtkWidget *scroller)
{
  add_click (scroller, G_CALLBACK (on_pressed), self);
}
