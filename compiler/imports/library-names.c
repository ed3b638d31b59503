/* The names that the modules of the standard library define, read from the modules themselves: whoever adds a function
 * there need not tell it anywhere else.
 *
 * Asked only when a name means nothing. The first question parses the library, about 90 KB, in a few milliseconds; the
 * answer is kept to the end of the process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/imports/library-names.h"

#include "compiler/program.h"
#include "compiler/base/suggest.h"
#include "compiler/syntax/documentation.h"

#include <string.h>

typedef struct {
  GHashTable *modules; /* name -> file name of its module, both owned */
  GPtrArray *documented; /* of char *: those that are meant for other files, keys of modules */
} LibraryNames;

/* The name that a statement at the top level gives a meaning, or NULL. */
static const char *
defined_name (const RsNode *statement)
{
  const RsNode *assignment, *target;

  switch (statement->kind)
    {
    case RS_NODE_FUNCTION:
    case RS_NODE_MACRO:
    case RS_NODE_TYPE_DEFINITION:
      return statement->name;
    case RS_NODE_EXPRESSION:
      assignment = rs_node_child (statement, 0);
      target = assignment && assignment->kind == RS_NODE_ASSIGN ? rs_node_child (assignment, RS_ASSIGN_TARGET) : NULL;
      return target && target->kind == RS_NODE_NAME ? target->name : NULL;
    default:
      return NULL;
    }
}

gboolean
rs_library_is_documented (const RsModule *module, const RsNode *definition)
{
  g_autofree char *text = NULL;

  if (!definition->name)
    return FALSE;
  text = rs_definition_get_documentation (module, definition);
  return text && strstr (text, ":function");
}

static void
add_module (LibraryNames *self, RsSource *source, const char *file)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

  for (guint i = 0; i < module->root->n_children; i++)
    {
      const RsNode *statement = module->root->children[i];
      const char *name = statement ? defined_name (statement) : NULL;
      char *copy;

      if (!name || g_hash_table_contains (self->modules, name))
        continue;
      copy = g_strdup (name);
      g_hash_table_insert (self->modules, copy, g_strdup (file));
      if (rs_library_is_documented (module, statement))
        g_ptr_array_add (self->documented, copy);
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* In the order of the alphabet, so that the answers are the same everywhere. (transfer full) */
static GPtrArray *
list_modules (void)
{
  g_autoptr (GDir) folder = g_dir_open (rs_library_get_folder (), 0, NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  const char *file;

  while (folder && (file = g_dir_read_name (folder)))
    if (g_str_has_suffix (file, ".q"))
      g_ptr_array_add (files, g_strdup (file));
  g_ptr_array_sort (files, compare_files);
  return files;
}

static gpointer
read_library (gpointer unused)
{
  static LibraryNames names;
  g_autoptr (GPtrArray) files = list_modules ();

  names.modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  names.documented = g_ptr_array_new ();
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *path = g_build_filename (rs_library_get_folder (), files->pdata[i], NULL);
      g_autoptr (RsSource) source = rs_source_new_from_file (path, NULL);

      if (source)
        add_module (&names, source, files->pdata[i]);
    }
  return &names;
}

static const LibraryNames *
get_names (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, read_library, NULL);
}

const char *
rs_library_find_module (const char *name)
{
  return g_hash_table_lookup (get_names ()->modules, name);
}

const char *
rs_library_suggest_name (const char *name, const char **module)
{
  const LibraryNames *names = get_names ();
  const char *best = rs_suggest_among ((const char *const *)names->documented->pdata, names->documented->len, name);

  *module = best ? g_hash_table_lookup (names->modules, best) : NULL;
  return best;
}
