/* Source text and positions in it.
 *
 * A source is one file (or one string given to eval) as the compiler reads it: valid UTF-8, immutable, counted by
 * reference. A byte order mark is dropped; text that is not UTF-8 is read as Latin-1. Everything later in the
 * compiler points into a source with an RsSpan and never copies text to remember a place.
 *
 * Threads: a source is immutable; references may be taken and dropped from any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <stdio.h>

typedef struct _RsSource RsSource;

/* A half-open range of byte offsets in a source. */
typedef struct {
  guint32 start;
  guint32 end;
} RsSpan;

#define RS_SOURCE_MAX_BYTES (256u << 20)

/* Reads a file. Fails with a G_FILE_ERROR, or G_CONVERT_ERROR when the file holds NUL bytes (it is not text) or is
 * larger than RS_SOURCE_MAX_BYTES. */
RsSource *rs_source_new_from_file (const char *path, GError **error);
/* What comes out of a stream, to its end. */
RsSource *rs_source_new_from_stream (FILE *stream, const char *name, GError **error);

/* Takes a copy of text (length -1: up to its NUL). name is what diagnostics print. */
RsSource *rs_source_new_from_text (const char *name, const char *text, gssize length);

RsSource *rs_source_ref (RsSource *source);
void rs_source_unref (RsSource *source);

const char *rs_source_get_name (const RsSource *source);
/* NUL-terminated; (transfer none). */
const char *rs_source_get_text (const RsSource *source);
guint32 rs_source_get_length (const RsSource *source);

/* Line and column, both counted from 1; the column counts characters, not bytes. Either may be NULL. */
void rs_source_locate (const RsSource *source, guint32 offset, guint *line, guint *column);

/* Offset of the first character of a line (from 1) that is no blank; 0 past the end. */
guint32 rs_source_find_line (const RsSource *source, guint line);

/* Offset of a character of a line, both from 1; of the first that is no blank, if the line has no such column. */
guint32 rs_source_find_column (const RsSource *source, guint line, guint column);

/* Text of a line (from 1) without its newline; NULL past the end. (transfer full) */
char *rs_source_dup_line (const RsSource *source, guint line);

guint rs_source_get_n_lines (const RsSource *source);

/* Text of a span. (transfer full) */
char *rs_source_dup_span (const RsSource *source, RsSpan span);

static inline RsSpan
rs_span_join (RsSpan a, RsSpan b)
{
  return (RsSpan){ MIN (a.start, b.start), MAX (a.end, b.end) };
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSource, rs_source_unref)
