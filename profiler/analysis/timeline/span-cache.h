/* Spans that were read for a timeline: where the next range lies in the last one, as in each step of zooming in, they
 * need not be read again.
 *
 * Threads: none of its own; one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/timeline/timeline.h"
#include "profiler/store/chunks/chunk-index.h"

/* All spans of a track and class that lie in or touch [start, end), ns. */
typedef struct {
  guint32 track;
  int class;
  gint64 start, end;
  GArray *spans; /* element-type RsTimelineItem, of one span each; owned */
} RsCachedSpans;

/* Spans that a cache holds at most, 12 MB. */
#define RS_SPAN_CACHE_SIZE (1u << 17)

/* Forgets everything if the file is another one than index says. */
void rs_timeline_cache_begin (RsTimelineCache *self, RsChunkIndex *index);
/* Those of a range that holds [start, end); NULL: there is none. (transfer none), until the next put */
const GArray *rs_timeline_cache_find (const RsTimelineCache *self, guint32 track, int class, gint64 start, gint64 end);
/* Keeps them in place of those of the track and class. spans->spans is taken. */
void rs_timeline_cache_put (RsTimelineCache *self, const RsCachedSpans *spans);
