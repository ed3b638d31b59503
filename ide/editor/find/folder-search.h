/* Looks for a text in the files of a folder and below it, on a thread.
 *
 * Texts of open documents stand for their files. Hidden files, links, files over 10 MiB and files that are no text are
 * left out; "ended" says how many.
 *
 * Signals, on the main thread: "found" (RsFolderMatch array, in batches); "ended" (summary: string).
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

/* A place; line and column from 1, in characters. */
typedef struct {
  char *path;
  char *line_text;
  char *text; /* what matched */
  guint line, column;
} RsFolderMatch;

void rs_folder_match_free (RsFolderMatch *match);

typedef struct {
  const char *folder, *text;
  gboolean match_case, whole_words, is_pattern;
} RsFolderQuery;

#define RS_TYPE_FOLDER_SEARCH (rs_folder_search_get_type ())
G_DECLARE_FINAL_TYPE (RsFolderSearch, rs_folder_search, RS, FOLDER_SEARCH, GObject)

/* Begins. open_texts: path -> RsSource, see ide/analysis/open-texts.h. NULL: the text is no pattern. (transfer full) */
RsFolderSearch *rs_folder_search_new (const RsFolderQuery *query, GHashTable *open_texts, GError **error);
/* "ended" still comes. */
void rs_folder_search_cancel (RsFolderSearch *self);
/* The pattern that is looked for, to replace with. (transfer none) */
GRegex *rs_folder_search_get_regex (RsFolderSearch *self);
