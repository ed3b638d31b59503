/* What belongs together with the selected span: the launch on its thread, its kernels on their device, the copies that
 * it needed. Arrows lead from the launch to the others; those that do not show are pointed at from the edge.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/timeline-private.h"

#include "profiler/analysis/passes/launch-parts.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>

#define LINE 2
#define HEAD 6        /* pixels, of an arrow */
#define LEAST_SHOWN 8 /* pixels that the part has at least which the view goes to */

void
rs_timeline_set_parts (RsTimeline *self, GArray *parts)
{
  g_clear_pointer (&self->parts, g_array_unref);
  self->parts = parts != NULL ? g_array_ref (parts) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What comes after the selected one, round; NULL: there is no other. */
static const RsLaunchPart *
find_next_part (RsTimeline *self)
{
  const guint n = self->parts != NULL ? self->parts->len : 0;

  for (guint i = 0; i < n; i++)
    if (g_array_index (self->parts, RsLaunchPart, i).event == self->selected_event && n > 1)
      return &g_array_index (self->parts, RsLaunchPart, (i + 1) % n);
  /* A copy is none of the parts: its launch is the other end. */
  return n > 0 && n < RS_LAUNCH_PARTS_MOST && self->selected_event != 0
                 && g_array_index (self->parts, RsLaunchPart, 0).event != self->selected_event
             ? &g_array_index (self->parts, RsLaunchPart, 0)
             : NULL;
}

gboolean
rs_timeline_go_to_other_end (RsTimeline *self)
{
  const RsLaunchPart *part = find_next_part (self);
  const double length = self->end - self->start;
  double wanted, middle;

  if (part == NULL)
    return FALSE;
  middle = (double)part->start / 2 + (double)part->end / 2;
  wanted = MIN (length, MAX ((double)(part->end - part->start), 1)
                            * (gtk_widget_get_width (GTK_WIDGET (self)) - RS_TIMELINE_GUTTER) / LEAST_SHOWN);
  self->tells_selected = TRUE;
  rs_timeline_mark_event (self, part->event);
  if (self->selected < 0 || (double)part->end < self->start || (double)part->start > self->end)
    rs_timeline_show_range (self, middle - wanted / 2, middle + wanted / 2);
  return TRUE;
}

char *
rs_timeline_describe_parts (RsTimeline *self)
{
  const RsLaunchPart *part = find_next_part (self);
  const RsTimelineItem *item = rs_timeline_get_selected (self);
  g_autofree char *time = NULL;

  if (part == NULL || item == NULL)
    return NULL;
  if (part->kind == RS_TRACE_KERNEL)
    {
      time = rs_format_duration (ABS (part->start - item->start));
      return part->start >= item->start ? g_strdup_printf (_ ("; L: kernel, %s later"), time)
                                        : g_strdup_printf (_ ("; L: kernel, %s before"), time);
    }
  time = rs_format_duration (ABS (item->start - part->start));
  return item->start >= part->start ? g_strdup_printf (_ ("; L: launch, %s before"), time)
                                    : g_strdup_printf (_ ("; L: launch, %s later"), time);
}

/* --- arrows --- */

/* Where an item is, or where a part would be that was joined with others for drawing. */
static gboolean
find_bounds (RsTimeline *self, const RsLaunchPart *part, graphene_rect_t *bounds)
{
  RsTimelineItem item = { .start = part->start, .end = part->end, .track = part->track };

  if (rs_timeline_find_track (self, part->track) == NULL)
    return FALSE;
  for (guint i = 0; i < self->items->len; i++)
    if (g_array_index (self->items, RsTimelineItem, i).event == part->event)
      item.depth = g_array_index (self->items, RsTimelineItem, i).depth;
  rs_timeline_get_item_bounds (self, &item, bounds);
  return TRUE;
}

static void
draw_head (GtkSnapshot *snapshot, float x, float y, gboolean goes_right, const GdkRGBA *color)
{
  for (int i = 0; i < HEAD; i++)
    gtk_snapshot_append_color (snapshot, color,
                               &GRAPHENE_RECT_INIT (goes_right ? x - (float)i - 1 : x + (float)i, y - (float)i / 2, 1,
                                                    (float)(i + 1)));
}

/* Down or up from the one, then along to the beginning of the other. */
static void
draw_arrow (GtkSnapshot *snapshot, const graphene_rect_t *from, const graphene_rect_t *to, const GdkRGBA *color)
{
  const float x = from->origin.x + MIN (from->size.width / 2, 6), y = to->origin.y + to->size.height / 2,
              begin = to->origin.y >= from->origin.y ? from->origin.y + from->size.height : from->origin.y,
              end = to->origin.x > x ? to->origin.x : MIN (to->origin.x + to->size.width, x);

  gtk_snapshot_append_color (snapshot, color,
                             &GRAPHENE_RECT_INIT (x - LINE / 2.0f, MIN (begin, y), LINE, ABS (y - begin)));
  gtk_snapshot_append_color (snapshot, color,
                             &GRAPHENE_RECT_INIT (MIN (x, end) - LINE / 2.0f, y - LINE / 2.0f, ABS (end - x) + LINE,
                                                  LINE));
  if (ABS (end - x) >= HEAD)
    draw_head (snapshot, end, y, end > x, color);
}

/* Whether the item, which is none of the parts, belongs to the launch: a copy. */
static gboolean
is_copy_of (const RsTimelineItem *item, gint64 launch)
{
  return item->event != 0 && item->launch == launch
         && (item->kind == RS_TRACE_COPY || item->kind == RS_TRACE_DEVICE_COPY || item->kind == RS_TRACE_DEVICE_FILL);
}

guint
rs_timeline_draw_parts (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  const RsTimelineItem *selected = rs_timeline_get_selected (self);
  const RsLaunchPart *call = self->parts != NULL && self->parts->len > 0 ? &g_array_index (self->parts, RsLaunchPart, 0)
                                                                         : NULL;
  graphene_rect_t from, to;
  guint n = 0;

  if (selected == NULL || selected->launch == 0 || call == NULL || !find_bounds (self, call, &from))
    return 0;
  for (guint i = 1; i < self->parts->len; i++)
    if (find_bounds (self, &g_array_index (self->parts, RsLaunchPart, i), &to))
      {
        draw_arrow (snapshot, &from, &to, color);
        n++;
      }
  for (guint i = 0; i < self->items->len; i++)
    if (is_copy_of (&g_array_index (self->items, RsTimelineItem, i), selected->launch))
      {
        rs_timeline_get_item_bounds (self, &g_array_index (self->items, RsTimelineItem, i), &to);
        draw_arrow (snapshot, &from, &to, color);
        n++;
      }
  return n;
}
