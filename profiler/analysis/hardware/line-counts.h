/* Instructions at the lines of a GPU's kernels, as they were counted (run --metrics sass): manual 18.3.6.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/hardware/metric-kinds.h"
#include "profiler/analysis/passes/range.h"

/* A line of a kernel, all launches together. Texts live as long as the store. */
typedef struct {
  const char *kernel, *file; /* file: of the line; "": not known */
  guint32 line;
  const char *function;              /* compiled code of which it is a part, the first; "": CUPTI does not say */
  gint64 counts[RS_N_LINE_COUNTERS]; /* -1: not counted */
  double share;                      /* instructions, of all of the kernel */
} RsLineCountRow;

/* The kernels with most instructions first, and so their lines. Of the range, the launches whose kernels are in it.
 * NULL with an error. (transfer full) (element-type RsLineCountRow) */
GArray *rs_line_counts_read (RsTraceStore *store, const RsTraceRange *range, GError **error);

/* One counter as a part of another times factor; -1: not known. */
double rs_line_count_row_get_ratio (const RsLineCountRow *row, RsLineCounter part, RsLineCounter whole, double factor);
