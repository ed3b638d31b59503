/* Memory of devices: how much of it arrays have, and who leaves for others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/replica-private.h"

#include "runtime/memory/memory.h"
#include "runtime/trace/trace.h"

#define MOST_COMPARED 64u /* that could leave, from the oldest on */

/* Whether another memory has all that is valid here, or nobody has to. */
static gboolean
is_clean (const RsReplica *replica)
{
  for (const RsReplica *other = replica->array->replicas->first; other != NULL; other = other->next)
    if (other != replica && rs_extents_are_in (&replica->valid, &other->valid))
      return TRUE;
  return rs_extents_are_in (&replica->valid, &replica->array->replicas->unwritten);
}

static guint
get_next_use (const RsMemory *memory, const RsReplica *replica)
{
  return memory->get_next_use != NULL ? memory->get_next_use (replica->array, memory->forecast_data) : G_MAXUINT;
}

/* What is used last goes (Belady's rule, as far as launches are known), of these what is clean, and the oldest. */
static RsReplica *
find_victim (const RsMemory *memory)
{
  RsReplica *found = NULL;
  guint farthest = 0, n = 0;

  for (RsReplica *replica = memory->oldest; replica != NULL && n < MOST_COMPARED; replica = replica->newer)
    {
      guint next_use;

      if (replica->data == NULL || replica->n_users > 0 || replica->array->replicas->is_moving)
        continue;
      n++;
      next_use = get_next_use (memory, replica);
      if (found != NULL && (next_use < farthest || (next_use == farthest && (is_clean (found) || !is_clean (replica)))))
        continue;
      found = replica;
      farthest = next_use;
      if (farthest == G_MAXUINT && is_clean (found))
        break;
    }
  return found;
}

static void
emit_eviction (const RsMemory *memory, const RsReplica *replica)
{
  gint64 now = rs_trace_now ();
  RsTraceEvent event = { .start = now,
                         .end = now,
                         .kind = RS_TRACE_EVICT,
                         .a = (gint64)replica->array->oid,
                         .b = (gint64)replica->bytes,
                         .track = rs_trace_thread_track (),
                         .detail = rs_trace_name (memory->device->name) };

  rs_trace_find_place (&event);
  rs_trace_emit (&event);
}

/* What nobody uses, and would leave, may be on its way somewhere, or its memory is just being had or freed: whoever
 * moves it is done soon, if that is nobody who waits here himself. FALSE: there is no such array. own: of the array
 * that needs memory. */
static gboolean
wait_for_move (const RsMemory *memory, RsReplicas *own)
{
  const RsReplica *replica = memory->oldest;

  while (replica != NULL
         && (replica->n_users > 0 || !replica->array->replicas->is_moving || replica->array->replicas->is_blocked
             || replica->array->replicas == own))
    replica = replica->newer;
  if (replica == NULL)
    return FALSE;
  own->is_blocked = TRUE;
  rs_memory_wait_moved ();
  own->is_blocked = FALSE;
  return TRUE;
}

/* *data: memory of so many bytes where the victim had that, which is had in its place: a loop over more than fits does
 * not ask the device for memory again and again. Else NULL, and the victim's is freed. */
static gboolean
evict_one (RsMemory *memory, gsize bytes, gpointer *data)
{
  RsReplica *victim = find_victim (memory);
  RsArray *array;

  *data = NULL;
  if (victim == NULL)
    return FALSE;
  array = victim->array;
  if (rs_trace_is_on ())
    emit_eviction (memory, victim);
  rs_replica_begin_move (array);
  rs_replica_evacuate (victim);
  if (victim->bytes == bytes)
    *data = g_steal_pointer (&victim->data);
  else
    rs_replica_free_memory (victim);
  rs_replica_end_move (array);
  return TRUE;
}

static gboolean
fits (const RsMemory *memory, gsize bytes)
{
  guint64 limit = memory->device->memory_limit;

  return limit == 0 || (bytes <= limit && memory->in_use <= limit - bytes);
}

/* NULL without an error where the limit does not allow it. */
static gpointer
try_allocate (RsMemory *memory, gsize bytes, GError **error)
{
  gpointer data;

  if (!fits (memory, bytes))
    return NULL;
  memory->in_use += bytes;
  g_mutex_unlock (&rs_memory_lock);
  data = memory->device->table->allocate (memory->device, bytes, error);
  g_mutex_lock (&rs_memory_lock);
  if (data == NULL)
    memory->in_use -= bytes;
  return data;
}

/* Which launch brought it here, for reports. */
static void
note_place (RsReplica *replica)
{
  RsTraceEvent event = { .a = (gint64)replica->array->oid };

  rs_trace_find_place (&event);
  replica->name = event.name;
  replica->file = event.file;
  replica->line = event.line;
}

gboolean
rs_replica_allocate (RsReplica *replica, GError **error)
{
  RsMemory *memory = rs_memory_get (replica->memory);
  gsize bytes = (gsize)rs_array_get_bytes (replica->array);
  g_autoptr (GError) local = NULL; /* what the device said last; NULL: its limit does not allow it */

  g_assert (replica->memory != RS_MEMORY_HOST && replica->array->replicas->is_moving);
  do
    {
      if (replica->data == NULL)
        {
          g_clear_error (&local);
          replica->data = try_allocate (memory, bytes, &local);
        }
      if (replica->data != NULL)
        {
          replica->bytes = bytes;
          note_place (replica);
          return TRUE;
        }
      if (local != NULL && !g_error_matches (local, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  while (evict_one (memory, bytes, &replica->data) || wait_for_move (memory, replica->array->replicas));
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else
    rs_memory_set_full (memory, bytes, error);
  return FALSE;
}

void
rs_replica_free_memory (RsReplica *replica)
{
  RsMemory *memory = rs_memory_get (replica->memory);
  gpointer data = g_steal_pointer (&replica->data);

  g_assert (replica->array->replicas->is_moving && replica->n_users == 0);
  if (data == NULL)
    return;
  g_mutex_unlock (&rs_memory_lock);
  memory->device->table->free (memory->device, data, replica->bytes);
  g_mutex_lock (&rs_memory_lock);
  memory->in_use -= replica->bytes;
}
