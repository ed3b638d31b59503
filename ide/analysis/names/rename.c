/* Renaming.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/rename.h"

#include "ide/analysis/import-graph.h"
#include "ide/analysis/names/rename-meanings.h"
#include "ide/analysis/program-files.h"

#include "compiler/syntax/lexer.h"
#include "runtime/base/replace-file.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, text);
  return FALSE;
}

static const RsReferencesFile *
get_file (const RsReferences *references, guint i)
{
  return g_ptr_array_index (references->files, i);
}

/* --- what is refused --- */

static gboolean
is_name (const char *text)
{
  g_autoptr (RsSource) source = rs_source_new_from_text ("", text, -1);
  RsTokens tokens;
  gboolean holds;

  rs_tokens_init (&tokens, source);
  holds = tokens.length == 2 && tokens.items[0].kind == RS_TOKEN_NAME && tokens.items[0].start == 0
          && tokens.items[0].end == rs_source_get_length (source);
  rs_tokens_clear (&tokens);
  return holds;
}

/* Whether a member beside this one, of the class or enumeration, has that name. */
static gboolean
has_sibling (const RsNode *definition, const char *name)
{
  for (guint i = 0; definition != NULL && i < definition->n_children; i++)
    if (definition->children[i] != NULL && definition->children[i]->kind == RS_NODE_MEMBER
        && g_strcmp0 (definition->children[i]->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Whether the new name means something where this one stands. */
static gboolean
is_taken_at (const RsReferencesFile *file, const RsName *use, const char *name)
{
  RsModule *module = rs_name_table_get_module (rs_analysis_get_names (file->analysis), file->module);

  if (use->kind == RS_NAME_MEMBER)
    return has_sibling (use->parent, name);
  if (use->kind != RS_NAME_PLAIN || use->node->kind == RS_NODE_NUMBER)
    return FALSE;
  /* What a macro gives a value is its own. */
  return !(use->symbol == NULL && use->around != NULL && use->around->kind == RS_NODE_MACRO)
         && rs_scope_lookup (rs_scope_at (module, use->offset), name) != NULL;
}

/* Whether a macro of the text has that name, or one around a place uses it. */
static gboolean
is_taken_by_macro (const RsReferencesFile *file, const char *name)
{
  const RsNameTable *table = rs_analysis_get_names (file->analysis);
  const GArray *names = rs_name_table_get_names (table, file->module);
  g_autoptr (GHashTable) around = g_hash_table_new (NULL, NULL); /* set of RsNode */
  guint owner;

  for (guint i = 0; i < file->offsets->len; i++)
    g_hash_table_add (around, (gpointer)rs_references_get_name (file, i)->around);
  for (guint i = 0; i < names->len; i++)
    {
      const RsName *other = &g_array_index (names, RsName, i);

      if (g_str_equal (other->name, name)
          && (rs_name_table_find_macro (table, file->module, other, &owner) != NULL
              || (other->around != NULL && g_hash_table_contains (around, other->around))))
        return TRUE;
    }
  return FALSE;
}

static gboolean
check_taken (const RsReferences *references, const char *name, GError **error)
{
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = get_file (references, i);
      guint taken = is_taken_by_macro (file, name) ? 0 : file->offsets->len;
      g_autofree char *place = NULL;

      for (guint k = 0; k < taken; k++)
        if (is_taken_at (file, rs_references_get_name (file, k), name))
          taken = k;
      if (taken == file->offsets->len)
        continue;
      place = rs_describe_place (file->source, g_array_index (file->offsets, guint32, taken));
      return refuse (error, _ ("“%s” means something else already where it would be used: %s"), name, place);
    }
  return TRUE;
}

static gboolean
is_given_by_launch (const RsSymbol *symbol)
{
  return symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_parameter
         && (symbol->scope->node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) != 0;
}

/* What may have no other name, or whose uses are not all in sight. */
static gboolean
check_symbol (const RsSymbol *symbol, GError **error)
{
  if (symbol->kind == RS_SYMBOL_FUNCTION && rs_symbol_is_global (symbol) && g_str_equal (symbol->name, "main"))
    return refuse (error, _ ("“main” is where the program begins: it can't have another name"));
  if (is_given_by_launch (symbol) && rs_is_special_parameter (symbol->name))
    return refuse (error, _ ("“%s” is given by the launch of the kernel: it can't have another name"), symbol->name);
  if (symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_exposed)
    return refuse (error, _ ("The text that “eval” gets may use “%s”"), symbol->name);
  return TRUE;
}

/* What may not have this name. */
static gboolean
check_symbol_name (const RsSymbol *symbol, const char *name, GError **error)
{
  if (is_given_by_launch (symbol) && rs_is_special_parameter (name))
    return refuse (error, _ ("“%s” is a name for what the launch of a kernel gives"), name);
  if (symbol->kind == RS_SYMBOL_FUNCTION && g_str_equal (name, "main"))
    return refuse (error, _ ("“main” is where a program begins"));
  return TRUE;
}

/* name: NULL to look at what is there only. */
static gboolean
check_symbols (const RsReferences *references, const char *name, GError **error)
{
  for (guint i = 0; i < references->files->len; i++)
    for (guint k = 0; k < get_file (references, i)->offsets->len; k++)
      {
        const RsName *use = rs_references_get_name (get_file (references, i), k);
        const RsSymbol *symbol = rs_symbol_get_origin (use->symbol);

        if (use->kind == RS_NAME_PLAIN && symbol != NULL
            && !(name == NULL ? check_symbol (symbol, error) : check_symbol_name (symbol, name, error)))
          return FALSE;
        if (name == NULL && references->eval != NULL && !rs_name_is_local (use))
          return refuse (error, _ ("%s: the text that “eval” gets may use “%s”"), references->eval, references->name);
      }
  return TRUE;
}

/* Every text has to be a file that may be changed, or a text of the editor. */
static gboolean
check_files (const RsAnalysis *analysis, const RsReferences *references, GError **error)
{
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = get_file (references, i);

      if (rs_library_contains (rs_source_get_name (file->source)))
        return refuse (error, _ ("This name belongs to the library"));
      if (file->source != rs_analysis_get_source (analysis) && !g_file_test (file->path, G_FILE_TEST_IS_REGULAR))
        return refuse (error, _ ("This name belongs to “%s”, which was built: there is no text of it"), file->path);
    }
  return TRUE;
}

gboolean
rs_rename_check_references (const RsAnalysis *analysis, const RsReferences *references, GError **error)
{
  if (rs_analysis_has_errors (analysis))
    return refuse (error, _ ("The program has errors: what “%s” means is not certain until they are corrected"),
                   references->name);
  if (references->is_builtin)
    return refuse (error, _ ("“%s” is a built-in"), references->name);
  if (!check_files (analysis, references, error))
    return FALSE;
  if (references->doubt != NULL)
    return refuse (error, "%s", references->doubt);
  return check_symbols (references, NULL, error);
}

gboolean
rs_rename_check (const RsAnalysis *analysis, const RsReferences *references, const char *name, GError **error)
{
  if (!rs_rename_check_references (analysis, references, error))
    return FALSE;
  if (!is_name (name))
    return refuse (error,
                   _ ("“%s” is no name: letters, digits and _, beginning with a letter, and no word of the language"),
                   name);
  if (rs_builtin_find (name) != NULL || rs_type_name_is_builtin (name))
    return refuse (error, _ ("“%s” is a built-in"), name);
  return check_symbols (references, name, error) && check_taken (references, name, error);
}

/* --- new texts --- */

static void
text_free (gpointer data)
{
  g_free (((RsRenamedText *)data)->text);
  g_free (data);
}

static char *
make_text (const RsReferencesFile *file, gsize old_length, const char *name)
{
  const char *text = rs_source_get_text (file->source);
  GString *result = g_string_new (NULL);
  guint32 at = 0;

  for (guint i = 0; i < file->offsets->len; i++)
    {
      guint32 offset = g_array_index (file->offsets, guint32, i);

      g_string_append_len (result, text + at, offset - at);
      g_string_append (result, name);
      at = offset + (guint32)old_length;
    }
  g_string_append (result, text + at);
  return g_string_free (result, FALSE);
}

/* Where a place is in the new text. */
static guint32
move (const RsReferences *references, const RsReferencesFile *file, guint place, const char *name)
{
  return g_array_index (file->offsets, guint32, place) + place * (guint32)(strlen (name) - strlen (references->name));
}

static const RsReferencesFile *
find_file (const RsReferences *references, const char *path)
{
  for (guint i = 0; i < references->files->len; i++)
    if (get_file (references, i)->path == path)
      return get_file (references, i);
  return NULL;
}

/* Whether the name means the same at the same places of a file, in a program of the new texts. */
static gboolean
check_places (const RsReferences *old, const RsReferencesFile *before, const RsReferencesFile *after, const char *name,
              GError **error)
{
  guint n = after != NULL ? after->offsets->len : 0;

  for (guint i = 0; i < before->offsets->len; i++)
    if (i >= n || g_array_index (after->offsets, guint32, i) != move (old, before, i, name))
      {
        g_autofree char *place = rs_describe_place (before->source, g_array_index (before->offsets, guint32, i));

        return refuse (error, _ ("“%s” would mean something else: %s"), name, place);
      }
  if (n > before->offsets->len)
    {
      g_autofree char *place
          = rs_describe_place (after->source, g_array_index (after->offsets, guint32, before->offsets->len));

      return refuse (error, _ ("“%s” would mean something else: %s"), name, place);
    }
  return TRUE;
}

/* New errors, said with their place. */
static gboolean
check_errors (const RsAnalysis *before, const RsAnalysis *after, GError **error)
{
  const RsDiagnostics *diagnostics = rs_analysis_get_diagnostics (after);

  if (rs_analysis_has_errors (before) || !rs_analysis_has_errors (after))
    return TRUE;
  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);
      g_autofree char *place
          = diagnostic->source != NULL ? rs_describe_place (diagnostic->source, diagnostic->span.start) : NULL;

      if (diagnostic->severity == RS_SEVERITY_ERROR)
        return refuse (error, _ ("The program would have an error: %s: %s"), place, diagnostic->message);
    }
  return TRUE;
}

/* What a check compiles with, and who asks how far it is. */
typedef struct {
  GHashTable *open_texts;     /* as for rs_analysis_new */
  GHashTable *texts;          /* the same with the new texts in their place */
  RsRenameProgress *progress; /* or NULL */
  GCancellable *cancellable;  /* or NULL */
} Check;

/* Before the next program. FALSE: it was cancelled. */
static gboolean
advance (const Check *check, GError **error)
{
  if (check->progress != NULL)
    g_atomic_int_inc (&check->progress->n_done);
  return !g_cancellable_set_error_if_cancelled (check->cancellable, error);
}

/* Compiles a program once more, with the new texts. */
static RsAnalysis *
compile_again (const RsAnalysis *before, GHashTable *texts)
{
  const RsSource *main_text = rs_analysis_get_source (before);
  guint main_index = rs_analysis_get_program (before)->modules->len - 1;
  RsSource *changed = g_hash_table_lookup (texts, rs_name_table_get_path (rs_analysis_get_names (before), main_index));
  g_autoptr (RsSource) source = rs_source_new_from_text (rs_source_get_name (main_text),
                                                         rs_source_get_text (changed != NULL ? changed : main_text),
                                                         -1);

  return rs_analysis_new_of_names (source, texts, rs_analysis_get_precision (before));
}

/* The program that a file is in: all its places mean the same, and so does what had the name before. */
static gboolean
verify (const RsReferences *references, const RsReferencesFile *file, const char *name, const Check *check,
        GError **error)
{
  g_autoptr (RsAnalysis) after = compile_again (file->analysis, check->texts);
  g_autoptr (RsReferences) found = NULL;

  if (!check_errors (file->analysis, after, error)
      || !rs_rename_keeps_meanings (references, name, file->analysis, after, error))
    return FALSE;
  found
      = rs_references_find_in (after, file->module, move (references, file, 0, name), NULL, check->texts, NULL, error);
  if (found == NULL)
    return FALSE;
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *before = get_file (references, i);

      if (before->analysis == file->analysis
          && !check_places (references, before, find_file (found, before->path), name, error))
        return FALSE;
    }
  return TRUE;
}

/* A program that has the new name and imports a text that changes, whether it has the old name or not. */
static gboolean
verify_other (const RsReferences *references, const RsAnalysis *analysis, RsSource *source, const char *name,
              const Check *check, GError **error)
{
  g_autoptr (RsAnalysis) before
      = rs_analysis_new_of_names (source, check->open_texts, rs_analysis_get_precision (analysis));
  g_autoptr (RsAnalysis) after = compile_again (before, check->texts);

  return check_errors (before, after, error) && rs_rename_keeps_meanings (references, name, before, after, error);
}

/* The programs of the folder, some of which a check compiles. (transfer full) */
static GPtrArray *
list_others (const RsReferences *references, GCancellable *cancellable)
{
  return references->folder != NULL ? rs_list_programs (references->folder, cancellable, NULL) : g_ptr_array_new ();
}

static gboolean
verify_folder (const RsReferences *references, const RsAnalysis *analysis, const char *name, const GPtrArray *paths,
               const Check *check, GError **error)
{
  g_autoptr (RsImportGraph) graph = rs_import_graph_new (check->open_texts, name);
  g_autoptr (GHashTable) changed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < references->files->len; i++)
    g_hash_table_add (changed, (gpointer)get_file (references, i)->path);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (RsSource) source = NULL;

      if (!advance (check, error))
        return FALSE;
      source = rs_import_graph_read (graph, g_ptr_array_index (paths, i));
      if (source != NULL && rs_import_graph_has_word (graph, g_ptr_array_index (paths, i), none)
          && rs_import_graph_reaches (graph, g_ptr_array_index (paths, i), changed)
          && !verify_other (references, analysis, source, name, check, error))
        return FALSE;
    }
  return TRUE;
}

/* What is open, with the new texts in their place. (transfer full) */
static GHashTable *
overlay (const GPtrArray *texts, GHashTable *open_texts)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)rs_source_unref);
  GHashTableIter iterator;
  gpointer path, source;

  if (open_texts != NULL)
    {
      g_hash_table_iter_init (&iterator, open_texts);
      while (g_hash_table_iter_next (&iterator, &path, &source))
        g_hash_table_insert (all, g_strdup (path), rs_source_ref (source));
    }
  for (guint i = 0; i < texts->len; i++)
    {
      const RsRenamedText *text = g_ptr_array_index (texts, i);

      g_hash_table_insert (all, g_strdup (text->file->path),
                           rs_source_new_from_text (text->file->path, text->text, -1));
    }
  return all;
}

static GPtrArray *
make_all (const RsReferences *references, const char *name)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (text_free);

  for (guint i = 0; i < references->files->len; i++)
    {
      RsRenamedText *text = g_new (RsRenamedText, 1);

      *text = (RsRenamedText){ get_file (references, i),
                               make_text (get_file (references, i), strlen (references->name), name) };
      g_ptr_array_add (texts, text);
    }
  return texts;
}

/* Files of one program follow each other. */
static gboolean
verify_all (const RsReferences *references, const char *name, const Check *check, GError **error)
{
  const RsAnalysis *last = NULL;

  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = get_file (references, i);

      if (!advance (check, error) || (file->analysis != last && !verify (references, file, name, check, error)))
        return FALSE;
      last = file->analysis;
    }
  return TRUE;
}

GPtrArray *
rs_rename_make_texts (const RsAnalysis *analysis, const RsReferences *references, const char *name,
                      GHashTable *open_texts, RsRenameProgress *progress, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) texts = NULL, others = NULL;
  g_autoptr (GHashTable) all = NULL;
  Check check = { .open_texts = open_texts, .progress = progress, .cancellable = cancellable };

  if (!rs_rename_check (analysis, references, name, error))
    return NULL;
  others = list_others (references, cancellable);
  if (progress != NULL)
    g_atomic_int_set (&progress->n_all, (int)(references->files->len + others->len));
  texts = make_all (references, name);
  check.texts = all = overlay (texts, open_texts);
  if (!verify_all (references, name, &check, error)
      || !verify_folder (references, analysis, name, others, &check, error))
    return NULL;
  return g_steal_pointer (&texts);
}

/* --- files --- */

#define MARK "\xef\xbb\xbf" /* byte order mark, which no source has */

static void
refuse_to_write (const RsRenamedText *text, gboolean is_same, GError **error)
{
  if (is_same)
    refuse (error, _ ("“%s” is in Latin-1, not in UTF-8: open it, and rename once more"), text->file->path);
  else
    refuse (error, _ ("“%s” has changed since it was read: rename once more"), text->file->path);
}

/* The bytes of the file, if it has what was read, so that nobody's changes are lost. (transfer full) */
static GBytes *
read_as_it_was (const RsRenamedText *text, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize length, mark;
  g_autoptr (RsSource) now = NULL;
  gboolean is_same;

  if (!g_file_get_contents (text->file->path, &bytes, &length, error))
    return NULL;
  now = rs_source_new_from_text (text->file->path, bytes, (gssize)length);
  is_same = g_str_equal (rs_source_get_text (now), rs_source_get_text (text->file->source));
  mark = g_str_has_prefix (bytes, MARK) ? strlen (MARK) : 0;
  if (is_same && length - mark == rs_source_get_length (now)
      && memcmp (bytes + mark, rs_source_get_text (now), length - mark) == 0)
    return g_bytes_new_take (g_steal_pointer (&bytes), length);
  refuse_to_write (text, is_same, error);
  return NULL;
}

static gboolean
write_text (const RsRenamedText *text, GBytes *old, GError **error)
{
  const char *mark = g_bytes_get_size (old) >= strlen (MARK)
                             && memcmp (g_bytes_get_data (old, NULL), MARK, strlen (MARK)) == 0
                         ? MARK
                         : "";
  g_autofree char *bytes = g_strconcat (mark, text->text, NULL);

  return rs_replace_file_with (text->file->path, bytes, strlen (bytes), error);
}

/* Puts the old bytes back where the new ones are already, in the first n files. What has the new name even so: "a.q,
 * b.q"; NULL: nothing. (transfer full) */
static char *
put_back (const GPtrArray *texts, const GPtrArray *old, guint n)
{
  g_autoptr (GString) left = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const RsRenamedText *text = g_ptr_array_index (texts, i);
      gsize length;
      const char *bytes = g_bytes_get_data (g_ptr_array_index (old, i), &length);

      if (!rs_replace_file_with (text->file->path, bytes, length, NULL))
        g_string_append_printf (left, "%s%s", left->len > 0 ? ", " : "", text->file->path);
    }
  return left->len > 0 ? g_string_free (g_steal_pointer (&left), FALSE) : NULL;
}

gboolean
rs_rename_take_back (const GPtrArray *texts, const GPtrArray *old, GError **error)
{
  g_autofree char *left = put_back (texts, old, texts->len);

  return left == NULL || refuse (error, _ ("These have the new name and could not be put back: %s"), left);
}

static GPtrArray *
read_all (const GPtrArray *texts, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) old = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);

  for (guint i = 0; i < texts->len; i++)
    {
      GBytes *bytes = g_cancellable_set_error_if_cancelled (cancellable, error)
                          ? NULL
                          : read_as_it_was (g_ptr_array_index (texts, i), error);

      if (bytes == NULL)
        return NULL;
      g_ptr_array_add (old, bytes);
    }
  return g_steal_pointer (&old);
}

/* The first n files have the new name, and the next one could not be written, or it was cancelled. */
static void
give_up (const GPtrArray *texts, const GPtrArray *old, guint n, const GError *why, GError **error)
{
  const RsRenamedText *text = g_ptr_array_index (texts, n);
  g_autofree char *left = put_back (texts, old, n);

  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      if (left != NULL)
        refuse (error, _ ("These have the new name and could not be put back: %s"), left);
      else
        g_set_error_literal (error, why->domain, why->code, why->message);
    }
  else if (left == NULL)
    refuse (error, _ ("“%s” can't be written: %s"), text->file->path, why->message);
  else
    refuse (error, _ ("“%s” can't be written: %s. These have the new name and could not be put back: %s"),
            text->file->path, why->message, left);
}

GPtrArray *
rs_rename_write_files (const GPtrArray *texts, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) old = read_all (texts, cancellable, error);

  for (guint i = 0; old != NULL && i < texts->len; i++)
    {
      g_autoptr (GError) why = NULL;

      if (!g_cancellable_set_error_if_cancelled (cancellable, &why)
          && write_text (g_ptr_array_index (texts, i), g_ptr_array_index (old, i), &why))
        continue;
      give_up (texts, old, i, why, error);
      return NULL;
    }
  return g_steal_pointer (&old);
}
