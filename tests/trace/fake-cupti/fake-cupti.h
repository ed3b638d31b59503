/* A libcupti and its driver that a test plays: what it says to the program, and when.
 *
 * The library has the functions of CUPTI that plugins/cupti calls. A test finds fake_cupti by name in it, sets how
 * calls end, and lets kernels and copies "run": each leaves the records that the real one leaves, as long as this
 * version has them. They wait in buffers until a flush, or until the test hands them over as it likes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  const char *kernel; /* name; NULL: a copy */
  gint64 start, end;  /* on the clock that records are in */
  gint64 bytes;       /* of a copy to the device */
  guint32 grid[3], block[3], registers, shared_bytes, stream;
  gboolean without_call; /* nothing tells which call started it */
} FakeWork;

/* A record of unified memory: what is its counter's kind. */
typedef struct {
  guint32 what, from, to, why;
  gint64 start, end, value;
  guint64 address;
} FakeMove;

/* A program counter with its samples, by reason: memory, memory with nothing issued, none, one that nobody knows. */
typedef struct {
  guint64 checksum, address;
  const char *function; /* NULL: outside of functions */
  guint32 samples[4];
} FakePc;

/* An instruction with its counts in a kernel. */
typedef struct {
  guint64 checksum;
  guint32 address;
  const char *function;
  guint64 first, threads, threads_on, targets, divergent, sectors, ideal; /* first: instructions of warps */
} FakeCount;

typedef struct {
  /* How calls end from the next start on. */
  guint32 version;
  int version_result, subscribe_result, enable_result, clock_result;
  guint32 refused_kind; /* of cuptiActivityEnable; 0: none */
  const char *other_tool;
  gboolean others_forbidden; /* subscribers that allow others are refused */
  gint64 clock_offset;       /* CUPTI's own clock against CLOCK_MONOTONIC */
  int unified_result;        /* of cuptiActivityConfigureUnifiedMemoryCounter */
  gsize n_dropped;           /* atomic; told at the next question */
  gboolean holds_back;       /* a flush hands nothing over */
  /* Counters: the function of that name ends so, from its skip-th call on, counted from 0. Set by RS_FAKE_CUPTI_FAULT
   * ("cuptiRangeProfilerEnable:35"), too. */
  const char *failing;
  int failure;
  guint skip;
  const char *chip;           /* 46 for all but GH100 */
  const char *unknown_metric; /* part of the names of those that the chip lacks; NULL: none */
  const char *unsupported;    /* "vgpu", "mig", ...: what stands against it; NULL: nothing */
  guint dropped_ranges;       /* at the end of each range */
  /* Samples. */
  const FakePc *pcs;           /* [n_pcs] of each kernel; NULL: two that are always the same */
  guint n_pcs, most_pcs;       /* the most that are fetched at a time; 0: all */
  gboolean keeps_pcs, is_full; /* until the end; the hardware's buffer */
  guint64 dropped_samples, other_samples;
  /* Counts of instructions, and curves. */
  const FakeCount *counts; /* [n_counts] of each kernel; NULL: one that is always the same */
  guint n_counts;
  gsize dropped_counts;
  guint n_points; /* of a curve, for each kernel */
  gboolean without_gpu_clock, without_time_trigger;
  /* What has happened. */
  guint n_starts, n_enables, n_disables, n_host_objects; /* the last: that are there */
  gboolean is_in_range, is_sampling, is_counting, is_reading;
  guint n_counted; /* kernels */
  guint n_sampled; /* kernels */
  guint n_ranges;  /* kernels since the start */
  gboolean is_subscribed, has_our_clock, knew_our_clock_first, allows_others;
  guint n_enabled, n_kind_3, n_declined, n_flushes, n_forced, n_unsubscribed;
  /* What the test does. */
  guint32 (*run) (const FakeWork *work);             /* returns its correlation */
  void (*move) (const FakeMove *move);               /* while unified memory is recorded */
  void (*add_record) (const guint8 *bytes, gsize n); /* as it is: of a kind of its own, or cut */
  gint64 (*read_clock) (void);                       /* that records are in */
  void (*complete) (gsize cut); /* hands over all buffers without the last bytes, on the calling thread */
  void (*forget) (void);        /* all as at the beginning, but for what the program registered */
} FakeCupti;

#define FAKE_CUPTI_NAME "fake_cupti"
