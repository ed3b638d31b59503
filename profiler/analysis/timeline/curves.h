/* Counters of a GPU while a kernel ran, as curves (run --metrics curves): manual 18.3.6.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/hardware/metric-kinds.h"
#include "profiler/analysis/passes/range.h"

#define RS_CURVE_PARTS 24u

/* A metric of a kernel in a launch configuration; the time of each launch is cut into RS_CURVE_PARTS equal parts. Texts
 * live as long as the store, or are static. */
typedef struct {
  const char *kernel, *file, *shape;
  guint32 line;
  const char *metric, *unit;
  const RsMetricKind *kind; /* NULL: of another version */
  gint64 launches, samples;
  double mean, least, greatest;
  double parts[RS_CURVE_PARTS]; /* means; NaN: no sample begins there */
} RsCurveRow;

/* By kernel, place and configuration, and of each the metrics as metrics.def has them. Of the range, the launches whose
 * kernels are in it. NULL with an error. (transfer full) (element-type RsCurveRow) */
GArray *rs_curves_read (RsTraceStore *store, const RsTraceRange *range, GError **error);

/* "▁▂▅█ ": eight heights from 0 to top, a blank where nothing is known. (transfer full) */
char *rs_curve_row_draw (const RsCurveRow *row, double top);
