/* A command queue's launches on the device: what begins them, has them in flight and takes what they leave.
 *
 * Failure: the first error is kept with the call stack of its launch. The parts of arrays that the failed launch writes
 * are spoiled: launches that use them do not run, and spoil what they write in turn. So a launch does not begin while
 * one is in flight that may fail and that it depends on. When the error is raised, the program goes on behind it and
 * all arrays count as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/queue-private.h"

#include "runtime/device/cupti.h"
#include "runtime/device/launch-values.h"
#include "runtime/memory/completion.h"
#include "runtime/memory/replica.h"
#include "runtime/trace/trace.h"

/* From here on the session's thread may look at everything of the launch. */
static void
finish_launch (RsQueue *queue, RsLaunch *launch)
{
  guint64 bytes = launch->bytes;
  gint64 predicted = launch->predicted, wait = launch->wait;

  g_mutex_lock (&queue->lock);
  launch->next = queue->complete;
  queue->complete = launch;
  __atomic_add_fetch (&queue->n_complete, 1, __ATOMIC_RELAXED);
  rs_launch_release (launch);
  g_mutex_unlock (&queue->lock);
  __atomic_add_fetch (&queue->order->ended.n[queue->place], 1, __ATOMIC_RELEASE);
  __atomic_sub_fetch (&queue->bytes_unfinished, bytes, __ATOMIC_RELAXED);
  rs_queue_add_time (queue, predicted, wait, -1);
  __atomic_sub_fetch (&queue->n_unfinished, 1, __ATOMIC_RELEASE);
  rs_completion_signal ();
}

/* Of the kernel, by the device's clock where it has one; end 0: now. */
static void
get_times (const RsQueue *queue, const RsLaunch *launch, gint64 *start, gint64 *end)
{
  const RsDeviceTable *table = queue->device->table;

  *start = launch->begun;
  *end = launch->work.ended;
  if (launch->work.kernel_ticket != 0 && table->get_times != NULL)
    table->get_times (queue->device, launch->work.kernel_ticket, start, end);
}

static void
emit (RsQueue *queue, const RsLaunch *launch)
{
  gint64 start, end;

  get_times (queue, launch, &start, &end);
  rs_launch_emit (launch, start, end, queue->track);
}

/* What the next launches of the kernel are expected to take. */
static void
note_recent (const RsQueue *queue, const RsLaunch *launch)
{
  const RsDeviceLaunch *work = &launch->work;
  gint64 start, end;

  if (work->kernel_ticket == 0 || queue->device->table->get_times == NULL || work->kernel == NULL
      || !queue->device->table->get_times (queue->device, work->kernel_ticket, &start, &end))
    return;
  __atomic_store_n (&work->kernel->recent_items, rs_launch_count_items (work), __ATOMIC_RELAXED);
  __atomic_store_n (&work->kernel->recent_ns, MAX (end - start, 1), __ATOMIC_RELAXED);
}

/* A launch takes from where it was begun, or the one before ended, if that is later, to its end: besides the kernel,
 * what the driver needs to begin it, which is more than the kernel where that is short. Of one that waited for copies,
 * which are counted apart, it is the kernel. */
static void
note_cost (RsQueue *queue, const RsLaunch *launch)
{
  const gint64 before = queue->ended;
  gint64 start, end, ns;

  get_times (queue, launch, &start, &end);
  if (end == 0)
    end = rs_trace_now ();
  else if (!launch->needs_copies)
    start = MIN (start, launch->begun);
  queue->ended = end;
  ns = MAX (end - MAX (start, before), 0);
  if (launch->work.whole > 0)
    ns = (gint64)((double)ns * (double)launch->work.whole / (double)launch->work.grid[0]);
  rs_cost_note (launch->cost, launch->cost_number, ns);
}

/* The device could not do it. Where it may still be at work, with copies too, what it uses is never freed. */
static void
fail (RsQueue *queue, RsLaunch *launch, GError *error, gboolean is_fault)
{
  launch->is_abandoned = g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED);
  error = rs_launch_describe_fault (launch, error);
  if (is_fault)
    rs_memory_set_fault (queue->device->memory, error->message);
  rs_order_fail (queue->order, launch, error, is_fault && !launch->is_abandoned);
}

/* Takes error, which may be NULL: the device said nothing against it. */
static void
take_outcome (RsQueue *queue, RsLaunch *launch, GError *error)
{
  if (error != NULL)
    {
      fail (queue, launch, error, TRUE);
      return;
    }
  if (launch->begun != 0 && rs_trace_is_on () && !queue->device->is_recorded)
    emit (queue, launch);
  error = rs_launch_get_error (launch);
  if (queue->device->is_processor)
    note_recent (queue, launch);
  if (launch->cost != NULL && error == NULL)
    note_cost (queue, launch);
  if (error != NULL)
    rs_order_fail (queue->order, launch, error, FALSE);
}

/* The launch that the device works on: the oldest one in flight that runs. NULL: nothing runs. */
static const RsLaunch *
find_at_work (const RsQueue *queue)
{
  const RsLaunch *launch = queue->oldest;

  while (launch != NULL && launch->is_over)
    launch = launch->next;
  return launch;
}

/* Waits for the end of a launch that was begun, and takes what it leaves. */
static void
end_launch (RsQueue *queue, RsLaunch *launch)
{
  RsDevice *device = queue->device;
  GError *error = NULL;

  if (!launch->is_over)
    {
      gboolean is_complete = launch->work.ticket == 0
                             || device->table->wait (device, launch->work.ticket, queue->stop, &error);

      if (device->table->finish != NULL)
        device->table->finish (device, &launch->work, is_complete, is_complete ? &error : NULL);
      take_outcome (queue, launch, error);
      rs_launch_release_memory (launch, device);
    }
  __atomic_store_n (&queue->at_work, find_at_work (queue), __ATOMIC_RELEASE);
  finish_launch (queue, launch);
}

void
rs_queue_end_oldest (RsQueue *queue)
{
  RsLaunch *launch = queue->oldest;

  g_assert (launch != NULL);
  queue->oldest = launch->next;
  if (queue->oldest == NULL)
    queue->newest = &queue->oldest;
  __atomic_sub_fetch (&queue->n_in_flight, 1, __ATOMIC_RELAXED);
  end_launch (queue, launch);
}

static void
end_all (RsQueue *queue)
{
  while (queue->oldest != NULL)
    rs_queue_end_oldest (queue);
}

gboolean
rs_queue_is_oldest_done (RsQueue *queue)
{
  const RsLaunch *launch = queue->oldest;

  g_assert (launch != NULL);
  return launch->is_over || launch->work.ticket == 0
         || queue->device->table->is_done (queue->device, launch->work.ticket);
}

void
rs_queue_end_done (RsQueue *queue)
{
  while (queue->oldest != NULL && rs_queue_is_oldest_done (queue))
    rs_queue_end_oldest (queue);
}

typedef struct {
  const RsQueue *queue;
  const RsLaunch *launch;
} Turn;

static gboolean
has_turn (gpointer data)
{
  const Turn *turn = data;

  return rs_order_is_reached (turn->queue->order, turn->queue->place, &turn->launch->waits);
}

/* On a launch in flight that may fail, or has. */
static gboolean
depends_on_outcome (const RsQueue *queue, const RsLaunch *launch)
{
  for (const RsLaunch *earlier = queue->oldest; earlier != NULL; earlier = earlier->next)
    if ((earlier->is_over || earlier->work.may_fail) && rs_launch_depends_on (launch, earlier))
      return TRUE;
  return FALSE;
}

gboolean
rs_queue_has_to_wait (const RsQueue *queue, const RsLaunch *launch)
{
  return depends_on_outcome (queue, launch) || !has_turn (&(Turn){ queue, launch });
}

/* Until launches that this one depends on have ended, where the device's own order does not see to that. Who waits for
 * another queue has nothing in flight, so that no two wait for each other. */
static void
wait_for_others (RsQueue *queue, const RsLaunch *launch)
{
  Turn turn = { queue, launch };

  if (depends_on_outcome (queue, launch))
    end_all (queue);
  if (has_turn (&turn))
    return;
  end_all (queue);
  rs_completion_wait (has_turn, &turn);
}

/* Copies that this needs, and the memory that arrays get, are the launch's. */
static gboolean
try_to_acquire (RsQueue *queue, RsLaunch *launch, GError **error)
{
  const RsTracePlace outer = rs_trace_set_place ((RsTracePlace){ rs_launch_find_trace_place, launch });
  const gboolean acquired = rs_launch_acquire (launch, queue->device, error);

  rs_trace_set_place (outer);
  return acquired;
}

/* Launches in flight hold memory that this one may need. */
static gboolean
acquire (RsQueue *queue, RsLaunch *launch, GError **error)
{
  for (;;)
    {
      g_autoptr (GError) local = NULL;

      if (try_to_acquire (queue, launch, &local))
        return TRUE;
      if (queue->oldest == NULL || !g_error_matches (local, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      rs_queue_end_oldest (queue);
    }
}

/* The launch has its memory. FALSE: there is nothing to wait for. */
static gboolean
start_ready (RsQueue *queue, RsLaunch *launch)
{
  RsDevice *device = queue->device;
  const gboolean is_timed = launch->cost != NULL || rs_trace_is_on ();
  gboolean is_begun;
  GError *error = NULL;

  if (rs_cupti_is_measuring ())
    rs_launch_note_shape (launch);
  launch->begun = is_timed && !device->table->tells_times ? rs_trace_now () : 0;
  if (find_at_work (queue) == NULL)
    __atomic_store_n (&queue->at_work, launch, __ATOMIC_RELEASE);
  is_begun = device->table->launch (device, &launch->work, &error);
  if (is_timed && device->table->tells_times)
    launch->begun = launch->work.started != 0 ? launch->work.started : rs_trace_now ();
  if (is_begun)
    return TRUE;
  rs_memory_wait (device->memory, queue->stop);
  if (launch->work.is_refused)
    {
      rs_launch_give_up_written (launch, error);
      fail (queue, launch, error, FALSE);
    }
  else
    take_outcome (queue, launch, error);
  rs_launch_release_memory (launch, device);
  return FALSE;
}

/* FALSE: there is nothing to wait for. A launch without work items moves no arrays: its end, which is now, would not be
 * that of the copies. */
static gboolean
start (RsQueue *queue, RsLaunch *launch)
{
  GError *error = NULL;

  if (rs_queue_is_stopped (queue) || __atomic_load_n (&queue->is_discarding, __ATOMIC_RELAXED)
      || rs_launch_is_empty (&launch->work))
    return FALSE;
  wait_for_others (queue, launch);
  if (rs_order_is_spoiled (queue->order, launch))
    {
      rs_order_fail (queue->order, launch, NULL, FALSE);
      return FALSE;
    }
  if (!acquire (queue, launch, &error))
    {
      fail (queue, launch, error, FALSE);
      return FALSE;
    }
  return start_ready (queue, launch);
}

/* It ends in its turn. */
static void
add_in_flight (RsQueue *queue, RsLaunch *launch)
{
  launch->next = NULL;
  *queue->newest = launch;
  queue->newest = &launch->next;
  __atomic_add_fetch (&queue->n_in_flight, 1, __ATOMIC_RELAXED);
  rs_queue_end_done (queue);
}

void
rs_queue_begin (RsQueue *queue, RsLaunch *launch)
{
  if (queue->n_in_flight >= RS_MAX_IN_FLIGHT)
    rs_queue_end_oldest (queue);
  launch->is_over = !start (queue, launch);
  __atomic_sub_fetch (&queue->n_handed, 1, __ATOMIC_RELAXED); /* before anybody hears of its end */
  add_in_flight (queue, launch);
}

void
rs_queue_begin_ready (RsQueue *queue, RsLaunch *launch)
{
  g_assert (queue->n_in_flight < RS_MAX_IN_FLIGHT && launch->n_acquired == launch->n_uses);
  launch->is_over = !start_ready (queue, launch);
  add_in_flight (queue, launch);
}

void
rs_queue_run (RsQueue *queue, RsLaunch *launch)
{
  g_assert (queue->oldest == NULL);
  launch->is_over = !start (queue, launch);
  end_launch (queue, launch);
}
