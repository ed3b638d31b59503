/* Statements on a store, for the analyses and exporters of this layer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk-reader.h"
#include "profiler/store/schema.h"

sqlite3 *rs_trace_store_get_db (RsTraceStore *store);

/* Of a file of format 2; NULL: format 1. */
RsChunkReader *rs_trace_store_get_reader (RsTraceStore *store);
/* A span of class c is shorter than 2^(this + 4 * c) ns. */
int rs_trace_store_get_finest_level (RsTraceStore *store);
/* No table of the file has more rows. */
gint64 rs_trace_store_get_most_rows (RsTraceStore *store);

/* NULL with an error when the file lacks what sql names. (transfer full) */
sqlite3_stmt *rs_trace_store_prepare (RsTraceStore *store, const char *sql, GError **error);
/* Frees a statement; FALSE when its last step had failed. (transfer full) for query */
gboolean rs_trace_store_finish (RsTraceStore *store, sqlite3_stmt *query, GError **error);
