/* The call trees of all tracks, made of what comes in the order of its starts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/place-numbers.h"
#include "profiler/analysis/passes/start-order.h"
#include "profiler/analysis/time/call-tree.h"

typedef struct _RsCallForest RsCallForest;

/* whats outlives it: what items are; of folds the kind is RS_TRACE_FOLD, and the detail theirs. NULL with an error when
 * reading tracks or call stacks failed. (transfer full) */
RsCallForest *rs_call_forest_new (RsTraceStore *store, const RsTraceRange *range, RsCallSources sources,
                                  RsPlaceNumbers *whats, GError **error);
void rs_call_forest_free (RsCallForest *forest);

/* Of one track, in the order of their starts, of equal ones the longest first: spans; instants, which are samples
 * (a: processor time in ns, b: frame); folds (a: calls, b: their time in ns). forest: a RsCallForest. */
void rs_call_forest_add (guint32 track, const RsStarted *items, guint n, gpointer forest);
/* Nothing is added any more. (transfer full) */
RsCallNode *rs_call_forest_finish (RsCallForest *forest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsCallForest, rs_call_forest_free)
