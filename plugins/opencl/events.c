/* Tickets of commands: the driver says on a thread of its own that a command has ended.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/base/error.h"
#include "runtime/trace/trace.h"

#define OFFSET_NANOSECONDS 1000000000 /* in which the device's clock is compared with ours */

/* From the device's clock to ours: a command is told to have ended late, never early, so that the least difference is
 * the best. Clocks drift: what is seen in a second counts until the next one has ended. lock is held. */
static gint64
get_offset (OpenclEvents *events, gint64 now, gint64 end)
{
  if (now - events->since >= OFFSET_NANOSECONDS)
    {
      events->before = now - events->since < 2 * OFFSET_NANOSECONDS ? events->least : G_MAXINT64;
      events->least = G_MAXINT64;
      events->since = now;
    }
  events->least = MIN (events->least, now - end);
  return MIN (events->least, events->before);
}

/* By the device's clock. FALSE: it says nothing. */
static gboolean
get_device_times (cl_event event, gint64 *start, gint64 *end)
{
  cl_ulong first = 0, last = 0;

  if (opencl.clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_START, sizeof first, &first, NULL) != CL_SUCCESS
      || opencl.clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_END, sizeof last, &last, NULL) != CL_SUCCESS
      || last < first)
    return FALSE;
  *start = (gint64)first;
  *end = (gint64)last;
  return TRUE;
}

/* Of the ticket that has the entry. */
static cl_event *
find_first (OpenclDevice *self, const RsTicketTimes *times)
{
  return &self->events.first[times - self->tickets.times];
}

/* Of all that the command is. first: of what was begun before the rest, or NULL; is released. */
static gboolean
get_whole_times (cl_event first, cl_event event, gint64 *start, gint64 *end)
{
  gboolean is_told = get_device_times (event, start, end);
  gint64 first_end;

  if (first == NULL)
    return is_told;
  is_told = is_told && get_device_times (first, start, &first_end);
  opencl.clReleaseEvent (first);
  return is_told;
}

/* data: RsTicketTimes, which is another command's once it has its end. The lock is taken once, and for no call of the
 * driver: the thread that launches wants it, too. */
static void CL_CALLBACK
note_end (cl_event event, cl_int status, void *data)
{
  RsTicketTimes *times = data;
  OpenclDevice *self = times->owner;
  gint64 start, end, now = rs_trace_now ();
  const gboolean is_told = get_whole_times (*find_first (self, times), event, &start, &end);

  opencl.clReleaseEvent (event);
  g_mutex_lock (&self->tickets.lock);
  if (is_told)
    {
      const gint64 offset = get_offset (&self->events, now, end);

      rs_tickets_end (&self->tickets, times, start + offset, end + offset, MIN (status, 0));
    }
  else
    rs_tickets_end (&self->tickets, times, times->begun, now, MIN (status, 0));
  rs_device_notify (&self->base);
  self->events.n_callbacks--;
  rs_tickets_tell (&self->tickets);
  g_mutex_unlock (&self->tickets.lock);
}

void
opencl_events_init (OpenclDevice *self)
{
  self->events.least = self->events.before = G_MAXINT64;
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
opencl_events_add (OpenclDevice *self, cl_event first, cl_event event)
{
  RsTicketTimes *times;
  guint64 ticket;

  g_mutex_lock (&self->tickets.lock);
  times = rs_tickets_add (&self->tickets);
  ticket = times->ticket;
  *find_first (self, times) = first;
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
