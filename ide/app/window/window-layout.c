/* How the dock divides a window. The side panels have its whole height; where it is narrow, a trace that is in front at
 * the bottom has its whole width, below text and side panels. What is at the bottom can be enlarged over the text for a
 * while.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include <glib/gi18n.h>

#define NARROW 1500 /* pixels */

/* The part of the dock's grid that holds a frame. */
static GtkLayoutChild *
find_cell (RsWindow *self, PanelFrame *frame)
{
  GtkWidget *child = GTK_WIDGET (frame);

  while (child != NULL && !GTK_IS_GRID (gtk_widget_get_parent (child)))
    child = gtk_widget_get_parent (child);
  g_return_val_if_fail (child != NULL, NULL);
  return gtk_layout_manager_get_layout_child (gtk_widget_get_layout_manager (gtk_widget_get_parent (child)), child);
}

void
rs_window_update_layout (RsWindow *self)
{
  PanelWidget *front = panel_frame_get_visible_child (self->bottom_frame);
  const gboolean is_wide = self->width < NARROW && front != NULL && RS_IS_PROFILE_PANEL (front)
                           && rs_profile_panel_get_path (RS_PROFILE_PANEL (front)) != NULL;
  GtkLayoutChild *bottom, *end;

  if (is_wide == self->has_wide_bottom)
    return;
  self->has_wide_bottom = is_wide;
  bottom = find_cell (self, self->bottom_frame);
  end = find_cell (self, self->end_frame);
  if (bottom == NULL || end == NULL)
    return;
  /* Three columns and rows: what is at the start, the centre, what is at the end; the same from top to bottom. */
  g_object_set (bottom, "column", is_wide ? 0 : 1, "column-span", is_wide ? 3 : 1, NULL);
  g_object_set (end, "row-span", is_wide ? 2 : 3, NULL);
}

/* --- the bottom, enlarged --- */

static int
get_height (RsWindow *self)
{
  int height;

  g_object_get (self->dock, "bottom-height", &height, NULL);
  return height;
}

/* Somebody may have drawn its edge since. */
static gboolean
is_enlarged (RsWindow *self)
{
  return self->small_bottom > 0 && get_height (self) == self->large_bottom;
}

int
rs_window_get_bottom_height (RsWindow *self)
{
  return is_enlarged (self) ? self->small_bottom : get_height (self);
}

/* All that the text does not need at least. */
static void
fill_height (RsWindow *self)
{
  int least;

  gtk_widget_measure (GTK_WIDGET (self->grid), GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  self->large_bottom = MAX (gtk_widget_get_height (GTK_WIDGET (self->dock)) - least, self->small_bottom);
  panel_dock_set_bottom_height (self->dock, self->large_bottom);
}

static gboolean
on_resized (gpointer data)
{
  RsWindow *self = data;

  self->resize_source = 0;
  fill_height (self);
  return G_SOURCE_REMOVE;
}

static void
make_small (RsWindow *self)
{
  panel_dock_set_bottom_height (self->dock, self->small_bottom);
  self->small_bottom = 0;
}

static void
enlarge (RsWindow *self)
{
  if (!is_enlarged (self))
    self->small_bottom = get_height (self);
  panel_dock_set_reveal_bottom (self->dock, TRUE);
  fill_height (self);
}

static void
on_enlarge_bottom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  self->is_enlarged_for_trace = FALSE;
  if (panel_dock_get_reveal_bottom (self->dock) && is_enlarged (self))
    make_small (self);
  else
    enlarge (self);
  rs_window_queue_save_state (self);
}

void
rs_window_give_trace_room (RsWindow *self, gboolean has_text)
{
  if (!has_text && !is_enlarged (self))
    {
      enlarge (self);
      self->is_enlarged_for_trace = TRUE;
    }
  else if (has_text && self->is_enlarged_for_trace)
    {
      if (is_enlarged (self))
        make_small (self);
      self->is_enlarged_for_trace = FALSE;
    }
}

static void
add_enlarge_button (RsWindow *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("view-fullscreen-symbolic");
  const char *words = _ ("Enlarge the bottom panel, or make it small again (Ctrl+F9)");

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.enlarge-bottom");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  panel_frame_header_add_suffix (panel_frame_get_header (self->bottom_frame), 0, button);
}

/* --- the window --- */

static void
on_layout (RsWindow *self, int width, int height)
{
  self->width = width;
  if (height != self->height && is_enlarged (self) && self->resize_source == 0)
    self->resize_source = g_idle_add (on_resized, self); /* the dock gets its own height first */
  self->height = height;
  rs_window_update_layout (self);
}

static void
on_realize (RsWindow *self)
{
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (self)), "layout", G_CALLBACK (on_layout), self,
                           G_CONNECT_SWAPPED);
}

static const GActionEntry entries[] = {
  { .name = "enlarge-bottom", .activate = on_enlarge_bottom },
};

void
rs_window_init_layout (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  add_enlarge_button (self);
  g_signal_connect_after (self, "realize", G_CALLBACK (on_realize), NULL);
  g_signal_connect_object (self->bottom_frame, "notify::visible-child", G_CALLBACK (rs_window_update_layout), self,
                           G_CONNECT_SWAPPED);
}
