/* A zoomable picture.
 *
 * What is visible is rendered into a texture of the widget's size when the view or the picture changes, so a frame
 * costs the same for a thumbnail and for a picture of 10^8 pixels, and enlarged pixels are squares.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image-canvas.h"

#include <math.h>

#define MIN_ZOOM (1.0 / 256)
#define MAX_ZOOM 128.0
#define KEY_PAN 40

struct _RsImageCanvas {
  GtkWidget parent;

  RsImage *image;        /* owned; NULL before the first one */
  RsImageView view;
  double low, high;
  GdkTexture *texture;   /* owned cache of what is visible; NULL: out of date */
  int texture_width, texture_height;
  RsImageView drag_start;
  gboolean has_pointer;  /* over the picture; events of a wheel have no place of their own */
  double pointer_x, pointer_y;
};

G_DEFINE_FINAL_TYPE (RsImageCanvas, rs_image_canvas, GTK_TYPE_WIDGET)

enum { HOVER, VIEW_CHANGED, RESIZED, N_SIGNALS };
static guint signals[N_SIGNALS];

static double
fitted_zoom (RsImageCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->image == NULL || self->image->width == 0 || self->image->height == 0 || width == 0 || height == 0)
    return 1;
  return CLAMP (MIN ((double)width / self->image->width, (double)height / self->image->height), MIN_ZOOM, MAX_ZOOM);
}

/* The view with fit resolved. */
static RsImageView
resolve (RsImageCanvas *self)
{
  RsImageView view = self->view;

  if (view.fit && self->image != NULL)
    {
      view.zoom = fitted_zoom (self);
      view.x = self->image->width / 2.0;
      view.y = self->image->height / 2.0;
    }
  return view;
}

static void
invalidate (RsImageCanvas *self)
{
  g_clear_object (&self->texture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
change_view (RsImageCanvas *self, RsImageView view)
{
  if (self->image == NULL)
    return;
  view.zoom = CLAMP (view.zoom, MIN_ZOOM, MAX_ZOOM);
  view.x = CLAMP (view.x, 0, self->image->width);
  view.y = CLAMP (view.y, 0, self->image->height);
  self->view = view;
  invalidate (self);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
rs_image_canvas_fit (RsImageCanvas *self)
{
  RsImageView view = resolve (self);

  view.fit = TRUE;
  change_view (self, view);
}

/* Keeps the picture point under the widget point (x, y) where it is. */
static void
zoom_around (RsImageCanvas *self, double factor, double x, double y)
{
  RsImageView view = resolve (self);
  double dx = x - gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  double dy = y - gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
  double zoom = CLAMP (view.zoom * factor, MIN_ZOOM, MAX_ZOOM);

  view.x += dx / view.zoom - dx / zoom;
  view.y += dy / view.zoom - dy / zoom;
  view.zoom = zoom;
  view.fit = FALSE;
  change_view (self, view);
}

void
rs_image_canvas_zoom_by (RsImageCanvas *self, double factor)
{
  zoom_around (self, factor, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
               gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

void
rs_image_canvas_zoom_to (RsImageCanvas *self, double zoom)
{
  rs_image_canvas_zoom_by (self, zoom / resolve (self).zoom);
}

void
rs_image_canvas_pan (RsImageCanvas *self, double x, double y)
{
  RsImageView view = resolve (self);

  view.x += x / view.zoom;
  view.y += y / view.zoom;
  view.fit = FALSE;
  change_view (self, view);
}

void
rs_image_canvas_get_view (RsImageCanvas *self, RsImageView *view)
{
  *view = resolve (self);
}

void
rs_image_canvas_set_view (RsImageCanvas *self, const RsImageView *view)
{
  self->view = *view;
  invalidate (self);
}

void
rs_image_canvas_set_image (RsImageCanvas *self, RsImage *image)
{
  gboolean same_size = self->image != NULL && self->image->width == image->width && self->image->height == image->height;

  rs_image_ref (image);
  g_clear_pointer (&self->image, rs_image_unref);
  self->image = image;
  self->low = image->low;
  self->high = image->high;
  if (!same_size)
    self->view = (RsImageView){ .zoom = 1, .fit = TRUE };
  invalidate (self);
}

RsImage *
rs_image_canvas_get_image (RsImageCanvas *self)
{
  return self->image;
}

void
rs_image_canvas_set_range (RsImageCanvas *self, double low, double high)
{
  self->low = low;
  self->high = high;
  invalidate (self);
}

/* --- drawing --- */

static void
render (RsImageCanvas *self, int width, int height)
{
  RsImageView view = resolve (self);
  gsize size = (gsize)width * (gsize)height * 4;
  guint8 *pixels = g_malloc (size);
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, size);

  rs_image_render (self->image, view.x - width / 2.0 / view.zoom, view.y - height / 2.0 / view.zoom, view.zoom,
                   self->low, self->high, width, height, pixels);
  g_clear_object (&self->texture);
  self->texture = gdk_memory_texture_new (width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, (gsize)width * 4);
  self->texture_width = width;
  self->texture_height = height;
}

static void
rs_image_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsImageCanvas *self = RS_IMAGE_CANVAS (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  const GdkRGBA ground = { 0.35f, 0.36f, 0.38f, 1 };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height);

  if (width <= 0 || height <= 0)
    return;
  gtk_snapshot_append_color (snapshot, &ground, &bounds);
  if (self->image == NULL)
    return;
  if (self->texture == NULL || self->texture_width != width || self->texture_height != height)
    render (self, width, height);
  gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
}

static void
rs_image_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  *minimum = 60;
  *natural = 300;
}

static void
rs_image_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_signal_emit (widget, signals[RESIZED], 0);
}

/* --- input --- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RsImageCanvas *self = data;
  double x = self->has_pointer ? self->pointer_x : gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  double y = self->has_pointer ? self->pointer_y : gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;

  zoom_around (self, pow (1.25, -dy), x, y);
  return GDK_EVENT_STOP;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;

  self->drag_start = resolve (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;
  RsImageView view = self->drag_start;

  view.x -= x / view.zoom;
  view.y -= y / view.zoom;
  view.fit = FALSE;
  change_view (self, view);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;
  RsImageView view = resolve (self);
  int column = (int)floor (view.x + (x - gtk_widget_get_width (GTK_WIDGET (self)) / 2.0) / view.zoom);
  int row = (int)floor (view.y + (y - gtk_widget_get_height (GTK_WIDGET (self)) / 2.0) / view.zoom);
  g_autofree char *text = NULL;

  self->has_pointer = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->image != NULL && column >= 0 && row >= 0 && column < self->image->width && row < self->image->height)
    text = rs_image_describe_pixel (self->image, column, row);
  g_signal_emit (self, signals[HOVER], 0, text);
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  RS_IMAGE_CANVAS (data)->has_pointer = FALSE;
  g_signal_emit (data, signals[HOVER], 0, NULL);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsImageCanvas *self = data;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add: rs_image_canvas_zoom_by (self, 1.25); break;
    case GDK_KEY_minus: case GDK_KEY_KP_Subtract: rs_image_canvas_zoom_by (self, 0.8); break;
    case GDK_KEY_0: case GDK_KEY_f: rs_image_canvas_fit (self); break;
    case GDK_KEY_1: rs_image_canvas_zoom_to (self, 1); break;
    case GDK_KEY_Left: rs_image_canvas_pan (self, -KEY_PAN, 0); break;
    case GDK_KEY_Right: rs_image_canvas_pan (self, KEY_PAN, 0); break;
    case GDK_KEY_Up: rs_image_canvas_pan (self, 0, -KEY_PAN); break;
    case GDK_KEY_Down: rs_image_canvas_pan (self, 0, KEY_PAN); break;
    default: return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
rs_image_canvas_finalize (GObject *object)
{
  RsImageCanvas *self = RS_IMAGE_CANVAS (object);

  g_clear_pointer (&self->image, rs_image_unref);
  g_clear_object (&self->texture);
  G_OBJECT_CLASS (rs_image_canvas_parent_class)->finalize (object);
}

static void
rs_image_canvas_class_init (RsImageCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_image_canvas_finalize;
  widget_class->snapshot = rs_image_canvas_snapshot;
  widget_class->size_allocate = rs_image_canvas_size_allocate;
  widget_class->measure = rs_image_canvas_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "imagecanvas");
  signals[HOVER] = g_signal_new ("hover", RS_TYPE_IMAGE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_STRING);
  signals[RESIZED]
      = g_signal_new ("resized", RS_TYPE_IMAGE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", RS_TYPE_IMAGE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 0);
}

static void
rs_image_canvas_init (RsImageCanvas *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->view = (RsImageView){ .zoom = 1, .fit = TRUE };
  self->high = 255;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}
