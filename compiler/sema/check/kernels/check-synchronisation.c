/* The words of syncthreads and memfence (manual 9.8).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

#include "compiler/base/suggest.h"

#include <string.h>

void
rs_check_synchronisation (RsCheck *self, const RsNode *call, const RsBuiltin *builtin)
{
  g_assert (call->kind == RS_NODE_CALL);

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
      rs_check_report (self, RS_SEVERITY_ERROR, word, RS_SAY (THREADS_WORD), builtin->name, form);
      return;
    }
  for (guint i = 0; i < n; i++)
    if (strcmp (words[i], word->name) == 0)
      return;
  near = rs_suggest_among (words, n, word->name);
  rs_check_report (self, RS_SEVERITY_ERROR, word, RS_SAY (THREADS_WORD_OTHER), builtin->name, form, word->name,
                   near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
}
