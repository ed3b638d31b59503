/* Runs the OpenCL C of a kernel on the first OpenCL device there is: what a device would do with text and plan, call by
 * call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/generate.h"

/* Whether there is a library and a device. */
gboolean run_opencl_is_there (void);
/* The kernel has been through its passes, for rs_target_opencl. arguments as in abi.h, for one box; block: NULL, or the
 * block size. Aborts the test with the compiler's messages when the text does not compile. */
RsKernelStatus run_opencl_launch (const RsKernel *kernel, const char *source, const RsLaunchPlan *plan,
                                  const gint64 *grid, const gint64 *block, void *const *arguments);
