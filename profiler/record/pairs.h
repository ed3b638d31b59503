/* Small arrays that a thread makes and soon frees again, by the ten thousand: what size (x) gives for a launch.
 *
 * Where a place makes more than ten arrays in a millisecond, an allocation is held back. If the array is freed while
 * it is, both events become part of a sum, which is written every 50 ms as one event; else it is written after all.
 * Number, bytes and lifetimes are exact.
 *
 * So is what was in use at most, because an allocation that brings the thread above the most of the last 50 ms is never
 * held, and all that are held are written before it. In between an event may come late or not at all, so that what adds
 * them up is at most too low, by what is held.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace/trace.h"

#define RS_PAIR_PLACES 16u /* of a thread; a power of 2 */
#define RS_PAIR_MOST_HELD 8u
#define RS_PAIR_MOST_BYTES 256 /* larger arrays are always events */
#define RS_PAIR_SUMS                                                                                                   \
  0xfffffeu /* kind of the record before pairs, which is not written: a: sum of oids; file and line
                                  of where they were freed */

typedef struct {
  RsTraceEvent made; /* the first of the stretch; kind 0: no place */
  guint32 freed_file, freed_line;
  gboolean folding;
  guint32 in_window;
  gint64 window; /* start of the millisecond in which allocations are counted */
  /* Since the stretch began. */
  gint64 n, lifetimes, oids, last;
} RsPairPlace;

typedef struct {
  RsTraceEvent held[RS_PAIR_MOST_HELD]; /* allocations; the oldest first */
  guint n_held;
  gint64 in_use;      /* bytes that the thread made, less those that it freed */
  gint64 since, most; /* start of the stretch, and the most in use since */
  RsPairPlace places[RS_PAIR_PLACES];
} RsPairs;

/* Records that one call gives at most. Pairs are two: RS_PAIR_SUMS and RS_TRACE_PAIRS. */
#define RS_PAIRS_MOST (2 * RS_PAIR_PLACES + RS_PAIR_MOST_HELD)

/* Whether the event tells of an array: others are not for rs_pairs_take. */
static inline gboolean
rs_pairs_is_candidate (const RsTraceEvent *event)
{
  const guint64 kinds = (guint64)1 << RS_TRACE_ALLOCATE | (guint64)1 << RS_TRACE_FREE | (guint64)1 << RS_TRACE_COPY
                        | (guint64)1 << RS_TRACE_WAIT | (guint64)1 << RS_TRACE_ARGUMENT | (guint64)1 << RS_TRACE_EVICT;

  return event->kind < 64 && (kinds >> event->kind & 1) != 0;
}

/* Takes an event. records: what is to be written before it; *n: how many, at most RS_PAIRS_MOST. FALSE: the event is
 * not taken and to be written itself. */
gboolean rs_pairs_take (RsPairs *pairs, const RsTraceEvent *event, RsTraceEvent *records, guint *n);

/* All there is, if a part of it is older than time. Returns the number of records. */
guint rs_pairs_take_stale (RsPairs *pairs, gint64 time, RsTraceEvent *records);
