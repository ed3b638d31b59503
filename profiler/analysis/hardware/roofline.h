/* The roofline: how near kernels come to what their device can do, and what holds them up.
 *
 * What a kernel computes and moves at least is counted by the compiler (COMPUTE and TRAFFIC events), what the processor
 * and other devices can do at most is measured (runtime/sched/peaks.h, runtime/device-peaks.h) and stands in the trace.
 * From both follows the time that the launches take at least: that of the arithmetic, or that of the memory, whichever
 * is longer. How fast memory is follows from what a launch moves: little of it may have stayed in a cache. What a
 * launch finds in a cache from before may let a kernel come to more than all.
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
  gboolean has_peaks;               /* what follows is known */
  RsRoof roof;
  guint level;  /* of the peaks: the first that is as large as a launch's arrays */
  double bound; /* ns that the launches take at least by the machine */
  double share; /* bound as a part of total: 1 is as fast as can be */
} RsRooflineRow;

/* What a device of the trace can do: "cuda:0"; "": the processor. FALSE: the trace does not say. */
gboolean rs_roofline_find_peaks (RsTraceStore *store, const char *device, RsPeaks *peaks);

/* Other devices than the processor, by name. NULL with an error. (transfer full) (element-type utf8) */
GPtrArray *rs_roofline_list_devices (RsTraceStore *store, GError **error);

/* Bytes a ns for launches that move so many bytes each, of which a part (0 to 1) is written; between levels, in
 * between. */
double rs_roofline_get_bandwidth (const RsPeaks *peaks, double bytes, double written);
/* "a cache of 512.0 KiB"; "memory" of the last. (transfer full) */
char *rs_roofline_describe_level (const RsPeaks *peaks, guint level);

/* Kernels of the device whose work is known, the longest total first. device: "": the processor. range: NULL:
 * everything. peaks: of the device; NULL: not known, so that limits and shares are not either. (transfer full)
 * (element-type RsRooflineRow) */
GArray *rs_roofline_read (RsTraceStore *store, const RsTraceRange *range, const char *device, const RsPeaks *peaks,
                          GError **error);
