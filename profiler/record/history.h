/* The last stretch of a recording, in memory: what a flight recorder keeps, to be written when something has happened.
 *
 * Events come in the order in which they are written to a trace. The oldest go when they are older or more than is to
 * be kept; what a reader of the rest needs of them stays (profiler/store/part.h). A snapshot shares the events, so that
 * it costs little to take and may be written by another thread.
 *
 * Threads: a history belongs to one thread, a snapshot to any one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/writer.h"

typedef struct {
  gint64 ns;   /* of the recording; 0: any length */
  gsize bytes; /* of events in memory: 64 each; from 1 MiB */
} RsHistoryLimits;

typedef struct _RsHistory RsHistory;
typedef struct _RsHistorySnapshot RsHistorySnapshot;

/* origin: as of rs_trace_writer_create. (transfer full) */
RsHistory *rs_history_new (const RsHistoryLimits *limits, gint64 origin);
void rs_history_free (RsHistory *self);

/* As of rs_trace_writer_*. Texts of ids are those of runtime/trace/trace.h. */
void rs_history_add_events (RsHistory *self, const RsTraceEvent *events, gsize n);
void rs_history_set_track (RsHistory *self, guint32 id, const char *name);
void rs_history_set_meta (RsHistory *self, const char *name, const char *value);
/* Bytes that events take; at most the limit and one block. */
gsize rs_history_get_size (const RsHistory *self);

/* When the last event of the program's ended; those of the recorder go on. */
gint64 rs_history_get_latest (const RsHistory *self);
/* What there is now. now: the time at which the stretch ends, ns of CLOCK_MONOTONIC. (transfer full) */
RsHistorySnapshot *rs_history_take (const RsHistory *self, gint64 now);
void rs_history_snapshot_free (RsHistorySnapshot *self);
/* How long its stretch is, in ns. */
gint64 rs_history_snapshot_get_length (const RsHistorySnapshot *self);
/* Writes all of it. reason: why, for the fact "saved", where that was not set. FALSE with an error: writer has
 * failed. */
gboolean
rs_history_snapshot_write (const RsHistorySnapshot *self, RsTraceWriter *writer, const char *reason, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsHistorySnapshot, rs_history_snapshot_free)
