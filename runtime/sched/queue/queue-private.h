/* The inside of a command queue: what its two sides, the session's (queue.c) and the device's (queue-run.c), share.
 *
 * The device's side is that of the thread which holds work_lock: the queue's own (queue-thread.c), or the session's,
 * which begins launches itself where nothing is in their way (queue-here.c). What that has begun, and left in flight,
 * it ends when it comes here again, waits, or hands it over; else the queue's thread, which looks now and then.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/queue/launch-private.h"

#define RS_QUEUE_TOLD 128 /* launches whose expected ends are known: more than may be unfinished */

struct _RsQueue {
  RsDevice *device;
  const gint *stop; /* may be NULL */
  RsOrder *order;   /* a reference */
  guint place;      /* in order */
  guint32 track;
  GThread *thread; /* NULL until the first launch that needs it */

  GMutex lock;
  GCond wake;
  RsLaunch *first, **last;     /* waiting; guarded by lock */
  RsLaunch *complete;          /* newest first; guarded by lock */
  gboolean is_asleep;          /* guarded by lock: the queue's thread */
  gboolean sleeps_long;        /* guarded by lock: ... until it is woken */
  gboolean is_left;            /* written with lock, atomic: the session's thread sees to what is in flight */
  gint n_waiting;              /* atomic: launches in first, but for those that are gathered */
  gint n_gathered;             /* atomic, written with lock: launches in first that the session's thread is to begin */
  gint64 gathered_since;       /* guarded by lock: ns; when the first of them came */
  gint64 most_gathered;        /* ns; after which the queue's thread begins them */
  gint n_handed;               /* atomic: launches that the queue's thread was given and has not begun */
  gint n_unfinished;           /* atomic: waiting or running */
  guint64 bytes_unfinished;    /* atomic: of their arrays */
  gint64 backlog;              /* atomic: ns that they take, as far as that is known */
  gint64 given;                /* the session's thread: ns of all launches that were submitted, as far as known */
  gint64 until[RS_QUEUE_TOLD]; /* the session's thread: given when the launch of that number, mod RS_QUEUE_TOLD, was */
  gint n_unknown;              /* atomic: those of which it is not known */
  gint64 most_backlog;         /* the session's thread: limit of backlog, ns */
  gboolean is_in_turn;         /* the session's thread: each launch is waited for */
  gboolean has_one_thread;     /* the session's thread: the device computes with one thread, which may be this one */
  RsDeviceKernel *recent;  /* the session's thread: of the last launch, where nothing was unfinished before it, until
                             * launches are retired; else NULL */
  gint64 recent_since;     /* the session's thread: ns; when it was handed over, or had ended here */
  gint n_complete;         /* atomic: launches in complete */
  const RsLaunch *at_work; /* atomic: the oldest one in flight; the session's thread, which frees it, may look at it */
  gint is_here;            /* atomic: it runs on the session's thread */
  gint is_discarding;      /* atomic: nothing starts any more */
  gint quit;               /* atomic */

  GMutex work_lock;           /* of who begins and ends launches; guards what follows */
  RsLaunch *oldest, **newest; /* in flight, in their order */
  gint n_in_flight;           /* read without the lock */
  gint64 ended;               /* ns; when the last launch with a cost did */

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
rs_queue_add_time (RsQueue *queue, gint64 predicted, gint64 wait, gint sign)
{
  if (predicted > 0)
    __atomic_add_fetch (&queue->backlog, sign * (predicted + wait), __ATOMIC_RELAXED);
  else
    __atomic_add_fetch (&queue->n_unknown, sign, __ATOMIC_RELAXED);
}

#define RS_MOST_GATHERED_NS 10000000 /* short launches wait for others, at most */
#define RS_MAX_IN_FLIGHT 16          /* launches that the device has at a time */

/* --- queue-run.c, with work_lock held --- */

/* Begins a launch that was handed over, waiting for what is in its way; it ends in its turn, at once where nothing is
 * in flight. */
void rs_queue_begin (RsQueue *queue, RsLaunch *launch);
/* The same where nothing is in its way, and it has its memory. */
void rs_queue_begin_ready (RsQueue *queue, RsLaunch *launch);
/* Begins it, and waits for its end; nothing is in flight. */
void rs_queue_run (RsQueue *queue, RsLaunch *launch);
/* Waits for the end of the oldest launch in flight, and takes what it leaves. */
void rs_queue_end_oldest (RsQueue *queue);
/* Whether that returns at once. There is one. */
gboolean rs_queue_is_oldest_done (RsQueue *queue);
/* The same of all that are done. */
void rs_queue_end_done (RsQueue *queue);
/* Whether the launch depends on one in flight whose end has to be known before, or on other queues. */
gboolean rs_queue_has_to_wait (const RsQueue *queue, const RsLaunch *launch);

/* --- queue.c --- */

/* The launch is for the queue's thread. */
void rs_queue_append (RsQueue *queue, RsLaunch *launch);

/* Whether nothing is unfinished on the queue and those joined with it. data: the queue. */
gboolean rs_queue_are_all_idle (gpointer data);

/* --- queue-gather.c --- */

/* Keeps the launch back, to begin it with others. FALSE: nothing was done. Session's thread. */
gboolean rs_queue_gather (RsQueue *queue, RsLaunch *launch);
/* Begins what is gathered on all queues. Session's thread. */
void rs_queue_begin_gathered (RsOrder *order);
/* What has been gathered for long without anybody seeing to it is the thread's. lock is held. */
void rs_queue_take_gathered (RsQueue *queue);

/* --- queue-here.c, on the session's thread --- */

/* What is in flight, or gathered, is this thread's to see to. The queue's own looks after it from time to time. */
void rs_queue_leave (RsQueue *queue);
/* Whether a queue's thread has been given launches that it has not begun. */
gboolean rs_queue_is_any_handed (const RsOrder *order);

/* Begins the launch where the device goes on by itself and nothing is in its way. FALSE: nothing was done. */
gboolean rs_queue_begin_here (RsQueue *queue, RsLaunch *launch);
/* Runs the launch at once while nothing is unfinished. */
void rs_queue_run_here (RsQueue *queue, RsLaunch *launch);
/* What the session's thread has left in flight is for the queue's threads from now on. */
void rs_queue_hand_over (RsOrder *order);

/* --- queue-thread.c --- */

/* The queue's thread, a GThreadFunc: until the queue quits. data: the queue. */
gpointer rs_queue_run_thread (gpointer data);
/* See rs_memory_set_forecast. data: the queue. */
guint rs_queue_get_next_use (const RsArray *array, gpointer data);
/* The device has ended something; any thread. data: the queue. */
void rs_queue_wake_thread (gpointer data);
