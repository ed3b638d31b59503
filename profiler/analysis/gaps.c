/* See gaps.h.
 *
 * The first pass finds the gaps and keeps the longest; the second gives each the span of the host that explains it
 * best: the most special kind that fills at least half of it. It reads only what comes near a gap that is kept, and
 * leaves out what is too short to fill half of any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/gaps.h"

#include "profiler/analysis/groups.h"
#include "profiler/store/event-scan.h"

#define MOST_GAPS 20000u
#define MANY_GAPS (4 * MOST_GAPS)

typedef struct {
  gint64 from, to;
  guint rank;      /* of the span that was found; 0: none */
  gint64 overlap;
  guint32 kind, name, file, line;
} Gap;

typedef struct {
  GArray *gaps; /* of Gap, in the order of time */
  gint64 first, last;
  gboolean any;
  gint64 idle, n;
} Finder;

/* The more special, the higher. */
static guint
rank_of (guint32 kind)
{
  switch (kind)
    {
    case RS_TRACE_COMPILE:
      return 6;
    case RS_TRACE_COPY:
      return 5;
    case RS_TRACE_BUILTIN:
      return 4;
    case RS_TRACE_LAUNCH:
      return 3;
    case RS_TRACE_LOOP:
      return 2;
    case RS_TRACE_FUNCTION:
      return 1;
    default:
      return 0;
    }
}

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const Gap *p = a, *q = b;
  gint64 x = p->to - p->from, y = q->to - q->from;

  return x < y ? 1 : x > y ? -1 : p->from < q->from ? -1 : p->from > q->from;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const Gap *p = a, *q = b;

  return p->from < q->from ? -1 : p->from > q->from;
}

static void
keep_longest (GArray *gaps)
{
  if (gaps->len <= MOST_GAPS)
    return;
  g_array_sort (gaps, compare_lengths);
  g_array_set_size (gaps, MOST_GAPS);
}

/* Kernels of a queue come in order; of several, nearly so. */
static gboolean
add_kernel (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Finder *self = data;

  if (!self->any)
    self->first = event->start;
  else if (event->start > self->last)
    {
      g_array_append_val (self->gaps, ((Gap){ .from = self->last, .to = event->start }));
      self->idle = rs_trace_add (self->idle, event->start - self->last);
      self->n++;
      if (self->gaps->len >= MANY_GAPS)
        keep_longest (self->gaps);
    }
  self->last = self->any ? MAX (self->last, event->end) : event->end;
  self->any = TRUE;
  return TRUE;
}

static void
add_span (const Finder *self, const RsTraceEvent *event)
{
  guint low = 0, high = self->gaps->len, rank = rank_of (event->kind);

  while (low < high) /* the first gap that ends behind the span's start */
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->gaps, Gap, middle).to <= event->start)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < self->gaps->len; low++)
    {
      Gap *gap = &g_array_index (self->gaps, Gap, low);
      gint64 overlap = MIN (gap->to, event->end) - MAX (gap->from, event->start);

      if (gap->from >= event->end)
        break;
      if (overlap < (gap->to - gap->from + 1) / 2 || rank < gap->rank || (rank == gap->rank && overlap <= gap->overlap))
        continue;
      gap->rank = rank;
      gap->overlap = overlap;
      gap->kind = event->kind;
      gap->name = event->name;
      gap->file = event->file;
      gap->line = event->line;
    }
}

/* Gives each gap, sorted by time, what the host did. */
static gboolean
explain (const Finder *self, RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) stretches = g_array_sized_new (FALSE, FALSE, sizeof (RsStretch), self->gaps->len);
  const guint64 one = 1;
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  gint64 shortest = G_MAXINT64;
  RsScannedEvent event;
  RsEventScan *scan;

  if (self->gaps->len == 0)
    return TRUE;
  for (guint i = 0; i < self->gaps->len; i++)
    {
      const Gap *gap = &g_array_index (self->gaps, Gap, i);

      g_array_append_val (stretches, ((RsStretch){ gap->from, gap->to }));
      shortest = MIN (shortest, gap->to - gap->from);
    }
  filter.kinds = one << RS_TRACE_COMPILE | one << RS_TRACE_COPY | one << RS_TRACE_BUILTIN | one << RS_TRACE_LAUNCH
                 | one << RS_TRACE_LOOP | one << RS_TRACE_FUNCTION;
  filter.least_duration = (shortest + 1) / 2;
  filter.stretches = (const RsStretch *)(gpointer)stretches->data;
  filter.n_stretches = stretches->len;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    add_span (self, &event.event);
  return rs_event_scan_finish (scan, error);
}

static GArray *
make_rows (RsTraceStore *store, const GArray *gaps)
{
  g_autoptr (RsGroups) groups = rs_groups_new ();
  g_autoptr (GArray) sums = NULL;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (RsGapRow));

  for (guint i = 0; i < gaps->len; i++)
    {
      const Gap *gap = &g_array_index (gaps, Gap, i);

      rs_groups_add (groups, &(RsGroupKey){ gap->name, gap->file, gap->line, 0, gap->kind }, gap->to - gap->from, 0);
    }
  sums = rs_groups_list (groups);
  for (guint i = 0; i < sums->len; i++)
    {
      const RsGroup *sum = &g_array_index (sums, RsGroup, i);

      g_array_append_val (rows, ((RsGapRow){ .what = sum->key.flag != 0 ? rs_trace_kind_to_string (sum->key.flag) : "",
                                             .name = rs_trace_store_get_string (store, sum->key.name),
                                             .file = rs_trace_store_get_string (store, sum->key.file),
                                             .line = sum->key.line, .gaps = sum->n, .total = sum->total,
                                             .longest = sum->max }));
    }
  return rows;
}

RsGapReport *
rs_gap_report_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, TRUE, sizeof (Gap));
  Finder finder = { .gaps = gaps };
  RsGapReport *report;

  if (!rs_trace_range_foreach (store, range, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, TRUE, add_kernel, &finder,
                               error))
    return NULL;
  keep_longest (gaps);
  g_array_sort (gaps, compare_times);
  if (!explain (&finder, store, error))
    return NULL;
  report = g_new0 (RsGapReport, 1);
  report->from = finder.first;
  report->to = finder.last;
  report->idle = finder.idle;
  report->gaps = finder.n;
  report->rows = make_rows (store, gaps);
  for (guint i = 0; i < gaps->len; i++)
    report->looked_at += g_array_index (gaps, Gap, i).to - g_array_index (gaps, Gap, i).from;
  return report;
}

void
rs_gap_report_free (RsGapReport *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self);
}
