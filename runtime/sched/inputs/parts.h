/* Expressions with parts of arrays among their leaves (x[1..n,:] + y): which of them one kernel may compute that reads
 * the parts where they lie, and what flows into it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/inputs/signature.h"

typedef struct {
  int rank;
  gint64 dims[RS_MAX_RANK];
} RsExtents;

/* The leaves as inputs, and as parts of inputs. values: [n] of the leaves in their order, in the place of each part the
 * array and its indices (unset for a `:`). leaves: of RsNode. *extents: of the result. FALSE, and inputs are of no use,
 * where the parts don't lie inside of their arrays with a step of their own in each dimension, the sizes differ, or
 * there are more dimensions than a grid has. assigned: the part that the value is assigned to, whose array and indices
 * stand behind the leaves, or NULL; it is added if the kernel may write there, work item by work item. *masked: as in
 * the request; without assigned, only a reduction may have it. is_along: they are summed up along a dimension. */
gboolean rs_parts_add (RsInputs *inputs, RsSession *session, const GPtrArray *leaves, const RsNode *assigned,
                       gboolean is_along, const RsValue *values, guint n, RsExtents *extents, const RsNode **masked);
/* Whether these are an array and indices by which a part of it can be taken. indices: [n], as in `values`. It takes no
 * longer than the lists among the indices are. */
gboolean rs_parts_is_valid (RsValue value, const RsValue *indices, guint n, RsBoundary boundary);

/* Whether a kernel should copy to a part of an array. indices: [n], as in `values`. */
gboolean rs_parts_are_worth_copying (const RsSession *session, RsValue value, const RsValue *indices, guint n);
/* Whether the kernel writes to the part that the value is assigned to, if it can. */
gboolean rs_parts_have_target (const RsInputs *inputs);

/* The dimension that is summed up, which has one element in *extents behind it; *along and *length as in the request.
 * FALSE where a built-in function makes the sums: of integers, and of a few rows or columns. */
gboolean rs_parts_add_along (RsInputs *inputs, RsSession *session, RsValue dimension, RsExtents *extents, guint *along,
                             guint *length);
