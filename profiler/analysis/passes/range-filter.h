/* Which events belong to a range by their track, kernel and array, for those who read events by time on their own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef struct _RsRangeFilter RsRangeFilter;

/* range: NULL: everything; it outlives the filter. NULL with an error when reading failed, or no track, kernel or array
 * is called so. (transfer full) */
RsRangeFilter *rs_range_filter_new (RsTraceStore *store, const RsTraceRange *range, GError **error);
void rs_range_filter_free (RsRangeFilter *self);

/* Its times are looked at only in a range by launch. */
gboolean rs_range_filter_has (RsRangeFilter *self, const RsTraceEvent *event);
/* Whether the range is of one track, and which. */
gboolean rs_range_filter_get_track (const RsRangeFilter *self, guint32 *track);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsRangeFilter, rs_range_filter_free)
