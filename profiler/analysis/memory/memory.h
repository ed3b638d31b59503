/* Memory of arrays: who makes it, how much at a time, what was never freed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* By variable and place. Texts live as long as the store. */
typedef struct {
  const char *name; /* "" when not known */
  const char *file;
  guint32 line;
  gint64 allocations, bytes; /* all of them */
  gint64 at_peak;            /* bytes in use when the program had most in use */
  gint64 left, left_bytes;   /* not freed before the trace ends */
  gint64 lifetime;           /* mean, ns; 0: none was freed */
} RsMemoryRow;

/* An array that was there at a time. */
typedef struct {
  gint64 oid, bytes, since;
  const char *name, *file;
  guint32 line;
} RsMemoryObject;

typedef struct {
  gint64 peak_bytes, peak_time; /* ns from the start of the trace */
  GArray *rows;                 /* of RsMemoryRow, most at the peak first */
  gint64 untracked;             /* arrays beyond what is followed at a time; 0 in any real program */
} RsMemoryReport;

/* Of the part of the trace that range names. (transfer full) */
RsMemoryReport *rs_memory_report_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
void rs_memory_report_free (RsMemoryReport *report);

/* The arrays that were there at time, the largest first. (transfer full) (element-type RsMemoryObject) */
GArray *rs_memory_objects_read (RsTraceStore *store, gint64 time, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsMemoryReport, rs_memory_report_free)
