/* The name under which a trace is being written: one recording at a time, and the trace that was there before is kept
 * until it is known that the new one counts.
 *
 * A lock on the file (flock; SQLite's own are others) says that a recording is under way; it goes when the process
 * ends, however that happens.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsTraceClaim RsTraceClaim;

/* Makes an empty file at path, or where path leads to when it is a link. A trace that was there (an empty file too)
 * gets another name; any other file, or one that another recording is writing, is an error. RS_TRACE_STORE_ERROR.
 * (transfer full) */
RsTraceClaim *rs_trace_claim_new (const char *path, GError **error);

/* The file, links followed. */
const char *rs_trace_claim_get_path (const RsTraceClaim *claim);

/* Removes the earlier trace. Any thread, also several times. */
void rs_trace_claim_keep (RsTraceClaim *claim);
/* Removes the file, and puts the earlier trace back where that is still there. */
void rs_trace_claim_drop (RsTraceClaim *claim);

/* When nothing has the file open any more: another recording may write it. */
void rs_trace_claim_free (RsTraceClaim *claim);

/* Removes a trace of that name (an empty file too), so that a file can be made there. Any other file is an error. */
gboolean rs_trace_make_room (const char *path, GError **error);
