/* The union of spans, kept as disjoint intervals.
 *
 * Spans come about in the order of time, so a new one nearly always touches the last interval or follows it. So that
 * memory stays constant, neighbours in the older half are joined once there are 2 * KEPT; a joined interval knows how
 * much of it is covered. The sum stays exact except where a late span ends inside a joined interval: there the cover
 * is taken to be spread evenly.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums/intervals.h"

#include "profiler/store/store.h"

#include <string.h>

#define KEPT 512

struct _RsInterval {
  gint64 start, end;
  gint64 busy; /* end - start, or less for a joined interval */
};

void
rs_intervals_init (RsIntervals *self)
{
  *self = (RsIntervals){ 0 };
}

void
rs_intervals_clear (RsIntervals *self)
{
  g_clear_pointer (&self->covered, g_free);
  self->n = self->room = 0;
}

static void
join_older_half (RsIntervals *self)
{
  RsInterval *at = self->covered;

  for (guint i = 0; i < KEPT / 2; i++)
    at[i] = (RsInterval){ at[2 * i].start, at[2 * i + 1].end, at[2 * i].busy + at[2 * i + 1].busy };
  memmove (at + KEPT / 2, at + KEPT, (self->n - KEPT) * sizeof *at);
  self->n -= KEPT / 2;
}

/* How much of an interval is covered outside [start, end]. */
static gint64
busy_outside (const RsInterval *interval, gint64 start, gint64 end)
{
  gint64 length = interval->end - interval->start;
  gint64 outside = MAX (0, start - interval->start) + MAX (0, interval->end - end);

  if (interval->busy == length)
    return outside;
  return (gint64)((double)interval->busy * (double)outside / (double)length);
}

/* Number of intervals that start at time or before. Nearly always all or all but a few. */
static guint
count_until (const RsIntervals *self, gint64 time)
{
  guint low = 0, high = self->n;

  if (high == 0 || self->covered[high - 1].start <= time)
    return high;
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (self->covered[middle].start <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* In front of the interval at index. */
static void
insert (RsIntervals *self, guint index, const RsInterval *interval)
{
  if (self->n == self->room)
    {
      self->room = MAX (2 * self->room, 8);
      self->covered = g_renew (RsInterval, self->covered, self->room);
    }
  memmove (self->covered + index + 1, self->covered + index, (self->n - index) * sizeof *interval);
  self->covered[index] = *interval;
  if (++self->n >= 2 * KEPT)
    join_older_half (self);
}

void
rs_intervals_add (RsIntervals *self, gint64 start, gint64 end)
{
  RsInterval merged = { start, end, end - start };
  guint above, first;

  if (end <= start)
    return;
  above = count_until (self, end);
  for (first = above; first > 0; first--)
    {
      const RsInterval *old = &self->covered[first - 1];

      if (old->end < start)
        break;
      self->busy -= old->busy;
      merged.busy += busy_outside (old, start, end);
      merged.start = MIN (merged.start, old->start);
      merged.end = MAX (merged.end, old->end);
    }
  self->busy = rs_trace_add (self->busy, merged.busy);
  if (first == above)
    {
      insert (self, first, &merged);
      return;
    }
  self->covered[first] = merged;
  if (above > first + 1)
    {
      memmove (self->covered + first + 1, self->covered + above, (self->n - above) * sizeof merged);
      self->n -= above - first - 1;
    }
}

void
rs_intervals_shrink (RsIntervals *self, guint most)
{
  if (most == 0)
    {
      rs_intervals_clear (self);
      return;
    }
  if (self->n > most)
    {
      RsInterval *last = &self->covered[self->n - most];

      for (guint i = 0; i < self->n - most; i++)
        last->busy = rs_trace_add (last->busy, self->covered[i].busy);
      last->start = self->covered[0].start;
      memmove (self->covered, last, most * sizeof *last);
      self->n = most;
    }
  if (self->room > self->n)
    self->covered = g_renew (RsInterval, self->covered, self->room = self->n);
}

gsize
rs_intervals_get_size (const RsIntervals *self)
{
  return self->room * sizeof *self->covered;
}
