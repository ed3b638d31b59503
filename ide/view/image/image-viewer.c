/* A picture with all that one does with it: what it is made of.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-viewer-private.h"

#include "ide/view/image/image-menu.h"

#include <glib/gi18n.h>

#define TOLD_FOR (2 * G_USEC_PER_SEC)

G_DEFINE_FINAL_TYPE (RsImageViewer, rs_image_viewer, GTK_TYPE_WIDGET)

gboolean
rs_image_viewer_is_on (RsImageViewer *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), name);

  return g_variant_get_boolean (state);
}

/* --- labels --- */

void
rs_image_viewer_update (RsImageViewer *self)
{
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  const RsImageLook *look = rs_image_canvas_get_look (self->canvas);
  const RsPictureShape *shape;
  g_autoptr (GString) text = g_string_new (NULL);
  RsImageView view;

  if (source == NULL)
    {
      gtk_label_set_text (self->size_label, "");
      return;
    }
  shape = rs_image_source_get_shape (source);
  rs_image_canvas_get_view (self->canvas, &view);
  g_string_append_printf (text, "%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT, shape->height, shape->width);
  if (shape->channels > 1 || shape->n_slices == 1)
    g_string_append_printf (text, "×%d", shape->channels);
  if (shape->n_slices > 1)
    g_string_append_printf (text, "×%" G_GINT64_FORMAT, shape->n_slices);
  if (self->volume != NULL)
    {
      g_autofree char *seen = rs_volume_view_describe (self->volume);

      g_string_append_printf (text, _ (", %s, values %.5g to %.5g"), seen, look->low, look->high);
    }
  else
    g_string_append_printf (text, _ (", %.0f %%, values %.5g to %.5g"), view.zoom * 100, look->low, look->high);
  gtk_label_set_text (self->size_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->size_label), text->str);
}

static void
on_hover (RsImageViewer *self, const char *text)
{
  if (g_get_monotonic_time () >= self->told_until)
    gtk_label_set_text (self->value_label, text != NULL ? text : "");
}

/* Stays for a moment, whatever the pointer does. */
void
rs_image_viewer_tell (RsImageViewer *self, const char *text)
{
  gtk_label_set_text (self->value_label, text);
  self->told_until = g_get_monotonic_time () + TOLD_FOR;
}

/* --- the picture --- */

RsImageCanvas *
rs_image_viewer_get_canvas (RsImageViewer *self)
{
  return self->canvas;
}

static gboolean
is_same_shape (const RsPictureShape *a, const RsPictureShape *b)
{
  return a->height == b->height && a->width == b->width && a->channels == b->channels && a->n_slices == b->n_slices;
}

void
rs_image_viewer_set_source (RsImageViewer *self, RsImageSource *source, double low, double high, RsColorMap *color_map,
                            const char *title)
{
  RsImageSource *before = rs_image_canvas_get_source (self->canvas);
  const RsPictureShape *shape = source != NULL ? rs_image_source_get_shape (source) : NULL;
  gboolean is_same = before != NULL && shape != NULL && is_same_shape (rs_image_source_get_shape (before), shape)
                     && self->low == low && self->high == high;

  g_free (self->title);
  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  rs_color_map_unref (self->program_map);
  self->program_map = color_map != NULL ? rs_color_map_ref (color_map) : NULL;
  self->low = low;
  self->high = high;
  rs_image_canvas_set_source (self->canvas, source);
  if (!is_same)
    rs_image_viewer_set_window (self, low, high);
  rs_image_viewer_apply_color_map (self);
  rs_image_viewer_show_slices (self, shape);
  rs_image_viewer_update_volume (self, source);
  rs_image_viewer_forget_statistics (self);
  rs_image_viewer_show_profile (self);
  rs_image_viewer_update (self);
}

void
rs_image_viewer_add_button (RsImageViewer *self, GtkWidget *button)
{
  gtk_box_append (GTK_BOX (self->buttons), button);
}

/* --- the widget --- */

static void
add_action_button (RsImageViewer *self, GtkWidget *button, const char *icon, const char *action, const char *label,
                   const char *tooltip)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (GTK_BOX (self->buttons), button);
}

static void
add_buttons (RsImageViewer *self)
{
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_set_margin_start (self->buttons, 6);
  gtk_widget_set_margin_end (self->buttons, 6);
  gtk_widget_set_margin_top (self->buttons, 4);
  gtk_widget_set_margin_bottom (self->buttons, 4);
  add_action_button (self, gtk_button_new (), "zoom-out-symbolic", "image.zoom-out", _ ("Zoom the image out"),
                     _ ("Zoom out (-)"));
  add_action_button (self, gtk_button_new (), "zoom-in-symbolic", "image.zoom-in", _ ("Zoom the image in"),
                     _ ("Zoom in (+)"));
  add_action_button (self, gtk_button_new (), "zoom-fit-best-symbolic", "image.fit", _ ("Show the whole image"),
                     _ ("Show the whole image (0)"));
  add_action_button (self, gtk_button_new (), "zoom-original-symbolic", "image.original", _ ("Original size"),
                     _ ("One screen pixel per image pixel (1)"));
  add_action_button (self, gtk_toggle_button_new (), "display-brightness-symbolic", "image.fit-values",
                     _ ("Scale to the range of values"),
                     _ ("Stretch the smallest to the largest value over black to white (S)"));
  add_action_button (self, gtk_toggle_button_new (), "redshift-histogram-symbolic", "image.histogram", _ ("Histogram"),
                     _ ("Histogram of the values (H)"));
  add_action_button (self, gtk_toggle_button_new (), "redshift-line-values-symbolic", "image.profile",
                     _ ("Values along a line"), _ ("Values along a line that you draw (P)"));
  gtk_box_append (GTK_BOX (self->buttons), rs_image_menu_button_new ());
  gtk_box_append (GTK_BOX (self->box), self->buttons);
}

static void
add_status (RsImageViewer *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->size_label = GTK_LABEL (gtk_label_new (NULL));
  self->value_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->size_label, 0);
  gtk_label_set_xalign (self->value_label, 1);
  gtk_label_set_ellipsize (self->size_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (self->value_label, PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (GTK_WIDGET (self->value_label), TRUE);
  gtk_widget_add_css_class (row, "rs-content");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->value_label), "numeric");
  gtk_widget_set_margin_start (row, 8);
  gtk_widget_set_margin_end (row, 8);
  gtk_widget_set_margin_top (row, 3);
  gtk_widget_set_margin_bottom (row, 3);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->size_label));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->value_label));
  gtk_box_append (GTK_BOX (self->box), row);
}

/* Keys while the picture, or the volume, has the focus. */
static const struct {
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_Page_Down, 0, "image.next-slice" },
  { GDK_KEY_Page_Up, 0, "image.previous-slice" },
  { GDK_KEY_Left, GDK_CONTROL_MASK, "image.narrower" },
  { GDK_KEY_Right, GDK_CONTROL_MASK, "image.wider" },
  { GDK_KEY_Up, GDK_CONTROL_MASK, "image.brighter" },
  { GDK_KEY_Down, GDK_CONTROL_MASK, "image.darker" },
  { GDK_KEY_r, 0, "image.reset-window" },
  { GDK_KEY_s, 0, "image.fit-values" },
  { GDK_KEY_h, 0, "image.histogram" },
  { GDK_KEY_p, 0, "image.profile" },
  { GDK_KEY_space, 0, "image.play" },
  { GDK_KEY_c, GDK_CONTROL_MASK, "image.copy" },
  { GDK_KEY_v, 0, "image.volume" },
  { GDK_KEY_m, 0, "image.composite" },
};

void
rs_image_viewer_add_keys (RsImageViewer *self, GtkWidget *picture)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                                                            gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (picture, controller);
}

static void
rs_image_viewer_dispose (GObject *object)
{
  RsImageViewer *self = RS_IMAGE_VIEWER (object);

  if (self->playback != 0)
    g_source_remove (self->playback);
  self->playback = 0;
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_image_viewer_parent_class)->dispose (object);
}

static void
rs_image_viewer_finalize (GObject *object)
{
  RsImageViewer *self = RS_IMAGE_VIEWER (object);

  g_object_unref (self->actions);
  rs_color_map_unref (self->program_map);
  g_free (self->statistics);
  g_free (self->title);
  G_OBJECT_CLASS (rs_image_viewer_parent_class)->finalize (object);
}

static void
rs_image_viewer_class_init (RsImageViewerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_image_viewer_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_image_viewer_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
rs_image_viewer_init (RsImageViewer *self)
{
  RsImageLook look;

  self->title = g_strdup ("image");
  self->high = 255;
  self->actions = g_simple_action_group_new ();
  gtk_widget_insert_action_group (GTK_WIDGET (self), "image", G_ACTION_GROUP (self->actions));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->canvas = g_object_new (RS_TYPE_IMAGE_CANVAS, "hexpand", TRUE, "vexpand", TRUE, NULL);
  self->histogram = rs_curve_view_new (_ ("Histogram of the values"), TRUE);
  self->profile = rs_curve_view_new (_ ("Values along the line"), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->histogram), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->profile), FALSE);
  look = *rs_image_canvas_get_look (self->canvas);
  rs_image_look_set_nan_color (&look, "magenta");
  rs_image_canvas_set_look (self->canvas, &look);
  add_buttons (self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->canvas));
  rs_image_viewer_add_slice_row (self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->histogram));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->profile));
  add_status (self);
  rs_image_viewer_add_keys (self, GTK_WIDGET (self->canvas));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->canvas, "hover", G_CALLBACK (on_hover), self);
  g_signal_connect_swapped (self->canvas, "view-changed", G_CALLBACK (rs_image_viewer_update), self);
  g_signal_connect_swapped (self->canvas, "resized", G_CALLBACK (rs_image_viewer_update), self);
  rs_image_viewer_init_look (self);
  rs_image_viewer_init_values (self);
  rs_image_viewer_init_slices (self);
  rs_image_viewer_init_volume (self);
  rs_image_viewer_init_save (self);
}

RsImageViewer *
rs_image_viewer_new (void)
{
  return g_object_new (RS_TYPE_IMAGE_VIEWER, NULL);
}
