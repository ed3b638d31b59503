/* What the session's thread does of the device's side of a queue: it begins launches itself where nothing is in their
 * way, instead of waking another thread for each, and ends them when it comes by, or waits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/queue-private.h"

#include "runtime/base/error.h"
#include "runtime/device/cupti.h"
#include "runtime/device/launch-values.h"
#include "runtime/memory/completion.h"

void
rs_queue_run_here (RsQueue *queue, RsLaunch *launch)
{
  g_mutex_lock (&queue->work_lock);
  __atomic_store_n (&queue->is_here, TRUE, __ATOMIC_RELAXED);
  rs_queue_run (queue, launch);
  __atomic_store_n (&queue->is_here, FALSE, __ATOMIC_RELAXED);
  g_mutex_unlock (&queue->work_lock);
}

void
rs_queue_hand_over (RsOrder *order)
{
  for (guint i = 0; i < order->n_queues; i++)
    {
      RsQueue *queue = order->queues[i];

      if (queue == NULL)
        continue;
      g_mutex_lock (&queue->lock);
      if (queue->is_left && queue->is_asleep)
        g_cond_signal (&queue->wake);
      __atomic_store_n (&queue->is_left, FALSE, __ATOMIC_SEQ_CST);
      g_mutex_unlock (&queue->lock);
    }
  rs_completion_set_helper (NULL, NULL);
}

/* The one queue that has launches which have not ended, all of them left in flight by this thread; NULL: there are
 * others to wait for. */
static RsQueue *
find_left (const RsOrder *order)
{
  RsQueue *found = NULL;

  for (guint i = 0; i < order->n_queues; i++)
    {
      RsQueue *queue = order->queues[i];

      if (queue == NULL || __atomic_load_n (&queue->n_unfinished, __ATOMIC_ACQUIRE) == 0)
        continue;
      if (found != NULL || !queue->is_left)
        return NULL;
      found = queue;
    }
  return found;
}

/* Until the device has done all that is in flight: to wait for one launch after the other is to sleep as often.
 * work_lock is held. */
static void
wait_for_newest (RsQueue *queue)
{
  guint64 ticket = 0;

  for (const RsLaunch *launch = queue->oldest; launch != NULL; launch = launch->next)
    ticket = launch->is_over || launch->work.ticket == 0 ? ticket : launch->work.ticket;
  if (ticket != 0)
    queue->device->table->wait (queue->device, ticket, queue->stop, NULL); /* each launch takes its own failure */
}

/* An RsCompletionHelp: ends what is waited for; what that is not is handed over. While somebody looks at the program
 * from outside this thread has to look up now and then, and does not wait for a device. */
static void
help (gpointer data, gboolean (*is_done) (gpointer data), gpointer done_data)
{
  RsOrder *order = data;
  RsQueue *queue;

  rs_queue_begin_gathered (order);
  queue = rs_error_is_polled () ? NULL : find_left (order);
  if (queue != NULL && g_mutex_trylock (&queue->work_lock))
    {
      if (is_done == rs_queue_are_all_idle)
        wait_for_newest (queue);
      while (queue->oldest != NULL && !is_done (done_data))
        rs_queue_end_oldest (queue);
      g_mutex_unlock (&queue->work_lock);
    }
  if (!is_done (done_data))
    rs_queue_hand_over (order);
}

void
rs_queue_leave (RsQueue *queue)
{
  g_mutex_lock (&queue->lock);
  __atomic_store_n (&queue->is_left, TRUE, __ATOMIC_SEQ_CST);
  if (queue->is_asleep && queue->sleeps_long)
    g_cond_signal (&queue->wake);
  g_mutex_unlock (&queue->lock);
  rs_completion_set_helper (help, queue->order);
}

/* Launches that were handed over may wait for what is in flight here, and are to hear of its end. */
gboolean
rs_queue_is_any_handed (const RsOrder *order)
{
  for (guint i = 0; i < order->n_queues; i++)
    {
      const RsQueue *queue = order->queues[i];

      if (queue != NULL && __atomic_load_n (&queue->n_handed, __ATOMIC_RELAXED) > 0)
        return TRUE;
    }
  return FALSE;
}

/* Where nothing waits, and arrays are as they are needed. work_lock is held. */
static gboolean
can_begin (RsQueue *queue, RsLaunch *launch)
{
  return queue->n_in_flight < RS_MAX_IN_FLIGHT && !rs_launch_is_empty (&launch->work)
         && !rs_queue_has_to_wait (queue, launch) && !rs_order_is_spoiled (queue->order, launch)
         && rs_launch_acquire_ready (launch, queue->device);
}

gboolean
rs_queue_begin_here (RsQueue *queue, RsLaunch *launch)
{
  const RsDeviceTable *table = queue->device->table;
  gboolean begins;

  if (queue->device->memory == RS_MEMORY_HOST || table->is_done == NULL || rs_cupti_is_measuring ()
      || rs_queue_is_any_handed (queue->order))
    return FALSE;
  g_mutex_lock (&queue->work_lock); /* whoever has it only takes what has ended */
  rs_queue_end_done (queue);
  begins = can_begin (queue, launch);
  if (begins)
    rs_queue_begin_ready (queue, launch);
  g_mutex_unlock (&queue->work_lock);
  if (begins)
    rs_queue_leave (queue);
  return begins;
}
