/* What the writer keeps in memory and writes with each commit: tracks, totals, timeline levels, memory in use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/schema.h"

typedef struct _RsTraceSums RsTraceSums;

/* db outlives the sums. NULL when the statements do not fit the file (*code says why). */
RsTraceSums *rs_trace_sums_new (sqlite3 *db, int *code);
void rs_trace_sums_free (RsTraceSums *sums);

void rs_trace_sums_add_track (RsTraceSums *sums, guint32 id);
/* Takes an event, whose times count from the start of the trace. Returns an SQLite code. */
int rs_trace_sums_add (RsTraceSums *sums, const RsTraceEvent *event);
/* Writes what changed since the last call. Returns an SQLite code. */
int rs_trace_sums_flush (RsTraceSums *sums);

gint64 rs_trace_sums_get_device_busy (const RsTraceSums *sums);
gint64 rs_trace_sums_get_peak_bytes (const RsTraceSums *sums);
/* Latest end of an event, ns from the start of the trace. */
gint64 rs_trace_sums_get_last (const RsTraceSums *sums);
