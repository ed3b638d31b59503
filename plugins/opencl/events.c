/* Tickets: what the device has begun, and when each thing ended.
 *
 * A ticket is the number of a command. The driver says on a thread of its own that a command has ended. Its times stay
 * in a ring, which is many times as long as what is begun at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/error.h"
#include "runtime/trace.h"

#define POLL_MICROSECONDS 10000                    /* between two looks at the stop flag */
#define PATIENCE_MICROSECONDS (2 * G_USEC_PER_SEC) /* after which a device that does not stop is lost */

static OpenclTimes *
get_entry (OpenclDevice *self, guint64 ticket)
{
  return &self->events.times[ticket % OPENCL_N_TIMES];
}

/* lock is held, or the answer is only a hint. */
static gboolean
has_ended (OpenclDevice *self, guint64 ticket)
{
  OpenclTimes *times = get_entry (self, ticket);

  return __atomic_load_n (&times->ticket, __ATOMIC_ACQUIRE) != ticket
         || __atomic_load_n (&times->end, __ATOMIC_ACQUIRE) != 0;
}

/* lock is held. */
static void
wait_for_end (OpenclEvents *events, gint64 until)
{
  events->n_waiting++;
  if (until == 0)
    g_cond_wait (&events->ended, &events->lock);
  else
    g_cond_wait_until (&events->ended, &events->lock, until);
  events->n_waiting--;
}

/* lock is held. */
static void
tell_end (OpenclEvents *events)
{
  if (events->n_waiting > 0)
    g_cond_broadcast (&events->ended);
}

/* From the device's clock to ours. That a command has ended is told late, never early: of the differences seen the
 * smallest is the best. */
static gint64
measure (OpenclDevice *self, cl_event event, OpenclTimes *times)
{
  cl_ulong start = 0, end = 0;
  gint64 now = rs_trace_now ();

  if (opencl.clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) != CL_SUCCESS
      || opencl.clGetEventProfilingInfo (event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) != CL_SUCCESS
      || end < start)
    {
      times->start = times->begun;
      return now;
    }
  self->events.offset = MIN (self->events.offset, now - (gint64)end);
  times->start = (gint64)start + self->events.offset;
  return MAX (1, (gint64)end + self->events.offset);
}

/* data: OpenclTimes, which is another command's once it has its end. */
static void CL_CALLBACK
note_end (cl_event event, cl_int status, void *data)
{
  OpenclTimes *times = data;
  OpenclDevice *self = times->device;
  OpenclEvents *events = &self->events;
  gint64 end;

  g_mutex_lock (&events->lock);
  end = measure (self, event, times);
  if (status < 0)
    __atomic_store_n (&events->failure, status, __ATOMIC_RELAXED);
  __atomic_store_n (&times->end, end, __ATOMIC_RELEASE);
  tell_end (events);
  g_mutex_unlock (&events->lock);
  opencl.clReleaseEvent (event);
  rs_device_notify (&self->base);
  g_mutex_lock (&events->lock);
  events->n_callbacks--;
  tell_end (events);
  g_mutex_unlock (&events->lock);
}

void
opencl_events_init (OpenclDevice *self)
{
  self->events.offset = G_MAXINT64;
  g_mutex_init (&self->events.lock);
  g_cond_init (&self->events.ended);
}

void
opencl_events_drain (OpenclDevice *self)
{
  g_mutex_lock (&self->events.lock);
  while (self->events.n_callbacks > 0)
    wait_for_end (&self->events, 0);
  g_mutex_unlock (&self->events.lock);
}

guint64
opencl_events_add (OpenclDevice *self, cl_event event)
{
  OpenclEvents *events = &self->events;
  OpenclTimes *times;
  guint64 ticket;

  g_mutex_lock (&events->lock);
  ticket = ++events->last;
  times = get_entry (self, ticket);
  while (times->ticket != 0 && times->end == 0)
    wait_for_end (events, 0);
  times->device = self;
  times->begun = rs_trace_now ();
  times->end = 0;
  __atomic_store_n (&times->ticket, ticket, __ATOMIC_RELEASE);
  events->n_callbacks++;
  g_mutex_unlock (&events->lock);
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
  OpenclDevice *self = (OpenclDevice *)device;

  return has_ended (self, ticket) || __atomic_load_n (&self->is_lost, __ATOMIC_RELAXED);
}

gboolean
opencl_has_failed (RsDevice *device)
{
  OpenclDevice *self = (OpenclDevice *)device;

  return __atomic_load_n (&self->events.failure, __ATOMIC_RELAXED) != 0
         || __atomic_load_n (&self->is_lost, __ATOMIC_RELAXED);
}

/* lock is held. The program is to end: kernels that look see it; the device is given up when nothing comes of that. */
static void
wait_impatiently (OpenclDevice *self, guint64 ticket, const gint *stop)
{
  gint64 since = 0;

  while (!has_ended (self, ticket) && !self->is_lost)
    {
      gint64 now = g_get_monotonic_time ();

      if (since == 0 && __atomic_load_n (stop, __ATOMIC_RELAXED) != 0)
        {
          since = now;
          opencl_tell_stop (self);
        }
      if (since != 0 && now - since > PATIENCE_MICROSECONDS)
        __atomic_store_n (&self->is_lost, TRUE, __ATOMIC_RELAXED);
      wait_for_end (&self->events, now + POLL_MICROSECONDS);
    }
}

gboolean
opencl_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  cl_int failure;

  g_mutex_lock (&self->events.lock);
  if (stop != NULL)
    wait_impatiently (self, ticket, stop);
  while (!has_ended (self, ticket) && !self->is_lost)
    wait_for_end (&self->events, 0);
  failure = self->events.failure;
  g_mutex_unlock (&self->events.lock);
  if (self->is_lost)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED,
                 "the device %s is lost: a kernel did not end within 2 seconds after the program was stopped",
                 device->name);
  else if (failure != 0)
    opencl_set_error (error, device->name, "failed", failure);
  return !self->is_lost && failure == 0;
}

gboolean
opencl_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end)
{
  OpenclDevice *self = (OpenclDevice *)device;
  const OpenclTimes *times;
  gboolean is_known;

  g_mutex_lock (&self->events.lock);
  times = get_entry (self, ticket);
  is_known = times->ticket == ticket && times->end != 0;
  if (is_known)
    {
      *start = times->start;
      *end = times->end;
    }
  g_mutex_unlock (&self->events.lock);
  return is_known;
}
