/* The timeline: what is visible, selection and input.
 *
 * Moving changes the mapping from time to pixels at once and asks for new items; until they come, the old ones are
 * drawn in their new places, so the view follows the pointer whatever the store needs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Closer than a few nanoseconds there is nothing to see. */
#define MIN_VISIBLE_NS 100.0

G_DEFINE_FINAL_TYPE (RsTimeline, rs_timeline, GTK_TYPE_WIDGET)

enum { VIEW_CHANGED, SELECTED, ACTIVATED, RANGE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static int
plot_width (RsTimeline *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - RS_TIMELINE_GUTTER, 1);
}

double
rs_timeline_x_of (RsTimeline *self, double time)
{
  return RS_TIMELINE_GUTTER + (time - self->start) / (self->end - self->start) * plot_width (self);
}

double
rs_timeline_time_of (RsTimeline *self, double x)
{
  return self->start + (x - RS_TIMELINE_GUTTER) / plot_width (self) * (self->end - self->start);
}

RsTimelineTrack *
rs_timeline_find_track (RsTimeline *self, guint32 id)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->track_index, GUINT_TO_POINTER (id)));

  return index > 0 ? &g_array_index (self->tracks, RsTimelineTrack, index - 1) : NULL;
}

/* --- the visible range --- */

void
rs_timeline_show_range (RsTimeline *self, double start, double end)
{
  double whole = MAX ((double)(self->most - self->least), MIN_VISIBLE_NS);
  double length = CLAMP (end - start, MIN_VISIBLE_NS, whole * 1.1);
  double low = (double)self->least - whole * 0.05;
  double high = (double)self->most + whole * 0.05;

  start = start + (end - start - length) / 2;
  start = CLAMP (start, low, MAX (low, high - length));
  self->start = start;
  self->end = start + length;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

void
rs_timeline_fit (RsTimeline *self, gint64 start, gint64 end)
{
  double margin = (double)(end - start) * 0.01;

  rs_timeline_show_range (self, (double)start - margin, (double)end + margin);
}

void
rs_timeline_show_all (RsTimeline *self)
{
  rs_timeline_fit (self, self->least, self->most);
}

static void
zoom_around (RsTimeline *self, double factor, double time)
{
  rs_timeline_show_range (self, time - (time - self->start) / factor, time + (self->end - time) / factor);
}

void
rs_timeline_get_trace_range (RsTimeline *self, gint64 *start, gint64 *end)
{
  *start = self->trace_start;
  *end = self->trace_end;
}

void
rs_timeline_get_program (RsTimeline *self, gint64 *start, gint64 *end)
{
  *start = self->program_start;
  *end = self->program_end;
}

void
rs_timeline_set_program (RsTimeline *self, gint64 start, gint64 end)
{
  self->program_start = start;
  self->program_end = end;
  rs_timeline_fit (self, start, end);
}

void
rs_timeline_set_limits (RsTimeline *self, gint64 start, gint64 end)
{
  self->least = MIN (start, self->trace_start);
  self->most = MAX (end, self->trace_end);
}

/* Around what is selected, if it shows. */
void
rs_timeline_zoom_by (RsTimeline *self, double factor)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self);
  double middle = item != NULL ? (double)item->start / 2 + (double)item->end / 2 : -1;

  zoom_around (self, factor, middle >= self->start && middle <= self->end ? middle : (self->start + self->end) / 2);
}

void
rs_timeline_pan_by (RsTimeline *self, double part)
{
  double distance = (self->end - self->start) * part;

  rs_timeline_show_range (self, self->start + distance, self->end + distance);
}

void
rs_timeline_get_view (RsTimeline *self, gint64 *start, gint64 *end, guint *width)
{
  *start = (gint64)floor (self->start);
  *end = MAX ((gint64)ceil (self->end), *start + 1);
  *width = (guint)plot_width (self);
}

/* --- the selected range, the filter --- */

gboolean
rs_timeline_get_range (RsTimeline *self, gint64 *start, gint64 *end)
{
  *start = self->range_start;
  *end = self->range_end;
  return self->range_end > self->range_start;
}

void
rs_timeline_set_range (RsTimeline *self, gint64 start, gint64 end)
{
  self->range_start = start;
  self->range_end = end;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
rs_timeline_set_filter (RsTimeline *self, const char *text)
{
  g_clear_pointer (&self->wanted, g_free);
  if (text != NULL && *text != '\0')
    self->wanted = g_utf8_casefold (text, -1);
  g_hash_table_remove_all (self->unwanted);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- selection --- */

guint
rs_timeline_count_arrows (RsTimeline *self)
{
  return self->n_arrows;
}

const RsTimelineItem *
rs_timeline_get_selected (RsTimeline *self)
{
  return self->selected >= 0 ? &g_array_index (self->items, RsTimelineItem, self->selected) : NULL;
}

/* Brings the selected item into the visible range. */
static void
reveal_selected (RsTimeline *self)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self);
  double length = self->end - self->start;

  if (item != NULL && ((double)item->end < self->start || (double)item->start > self->end))
    rs_timeline_show_range (self, (double)item->start - length / 2, (double)item->start + length / 2);
}

void
rs_timeline_emit_selected (RsTimeline *self)
{
  self->tells_selected = FALSE;
  g_signal_emit (self, signals[SELECTED], 0);
}

void
rs_timeline_select (RsTimeline *self, int index)
{
  if (self->items == NULL || index >= (int)self->items->len)
    index = -1;
  self->selected = index;
  self->kept = index >= 0 ? g_array_index (self->items, RsTimelineItem, index) : (RsTimelineItem){ 0 };
  self->selected_event = self->kept.event;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  rs_timeline_set_parts (self, NULL);
  rs_timeline_emit_selected (self);
  rs_timeline_scroll_to_selected (self);
  reveal_selected (self);
}

void
rs_timeline_select_adjacent (RsTimeline *self, gboolean forward)
{
  int n = self->items != NULL ? (int)self->items->len : 0;
  int step = forward ? 1 : -1;

  for (int i = self->selected >= 0 ? self->selected + step : forward ? 0 : n - 1; i >= 0 && i < n; i += step)
    if (g_array_index (self->items, RsTimelineItem, i).event != 0)
      {
        rs_timeline_select (self, i);
        return;
      }
}

void
rs_timeline_select_wanted (RsTimeline *self)
{
  int n = self->items != NULL ? (int)self->items->len : 0;

  for (int i = 1; i <= n; i++)
    {
      int index = (self->selected + i) % n;
      const RsTimelineItem *item = &g_array_index (self->items, RsTimelineItem, index);

      if (item->event == 0 || !rs_timeline_is_wanted (self, item))
        continue;
      rs_timeline_select (self, index);
      return;
    }
}

static int
find_item_at (RsTimeline *self, double x, double y)
{
  if (x < RS_TIMELINE_GUTTER || self->items == NULL)
    return -1;
  for (guint i = 0; i < self->items->len; i++)
    {
      graphene_rect_t bounds;

      if (!rs_timeline_has_lane (self, &g_array_index (self->items, RsTimelineItem, i)))
        continue;
      rs_timeline_get_item_bounds (self, &g_array_index (self->items, RsTimelineItem, i), &bounds);
      /* Thin spans can be hit a pixel beside. */
      graphene_rect_inset (&bounds, bounds.size.width < 3 ? -1 : 0, 0);
      if (graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float)x, (float)y)))
        return (int)i;
    }
  return -1;
}

static void
click_item (RsTimeline *self, int index)
{
  const RsTimelineItem *item = index >= 0 ? &g_array_index (self->items, RsTimelineItem, index) : NULL;

  if (item != NULL && item->event == 0)
    {
      double margin = MAX ((double)(item->end - item->start) * 0.1, 1);
      rs_timeline_show_range (self, (double)item->start - margin, (double)item->end + margin);
      return;
    }
  rs_timeline_select (self, index);
  if (item != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, FALSE);
}

static const RsTimelineTrack *
find_track_at (RsTimeline *self, int y)
{
  for (guint i = self->tracks->len; i > 0; i--)
    if (g_array_index (self->tracks, RsTimelineTrack, i - 1).top <= y)
      return &g_array_index (self->tracks, RsTimelineTrack, i - 1);
  return NULL;
}

/* --- input --- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  RsTimeline *self = data;

  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->selecting
      = x >= RS_TIMELINE_GUTTER
        && ((state & GDK_SHIFT_MASK) != 0
            || (y >= rs_timeline_visible_top (self) && y < rs_timeline_visible_top (self) + RS_TIMELINE_RULER));
  self->drag_start = self->start;
  self->drag_end = self->end;
  self->dragged = FALSE;
}

static void
select_dragged (RsTimeline *self, GtkGestureDrag *gesture, double dx)
{
  double x, y, from, to;

  if (!gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  from = rs_timeline_time_of (self, MAX (MIN (x, x + dx), RS_TIMELINE_GUTTER));
  to = rs_timeline_time_of (self, MAX (x, x + dx));
  self->range_start = (gint64)floor (from);
  self->range_end = (gint64)ceil (to);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RsTimeline *self = data;
  double distance = dx / plot_width (self) * (self->drag_end - self->drag_start);

  if (!self->dragged && fabs (dx) < 4)
    return;
  self->dragged = TRUE;
  if (self->selecting)
    select_dragged (self, gesture, dx);
  else
    rs_timeline_show_range (self, self->drag_start - distance, self->drag_end - distance);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  RsTimeline *self = data;
  double x, y;

  if (self->selecting)
    {
      /* A click there takes the selection away. */
      if (!self->dragged)
        rs_timeline_set_range (self, 0, 0);
      g_signal_emit (self, signals[RANGE_CHANGED], 0);
      return;
    }
  if (self->dragged || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (x >= RS_TIMELINE_GUTTER)
    click_item (self, find_item_at (self, x, y));
  else if (y >= rs_timeline_visible_top (self) + RS_TIMELINE_RULER && find_track_at (self, (int)y) != NULL)
    rs_timeline_toggle_track (self, find_track_at (self, (int)y)->id);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  RsTimeline *self = data;
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if ((state & GDK_CONTROL_MASK) != 0)
    zoom_around (self, pow (1.3, -dy), rs_timeline_time_of (self, MAX (self->pointer_x, RS_TIMELINE_GUTTER)));
  else if ((state & GDK_SHIFT_MASK) != 0 || dx != 0)
    rs_timeline_pan_by (self, (dx != 0 ? dx : dy) * 0.1);
  else
    return GDK_EVENT_PROPAGATE; /* the scrolled window moves up and down */
  return GDK_EVENT_STOP;
}

static void
set_hovered (RsTimeline *self, int index)
{
  if (index == self->hovered)
    return;
  self->hovered = index;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  RsTimeline *self = data;

  /* What scrolls below it makes the pointer enter again, where it was. */
  self->has_no_tip &= fabs (x - self->pointer_x) < 1 && fabs (y - self->pointer_y) < 1;
  self->pointer_x = x;
  self->pointer_y = y;
  set_hovered (self, find_item_at (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  set_hovered (data, -1);
}

/* What a span is and, of a launch, its arrays. */
static void
set_tip (RsTimeline *self, GtkTooltip *tooltip, const RsTimelineItem *item)
{
  g_autofree char *text = rs_timeline_describe_item (item, self->trace_start);
  g_autofree char *objects = rs_timeline_list_objects (self, item), *markup = NULL;

  if (objects != NULL)
    markup = g_markup_printf_escaped ("%s\n<tt>%s</tt>", text, objects);
  else
    markup = g_markup_escape_text (text, -1);
  gtk_tooltip_set_markup (tooltip, markup);
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  RsTimeline *self = RS_TIMELINE (widget);
  int index = keyboard ? self->selected : find_item_at (self, x, y);
  g_autofree char *queue = NULL;

  if (!keyboard && self->has_no_tip)
    return FALSE;
  if (index < 0 && !keyboard && x < RS_TIMELINE_GUTTER)
    {
      const RsTimelineTrack *track = find_track_at (self, y);

      g_autofree char *text
          = track != NULL ? g_strdup_printf (_ ("%s; a click shows its first row only, or all again"), track->name)
                          : NULL;

      gtk_tooltip_set_text (tooltip, text);
      return track != NULL;
    }
  if (index < 0 && !keyboard)
    queue = rs_timeline_describe_queue (self, x, y);
  if (queue != NULL)
    gtk_tooltip_set_text (tooltip, queue);
  if (index < 0)
    return queue != NULL;
  set_tip (self, tooltip, &g_array_index (self->items, RsTimelineItem, index));
  return TRUE;
}

static void
select_visible (RsTimeline *self)
{
  rs_timeline_set_range (self, (gint64)floor (self->start), (gint64)ceil (self->end));
  g_signal_emit (self, signals[RANGE_CHANGED], 0);
}

/* The time of the selected span: of a stretch that the program marks, of a call. */
static void
select_span (RsTimeline *self)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self);

  if (item == NULL || item->end <= item->start)
    return;
  rs_timeline_set_range (self, item->start, item->end);
  g_signal_emit (self, signals[RANGE_CHANGED], 0);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsTimeline *self = data;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  self->has_no_tip = TRUE;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      rs_timeline_zoom_by (self, 1.5);
      break;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      rs_timeline_zoom_by (self, 1 / 1.5);
      break;
    case GDK_KEY_0:
    case GDK_KEY_Home:
      rs_timeline_show_all (self);
      break;
    case GDK_KEY_Left:
      rs_timeline_pan_by (self, -0.1);
      break;
    case GDK_KEY_Right:
      rs_timeline_pan_by (self, 0.1);
      break;
    case GDK_KEY_n:
      rs_timeline_select_adjacent (self, TRUE);
      break;
    case GDK_KEY_p:
      rs_timeline_select_adjacent (self, FALSE);
      break;
    case GDK_KEY_c:
      if (rs_timeline_get_selected (self) != NULL)
        rs_timeline_toggle_track (self, rs_timeline_get_selected (self)->track);
      break;
    case GDK_KEY_l:
      rs_timeline_go_to_other_end (self);
      break;
    case GDK_KEY_s:
      select_visible (self);
      break;
    case GDK_KEY_r:
      select_span (self);
      break;
    case GDK_KEY_Escape:
      rs_timeline_set_range (self, 0, 0);
      g_signal_emit (self, signals[RANGE_CHANGED], 0);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      g_signal_emit (self, signals[ACTIVATED], 0, TRUE);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
rs_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  rs_timeline_draw (RS_TIMELINE (widget), snapshot);
}

static void
rs_timeline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                     int *minimum_baseline, int *natural_baseline)
{
  RsTimeline *self = RS_TIMELINE (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? RS_TIMELINE_GUTTER + 100 : 80;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->tracks->len > 0)
    {
      const RsTimelineTrack *last = &g_array_index (self->tracks, RsTimelineTrack, self->tracks->len - 1);
      const int bottom = last->top + rs_timeline_track_get_height (last) + RS_TIMELINE_TRACK_GAP;

      *minimum = MAX (*minimum, bottom);
    }
  *natural = *minimum;
}

static void
rs_timeline_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_signal_emit (widget, signals[VIEW_CHANGED], 0);
}

/* The ruler is drawn where the visible part begins. */
static void
rs_timeline_root (GtkWidget *widget)
{
  GtkWidget *viewport;

  GTK_WIDGET_CLASS (rs_timeline_parent_class)->root (widget);
  viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  if (viewport != NULL)
    g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport)), "value-changed",
                             G_CALLBACK (gtk_widget_queue_draw), widget, G_CONNECT_SWAPPED);
  if (viewport != NULL)
    g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport)), "notify::page-size",
                             G_CALLBACK (rs_timeline_scroll_to_selected), widget, G_CONNECT_SWAPPED);
}

static void
rs_timeline_finalize (GObject *object)
{
  RsTimeline *self = RS_TIMELINE (object);

  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->depths, rs_queue_depths_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  g_array_unref (self->tracks);
  g_hash_table_unref (self->track_index);
  g_hash_table_unref (self->layouts);
  g_hash_table_unref (self->unwanted);
  g_free (self->wanted);
  g_clear_object (&self->label_layout);
  G_OBJECT_CLASS (rs_timeline_parent_class)->finalize (object);
}

static void
rs_timeline_class_init (RsTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_timeline_finalize;
  widget_class->root = rs_timeline_root;
  widget_class->snapshot = rs_timeline_snapshot;
  widget_class->measure = rs_timeline_measure;
  widget_class->size_allocate = rs_timeline_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "timeline");
  signals[VIEW_CHANGED]
      = g_signal_new ("view-changed", RS_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTED]
      = g_signal_new ("selected", RS_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RANGE_CHANGED]
      = g_signal_new ("range-changed", RS_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", RS_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                     1, G_TYPE_BOOLEAN);
}

static void
add_controllers (RsTimeline *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
rs_timeline_init (RsTimeline *self)
{
  self->trace_end = self->most = 1;
  self->end = 1;
  self->selected = self->hovered = -1;
  self->pointer_x = RS_TIMELINE_GUTTER;
  self->tracks = g_array_new (FALSE, FALSE, sizeof (RsTimelineTrack));
  self->track_index = g_hash_table_new (NULL, NULL);
  self->unwanted = g_hash_table_new (NULL, NULL);
  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  add_controllers (self);
}
