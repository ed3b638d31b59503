/* Events between the one thread that emits and the one that writes.
 *
 * No locks: a ring is a chain of blocks, the producer fills the last and publishes how far with a release store, the
 * consumer empties the first and gives it back. Blocks come from a pool whose memory the writer has touched, so that an
 * emit does not wait for the kernel to find pages.
 *
 * When a ring nears its limit, short spans are refused first, then longer ones: a span that holds others is longer than
 * they are, and finds room. What is refused is counted, and stands in the trace as an event of its own with its range.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/fold.h"
#include "profiler/record/pairs.h"

#include <time.h>

#define RS_BLOCK_EVENTS 8191u /* with the link that makes half a megabyte */

typedef struct _RsBlock RsBlock;
struct _RsBlock {
  RsTraceEvent events[RS_BLOCK_EVENTS];
  RsBlock *next; /* written by the producer before it publishes an event there */
  char padding[sizeof (RsTraceEvent) - sizeof (RsBlock *)];
};

G_STATIC_ASSERT (sizeof (RsBlock) == 512 * 1024);

typedef struct _RsBlockPool RsBlockPool;

/* most_blocks: of one ring. */
RsBlockPool *rs_block_pool_new (guint most_blocks);
void rs_block_pool_unref (RsBlockPool *pool);
/* Sees to it that some blocks are ready. The writer's thread. */
void rs_block_pool_refill (RsBlockPool *pool);

typedef struct {
  /* The producer's. */
  _Alignas (64) guint64 head;  /* events pushed; published */
  RsBlock *block;
  guint position;              /* in block, of the next event */
  gint64 least_duration;       /* shorter spans are refused */
  gint64 refused, refused_first, refused_last; /* since the last event that was pushed */
  guint64 dropped;             /* in all; published */
  gint is_summing;             /* atomic; while it is set, the consumer leaves folds and pairs alone */
  gint has_summed;             /* atomic; there may be something in folds or pairs */
  RsFoldTable folds;
  RsPairs pairs;
  /* The consumer's. */
  _Alignas (64) guint64 tail;  /* events taken */
  RsBlock *first;              /* where they are */
  guint64 first_begin;         /* number of the first event there */
  /* Both. */
  _Alignas (64) guint n_blocks;
  gint is_wanted; /* atomic; while it is set, the producer leaves folds and pairs alone */
  /* Constant after rs_ring_new. */
  RsBlockPool *pool;
  clockid_t cpu_clock; /* CPU time of the producer; fails once the thread is gone */
  gint64 cpu_start;    /* ns on that clock when the ring was made */
  int thread_id;       /* as the kernel numbers it */
  guint32 track;
  gatomicrefcount ref_count;
  gint closed; /* the producer has ended */
  gint64 cpu_at_end; /* ns of processor time that it took; set before closed */
} RsRing;

/* For the calling thread as the producer; NULL when there is no memory. (transfer full) */
RsRing *rs_ring_new (RsBlockPool *pool);
RsRing *rs_ring_ref (RsRing *ring);
void rs_ring_unref (RsRing *ring);
/* Frees the blocks; the producer must not push any more. */
void rs_ring_discard_blocks (RsRing *ring);

/* Number of slots that a thread's pending folds and refusals take. */
#define RS_RING_MOST_PENDING (2 * RS_FOLD_PLACES + RS_PAIRS_MOST + 1)
/* Of a producer that has ended, or is outside the listener for good: what it has not pushed yet. Returns how many
 * events were written to events: [RS_RING_MOST_PENDING]. */
guint rs_ring_take_pending (RsRing *ring, RsTraceEvent *events);
/* Of one that goes on: folds of places that have not fired since time; and pairs, if all that was pushed is taken:
 * they come after it. */
guint rs_ring_take_stale (RsRing *ring, gint64 time, RsTraceEvent *events);

/* The consumer's: up to how many events are there now, and the next of them that lie in one block. until: a head that
 * was read before. Returns their number, 0: none. */
guint rs_ring_peek (RsRing *ring, guint64 until, const RsTraceEvent **events);
void rs_ring_advance (RsRing *ring, guint n);

/* The rest of rs_ring_push: a full block, a limit that is near, events that were refused before. */
void rs_ring_push_slowly (RsRing *ring, const RsTraceEvent *event);

/* Adds the event to the sums of its place, if that fires too often. FALSE: it does not. */
gboolean rs_ring_fold (RsRing *ring, const RsTraceEvent *event);

/* An event about an array. TRUE: it may be part of a pair and is held. */
gboolean rs_ring_pair (RsRing *ring, const RsTraceEvent *event);

/* An event goes into the ring, or into the sums of a place that fires too often. */
static inline void
rs_ring_push (RsRing *ring, const RsTraceEvent *event)
{
  if (rs_fold_is_candidate (event) && rs_ring_fold (ring, event))
    return;
  if (rs_pairs_is_candidate (event) && rs_ring_pair (ring, event))
    return;
  if (G_UNLIKELY (ring->position == RS_BLOCK_EVENTS || ring->least_duration > 0 || ring->refused > 0))
    {
      rs_ring_push_slowly (ring, event);
      return;
    }
  ring->block->events[ring->position++] = *event;
  __atomic_store_n (&ring->head, ring->head + 1, __ATOMIC_RELEASE);
}
