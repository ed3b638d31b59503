/* See completion.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/completion.h"

#include "runtime/base/error.h"
#include "runtime/trace/trace.h"

#define SPIN_NANOSECONDS 15000 /* a little more than putting a thread to sleep and waking it costs */

#define POLL_MICROSECONDS 50000

typedef struct _Waiter Waiter;

struct _Waiter {
  Waiter *next;
  gboolean (*is_done) (gpointer data);
  gpointer data;
};

static GMutex lock;
static GCond done;
static Waiter *waiters; /* who sleeps; guarded by lock */
static gint n_waiters;  /* atomic; a signal with no waiter takes no lock */

static void
remove_waiter (const Waiter *waiter)
{
  Waiter **link = &waiters;

  while (*link != waiter)
    link = &(*link)->next;
  *link = waiter->next;
}

/* Under the lock, which is free while somebody is called. */
static void
sleep_and_poll (void)
{
  if (!rs_error_is_polled ())
    g_cond_wait (&done, &lock);
  else if (!g_cond_wait_until (&done, &lock, g_get_monotonic_time () + POLL_MICROSECONDS))
    {
      g_mutex_unlock (&lock);
      rs_error_poll ();
      g_mutex_lock (&lock);
    }
}

static void
sleep_until (gboolean (*is_done) (gpointer data), gpointer data)
{
  Waiter waiter = { .is_done = is_done, .data = data };

  g_mutex_lock (&lock);
  waiter.next = waiters;
  waiters = &waiter;
  __atomic_add_fetch (&n_waiters, 1, __ATOMIC_SEQ_CST);
  while (!is_done (data))
    sleep_and_poll ();
  __atomic_sub_fetch (&n_waiters, 1, __ATOMIC_SEQ_CST);
  remove_waiter (&waiter);
  g_mutex_unlock (&lock);
}

static _Thread_local struct {
  RsCompletionHelp help;
  gpointer data;
} helper;

void
rs_completion_set_helper (RsCompletionHelp help, gpointer data)
{
  helper.help = help;
  helper.data = data;
}

void
rs_completion_wait (gboolean (*is_done) (gpointer data), gpointer data)
{
  gint64 limit;

  if (helper.help != NULL && !is_done (data))
    helper.help (helper.data, is_done, data);
  limit = rs_trace_now () + SPIN_NANOSECONDS;
  while (rs_trace_now () < limit)
    {
      for (int i = 0; i < 16; i++)
        {
          if (is_done (data))
            return;
          rs_completion_relax ();
        }
    }
  sleep_until (is_done, data);
}

/* A thread that wakes to find that it has to wait on takes a processor from a worker, so it is asked for here. */
static gboolean
is_one_done (void)
{
  for (const Waiter *waiter = waiters; waiter != NULL; waiter = waiter->next)
    if (waiter->is_done (waiter->data))
      return TRUE;
  return FALSE;
}

void
rs_completion_signal (void)
{
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (__atomic_load_n (&n_waiters, __ATOMIC_SEQ_CST) == 0)
    return;
  g_mutex_lock (&lock);
  if (is_one_done ())
    g_cond_broadcast (&done);
  g_mutex_unlock (&lock);
}

static gboolean
has_no_writer (gpointer data)
{
  return __atomic_load_n (&((RsArray *)data)->pending_writes, __ATOMIC_ACQUIRE) == 0;
}

static gboolean
has_no_user (gpointer data)
{
  return has_no_writer (data) && __atomic_load_n (&((RsArray *)data)->pending_reads, __ATOMIC_ACQUIRE) == 0;
}

static _Thread_local struct {
  void (*release) (gpointer data);
  void (*complete) (gpointer data);
  gpointer data;
} holder;

void
rs_queue_set_holder (void (*release) (gpointer data), void (*complete) (gpointer data), gpointer data)
{
  g_assert ((release == NULL) == (complete == NULL));
  holder.release = release;
  holder.complete = complete;
  holder.data = data;
}

void
rs_queue_release_held (void)
{
  if (holder.release != NULL)
    holder.release (holder.data);
}

gboolean
rs_queue_complete_held (void)
{
  if (holder.complete == NULL)
    return FALSE;
  holder.complete (holder.data);
  return TRUE;
}

static _Thread_local gboolean may_not_wait;

void
rs_queue_set_waits (gboolean waits)
{
  may_not_wait = !waits;
}

gboolean
rs_queue_is_refused (const RsArray *array)
{
  return may_not_wait && __atomic_load_n (&array->pending_writes, __ATOMIC_ACQUIRE) > 0;
}

gboolean
rs_queue_wait_array (RsArray *array, gboolean for_writing)
{
  gboolean is_traced = rs_trace_is_on ();
  gint64 start;

  if (for_writing ? has_no_user (array) : has_no_writer (array))
    return TRUE;
  if (may_not_wait)
    return FALSE;
  rs_queue_release_held ();
  start = is_traced ? rs_trace_now () : 0;
  rs_completion_wait (for_writing ? has_no_user : has_no_writer, array);
  if (is_traced)
    {
      RsTraceEvent event = { .start = start,
                             .end = rs_trace_now (),
                             .kind = RS_TRACE_WAIT,
                             .a = (gint64)array->oid,
                             .track = rs_trace_thread_track () };

      rs_trace_find_place (&event);
      rs_trace_emit (&event);
    }
  return TRUE;
}
