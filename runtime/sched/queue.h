/* Command queues: launches run one after the other on the thread of their queue while host code goes on.
 *
 * A session makes one queue a device. It fills an RsLaunch, which takes references to the arrays, and submits it. The
 * queue's thread makes the arrays valid in the device's memory, runs the launch, and hands it back to the session's
 * thread, which drops the references at its next call into this file (retiring).
 *
 * Order: first in, first out. A launch that fails keeps its error until the session's thread meets it in
 * rs_queue_synchronize or rs_queue_submit; launches that read or write an array which a failed launch writes do not
 * run. When the stop flag is set, what runs returns soon and what waits never starts.
 *
 * Threads: everything on the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/memory/completion.h"
#include "runtime/device/device.h"
#include "runtime/error.h"
#include "runtime/value/array.h"

typedef struct _RsQueue RsQueue;
typedef struct _RsLaunch RsLaunch;

/* stop_flag: the session's, read atomically; must outlive the queue; may be NULL. */
RsQueue *rs_queue_new (RsDevice *device, const gint *stop_flag);
/* Waits for what runs; what has not started never runs. Errors that nobody asked for are dropped. */
void rs_queue_free (RsQueue *queue);
/* The same as given to rs_queue_new; takes effect for launches made afterwards. */
void rs_queue_set_stop (RsQueue *queue, const gint *stop_flag);

/* Where warnings of launches go, texts of several lines; data outlives the queue. */
void rs_queue_set_tell (RsQueue *queue, void (*tell) (const char *text, gpointer data), gpointer data);

/* A launch of kernel. title ("gamma_kernel", "loop at line 12"), file and line are for messages and traces. The grid
 * is filled in next, then one add for each parameter of the kernel, in order. kernel must outlive the launch. */
RsLaunch *rs_launch_new (RsDeviceKernel *kernel, const char *title, const char *file, guint line);
/* For a launch that is not submitted after all. */
void rs_launch_free (RsLaunch *launch);
/* The id that KERNEL and LAUNCH events carry. */
guint64 rs_launch_get_id (const RsLaunch *launch);

/* LAUNCH event of the launch with this id, which began at start and ends now. Session's thread, while rs_trace_is_on. */
void rs_launch_emit_submission (const char *title, const char *file, guint line, guint64 id, gint64 start);

/* grid: [rank] numbers of work items, >= 0. block: [rank], or NULL when blocks do not matter. */
void rs_launch_set_grid (RsLaunch *launch, guint rank, const gint64 *grid, const gint64 *block);
/* What error messages need: get_text gives the text of a failed assertion (rs_kernel_get_message); source holds the
 * kernel's lines; backtrace is the host call stack as it is shown to the user. Both may be NULL. data is kept by the
 * caller until completion, the others are copied. */
void rs_launch_set_messages (RsLaunch *launch, const char *(*get_text) (gconstpointer data, gint32 text),
                             gconstpointer data, RsSource *source, const char *backtrace);

/* Parameters, in the order of the kernel's. name is the user's, for messages; copied. */
void rs_launch_add_number (RsLaunch *launch, const char *name, gconstpointer value, gsize bytes);
/* An array of so many dimensions that the kernel makes itself: nothing is passed. */
void rs_launch_add_own_array (RsLaunch *launch, const char *name, guint rank);
/* Takes a reference. dims: [RS_MAX_RANK] as the kernel sees them, NULL: the array's own. An array that is written but
 * not read is written completely. The same array may be added more than once. */
void rs_launch_add_array (RsLaunch *launch, const char *name, RsArray *array, const gint64 *dims, gboolean reads,
                          gboolean writes);
/* results: [length], the caller's; what it holds is combined with what the kernel computes, so it starts as the
 * variable's value or as the identity. is_prefix: a running sum. The launch is then waited for when it is submitted. */
void rs_launch_add_accumulator (RsLaunch *launch, const char *name, guint length, RsReduceOperator reduce,
                                gboolean is_integer, gboolean is_prefix, double *results);
/* results: bytes of the caller's memory that the last work item writes. The launch is waited for when submitted. */
void rs_launch_add_final (RsLaunch *launch, const char *name, gpointer results);
/* Makes the launch one that is waited for when submitted: the caller reads what it wrote. */
void rs_launch_set_waited_for (RsLaunch *launch);

/* Queues launch (transfer full). Returns at once, unless the launch has accumulators or finals: then it waits and
 * raises the first error not yet raised. It also waits while very much is queued. Fails with RS_RUNTIME_ERROR_STOPPED
 * when the stop flag is set. */
gboolean rs_queue_submit (RsQueue *queue, RsLaunch *launch, GError **error);

/* Drops the references that complete launches hold; waits for nothing. */
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
  const char *title;
  const char *file; /* may be NULL */
  guint line;
  guint64 id;       /* of the launch; 0: interpreted */
  guint rank;
  const gint64 *grid, *block; /* [rank] */
  guint threads;
  gint64 start;     /* ns; it ends now */
  guint32 track;
} RsKernelRun;

/* Emits a KERNEL event; call it only while rs_trace_is_on. Any thread. */
void rs_launch_emit_kernel (const RsKernelRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsQueue, rs_queue_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsLaunch, rs_launch_free)

/* What is wrong when a work item makes an array (or has arrays: is_array FALSE) of so many bytes. (transfer full) */
char *rs_launch_describe_memory (gboolean is_array, gint64 bytes, gint64 limit);
