/* A command queue: the list of what is to run, and the session's side of it. queue-run.c has the device's.
 *
 * The life of a launch: submit (session's thread: references, counters) -> waiting list -> begun, and in flight while
 * the device works (queue's thread, or the session's own when nothing is queued and the launch is waited for anyway,
 * shorter than a change of threads, or of a kernel that the program waited for at once the last time) -> its end ->
 * list of complete launches -> retire (session's thread: references dropped).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/queue-private.h"

#include "compiler/base/debug-topics.h"
#include "runtime/memory/completion.h"
#include "runtime/memory/replica.h"
#include "runtime/trace/trace.h"

/* Beyond this submit waits. A program that runs far ahead holds the temporaries of all its launches: memory that was
 * never used costs page faults, and memory that is used again is in the processor's caches. Of a device that is none of
 * the host's cores it is a part of its memory. */
#define MAX_QUEUED 64                        /* launches */
#define MAX_QUEUED_BYTES ((guint64)64 << 20) /* of their arrays, each counted once */
#define MEMORY_PART 4
#define SHORT_NS 12000 /* handing a launch that takes less to another thread costs more than running it here */
/* To hand a launch over and to be told of its end takes 30 us, more under load: where the program waited at once for
 * the last launch of a kernel, it runs the next one itself, up to a length at which that matters little. */
#define AWAITED_NS 2000000
#define SOON_NS 15000 /* what the program does between a launch and waiting for it, at most, so that it waits at once */
#define MAX_UNKNOWN 2 /* launches of unknown time, where the time that is queued has a limit */

RsQueue *
rs_queue_new (RsDevice *device, const gint *stop_flag)
{
  RsQueue *queue = g_new0 (RsQueue, 1);

  queue->device = device;
  queue->stop = stop_flag;
  queue->track = rs_trace_track (device->name);
  queue->last = &queue->first;
  queue->newest = &queue->oldest;
  queue->most_backlog = G_MAXINT64;
  queue->most_gathered = RS_MOST_GATHERED_NS;
  queue->order = rs_order_new ();
  queue->place = rs_order_add_queue (queue->order, queue);
  g_mutex_init (&queue->lock);
  g_mutex_init (&queue->work_lock);
  g_cond_init (&queue->wake);
  rs_device_set_notify (device, rs_queue_wake_thread, queue);
  rs_memory_set_forecast (device->memory, rs_queue_get_next_use, queue);
  return queue;
}

void
rs_queue_join (RsQueue *queue, RsQueue *other)
{
  g_assert (queue->order->submitted.n[queue->place] == 0);
  g_return_if_fail (queue != other);
  rs_order_remove_queue (queue->order, queue->place);
  rs_order_unref (queue->order);
  queue->order = rs_order_ref (other->order);
  queue->place = rs_order_add_queue (queue->order, queue);
}

void
rs_queue_set_most_backlog (RsQueue *queue, gint64 ns)
{
  g_return_if_fail (ns >= 0);
  queue->most_backlog = ns;
}

void
rs_queue_set_concurrent (RsQueue *queue, gboolean is_concurrent)
{
  queue->is_in_turn = !is_concurrent;
}

void
rs_queue_set_one_thread (RsQueue *queue, gboolean has_one_thread)
{
  queue->has_one_thread = has_one_thread;
}

void
rs_queue_set_tell (RsQueue *queue, void (*tell) (const char *text, gpointer data), gpointer data)
{
  queue->tell = tell;
  queue->tell_data = data;
}

static void
tell_warnings (RsQueue *queue, const RsLaunch *launch)
{
  if (queue->told == NULL)
    queue->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  rs_launch_tell_warnings (launch, queue->told, queue->tell, queue->tell_data);
}

static void
tell_boxes (RsQueue *queue, const RsLaunch *launch)
{
  const RsDeviceLaunch *work = &launch->work;
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "boxes: %s:%u: `%s` has %" G_GINT64_FORMAT " of ", launch->file, launch->line, launch->title,
                   work->n_boxes);
  for (guint d = 0; d < work->rank; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? " x " : "", work->box[d]);
  g_string_append (text, " work items");
  queue->tell (text->str, queue->tell_data);
}

static void
retire_one (RsQueue *queue)
{
  RsLaunch *launch, *next;

  if (__atomic_load_n (&queue->n_complete, __ATOMIC_RELAXED) == 0)
    return;
  g_mutex_lock (&queue->lock);
  launch = g_steal_pointer (&queue->complete);
  __atomic_store_n (&queue->n_complete, 0, __ATOMIC_RELAXED);
  g_mutex_unlock (&queue->lock);
  queue->recent = NULL;
  for (; launch != NULL; launch = next)
    {
      next = launch->next;
      if (launch->work.status.n_warnings > 0 && queue->tell != NULL)
        tell_warnings (queue, launch);
      if (launch->work.n_boxes > 0 && queue->tell != NULL && rs_debug_topic_is_on (RS_DEBUG_TOPIC_BOXES))
        tell_boxes (queue, launch);
      if (launch->outcome != NULL)
        *launch->outcome = launch->has_failed ? RS_LAUNCH_HAS_FAILED : RS_LAUNCH_SUCCEEDED;
      rs_launch_free (launch);
    }
}

void
rs_queue_retire (RsQueue *queue)
{
  for (guint i = 0; i < queue->order->n_queues; i++)
    if (queue->order->queues[i] != NULL)
      retire_one (queue->order->queues[i]);
}

static gboolean
is_idle (gpointer data)
{
  return __atomic_load_n (&((RsQueue *)data)->n_unfinished, __ATOMIC_ACQUIRE) == 0;
}

gboolean
rs_queue_are_all_idle (gpointer data)
{
  const RsOrder *order = ((RsQueue *)data)->order;

  for (guint i = 0; i < order->n_queues; i++)
    if (order->queues[i] != NULL && !is_idle (order->queues[i]))
      return FALSE;
  return TRUE;
}

static guint64
get_most_bytes (const RsQueue *queue)
{
  const RsDevice *device = queue->device;

  return device->memory == RS_MEMORY_HOST || device->is_processor
             ? MAX_QUEUED_BYTES
             : MAX (device->memory_limit / MEMORY_PART, MAX_QUEUED_BYTES);
}

/* Whether what is unfinished is more than a part of what may be. */
static gboolean
has_more_than (const RsQueue *queue, guint part)
{
  return __atomic_load_n (&queue->n_unfinished, __ATOMIC_RELAXED) > MAX_QUEUED / (gint)part
         || __atomic_load_n (&queue->bytes_unfinished, __ATOMIC_RELAXED) > get_most_bytes (queue) / part
         || (queue->most_backlog != G_MAXINT64
             && (__atomic_load_n (&queue->backlog, __ATOMIC_RELAXED) > queue->most_backlog / part
                 || __atomic_load_n (&queue->n_unknown, __ATOMIC_RELAXED) > MAX_UNKNOWN / (gint)part));
}

static gboolean
is_half_empty (gpointer data)
{
  const RsQueue *queue = data;

  return __atomic_load_n (&queue->n_unfinished, __ATOMIC_ACQUIRE) <= 1 || !has_more_than (queue, 2);
}

static void
wait_until (RsQueue *queue, gboolean (*is_done) (gpointer data))
{
  gboolean is_traced = rs_trace_is_on ();
  gint64 start = is_traced ? rs_trace_now () : 0;

  if (is_done (queue))
    return;
  rs_completion_wait (is_done, queue);
  if (is_traced)
    {
      RsTraceEvent event
          = { .start = start, .end = rs_trace_now (), .kind = RS_TRACE_WAIT, .track = rs_trace_thread_track () };

      rs_trace_find_place (&event);
      rs_trace_emit (&event);
    }
}

/* Nothing is unfinished. Raises what has happened since the last time. */
static gboolean
raise_error (RsQueue *queue, GError **error)
{
  GError *raised;

  rs_error_place_clear (&queue->raised_place);
  raised = rs_order_take_error (queue->order, &queue->raised_place);
  if (rs_queue_is_stopped (queue))
    {
      g_clear_error (&raised);
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return FALSE;
    }
  if (raised == NULL)
    return TRUE;
  g_propagate_error (error, raised);
  return FALSE;
}

void
rs_queue_drain (RsQueue *queue)
{
  rs_queue_release_held ();
  wait_until (queue, rs_queue_are_all_idle);
  rs_queue_retire (queue);
}

/* What is known of the last launch of each queue. is_waiting: the program waits for it now, else another launch
 * follows: whether the program waited at once decides where the next launch of that kernel runs. What it did meanwhile
 * would have run beside a launch that was handed over. */
static void
note_recent (const RsOrder *order, gboolean is_waiting)
{
  for (guint i = 0; i < order->n_queues; i++)
    {
      RsQueue *queue = order->queues[i];
      gboolean is_awaited;

      if (queue == NULL || queue->recent == NULL)
        continue;
      is_awaited = is_waiting && rs_trace_now () - queue->recent_since < SOON_NS;
      __atomic_store_n (&queue->recent->is_awaited, is_awaited, __ATOMIC_RELAXED);
      queue->recent = NULL;
    }
}

gboolean
rs_queue_synchronize (RsQueue *queue, GError **error)
{
  gboolean is_good;

  rs_queue_release_held ();
  note_recent (queue->order, TRUE);
  wait_until (queue, rs_queue_are_all_idle);
  is_good = raise_error (queue, error);
  rs_queue_retire (queue);
  return is_good;
}

/* Of the launch at work: whether threads beside the session's compute it. One work item is computed by one thread. */
static gboolean
is_beside (const RsQueue *queue, const RsLaunch *launch)
{
  gint64 n_items = 1;

  if (!__atomic_load_n (&queue->is_here, __ATOMIC_RELAXED))
    return TRUE;
  for (guint i = 0; i < RS_MAX_GRID; i++)
    n_items *= launch->work.grid[i];
  return !queue->has_one_thread && n_items > 1;
}

char *
rs_queue_describe_work (const RsQueue *queue)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint n_waiting = 0;

  for (guint i = 0; i < queue->order->n_queues; i++)
    {
      const RsQueue *one = queue->order->queues[i];
      const RsLaunch *launch = one != NULL ? __atomic_load_n (&one->at_work, __ATOMIC_ACQUIRE) : NULL;
      gint n = one != NULL ? __atomic_load_n (&one->n_unfinished, __ATOMIC_RELAXED) : 0;

      if (launch != NULL && is_beside (one, launch))
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", launch->title);
      n_waiting += MAX (n - (launch != NULL ? 1 : 0), 0);
    }
  if (text->len > 0 && n_waiting > 0)
    g_string_append_printf (text, ", and %d launch%s", n_waiting, n_waiting == 1 ? " waits" : "es wait");
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

gboolean
rs_queue_is_at_work (const RsQueue *queue, const char *file, guint line)
{
  for (guint i = 0; i < queue->order->n_queues; i++)
    {
      const RsQueue *one = queue->order->queues[i];
      const RsLaunch *launch = one != NULL ? __atomic_load_n (&one->at_work, __ATOMIC_ACQUIRE) : NULL;

      if (launch != NULL && launch->line == line && g_strcmp0 (launch->file, file) == 0)
        return TRUE;
    }
  return FALSE;
}

void
rs_queue_take_place (RsQueue *queue, RsErrorPlace *place)
{
  rs_error_place_clear (place);
  *place = queue->raised_place;
  queue->raised_place = (RsErrorPlace){ 0 };
}

/* FALSE when the system gives no thread, under a limit on processes or on memory: then every launch runs here. */
static gboolean
has_thread (RsQueue *queue)
{
  if (queue->thread == NULL)
    {
      g_autofree char *name = g_strdup_printf ("queue %s", queue->device->name);

      queue->thread = g_thread_try_new (name, rs_queue_run_thread, queue, NULL);
    }
  return queue->thread != NULL;
}

void
rs_queue_append (RsQueue *queue, RsLaunch *launch)
{
  rs_queue_hand_over (queue->order); /* this one may wait for it */
  __atomic_add_fetch (&queue->n_handed, 1, __ATOMIC_RELAXED);
  g_mutex_lock (&queue->lock);
  *queue->last = launch;
  queue->last = &launch->next;
  __atomic_add_fetch (&queue->n_waiting, 1, __ATOMIC_RELAXED);
  if (queue->is_asleep)
    g_cond_signal (&queue->wake);
  g_mutex_unlock (&queue->lock);
}

static gboolean
is_awaited (const RsLaunch *launch)
{
  return launch->work.kernel != NULL && __atomic_load_n (&launch->work.kernel->is_awaited, __ATOMIC_RELAXED);
}

/* Nothing is unfinished. Where the device computes with one thread, and there is no other device to be kept busy, the
 * program's own is that thread. */
static gboolean
can_run_here (const RsQueue *queue, const RsLaunch *launch, gint64 estimate)
{
  return launch->is_waited_for || queue->is_in_turn || (queue->has_one_thread && queue->order->n_queues == 1)
         || (estimate > 0 && (estimate < SHORT_NS || (estimate < AWAITED_NS && is_awaited (launch))));
}

/* The launch has its number. */
static void
note_until (RsQueue *queue, const RsLaunch *launch)
{
  if (launch->predicted > 0)
    queue->given += launch->predicted + launch->wait;
  queue->until[queue->order->submitted.n[queue->place] % RS_QUEUE_TOLD] = queue->given;
}

/* Behind what is gathered. */
static void
begin (RsQueue *queue, RsLaunch *launch)
{
  rs_queue_begin_gathered (queue->order);
  if (!rs_queue_begin_here (queue, launch))
    rs_queue_append (queue, launch);
}

gboolean
rs_queue_submit (RsQueue *queue, RsLaunch *launch, GError **error)
{
  const RsDeviceTable *table = queue->device->table;
  gboolean runs_here, was_idle, is_waited_for = launch->is_waited_for;
  RsDeviceKernel *kernel;
  gint64 estimate;

  rs_queue_release_held ();
  note_recent (queue->order, FALSE);
  rs_queue_retire (queue);
  if (rs_queue_is_stopped (queue))
    {
      rs_launch_free (launch);
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return FALSE;
    }
  estimate = table->estimate != NULL ? table->estimate (queue->device, &launch->work) : 0;
  if (launch->predicted <= 0)
    launch->predicted = estimate;
  was_idle = is_idle (queue);
  runs_here = (was_idle && can_run_here (queue, launch, estimate)) || !has_thread (queue);
  launch->work.stop = queue->stop;
  rs_launch_prepare (launch);
  rs_order_submit (queue->order, queue->place, launch);
  __atomic_add_fetch (&queue->n_unfinished, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch (&queue->bytes_unfinished, launch->bytes, __ATOMIC_RELAXED);
  note_until (queue, launch);
  rs_queue_add_time (queue, launch->predicted, launch->wait, 1);
  kernel = was_idle && !is_waited_for ? launch->work.kernel : NULL; /* a launch that is over may be retired */
  if (runs_here)
    rs_queue_run_here (queue, launch);
  else if (!rs_queue_gather (queue, launch))
    begin (queue, launch);
  queue->recent = kernel;
  queue->recent_since = kernel != NULL ? rs_trace_now () : 0;
  if (is_waited_for)
    return rs_queue_synchronize (queue, error);
  if (queue->is_in_turn)
    wait_until (queue, is_idle);
  else if (has_more_than (queue, 1))
    wait_until (queue, is_half_empty);
  return TRUE;
}

guint32
rs_queue_get_track (const RsQueue *queue)
{
  return queue->track;
}

void
rs_launch_emit_place (const RsLaunch *launch, const RsQueue *queue, RsPlaceReason reason)
{
  static const char *const reasons[] = {
    [RS_PLACE_REASON_NONE] = "",
#define RS_PLACE_REASON(NAME, text) [RS_PLACE_REASON_##NAME] = text,
#include "runtime/sched/place-reasons.def"
#undef RS_PLACE_REASON
  };
  gint64 now = rs_trace_now ();
  RsTraceEvent event = { .start = now,
                         .end = now,
                         .kind = RS_TRACE_PLACE,
                         .name = rs_launch_get_trace_name (launch),
                         .file = rs_launch_get_trace_file (launch),
                         .line = launch->line,
                         .a = (gint64)launch->work.id,
                         .b = launch->predicted,
                         .track = queue->track,
                         .detail = rs_trace_name (reasons[reason]),
                         .parent = (guint32)launch->work.id };

  g_assert (reason < G_N_ELEMENTS (reasons));
  rs_trace_emit (&event);
}

gint64
rs_queue_get_backlog (const RsQueue *queue)
{
  return __atomic_load_n (&queue->backlog, __ATOMIC_RELAXED);
}

/* ns until the launch of that number has ended. */
static gint64
get_backlog_until (const RsQueue *queue, guint64 number)
{
  const gint64 backlog = rs_queue_get_backlog (queue);

  if (queue->order->submitted.n[queue->place] - number >= RS_QUEUE_TOLD)
    return backlog;
  return CLAMP (queue->until[number % RS_QUEUE_TOLD] - (queue->given - backlog), 0, backlog);
}

gint64
rs_queue_get_wait (const RsQueue *queue, const RsArray *array, gboolean writes)
{
  const RsOrder *order = queue->order;
  RsQueueCounts waits = { { 0 } };
  gint64 ns = 0;

  rs_order_find_waits (order, queue->place, array, writes, &waits);
  for (guint i = 0; i < order->n_queues; i++)
    if (waits.n[i] > __atomic_load_n (&order->ended.n[i], __ATOMIC_ACQUIRE) && order->queues[i] != NULL)
      {
        const gint64 left = get_backlog_until (order->queues[i], waits.n[i]);

        ns = MAX (ns, left);
      }
  return ns;
}

gboolean
rs_queue_will_have (const RsQueue *queue, const RsArray *array)
{
  gboolean is_written;

  return rs_order_is_used (queue->order, queue->place, array, &is_written)
         || (!is_written && rs_memory_has (array, queue->device->memory));
}

void
rs_queue_free (RsQueue *queue)
{
  __atomic_store_n (&queue->is_discarding, 1, __ATOMIC_SEQ_CST);
  wait_until (queue, is_idle);
  rs_queue_hand_over (queue->order); /* of others */
  g_mutex_lock (&queue->lock);
  __atomic_store_n (&queue->quit, 1, __ATOMIC_SEQ_CST);
  g_cond_signal (&queue->wake);
  g_mutex_unlock (&queue->lock);
  if (queue->thread != NULL)
    g_thread_join (queue->thread);
  rs_device_set_notify (queue->device, NULL, NULL);
  rs_memory_set_forecast (queue->device->memory, NULL, NULL);
  retire_one (queue);
  rs_order_remove_queue (queue->order, queue->place);
  rs_order_unref (queue->order);
  rs_error_place_clear (&queue->raised_place);
  g_clear_pointer (&queue->told, g_hash_table_unref);
  g_mutex_clear (&queue->lock);
  g_mutex_clear (&queue->work_lock);
  g_cond_clear (&queue->wake);
  g_free (queue);
}
