/* OpenCL C 1.2 from kernel IR.
 *
 * The text is a prelude of the dialect and a body in the subset that OpenCL C, CUDA C++ and C share: names that begin with RS_ are
 * the prelude's. A function is one work item; see RsPlanGrid for which.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "compiler/target/plan.h"

/* The kernel, after its passes, as text, and how to launch it. NULL where it can't be said yet; *reason then is a sentence, and
 * the kernel is one for the CPU. (transfer full) */
char *rs_opencl_print (const RsKernel *kernel, RsLaunchPlan *plan, char **reason);
