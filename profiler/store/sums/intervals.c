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

#define KEPT 512

typedef struct {
  gint64 start, end;
  gint64 busy; /* end - start, or less for a joined interval */
} Interval;

void
rs_intervals_init (RsIntervals *self)
{
  self->covered = g_array_new (FALSE, FALSE, sizeof (Interval));
  self->busy = 0;
}

void
rs_intervals_clear (RsIntervals *self)
{
  g_clear_pointer (&self->covered, g_array_unref);
}

static void
join_older_half (GArray *covered)
{
  Interval *at = (Interval *)(gpointer)covered->data;

  for (guint i = 0; i < KEPT / 2; i++)
    at[i] = (Interval){ at[2 * i].start, at[2 * i + 1].end, at[2 * i].busy + at[2 * i + 1].busy };
  g_array_remove_range (covered, KEPT / 2, KEPT / 2);
}

/* How much of an interval is covered outside [start, end]. */
static gint64
busy_outside (const Interval *interval, gint64 start, gint64 end)
{
  gint64 length = interval->end - interval->start;
  gint64 outside = MAX (0, start - interval->start) + MAX (0, interval->end - end);

  if (interval->busy == length)
    return outside;
  return (gint64)((double)interval->busy * (double)outside / (double)length);
}

/* Number of intervals that start at time or before. Nearly always all or all but a few. */
static guint
count_until (const GArray *covered, gint64 time)
{
  guint low = 0, high = covered->len;

  if (high == 0 || g_array_index (covered, Interval, high - 1).start <= time)
    return high;
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (covered, Interval, middle).start <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
rs_intervals_add (RsIntervals *self, gint64 start, gint64 end)
{
  GArray *covered = self->covered;
  guint above, first;
  Interval merged = { start, end, end - start };

  if (end <= start)
    return;
  above = count_until (covered, end);
  for (first = above; first > 0; first--)
    {
      const Interval *old = &g_array_index (covered, Interval, first - 1);

      if (old->end < start)
        break;
      self->busy -= old->busy;
      merged.busy += busy_outside (old, start, end);
      merged.start = MIN (merged.start, old->start);
      merged.end = MAX (merged.end, old->end);
    }
  self->busy = rs_trace_add (self->busy, merged.busy);
  if (first < above)
    {
      g_array_index (covered, Interval, first) = merged;
      if (above > first + 1)
        g_array_remove_range (covered, first + 1, above - first - 1);
    }
  else
    g_array_insert_val (covered, first, merged);
  if (covered->len >= 2 * KEPT)
    join_older_half (covered);
}
