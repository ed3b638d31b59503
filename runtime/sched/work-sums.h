/* How much the launches of each kernel compute and move, for the trace.
 *
 * Launches are counted one by one (compiler/kernel/analysis/work/work.h) and told of in sums: a pair of events, COMPUTE
 * and TRAFFIC, for the launches of a kernel in some milliseconds, so that short launches cost no events of their own.
 *
 * Threads: each has sums of its own; the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "runtime/sched/queue/queue.h"

/* Adds a launch that is about to run, while somebody listens to the trace. same: see rs_kernel_count_work. launch:
 * whose work it is; now: ns. */
void rs_work_sums_add (const RsKernel *kernel, const RsDeviceLaunch *work, const guint *same, const RsLaunch *launch,
                       gint64 now);
/* Tells what has not been told; before the trace ends, and before kernels are freed. */
void rs_work_sums_flush (void);
