/* Tickets of commands: each command of the first stream stands between two events; a thread waits for the second ones,
 * in their order: the driver's own callbacks are not made once a kernel has failed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/base/error.h"
#include "runtime/trace/trace.h"

#define REFERENCE_NANOSECONDS 1000000000 /* between two looks at the device's clock */
#define NANOSECONDS_PER_MILLISECOND 1e6

/* --- the device's clock --- */

/* The event that the times of others are measured from. */
static void
look_at_clock (CudaDevice *self)
{
  CudaEvents *events = &self->events;

  if (cuda.cuEventRecord (events->reference, self->control) == CUDA_SUCCESS
      && cuda.cuEventSynchronize (events->reference) == CUDA_SUCCESS)
    events->reference_time = rs_trace_now ();
}

/* On our clock; never later than now. */
static void
measure (CudaDevice *self, const CudaCommand *command, gint64 *start, gint64 *end)
{
  float since = 0, length = 0;
  gint64 now = rs_trace_now ();

  if (cuda.cuEventElapsedTime (&since, self->events.reference, command->end) != CUDA_SUCCESS
      || cuda.cuEventElapsedTime (&length, command->start, command->end) != CUDA_SUCCESS)
    {
      *start = *end = now;
      return;
    }
  *end = MIN (now, self->events.reference_time + (gint64)((double)since * NANOSECONDS_PER_MILLISECOND));
  *start = *end - (gint64)((double)length * NANOSECONDS_PER_MILLISECOND);
  if (now - self->events.reference_time > REFERENCE_NANOSECONDS)
    look_at_clock (self);
}

/* --- ends --- */

void
cuda_ticket_end (CudaDevice *self, guint64 ticket, gint64 start, CUresult code)
{
  RsTicketTimes *times;

  g_mutex_lock (&self->tickets.lock);
  times = rs_tickets_get (&self->tickets, ticket);
  rs_tickets_end (&self->tickets, times, MAX (start, times->begun), rs_trace_now (), code);
  g_mutex_unlock (&self->tickets.lock);
  rs_device_notify (&self->base);
}

static void
end_command (CudaDevice *self, CudaCommand *command, CUresult code)
{
  gint64 start = 0, end = rs_trace_now ();
  RsTicketTimes *times;

  if (code == CUDA_SUCCESS)
    measure (self, command, &start, &end);
  g_mutex_lock (&self->tickets.lock);
  times = rs_tickets_get (&self->tickets, command->ticket);
  start = MAX (start, times->begun);
  g_array_append_val (self->events.events, command->start);
  g_array_append_val (self->events.events, command->end);
  rs_tickets_end (&self->tickets, times, start, MAX (end, start + 1), code);
  g_mutex_unlock (&self->tickets.lock);
  g_free (command);
  rs_device_notify (&self->base);
}

static gpointer
wait_for_ends (gpointer data)
{
  CudaDevice *self = data;
  CudaEvents *events = &self->events;
  CudaCommand *command;

  cuda_enter (self);
  for (;;)
    {
      g_mutex_lock (&self->tickets.lock);
      while (events->commands.length == 0 && !events->is_closing)
        g_cond_wait (&events->begun, &self->tickets.lock);
      command = g_queue_pop_head (&events->commands);
      g_mutex_unlock (&self->tickets.lock);
      if (command == NULL)
        return NULL;
      end_command (self, command, cuda.cuEventSynchronize (command->end));
    }
}

CUresult
cuda_tickets_init (CudaDevice *self)
{
  CudaEvents *events = &self->events;
  CUresult code;

  events->events = g_array_new (FALSE, FALSE, sizeof (CUevent));
  g_queue_init (&events->commands);
  code = cuda.cuEventCreate (&events->reference, CU_EVENT_BLOCKING_SYNC);
  if (code != CUDA_SUCCESS)
    return code;
  look_at_clock (self);
  events->thread = g_thread_new ("cuda tickets", wait_for_ends, self);
  return CUDA_SUCCESS;
}

void
cuda_tickets_clear (CudaDevice *self)
{
  CudaEvents *events = &self->events;

  if (events->thread != NULL)
    {
      g_mutex_lock (&self->tickets.lock);
      events->is_closing = TRUE;
      g_cond_broadcast (&events->begun);
      g_mutex_unlock (&self->tickets.lock);
      g_thread_join (events->thread);
    }
  for (guint i = 0; events->events != NULL && i < events->events->len; i++)
    cuda.cuEventDestroy (g_array_index (events->events, CUevent, i));
  g_clear_pointer (&events->events, g_array_unref);
  if (events->reference != NULL)
    cuda.cuEventDestroy (events->reference);
}

/* --- beginnings --- */

static CUresult
take_event (CudaDevice *self, CUevent *event)
{
  CudaEvents *events = &self->events;
  gboolean is_there;

  g_mutex_lock (&self->tickets.lock);
  is_there = events->events->len > 0;
  if (is_there)
    {
      *event = g_array_index (events->events, CUevent, events->events->len - 1);
      g_array_set_size (events->events, events->events->len - 1);
    }
  g_mutex_unlock (&self->tickets.lock);
  return is_there ? CUDA_SUCCESS : cuda.cuEventCreate (event, CU_EVENT_BLOCKING_SYNC);
}

guint64
cuda_ticket_begin (CudaDevice *self)
{
  guint64 ticket;

  g_mutex_lock (&self->tickets.lock);
  ticket = rs_tickets_add (&self->tickets)->ticket;
  g_mutex_unlock (&self->tickets.lock);
  return ticket;
}

void
cuda_command_drop (CudaDevice *self, CudaCommand *command)
{
  g_mutex_lock (&self->tickets.lock);
  g_array_append_val (self->events.events, command->start);
  if (command->end != NULL)
    g_array_append_val (self->events.events, command->end);
  g_mutex_unlock (&self->tickets.lock);
  g_free (command);
}

CUresult
cuda_command_begin (CudaDevice *self, CudaCommand **command)
{
  CudaCommand *made = g_new0 (CudaCommand, 1);
  CUresult code = take_event (self, &made->start);

  *command = NULL;
  if (code != CUDA_SUCCESS)
    {
      g_free (made);
      return code;
    }
  code = take_event (self, &made->end);
  if (code == CUDA_SUCCESS)
    code = cuda.cuEventRecord (made->start, self->stream);
  if (code == CUDA_SUCCESS)
    *command = made;
  else
    cuda_command_drop (self, made);
  return code;
}

/* The ends are waited for in the order in which they are recorded: both happen under one lock. */
CUresult
cuda_command_end (CudaDevice *self, CudaCommand *command, guint64 *ticket)
{
  CudaEvents *events = &self->events;
  CUresult code;

  g_mutex_lock (&self->tickets.lock);
  code = cuda.cuEventRecord (command->end, self->stream);
  if (code == CUDA_SUCCESS)
    {
      command->ticket = *ticket = rs_tickets_add (&self->tickets)->ticket;
      g_queue_push_tail (&events->commands, command);
      g_cond_broadcast (&events->begun);
    }
  g_mutex_unlock (&self->tickets.lock);
  if (code != CUDA_SUCCESS)
    cuda_command_drop (self, command);
  return code;
}

/* --- waiting --- */

gboolean
cuda_is_done (RsDevice *device, guint64 ticket)
{
  return rs_tickets_is_done (&((CudaDevice *)device)->tickets, ticket);
}

static gboolean
is_fatal (CUresult code)
{
  switch (code)
    {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
      return TRUE;
    default:
      return FALSE;
    }
}

void
cuda_fail (CudaDevice *self, GError **error, const char *what, CUresult code)
{
  cuda_set_error (error, self->base.name, what, code);
  if (is_fatal (code))
    rs_tickets_fail (&self->tickets, code);
}

gboolean
cuda_has_failed (RsDevice *device)
{
  return rs_tickets_has_failed (&((CudaDevice *)device)->tickets);
}

gboolean
cuda_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  RsTickets *tickets = &((CudaDevice *)device)->tickets;
  const CUresult failure = rs_tickets_wait (tickets, ticket, stop, cuda_tell_stop);

  if (rs_tickets_check_lost (tickets, device->name, RS_RUNTIME_ERROR_STOPPED, error))
    return FALSE;
  if (failure != CUDA_SUCCESS)
    cuda_set_error (error, device->name, "failed", failure);
  return failure == CUDA_SUCCESS;
}

gboolean
cuda_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end)
{
  return rs_tickets_get_times (&((CudaDevice *)device)->tickets, ticket, start, end);
}
