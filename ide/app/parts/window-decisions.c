/* What a run has made of loops whose types were open before: their marks in the margin say so when it has ended, until
 * they are edited. Recorded runs have that in their recording (window-times.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/debug/points.h"
#include "ide/editor/margin/squiggles.h"
#include "ide/editor/text/program-lines.h"

/* Line -> RsLoopDecision: of a loop that was decided several times the last one counts. NULL: there is none of that
 * file. (transfer full) */
static GHashTable *
make_decisions (const GPtrArray *loops, const char *name)
{
  GHashTable *decisions = NULL;

  for (guint i = 0; i < loops->len; i++)
    {
      const RsRunLoop *loop = g_ptr_array_index (loops, i);

      if (!g_str_equal (loop->name, name))
        continue;
      if (decisions == NULL)
        decisions = g_hash_table_new_full (NULL, NULL, NULL, rs_loop_decision_free);
      g_hash_table_insert (decisions, GUINT_TO_POINTER (loop->line), rs_loop_decision_new (loop->kind, loop->text));
    }
  return decisions;
}

void
rs_window_show_decisions (RsWindow *self, RsRun *run)
{
  const GPtrArray *loops = rs_run_get_loops (run);
  RsDebugPoints *points = rs_debug_points_get (G_OBJECT (self->runs));

  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      RsDocument *document = rs_editor_page_get_document (page);
      g_autoptr (GHashTable) decisions
          = make_decisions (loops, rs_debug_points_get_name_then (points, rs_document_get_name (document)));

      if (decisions == NULL)
        continue;
      rs_decided_lines_show (GTK_TEXT_BUFFER (document), FALSE);
      rs_editor_page_set_decisions (page, decisions);
    }
  rs_window_update_current (self);
}
