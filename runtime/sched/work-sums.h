/* How much the launches of each kernel compute and move, for the trace.
 *
 * Launches are counted one by one (compiler/kernel/analysis/work.h) and told of in sums: a pair of events, COMPUTE and
 * TRAFFIC, for the launches of a kernel in some milliseconds, so that short launches cost no events of their own.
 *
 * Threads: each has sums of its own; the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "runtime/device/device.h"

/* Adds a launch that is about to run, while somebody listens to the trace. same: see rs_kernel_count_work. title, file,
 * line: of its events. */
void rs_work_sums_add (const RsKernel *kernel, const RsDeviceLaunch *launch, const guint *same, const char *title,
                       const char *file, guint line);
/* Tells what has not been told; before the trace ends, and before kernels are freed. */
void rs_work_sums_flush (void);
