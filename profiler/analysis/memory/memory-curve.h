/* How many bytes were held over time, by memory.
 *
 * The host's curve counts the arrays that are there. A device's counts the arrays of which it has, or had, a copy: from
 * the end of the first transfer to or from it until the array is freed; what never left the device is not told by the
 * trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* bytes: [n_points]: the most that was held within each part of the range, one of equal parts. */
typedef struct {
  char *memory; /* "host", or the device's name */
  gint64 *bytes;
  gint64 peak, peak_time; /* in the range; ns from the start of the trace */
} RsMemoryCurve;

typedef struct {
  gint64 from, to; /* ns */
  guint n_points;
  GPtrArray *curves; /* of RsMemoryCurve; the host's first */
} RsMemoryCurves;

/* Of the part of time that range names (its track and kernel mean nothing here; what was made before counts). n_points:
 * from 1. (transfer full) */
RsMemoryCurves *rs_memory_curves_read (RsTraceStore *store, const RsTraceRange *range, guint n_points, GError **error);
void rs_memory_curves_free (RsMemoryCurves *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsMemoryCurves, rs_memory_curves_free)
