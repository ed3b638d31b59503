/* Kernel fusion (manual 17.1.6): between {!kernel_fusion} and the end of its function, launches are held back, and
 * those that can be one kernel (compiler/kernel/fuse/fuse.h) are launched as one.
 *
 * Held launches count as pending for their arrays, like queued ones. They go into the queue when the function ends, at
 * a barrier, when host code needs one of their arrays or an effect, before a launch that is waited for, and when there
 * are many. By then the variables of functions that have ended hold no arrays any more: an array that only held
 * launches know becomes a local variable of the fused kernel.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/rewrite/kernel-hint.h"
#include "runtime/sched/specialize/specialization.h"

/* {!kernel_fusion} in a function, or RS_FUSION_AUTOMATIC at the start of one with expressions in steps; is_on: it has
 * begun already there. Returns whether launches of this function are fused now: rs_fusion_end is then called
 * once at its end. */
gboolean rs_fusion_begin (RsSession *session, RsFusionStrategy strategy, gboolean is_on);
void rs_fusion_end (RsSession *session);

gboolean rs_fusion_is_on (const RsSession *session);

typedef enum {
  RS_FUSION_LEFT,   /* it is to be submitted as it is */
  RS_FUSION_TAKEN,  /* it is held back, or, when it is waited for, complete */
  RS_FUSION_FAILED, /* it was waited for and failed, or one before it */
} RsFusionAnswer;

/* launch, of code: transfer full unless it is left. */
RsFusionAnswer
rs_fusion_take (RsSession *session, RsEngine *engine, const RsSpecialization *code, RsLaunch *launch, GError **error);
