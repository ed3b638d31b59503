/* A trace on one screen.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef struct {
  char *program; /* path; "" when not recorded; owned, like the other texts */
  char *device;
  char *started;    /* ISO 8601, local time */
  char *counters;   /* "recorded", or why there are no hardware counters */
  gboolean is_part; /* of a recording; its times from part_from to part_to */
  gint64 part_from, part_to;
  char *saved;       /* why a ring wrote it; NULL: all was written while the program ran */
  char *failure;     /* why recording ended early; NULL: it did not */
  gboolean complete; /* FALSE: the trace was cut off (crash, kill) or is still being written */
  gint64 wall;       /* ns from the start to the end of the recording */
  gint64 events, dropped;
  gint64 kernel_launches, kernel_time; /* time: sum over launches */
  gint64 device_busy;                  /* ns of the range or part in which at least one kernel ran */
  gint64 waits, wait_time;             /* the host waited for launches */
  gint64 compile_hits, compile_misses, compile_time;
  gint64 allocations, allocated_bytes, frees, freed_bytes, peak_bytes;
  gint64 copies, copied_bytes, copy_time;
  gint64 builtins, builtin_time; /* built-in functions and operations on arrays that took 5 us or more */
  gint64 recording_time;         /* CPU time that recording took, apart from the emits */
  gint64 cpu_time;               /* of all threads that emitted, during the recording */
} RsTraceSummary;

/* Of the range (NULL: everything), whose length is wall; dropped is always that of the recording. (transfer full) */
RsTraceSummary *rs_trace_summary_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
void rs_trace_summary_free (RsTraceSummary *summary);

/* ns from the start to the end of the recording; to the last event when it has not ended properly. */
gint64 rs_trace_get_wall (RsTraceStore *store);
/* ns of the range (NULL: everything) that are in the recording, or in the part of it that the trace is. */
gint64 rs_trace_get_elapsed (RsTraceStore *store, const RsTraceRange *range);

/* From when to when it goes, ns: of a part of a recording not from 0. Returns whether it is one. */
gboolean rs_trace_get_bounds (RsTraceStore *store, gint64 *from, gint64 *to);

/* "812 ns", "3.42 ms", "1.50 s". (transfer full) */
char *rs_format_duration (gint64 ns);
/* "96 B", "1.5 MiB". (transfer full) */
char *rs_format_bytes (gint64 bytes);
/* Of a point in time, to a microsecond: "1,273.456 ms". (transfer full) */
char *rs_format_time (gint64 ns);
/* "12,000,000". (transfer full) */
char *rs_format_count (gint64 count);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTraceSummary, rs_trace_summary_free)
