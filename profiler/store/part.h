/* A part of a recording as a trace: what of the time before it a reader of the part needs, and the sums that the
 * recorder keeps beside events.
 *
 * Threads: belongs to one thread at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/writer.h"

/* What stays of events that are left behind: call stacks, what was decided of places and which devices can have them,
 * the arrays of each place's last launch, which is not told of launches that repeat it, and those that are still there.
 * Its size is that of the program's code and of its living arrays. */
typedef struct _RsTracePast RsTracePast;

#define RS_TRACE_PAST_KINDS                                                                                            \
  (G_GUINT64_CONSTANT (1) << RS_TRACE_FRAME | G_GUINT64_CONSTANT (1) << RS_TRACE_DECISION                              \
   | G_GUINT64_CONSTANT (1) << RS_TRACE_CANDIDATE | G_GUINT64_CONSTANT (1) << RS_TRACE_ALLOCATE                        \
   | G_GUINT64_CONSTANT (1) << RS_TRACE_FREE | G_GUINT64_CONSTANT (1) << RS_TRACE_ARGUMENT)

/* (transfer full) */
RsTracePast *rs_trace_past_new (void);
void rs_trace_past_free (RsTracePast *past);
/* In the order of events. Kinds other than those are passed over. */
void rs_trace_past_add (RsTracePast *past, const RsTraceEvent *event);
/* Of RsTraceEvent: what comes before the part, as it was recorded. (transfer full) */
GArray *rs_trace_past_list (const RsTracePast *past);

/* rs_trace_writer_add_events with sums made of what the events say: folded spans count as so many of equal duration, as
 * their extremes are not known for a part; where pairs were freed is not known. */
gboolean rs_trace_part_add_events (RsTraceWriter *writer, const RsTraceEvent *events, gsize n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTracePast, rs_trace_past_free)
