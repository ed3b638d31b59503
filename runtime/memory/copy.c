/* Copies between the host's memory and a device's, and between those of two devices, and what the trace learns of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/replica-private.h"

#include "runtime/trace/trace.h"

#include <string.h>

typedef struct {
  RsTraceEvent event; /* without its times */
  guint64 ticket;
} Copy;

static _Thread_local guint64 told_oid;

guint64
rs_memory_tell_copies_as (guint64 oid)
{
  const guint64 before = told_oid;

  told_oid = oid;
  return before;
}

static void
describe (RsTraceEvent *event, const RsReplica *from, const RsReplica *to, RsExtent part)
{
  const RsMemory *source = rs_memory_get (from->memory), *target = rs_memory_get (to->memory);
  g_autofree char *detail = g_strdup_printf ("%s->%s", source != NULL ? source->device->name : "host",
                                             target != NULL ? target->device->name : "host");

  *event = (RsTraceEvent){ .kind = RS_TRACE_COPY,
                           .a = (gint64)(told_oid != 0 ? told_oid : to->array->oid),
                           .b = (gint64)(part.end - part.first),
                           .track = rs_trace_thread_track (),
                           .detail = rs_trace_name (detail) };
  rs_trace_find_place (event);
}

static void
emit (const RsMemory *memory, RsTraceEvent *event, guint64 ticket, gint64 start)
{
  const RsDeviceTable *table = memory->device->table;

  event->start = start;
  event->end = rs_trace_now ();
  if (table->get_times != NULL && ticket != 0)
    table->get_times (memory->device, ticket, &event->start, &event->end);
  rs_trace_emit (event);
}

void
rs_memory_emit_copies (RsMemory *memory)
{
  RsDevice *device = memory->device;
  guint i = 0;

  for (; i < memory->copies->len; i++)
    {
      Copy *copy = &g_array_index (memory->copies, Copy, i);

      if (!device->table->is_done (device, copy->ticket))
        break;
      emit (memory, &copy->event, copy->ticket, copy->event.start);
    }
  g_array_remove_range (memory->copies, 0, i);
}

/* The host's copy is needed now, a device's later. */
static gboolean
copy_out (RsDevice *device, const RsReplica *from, RsReplica *to, RsExtent part, guint64 *ticket, GError **error)
{
  if (!device->table->copy_out (device, (char *)to->data + part.first, from->data, part.first, part.end - part.first,
                                ticket, error))
    return FALSE;
  if (*ticket == 0 || device->table->wait (device, *ticket, NULL, error))
    return TRUE;
  to->array->replicas->is_kept = TRUE; /* this thread moves the array */
  return FALSE;
}

static gboolean
copy_in (RsDevice *device, const RsReplica *from, RsReplica *to, RsExtent part, guint64 *ticket, GError **error)
{
  return device->table->copy_in (device, to->data, part.first, (const char *)from->data + part.first,
                                 part.end - part.first, ticket, error);
}

gboolean
rs_replica_copy (const RsReplica *from, RsReplica *to, RsExtent part, GError **error)
{
  gboolean is_traced = rs_trace_is_on (), is_out = to->memory == RS_MEMORY_HOST;
  RsMemory *memory = rs_memory_get (is_out ? from->memory : to->memory);
  gint64 start = is_traced ? rs_trace_now () : 0;
  Copy copy = { .ticket = 0 };
  gboolean done;

  g_assert ((from->memory == RS_MEMORY_HOST) != (to->memory == RS_MEMORY_HOST));
  g_assert (part.first < part.end && part.end <= MIN (from->bytes, to->bytes));
  g_assert (rs_extents_contains (&from->valid, part));
  if (is_traced)
    describe (&copy.event, from, to, part);
  g_mutex_unlock (&rs_memory_lock);
  done = is_out ? copy_out (memory->device, from, to, part, &copy.ticket, error)
                : copy_in (memory->device, from, to, part, &copy.ticket, error);
  g_mutex_lock (&rs_memory_lock);
  if (!done)
    return FALSE;
  rs_extents_add (&to->valid, part);
  if (!is_out && copy.ticket != 0)
    memory->last_copy = copy.ticket;
  if (!is_traced)
    return TRUE;
  copy.event.start = start;
  if (is_out || copy.ticket == 0)
    emit (memory, &copy.event, copy.ticket, start);
  else
    {
      if (memory->copies == NULL)
        memory->copies = g_array_new (FALSE, FALSE, sizeof (Copy));
      g_array_append_val (memory->copies, copy);
    }
  return TRUE;
}

/* What both devices did meanwhile, on the track of each, the times being those of the one that copied. A driver that is
 * recorded tells that itself. */
static void
emit_on_devices (RsDevice *const devices[2], const RsTraceEvent *copy)
{
  RsTraceEvent event = *copy;

  event.kind = RS_TRACE_DEVICE_COPY;
  event.a = event.parent;
  for (guint i = 0; i < 2; i++)
    {
      event.track = rs_trace_track (devices[i]->name);
      if (!devices[i]->is_recorded)
        rs_trace_emit (&event);
    }
}

gboolean
rs_replica_copy_peer (const RsReplica *from, RsReplica *to, RsExtent part)
{
  g_assert (from->memory != RS_MEMORY_HOST && to->memory != RS_MEMORY_HOST && from->memory != to->memory);
  g_assert (part.first < part.end && part.end <= MIN (from->bytes, to->bytes));

  RsMemory *memory = rs_memory_get (to->memory);
  const RsMemory *source = rs_memory_get (from->memory);
  const RsDeviceTable *table = memory->device->table;
  const gboolean is_traced = rs_trace_is_on ();
  RsDevice *const device = memory->device, *const other = source->device;
  const guint64 written = source->last_copy;
  const gint64 start = is_traced ? rs_trace_now () : 0;
  RsTraceEvent event;
  guint64 ticket = 0;
  gboolean done;

  if (table->copy_peer == NULL || table != other->table)
    return FALSE;
  if (is_traced)
    describe (&event, from, to, part);
  g_mutex_unlock (&rs_memory_lock);
  done = (written == 0 || table->wait (other, written, NULL, NULL))
         && table->copy_peer (device, to->data, other, from->data, part.first, part.end - part.first, &ticket)
         && (ticket == 0 || table->wait (device, ticket, NULL, NULL));
  g_mutex_lock (&rs_memory_lock);
  if (!done)
    return FALSE;
  rs_extents_add (&to->valid, part);
  if (!is_traced)
    return TRUE;
  emit (memory, &event, ticket, start);
  emit_on_devices ((RsDevice *[]){ other, device }, &event);
  return TRUE;
}

/* The part begins with an element. */
static void
fill_host (char *to, gsize bytes, const guint8 *element, gsize n)
{
  gsize done = MIN (n, bytes);

  memcpy (to, element, done);
  for (; done < bytes; done += MIN (done, bytes - done))
    memcpy (to + done, to, MIN (done, bytes - done));
}

gboolean
rs_replica_fill (RsReplica *replica, RsExtent part, GError **error)
{
  const RsReplicas *replicas = replica->array->replicas;
  RsMemory *memory = rs_memory_get (replica->memory);
  const gsize bytes = part.end - part.first;
  guint64 ticket = 0;
  gboolean done = TRUE;

  g_assert (part.first < part.end && part.end <= replica->bytes);
  if (replicas->contents_bytes > 0)
    {
      g_mutex_unlock (&rs_memory_lock);
      if (memory == NULL)
        fill_host ((char *)replica->data + part.first, bytes, replicas->contents, replicas->contents_bytes);
      else
        done = memory->device->table->fill (memory->device, replica->data, part.first, bytes, replicas->contents,
                                            replicas->contents_bytes, &ticket, error);
      g_mutex_lock (&rs_memory_lock);
    }
  if (!done)
    return FALSE;
  rs_extents_add (&replica->valid, part);
  if (ticket != 0)
    memory->last_copy = ticket;
  return TRUE;
}

gboolean
rs_memory_wait (guint number, const gint *stop)
{
  RsMemory *memory;
  guint64 ticket;

  g_mutex_lock (&rs_memory_lock);
  memory = rs_memory_get (number);
  ticket = memory != NULL ? memory->last_copy : 0;
  g_mutex_unlock (&rs_memory_lock);
  return ticket == 0 || memory->device->table->wait (memory->device, ticket, stop, NULL);
}
