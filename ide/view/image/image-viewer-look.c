/* What is black and what is white, the colour map, channels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-viewer-private.h"

#define NARROWER 0.8
#define LEVEL_STEP 0.05

static void
set_state (RsImageViewer *self, const char *name, GVariant *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), state);
}

static void
apply_look (RsImageViewer *self, const RsImageLook *look)
{
  rs_image_canvas_set_look (self->canvas, look);
  if (self->volume != NULL)
    rs_volume_view_set_look (self->volume, look);
  rs_curve_view_set_window (self->histogram, look->low, look->high);
  rs_image_viewer_update (self);
}

void
rs_image_viewer_set_window (RsImageViewer *self, double low, double high)
{
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  look.low = low;
  look.high = high;
  apply_look (self, &look);
}

static void
on_window_changed (RsImageViewer *self)
{
  const RsImageLook *look = rs_image_canvas_get_look (self->canvas);

  set_state (self, "fit-values", g_variant_new_boolean (FALSE));
  rs_curve_view_set_window (self->histogram, look->low, look->high);
  rs_image_viewer_update (self);
}

static void
change_window (RsImageViewer *self, double factor, double shift)
{
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  rs_image_look_change_window (&look, factor, shift);
  apply_look (self, &look);
  set_state (self, "fit-values", g_variant_new_boolean (FALSE));
}

static void
on_window_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  const char *name = g_action_get_name (G_ACTION (action));

  if (g_str_equal (name, "narrower"))
    change_window (self, NARROWER, 0);
  else if (g_str_equal (name, "wider"))
    change_window (self, 1 / NARROWER, 0);
  else if (g_str_equal (name, "brighter"))
    change_window (self, 1, -LEVEL_STEP);
  else if (g_str_equal (name, "darker"))
    change_window (self, 1, LEVEL_STEP);
  else
    {
      set_state (self, "fit-values", g_variant_new_boolean (FALSE));
      rs_image_viewer_set_window (self, self->low, self->high);
    }
}

/* "": that of the program. */
void
rs_image_viewer_apply_color_map (RsImageViewer *self)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "color-map");
  const char *name = g_variant_get_string (state, NULL);
  RsColorMap *map = *name != '\0' ? rs_color_map_new (name) : NULL;
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  look.color_map = map != NULL ? map : self->program_map;
  apply_look (self, &look);
  rs_color_map_unref (map);
}

static void
on_color_map (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_simple_action_set_state (action, value);
  rs_image_viewer_apply_color_map (data);
}

static void
on_channel (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  g_simple_action_set_state (action, value);
  look.channel = g_variant_get_int32 (value);
  apply_look (self, &look);
}

static void
on_nan_color (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  if (rs_image_look_set_nan_color (&look, g_variant_get_string (value, NULL)))
    g_simple_action_set_state (action, value);
  apply_look (self, &look);
}

static const GActionEntry entries[] = {
  { .name = "narrower", .activate = on_window_action },
  { .name = "wider", .activate = on_window_action },
  { .name = "brighter", .activate = on_window_action },
  { .name = "darker", .activate = on_window_action },
  { .name = "reset-window", .activate = on_window_action },
  { .name = "color-map", .parameter_type = "s", .state = "''", .change_state = on_color_map },
  { .name = "channel", .parameter_type = "i", .state = "-1", .change_state = on_channel },
  { .name = "nan-color", .parameter_type = "s", .state = "'magenta'", .change_state = on_nan_color },
};

void
rs_image_viewer_init_look (RsImageViewer *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (self->canvas, "window-changed", G_CALLBACK (on_window_changed), self);
}
