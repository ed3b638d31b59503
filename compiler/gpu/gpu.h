/* OpenCL C 1.2 and CUDA C++ from kernel IR.
 *
 * The text is a prelude of the dialect and a body in the subset that OpenCL C, CUDA C++ and C17 share: names that begin
 * with RS_ are the prelude's. For equal facts of the target the body is the same, byte for byte. A function is one work
 * item; see RsPlanGrid for which.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "compiler/target/plan.h"

/* The kernel, after its passes, as text in the dialect of its target, and how to launch it. NULL where it can't be said
 * yet; *reason then is a sentence, and the kernel is one for the CPU. (transfer full) */
char *rs_gpu_print (const RsKernel *kernel, RsLaunchPlan *plan, char **reason);
/* The fixed part that stands before the body. */
void rs_gpu_append_prelude (GString *out, const RsTarget *target);
