/* See range-filter.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/range-filter.h"

#include "profiler/store/chunks/event-scan.h"

#include <string.h>

#define BIT(kind) (G_GUINT64_CONSTANT (1) << (kind))

/* What belongs to a kernel: a set of names that are its name, and the launches of it (launch ids). */
typedef struct {
  GHashTable *launches; /* set of gint64; owned */
  const char *name;     /* NULL: everything belongs */
  RsTraceStore *store;
  guint32 last_name; /* an id that is its name; 0: none seen */
} KernelFilter;

/* What belongs to an array: what happened to it, and the launches that got it (the low 32 bits of their ids). */
typedef struct {
  gint64 object;        /* 0: everything belongs */
  GHashTable *launches; /* owned */
} ObjectFilter;

struct _RsRangeFilter {
  KernelFilter kernel;
  ObjectFilter object;
  gboolean one_track;
  guint32 track;
};

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

  filter.kinds = BIT (RS_TRACE_LAUNCH) | BIT (RS_TRACE_KERNEL);
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

RsRangeFilter *
rs_range_filter_new (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (RsRangeFilter) self = g_new0 (RsRangeFilter, 1);

  self->kernel.store = store;
  if (range == NULL)
    return g_steal_pointer (&self);
  self->kernel.name = range->kernel;
  self->object.object = range->object;
  self->one_track = range->track != NULL;
  if (range->track != NULL && !find_track (store, range->track, &self->track, error))
    return NULL;
  if (range->kernel != NULL)
    {
      self->kernel.launches = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      if (!collect_launches (&self->kernel, error))
        return NULL;
    }
  if (range->object != 0)
    {
      self->object.launches = g_hash_table_new (NULL, NULL);
      if (!collect_users (&self->object, store, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
rs_range_filter_free (RsRangeFilter *self)
{
  g_clear_pointer (&self->kernel.launches, g_hash_table_unref);
  g_clear_pointer (&self->object.launches, g_hash_table_unref);
  g_free (self);
}

gboolean
rs_range_filter_has (RsRangeFilter *self, const RsTraceEvent *event)
{
  return (!self->one_track || event->track == self->track)
         && (self->kernel.name == NULL || belongs_to_kernel (&self->kernel, event))
         && belongs_to_object (&self->object, event);
}

gboolean
rs_range_filter_get_track (const RsRangeFilter *self, guint32 *track)
{
  if (self->one_track)
    *track = self->track;
  return self->one_track;
}
