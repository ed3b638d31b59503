/* The levels of one track's timeline, as the writer sums them up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk-builder.h"

typedef struct {
  GArray *levels[RS_TRACE_N_LEVELS]; /* of Bucket by bucket: spans of that class alone; NULL: none yet */
} RsLevelSums;

typedef struct {
  sqlite3 *db;
  sqlite3_stmt *add, *add_many; /* of a row, and of a number of rows; NULL until it is needed */
  GArray *merged[2];            /* of Bucket; scratch: a level and the one below */
} RsLevelWriter;

void rs_level_sums_clear (RsLevelSums *sums);
/* A span of class c < RS_TRACE_N_LEVELS; fastest in the order of starts. Returns the number of buckets kept. */
void rs_level_sums_add (RsLevelSums *sums, int class, const RsChunkSpan *span);
/* Number of buckets that a flush would write at least. */
guint rs_level_sums_get_n (const RsLevelSums *sums);
/* Writes and forgets them. Returns an SQLite code. */
int rs_level_sums_flush (RsLevelSums *sums, guint32 track, RsLevelWriter *writer);
/* Returns an SQLite code; to be cleared in any case. */
int rs_level_writer_init (RsLevelWriter *writer, sqlite3 *db);
void rs_level_writer_clear (RsLevelWriter *writer);
