/* Reads one trace file on a thread of its own and answers the profile view on the main thread.
 *
 * Questions for the timeline replace each other: only the answer to the newest arrives. Texts in answers live as long
 * as the reader.
 *
 * Signals, on the main thread: "opened"; "failed" (message: string); "timeline-ready".
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/launch-objects.h"
#include "profiler/analysis/time/kernels.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/analysis/timeline/queue-depth.h"
#include "profiler/analysis/timeline/timeline.h"

#include <glib-object.h>

#define RS_TYPE_TRACE_READER (rs_trace_reader_get_type ())
G_DECLARE_FINAL_TYPE (RsTraceReader, rs_trace_reader, RS, TRACE_READER, GObject)

/* Starts to open the file; "opened" or "failed" follows. */
RsTraceReader *rs_trace_reader_new (const char *path);

const char *rs_trace_reader_get_path (RsTraceReader *self);

/* After "opened". */
const RsTraceSummary *rs_trace_reader_get_summary (RsTraceReader *self);
const GArray *rs_trace_reader_get_tracks (RsTraceReader *self);  /* element-type RsTrackRow */
const GArray *rs_trace_reader_get_kernels (RsTraceReader *self); /* element-type RsKernelRow */
const GArray *rs_trace_reader_get_objects (RsTraceReader *self); /* element-type RsLaunchObject */
void rs_trace_reader_get_extent (RsTraceReader *self, gint64 *start, gint64 *end);
/* Of the program: without what recording took. ns. */
void rs_trace_reader_get_program_extent (RsTraceReader *self, gint64 *start, gint64 *end);

/* Asks for the items of a range, in ns; "timeline-ready" follows unless a newer question comes. */
void rs_trace_reader_ask_timeline (RsTraceReader *self, gint64 start, gint64 end, guint width);
/* The newest answer; NULL before the first. (transfer full) (element-type RsTimelineItem) */
GArray *rs_trace_reader_ref_timeline (RsTraceReader *self);
/* What the queues of devices hold, there or where the answer before was; NULL: not known yet. (transfer none) */
RsQueueDepths *rs_trace_reader_get_depths (RsTraceReader *self);
