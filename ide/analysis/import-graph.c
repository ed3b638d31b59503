/* Imports of files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/import-graph.h"

#include "compiler/imports/find-import.h"
#include "compiler/program.h"
#include "compiler/syntax/lexer.h"
#include "ide/analysis/module-folders.h"

#include <string.h>

/* What is known of a file. */
typedef struct {
  GPtrArray *imports; /* element-type filename; canonical */
  gboolean has_word;
} File;

struct _RsImportGraph {
  GHashTable *open_texts; /* or NULL */
  GHashTable *files;      /* canonical path -> File */
  char *word;
  char **folders; /* owned; of modules */
};

static void
file_free (gpointer data)
{
  File *file = data;

  g_ptr_array_unref (file->imports);
  g_free (file);
}

RsSource *
rs_import_graph_read (RsImportGraph *self, const char *path)
{
  RsSource *open = self->open_texts != NULL ? g_hash_table_lookup (self->open_texts, path) : NULL;

  return open != NULL ? rs_source_ref (open) : rs_source_new_from_file (path, NULL);
}

/* import "NAME". */
static void
add_import (const RsImportGraph *self, GPtrArray *imports, const RsSource *source, const RsToken *string,
            const char *importer)
{
  g_autofree char *name
      = rs_source_dup_span (source, (RsSpan){ string->start + 1, MAX (string->end, string->start + 2) - 1 });
  char *path = rs_find_import (name, importer, (const char *const *)self->folders);

  if (path != NULL)
    g_ptr_array_add (imports, path);
}

static File *
read_file (RsImportGraph *self, const char *path)
{
  File *file = g_new0 (File, 1);
  g_autoptr (RsSource) source = rs_import_graph_read (self, path);
  RsTokens tokens;

  file->imports = g_ptr_array_new_with_free_func (g_free);
  if (source == NULL)
    return file;
  file->has_word = strstr (rs_source_get_text (source), self->word) != NULL;
  if (strstr (rs_source_get_text (source), "import") == NULL)
    return file;
  rs_tokens_init (&tokens, source);
  for (guint32 i = 0; i + 1 < tokens.length; i++)
    if (tokens.items[i].kind == RS_TOKEN_IMPORT && tokens.items[i + 1].kind == RS_TOKEN_STRING)
      add_import (self, file->imports, source, &tokens.items[i + 1], path);
  rs_tokens_clear (&tokens);
  return file;
}

static const File *
get_file (RsImportGraph *self, const char *path)
{
  File *file = g_hash_table_lookup (self->files, path);

  if (file == NULL)
    {
      file = read_file (self, path);
      g_hash_table_insert (self->files, g_strdup (path), file);
    }
  return file;
}

/* targets: NULL: any file that has the word and is not known. */
static gboolean
visit (RsImportGraph *self, const char *path, GHashTable *targets, GHashTable *known, GHashTable *visited)
{
  const File *file;

  if (targets != NULL && g_hash_table_contains (targets, path))
    return TRUE;
  if (!g_hash_table_add (visited, g_strdup (path)))
    return FALSE;
  file = get_file (self, path);
  if (targets == NULL && file->has_word && !g_hash_table_contains (known, g_intern_string (path))
      && !rs_library_contains (path))
    return TRUE;
  for (guint i = 0; i < file->imports->len; i++)
    if (visit (self, g_ptr_array_index (file->imports, i), targets, known, visited))
      return TRUE;
  return FALSE;
}

gboolean
rs_import_graph_reaches (RsImportGraph *self, const char *path, GHashTable *targets)
{
  g_autoptr (GHashTable) visited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return visit (self, path, targets, NULL, visited);
}

gboolean
rs_import_graph_has_word (RsImportGraph *self, const char *path, GHashTable *known)
{
  g_autoptr (GHashTable) visited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return visit (self, path, NULL, known, visited);
}

RsImportGraph *
rs_import_graph_new (GHashTable *open_texts, const char *word)
{
  RsImportGraph *self = g_new0 (RsImportGraph, 1);

  self->open_texts = open_texts != NULL ? g_hash_table_ref (open_texts) : NULL;
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, file_free);
  self->word = g_strdup (word);
  self->folders = rs_module_folders_read ();
  return self;
}

void
rs_import_graph_free (RsImportGraph *self)
{
  g_clear_pointer (&self->open_texts, g_hash_table_unref);
  g_hash_table_unref (self->files);
  g_free (self->word);
  g_strfreev (self->folders);
  g_free (self);
}
