/* What there is to look up: built-in functions, words of the language, the functions of the library and of open files
 * with the comments above them, the pages of data/help, and the codes of messages. The texts are those of
 * `redshift-cli doc`. Knows no widget.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

typedef struct {
  char *name;
  char *summary; /* one line */
  char *origin;  /* "built-in", "language", "messages", "imfilter.q", name of an open file */
  char *page;    /* as ide/help/help-text.h reads it */
  char *path;    /* of the file that defines it, and the line there; NULL: none */
  guint line;
} RsDocEntry;

/* All of them: open files first, then what is built in, by name, then the codes of messages. open_files: of RsSource;
 * NULL: none. (element-type RsDocEntry) (transfer full) */
GPtrArray *rs_documentation_read (GPtrArray *open_files);

/* Those that have the words of a question: names that are it, begin with it and have it in them, then those that have
 * it in their summary. "": all. (element-type RsDocEntry) (transfer container) */
GPtrArray *rs_documentation_find (GPtrArray *entries, const char *question);
