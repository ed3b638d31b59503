/* Opening files that anybody may have made: what is checked, and what a query may do.
 *
 * Nothing is written to a file that is read, and nothing in it is run: its schema has to be, word by word, that of a
 * format this version knows, and lengths are capped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/schema.h"

/* Opens a trace for reading. NULL with an error that names the file and says what to do. (transfer full) */
sqlite3 *rs_trace_guard_open (const char *path, int *version, GError **error);

/* From now on statements may only read the tables and views of a trace. */
void rs_trace_guard_limit_to_queries (sqlite3 *db);
void rs_trace_guard_lift_limit (sqlite3 *db);
