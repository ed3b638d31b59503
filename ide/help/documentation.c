/* What there is to look up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/help/documentation.h"

#include "compiler/builtins.h"
#include "compiler/imports/library-names.h"
#include "compiler/program.h"
#include "compiler/syntax/documentation.h"
#include "compiler/syntax/words.h"

#include <string.h>

static void
entry_free (gpointer data)
{
  RsDocEntry *entry = data;

  g_free (entry->name);
  g_free (entry->summary);
  g_free (entry->origin);
  g_free (entry->page);
  g_free (entry->path);
  g_free (entry);
}

/* page is taken. */
static RsDocEntry *
add (GPtrArray *entries, const char *name, const char *summary, const char *origin, char *page)
{
  RsDocEntry *entry = g_new0 (RsDocEntry, 1);

  entry->name = g_strdup (name);
  entry->summary = g_strndup (summary, strcspn (summary, "\n"));
  entry->origin = g_strdup (origin);
  entry->page = page;
  g_ptr_array_add (entries, entry);
  return entry;
}

/* --- what is built in --- */

static char *
make_builtin_page (const RsBuiltin *builtin)
{
  gboolean kernel = (builtin->flags & RS_BUILTIN_KERNEL) != 0, host = (builtin->flags & RS_BUILTIN_HOST) != 0;

  return g_strdup_printf (
      "# %s\n```text\n%s\n```\n%s\n\nWhere: %s.\n\n## Example\n```quasar\n%s\n```\nprints\n```\n%s\n```\n",
      builtin->name, builtin->signature, builtin->documentation,
      kernel && host ? "host code and kernels"
      : kernel       ? "kernels"
                     : "host code",
      builtin->example, builtin->prints);
}

static void
add_builtins (GPtrArray *entries)
{
  for (guint i = 0; i < RS_N_BUILTINS; i++)
    {
      const RsBuiltin *builtin = rs_builtin_get (i);

      add (entries, builtin->name, builtin->documentation, "built-in", make_builtin_page (builtin));
    }
}

static void
add_word (GPtrArray *entries, const char *name, const char *form, const char *text)
{
  add (entries, name, text, "language",
       g_strdup_printf ("# %s\n%s\n\n## It is written\n```text\n%s\n```\n", name, text, form));
}

static void
add_words (GPtrArray *entries)
{
#define RS_WORD(name, form, text) add_word (entries, name, form, text);
#include "compiler/syntax/words.def"
#undef RS_WORD
}

/* The tables of what other languages call differently: parts of the introduction with headings "In A, B and C". */
static void
add_tables (GPtrArray *entries, const char *text)
{
  static const char heading[] = "\n### In ";

  for (const char *start = text; (start = strstr (start, heading)) != NULL;)
    {
      const char *names = start + strlen (heading), *end = strstr (names, "\n##");
      g_autofree char *name = g_strndup (names, strcspn (names, "\n"));

      g_autofree char *part = g_strndup (names, end != NULL ? (gsize)(end - names) : strlen (names));

      add (entries, name, "What is called differently here", "language", g_strconcat ("# ", part, "\n", NULL));
      start = names;
    }
}

static void
add_pages (GPtrArray *entries)
{
  g_autofree char *path = g_build_filename (rs_help_get_folder (), "language.md", NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  add_tables (entries, text);
  add (entries, "Introduction", "The language from the start, with examples", "language", text);
}

/* The parts of data/help/errors.md, "CODE: what it is about" and the text, by their codes. */
static void
add_codes (GPtrArray *entries)
{
  g_autofree char *path = g_build_filename (rs_help_get_folder (), "errors.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  parts = g_strsplit (text, "\n## ", -1);
  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      const char *colon = strstr (parts[i], ": ");
      g_autofree char *code = colon != NULL ? g_strndup (parts[i], colon - parts[i]) : NULL;

      if (code != NULL)
        add (entries, code, colon + strlen (": "), "messages", g_strconcat ("# ", parts[i], NULL));
    }
}

/* --- files --- */

static char *
make_definition_page (const RsModule *module, const RsNode *definition, const char *file, gboolean of_library,
                      guint line)
{
  g_autofree char *head = rs_definition_get_head (module, definition),
                  *text = rs_definition_get_documentation (module, definition);
  g_autofree char *shown = rs_documentation_layout (text != NULL ? text : "There is no comment above it.");
  g_autofree char *needs = of_library ? g_strdup_printf ("\n\nNeeds: `import \"%s\"`", file) : g_strdup ("");

  return g_strdup_printf ("# %s\n```text\n%s\n```\n```text\n%s\n```\nWhere: %s, line %u.%s\n", definition->name, head,
                          shown, file, line, needs);
}

/* The first line that says what it does: those of comments in the form of Natural Docs begin with the head. */
static char *
make_summary (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && *lines[i] != ':')
      return g_strdup (lines[i]);
  return g_strdup ("");
}

/* In a module of the library only what is meant for other files. */
static void
add_file (GPtrArray *entries, RsSource *source, gboolean of_library)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  g_autofree char *file = g_path_get_basename (rs_source_get_name (source));

  for (guint i = 0; i < module->root->n_children; i++)
    {
      const RsNode *node = module->root->children[i];
      const RsNode *definition = node && node->name ? rs_module_find_definition (module, node->name) : NULL;
      g_autofree char *text = NULL, *summary = NULL;
      RsDocEntry *entry;
      guint line;

      if (definition != node || definition == NULL || (of_library && !rs_library_is_documented (module, definition)))
        continue;
      text = rs_definition_get_documentation (module, definition);
      summary = make_summary (text);
      rs_source_locate (source, definition->span.start, &line, NULL);
      entry
          = add (entries, node->name, summary, file, make_definition_page (module, definition, file, of_library, line));
      entry->path = g_strdup (rs_source_get_name (source));
      entry->line = line;
    }
}

static void
add_library (GPtrArray *entries)
{
  g_autoptr (GDir) folder = g_dir_open (rs_library_get_folder (), 0, NULL);
  const char *file;

  while (folder != NULL && (file = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (rs_library_get_folder (), file, NULL);
      g_autoptr (RsSource) source = g_str_has_suffix (file, ".q") ? rs_source_new_from_file (path, NULL) : NULL;

      if (source != NULL)
        add_file (entries, source, TRUE);
    }
}

/* --- all --- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const RsDocEntry *p = *(const RsDocEntry *const *)a, *q = *(const RsDocEntry *const *)b;
  int order = g_ascii_strcasecmp (p->name, q->name);

  return order != 0 ? order : strcmp (p->origin, q->origin);
}

GPtrArray *
rs_documentation_read (GPtrArray *open_files)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();

  for (guint i = 0; open_files != NULL && i < open_files->len; i++)
    add_file (entries, g_ptr_array_index (open_files, i), FALSE);
  add_pages (rest);
  add_builtins (rest);
  add_words (rest);
  add_library (rest);
  g_ptr_array_sort (rest, compare_names);
  g_ptr_array_extend (entries, rest, NULL, NULL);
  add_codes (entries);
  return entries;
}

/* 0 is best; -1: it has not got it. */
static int
rank (const RsDocEntry *entry, const char *question)
{
  g_autofree char *name = g_utf8_casefold (entry->name, -1), *summary = g_utf8_casefold (entry->summary, -1);

  if (strcmp (name, question) == 0)
    return 0;
  if (g_str_has_prefix (name, question))
    return 1;
  if (strstr (name, question) != NULL)
    return 2;
  return strstr (summary, question) != NULL ? 3 : -1;
}

GPtrArray *
rs_documentation_find (GPtrArray *entries, const char *question)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (question)), *wanted = g_utf8_casefold (trimmed, -1);
  GPtrArray *found = g_ptr_array_new ();

  if (*wanted == '\0')
    {
      g_ptr_array_extend (found, entries, NULL, NULL);
      return found;
    }
  for (int order = 0; order <= 3; order++)
    for (guint i = 0; i < entries->len; i++)
      if (rank (g_ptr_array_index (entries, i), wanted) == order)
        g_ptr_array_add (found, g_ptr_array_index (entries, i));
  return found;
}
