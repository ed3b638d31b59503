/* See start-order.h.
 *
 * Chunks hold slices that are sorted already; so what waits of a track is some runs, which are merged. That is done
 * when as much was added as was left before, so that each item is merged a few times only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/start-order.h"

#include <string.h>

#define LEAST_ADDED 4096u /* before it is worth the while */

/* For each event that an analysis reads: no GArray, whose functions would be called each time. */
typedef struct {
  RsStarted *items; /* owned */
  guint n, capacity;
} Items;

typedef struct {
  guint32 number;
  gboolean is_sorted;
  Items waiting;
} Track;

struct _RsStartOrder {
  RsStartedFunc func;
  gpointer data;
  GHashTable *tracks; /* number -> Track, owned */
  GPtrArray *listed;  /* element-type Track: the same */
  Track *last;        /* what was added to last; NULL: none */
  GArray *runs;       /* element-type guint: where runs begin */
  Items room;
  gsize n_waiting, n_added;
  gsize n_left; /* after the last time that items were given */
};

static void
track_free (gpointer data)
{
  Track *track = data;

  g_free (track->waiting.items);
  g_free (track);
}

static void
grow (Items *items, guint least)
{
  items->capacity = MAX (least, MAX (1, 2 * items->capacity)); /* there may be a million tracks with an event each */
  items->items = g_renew (RsStarted, items->items, items->capacity);
}

RsStartOrder *
rs_start_order_new (RsStartedFunc func, gpointer data)
{
  RsStartOrder *self = g_new0 (RsStartOrder, 1);

  self->func = func;
  self->data = data;
  self->tracks = g_hash_table_new (NULL, NULL);
  self->listed = g_ptr_array_new_with_free_func (track_free);
  self->runs = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
rs_start_order_free (RsStartOrder *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->tracks);
  g_ptr_array_unref (self->listed);
  g_array_unref (self->runs);
  g_free (self->room.items);
  g_free (self);
}

gsize
rs_start_order_count_waiting (const RsStartOrder *self)
{
  return self->n_waiting;
}

static Track *
find_track (RsStartOrder *self, guint32 number)
{
  Track *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (number));

  if (track != NULL)
    return track;
  track = g_new (Track, 1);
  *track = (Track){ .number = number, .is_sorted = TRUE };
  g_hash_table_insert (self->tracks, GUINT_TO_POINTER (number), track);
  g_ptr_array_add (self->listed, track);
  return track;
}

void
rs_start_order_add (RsStartOrder *self, guint32 number, const RsStarted *item)
{
  Items *waiting;

  if (self->last == NULL || self->last->number != number)
    self->last = find_track (self, number);
  waiting = &self->last->waiting;
  if (waiting->n == waiting->capacity)
    grow (waiting, 0);
  waiting->items[waiting->n++] = *item;
  self->last->is_sorted = FALSE;
  self->n_added++;
  self->n_waiting++;
}

static inline gboolean
is_before (const RsStarted *a, const RsStarted *b)
{
  if (a->start != b->start)
    return a->start < b->start;
  return a->end != b->end ? a->end > b->end : a->id < b->id;
}

/* --- merging --- */

static void
find_runs (GArray *runs, const RsStarted *items, guint n)
{
  g_array_set_size (runs, 0);
  for (guint i = 0; i < n; i++)
    if (i == 0 || is_before (&items[i], &items[i - 1]))
      g_array_append_val (runs, i);
}

/* [begin, middle) and [middle, end) of from, to the same place of to. */
static void
merge (const RsStarted *from, RsStarted *to, guint begin, guint middle, guint end)
{
  guint one = begin, other = middle;

  for (guint at = begin; at < end; at++)
    if (other == end || (one < middle && !is_before (&from[other], &from[one])))
      to[at] = from[one++];
    else
      to[at] = from[other++];
}

static void
merge_all_pairs (GArray *runs, const RsStarted *from, RsStarted *to, guint n)
{
  const guint *begins = (const guint *)(gpointer)runs->data;
  guint kept = 0;

  for (guint i = 0; i < runs->len; i += 2)
    {
      const guint begin = begins[i], middle = i + 1 < runs->len ? begins[i + 1] : n,
                  end = i + 2 < runs->len ? begins[i + 2] : n;

      merge (from, to, begin, middle, end);
      g_array_index (runs, guint, kept++) = begin;
    }
  g_array_set_size (runs, kept);
}

static void
sort (RsStartOrder *self, Track *track)
{
  const guint n = track->waiting.n;

  if (track->is_sorted)
    return;
  track->is_sorted = TRUE;
  find_runs (self->runs, track->waiting.items, n);
  while (self->runs->len > 1)
    {
      Items sorted = self->room;

      if (sorted.capacity < n)
        grow (&sorted, n);
      merge_all_pairs (self->runs, track->waiting.items, sorted.items, n);
      sorted.n = n;
      self->room = track->waiting;
      track->waiting = sorted;
    }
}

/* --- giving --- */

/* How many start before bound. */
static guint
count_before (const Items *items, gint64 bound)
{
  guint low = 0, high = items->n;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (items->items[middle].start < bound)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
give (RsStartOrder *self, Track *track, guint n)
{
  Items *waiting = &track->waiting;

  if (n == 0)
    return;
  self->func (track->number, waiting->items, n, self->data);
  self->n_waiting -= n;
  waiting->n -= n;
  memmove (waiting->items, waiting->items + n, waiting->n * sizeof *waiting->items);
}

void
rs_start_order_pass (RsStartOrder *self, gint64 bound)
{
  if (self->n_added < MAX (LEAST_ADDED, MAX (self->n_left, self->listed->len)))
    return;
  for (guint i = 0; i < self->listed->len; i++)
    {
      Track *track = self->listed->pdata[i];

      sort (self, track);
      give (self, track, count_before (&track->waiting, bound));
    }
  self->n_added = 0;
  self->n_left = self->n_waiting;
}

void
rs_start_order_finish (RsStartOrder *self)
{
  for (guint i = 0; i < self->listed->len; i++)
    {
      Track *track = self->listed->pdata[i];

      sort (self, track);
      give (self, track, track->waiting.n);
    }
}
