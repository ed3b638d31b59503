/* Command queues: launches run one after the other on the device of their queue while host code goes on.
 *
 * A session makes one queue a device. It fills an RsLaunch, which takes references to the arrays, and submits it. The
 * queue's thread makes the arrays valid in the device's memory, begins the launch, and hands it back at its end to the
 * session's thread, which drops the references at its next call into this file (retiring). A device that works beside
 * the host has several launches at a time, which it runs in their order; the session's thread begins those itself that
 * find their arrays there and have nothing to wait for.
 *
 * Order: first in, first out. Queues that are joined run beside each other; a launch waits for those of other queues
 * that it depends on. A launch that fails keeps its error until the session's thread meets it in rs_queue_synchronize
 * or rs_queue_submit; launches that use bytes of an array which a failed launch was to write do not run, on whatever
 * queue.
 * When the stop flag is set, what runs returns soon and what waits never starts.
 *
 * Threads: everything on the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/device/device.h"
#include "runtime/memory/completion.h"
#include "runtime/memory/extent.h"
#include "runtime/sched/place/costs.h"
#include "runtime/value/array.h"

typedef struct _RsQueue RsQueue;
typedef struct _RsLaunch RsLaunch;

/* stop_flag: the session's, read atomically; must outlive the queue; may be NULL. */
RsQueue *rs_queue_new (RsDevice *device, const gint *stop_flag);
/* The queue becomes one of those that other is with: launches of all are in the order in which they are submitted where
 * they depend on each other, and waiting for one queue is waiting for all. Before anything is submitted to it. */
void rs_queue_join (RsQueue *queue, RsQueue *other);
/* Waits for what runs; what has not started never runs. Errors that nobody asked for are dropped. */
void rs_queue_free (RsQueue *queue);

/* The host runs ahead of the device by so many ns, at most, as far as the times of launches are known; G_MAXINT64: by
 * as much as memory allows. */
void rs_queue_set_most_backlog (RsQueue *queue, gint64 ns);

/* FALSE: the host waits for each launch, and so no two run at a time; errors are still kept. TRUE at first. */
void rs_queue_set_concurrent (RsQueue *queue, gboolean is_concurrent);

/* TRUE: the device computes with one thread of the host. While the queue is with no other, launches run on the
 * session's thread then, before submit returns. FALSE at first. */
void rs_queue_set_one_thread (RsQueue *queue, gboolean has_one_thread);

/* Where warnings of launches go, texts of several lines; data outlives the queue. */
void rs_queue_set_tell (RsQueue *queue, void (*tell) (const char *text, gpointer data), gpointer data);

/* A launch of kernel. title ("gamma_kernel", "loop at line 12"), file and line are for messages and traces. The grid
 * is filled in next, then one add for each parameter of the kernel, in order. kernel must outlive the launch. */
RsLaunch *rs_launch_new (RsDeviceKernel *kernel, const char *title, const char *file, guint line);
/* The launch, made without a kernel, is that call; its arrays are added next, and its grid says how large the result
 * is. call: copied. */
void rs_launch_set_library (RsLaunch *launch, const RsLibraryCall *call);
/* For a launch that is not submitted after all. */
void rs_launch_free (RsLaunch *launch);

/* What the LAUNCH event of a launch says that may be gone by then. */
typedef struct {
  gint64 start;       /* ns; 0: no trace was on, and the rest is not filled in */
  guint32 name, file; /* ids */
  guint line;
  guint64 id;
} RsSubmission;

/* A launch that is about to be submitted. Session's thread. */
RsSubmission rs_launch_begin_submission (RsLaunch *launch);
/* LAUNCH event of a submission that ends now; nothing where no trace was on. Session's thread. */
void rs_submission_emit (const RsSubmission *submission);

/* grid: [rank] numbers of work items, >= 0. block: [rank], or NULL when blocks do not matter. */
void rs_launch_set_grid (RsLaunch *launch, guint rank, const gint64 *grid, const gint64 *block);
/* The launch, whose grid is set, is only for the positions from first to end (exclusive) of its first dimension. */
void rs_launch_set_division (RsLaunch *launch, gint64 first, gint64 end);
/* What error messages need: the kernel has the texts of assertions and places in other files; source holds its lines;
 * backtrace is the host call stack as it is shown to the user. All may be NULL. kernel is kept by the caller until
 * completion, the others are copied. */
void rs_launch_set_messages (RsLaunch *launch, const RsKernel *kernel, RsSource *source, const char *backtrace);

/* Whether the launch, whose grid is set, overwrites all of an array of these lengths. */
gboolean rs_launch_covers (const RsLaunch *launch, const RsKernelParameter *parameter, const gint64 *dims);

/* Parameters, in the order of the kernel's. name is the user's, for messages; copied. */
void rs_launch_add_number (RsLaunch *launch, const char *name, gconstpointer value, gsize bytes);
/* An array of so many dimensions that the kernel makes itself: nothing is passed. */
void rs_launch_add_own_array (RsLaunch *launch, const char *name, guint rank);
/* Takes a reference. dims: [RS_MAX_RANK] as the kernel sees them, NULL: the array's own. An array that is written but
 * not read is written completely. The same array may be added more than once. */
void rs_launch_add_array (RsLaunch *launch, const char *name, RsArray *array, const gint64 *dims, gboolean reads,
                          gboolean writes);
/* Of the array that was added last, and is the last parameter, the launch reads and writes these bytes only:
 * launches of other queues may use the others meanwhile. */
void rs_launch_set_part (RsLaunch *launch, RsExtent part);
/* Of the array that is parameter i it uses these rows only, and writes all of them where it reads none. */
void rs_launch_set_rows (RsLaunch *launch, guint i, const RsRows *rows);
/* Whether it reads, or writes, the array that is parameter i. */
gboolean rs_launch_reads (const RsLaunch *launch, guint i);
gboolean rs_launch_writes (const RsLaunch *launch, guint i);
/* ns that the launch waits for launches of other queues when it is its turn, as far as that is known. */
void rs_launch_set_wait (RsLaunch *launch, gint64 ns);
/* The length of the array that is parameter i in dimension k, as the kernel sees it. */
gint64 rs_launch_get_dim (const RsLaunch *launch, guint i, guint k);
/* All of the array is written before any of it is read: nothing of it is copied to the device. */
void rs_launch_set_overwritten (RsLaunch *launch, const RsArray *array);
/* results: [length], the caller's; what it holds is combined with what the kernel computes, so it starts as the
 * variable's value or as the identity. is_prefix: a running sum. The launch is then waited for when it is submitted. */
void rs_launch_add_accumulator (RsLaunch *launch, const char *name, guint length, RsReduceOperator reduce,
                                gboolean is_integer, gboolean is_prefix, double *results);
/* results: bytes of the caller's memory that the last work item writes. The launch is waited for when submitted. */
void rs_launch_add_final (RsLaunch *launch, const char *name, gpointer results);
/* What the launch takes is noted in cost, for the device of that number; of a division, what all would have taken.
 * cost must outlive the launch. */
void rs_launch_set_cost (RsLaunch *launch, RsCost *cost, guint number);
/* The arrays that the launch, with a cost, writes in the memory of a device: what the host reads of them counts. */
void rs_launch_note_written (const RsLaunch *launch, RsCosts *costs);
/* How much the launch, which is about to be submitted to the queue, computes and moves is told to the trace, by what
 * its kernel says. kernel must outlive it. */
void rs_launch_set_counted (RsLaunch *launch, const RsKernel *kernel, const RsQueue *queue);
/* PLACE event of the launch, which is about to be submitted to the queue, its cost set. While rs_trace_is_on. */
void rs_launch_emit_place (const RsLaunch *launch, const RsQueue *queue, RsPlaceReason reason);
/* Makes the launch one that is waited for when submitted: the caller reads what it wrote. */
void rs_launch_set_waited_for (RsLaunch *launch);
/* The launch is not waited for when submitted, though it has accumulators or finals: the caller keeps these, and
 * *outcome, until the queue was drained or synchronized; the outcome is there then. */
typedef enum { RS_LAUNCH_NOT_ENDED, RS_LAUNCH_SUCCEEDED, RS_LAUNCH_HAS_FAILED } RsLaunchOutcome;
void rs_launch_set_late (RsLaunch *launch, RsLaunchOutcome *outcome);

/* Queues launch (transfer full). Returns at once, unless the launch has accumulators or finals: then it waits and
 * raises the first error not yet raised. It also waits while very much is queued. Fails with RS_RUNTIME_ERROR_STOPPED
 * when the stop flag is set. */
gboolean rs_queue_submit (RsQueue *queue, RsLaunch *launch, GError **error);

/* Of its device, in traces. */
guint32 rs_queue_get_track (const RsQueue *queue);
/* ns that launches take that have not ended, as far as that is known. */
gint64 rs_queue_get_backlog (const RsQueue *queue);
/* ns until the launches of other queues have ended that a launch there would wait for if it used the array; writes: and
 * wrote it. As far as that is known. */
gint64 rs_queue_get_wait (const RsQueue *queue, const RsArray *array, gboolean writes);
/* Whether the device has all of the array once what is queued has ended. */
gboolean rs_queue_will_have (const RsQueue *queue, const RsArray *array);

/* What runs on the queue and on those joined with it without the session's thread: "loop at line 12, and 3 launches
 * wait"; NULL: nothing. (transfer full) */
char *rs_queue_describe_work (const RsQueue *queue);
/* Whether it, or one that is joined with it, is at work on a launch of that place. Session's thread. */
gboolean rs_queue_is_at_work (const RsQueue *queue, const char *file, guint line);

/* Drops the references that complete launches of the queue and of those joined with it hold; waits for nothing. */
void rs_queue_retire (RsQueue *queue);

/* Waits until everything is complete and drops the references that it held. Raises nothing. */
void rs_queue_drain (RsQueue *queue);

/* Waits until everything is complete and raises the first error not yet raised; later ones, which sequential execution
 * would not have met, are dropped. Fails with RS_RUNTIME_ERROR_STOPPED when the stop flag is set. */
gboolean rs_queue_synchronize (RsQueue *queue, GError **error);
/* Where the error that was raised last came from; *place is cleared first, and all zero when that is not known. */
void rs_queue_take_place (RsQueue *queue, RsErrorPlace *place);

/* One run of a kernel, for traces. The virtual machine reports those that it interprets itself. */
typedef struct {
  guint32 name, file; /* ids; file 0: none */
  guint line;
  guint64 id; /* of the launch; 0: interpreted */
  guint rank;
  const gint64 *grid, *block; /* [rank] */
  guint threads;
  gint64 start, end; /* ns; end 0: now */
  guint32 track;
} RsKernelRun;

/* Emits a KERNEL event; call it only while rs_trace_is_on. Any thread. */
void rs_launch_emit_kernel (const RsKernelRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsQueue, rs_queue_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsLaunch, rs_launch_free)

/* What is wrong when a work item makes an array (or has arrays: is_array FALSE) of so many bytes. (transfer full) */
char *rs_launch_describe_memory (gboolean is_array, gint64 bytes, gint64 limit);
