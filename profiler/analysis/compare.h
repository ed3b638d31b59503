/* What changed from one trace to another, beyond noise.
 *
 * Kernels, loops and built-in functions are matched by name and place. Their durations are compared by median; the 95 % interval of
 * the difference comes from a bootstrap over blocks of neighbouring launches, since these are not independent. Lines are compared by
 * their samples. With one recording a side, what differs between two runs of the same program for reasons outside of it (other
 * programs, clock rates) is not known, and counts as change.
 *
 * Many places are compared at once, so that some would differ by chance: Holm's correction holds the chance that any place that did
 * not change is called changed at 5 %.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/range.h"

typedef enum { RS_CHANGE_NONE, RS_CHANGE_SLOWER, RS_CHANGE_FASTER, RS_CHANGE_ADDED, RS_CHANGE_REMOVED } RsChange;

typedef struct {
  const char *what;    /* "kernel", "loop", "builtin", "line" */
  char *name, *file;   /* owned */
  guint32 line;
  gint64 n[2];         /* of each trace: runs; samples of a line */
  gint64 total[2];     /* ns; CPU time of a line */
  double median[2];    /* ns; 0 for lines */
  double ratio;        /* of the second to the first: medians, totals of a line */
  double low, high;    /* the 95 % interval of the ratio; both 0: not enough runs */
  RsChange change;
} RsCompareRow;

/* "slower" */
const char *rs_change_to_string (RsChange change);

/* The largest change of total first. (transfer full) (element-type RsCompareRow) */
GArray *rs_traces_compare (RsTraceStore *before, RsTraceStore *after, const RsTraceRange *range, GError **error);

/* The same for the durations of one thing, in their order: ratio, low, high, and in *p the chance of such a difference when nothing
 * changed. FALSE: fewer than five runs on a side. */
gboolean rs_compare_durations (const double *before, guint n_before, const double *after, guint n_after, RsCompareRow *row, double *p);
