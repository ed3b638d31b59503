/* Where the threads of this process spend their processor time.
 *
 * Each thread has a timer on its own CPU clock: a software event of perf_event where that is allowed (it has the
 * resolution of the processor's clock), else a POSIX timer (that of the kernel's tick). The timer sends SIGPROF to the
 * thread; its handler notes where the thread is in a ring of the thread's. It takes no lock and allocates nothing.
 *
 * Threads: one at a time, but for the handler.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/counters.h"

#define RS_SAMPLE_FRAMES 64u
#define RS_SAMPLE_WORDS 256u /* mathematics of AVX-512 keeps 1,280 bytes and more below its return address */

typedef struct {
  gint64 time;                         /* CLOCK_MONOTONIC, ns */
  gint64 cpu;                          /* CPU time of the thread since its sample before, ns */
  gint64 counters[RS_N_LINE_COUNTERS]; /* likewise; -1: not counted */
  gboolean is_estimate;                /* the counters: they took turns with others */
  gsize address;
  guint n_frames;
  RsTraceFrame frames[RS_SAMPLE_FRAMES]; /* of the program, the innermost first */
  gsize stack, frame;                    /* stack pointer, and what may be a frame pointer */
  gsize words[RS_SAMPLE_WORDS];          /* from stack on: return addresses among others */
} RsSample;

typedef struct _RsSampler RsSampler;

/* One at a time in a process. The main thread's time counts where it makes the sampler; else it serves a window. rate:
 * samples a second of CPU time. NULL with an error when neither kind of timer can be had. */
RsSampler *rs_sampler_new (guint rate, GError **error);
/* No sample is taken any more; those that were can still be had. */
void rs_sampler_stop (RsSampler *sampler);
void rs_sampler_free (RsSampler *sampler);

/* Takes note of threads that began or ended since, but not of the calling one. Whether one began. */
gboolean rs_sampler_find_threads (RsSampler *sampler);

/* What was sampled since the last call. thread_id: as the kernel numbers it. */
typedef void (*RsSampleFunc) (int thread_id, const RsSample *sample, gpointer data);
void rs_sampler_take (RsSampler *sampler, RsSampleFunc func, gpointer data);

/* Samples that found their ring full. */
gint64 rs_sampler_get_lost (RsSampler *sampler);
/* "perf task-clock, 1000 a second", for people. */
const char *rs_sampler_describe (RsSampler *sampler);
