/* See tickets.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/tickets.h"

#include "runtime/trace/trace.h"

#define POLL_MICROSECONDS 10000                    /* between two looks at the stop flag */
#define PATIENCE_MICROSECONDS (2 * G_USEC_PER_SEC) /* after which a device that does not stop is lost */

void
rs_tickets_init (RsTickets *self, gpointer owner)
{
  self->owner = owner;
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
}

RsTicketTimes *
rs_tickets_get (RsTickets *self, guint64 ticket)
{
  return &self->times[ticket % RS_N_TICKETS];
}

/* lock is held, or the answer is only a hint. */
static gboolean
has_ended (RsTickets *self, guint64 ticket)
{
  RsTicketTimes *times = rs_tickets_get (self, ticket);

  return __atomic_load_n (&times->ticket, __ATOMIC_ACQUIRE) != ticket
         || __atomic_load_n (&times->end, __ATOMIC_ACQUIRE) != 0;
}

/* n: of those who wait for the same; until: as rs_tickets_wait_for_end has it. */
static void
wait_with (RsTickets *self, guint *n, gint64 until)
{
  (*n)++;
  if (until == 0)
    g_cond_wait (&self->ended, &self->lock);
  else
    g_cond_wait_until (&self->ended, &self->lock, until);
  (*n)--;
}

void
rs_tickets_wait_for_end (RsTickets *self, gint64 until)
{
  wait_with (self, &self->n_waiting, until);
}

void
rs_tickets_tell (RsTickets *self)
{
  if (self->n_waiting > 0)
    g_cond_broadcast (&self->ended);
}

RsTicketTimes *
rs_tickets_add (RsTickets *self)
{
  guint64 ticket = ++self->last;
  RsTicketTimes *times = rs_tickets_get (self, ticket);

  while (times->ticket != 0 && times->end == 0 && !self->is_lost)
    rs_tickets_wait_for_end (self, 0);
  times->owner = self->owner;
  times->begun = rs_trace_now ();
  __atomic_store_n (&times->end, 0, __ATOMIC_RELAXED);
  __atomic_store_n (&times->ticket, ticket, __ATOMIC_RELEASE);
  return times;
}

/* lock is held. */
static void
set_failure (RsTickets *self, int code)
{
  if (code != 0 && self->failure == 0)
    __atomic_store_n (&self->failure, code, __ATOMIC_RELAXED);
}

void
rs_tickets_end (RsTickets *self, RsTicketTimes *times, gint64 start, gint64 end, int code)
{
  g_assert (times->ticket != 0 && (times->end == 0 || self->is_lost));
  __atomic_store_n (&times->start, start, __ATOMIC_RELEASE);
  set_failure (self, code);
  __atomic_store_n (&times->end, MAX (end, 1), __ATOMIC_RELEASE);
  if (times->n_awaits > 0)
    g_cond_broadcast (&self->ended);
  else
    rs_tickets_tell (self);
}

void
rs_tickets_fail (RsTickets *self, int code)
{
  g_mutex_lock (&self->lock);
  set_failure (self, code);
  g_mutex_unlock (&self->lock);
}

gboolean
rs_tickets_is_lost (const RsTickets *self)
{
  return __atomic_load_n (&self->is_lost, __ATOMIC_RELAXED);
}

gboolean
rs_tickets_is_done (RsTickets *self, guint64 ticket)
{
  return has_ended (self, ticket) || rs_tickets_is_lost (self);
}

gboolean
rs_tickets_has_failed (const RsTickets *self)
{
  return __atomic_load_n (&self->failure, __ATOMIC_RELAXED) != 0 || rs_tickets_is_lost (self);
}

/* lock is held. The program is to end: kernels that look see it; the device is given up when nothing comes of that. */
static void
wait_impatiently (RsTickets *self, guint64 ticket, const gint *stop, void (*tell_stop) (gpointer owner))
{
  gint64 since = 0;

  while (!has_ended (self, ticket) && !self->is_lost)
    {
      gint64 now = g_get_monotonic_time ();

      if (since == 0 && __atomic_load_n (stop, __ATOMIC_RELAXED) != 0)
        {
          since = now;
          tell_stop (self->owner);
        }
      if (since != 0 && __atomic_load_n (&self->n_patient, __ATOMIC_RELAXED) > 0)
        since = now;
      if (since != 0 && now - since > PATIENCE_MICROSECONDS)
        {
          __atomic_store_n (&self->is_lost, TRUE, __ATOMIC_RELAXED);
          g_cond_broadcast (&self->ended); /* others may wait without looking at a flag */
        }
      else
        wait_with (self, &rs_tickets_get (self, ticket)->n_awaits, now + POLL_MICROSECONDS);
    }
}

int
rs_tickets_wait (RsTickets *self, guint64 ticket, const gint *stop, void (*tell_stop) (gpointer owner))
{
  int failure;

  g_mutex_lock (&self->lock);
  g_assert (ticket <= self->last);
  if (stop != NULL)
    wait_impatiently (self, ticket, stop, tell_stop);
  while (!has_ended (self, ticket) && !self->is_lost)
    wait_with (self, &rs_tickets_get (self, ticket)->n_awaits, 0);
  failure = self->failure;
  g_mutex_unlock (&self->lock);
  return failure;
}

/* Without the lock: an entry that is another command's meanwhile has another ticket, or no end. */
gboolean
rs_tickets_get_times (RsTickets *self, guint64 ticket, gint64 *start, gint64 *end)
{
  const RsTicketTimes *times = rs_tickets_get (self, ticket);
  const gint64 last = __atomic_load_n (&times->end, __ATOMIC_ACQUIRE);
  const gint64 first = __atomic_load_n (&times->start, __ATOMIC_ACQUIRE);

  if (last == 0 || __atomic_load_n (&times->ticket, __ATOMIC_ACQUIRE) != ticket)
    return FALSE;
  *start = first;
  *end = last;
  return TRUE;
}

gboolean
rs_tickets_check_lost (const RsTickets *self, const char *device, RsRuntimeError code, GError **error)
{
  g_assert (code == RS_RUNTIME_ERROR_STOPPED || code == RS_RUNTIME_ERROR_DEVICE_LOST);
  if (!rs_tickets_is_lost (self))
    return FALSE;
  g_set_error (error, RS_RUNTIME_ERROR, code,
               "the device %s is lost: a kernel did not end within 2 seconds after the program was stopped", device);
  return TRUE;
}
