/* A program: a main module and what it imports, parsed, resolved and checked.
 *
 * `check`, `run`, the IDE's background compilation and the debugger all start here.
 *
 * Threads: compile on any thread; several at once. A finished program is read-only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/package/package.h"
#include "compiler/sema/names/symbol.h"

/* How strict unsafe reductions are taken (manual 4.9.3): warnings, nothing, errors. */
typedef enum { RS_SAFETY_SAFE, RS_SAFETY_NONE, RS_SAFETY_STRICT } RsSafetyLevel;

/* The settings of table 17.3 that are about reductions; #pragma lines of a file change them for it. */
typedef struct {
  RsSafetyLevel safety;
  gboolean is_off;  /* reductions are not applied */
  gboolean display; /* each application is a note */
} RsReduceOptions;

typedef struct {
  gatomicrefcount ref_count;
  RsNames *names;
  GPtrArray *modules; /* of RsModule, imported ones before those that import them; the main module is the last */
  /* of RsModule: compiled before, their reductions hold here too; set while it is compiled, or NULL */
  const GPtrArray *around;
  RsPrecision precision;
  gboolean will_run; /* as in RsCompileOptions */
  RsReduceOptions reductions;
} RsProgram;

/* Steps between which a program can be looked at. */
typedef enum {
  RS_PROGRAM_PARSED,   /* all modules are there; macros are not open yet, and names have no symbols */
  RS_PROGRAM_RESOLVED, /* names have symbols; types are not inferred yet, and nothing has been rewritten by them */
} RsProgramStep;

typedef struct {
  const char *const
      *search_path; /* folders searched by import after the importing file's; NULL-terminated; may be NULL */
  RsPrecision precision;
  RsPackageBuilder *builder; /* receives every module as it was parsed; may be NULL */
  /* the program runs next: assertions that will fail are warnings here, and errors when they are met */
  gboolean will_run;
  RsReduceOptions reductions;
  /* What stands for the file of that canonical path, such as text of an editor; NULL: the file is read. May be NULL. On
   * the compiling thread. (transfer full) */
  RsSource *(*find_source) (const char *path, gpointer data);
  gpointer find_source_data;
  /* Called behind each step, on the compiling thread: later ones open macros and rewrite expressions, so that names
   * which stand in the text are no longer in the tree. Nodes and symbols that it keeps live as long as the program. May
   * be NULL. */
  void (*look) (RsProgram *program, RsProgramStep step, gpointer data);
  gpointer look_data;
} RsCompileOptions;

/* "off" (or "none"), "safe", "strict", in any case; other words are SAFE. */
RsSafetyLevel rs_safety_level_from_string (const char *text);

/* Parses source and everything it imports, resolves names and infers types. Always returns a program; it may be run
 * when rs_diagnostics_count (diagnostics, RS_SEVERITY_ERROR) is 0. (transfer full) */
RsProgram *rs_program_compile (RsSource *source, const RsCompileOptions *options, RsDiagnostics *diagnostics);

/* Compiles the text of an eval: a module, parsed with the names of those around it. It sees what the module of scope
 * and its imports define, the types of scope, and as variables of its own the known ones: name -> whether the value is
 * data and no function. The program has the modules around it (of RsModule) first, then what the text imports, then
 * module, of which it takes a reference. Its precision and names are those of scope. Always returns a program.
 * (transfer full) */
RsProgram *rs_program_compile_inside (const GPtrArray *around, RsScope *scope, RsModule *module, GHashTable *known,
                                      const RsCompileOptions *options, RsDiagnostics *diagnostics);

/* The same for a program that was built: the modules of a package. (transfer full) */
RsProgram *rs_program_load (RsPackage *image, const RsCompileOptions *options, RsDiagnostics *diagnostics);

/* --- programs that grow: what is typed at a prompt --- */

typedef struct _RsGrowingProgram RsGrowingProgram;

/* options are copied, but for the search path, which has to outlive the program. */
RsGrowingProgram *rs_growing_program_new (const RsCompileOptions *options);
void rs_growing_program_free (RsGrowingProgram *self);
/* Everything so far, in the order in which it was added. (transfer none) */
RsProgram *rs_growing_program_get (const RsGrowingProgram *self);
/* Adds a module, with what it imports and is not there yet; it sees the names of those before it, the last ones first,
 * and as variables of its own the known ones: name -> whether the value is data and no function. FALSE, and nothing is
 * added, when there are errors, which are in diagnostics. */
gboolean
rs_growing_program_add (RsGrowingProgram *self, RsSource *source, GHashTable *known, RsDiagnostics *diagnostics);
/* Of what is added from now on: as in RsCompileOptions. */
void rs_growing_program_set_will_run (RsGrowingProgram *self, gboolean will_run);
/* Drops the modules from index first on: those that the last call has added. */
void rs_growing_program_drop (RsGrowingProgram *self, guint first);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsGrowingProgram, rs_growing_program_free)

RsProgram *rs_program_ref (RsProgram *program);
void rs_program_unref (RsProgram *program);

/* The folder of the standard library (data/library, or where it is installed; RS_LIBRARY_DIR overrides). */
const char *rs_library_get_folder (void);
/* The folder of the pages for `redshift-cli doc` (data/help, or where it is installed). */
const char *rs_help_get_folder (void);
/* Whether the file of that path lies in the library's folder. */
gboolean rs_library_contains (const char *path);

static inline RsModule *
rs_program_get_main (const RsProgram *program)
{
  return g_ptr_array_index (program->modules, program->modules->len - 1);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsProgram, rs_program_unref)
