/* One way from a request to what a device runs: kernel, passes, text, launch plan.
 *
 * Whoever wants text for a device comes here: the runtime for the values at hand, its look-ahead, `build`, `emit`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "compiler/target/plan.h"

typedef struct {
  RsKernel *kernel; /* NULL: there is none */
  char *source;     /* its text, NULL without a kernel */
  RsLaunchPlan plan;
  char *reason;     /* why there is no kernel, or why it is not parallel in all levels; NULL: nothing to tell */
  gboolean is_refused; /* there was one, but its target can't have it */
} RsGenerated;

/* For request->target. User errors are reported to diagnostics. Clear the result. */
void rs_kernel_generate (const RsKernelRequest *request, RsDiagnostics *diagnostics, RsGenerated *generated);
/* The same from a kernel that has not been through the passes, for its target; takes it. */
void rs_kernel_generate_from (RsKernel *kernel, RsGenerated *generated);
void rs_generated_clear (RsGenerated *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsGenerated, rs_generated_clear)

/* The first step: the kernel in the form that request->form asks for, as rs_kernel_build or rs_kernel_build_loop. */
RsKernel *rs_kernel_build_form (const RsKernelRequest *request, RsDiagnostics *diagnostics, char **reason);
/* The last one: the text of a kernel that has been through its passes, and its plan; *reason where its target can't
 * have it. (transfer full) */
char *rs_kernel_print_source (const RsKernel *kernel, RsLaunchPlan *plan, char **reason);
void rs_launch_plan_clear (RsLaunchPlan *plan);
