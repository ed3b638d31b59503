/* A command queue: the list of what is to run, its thread, and the errors on their way to the session.
 *
 * The life of a launch: submit (session's thread: references, counters) -> waiting list -> run (queue's thread, or the
 * session's own when nothing is queued and the launch is waited for anyway or shorter than a change of threads) ->
 * list of complete launches -> retire (session's thread: references dropped).
 *
 * Failure: the first error is kept with the call stack of its launch. The arrays that the failed launch writes are
 * spoiled: launches that use them do not run, and spoil what they write in turn. When the error is raised, the program
 * goes on behind it and all arrays count as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/launch-private.h"

#include "runtime/memory/completion.h"
#include "runtime/trace.h"

#define SPIN_NANOSECONDS 20000 /* before the thread sleeps; covers launches that follow each other closely */
/* Beyond this submit waits. A program that runs far ahead holds the temporaries of all its launches: memory that was
 * never used costs page faults, and memory that is used again is in the processor's caches. */
#define MAX_QUEUED 64                         /* launches */
#define MAX_QUEUED_BYTES ((guint64)64 << 20) /* of their arrays, each counted once */

struct _RsQueue {
  RsDevice *device;
  const gint *stop; /* may be NULL */
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
  gint n_complete;         /* atomic: launches in complete */
  gint is_discarding;      /* atomic: nothing starts any more */
  gint quit;               /* atomic */

  /* Of whoever runs launches; the session's thread reads them when nothing is unfinished. */
  GError *error;
  RsErrorPlace error_place;
  GHashTable *spoiled; /* set of oids, as pointers */

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

static gpointer
get_key (const RsArray *array)
{
  return GSIZE_TO_POINTER ((gsize)array->oid);
}

static gboolean
depends_on_failure (const RsQueue *queue, const RsLaunch *launch)
{
  if (queue->error == NULL)
    return FALSE;
  for (guint i = 0; i < launch->work.n_arguments; i++)
    if (launch->parameters[i]->array != NULL && g_hash_table_contains (queue->spoiled, get_key (launch->parameters[i]->array)))
      return TRUE;
  return FALSE;
}

static void
spoil_results (RsQueue *queue, const RsLaunch *launch, gboolean is_fault)
{
  for (guint i = 0; i < launch->work.n_arguments; i++)
    {
      RsLaunchParameter *parameter = launch->parameters[i];

      if (parameter->array == NULL || !parameter->writes)
        continue;
      g_hash_table_add (queue->spoiled, get_key (parameter->array));
      if (is_fault)
        parameter->array->undefined = TRUE;
    }
}

/* Takes error. */
static void
fail_launch (RsQueue *queue, const RsLaunch *launch, GError *error, gboolean is_fault)
{
  spoil_results (queue, launch, is_fault);
  if (queue->error != NULL)
    {
      g_error_free (error);
      return;
    }
  queue->error = error;
  rs_launch_describe_place (launch, error, &queue->error_place);
}

/* Copies that this needs are the launch's. */
static gboolean
acquire (RsQueue *queue, RsLaunch *launch, GError **error)
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

static void
run_launch (RsQueue *queue, RsLaunch *launch)
{
  const RsDeviceTable *table = queue->device->table;
  gboolean is_traced = rs_trace_is_on ();
  gint64 start = is_traced ? rs_trace_now () : 0;
  GError *error = NULL;

  if (is_stopped (queue) || __atomic_load_n (&queue->is_discarding, __ATOMIC_RELAXED))
    return;
  if (depends_on_failure (queue, launch))
    {
      spoil_results (queue, launch, FALSE);
      return;
    }
  if (!acquire (queue, launch, &error))
    {
      fail_launch (queue, launch, rs_launch_describe_fault (launch, error), FALSE);
      return;
    }
  if (!table->launch (queue->device, &launch->work, &error) || !table->wait (queue->device, &launch->work, &error))
    {
      fail_launch (queue, launch, rs_launch_describe_fault (launch, error), TRUE);
      return;
    }
  if (is_traced)
    rs_launch_emit (launch, start, queue->track);
  error = rs_launch_get_error (launch);
  if (error != NULL)
    fail_launch (queue, launch, error, FALSE);
}

/* From here on the session's thread may look at everything of the launch. */
static void
finish_launch (RsQueue *queue, RsLaunch *launch)
{
  guint64 bytes = launch->bytes;

  g_mutex_lock (&queue->lock);
  launch->next = queue->complete;
  queue->complete = launch;
  __atomic_add_fetch (&queue->n_complete, 1, __ATOMIC_RELAXED);
  rs_launch_release (launch);
  g_mutex_unlock (&queue->lock);
  __atomic_sub_fetch (&queue->bytes_unfinished, bytes, __ATOMIC_RELAXED);
  __atomic_sub_fetch (&queue->n_unfinished, 1, __ATOMIC_RELEASE);
  rs_completion_signal ();
}

static void
spin_for_launch (RsQueue *queue)
{
  gint64 limit = rs_trace_now () + SPIN_NANOSECONDS;

  while (__atomic_load_n (&queue->n_waiting, __ATOMIC_RELAXED) == 0 && !__atomic_load_n (&queue->quit, __ATOMIC_RELAXED)
         && rs_trace_now () < limit)
    ;
}

/* The next launch to run; NULL when the queue is being freed. */
static RsLaunch *
take_launch (RsQueue *queue)
{
  RsLaunch *launch;

  spin_for_launch (queue);
  g_mutex_lock (&queue->lock);
  while (queue->first == NULL && !__atomic_load_n (&queue->quit, __ATOMIC_RELAXED))
    {
      queue->is_asleep = TRUE;
      g_cond_wait (&queue->wake, &queue->lock);
    }
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
  RsLaunch *launch;

  while ((launch = take_launch (queue)) != NULL)
    {
      run_launch (queue, launch);
      finish_launch (queue, launch);
    }
  return NULL;
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
  queue->spoiled = g_hash_table_new (NULL, NULL);
  g_mutex_init (&queue->lock);
  g_cond_init (&queue->wake);
  return queue;
}

void
rs_queue_set_stop (RsQueue *queue, const gint *stop_flag)
{
  queue->stop = stop_flag;
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

void
rs_queue_retire (RsQueue *queue)
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

static gboolean
is_idle (gpointer data)
{
  return __atomic_load_n (&((RsQueue *)data)->n_unfinished, __ATOMIC_ACQUIRE) == 0;
}

static gboolean
is_half_empty (gpointer data)
{
  RsQueue *queue = data;
  gint n = __atomic_load_n (&queue->n_unfinished, __ATOMIC_ACQUIRE);

  return n <= 1 || (n <= MAX_QUEUED / 2
                    && __atomic_load_n (&queue->bytes_unfinished, __ATOMIC_RELAXED) <= MAX_QUEUED_BYTES / 2);
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
  g_autoptr (GError) raised = g_steal_pointer (&queue->error);

  g_hash_table_remove_all (queue->spoiled);
  rs_error_place_clear (&queue->raised_place);
  if (is_stopped (queue))
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return FALSE;
    }
  if (raised == NULL)
    return TRUE;
  queue->raised_place = queue->error_place;
  queue->error_place = (RsErrorPlace){ 0 };
  g_propagate_error (error, g_steal_pointer (&raised));
  return FALSE;
}

void
rs_queue_drain (RsQueue *queue)
{
  rs_queue_release_held ();
  wait_until (queue, is_idle);
  rs_queue_retire (queue);
}

gboolean
rs_queue_synchronize (RsQueue *queue, GError **error)
{
  gboolean is_good;

  rs_queue_release_held ();
  wait_until (queue, is_idle);
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
can_run_here (RsQueue *queue, const RsLaunch *launch)
{
  const RsDeviceTable *table = queue->device->table;

  return is_idle (queue)
         && (launch->is_waited_for || (table->is_short != NULL && table->is_short (queue->device, &launch->work)));
}

gboolean
rs_queue_submit (RsQueue *queue, RsLaunch *launch, GError **error)
{
  gboolean runs_here, is_waited_for = launch->is_waited_for;

  rs_queue_release_held ();
  rs_queue_retire (queue);
  if (is_stopped (queue))
    {
      rs_launch_free (launch);
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return FALSE;
    }
  runs_here = can_run_here (queue, launch) || !has_thread (queue);
  launch->work.stop = queue->stop;
  rs_launch_prepare (launch);
  __atomic_add_fetch (&queue->n_unfinished, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch (&queue->bytes_unfinished, launch->bytes, __ATOMIC_RELAXED);
  if (runs_here)
    {
      run_launch (queue, launch);
      finish_launch (queue, launch);
    }
  else
    append_launch (queue, launch);
  if (is_waited_for)
    return rs_queue_synchronize (queue, error);
  if (__atomic_load_n (&queue->n_unfinished, __ATOMIC_RELAXED) > MAX_QUEUED
      || __atomic_load_n (&queue->bytes_unfinished, __ATOMIC_RELAXED) > MAX_QUEUED_BYTES)
    wait_until (queue, is_half_empty);
  return TRUE;
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
  rs_queue_retire (queue);
  g_clear_error (&queue->error);
  rs_error_place_clear (&queue->error_place);
  rs_error_place_clear (&queue->raised_place);
  g_hash_table_unref (queue->spoiled);
  g_clear_pointer (&queue->told, g_hash_table_unref);
  g_mutex_clear (&queue->lock);
  g_cond_clear (&queue->wake);
  g_free (queue);
}
