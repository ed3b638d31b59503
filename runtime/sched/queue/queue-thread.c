/* A command queue's own thread: what begins and ends the launches that it is given.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/queue-private.h"

#include "runtime/memory/completion.h"
#include "runtime/trace/trace.h"

#define SPIN_NANOSECONDS 20000  /* before the thread sleeps; covers launches that follow each other closely */
#define LOOKS_PER_TIME 16       /* while it spins: to ask for the time costs more than to look */
#define STOP_MICROSECONDS 10000 /* between two looks at the stop flag while the device works */
#define SHORT_SLEEPS 5          /* of so long while nothing is in flight */

/* Whether the oldest launch in flight has ended, or is to be stopped, and no other thread sees to it right now. */
static gboolean
can_end (RsQueue *queue)
{
  gboolean can;

  if (__atomic_load_n (&queue->n_in_flight, __ATOMIC_RELAXED) == 0 || !g_mutex_trylock (&queue->work_lock))
    return FALSE;
  can = queue->oldest != NULL && (rs_queue_is_oldest_done (queue) || rs_queue_is_stopped (queue));
  g_mutex_unlock (&queue->work_lock);
  return can;
}

static gboolean
has_work (RsQueue *queue)
{
  return __atomic_load_n (&queue->n_waiting, __ATOMIC_RELAXED) > 0 || __atomic_load_n (&queue->quit, __ATOMIC_RELAXED)
         || can_end (queue);
}

static void
spin_for_work (RsQueue *queue)
{
  gint64 limit = rs_trace_now () + SPIN_NANOSECONDS;

  while (rs_trace_now () < limit)
    for (int i = 0; i < LOOKS_PER_TIME; i++)
      {
        if (has_work (queue))
          return;
        rs_completion_relax ();
      }
}

/* Nobody signals that the program is to stop, or that what the session's thread has left in flight has ended. Where
 * nothing is in flight for a while, that thread wakes this one when something is. lock is held. */
static void
wait_for_work (RsQueue *queue, guint *n_idle)
{
  const gboolean is_idle = __atomic_load_n (&queue->n_in_flight, __ATOMIC_RELAXED) == 0
                           && __atomic_load_n (&queue->n_gathered, __ATOMIC_RELAXED) == 0;

  *n_idle = is_idle ? *n_idle + 1 : 0;
  queue->is_asleep = TRUE;
  queue->sleeps_long = *n_idle > SHORT_SLEEPS;
  if (queue->sleeps_long)
    g_cond_wait (&queue->wake, &queue->lock);
  else
    g_cond_wait_until (&queue->wake, &queue->lock, g_get_monotonic_time () + STOP_MICROSECONDS);
  if (queue->sleeps_long)
    *n_idle = 0;
  queue->sleeps_long = FALSE;
  rs_queue_take_gathered (queue);
}

/* The next launch to run; NULL when the oldest one in flight is done or to be stopped, or the queue is being freed. */
static RsLaunch *
take_launch (RsQueue *queue)
{
  RsLaunch *launch;
  guint n_idle = 0;

  spin_for_work (queue);
  g_mutex_lock (&queue->lock);
  while (!has_work (queue))
    wait_for_work (queue, &n_idle);
  queue->is_asleep = FALSE;
  launch = queue->first;
  if (launch != NULL)
    {
      queue->first = launch->next;
      if (queue->first == NULL)
        queue->last = &queue->first;
      __atomic_sub_fetch (&queue->n_waiting, 1, __ATOMIC_RELAXED);
    }
  g_mutex_unlock (&queue->lock);
  return launch;
}

/* FALSE: the queue is being freed, and all has ended. */
static gboolean
work (RsQueue *queue, RsLaunch *launch)
{
  gboolean goes_on = TRUE;

  g_mutex_lock (&queue->work_lock);
  if (launch != NULL)
    rs_queue_begin (queue, launch);
  else if (queue->oldest != NULL && (rs_queue_is_oldest_done (queue) || rs_queue_is_stopped (queue)))
    rs_queue_end_oldest (queue);
  else
    goes_on = __atomic_load_n (&queue->quit, __ATOMIC_RELAXED) == 0;
  g_mutex_unlock (&queue->work_lock);
  return goes_on;
}

gpointer
rs_queue_run_thread (gpointer data)
{
  RsQueue *queue = data;

  while (work (queue, take_launch (queue)))
    ;
  return NULL;
}

guint
rs_queue_get_next_use (const RsArray *array, gpointer data)
{
  RsQueue *queue = data;
  guint n = 0;
  const RsLaunch *launch;

  g_mutex_lock (&queue->lock);
  for (launch = queue->first; launch != NULL && !rs_launch_uses (launch, array); launch = launch->next)
    n++;
  g_mutex_unlock (&queue->lock);
  return launch != NULL ? n : G_MAXUINT;
}

void
rs_queue_wake_thread (gpointer data)
{
  RsQueue *queue = data;

  if (__atomic_load_n (&queue->is_left, __ATOMIC_SEQ_CST))
    return;
  g_mutex_lock (&queue->lock);
  if (queue->is_asleep && !queue->is_left)
    g_cond_signal (&queue->wake);
  g_mutex_unlock (&queue->lock);
}
