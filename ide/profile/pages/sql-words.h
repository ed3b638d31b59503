/* The words of questions in SQL to a trace: its tables, views and columns.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

typedef struct _RsSqlWords RsSqlWords;

/* Reads them. NULL with an error. (transfer full) Threads: the store's; the result any. */
RsSqlWords *rs_sql_words_read (RsTraceStore *store, GError **error);
void rs_sql_words_free (RsSqlWords *words);
/* Tables, columns and the words of SQL, each once, by the alphabet. Borrowed. (element-type utf8) */
const GPtrArray *rs_sql_words_get_all (const RsSqlWords *words);
/* What SQLite says of a question, and with it the tables or columns that there are, where a name is none of them.
 * (transfer full) */
char *rs_sql_words_explain (const RsSqlWords *words, const char *sql, const char *message);

/* Where the word before that byte of the question begins; a name behind a point is a word of its own. */
guint rs_sql_find_word (const char *sql, guint end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSqlWords, rs_sql_words_free)
