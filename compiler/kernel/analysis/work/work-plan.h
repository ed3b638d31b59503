/* Within work.c and work-plan.c: a kernel as far as counting needs it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/analysis/work/work.h"
#include "compiler/kernel/ir/ir.h"

typedef struct _RsWorkStep RsWorkStep;

/* An array's element that a statement reads or writes. */
typedef struct {
  guint parameter;
  gboolean reads, writes;
  guint n_subscripts; /* 1 of a FLAT view */
  const RsIrExpression *const *subscripts;
} RsWorkAccess;

/* A statement. Its own expressions, without those of its blocks, are operations and accesses. */
struct _RsWorkStep {
  RsWorkStep *next;
  guint8 kind; /* RsIrStatementKind */
  guint local; /* SET, LOOP */
  gint64 step; /* LOOP */
  double single_operations, double_operations;
  const RsWorkAccess *accesses;
  guint n_accesses;
  const RsIrExpression *value;      /* IF; SET: NULL where nothing that counts depends on the local */
  const RsIrExpression *low, *high; /* LOOP */
  RsWorkStep *body, *other;
  const guint *assigned; /* LOOP, FOREVER, IF: locals that its blocks set */
  guint n_assigned;
  gboolean leaves_early; /* a BREAK, CONTINUE or RETURN in its blocks */
};

typedef struct {
  RsElement element;
  guint rank; /* subscripts; 0: no memory outside the kernel */
  gboolean is_flat;
  gboolean matters; /* NUMBER: the work depends on it */
} RsWorkParameter;

struct _RsWorkPlan {
  guint grid_rank, n_locals, n_parameters;
  const RsWorkParameter *parameters;
  RsWorkStep *first;
};
