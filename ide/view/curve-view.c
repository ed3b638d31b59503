/* Curves over a range of numbers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/curve-view.h"

#include <math.h>

#define HEIGHT 84
#define TEXT_HEIGHT 16

struct _RsCurveView {
  GtkWidget parent;

  gboolean is_histogram;
  double *values; /* [n_curves][n] */
  guint n_curves, n;
  double first, last;
  double low, high; /* of the window */
  double pointer;   /* share of the width; < 0: none */
};

G_DEFINE_FINAL_TYPE (RsCurveView, rs_curve_view, GTK_TYPE_WIDGET)

static void
get_range (const RsCurveView *self, double *low, double *high)
{
  *low = self->is_histogram ? 0 : INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < self->n_curves * self->n; i++)
    if (isfinite (self->values[i]))
      {
        *low = MIN (*low, self->values[i]);
        *high = MAX (*high, self->values[i]);
      }
  if (!(*low <= *high))
    *low = *high = 0;
  if (*low == *high)
    *high = *low + 1;
}

void
rs_curve_set_color (cairo_t *cr, guint n_curves, guint curve, const GdkRGBA *text, double alpha)
{
  /* Of medium brightness: they show on light and on dark ground. */
  static const double colors[3][3] = { { 0.88, 0.22, 0.22 }, { 0.15, 0.62, 0.25 }, { 0.25, 0.45, 0.95 } };

  if (n_curves >= 3 && curve < 3)
    cairo_set_source_rgba (cr, colors[curve][0], colors[curve][1], colors[curve][2], alpha);
  else
    cairo_set_source_rgba (cr, (double)text->red, (double)text->green, (double)text->blue, alpha);
}

static void
draw_curve (const RsCurveView *self, cairo_t *cr, guint curve, double width, double top, double bottom)
{
  const double *values = self->values + (gsize)curve * self->n;
  gboolean is_open = FALSE;
  double low, high;

  get_range (self, &low, &high);
  for (guint i = 0; i < self->n; i++)
    {
      double x = self->n > 1 ? (double)i / (self->n - 1) * width : width / 2;
      double part = (values[i] - low) / (high - low);

      if (!isfinite (part))
        {
          is_open = FALSE; /* a gap */
          continue;
        }
      if (self->is_histogram)
        part = sqrt (part);
      if (is_open)
        cairo_line_to (cr, x, bottom - part * (bottom - top));
      else
        cairo_move_to (cr, x, bottom - part * (bottom - top));
      is_open = TRUE;
    }
}

static void
draw_curves (const RsCurveView *self, cairo_t *cr, const GdkRGBA *text, double width, double top, double bottom)
{
  cairo_set_line_width (cr, 1.2);
  for (guint curve = 0; curve < self->n_curves; curve++)
    {
      draw_curve (self, cr, curve, width, top, bottom);
      rs_curve_set_color (cr, self->n_curves, curve, text, 1);
      if (self->is_histogram && self->n > 1)
        {
          cairo_stroke_preserve (cr);
          cairo_line_to (cr, width, bottom);
          cairo_line_to (cr, 0, bottom);
          cairo_close_path (cr);
          rs_curve_set_color (cr, self->n_curves, curve, text, 0.25);
          cairo_fill (cr);
        }
      else
        cairo_stroke (cr);
    }
}

static void
draw_text (RsCurveView *self, cairo_t *cr, double x, double align, double y, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.85));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  cairo_move_to (cr, x - align * width, y);
  pango_cairo_show_layout (cr, layout);
}

/* "12: 0.5, 0.25": the value under the pointer, else the range. */
static char *
describe (RsCurveView *self)
{
  GString *text = g_string_new (NULL);
  double low, high;

  get_range (self, &low, &high);
  if (self->pointer < 0)
    g_string_printf (text, self->is_histogram ? "≤ %.7g" : "%.6g … %.6g", self->is_histogram ? high : low, high);
  else
    {
      guint i = MIN ((guint)(self->pointer * (self->n - 1) + 0.5), self->n - 1);

      g_string_printf (text, "%.6g: ",
                       self->first + (self->n > 1 ? (double)i / (self->n - 1) : 0) * (self->last - self->first));
      for (guint curve = 0; curve < self->n_curves; curve++)
        g_string_append_printf (text, "%s%.7g", curve > 0 ? ", " : "", self->values[curve * self->n + i]);
    }
  return g_string_free (text, FALSE);
}

static void
draw_ends (RsCurveView *self, cairo_t *cr, double width, double bottom)
{
  g_autofree char *first = g_strdup_printf ("%.6g", self->first), *last = g_strdup_printf ("%.6g", self->last),
                  *middle = describe (self);

  draw_text (self, cr, 2, 0, bottom, first);
  draw_text (self, cr, width - 2, 1, bottom, last);
  draw_text (self, cr, width / 2, 0.5, bottom, middle);
}

static void
draw_window (const RsCurveView *self, cairo_t *cr, const GdkRGBA *text, double width, double height)
{
  double length = self->last - self->first, from, to;

  if (self->low > self->high || !(length > 0))
    return;
  from = CLAMP ((self->low - self->first) / length, 0, 1) * width;
  to = CLAMP ((self->high - self->first) / length, 0, 1) * width;
  cairo_set_source_rgba (cr, (double)text->red, (double)text->green, (double)text->blue, 0.08);
  cairo_rectangle (cr, from, 0, MAX (to - from, 1), height);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, (double)text->red, (double)text->green, (double)text->blue, 0.6);
  cairo_set_line_width (cr, 1);
  for (int i = 0; i < 2; i++)
    {
      double x = CLAMP (floor (i == 0 ? from : to) + 0.5, 0.5, width - 0.5);

      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x, height);
    }
  cairo_stroke (cr);
}

static void
rs_curve_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsCurveView *self = RS_CURVE_VIEW (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;
  GdkRGBA text;

  if (self->n_curves == 0 || self->n == 0 || width < 1)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height));
  draw_window (self, cr, &text, width, height - TEXT_HEIGHT);
  draw_curves (self, cr, &text, width, 3, height - TEXT_HEIGHT - 2);
  gdk_cairo_set_source_rgba (cr, &text);
  draw_ends (self, cr, width, height - TEXT_HEIGHT);
  cairo_destroy (cr);
}

static void
rs_curve_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 60;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RsCurveView *self = data;

  self->pointer = CLAMP (x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1), 0, 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  RsCurveView *self = data;

  self->pointer = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
rs_curve_view_set (RsCurveView *self, const double *values, guint n_curves, guint n, double first, double last)
{
  g_autofree char *text = NULL;
  double low, high;

  g_free (self->values);
  self->values = g_memdup2 (values, (gsize)n_curves * n * sizeof (double));
  self->n_curves = n_curves;
  self->n = n;
  self->first = first;
  self->last = last;
  get_range (self, &low, &high);
  text = n > 0 ? g_strdup_printf ("%.6g … %.6g: %.6g … %.6g", first, last, low, high) : g_strdup ("");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
rs_curve_view_set_window (RsCurveView *self, double low, double high)
{
  self->low = low;
  self->high = high;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
rs_curve_view_finalize (GObject *object)
{
  g_free (RS_CURVE_VIEW (object)->values);
  G_OBJECT_CLASS (rs_curve_view_parent_class)->finalize (object);
}

static void
rs_curve_view_class_init (RsCurveViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_curve_view_finalize;
  widget_class->snapshot = rs_curve_view_snapshot;
  widget_class->measure = rs_curve_view_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
rs_curve_view_init (RsCurveView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->pointer = -1;
  self->low = 1;
  self->high = 0;
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

RsCurveView *
rs_curve_view_new (const char *label, gboolean is_histogram)
{
  RsCurveView *self = g_object_new (RS_TYPE_CURVE_VIEW, NULL);

  self->is_histogram = is_histogram;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return self;
}
