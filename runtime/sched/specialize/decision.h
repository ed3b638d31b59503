/* What became of each loop, expression and kernel, as trace events: parallel, reduction, or interpreted and why.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/report/loop-outcome.h"
#include "compiler/kernel/request.h"

/* Numbers of the `decision` event; they go to disk. */
typedef enum {
  RS_DECISION_INTERPRETED = 0,
  RS_DECISION_SERIAL = 1,
  RS_DECISION_PARALLEL = 2,
  RS_DECISION_REDUCTION = 3, /* sums of the whole loop */
  RS_DECISION_PREFIX = 4,    /* running sums */
  RS_DECISION_PARTLY = 5,    /* parallel in some of its levels */
} RsDecision;

/* What the event of a loop says whose first iterations ran one by one, each with launches of its own: this, and the
 * decision about the rest. */
#define RS_DECISION_STEPS_THEN RS_LOOP_STEPS ", then "

/* A place was specialised: kernel is what came of it, or NULL; reason says why it is not parallel; in_steps: it was to
 * be parallel or nothing. Only while somebody listens. Returns the name (rs_trace_name) of what it says; 0: nobody
 * listens. */
guint32 rs_decision_emit (RsModule *module, RsKernelForm form, const RsNode *node, const RsKernel *kernel,
                          const char *reason, gboolean in_steps);
/* What became of a launch that could be fused with others. Only while somebody listens. */
void rs_decision_emit_fusion (const char *title, const char *file, guint line, const char *text);
/* Loops of the module that can't be kernels, whatever their types. */
void rs_decision_emit_static (RsModule *module, RsPrecision precision);
