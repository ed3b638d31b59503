/* Tickets: what the device has begun, and when each thing ended.
 *
 * A ticket is the number of a command. Each command of the first stream stands between two events; a thread waits for
 * the second ones, in their order: the driver's own callbacks are not made once a kernel has failed. The times of a
 * command stay in a ring, which is many times as long as what is begun at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/error.h"
#include "runtime/trace.h"

#define POLL_MICROSECONDS 10000                    /* between two looks at the stop flag */
#define PATIENCE_MICROSECONDS (2 * G_USEC_PER_SEC) /* after which a device that does not stop is lost */
#define REFERENCE_NANOSECONDS 1000000000           /* between two looks at the device's clock */
#define NANOSECONDS_PER_MILLISECOND 1e6

static CudaTimes *
get_entry (CudaDevice *self, guint64 ticket)
{
  return &self->tickets.times[ticket % CUDA_N_TIMES];
}

/* lock is held, or the answer is only a hint. */
static gboolean
has_ended (CudaDevice *self, guint64 ticket)
{
  CudaTimes *times = get_entry (self, ticket);

  return __atomic_load_n (&times->ticket, __ATOMIC_ACQUIRE) != ticket
         || __atomic_load_n (&times->end, __ATOMIC_ACQUIRE) != 0;
}

/* --- the device's clock --- */

/* The event that the times of others are measured from. */
static void
look_at_clock (CudaDevice *self)
{
  CudaTickets *tickets = &self->tickets;

  if (cuda.cuEventRecord (tickets->reference, self->control) == CUDA_SUCCESS
      && cuda.cuEventSynchronize (tickets->reference) == CUDA_SUCCESS)
    tickets->reference_time = rs_trace_now ();
}

/* On our clock; never later than now. */
static void
measure (CudaDevice *self, const CudaCommand *command, gint64 *start, gint64 *end)
{
  float since = 0, length = 0;
  gint64 now = rs_trace_now ();

  if (cuda.cuEventElapsedTime (&since, self->tickets.reference, command->end) != CUDA_SUCCESS
      || cuda.cuEventElapsedTime (&length, command->start, command->end) != CUDA_SUCCESS)
    {
      *start = *end = now;
      return;
    }
  *end = MIN (now, self->tickets.reference_time + (gint64)((double)since * NANOSECONDS_PER_MILLISECOND));
  *start = *end - (gint64)((double)length * NANOSECONDS_PER_MILLISECOND);
  if (now - self->tickets.reference_time > REFERENCE_NANOSECONDS)
    look_at_clock (self);
}

/* --- ends --- */

void
cuda_ticket_end (CudaDevice *self, guint64 ticket, gint64 start, CUresult code)
{
  CudaTickets *tickets = &self->tickets;
  CudaTimes *times;
  gint64 now;

  g_mutex_lock (&tickets->lock);
  now = rs_trace_now ();
  times = get_entry (self, ticket);
  times->start = MAX (start, times->begun);
  if (code != CUDA_SUCCESS && tickets->failure == CUDA_SUCCESS)
    __atomic_store_n (&tickets->failure, code, __ATOMIC_RELAXED);
  __atomic_store_n (&times->end, MAX (now, 1), __ATOMIC_RELEASE);
  g_cond_broadcast (&tickets->ended);
  g_mutex_unlock (&tickets->lock);
  rs_device_notify (&self->base);
}

static void
end_command (CudaDevice *self, CudaCommand *command, CUresult code)
{
  CudaTickets *tickets = &self->tickets;
  gint64 start = 0, end = rs_trace_now ();
  CudaTimes *times;

  if (code == CUDA_SUCCESS)
    measure (self, command, &start, &end);
  g_mutex_lock (&tickets->lock);
  times = get_entry (self, command->ticket);
  times->start = MAX (start, times->begun);
  if (code != CUDA_SUCCESS && tickets->failure == CUDA_SUCCESS)
    __atomic_store_n (&tickets->failure, code, __ATOMIC_RELAXED);
  g_array_append_val (tickets->events, command->start);
  g_array_append_val (tickets->events, command->end);
  __atomic_store_n (&times->end, MAX (end, times->start + 1), __ATOMIC_RELEASE);
  g_cond_broadcast (&tickets->ended);
  g_mutex_unlock (&tickets->lock);
  g_free (command);
  rs_device_notify (&self->base);
}

static gpointer
wait_for_ends (gpointer data)
{
  CudaDevice *self = data;
  CudaTickets *tickets = &self->tickets;
  CudaCommand *command;

  cuda_enter (self);
  for (;;)
    {
      g_mutex_lock (&tickets->lock);
      while (tickets->commands.length == 0 && !tickets->is_closing)
        g_cond_wait (&tickets->begun, &tickets->lock);
      command = g_queue_pop_head (&tickets->commands);
      g_mutex_unlock (&tickets->lock);
      if (command == NULL)
        return NULL;
      end_command (self, command, cuda.cuEventSynchronize (command->end));
    }
}

CUresult
cuda_tickets_init (CudaDevice *self)
{
  CudaTickets *tickets = &self->tickets;
  CUresult code;

  tickets->events = g_array_new (FALSE, FALSE, sizeof (CUevent));
  g_queue_init (&tickets->commands);
  code = cuda.cuEventCreate (&tickets->reference, CU_EVENT_BLOCKING_SYNC);
  if (code != CUDA_SUCCESS)
    return code;
  look_at_clock (self);
  tickets->thread = g_thread_new ("cuda tickets", wait_for_ends, self);
  return CUDA_SUCCESS;
}

void
cuda_tickets_clear (CudaDevice *self)
{
  CudaTickets *tickets = &self->tickets;

  if (tickets->thread != NULL)
    {
      g_mutex_lock (&tickets->lock);
      tickets->is_closing = TRUE;
      g_cond_broadcast (&tickets->begun);
      g_mutex_unlock (&tickets->lock);
      g_thread_join (tickets->thread);
    }
  for (guint i = 0; tickets->events != NULL && i < tickets->events->len; i++)
    cuda.cuEventDestroy (g_array_index (tickets->events, CUevent, i));
  g_clear_pointer (&tickets->events, g_array_unref);
  if (tickets->reference != NULL)
    cuda.cuEventDestroy (tickets->reference);
}

/* --- beginnings --- */

static CUresult
take_event (CudaDevice *self, CUevent *event)
{
  CudaTickets *tickets = &self->tickets;
  gboolean is_there;

  g_mutex_lock (&tickets->lock);
  is_there = tickets->events->len > 0;
  if (is_there)
    {
      *event = g_array_index (tickets->events, CUevent, tickets->events->len - 1);
      g_array_set_size (tickets->events, tickets->events->len - 1);
    }
  g_mutex_unlock (&tickets->lock);
  return is_there ? CUDA_SUCCESS : cuda.cuEventCreate (event, CU_EVENT_BLOCKING_SYNC);
}

/* lock is held. */
static guint64
add_ticket (CudaDevice *self)
{
  CudaTickets *tickets = &self->tickets;
  guint64 ticket = ++tickets->last;
  CudaTimes *times = get_entry (self, ticket);

  while (times->ticket != 0 && times->end == 0)
    g_cond_wait (&tickets->ended, &tickets->lock);
  times->begun = rs_trace_now ();
  times->end = 0;
  __atomic_store_n (&times->ticket, ticket, __ATOMIC_RELEASE);
  return ticket;
}

guint64
cuda_ticket_begin (CudaDevice *self)
{
  guint64 ticket;

  g_mutex_lock (&self->tickets.lock);
  ticket = add_ticket (self);
  g_mutex_unlock (&self->tickets.lock);
  return ticket;
}

void
cuda_command_drop (CudaDevice *self, CudaCommand *command)
{
  g_mutex_lock (&self->tickets.lock);
  g_array_append_val (self->tickets.events, command->start);
  if (command->end != NULL)
    g_array_append_val (self->tickets.events, command->end);
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
  CudaTickets *tickets = &self->tickets;
  CUresult code;

  g_mutex_lock (&tickets->lock);
  code = cuda.cuEventRecord (command->end, self->stream);
  if (code == CUDA_SUCCESS)
    {
      command->ticket = *ticket = add_ticket (self);
      g_queue_push_tail (&tickets->commands, command);
      g_cond_broadcast (&tickets->begun);
    }
  g_mutex_unlock (&tickets->lock);
  if (code != CUDA_SUCCESS)
    cuda_command_drop (self, command);
  return code;
}

/* --- waiting --- */

gboolean
cuda_is_done (RsDevice *device, guint64 ticket)
{
  CudaDevice *self = (CudaDevice *)device;

  return has_ended (self, ticket) || __atomic_load_n (&self->is_lost, __ATOMIC_RELAXED);
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
  CudaTickets *tickets = &self->tickets;

  cuda_set_error (error, self->base.name, what, code);
  if (!is_fatal (code))
    return;
  g_mutex_lock (&tickets->lock);
  if (tickets->failure == CUDA_SUCCESS)
    __atomic_store_n (&tickets->failure, code, __ATOMIC_RELAXED);
  g_mutex_unlock (&tickets->lock);
}

gboolean
cuda_has_failed (RsDevice *device)
{
  CudaDevice *self = (CudaDevice *)device;

  return __atomic_load_n (&self->tickets.failure, __ATOMIC_RELAXED) != CUDA_SUCCESS
         || __atomic_load_n (&self->is_lost, __ATOMIC_RELAXED);
}

/* lock is held. The program is to end: kernels that look see it; the device is given up when nothing comes of that,
 * but for calls of libraries, which can't look. */
static void
wait_impatiently (CudaDevice *self, guint64 ticket, const gint *stop)
{
  gint64 since = 0;

  while (!has_ended (self, ticket) && !self->is_lost)
    {
      gint64 now = g_get_monotonic_time ();

      if (since == 0 && __atomic_load_n (stop, __ATOMIC_RELAXED) != 0)
        {
          since = now;
          cuda_tell_stop (self);
        }
      if (since != 0 && __atomic_load_n (&self->n_library_calls, __ATOMIC_RELAXED) > 0)
        since = now;
      if (since != 0 && now - since > PATIENCE_MICROSECONDS)
        __atomic_store_n (&self->is_lost, TRUE, __ATOMIC_RELAXED);
      g_cond_wait_until (&self->tickets.ended, &self->tickets.lock, now + POLL_MICROSECONDS);
    }
}

gboolean
cuda_wait (RsDevice *device, guint64 ticket, const gint *stop, GError **error)
{
  CudaDevice *self = (CudaDevice *)device;
  CUresult failure;

  g_mutex_lock (&self->tickets.lock);
  if (stop != NULL)
    wait_impatiently (self, ticket, stop);
  while (!has_ended (self, ticket) && !self->is_lost)
    g_cond_wait (&self->tickets.ended, &self->tickets.lock);
  failure = self->tickets.failure;
  g_mutex_unlock (&self->tickets.lock);
  if (self->is_lost)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST,
                 "the device %s is lost: a kernel did not end within 2 seconds after the program was stopped",
                 device->name);
  else if (failure != CUDA_SUCCESS)
    cuda_set_error (error, device->name, "failed", failure);
  return !self->is_lost && failure == CUDA_SUCCESS;
}

gboolean
cuda_get_times (RsDevice *device, guint64 ticket, gint64 *start, gint64 *end)
{
  CudaDevice *self = (CudaDevice *)device;
  const CudaTimes *times;
  gboolean is_known;

  g_mutex_lock (&self->tickets.lock);
  times = get_entry (self, ticket);
  is_known = times->ticket == ticket && times->end != 0;
  if (is_known)
    {
      *start = times->start;
      *end = times->end;
    }
  g_mutex_unlock (&self->tickets.lock);
  return is_known;
}
