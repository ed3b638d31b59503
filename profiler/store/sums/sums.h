/* What the writer sums up beside places: tracks with their levels, times of loops, memory in use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk-builder.h"

typedef struct _RsTraceSums RsTraceSums;

/* db outlives the sums. NULL when the statements do not fit the file (*code says why). */
RsTraceSums *rs_trace_sums_new (sqlite3 *db, int *code);
void rs_trace_sums_free (RsTraceSums *sums);

void rs_trace_sums_add_track (RsTraceSums *sums, guint32 id);
/* Takes an event as it is written. */
void rs_trace_sums_add (RsTraceSums *sums, const RsTraceEvent *event);
/* Takes the events of a chunk whose rank is at least fed, which were added before: levels are fed in sorted order. */
void rs_trace_sums_add_chunk (RsTraceSums *sums, const RsBuiltChunk *chunk, guint fed);
/* Writes what changed since the last call. finish: nothing follows. Returns an SQLite code. */
int rs_trace_sums_flush (RsTraceSums *sums, gboolean finish);
/* Whether so much waits that a flush is due. */
gboolean rs_trace_sums_is_full (const RsTraceSums *sums);

gint64 rs_trace_sums_get_device_busy (const RsTraceSums *sums);
gint64 rs_trace_sums_get_peak_bytes (const RsTraceSums *sums);
/* Latest end of an event, ns from the start of the trace. */
gint64 rs_trace_sums_get_last (const RsTraceSums *sums);
