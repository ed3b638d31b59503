/* What is known about whole numbers of a kernel, as linear inequalities, and what follows from them.
 *
 * A term is an integer expression that reads no memory: a number that is passed, a size, a position, a local. Facts are
 * sums of terms that are not negative; a goal is proven by taking facts away from it until a constant is left. Sizes,
 * positions, remainders, minima and maxima bring what they are by themselves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct _RsLinearFacts RsLinearFacts;

typedef enum { RS_TRUTH_OPEN, RS_TRUTH_NO, RS_TRUTH_YES } RsTruth;

/* (transfer full), rs_linear_facts_free */
RsLinearFacts *rs_linear_facts_new (RsKernel *kernel);
void rs_linear_facts_free (RsLinearFacts *self);

/* Facts that are added behind a mark go with rs_linear_facts_release. */
guint rs_linear_facts_mark (const RsLinearFacts *self);
void rs_linear_facts_release (RsLinearFacts *self, guint mark);

/* condition holds (sense TRUE) or does not; in_branch: only where work items have not gone another way. */
void rs_linear_facts_assume (RsLinearFacts *self, const RsIrExpression *condition, gboolean sense, gboolean in_branch);
/* The local has a new value; value NULL: one that is not known. */
void rs_linear_facts_assign (RsLinearFacts *self, guint local, const RsIrExpression *value, gboolean in_branch);

/* Of a condition; uses facts of branches too. */
RsTruth rs_linear_facts_decide (const RsLinearFacts *self, const RsIrExpression *condition);
/* Whether 0 <= e < length, without facts of branches. */
gboolean rs_linear_facts_is_inside (const RsLinearFacts *self, const RsIrExpression *e, const RsIrExpression *length);
/* The least number that e is proven not to exceed, without facts of branches; FALSE when there is none. */
gboolean rs_linear_facts_upper_bound (const RsLinearFacts *self, const RsIrExpression *e, gint64 *bound);
/* Whether e, a number that is passed or a local, has one value only. */
gboolean rs_linear_facts_get_constant (const RsLinearFacts *self, const RsIrExpression *e, gint64 *value);
