/* Places of names over whole programs: the library, the examples and 30 programs of the language tests.
 *
 * Every name of a text is known or is one of the words that mean nothing to look for; from each known one the
 * definition is found, whose references contain the place; completion offers it behind its first letters; and another
 * name, written to all places, leaves a program without new errors, in which the old name written back leaves every
 * byte. A table says by hand where names of programs with closures, generics, macros, imports and fields are defined.
 *
 * RS_NAMES_PART=0/1 goes over all names, 2/5 over the third of five parts; without it today's part of PARTS is taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/completion.h"
#include "ide/analysis/names/names.h"
#include "ide/analysis/names/rename.h"

#include "compiler/syntax/lexer.h"

#include <glib/gstdio.h>
#include <string.h>

#define PARTS 4
#define FRESH "fresh_name_of_the_test"

static guint part, n_parts;

static void
read_part (void)
{
  const char *text = g_getenv ("RS_NAMES_PART");
  GDate today;

  if (text != NULL && sscanf (text, "%u/%u", &part, &n_parts) == 2 && n_parts > 0)
    return;
  g_date_clear (&today, 1);
  g_date_set_time_t (&today, (time_t)(g_get_real_time () / G_USEC_PER_SEC));
  n_parts = PARTS;
  part = g_date_get_julian (&today) % PARTS;
}

static RsAnalysis *
analyse_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsSource) source = rs_source_new_from_file (path, &error);

  g_assert_no_error (error);
  return rs_analysis_new_of_names (source, NULL, RS_PRECISION_SINGLE);
}

static char *
tell (const RsAnalysis *analysis, const RsName *name)
{
  guint line, column;

  rs_source_locate (rs_analysis_get_source (analysis), name->offset, &line, &column);
  return g_strdup_printf ("%s:%u:%u: %s", rs_source_get_name (rs_analysis_get_source (analysis)), line, column,
                          name->name);
}

/* --- one name --- */

static gboolean
contains (const RsReferences *references, const RsAnalysis *analysis, guint32 offset)
{
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = g_ptr_array_index (references->files, i);

      for (guint k = 0; file->source == rs_analysis_get_source (analysis) && k < file->offsets->len; k++)
        if (g_array_index (file->offsets, guint32, k) == offset)
          return TRUE;
    }
  return FALSE;
}

/* Its definition is found, and is a reference of it, as the place itself. */
static gboolean
check_definition (RsAnalysis *analysis, const RsName *name, const RsReferences *references)
{
  g_autofree char *place = tell (analysis, name);
  g_autoptr (GError) error = NULL;
  RsPlace found;
  gboolean is_in = FALSE;

  if (!rs_names_find_definition (analysis, name->offset, &found, &error))
    {
      g_test_fail_printf ("%s: %s", place, error->message);
      return FALSE;
    }
  if (!contains (references, analysis, name->offset))
    {
      g_test_fail_printf ("%s: is not among its own references", place);
      return FALSE;
    }
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = g_ptr_array_index (references->files, i);

      for (guint k = 0; k < file->offsets->len; k++)
        is_in |= file->source == found.source && g_array_index (file->offsets, guint32, k) == found.span.start;
    }
  if (!is_in)
    g_test_fail_printf ("%s: its definition is not among its references", place);
  return is_in;
}

static void
check_completion (RsAnalysis *analysis, const RsName *name)
{
  const char *text = rs_source_get_text (rs_analysis_get_source (analysis));
  g_autofree char *place = NULL;
  g_autoptr (GPtrArray) proposals = NULL;
  guint32 start;

  proposals = rs_complete (analysis, text, name->offset + (guint32)MIN (2, strlen (name->name)), &start);
  for (guint i = 0; i < proposals->len; i++)
    if (g_str_equal (((const RsProposal *)g_ptr_array_index (proposals, i))->text, name->name))
      return;
  place = tell (analysis, name);
  g_test_fail_printf ("%s: is not offered behind its first letters", place);
}

static const RsRenamedText *
find_main_text (const GPtrArray *texts, const RsAnalysis *analysis)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const RsRenamedText *text = g_ptr_array_index (texts, i);

      if (text->file->source == rs_analysis_get_source (analysis))
        return text;
    }
  return NULL;
}

/* The new texts of files as an editor has them open. */
static GHashTable *
open_texts (const GPtrArray *texts)
{
  GHashTable *open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)rs_source_unref);

  for (guint i = 0; i < texts->len; i++)
    {
      const RsRenamedText *text = g_ptr_array_index (texts, i);

      g_hash_table_insert (open, g_strdup (text->file->path),
                           rs_source_new_from_text (text->file->path, text->text, -1));
    }
  return open;
}

/* What may have no other name: the program's beginning, what a launch gives, fields of what may be anything, what a
 * program takes from the library. */
static gboolean
may_refuse (const char *message)
{
  return strstr (message, "is where the program begins") != NULL || strstr (message, "given by the launch") != NULL
         || strstr (message, "only known when the program runs") != NULL
         || strstr (message, "belongs to the library") != NULL;
}

/* There and back. FALSE: it is refused. */
static gboolean
check_rename (RsAnalysis *analysis, const RsName *name, const RsReferences *references)
{
  g_autofree char *place = tell (analysis, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) there = rs_rename_make_texts (analysis, references, FRESH, NULL, NULL, NULL, &error),
                        back = NULL;
  g_autoptr (GHashTable) open = NULL;
  g_autoptr (RsSource) source = NULL;
  g_autoptr (RsAnalysis) renamed = NULL;
  g_autoptr (RsReferences) again = NULL;
  const char *at;

  if (there == NULL)
    {
      if (may_refuse (error->message))
        g_test_message ("%s: %s", place, error->message);
      else
        g_test_fail_printf ("%s: %s", place, error->message);
      return FALSE;
    }
  open = open_texts (there);
  source = rs_source_new_from_text (rs_source_get_name (rs_analysis_get_source (analysis)),
                                    find_main_text (there, analysis)->text, -1);
  renamed = rs_analysis_new_of_names (source, open, RS_PRECISION_SINGLE);
  g_assert_false (rs_analysis_has_errors (renamed));
  at = strstr (rs_source_get_text (source), FRESH);
  again = rs_references_find (renamed, (guint32)(at - rs_source_get_text (source)), NULL, open, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->n_places, ==, references->n_places);
  back = rs_rename_make_texts (renamed, again, name->name, open, NULL, NULL, &error);
  /* A program may hide a name; a user may not come to it by renaming. */
  if (back == NULL && strstr (error->message, "built-in") == NULL && strstr (error->message, "already") == NULL)
    g_test_fail_printf ("%s: back again: %s", place, error->message);
  for (guint i = 0; i < there->len; i++)
    {
      const RsRenamedText *text = g_ptr_array_index (there, i);
      g_autoptr (GString) written = g_string_new (text->text);

      g_string_replace (written, FRESH, name->name, 0);
      g_assert_cmpstr (written->str, ==, rs_source_get_text (text->file->source));
      if (back != NULL)
        g_assert_cmpstr (((const RsRenamedText *)g_ptr_array_index (back, i))->text, ==, written->str);
    }
  return TRUE;
}

/* --- one program --- */

typedef struct {
  guint n_names, n_known, n_open, n_renamed, n_refused;
} Count;

/* Words that mean nothing to look for: built-ins, their arguments, attributes, functions that only reductions know. */
static gboolean
is_explained (const RsName *name)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  if (symbol != NULL)
    return symbol->kind == RS_SYMBOL_BUILTIN || symbol->kind == RS_SYMBOL_BUILTIN_TYPE;
  /* syncthreads (host) */
  if (name->parent != NULL && name->parent->kind == RS_NODE_CALL && name->parent->children[0]->symbol != NULL
      && name->parent->children[0]->symbol->kind == RS_SYMBOL_BUILTIN)
    return name->parent->children[0]->symbol->builtin->id == RS_BUILTIN_ID_SYNCTHREADS
           || name->parent->children[0]->symbol->builtin->id == RS_BUILTIN_ID_MEMFENCE;
  return name->kind != RS_NAME_PLAIN || name->node->kind == RS_NODE_ATTRIBUTE || rs_type_name_is_builtin (name->name)
         || rs_builtin_find (name->name) != NULL;
}

static void
check_names (RsAnalysis *analysis, Count *count)
{
  const RsNameTable *table = rs_analysis_get_names (analysis);
  guint main_index = rs_analysis_get_program (analysis)->modules->len - 1;
  const GArray *names = rs_name_table_get_names (table, main_index);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL); /* offsets of names whose references were looked at */

  for (guint i = 0; i < names->len; i++)
    {
      const RsName *name = &g_array_index (names, RsName, i);
      g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey));
      RsNameMeaning meaning = rs_name_table_get_keys (table, main_index, name, keys);
      g_autoptr (RsReferences) references = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *place = tell (analysis, name);

      count->n_names++;
      count->n_known += meaning == RS_NAME_IS_KNOWN;
      count->n_open += meaning == RS_NAME_IS_OPEN;
      if (meaning == RS_NAME_IS_OTHER && !is_explained (name))
        g_test_fail_printf ("%s: is not known", place);
      /* Names that mean the same are in the same part. */
      if (meaning != RS_NAME_IS_KNOWN || g_array_index (keys, RsNameKey, 0).offset % n_parts != part)
        continue;
      references = rs_references_find (analysis, name->offset, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      if (!check_definition (analysis, name, references))
        continue;
      if (name->kind == RS_NAME_PLAIN && name->node->kind != RS_NODE_MACRO && name->node->kind != RS_NODE_ATTRIBUTE)
        check_completion (analysis, name);
      if (!g_hash_table_add (done, GUINT_TO_POINTER (g_array_index (keys, RsNameKey, 0).offset + 1)))
        continue;
      if (check_rename (analysis, name, references))
        count->n_renamed++;
      else
        count->n_refused++;
    }
}

static void
check_program (gconstpointer data)
{
  const char *path = data;
  g_autoptr (RsAnalysis) analysis = analyse_file (path);
  Count count = { 0 };

  if (rs_analysis_has_errors (analysis))
    g_test_fail_printf ("%s has errors", path);
  else
    check_names (analysis, &count);
  g_test_message ("%s: %u names, %u known, %u open; part %u of %u: %u renamed, %u refused", path, count.n_names,
                  count.n_known, count.n_open, part, n_parts, count.n_renamed, count.n_refused);
}

/* --- by hand --- */

typedef struct {
  const char *file;
  guint line, column;
  const char *definition;
  guint definition_line, definition_column, n_references;
} Place;

static const Place places[] = {
#define RS_PLACE(...) { __VA_ARGS__ },
#include "places.def"
#undef RS_PLACE
};

static guint32
find_offset (const RsSource *source, guint line, guint column)
{
  for (guint32 i = 0; i < rs_source_get_length (source); i++)
    {
      guint at_line, at_column;

      rs_source_locate (source, i, &at_line, &at_column);
      if (at_line == line && at_column == column)
        return i;
    }
  g_assert_not_reached ();
}

static void
check_place (RsAnalysis *analysis, const Place *expected)
{
  guint32 offset = find_offset (rs_analysis_get_source (analysis), expected->line, expected->column);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsReferences) references = rs_references_find (analysis, offset, NULL, NULL, NULL, &error);
  g_autofree char *file = NULL;
  guint line, column;
  RsPlace place;

  g_assert_no_error (error);
  g_assert_true (rs_names_find_definition (analysis, offset, &place, &error));
  rs_source_locate (place.source, place.span.start, &line, &column);
  file = g_path_get_basename (rs_source_get_name (place.source));
  if (!g_str_equal (file, expected->definition) || line != expected->definition_line
      || column != expected->definition_column || references->n_places != expected->n_references)
    g_test_fail_printf ("%s:%u:%u is defined at %s:%u:%u, %u references; expected %s:%u:%u, %u", expected->file,
                        expected->line, expected->column, file, line, column, references->n_places,
                        expected->definition, expected->definition_line, expected->definition_column,
                        expected->n_references);
}

static void
check_table (gconstpointer data)
{
  g_autoptr (RsAnalysis) analysis = NULL;
  const char *file = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (data, places[i].file, NULL);

      if (g_strcmp0 (file, places[i].file) != 0)
        {
          g_clear_pointer (&analysis, rs_analysis_unref);
          analysis = analyse_file (path);
          g_assert_false (rs_analysis_has_errors (analysis));
          file = places[i].file;
        }
      check_place (analysis, &places[i]);
    }
}

/* --- the library --- */

/* Its names can't have others where it lies: a copy of it. (transfer full) */
static char *
copy_library (void)
{
  char *folder = g_dir_make_tmp ("places-XXXXXX", NULL);
  g_autoptr (GDir) dir = g_dir_open (rs_library_get_folder (), 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *from = g_build_filename (rs_library_get_folder (), name, NULL);
      g_autofree char *to = g_build_filename (folder, name, NULL), *text = NULL;

      g_assert_true (g_file_get_contents (from, &text, NULL, NULL) && g_file_set_contents (to, text, -1, NULL));
    }
  return folder;
}

static void
remove_library (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
add_program (const char *path, const char *library)
{
  g_autofree char *name = g_strdup_printf ("/places/%s", path), *base = g_path_get_basename (path);

  g_test_add_data_func_full (name,
                             rs_library_contains (path) ? g_build_filename (library, base, NULL) : g_strdup (path),
                             check_program, g_free);
}

/* The folder of the table's programs, then the programs to go over. */
int
main (int argc, char **argv)
{
  g_autofree char *library = copy_library ();
  int status;

  g_test_init (&argc, &argv, NULL);
  read_part ();
  g_assert_cmpint (argc, >, 1);
  g_test_add_data_func ("/places/table", argv[1], check_table);
  for (int i = 2; i < argc; i++)
    add_program (argv[i], library);
  status = g_test_run ();
  remove_library (library);
  return status;
}
