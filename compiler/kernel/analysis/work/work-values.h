/* Within work.c: what expressions come to over the work items and rounds of a launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/analysis/work/work-plan.h"

/* The least value, the one in the middle, and the greatest. Of a truth: 0 or 1. mean is NAN where data decide. */
typedef struct {
  double low, mean, high;
} RsWorkRange;

typedef struct {
  const RsWorkPlan *plan;
  const gint64 *grid, *block;
  void *const *arguments;
  RsWorkRange positions[RS_MAX_GRID];
  RsWorkRange *locals; /* [plan->n_locals] */
  guint n_visited;     /* nodes so far */
} RsWorkValues;

#define RS_WORK_UNKNOWN ((RsWorkRange){ -INFINITY, NAN, INFINITY })

static inline gboolean
rs_work_range_is_point (RsWorkRange range)
{
  return range.low == range.high;
}

/* Shared parts are visited again and again: after some thousand nodes in all, the answer is that data decide. */
RsWorkRange rs_work_values_get (RsWorkValues *self, const RsIrExpression *e);
/* Elements of an array's parameter along a dimension of its view. */
double rs_work_values_get_length (const RsWorkValues *self, guint parameter, guint dimension);
