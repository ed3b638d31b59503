/* A document: text being edited, the file it belongs to, and the swap file that keeps what is not saved.
 *
 * Emits "externally-modified" when another program has changed the file since it was loaded or saved, and "opened" at
 * the end of rs_document_load_async, with whether the file could be read; "line-refused" when a text with a line that
 * no file may have (RS_TEXT_FILE_MAX_LINE, which it passes) was to be inserted and was left out.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

#include <gtksourceview/gtksource.h>

#define RS_TYPE_DOCUMENT (rs_document_get_type ())
G_DECLARE_FINAL_TYPE (RsDocument, rs_document, RS, DOCUMENT, GtkSourceBuffer)

/* An empty document without a file, "Untitled N". */
RsDocument *rs_document_new (void);

/* The file, or NULL before the first save. */
GFile *rs_document_get_file (RsDocument *self);
/* Path or title: what diagnostics call this document. */
const char *rs_document_get_name (RsDocument *self);
/* What tabs show. */
const char *rs_document_get_title (RsDocument *self);
gboolean rs_document_is_draft (RsDocument *self);
/* Bytes of a text with colours: to find them again for a part of it takes the longer the more text stands before. */
#define RS_DOCUMENT_MAX_COLORED (3 * 1000 * 1000)

/* FALSE: the text or a line is so long that colours would take too long; they are back when it is read without. */
gboolean rs_document_is_colored (RsDocument *self);
/* Whether nothing was ever typed into it and it has no file. */
gboolean rs_document_is_pristine (RsDocument *self);
/* What the program is run with, one line of words as a shell takes them apart; empty for a new document. */
const char *rs_document_get_arguments (RsDocument *self);
void rs_document_set_arguments (RsDocument *self, const char *arguments);
/* The text as the compiler reads it; the same one until the text changes. (transfer none) */
RsSource *rs_document_get_source (RsDocument *self);
/* Another text, which undo takes back in one step. */
void rs_document_replace_text (RsDocument *self, const char *text);
/* Puts the text in the place of the selection, which undo takes back in one step; FALSE when a line would be too long:
 * nothing has changed then, and "line-refused" was emitted. */
gboolean rs_document_replace_selection (RsDocument *self, const char *text);
/* The whole text. (transfer full) */
char *rs_document_dup_text (RsDocument *self);

/* Replaces the text by the file's. On failure the text stays as it was. A swap file of an earlier crash is left for
 * rs_document_take_recovered. */
void rs_document_load_async (RsDocument *self, GFile *file, GAsyncReadyCallback callback, gpointer data);
gboolean rs_document_load_finish (RsDocument *self, GAsyncResult *result, GError **error);
/* Whether the text is still to come. */
gboolean rs_document_is_opening (RsDocument *self);
/* Whether another program has changed the file since it was loaded or saved. */
gboolean rs_document_has_changed_on_disk (RsDocument *self);

/* Writes to file, or to the document's own when NULL. The file is replaced in one step: on failure the old contents
 * stay. A document whose file was changed by another program is not overwritten unless force is TRUE: the error is
 * then G_IO_ERROR_WRONG_ETAG. A byte order mark, the encoding and the ends of the lines stay as they were. */
void
rs_document_save_async (RsDocument *self, GFile *file, gboolean force, GAsyncReadyCallback callback, gpointer data);
gboolean rs_document_save_finish (RsDocument *self, GAsyncResult *result, GError **error);

/* The file was renamed by this program: the document is of the new one from now on, with what is not saved. */
void rs_document_move (RsDocument *self, GFile *file);
/* What a file is called where old, which it is or lies in, has become new; NULL: as before. (transfer full) */
GFile *rs_file_dup_moved (GFile *file, GFile *old, GFile *new);

/* Whether the swap file of an earlier crash holds other text than the document. */
gboolean rs_document_has_recovered (RsDocument *self);
/* Puts that text in (undo brings the file's back). */
void rs_document_take_recovered (RsDocument *self);
/* Throws it away. */
void rs_document_drop_recovered (RsDocument *self);
/* Makes a draft out of a swap file. */
void rs_document_adopt_swap (RsDocument *self, const char *swap_path, const char *title, const char *text);

/* The user gave up the changes: no swap file stays behind. */
void rs_document_discard (RsDocument *self);
