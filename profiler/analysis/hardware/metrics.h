/* What was measured of a GPU's kernels (run --metrics), by kernel and launch configuration: manual 18.3.6.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/hardware/metric-kinds.h"
#include "profiler/analysis/passes/range.h"

typedef struct {
  const char *kernel, *file; /* texts live as long as the store */
  guint32 line;
  const char *shape; /* grid and block */
  const char *name;  /* of the metric */
  const char *unit;
  const RsMetricKind *kind; /* NULL: not one that this version knows */
  double mean, least, greatest;
  gint64 n; /* kernels that were measured; 0: it is computed of the means of others */
} RsMetricRow;

/* By place, kernel and configuration, and for each of them as metrics.def has them. Of the range, only its kernel
 * counts. NULL with an error. (transfer full) (element-type RsMetricRow) */
GArray *rs_metrics_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
