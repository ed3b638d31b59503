/* Which of the texts that are open are a program's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/analysis/import-graph.h"
#include "ide/analysis/open-texts.h"
#include "ide/debug/debug-run.h"

#include <stdlib.h>

/* As modules are found. (transfer full) */
static char *
dup_real_path (const char *name)
{
  char *path = realpath (name, NULL);

  return path != NULL ? path : g_strdup (name);
}

gboolean
rs_window_shows_stand (RsWindow *self)
{
  RsRun *run = rs_runs_get_shown (self->runs);
  RsDebugPoints *points = rs_debug_points_get (G_OBJECT (self->runs));
  g_autoptr (GHashTable) open_texts = NULL, targets = NULL;
  g_autoptr (RsImportGraph) graph = NULL;
  g_autofree char *program = NULL, *path = NULL;

  if (run == NULL || self->current == NULL)
    return TRUE;
  open_texts = rs_open_texts_snapshot ();
  targets = g_hash_table_new (g_str_hash, g_str_equal);
  graph = rs_import_graph_new (open_texts, "");
  program = dup_real_path (rs_debug_points_get_name_now (points, rs_run_get_name (run)));
  path = dup_real_path (rs_document_get_name (rs_editor_page_get_document (self->current)));
  g_hash_table_add (targets, path);
  return rs_import_graph_reaches (graph, program, targets);
}

/* A text that has no place yet is none of the open texts. */
static void
add_draft (RsWindow *self, GHashTable *open_texts, const char *path)
{
  RsEditorPage *page = rs_window_find_page_by_name (self, path);

  if (page != NULL && rs_document_is_draft (rs_editor_page_get_document (page)))
    g_hash_table_insert (open_texts, g_strdup (path),
                         rs_source_ref (rs_document_get_source (rs_editor_page_get_document (page))));
}

GPtrArray *
rs_window_find_documents (RsWindow *self, const char *name)
{
  g_autoptr (GHashTable) open_texts = rs_open_texts_snapshot (), targets = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (RsImportGraph) graph = rs_import_graph_new (open_texts, "");
  g_autofree char *program = dup_real_path (name);
  GPtrArray *documents = g_ptr_array_new ();

  add_draft (self, open_texts, program);
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsDocument *document = rs_editor_page_get_document (g_ptr_array_index (self->pages, i));
      g_autofree char *path = dup_real_path (rs_document_get_name (document));

      g_hash_table_remove_all (targets);
      g_hash_table_add (targets, path);
      if (rs_import_graph_reaches (graph, program, targets))
        g_ptr_array_add (documents, document);
    }
  return documents;
}
