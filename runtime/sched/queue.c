/* A command queue: the list of what is to run, what the device has, and its thread.
 *
 * The life of a launch: submit (session's thread: references, counters) -> waiting list -> begun, and in flight while
 * the device works (queue's thread, or the session's own when nothing is queued and the launch is waited for anyway or
 * shorter than a change of threads) -> its end -> list of complete launches -> retire (session's thread: references
 * dropped).
 *
 * Failure: the first error is kept with the call stack of its launch. The arrays that the failed launch writes are
 * spoiled: launches that use them do not run, and spoil what they write in turn. So a launch does not begin while one
 * is in flight that may fail and that it depends on. When the error is raised, the program goes on behind it and all
 * arrays count as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/launch-private.h"

#include "runtime/device/cupti.h"
#include "runtime/memory/completion.h"
#include "runtime/memory/replica.h"
#include "runtime/trace.h"

#define SPIN_NANOSECONDS 20000 /* before the thread sleeps; covers launches that follow each other closely */
#define LOOKS_PER_TIME 16      /* while it spins: to ask for the time costs more than to look */
/* Beyond this submit waits. A program that runs far ahead holds the temporaries of all its launches: memory that was
 * never used costs page faults, and memory that is used again is in the processor's caches. */
#define MAX_QUEUED 64                         /* launches */
#define MAX_QUEUED_BYTES ((guint64)64 << 20) /* of their arrays, each counted once */
#define STOP_MICROSECONDS 10000              /* between two looks at the stop flag while the device works */
#define MAX_IN_FLIGHT 16                     /* launches that the device has at a time */
#define SHORT_NS 12000 /* handing a launch that takes less to another thread costs more than running it here */
#define MAX_UNKNOWN 2  /* launches of unknown time, where the time that is queued has a limit */

struct _RsQueue {
  RsDevice *device;
  const gint *stop; /* may be NULL */
  RsOrder *order;   /* a reference */
  guint place;      /* in order */
  guint32 track;
  GThread *thread; /* NULL until the first launch that needs it */

  GMutex lock;
  GCond wake;
  RsLaunch *first, **last; /* waiting; guarded by lock */
  RsLaunch *complete;      /* newest first; guarded by lock */
  gboolean is_asleep;      /* guarded by lock */
  gint n_waiting;          /* atomic: launches in first */
  gint n_unfinished;       /* atomic: waiting or running */
  guint64 bytes_unfinished; /* atomic: of their arrays */
  gint64 backlog;           /* atomic: ns that they take, as far as that is known */
  gint n_unknown;           /* atomic: those of which it is not known */
  gint64 most_backlog;      /* the session's thread: limit of backlog, ns */
  gboolean is_in_turn;      /* the session's thread: each launch is waited for */
  gint n_complete;         /* atomic: launches in complete */
  gint is_discarding;      /* atomic: nothing starts any more */
  gint quit;               /* atomic */

  /* The queue's thread's. */
  RsLaunch *oldest, **newest; /* in flight, in their order */
  guint n_in_flight;
  gint64 ended; /* ns; when the last launch with a cost did */

  RsErrorPlace raised_place; /* session's thread */
  GHashTable *told;          /* session's thread: set of places of warnings, owned text; NULL: none */
  void (*tell) (const char *text, gpointer data); /* may be NULL */
  gpointer tell_data;
};

static gboolean
is_stopped (const RsQueue *queue)
{
  return queue->stop != NULL && __atomic_load_n (queue->stop, __ATOMIC_RELAXED) != 0;
}

/* --- running --- */

/* Of a launch that is unfinished from now on (sign 1), or no more (-1). */
static void
add_time (RsQueue *queue, gint64 predicted, gint sign)
{
  if (predicted > 0)
    __atomic_add_fetch (&queue->backlog, sign * predicted, __ATOMIC_RELAXED);
  else
    __atomic_add_fetch (&queue->n_unknown, sign, __ATOMIC_RELAXED);
}

/* From here on the session's thread may look at everything of the launch. */
static void
finish_launch (RsQueue *queue, RsLaunch *launch)
{
  guint64 bytes = launch->bytes;
  gint64 predicted = launch->predicted;

  g_mutex_lock (&queue->lock);
  launch->next = queue->complete;
  queue->complete = launch;
  __atomic_add_fetch (&queue->n_complete, 1, __ATOMIC_RELAXED);
  rs_launch_release (launch);
  g_mutex_unlock (&queue->lock);
  __atomic_add_fetch (&queue->order->ended.n[queue->place], 1, __ATOMIC_RELEASE);
  __atomic_sub_fetch (&queue->bytes_unfinished, bytes, __ATOMIC_RELAXED);
  add_time (queue, predicted, -1);
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

/* A launch takes from where it was begun, or the one before ended, if that is later, to its end: besides the kernel,
 * what the driver needs to begin it, which is more than the kernel where that is short. Of one that waited for copies,
 * which are counted apart, it is the kernel. */
static void
note_cost (RsQueue *queue, const RsLaunch *launch)
{
  const gint64 before = queue->ended;
  gint64 start, end;

  get_times (queue, launch, &start, &end);
  if (end == 0)
    end = rs_trace_now ();
  else if (!launch->needs_copies)
    start = MIN (start, launch->begun);
  queue->ended = end;
  rs_cost_note (launch->cost, launch->cost_number, MAX (end - MAX (start, before), 0));
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
  if (launch->cost != NULL && error == NULL)
    note_cost (queue, launch);
  if (error != NULL)
    rs_order_fail (queue->order, launch, error, FALSE);
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
  finish_launch (queue, launch);
}

static void
end_oldest (RsQueue *queue)
{
  RsLaunch *launch = queue->oldest;

  queue->oldest = launch->next;
  if (queue->oldest == NULL)
    queue->newest = &queue->oldest;
  queue->n_in_flight--;
  end_launch (queue, launch);
}

static void
end_all (RsQueue *queue)
{
  while (queue->oldest != NULL)
    end_oldest (queue);
}

static gboolean
is_oldest_done (RsQueue *queue)
{
  const RsLaunch *launch = queue->oldest;

  return launch->is_over || launch->work.ticket == 0
         || queue->device->table->is_done (queue->device, launch->work.ticket);
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

/* Until launches that this one depends on have ended, where the device's own order does not see to that. Who waits for
 * another queue has nothing in flight, so that no two wait for each other. */
static void
wait_for_others (RsQueue *queue, const RsLaunch *launch)
{
  Turn turn = { queue, launch };
  gboolean depends = FALSE;

  for (const RsLaunch *earlier = queue->oldest; earlier != NULL && !depends; earlier = earlier->next)
    depends = (earlier->is_over || earlier->work.may_fail) && rs_launch_depends_on (launch, earlier);
  if (depends)
    end_all (queue);
  if (has_turn (&turn))
    return;
  end_all (queue);
  rs_completion_wait (has_turn, &turn);
}

/* Copies that this needs are the launch's. */
static gboolean
try_to_acquire (RsQueue *queue, RsLaunch *launch, GError **error)
{
  RsTracePlace outer;
  gboolean acquired;

  if (!rs_trace_is_on ())
    return rs_launch_acquire (launch, queue->device, error);
  outer = rs_trace_set_place ((RsTracePlace){ rs_launch_find_trace_place, launch });
  acquired = rs_launch_acquire (launch, queue->device, error);
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
      end_oldest (queue);
    }
}

/* FALSE: there is nothing to wait for. */
static gboolean
start (RsQueue *queue, RsLaunch *launch)
{
  RsDevice *device = queue->device;
  gboolean is_timed, is_begun;
  GError *error = NULL;

  if (is_stopped (queue) || __atomic_load_n (&queue->is_discarding, __ATOMIC_RELAXED))
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
  is_timed = launch->cost != NULL || rs_trace_is_on ();
  if (rs_cupti_is_measuring ())
    rs_launch_note_shape (launch);
  launch->begun = is_timed && !device->table->tells_times ? rs_trace_now () : 0;
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

/* Begins the launch; it ends in its turn, at once where nothing is in flight. */
static void
run_launch (RsQueue *queue, RsLaunch *launch)
{
  if (queue->n_in_flight >= MAX_IN_FLIGHT)
    end_oldest (queue);
  launch->is_over = !start (queue, launch);
  launch->next = NULL;
  *queue->newest = launch;
  queue->newest = &launch->next;
  queue->n_in_flight++;
  while (queue->oldest != NULL && is_oldest_done (queue))
    end_oldest (queue);
}

/* On the session's thread while nothing is unfinished. What is in flight is the queue's thread's, which may look at it
 * at any time. */
static void
run_here (RsQueue *queue, RsLaunch *launch)
{
  launch->is_over = !start (queue, launch);
  end_launch (queue, launch);
}

static gboolean
has_work (RsQueue *queue)
{
  return __atomic_load_n (&queue->n_waiting, __ATOMIC_RELAXED) > 0 || __atomic_load_n (&queue->quit, __ATOMIC_RELAXED)
         || (queue->oldest != NULL && (is_oldest_done (queue) || is_stopped (queue)));
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

/* Nobody signals that the program is to stop. lock is held. */
static void
wait_for_work (RsQueue *queue)
{
  queue->is_asleep = TRUE;
  if (queue->oldest == NULL)
    g_cond_wait (&queue->wake, &queue->lock);
  else
    g_cond_wait_until (&queue->wake, &queue->lock, g_get_monotonic_time () + STOP_MICROSECONDS);
}

/* The next launch to run; NULL when the oldest one in flight is done or to be stopped, or the queue is being freed. */
static RsLaunch *
take_launch (RsQueue *queue)
{
  RsLaunch *launch;

  spin_for_work (queue);
  g_mutex_lock (&queue->lock);
  while (!has_work (queue))
    wait_for_work (queue);
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

static gpointer
run_thread (gpointer data)
{
  RsQueue *queue = data;

  for (;;)
    {
      RsLaunch *launch = take_launch (queue);

      if (launch != NULL)
        run_launch (queue, launch);
      else if (queue->oldest != NULL)
        end_oldest (queue);
      else
        return NULL;
    }
}

/* See rs_memory_set_forecast. */
static guint
get_next_use (const RsArray *array, gpointer data)
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

/* The device has ended something; any thread. */
static void
wake_thread (gpointer data)
{
  RsQueue *queue = data;

  g_mutex_lock (&queue->lock);
  if (queue->is_asleep)
    g_cond_signal (&queue->wake);
  g_mutex_unlock (&queue->lock);
}

/* --- session's side --- */

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
  queue->order = rs_order_new ();
  queue->place = rs_order_add_queue (queue->order, queue);
  g_mutex_init (&queue->lock);
  g_cond_init (&queue->wake);
  rs_device_set_notify (device, wake_thread, queue);
  rs_memory_set_forecast (device->memory, get_next_use, queue);
  return queue;
}

void
rs_queue_join (RsQueue *queue, RsQueue *other)
{
  rs_order_remove_queue (queue->order, queue->place);
  rs_order_unref (queue->order);
  queue->order = rs_order_ref (other->order);
  queue->place = rs_order_add_queue (queue->order, queue);
}

void
rs_queue_set_stop (RsQueue *queue, const gint *stop_flag)
{
  queue->stop = stop_flag;
}

void
rs_queue_set_most_backlog (RsQueue *queue, gint64 ns)
{
  queue->most_backlog = ns;
}

void
rs_queue_set_concurrent (RsQueue *queue, gboolean is_concurrent)
{
  queue->is_in_turn = !is_concurrent;
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
retire_one (RsQueue *queue)
{
  RsLaunch *launch, *next;

  if (__atomic_load_n (&queue->n_complete, __ATOMIC_RELAXED) == 0)
    return;
  g_mutex_lock (&queue->lock);
  launch = g_steal_pointer (&queue->complete);
  __atomic_store_n (&queue->n_complete, 0, __ATOMIC_RELAXED);
  g_mutex_unlock (&queue->lock);
  for (; launch != NULL; launch = next)
    {
      next = launch->next;
      if (launch->work.status.n_warnings > 0 && queue->tell != NULL)
        tell_warnings (queue, launch);
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

/* The queue, and those joined with it. */
static gboolean
are_all_idle (gpointer data)
{
  const RsOrder *order = ((RsQueue *)data)->order;

  for (guint i = 0; i < order->n_queues; i++)
    if (order->queues[i] != NULL && !is_idle (order->queues[i]))
      return FALSE;
  return TRUE;
}

/* Whether what is unfinished is more than a part of what may be. */
static gboolean
has_more_than (const RsQueue *queue, guint part)
{
  return __atomic_load_n (&queue->n_unfinished, __ATOMIC_RELAXED) > MAX_QUEUED / (gint)part
         || __atomic_load_n (&queue->bytes_unfinished, __ATOMIC_RELAXED) > MAX_QUEUED_BYTES / part
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
      RsTraceEvent event = { .start = start,
                             .end = rs_trace_now (),
                             .kind = RS_TRACE_WAIT,
                             .track = rs_trace_thread_track () };

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
  if (is_stopped (queue))
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
  wait_until (queue, are_all_idle);
  rs_queue_retire (queue);
}

gboolean
rs_queue_synchronize (RsQueue *queue, GError **error)
{
  gboolean is_good;

  rs_queue_release_held ();
  wait_until (queue, are_all_idle);
  is_good = raise_error (queue, error);
  rs_queue_retire (queue);
  return is_good;
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

      queue->thread = g_thread_try_new (name, run_thread, queue, NULL);
    }
  return queue->thread != NULL;
}

static void
append_launch (RsQueue *queue, RsLaunch *launch)
{
  g_mutex_lock (&queue->lock);
  *queue->last = launch;
  queue->last = &launch->next;
  __atomic_add_fetch (&queue->n_waiting, 1, __ATOMIC_RELAXED);
  if (queue->is_asleep)
    g_cond_signal (&queue->wake);
  g_mutex_unlock (&queue->lock);
}

static gboolean
can_run_here (RsQueue *queue, const RsLaunch *launch, gint64 estimate)
{
  return is_idle (queue) && (launch->is_waited_for || queue->is_in_turn || (estimate > 0 && estimate < SHORT_NS));
}

gboolean
rs_queue_submit (RsQueue *queue, RsLaunch *launch, GError **error)
{
  const RsDeviceTable *table = queue->device->table;
  gboolean runs_here, is_waited_for = launch->is_waited_for;
  gint64 estimate;

  rs_queue_release_held ();
  rs_queue_retire (queue);
  if (is_stopped (queue))
    {
      rs_launch_free (launch);
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return FALSE;
    }
  estimate = table->estimate != NULL ? table->estimate (queue->device, &launch->work) : 0;
  if (launch->predicted <= 0)
    launch->predicted = estimate;
  runs_here = can_run_here (queue, launch, estimate) || !has_thread (queue);
  launch->work.stop = queue->stop;
  rs_launch_prepare (launch);
  rs_order_submit (queue->order, queue->place, launch);
  __atomic_add_fetch (&queue->n_unfinished, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch (&queue->bytes_unfinished, launch->bytes, __ATOMIC_RELAXED);
  add_time (queue, launch->predicted, 1);
  if (runs_here)
    run_here (queue, launch);
  else
    append_launch (queue, launch);
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

  rs_trace_emit (&event);
}

gint64
rs_queue_get_backlog (const RsQueue *queue)
{
  return __atomic_load_n (&queue->backlog, __ATOMIC_RELAXED);
}

gboolean
rs_queue_writes (const RsQueue *queue, const RsArray *array)
{
  gboolean is_written;

  return rs_order_is_used (queue->order, queue->place, array, &is_written) && is_written;
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
  g_cond_clear (&queue->wake);
  g_free (queue);
}
