/* redshift-cli doc: the built-in functions, from compiler/builtins.def, the words of the language, the comments above
 * the functions of the library and of files that are named (manual 4.14), and the pages of data/help; a file alone is
 * listed, and so are the modules of the library.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/suggest.h"
#include "compiler/builtins.h"
#include "compiler/imports/library-names.h"
#include "compiler/program.h"
#include "compiler/syntax/documentation.h"
#include "compiler/syntax/foreign.h"
#include "compiler/syntax/words.h"
#include "ide/cli/cli.h"
#include "ide/help/documentation.h"

#include <stdio.h>
#include <string.h>

/* A heading and a text of several lines, further to the right. */
static void
print_block (const char *heading, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  printf ("    %s:\n", heading);
  for (guint i = 0; lines[i] != NULL; i++)
    printf ("        %s\n", lines[i]);
}

static void
print_builtin (const RsBuiltin *builtin)
{
  gboolean kernel = (builtin->flags & RS_BUILTIN_KERNEL) != 0, host = (builtin->flags & RS_BUILTIN_HOST) != 0;

  printf ("%s\n    %s\n", builtin->signature, builtin->documentation);
  printf ("    Where: %s.\n", kernel && host ? "host code and kernels" : kernel ? "kernels" : "host code");
  print_block ("Example", builtin->example);
  print_block ("prints", builtin->prints);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* What the first comment of a module says behind its name ("% name.q: ..."), up to the first full stop or line. */
static void
print_module (const char *file)
{
  g_autofree char *path = g_build_filename (rs_library_get_folder (), file, NULL);
  g_autofree char *text = NULL;
  const char *start, *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  start = strchr (text, ':');
  start = start != NULL ? start + 1 + strspn (start + 1, " ") : text;
  end = start + strcspn (start, "\n");
  printf ("%-20s %.*s\n", file, (int)(end - start), start);
}

/* The modules of the library, a line each. */
static void
list_modules (void)
{
  g_autoptr (GDir) dir = g_dir_open (rs_library_get_folder (), 0, NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (file, ".q"))
      g_ptr_array_add (files, g_strdup (file));
  g_ptr_array_sort (files, compare_names);
  for (guint i = 0; i < files->len; i++)
    print_module (files->pdata[i]);
}

static void
list_all (void)
{
  for (guint i = 0; i < RS_N_BUILTINS; i++)
    {
      const RsBuiltin *builtin = rs_builtin_get (i);

      printf ("%-20s %s\n", builtin->name, builtin->documentation);
    }
  printf ("\nModules of the library (import \"imfilter.q\"; redshift-cli doc imfilter.q lists what is in one):\n\n");
  list_modules ();
  printf ("\nredshift-cli doc language is an introduction, redshift-cli doc NAME tells about a function, a type or a "
          "word.\n");
}

/* --- functions in files --- */

/* One line for each definition at the top level of the file that has a comment; in a module of the library, only those
 * that the comment shows with their head (`:function`), the others being its own business. */
static void
list_file (RsSource *source, gboolean of_library)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);

  for (guint i = 0; i < module->root->n_children; i++)
    {
      const RsNode *node = module->root->children[i];
      const RsNode *definition = node && node->name ? rs_module_find_definition (module, node->name) : NULL;
      g_autofree char *text = NULL;

      if (definition != node || definition == NULL || (of_library && !rs_library_is_documented (module, definition)))
        continue;
      text = rs_definition_get_documentation (module, definition);
      printf ("%-20s %.*s\n", node->name, text ? (int)strcspn (text, "\n") : 0, text ? text : "");
    }
}

/* Prints what the file says about name; FALSE when it defines no such thing. */
static gboolean
print_from_file (RsSource *source, const char *name)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsNames) names = rs_names_new ();
  g_autoptr (RsModule) module = rs_parse (source, names, diagnostics);
  const RsNode *definition = rs_module_find_definition (module, name);
  g_autofree char *head = NULL, *text = NULL, *shown = NULL, *base = g_path_get_basename (rs_source_get_name (source));
  g_auto (GStrv) lines = NULL;
  guint line;

  if (definition == NULL)
    return FALSE;
  head = rs_definition_get_head (module, definition);
  text = rs_definition_get_documentation (module, definition);
  shown = rs_documentation_layout (text != NULL ? text : "There is no comment above it.");
  lines = g_strsplit (shown, "\n", -1);
  rs_source_locate (source, definition->span.start, &line, NULL);
  printf ("%s\n", head);
  for (guint i = 0; lines[i] != NULL; i++)
    printf ("%s%s\n", *lines[i] != '\0' ? "    " : "", lines[i]);
  printf ("    Where: %s, line %u.\n", base, line);
  return TRUE;
}

static gboolean
print_from_library (const char *name)
{
  const char *file = rs_library_find_module (name);
  g_autofree char *path = file != NULL ? g_build_filename (rs_library_get_folder (), file, NULL) : NULL;
  g_autoptr (RsSource) source = path != NULL ? rs_source_new_from_file (path, NULL) : NULL;

  if (source == NULL)
    return FALSE;
  if (!print_from_file (source, name))
    printf ("%s\n    A variable of the library.\n    Where: %s.\n", name, file);
  printf ("    Needs: import \"%s\"\n", file);
  return TRUE;
}

/* --- what is not there --- */

#define MOST_FOUND 12

/* Names that have the word in them, or speak of it in their first line. (element-type RsDocEntry)
 * (transfer container) */
static GPtrArray *
find_mentions (GPtrArray *entries, const char *word)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autoptr (GPtrArray) all = strlen (word) >= 3 ? rs_documentation_find (entries, word) : g_ptr_array_new ();

  for (guint i = 0; i < all->len && found->len < MOST_FOUND; i++)
    {
      const RsDocEntry *entry = all->pdata[i];

      if (strcmp (entry->origin, "messages") != 0 && *entry->summary != '\0')
        g_ptr_array_add (found, all->pdata[i]);
    }
  return found;
}

/* FALSE: nothing speaks of it. */
static gboolean
print_mentions (const char *word)
{
  g_autoptr (GPtrArray) entries = rs_documentation_read (NULL);
  g_autoptr (GPtrArray) found = find_mentions (entries, word);

  for (guint i = 0; i < found->len; i++)
    {
      const RsDocEntry *entry = found->pdata[i];

      if (i == 0)
        rs_cli_complain ("doc: there is no \"%s\"; these speak of it:", word);
      fprintf (stderr, "    %-20s %s\n", entry->name, entry->summary);
    }
  return found->len > 0;
}

static int
complain_about (const char *name)
{
  g_autofree const char **names = g_new (const char *, RS_N_BUILTINS);
  const char *nearest, *module, *hint = rs_foreign_word_get_hint (name);

  for (guint i = 0; i < RS_N_BUILTINS; i++)
    names[i] = rs_builtin_get (i)->name;
  nearest = rs_library_suggest_name (name, &module);
  if (nearest == NULL)
    nearest = rs_suggest_among (names, RS_N_BUILTINS, name);
  if (hint == NULL && nearest == NULL && print_mentions (name))
    return RS_EXIT_USAGE;
  if (hint != NULL)
    rs_cli_complain ("doc: there is no \"%s\"; %s", name, hint);
  else if (nearest != NULL)
    rs_cli_complain ("doc: there is no \"%s\"; did you mean \"%s\"?", name, nearest);
  else
    rs_cli_complain (
        "doc: there is no \"%s\"; `redshift-cli doc` lists the built-in functions and the modules of the library, "
        "`redshift-cli doc language` is an introduction",
        name);
  return RS_EXIT_USAGE;
}

/* A file; a module of the library when there is no such file. NULL after a message. */
static RsSource *
open_file (const char *name, gboolean *of_library)
{
  g_autofree char *path = g_build_filename (rs_library_get_folder (), name, NULL);

  *of_library = !g_file_test (name, G_FILE_TEST_EXISTS) && g_file_test (path, G_FILE_TEST_IS_REGULAR);
  return rs_cli_open_source (*of_library ? path : name);
}

/* Moves what ends in .q from names to files; when there is nothing else, their contents are listed. */
static int
open_files (GPtrArray *names, GPtrArray *files)
{
  g_autoptr (GArray) of_library = g_array_new (FALSE, FALSE, sizeof (gboolean));

  for (guint i = 0; i < names->len;)
    {
      RsSource *source;
      gboolean in_library;

      if (!g_str_has_suffix (names->pdata[i], ".q"))
        {
          i++;
          continue;
        }
      source = open_file (names->pdata[i], &in_library);
      if (source == NULL)
        return RS_EXIT_USAGE;
      g_ptr_array_add (files, source);
      g_array_append_val (of_library, in_library);
      g_ptr_array_remove_index (names, i);
    }
  for (guint i = 0; i < files->len && names->len == 0; i++)
    list_file (files->pdata[i], g_array_index (of_library, gboolean, i));
  return RS_EXIT_OK;
}

static void
print_word (const RsWord *word)
{
  printf ("%s\n    %s\n", word->name, word->text);
  print_block ("It is written", word->form);
}

/* A page of data/help: language. */
static gboolean
print_page (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".md", NULL);
  g_autofree char *path = g_build_filename (rs_help_get_folder (), file, NULL);
  g_autofree char *text = NULL;

  if (strchr (name, G_DIR_SEPARATOR) != NULL || !g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  fputs (text, stdout);
  return TRUE;
}

/* What another language calls differently: the part of the introduction that has its name in the heading. */
static gboolean
print_table (const char *name)
{
  g_autoptr (GPtrArray) entries = rs_documentation_read (NULL);
  g_autofree char *pattern = g_regex_escape_string (name, -1), *word = g_strconcat ("\\b", pattern, "\\b", NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const RsDocEntry *entry = entries->pdata[i];

      if (entry->name != NULL && strchr (entry->name, ' ') != NULL && g_str_equal (entry->origin, "language")
          && g_regex_match_simple (word, entry->name, G_REGEX_CASELESS, 0))
        {
          fputs (entry->page, stdout);
          return TRUE;
        }
    }
  return FALSE;
}

/* The part of data/help/errors.md about a code, such as E0301. */
static gboolean
print_code (const char *name)
{
  g_autofree char *path = g_build_filename (rs_help_get_folder (), "errors.md", NULL);
  g_autofree char *heading = g_strdup_printf ("\n## %s: ", name), *text = NULL;
  const char *start, *end;

  if (!g_regex_match_simple ("^[EWN][0-9]{4}$", name, 0, 0) || !g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  start = strstr (text, heading);
  if (start == NULL)
    return FALSE;
  start += strlen ("\n## ");
  end = strstr (start, "\n## ");
  printf ("%.*s", (int)(end != NULL ? end - start : (gssize)strlen (start)), start);
  return TRUE;
}

static gboolean
print_one (const char *name, const GPtrArray *files)
{
  const RsBuiltin *builtin = rs_builtin_find (name);
  const RsWord *word = rs_word_find (name);

  if (strcmp (name, "modules") == 0)
    {
      list_modules ();
      return TRUE;
    }
  for (guint i = 0; i < files->len; i++)
    if (print_from_file (files->pdata[i], name))
      return TRUE;
  if (builtin != NULL)
    print_builtin (builtin);
  else if (word != NULL)
    print_word (word);
  return builtin != NULL || word != NULL || print_from_library (name) || print_code (name) || print_page (name)
         || print_table (name);
}

int
rs_cli_doc (int argc, char **argv)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_source_unref);
  int status = rs_options_parse (NULL, 0, argc, argv, FALSE, names);

  if (status >= 0)
    return status;
  status = open_files (names, files);
  if (status != RS_EXIT_OK)
    return status;
  if (names->len == 0 && files->len == 0)
    list_all ();
  for (guint i = 0; i < names->len; i++)
    if (!print_one (names->pdata[i], files))
      return complain_about (names->pdata[i]);
  return RS_EXIT_OK;
}
