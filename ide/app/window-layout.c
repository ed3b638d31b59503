/* How the dock divides a window. The side panels have its whole height; where it is narrow, a trace that is in front at
 * the bottom has its whole width, below text and side panels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window-private.h"

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

static void
on_layout (RsWindow *self, int width, int height)
{
  self->width = width;
  rs_window_update_layout (self);
}

static void
on_realize (RsWindow *self)
{
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (self)), "layout", G_CALLBACK (on_layout), self,
                           G_CONNECT_SWAPPED);
}

void
rs_window_init_layout (RsWindow *self)
{
  g_signal_connect_after (self, "realize", G_CALLBACK (on_realize), NULL);
  g_signal_connect_object (self->bottom_frame, "notify::visible-child", G_CALLBACK (rs_window_update_layout), self,
                           G_CONNECT_SWAPPED);
}
