/* Curves of held bytes over time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/memory-curve-view.h"

#include "profiler/analysis/time/summary.h"
#include "runtime/figure/color.h"

#include <glib/gi18n.h>

#define TEXT_HEIGHT 17
#define MOST_SHOWN 6u /* memories in the legend */

struct _RsMemoryCurveView {
  GtkWidget parent;

  RsMemoryCurves *curves; /* owned; NULL: none */
  gint64 instant;         /* -1: none */
};

G_DEFINE_FINAL_TYPE (RsMemoryCurveView, rs_memory_curve_view, GTK_TYPE_WIDGET)

static guint chosen_signal;

static gint64
get_most (const RsMemoryCurves *curves)
{
  gint64 most = 1;

  for (guint i = 0; i < curves->curves->len; i++)
    most = MAX (most, ((const RsMemoryCurve *)g_ptr_array_index (curves->curves, i))->peak);
  return most;
}

/* --- drawing --- */

static void
draw_text (RsMemoryCurveView *self, cairo_t *cr, double x, double align, double y, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  cairo_move_to (cr, x - align * width, y);
  pango_cairo_show_layout (cr, layout);
}

/* A curve goes in steps: what is held stays until it changes. */
static void
add_curve (const RsMemoryCurve *curve, cairo_t *cr, guint n, double width, double top, double bottom, gint64 most)
{
  for (guint i = 0; i < n; i++)
    {
      double y = bottom - (double)curve->bytes[i] / (double)most * (bottom - top);

      cairo_line_to (cr, width * i / n, y);
      cairo_line_to (cr, width * (i + 1) / n, y);
    }
}

static void
draw_curves (RsMemoryCurveView *self, cairo_t *cr, double width, double top, double bottom)
{
  const RsMemoryCurves *curves = self->curves;
  gint64 most = get_most (curves);

  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < curves->curves->len; i++)
    {
      const RsColor color = rs_color_of_series (i);

      add_curve (g_ptr_array_index (curves->curves, i), cr, curves->n_points, width, top, bottom, most);
      cairo_set_source_rgb (cr, color.red, color.green, color.blue);
      cairo_stroke_preserve (cr);
      cairo_line_to (cr, width, bottom);
      cairo_line_to (cr, 0, bottom);
      cairo_close_path (cr);
      cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.2);
      cairo_fill (cr);
    }
}

/* The peak of each memory in its colour. */
static void
draw_legend (RsMemoryCurveView *self, cairo_t *cr, const GdkRGBA *text_color)
{
  double x = 4;

  for (guint i = 0; i < self->curves->curves->len && i < MOST_SHOWN; i++)
    {
      const RsMemoryCurve *curve = g_ptr_array_index (self->curves->curves, i);
      const RsColor color = rs_color_of_series (i);
      g_autofree char *bytes = rs_format_bytes (curve->peak);
      g_autofree char *text = g_strdup_printf (_ ("%s: peak %s"), curve->memory, bytes);
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      cairo_set_source_rgb (cr, color.red, color.green, color.blue);
      cairo_rectangle (cr, x, 4, 10, 10);
      cairo_fill (cr);
      gdk_cairo_set_source_rgba (cr, text_color);
      cairo_move_to (cr, x + 14, 0);
      pango_cairo_show_layout (cr, layout);
      x += width + 28;
    }
}

static double
instant_to_x (const RsMemoryCurveView *self, double width)
{
  const RsMemoryCurves *curves = self->curves;

  return (double)(self->instant - curves->from) / (double)MAX (curves->to - curves->from, 1) * width;
}

static void
draw_instant (RsMemoryCurveView *self, cairo_t *cr, double width, double top, double bottom)
{
  g_autofree char *text = rs_format_duration (self->instant);
  double x = CLAMP (instant_to_x (self, width), 0.5, width - 0.5);

  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, bottom);
  cairo_stroke (cr);
  draw_text (self, cr, x, x > width / 2 ? 1.1 : -0.1, bottom, text);
}

static void
rs_memory_curve_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsMemoryCurveView *self = RS_MEMORY_CURVE_VIEW (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autofree char *from = NULL, *to = NULL;
  cairo_t *cr;
  GdkRGBA color;

  if (self->curves == NULL || width < 1)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height));
  draw_curves (self, cr, width, TEXT_HEIGHT + 3, height - TEXT_HEIGHT);
  draw_legend (self, cr, &color);
  if (self->instant >= 0)
    draw_instant (self, cr, width, TEXT_HEIGHT, height - TEXT_HEIGHT);
  else
    {
      from = rs_format_duration (self->curves->from);
      to = rs_format_duration (self->curves->to);
      draw_text (self, cr, 2, 0, height - TEXT_HEIGHT, from);
      draw_text (self, cr, width - 2, 1, height - TEXT_HEIGHT, to);
    }
  cairo_destroy (cr);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
}

static void
rs_memory_curve_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                              int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? 60 : 160;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? 96 : 160;
}

/* --- choosing --- */

static void
choose (RsMemoryCurveView *self, gint64 instant)
{
  if (self->curves == NULL)
    return;
  self->instant = instant < 0 ? -1 : CLAMP (instant, self->curves->from, self->curves->to);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, chosen_signal, 0, self->instant);
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  RsMemoryCurveView *self = data;
  double width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->curves != NULL)
    choose (self, self->curves->from + (gint64)(x / width * (double)(self->curves->to - self->curves->from)));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsMemoryCurveView *self = data;
  const RsMemoryCurves *curves = self->curves;
  gint64 step;

  if (curves == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  step = MAX ((curves->to - curves->from) / 100, 1);
  if (key == GDK_KEY_Left || key == GDK_KEY_Right)
    choose (self, self->instant < 0 ? curves->from
                                    : MAX (self->instant + (key == GDK_KEY_Left ? -step : step), curves->from));
  else if (key == GDK_KEY_Home)
    choose (self, ((const RsMemoryCurve *)g_ptr_array_index (curves->curves, 0))->peak_time);
  else if (key == GDK_KEY_Escape && self->instant >= 0)
    choose (self, -1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* --- life --- */

void
rs_memory_curve_view_set_curves (RsMemoryCurveView *self, RsMemoryCurves *curves)
{
  g_autoptr (GString) text = g_string_new (NULL);

  rs_memory_curves_free (self->curves);
  self->curves = curves;
  self->instant = -1;
  for (guint i = 0; curves != NULL && i < curves->curves->len; i++)
    {
      const RsMemoryCurve *curve = g_ptr_array_index (curves->curves, i);
      g_autofree char *bytes = rs_format_bytes (curve->peak), *time = rs_format_duration (curve->peak_time);

      g_string_append_printf (text, _ ("%s%s: peak %s at %s"), i > 0 ? "; " : "", curve->memory, bytes, time);
    }
  if (text->len > 0) /* the ends of the axis */
    {
      g_autofree char *from = rs_format_duration (curves->from), *to = rs_format_duration (curves->to);

      g_string_append_printf (text, _ ("; from %s to %s"), from, to);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
rs_memory_curve_view_finalize (GObject *object)
{
  rs_memory_curves_free (RS_MEMORY_CURVE_VIEW (object)->curves);
  G_OBJECT_CLASS (rs_memory_curve_view_parent_class)->finalize (object);
}

static void
rs_memory_curve_view_class_init (RsMemoryCurveViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_memory_curve_view_finalize;
  widget_class->snapshot = rs_memory_curve_view_snapshot;
  widget_class->measure = rs_memory_curve_view_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  chosen_signal = g_signal_new ("chosen", RS_TYPE_MEMORY_CURVE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
rs_memory_curve_view_init (RsMemoryCurveView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->instant = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Held memory over time"),
                                  -1);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

RsMemoryCurveView *
rs_memory_curve_view_new (void)
{
  return g_object_new (RS_TYPE_MEMORY_CURVE_VIEW, NULL);
}
