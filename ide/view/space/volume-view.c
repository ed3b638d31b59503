/* A cube as a volume that is turned.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/volume-view.h"

#include "ide/view/space/graphics.h"
#include "ide/view/space/volume-gl.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_VOXELS (G_GINT64_CONSTANT (256) << 20) /* a byte each */
#define MOST_A_SIDE 2048                            /* fewer where the card's textures have fewer */
#define DEGREES_A_PIXEL 0.5
#define DEGREES_A_KEY 5.0
#define ZOOM_STEP 1.25
#define LEAST_ZOOM 0.1
#define MOST_ZOOM 50.0
#define COARSE_TIME 40000.0 /* microseconds that a picture may take while the volume is turned */
#define COARSEST 8          /* pixels a side of one that is cast */

static const RsVolumeCamera first_camera = { 25, 50, 1 };

struct _RsVolumeView {
  GtkWidget parent;

  RsImageSource *source; /* owned; NULL before the first */
  RsImageLook look;      /* with a reference to the colour map */
  RsVolumeMode mode;
  RsVolumeCamera camera, drag_camera;

  RsVolumeReading *reading; /* NULL: none */
  gboolean is_stale;        /* what is being read is not what is to show any more, but of the same size */
  RsVolumeGrid grid;        /* of the volume that shows */
  RsVolume box;             /* its size, without voxels; 0 x 0 x 0: none shows */
  RsVolume *volume;         /* owned; with a card: NULL as soon as the card has it */
  gboolean has_failed;      /* the source had no answer */

  GtkWidget *area;  /* borrowed: child; NULL: no card, or not realized */
  RsVolumeGl *card; /* owned; of the area's context */
  int most_a_side;  /* voxels */

  GdkTexture *texture; /* owned; what was cast last */
  guint serial;        /* advanced when another picture is wanted */
  guint shown_serial;  /* of the texture */
  gboolean is_fine;    /* the texture */
  gboolean is_painted; /* it has been drawn since */
  gboolean is_casting;
  GCancellable *fine_cast;   /* owned; of the picture that is being cast; NULL: none, or it is coarse */
  double pixel_microseconds; /* of the last picture; 0: not known */
};

G_DEFINE_FINAL_TYPE (RsVolumeView, rs_volume_view, GTK_TYPE_WIDGET)

static guint changed_signal;

/* --- pictures of the processor --- */

typedef struct {
  RsVolume *volume;
  RsVolumeCamera camera;
  RsVolumeMode mode;
  RsColorMap *color_map;
  int width, height, divisor;
  guint serial;
  gint64 microseconds; /* that it took */
} Casting;

static void cast (RsVolumeView *self);
static void tell (RsVolumeView *self);

static void
casting_free (gpointer data)
{
  Casting *casting = data;

  rs_volume_unref (casting->volume);
  rs_color_map_unref (casting->color_map);
  g_free (casting);
}

static void
cast_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Casting *casting = data;
  gint64 start = g_get_monotonic_time ();
  guint8 *bgra = rs_volume_cast (casting->volume, &casting->camera, casting->mode, casting->color_map, casting->width,
                                 casting->height, cancellable);

  casting->microseconds = g_get_monotonic_time () - start;
  g_task_return_pointer (task, bgra, g_free);
}

static void
on_cast (GObject *source, GAsyncResult *result, gpointer data)
{
  RsVolumeView *self = RS_VOLUME_VIEW (source);
  const Casting *casting = g_task_get_task_data (G_TASK (result));
  gsize size = (gsize)casting->width * (gsize)casting->height * 4;
  guint8 *bgra = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (GBytes) bytes = bgra != NULL ? g_bytes_new_take (bgra, size) : NULL;

  self->is_casting = FALSE;
  g_clear_object (&self->fine_cast);
  if (bytes == NULL && !g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      self->has_failed = TRUE; /* there is no memory */
      tell (self);
      return;
    }
  if (bytes != NULL && self->volume != NULL)
    {
      g_clear_object (&self->texture);
      self->texture = gdk_memory_texture_new (casting->width, casting->height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
                                              (gsize)casting->width * 4);
      self->shown_serial = casting->serial;
      self->is_fine = casting->divisor == 1;
      self->is_painted = FALSE;
      self->pixel_microseconds = (double)MAX (casting->microseconds, 1) / (casting->width * casting->height);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  cast (self);
}

/* How coarse the next picture is: as much as it has to be to come soon; then, when nothing has changed, fine. */
static int
choose_divisor (RsVolumeView *self, int width, int height)
{
  if (self->shown_serial == self->serial)
    return 1;
  if (self->pixel_microseconds == 0)
    return COARSEST;
  return (int)CLAMP (ceil (sqrt (self->pixel_microseconds * width * height / COARSE_TIME)), 1, COARSEST);
}

/* Starts what is to be cast next, if anything is. */
static void
cast (RsVolumeView *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = gtk_widget_get_width (GTK_WIDGET (self)) * scale;
  int height = gtk_widget_get_height (GTK_WIDGET (self)) * scale;
  g_autoptr (GTask) task = NULL;
  Casting *casting;

  if (self->is_casting || self->area != NULL || self->volume == NULL || width <= 0 || height <= 0
      || (self->shown_serial == self->serial && self->is_fine))
    return;
  casting = g_new0 (Casting, 1);
  casting->divisor = choose_divisor (self, width, height);
  casting->volume = rs_volume_ref (self->volume);
  casting->camera = self->camera;
  casting->mode = self->mode;
  casting->color_map = self->look.color_map != NULL ? rs_color_map_ref (self->look.color_map) : NULL;
  casting->width = MAX (width / casting->divisor, 1);
  casting->height = MAX (height / casting->divisor, 1);
  casting->serial = self->serial;
  if (casting->divisor == 1)
    self->fine_cast = g_cancellable_new ();
  self->is_casting = TRUE;
  task = g_task_new (self, self->fine_cast, on_cast, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, casting, casting_free);
  g_task_run_in_thread (task, cast_in_thread);
}

/* --- the picture --- */

/* Another picture is wanted. */
static void
redraw (RsVolumeView *self)
{
  self->serial++;
  if (self->fine_cast != NULL)
    g_cancellable_cancel (self->fine_cast);
  if (self->area != NULL)
    gtk_gl_area_queue_render (GTK_GL_AREA (self->area));
  cast (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

char *
rs_volume_view_describe (RsVolumeView *self)
{
  GString *text = g_string_new (NULL);

  if (self->has_failed)
    g_string_append (text, _ ("the values are not there any more, or memory is short"));
  else
    g_string_append_printf (text, _ ("azimuth %.0f°, elevation %.0f°, %.0f %%"), self->camera.azimuth,
                            self->camera.elevation, self->camera.zoom * 100);
  if (self->grid.step > 1)
    g_string_append_printf (text, _ (", means of %d×%d elements"), self->grid.step, self->grid.step);
  if (self->grid.slice_step > 1)
    g_string_append_printf (text, _ (", one slice of %d"), self->grid.slice_step);
  return g_string_free (text, FALSE);
}

static void
tell (RsVolumeView *self)
{
  g_autofree char *text = rs_volume_view_describe (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  g_signal_emit (self, changed_signal, 0);
}

static void
set_camera (RsVolumeView *self, RsVolumeCamera camera)
{
  camera.zoom = CLAMP (camera.zoom, LEAST_ZOOM, MOST_ZOOM);
  self->camera = camera;
  redraw (self);
  tell (self);
}

/* --- reading the cube --- */

static void read_source (RsVolumeView *self);

static void
on_read (RsVolume *volume, gpointer data)
{
  RsVolumeView *self = data;

  self->reading = NULL;
  self->has_failed = volume == NULL && !self->is_stale;
  if (volume != NULL)
    {
      rs_volume_unref (self->volume);
      self->volume = rs_volume_ref (volume);
      self->box = *volume;
      self->box.voxels = NULL;
    }
  redraw (self);
  tell (self);
  if (self->is_stale)
    read_source (self);
}

/* A reading of that size that is under way goes on and is shown, so that a cube that changes all the time is seen. */
static void
read_source (RsVolumeView *self)
{
  RsVolumeGrid grid;

  if (self->source == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    {
      g_clear_pointer (&self->reading, rs_volume_reading_cancel);
      return;
    }
  grid = rs_volume_choose_grid (rs_image_source_get_shape (self->source), self->most_a_side, MOST_VOXELS);
  self->is_stale = self->reading != NULL && memcmp (&grid, &self->grid, sizeof grid) == 0;
  if (self->is_stale)
    return;
  g_clear_pointer (&self->reading, rs_volume_reading_cancel);
  self->grid = grid;
  self->reading = rs_volume_read (self->source, &self->grid, self->look.low, self->look.high, on_read, self);
}

/* --- pictures of the card --- */

/* Its context goes with it. */
static void
remove_area (RsVolumeView *self)
{
  g_clear_pointer (&self->area, gtk_widget_unparent);
}

static gboolean
go_on_without_card (gpointer data)
{
  RsVolumeView *self = data;

  if (self->area == NULL)
    return G_SOURCE_REMOVE;
  remove_area (self);
  if (self->volume == NULL)
    read_source (self);
  redraw (self);
  return G_SOURCE_REMOVE;
}

/* Not now: GTK is drawing. */
static void
give_card_up (RsVolumeView *self, const char *reason)
{
  g_message ("The volume is drawn without the graphics card: %s", reason);
  g_idle_add_full (G_PRIORITY_DEFAULT, go_on_without_card, g_object_ref (self), g_object_unref);
}

static void
on_area_realized (GtkGLArea *area, RsVolumeView *self)
{
  g_autoptr (GError) error = NULL;

  gtk_gl_area_make_current (area);
  if (gtk_gl_area_get_error (area) != NULL)
    error = g_error_copy (gtk_gl_area_get_error (area));
  else
    self->card = rs_volume_gl_new (&error);
  if (error != NULL)
    give_card_up (self, error->message);
  else if (rs_volume_gl_get_most_a_side () < self->most_a_side)
    {
      self->most_a_side = rs_volume_gl_get_most_a_side ();
      read_source (self);
    }
}

/* It may be no child any more. */
static void
on_area_unrealized (GtkGLArea *area, RsVolumeView *self)
{
  gtk_gl_area_make_current (area);
  if (gtk_gl_area_get_error (area) == NULL)
    rs_volume_gl_free (self->card);
  self->card = NULL;
}

static gboolean
on_render (RsVolumeView *self, GdkGLContext *context)
{
  int scale = gtk_widget_get_scale_factor (self->area);
  g_autoptr (GError) error = NULL;

  if (self->card == NULL || self->box.width == 0)
    return FALSE;
  if (self->volume != NULL && !rs_volume_gl_set_volume (self->card, self->volume, &error))
    {
      give_card_up (self, error->message);
      return FALSE;
    }
  g_clear_pointer (&self->volume, rs_volume_unref);
  rs_volume_gl_draw (self->card, &self->box, &self->camera, self->mode, self->look.color_map,
                     gtk_widget_get_width (self->area) * scale, gtk_widget_get_height (self->area) * scale);
  self->shown_serial = self->serial;
  self->is_fine = self->is_painted = TRUE;
  return TRUE;
}

static void
add_area (RsVolumeView *self)
{
  self->area = gtk_gl_area_new ();
  gtk_gl_area_set_required_version (GTK_GL_AREA (self->area), 3, 0);
  gtk_gl_area_set_auto_render (GTK_GL_AREA (self->area), FALSE);
  gtk_widget_set_can_target (self->area, FALSE);
  g_signal_connect (self->area, "realize", G_CALLBACK (on_area_realized), self);
  g_signal_connect (self->area, "unrealize", G_CALLBACK (on_area_unrealized), self);
  g_signal_connect_swapped (self->area, "render", G_CALLBACK (on_render), self);
  gtk_widget_set_parent (self->area, GTK_WIDGET (self));
}

/* --- the widget: drawing --- */

static void
draw_edges (RsVolumeView *self, GtkSnapshot *snapshot, int width, int height)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height));
  double x, y;

  cairo_set_source_rgba (cr, 1, 1, 1, 0.35);
  cairo_set_line_width (cr, 1);
  for (int corner = 0; corner < 8; corner++)
    for (int d = 0; d < 3; d++)
      {
        if (corner >> d & 1)
          continue;
        rs_volume_get_corner (&self->box, &self->camera, width, height, corner, &x, &y);
        cairo_move_to (cr, x, y);
        rs_volume_get_corner (&self->box, &self->camera, width, height, corner | 1 << d, &x, &y);
        cairo_line_to (cr, x, y);
      }
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
draw (RsVolumeView *self, GtkSnapshot *snapshot, int width, int height)
{
  const GdkRGBA ground
      = { (float)RS_VOLUME_GROUND.red, (float)RS_VOLUME_GROUND.green, (float)RS_VOLUME_GROUND.blue, 1 };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height);

  gtk_snapshot_append_color (snapshot, &ground, &bounds);
  if (self->area != NULL && self->box.width > 0)
    gtk_widget_snapshot_child (GTK_WIDGET (self), self->area, snapshot);
  else if (self->texture != NULL)
    gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
  if (self->box.width > 0)
    draw_edges (self, snapshot, width, height);
}

static void
rs_volume_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsVolumeView *self = RS_VOLUME_VIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (width <= 0 || height <= 0)
    return;
  draw (self, snapshot, width, height);
  self->is_painted = self->texture != NULL || self->area != NULL;
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
}

GdkTexture *
rs_volume_view_get_picture (RsVolumeView *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  GtkSnapshot *snapshot;
  GskRenderNode *node;
  GdkTexture *texture;

  if (native == NULL || width <= 0 || height <= 0)
    return NULL;
  snapshot = gtk_snapshot_new ();
  draw (self, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (native), node, NULL);
  gsk_render_node_unref (node);
  return texture;
}

static void
rs_volume_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RsVolumeView *self = RS_VOLUME_VIEW (widget);

  if (self->area != NULL)
    gtk_widget_allocate (self->area, width, height, -1, NULL);
  redraw (self);
}

static void
rs_volume_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *area = RS_VOLUME_VIEW (widget)->area;
  int ignored;

  if (area != NULL)
    gtk_widget_measure (area, orientation, for_size, &ignored, &ignored, NULL, NULL);
  *minimum = 60;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? 60 : 300;
}

/* --- the widget: input --- */

void
rs_volume_view_zoom_by (RsVolumeView *self, double factor)
{
  RsVolumeCamera camera = self->camera;

  camera.zoom *= factor;
  set_camera (self, camera);
}

void
rs_volume_view_reset (RsVolumeView *self)
{
  set_camera (self, first_camera);
}

static void
turn (RsVolumeView *self, RsVolumeCamera camera, double azimuth, double elevation)
{
  rs_volume_camera_turn (&camera, azimuth, elevation);
  camera.zoom = self->camera.zoom;
  set_camera (self, camera);
}

static void
on_drag_begin (RsVolumeView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_camera = self->camera;
}

/* The front follows the pointer. */
static void
on_drag_update (RsVolumeView *self, double x, double y)
{
  turn (self, self->drag_camera, -x * DEGREES_A_PIXEL, y * DEGREES_A_PIXEL);
}

static void
on_pressed (RsVolumeView *self, int n_presses)
{
  if (n_presses == 2)
    rs_volume_view_reset (self);
}

static gboolean
on_scroll (RsVolumeView *self, double dx, double dy)
{
  rs_volume_view_zoom_by (self, pow (ZOOM_STEP, -dy));
  return GDK_EVENT_STOP;
}

static gboolean
on_key (RsVolumeView *self, guint key, guint code, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      turn (self, self->camera, DEGREES_A_KEY, 0);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      turn (self, self->camera, -DEGREES_A_KEY, 0);
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      turn (self, self->camera, 0, -DEGREES_A_KEY);
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      turn (self, self->camera, 0, DEGREES_A_KEY);
      break;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      rs_volume_view_zoom_by (self, ZOOM_STEP);
      break;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      rs_volume_view_zoom_by (self, 1 / ZOOM_STEP);
      break;
    case GDK_KEY_0:
    case GDK_KEY_Home:
      rs_volume_view_reset (self);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

/* --- what is shown --- */

void
rs_volume_view_set_source (RsVolumeView *self, RsImageSource *source)
{
  if (g_set_object (&self->source, source))
    read_source (self);
}

void
rs_volume_view_set_look (RsVolumeView *self, const RsImageLook *look)
{
  RsColorMap *map = look->color_map != NULL ? rs_color_map_ref (look->color_map) : NULL;
  gboolean is_same_window = self->look.low == look->low && self->look.high == look->high;

  rs_color_map_unref (self->look.color_map);
  self->look = *look;
  self->look.color_map = map;
  if (!is_same_window)
    read_source (self);
  redraw (self);
}

void
rs_volume_view_set_mode (RsVolumeView *self, RsVolumeMode mode)
{
  self->mode = mode;
  redraw (self);
}

const RsVolumeCamera *
rs_volume_view_get_camera (RsVolumeView *self)
{
  return &self->camera;
}

gboolean
rs_volume_view_has_card (RsVolumeView *self)
{
  return self->card != NULL;
}

gboolean
rs_volume_view_is_settled (RsVolumeView *self)
{
  return self->reading == NULL && self->shown_serial == self->serial && self->is_fine && self->is_painted;
}

/* --- life --- */

static void
rs_volume_view_realize (GtkWidget *widget)
{
  RsVolumeView *self = RS_VOLUME_VIEW (widget);

  GTK_WIDGET_CLASS (rs_volume_view_parent_class)->realize (widget);
  if (rs_graphics_has_card (widget))
    add_area (self);
  read_source (self);
}

static void
rs_volume_view_unrealize (GtkWidget *widget)
{
  RsVolumeView *self = RS_VOLUME_VIEW (widget);

  g_clear_pointer (&self->reading, rs_volume_reading_cancel);
  if (self->fine_cast != NULL)
    g_cancellable_cancel (self->fine_cast);
  remove_area (self);
  g_clear_pointer (&self->volume, rs_volume_unref);
  g_clear_object (&self->texture);
  self->box = (RsVolume){ 0 };
  GTK_WIDGET_CLASS (rs_volume_view_parent_class)->unrealize (widget);
}

static void
rs_volume_view_dispose (GObject *object)
{
  RsVolumeView *self = RS_VOLUME_VIEW (object);

  g_clear_pointer (&self->reading, rs_volume_reading_cancel);
  if (self->fine_cast != NULL)
    g_cancellable_cancel (self->fine_cast);
  remove_area (self);
  g_clear_pointer (&self->volume, rs_volume_unref);
  g_clear_object (&self->texture);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (rs_volume_view_parent_class)->dispose (object);
}

static void
rs_volume_view_finalize (GObject *object)
{
  rs_color_map_unref (RS_VOLUME_VIEW (object)->look.color_map);
  G_OBJECT_CLASS (rs_volume_view_parent_class)->finalize (object);
}

static void
rs_volume_view_class_init (RsVolumeViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_volume_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_volume_view_finalize;
  widget_class->snapshot = rs_volume_view_snapshot;
  widget_class->size_allocate = rs_volume_view_size_allocate;
  widget_class->measure = rs_volume_view_measure;
  widget_class->realize = rs_volume_view_realize;
  widget_class->unrealize = rs_volume_view_unrealize;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "volumeview");
  changed_signal
      = g_signal_new ("changed", RS_TYPE_VOLUME_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_controller (RsVolumeView *self, GtkEventController *controller, const char *signal, GCallback callback)
{
  g_signal_connect_swapped (controller, signal, callback, self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
rs_volume_view_init (RsVolumeView *self)
{
  GtkEventController *drag = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());

  self->camera = first_camera;
  self->most_a_side = MOST_A_SIDE;
  self->serial = 1;
  self->look = (RsImageLook){ .channel = RS_ALL_CHANNELS, .high = 255 };
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  add_controller (self, drag, "drag-update", G_CALLBACK (on_drag_update));
  add_controller (self, GTK_EVENT_CONTROLLER (gtk_gesture_click_new ()), "pressed", G_CALLBACK (on_pressed));
  add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), "scroll",
                  G_CALLBACK (on_scroll));
  add_controller (self, gtk_event_controller_key_new (), "key-pressed", G_CALLBACK (on_key));
}

RsVolumeView *
rs_volume_view_new (void)
{
  return g_object_new (RS_TYPE_VOLUME_VIEW, NULL);
}
