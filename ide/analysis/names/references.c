/* Looking for places that mean the same.
 *
 * Two names mean the same when they share a definition, or when a third one shares one with each: overloads of one name
 * in several modules are one set where a call may mean any of them. So all names that are spelled alike are gathered
 * first, and then taken as long as one of them shares a definition with those that are taken.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/references.h"

#include "ide/analysis/import-graph.h"
#include "ide/analysis/program-files.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_FILE (10 * 1024 * 1024)

/* A name that is spelled as the one that is looked for. */
typedef struct {
  RsAnalysis *analysis; /* owned; NULL: it is let go */
  guint module;
  RsSource *source; /* owned */
  const char *path; /* interned */
  guint32 offset;
  RsNameKind kind;
  gboolean is_parameter;
  GArray *keys; /* element-type RsNameKey */
  RsNameMeaning meaning;
  gboolean is_taken;
} Candidate;

typedef struct {
  RsReferences *result;
  RsPrecision precision;
  gboolean lets_go;      /* of the programs of the folder, once their names are gathered */
  GPtrArray *candidates; /* element-type Candidate */
  GHashTable *visited;   /* interned paths of texts whose names are gathered */
  GHashTable *targets;   /* set of paths in which it is defined */
  GHashTable *open_texts;
  RsImportGraph *graph;
  GCancellable *cancellable;
} Search;

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  g_clear_pointer (&candidate->analysis, rs_analysis_unref);
  rs_source_unref (candidate->source);
  g_array_unref (candidate->keys);
  g_free (candidate);
}

static void
file_free (gpointer data)
{
  RsReferencesFile *file = data;

  g_clear_pointer (&file->analysis, rs_analysis_unref);
  rs_source_unref (file->source);
  g_array_unref (file->offsets);
  g_free (file);
}

void
rs_references_free (RsReferences *self)
{
  g_ptr_array_unref (self->files);
  g_array_unref (self->keys);
  g_free (self->name);
  g_free (self->folder);
  g_free (self->doubt);
  g_free (self->eval);
  g_free (self);
}

const RsName *
rs_references_get_name (const RsReferencesFile *file, guint place)
{
  return rs_name_table_find (rs_analysis_get_names (file->analysis), file->module,
                             g_array_index (file->offsets, guint32, place));
}

gboolean
rs_name_is_local (const RsName *name)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  return symbol != NULL && symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_parameter && symbol->scope->parent != NULL;
}

char *
rs_describe_place (const RsSource *source, guint32 offset)
{
  g_autofree char *base = g_path_get_basename (rs_source_get_name (source));
  guint line;

  rs_source_locate (source, offset, &line, NULL);
  return g_strdup_printf ("%s:%u", base, line);
}

/* --- gathering --- */

/* Whether a name means the built-in that evaluates text. */
static gboolean
is_eval (const RsName *name)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  return symbol != NULL && symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == RS_BUILTIN_ID_EVAL;
}

static gboolean
is_parameter (const RsName *name)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  return symbol != NULL && symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_parameter;
}

static void
add_candidate (Search *self, RsAnalysis *analysis, guint index, const RsName *name, gboolean lets_go)
{
  const RsNameTable *table = rs_analysis_get_names (analysis);
  Candidate *candidate = g_new0 (Candidate, 1);

  *candidate = (Candidate){ .analysis = lets_go ? NULL : rs_analysis_ref (analysis),
                            .module = index,
                            .source = rs_source_ref (rs_name_table_get_module (table, index)->source),
                            .path = rs_name_table_get_path (table, index),
                            .offset = name->offset,
                            .kind = name->kind,
                            .is_parameter = is_parameter (name),
                            .keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey)) };
  candidate->meaning = rs_name_table_get_keys (table, index, name, candidate->keys);
  g_ptr_array_add (self->candidates, candidate);
}

static void
gather_module (Search *self, RsAnalysis *analysis, guint index, gboolean lets_go)
{
  const RsNameTable *table = rs_analysis_get_names (analysis);
  const GArray *names = rs_name_table_get_names (table, index);
  const char *spelled = rs_names_intern (rs_analysis_get_program (analysis)->names, self->result->name, -1);

  if (!g_hash_table_add (self->visited, (gpointer)rs_name_table_get_path (table, index)))
    return;
  for (guint i = 0; i < names->len; i++)
    {
      const RsName *name = &g_array_index (names, RsName, i);

      if (self->result->eval == NULL && is_eval (name) && !rs_library_contains (rs_name_table_get_path (table, index)))
        self->result->eval = rs_describe_place (rs_name_table_get_module (table, index)->source, name->offset);
      if (name->name == spelled)
        add_candidate (self, analysis, index, name, lets_go);
    }
}

static void
gather_program (Search *self, RsAnalysis *analysis, gboolean lets_go)
{
  for (guint i = 0; i < rs_analysis_get_program (analysis)->modules->len; i++)
    gather_module (self, analysis, i, lets_go);
}

static void
add_doubt (Search *self, const RsSource *source, guint32 offset, const char *format)
{
  g_autofree char *place = rs_describe_place (source, offset);

  if (self->result->doubt == NULL)
    self->result->doubt = g_strdup_printf (format, place, self->result->name);
}

/* A file that can't be looked through may have the name. */
static void
add_doubt_of_file (Search *self, const char *path, const char *format)
{
  if (self->result->doubt == NULL)
    self->result->doubt = g_strdup_printf (format, path, self->result->name);
}

/* Whether a program has the name in a text that is not gathered yet, and something of it may be what is meant. */
static gboolean
is_wanted (Search *self, const char *path)
{
  GStatBuf info;

  if (g_hash_table_contains (self->visited, g_intern_string (path)) || g_stat (path, &info) != 0
      || !S_ISREG (info.st_mode))
    return FALSE;
  if (info.st_size > MAX_FILE)
    add_doubt_of_file (self, path, _ ("%1$s is larger than 10 MiB and was not looked through for “%2$s”"));
  else if (g_access (path, R_OK) != 0)
    add_doubt_of_file (self, path, _ ("%1$s can't be read and was not looked through for “%2$s”"));
  if (info.st_size > MAX_FILE || g_access (path, R_OK) != 0)
    return FALSE;
  if (!rs_import_graph_has_word (self->graph, path, self->visited))
    return FALSE;
  self->result->n_read++;
  return self->result->is_builtin || rs_import_graph_reaches (self->graph, path, self->targets);
}

/* A file of the folder, as a program of its own. */
static void
gather_file (Search *self, const char *path)
{
  g_autoptr (RsSource) source = NULL;
  g_autoptr (RsAnalysis) analysis = NULL;

  if (!is_wanted (self, path) || (source = rs_import_graph_read (self->graph, path)) == NULL)
    return;
  analysis = rs_analysis_new_of_names (source, self->open_texts, self->precision);
  gather_program (self, analysis, self->lets_go);
  if (rs_analysis_has_errors (analysis))
    add_doubt (self, source, 0, _ ("%1$s has errors: what “%2$s” means there is not certain until they are corrected"));
}

static void
gather_folder (Search *self, const char *folder)
{
  g_autoptr (GPtrArray) paths = rs_list_programs (folder, self->cancellable, &self->result->n_links);

  for (guint i = 0; i < paths->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    gather_file (self, g_ptr_array_index (paths, i));
}

/* --- taking --- */

static guint
hash_key (gconstpointer key)
{
  const RsNameKey *self = key;

  return g_direct_hash (self->path) * 31 + self->offset;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const RsNameKey *p = a, *q = b;

  return p->path == q->path && p->offset == q->offset;
}

static gboolean
shares_key (const Candidate *candidate, GHashTable *taken)
{
  for (guint i = 0; i < candidate->keys->len; i++)
    if (g_hash_table_contains (taken, &g_array_index (candidate->keys, RsNameKey, i)))
      return TRUE;
  return FALSE;
}

static void
take_keys (Search *self, const GArray *keys, GHashTable *taken)
{
  for (guint i = 0; i < keys->len; i++)
    {
      const RsNameKey *key = &g_array_index (keys, RsNameKey, i);

      if (g_hash_table_add (taken, g_memdup2 (key, sizeof *key)))
        g_array_append_val (self->result->keys, *key);
    }
}

static void
take (Search *self, const GArray *keys)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  gboolean is_more = TRUE;

  take_keys (self, keys, taken);
  while (is_more)
    {
      is_more = FALSE;
      for (guint i = 0; i < self->candidates->len; i++)
        {
          Candidate *candidate = g_ptr_array_index (self->candidates, i);

          if (candidate->is_taken || !shares_key (candidate, taken))
            continue;
          take_keys (self, candidate->keys, taken);
          candidate->is_taken = is_more = TRUE;
        }
    }
}

/* The library knows its own classes only. */
static gboolean
is_in_library (const Candidate *candidate)
{
  return rs_library_contains (candidate->path);
}

/* A field of an object of which nothing is known may be the one that is looked for. */
static void
doubt_open (Search *self)
{
  gboolean is_member = FALSE, has_parameter = FALSE;

  for (guint i = 0; i < self->candidates->len; i++)
    {
      const Candidate *candidate = g_ptr_array_index (self->candidates, i);

      is_member |= candidate->is_taken && candidate->kind == RS_NAME_MEMBER;
      has_parameter |= candidate->is_taken && candidate->is_parameter;
    }
  for (guint i = 0; i < self->candidates->len; i++)
    {
      const Candidate *candidate = g_ptr_array_index (self->candidates, i);
      gboolean may_be = (is_member && candidate->kind == RS_NAME_FIELD)
                        || ((is_member || has_parameter) && candidate->kind == RS_NAME_ARGUMENT);

      if (may_be && !candidate->is_taken && candidate->meaning == RS_NAME_IS_OPEN && !is_in_library (candidate))
        add_doubt (self, candidate->source, candidate->offset,
                   _ ("%1$s: which “%2$s” this is, is only known when the program runs; give its object a type"));
    }
}

static void
add_place (Search *self, const Candidate *candidate)
{
  GPtrArray *files = self->result->files;
  RsReferencesFile *file = files->len > 0 ? g_ptr_array_index (files, files->len - 1) : NULL;

  /* Each file is gathered once. */
  if (file == NULL || file->source != candidate->source)
    {
      file = g_new0 (RsReferencesFile, 1);
      *file
          = (RsReferencesFile){ .analysis = candidate->analysis != NULL ? rs_analysis_ref (candidate->analysis) : NULL,
                                .module = candidate->module,
                                .source = rs_source_ref (candidate->source),
                                .path = candidate->path,
                                .offsets = g_array_new (FALSE, FALSE, sizeof (guint32)) };
      g_ptr_array_add (files, file);
    }
  /* One that stands twice in the tree, such as x in x += 1. */
  if (file->offsets->len > 0 && g_array_index (file->offsets, guint32, file->offsets->len - 1) == candidate->offset)
    return;
  g_array_append_val (file->offsets, candidate->offset);
  self->result->n_places++;
}

/* --- entry --- */

static void
refuse (const RsAnalysis *analysis, guint module, const RsName *name, guint32 offset, RsNameMeaning meaning,
        GError **error)
{
  RsSource *source = rs_name_table_get_module (rs_analysis_get_names (analysis), module)->source;
  g_autofree char *place = rs_describe_place (source, offset);

  if (name == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("There is no name here"));
  else if (meaning == RS_NAME_IS_OPEN)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("%1$s: which “%2$s” this is, is only known when the program runs; give its object a type"), place,
                 name->name);
  else if (rs_type_name_is_builtin (name->name))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” is a built-in"), name->name);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("It is not known where “%s” is defined"), name->name);
}

static void
begin (Search *self, RsAnalysis *analysis, const RsName *name, const GArray *keys)
{
  self->result = g_new0 (RsReferences, 1);
  self->result->name = g_strdup (name->name);
  self->result->keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey));
  self->result->files = g_ptr_array_new_with_free_func (file_free);
  self->precision = rs_analysis_get_precision (analysis);
  self->candidates = g_ptr_array_new_with_free_func (candidate_free);
  self->visited = g_hash_table_new (NULL, NULL);
  self->targets = g_hash_table_new (g_str_hash, g_str_equal);
  self->graph = rs_import_graph_new (self->open_texts, self->result->name);
  for (guint i = 0; i < keys->len; i++)
    g_hash_table_add (self->targets, (gpointer)g_array_index (keys, RsNameKey, i).path);
}

static void
end (Search *self)
{
  g_ptr_array_unref (self->candidates);
  g_hash_table_unref (self->visited);
  g_hash_table_unref (self->targets);
  rs_import_graph_free (self->graph);
}

/* search: with what it needs to begin. */
static RsReferences *
find (Search *search, RsAnalysis *analysis, guint module, guint32 offset, const char *folder, GError **error)
{
  const RsName *name = rs_name_table_find (rs_analysis_get_names (analysis), module, offset);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (RsNameKey));
  RsNameMeaning meaning = name != NULL ? rs_name_table_get_keys (rs_analysis_get_names (analysis), module, name, keys)
                                       : RS_NAME_IS_OTHER;
  g_autofree char *canonical = folder != NULL && name != NULL && !rs_name_is_local (name) ? realpath (folder, NULL)
                                                                                          : NULL;

  /* obj.f (x) may call f, whatever obj is. */
  if (keys->len == 0)
    {
      refuse (analysis, module, name, offset, meaning, error);
      return NULL;
    }
  begin (search, analysis, name, keys);
  search->result->folder = g_strdup (canonical);
  search->result->is_builtin = meaning == RS_NAME_IS_BUILTIN;
  gather_program (search, analysis, FALSE);
  if (canonical != NULL)
    gather_folder (search, canonical);
  take (search, keys);
  doubt_open (search);
  for (guint i = 0; i < search->candidates->len; i++)
    if (((const Candidate *)g_ptr_array_index (search->candidates, i))->is_taken)
      add_place (search, g_ptr_array_index (search->candidates, i));
  end (search);
  if (!g_cancellable_set_error_if_cancelled (search->cancellable, error))
    return search->result;
  rs_references_free (search->result);
  return NULL;
}

RsReferences *
rs_references_find_in (RsAnalysis *analysis, guint module, guint32 offset, const char *folder, GHashTable *open_texts,
                       GCancellable *cancellable, GError **error)
{
  Search search = { .open_texts = open_texts, .cancellable = cancellable };

  return find (&search, analysis, module, offset, folder, error);
}

RsReferences *
rs_references_find (RsAnalysis *analysis, guint32 offset, const char *folder, GHashTable *open_texts,
                    GCancellable *cancellable, GError **error)
{
  return rs_references_find_in (analysis, rs_analysis_get_program (analysis)->modules->len - 1, offset, folder,
                                open_texts, cancellable, error);
}

RsReferences *
rs_references_list (RsAnalysis *analysis, guint32 offset, const char *folder, GHashTable *open_texts,
                    GCancellable *cancellable, GError **error)
{
  Search search = { .lets_go = TRUE, .open_texts = open_texts, .cancellable = cancellable };

  return find (&search, analysis, rs_analysis_get_program (analysis)->modules->len - 1, offset, folder, error);
}

/* --- on a thread --- */

typedef struct {
  RsAnalysis *analysis; /* owned */
  guint32 offset;
  char *folder;
  GHashTable *open_texts; /* owned reference */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  rs_analysis_unref (job->analysis);
  g_clear_pointer (&job->open_texts, g_hash_table_unref);
  g_free (job->folder);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source_object, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;
  RsReferences *found
      = rs_references_find (job->analysis, job->offset, job->folder, job->open_texts, cancellable, &error);

  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify)rs_references_free);
  else
    g_task_return_error (task, error);
}

void
rs_references_find_async (RsAnalysis *analysis, guint32 offset, const char *folder, GHashTable *open_texts,
                          GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new (Job, 1);

  *job = (Job){ rs_analysis_ref (analysis), offset, g_strdup (folder),
                open_texts != NULL ? g_hash_table_ref (open_texts) : NULL };
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

RsReferences *
rs_references_find_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
