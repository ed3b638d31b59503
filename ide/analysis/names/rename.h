/* Another name for something, in all texts that use it.
 *
 * The new texts are compiled before anything is changed: where they have an error that the old ones did not have, or
 * the new name would mean something else somewhere, nothing is renamed.
 *
 * Threads: any, one at a time for the same references.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/names/references.h"

/* A text with the new name. */
typedef struct {
  const RsReferencesFile *file; /* borrowed from the references */
  char *text;
} RsRenamedText;

/* Whether what was found may have another name at all; FALSE with a sentence: the text has errors, it is a built-in or
 * the library's, there may be more places. Takes no time. */
gboolean rs_rename_check_references (const RsAnalysis *analysis, const RsReferences *references, GError **error);

/* The same, and whether this name may be written to all places, as far as that is known without compiling; FALSE with a
 * sentence: the new name is none, is taken, is a built-in. Takes no time. */
gboolean rs_rename_check (const RsAnalysis *analysis, const RsReferences *references, const char *name, GError **error);

/* How far a check has come: programs that are compiled, of how many; 0 of 0 at first. Atomic: any thread may read. */
typedef struct {
  guint n_done, n_all;
} RsRenameProgress;

/* The new texts of all files, or NULL with a sentence, or with G_IO_ERROR_CANCELLED. open_texts as for rs_analysis_new;
 * progress: NULL, or is advanced. (element-type RsRenamedText) (transfer full) */
GPtrArray *
rs_rename_make_texts (const RsAnalysis *analysis, const RsReferences *references, const char *name,
                      GHashTable *open_texts, RsRenameProgress *progress, GCancellable *cancellable, GError **error);

/* Writes the texts of files (element-type RsRenamedText): all, or none with a sentence that names the file, and those
 * that could not be put back when a later one failed. A file that has changed since it was read is not written, nor one
 * that is not UTF-8; byte order marks stay, and so do modes, owners and links. When it is cancelled all files are as
 * they were. What the files had, for rs_rename_take_back; NULL on failure. (element-type GBytes) (transfer full) */
GPtrArray *rs_rename_write_files (const GPtrArray *texts, GCancellable *cancellable, GError **error);

/* Puts back what the files had; FALSE with a sentence that names those that still have the new name. */
gboolean rs_rename_take_back (const GPtrArray *texts, const GPtrArray *old, GError **error);
