/* The roofline: how near kernels of the CPU come to what the machine can do, and what holds them up.
 *
 * What a kernel computes and moves at least is counted by the compiler (COMPUTE and TRAFFIC events), what the machine
 * can do at most is measured (runtime/sched/peaks.h) and stands in the trace. From both follows the time that the
 * launches take at least: that of the arithmetic, or that of the memory, whichever is longer. How fast memory is
 * follows from what a launch moves: little of it may have stayed in a cache. What a launch finds in a cache from before
 * may let a kernel come to more than all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"
#include "runtime/sched/peaks.h"

typedef enum { RS_ROOF_ARITHMETIC, RS_ROOF_MEMORY } RsRoof;

/* Of all launches of a kernel. Texts live as long as the store. */
typedef struct {
  const char *name, *file;
  guint line;
  gint64 launches, total; /* total in ns */
  double single_operations, double_operations;
  double bytes_read, bytes_written; /* each element once a launch */
  const char *doubt;                /* of the operations: "", "about", "at least", "at most" */
  double intensity;                 /* operations a byte; infinity: no bytes */
  double rate;                      /* operations a ns */
  RsRoof roof;
  guint level;  /* of the peaks: the first that is as large as a launch's arrays */
  double bound; /* ns that the launches take at least by the machine */
  double share; /* bound as a part of total: 1 is as fast as can be */
} RsRooflineRow;

/* What the machine of the trace can do. FALSE: the trace does not say. */
gboolean rs_roofline_find_peaks (RsTraceStore *store, RsPeaks *peaks);

/* Bytes a ns for launches that move so many bytes each, of which a part (0 to 1) is written; between levels, in
 * between. */
double rs_roofline_get_bandwidth (const RsPeaks *peaks, double bytes, double written);
/* "a cache of 512.0 KiB"; "memory" of the last. (transfer full) */
char *rs_roofline_describe_level (const RsPeaks *peaks, guint level);

/* Kernels whose work is known, the longest total first. range: NULL: everything. *left_out: what ran on other devices
 * and is not in it, as "3 launches on opencl:0 (12 ms)", NULL: nothing (transfer full) (nullable). (transfer full)
 * (element-type RsRooflineRow) */
GArray *rs_roofline_read (RsTraceStore *store, const RsTraceRange *range, const RsPeaks *peaks, char **left_out,
                          GError **error);
