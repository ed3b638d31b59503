/* Writing a trace file: typed insert, and the sums and levels that go with each event.
 *
 * The recorder's writer thread, importers and generators of test traces use this. Nothing is on disk before
 * rs_trace_writer_commit; a process that dies loses what came after the last one and nothing else.
 *
 * Threads: a writer belongs to one thread at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

typedef struct _RsTraceWriter RsTraceWriter;

/* Creates the file, replacing a trace of that name (an empty file too). Any other file of that name is an error and
 * stays as it is. origin: the CLOCK_MONOTONIC time, in ns, that the trace counts from. (transfer full) */
RsTraceWriter *rs_trace_writer_create (const char *path, gint64 origin, GError **error);

/* The trace that was there before is only out of the way until it is known that this one counts: keep removes it (as
 * closing does), after drop closing removes this one and puts that one back. keep: thread-safe. */
void rs_trace_writer_keep (RsTraceWriter *writer);
void rs_trace_writer_drop (RsTraceWriter *writer);

gboolean rs_trace_writer_add_string (RsTraceWriter *writer, guint32 id, const char *text, GError **error);
gboolean rs_trace_writer_add_track (RsTraceWriter *writer, guint32 id, const char *name, GError **error);
gboolean rs_trace_writer_set_meta (RsTraceWriter *writer, const char *name, const char *value, GError **error);

/* Adds events, in CLOCK_MONOTONIC times. They may come in any order, but for what is said of loops, launches and
 * kernels in loop-sums.h. An event that ends before it starts is taken to end at its start. */
gboolean rs_trace_writer_add_events (RsTraceWriter *writer, const RsTraceEvent *events, gsize n, GError **error);

/* Adds a metric of a kernel; the table is made for the first one. Not finite values are left out. */
gboolean rs_trace_writer_add_metric (RsTraceWriter *writer, const RsMetricValue *value, GError **error);
/* Likewise what was seen at a line; once for each launch, function, line and reason or counter. */
gboolean
rs_trace_writer_add_line_value (RsTraceWriter *writer, RsLineTable table, const RsLineValue *value, GError **error);
/* Likewise a point of a curve; start and end as of events. */
gboolean rs_trace_writer_add_curve (RsTraceWriter *writer, const RsCurveValue *value, GError **error);

/* Adds to the totals of key's kind, name, file, line and detail what events that are not in the file came to. */
gboolean
rs_trace_writer_add_sums (RsTraceWriter *writer, const RsTotalRow *sums, const RsTraceEvent *key, GError **error);

/* Makes everything so far durable against the death of the process and visible to readers. */
gboolean rs_trace_writer_commit (RsTraceWriter *writer, GError **error);

/* Events that the file holds: those of the last commit. */
/* The number of events that one commit should hold at most: what a disk that fills up loses. */
gint64 rs_trace_writer_get_commit_size (const RsTraceWriter *writer);
gint64 rs_trace_writer_get_n_committed (const RsTraceWriter *writer);

/* Commits, folds the log into the one file, and frees the writer. complete: the recording ended as it should.
 * After a failure of any call above it only closes, returning FALSE without a second error. (transfer full) */
gboolean rs_trace_writer_close (RsTraceWriter *writer, gboolean complete, GError **error);
