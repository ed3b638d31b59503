/* Imports of files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/import-graph.h"

#include "compiler/imports/find-import.h"
#include "compiler/syntax/lexer.h"

#include <string.h>

struct _RsImportGraph {
  GHashTable *open_texts; /* or NULL */
  GHashTable *imports;    /* canonical path -> GPtrArray of canonical paths */
};

RsSource *
rs_import_graph_read (RsImportGraph *self, const char *path)
{
  RsSource *open = self->open_texts != NULL ? g_hash_table_lookup (self->open_texts, path) : NULL;

  return open != NULL ? rs_source_ref (open) : rs_source_new_from_file (path, NULL);
}

/* import "NAME". */
static void
add_import (GPtrArray *imports, const RsSource *source, const RsToken *string, const char *importer)
{
  g_autofree char *name
      = rs_source_dup_span (source, (RsSpan){ string->start + 1, MAX (string->end, string->start + 2) - 1 });
  char *path = rs_find_import (name, importer, NULL);

  if (path != NULL)
    g_ptr_array_add (imports, path);
}

static GPtrArray *
read_imports (RsImportGraph *self, const char *path)
{
  GPtrArray *imports = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RsSource) source = rs_import_graph_read (self, path);
  RsTokens tokens;

  if (source == NULL || strstr (rs_source_get_text (source), "import") == NULL)
    return imports;
  rs_tokens_init (&tokens, source);
  for (guint32 i = 0; i + 1 < tokens.length; i++)
    if (tokens.items[i].kind == RS_TOKEN_IMPORT && tokens.items[i + 1].kind == RS_TOKEN_STRING)
      add_import (imports, source, &tokens.items[i + 1], path);
  rs_tokens_clear (&tokens);
  return imports;
}

static gboolean
visit (RsImportGraph *self, const char *path, GHashTable *targets, GHashTable *visited)
{
  GPtrArray *imports;

  if (g_hash_table_contains (targets, path))
    return TRUE;
  if (!g_hash_table_add (visited, g_strdup (path)))
    return FALSE;
  imports = g_hash_table_lookup (self->imports, path);
  if (imports == NULL)
    {
      imports = read_imports (self, path);
      g_hash_table_insert (self->imports, g_strdup (path), imports);
    }
  for (guint i = 0; i < imports->len; i++)
    if (visit (self, g_ptr_array_index (imports, i), targets, visited))
      return TRUE;
  return FALSE;
}

gboolean
rs_import_graph_reaches (RsImportGraph *self, const char *path, GHashTable *targets)
{
  g_autoptr (GHashTable) visited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return visit (self, path, targets, visited);
}

RsImportGraph *
rs_import_graph_new (GHashTable *open_texts)
{
  RsImportGraph *self = g_new0 (RsImportGraph, 1);

  self->open_texts = open_texts != NULL ? g_hash_table_ref (open_texts) : NULL;
  self->imports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  return self;
}

void
rs_import_graph_free (RsImportGraph *self)
{
  g_clear_pointer (&self->open_texts, g_hash_table_unref);
  g_hash_table_unref (self->imports);
  g_free (self);
}
