/* Tickets of commands: the driver says on a thread of its own that a command has ended.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/base/error.h"
#include "runtime/trace/trace.h"

/* From the device's clock to ours. That a command has ended is told late, never early: of the differences seen the
 * smallest is the best. lock is held. */
static void
measure (OpenclDevice *self, cl_event event, const RsTicketTimes *times, gint64 *begin, gint64 *finish)
{
  cl_ulong start = 0, end = 0;
  gint64 now = rs_trace_now ();

  *begin = times->begun;
  *finish = now;
  if (opencl.clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) != CL_SUCCESS
      || opencl.clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS
      || end < start)
    return;
  self->events.offset = MIN (self->events.offset, now - (gint64)end);
  *begin = (gint64)start + self->events.offset;
  *finish = (gint64)end + self->events.offset;
}

/* data: RsTicketTimes, which is another command's once it has its end. */
static void CL_CALLBACK
note_end (cl_event event, cl_int status, void *data)
{
  RsTicketTimes *times = data;
  OpenclDevice *self = times->owner;
  gint64 start, end;

  g_mutex_lock (&self->tickets.lock);
  measure (self, event, times, &start, &end);
  rs_tickets_end (&self->tickets, times, start, end, MIN (status, 0));
  g_mutex_unlock (&self->tickets.lock);
  opencl.clReleaseEvent (event);
  rs_device_notify (&self->base);
  g_mutex_lock (&self->tickets.lock);
  self->events.n_callbacks--;
  rs_tickets_tell (&self->tickets);
  g_mutex_unlock (&self->tickets.lock);
}

void
opencl_events_init (OpenclDevice *self)
{
  self->events.offset = G_MAXINT64;
  rs_tickets_init (&self->tickets, self);
}

void
opencl_events_drain (OpenclDevice *self)
{
  g_mutex_lock (&self->tickets.lock);
  while (self->events.n_callbacks > 0)
    rs_tickets_wait_for_end (&self->tickets, 0);
  g_mutex_unlock (&self->tickets.lock);
}

guint64
opencl_events_add (OpenclDevice *self, cl_event event)
{
  RsTicketTimes *times;
  guint64 ticket;

  g_mutex_lock (&self->tickets.lock);
  times = rs_tickets_add (&self->tickets);
  ticket = times->ticket;
  self->events.n_callbacks++;
  g_mutex_unlock (&self->tickets.lock);
  if (opencl.clSetEventCallback (event, CL_COMPLETE, note_end, times) != CL_SUCCESS)
    {
      opencl.clWaitForEvents (1, &event);
      note_end (event, CL_COMPLETE, times);
    }
  return ticket;
}

gboolean
opencl_is_done (RsDevice *device, guint64 ticket)
{
  return rs_tickets_is_done (&((OpenclDevice *)device)->tickets, ticket);
}

gboolean
opencl_has_failed (RsDevice *device)
{
  return rs_tickets_has_failed (&((OpenclDevice *)device)->tickets);
}

gboolean
opencl_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  RsTickets *tickets = &((OpenclDevice *)device)->tickets;
  const cl_int failure = rs_tickets_wait (tickets, ticket, stop, opencl_tell_stop);

  if (rs_tickets_check_lost (tickets, device->name, RS_RUNTIME_ERROR_STOPPED, error))
    return FALSE;
  if (failure != 0)
    opencl_set_error (error, device->name, "failed", failure);
  return failure == 0;
}

gboolean
opencl_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end)
{
  return rs_tickets_get_times (&((OpenclDevice *)device)->tickets, ticket, start, end);
}
