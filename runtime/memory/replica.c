/* Replicas: which memories have what of an array, and how stale bytes become valid.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/replica-private.h"

#include "runtime/memory/memory.h"

#include <string.h>

GMutex rs_memory_lock;
static GCond moved;
static guint n_waiting;     /* for moved: to tell nobody costs a call of the system; guarded by rs_memory_lock */
static GPtrArray *memories; /* of RsMemory, by memory number - 1; NULL where one is free; guarded by rs_memory_lock */

RsMemory *
rs_memory_get (guint memory)
{
  return memory == RS_MEMORY_HOST || memories == NULL || memory > memories->len ? NULL : memories->pdata[memory - 1];
}

guint
rs_memory_register_device (RsDevice *device)
{
  RsMemory *memory = g_new0 (RsMemory, 1);
  guint i = 0;

  g_assert (device->memory == RS_MEMORY_HOST);
  memory->device = device;
  g_mutex_lock (&rs_memory_lock);
  if (memories == NULL)
    memories = g_ptr_array_new ();
  while (i < memories->len && memories->pdata[i] != NULL)
    i++;
  if (i == memories->len)
    g_ptr_array_add (memories, NULL);
  memories->pdata[i] = memory;
  device->memory = i + 1;
  g_mutex_unlock (&rs_memory_lock);
  return device->memory;
}

const char *
rs_memory_get_name (guint number)
{
  RsMemory *memory;

  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (number);
  g_mutex_unlock (&rs_memory_lock);
  return memory != NULL ? memory->device->name : "host";
}

char *
rs_memory_describe_places (const RsArray *array)
{
  GString *text = g_string_new (NULL);

  g_mutex_lock (&rs_memory_lock);
  for (const RsReplica *replica = array->replicas != NULL ? array->replicas->first : NULL; replica != NULL;
       replica = replica->next)
    if (rs_extents_contains (&replica->valid, (RsExtent){ 0, (gsize)rs_array_get_bytes (array) }))
      {
        const RsMemory *memory = rs_memory_get (replica->memory);

        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                                memory != NULL ? memory->device->name : "host");
      }
  g_mutex_unlock (&rs_memory_lock);
  if (text->len == 0)
    g_string_append (text, "host");
  return g_string_free (text, FALSE);
}

/* --- entries --- */

RsExtent
rs_replica_get_whole (const RsArray *array)
{
  return (RsExtent){ 0, (gsize)rs_array_get_bytes (array) };
}

RsReplica *
rs_replica_find (const RsArray *array, guint memory)
{
  RsReplica *replica = array->replicas->first;

  while (replica != NULL && replica->memory != memory)
    replica = replica->next;
  return replica;
}

RsReplica *
rs_replica_add (RsArray *array, guint memory)
{
  RsReplica *replica = g_new0 (RsReplica, 1);

  g_assert (rs_replica_find (array, memory) == NULL);
  replica->array = array;
  replica->memory = memory;
  replica->next = array->replicas->first;
  array->replicas->first = replica;
  return replica;
}

static void
unlink_replica (RsReplica *replica)
{
  RsMemory *memory = rs_memory_get (replica->memory);

  if (memory == NULL || (replica->newer == NULL && memory->newest != replica))
    return;
  *(replica->newer != NULL ? &replica->newer->older : &memory->newest) = replica->older;
  *(replica->older != NULL ? &replica->older->newer : &memory->oldest) = replica->newer;
  replica->newer = replica->older = NULL;
}

void
rs_replica_touch (RsReplica *replica)
{
  RsMemory *memory = rs_memory_get (replica->memory);

  if (memory == NULL || memory->newest == replica)
    return;
  unlink_replica (replica);
  replica->older = memory->newest;
  *(memory->newest != NULL ? &memory->newest->newer : &memory->oldest) = replica;
  memory->newest = replica;
}

static void
free_replica (RsReplica *replica)
{
  unlink_replica (replica);
  rs_extents_clear (&replica->valid);
  g_free (replica);
}

void
rs_replica_update_host (RsArray *array)
{
  const RsReplica *host = rs_replica_find (array, RS_MEMORY_HOST);
  RsHostUse use = RS_HOST_OWNS;

  if (array->undefined != NULL || !rs_extents_contains (&host->valid, rs_replica_get_whole (array)))
    use = RS_HOST_ASKS;
  else if (array->replicas->unwritten.n > 0) /* a write has to say so */
    use = RS_HOST_READS;
  for (const RsReplica *replica = array->replicas->first; replica != NULL && use == RS_HOST_OWNS;
       replica = replica->next)
    if (replica != host && replica->valid.n > 0)
      use = RS_HOST_READS;
  __atomic_store_n (&array->host_use, (guint8)use, __ATOMIC_RELEASE);
}

/* --- moving --- */

void
rs_memory_wait_moved (void)
{
  n_waiting++;
  g_cond_wait (&moved, &rs_memory_lock);
  n_waiting--;
}

static void
tell_moved (void)
{
  if (n_waiting > 0)
    g_cond_broadcast (&moved);
}

void
rs_replica_begin_move (RsArray *array)
{
  while (array->replicas->is_moving)
    rs_memory_wait_moved ();
  array->replicas->is_moving = TRUE;
}

void
rs_replica_end_move (RsArray *array)
{
  g_assert (array->replicas->is_moving);
  rs_replica_update_host (array);
  array->replicas->is_moving = FALSE;
  tell_moved ();
}

/* Who has the first of these bytes, the host before others; *part becomes what is valid there. NULL: nobody, and *part
 * what nobody has. */
static RsReplica *
find_source (const RsArray *array, RsExtent *part)
{
  RsExtent lost = *part, piece;
  RsReplica *found = NULL;

  for (RsReplica *replica = array->replicas->first; replica != NULL; replica = replica->next)
    {
      if (!rs_extents_find (&replica->valid, *part, TRUE, &piece))
        continue;
      if (piece.first > part->first)
        lost.end = MIN (lost.end, piece.first);
      else if (found == NULL || replica->memory == RS_MEMORY_HOST)
        found = replica;
    }
  if (found != NULL)
    rs_extents_find (&found->valid, *part, TRUE, part);
  else
    *part = lost;
  return found;
}

void
rs_replica_set_undefined (RsArray *array, const char *cause)
{
  g_assert (array->replicas->is_moving);
  if (cause != NULL)
    rs_extents_clear (&array->replicas->unwritten);
  __atomic_store_n (&array->undefined, cause != NULL ? g_intern_string (cause) : NULL, __ATOMIC_RELEASE);
}

/* What is valid in that replica only can't be had. The device tells the same failure to all who ask, and a
 * launch was the first. */
static void
set_lost (RsArray *array, const RsReplica *replica, const GError *failure)
{
  const char *fault = rs_memory_get (replica->memory)->fault;
  g_autofree char *text = NULL;

  if (array->undefined != NULL) /* for an earlier cause */
    return;
  if (fault == NULL)
    text = g_strdup (failure->message);
  else if (g_str_has_prefix (fault, failure->message))
    text = g_strdup (fault);
  else
    text = g_strdup_printf ("%s; its first failure: %s", failure->message, fault);
  rs_replica_set_undefined (array, text);
}

/* Whether the first of these bytes is still what the array was made with; *part becomes what goes on like that. */
static gboolean
begins_unwritten (const RsArray *array, RsExtent *part)
{
  RsExtent piece;

  if (!rs_extents_find (&array->replicas->unwritten, *part, TRUE, &piece))
    return FALSE;
  if (piece.first > part->first)
    {
      part->end = piece.first;
      return FALSE;
    }
  *part = piece;
  return TRUE;
}

/* Where the device can't make it, it comes from the host. */
static gboolean
provide_contents (RsReplica *replica, RsExtent part, GError **error)
{
  RsArray *array = replica->array;
  const RsMemory *memory = rs_memory_get (replica->memory);
  RsReplica *host;

  if (memory == NULL || array->replicas->contents_bytes == 0 || memory->device->table->fill != NULL)
    return rs_replica_fill (replica, part, error);
  host = rs_replica_find (array, RS_MEMORY_HOST);
  return rs_replica_make_valid (host, part, error) && rs_replica_copy (host, replica, part, error);
}

gboolean
rs_replica_make_valid (RsReplica *replica, RsExtent part, GError **error)
{
  RsArray *array = replica->array;
  RsExtent piece;

  g_assert (array->replicas->is_moving && replica->data != NULL);
  g_assert (part.end <= rs_replica_get_whole (array).end);
  while (rs_extents_find (&replica->valid, part, FALSE, &piece))
    {
      GError *failure = NULL;
      RsReplica *from;

      if (begins_unwritten (array, &piece))
        {
          if (!provide_contents (replica, piece, error))
            return FALSE;
          continue;
        }
      from = find_source (array, &piece);

      if (from == NULL) /* lost with a device: the array is undefined */
        rs_extents_add (&replica->valid, piece);
      else if (replica->memory != RS_MEMORY_HOST && from->memory != RS_MEMORY_HOST)
        {
          if (!rs_replica_copy_peer (from, replica, piece)
              && !rs_replica_make_valid (rs_replica_find (array, RS_MEMORY_HOST), piece, error))
            return FALSE;
        }
      else if (!rs_replica_copy (from, replica, piece, &failure))
        {
          if (replica->memory == RS_MEMORY_HOST)
            set_lost (array, from, failure);
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  return TRUE;
}

void
rs_replica_take_over (RsReplica *replica, RsExtent part)
{
  g_assert (replica->array->replicas->is_moving);
  g_assert (part.end <= rs_replica_get_whole (replica->array).end);
  for (RsReplica *other = replica->array->replicas->first; other != NULL; other = other->next)
    if (other != replica)
      rs_extents_remove (&other->valid, part);
  rs_extents_remove (&replica->array->replicas->unwritten, part);
  rs_extents_add (&replica->valid, part);
}

gboolean
rs_replica_evacuate (RsReplica *replica)
{
  RsArray *array = replica->array;
  RsReplica *host = rs_replica_find (array, RS_MEMORY_HOST);
  gboolean is_whole = array->undefined == NULL;

  g_assert (replica->memory != RS_MEMORY_HOST && array->replicas->is_moving);
  for (guint i = 0; i < array->replicas->unwritten.n; i++)
    rs_extents_remove (&replica->valid, array->replicas->unwritten.items[i]);
  for (guint i = 0; i < replica->valid.n && is_whole; i++)
    is_whole = rs_replica_make_valid (host, replica->valid.items[i], NULL);
  rs_extents_clear (&replica->valid);
  return is_whole;
}

/* --- what arrays hold --- */

void
rs_replica_begin (RsArray *array)
{
  RsReplica *host;

  if (array->replicas != NULL)
    return;
  array->replicas = g_new0 (RsReplicas, 1);
  host = rs_replica_add (array, RS_MEMORY_HOST);
  host->data = array->data;
  host->bytes = (gsize)rs_array_get_bytes (array);
  rs_extents_add (&host->valid, rs_replica_get_whole (array));
}

void
rs_memory_set_contents (RsArray *array, gconstpointer element, guint bytes)
{
  g_assert (bytes <= 1 || bytes == rs_element_get_bytes (array->element));
  g_return_if_fail (array->replicas == NULL && bytes <= sizeof array->replicas->contents);
  g_mutex_lock (&rs_memory_lock);
  rs_replica_begin (array);
  rs_extents_clear (&rs_replica_find (array, RS_MEMORY_HOST)->valid);
  rs_extents_add (&array->replicas->unwritten, rs_replica_get_whole (array));
  array->replicas->contents_bytes = bytes;
  if (bytes > 0)
    memcpy (array->replicas->contents, element, bytes);
  rs_replica_update_host (array);
  g_mutex_unlock (&rs_memory_lock);
}

gboolean
rs_memory_is_blank (const RsArray *array)
{
  gboolean is_blank;

  g_mutex_lock (&rs_memory_lock);
  is_blank = array->replicas != NULL && rs_extents_contains (&array->replicas->unwritten, rs_replica_get_whole (array));
  g_mutex_unlock (&rs_memory_lock);
  return is_blank;
}

void
rs_memory_set_undefined (RsArray *array, const char *cause)
{
  g_assert (cause != NULL);
  g_mutex_lock (&rs_memory_lock);
  rs_replica_begin (array);
  rs_replica_begin_move (array);
  rs_replica_set_undefined (array, cause);
  rs_replica_end_move (array);
  g_mutex_unlock (&rs_memory_lock);
}

void
rs_memory_set_forecast (guint number, guint (*get_next_use) (const RsArray *array, gpointer data), gpointer data)
{
  RsMemory *memory;

  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (number);
  if (memory != NULL)
    {
      memory->get_next_use = get_next_use;
      memory->forecast_data = data;
    }
  g_mutex_unlock (&rs_memory_lock);
}

void
rs_memory_set_note_fetch (guint number, void (*note) (guint64 oid, guint64 bytes, gpointer data), gpointer data)
{
  RsMemory *memory;

  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (number);
  if (memory != NULL)
    {
      memory->note_fetch = note;
      memory->fetch_data = data;
    }
  g_mutex_unlock (&rs_memory_lock);
}

void
rs_memory_set_fault (guint number, const char *cause)
{
  RsMemory *memory;

  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (number);
  if (memory != NULL && memory->fault == NULL)
    memory->fault = g_strdup (cause);
  g_mutex_unlock (&rs_memory_lock);
}

gboolean
rs_memory_has (const RsArray *array, guint memory)
{
  const RsReplica *replica;
  gboolean has_it;

  g_mutex_lock (&rs_memory_lock);
  replica = array->replicas != NULL ? rs_replica_find (array, memory) : NULL;
  has_it = array->replicas == NULL
               ? memory == RS_MEMORY_HOST
               : replica != NULL && rs_extents_contains (&replica->valid, rs_replica_get_whole (array));
  g_mutex_unlock (&rs_memory_lock);
  return has_it;
}

/* --- ends --- */

void
rs_memory_drop_replicas (RsArray *array)
{
  if (array->replicas == NULL)
    return;
  g_mutex_lock (&rs_memory_lock);
  rs_replica_begin_move (array);
  while (array->replicas->first != NULL)
    {
      RsReplica *replica = array->replicas->first;

      if (replica->memory != RS_MEMORY_HOST && rs_memory_get (replica->memory) != NULL)
        rs_replica_free_memory (replica);
      array->replicas->first = replica->next;
      free_replica (replica);
    }
  if (array->replicas->is_kept)
    array->data = NULL;
  rs_extents_clear (&array->replicas->unwritten);
  g_clear_pointer (&array->replicas, g_free);
  array->host_use = RS_HOST_OWNS;
  tell_moved ();
  g_mutex_unlock (&rs_memory_lock);
}

static void
remove_entry (RsReplica *replica)
{
  RsReplica **link = &replica->array->replicas->first;

  while (*link != replica)
    link = &(*link)->next;
  *link = replica->next;
  free_replica (replica);
}

void
rs_memory_unregister_device (RsDevice *device)
{
  RsMemory *memory;

  rs_memory_wait (device->memory, NULL);
  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (device->memory);
  g_assert (memory != NULL && memory->device == device);
  while (memory->oldest != NULL)
    {
      RsReplica *replica = memory->oldest;
      RsArray *array = replica->array;

      rs_replica_begin_move (array);
      if (memory->oldest == replica)
        {
          rs_replica_evacuate (replica);
          rs_replica_free_memory (replica);
          remove_entry (replica);
        }
      rs_replica_end_move (array);
    }
  if (memory->copies != NULL)
    rs_memory_emit_copies (memory);
  memories->pdata[device->memory - 1] = NULL;
  g_mutex_unlock (&rs_memory_lock);
  g_clear_pointer (&memory->copies, g_array_unref);
  g_free (memory->fault);
  g_free (memory);
}
