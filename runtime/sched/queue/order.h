/* What the queues of a session share: which launches wait for those of other queues, and what has failed.
 *
 * Each queue counts the launches that it was given and those that have ended, in the same order. A launch waits for the
 * last launch of each other queue that writes what it uses, or uses what it writes: byte ranges of arrays.
 *
 * Threads: begin and end on the session's thread; the others on any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/value/value.h"

#define RS_MOST_QUEUES 8
#define RS_MOST_DEVICES (RS_MOST_QUEUES - 1) /* of plugins, beside the CPU */

typedef struct _RsLaunch RsLaunch;

/* Per queue: a number of launches. */
typedef struct {
  guint64 n[RS_MOST_QUEUES];
} RsQueueCounts;

typedef struct {
  gint n_references;               /* session's thread */
  guint n_queues;                  /* session's thread */
  gpointer queues[RS_MOST_QUEUES]; /* of RsQueue, borrowed; NULL where one is free */
  RsQueueCounts submitted;         /* session's thread */
  RsQueueCounts ended;             /* atomic */
  GHashTable *uses; /* session's thread: oid -> Use; what launches do that may not have ended; NULL: one queue so far */

  GMutex lock;
  gint has_error; /* atomic */
  GError *error;  /* of the first launch that failed, in the order of the program; guarded by lock */
  guint64 error_launch;
  RsErrorPlace error_place;
  GHashTable *spoiled; /* oid -> RsExtents: the bytes that failed launches were to write */
} RsOrder;

RsOrder *rs_order_new (void);
RsOrder *rs_order_ref (RsOrder *self);
void rs_order_unref (RsOrder *self);
/* A place for one more queue. */
guint rs_order_add_queue (RsOrder *self, gpointer queue);
void rs_order_remove_queue (RsOrder *self, guint queue);

/* Numbers a launch for that queue, and fills in launch->waits. */
void rs_order_submit (RsOrder *self, guint queue, RsLaunch *launch);
/* Whether a launch of that queue need not wait any more. */
gboolean rs_order_is_reached (const RsOrder *self, guint queue, const RsQueueCounts *waits);

/* The launches of each queue that one of that queue would wait for if it used the array; writes: and wrote it. *waits
 * grows. Session's thread. */
void
rs_order_find_waits (const RsOrder *self, guint queue, const RsArray *array, gboolean writes, RsQueueCounts *waits);

/* Whether a launch of that queue that may not have ended leaves the array valid there; *is_written: one of any queue
 * writes it. Session's thread. */
gboolean rs_order_is_used (const RsOrder *self, guint queue, const RsArray *array, gboolean *is_written);

/* The parts of arrays that launch writes are spoiled; error (transfer full, may be NULL) is kept if it comes first.
 * is_fault: the arrays may have been written in part. */
void rs_order_fail (RsOrder *self, RsLaunch *launch, GError *error, gboolean is_fault);
/* Whether launch uses bytes that are spoiled. */
gboolean rs_order_is_spoiled (RsOrder *self, const RsLaunch *launch);
/* Everything has ended: the first error (transfer full), NULL if there is none, with its place; all arrays count as
 * they are. */
GError *rs_order_take_error (RsOrder *self, RsErrorPlace *place);
