/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/profile/pages/roofline-view.h"

#include "ide/profile/timeline/draw-label.h"
#include "runtime/figure/color.h"

#include <glib/gi18n.h>
#include <math.h>

#define MARGIN_LEFT 62
#define MARGIN_BOTTOM 34
#define LEGEND_LINE 17 /* px: height of a line of the legend */
#define LEGEND_KEY 16  /* px: of the line before a name */
#define LEGEND_LEFT 8
#define MARGIN_RIGHT 20
#define SMALLEST_POINT 4.0 /* radius, px */
#define LARGEST_POINT 14.0
#define REACH 6 /* px beside a point that a click may be */

/* A kernel's place in the picture. */
typedef struct {
  guint row; /* in the table */
  char *name;
  double intensity, rate, share_of_time;
  double share;
} Point;

struct _RsRooflineView {
  GtkWidget parent;

  RsPeaks peaks;
  gboolean has_peaks;
  GArray *points;                          /* of Point, the longest first */
  guint chosen, pointed;                   /* of points; G_MAXUINT: none; pointed: under the pointer */
  double least_x, most_x, least_y, most_y; /* log10 */
  double top;                              /* px: where the picture begins, below the legend */
};

G_DEFINE_FINAL_TYPE (RsRooflineView, rs_roofline_view, GTK_TYPE_WIDGET)

static guint chosen_signal;

static const double dashes[] = { 4, 3 }; /* of the line of double precision */

static Point *
get_point (const RsRooflineView *self, guint i)
{
  return &g_array_index (self->points, Point, i);
}

/* --- places --- */

static double
to_x (const RsRooflineView *self, double intensity)
{
  const double width = gtk_widget_get_width (GTK_WIDGET ((gpointer)self)) - MARGIN_LEFT - MARGIN_RIGHT;

  return MARGIN_LEFT + (log10 (intensity) - self->least_x) / (self->most_x - self->least_x) * width;
}

static double
to_y (const RsRooflineView *self, double rate)
{
  const double height = gtk_widget_get_height (GTK_WIDGET ((gpointer)self)) - self->top - MARGIN_BOTTOM;

  return self->top + (self->most_y - log10 (rate)) / (self->most_y - self->least_y) * height;
}

/* Whole decades around the points and the ridges of the roofs. */
static void
choose_extent (RsRooflineView *self)
{
  const double top = self->peaks.single_operations;

  self->least_x = log10 (top / self->peaks.levels[0].read);
  self->most_x = log10 (top / self->peaks.levels[RS_PEAK_LEVELS - 1].read);
  self->least_y = log10 (self->peaks.double_operations);
  self->most_y = log10 (top);
  for (guint i = 0; i < self->points->len; i++)
    {
      self->least_x = MIN (self->least_x, log10 (get_point (self, i)->intensity));
      self->most_x = MAX (self->most_x, log10 (get_point (self, i)->intensity));
      self->least_y = MIN (self->least_y, log10 (get_point (self, i)->rate));
      self->most_y = MAX (self->most_y, log10 (get_point (self, i)->rate));
    }
  self->least_x = floor (self->least_x - 0.2);
  self->most_x = ceil (self->most_x + 0.2);
  self->least_y = floor (self->least_y - 0.1);
  self->most_y = ceil (self->most_y + 0.25);
}

static double
get_radius (const Point *point)
{
  return MAX (LARGEST_POINT * sqrt (CLAMP (point->share_of_time, 0, 1)), SMALLEST_POINT);
}

/* --- drawing --- */

/* Upwards, its middle at y. */
static void
draw_text_upwards (RsRooflineView *self, cairo_t *cr, double x, double y, const char *text)
{
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, -G_PI / 2);
  rs_draw_label (GTK_WIDGET (self), cr, 0, 0.5, 0, text);
  cairo_restore (cr);
}

static char *
format_decade (int decade)
{
  return decade >= 0 && decade <= 4   ? g_strdup_printf ("%.0f", pow (10, decade))
         : decade < 0 && decade >= -3 ? g_strdup_printf ("%.*f", -decade, pow (10, decade))
                                      : g_strdup_printf ("1e%d", decade);
}

static void
draw_axes (RsRooflineView *self, cairo_t *cr, const GdkRGBA *color)
{
  const double left = MARGIN_LEFT, bottom = gtk_widget_get_height (GTK_WIDGET (self)) - MARGIN_BOTTOM;
  const double right = gtk_widget_get_width (GTK_WIDGET (self)) - MARGIN_RIGHT;

  cairo_set_line_width (cr, 1);
  for (int decade = (int)self->least_x; decade <= (int)self->most_x; decade++)
    {
      const double x = to_x (self, pow (10, decade));
      g_autofree char *text = format_decade (decade);

      cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.12);
      cairo_move_to (cr, x, self->top);
      cairo_line_to (cr, x, bottom);
      cairo_stroke (cr);
      gdk_cairo_set_source_rgba (cr, color);
      rs_draw_label (GTK_WIDGET (self), cr, x, 0.5, bottom + 9, text);
    }
  for (int decade = (int)self->least_y; decade <= (int)self->most_y; decade++)
    {
      const double y = to_y (self, pow (10, decade));
      g_autofree char *text = format_decade (decade);

      cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.12);
      cairo_move_to (cr, left, y);
      cairo_line_to (cr, right, y);
      cairo_stroke (cr);
      gdk_cairo_set_source_rgba (cr, color);
      rs_draw_label (GTK_WIDGET (self), cr, left - 4, 1, y, text);
    }
  rs_draw_label (GTK_WIDGET (self), cr, (left + right) / 2, 0.5, bottom + 24, _ ("operations/byte"));
  draw_text_upwards (self, cr, 10, (self->top + bottom) / 2, _ ("operations/ns"));
}

/* Whether a level is as large as the one before, and so the same. */
static gboolean
is_repeated (const RsPeaks *peaks, guint level)
{
  return level > 0 && peaks->levels[level].bytes == peaks->levels[level - 1].bytes;
}

/* A level of memory: up to the arithmetic, in proportion to the operations a byte. */
static void
draw_level (RsRooflineView *self, cairo_t *cr, guint level)
{
  const double rate = rs_roofline_get_bandwidth (&self->peaks, (double)self->peaks.levels[level].bytes, 0.5);
  const double first = pow (10, self->least_x), ridge = self->peaks.single_operations / rate;
  const RsColor color = rs_color_of_series (level);

  if (is_repeated (&self->peaks, level))
    return;
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_move_to (cr, to_x (self, first), to_y (self, first * rate));
  cairo_line_to (cr, to_x (self, ridge), to_y (self, self->peaks.single_operations));
  cairo_stroke (cr);
}

static void
draw_roofs (RsRooflineView *self, cairo_t *cr, const GdkRGBA *color)
{
  const double last = pow (10, self->most_x);
  const double rates[] = { self->peaks.single_operations, self->peaks.double_operations };

  cairo_save (cr);
  cairo_rectangle (cr, MARGIN_LEFT, self->top, gtk_widget_get_width (GTK_WIDGET (self)) - MARGIN_LEFT - MARGIN_RIGHT,
                   gtk_widget_get_height (GTK_WIDGET (self)) - self->top - MARGIN_BOTTOM);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1.5);
  for (guint level = 0; level < RS_PEAK_LEVELS; level++)
    draw_level (self, cr, level);
  gdk_cairo_set_source_rgba (cr, color);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      const double ridge = rates[i] / self->peaks.levels[0].read;

      cairo_set_dash (cr, dashes, i == 0 ? 0 : G_N_ELEMENTS (dashes), 0);
      cairo_move_to (cr, to_x (self, MAX (ridge, pow (10, self->least_x))), to_y (self, rates[i]));
      cairo_line_to (cr, to_x (self, last), to_y (self, rates[i]));
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

/* Its name, on the side where there is more room. */
static void
draw_name (RsRooflineView *self, cairo_t *cr, guint i)
{
  const Point *point = get_point (self, i);
  const double x = to_x (self, point->intensity), middle = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  const double beside = get_radius (point) + 5;
  g_autofree char *text = g_strdup_printf (_ ("%s: %.0f %%"), point->name, 100 * point->share);

  rs_draw_label (GTK_WIDGET (self), cr, x + (x > middle ? -beside : beside), x > middle ? 1 : 0,
                 to_y (self, point->rate), text);
}

static void
draw_points (RsRooflineView *self, cairo_t *cr, const GdkRGBA *color)
{
  for (guint i = self->points->len; i-- > 0;)
    {
      const Point *point = get_point (self, i);
      const double x = to_x (self, point->intensity), y = to_y (self, point->rate);

      cairo_new_path (cr); /* a text leaves its place, from which the arc would draw a line */
      cairo_arc (cr, x, y, get_radius (point), 0, 2 * G_PI);
      cairo_set_source_rgba (cr, color->red, color->green, color->blue,
                             i == self->chosen    ? 0.9
                             : i == self->pointed ? 0.6
                                                  : 0.35);
      cairo_fill_preserve (cr);
      gdk_cairo_set_source_rgba (cr, color);
      cairo_stroke (cr);
    }
  if (self->chosen < self->points->len)
    draw_name (self, cr, self->chosen);
  if (self->pointed < self->points->len && self->pointed != self->chosen)
    draw_name (self, cr, self->pointed);
}

/* Beside the one before it, or in the next line; y: the middle of the line. */
static void
draw_entry (RsRooflineView *self, cairo_t *cr, double *x, double *y, const GdkRGBA *text_color, const char *name)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), name);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  if (*x > LEGEND_LEFT && *x + LEGEND_KEY + width > gtk_widget_get_width (GTK_WIDGET (self)))
    {
      *x = LEGEND_LEFT;
      *y += LEGEND_LINE;
    }
  cairo_move_to (cr, *x, *y);
  cairo_line_to (cr, *x + LEGEND_KEY - 4, *y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  gdk_cairo_set_source_rgba (cr, text_color);
  cairo_move_to (cr, *x + LEGEND_KEY, *y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
  *x += LEGEND_KEY + width + 12;
}

/* Above the picture, so that no words are on lines; sets where the picture begins. */
static void
draw_legend (RsRooflineView *self, cairo_t *cr, const GdkRGBA *text_color)
{
  const char *const names[] = { _ ("single precision"), _ ("double precision") };
  double x = LEGEND_LEFT, y = LEGEND_LINE / 2.0;

  cairo_set_line_width (cr, 2);
  for (guint level = 0; level < RS_PEAK_LEVELS; level++)
    {
      const RsColor color = rs_color_of_series (level);
      g_autofree char *name = rs_roofline_describe_level (&self->peaks, level);

      if (is_repeated (&self->peaks, level))
        continue;
      cairo_set_source_rgb (cr, color.red, color.green, color.blue);
      draw_entry (self, cr, &x, &y, text_color, name);
    }
  gdk_cairo_set_source_rgba (cr, text_color);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      cairo_set_dash (cr, dashes, i == 0 ? 0 : G_N_ELEMENTS (dashes), 0);
      draw_entry (self, cr, &x, &y, text_color, names[i]);
    }
  self->top = y + LEGEND_LINE;
}

static void
rs_roofline_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsRooflineView *self = RS_ROOFLINE_VIEW (widget);
  const double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;
  GdkRGBA color;

  if (!self->has_peaks || width < MARGIN_LEFT + MARGIN_RIGHT + 10 || height < MARGIN_BOTTOM + 10)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height));
  draw_legend (self, cr, &color);
  draw_axes (self, cr, &color);
  draw_roofs (self, cr, &color);
  draw_points (self, cr, &color);
  cairo_destroy (cr);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
}

static void
rs_roofline_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? 150 : 240;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? 260 : 420;
}

/* --- choosing --- */

/* A point, or all of them. (transfer full) */
static char *
describe_point (RsRooflineView *self, guint i)
{
  const Point *point = i < self->points->len ? get_point (self, i) : NULL;

  if (point == NULL)
    return g_strdup_printf (g_dngettext (NULL, "%u kernel", "%u kernels", self->points->len), self->points->len);
  return g_strdup_printf (_ ("%s: %.2f operations a byte, %.2f operations a ns, %.0f %% of what is possible"),
                          point->name, point->intensity, point->rate, 100 * point->share);
}

static void
describe (RsRooflineView *self)
{
  const gboolean is_pointed = self->pointed < self->points->len;
  g_autofree char *text = describe_point (self, is_pointed ? self->pointed : self->chosen);

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), is_pointed ? text : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
choose (RsRooflineView *self, guint i)
{
  self->chosen = i;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (i < self->points->len)
    g_signal_emit (self, chosen_signal, 0, get_point (self, i)->row);
}

static guint
find_point (RsRooflineView *self, double x, double y)
{
  guint nearest = G_MAXUINT;
  double least = INFINITY;

  for (guint i = 0; i < self->points->len; i++)
    {
      const Point *point = get_point (self, i);
      const double away = hypot (to_x (self, point->intensity) - x, to_y (self, point->rate) - y) - get_radius (point);

      if (away < REACH && away < least)
        {
          least = away;
          nearest = i;
        }
    }
  return nearest;
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  RsRooflineView *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  choose (self, find_point (self, x, y));
}

static void
point_at (RsRooflineView *self, guint i)
{
  if (i == self->pointed)
    return;
  self->pointed = i;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  point_at (data, find_point (data, x, y));
}

static void
on_left (GtkEventControllerMotion *controller, gpointer data)
{
  point_at (data, G_MAXUINT);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsRooflineView *self = data;
  const guint n = self->points->len;
  const gboolean forward = key == GDK_KEY_Right || key == GDK_KEY_Down;

  if (n == 0 || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (forward || key == GDK_KEY_Left || key == GDK_KEY_Up)
    choose (self, self->chosen >= n ? 0 : (self->chosen + (forward ? 1 : n - 1)) % n);
  else if (key == GDK_KEY_Escape && self->chosen < n)
    choose (self, G_MAXUINT);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
clear_point (gpointer data)
{
  g_free (((Point *)data)->name);
}

void
rs_roofline_view_set_rows (RsRooflineView *self, GArray *rows, const RsPeaks *peaks)
{
  gint64 total = 0;

  g_array_set_size (self->points, 0);
  self->chosen = self->pointed = G_MAXUINT;
  self->has_peaks = rows != NULL;
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    total = rs_trace_add (total, g_array_index (rows, RsRooflineRow, i).total);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsRooflineRow *row = &g_array_index (rows, RsRooflineRow, i);
      const Point point
          = { i,         g_strdup (row->name), row->intensity, row->rate, (double)row->total / (double)MAX (total, 1),
              row->share };

      /* A logarithm has no place for what does not compute, or moves nothing. */
      if (row->rate > 0 && row->intensity > 0 && !isinf (row->intensity))
        g_array_append_val (self->points, point);
      else
        g_free (point.name);
    }
  if (self->has_peaks)
    {
      self->peaks = *peaks;
      choose_extent (self);
    }
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
rs_roofline_view_finalize (GObject *object)
{
  g_array_unref (RS_ROOFLINE_VIEW (object)->points);
  G_OBJECT_CLASS (rs_roofline_view_parent_class)->finalize (object);
}

static void
rs_roofline_view_class_init (RsRooflineViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_roofline_view_finalize;
  widget_class->snapshot = rs_roofline_view_snapshot;
  widget_class->measure = rs_roofline_view_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  chosen_signal = g_signal_new ("chosen", RS_TYPE_ROOFLINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_UINT);
}

static void
rs_roofline_view_init (RsRooflineView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new (), *motion = gtk_event_controller_motion_new ();

  self->points = g_array_new (FALSE, FALSE, sizeof (Point));
  g_array_set_clear_func (self->points, clear_point);
  self->chosen = self->pointed = G_MAXUINT;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Roofline"), -1);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

RsRooflineView *
rs_roofline_view_new (void)
{
  return g_object_new (RS_TYPE_ROOFLINE_VIEW, NULL);
}
