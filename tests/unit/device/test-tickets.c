/* Waiting for commands of a device that never end: when one of those who wait gives the device up, all are woken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/tickets.h"

#define MOST_SECONDS 20

typedef struct {
  RsTickets *tickets;
  gint n_done; /* atomic */
} Waiters;

static void
tell_stop (gpointer owner)
{
  ++*(guint *)owner;
}

/* Somebody who does not know of the stop. */
static gpointer
wait_for_first (gpointer data)
{
  Waiters *self = data;

  rs_tickets_wait (self->tickets, 1, NULL, NULL);
  g_atomic_int_inc (&self->n_done);
  return NULL;
}

/* Somebody who begins a command, for which there is no room. */
static gpointer
begin_another (gpointer data)
{
  Waiters *self = data;

  g_mutex_lock (&self->tickets->lock);
  rs_tickets_add (self->tickets);
  g_mutex_unlock (&self->tickets->lock);
  g_atomic_int_inc (&self->n_done);
  return NULL;
}

static void
test_lost (void)
{
  RsTickets *tickets = g_new0 (RsTickets, 1);
  Waiters waiters = { tickets, 0 };
  guint n_told = 0;
  gint stop = 1;
  GThread *threads[2];

  rs_tickets_init (tickets, &n_told);
  g_mutex_lock (&tickets->lock);
  for (guint i = 0; i < RS_N_TICKETS; i++)
    rs_tickets_add (tickets);
  g_mutex_unlock (&tickets->lock);
  threads[0] = g_thread_new ("waits", wait_for_first, &waiters);
  threads[1] = g_thread_new ("begins", begin_another, &waiters);
  for (guint i = 0; i < 1000; i++) /* until both wait */
    {
      guint n;

      g_mutex_lock (&tickets->lock);
      n = tickets->n_waiting;
      g_mutex_unlock (&tickets->lock);
      if (n == 2)
        break;
      g_usleep (10000);
    }
  rs_tickets_wait (tickets, 1, &stop, tell_stop);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_true (rs_tickets_is_lost (tickets));
  for (guint i = 0; i < MOST_SECONDS * 100 && g_atomic_int_get (&waiters.n_done) < 2; i++)
    g_usleep (10000);
  g_assert_cmpint (g_atomic_int_get (&waiters.n_done), ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&tickets->lock);
  g_cond_clear (&tickets->ended);
  g_free (tickets);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/tickets/lost", test_lost);
  return g_test_run ();
}
