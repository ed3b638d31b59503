/* Within runtime/sched: the inside of a launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/memory/replica.h"
#include "runtime/sched/place/costs.h"
#include "runtime/sched/queue/order.h"
#include "runtime/sched/queue/queue.h"
#include "runtime/trace/trace.h"

typedef enum {
  RS_PARAMETER_NUMBER,
  RS_PARAMETER_ARRAY,
  RS_PARAMETER_ACCUMULATOR,
  RS_PARAMETER_FINAL,
} RsParameterKind;

typedef struct {
  RsParameterKind kind;
  char *name;     /* in the launch's own memory */
  RsArray *array; /* ARRAY: a reference, dropped on the session's thread */
  gboolean reads, writes;
  RsExtent part;    /* ARRAY: of its bytes, what the launch may use by this parameter */
  gpointer results; /* ACCUMULATOR, FINAL: the caller's */
  guint length;
  guint rank; /* of an array that the kernel makes itself; else 0 */
  RsReduceOperator reduce;
  gboolean is_integer; /* ACCUMULATOR */
  gboolean is_prefix;  /* ACCUMULATOR */
  /* NUMBER: its bytes. ARRAY: an RsKernelArray, whose data is filled in when the launch runs. */
  _Alignas(64) guint8 payload[];
} RsLaunchParameter;

static inline RsKernelArray *
rs_launch_parameter_get_view (RsLaunchParameter *parameter)
{
  return (RsKernelArray *)(gpointer)parameter->payload;
}

struct _RsLaunch {
  RsLaunch *next; /* in a queue or in its list of complete launches */
  RsDeviceLaunch work;
  char *title, *file; /* in the launch's own memory: launch-room.h */
  guint line;
  guint32 trace_name, trace_file; /* ids of title and file; 0: not asked for yet, or none */
  gint64 submitted;               /* ns; 0: no trace was on */
  RsLaunchParameter **parameters; /* [work.n_arguments]; they, too */
  guint n_allocated;
  gboolean is_waited_for;   /* has accumulators, finals, or output arguments */
  gboolean has_failed;      /* or did not run because another one had; who runs it */
  RsLaunchOutcome *outcome; /* the caller's; NULL: nobody asks */
  const RsKernel *kernel;   /* for the texts and places of errors; borrowed; may be NULL */
  RsSource *source;         /* a reference; may be NULL */
  char *backtrace;          /* in the launch's own memory */
  guint64 bytes;            /* of its arrays that no earlier launch used when they were added */
  RsQueueCounts waits;      /* for launches of other queues */
  RsMemoryUse *uses; /* [n_uses] of the arrays, in the order of the parameters, once it is prepared: what the launch
                           * as a whole does with each. Order, memory and failures go by these alone */
  guint n_uses;
  guint n_acquired;        /* uses that are held in the device's memory; who runs it */
  gboolean is_over;        /* nothing of it runs (any more); who runs it */
  gboolean is_abandoned;   /* the device was given up, and may still use what it holds; who runs it */
  gboolean reads_lost;     /* could not begin, since an array that it reads is lost; who runs it */
  gint64 begun;            /* ns; while a trace is on, and where there is a cost */
  gboolean needs_copies;   /* when it was begun */
  RsCost *cost;            /* borrowed; what it takes is noted there; NULL: nowhere */
  guint cost_number;       /* of the device, there */
  const RsKernel *counted; /* borrowed; whose work is told to the trace; NULL: nobody's */
  guint32 counted_track;   /* of the device */
  gint64 predicted;        /* ns that it takes, as far as it is known */
  gint64 wait;             /* ns that it waits for other queues before, likewise */
};

/* Fills work.arguments and work.accumulators; raises the arrays' pending counters and versions. Session's thread. */
void rs_launch_prepare (RsLaunch *launch);
/* Raises the pending counters and versions only, for a launch that will be submitted later; rs_launch_release takes it
 * back. */
void rs_launch_hold (RsLaunch *launch);
/* Makes the arrays valid in the device's memory; needs_copies becomes whether that copies something. A failure holds
 * nothing. Queue's thread. */
gboolean rs_launch_acquire (RsLaunch *launch, RsDevice *device, GError **error);
/* The same, only where nothing has to be moved or made for that. */
gboolean rs_launch_acquire_ready (RsLaunch *launch, const RsDevice *device);
/* The end of that. */
void rs_launch_release_memory (RsLaunch *launch, RsDevice *device);
/* Of a launch that has its memory and does not run: what it was to write over is nowhere any more, because of error. */
void rs_launch_give_up_written (const RsLaunch *launch, const GError *error);
/* Whether it was prepared and has the array. */
gboolean rs_launch_uses (const RsLaunch *launch, const RsArray *array);
/* Whether they have bytes of an array in common that one of them writes. */
gboolean rs_launch_depends_on (const RsLaunch *launch, const RsLaunch *earlier);
/* Lowers the pending counters. Queue's thread. */
void rs_launch_release (RsLaunch *launch);
/* Whether it is of a kernel, whose parameters have the program's names; else of a loop or an expression. */
gboolean rs_launch_is_of_kernel (const RsLaunch *launch);
/* The error that launch->work.status stands for, NULL when it is none. */
GError *rs_launch_get_error (const RsLaunch *launch);
/* Tells what was noted of accesses outside arrays; told: set of places (owned text) that have been told. Session's
 * thread. */
void rs_launch_tell_warnings (const RsLaunch *launch, GHashTable *told, void (*tell) (const char *text, gpointer data),
                              gpointer data);
/* Where it failed; *place is filled, for error. */
void rs_launch_describe_place (const RsLaunch *launch, const GError *error, RsErrorPlace *place);
/* An error of the device, in the words of this launch. Consumes error. */
GError *rs_launch_describe_fault (const RsLaunch *launch, GError *error);
/* An RsTracePlaceFunc: the launch is why something happens. launch: RsLaunch. */
void rs_launch_find_trace_place (gpointer launch, RsTraceEvent *event);
/* Ids of title and file; 0: it has no file. */
guint32 rs_launch_get_trace_name (const RsLaunch *launch);
guint32 rs_launch_get_trace_file (const RsLaunch *launch);
/* For the device: work.shape. */
void rs_launch_note_shape (RsLaunch *launch);
/* KERNEL event. end: 0: now. */
void rs_launch_emit (const RsLaunch *launch, gint64 start, gint64 end, guint32 track);
