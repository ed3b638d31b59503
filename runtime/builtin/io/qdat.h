/* Values in a file: the format that runtime/builtin/io/QDAT.md describes.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

#define RS_QDAT_APPLICATION_ID 0x51444154 /* "QDAT" */
#define RS_QDAT_VERSION 1
#define RS_QDAT_PIECE_BYTES (16 << 20)
#define RS_QDAT_PIECE_SHIFT 20 /* bits of a piece's id that are its number */

/* Also what a reader expects in the file, so that nothing else than these tables is ever asked for. */
#define RS_QDAT_VALUE_TABLE                                                                                            \
  "CREATE TABLE value (id INTEGER PRIMARY KEY, argument INTEGER NOT NULL, parent INTEGER, position INTEGER NOT NULL, " \
  "name TEXT, kind TEXT NOT NULL, type TEXT, dims TEXT, content)"
#define RS_QDAT_PIECE_TABLE "CREATE TABLE piece (id INTEGER PRIMARY KEY, data BLOB NOT NULL)"

/* Writes a file that is not there yet, which has no names. FALSE with an error that does not name it. */
gboolean rs_qdat_write (const char *path, const char *const *names, const RsValue *values, guint n,
                        RsPrecision precision, GError **error);

/* Reads the first n values of a file into values, which are NONE. call: whose program knows the classes. FALSE with an
 * error that does not name the file; values are NONE then. */
gboolean rs_qdat_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);

/* What elements of arrays are called in files: "double". rs_qdat_find_element: RS_ELEMENT_NONE for unknown words. */
const char *rs_qdat_get_element_name (RsElement element);
RsElement rs_qdat_find_element (const char *name);
