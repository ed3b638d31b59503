/* Three curves of occupancy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/occupancy-view.h"

#include "ide/profile/timeline/draw-label.h"

#include <glib/gi18n.h>

#define MARGIN_LEFT 40.0
#define MARGIN_RIGHT 14.0
#define MARGIN_TOP 12.0
#define MARGIN_BOTTOM 38.0
#define MARK 4.0
#define GRID 0.12 /* opacity of its lines */

struct _RsOccupancyView {
  GtkWidget parent;

  const RsGpuLimits *limits; /* NULL: nothing is drawn */
  RsLaunchShape shape;
  GArray *curves[RS_N_CURVES]; /* of RsOccupancyPoint; NULL: nothing is drawn */
};

G_DEFINE_FINAL_TYPE (RsOccupancyView, rs_occupancy_view, GTK_TYPE_WIDGET)

/* Where one curve is drawn, in pixels, and what its horizontal axis spans. */
typedef struct {
  double left, right, top, bottom;
  gint64 last;
} Plot;

static double
to_x (const Plot *plot, gint64 value)
{
  return plot->left + (double)value / (double)MAX (plot->last, 1) * (plot->right - plot->left);
}

static double
to_y (const Plot *plot, double share)
{
  return plot->bottom - share * (plot->bottom - plot->top);
}

static gint64
get_value (RsOccupancyView *self, RsOccupancyCurve curve)
{
  return curve == RS_CURVE_THREADS     ? self->shape.threads
         : curve == RS_CURVE_REGISTERS ? self->shape.registers
                                       : (gint64)self->shape.shared_bytes;
}

static void
draw_axes (RsOccupancyView *self, cairo_t *cr, const Plot *plot, RsOccupancyCurve curve, const GdkRGBA *color)
{
  const char *const titles[RS_N_CURVES] = { _ ("threads/block"), _ ("registers"), _ ("bytes shared") };
  const char *const shares[] = { _ ("0 %"), _ ("50 %"), _ ("100 %") };
  g_autofree char *last = g_strdup_printf ("%" G_GINT64_FORMAT, plot->last);

  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      const double y = to_y (plot, i / 2.0);

      cairo_set_source_rgba (cr, color->red, color->green, color->blue, GRID);
      cairo_move_to (cr, plot->left, y);
      cairo_line_to (cr, plot->right, y);
      cairo_stroke (cr);
      gdk_cairo_set_source_rgba (cr, color);
      rs_draw_label (GTK_WIDGET (self), cr, plot->left - 4, 1, y, shares[i]);
    }
  rs_draw_label (GTK_WIDGET (self), cr, plot->left, 0.5, plot->bottom + 9, "0");
  rs_draw_label (GTK_WIDGET (self), cr, plot->right, 1, plot->bottom + 9, last);
  rs_draw_label (GTK_WIDGET (self), cr, (plot->left + plot->right) / 2, 0.5, plot->bottom + 25, titles[curve]);
}

/* Each point counts up to the next. */
static void
draw_curve (RsOccupancyView *self, cairo_t *cr, const Plot *plot, RsOccupancyCurve curve, const GdkRGBA *color)
{
  const GArray *points = self->curves[curve];
  const double now = rs_occupancy_compute (self->limits, &self->shape).share;

  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < points->len; i++)
    {
      const RsOccupancyPoint *point = &g_array_index (points, RsOccupancyPoint, i);

      cairo_line_to (cr, to_x (plot, point->value), to_y (plot, point->occupancy.share));
      if (i + 1 < points->len)
        cairo_line_to (cr, to_x (plot, (point + 1)->value), to_y (plot, point->occupancy.share));
    }
  cairo_stroke (cr);
  cairo_arc (cr, to_x (plot, get_value (self, curve)), to_y (plot, now), MARK, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
rs_occupancy_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsOccupancyView *self = RS_OCCUPANCY_VIEW (widget);
  const double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const double each = width / RS_N_CURVES;
  cairo_t *cr;
  GdkRGBA color;

  if (self->limits == NULL || each < MARGIN_LEFT + MARGIN_RIGHT + 10 || height < MARGIN_TOP + MARGIN_BOTTOM + 10)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float)width, (float)height));
  for (guint curve = 0; curve < RS_N_CURVES; curve++)
    {
      const GArray *points = self->curves[curve];
      const Plot plot = { each * curve + MARGIN_LEFT, each * (curve + 1) - MARGIN_RIGHT, MARGIN_TOP,
                          height - MARGIN_BOTTOM,
                          points->len > 0 ? g_array_index (points, RsOccupancyPoint, points->len - 1).value : 1 };

      draw_axes (self, cr, &plot, curve, &color);
      draw_curve (self, cr, &plot, curve, &color);
    }
  cairo_destroy (cr);
}

static void
rs_occupancy_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? 120 : 300;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? 150 : 480;
}

static void
clear_curves (RsOccupancyView *self)
{
  for (guint i = 0; i < RS_N_CURVES; i++)
    g_clear_pointer (&self->curves[i], g_array_unref);
}

void
rs_occupancy_view_set_shape (RsOccupancyView *self, const RsGpuLimits *limits, const RsLaunchShape *shape)
{
  const char *const sentences[RS_N_CURVES]
      = { _ ("By threads of a block: %s"), _ ("By registers: %s"), _ ("By bytes of shared memory: %s") };
  g_autoptr (GString) text = g_string_new (NULL);

  clear_curves (self);
  self->limits = limits;
  gtk_widget_set_visible (GTK_WIDGET (self), limits != NULL);
  if (limits == NULL)
    return;
  self->shape = *shape;
  for (guint i = 0; i < RS_N_CURVES; i++)
    {
      g_autofree char *curve = rs_occupancy_describe_curve (limits, shape, i);
      g_autofree char *sentence = g_strdup_printf (sentences[i], curve);

      self->curves[i] = rs_occupancy_make_curve (limits, shape, i);
      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", sentence);
    }
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
rs_occupancy_view_finalize (GObject *object)
{
  clear_curves (RS_OCCUPANCY_VIEW (object));
  G_OBJECT_CLASS (rs_occupancy_view_parent_class)->finalize (object);
}

static void
rs_occupancy_view_class_init (RsOccupancyViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_occupancy_view_finalize;
  widget_class->snapshot = rs_occupancy_view_snapshot;
  widget_class->measure = rs_occupancy_view_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
rs_occupancy_view_init (RsOccupancyView *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Curves of occupancy"), -1);
}

RsOccupancyView *
rs_occupancy_view_new (void)
{
  return g_object_new (RS_TYPE_OCCUPANCY_VIEW, NULL);
}
