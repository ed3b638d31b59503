/* Which files of a folder import which, found from their texts alone: nothing is compiled.
 *
 * Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

typedef struct _RsImportGraph RsImportGraph;

/* open_texts: canonical path -> RsSource, texts of an editor that stand for files; may be NULL. word: one that is
 * looked for. */
RsImportGraph *rs_import_graph_new (GHashTable *open_texts, const char *word);
void rs_import_graph_free (RsImportGraph *self);

/* The text of a file, or what stands for it; NULL when it can't be read. (transfer full) */
RsSource *rs_import_graph_read (RsImportGraph *self, const char *path);
/* Whether a file is one of targets (set of canonical paths), or imports one, directly or not. */
gboolean rs_import_graph_reaches (RsImportGraph *self, const char *path, GHashTable *targets);
/* Whether the word stands in a file or in one that it imports, directly or not; those of known (set of interned paths)
 * and the library's don't count. */
gboolean rs_import_graph_has_word (RsImportGraph *self, const char *path, GHashTable *known);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsImportGraph, rs_import_graph_free)
