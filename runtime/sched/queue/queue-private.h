/* The inside of a command queue: what its two sides, the session's (queue.c) and the device's (queue-run.c), share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/queue/launch-private.h"

struct _RsQueue {
  RsDevice *device;
  const gint *stop; /* may be NULL */
  RsOrder *order;   /* a reference */
  guint place;      /* in order */
  guint32 track;
  GThread *thread; /* NULL until the first launch that needs it */

  GMutex lock;
  GCond wake;
  RsLaunch *first, **last;  /* waiting; guarded by lock */
  RsLaunch *complete;       /* newest first; guarded by lock */
  gboolean is_asleep;       /* guarded by lock */
  gint n_waiting;           /* atomic: launches in first */
  gint n_unfinished;        /* atomic: waiting or running */
  guint64 bytes_unfinished; /* atomic: of their arrays */
  gint64 backlog;           /* atomic: ns that they take, as far as that is known */
  gint n_unknown;           /* atomic: those of which it is not known */
  gint64 most_backlog;      /* the session's thread: limit of backlog, ns */
  gboolean is_in_turn;      /* the session's thread: each launch is waited for */
  gboolean has_one_thread;  /* the session's thread: the device computes with one thread, which may be this one */
  RsDeviceKernel *recent;   /* the session's thread: of the last launch, where nothing was unfinished before it, until
                             * launches are retired; else NULL */
  gint64 recent_since;      /* the session's thread: ns; when it was handed over, or had ended here */
  gint n_complete;          /* atomic: launches in complete */
  const RsLaunch *at_work;  /* atomic: the oldest one in flight; the session's thread, which frees it, may look at it */
  gint is_here;             /* atomic: it runs on the session's thread */
  gint is_discarding;       /* atomic: nothing starts any more */
  gint quit;                /* atomic */

  /* The queue's thread's. */
  RsLaunch *oldest, **newest; /* in flight, in their order */
  guint n_in_flight;
  gint64 ended; /* ns; when the last launch with a cost did */

  RsErrorPlace raised_place; /* session's thread */
  GHashTable *told;          /* session's thread: set of places of warnings, owned text; NULL: none */
  void (*tell) (const char *text, gpointer data); /* may be NULL */
  gpointer tell_data;
};

static inline gboolean
rs_queue_is_stopped (const RsQueue *queue)
{
  return queue->stop != NULL && __atomic_load_n (queue->stop, __ATOMIC_RELAXED) != 0;
}

/* Of a launch that is unfinished from now on (sign 1), or no more (-1). */
static inline void
rs_queue_add_time (RsQueue *queue, gint64 predicted, gint sign)
{
  if (predicted > 0)
    __atomic_add_fetch (&queue->backlog, sign * predicted, __ATOMIC_RELAXED);
  else
    __atomic_add_fetch (&queue->n_unknown, sign, __ATOMIC_RELAXED);
}

/* Runs the launch at once, on the session's thread while nothing is unfinished. What is in flight is the queue's
 * thread's, which may look at it at any time. */
void rs_queue_run_here (RsQueue *queue, RsLaunch *launch);
/* The queue's thread, a GThreadFunc: until the queue quits. data: the queue. */
gpointer rs_queue_run_thread (gpointer data);
/* See rs_memory_set_forecast. data: the queue. */
guint rs_queue_get_next_use (const RsArray *array, gpointer data);
/* The device has ended something; any thread. data: the queue. */
void rs_queue_wake_thread (gpointer data);
