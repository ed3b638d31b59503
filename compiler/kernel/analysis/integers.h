/* What passes and printers ask about the whole numbers of a kernel: between which numbers an expression lies, what
 * holds for it at a place, and its bounds and its stride over a box of positions.
 *
 * Three ways answer, as there are three times at which an answer is needed:
 *
 * - RsRange (ranges.c): numbers, for the whole kernel, wherever an expression stands. From the types of arrays and from
 *   what the statements put into locals; conditions and the order of statements count for nothing. For the width in
 *   which to compute.
 * - RsLinearFacts (linear-facts.c): what is proven at one place of a walk, between terms whose values nobody knows
 *   (n, pos[0], i). From assertions, conditions, assignments and bounds of loops. For what can be decided when the
 *   kernel is compiled.
 * - RsPositionRange, RsPositionBounds (position-range.c): expressions, which the launch evaluates once its lengths are
 *   known. From the form of subscripts alone. For what has to be decided at the launch.
 *
 * They don't stand in for each other. A range has no names of sizes, so that i < n is nothing to it, but it costs one
 * walk through the expression, where facts cost a search a question. Facts hold where the walk stands and no longer,
 * and need a caller who walks. Bounds of positions prove nothing: they say for which positions something will hold.
 *
 * What two accesses have to do with each other is another question, of dependence.h and memory-order.h. The folder
 * answers it by affine-private.h, which brings terms together so that they cancel; position-range.c keeps the order of
 * the text, as what it makes is printed, and linear-facts.c takes any local for a term, whatever is known of its value.
 *
 * Nothing here changes a statement. Everything is of one kernel, and one thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/known-locals.h"

/* --- between which numbers, anywhere in the kernel --- */

typedef struct {
  gboolean is_known;
  gint64 low, high; /* both belong to it; inside 32 bits */
} RsRange;

typedef struct _RsRanges RsRanges;

/* (transfer full), rs_ranges_free. Of the kernel as it is: to be made anew when it has changed. */
RsRanges *rs_ranges_new (const RsKernel *kernel);
void rs_ranges_free (RsRanges *ranges);
/* Of an integer expression; the time is that of a walk through it. */
RsRange rs_ranges_get (const RsRanges *ranges, const RsIrExpression *e);
/* The element type of 8 or 16 bits that surely holds an integer expression; NONE when there is none such. */
RsElement rs_ranges_get_element (const RsRanges *ranges, const RsIrExpression *e);
/* Whether the element type surely holds an integer expression. */
gboolean rs_ranges_fit (const RsRanges *ranges, const RsIrExpression *e, RsElement element);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsRanges, rs_ranges_free)

/* --- what holds at a place --- */

/* A term is an integer expression that reads no memory: a number that is passed, a size, a position, a local. Facts are
 * sums of terms that are not negative; a goal is proven by taking facts away from it until a constant is left. Sizes,
 * positions, remainders, minima and maxima bring what they are by themselves. A question may take some hundred steps,
 * each through all facts. */
typedef struct _RsLinearFacts RsLinearFacts;

typedef enum { RS_TRUTH_OPEN, RS_TRUTH_NO, RS_TRUTH_YES } RsTruth;

/* (transfer full), rs_linear_facts_free. Knows nothing yet: the walk through the kernel is the caller's, who says what
 * it meets. */
RsLinearFacts *rs_linear_facts_new (RsKernel *kernel);
void rs_linear_facts_free (RsLinearFacts *self);

/* Facts that are added behind a mark go with rs_linear_facts_release. */
guint rs_linear_facts_mark (const RsLinearFacts *self);
void rs_linear_facts_release (RsLinearFacts *self, guint mark);

/* condition holds (sense TRUE) or does not; in_branch: only where work items have not gone another way. */
void rs_linear_facts_assume (RsLinearFacts *self, const RsIrExpression *condition, gboolean sense, gboolean in_branch);
/* The local has a new value; value NULL: one that is not known. */
void rs_linear_facts_assign (RsLinearFacts *self, guint local, const RsIrExpression *value, gboolean in_branch);
/* What the block assigns has values that are not known: before it, where it may run again, and behind it. */
void rs_linear_facts_forget (RsLinearFacts *self, const RsIrBlock *block);

/* Of a condition; uses facts of branches too. */
RsTruth rs_linear_facts_decide (const RsLinearFacts *self, const RsIrExpression *condition);
/* Whether 0 <= e < length, without facts of branches. */
gboolean rs_linear_facts_is_inside (const RsLinearFacts *self, const RsIrExpression *e, const RsIrExpression *length);
/* The least number that e is proven not to exceed, without facts of branches; FALSE when there is none. */
gboolean rs_linear_facts_upper_bound (const RsLinearFacts *self, const RsIrExpression *e, gint64 *bound);
/* Whether e, a number that is passed or a local, has one value only. */
gboolean rs_linear_facts_get_constant (const RsLinearFacts *self, const RsIrExpression *e, gint64 *value);

/* --- bounds and stride over a box of positions --- */

/* A subscript: coefficient * position, in grid dimension `dimension`, plus an offset between low and high (uniform,
 * I64, both belong to it), in elements. */
typedef struct {
  gboolean is_known;
  guint dimension;
  gint64 coefficient; /* 0: no position; negative: downwards */
  const RsIrExpression *low, *high;
} RsPositionRange;

/* The range of e at a place where locals are known. Offsets may contain counters of loops, private variables that are
 * assigned once, and numbers. */
RsPositionRange rs_position_range (RsKernel *kernel, const RsKnownLocals *locals, const RsIrExpression *e);

/* A box of positions, from low to high (exclusive, uniform, I64) where it is bounded. Begins as zeros: all
 * positions. */
typedef struct {
  gboolean bounded[RS_MAX_GRID];
  const RsIrExpression *low[RS_MAX_GRID], *high[RS_MAX_GRID];
  const RsIrExpression *condition; /* what has to hold for the box to exist; NULL: nothing */
} RsPositionBounds;

/* Keeps the positions for which an access to array parameter is inside. All subscripts have to be understood: alone, or
 * where several positions share one, as x[i*n + j] of an image in a vector, for whole rows. FALSE: they are not, and
 * nothing has changed. */
gboolean rs_position_bounds_add_access (RsKernel *kernel, RsPositionBounds *self, const RsKnownLocals *locals,
                                        guint parameter, const RsIrExpression *const *subscripts, guint n);
/* Keeps the positions of dimension g from low to high. */
void rs_position_bounds_keep (RsKernel *kernel, RsPositionBounds *self, guint g, const RsIrExpression *low,
                              const RsIrExpression *high);
/* At the end: without its condition the box is empty; its first bound, if need be a new one, says so. */
void rs_position_bounds_close (RsKernel *kernel, RsPositionBounds *self);
