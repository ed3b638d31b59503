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

gboolean
rs_trace_kind_has_bytes (guint32 kind)
{
  const guint64 kinds = BIT (RS_TRACE_ALLOCATE) | BIT (RS_TRACE_FREE) | BIT (RS_TRACE_COPY) | BIT (RS_TRACE_ARGUMENT)
                        | BIT (RS_TRACE_EVICT) | BIT (RS_TRACE_DEVICE_COPY) | BIT (RS_TRACE_DEVICE_FILL)
                        | BIT (RS_TRACE_DEVICE_MEMORY) | BIT (RS_TRACE_TRAFFIC);

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

/* What belongs to an array: what happened to it, and the launches that got it (the low 32 bits of their ids). */
typedef struct {
  gint64 object; /* 0: everything belongs */
  GHashTable *launches;
} ObjectFilter;

/* A launch: its place, and what its argument events say. */
typedef struct {
  guint32 id, name, file, line;
  gboolean has_arguments; /* else they are those of the launch before at its place */
  gboolean gets_object;
} Use;

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const Use *p = a, *q = b;

  if (p->name != q->name)
    return p->name < q->name ? -1 : 1;
  if (p->file != q->file)
    return p->file < q->file ? -1 : 1;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  return p->id < q->id ? -1 : p->id > q->id;
}

/* launches: of Use by id. Adds to the filter's those that get its object. */
static void
add_users (ObjectFilter *self, GHashTable *launches)
{
  g_autoptr (GArray) uses = g_array_sized_new (FALSE, FALSE, sizeof (Use), g_hash_table_size (launches));
  GHashTableIter iter;
  gpointer use;

  g_hash_table_iter_init (&iter, launches);
  while (g_hash_table_iter_next (&iter, NULL, &use))
    g_array_append_vals (uses, use, 1);
  g_array_sort (uses, compare_uses);
  for (guint i = 0; i < uses->len; i++)
    {
      Use *one = &g_array_index (uses, Use, i);
      const Use *before = i > 0 ? one - 1 : NULL;

      if (!one->has_arguments && before != NULL && before->name == one->name && before->file == one->file
          && before->line == one->line)
        one->gets_object = before->gets_object;
      if (one->gets_object)
        g_hash_table_add (self->launches, GUINT_TO_POINTER (one->id));
    }
}

static Use *
find_use (GHashTable *launches, guint32 id)
{
  Use *use = g_hash_table_lookup (launches, GUINT_TO_POINTER (id));

  if (use == NULL)
    {
      use = g_new0 (Use, 1);
      use->id = id;
      g_hash_table_insert (launches, GUINT_TO_POINTER (id), use);
    }
  return use;
}

/* Takes in one event. Returns whether it tells of the object. */
static gboolean
note_use (ObjectFilter *self, GHashTable *launches, const RsTraceEvent *event)
{
  if (event->kind == RS_TRACE_LAUNCH)
    {
      Use *use = find_use (launches, (guint32)event->a);

      use->name = event->name;
      use->file = event->file;
      use->line = event->line;
      return FALSE;
    }
  if (event->kind == RS_TRACE_ARGUMENT && event->parent != 0)
    {
      Use *use = find_use (launches, event->parent);

      use->has_arguments = TRUE;
      use->gets_object |= event->a == self->object;
    }
  return event->a == self->object;
}

static gboolean
collect_users (ObjectFilter *self, RsTraceStore *store, GError **error)
{
  g_autoptr (GHashTable) launches = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  gboolean is_known = FALSE;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = BIT (RS_TRACE_LAUNCH) | BIT (RS_TRACE_ARGUMENT) | BIT (RS_TRACE_ALLOCATE) | BIT (RS_TRACE_COPY);
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    is_known |= note_use (self, launches, &event.event);
  if (!rs_event_scan_finish (scan, error))
    return FALSE;
  add_users (self, launches);
  if (!is_known)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                 "no array of this trace has the number %" G_GINT64_FORMAT "; trace memory --at TIME lists them",
                 self->object);
  return is_known;
}

static gboolean
belongs_to_object (ObjectFilter *self, const RsTraceEvent *event)
{
  if (self->object == 0 || (rs_trace_kind_is_of_object (event->kind) && event->a == self->object))
    return TRUE;
  return (event->kind == RS_TRACE_LAUNCH || event->kind == RS_TRACE_KERNEL || event->kind == RS_TRACE_PLACE)
         && g_hash_table_contains (self->launches, GUINT_TO_POINTER ((guint32)event->a));
}

gboolean
rs_trace_range_foreach (RsTraceStore *store, const RsTraceRange *range, guint64 kinds, gboolean in_order,
                        RsTraceEventFunc func, gpointer data, GError **error)
{
  g_autoptr (GHashTable) launches = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) users = g_hash_table_new (NULL, NULL);
  KernelFilter kernel = { launches, range != NULL ? range->kernel : NULL, store, 0 };
  ObjectFilter object = { range != NULL ? range->object : 0, users };
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
      if (object.object != 0 && !collect_users (&object, store, error))
        return FALSE;
    }
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    if ((kernel.name == NULL || belongs_to_kernel (&kernel, &event.event)) && belongs_to_object (&object, &event.event)
        && !func (event.id, &event.event, data))
      break;
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
