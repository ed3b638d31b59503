/* C for a CPU from kernel IR.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "compiler/target/plan.h"

/* The kernel, after its passes, as text and how to cut its grid into boxes. A CPU can have any kernel. (transfer
 * full) */
char *rs_cpu_print (const RsKernel *kernel, RsLaunchPlan *plan, char **reason);
