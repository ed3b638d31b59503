/* The cube as a volume; zoom, of what shows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-viewer-private.h"

#include <glib/gi18n.h>

/* --- view --- */

static void
zoom (RsImageViewer *self, double factor)
{
  if (self->volume != NULL)
    rs_volume_view_zoom_by (self->volume, factor);
  else
    rs_image_canvas_zoom_by (self->canvas, factor);
}

static void
on_view_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  const char *name = g_action_get_name (G_ACTION (action));

  if (g_str_equal (name, "zoom-in"))
    zoom (self, 1.25);
  else if (g_str_equal (name, "zoom-out"))
    zoom (self, 0.8);
  else if (self->volume != NULL)
    rs_volume_view_reset (self->volume);
  else if (g_str_equal (name, "fit"))
    rs_image_canvas_fit (self->canvas);
  else
    rs_image_canvas_zoom_to (self->canvas, 1);
}

/* --- the cube as a volume --- */

static void
add_volume (RsImageViewer *self)
{
  g_autofree char *label = g_strdup_printf (_ ("Volume of %s"), self->title);
  GtkWidget *widget;

  self->volume = rs_volume_view_new ();
  widget = GTK_WIDGET (self->volume);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  rs_volume_view_set_mode (self->volume,
                           rs_image_viewer_is_on (self, "composite") ? RS_VOLUME_COMPOSITE : RS_VOLUME_MAXIMUM);
  rs_volume_view_set_look (self->volume, rs_image_canvas_get_look (self->canvas));
  rs_volume_view_set_source (self->volume, rs_image_canvas_get_source (self->canvas));
  g_signal_connect_object (widget, "changed", G_CALLBACK (rs_image_viewer_update), self, G_CONNECT_SWAPPED);
  rs_image_viewer_add_keys (self, widget);
  gtk_box_insert_child_after (GTK_BOX (self->box), widget, GTK_WIDGET (self->canvas));
}

/* What means a slice has no meaning meanwhile. */
static void
show_volume (RsImageViewer *self, gboolean shows)
{
  static const char *const of_slices[] = { "next-slice", "previous-slice", "play", "profile" };
  GtkWidget *before = GTK_WIDGET (self->canvas);
  gboolean has_focus;

  if (self->volume != NULL)
    before = GTK_WIDGET (self->volume);
  has_focus = gtk_widget_has_focus (before);
  if (shows)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "play", g_variant_new_boolean (FALSE));
  if (shows)
    add_volume (self);
  gtk_widget_set_visible (GTK_WIDGET (self->canvas), !shows);
  if (has_focus)
    gtk_widget_grab_focus (shows ? GTK_WIDGET (self->volume) : GTK_WIDGET (self->canvas));
  if (!shows)
    gtk_box_remove (GTK_BOX (self->box), GTK_WIDGET (g_steal_pointer (&self->volume)));
  gtk_widget_set_visible (self->slice_controls, !shows);
  gtk_widget_set_visible (self->composite_button, shows);
  for (guint i = 0; i < G_N_ELEMENTS (of_slices); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (
                                     g_action_map_lookup_action (G_ACTION_MAP (self->actions), of_slices[i])),
                                 !shows);
  rs_image_viewer_update (self);
}

static gboolean
is_volume (const RsPictureShape *shape)
{
  return shape != NULL && shape->n_slices > 1 && shape->channels == 1;
}

static void
on_volume (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  gboolean shows = g_variant_get_boolean (value) && source != NULL && is_volume (rs_image_source_get_shape (source));

  g_simple_action_set_state (action, g_variant_new_boolean (shows));
  if (shows != (self->volume != NULL))
    show_volume (self, shows);
}

static void
on_composite (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  if (self->volume != NULL)
    rs_volume_view_set_mode (self->volume, g_variant_get_boolean (value) ? RS_VOLUME_COMPOSITE : RS_VOLUME_MAXIMUM);
}

RsVolumeView *
rs_image_viewer_get_volume (RsImageViewer *self)
{
  return self->volume;
}

/* Another picture: its volume shows if the one before did. */
void
rs_image_viewer_update_volume (RsImageViewer *self, RsImageSource *source)
{
  gboolean can_show = source != NULL && is_volume (rs_image_source_get_shape (source));

  gtk_widget_set_visible (self->volume_button, can_show);
  if (self->volume == NULL)
    return;
  if (can_show)
    rs_volume_view_set_source (self->volume, source);
  else
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "volume", g_variant_new_boolean (FALSE));
}

static const GActionEntry entries[] = {
  { .name = "zoom-in", .activate = on_view_action },
  { .name = "zoom-out", .activate = on_view_action },
  { .name = "fit", .activate = on_view_action },
  { .name = "original", .activate = on_view_action },
  { .name = "volume", .state = "false", .change_state = on_volume },
  { .name = "composite", .state = "false", .change_state = on_composite },
};

void
rs_image_viewer_init_volume (RsImageViewer *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}
