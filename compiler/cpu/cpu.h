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

/* The kernel as C for cc; #line directives lead back to the .q file. (transfer full) */
char *rs_kernel_print_c (const RsKernel *kernel);
