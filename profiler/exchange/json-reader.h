/* JSON as it comes: a value at a time, from a file of any length in bounded memory, compressed with gzip or not.
 *
 * An error names the file and the line. Nothing of a file can make it slow or large: texts have at most 1 MiB, values
 * 64 levels.
 *
 * Threads: one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsJsonReader RsJsonReader;

typedef enum {
  RS_JSON_ERROR,
  RS_JSON_END,
  RS_JSON_OBJECT,
  RS_JSON_ARRAY,
  RS_JSON_STRING,
  RS_JSON_NUMBER,
  RS_JSON_WORD
} RsJsonKind;

/* RS_TRACE_STORE_ERROR_NOT_FOUND. (transfer full) */
RsJsonReader *rs_json_reader_open (const char *path, GError **error);
void rs_json_reader_close (RsJsonReader *reader);
/* Why a call has failed: set once. (transfer full) */
GError *rs_json_reader_take_error (RsJsonReader *reader);
/* Makes the file's line part of an error about what it says. */
void rs_json_reader_fail (RsJsonReader *reader, const char *text);

/* The next value begins: an object or array is open then, of others *text (valid until the next call) is what they say.
 * RS_JSON_END: there is none. RS_JSON_ERROR: see rs_json_reader_take_error. */
RsJsonKind rs_json_reader_next (RsJsonReader *reader, const char **text);
/* In an object: the next key, NULL at its end or with an error; the value comes next. */
const char *rs_json_reader_next_key (RsJsonReader *reader);
/* In an array: whether another element comes. */
gboolean rs_json_reader_next_element (RsJsonReader *reader);
/* The next value, whatever it is. */
gboolean rs_json_reader_skip (RsJsonReader *reader);
/* The rest of an object or array that is open. */
gboolean rs_json_reader_leave (RsJsonReader *reader);
gboolean rs_json_reader_has_failed (RsJsonReader *reader);
/* The file ends where something is open. */
gboolean rs_json_reader_is_cut (RsJsonReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsJsonReader, rs_json_reader_close)
