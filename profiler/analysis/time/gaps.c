/* See gaps.h.
 *
 * The first pass finds the gaps and keeps the longest; the second gives each moment of them to the span of the host
 * that explains it best: of those that fill a thirty-second of the gap or more, the most special kind, and of one kind
 * the innermost. It reads only what comes near a gap that is kept, and leaves out what is too short for any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/gaps.h"

#include "profiler/analysis/passes/groups.h"
#include "profiler/store/chunks/event-scan.h"

#define MOST_GAPS 20000u
#define MANY_GAPS (4 * MOST_GAPS)
#define MOST_PARTS 64u   /* of a gap */
#define SHORTEST_PART 32 /* a span has to fill one part of so many */
#define SORTED 262144u   /* kernels that may end while another one runs, for gaps to be right */

/* A stretch of a gap and what the host did in it. */
typedef struct {
  gint64 from, to;
  guint rank;        /* of the span; 0: none */
  gint64 start, end; /* of the span */
  guint32 kind, name, file, line;
  gboolean for_all; /* waits: for all launches */
} Part;

typedef struct {
  gint64 from, to;
  GArray *parts; /* of Part, side by side, in the order of time (owned); NULL: one, of rank 0 */
} Gap;

typedef struct {
  GArray *kernels; /* of RsStretch, each one kernel or several without a gap, that are not yet known to be in order */
  GArray *gaps;    /* of Gap, in the order of time */
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
      return 7;
    case RS_TRACE_COPY:
      return 6;
    case RS_TRACE_BUILTIN:
      return 5;
    case RS_TRACE_LAUNCH:
      return 4;
    case RS_TRACE_WAIT: /* another thread may tell what for */
      return 3;
    case RS_TRACE_LOOP:
    case RS_TRACE_STRETCH: /* whichever is within the other */
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

static void
take_kernel (Finder *self, const RsStretch *kernel)
{
  if (!self->any)
    self->first = kernel->from;
  else if (kernel->from > self->last)
    {
      g_array_append_val (self->gaps, ((Gap){ .from = self->last, .to = kernel->from }));
      self->idle = rs_trace_add (self->idle, kernel->from - self->last);
      self->n++;
      if (self->gaps->len >= MANY_GAPS)
        keep_longest (self->gaps);
    }
  self->last = self->any ? MAX (self->last, kernel->to) : kernel->to;
  self->any = TRUE;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const RsStretch *p = a, *q = b;

  return p->from < q->from ? -1 : p->from > q->from;
}

/* Takes the kernels that start first, but for some. */
static void
take_kernels (Finder *self, guint but)
{
  const guint n = self->kernels->len > but ? self->kernels->len - but : 0;

  g_array_sort (self->kernels, compare_starts);
  for (guint i = 0; i < n; i++)
    take_kernel (self, &g_array_index (self->kernels, RsStretch, i));
  if (n > 0)
    g_array_remove_range (self->kernels, 0, n);
}

/* Kernels come in the order in which they ended: on several devices, that is not the order of their starts. */
static gboolean
add_kernel (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Finder *self = data;
  RsStretch *last = self->kernels->len > 0 ? &g_array_index (self->kernels, RsStretch, self->kernels->len - 1) : NULL;

  if (last != NULL && event->start >= last->from && event->start <= last->to)
    {
      last->to = MAX (last->to, event->end);
      return TRUE;
    }
  g_array_append_val (self->kernels, ((RsStretch){ event->start, event->end }));
  if (self->kernels->len >= 2 * SORTED)
    take_kernels (self, SORTED);
  return TRUE;
}

/* Whether a part is better explained by another span than by its own. */
static gboolean
is_better (const Part *span, const Part *part)
{
  if (span->rank != part->rank)
    return span->rank > part->rank;
  return span->start != part->start ? span->start > part->start : span->end < part->end;
}

/* Gives a span what lies inside of it of the part at i. Returns the index of the part behind. */
static guint
claim (GArray *parts, guint i, const Part *span)
{
  const Part old = g_array_index (parts, Part, i);
  Part taken = *span;

  taken.from = MAX (old.from, span->start);
  taken.to = MIN (old.to, span->end);
  if (parts->len + 2 > MOST_PARTS && (taken.from > old.from || taken.to < old.to))
    return i + 1;
  g_array_index (parts, Part, i) = taken;
  if (taken.to < old.to)
    {
      Part after = old;

      after.from = taken.to;
      g_array_insert_val (parts, i + 1, after);
    }
  if (taken.from == old.from)
    return i + 1;
  g_array_insert_val (parts, i, old);
  g_array_index (parts, Part, i).to = taken.from;
  return i + 2;
}

static void
add_span_to_gap (Gap *gap, const Part *span)
{
  if (gap->parts == NULL)
    {
      gap->parts = g_array_new (FALSE, FALSE, sizeof (Part));
      g_array_append_val (gap->parts, ((Part){ .from = gap->from, .to = gap->to }));
    }
  for (guint i = 0; i < gap->parts->len;)
    {
      const Part *part = &g_array_index (gap->parts, Part, i);

      if (part->from >= span->end)
        break;
      i = part->to > span->start && is_better (span, part) ? claim (gap->parts, i, span) : i + 1;
    }
}

static void
add_span (const Finder *self, const RsTraceEvent *event)
{
  const Part span = { .rank = rank_of (event->kind),
                      .start = event->start,
                      .end = event->end,
                      .kind = event->kind,
                      .name = event->name,
                      .file = event->file,
                      .line = event->line,
                      .for_all = event->kind == RS_TRACE_WAIT && event->a == 0 };
  guint low = 0, high = self->gaps->len;

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
      if (overlap > (gap->to - gap->from - 1) / SHORTEST_PART)
        add_span_to_gap (gap, &span);
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
                 | one << RS_TRACE_WAIT | one << RS_TRACE_LOOP | one << RS_TRACE_STRETCH | one << RS_TRACE_FUNCTION;
  filter.least_duration = (shortest - 1) / SHORTEST_PART + 1;
  filter.stretches = (const RsStretch *)(gpointer)stretches->data;
  filter.n_stretches = stretches->len;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    add_span (self, &event.event);
  return rs_event_scan_finish (scan, error);
}

static gboolean
is_same (const Part *a, const Part *b)
{
  return a->kind == b->kind && a->name == b->name && a->file == b->file && a->line == b->line
         && a->for_all == b->for_all;
}

/* What the host did in several parts of a gap counts once. */
static void
add_parts (RsGroups *groups, GArray *parts)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      gint64 time = part->to - part->from;

      for (guint k = parts->len - 1; k > i; k--)
        {
          const Part *other = &g_array_index (parts, Part, k);

          if (!is_same (part, other))
            continue;
          time += other->to - other->from;
          g_array_remove_index (parts, k);
        }
      rs_groups_add (groups, &(RsGroupKey){ part->name, part->file, part->line, part->for_all, part->kind }, time, 0);
    }
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

      if (gap->parts != NULL)
        add_parts (groups, gap->parts);
      else
        rs_groups_add (groups, &(RsGroupKey){ 0 }, gap->to - gap->from, 0);
    }
  sums = rs_groups_list (groups);
  for (guint i = 0; i < sums->len; i++)
    {
      const RsGroup *sum = &g_array_index (sums, RsGroup, i);

      g_array_append_val (rows, ((RsGapRow){ .what = sum->key.flag != 0 ? rs_trace_kind_to_string (sum->key.flag) : "",
                                             .name = rs_trace_store_get_string (store, sum->key.name),
                                             .file = rs_trace_store_get_string (store, sum->key.file),
                                             .line = sum->key.line,
                                             .is_for_all = sum->key.detail != 0,
                                             .gaps = sum->n,
                                             .total = sum->total,
                                             .longest = sum->max }));
    }
  return rows;
}

static void
clear_gap (gpointer data)
{
  g_clear_pointer (&((Gap *)data)->parts, g_array_unref);
}

RsGapReport *
rs_gap_report_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, TRUE, sizeof (Gap));
  g_autoptr (GArray) kernels = g_array_new (FALSE, FALSE, sizeof (RsStretch));
  Finder finder = { .kernels = kernels, .gaps = gaps };
  RsGapReport *report;

  if (!rs_trace_range_foreach (store, range, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, TRUE, add_kernel, &finder,
                               error))
    return NULL;
  take_kernels (&finder, 0);
  keep_longest (gaps);
  g_array_sort (gaps, compare_times);
  g_array_set_clear_func (gaps, clear_gap);
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
