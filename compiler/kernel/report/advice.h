/* How a loop that is not parallel may be written otherwise, where that makes it so.
 *
 * Threads: reads the module only; any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* reason: why loop, of module, is serial or interpreted ("line 12: `x` ..."), as the kernel compiler gives it. A
 * sentence, with the statement as it may be written; NULL: nothing better is known. (transfer full) */
char *rs_loop_advise (const RsModule *module, const RsNode *loop, const char *reason);
