/* The slices of a cube, one after the other, by hand or played; their row of controls.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-viewer-private.h"

#include <glib/gi18n.h>
#include <math.h>

static void
on_slice (RsImageViewer *self)
{
  rs_image_canvas_set_slice (self->canvas, (gint64)gtk_adjustment_get_value (self->slice));
  rs_image_viewer_forget_statistics (self);
  rs_image_viewer_show_profile (self);
}

static void
step_slice (RsImageViewer *self, int step)
{
  double n = gtk_adjustment_get_upper (self->slice) + 1;

  gtk_adjustment_set_value (self->slice, fmod (gtk_adjustment_get_value (self->slice) + step + n, n));
}

static gboolean
on_playback (gpointer data)
{
  step_slice (data, 1);
  return G_SOURCE_CONTINUE;
}

static void
set_playback (RsImageViewer *self, gboolean plays)
{
  g_autoptr (GVariant) speed = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "speed");

  if (self->playback != 0)
    g_source_remove (self->playback);
  self->playback = plays ? g_timeout_add (1000 / (guint)MAX (g_variant_get_int32 (speed), 1), on_playback, self) : 0;
}

static void
on_play (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  gboolean plays = g_variant_get_boolean (value) && gtk_adjustment_get_upper (self->slice) >= 1;

  g_simple_action_set_state (action, g_variant_new_boolean (plays));
  set_playback (self, plays);
}

static void
on_speed (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  if (self->playback != 0)
    set_playback (self, TRUE);
}

static void
on_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  step_slice (data, g_str_equal (g_action_get_name (G_ACTION (action)), "next-slice") ? 1 : -1);
}

void
rs_image_viewer_show_slices (RsImageViewer *self, const RsPictureShape *shape)
{
  gboolean has_slices = shape != NULL && shape->n_slices > 1;

  if (!has_slices)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "play", g_variant_new_boolean (FALSE));
  gtk_adjustment_configure (self->slice, (double)rs_image_canvas_get_slice (self->canvas), 0,
                            has_slices ? (double)shape->n_slices - 1 : 0, 1, 10, 0);
  gtk_widget_set_visible (self->slice_row, has_slices);
}

/* --- controls --- */

static void
add_slice_controls (RsImageViewer *self)
{
  GtkWidget *play = gtk_toggle_button_new (), *scale, *number;

  self->slice = gtk_adjustment_new (0, 0, 0, 1, 10, 0);
  self->slice_controls = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  scale = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, self->slice);
  number = gtk_spin_button_new (self->slice, 1, 0);
  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_widget_set_hexpand (scale, TRUE);
  gtk_button_set_icon_name (GTK_BUTTON (play), "media-playback-start-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (play), "image.play");
  gtk_widget_set_tooltip_text (play, _ ("Play the slices one after the other (Space)"));
  gtk_widget_set_tooltip_text (scale, _ ("Slice (Page Up, Page Down)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (play), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Play the slices"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Slice"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Number of the slice"),
                                  -1);
  gtk_box_append (GTK_BOX (self->slice_controls), play);
  gtk_box_append (GTK_BOX (self->slice_controls), scale);
  gtk_box_append (GTK_BOX (self->slice_controls), number);
  gtk_box_append (GTK_BOX (self->slice_row), self->slice_controls);
  g_signal_connect_swapped (self->slice, "value-changed", G_CALLBACK (on_slice), self);
}

static GtkWidget *
make_toggle (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_visible (button, FALSE);
  return button;
}

/* Those of the slices, or those of the volume. */
void
rs_image_viewer_add_slice_row (RsImageViewer *self)
{
  self->slice_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->volume_button = make_toggle (_ ("Volume"), "image.volume", _ ("Show the cube as a volume that turns (V)"));
  self->composite_button = make_toggle (_ ("Translucent"), "image.composite",
                                        _ ("The larger a value, the more opaque; else the largest of each ray (M)"));
  gtk_widget_set_hexpand (self->composite_button, TRUE);
  gtk_widget_set_halign (self->composite_button, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->slice_row, 6);
  gtk_widget_set_margin_end (self->slice_row, 6);
  gtk_widget_set_margin_top (self->slice_row, 4);
  add_slice_controls (self);
  gtk_box_append (GTK_BOX (self->slice_row), self->composite_button);
  gtk_box_append (GTK_BOX (self->slice_row), self->volume_button);
  gtk_widget_set_visible (self->slice_row, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->slice_row);
}

static const GActionEntry entries[] = {
  { .name = "next-slice", .activate = on_step },
  { .name = "previous-slice", .activate = on_step },
  { .name = "play", .state = "false", .change_state = on_play },
  { .name = "speed", .parameter_type = "i", .state = "10", .change_state = on_speed },
};

void
rs_image_viewer_init_slices (RsImageViewer *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}
