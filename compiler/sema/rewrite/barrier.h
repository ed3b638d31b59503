/* The words of syncthreads and memfence (manual 9.8): who waits for whom.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

typedef enum { RS_BARRIER_WARP, RS_BARRIER_BLOCK, RS_BARRIER_GRID, RS_BARRIER_MULTI_GRID } RsBarrierScope;

/* The scope of a call of syncthreads in a kernel: that of its word; without one, or with one that `check` refuses, the
 * block. */
RsBarrierScope rs_barrier_get_scope (const RsNode *call);
