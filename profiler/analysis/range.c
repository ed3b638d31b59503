/* Events and sums of a part of a trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/range.h"

#include "profiler/store/event-scan.h"

#include <math.h>
#include <string.h>

gboolean
rs_trace_range_is_all (const RsTraceRange *range)
{
  return range == NULL
         || (range->from == G_MININT64 && range->to == G_MAXINT64 && range->track == NULL && range->kernel == NULL);
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

/* --- which events --- */

/* The track of that name or number, the first of several. */
static gboolean
find_track (RsTraceStore *store, const char *wanted, guint32 *track, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  guint64 number = G_MAXUINT64;

  if (tracks == NULL)
    return FALSE;
  g_ascii_string_to_unsigned (wanted, 10, 0, G_MAXUINT32, &number, NULL);
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *row = &g_array_index (tracks, RsTrackRow, i);

      if (strcmp (row->name, wanted) == 0 || row->id == number)
        {
          *track = row->id;
          return TRUE;
        }
    }
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "no track of this trace is named \"%s\"; trace query 'SELECT id, name FROM tracks' lists them", wanted);
  return FALSE;
}

/* What belongs to a kernel: a set of names that are its name, and the launches of it (launch ids). */
typedef struct {
  GHashTable *launches; /* set of gint64 */
  const char *name;
  RsTraceStore *store;
  guint32 last_name;    /* an id that is its name; 0: none seen */
} KernelFilter;

static gboolean
has_name (KernelFilter *self, guint32 name)
{
  if (name != 0 && name == self->last_name)
    return TRUE;
  if (strcmp (rs_trace_store_get_string (self->store, name), self->name) != 0)
    return FALSE;
  self->last_name = name;
  return TRUE;
}

static gboolean
collect_launches (KernelFilter *self, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = 1u << RS_TRACE_LAUNCH | 1u << RS_TRACE_KERNEL;
  scan = rs_event_scan_new (self->store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    if (has_name (self, event.event.name))
      g_hash_table_add (self->launches, g_memdup2 (&event.event.a, sizeof event.event.a));
  if (!rs_event_scan_finish (scan, error))
    return FALSE;
  if (g_hash_table_size (self->launches) > 0)
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "no kernel of this trace is named \"%s\"; trace kernels lists them", self->name);
  return FALSE;
}

static gboolean
belongs_to_kernel (KernelFilter *self, const RsTraceEvent *event)
{
  const gint64 parent = event->parent;

  if (has_name (self, event->name))
    return TRUE;
  return parent != 0 && g_hash_table_contains (self->launches, &parent);
}

gboolean
rs_trace_range_foreach (RsTraceStore *store, const RsTraceRange *range, guint64 kinds, gboolean in_order,
                        RsTraceEventFunc func, gpointer data, GError **error)
{
  g_autoptr (GHashTable) launches = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  KernelFilter kernel = { launches, range != NULL ? range->kernel : NULL, store, 0 };
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent event;
  RsEventScan *scan;

  filter.kinds = kinds;
  filter.in_order = in_order;
  if (range != NULL)
    {
      filter.start_from = range->from;
      filter.start_to = range->to == G_MAXINT64 ? G_MAXINT64 : range->to - (range->to > G_MININT64);
      if (range->track != NULL && !find_track (store, range->track, &filter.track, error))
        return FALSE;
      /* By parts when the order does not count. */
      filter.one_track = range->track != NULL;
      if (kernel.name != NULL && !collect_launches (&kernel, error))
        return FALSE;
    }
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    if ((kernel.name == NULL || belongs_to_kernel (&kernel, &event.event)) && !func (event.id, &event.event, data))
      break;
  return rs_event_scan_finish (scan, error);
}

/* --- sums --- */

typedef struct {
  guint32 name, file, line, detail;
  RsTotalRow row;
} Sum;

typedef struct {
  GHashTable *sums; /* set of Sum (owned) */
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

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Sums *self = data;
  gint64 duration = event->end - event->start;
  const Sum key = { event->name, event->file, event->line, self->by_detail ? event->detail : 0,
                    { .kind = event->kind, .min = duration, .max = duration } };
  Sum *sum = g_hash_table_lookup (self->sums, &key);

  if (sum == NULL)
    {
      sum = g_memdup2 (&key, sizeof key);
      g_hash_table_add (self->sums, sum);
    }
  sum->row.n++;
  sum->row.total = wrap_add (sum->row.total, duration);
  sum->row.min = MIN (sum->row.min, duration);
  sum->row.max = MAX (sum->row.max, duration);
  sum->row.sum_a = wrap_add (sum->row.sum_a, event->a);
  sum->row.sum_b = wrap_add (sum->row.sum_b, event->b);
  sum->row.max_threads = MAX (sum->row.max_threads, event->threads);
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
  gboolean kept_by_detail = kind == RS_TRACE_COPY || kind == RS_TRACE_DECISION || kind == RS_TRACE_COMPUTE;
  g_autoptr (GHashTable) set = NULL;
  Sums sums = { NULL, by_detail || kept_by_detail };
  GHashTableIter iter;
  gpointer key;
  GArray *rows;

  if (rs_trace_range_is_all (range) && by_detail <= kept_by_detail)
    return rs_trace_store_read_totals (store, kind, error);
  set = sums.sums = g_hash_table_new_full (sum_hash, sum_equal, g_free, NULL);
  if (!rs_trace_range_foreach (store, range, G_GUINT64_CONSTANT (1) << kind, FALSE, add_event, &sums, error))
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
