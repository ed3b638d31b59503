/* The words of syncthreads and memfence, see barrier.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/barrier.h"

#include <string.h>

static const struct { const char *word; RsBarrierScope scope; } scopes[] = {
  { "warp", RS_BARRIER_WARP },
  { "block", RS_BARRIER_BLOCK },
  { "grid", RS_BARRIER_GRID },
  { "multi_grid", RS_BARRIER_MULTI_GRID },
  { "host", RS_BARRIER_MULTI_GRID }, /* in a kernel, everybody */
};

RsBarrierScope
rs_barrier_get_scope (const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *word = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);

  for (guint i = 0; word && word->kind == RS_NODE_NAME && i < G_N_ELEMENTS (scopes); i++)
    if (strcmp (scopes[i].word, word->name) == 0)
      return scopes[i].scope;
  return RS_BARRIER_BLOCK;
}
