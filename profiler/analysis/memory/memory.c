/* See memory.h. One pass. What was there at the peak is a snapshot of the places that is made as they change: a place
 * that changes for the first time since the newest peak notes what it had.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/memory.h"

#include "profiler/analysis/passes/groups.h"
#include "profiler/analysis/passes/live-objects.h"

#include <string.h>

#define MOST_OBJECTS 500000u /* at a time */
#define RECENT 256u

typedef struct {
  RsGroupKey key;
  RsMemoryRow row; /* at_peak: as of the peak seen_peak */
  gint64 freed, lifetimes;
  gint64 bytes; /* of what is there */
  guint64 seen_peak;
} Place;

typedef struct {
  RsLiveObjects objects;
  GHashTable *places;    /* set of Place (owned); NULL: only objects are wanted */
  Place *recent[RECENT]; /* by hash; NULL: none */
  gint64 bytes, peak, peak_time;
  gint64 until;    /* objects are followed up to here */
  guint64 n_peaks; /* each higher than the one before */
  gint64 untracked;
} Reader;

static gint64
add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

static guint
hash_of (guint32 name, guint32 file, guint32 line)
{
  return name * 31 + file * 8191 + line * 131071;
}

static guint
place_hash (gconstpointer data)
{
  const RsGroupKey *key = &((const Place *)data)->key;

  return hash_of (key->name, key->file, key->line);
}

static gboolean
place_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (&((const Place *)a)->key, &((const Place *)b)->key, sizeof (RsGroupKey)) == 0;
}

static Place *
find_new_place (Reader *self, const RsTraceEvent *event)
{
  Place wanted = { .key = { event->name, event->file, event->line, 0, 0 } };
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

static Place *
find_place (Reader *self, const RsTraceEvent *event)
{
  Place **recent = &self->recent[hash_of (event->name, event->file, event->line) % RECENT];

  if (*recent == NULL || (*recent)->key.name != event->name || (*recent)->key.file != event->file
      || (*recent)->key.line != event->line)
    *recent = find_new_place (self, event);
  return *recent;
}

static void
note_peak (const Reader *self, Place *place)
{
  if (place->seen_peak == self->n_peaks)
    return;
  place->seen_peak = self->n_peaks;
  place->row.at_peak = place->bytes;
}

static void
change_place (const Reader *self, Place *place, gint64 bytes)
{
  note_peak (self, place);
  place->bytes = add (place->bytes, bytes);
}

static void
enter_object (Reader *self, const RsTraceEvent *event)
{
  RsLiveObject *object = rs_live_objects_find (&self->objects, event->a);

  if (self->objects.n >= MOST_OBJECTS)
    {
      self->untracked++;
      return;
    }
  if (object != NULL && object->place != NULL)
    change_place (self, object->place, -object->bytes);
  if (object == NULL)
    object = rs_live_objects_add (&self->objects, event->a);
  object->bytes = event->b;
  object->since = event->start;
  object->name = event->name;
  object->file = event->file;
  object->line = event->line;
  object->place = NULL;
  if (self->places != NULL)
    {
      Place *place = object->place = find_place (self, event);

      place->row.allocations++;
      place->row.bytes = add (place->row.bytes, event->b);
      change_place (self, place, event->b);
    }
}

static void
allocate (Reader *self, const RsTraceEvent *event)
{
  self->bytes = add (self->bytes, event->b);
  enter_object (self, event);
  if (self->bytes <= self->peak)
    return;
  self->peak = self->bytes;
  self->peak_time = event->start;
  self->n_peaks++;
}

static void
release (Reader *self, const RsTraceEvent *event)
{
  RsLiveObject *object = rs_live_objects_find (&self->objects, event->a);
  Place *place;

  self->bytes = add (self->bytes, -event->b);
  if (object == NULL)
    return;
  place = object->place;
  if (place != NULL)
    {
      change_place (self, place, -object->bytes);
      place->freed++;
      place->lifetimes = add (place->lifetimes, event->start - object->since);
    }
  rs_live_objects_remove (&self->objects, object);
}

/* What was in use at most is told by single events. */
static void
add_pairs (Reader *self, const RsTraceEvent *event)
{
  Place *place;

  if (self->places == NULL)
    return; /* their numbers are not known */
  place = find_place (self, event);
  place->row.allocations = add (place->row.allocations, event->a);
  place->row.bytes = add (place->row.bytes, (gint64)((guint64)event->a * event->threads));
  place->freed = add (place->freed, event->a);
  place->lifetimes = add (place->lifetimes, event->b);
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;

  if (event->start > self->until)
    return TRUE; /* threads' events are not strictly in order */
  if (event->kind == RS_TRACE_ALLOCATE)
    allocate (self, event);
  else if (event->kind == RS_TRACE_FREE)
    release (self, event);
  else
    add_pairs (self, event);
  return TRUE;
}

static gboolean
read_all (Reader *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  const guint64 one = 1, kinds = one << RS_TRACE_ALLOCATE | one << RS_TRACE_FREE | one << RS_TRACE_PAIRS;

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

  for (guint i = 0; i <= self->objects.mask; i++)
    if (self->objects.slots[i].used)
      {
        Place *place = self->objects.slots[i].place;

        place->row.left++;
        place->row.left_bytes = add (place->row.left_bytes, self->objects.slots[i].bytes);
      }
  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      Place *place = key;

      note_peak (self, place);
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
  g_autoptr (GHashTable) places = g_hash_table_new_full (place_hash, place_equal, g_free, NULL);
  Reader reader = { .places = places, .until = G_MAXINT64 };
  RsMemoryReport *report = NULL;

  rs_live_objects_init (&reader.objects);
  if (read_all (&reader, store, range, error))
    {
      report = g_new0 (RsMemoryReport, 1);
      report->peak_bytes = reader.peak;
      report->peak_time = reader.peak_time;
      report->untracked = reader.untracked;
      report->rows = make_rows (&reader, store);
    }
  rs_live_objects_clear (&reader.objects);
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
  Reader reader = { .until = time };
  GArray *rows = NULL;

  rs_live_objects_init (&reader.objects);
  if (read_all (&reader, store, NULL, error))
    {
      rows = g_array_new (FALSE, TRUE, sizeof (RsMemoryObject));
      for (guint i = 0; i <= reader.objects.mask; i++)
        {
          const RsLiveObject *object = &reader.objects.slots[i];

          if (object->used)
            g_array_append_val (rows,
                                ((RsMemoryObject){ object->oid, object->bytes, object->since,
                                                   rs_trace_store_get_string (store, object->name),
                                                   rs_trace_store_get_string (store, object->file), object->line }));
        }
      g_array_sort (rows, compare_objects);
    }
  rs_live_objects_clear (&reader.objects);
  return rows;
}
