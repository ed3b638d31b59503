/* Where the recorder's writer puts what it has: into a trace at once, or into a history of which traces are written
 * when something has happened.
 *
 * Threads: the writer's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/devices/device-values.h"
#include "profiler/record/history.h"
#include "profiler/record/recorder.h"

typedef struct _RsRecordOutput RsRecordOutput;

/* Takes writer, which is that of the trace at path. ring: copied; NULL: all is written at once. (transfer full) */
RsRecordOutput *
rs_record_output_new (RsTraceWriter *writer, const char *path, gint64 origin, const RsRecorderRing *ring);
void rs_record_output_free (RsRecordOutput *self);

/* As of rs_trace_writer_*. Sums, and what was measured, are nothing that a history keeps. */
gboolean rs_record_output_add_string (RsRecordOutput *self, guint32 id, const char *text, GError **error);
gboolean rs_record_output_add_track (RsRecordOutput *self, guint32 id, const char *name, GError **error);
gboolean rs_record_output_set_meta (RsRecordOutput *self, const char *name, const char *value, GError **error);
gboolean rs_record_output_add_events (RsRecordOutput *self, const RsTraceEvent *events, gsize n, GError **error);
gboolean
rs_record_output_add_sums (RsRecordOutput *self, const RsTotalRow *sums, const RsTraceEvent *key, GError **error);
gboolean rs_record_output_add_values (RsRecordOutput *self, const RsDeviceValues *values, GError **error);
gboolean rs_record_output_commit (RsRecordOutput *self, GError **error);
gint64 rs_record_output_get_commit_size (const RsRecordOutput *self);
gint64 rs_record_output_get_n_committed (const RsRecordOutput *self);

/* See rs_trace_writer_keep and drop. keep: thread-safe. */
void rs_record_output_keep (RsRecordOutput *self);
void rs_record_output_drop (RsRecordOutput *self);

/* A trace is wanted of what there is: the next look saves it. reason: static. Async-signal-safe. */
void rs_record_output_request (RsRecordOutput *self, const char *reason);
/* Looks whether one is wanted, and has it written by a thread of its own, if none is being written. */
void rs_record_output_look (RsRecordOutput *self);
/* The last: writes the history into the trace, if it is kept. */
gboolean rs_record_output_finish (RsRecordOutput *self, GError **error);
/* See rs_trace_writer_close. (transfer full) for self. */
gboolean rs_record_output_close (RsRecordOutput *self, gboolean complete, GError **error);
