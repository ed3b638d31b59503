/* Sentences that the window shows above everything until they no longer hold, or the user closes them: text that can't
 * be kept, files of the program's own that are damaged.
 *
 * A notice has an id; its sentences have a key each. Signal: "changed" (id: string).
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib-object.h>

#define RS_TYPE_NOTICES (rs_notices_get_type ())
G_DECLARE_FINAL_TYPE (RsNotices, rs_notices, RS, NOTICES, GObject)

/* Those of the program. (transfer none) */
RsNotices *rs_notices_get (void);

/* One sentence of a notice; NULL: it does not hold any more. One that is new or says something else shows a notice
 * that was closed again. */
void rs_notices_set (const char *id, const char *key, const char *sentence);
/* The user has read it. */
void rs_notices_close (const char *id);

/* Its sentences, a line each, the first of many; NULL: it does not show. (transfer full) */
char *rs_notices_dup_text (const char *id);
/* Ids of all notices that show. (transfer full) */
char **rs_notices_list (void);

/* Why a file can't be read or written, without its name, as errors of GLib have it behind the last colon.
 * (transfer none) */
const char *rs_notices_get_reason (const GError *error);
