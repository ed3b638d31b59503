/* Going round the window by keyboard: text, side panel, bottom panel, left panel, header, and back
 * to the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

typedef enum { AREA_TEXT, AREA_END, AREA_BOTTOM, AREA_START, AREA_HEADER, N_AREAS } Area;

/* Some panels have nothing to focus as long as they are empty; the keys have to get somewhere all the same. */
static gboolean
focus_inside (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD))
    return TRUE;
  if (child == NULL)
    return FALSE;
  gtk_widget_set_focusable (child, TRUE);
  return gtk_widget_grab_focus (child);
}

static void
focus_now (PanelWidget *panel)
{
  GtkWidget *wanted = panel_widget_get_default_focus (panel);

  g_signal_handlers_disconnect_by_func (panel, focus_now, NULL);
  if (wanted == NULL || !gtk_widget_get_mapped (wanted) || !gtk_widget_grab_focus (wanted))
    focus_inside (GTK_WIDGET (panel));
}

void
rs_window_focus_panel (RsWindow *self, PanelWidget *panel)
{
  /* One that is about to slide in can't have the focus yet. */
  if (gtk_widget_get_mapped (GTK_WIDGET (panel)))
    focus_now (panel);
  else
    g_signal_connect_after (panel, "map", G_CALLBACK (focus_now), NULL);
}

static PanelWidget *
get_front (RsWindow *self, Area area)
{
  if (area == AREA_END && panel_dock_get_reveal_end (self->dock))
    return panel_frame_get_visible_child (self->end_frame);
  if (area == AREA_START && panel_dock_get_reveal_start (self->dock))
    return panel_frame_get_visible_child (self->start_frame);
  if (area == AREA_BOTTOM && panel_dock_get_reveal_bottom (self->dock))
    return panel_frame_get_visible_child (self->bottom_frame);
  return NULL;
}

/* FALSE: there is nothing of that kind now. */
static gboolean
focus_area (RsWindow *self, Area area)
{
  PanelWidget *panel = area == AREA_TEXT && self->current != NULL ? PANEL_WIDGET (self->current)
                                                                  : get_front (self, area);

  if (area == AREA_HEADER)
    return focus_inside (GTK_WIDGET (self->header));
  if (panel == NULL && area == AREA_TEXT)
    return focus_inside (GTK_WIDGET (self->grid));
  if (panel == NULL)
    return FALSE;
  rs_window_focus_panel (self, panel);
  return TRUE;
}

static Area
find_area (RsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus == NULL)
    return AREA_HEADER;
  if (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->header)))
    return AREA_HEADER;
  if (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->end_frame)))
    return AREA_END;
  if (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->start_frame)))
    return AREA_START;
  if (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->bottom_frame)))
    return AREA_BOTTOM;
  return AREA_TEXT;
}

const char *
rs_window_describe_focus (RsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *panel = focus != NULL ? gtk_widget_get_ancestor (focus, PANEL_TYPE_WIDGET) : NULL;

  if (focus == NULL)
    return "";
  if (panel != NULL && !RS_IS_EDITOR_PAGE (panel))
    return panel_widget_get_id (PANEL_WIDGET (panel));
  return find_area (self) == AREA_HEADER ? "header" : "text";
}

static void
move_round (RsWindow *self, guint step)
{
  guint area = find_area (self);

  for (guint i = 0; i < N_AREAS; i++)
    {
      area = (area + step) % N_AREAS;
      if (focus_area (self, area))
        return;
    }
}

static void
on_next_area (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_round (data, 1);
}

static void
on_previous_area (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_round (data, N_AREAS - 1);
}

/* --- the main menu --- */

static void
on_focus_moved (RsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *menu = GTK_WIDGET (gtk_menu_button_get_popover (self->menu_button));

  if (focus == NULL)
    return;
  if (gtk_widget_is_ancestor (focus, menu) && self->focus != NULL && !gtk_widget_is_ancestor (self->focus, menu))
    g_set_weak_pointer (&self->focus_before_menu, self->focus);
  g_set_weak_pointer (&self->focus, focus);
}

/* Who opens it by its key goes on where the keyboard was, unless what was chosen has moved it. */
static void
on_menu_closed (RsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self)), *before = self->focus_before_menu;

  if (before != NULL && gtk_widget_get_mapped (before)
      && (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self->menu_button))))
    gtk_widget_grab_focus (before);
}

static const GActionEntry entries[] = {
  { .name = "next-area", .activate = on_next_area },
  { .name = "previous-area", .activate = on_previous_area },
};

void
rs_window_init_focus (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (on_focus_moved), NULL);
  g_signal_connect_swapped (gtk_menu_button_get_popover (self->menu_button), "closed", G_CALLBACK (on_menu_closed),
                            self);
}
