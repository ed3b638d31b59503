/* The designator 'shared (manual 9.2): rewritten, before names are resolved, into shared memory and barriers.
 *
 *   S : 'shared = uninit (n)       S = shared (n)
 *   S : 'shared = zeros (n)        S = shared_zeros (n)
 *   S : 'shared = e                S = shared_copy (e); syncthreads
 *
 * Statements that store into or from shared variables and do not depend on the position of the work item belong to the
 * block: one work item runs them, between barriers. A host loop around a shared variable becomes a kernel function with
 * one work item an iteration; what the loop accumulates becomes an output of it.
 *
 * Threads: changes the tree of the module, which nobody else may look at yet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

void rs_rewrite_shared_designators (RsModule *module);
