/* What a timeline draws: the rectangles of a visible range.
 *
 * Spans at least about a pixel long are returned one by one; shorter ones come from the levels that were written while
 * recording (one entry for all short spans of a track within a pixel), so that an answer needs time in proportion to
 * what can be seen, not to the length of the trace. No span is ever hidden behind another: those that overlap are
 * packed into lanes, which are nesting depths where spans nest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* What was read for the last ranges of one store. It goes before the store. */
typedef struct _RsTimelineCache RsTimelineCache;

/* Parts of chunks that are read within some ms. */
#define RS_TIMELINE_QUICK_PARTS 128u

typedef struct {
  gint64 start, end;     /* visible range, ns from the start of the trace; start < end */
  guint width;           /* pixels, 1 to 100000 */
  const guint32 *tracks; /* [n_tracks] ids; NULL: all tracks */
  guint n_tracks;
  RsTimelineCache *cache; /* (transfer none); NULL: everything is read */
  /* 0: any number. Where more parts of chunks would have to be read, the shortest spans that are read one by one come
   * from the next level instead, whose buckets are up to 16 pixels wide; that takes no time to speak of. */
  guint most_parts;
  gboolean *is_coarse; /* set to whether that was done; NULL: not asked */
} RsTimelineQuery;

typedef struct {
  gint64 start, end; /* ns; may reach beyond the visible range. end > start is not certain: a span can take 0 ns */
  guint32 track;
  guint32 depth;      /* lane within the track, from 0 at the top */
  gint64 count;       /* 1: a span; more: that many short spans, drawn as one */
  gint64 busy;        /* sum of the durations of those spans, at most end - start: shade = busy / (end - start) */
  gint64 event;       /* id of the event; 0 when count > 1 */
  gint64 launch;      /* launch id of a LAUNCH, KERNEL or CHUNK, otherwise the parent's; 0: none or count > 1 */
  guint32 kind;       /* RsTraceKind; of the name that takes most of the time when count > 1 */
  guint32 name_id;    /* for colours and caches of text layouts */
  guint32 line;       /* from 1; 0: none, or count > 1 */
  const char *name;   /* of the longest part when count > 1; lives as long as the store, never NULL */
  const char *file;   /* "" when there is none, or count > 1 */
  const char *detail; /* of a copy "cuda:0->cuda:1"; "": it is none, or count > 1 */
} RsTimelineItem;

/* The items of the range, by track, depth and start. Within a track and depth no two overlap.
 * (transfer full) (element-type RsTimelineItem) */
GArray *rs_timeline_query (RsTraceStore *store, const RsTimelineQuery *query, GError **error);

RsTimelineCache *rs_timeline_cache_new (void);
void rs_timeline_cache_free (RsTimelineCache *cache);

/* Start of the first and end of the last span of the trace; FALSE when there is none. */
gboolean rs_timeline_get_extent (RsTraceStore *store, gint64 *start, gint64 *end, GError **error);
/* The same of the program, without what recording took of the time, which begins before the devices are opened; where
 * there is nothing else, of the trace. */
gboolean rs_timeline_get_program_extent (RsTraceStore *store, gint64 *start, gint64 *end, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTimelineCache, rs_timeline_cache_free)
