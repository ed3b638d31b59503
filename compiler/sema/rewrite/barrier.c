/* The words of syncthreads and memfence, see barrier.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/rewrite/barrier.h"

#include "compiler/sema/check/check-private.h"
#include "compiler/base/suggest.h"

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
  const RsNode *word = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);

  for (guint i = 0; word && word->kind == RS_NODE_NAME && i < G_N_ELEMENTS (scopes); i++)
    if (strcmp (scopes[i].word, word->name) == 0)
      return scopes[i].scope;
  return RS_BARRIER_BLOCK;
}

void
rs_check_synchronisation (RsCheck *self, const RsNode *call, const RsBuiltin *builtin)
{
  static const char *const barriers[] = { "warp", "block", "grid", "multi_grid", "host" };
  static const char *const fences[] = { "block", "grid", "system" };
  gboolean is_fence = builtin->id == RS_BUILTIN_ID_MEMFENCE;
  const char *const *words = is_fence ? fences : barriers;
  guint n = is_fence ? G_N_ELEMENTS (fences) : G_N_ELEMENTS (barriers);
  const RsNode *word = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);
  const char *form = is_fence ? "block, grid or system" : "warp, block, grid, multi_grid or host", *near;

  if (word == NULL)
    return;
  if (word->kind != RS_NODE_NAME)
    {
      rs_check_report (self, RS_SEVERITY_ERROR, word, "`%s` takes one of the words %s", builtin->name, form);
      return;
    }
  for (guint i = 0; i < n; i++)
    if (strcmp (words[i], word->name) == 0)
      return;
  near = rs_suggest_among (words, n, word->name);
  rs_check_report (self, RS_SEVERITY_ERROR, word, "`%s` takes one of the words %s, not `%s`%s%s%s", builtin->name, form,
                   word->name, near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
}
