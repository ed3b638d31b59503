/* See memory-curve.h. One pass in the order of events: each change is entered at its part of the range, and parts in
 * which nothing changes hold what the one before ended with.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/memory-curve.h"

#include "profiler/analysis/timeline/timeline.h"

#include <string.h>

#define MOST_MEMORIES 32u    /* one bit each */
#define MOST_OBJECTS 500000u /* that are followed on devices at a time */

/* A curve while it is read. */
typedef struct {
  RsMemoryCurve *curve; /* owned by the result */
  gint64 held;
  guint last; /* part of the newest change */
} Memory;

typedef struct {
  gint64 oid, bytes;
  guint32 memories; /* bit k: of memory k; 0 is the host */
} Object;

typedef struct {
  RsTraceStore *store;
  RsMemoryCurves *result;
  GArray *memories;       /* of Memory */
  GHashTable *objects;    /* set of Object (owned), by oid: those that a device has */
  GHashTable *freed;      /* set of oids (owned): their copies may be told later */
  GHashTable *directions; /* detail of a copy -> both memories as numbers, packed, plus 1 */
} Reader;

static void
curve_free (gpointer data)
{
  RsMemoryCurve *curve = data;

  g_free (curve->memory);
  g_free (curve->bytes);
  g_free (curve);
}

static guint
find_memory (Reader *self, const char *name)
{
  Memory memory = { 0 };

  for (guint i = 0; i < self->memories->len; i++)
    if (strcmp (g_array_index (self->memories, Memory, i).curve->memory, name) == 0)
      return i;
  if (self->memories->len >= MOST_MEMORIES)
    return MOST_MEMORIES - 1;
  memory.curve = g_new0 (RsMemoryCurve, 1);
  memory.curve->memory = g_strdup (name);
  memory.curve->bytes = g_new0 (gint64, self->result->n_points);
  g_ptr_array_add (self->result->curves, memory.curve);
  g_array_append_val (self->memories, memory);
  return self->memories->len - 1;
}

/* The parts behind the newest change up to this one hold what was held there. */
static void
fill (const Reader *self, Memory *memory, guint part)
{
  for (; memory->last < part; memory->last++)
    memory->curve->bytes[memory->last + 1] = memory->held;
}

static void
change (Reader *self, guint index, gint64 time, gint64 bytes)
{
  RsMemoryCurves *result = self->result;
  Memory *memory = &g_array_index (self->memories, Memory, index);
  RsMemoryCurve *curve = memory->curve;
  guint part;

  memory->held = (gint64)((guint64)memory->held + (guint64)bytes);
  if (time < result->from)
    {
      curve->bytes[0] = memory->held; /* what it begins with */
      if (memory->last == 0)
        {
          curve->peak = memory->held;
          curve->peak_time = result->from;
        }
      return;
    }
  if (time > result->to)
    return;
  part = (guint)MIN ((double)(time - result->from) / (double)MAX (result->to - result->from, 1) * result->n_points,
                     result->n_points - 1);
  memory->held -= bytes;
  fill (self, memory, part);
  memory->held = rs_trace_add (memory->held, bytes);
  /* Threads' events are not strictly in order. */
  curve->bytes[MAX (part, memory->last)] = MAX (curve->bytes[MAX (part, memory->last)], memory->held);
  if (memory->held > curve->peak)
    {
      curve->peak = memory->held;
      curve->peak_time = time;
    }
}

/* --- devices --- */

/* "host->opencl:0": the numbers of both memories. FALSE: it does not read so. */
static gboolean
read_direction (Reader *self, guint32 detail, guint *from, guint *to)
{
  guint packed = GPOINTER_TO_UINT (g_hash_table_lookup (self->directions, GUINT_TO_POINTER (detail)));

  if (packed == 0)
    {
      g_auto (GStrv) names = g_strsplit (rs_trace_store_get_string (self->store, detail), "->", 2);

      if (g_strv_length (names) != 2)
        return FALSE;
      packed = (find_memory (self, names[0]) << 8 | find_memory (self, names[1])) + 1;
      g_hash_table_insert (self->directions, GUINT_TO_POINTER (detail), GUINT_TO_POINTER (packed));
    }
  *from = (packed - 1) >> 8;
  *to = (packed - 1) & 255;
  return TRUE;
}

static void
add_replica (Reader *self, Object *object, guint memory, gint64 time)
{
  if (memory == 0 || (object->memories & 1u << memory) != 0)
    return;
  object->memories |= 1u << memory;
  change (self, memory, time, object->bytes);
}

static void
note_copy (Reader *self, const RsTraceEvent *event)
{
  Object *object = g_hash_table_lookup (self->objects, &event->a);
  guint from, to;

  if (!read_direction (self, event->detail, &from, &to))
    return;
  if (object == NULL
      && (g_hash_table_size (self->objects) >= MOST_OBJECTS || g_hash_table_contains (self->freed, &event->a)))
    return;
  if (object == NULL)
    {
      object = g_new0 (Object, 1);
      object->oid = event->a;
      object->bytes = event->b;
      g_hash_table_add (self->objects, object);
    }
  add_replica (self, object, from, event->start);
  add_replica (self, object, to, event->end);
}

static void
note_free (Reader *self, const RsTraceEvent *event)
{
  const Object *object = g_hash_table_lookup (self->objects, &event->a);

  change (self, 0, event->start, -event->b);
  if (g_hash_table_size (self->freed) < MOST_OBJECTS)
    g_hash_table_add (self->freed, g_memdup2 (&event->a, sizeof event->a));
  if (object == NULL)
    return;
  for (guint memory = 1; memory < self->memories->len; memory++)
    if ((object->memories & 1u << memory) != 0)
      change (self, memory, event->start, -object->bytes);
  g_hash_table_remove (self->objects, &event->a);
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;

  if (event->kind == RS_TRACE_ALLOCATE)
    change (self, 0, event->start, event->b);
  else if (event->kind == RS_TRACE_FREE)
    note_free (self, event);
  else
    note_copy (self, event);
  return TRUE;
}

/* --- all --- */

static gboolean
find_extent (RsTraceStore *store, const RsTraceRange *range, RsMemoryCurves *result, GError **error)
{
  gint64 start, end;

  if (!rs_timeline_get_extent (store, &start, &end, error))
    return FALSE;
  result->from = range != NULL ? MAX (range->from, start) : start;
  result->to = MAX (range != NULL ? MIN (range->to, end) : end, result->from);
  return TRUE;
}

RsMemoryCurves *
rs_memory_curves_read (RsTraceStore *store, const RsTraceRange *range, guint n_points, GError **error)
{
  const guint64 kinds = G_GUINT64_CONSTANT (1) << RS_TRACE_ALLOCATE | G_GUINT64_CONSTANT (1) << RS_TRACE_FREE
                        | G_GUINT64_CONSTANT (1) << RS_TRACE_COPY;
  g_autoptr (RsMemoryCurves) result = g_new0 (RsMemoryCurves, 1);
  g_autoptr (GArray) memories = g_array_new (FALSE, FALSE, sizeof (Memory));
  g_autoptr (GHashTable) objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) freed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) directions = g_hash_table_new (NULL, NULL);
  Reader reader = { store, result, memories, objects, freed, directions };

  g_assert (n_points >= 1);
  result->n_points = MAX (n_points, 1);
  result->curves = g_ptr_array_new_with_free_func (curve_free);
  if (!find_extent (store, range, result, error))
    return NULL;
  find_memory (&reader, "host");
  if (!rs_trace_range_foreach (store, NULL, kinds, TRUE, add_event, &reader, error))
    return NULL;
  for (guint i = 0; i < memories->len; i++)
    fill (&reader, &g_array_index (memories, Memory, i), result->n_points - 1);
  return g_steal_pointer (&result);
}

void
rs_memory_curves_free (RsMemoryCurves *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->curves);
  g_free (self);
}
