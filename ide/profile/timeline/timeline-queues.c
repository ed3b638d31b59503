/* The strips below the tracks of devices: how many launches their queues hold.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/timeline-private.h"

#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>

#define STRIP_HEIGHT (RS_TIMELINE_LANE - 4)
#define FILL 0.35f /* opacity */
#define NAME 0.7f

void
rs_timeline_set_depths (RsTimeline *self, RsQueueDepths *depths)
{
  gboolean changed = FALSE;

  g_clear_pointer (&self->depths, rs_queue_depths_unref);
  self->depths = depths != NULL ? rs_queue_depths_ref (depths) : NULL;
  for (guint i = 0; depths != NULL && i < depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (depths->queues, i);
      RsTimelineTrack *track = rs_timeline_find_track (self, depth->first_track);

      changed |= track != NULL && !track->has_strip;
      if (track != NULL)
        track->has_strip = TRUE;
    }
  if (changed)
    rs_timeline_stack_tracks (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const RsQueueDepths *
rs_timeline_get_depths (RsTimeline *self)
{
  return self->depths;
}

static double
time_of_point (const RsQueueDepths *depths, guint point)
{
  return (double)depths->from + (double)point / depths->n_points * (double)(depths->to - depths->from);
}

/* The most that shows; 0: nothing is queued there. */
static guint32
find_most (RsTimeline *self, const RsQueueDepth *depth)
{
  guint32 most = 0;

  for (guint i = 0; i < self->depths->n_points; i++)
    if (time_of_point (self->depths, i + 1) > self->start && time_of_point (self->depths, i) < self->end)
      most = MAX (most, depth->depths[i]);
  return most;
}

static int
get_strip_top (const RsTimelineTrack *track)
{
  return track->top + (int)rs_timeline_track_count_lanes (track) * RS_TIMELINE_LANE;
}

static void
draw_bars (RsTimeline *self, GtkSnapshot *snapshot, const RsQueueDepth *depth, float top, guint32 most,
           const GdkRGBA *color)
{
  const RsQueueDepths *depths = self->depths;

  for (guint i = 0, next; i < depths->n_points; i = next)
    {
      const float height = MAX ((float)depth->depths[i] / (float)most * STRIP_HEIGHT, 1);
      float left, right;

      for (next = i + 1; next < depths->n_points && depth->depths[next] == depth->depths[i];)
        next++;
      left = (float)rs_timeline_x_of (self, time_of_point (depths, i));
      right = (float)rs_timeline_x_of (self, time_of_point (depths, next));
      if (depth->depths[i] > 0 && right > RS_TIMELINE_GUTTER)
        gtk_snapshot_append_color (snapshot, color,
                                   &GRAPHENE_RECT_INIT (left, top + STRIP_HEIGHT - height, MAX (right - left, 1),
                                                        height));
    }
}

void
rs_timeline_draw_queues (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *foreground)
{
  GdkRGBA fill = *foreground;

  fill.alpha *= FILL;
  for (guint i = 0; self->depths != NULL && i < self->depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (self->depths->queues, i);
      const RsTimelineTrack *track = rs_timeline_find_track (self, depth->first_track);
      const guint32 most = find_most (self, depth);

      if (track != NULL && most > 0)
        draw_bars (self, snapshot, depth, (float)get_strip_top (track), most, &fill);
    }
}

void
rs_timeline_draw_queue_names (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *foreground)
{
  GdkRGBA faint = *foreground;

  faint.alpha *= NAME;
  for (guint i = 0; self->depths != NULL && i < self->depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (self->depths->queues, i);
      const RsTimelineTrack *track = rs_timeline_find_track (self, depth->first_track);
      g_autofree char *text = g_strdup_printf (_ ("queue: %u at most"), find_most (self, depth));

      if (track != NULL)
        rs_timeline_draw_text (self, snapshot, text, 8, (float)get_strip_top (track), &faint);
    }
}

char *
rs_timeline_describe_queue (RsTimeline *self, double x, double y)
{
  for (guint i = 0; self->depths != NULL && x >= RS_TIMELINE_GUTTER && i < self->depths->queues->len; i++)
    {
      const RsQueueDepths *depths = self->depths;
      const RsQueueDepth *depth = g_ptr_array_index (depths->queues, i);
      const RsTimelineTrack *track = rs_timeline_find_track (self, depth->first_track);
      const double time = rs_timeline_time_of (self, x);
      g_autofree char *at = NULL;
      guint point;

      if (track == NULL || y < get_strip_top (track) || y >= get_strip_top (track) + RS_TIMELINE_LANE
          || time < (double)depths->from || time >= (double)depths->to)
        continue;
      point = (guint)((time - (double)depths->from) / (double)(depths->to - depths->from) * depths->n_points);
      at = rs_format_duration ((gint64)time - self->trace_start);
      return g_strdup_printf (_ ("%s: %u launches submitted and not ended, about %s"), depth->name,
                              depth->depths[MIN (point, depths->n_points - 1)], at);
    }
  return NULL;
}
