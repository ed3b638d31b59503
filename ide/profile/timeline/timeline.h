/* The timeline: lanes of spans over time, a group of lanes for each track.
 *
 * Ctrl+wheel zooms around the pointer, the wheel scrolls up and down, Shift+wheel and dragging pan, the arrow keys pan,
 * + and - zoom, 0 shows everything, n and p go to the next and previous span, l to the other end of a launch, Return
 * goes to the source line, c closes and opens the track of the selected span, as a click on its name does.
 * Shift+dragging, or dragging on the ruler, selects a range of time; s selects what is visible, Escape nothing.
 *
 * Signals: "range-changed": another range is selected; "view-changed": the visible range or the width changed, new
 * items are wanted; "selected": the selected item changed; "activated" (boolean): the user clicked the selected item,
 * and goes on here; TRUE: pressed Return.
 *
 * A picture of rectangles says nothing to a screen reader: the profile panel shows the selected item as text and has
 * buttons and actions for everything that the pointer can do here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/timeline/queue-depth.h"
#include "profiler/analysis/timeline/timeline.h"

#include <gtk/gtk.h>

#define RS_TYPE_TIMELINE (rs_timeline_get_type ())
G_DECLARE_FINAL_TYPE (RsTimeline, rs_timeline, RS, TIMELINE, GtkWidget)

/* Range of the trace in ns, and its tracks (element-type RsTrackRow), whose texts outlive the widget's use of them.
 * Shows everything. */
void rs_timeline_set_trace (RsTimeline *self, gint64 start, gint64 end, const GArray *tracks);

/* The same trace, of which more was recorded: what is visible and selected stays, and so do the items until others
 * come, whose texts are to live as long. */
void rs_timeline_extend (RsTimeline *self, gint64 start, gint64 end, const GArray *tracks);
/* After it: who saw all of the program sees all of it. */
void rs_timeline_extend_program (RsTimeline *self, gint64 start, gint64 end);

/* Of the trace, ns. */
void rs_timeline_get_trace_range (RsTimeline *self, gint64 *start, gint64 *end);
/* Of the program, ns, where that is less: shown now. After rs_timeline_set_trace. */
void rs_timeline_set_program (RsTimeline *self, gint64 start, gint64 end);
void rs_timeline_get_program (RsTimeline *self, gint64 *start, gint64 *end);
/* How far one may look, where that is more than the trace: beside another one, for instance. Until the next trace. */
void rs_timeline_set_limits (RsTimeline *self, gint64 start, gint64 end);

/* What to draw; taken as it is until the next call. Takes a reference. (element-type RsTimelineItem) */
void rs_timeline_set_items (RsTimeline *self, GArray *items);
const GArray *rs_timeline_get_items (RsTimeline *self);

/* What queues hold, where it shows; takes a reference. NULL: it is not known. */
void rs_timeline_set_depths (RsTimeline *self, RsQueueDepths *depths);
const RsQueueDepths *rs_timeline_get_depths (RsTimeline *self);

/* Visible range in ns, and the pixels it takes. */
void rs_timeline_get_view (RsTimeline *self, gint64 *start, gint64 *end, guint *width);
void rs_timeline_show_range (RsTimeline *self, double start, double end);
void rs_timeline_show_all (RsTimeline *self);
/* Shows that range, with a margin. */
void rs_timeline_fit (RsTimeline *self, gint64 start, gint64 end);
/* Below 1 zooms out; around the middle. */
void rs_timeline_zoom_by (RsTimeline *self, double factor);
/* As a part of the visible range; above 0 shows what comes later. */
void rs_timeline_pan_by (RsTimeline *self, double part);

/* The selected range of time, ns. FALSE: none is selected. */
gboolean rs_timeline_get_range (RsTimeline *self, gint64 *start, gint64 *end);
/* end <= start: none. */
void rs_timeline_set_range (RsTimeline *self, gint64 start, gint64 end);

/* Spans without that text in their name are pale; "" or NULL: all are wanted. */
void rs_timeline_set_filter (RsTimeline *self, const char *text);

/* The selected item; NULL when there is none or it is not among the current items. */
const RsTimelineItem *rs_timeline_get_selected (RsTimeline *self);
/* index into the current items, -1: none. */
void rs_timeline_select (RsTimeline *self, int index);
/* The span of that number as soon as it is among the items, without a signal; 0: none. */
void rs_timeline_mark_event (RsTimeline *self, gint64 event);
/* What belongs to the launch of the selected item, which arrows lead to; takes a reference; NULL: not known. By start,
 * the call first. (element-type RsLaunchPart) */
void rs_timeline_set_parts (RsTimeline *self, GArray *parts);
/* Selects the next of them, wherever it is. FALSE: there is none. */
gboolean rs_timeline_go_to_other_end (RsTimeline *self);
/* "; L: kernel, 12 us later"; NULL: there is none. (transfer full) */
char *rs_timeline_describe_parts (RsTimeline *self);
/* Arrows that were drawn last. */
guint rs_timeline_count_arrows (RsTimeline *self);
/* The next or previous single span of the visible items. */
void rs_timeline_select_adjacent (RsTimeline *self, gboolean forward);

/* The next single span that the filter wants, after the selected one; the first again after the last. */
void rs_timeline_select_wanted (RsTimeline *self);

/* Has a track show its first lane only, or all again: what a click on its name and the key c do. */
void rs_timeline_toggle_track (RsTimeline *self, guint32 track);
/* Where an item is drawn, in widget coordinates, clipped to the visible range. */
void rs_timeline_get_item_bounds (RsTimeline *self, const RsTimelineItem *item, graphene_rect_t *bounds);

/* What tips of launches and kernels tell of their arrays; NULL: nothing. Borrowed until the next trace.
 * (element-type RsLaunchObject) */
void rs_timeline_set_objects (RsTimeline *self, const GArray *objects);
/* The arrays of a launch, a line each below a heading, in columns; NULL: none are known. (transfer full) */
char *rs_timeline_list_objects (RsTimeline *self, const RsTimelineItem *item);

/* "name: kernel, 3.4 ms, from 12 ms, file.q:20". (transfer full) */
char *rs_timeline_describe_item (const RsTimelineItem *item, gint64 origin);
