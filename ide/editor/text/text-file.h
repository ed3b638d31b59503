/* A file of text that the editor can show, and what of it is not in the editor's text.
 *
 * The text is UTF-8 without a byte order mark and without the end of the last line. Lines may end with \n or \r\n, also
 * in one file; a lone \r and U+2029 are characters like any other. What is read and written without a change is the
 * same file, byte by byte.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

/* A text view lays out whole lines: what is beyond these limits would freeze the window. */
#define RS_TEXT_FILE_MAX_BYTES (64 * 1024 * 1024)
#define RS_TEXT_FILE_MAX_LINE (40 * 1000)

typedef struct {
  const char *last_end; /* what ends the last line: "\n", "\r\n" or ""; static */
  gboolean has_mark;    /* it begins with a byte order mark */
  gboolean is_latin1;   /* it was no UTF-8 */
  gboolean is_crlf;     /* each line ends with \r\n: those that are added do so, too */
} RsTextForm;

typedef struct {
  char *text;
  gsize length, longest_line; /* bytes */
  RsTextForm form;
  char *etag; /* of the file as it was read; NULL: its file system has none */
} RsTextFile;

/* That of a new file. */
extern const RsTextForm rs_text_form_default;

/* Takes bytes apart that hold no NUL. */
RsTextFile *rs_text_file_new (const char *bytes, gsize length);
void rs_text_file_free (RsTextFile *self);

/* Bytes of the longest line of a text, without its end. */
gsize rs_text_find_longest_line (const char *text, gsize length);

/* Reads the file in a worker thread. Fails with the error of the reading or with G_IO_ERROR_NOT_SUPPORTED and a
 * sentence that says why it can't be shown: NUL bytes, its size, its longest line. */
void rs_text_file_read_async (GFile *file, GAsyncReadyCallback callback, gpointer data);
RsTextFile *rs_text_file_read_finish (GFile *file, GAsyncResult *result, GError **error);

/* The bytes of the file for a text. Where the text has characters that Latin-1 lacks, it is written in UTF-8, and so is
 * form from then on. (transfer full) */
GBytes *rs_text_file_encode (const char *text, RsTextForm *form);

/* Replaces the file in a worker thread, in one step: on failure the old contents stay. etag: of the file as it has to
 * be (else G_IO_ERROR_WRONG_ETAG), or NULL. Finishing gives the new one. (transfer full) */
void
rs_text_file_write_async (GFile *file, GBytes *bytes, const char *etag, GAsyncReadyCallback callback, gpointer data);
gboolean rs_text_file_write_finish (GFile *file, GAsyncResult *result, char **etag, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTextFile, rs_text_file_free)
