/* Every place that means what a name means: in the program around it, and in the programs of a folder.
 *
 * Whatever file of the folder imports, directly or not, a file that defines it is compiled as a program of its own, if
 * it or what it imports holds the name; texts of an editor stand for their files. Hidden files and links are left out;
 * so are files over 10 MiB and those that can't be read, which is a doubt.
 *
 * Threads: found on any thread; the result is read by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"

#include <gio/gio.h>

/* The places in one text. */
typedef struct {
  RsAnalysis *analysis; /* owned: of a program that the text is in; NULL: it is let go */
  guint module;         /* its index there */
  RsSource *source;     /* owned */
  const char *path;     /* canonical */
  GArray *offsets;      /* element-type guint32; of the names, in the order of the text */
} RsReferencesFile;

typedef struct {
  char *name;
  char *folder;     /* canonical; NULL: only the program was looked through */
  GArray *keys;     /* element-type RsNameKey: where it is defined */
  GPtrArray *files; /* element-type RsReferencesFile; those of the program first */
  guint n_places;
  gboolean is_builtin; /* it has no definition */
  guint n_read;        /* files of the folder that hold the name */
  guint n_links;       /* links to folders and programs there, which are not followed */
  char *doubt;         /* why there may be more places, with file and line; NULL: there are none */
  char *eval;          /* a place where a program evaluates text that may have the name; NULL: there is none */
} RsReferences;

/* Looks for the name at an offset of the main text. folder: NULL for the program only; open_texts as for
 * rs_analysis_new. NULL with a sentence when there is no name that has a definition, or with G_IO_ERROR_CANCELLED.
 * (transfer full) */
RsReferences *rs_references_find (RsAnalysis *analysis, guint32 offset, const char *folder, GHashTable *open_texts,
                                  GCancellable *cancellable, GError **error);
/* The same for a list of the places: of the programs of the folder only the texts are kept, so that however many there
 * are, one at a time takes memory. Such references can't be renamed, nor asked for names. (transfer full) */
RsReferences *rs_references_list (RsAnalysis *analysis, guint32 offset, const char *folder, GHashTable *open_texts,
                                  GCancellable *cancellable, GError **error);
/* The same for a name of any module of the program. */
RsReferences *rs_references_find_in (RsAnalysis *analysis, guint module, guint32 offset, const char *folder,
                                     GHashTable *open_texts, GCancellable *cancellable, GError **error);
/* The same on a thread; the callback comes on the one that asks. */
void rs_references_find_async (RsAnalysis *analysis, guint32 offset, const char *folder, GHashTable *open_texts,
                               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
RsReferences *rs_references_find_finish (GAsyncResult *result, GError **error);
void rs_references_free (RsReferences *self);

/* The name at a place of a file. */
const RsName *rs_references_get_name (const RsReferencesFile *file, guint place);
/* Whether it is a variable of a function, which is known in its text only. Parameters can be named in calls. */
gboolean rs_name_is_local (const RsName *name);
/* "main.q:12". (transfer full) */
char *rs_describe_place (const RsSource *source, guint32 offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsReferences, rs_references_free)
