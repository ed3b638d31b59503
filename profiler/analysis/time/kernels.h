/* The kernel table: one row for each kernel, from sums kept while recording.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* Texts live as long as the store. Times in ns. */
typedef struct {
  const char *name;
  const char *file; /* "" when not known */
  guint32 line;
  const char *configuration; /* grid and block, "2048x2048"; "" when rows are not told apart by it */
  gint64 launches;
  gint64 total, min, max;
  double mean;
  guint32 threads; /* most workers that took part in a launch */
  gint64 items;    /* work items of all launches */
  /* total as a part of the time that went by in the range; above 1 where kernels run side by side, or on behind its
   * end. By launch: as a part of the total of all rows. */
  double share;
} RsKernelRow;

/* The longest total first. range: NULL: everything. (transfer full) (element-type RsKernelRow) */
GArray *
rs_kernel_table_read (RsTraceStore *store, const RsTraceRange *range, gboolean by_configuration, GError **error);
