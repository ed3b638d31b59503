/* Meta functions (manual 8.6): calls that the compiler evaluates, from trees to trees.
 *
 * The walk of the logic system calls rs_meta_evaluate at the place of the call, with what holds there. Arguments are
 * expressions, not values; a meta function inside another is evaluated first, so that they compose.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/logic/logic.h"

typedef struct {
  RsModule *module;           /* new nodes live in its arena */
  RsDiagnostics *diagnostics;
  const RsFacts *facts;       /* at the place of the call */
  GHashTable *functions;      /* RsSymbol -> RsNode (LAMBDA): variables that hold one function for ever */
  gboolean is_for_cpu;        /* $target is decided here for the CPU, in kernels, too */
} RsMeta;

/* FALSE for $specialize, which generic functions deal with, and for unknown names that are no meta function's. */
gboolean rs_meta_handles (const RsNode *meta);
gboolean rs_meta_is_inline (const RsNode *meta);

/* The expression that the META node stands for; NULL after an error, which has been reported. In the module's arena. */
RsNode *rs_meta_evaluate (const RsMeta *self, const RsNode *meta);

/* The value of $inline (f) (arguments...), call being the whole of it; NULL where f can't be put in its place: then it
 * is an ordinary call. */
RsNode *rs_meta_inline (const RsMeta *self, const RsNode *call);
