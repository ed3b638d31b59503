/* Drawing the timeline.
 *
 * A frame appends one rectangle an item; the store has merged what is smaller than a pixel, so there are at most a few
 * thousand. Labels cost more than rectangles: they are drawn only where they fit, from cached layouts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/timeline-private.h"

#include "ide/profile/timeline/kind-colors.h"
#include "ide/profile/timeline/ruler.h"

#include "profiler/analysis/time/summary.h"

#include <math.h>
#include <string.h>

#define MAX_LAYOUTS 2000
#define MIN_LABEL_WIDTH 24
#define FLAG 8            /* pixels, of a mark */
#define ARROW 6           /* pixels, the head of an arrow */
#define MOST_ARROWS 200u  /* more are a hatching */
#define RANGE_SHADE 0.14f /* of what is outside the selected range */

gboolean
rs_timeline_is_wanted (RsTimeline *self, const RsTimelineItem *item)
{
  gpointer known;
  gboolean wanted = TRUE;

  if (self->wanted == NULL)
    return TRUE;
  if (!g_hash_table_lookup_extended (self->unwanted, GUINT_TO_POINTER (item->name_id), NULL, &known))
    {
      g_autofree char *folded = g_utf8_casefold (item->name, -1);

      wanted = strstr (folded, self->wanted) != NULL;
      g_hash_table_insert (self->unwanted, GUINT_TO_POINTER (item->name_id), GINT_TO_POINTER (wanted));
      return wanted;
    }
  return GPOINTER_TO_INT (known);
}

static void
color_of (const RsTimelineItem *item, gboolean dark, GdkRGBA *color)
{
  float shade = 1;

  /* A merged item is as strong as it is busy. */
  if (item->event == 0 && item->end > item->start)
    shade = 0.35f + 0.65f * (float)((double)item->busy / (double)(item->end - item->start));
  rs_kind_color (item->kind, item->name_id, dark, color);
  color->alpha = CLAMP (shade, 0.35f, 1);
}

static PangoLayout *
layout_for (RsTimeline *self, const char *text)
{
  PangoLayout *layout = g_hash_table_lookup (self->layouts, text);

  if (layout != NULL)
    return layout;
  if (g_hash_table_size (self->layouts) >= MAX_LAYOUTS)
    g_hash_table_remove_all (self->layouts);
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  g_hash_table_insert (self->layouts, g_strdup (text), layout);
  return layout;
}

static void
draw_text (GtkSnapshot *snapshot, PangoLayout *layout, float x, float y, const GdkRGBA *color)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

void
rs_timeline_draw_text (RsTimeline *self, GtkSnapshot *snapshot, const char *text, float x, float y,
                       const GdkRGBA *color)
{
  draw_text (snapshot, layout_for (self, text), x, y, color);
}

/* Whether x is outside the selected range. */
static gboolean
is_shaded (RsTimeline *self, float x)
{
  return self->range_end > self->range_start
         && (x < (float)rs_timeline_x_of (self, (double)self->range_start)
             || x >= (float)rs_timeline_x_of (self, (double)self->range_end));
}

static void
draw_outline (GtkSnapshot *snapshot, const graphene_rect_t *bounds, float width, const GdkRGBA *color)
{
  const float widths[4] = { width, width, width, width };
  const GdkRGBA colors[4] = { *color, *color, *color, *color };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, bounds, 2);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* FALSE: nothing of it shows. */
static gboolean
find_item (RsTimeline *self, int index, gboolean dark, graphene_rect_t *bounds, GdkRGBA *color)
{
  const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, index);

  if ((double)item->end < self->start || (double)item->start > self->end || !rs_timeline_has_lane (self, item))
    return FALSE;
  rs_timeline_get_item_bounds (self, item, bounds);
  color_of (item, dark, color);
  if (!rs_timeline_is_wanted (self, item))
    color->alpha = 0.15f;
  return TRUE;
}

static void
draw_item (RsTimeline *self, GtkSnapshot *snapshot, int index, gboolean dark, const GdkRGBA *foreground)
{
  graphene_rect_t bounds;
  GdkRGBA color;

  if (!find_item (self, index, dark, &bounds, &color))
    return;
  gtk_snapshot_append_color (snapshot, &color, &bounds);
  if (index == self->selected)
    draw_outline (snapshot, &bounds, 2, foreground);
  else if (index == self->hovered)
    draw_outline (snapshot, &bounds, 1, foreground);
}

/* A flag of the program's own, with its name beside it as far as there is room before the next one. */
static void
draw_mark (RsTimeline *self, GtkSnapshot *snapshot, guint index, int height, const GdkRGBA *foreground)
{
  const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, index), *next = item + 1;
  const float end = index + 1 < self->items->len && next->track == item->track && next->depth == item->depth
                        ? (float)rs_timeline_x_of (self, (double)next->start)
                        : (float)gtk_widget_get_width (GTK_WIDGET (self));
  g_autofree char *many = NULL;
  GdkRGBA faint = *foreground;
  graphene_rect_t bounds;
  PangoLayout *layout;
  int width, text_height;
  float x;

  if ((double)item->start < self->start || (double)item->start > self->end || !rs_timeline_has_lane (self, item))
    return;
  rs_timeline_get_item_bounds (self, item, &bounds);
  x = floorf (bounds.origin.x);
  faint.alpha = 0.3f;
  gtk_snapshot_append_color (snapshot, &faint, &GRAPHENE_RECT_INIT (x, 0, 1, (float)height));
  for (int i = 0; i < FLAG; i++)
    gtk_snapshot_append_color (snapshot, foreground,
                               &GRAPHENE_RECT_INIT (x + (float)i, bounds.origin.y + (float)i / 2, 1,
                                                    (float)(FLAG - i)));
  if (item->event == 0)
    many = g_strdup_printf ("%s (+%" G_GINT64_FORMAT ")", item->name, item->count - 1);
  layout = layout_for (self, many != NULL ? many : item->name);
  pango_layout_get_pixel_size (layout, &width, &text_height);
  if (x + FLAG + 3 + (float)width < end)
    draw_text (snapshot, layout, x + FLAG + 3, bounds.origin.y + (bounds.size.height - (float)text_height) / 2,
               foreground);
}

/* Over what is shaded outside the selected range. */
static void
draw_item_name (RsTimeline *self, GtkSnapshot *snapshot, int index, gboolean dark)
{
  const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, index);
  g_autofree char *name = NULL;
  graphene_rect_t bounds;
  GdkRGBA color, ink;
  PangoLayout *layout;
  int width, height;

  if (item->event == 0 || item->kind == RS_TRACE_MARK || !find_item (self, index, dark, &bounds, &color)
      || bounds.size.width < MIN_LABEL_WIDTH)
    return;
  name = rs_timeline_name_item (item);
  layout = layout_for (self, name);
  pango_layout_get_pixel_size (layout, &width, &height);
  if ((float)width + 6 > bounds.size.width)
    return;
  ink = rs_kind_ink (&color, dark, is_shaded (self, bounds.origin.x + 3 + (float)width / 2) ? RANGE_SHADE : 0);
  draw_text (snapshot, layout, bounds.origin.x + 3, bounds.origin.y + (bounds.size.height - (float)height) / 2, &ink);
}

/* Whether it is a copy to another device, on the track of the one that it comes from. */
static gboolean
is_source (RsTimeline *self, const RsTimelineItem *item)
{
  const RsTimelineTrack *track = rs_timeline_find_track (self, item->track);
  const char *rest;

  if (item->kind != RS_TRACE_DEVICE_COPY || item->event == 0 || track == NULL
      || !g_str_has_prefix (item->detail, track->name))
    return FALSE;
  rest = item->detail + strlen (track->name);
  return g_str_has_prefix (rest, "->") && strcmp (rest + strlen ("->"), track->name) != 0;
}

/* Its other end has the same times; NULL: it does not show. */
static const RsTimelineItem *
find_other_end (RsTimeline *self, const RsTimelineItem *item)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const RsTimelineItem *other = &g_array_index (self->items, RsTimelineItem, i);

      if (other->kind == RS_TRACE_DEVICE_COPY && other->track != item->track && other->start == item->start
          && other->end == item->end && strcmp (other->detail, item->detail) == 0
          && rs_timeline_find_track (self, other->track) != NULL)
        return other;
    }
  return NULL;
}

/* An arrow from the upper to the lower row, or back. */
static void
draw_arrow (GtkSnapshot *snapshot, float x, float upper, float lower, gboolean goes_down, const GdkRGBA *color)
{
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (x - 1, upper, 2, lower - upper));
  for (int i = 0; i < ARROW; i++)
    gtk_snapshot_append_color (snapshot, color,
                               &GRAPHENE_RECT_INIT (x - (float)i, goes_down ? lower - (float)i - 1 : upper + (float)i,
                                                    (float)(2 * i), 1));
}

/* From the source to the target. */
static void
draw_copies (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  guint n = 0;

  for (guint i = 0; i < self->items->len && n < MOST_ARROWS; i++)
    {
      const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, i), *other;
      graphene_rect_t from, to;

      if (!is_source (self, item))
        continue;
      n++;
      other = find_other_end (self, item);
      if (other == NULL)
        continue;
      rs_timeline_get_item_bounds (self, item, &from);
      rs_timeline_get_item_bounds (self, other, &to);
      draw_arrow (snapshot, floorf (from.origin.x + from.size.width / 2),
                  MIN (from.origin.y, to.origin.y) + from.size.height, MAX (from.origin.y, to.origin.y),
                  from.origin.y < to.origin.y, color);
    }
}

/* The step between ticks: 1, 2 or 5 times a power of ten ns, about 110 pixels. */
static double
tick_step (RsTimeline *self)
{
  double wanted = rs_timeline_time_of (self, RS_TIMELINE_GUTTER + 110) - self->start;
  double power = pow (10, floor (log10 (MAX (wanted, 1))));

  for (int i = 0; i < 3; i++)
    {
      static const int factors[] = { 1, 2, 5 };
      if (factors[i] * power >= wanted)
        return factors[i] * power;
    }
  return 10 * power;
}

float
rs_timeline_visible_top (RsTimeline *self)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);

  /* The viewport moves its child by whole pixels. */
  return viewport != NULL
             ? (float)floor (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport))))
             : 0;
}

static void
draw_grid (RsTimeline *self, GtkSnapshot *snapshot, int height, const GdkRGBA *foreground)
{
  GdkRGBA line = *foreground;
  double step = tick_step (self);
  double first = ceil ((self->start - (double)self->trace_start) / step) * step;

  line.alpha = 0.12f;
  for (double t = first; t + (double)self->trace_start <= self->end; t += step)
    gtk_snapshot_append_color (snapshot, &line,
                               &GRAPHENE_RECT_INIT ((float)rs_timeline_x_of (self, t + (double)self->trace_start), 0, 1,
                                                    (float)height));
}

static void
draw_ruler (RsTimeline *self, GtkSnapshot *snapshot, int width, gboolean dark, const GdkRGBA *foreground)
{
  const GdkRGBA ground = rs_kind_ground (dark);
  float top = rs_timeline_visible_top (self);
  GdkRGBA line = *foreground;
  double step = tick_step (self);
  double first = ceil ((self->start - (double)self->trace_start) / step) * step;
  double base = rs_ruler_get_base (MAX (first, 0), step);

  line.alpha = 0.12f;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, top, (float)width, RS_TIMELINE_RULER));
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (0, top + RS_TIMELINE_RULER - 1, (float)width, 1));
  if (base > 0)
    {
      g_autofree char *text = rs_ruler_format_base (base, step);

      pango_layout_set_text (self->label_layout, text, -1);
      draw_text (snapshot, self->label_layout, 8, top + 3, foreground);
    }
  for (double t = MAX (first, 0); t + (double)self->trace_start <= self->end; t += step)
    {
      double x = rs_timeline_x_of (self, t + (double)self->trace_start);
      g_autofree char *text = rs_ruler_format_tick (t, base, step);
      int length;

      pango_layout_set_text (self->label_layout, text, -1);
      pango_layout_get_pixel_size (self->label_layout, &length, NULL);
      if (x + 4 + length <= width)
        draw_text (snapshot, self->label_layout, (float)x + 4, top + 3, foreground);
    }
}

static void
draw_track_name (RsTimeline *self, GtkSnapshot *snapshot, guint index, int width, const GdkRGBA *foreground)
{
  const RsTimelineTrack *track = &g_array_index (self->tracks, RsTimelineTrack, index);
  int height = rs_timeline_track_get_height (track);
  float top = (float)track->top, last = top + (float)((rs_timeline_track_count_lanes (track) - 1) * RS_TIMELINE_LANE);
  g_autofree char *closed = track->is_closed ? g_strdup_printf ("▸ %s", track->name) : NULL;
  GdkRGBA shade = *foreground;

  shade.alpha = index % 2 == 0 ? 0.04f : 0.0f;
  gtk_snapshot_append_color (snapshot, &shade,
                             &GRAPHENE_RECT_INIT (0, (float)(track->top - RS_TIMELINE_TRACK_GAP / 2), (float)width,
                                                  (float)(height + RS_TIMELINE_TRACK_GAP)));
  pango_layout_set_text (self->label_layout, closed != NULL ? closed : track->name, -1);
  /* The name stays in sight as long as a row of the track does. */
  draw_text (snapshot, self->label_layout, 8, CLAMP (rs_timeline_visible_top (self) + RS_TIMELINE_RULER, top, last) + 1,
             foreground);
}

/* What is outside the selected range is shaded. */
static void
draw_range (RsTimeline *self, GtkSnapshot *snapshot, int width, int height, const GdkRGBA *foreground)
{
  GdkRGBA shade = *foreground, edge = *foreground;
  float left, right;

  if (self->range_end <= self->range_start)
    return;
  left = (float)CLAMP (rs_timeline_x_of (self, (double)self->range_start), RS_TIMELINE_GUTTER, width);
  right = (float)CLAMP (rs_timeline_x_of (self, (double)self->range_end), RS_TIMELINE_GUTTER, width);
  shade.alpha = RANGE_SHADE;
  edge.alpha = 0.6f;
  gtk_snapshot_append_color (snapshot, &shade,
                             &GRAPHENE_RECT_INIT (RS_TIMELINE_GUTTER, 0, left - RS_TIMELINE_GUTTER, (float)height));
  gtk_snapshot_append_color (snapshot, &shade, &GRAPHENE_RECT_INIT (right, 0, (float)width - right, (float)height));
  gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT (left, 0, 1, (float)height));
  gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT (right - 1, 0, 1, (float)height));
}

void
rs_timeline_draw (RsTimeline *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  GdkRGBA foreground;
  gboolean dark;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &foreground);
  dark = foreground.red + foreground.green + foreground.blue > 1.5f;
  if (self->label_layout == NULL)
    {
      self->label_layout = gtk_widget_create_pango_layout (widget, NULL);
      pango_layout_set_ellipsize (self->label_layout, PANGO_ELLIPSIZE_MIDDLE);
      pango_layout_set_width (self->label_layout, (RS_TIMELINE_GUTTER - 14) * PANGO_SCALE);
    }
  for (guint i = 0; i < self->tracks->len; i++)
    draw_track_name (self, snapshot, i, width, &foreground);
  rs_timeline_draw_queue_names (self, snapshot, &foreground);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (RS_TIMELINE_GUTTER, 0, (float)(width - RS_TIMELINE_GUTTER),
                                                         (float)height));
  draw_grid (self, snapshot, height, &foreground);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    draw_item (self, snapshot, (int)i, dark, &foreground);
  if (self->items != NULL)
    draw_copies (self, snapshot, &foreground);
  self->n_arrows = self->items != NULL ? rs_timeline_draw_parts (self, snapshot, &foreground) : 0;
  rs_timeline_draw_queues (self, snapshot, &foreground);
  draw_range (self, snapshot, width, height, &foreground);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    if (g_array_index (self->items, RsTimelineItem, i).kind == RS_TRACE_MARK)
      draw_mark (self, snapshot, i, height, &foreground);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    draw_item_name (self, snapshot, (int)i, dark);
  gtk_snapshot_pop (snapshot);
  draw_ruler (self, snapshot, width, dark, &foreground);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width, height);
}
