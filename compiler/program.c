/* From a source to a program: loads imports, then resolves, infers and checks every module in order.
 *
 * Called once a run by `check` and `run`, and after each pause in typing by the editor, so a missing file or a broken
 * import is a diagnostic like any other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/program.h"

#include "compiler/base/messages.h"
#include "compiler/imports/find-import.h"
#include "compiler/kernel/report/explain.h"
#include "compiler/sema/check/check.h"
#include "compiler/sema/rewrite/expand.h"
#include "compiler/sema/rewrite/shared-designator.h"
#include "compiler/sema/rewrite/single-element.h"
#include "compiler/sema/rewrite/texture.h"

#include <string.h>

/* A module while the program is being put together. */
typedef struct {
  RsModule *module;   /* borrowed from the program */
  char *path;         /* canonical; NULL for text that is no file */
  GPtrArray *imports; /* of Unit: what it imports itself, in order */
  RsPackage *package;     /* that it came out of, or NULL; owned */
  guint package_index;  /* in it */
  char *digest;       /* of its source; NULL until it is asked for */
  guint built;        /* its index in the package that is being built */
} Unit;

typedef struct {
  RsProgram *program;
  const RsCompileOptions *options;
  RsDiagnostics *diagnostics;
  GPtrArray *units;   /* owned; every Unit, in the order in which they were begun */
  GHashTable *paths;  /* canonical path -> Unit */
  GHashTable *finished; /* RsModule -> Unit */
  const RsScope *inside; /* whose types the last module sees; may be NULL */
  GHashTable *known;  /* name -> is data: variables that the last module has from the start; may be NULL */
  gboolean missing_library;
  gboolean has_packages; /* a library that was built is among the units */
  guint depth;
} Loader;

#define MAX_IMPORT_DEPTH 200

static void load_imports (Loader *loader, Unit *unit, RsNode *node);

static void
unit_free (gpointer data)
{
  Unit *unit = data;

  g_ptr_array_unref (unit->imports);
  rs_package_unref (unit->package);
  g_free (unit->digest);
  g_free (unit->path);
  g_free (unit);
}

static gboolean
has_ending (const char *name, const char *ending)
{
  gsize length = strlen (name), n = strlen (ending);

  return length > n && g_ascii_strcasecmp (name + length - n, ending) == 0;
}

static void
check (RsProgram *program, RsDiagnostics *diagnostics)
{
  rs_check_program (program, diagnostics);
  for (guint i = 0; i < program->modules->len; i++)
    rs_explain_forced_loops (g_ptr_array_index (program->modules, i), diagnostics);
}

/* --- loading --- */

G_GNUC_PRINTF (6, 7)
static void
report (Loader *loader, RsSeverity severity, const Unit *unit, const RsNode *node, RsMessageId id, const char *format,
        ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (loader->diagnostics, rs_message_get_code (id), severity, unit->module->source, node->span,
                              text);
}

static const char *
get_digest (Unit *unit)
{
  if (!unit->digest && unit->package)
    unit->digest = g_strdup (rs_package_get_module_digest (unit->package, unit->package_index));
  if (!unit->digest)
    unit->digest = rs_package_digest_source (unit->module->source);
  return unit->digest;
}

/* The name of a module in the package that is being built, by which messages call it: without the folders of this
 * machine, so that the same program gives the same bytes wherever it is built. */
static const char *
name_in_package (const Loader *loader, const Unit *unit)
{
  const char *name = rs_source_get_name (unit->module->source), *path = unit->path ? unit->path : name;
  const Unit *first = loader->units->len > 0 ? g_ptr_array_index (loader->units, 0) : unit;
  g_autofree char *folder = first->path ? g_path_get_dirname (first->path) : NULL;
  g_autofree char *base = g_path_get_basename (path), *text = NULL;

  if (unit->package || !unit->path)
    return name;
  if (rs_library_contains (path))
    text = g_strconcat (RS_LIBRARY_NAME, base, NULL);
  else if (folder && g_str_has_prefix (path, folder) && path[strlen (folder)] == G_DIR_SEPARATOR)
    text = g_strdup (path + strlen (folder) + 1);
  return rs_arena_printf (unit->module->arena, "%s", text ? text : base);
}

/* Takes a module with everything it imports; it ends up behind its imports. package: that it came out of, or NULL. */
static Unit *
load_unit (Loader *loader, RsModule *module, const char *path, RsPackage *package, guint package_index)
{
  Unit *unit = g_new0 (Unit, 1);

  unit->path = g_strdup (path);
  unit->imports = g_ptr_array_new ();
  unit->module = module;
  unit->package = package ? rs_package_ref (package) : NULL;
  unit->package_index = package_index;
  if (loader->options && loader->options->builder)
    unit->built = rs_package_builder_add_module (loader->options->builder, module, name_in_package (loader, unit),
                                                 get_digest (unit));
  g_ptr_array_add (loader->units, unit);
  if (path)
    g_hash_table_insert (loader->paths, unit->path, unit);
  rs_rewrite_single_elements (unit->module);
  rs_rewrite_textures (unit->module);
  rs_rewrite_shared_designators (unit->module);
  loader->depth++;
  load_imports (loader, unit, unit->module->root);
  loader->depth--;
  g_ptr_array_add (loader->program->modules, unit->module);
  g_hash_table_insert (loader->finished, unit->module, unit);
  return unit;
}

static void
add_import (Loader *loader, Unit *unit, const char *name, Unit *imported)
{
  g_ptr_array_add (unit->imports, imported);
  if (loader->options && loader->options->builder)
    rs_package_builder_add_import (loader->options->builder, unit->built, name, imported->built);
}

/* The unit with that text, so that a file that is in a library too is one module; NULL when there is none. */
static Unit *
find_same (Loader *loader, const char *name, const char *digest)
{
  g_autofree char *base = g_path_get_basename (name);

  for (guint i = 0; i < loader->units->len; i++)
    {
      Unit *unit = g_ptr_array_index (loader->units, i);
      g_autofree char *other = g_path_get_basename (rs_source_get_name (unit->module->source));

      if (strcmp (base, other) == 0 && strcmp (get_digest (unit), digest) == 0)
        return unit;
    }
  return NULL;
}

/* Module index of a package, loaded when it is not yet. NULL with an error. */
static Unit *
load_from_package (Loader *loader, RsPackage *package, guint index, GError **error)
{
  RsModule *module;

  for (guint i = 0; i < loader->units->len; i++)
    {
      Unit *unit = g_ptr_array_index (loader->units, i);

      if (unit->package == package && unit->package_index == index)
        return unit;
    }
  if (loader->units->len > 0)
    {
      Unit *same = find_same (loader, rs_package_get_module_name (package, index),
                              rs_package_get_module_digest (package, index));

      if (same)
        return same;
    }
  if (loader->depth >= MAX_IMPORT_DEPTH)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "its imports are nested too deeply");
      return NULL;
    }
  module = rs_package_load_module (package, index, loader->program->names, error);
  return module ? load_unit (loader, module, NULL, package, index) : NULL;
}

static void
import_library (Loader *loader, Unit *unit, const RsNode *node, const char *name)
{
  g_autofree char *slashes = g_strdelimit (g_strdup (name), "\\", '/');
  g_autofree char *base = g_path_get_basename (slashes);

  if (g_str_has_prefix (base, "Quasar."))
    return;
  report (loader, RS_SEVERITY_WARNING, unit, node, RS_SAY (IMPORT_LIBRARY), name);
  loader->missing_library = TRUE;
}

static RsSource *
read_source (const RsCompileOptions *options, const char *path, GError **error)
{
  RsSource *source = options && options->find_source ? options->find_source (path, options->find_source_data) : NULL;

  return source ? source : rs_source_new_from_file (path, error);
}

/* A file of text, or a library that was built. NULL with text saying why not. */
static Unit *
load_file (Loader *loader, const char *path, const char *name, GError **error)
{
  Unit *imported = g_hash_table_lookup (loader->paths, path);
  g_autoptr (RsSource) source = NULL;
  g_autoptr (RsPackage) package = NULL;

  if (imported)
    return imported;
  if (has_ending (name, ".qlib"))
    {
      package = rs_package_open (path, error);
      imported = package ? load_from_package (loader, package, 0, error) : NULL;
      if (imported && !g_hash_table_contains (loader->paths, path))
        g_hash_table_insert (loader->paths, imported->path ? imported->path : (imported->path = g_strdup (path)),
                             imported);
      loader->has_packages |= imported != NULL;
      return imported;
    }
  source = read_source (loader->options, path, error);
  if (!source)
    return NULL;
  if (loader->has_packages)
    {
      g_autofree char *digest = rs_package_digest_source (source);

      imported = find_same (loader, path, digest);
    }
  return imported ? imported
                  : load_unit (loader, rs_parse (source, loader->program->names, loader->diagnostics), path, NULL, 0);
}

static void import_file (Loader *loader, Unit *unit, const RsNode *node, const char *name);

static char *
find_import (const Loader *loader, const Unit *unit, const char *name)
{
  return rs_find_import (name, unit->path, loader->options ? loader->options->search_path : NULL);
}

/* Whether there is a file that was meant: with `.q`, or with nearly that name. It is read then, after an error, so that
 * what it defines is not missed too. */
static gboolean
import_instead (Loader *loader, Unit *unit, const RsNode *node, const char *name)
{
  g_autofree char *instead = g_strconcat (name, ".q", NULL);
  g_autofree char *path = find_import (loader, unit, instead);

  if (!path)
    {
      g_free (instead);
      instead = rs_suggest_import (name, unit->path, loader->options ? loader->options->search_path : NULL);
      path = instead ? find_import (loader, unit, instead) : NULL;
    }
  if (!path)
    return FALSE;
  report (loader, RS_SEVERITY_ERROR, unit, node, RS_SAY (IMPORT_NEAR), name, instead);
  import_file (loader, unit, node, instead);
  return TRUE;
}

static void
import_file (Loader *loader, Unit *unit, const RsNode *node, const char *name)
{
  int inside = unit->package ? rs_package_find_import (unit->package, unit->package_index, name) : -1;
  g_autofree char *path = inside < 0 ? find_import (loader, unit, name) : NULL;
  g_autoptr (GError) error = NULL;
  Unit *imported = NULL;

  if (inside < 0 && !path && import_instead (loader, unit, node, name))
    return;
  if (inside >= 0)
    imported = load_from_package (loader, unit->package, (guint)inside, &error);
  else if (!path)
    {
      report (loader, RS_SEVERITY_ERROR, unit, node, RS_SAY (IMPORT_UNKNOWN), name);
      return;
    }
  else if (loader->depth >= MAX_IMPORT_DEPTH && !g_hash_table_contains (loader->paths, path))
    {
      report (loader, RS_SEVERITY_ERROR, unit, node, RS_SAY (IMPORT_TOO_DEEP), name);
      return;
    }
  else
    imported = load_file (loader, path, name, &error);
  if (imported)
    add_import (loader, unit, name, imported);
  else
    report (loader, RS_SEVERITY_ERROR, unit, node, RS_SAY (IMPORT_UNREAD), name, error->message);
}

static void
load_import (Loader *loader, Unit *unit, const RsNode *node)
{
  const char *name = node->text ? node->text : "";

  if (*name == '\0')
    report (loader, RS_SEVERITY_ERROR, unit, node, RS_SAY (IMPORT_NAME));
  else if (has_ending (name, ".dll"))
    import_library (loader, unit, node, name);
  else
    import_file (loader, unit, node, name);
}

/* Imports are statements; expressions need not be searched. */
static void
load_imports (Loader *loader, Unit *unit, RsNode *node)
{
  if (node->kind == RS_NODE_IMPORT)
    load_import (loader, unit, node);
  else if (node->kind != RS_NODE_EXPRESSION && node->kind != RS_NODE_ASSIGN)
    for (guint i = 0; i < node->n_children; i++)
      if (node->children[i])
        load_imports (loader, unit, node->children[i]);
}

/* --- resolving --- */

static void
collect_imports (Unit *unit, GPtrArray *modules, GHashTable *seen)
{
  for (guint i = unit->imports->len; i > 0; i--)
    {
      Unit *imported = g_ptr_array_index (unit->imports, i - 1);

      if (!g_hash_table_add (seen, imported))
        continue;
      g_ptr_array_add (modules, imported->module);
      collect_imports (imported, modules, seen);
    }
}

/* A module's symbols lead into what it imports, which therefore lives as long. In a circle only those that come
 * earlier are kept: a circle of references would never end. */
static void
keep_imports (RsModule *module, const GPtrArray *imports, GHashTable *earlier)
{
  for (guint i = 0; i < imports->len; i++)
    {
      RsModule *import = g_ptr_array_index (imports, i);

      if (g_hash_table_contains (earlier, import))
        rs_arena_add_cleanup (module->arena, (GDestroyNotify)rs_module_unref, rs_module_ref (import));
    }
}

/* Everything that the module imports, also indirectly. (transfer container) */
static GPtrArray *
imports_of (Loader *loader, RsModule *module)
{
  Unit *unit = g_hash_table_lookup (loader->finished, module);
  GPtrArray *imports = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_hash_table_add (seen, unit);
  collect_imports (unit, imports, seen);
  return imports;
}

static void
expand_modules (Loader *loader)
{
  for (guint i = 0; i < loader->program->modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (loader->program->modules, i);
      g_autoptr (GPtrArray) imports = imports_of (loader, module);

      rs_expand_macros (module, imports, loader->diagnostics);
    }
}

static void
add_known (Loader *loader, RsResolver *resolver)
{
  GHashTableIter iterator;
  gpointer name, is_data;

  if (!loader->known)
    return;
  g_hash_table_iter_init (&iterator, loader->known);
  while (g_hash_table_iter_next (&iterator, &name, &is_data))
    rs_resolver_add_known (resolver, name, GPOINTER_TO_INT (is_data));
}

static void
resolve_modules (Loader *loader)
{
  GPtrArray *modules = loader->program->modules;
  g_autofree RsResolver **resolvers = g_new0 (RsResolver *, modules->len);
  g_autoptr (GHashTable) earlier = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < modules->len; i++)
    resolvers[i] = rs_resolver_new (g_ptr_array_index (modules, i), NULL, loader->program->precision,
                                    loader->diagnostics);
  add_known (loader, resolvers[modules->len - 1]);
  rs_resolver_add_types (resolvers[modules->len - 1], loader->inside);
  for (guint i = 0; i < modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (modules, i);
      g_autoptr (GPtrArray) imports = imports_of (loader, module);

      rs_resolver_finish (resolvers[i], imports, loader->missing_library);
      keep_imports (module, imports, earlier);
      g_hash_table_add (earlier, module);
    }
}

/* --- entry --- */

static RsProgram *
program_new (const RsCompileOptions *options)
{
  RsProgram *program = g_new0 (RsProgram, 1);

  g_atomic_ref_count_init (&program->ref_count);
  program->names = rs_names_new ();
  program->modules = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_module_unref);
  program->precision = options ? options->precision : RS_PRECISION_SINGLE;
  program->will_run = options && options->will_run;
  if (options)
    program->reductions = options->reductions;
  return program;
}

static void
look (Loader *loader, RsProgramStep step)
{
  if (loader->options && loader->options->look)
    loader->options->look (loader->program, step, loader->options->look_data);
}

/* The steps from the main module on; takes it. */
static RsProgram *
compile (Loader *loader, RsModule *main_module, const char *path, RsPackage *package)
{
  guint n_before;

  loader->units = g_ptr_array_new_with_free_func (unit_free);
  loader->paths = g_hash_table_new (g_str_hash, g_str_equal);
  loader->finished = g_hash_table_new (NULL, NULL);
  loader->has_packages = package != NULL;
  load_unit (loader, main_module, path, package, 0);
  look (loader, RS_PROGRAM_PARSED);
  expand_modules (loader);
  n_before = rs_diagnostics_get_length (loader->diagnostics);
  resolve_modules (loader);
  look (loader, RS_PROGRAM_RESOLVED);
  check (loader->program, loader->diagnostics);
  if (loader->program->will_run)
    rs_check_pardon_unreached (loader->program, loader->diagnostics, n_before);
  rs_diagnostics_sort (loader->diagnostics);

  g_hash_table_unref (loader->finished);
  g_hash_table_unref (loader->paths);
  g_ptr_array_unref (loader->units);
  return loader->program;
}

RsProgram *
rs_program_compile (RsSource *source, const RsCompileOptions *options, RsDiagnostics *diagnostics)
{
  Loader loader = { .program = program_new (options), .options = options, .diagnostics = diagnostics };
  const char *name = rs_source_get_name (source);
  g_autofree char *path = rs_find_file (name);

  /* An edited buffer may have no file yet; its folder still is where imports are looked for. Those of a program that
   * comes through a pipe (/dev/fd/63) are in the current folder. */
  if (!path && g_path_is_absolute (name) && !g_file_test (name, G_FILE_TEST_EXISTS))
    path = g_strdup (name);
  return compile (&loader, rs_parse (source, loader.program->names, diagnostics), path, NULL);
}

RsProgram *
rs_program_load (RsPackage *package, const RsCompileOptions *options, RsDiagnostics *diagnostics)
{
  Loader loader = { .program = program_new (options), .options = options, .diagnostics = diagnostics };
  g_autoptr (GError) error = NULL;
  RsModule *module = rs_package_load_module (package, 0, loader.program->names, &error);

  if (!module)
    {
      g_autoptr (RsSource) source = rs_source_new_from_text (rs_package_get_path (package), "", -1);

      rs_message_report (diagnostics, RS_SEVERITY_ERROR, source, (RsSpan){ 0, 0 }, RS_SAY (PACKAGE_UNREAD),
                         error->message);
      module = rs_parse (source, loader.program->names, diagnostics);
    }
  return compile (&loader, module, NULL, package);
}

/* --- text inside a program --- */

/* Units for modules that are compiled already. */
static void
add_finished (Loader *loader, const GPtrArray *modules)
{
  for (guint i = 0; i < modules->len; i++)
    {
      Unit *unit = g_new0 (Unit, 1);

      unit->module = g_ptr_array_index (modules, i);
      unit->imports = g_ptr_array_new ();
      unit->path = rs_find_file (rs_source_get_name (unit->module->source));
      g_ptr_array_add (loader->units, unit);
      g_hash_table_insert (loader->finished, unit->module, unit);
      if (unit->path && !g_hash_table_contains (loader->paths, unit->path))
        g_hash_table_insert (loader->paths, unit->path, unit);
    }
}

/* What the scope's module sees, it first: in front of what the text imports itself, which is then found first. */
static void
import_surroundings (Loader *loader, Unit *unit, const RsScope *scope)
{
  const RsScope *root = scope->module->root->scope;
  Unit *around = g_hash_table_lookup (loader->finished, scope->module);

  for (guint i = root->imports ? root->imports->len : 0; i > 0; i--)
    {
      const RsScope *import = g_ptr_array_index (root->imports, i - 1);
      Unit *imported = g_hash_table_lookup (loader->finished, import->module);

      if (imported && around)
        g_ptr_array_add (around->imports, imported);
    }
  if (around)
    g_ptr_array_insert (unit->imports, 0, around);
}

RsProgram *
rs_program_compile_inside (const GPtrArray *around, RsScope *scope, RsModule *module, GHashTable *known,
                           const RsCompileOptions *options, RsDiagnostics *diagnostics)
{
  RsProgram *program = program_new (options), *part = program_new (options);
  Loader loader = { .program = part, .options = options, .diagnostics = diagnostics, .known = known, .inside = scope,
                    .units = g_ptr_array_new_with_free_func (unit_free),
                    .paths = g_hash_table_new (g_str_hash, g_str_equal), .finished = g_hash_table_new (NULL, NULL) };
  Unit *unit;

  rs_names_unref (program->names);
  rs_names_unref (part->names);
  program->names = rs_names_ref (module->names);
  part->names = rs_names_ref (module->names);
  part->around = around;
  add_finished (&loader, around);
  unit = load_unit (&loader, rs_module_ref (module), NULL, NULL, 0);
  import_surroundings (&loader, unit, scope);
  expand_modules (&loader);
  resolve_modules (&loader);
  check (part, diagnostics);
  rs_diagnostics_sort (diagnostics);
  for (guint i = 0; i < around->len; i++)
    g_ptr_array_add (program->modules, rs_module_ref (g_ptr_array_index (around, i)));
  for (guint i = 0; i < part->modules->len; i++)
    g_ptr_array_add (program->modules, rs_module_ref (g_ptr_array_index (part->modules, i)));
  rs_program_unref (part);
  g_hash_table_unref (loader.finished);
  g_hash_table_unref (loader.paths);
  g_ptr_array_unref (loader.units);
  return program;
}

/* --- programs that grow --- */

struct _RsGrowingProgram {
  RsProgram *program;
  RsCompileOptions options;
  GPtrArray *units;
  GHashTable *paths, *finished;
  GPtrArray *reducing; /* element-type RsModule: borrowed; those whose reductions later ones see */
  Unit *before; /* last, before the module that was added last */
  Unit *last; /* that later ones see, with all that it sees; NULL: none yet */
  gboolean missing_library, has_packages;
};

RsGrowingProgram *
rs_growing_program_new (const RsCompileOptions *options)
{
  RsGrowingProgram *self = g_new0 (RsGrowingProgram, 1);

  self->program = program_new (options);
  self->options = *options;
  self->options.builder = NULL;
  self->units = g_ptr_array_new_with_free_func (unit_free);
  self->reducing = g_ptr_array_new ();
  self->paths = g_hash_table_new (g_str_hash, g_str_equal);
  self->finished = g_hash_table_new (NULL, NULL);
  return self;
}

void
rs_growing_program_free (RsGrowingProgram *self)
{
  g_ptr_array_unref (self->reducing);
  g_hash_table_unref (self->finished);
  g_hash_table_unref (self->paths);
  g_ptr_array_unref (self->units);
  rs_program_unref (self->program);
  g_free (self);
}

RsProgram *
rs_growing_program_get (const RsGrowingProgram *self)
{
  return self->program;
}

void
rs_growing_program_set_will_run (RsGrowingProgram *self, gboolean will_run)
{
  self->options.will_run = will_run;
}

static gboolean
is_from (gpointer key, gpointer unit, gpointer units)
{
  return !g_ptr_array_find (units, unit, NULL);
}

/* Forgets the units from index first on. */
static void
forget_units (RsGrowingProgram *self, guint first)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; i < first; i++)
    g_ptr_array_add (kept, g_ptr_array_index (self->units, i));
  g_hash_table_foreach_remove (self->paths, is_from, kept);
  g_hash_table_foreach_remove (self->finished, is_from, kept);
  g_ptr_array_set_size (self->units, (int)first);
}

/* A module for each unit; they are in another order, but those of one call come after those of the calls before it. */
void
rs_growing_program_drop (RsGrowingProgram *self, guint first)
{
  for (guint i = first; i < self->units->len; i++)
    if (self->last == g_ptr_array_index (self->units, i))
      self->last = self->before;
  forget_units (self, first);
  for (guint i = first; i < self->program->modules->len; i++)
    g_ptr_array_remove (self->reducing, g_ptr_array_index (self->program->modules, i));
  g_ptr_array_set_size (self->program->modules, (int)first);
}

static gboolean
holds_reduction (const RsNode *node)
{
  if (node->kind == RS_NODE_REDUCTION)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && holds_reduction (node->children[i]))
      return TRUE;
  return FALSE;
}

/* Whether later inputs may need the module itself: variables are passed on by value. */
static gboolean
defines_names (const RsModule *module)
{
  const RsScope *scope = module->root->scope;
  GHashTableIter iterator;
  gpointer symbol;

  for (guint i = 0; i < module->root->n_children; i++)
    if (module->root->children[i] && module->root->children[i]->kind != RS_NODE_EXPRESSION
        && module->root->children[i]->kind != RS_NODE_ASSIGN && module->root->children[i]->kind != RS_NODE_FOR)
      return TRUE;
  g_hash_table_iter_init (&iterator, scope->names);
  while (g_hash_table_iter_next (&iterator, NULL, &symbol))
    if (((const RsSymbol *)symbol)->kind != RS_SYMBOL_VARIABLE)
      return TRUE;
  return scope->types != NULL;
}

/* The modules that are new are compiled as a program of their own, to which those before it are imports. */
gboolean
rs_growing_program_add (RsGrowingProgram *self, RsSource *source, GHashTable *known, RsDiagnostics *diagnostics)
{
  guint first = self->units->len;
  g_autoptr (RsProgram) part = program_new (&self->options);
  Loader loader = { .program = part, .options = &self->options, .diagnostics = diagnostics, .units = self->units,
                    .paths = self->paths, .finished = self->finished, .known = known,
                    .missing_library = self->missing_library, .has_packages = self->has_packages };
  Unit *unit;
  g_autofree char *path = rs_find_file (rs_source_get_name (source));

  rs_names_unref (part->names);
  part->names = rs_names_ref (self->program->names);
  part->around = self->reducing;
  unit = load_unit (&loader, rs_parse (source, part->names, diagnostics), path, NULL, 0);
  if (self->last)
    g_ptr_array_insert (unit->imports, 0, self->last);
  expand_modules (&loader);
  resolve_modules (&loader);
  check (part, diagnostics);
  rs_diagnostics_sort (diagnostics);
  if (rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) > 0)
    {
      forget_units (self, first);
      return FALSE;
    }
  for (guint i = 0; i < part->modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (part->modules, i);

      g_ptr_array_add (self->program->modules, rs_module_ref (module));
      if (holds_reduction (module->root))
        g_ptr_array_add (self->reducing, module);
    }
  self->before = self->last;
  if (defines_names (unit->module))
    self->last = unit;
  self->missing_library = loader.missing_library;
  self->has_packages = loader.has_packages;
  return TRUE;
}

RsProgram *
rs_program_ref (RsProgram *program)
{
  g_atomic_ref_count_inc (&program->ref_count);
  return program;
}

void
rs_program_unref (RsProgram *program)
{
  if (!program || !g_atomic_ref_count_dec (&program->ref_count))
    return;
  g_ptr_array_unref (program->modules);
  rs_names_unref (program->names);
  g_free (program);
}
