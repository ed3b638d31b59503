/* A figure in a dock tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-panel.h"

#include "ide/editor/tab-title.h"
#include "ide/view/image/image-viewer.h"

#include <glib/gi18n.h>

struct _RsImagePanel {
  PanelWidget parent;

  /* borrowed: children */
  RsImageViewer *viewer;
  GtkToggleButton *link_button;
  GtkWidget *source_button;

  guint figure;
  RsImage *image; /* owned; NULL before the first one */
};

G_DEFINE_FINAL_TYPE (RsImagePanel, rs_image_panel, PANEL_TYPE_WIDGET)

/* All panels; those with the button down share one view. */
static GPtrArray *panels;

RsImage *
rs_image_panel_make_image (const RsFigure *figure, const RsSeries *series)
{
  const RsAxes *axes = g_ptr_array_index (figure->axes, 0);
  RsImageFacts facts = { .pixels = series->pixels,
                         .shape = { series->height, series->width, series->channels, series->n_slices },
                         .color_map = axes->color_map,
                         .title = figure->title,
                         .path = figure->path,
                         .line = figure->line };

  rs_axes_get_color_limits (axes, &facts.low, &facts.high);
  return rs_image_new (&facts);
}

static void
share_view (RsImagePanel *self)
{
  RsImageView view;

  rs_image_canvas_get_view (rs_image_panel_get_canvas (self), &view);
  for (guint i = 0; i < panels->len; i++)
    {
      RsImagePanel *other = g_ptr_array_index (panels, i);

      if (other != self && gtk_toggle_button_get_active (other->link_button))
        {
          rs_image_canvas_set_view (rs_image_panel_get_canvas (other), &view);
          rs_image_viewer_update (other->viewer);
        }
    }
}

static void
on_view_changed (RsImagePanel *self)
{
  if (gtk_toggle_button_get_active (self->link_button))
    share_view (self);
}

static void
on_source (RsImagePanel *self)
{
  const RsImageFacts *facts = self->image != NULL ? rs_image_get_facts (self->image) : NULL;

  if (facts != NULL && facts->path != NULL && facts->line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", facts->path, facts->line, 0);
}

guint
rs_image_panel_get_figure (RsImagePanel *self)
{
  return self->figure;
}

RsImageCanvas *
rs_image_panel_get_canvas (RsImagePanel *self)
{
  return rs_image_viewer_get_canvas (self->viewer);
}

RsVolumeView *
rs_image_panel_get_volume (RsImagePanel *self)
{
  return rs_image_viewer_get_volume (self->viewer);
}

RsImage *
rs_image_panel_get_image (RsImagePanel *self)
{
  return self->image;
}

void
rs_image_panel_link (RsImagePanel *self)
{
  gtk_toggle_button_set_active (self->link_button, TRUE);
}

void
rs_image_panel_set_image (RsImagePanel *self, RsImage *image)
{
  const RsImageFacts *facts = rs_image_get_facts (image);
  g_autofree char *title = *facts->title != '\0' ? g_strdup (facts->title)
                                                 : g_strdup_printf (_ ("Figure %u"), self->figure);

  g_set_object (&self->image, image);
  rs_tab_title_set (PANEL_WIDGET (self), title);
  gtk_widget_set_sensitive (self->source_button, facts->path != NULL && facts->line > 0);
  rs_image_viewer_set_source (self->viewer, RS_IMAGE_SOURCE (image), facts->low, facts->high, facts->color_map, title);
}

static GtkWidget *
rs_image_panel_get_default_focus (PanelWidget *widget)
{
  RsVolumeView *volume = rs_image_panel_get_volume (RS_IMAGE_PANEL (widget));

  return volume != NULL ? GTK_WIDGET (volume) : GTK_WIDGET (rs_image_panel_get_canvas (RS_IMAGE_PANEL (widget)));
}

static void
rs_image_panel_dispose (GObject *object)
{
  if (panels != NULL)
    g_ptr_array_remove_fast (panels, object);
  g_clear_object (&RS_IMAGE_PANEL (object)->image);
  G_OBJECT_CLASS (rs_image_panel_parent_class)->dispose (object);
}

static void
rs_image_panel_class_init (RsImagePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_image_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_image_panel_get_default_focus;
}

static void
set_up_button (RsImagePanel *self, GtkWidget *button, const char *icon, const char *label, const char *tooltip)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  rs_image_viewer_add_button (self->viewer, button);
}

static void
rs_image_panel_init (RsImagePanel *self)
{
  if (panels == NULL)
    panels = g_ptr_array_new ();
  g_ptr_array_add (panels, self);
  self->viewer = rs_image_viewer_new ();
  self->link_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new ());
  self->source_button = gtk_button_new ();
  set_up_button (self, GTK_WIDGET (self->link_button), "insert-link-symbolic", _ ("Link views"),
                 _ ("Zoom and pan all linked images together"));
  set_up_button (self, self->source_button, "go-jump-symbolic", _ ("Go to the source of the image"),
                 _ ("Go to the line that shows this image"));
  panel_widget_set_icon_name (PANEL_WIDGET (self), "image-x-generic-symbolic");
  panel_widget_set_child (PANEL_WIDGET (self), GTK_WIDGET (self->viewer));
  g_signal_connect_swapped (self->source_button, "clicked", G_CALLBACK (on_source), self);
  g_signal_connect_swapped (self->link_button, "toggled", G_CALLBACK (on_view_changed), self);
  g_signal_connect_object (rs_image_panel_get_canvas (self), "view-changed", G_CALLBACK (on_view_changed), self,
                           G_CONNECT_SWAPPED);
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
