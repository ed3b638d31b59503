/* Replicas: which memories have an array, and how a stale one becomes valid.
 *
 * The list of an array has the host's entry once another memory has one. Versions here count the writes that a copy
 * contains, in the order in which they run; RsArray.version counts them in program order, on the session's thread,
 * which is ahead of it.
 *
 * One lock guards all lists and is held during copies. Arrays that only the host has, all of them on a machine without
 * a second memory, never take it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/replica.h"

#include "runtime/memory/memory.h"
#include "runtime/trace.h"

static GMutex lock;
static GPtrArray *devices; /* of RsDevice *, by memory number - 1; NULL where one was unregistered; guarded by lock */

guint
rs_memory_register_device (RsDevice *device)
{
  g_mutex_lock (&lock);
  if (devices == NULL)
    devices = g_ptr_array_new ();
  g_ptr_array_add (devices, device);
  device->memory = devices->len;
  g_mutex_unlock (&lock);
  return device->memory;
}

/* lock is held. NULL for the host. */
static RsDevice *
get_device (guint memory)
{
  return memory == RS_MEMORY_HOST || devices == NULL || memory > devices->len ? NULL : devices->pdata[memory - 1];
}

const char *
rs_memory_get_name (guint memory)
{
  RsDevice *device;

  g_mutex_lock (&lock);
  device = get_device (memory);
  g_mutex_unlock (&lock);
  return device != NULL ? device->name : "host";
}

static RsReplica *
find_replica (RsArray *array, guint memory)
{
  RsReplica *replica = array->replicas;

  while (replica != NULL && replica->memory != memory)
    replica = replica->next;
  return replica;
}

static RsReplica *
find_newest (RsArray *array)
{
  RsReplica *newest = array->replicas;

  for (RsReplica *replica = newest; replica != NULL; replica = replica->next)
    if (replica->version > newest->version)
      newest = replica;
  return newest;
}

/* Allocates the memory of an entry; the entry is stale until something is copied. */
static RsReplica *
add_replica (RsArray *array, guint memory, GError **error)
{
  gsize bytes = (gsize)rs_array_get_bytes (array);
  RsDevice *device = get_device (memory);
  gpointer data;
  RsReplica *replica;

  if (memory != RS_MEMORY_HOST)
    data = device->table->allocate (device, bytes, error);
  else if (array->data != NULL)
    data = array->data;
  else
    data = rs_memory_allocate (bytes, FALSE, error);
  if (data == NULL)
    return NULL;
  replica = g_new0 (RsReplica, 1);
  *replica = (RsReplica){ .next = array->replicas, .memory = memory, .data = data, .bytes = bytes };
  array->replicas = replica;
  if (memory == RS_MEMORY_HOST)
    array->data = data;
  return replica;
}

static void
emit_copy (const RsArray *array, gint64 start, guint from, guint to)
{
  RsDevice *source = get_device (from), *target = get_device (to);
  g_autofree char *detail = g_strdup_printf ("%s->%s", source != NULL ? source->name : "host",
                                             target != NULL ? target->name : "host");
  RsTraceEvent event = {
    .start = start,
    .end = rs_trace_now (),
    .kind = RS_TRACE_COPY,
    .a = (gint64)array->oid,
    .b = rs_array_get_bytes (array),
    .track = rs_trace_thread_track (),
    .detail = rs_trace_name (detail),
  };

  rs_trace_find_place (&event);
  rs_trace_emit (&event);
}

/* One of both memories is the host's. */
static gboolean
copy_replica (RsArray *array, RsReplica *from, RsReplica *to, GError **error)
{
  gboolean is_traced = rs_trace_is_on ();
  gint64 start = is_traced ? rs_trace_now () : 0;
  RsDevice *device = get_device (from->memory != RS_MEMORY_HOST ? from->memory : to->memory);
  gboolean is_copied = from->memory == RS_MEMORY_HOST
                         ? device->table->copy_in (device, to->data, from->data, from->bytes, error)
                         : device->table->copy_out (device, to->data, from->data, from->bytes, error);

  if (!is_copied)
    return FALSE;
  to->version = from->version;
  if (is_traced)
    emit_copy (array, start, from->memory, to->memory);
  return TRUE;
}

static RsReplica *
get_or_add (RsArray *array, guint memory, GError **error)
{
  RsReplica *replica = find_replica (array, memory);

  return replica != NULL ? replica : add_replica (array, memory, error);
}

static gboolean
make_valid (RsArray *array, RsReplica *replica, GError **error)
{
  RsReplica *newest = find_newest (array), *host;

  if (replica->version == newest->version)
    return TRUE;
  if (replica->memory == RS_MEMORY_HOST || newest->memory == RS_MEMORY_HOST)
    return copy_replica (array, newest, replica, error);
  host = get_or_add (array, RS_MEMORY_HOST, error);
  return host != NULL && copy_replica (array, newest, host, error) && copy_replica (array, host, replica, error);
}

static gpointer
acquire_locked (RsArray *array, guint memory, RsAccess access, GError **error)
{
  RsReplica *replica;

  if (memory != RS_MEMORY_HOST && get_device (memory) == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the device with memory %u is gone", memory);
      return NULL;
    }
  if (array->replicas == NULL)
    {
      RsReplica *host = add_replica (array, RS_MEMORY_HOST, error);

      if (host == NULL)
        return NULL;
      host->version = 1;
    }
  replica = get_or_add (array, memory, error);
  if (replica == NULL)
    return NULL;
  if ((access & RS_ACCESS_READ) != 0 && !make_valid (array, replica, error))
    return NULL;
  if ((access & RS_ACCESS_WRITE) != 0)
    replica->version = find_newest (array)->version + 1;
  return replica->data;
}

gpointer
rs_memory_acquire (RsArray *array, guint memory, RsAccess access, GError **error)
{
  gpointer data;

  if (memory == RS_MEMORY_HOST && array->replicas == NULL && array->data != NULL)
    return array->data;
  g_mutex_lock (&lock);
  data = acquire_locked (array, memory, access, error);
  g_mutex_unlock (&lock);
  return data;
}

void
rs_memory_drop_replicas (RsArray *array)
{
  if (array->replicas == NULL)
    return;
  g_mutex_lock (&lock);
  while (array->replicas != NULL)
    {
      RsReplica *replica = array->replicas;
      RsDevice *device = get_device (replica->memory);

      array->replicas = replica->next;
      if (device != NULL)
        device->table->free (device, replica->data, replica->bytes);
      g_free (replica);
    }
  g_mutex_unlock (&lock);
}

/* Brings the only valid copy home and frees the one in memory. What can't be fetched is lost with its device; the array
 * is then marked undefined. */
static void
evacuate (RsArray *array, guint memory)
{
  RsReplica **link = &array->replicas, *replica = find_replica (array, memory);
  RsDevice *device = get_device (memory);

  if (replica == NULL)
    return;
  if (acquire_locked (array, RS_MEMORY_HOST, RS_ACCESS_READ, NULL) == NULL)
    array->undefined = TRUE;
  while (*link != replica)
    link = &(*link)->next;
  *link = replica->next;
  device->table->free (device, replica->data, replica->bytes);
  g_free (replica);
}

void
rs_memory_unregister_device (RsDevice *device)
{
  g_autoptr (GArray) entries = rs_memory_list_arrays ();

  g_mutex_lock (&lock);
  for (guint i = 0; i < entries->len; i++)
    {
      RsArray *array = rs_memory_find_array (g_array_index (entries, RsMemoryEntry, i).oid);

      if (array != NULL)
        evacuate (array, device->memory);
    }
  devices->pdata[device->memory - 1] = NULL;
  g_mutex_unlock (&lock);
}
