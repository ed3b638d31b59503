/* Events and sums of a part of a trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/range.h"

#include "profiler/analysis/passes/range-filter.h"
#include "profiler/store/chunks/event-scan.h"

#include <math.h>
#include <string.h>

gboolean
rs_trace_is_part (RsTraceStore *store)
{
  g_autofree char *part = rs_trace_store_dup_meta (store, "part");

  return part != NULL;
}

gboolean
rs_trace_range_is_all (const RsTraceRange *range)
{
  return range == NULL
         || (range->from == G_MININT64 && range->to == G_MAXINT64 && range->track == NULL && range->kernel == NULL
             && range->object == 0);
}

/* --- what a and b are --- */

#define BIT(kind) (G_GUINT64_CONSTANT (1) << (kind))

gboolean
rs_trace_kind_is_of_object (guint32 kind)
{
  const guint64 kinds = BIT (RS_TRACE_ALLOCATE) | BIT (RS_TRACE_FREE) | BIT (RS_TRACE_COPY) | BIT (RS_TRACE_WAIT)
                        | BIT (RS_TRACE_ARGUMENT) | BIT (RS_TRACE_EVICT);

  return kind < 64 && (kinds & BIT (kind)) != 0;
}

gboolean
rs_trace_kind_is_of_launch (guint32 kind)
{
  const guint64 kinds = BIT (RS_TRACE_LAUNCH) | BIT (RS_TRACE_KERNEL) | BIT (RS_TRACE_CHUNK) | BIT (RS_TRACE_PLACE)
                        | BIT (RS_TRACE_DEVICE_COPY) | BIT (RS_TRACE_DEVICE_FILL) | BIT (RS_TRACE_DRIVER_CALL);

  return kind < 64 && (kinds & BIT (kind)) != 0;
}

guint32
rs_trace_event_get_launch (const RsTraceEvent *event)
{
  return rs_trace_kind_is_of_launch (event->kind) ? (guint32)event->a : event->parent;
}

gboolean
rs_trace_kind_has_bytes (guint32 kind)
{
  const guint64 kinds = BIT (RS_TRACE_ALLOCATE) | BIT (RS_TRACE_FREE) | BIT (RS_TRACE_COPY) | BIT (RS_TRACE_ARGUMENT)
                        | BIT (RS_TRACE_EVICT) | BIT (RS_TRACE_DEVICE_COPY) | BIT (RS_TRACE_DEVICE_FILL)
                        | BIT (RS_TRACE_DEVICE_MEMORY) | BIT (RS_TRACE_TRAFFIC) | BIT (RS_TRACE_MIGRATE);

  return kind < 64 && (kinds & BIT (kind)) != 0;
}

gboolean
rs_parse_time (const char *text, gint64 *ns)
{
  static const struct {
    const char *name;
    double ns;
  } units[] = { { "", 1 }, { "ns", 1 }, { "us", 1e3 }, { "\302\265s", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
  char *end = NULL;
  double value = g_ascii_strtod (text, &end);

  if (end == text || !isfinite (value))
    return FALSE;
  while (*end == ' ')
    end++;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].name) == 0 && fabs (value * units[i].ns) < 4e18)
      {
        *ns = (gint64)round (value * units[i].ns);
        return TRUE;
      }
  return FALSE;
}

/* --- events --- */

/* The rest of filter is set. */
static RsEventScan *
begin (RsTraceStore *store, const RsTraceRange *range, const RsRangeFilter *belongs, RsEventFilter filter,
       GError **error)
{
  if (range != NULL && !range->by_launch)
    {
      *(range->with_open ? &filter.end_from : &filter.start_from) = range->from;
      filter.start_to = range->to == G_MAXINT64 ? G_MAXINT64 : range->to - (range->to > G_MININT64);
    }
  /* By parts when the order does not count. */
  filter.one_track = rs_range_filter_get_track (belongs, &filter.track);
  return rs_event_scan_new (store, &filter, error);
}

gboolean
rs_trace_range_foreach (RsTraceStore *store, const RsTraceRange *range, guint64 kinds, gboolean in_order,
                        RsTraceEventFunc func, gpointer data, GError **error)
{
  g_autoptr (RsRangeFilter) belongs = rs_range_filter_new (store, range, error);
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;

  if (belongs == NULL)
    return FALSE;
  filter.kinds = kinds;
  filter.in_order = in_order;
  scan = begin (store, range, belongs, filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    if (rs_range_filter_has (belongs, &event.event) && !func (event.id, &event.event, data))
      break;
  return rs_event_scan_finish (scan, error);
}

gboolean
rs_trace_range_foreach_by_start (RsTraceStore *store, const RsTraceRange *range, guint64 kinds, RsTraceEventFunc func,
                                 RsTraceBoundFunc bound, gpointer data, GError **error)
{
  g_autoptr (RsRangeFilter) belongs = rs_range_filter_new (store, range, error);
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  gint64 passed = G_MININT64;
  RsScannedEvent event;
  RsEventScan *scan;

  if (belongs == NULL)
    return FALSE;
  filter.kinds = kinds;
  filter.by_start = TRUE;
  scan = begin (store, range, belongs, filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    {
      if (rs_event_scan_get_bound (scan) > passed)
        {
          passed = rs_event_scan_get_bound (scan);
          bound (passed, data);
        }
      if (rs_range_filter_has (belongs, &event.event) && !func (event.id, &event.event, data))
        break;
    }
  return rs_event_scan_finish (scan, error);
}

static gboolean
add_launch (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  g_hash_table_add (data, g_memdup2 (&event->a, sizeof event->a));
  return TRUE;
}

GHashTable *
rs_trace_range_find_launches (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GHashTable) launches = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  return rs_trace_range_foreach (store, range, BIT (RS_TRACE_KERNEL), FALSE, add_launch, launches, error)
             ? g_steal_pointer (&launches)
             : NULL;
}

GArray *
rs_trace_range_read_line_values (RsTraceStore *store, RsLineTable table, const RsTraceRange *range, GError **error)
{
  g_assert (table < RS_N_LINE_TABLES);

  g_autoptr (GArray) values = rs_trace_store_read_line_values (store, table, error);
  g_autoptr (GHashTable) launches = NULL;
  guint n = 0;

  if (values == NULL || values->len == 0 || rs_trace_range_is_all (range))
    return g_steal_pointer (&values);
  launches = rs_trace_range_find_launches (store, range, error);
  if (launches == NULL)
    return NULL;
  for (guint i = 0; i < values->len; i++)
    {
      const RsLineValue value = g_array_index (values, RsLineValue, i);

      if (g_hash_table_contains (launches, &value.launch))
        g_array_index (values, RsLineValue, n++) = value;
    }
  g_array_set_size (values, n);
  return g_steal_pointer (&values);
}

/* --- sums --- */

typedef struct {
  guint32 name, file, line, detail;
  RsTotalRow row;
} Sum;

typedef struct {
  GHashTable *sums; /* set of Sum (owned) */
  RsTraceKind kind;
  gboolean by_detail;
} Sums;

static guint
sum_hash (gconstpointer key)
{
  const Sum *sum = key;

  return sum->name * 31 + sum->file * 8191 + sum->line * 131071 + sum->detail * 524287;
}

static gboolean
sum_equal (gconstpointer a, gconstpointer b)
{
  const Sum *p = a, *q = b;

  return p->name == q->name && p->file == q->file && p->line == q->line && p->detail == q->detail;
}

static gint64
wrap_add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

/* n events of a place, whose durations come to total. */
static void
add_sums (Sums *self, const Sum *key, const RsTotalRow *more)
{
  Sum *sum = g_hash_table_lookup (self->sums, key);

  if (sum == NULL)
    {
      sum = g_memdup2 (key, sizeof *key);
      sum->row.min = more->min;
      sum->row.max = more->max;
      g_hash_table_add (self->sums, sum);
    }
  sum->row.n = wrap_add (sum->row.n, more->n);
  sum->row.total = wrap_add (sum->row.total, more->total);
  sum->row.min = MIN (sum->row.min, more->min);
  sum->row.max = MAX (sum->row.max, more->max);
  sum->row.sum_a = wrap_add (sum->row.sum_a, more->sum_a);
  sum->row.sum_b = wrap_add (sum->row.sum_b, more->sum_b);
  sum->row.max_threads = MAX (sum->row.max_threads, more->max_threads);
}

/* As in profiler/store/part.h: of what was folded, extremes are not known for a range. */
static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Sums *self = data;
  const gint64 duration = event->end - event->start, mean = event->a > 0 ? event->b / event->a : 0;
  Sum key = { event->name, event->file, event->line, 0, { .kind = self->kind } };

  if (event->kind == RS_TRACE_FOLD && self->kind != RS_TRACE_FOLD)
    {
      if (event->threads == self->kind)
        add_sums (self, &key, &(RsTotalRow){ .n = event->a, .total = event->b, .min = mean, .max = mean });
      return TRUE;
    }
  if (event->kind == RS_TRACE_PAIRS && self->kind != RS_TRACE_PAIRS)
    {
      key.name = self->kind == RS_TRACE_ALLOCATE ? key.name : 0;
      add_sums (self, &key, &(RsTotalRow){ .n = event->a, .sum_b = (gint64)((guint64)event->a * event->threads) });
      return TRUE;
    }
  key.detail = self->by_detail ? event->detail : 0;
  add_sums (self, &key,
            &(RsTotalRow){ .n = 1,
                           .total = duration,
                           .min = duration,
                           .max = duration,
                           .sum_a = event->a,
                           .sum_b = event->b,
                           .max_threads = event->threads });
  return TRUE;
}

static int
compare_totals (gconstpointer a, gconstpointer b)
{
  const RsTotalRow *p = a, *q = b;
  int order;

  if (p->total != q->total)
    return p->total < q->total ? 1 : -1;
  order = strcmp (p->name, q->name);
  if (order == 0)
    order = strcmp (p->file, q->file);
  if (order == 0 && p->line != q->line)
    order = p->line < q->line ? -1 : 1;
  return order != 0 ? order : strcmp (p->detail, q->detail);
}

GArray *
rs_trace_range_read_totals (RsTraceStore *store, const RsTraceRange *range, RsTraceKind kind, gboolean by_detail,
                            GError **error)
{
  g_assert ((guint)kind < 64);

  gboolean kept_by_detail = rs_trace_kind_has_totals_by_detail (kind);
  g_autoptr (GHashTable) set = NULL;
  Sums sums = { NULL, kind, by_detail || kept_by_detail };
  guint64 kinds = BIT (kind) | BIT (RS_TRACE_FOLD);
  GHashTableIter iter;
  gpointer key;
  GArray *rows;

  if (kind == RS_TRACE_ALLOCATE || kind == RS_TRACE_FREE)
    kinds |= BIT (RS_TRACE_PAIRS);
  if (rs_trace_range_is_all (range) && by_detail <= kept_by_detail)
    return rs_trace_store_read_totals (store, kind, error);
  set = sums.sums = g_hash_table_new_full (sum_hash, sum_equal, g_free, NULL);
  if (!rs_trace_range_foreach (store, range, kinds, FALSE, add_event, &sums, error))
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsTotalRow));
  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const Sum *sum = key;
      RsTotalRow row = sum->row;

      row.name = rs_trace_store_get_string (store, sum->name);
      row.file = rs_trace_store_get_string (store, sum->file);
      row.line = sum->line;
      row.detail = rs_trace_store_get_string (store, sum->detail);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_totals);
  return rows;
}
