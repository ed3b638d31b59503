/* Memory of event rings, and what happens when they fill up.
 *
 * A ring is shared by its thread, which may end at any time, and the recorder; the last of them frees it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/ring.h"

#include "runtime/trace/asymmetric-fence.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define POOL_SLOTS 64u
#define FEWEST_READY 3u    /* touched, before anybody asks */
#define HUGE_BLOCKS 4u     /* of a huge page */
#define PAGE 4096u         /* the smallest there is */
#define FIRST_REFUSED 2000 /* ns; the shortest that are kept when the last quarter of the blocks is begun */

struct _RsBlockPool {
  RsBlock *ready[POOL_SLOTS]; /* atomic; NULL: none */
  guint most_blocks;
  gatomicrefcount ref_count;
};

/* --- blocks --- */

static void
block_free (RsBlock *block)
{
  munmap (block, sizeof *block);
}

/* Blocks side by side, in one huge page where the system has those: to touch its pages one by one takes ten times as
 * long as a short program's whole recording. NULL: there is no memory. */
static RsBlock *
blocks_new (void)
{
  const gsize bytes = HUGE_BLOCKS * sizeof (RsBlock);
  char *map = mmap (NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *begin;

  if (map == MAP_FAILED)
    return NULL;
  begin = (char *)(((gsize)map + bytes - 1) / bytes * bytes);
  if (begin > map)
    munmap (map, (gsize)(begin - map));
  munmap (begin + bytes, (gsize)(map + bytes - begin));
  madvise (begin, bytes, MADV_HUGEPAGE);
  for (gsize i = 0; i < bytes; i += PAGE)
    ((volatile char *)begin)[i] = 0;
  return (RsBlock *)(gpointer)begin;
}

static void
give_block (RsBlockPool *self, RsBlock *block)
{
  block->next = NULL;
  for (guint i = 0; i < POOL_SLOTS; i++)
    {
      RsBlock *expected = NULL;

      if (__atomic_load_n (&self->ready[i], __ATOMIC_RELAXED) == NULL
          && __atomic_compare_exchange_n (&self->ready[i], &expected, block, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return;
    }
  block_free (block);
}

/* One of new blocks; the others are ready then. */
static RsBlock *
take_new_block (RsBlockPool *self)
{
  RsBlock *blocks = blocks_new ();

  for (guint i = 1; blocks != NULL && i < HUGE_BLOCKS; i++)
    give_block (self, &blocks[i]);
  return blocks;
}

static RsBlock *
take_block (RsBlockPool *self)
{
  for (guint i = 0; i < POOL_SLOTS; i++)
    if (__atomic_load_n (&self->ready[i], __ATOMIC_RELAXED) != NULL)
      {
        RsBlock *block = __atomic_exchange_n (&self->ready[i], NULL, __ATOMIC_ACQ_REL);

        if (block != NULL)
          return block;
      }
  return take_new_block (self);
}

RsBlockPool *
rs_block_pool_new (guint most_blocks)
{
  RsBlockPool *self = g_new0 (RsBlockPool, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->most_blocks = MAX (most_blocks, 4);
  rs_block_pool_refill (self);
  return self;
}

void
rs_block_pool_unref (RsBlockPool *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < POOL_SLOTS; i++)
    if (self->ready[i] != NULL)
      block_free (self->ready[i]);
  g_free (self);
}

void
rs_block_pool_refill (RsBlockPool *self)
{
  RsBlock *block;
  guint n = 0;

  for (guint i = 0; i < POOL_SLOTS; i++)
    n += __atomic_load_n (&self->ready[i], __ATOMIC_RELAXED) != NULL;
  block = n < FEWEST_READY ? take_new_block (self) : NULL;
  if (block != NULL)
    give_block (self, block);
}

/* --- rings --- */

RsRing *
rs_ring_new (RsBlockPool *pool)
{
  RsBlock *block = take_block (pool);
  struct timespec used;
  RsRing *self;

  if (block == NULL)
    return NULL;
  self = g_aligned_alloc0 (1, sizeof *self, 64);
  g_atomic_ref_count_inc (&pool->ref_count);
  self->pool = pool;
  self->block = self->first = block;
  self->n_blocks = 1;
  self->thread_id = gettid ();
  if (pthread_getcpuclockid (pthread_self (), &self->cpu_clock) != 0)
    self->cpu_clock = -1;
  else if (clock_gettime (self->cpu_clock, &used) == 0)
    self->cpu_start = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  self->track = rs_trace_thread_track ();
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

RsRing *
rs_ring_ref (RsRing *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_ring_discard_blocks (RsRing *self)
{
  while (self->first != NULL)
    {
      RsBlock *next = self->first->next;

      give_block (self->pool, self->first);
      self->first = next;
    }
}

void
rs_ring_unref (RsRing *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  rs_ring_discard_blocks (self);
  rs_block_pool_unref (self->pool);
  g_aligned_free (self);
}

/* --- the producer --- */

/* Spans have to be the longer the fewer blocks are left. */
static void
update_least_duration (RsRing *self)
{
  guint used = __atomic_load_n (&self->n_blocks, __ATOMIC_RELAXED), most = self->pool->most_blocks;
  guint reserve = MAX (most / 4, 1), left = most > used ? most - used : 0;

  self->least_duration = left >= reserve ? 0 : (gint64)FIRST_REFUSED << MIN (2 * (reserve - left) * 8 / reserve, 24);
}

/* Room for n more events, n <= 2. */
static gboolean
make_room (RsRing *self, guint n)
{
  RsBlock *block;

  if (self->position + n <= RS_BLOCK_EVENTS || self->block->next != NULL)
    return TRUE;
  if (__atomic_load_n (&self->n_blocks, __ATOMIC_RELAXED) >= self->pool->most_blocks)
    return FALSE;
  block = take_block (self->pool);
  if (block == NULL)
    return FALSE;
  block->next = NULL;
  __atomic_add_fetch (&self->n_blocks, 1, __ATOMIC_RELAXED);
  __atomic_store_n (&self->block->next, block, __ATOMIC_RELEASE);
  update_least_duration (self);
  return TRUE;
}

/* There is room. All are published at once. */
static void
put (RsRing *self, const RsTraceEvent *events, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (self->position == RS_BLOCK_EVENTS)
        {
          self->block = self->block->next;
          self->position = 0;
        }
      self->block->events[self->position++] = events[i];
    }
  __atomic_store_n (&self->head, self->head + n, __ATOMIC_RELEASE);
}

static void
refuse (RsRing *self, const RsTraceEvent *event, gint64 n)
{
  if (self->refused == 0 || event->start < self->refused_first)
    self->refused_first = event->start;
  self->refused_last = self->refused == 0 ? event->end : MAX (self->refused_last, event->end);
  self->refused += n;
  __atomic_store_n (&self->dropped, self->dropped + (guint64)n, __ATOMIC_RELAXED);
}

static RsTraceEvent
make_drop (RsRing *self)
{
  const RsTraceEvent drop = { .kind = RS_TRACE_DROP, .start = self->refused_first, .end = self->refused_last,
                              .a = self->refused, .track = self->track };

  self->refused = 0;
  return drop;
}

/* What tells what a program is made of or names, and is rare. */
static gboolean
is_always_kept (const RsTraceEvent *event)
{
  return event->kind == RS_TRACE_DECISION || event->kind == RS_TRACE_COMPILE || event->kind == RS_TRACE_MARK;
}

void
rs_ring_push_slowly (RsRing *self, const RsTraceEvent *event)
{
  if (self->least_duration > 0)
    {
      update_least_duration (self);
      if (event->end - event->start < self->least_duration && !is_always_kept (event))
        {
          refuse (self, event, 1);
          return;
        }
    }
  if (!make_room (self, self->refused > 0 ? 2 : 1))
    {
      refuse (self, event, 1);
      return;
    }
  if (self->refused > 0)
    {
      const RsTraceEvent drop = make_drop (self);

      put (self, &drop, 1);
    }
  put (self, event, 1);
}

/* Two records that belong together. n: how many events they stand for. */
static void
push_records (RsRing *self, const RsTraceEvent *records, gint64 n)
{
  if (make_room (self, 2))
    put (self, records, 2);
  else
    refuse (self, &records[1], n);
}

static void
push_fold (RsRing *self, RsFold *fold)
{
  gint64 n = fold->n;
  RsTraceEvent records[2];

  rs_fold_make_records (fold, self->track, records);
  push_records (self, records, n);
}

/* Producer and consumer share folds and pairs without a lock: each says that it wants them and then looks whether the
 * other does. The producer comes with every call of a function, the consumer five times a second. */
static gboolean
begin_summing (RsRing *self)
{
  __atomic_store_n (&self->is_summing, 1, __ATOMIC_RELAXED);
  rs_fence_light ();
  if (G_LIKELY (__atomic_load_n (&self->is_wanted, __ATOMIC_ACQUIRE) == 0))
    return TRUE;
  __atomic_store_n (&self->is_summing, 0, __ATOMIC_RELEASE);
  return FALSE;
}

static void
end_summing (RsRing *self)
{
  if (G_UNLIKELY (__atomic_load_n (&self->has_summed, __ATOMIC_RELAXED) == 0))
    __atomic_store_n (&self->has_summed, 1, __ATOMIC_RELAXED);
  __atomic_store_n (&self->is_summing, 0, __ATOMIC_RELEASE);
}

gboolean
rs_ring_fold (RsRing *self, const RsTraceEvent *event)
{
  RsFold *full;
  gboolean taken;

  if (G_UNLIKELY (!begin_summing (self)))
    return FALSE;
  do
    {
      taken = rs_fold_table_take (&self->folds, event, &full);
      if (full != NULL)
        push_fold (self, full);
    }
  while (full != NULL && !taken); /* the slot was another place's */
  end_summing (self);
  return taken;
}

gboolean
rs_ring_pair (RsRing *self, const RsTraceEvent *event)
{
  RsTraceEvent records[RS_PAIRS_MOST];
  gboolean taken;
  guint n;

  /* The consumer takes some microseconds. */
  while (G_UNLIKELY (!begin_summing (self)))
    g_thread_yield ();
  taken = rs_pairs_take (&self->pairs, event, records, &n);
  for (guint i = 0; i < n; i++)
    if (records[i].kind == RS_PAIR_SUMS)
      {
        push_records (self, &records[i], 2 * records[i + 1].a);
        i++;
      }
    else
      rs_ring_push_slowly (self, &records[i]);
  end_summing (self);
  return taken;
}

static guint
take_stale (RsRing *self, gint64 time, RsTraceEvent *events)
{
  guint n = 0;

  for (guint i = 0; i < RS_FOLD_PLACES; i++)
    if (self->folds.folds[i].n > 0 && self->folds.folds[i].last <= time)
      {
        rs_fold_make_records (&self->folds.folds[i], self->track, events + n);
        n += 2;
      }
  if (__atomic_load_n (&self->head, __ATOMIC_ACQUIRE) == self->tail)
    n += rs_pairs_take_stale (&self->pairs, time, events + n);
  return n;
}

guint
rs_ring_take_stale (RsRing *self, gint64 time, RsTraceEvent *events)
{
  guint n = 0;

  if (__atomic_load_n (&self->has_summed, __ATOMIC_RELAXED) == 0)
    return 0;
  __atomic_store_n (&self->is_wanted, 1, __ATOMIC_RELAXED);
  rs_fence_heavy ();
  if (__atomic_load_n (&self->is_summing, __ATOMIC_ACQUIRE) == 0)
    n = take_stale (self, time, events);
  __atomic_store_n (&self->is_wanted, 0, __ATOMIC_RELEASE);
  return n;
}

guint
rs_ring_take_pending (RsRing *self, RsTraceEvent *events)
{
  guint n = rs_ring_take_stale (self, G_MAXINT64, events);

  if (self->refused > 0)
    events[n++] = make_drop (self);
  return n;
}

/* --- the consumer --- */

guint
rs_ring_peek (RsRing *self, guint64 until, const RsTraceEvent **events)
{
  guint offset;

  if (self->tail == until)
    return 0;
  if (self->tail == self->first_begin + RS_BLOCK_EVENTS)
    {
      RsBlock *empty = self->first;

      self->first = __atomic_load_n (&empty->next, __ATOMIC_ACQUIRE);
      self->first_begin = self->tail;
      give_block (self->pool, empty);
      __atomic_sub_fetch (&self->n_blocks, 1, __ATOMIC_RELAXED);
    }
  offset = (guint)(self->tail - self->first_begin);
  *events = self->first->events + offset;
  return (guint)MIN (until - self->tail, RS_BLOCK_EVENTS - offset);
}

void
rs_ring_advance (RsRing *self, guint n)
{
  g_assert (self->tail + n <= self->first_begin + RS_BLOCK_EVENTS);
  self->tail += n;
}
