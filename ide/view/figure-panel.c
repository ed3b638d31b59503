/* A figure with axes in a dock tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/figure-panel.h"

#include "ide/editor/tab-title.h"
#include "ide/view/figure-view.h"
#include "ide/view/space/graphics.h"
#include "ide/view/space/surface-gl.h"

#include "runtime/base/replace-file.h"
#include "runtime/figure/canvas/canvas-cairo.h"
#include "runtime/figure/draw/draw.h"
#include "runtime/figure/export.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#define DEGREES_A_PIXEL 0.5
#define DEGREES_A_KEY 5
#define ZOOM_STEP 1.25
#define KEY_PAN 40

struct _RsFigurePanel {
  PanelWidget parent;

  /* template */
  GtkButton *zoom_out_button, *zoom_in_button, *reset_button, *save_button, *source_button;
  GtkDrawingArea *area;
  GtkLabel *value_label;

  guint figure;
  RsFigure *copy;                /* owned; NULL before the first */
  GtkFileChooserNative *chooser; /* owned; NULL: closed */
  RsFigureView *view;            /* owned */
  RsAxesPlace *places;           /* owned; one for each axes, as they were drawn last; NULL: not drawn */
  guint n_places;

  GdkGLContext *context;    /* owned; of surfaces; NULL: not realized, none was drawn, or there is no card */
  RsSurfaceGl *surfaces;    /* owned; of the context; NULL: faces are drawn one by one */
  gboolean has_no_surfaces; /* the driver can't; it is not asked again */

  int target;             /* the axes that keys mean, and that is dragged */
  RsAxesPlace drag_place; /* as it was when the dragging began */
  double drag_azimuth, drag_elevation;
  double pointer_x, pointer_y; /* < 0: elsewhere */
};

G_DEFINE_FINAL_TYPE (RsFigurePanel, rs_figure_panel, PANEL_TYPE_WIDGET)

/* --- surfaces by the graphics card --- */

static RsSurfaceGl *
make_surfaces (RsFigurePanel *self, GError **error)
{
  GtkWidget *area = GTK_WIDGET (self->area);

  self->context = gdk_surface_create_gl_context (gtk_native_get_surface (gtk_widget_get_native (area)), error);
  if (self->context == NULL || !gdk_gl_context_realize (self->context, error))
    return NULL;
  gdk_gl_context_make_current (self->context);
  return rs_surface_gl_new (error);
}

static void
forget_surfaces (RsFigurePanel *self)
{
  if (self->surfaces != NULL)
    {
      gdk_gl_context_make_current (self->context);
      g_clear_pointer (&self->surfaces, rs_surface_gl_free);
      gdk_gl_context_clear_current ();
    }
  g_clear_object (&self->context);
}

static gboolean
draw_faces (RsCanvas *canvas, const RsFaces *faces)
{
  RsFigurePanel *self = canvas->faces_data;
  g_autoptr (GError) error = NULL;
  g_autofree guint8 *rgba = NULL;
  RsBitmap bitmap;

  if (self->has_no_surfaces || !rs_graphics_has_card (GTK_WIDGET (self->area)))
    return FALSE;
  if (self->surfaces == NULL && (self->surfaces = make_surfaces (self, &error)) == NULL)
    {
      g_message ("Surfaces are drawn without the graphics card: %s", error->message);
      self->has_no_surfaces = TRUE;
      forget_surfaces (self);
      return FALSE;
    }
  gdk_gl_context_make_current (self->context);
  rgba = rs_surface_gl_draw (self->surfaces, faces, gtk_widget_get_scale_factor (GTK_WIDGET (self->area)),
                             &bitmap.width, &bitmap.height);
  gdk_gl_context_clear_current ();
  bitmap.rgba = rgba;
  if (rgba != NULL)
    canvas->draw_bitmap (canvas, &bitmap, faces->x, faces->y, faces->width, faces->height);
  return rgba != NULL;
}

static void
forget_other_surfaces (RsFigurePanel *self)
{
  if (self->surfaces == NULL)
    return;
  gdk_gl_context_make_current (self->context);
  rs_surface_gl_forget_others (self->surfaces);
  gdk_gl_context_clear_current ();
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  RsFigurePanel *self = data;
  RsCanvas *canvas = self->copy != NULL ? rs_canvas_cairo_new (cr, NULL) : NULL;

  if (canvas == NULL)
    return;
  canvas->draw_faces = draw_faces;
  canvas->faces_data = self;
  canvas->is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  self->n_places = self->copy->axes->len;
  g_free (self->places);
  self->places = g_new0 (RsAxesPlace, MAX (self->n_places, 1));
  rs_figure_get_places (self->copy, canvas, width, height, self->places);
  rs_figure_draw (self->copy, canvas, width, height);
  g_free (canvas);
  forget_other_surfaces (self);
}

/* --- values under the pointer --- */

static void
show_value (RsFigurePanel *self)
{
  int index = rs_figure_view_find (self->places, self->n_places, self->pointer_x, self->pointer_y);
  g_autofree char *text = NULL;

  if (self->pointer_x >= 0 && index >= 0 && self->places[index].is_flat)
    text = rs_figure_view_describe (g_ptr_array_index (self->copy->axes, (guint)index), &self->places[index],
                                    self->pointer_x, self->pointer_y);
  gtk_label_set_text (self->value_label, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->value_label), text);
}

static void
on_motion (RsFigurePanel *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  show_value (self);
}

static void
on_leave (RsFigurePanel *self)
{
  on_motion (self, -1, -1);
}

/* --- zooming and panning --- */

/* The view has changed: places of the next step come with the next drawing. */
static void
on_view_changed (RsFigurePanel *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->reset_button), rs_figure_view_is_changed (self->view));
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

static void
on_user_view (RsFigurePanel *self)
{
  on_view_changed (self);
  g_signal_emit_by_name (self, "view-changed");
}

/* The axes that keys and buttons mean: those used last, as long as they are flat. */
static const RsAxesPlace *
get_target (RsFigurePanel *self)
{
  if (self->places == NULL || self->target < 0 || (guint)self->target >= self->n_places
      || !self->places[self->target].is_flat)
    return NULL;
  return &self->places[self->target];
}

static void
zoom_middle (RsFigurePanel *self, double factor)
{
  const RsAxesPlace *place = get_target (self);

  if (self->copy == NULL || self->target < 0 || (guint)self->target >= self->n_places)
    return;
  if (place != NULL)
    rs_figure_view_zoom (self->view, self->copy, (guint)self->target, place, factor, place->x + place->width / 2,
                         place->y + place->height / 2);
  else
    rs_figure_view_zoom_space (self->view, self->copy, (guint)self->target, factor);
  on_user_view (self);
}

static void
turn (RsFigurePanel *self, double azimuth, double elevation)
{
  rs_figure_view_turn (self->view, self->copy, (guint)self->target, azimuth, elevation);
  on_user_view (self);
}

/* An arrow: flat axes move, those in three dimensions turn. */
static void
move (RsFigurePanel *self, int x, int y)
{
  const RsAxesPlace *place = get_target (self);

  if (place != NULL)
    {
      rs_figure_view_pan (self->view, self->copy, (guint)self->target, place, x * KEY_PAN, y * KEY_PAN);
      on_user_view (self);
    }
  else if (self->copy != NULL && self->target >= 0 && (guint)self->target < self->n_places)
    {
      const RsAxes *axes = g_ptr_array_index (self->copy->axes, (guint)self->target);

      turn (self, axes->azimuth - x * DEGREES_A_KEY, axes->elevation + y * DEGREES_A_KEY);
    }
}

static void
on_zoom_in (RsFigurePanel *self)
{
  zoom_middle (self, ZOOM_STEP);
}

static void
on_zoom_out (RsFigurePanel *self)
{
  zoom_middle (self, 1 / ZOOM_STEP);
}

static void
on_reset (RsFigurePanel *self)
{
  if (self->copy == NULL)
    return;
  rs_figure_view_reset (self->view, self->copy);
  on_user_view (self);
}

static void
on_pressed (RsFigurePanel *self, int n_presses, double x, double y)
{
  if (n_presses == 2)
    on_reset (self);
}

static gboolean
on_scroll (RsFigurePanel *self, double dx, double dy)
{
  int index = rs_figure_view_find (self->places, self->n_places, self->pointer_x, self->pointer_y);

  if (index < 0)
    return GDK_EVENT_PROPAGATE;
  self->target = index;
  if (!self->places[index].is_flat)
    {
      zoom_middle (self, pow (ZOOM_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  rs_figure_view_zoom (self->view, self->copy, (guint)index, &self->places[index], pow (ZOOM_STEP, -dy),
                       self->pointer_x, self->pointer_y);
  on_user_view (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_key (RsFigurePanel *self, guint key, guint code, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      on_zoom_in (self);
      break;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      on_zoom_out (self);
      break;
    case GDK_KEY_0:
    case GDK_KEY_Home:
      on_reset (self);
      break;
    case GDK_KEY_Left:
      move (self, -1, 0);
      break;
    case GDK_KEY_Right:
      move (self, 1, 0);
      break;
    case GDK_KEY_Up:
      move (self, 0, -1);
      break;
    case GDK_KEY_Down:
      move (self, 0, 1);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

/* --- dragging: flat axes move, those in three dimensions turn --- */

static void
on_drag_begin (RsFigurePanel *self, double x, double y)
{
  int index = rs_figure_view_find (self->places, self->n_places, x, y);
  const RsAxes *axes;

  gtk_widget_grab_focus (GTK_WIDGET (self->area));
  self->target = index >= 0 ? index : self->target;
  if (index < 0 || self->copy == NULL || (guint)index >= self->copy->axes->len)
    {
      self->drag_place.width = 0;
      return;
    }
  axes = g_ptr_array_index (self->copy->axes, (guint)index);
  self->drag_place = self->places[index];
  self->drag_azimuth = axes->azimuth;
  self->drag_elevation = axes->elevation;
}

static void
on_drag_update (RsFigurePanel *self, double x, double y)
{
  if (self->copy == NULL || self->drag_place.width <= 0 || (guint)self->target >= self->copy->axes->len)
    return;
  if (self->drag_place.is_flat)
    {
      rs_figure_view_pan (self->view, self->copy, (guint)self->target, &self->drag_place, -x, -y);
      on_user_view (self);
    }
  else
    turn (self, self->drag_azimuth - x * DEGREES_A_PIXEL, self->drag_elevation + y * DEGREES_A_PIXEL);
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
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                                                           : NULL;
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

gboolean
rs_figure_panel_has_card (RsFigurePanel *self)
{
  return self->surfaces != NULL;
}

void
rs_figure_panel_set_figure (RsFigurePanel *self, RsFigure *copy)
{
  g_autofree char *title = *copy->title != '\0' ? g_strdup (copy->title)
                                                : g_strdup_printf (_ ("Figure %u"), self->figure);

  rs_figure_unref (self->copy);
  self->copy = copy;
  self->n_places = 0; /* until it is drawn: it may have fewer axes */
  rs_figure_view_take (self->view, copy);
  on_view_changed (self);
  rs_tab_title_set (PANEL_WIDGET (self), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->source_button), copy->path != NULL && copy->line > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

void
rs_figure_panel_follow (RsFigurePanel *self, RsFigurePanel *other)
{
  if (self->copy == NULL)
    return;
  rs_figure_view_follow (self->view, self->copy, other->view);
  on_view_changed (self);
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
rs_figure_panel_finalize (GObject *object)
{
  rs_figure_view_free (RS_FIGURE_PANEL (object)->view);
  g_free (RS_FIGURE_PANEL (object)->places);
  G_OBJECT_CLASS (rs_figure_panel_parent_class)->finalize (object);
}

static GtkWidget *
rs_figure_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_FIGURE_PANEL (widget)->area);
}

static void
rs_figure_panel_class_init (RsFigurePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_figure_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_figure_panel_finalize;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_figure_panel_get_default_focus;
  g_signal_new ("view-changed", RS_TYPE_FIGURE_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/figure-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, zoom_out_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, zoom_in_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, reset_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, value_label);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, save_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, source_button);
  gtk_widget_class_bind_template_child (widget_class, RsFigurePanel, area);
}

static void
add_controller (RsFigurePanel *self, GtkEventController *controller, const char *signal, GCallback callback)
{
  g_signal_connect_swapped (controller, signal, callback, self);
  gtk_widget_add_controller (GTK_WIDGET (self->area), controller);
}

static void
rs_figure_panel_init (RsFigurePanel *self)
{
  GtkEventController *drag = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ()),
                     *motion = gtk_event_controller_motion_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->view = rs_figure_view_new ();
  self->pointer_x = -1;
  gtk_drawing_area_set_draw_func (self->area, draw, self, NULL);
  g_signal_connect_swapped (self->area, "unrealize", G_CALLBACK (forget_surfaces), self);
  g_signal_connect_swapped (self->zoom_out_button, "clicked", G_CALLBACK (on_zoom_out), self);
  g_signal_connect_swapped (self->zoom_in_button, "clicked", G_CALLBACK (on_zoom_in), self);
  g_signal_connect_swapped (self->reset_button, "clicked", G_CALLBACK (on_reset), self);
  g_signal_connect_swapped (self->save_button, "clicked", G_CALLBACK (on_save), self);
  g_signal_connect_swapped (self->source_button, "clicked", G_CALLBACK (on_source), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  add_controller (self, drag, "drag-update", G_CALLBACK (on_drag_update));
  add_controller (self, motion, "motion", G_CALLBACK (on_motion));
  add_controller (self, GTK_EVENT_CONTROLLER (gtk_gesture_click_new ()), "pressed", G_CALLBACK (on_pressed));
  add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), "scroll",
                  G_CALLBACK (on_scroll));
  add_controller (self, gtk_event_controller_key_new (), "key-pressed", G_CALLBACK (on_key));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw),
                           self->area, G_CONNECT_SWAPPED);
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
