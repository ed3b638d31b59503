/* See memory.h. Two passes: the first finds the peak, the second what was there then.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory.h"

#include "profiler/analysis/groups.h"

#include <string.h>

#define MOST_OBJECTS 500000u /* at a time */

typedef struct {
  gint64 oid, bytes, since;
  guint32 name, file, line;
} Object;

typedef struct {
  RsGroupKey key;
  RsMemoryRow row;
  gint64 freed, lifetimes;
} Place;

typedef struct {
  GHashTable *objects; /* set of Object (owned), by oid */
  GHashTable *places;  /* set of Place (owned); NULL in the first pass */
  gint64 bytes, peak, peak_time, end;
  gint64 until;        /* objects are followed up to here */
  gboolean has_peak;   /* at_peak is filled in */
  gint64 untracked;
} Reader;

static gint64
add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

static guint
place_hash (gconstpointer data)
{
  const RsGroupKey *key = &((const Place *)data)->key;

  return key->name * 31 + key->file * 8191 + key->line * 131071;
}

static gboolean
place_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (&((const Place *)a)->key, &((const Place *)b)->key, sizeof (RsGroupKey)) == 0;
}

static Place *
find_place (Reader *self, const Object *object)
{
  Place wanted = { .key = { object->name, object->file, object->line, 0, 0 } };
  Place *place = g_hash_table_lookup (self->places, &wanted);

  if (place == NULL && g_hash_table_size (self->places) >= RS_MOST_GROUPS)
    {
      wanted.key = (RsGroupKey){ 0 };
      place = g_hash_table_lookup (self->places, &wanted);
    }
  if (place == NULL)
    g_hash_table_add (self->places, place = g_memdup2 (&wanted, sizeof wanted));
  return place;
}

static void
note_peak (Reader *self)
{
  GHashTableIter iter;
  gpointer object;

  self->has_peak = TRUE;
  g_hash_table_iter_init (&iter, self->objects);
  while (g_hash_table_iter_next (&iter, &object, NULL))
    {
      Place *place = find_place (self, object);

      place->row.at_peak = add (place->row.at_peak, ((const Object *)object)->bytes);
    }
}

static void
allocate (Reader *self, const RsTraceEvent *event)
{
  const Object object = { event->a, event->b, event->start, event->name, event->file, event->line };

  self->bytes = add (self->bytes, event->b);
  if (self->bytes > self->peak)
    {
      self->peak = self->bytes;
      self->peak_time = event->start;
    }
  if (g_hash_table_size (self->objects) >= MOST_OBJECTS)
    {
      self->untracked++;
      return;
    }
  g_hash_table_add (self->objects, g_memdup2 (&object, sizeof object));
  if (self->places != NULL)
    {
      Place *place = find_place (self, &object);

      place->row.allocations++;
      place->row.bytes = add (place->row.bytes, object.bytes);
    }
}

static void
release (Reader *self, const RsTraceEvent *event)
{
  const Object *object = g_hash_table_lookup (self->objects, &event->a);

  self->bytes = add (self->bytes, -event->b);
  if (object == NULL)
    return;
  if (self->places != NULL)
    {
      Place *place = find_place (self, object);

      place->freed++;
      place->lifetimes = add (place->lifetimes, event->start - object->since);
    }
  g_hash_table_remove (self->objects, &event->a);
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;

  if (event->start > self->until)
    return TRUE; /* threads' events are not strictly in order */
  if (event->kind == RS_TRACE_ALLOCATE)
    allocate (self, event);
  else
    release (self, event);
  if (self->places != NULL && !self->has_peak && self->bytes == self->peak && event->start == self->peak_time
      && event->kind == RS_TRACE_ALLOCATE)
    note_peak (self);
  return TRUE;
}

static gboolean
read_all (Reader *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  const guint64 kinds = G_GUINT64_CONSTANT (1) << RS_TRACE_ALLOCATE | G_GUINT64_CONSTANT (1) << RS_TRACE_FREE;

  return rs_trace_range_foreach (store, range, kinds, TRUE, add_event, self, error);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsMemoryRow *p = a, *q = b;
  int order;

  if (p->at_peak != q->at_peak)
    return p->at_peak < q->at_peak ? 1 : -1;
  if (p->bytes != q->bytes)
    return p->bytes < q->bytes ? 1 : -1;
  order = strcmp (p->file, q->file);
  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

/* What is left at the end, and texts. */
static GArray *
make_rows (Reader *self, RsTraceStore *store)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (RsMemoryRow));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->objects);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      Place *place = find_place (self, key);

      place->row.left++;
      place->row.left_bytes = add (place->row.left_bytes, ((const Object *)key)->bytes);
    }
  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      Place *place = key;

      place->row.name = rs_trace_store_get_string (store, place->key.name);
      place->row.file = rs_trace_store_get_string (store, place->key.file);
      place->row.line = place->key.line;
      place->row.lifetime = place->freed > 0 ? place->lifetimes / place->freed : 0;
      g_array_append_val (rows, place->row);
    }
  g_array_sort (rows, compare_rows);
  return rows;
}

RsMemoryReport *
rs_memory_report_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GHashTable) objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) places = g_hash_table_new_full (place_hash, place_equal, g_free, NULL);
  Reader first = { .objects = objects, .until = G_MAXINT64 }, second = first;
  RsMemoryReport *report;

  if (!read_all (&first, store, range, error))
    return NULL;
  g_hash_table_remove_all (objects);
  second.places = places;
  second.peak = first.peak;
  second.peak_time = first.peak_time;
  if (!read_all (&second, store, range, error))
    return NULL;
  report = g_new0 (RsMemoryReport, 1);
  report->peak_bytes = first.peak;
  report->peak_time = first.peak_time;
  report->untracked = second.untracked;
  report->rows = make_rows (&second, store);
  return report;
}

void
rs_memory_report_free (RsMemoryReport *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

static int
compare_objects (gconstpointer a, gconstpointer b)
{
  const RsMemoryObject *p = a, *q = b;

  if (p->bytes != q->bytes)
    return p->bytes < q->bytes ? 1 : -1;
  return p->oid < q->oid ? -1 : p->oid > q->oid;
}

GArray *
rs_memory_objects_read (RsTraceStore *store, gint64 time, GError **error)
{
  g_autoptr (GHashTable) objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Reader reader = { .objects = objects, .until = time };
  GArray *rows;
  GHashTableIter iter;
  gpointer key;

  if (!read_all (&reader, store, NULL, error))
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsMemoryObject));
  g_hash_table_iter_init (&iter, objects);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const Object *object = key;

      g_array_append_val (rows, ((RsMemoryObject){ object->oid, object->bytes, object->since,
                                                   rs_trace_store_get_string (store, object->name),
                                                   rs_trace_store_get_string (store, object->file), object->line }));
    }
  g_array_sort (rows, compare_objects);
  return rows;
}
