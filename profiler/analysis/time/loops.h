/* The loop table: every loop, expression and kernel with what the compiler made of it, and what the loops cost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"
#include "runtime/sched/specialize/decision.h"

/* Texts live as long as the store. Times in ns. */
typedef struct {
  const char *name; /* "loop at line 12" */
  const char *file; /* "" when not known */
  guint32 line;
  /* "parallel", "interpreted: line 13: ..."; of a loop that the compiler was not asked about, why */
  const char *decision;
  gboolean is_loop; /* FALSE: an expression, an assignment, a kernel */
  gint64 kind;      /* RsDecision; any number in a damaged trace */
  gint64 runs; /* of a loop that took long enough to be recorded; launches of anything else that was compiled; else 0 */
  gint64 iterations; /* or work items */
  /* Of a loop elapsed time: its runs without compiling, and its launches that went on after them, each moment once. Of
   * anything else the sum of its launches. */
  gint64 total;
  gboolean is_interpreted; /* a loop of which all recorded runs were */
} RsLoopRow;

/* By file and line, without loops of other files than the program's that were not reached. A place with several
 * decisions (other types) has a row for each, with what ran by it (older traces don't tell: the first has it all).
 * (transfer full) (element-type RsLoopRow) */
GArray *rs_loop_table_read (RsTraceStore *store, GError **error);

/* The loops among them that were interpreted, the longest first; why is their decision.
 * Where events were dropped, those without a recorded run follow: theirs may be among the dropped ones. (transfer full)
 * (element-type RsLoopRow) */
GArray *rs_interpreted_loops_read (RsTraceStore *store, GError **error);
