/* Short launches that are gathered, and begun several at a time.
 *
 * A device that computes on the host's cores sleeps when it has nothing to do. Of launches that take it less than the
 * program takes between them each would wake its threads, which costs more than the launch. So those that meet an idle
 * device are kept back until there are some, until the program waits for one or begins another on any queue; while the
 * device is at work, they follow at once. What the program does meanwhile runs beside nothing: for some microseconds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/queue-private.h"

#include "runtime/base/error.h"
#include "runtime/device/cupti.h"
#include "runtime/device/launch-values.h"
#include "runtime/trace/trace.h"

#define MOST_GATHERED 8
#define SHORT_NS 20000 /* of a launch that is gathered */

static gboolean
is_short (const RsLaunch *launch)
{
  const RsDeviceKernel *kernel = launch->work.kernel;
  gint64 ns;

  if (kernel == NULL || launch->is_waited_for)
    return FALSE;
  ns = __atomic_load_n (&kernel->recent_ns, __ATOMIC_RELAXED);
  return ns > 0 && ns <= SHORT_NS
         && rs_launch_count_items (&launch->work) <= __atomic_load_n (&kernel->recent_items, __ATOMIC_RELAXED);
}

/* The device has nothing to do. */
static gboolean
is_device_idle (RsQueue *queue)
{
  gboolean is_idle;

  g_mutex_lock (&queue->work_lock); /* whoever has it only takes what has ended */
  rs_queue_end_done (queue);
  is_idle = queue->oldest == NULL;
  g_mutex_unlock (&queue->work_lock);
  return is_idle;
}

gboolean
rs_queue_gather (RsQueue *queue, RsLaunch *launch)
{
  const RsDevice *device = queue->device;
  gint n = 0;

  if (!device->is_processor || device->memory == RS_MEMORY_HOST || queue->is_in_turn || !is_short (launch)
      || device->table->is_done == NULL || rs_cupti_is_measuring () || rs_error_is_polled ()
      || rs_queue_is_any_handed (queue->order) || !is_device_idle (queue))
    return FALSE;
  g_mutex_lock (&queue->lock);
  if (queue->n_waiting == 0) /* else the queue's thread has just taken those before */
    {
      launch->next = NULL;
      *queue->last = launch;
      queue->last = &launch->next;
      if (queue->n_gathered == 0)
        queue->gathered_since = rs_trace_now ();
      n = __atomic_add_fetch (&queue->n_gathered, 1, __ATOMIC_RELAXED);
    }
  g_mutex_unlock (&queue->lock);
  if (n == 1)
    rs_queue_leave (queue);
  if (n == MOST_GATHERED)
    rs_queue_begin_gathered (queue->order);
  return n > 0;
}

static RsLaunch *
take (RsQueue *queue)
{
  RsLaunch *launch = NULL;

  g_mutex_lock (&queue->lock);
  if (queue->n_gathered > 0)
    {
      launch = queue->first;
      queue->first = NULL;
      queue->last = &queue->first;
      __atomic_store_n (&queue->n_gathered, 0, __ATOMIC_RELAXED);
    }
  g_mutex_unlock (&queue->lock);
  return launch;
}

void
rs_queue_begin_gathered (RsOrder *order)
{
  for (guint i = 0; i < order->n_queues; i++)
    {
      RsQueue *queue = order->queues[i];
      RsLaunch *launch = queue != NULL && __atomic_load_n (&queue->n_gathered, __ATOMIC_ACQUIRE) > 0 ? take (queue)
                                                                                                     : NULL;

      for (RsLaunch *next; launch != NULL; launch = next)
        {
          next = launch->next;
          launch->next = NULL;
          if (rs_queue_is_stopped (queue) || __atomic_load_n (&queue->is_discarding, __ATOMIC_RELAXED)
              || !rs_queue_begin_here (queue, launch))
            rs_queue_append (queue, launch);
        }
    }
}

void
rs_queue_take_gathered (RsQueue *queue)
{
  const gint n = queue->n_gathered;

  if (n == 0 || rs_trace_now () - queue->gathered_since < __atomic_load_n (&queue->most_gathered, __ATOMIC_RELAXED))
    return;
  __atomic_add_fetch (&queue->n_handed, n, __ATOMIC_RELAXED);
  __atomic_add_fetch (&queue->n_waiting, n, __ATOMIC_RELAXED);
  /* Last: who finds nothing gathered has to find them handed over, or a later launch would overtake them. */
  __atomic_store_n (&queue->n_gathered, 0, __ATOMIC_RELEASE);
}
