/* Acquiring: who uses arrays in which memory, from the launch's begin to its end.
 *
 * Mostly a launch finds its arrays as the one before it left them: then the lock is taken once, and nothing is done but
 * to count who uses them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/replica-private.h"

#include "runtime/base/error.h"

#define MOST_HELD 64u /* uses of a launch */

static gboolean
covers_all (const RsArray *array, RsExtent part)
{
  return part.first == 0 && part.end == rs_replica_get_whole (array).end;
}

/* Memory, and what is read. This thread moves the array. */
static gboolean
provide (RsReplica *replica, RsAccess access, RsExtent part, GError **error)
{
  RsArray *array = replica->array;

  if (replica->data == NULL && !rs_replica_allocate (replica, error))
    return FALSE;
  if ((access & RS_ACCESS_READ) != 0 && (array->undefined != NULL || !rs_replica_make_valid (replica, part, error)))
    {
      if (array->undefined != NULL)
        {
          g_clear_error (error);
          g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST, array->undefined);
        }
      return FALSE;
    }
  return TRUE;
}

/* What is written is nowhere else from now on: once all that the launch uses is there, so that one which does not begin
 * takes nothing away. */
static void
take_over (const RsMemoryUse *use, guint memory)
{
  if ((use->access & RS_ACCESS_WRITE) == 0)
    return;
  rs_replica_begin_move (use->array);
  rs_replica_take_over (rs_replica_find (use->array, memory), use->part);
  if (use->access == RS_ACCESS_WRITE && covers_all (use->array, use->part))
    rs_replica_set_undefined (use->array, NULL);
  rs_replica_end_move (use->array);
}

/* NULL: the device is gone. This thread moves the array. */
static RsReplica *
begin_acquiring (RsArray *array, guint memory, GError **error)
{
  RsReplica *replica;

  if (memory != RS_MEMORY_HOST && rs_memory_get (memory) == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST, "the device with memory %u is gone", memory);
      return NULL;
    }
  rs_replica_begin (array);
  rs_replica_begin_move (array);
  replica = rs_replica_find (array, memory);
  if (replica == NULL)
    replica = rs_replica_add (array, memory);
  rs_replica_touch (replica);
  return replica;
}

/* The replica where an access changes nothing but who uses it: as in a loop of launches on the same arrays. NULL:
 * something has to be done. */
static RsReplica *
find_ready (const RsArray *array, guint memory, RsAccess access, RsExtent part)
{
  const RsReplicas *replicas = array->replicas;
  RsReplica *replica;

  if (replicas == NULL || replicas->is_moving || array->undefined != NULL)
    return NULL;
  replica = rs_replica_find (array, memory);
  if (replica == NULL || replica->data == NULL || !rs_extents_contains (&replica->valid, part))
    return NULL;
  if ((access & RS_ACCESS_WRITE) == 0)
    return replica;
  for (const RsReplica *other = replicas->first; other != NULL; other = other->next)
    if (other != replica && other->valid.n > 0)
      return NULL;
  return replicas->unwritten.n == 0 ? replica : NULL;
}

/* Takes all of them, or none. */
static gboolean
acquire_ready (RsMemoryUse *uses, guint n, guint memory)
{
  for (guint i = 0; i < n; i++)
    {
      uses[i].data = find_ready (uses[i].array, memory, uses[i].access, uses[i].part);
      if (uses[i].data == NULL)
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      RsReplica *replica = uses[i].data;

      rs_replica_touch (replica);
      replica->n_users += memory != RS_MEMORY_HOST;
      uses[i].data = replica->data;
    }
  return TRUE;
}

static gpointer
acquire_locked (RsArray *array, guint memory, RsAccess access, RsExtent part, gboolean *copies, GError **error)
{
  RsReplica *replica = begin_acquiring (array, memory, error);
  gboolean done;

  if (replica == NULL)
    return NULL;
  if ((access & RS_ACCESS_READ) != 0 && !rs_extents_contains (&replica->valid, part))
    *copies = TRUE;
  replica->n_users += memory != RS_MEMORY_HOST;
  done = provide (replica, access, part, error);
  if (!done && memory != RS_MEMORY_HOST)
    replica->n_users--;
  if (!done && memory == RS_MEMORY_HOST) /* what the host has is all there is */
    rs_replica_take_over (replica, rs_replica_get_whole (array));
  rs_replica_end_move (array);
  return done ? replica->data : NULL;
}

/* What is there already is not to leave for the others. Returns the bits of those that are held. */
static guint64
hold_resident (const RsMemoryUse *uses, guint n, guint memory)
{
  guint64 held = 0;

  for (guint i = 0; i < MIN (n, MOST_HELD) && memory != RS_MEMORY_HOST; i++)
    {
      RsReplica *replica = uses[i].array->replicas != NULL ? rs_replica_find (uses[i].array, memory) : NULL;

      if (replica == NULL || replica->data == NULL)
        continue;
      replica->n_users++;
      held |= G_GUINT64_CONSTANT (1) << i;
    }
  return held;
}

static guint
acquire_others (RsMemoryUse *uses, guint n, guint memory, gboolean *copies, GError **error)
{
  const guint64 held = hold_resident (uses, n, memory);
  guint n_acquired = 0;

  for (; n_acquired < n; n_acquired++)
    {
      RsMemoryUse *use = &uses[n_acquired];

      use->data = acquire_locked (use->array, memory, use->access, use->part, copies, error);
      if (use->data == NULL)
        break;
    }
  for (guint i = 0; i < n && n_acquired == n; i++)
    take_over (&uses[i], memory);
  for (guint i = 0; i < MIN (n, MOST_HELD); i++)
    if ((held >> i & 1) != 0)
      rs_replica_find (uses[i].array, memory)->n_users--;
  return n_acquired;
}

static gboolean
is_host_ready (const RsMemoryUse *use)
{
  const guint8 host = __atomic_load_n (&use->array->host_use, __ATOMIC_ACQUIRE);

  return host == RS_HOST_OWNS || (host == RS_HOST_READS && use->access == RS_ACCESS_READ);
}

/* Whether each part lies in its array. */
static gboolean
are_inside (const RsMemoryUse *uses, guint n)
{
  for (guint i = 0; i < n; i++)
    if (uses[i].access < RS_ACCESS_READ || uses[i].access > RS_ACCESS_READ_WRITE
        || uses[i].part.end > rs_replica_get_whole (uses[i].array).end)
      return FALSE;
  return TRUE;
}

guint
rs_memory_acquire_uses (RsMemoryUse *uses, guint n, guint memory, gboolean *copies, GError **error)
{
  guint i = 0;

  g_assert (are_inside (uses, n));
  for (; memory == RS_MEMORY_HOST && i < n && is_host_ready (&uses[i]); i++)
    uses[i].data = uses[i].array->data;
  if (i == n)
    return n;
  g_mutex_lock (&rs_memory_lock);
  if (acquire_ready (uses + i, n - i, memory))
    i = n;
  else
    i += acquire_others (uses + i, n - i, memory, copies, error);
  g_mutex_unlock (&rs_memory_lock);
  return i;
}

gboolean
rs_memory_acquire_ready (RsMemoryUse *uses, guint n, guint memory)
{
  gboolean are_ready;

  g_assert (memory != RS_MEMORY_HOST && are_inside (uses, n));
  g_mutex_lock (&rs_memory_lock);
  are_ready = acquire_ready (uses, n, memory);
  g_mutex_unlock (&rs_memory_lock);
  return are_ready;
}

gpointer
rs_memory_acquire_part (RsArray *array, guint memory, RsAccess access, RsExtent part, GError **error)
{
  RsMemoryUse use = { .array = array, .access = access, .part = part };
  gboolean copies = FALSE;

  return rs_memory_acquire_uses (&use, 1, memory, &copies, error) == 1 ? use.data : NULL;
}

/* Host code is about to read what only a device has. */
static void
note_fetch (const RsArray *array)
{
  const RsExtent whole = rs_replica_get_whole (array);
  const RsMemory *memory = NULL;

  g_mutex_lock (&rs_memory_lock);
  if (array->replicas != NULL && !rs_extents_contains (&rs_replica_find (array, RS_MEMORY_HOST)->valid, whole))
    for (const RsReplica *replica = array->replicas->first; replica != NULL && memory == NULL; replica = replica->next)
      if (replica->valid.n > 0)
        memory = rs_memory_get (replica->memory);
  if (memory != NULL && memory->note_fetch != NULL)
    memory->note_fetch (array->oid, whole.end, memory->fetch_data);
  g_mutex_unlock (&rs_memory_lock);
}

gpointer
rs_memory_acquire (RsArray *array, guint memory, RsAccess access, GError **error)
{
  if (memory == RS_MEMORY_HOST && (access & RS_ACCESS_READ) != 0)
    note_fetch (array);
  return rs_memory_acquire_part (array, memory, access, rs_replica_get_whole (array), error);
}

/* The array is moving until the copy has ended: it is not evicted before, and who needs its place waits for that. */
gboolean
rs_memory_bring (RsArray *array, guint memory, const gint *stop, GError **error)
{
  RsReplica *replica;
  gboolean done, has_ended;

  g_assert (memory != RS_MEMORY_HOST);
  g_mutex_lock (&rs_memory_lock);
  replica = begin_acquiring (array, memory, error);
  done = replica != NULL && provide (replica, RS_ACCESS_READ, rs_replica_get_whole (array), error);
  g_mutex_unlock (&rs_memory_lock);
  if (replica == NULL)
    return FALSE;
  has_ended = rs_memory_wait (memory, stop);
  g_mutex_lock (&rs_memory_lock);
  array->replicas->is_kept |= !has_ended;
  rs_replica_end_move (array);
  g_mutex_unlock (&rs_memory_lock);
  return done;
}

void
rs_memory_release_uses (const RsMemoryUse *uses, guint n, guint memory)
{
  RsMemory *place;

  if (memory == RS_MEMORY_HOST || n == 0)
    return;
  g_mutex_lock (&rs_memory_lock);
  for (guint i = 0; i < n; i++)
    {
      RsReplica *replica = rs_replica_find (uses[i].array, memory);

      g_assert (replica != NULL && replica->n_users > 0);
      replica->n_users--;
    }
  place = rs_memory_get (memory);
  if (place->copies != NULL)
    rs_memory_emit_copies (place);
  g_mutex_unlock (&rs_memory_lock);
}

void
rs_memory_release (RsArray *array, guint memory)
{
  rs_memory_release_uses (&(RsMemoryUse){ .array = array }, 1, memory);
}
