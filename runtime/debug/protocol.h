/* What front ends and the debugger say to each other: lines of text.
 *
 * A request or a record is one line of fields that tabs separate; in a field, \t, \n and \\ stand for a tab, a
 * newline and a backslash. The first field says what it is; protocol.c lists the requests and record.c the records. A
 * request is answered by any number of records and then `done`, or by `error TEXT`; a question of a panel, which
 * tells the reason itself, by `failed TEXT`. A request that cannot be read is an error and changes nothing. Longer
 * lines than RS_DEBUG_MAX_LINE are refused.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/debugger.h"

#define RS_DEBUG_MAX_LINE (1u << 20)
#define RS_DEBUG_MAX_FIELDS 64u

/* The fields of a line; NULL when it is too long, has too many or is not UTF-8. (transfer full) */
GStrv rs_debug_split (const char *line);
/* A line of n fields. (transfer full) */
char *rs_debug_join (const char *const *fields, guint n);

/* Carries a request out; on the session's thread. What it answers goes to `tell`. */
void rs_debugger_handle (RsDebugger *self, const char *request);

/* Whether a record is for the person who debugs, whoever has asked: why the program stands, values, errors. All others
 * are for what asked for them. */
gboolean rs_debug_record_is_shown (const char *record);
/* How a record reads in a terminal, with newlines at the ends of its lines; "" when there is nothing to say. (transfer
 * full) */
char *rs_debug_record_to_text (const char *record);
