/* The spans that the timeline shows, on tracks under each other, and the selected one among them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/timeline-private.h"

#include "ide/profile/timeline/kind-colors.h"
#include "profiler/analysis/passes/launch-objects.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

void
rs_timeline_stack_tracks (RsTimeline *self)
{
  int top = RS_TIMELINE_RULER + RS_TIMELINE_TRACK_GAP / 2;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      RsTimelineTrack *track = &g_array_index (self->tracks, RsTimelineTrack, i);

      track->top = top;
      top += rs_timeline_track_get_height (track) + RS_TIMELINE_TRACK_GAP;
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Lanes and strips stay those of before. */
static void
set_tracks (RsTimeline *self, const GArray *tracks)
{
  g_autoptr (GArray) before = g_array_copy (self->tracks);

  g_array_set_size (self->tracks, 0);
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *row = &g_array_index (tracks, RsTrackRow, i);
      const guint old = GPOINTER_TO_UINT (g_hash_table_lookup (self->track_index, GUINT_TO_POINTER (row->id)));
      RsTimelineTrack track = { .id = row->id, .name = row->name, .n_lanes = 1 };

      if (row->n_spans == 0)
        continue;
      if (old > 0)
        {
          track.n_lanes = g_array_index (before, RsTimelineTrack, old - 1).n_lanes;
          track.has_strip = g_array_index (before, RsTimelineTrack, old - 1).has_strip;
          track.is_closed = g_array_index (before, RsTimelineTrack, old - 1).is_closed;
        }
      g_array_append_val (self->tracks, track);
    }
  g_hash_table_remove_all (self->track_index);
  for (guint i = 0; i < self->tracks->len; i++)
    g_hash_table_insert (self->track_index, GUINT_TO_POINTER (g_array_index (self->tracks, RsTimelineTrack, i).id),
                         GUINT_TO_POINTER (i + 1));
  rs_timeline_stack_tracks (self);
}

void
rs_timeline_set_trace (RsTimeline *self, gint64 start, gint64 end, const GArray *tracks)
{
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->depths, rs_queue_depths_unref);
  g_hash_table_remove_all (self->track_index);
  self->selected = self->hovered = -1;
  self->selected_event = 0;
  self->kept.event = 0;
  self->tells_selected = FALSE;
  rs_timeline_set_parts (self, NULL);
  self->range_start = self->range_end = 0;
  self->objects = NULL;
  g_hash_table_remove_all (self->unwanted);
  self->trace_start = start;
  self->trace_end = MAX (end, start + 1);
  rs_timeline_set_limits (self, self->trace_start, self->trace_end);
  set_tracks (self, tracks);
  rs_timeline_set_program (self, self->trace_start, self->trace_end);
}

void
rs_timeline_extend (RsTimeline *self, gint64 start, gint64 end, const GArray *tracks)
{
  self->kept.event = 0; /* its texts go with the items */
  self->trace_start = start;
  self->trace_end = MAX (end, start + 1);
  rs_timeline_set_limits (self, self->trace_start, self->trace_end);
  set_tracks (self, tracks);
}

void
rs_timeline_extend_program (RsTimeline *self, gint64 start, gint64 end)
{
  const gboolean saw_all = self->start <= (double)self->program_start && self->end >= (double)self->program_end;

  self->program_start = start;
  self->program_end = end;
  if (saw_all)
    rs_timeline_fit (self, start, end);
  else
    rs_timeline_show_range (self, self->start, self->end);
}

gboolean
rs_timeline_has_lane (RsTimeline *self, const RsTimelineItem *item)
{
  const RsTimelineTrack *track = rs_timeline_find_track (self, item->track);

  return track != NULL && item->depth < rs_timeline_track_count_lanes (track);
}

void
rs_timeline_toggle_track (RsTimeline *self, guint32 id)
{
  RsTimelineTrack *track = rs_timeline_find_track (self, id);

  if (track == NULL)
    return;
  track->is_closed = !track->is_closed;
  rs_timeline_stack_tracks (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The ruler lies over what is at the top. */
void
rs_timeline_scroll_to_selected (RsTimeline *self)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);
  const RsTimelineItem *item = rs_timeline_get_selected (self);
  graphene_rect_t bounds;

  if (viewport == NULL || item == NULL)
    return;
  rs_timeline_get_item_bounds (self, item, &bounds);
  gtk_adjustment_clamp_page (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport)),
                             (double)bounds.origin.y - RS_TIMELINE_RULER,
                             (double)(bounds.origin.y + bounds.size.height));
}

static int
find_event (RsTimeline *self, gint64 event)
{
  for (guint i = 0; self->items != NULL && i < self->items->len && event != 0; i++)
    if (g_array_index (self->items, RsTimelineItem, i).event == event)
      return (int)i;
  return -1;
}

/* What is selected stays so, and shows, where it was joined with its neighbours for drawing. */
static void
keep_selected (RsTimeline *self)
{
  const RsTimelineItem *kept = &self->kept;
  GArray *items;
  guint at = 0;

  if (kept->event == 0 || kept->event != self->selected_event || (double)kept->end < self->start
      || (double)kept->start > self->end || find_event (self, kept->event) >= 0)
    return;
  items = g_array_copy (self->items); /* the reader has them, too */
  while (at < items->len)
    {
      const RsTimelineItem *item = &g_array_index (items, RsTimelineItem, at);

      if (item->track > kept->track || (item->track == kept->track && item->depth > kept->depth)
          || (item->track == kept->track && item->depth == kept->depth && item->start > kept->start))
        break;
      at++;
    }
  g_array_insert_vals (items, at, kept, 1);
  g_array_unref (self->items);
  self->items = items;
}

static void
find_selected_event (RsTimeline *self)
{
  self->selected = find_event (self, self->selected_event);
  if (self->selected >= 0)
    self->kept = g_array_index (self->items, RsTimelineItem, self->selected);
  if (self->selected < 0)
    return;
  if (self->scrolls_to_selected)
    rs_timeline_scroll_to_selected (self);
  self->scrolls_to_selected = FALSE;
  if (self->tells_selected)
    rs_timeline_emit_selected (self);
}

/* A track may need more lanes than it had. */
static void
grow_lanes (RsTimeline *self)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->items->len; i++)
    {
      const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, i);
      RsTimelineTrack *track = rs_timeline_find_track (self, item->track);

      if (track == NULL || item->depth < track->n_lanes)
        continue;
      track->n_lanes = item->depth + 1;
      changed = TRUE;
    }
  if (changed)
    rs_timeline_stack_tracks (self);
}

void
rs_timeline_set_items (RsTimeline *self, GArray *items)
{
  g_array_ref (items);
  g_clear_pointer (&self->items, g_array_unref);
  self->items = items;
  self->hovered = -1;
  grow_lanes (self);
  keep_selected (self);
  find_selected_event (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const GArray *
rs_timeline_get_items (RsTimeline *self)
{
  return self->items;
}

void
rs_timeline_get_item_bounds (RsTimeline *self, const RsTimelineItem *item, graphene_rect_t *bounds)
{
  const RsTimelineTrack *track = rs_timeline_find_track (self, item->track);
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double left = CLAMP (rs_timeline_x_of (self, (double)item->start), RS_TIMELINE_GUTTER, width);
  double right = CLAMP (rs_timeline_x_of (self, (double)item->end), RS_TIMELINE_GUTTER, width);
  const guint n_lanes = track != NULL ? rs_timeline_track_count_lanes (track) : 1;
  guint depth = MIN (item->depth, n_lanes - 1);
  int top = track != NULL ? track->top + (int)depth * RS_TIMELINE_LANE : 0;

  graphene_rect_init (bounds, (float)left, (float)top, (float)MAX (right - left, 1), RS_TIMELINE_LANE - 2);
}

void
rs_timeline_set_objects (RsTimeline *self, const GArray *objects)
{
  self->objects = objects;
}

char *
rs_timeline_list_objects (RsTimeline *self, const RsTimelineItem *item)
{
  const gboolean has_some = self->objects != NULL && (item->kind == RS_TRACE_KERNEL || item->kind == RS_TRACE_LAUNCH)
                            && item->launch != 0;
  g_autoptr (GString) text = NULL;
  const RsLaunchObject *objects;
  guint n;

  if (!has_some)
    return NULL;
  objects = rs_launch_objects_find (self->objects, item->file, item->line, item->launch, &n);
  if (objects == NULL)
    return NULL;
  text = g_string_new (NULL);
  g_string_append_printf (text, "%8s  %-9s  %9s  %s", _ ("object"), _ ("access"), _ ("size"), _ ("parameter"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *size = rs_format_bytes (objects[i].bytes), *name = rs_trace_make_printable (objects[i].name);
      g_autofree char *mode = rs_trace_make_printable (objects[i].mode);

      g_string_append_printf (text, "\n%8" G_GINT64_FORMAT "  %-9s  %9s  %s", objects[i].oid, mode, size, name);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
rs_timeline_name_item (const RsTimelineItem *item)
{
  const char *to = strstr (item->detail, "->");

  if (to == NULL)
    return g_strdup (item->name);
  return g_strdup_printf ("%s%s%.*s → %s", item->name, *item->name != '\0' ? ", " : "", (int)(to - item->detail),
                          item->detail, to + strlen ("->"));
}

char *
rs_timeline_describe_item (const RsTimelineItem *item, gint64 origin)
{
  g_autofree char *name = rs_timeline_name_item (item);
  g_autofree char *duration = rs_format_duration (item->end - item->start);
  g_autofree char *start = rs_format_duration (item->start - origin);
  g_autofree char *base = NULL;

  if (item->event == 0)
    {
      g_autofree char *busy = rs_format_duration (item->busy);
      return g_strdup_printf (_ ("%" PRId64 " short spans within %s, %s of work, most of it %s"), item->count, duration,
                              busy, item->name);
    }
  if (item->line == 0)
    return g_strdup_printf (_ ("%s: %s, %s, from %s"), name, rs_kind_get_name (item->kind), duration, start);
  base = g_path_get_basename (item->file);
  return g_strdup_printf (_ ("%s: %s, %s, from %s, %s:%u"), name, rs_kind_get_name (item->kind), duration, start, base,
                          item->line);
}

void
rs_timeline_mark_event (RsTimeline *self, gint64 event)
{
  self->selected_event = event;
  self->scrolls_to_selected = TRUE;
  find_selected_event (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
