/* What a kernel made of a loop or expression, in words.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"

/* "parallel, with the sum `s`". node: what it was built from. reason: why it is not parallel in all levels, or NULL.
 * (transfer full) */
char *rs_kernel_describe (const RsNode *node, const RsKernel *kernel, const char *reason);
