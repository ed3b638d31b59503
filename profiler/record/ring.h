/* A ring of events between the one thread that emits and the one that writes.
 *
 * No locks: the producer owns head, the consumer owns tail, each publishes its own with a release store. A ring that
 * is full drops the new event and counts it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace.h"

#include <time.h>

/* Events; 8 MiB a thread, of which only what is used becomes resident. A burst of 60 ms at 2 million a second. */
#define RS_RING_CAPACITY 131072u

typedef struct {
  /* Written by the producer. */
  _Alignas (64) guint64 head;
  guint64 tail_seen; /* what tail was when the producer last looked */
  guint64 dropped;
  /* Written by the consumer. */
  _Alignas (64) guint64 tail;
  /* Constant after rs_ring_new. */
  _Alignas (64) RsTraceEvent *slots;
  clockid_t cpu_clock; /* CPU time of the producer; fails once the thread is gone */
  gint64 cpu_start;    /* ns on that clock when the ring was made */
  int thread_id;       /* as the kernel numbers it */
  guint32 track;
  gatomicrefcount ref_count;
  gint closed; /* the producer has ended */
} RsRing;

/* For the calling thread as the producer; NULL when there is no memory. (transfer full) */
RsRing *rs_ring_new (void);
RsRing *rs_ring_ref (RsRing *ring);
void rs_ring_unref (RsRing *ring);
/* Frees the slots; the producer must not push any more. */
void rs_ring_discard_slots (RsRing *ring);

static inline void
rs_ring_push (RsRing *ring, const RsTraceEvent *event)
{
  guint64 head = ring->head;

  if (G_UNLIKELY (head - ring->tail_seen >= RS_RING_CAPACITY))
    {
      ring->tail_seen = __atomic_load_n (&ring->tail, __ATOMIC_ACQUIRE);
      if (head - ring->tail_seen >= RS_RING_CAPACITY)
        {
          __atomic_store_n (&ring->dropped, ring->dropped + 1, __ATOMIC_RELAXED);
          return;
        }
    }
  ring->slots[head % RS_RING_CAPACITY] = *event;
  __atomic_store_n (&ring->head, head + 1, __ATOMIC_RELEASE);
}
