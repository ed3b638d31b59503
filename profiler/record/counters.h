/* CPU time and hardware counters of one thread, sampled from outside it; and counters of the calling thread, for the
 * lines that it is at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/ring.h"

enum {
  RS_COUNTER_CYCLES,
  RS_COUNTER_INSTRUCTIONS,
  RS_COUNTER_CACHE_MISSES,
  RS_N_COUNTERS, /* of hardware */
  /* By line there is one that the kernel counts, too: where perf_event is allowed, it is there on any machine. */
  RS_COUNTER_PAGE_FAULTS = RS_N_COUNTERS,
  RS_N_LINE_COUNTERS
};

/* What perf_event gives: in its order. */
typedef struct {
  guint64 value, enabled, running; /* running: ns of the enabled ones in which it was counted */
} RsCounterReading;

typedef struct {
  gint64 cpu_time;             /* ns at the last sample */
  int files[RS_N_COUNTERS];    /* of perf_event_open; -1: not open */
  RsCounterReading values[RS_N_COUNTERS]; /* at the last sample */
} RsThreadCounters;

/* Name of a counter in a trace: "cycles". */
const char *rs_counter_get_name (guint counter);

/* Why the counters can't be used here, with what to do about it; NULL when they can. (transfer full) */
char *rs_counters_check (void);

/* cpu_time: of the thread, from where it is counted, ns; hardware: whether to open hardware counters too. */
void rs_thread_counters_open (RsThreadCounters *counters, int thread_id, gint64 cpu_time, gboolean hardware);
void rs_thread_counters_close (RsThreadCounters *counters);

/* Increases since the last sample; 0 when the thread is gone. increases: [RS_N_COUNTERS]. Returns bit k where that of
 * counter k is an estimate, see rs_counter_scale. */
gint64 rs_thread_counters_sample_cpu (RsThreadCounters *counters, const RsRing *ring);
/* Of a thread without a ring. */
gint64 rs_thread_counters_sample_other (RsThreadCounters *counters, int thread_id);
guint rs_thread_counters_sample (RsThreadCounters *counters, gint64 *increases);

/* Where more is to be counted than the processor has counters for, the kernel lets them take turns. enabled and running
 * are the ns in which counting was asked for and in which it went on, and count is what was counted. Returns what that
 * makes for all of enabled; -1: nothing was counted at all. For signal handlers, too. */
gint64 rs_counter_scale (guint64 count, guint64 enabled, guint64 running);
/* Makes room for the files that counting takes, up to eight a thread: the soft limit of open files goes up to the hard
 * one. */
void rs_counters_raise_limit (void);
/* Why some threads are not counted though counting is allowed; NULL: all are, as far as is known. Any thread. (transfer
 * full) */
char *rs_counters_dup_shortage (void);

/* --- by line --- */

/* All that can be counted of a thread, read at once. */
typedef struct {
  guint n;                            /* 0: nothing */
  int files[RS_N_LINE_COUNTERS];      /* [n], of perf_event_open; the first is that of the group */
  guint counters[RS_N_LINE_COUNTERS]; /* [n]: which */
  guint64 values[RS_N_LINE_COUNTERS]; /* [n]: at the last reading, like both times of the group */
  guint64 enabled, running;
} RsCounterGroup;

/* Begins to count the thread with that number of the kernel's. */
void rs_counter_group_open (RsCounterGroup *group, int thread_id);
void rs_counter_group_close (RsCounterGroup *group);
/* For signal handlers, of the thread itself. increases: [RS_N_LINE_COUNTERS], since the last reading; -1: not
 * counted. Returns whether they are estimates, see rs_counter_scale. */
gboolean rs_counter_group_read (RsCounterGroup *group, gint64 *increases);
