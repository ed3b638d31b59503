/* How many launches a device's queue holds: those that were submitted and have not ended.
 *
 * A launch is in the queue of the device that its kernel ran on, from the beginning of the host's call to the end of
 * its last kernel. Kernels without a launch, and launches without a kernel, are in none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef struct {
  char *name;            /* of the device: "cpu", "cuda:0"; streams of one are one queue */
  guint32 first_track;   /* the first of its tracks */
  gint64 launches;       /* in the range */
  gint64 most, most_at;  /* launches at a time, and when that was first, ns */
  double mean;           /* over the range, by time */
  gint64 empty;          /* ns of the range without any */
  gint64 waited;         /* ns from submission to the start of the kernel, of all launches */
  gint64 longest_waited; /* ns */
  guint32 *depths;       /* [n_points]: most at a time within each part of the range */
} RsQueueDepth;

typedef struct {
  gint64 from, to; /* ns */
  guint n_points;
  gint64 longest;    /* ns that a launch was in a queue at most */
  GPtrArray *queues; /* of RsQueueDepth, by the first kernel that was written */
} RsQueueDepths;

/* Of the part of time that range names, within the program's (its track and kernel mean nothing here; what was
 * submitted before counts). n_points: from 1. longest: of an earlier answer without a range: launches that were
 * submitted longer before it, and kernels that start longer behind it, are not looked for; 0: all are. Memory is
 * constant. NULL with an error. (transfer full) */
RsQueueDepths *
rs_queue_depths_read (RsTraceStore *store, const RsTraceRange *range, guint n_points, gint64 longest, GError **error);
/* The queue of a device holds n launches from that time on; number: of the queue, from 0 as they are met. */
typedef void (*RsQueueChangeFunc) (const char *device, guint number, gint64 time, guint n, gpointer data);

/* Each change of all queues of the program, those of one in order. Memory is constant. FALSE with an error. */
gboolean rs_queue_depths_foreach_change (RsTraceStore *store, RsQueueChangeFunc func, gpointer data, GError **error);

/* A part of them as an answer of its own, from the points that lie in it: exact to a point of depths. Of each queue
 * only name, first_track and depths are told. (transfer full) */
RsQueueDepths *rs_queue_depths_cut (const RsQueueDepths *depths, gint64 from, gint64 to, guint n_points);
RsQueueDepths *rs_queue_depths_ref (RsQueueDepths *depths);
void rs_queue_depths_unref (RsQueueDepths *depths);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsQueueDepths, rs_queue_depths_unref)
