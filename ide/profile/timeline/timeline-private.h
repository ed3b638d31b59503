/* The timeline's parts: timeline.c has what is visible and input, timeline-items.c the spans, timeline-draw.c draws.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/profile/timeline/timeline.h"

#define RS_TIMELINE_GUTTER 132 /* pixels for the names of the tracks */
#define RS_TIMELINE_RULER 22
#define RS_TIMELINE_LANE 20
#define RS_TIMELINE_TRACK_GAP 8

/* A track and where it is drawn. */
typedef struct {
  guint32 id;
  const char *name;
  guint n_lanes;      /* most seen so far, so that lanes do not jump while zooming */
  gboolean has_strip; /* of its queue, below the lanes */
  gboolean is_closed; /* shows its first lane only */
  int top;            /* pixels */
} RsTimelineTrack;

/* Lanes that show. */
static inline guint
rs_timeline_track_count_lanes (const RsTimelineTrack *track)
{
  return track->is_closed ? 1 : track->n_lanes;
}

static inline int
rs_timeline_track_get_height (const RsTimelineTrack *track)
{
  return ((int)rs_timeline_track_count_lanes (track) + (track->has_strip ? 1 : 0)) * RS_TIMELINE_LANE;
}

struct _RsTimeline {
  GtkWidget parent;

  gint64 trace_start, trace_end;     /* ns */
  const GArray *objects;             /* borrowed; of RsLaunchObject; NULL: none */
  gint64 program_start, program_end; /* ns: what is shown at first */
  gint64 least, most;                /* ns that can be shown, but for a margin */
  double start, end;                 /* visible, ns */
  GArray *tracks;                    /* element-type RsTimelineTrack */
  GHashTable *track_index;           /* id -> index + 1 */
  GArray *items;                     /* element-type RsTimelineItem; NULL before the first answer */
  RsQueueDepths *depths;             /* a reference; NULL: none are known */
  int selected, hovered;             /* indices into items; -1: none */
  gint64 selected_event;             /* survives new items */
  RsTimelineItem kept;               /* the selected item; event 0: it was not seen yet, or there is none */
  gboolean scrolls_to_selected;      /* when it is among the items */
  gboolean tells_selected;           /* likewise: "selected" is emitted then */
  GArray *parts;                     /* a reference; of RsLaunchPart; NULL: none are known */
  guint n_arrows;                    /* drawn last, to parts */
  double drag_start, drag_end;       /* visible range when the drag began */
  gboolean dragged;
  gboolean selecting;            /* the drag selects a range */
  gint64 range_start, range_end; /* ns; end <= start: none is selected */
  char *wanted;                  /* casefolded; NULL: everything */
  GHashTable *unwanted;          /* name_id: spans that are pale; filled while drawing */
  double pointer_x, pointer_y;   /* widget coordinates */
  gboolean has_no_tip;           /* the keys moved what is below the pointer: until it moves */

  GHashTable *layouts;       /* name -> PangoLayout; cleared when it grows */
  PangoLayout *label_layout; /* scratch, for ruler and track names */
};

double rs_timeline_x_of (RsTimeline *self, double time);
double rs_timeline_time_of (RsTimeline *self, double x);
RsTimelineTrack *rs_timeline_find_track (RsTimeline *self, guint32 id);
/* Where the visible part begins: the ruler stays in sight when the tracks are scrolled. */
float rs_timeline_visible_top (RsTimeline *self);
gboolean rs_timeline_is_wanted (RsTimeline *self, const RsTimelineItem *item);
/* Whether its lane shows. */
gboolean rs_timeline_has_lane (RsTimeline *self, const RsTimelineItem *item);
/* Scrolls to the track of the selected item. */
void rs_timeline_scroll_to_selected (RsTimeline *self);
/* What its box says: its name, of a copy also from where to where. (transfer full) */
char *rs_timeline_name_item (const RsTimelineItem *item);
void rs_timeline_draw (RsTimeline *self, GtkSnapshot *snapshot);
/* text is kept as a layout. */
void rs_timeline_draw_text (RsTimeline *self, GtkSnapshot *snapshot, const char *text, float x, float y,
                            const GdkRGBA *color);
void rs_timeline_draw_queues (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *foreground);
/* What they hold at most, beside them. */
void rs_timeline_draw_queue_names (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *foreground);
/* Arrows from the launch of the selected span to what belongs to it. Returns how many. */
guint rs_timeline_draw_parts (RsTimeline *self, GtkSnapshot *snapshot, const GdkRGBA *color);
/* A signal of the widget. */
void rs_timeline_emit_selected (RsTimeline *self);
/* What a device's queue holds, where the place is in its strip; NULL: it is in none. (transfer full) */
char *rs_timeline_describe_queue (RsTimeline *self, double x, double y);
/* Places the tracks under each other. */
void rs_timeline_stack_tracks (RsTimeline *self);
