/* A figure in a dock tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image-panel.h"

#include <glib/gi18n.h>

struct _RsImagePanel {
  PanelWidget parent;

  /* template */
  GtkButton *zoom_out_button, *zoom_in_button, *fit_button, *original_button, *source_button;
  GtkToggleButton *link_button, *scale_button;
  RsImageCanvas *canvas;
  GtkLabel *size_label, *value_label;

  guint figure;
};

G_DEFINE_FINAL_TYPE (RsImagePanel, rs_image_panel, PANEL_TYPE_WIDGET)

/* All panels; those with the button down share one view. */
static GPtrArray *panels;

static void
show_size (RsImagePanel *self)
{
  RsImage *image = rs_image_canvas_get_image (self->canvas);
  g_autofree char *text = NULL;
  RsImageView view;

  if (image == NULL)
    return;
  rs_image_canvas_get_view (self->canvas, &view);
  text = g_strdup_printf ("%d×%d×%d, %.0f %%", image->height, image->width, image->channels, view.zoom * 100);
  gtk_label_set_text (self->size_label, text);
}

static void
share_view (RsImagePanel *self)
{
  RsImageView view;

  rs_image_canvas_get_view (self->canvas, &view);
  for (guint i = 0; i < panels->len; i++)
    {
      RsImagePanel *other = g_ptr_array_index (panels, i);

      if (other != self && gtk_toggle_button_get_active (other->link_button))
        {
          rs_image_canvas_set_view (other->canvas, &view);
          show_size (other);
        }
    }
}

static void
on_view_changed (RsImagePanel *self)
{
  show_size (self);
  if (gtk_toggle_button_get_active (self->link_button))
    share_view (self);
}

static void
on_scale_toggled (RsImagePanel *self)
{
  RsImage *image = rs_image_canvas_get_image (self->canvas);
  double low, high;

  if (image == NULL)
    return;
  if (gtk_toggle_button_get_active (self->scale_button))
    rs_image_get_range (image, &low, &high);
  else
    {
      low = image->low;
      high = image->high;
    }
  rs_image_canvas_set_range (self->canvas, low, high);
}

static void
on_zoom_out (RsImagePanel *self)
{
  rs_image_canvas_zoom_by (self->canvas, 0.8);
}

static void
on_zoom_in (RsImagePanel *self)
{
  rs_image_canvas_zoom_by (self->canvas, 1.25);
}

static void
on_fit (RsImagePanel *self)
{
  rs_image_canvas_fit (self->canvas);
}

static void
on_original (RsImagePanel *self)
{
  rs_image_canvas_zoom_to (self->canvas, 1);
}

static void
on_source (RsImagePanel *self)
{
  RsImage *image = rs_image_canvas_get_image (self->canvas);

  if (image != NULL && image->path != NULL && image->line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", image->path, image->line, 0);
}

static void
on_hover (RsImagePanel *self, const char *text)
{
  gtk_label_set_text (self->value_label, text != NULL ? text : "");
}

guint
rs_image_panel_get_figure (RsImagePanel *self)
{
  return self->figure;
}

RsImageCanvas *
rs_image_panel_get_canvas (RsImagePanel *self)
{
  return self->canvas;
}

void
rs_image_panel_link (RsImagePanel *self)
{
  gtk_toggle_button_set_active (self->link_button, TRUE);
}

void
rs_image_panel_set_image (RsImagePanel *self, RsImage *image)
{
  g_autofree char *title = NULL;

  rs_image_canvas_set_image (self->canvas, image);
  title = *image->title != '\0' ? g_strdup (image->title) : g_strdup_printf (_ ("Figure %u"), self->figure);
  panel_widget_set_title (PANEL_WIDGET (self), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->source_button), image->path != NULL && image->line > 0);
  on_scale_toggled (self);
  show_size (self);
}

static GtkWidget *
rs_image_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_IMAGE_PANEL (widget)->canvas);
}

static void
rs_image_panel_dispose (GObject *object)
{
  if (panels != NULL)
    g_ptr_array_remove_fast (panels, object);
  G_OBJECT_CLASS (rs_image_panel_parent_class)->dispose (object);
}

static void
rs_image_panel_class_init (RsImagePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_image_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_image_panel_get_default_focus;
  g_type_ensure (RS_TYPE_IMAGE_CANVAS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/image-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, zoom_out_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, zoom_in_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, fit_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, original_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, source_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, link_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, scale_button);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, canvas);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, size_label);
  gtk_widget_class_bind_template_child (widget_class, RsImagePanel, value_label);
}

static void
rs_image_panel_init (RsImagePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  if (panels == NULL)
    panels = g_ptr_array_new ();
  g_ptr_array_add (panels, self);
  g_signal_connect_swapped (self->zoom_out_button, "clicked", G_CALLBACK (on_zoom_out), self);
  g_signal_connect_swapped (self->zoom_in_button, "clicked", G_CALLBACK (on_zoom_in), self);
  g_signal_connect_swapped (self->fit_button, "clicked", G_CALLBACK (on_fit), self);
  g_signal_connect_swapped (self->original_button, "clicked", G_CALLBACK (on_original), self);
  g_signal_connect_swapped (self->source_button, "clicked", G_CALLBACK (on_source), self);
  g_signal_connect_swapped (self->link_button, "toggled", G_CALLBACK (on_view_changed), self);
  g_signal_connect_swapped (self->scale_button, "toggled", G_CALLBACK (on_scale_toggled), self);
  g_signal_connect_swapped (self->canvas, "resized", G_CALLBACK (show_size), self);
  g_signal_connect_swapped (self->canvas, "hover", G_CALLBACK (on_hover), self);
  g_signal_connect_swapped (self->canvas, "view-changed", G_CALLBACK (on_view_changed), self);
}

RsImagePanel *
rs_image_panel_new (guint figure)
{
  RsImagePanel *self = g_object_new (RS_TYPE_IMAGE_PANEL, NULL);
  g_autofree char *id = g_strdup_printf ("figure-%u", figure);

  self->figure = figure;
  panel_widget_set_id (PANEL_WIDGET (self), id);
  return self;
}
