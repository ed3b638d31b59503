/* A zoomable picture.
 *
 * What is visible is made in tiles of the screen's own pixels (ide/view/image/image-tiles.h), so that a frame costs the
 * same for a thumbnail and for a picture of 10^8 pixels, and enlarged pixels are squares.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-canvas.h"

#include "ide/view/image/image-tiles.h"
#include "ide/view/image/image.h"

#include <math.h>

#define MIN_ZOOM (1.0 / 256)
#define MAX_ZOOM 128.0
#define KEY_PAN 40
#define WORK_A_FRAME 16000 /* microseconds */
#define NEAR_AN_END 12     /* pixels */
#define WINDOW_A_PIXEL 0.005

/* What dragging with the left button does. */
typedef enum { DRAG_VIEW, DRAG_START_OF_LINE, DRAG_END_OF_LINE } Drag;

struct _RsImageCanvas {
  GtkWidget parent;

  RsImageSource *source; /* owned; NULL before the first one */
  RsImageTiles *tiles;   /* owned; of source */
  RsImageView view;
  RsImageLook look; /* with a reference to the colour map */
  gint64 slice;
  gboolean has_line;
  double x0, y0, x1, y1; /* of the line: column and row */
  guint tick;            /* tiles are waiting for the next frame; 0: none */

  Drag drag;
  RsImageView drag_start;
  RsImageLook drag_look; /* without a reference */
  gboolean has_pointer;  /* over the picture; events of a wheel have no place of their own */
  double pointer_x, pointer_y;
  gint64 hover_row, hover_column;
  guint hover_serial; /* of the newest question about the pixel there */
};

G_DEFINE_FINAL_TYPE (RsImageCanvas, rs_image_canvas, GTK_TYPE_WIDGET)

enum { HOVER, VIEW_CHANGED, RESIZED, WINDOW_CHANGED, LINE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const RsPictureShape *
get_shape (RsImageCanvas *self)
{
  return rs_image_source_get_shape (self->source);
}

static double
fitted_zoom (RsImageCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->source == NULL || width == 0 || height == 0)
    return 1;
  return CLAMP (MIN ((double)width / (double)get_shape (self)->width,
                     (double)height / (double)get_shape (self)->height),
                MIN_ZOOM, MAX_ZOOM);
}

/* The view with fit resolved. */
static RsImageView
resolve (RsImageCanvas *self)
{
  RsImageView view = self->view;

  if (view.fit && self->source != NULL)
    {
      view.zoom = fitted_zoom (self);
      view.x = (double)get_shape (self)->width / 2.0;
      view.y = (double)get_shape (self)->height / 2.0;
    }
  return view;
}

static void
change_view (RsImageCanvas *self, RsImageView view)
{
  if (self->source == NULL)
    return;
  view.zoom = CLAMP (view.zoom, MIN_ZOOM, MAX_ZOOM);
  view.x = CLAMP (view.x, 0, (double)get_shape (self)->width);
  view.y = CLAMP (view.y, 0, (double)get_shape (self)->height);
  self->view = view;
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- what is shown --- */

static void
reset_line (RsImageCanvas *self)
{
  self->x0 = 0;
  self->x1 = (double)get_shape (self)->width - 1;
  self->y0 = self->y1 = floor ((double)get_shape (self)->height / 2.0);
}

void
rs_image_canvas_set_source (RsImageCanvas *self, RsImageSource *source)
{
  const RsPictureShape *shape = source != NULL ? rs_image_source_get_shape (source) : NULL;
  gboolean same_size = shape != NULL && self->source != NULL && get_shape (self)->width == shape->width
                       && get_shape (self)->height == shape->height;

  if (self->tiles != NULL)
    g_signal_handlers_disconnect_by_data (self->tiles, self);
  g_clear_object (&self->tiles);
  g_set_object (&self->source, source);
  self->hover_serial++;
  if (source != NULL)
    {
      self->tiles = rs_image_tiles_new (source);
      g_signal_connect_swapped (self->tiles, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
      rs_image_tiles_set_look (self->tiles, &self->look);
      self->slice = same_size ? CLAMP (self->slice, 0, shape->n_slices - 1) : 0;
      rs_image_tiles_set_slice (self->tiles, self->slice);
      if (!same_size)
        {
          self->view = (RsImageView){ .zoom = 1, .fit = TRUE };
          reset_line (self);
        }
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

RsImageSource *
rs_image_canvas_get_source (RsImageCanvas *self)
{
  return self->source;
}

void
rs_image_canvas_set_slice (RsImageCanvas *self, gint64 slice)
{
  self->slice = slice;
  if (self->tiles != NULL)
    rs_image_tiles_set_slice (self->tiles, slice);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gint64
rs_image_canvas_get_slice (RsImageCanvas *self)
{
  return self->slice;
}

void
rs_image_canvas_set_look (RsImageCanvas *self, const RsImageLook *look)
{
  RsColorMap *map = look->color_map != NULL ? rs_color_map_ref (look->color_map) : NULL;

  rs_color_map_unref (self->look.color_map);
  self->look = *look;
  self->look.color_map = map;
  if (self->tiles != NULL)
    rs_image_tiles_set_look (self->tiles, &self->look);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const RsImageLook *
rs_image_canvas_get_look (RsImageCanvas *self)
{
  return &self->look;
}

void
rs_image_canvas_set_has_line (RsImageCanvas *self, gboolean has_line)
{
  self->has_line = has_line;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
rs_image_canvas_get_line (RsImageCanvas *self, RsSampleLine *line)
{
  if (!self->has_line || self->source == NULL)
    return FALSE;
  *line = (RsSampleLine){ .slice = self->slice, .x0 = self->x0, .y0 = self->y0, .x1 = self->x1, .y1 = self->y1 };
  line->n = (int)MAX (fabs (self->x1 - self->x0), fabs (self->y1 - self->y0)) + 1;
  return TRUE;
}

/* --- drawing --- */

/* Where the picture's left upper corner is, in the screen's pixels. */
static void
get_origin (RsImageCanvas *self, const RsImageView *view, int scale, int *x, int *y)
{
  *x = (int)floor (gtk_widget_get_width (GTK_WIDGET (self)) * scale / 2.0 - view->x * view->zoom * scale + 0.5);
  *y = (int)floor (gtk_widget_get_height (GTK_WIDGET (self)) * scale / 2.0 - view->y * view->zoom * scale + 0.5);
}

typedef struct {
  GtkSnapshot *snapshot;
  int x, y, scale;
} Drawing;

static GdkTexture *
get_texture (RsImageTile *tile)
{
  if (tile->drawable == NULL)
    tile->drawable = G_OBJECT (gdk_memory_texture_new (tile->width, tile->height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED,
                                                       tile->bgra, (gsize)tile->width * 4));
  return GDK_TEXTURE (tile->drawable);
}

static void
draw_tile (RsImageTile *tile, gpointer data)
{
  const Drawing *drawing = data;
  const float scale = (float)drawing->scale;

  gtk_snapshot_append_texture (drawing->snapshot, get_texture (tile),
                               &GRAPHENE_RECT_INIT ((float)(drawing->x + tile->x) / scale,
                                                    (float)(drawing->y + tile->y) / scale, (float)tile->width / scale,
                                                    (float)tile->height / scale));
}

static void
draw_coarse (RsImageCanvas *self, const Drawing *drawing)
{
  RsImageTile *coarse = rs_image_tiles_get_coarse (self->tiles);
  const float scale = (float)drawing->scale;
  int width, height;

  if (coarse == NULL)
    return;
  rs_image_tiles_get_size (self->tiles, &width, &height);
  gtk_snapshot_append_texture (drawing->snapshot, get_texture (coarse),
                               &GRAPHENE_RECT_INIT ((float)drawing->x / scale, (float)drawing->y / scale,
                                                    (float)width / scale, (float)height / scale));
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  RS_IMAGE_CANVAS (widget)->tick = 0;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

static void
draw_picture (RsImageCanvas *self, GtkSnapshot *snapshot, int width, int height)
{
  const RsImageView view = resolve (self);
  const int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  Drawing drawing = { .snapshot = snapshot, .scale = scale };

  get_origin (self, &view, scale, &drawing.x, &drawing.y);
  rs_image_tiles_set_zoom (self->tiles, view.zoom * scale);
  if (rs_image_tiles_work (self->tiles, -drawing.x, -drawing.y, width * scale, height * scale, WORK_A_FRAME)
      && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  if (!rs_image_tiles_covers (self->tiles, -drawing.x, -drawing.y, width * scale, height * scale))
    draw_coarse (self, &drawing);
  rs_image_tiles_foreach (self->tiles, -drawing.x, -drawing.y, width * scale, height * scale, draw_tile, &drawing);
}

/* A point of the picture in the widget. */
static void
to_widget (RsImageCanvas *self, double column, double row, double *x, double *y)
{
  const RsImageView view = resolve (self);

  *x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 + (column + 0.5 - view.x) * view.zoom;
  *y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 + (row + 0.5 - view.y) * view.zoom;
}

/* Black and yellow: one of them can be seen over any picture. */
static void
draw_line (RsImageCanvas *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);
  double x0, y0, x1, y1;

  to_widget (self, self->x0, self->y0, &x0, &y0);
  to_widget (self, self->x1, self->y1, &x1, &y1);
  for (int pass = 0; pass < 2; pass++)
    {
      cairo_set_source_rgb (cr, pass, pass * 0.85, 0);
      cairo_set_line_width (cr, pass == 0 ? 4 : 1.5);
      cairo_move_to (cr, x0, y0);
      cairo_line_to (cr, x1, y1);
      cairo_stroke (cr);
      cairo_arc (cr, x0, y0, pass == 0 ? 6 : 4.5, 0, 2 * G_PI);
      cairo_fill (cr);
      cairo_rectangle (cr, x1 - (pass == 0 ? 5 : 3.5), y1 - (pass == 0 ? 5 : 3.5), pass == 0 ? 10 : 7,
                       pass == 0 ? 10 : 7);
      cairo_fill (cr);
    }
  cairo_destroy (cr);
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
  if (self->source == NULL)
    return;
  gtk_snapshot_push_clip (snapshot, &bounds);
  draw_picture (self, snapshot, width, height);
  if (self->has_line)
    draw_line (self, snapshot, &bounds);
  gtk_snapshot_pop (snapshot);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
}

static void
rs_image_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  /* As low as is asked for: what stands below is enlarged over it. */
  *minimum = 60;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? 60 : 300;
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

/* --- the line --- */

static void
to_picture (RsImageCanvas *self, double x, double y, double *column, double *row)
{
  const RsImageView view = resolve (self);

  *column = floor (view.x + (x - gtk_widget_get_width (GTK_WIDGET (self)) / 2.0) / view.zoom);
  *row = floor (view.y + (y - gtk_widget_get_height (GTK_WIDGET (self)) / 2.0) / view.zoom);
}

static void
move_end (RsImageCanvas *self, Drag end, double column, double row)
{
  column = CLAMP (column, 0, (double)get_shape (self)->width - 1);
  row = CLAMP (row, 0, (double)get_shape (self)->height - 1);
  if (end == DRAG_START_OF_LINE)
    {
      self->x0 = column;
      self->y0 = row;
    }
  else
    {
      self->x1 = column;
      self->y1 = row;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[LINE_CHANGED], 0);
}

static gboolean
is_near (RsImageCanvas *self, double column, double row, double x, double y)
{
  double end_x, end_y;

  to_widget (self, column, row, &end_x, &end_y);
  return hypot (end_x - x, end_y - y) < NEAR_AN_END;
}

/* The end that is near, or a new line from there. */
static void
grab_line (RsImageCanvas *self, double x, double y)
{
  double column, row;

  if (is_near (self, self->x1, self->y1, x, y))
    self->drag = DRAG_END_OF_LINE;
  else if (is_near (self, self->x0, self->y0, x, y))
    self->drag = DRAG_START_OF_LINE;
  else
    {
      to_picture (self, x, y, &column, &row);
      self->drag = DRAG_END_OF_LINE;
      move_end (self, DRAG_START_OF_LINE, column, row);
      move_end (self, DRAG_END_OF_LINE, column, row);
    }
}

/* --- input: dragging --- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;

  self->drag_start = resolve (self);
  self->drag = DRAG_VIEW;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->has_line && self->source != NULL)
    grab_line (self, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;
  RsImageView view = self->drag_start;
  double start_x, start_y, column, row;

  if (self->drag != DRAG_VIEW)
    {
      gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
      to_picture (self, start_x + x, start_y + y, &column, &row);
      move_end (self, self->drag, column, row);
      return;
    }
  view.x -= x / view.zoom;
  view.y -= y / view.zoom;
  view.fit = FALSE;
  change_view (self, view);
}

static void
on_window_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;

  self->drag_look = self->look;
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* To the right the window gets wider, and the picture softer; upwards its middle sinks, and the picture gets
 * brighter. */
static void
on_window_drag_update (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;
  RsImageLook look = self->look;

  look.low = self->drag_look.low;
  look.high = self->drag_look.high;
  rs_image_look_change_window (&look, exp (x * WINDOW_A_PIXEL), y * WINDOW_A_PIXEL);
  rs_image_canvas_set_look (self, &look);
  g_signal_emit (self, signals[WINDOW_CHANGED], 0);
}

/* --- input: the pixel under the pointer --- */

typedef struct {
  RsImageCanvas *canvas; /* owned */
  guint serial;
} PixelQuestion;

static void
on_pixel (const float *values, gpointer data)
{
  g_autofree PixelQuestion *question = data;
  g_autoptr (RsImageCanvas) self = question->canvas;
  g_autofree char *text = NULL;

  if (values == NULL || question->serial != self->hover_serial || self->source == NULL)
    return;
  text = rs_image_describe_pixel (self->hover_row, self->hover_column,
                                  get_shape (self)->n_slices > 1 ? self->slice : -1, values,
                                  get_shape (self)->channels);
  g_signal_emit (self, signals[HOVER], 0, text);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RsImageCanvas *self = data;
  PixelQuestion *question;
  double column, row;

  self->has_pointer = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  self->hover_serial++;
  if (self->source == NULL)
    return;
  to_picture (self, x, y, &column, &row);
  if (column < 0 || row < 0 || column >= (double)get_shape (self)->width || row >= (double)get_shape (self)->height)
    {
      g_signal_emit (self, signals[HOVER], 0, NULL);
      return;
    }
  self->hover_column = (gint64)column;
  self->hover_row = (gint64)row;
  question = g_new (PixelQuestion, 1);
  *question = (PixelQuestion){ g_object_ref (self), self->hover_serial };
  rs_image_source_sample_line (self->source, &(RsSampleLine){ self->slice, column, row, column, row, 1 }, on_pixel,
                               question);
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  RsImageCanvas *self = data;

  self->has_pointer = FALSE;
  self->hover_serial++;
  g_signal_emit (self, signals[HOVER], 0, NULL);
}

/* --- input: keys --- */

/* Which way an arrow points; FALSE: it is none. */
static gboolean
read_arrow (guint key, int *x, int *y)
{
  *x = key == GDK_KEY_Left || key == GDK_KEY_KP_Left ? -1 : key == GDK_KEY_Right || key == GDK_KEY_KP_Right ? 1 : 0;
  *y = key == GDK_KEY_Up || key == GDK_KEY_KP_Up ? -1 : key == GDK_KEY_Down || key == GDK_KEY_KP_Down ? 1 : 0;
  return *x != 0 || *y != 0;
}

static gboolean
on_arrow (RsImageCanvas *self, int x, int y, GdkModifierType state)
{
  if ((state & GDK_SHIFT_MASK) != 0)
    {
      if (!self->has_line || self->source == NULL)
        return GDK_EVENT_PROPAGATE;
      if ((state & GDK_CONTROL_MASK) != 0)
        move_end (self, DRAG_START_OF_LINE, self->x0 + x, self->y0 + y);
      else
        move_end (self, DRAG_END_OF_LINE, self->x1 + x, self->y1 + y);
      return GDK_EVENT_STOP;
    }
  if ((state & GDK_CONTROL_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  rs_image_canvas_pan (self, x * KEY_PAN, y * KEY_PAN);
  return GDK_EVENT_STOP;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsImageCanvas *self = data;
  int x, y;

  if ((state & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  if (read_arrow (key, &x, &y))
    return on_arrow (self, x, y, state);
  if ((state & GDK_CONTROL_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      rs_image_canvas_zoom_by (self, 1.25);
      break;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      rs_image_canvas_zoom_by (self, 0.8);
      break;
    case GDK_KEY_0:
    case GDK_KEY_f:
      rs_image_canvas_fit (self);
      break;
    case GDK_KEY_1:
      rs_image_canvas_zoom_to (self, 1);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
rs_image_canvas_dispose (GObject *object)
{
  RsImageCanvas *self = RS_IMAGE_CANVAS (object);

  if (self->tiles != NULL)
    g_signal_handlers_disconnect_by_data (self->tiles, self);
  g_clear_object (&self->tiles);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (rs_image_canvas_parent_class)->dispose (object);
}

static void
rs_image_canvas_finalize (GObject *object)
{
  rs_color_map_unref (RS_IMAGE_CANVAS (object)->look.color_map);
  G_OBJECT_CLASS (rs_image_canvas_parent_class)->finalize (object);
}

static guint
new_signal (const char *name, guint n_parameters)
{
  return g_signal_new (name, RS_TYPE_IMAGE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, n_parameters,
                       G_TYPE_STRING);
}

static void
rs_image_canvas_class_init (RsImageCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_image_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_image_canvas_finalize;
  widget_class->snapshot = rs_image_canvas_snapshot;
  widget_class->size_allocate = rs_image_canvas_size_allocate;
  widget_class->measure = rs_image_canvas_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "imagecanvas");
  signals[HOVER] = new_signal ("hover", 1);
  signals[RESIZED] = new_signal ("resized", 0);
  signals[VIEW_CHANGED] = new_signal ("view-changed", 0);
  signals[WINDOW_CHANGED] = new_signal ("window-changed", 0);
  signals[LINE_CHANGED] = new_signal ("line-changed", 0);
}

static void
add_drag (RsImageCanvas *self, guint button, GCallback begin, GCallback update)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", begin, self);
  g_signal_connect (drag, "drag-update", update, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
rs_image_canvas_init (RsImageCanvas *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->view = (RsImageView){ .zoom = 1, .fit = TRUE };
  self->look = (RsImageLook){ .channel = RS_ALL_CHANNELS, .high = 255 };
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  add_drag (self, GDK_BUTTON_PRIMARY, G_CALLBACK (on_drag_begin), G_CALLBACK (on_drag_update));
  add_drag (self, GDK_BUTTON_SECONDARY, G_CALLBACK (on_window_drag_begin), G_CALLBACK (on_window_drag_update));
}
