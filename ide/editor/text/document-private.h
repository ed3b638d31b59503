/* The inside of a document: what the text's side (document.c) and the file's (document-file.c) share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/text/document.h"
#include "ide/editor/text/text-copy.h"
#include "ide/editor/text/text-file.h"

struct _RsDocument {
  GtkSourceBuffer parent;

  GFile *file; /* owned; NULL for a draft */
  char *etag;  /* of the file when it was loaded or saved last */
  RsTextForm form;
  GFileMonitor *monitor; /* owned; NULL for a draft */
  char *name;
  char *title;
  char *arguments;
  char *swap_path;
  char *recovered, *recovered_path; /* text of a crashed process, and its swap file; or NULL */
  RsTextCopy *copy;                 /* owned */
  GtkSourceLanguage *language;      /* owned; of a text without colours; or NULL */
  RsSource *source;                 /* owned; NULL: out of date */
  guint draft;                      /* the N of "Untitled N"; 0: it has a file */
  guint swap_source;
  guint monitor_source;
  gboolean takes_all;      /* long lines, too: what is inserted was in the text before */
  gboolean opening;        /* a file was asked for; ends with the answer */
  struct Loading *loading; /* or NULL; changes are not the user's meanwhile */
  gboolean saving;
  gboolean changed_while_saving;
  gboolean changed_on_disk; /* and not loaded or saved since */
};

enum {
  RS_DOCUMENT_EXTERNALLY_MODIFIED,
  RS_DOCUMENT_RENAMED,
  RS_DOCUMENT_OPENED,
  RS_DOCUMENT_LINE_REFUSED,
  RS_DOCUMENT_N_SIGNALS
};
extern guint rs_document_signals[RS_DOCUMENT_N_SIGNALS];

/* The names that it has by its file; tells of them. */
void rs_document_set_names (RsDocument *self, GFile *file);
/* Whether a text of so many bytes has colours. */
void rs_document_set_is_colored (RsDocument *self, gsize length, gsize longest_line);
/* Removes the swap file: nothing is unsaved. */
void rs_document_drop_swap (RsDocument *self);
/* Looks for what a process that crashed has left of the file's text. */
void rs_document_find_recovered (RsDocument *self, GFile *file);
