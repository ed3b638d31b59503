/* What becomes of loops and kernels: parallel, a reduction, running sums, serial, interpreted, and why.
 *
 * `check --loops` and the editor's margin show what can be told before the program runs; a trace keeps what a run
 * decided, in the same words.
 *
 * Threads: modules and kernels are only read; any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"

typedef enum {
  RS_LOOP_IS_PARALLEL,
  RS_LOOP_IS_REDUCTION,   /* parallel, with sums, products, ... of the whole loop */
  RS_LOOP_IS_PREFIX,      /* parallel, with running sums */
  RS_LOOP_IS_PARTLY,      /* parallel in some of its levels */
  RS_LOOP_IS_SERIAL,      /* native code in one thread */
  RS_LOOP_IS_INTERPRETED,
  RS_LOOP_IS_OPEN,        /* decided when it is reached */
  RS_LOOP_IS_INSIDE,      /* part of a loop or kernel around it */
} RsLoopOutcomeKind;

typedef struct {
  RsLoopOutcomeKind kind;
  gboolean is_kernel; /* a kernel function; else a loop */
  RsSpan span;        /* of the loop's first word, or of the function */
  guint line, column; /* of its start, from 1 */
  guint last_line;
  char *title;        /* "loop at line 12", "gamma_kernel" */
  char *text;         /* in the user's words: "parallel, with the sum `s`" */
  char *advice;       /* how it may be written otherwise; NULL: nothing better is known */
} RsLoopOutcome;

/* Of a loop whose iterations run one by one, each with launches of its own; a reason follows. */
#define RS_LOOP_STEPS "in order, step by step"

/* What a kernel is. */
RsLoopOutcomeKind rs_loop_outcome_classify (const RsKernel *kernel);
/* ... in words. node: that it was made from. kernel: NULL where none could be made. reason: why it is not parallel in
 * all levels, or why there is none; or NULL. in_steps: where there is none, one was made only if it were parallel,
 * since long loops inside may run by themselves. (transfer full) */
char *rs_loop_outcome_describe (const RsNode *node, const RsKernel *kernel, const char *reason, gboolean in_steps);

/* Of every loop and every kernel function of the module, in the order of the text, as far as their types are known
 * before the program runs. Macros and reductions have none: what they become is. (transfer full) (element-type
 * RsLoopOutcome) */
GPtrArray *rs_loop_outcomes_find (RsModule *module, RsPrecision precision);
/* An array that rs_loop_outcomes_find gives, without elements. (transfer full) */
GPtrArray *rs_loop_outcomes_new (void);
