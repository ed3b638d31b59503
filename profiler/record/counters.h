/* CPU time and hardware counters of one thread, sampled from outside it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/ring.h"

enum { RS_COUNTER_CYCLES, RS_COUNTER_INSTRUCTIONS, RS_COUNTER_CACHE_MISSES, RS_N_COUNTERS };

typedef struct {
  gint64 cpu_time;             /* ns at the last sample */
  int files[RS_N_COUNTERS];    /* of perf_event_open; -1: not open */
  guint64 values[RS_N_COUNTERS];
} RsThreadCounters;

/* Name of a counter in a trace: "cycles". */
const char *rs_counter_get_name (guint counter);

/* Why the counters can't be used here, with what to do about it; NULL when they can. (transfer full) */
char *rs_counters_check (void);

/* hardware: whether to open hardware counters too. */
void rs_thread_counters_open (RsThreadCounters *counters, const RsRing *ring, gboolean hardware);
void rs_thread_counters_close (RsThreadCounters *counters);

/* Increases since the last sample; 0 when the thread is gone. values: [RS_N_COUNTERS]. */
gint64 rs_thread_counters_sample_cpu (RsThreadCounters *counters, const RsRing *ring);
void rs_thread_counters_sample (RsThreadCounters *counters, gint64 *increases);
