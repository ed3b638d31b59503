/* A figure with axes in a dock tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/figure-panel.h"

#include "runtime/figure/canvas-cairo.h"
#include "runtime/figure/draw.h"
#include "runtime/figure/export.h"
#include "runtime/replace-file.h"

#include <glib/gi18n.h>

#define DEGREES_A_PIXEL 0.5

struct _RsFigurePanel {
  PanelWidget parent;

  /* template */
  GtkButton *save_button, *source_button;
  GtkDrawingArea *area;

  guint figure;
  RsFigure *copy;                /* owned; NULL before the first */
  GtkFileChooserNative *chooser; /* owned; NULL: closed */
  double drag_azimuth, drag_elevation;
};

G_DEFINE_FINAL_TYPE (RsFigurePanel, rs_figure_panel, PANEL_TYPE_WIDGET)

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  RsFigurePanel *self = data;
  RsCanvas *canvas = self->copy != NULL ? rs_canvas_cairo_new (cr, NULL) : NULL;

  if (canvas != NULL)
    rs_figure_draw (self->copy, canvas, width, height);
  g_free (canvas);
}

/* --- turning surfaces --- */

/* The only axes that are turned are the first three-dimensional ones. */
static RsAxes *
find_space (RsFigurePanel *self)
{
  for (guint i = 0; self->copy != NULL && i < self->copy->axes->len; i++)
    if (rs_axes_is_3d (g_ptr_array_index (self->copy->axes, i)))
      return g_ptr_array_index (self->copy->axes, i);
  return NULL;
}

static void
on_drag_begin (RsFigurePanel *self)
{
  const RsAxes *axes = find_space (self);

  if (axes == NULL)
    return;
  self->drag_azimuth = axes->azimuth;
  self->drag_elevation = axes->elevation;
}

static void
on_drag_update (RsFigurePanel *self, double x, double y)
{
  RsAxes *axes = find_space (self);

  if (axes == NULL)
    return;
  axes->azimuth = self->drag_azimuth - x * DEGREES_A_PIXEL;
  axes->elevation = CLAMP (self->drag_elevation + y * DEGREES_A_PIXEL, -90, 90);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

/* --- saving --- */

static void
show_error (RsFigurePanel *self, const char *text)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIALOG_MODAL,
                                              GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, _ ("The figure was not saved: %s"),
                                              text);

  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
save (RsFigurePanel *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *svg = NULL;
  g_autoptr (GByteArray) png = NULL;

  if (g_str_has_suffix (path, ".svg"))
    {
      svg = rs_figure_to_svg (self->copy);
      rs_replace_file_with (path, svg, strlen (svg), &error);
    }
  else
    {
      png = rs_figure_to_png (self->copy, &error);
      if (png != NULL)
        rs_replace_file_with (path, (const char *)png->data, png->len, &error);
    }
  if (error != NULL)
    show_error (self, error->message);
}

static void
on_save_response (RsFigurePanel *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && self->copy != NULL)
    save (self, path);
}

static void
on_save (RsFigurePanel *self)
{
  g_autofree char *name = g_strdup_printf ("figure-%u.png", self->figure);

  if (self->chooser != NULL || self->copy == NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Save the figure (.png or .svg)"),
                                               GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_save_response), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
on_source (RsFigurePanel *self)
{
  if (self->copy != NULL && self->copy->path != NULL && self->copy->line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", self->copy->path, self->copy->line, 0);
}

/* --- the figure --- */

guint
rs_figure_panel_get_figure (RsFigurePanel *self)
{
  return self->figure;
}

RsFigure *
rs_figure_panel_get_copy (RsFigurePanel *self)
{
  return self->copy;
}

void
rs_figure_panel_set_figure (RsFigurePanel *self, RsFigure *copy)
{
  g_autofree char *title = *copy->title != '\0' ? g_strdup (copy->title) : g_strdup_printf (_ ("Figure %u"), self->figure);

  rs_figure_unref (self->copy);
  self->copy = copy;
  panel_widget_set_title (PANEL_WIDGET (self), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->source_button), copy->path != NULL && copy->line > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

static void
rs_figure_panel_dispose (GObject *object)
{
  RsFigurePanel *self = RS_FIGURE_PANEL (object);

  g_clear_object (&self->chooser);
  g_clear_pointer (&self->copy, rs_figure_unref);
  G_OBJECT_CLASS (rs_figure_panel_parent_class)->dispose (object);
}

static void
rs_figure_panel_class_init (RsFigurePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_figure_panel_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/figure-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, save_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, source_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, area);
}

static void
rs_figure_panel_init (RsFigurePanel *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->area, draw, self, NULL);
  g_signal_connect_swapped (self->save_button, "clicked", G_CALLBACK (on_save), self);
  g_signal_connect_swapped (self->source_button, "clicked", G_CALLBACK (on_source), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self->area), GTK_EVENT_CONTROLLER (drag));
}

RsFigurePanel *
rs_figure_panel_new (guint figure)
{
  RsFigurePanel *self = g_object_new (RS_TYPE_FIGURE_PANEL, NULL);
  g_autofree char *id = g_strdup_printf ("plot-%u", figure);

  self->figure = figure;
  panel_widget_set_id (PANEL_WIDGET (self), id);
  return self;
}
