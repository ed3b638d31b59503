/* The levels of one track's timeline, as the writer sums them up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunk-builder.h"

typedef struct {
  GArray *levels[RS_TRACE_N_LEVELS]; /* of Bucket by bucket: spans of that class alone; NULL: none yet */
} RsLevelSums;

void rs_level_sums_clear (RsLevelSums *sums);
/* A span of class c < RS_TRACE_N_LEVELS; fastest in the order of starts. Returns the number of buckets kept. */
void rs_level_sums_add (RsLevelSums *sums, int class, const RsChunkSpan *span);
/* Number of buckets that a flush would write at least. */
guint rs_level_sums_get_n (const RsLevelSums *sums);
/* Writes and forgets them, with a statement of rs_level_sums_get_sql. Returns an SQLite code. */
int rs_level_sums_flush (RsLevelSums *sums, guint32 track, sqlite3_stmt *write);
const char *rs_level_sums_get_sql (void);
