/* What a file's tables say of its chunks, in memory: which hold what kinds, times, tracks and ids.
 *
 * An index is a snapshot; a reader makes a new one when the file has changed, cursors keep the one they began with.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk.h"
#include "profiler/store/sqlite.h"

typedef struct {
  gint64 first; /* event id */
  guint n;
  guint64 kinds;
  gint64 least, latest;
} RsChunkEntry; /* index + 1 is the chunk's id */

/* A slice of a chunk. */
typedef struct {
  guint32 chunk; /* index */
  gint64 least, latest;
  gint64 latest_before; /* of this and all entries before it of the group */
  gint64 least_after;   /* of this and all entries after it of the group */
} RsPartEntry;

/* All slices of a track and class, by chunk. */
typedef struct {
  guint32 track;
  int class;
  guint first, n; /* in parts */
} RsPartGroup;

/* The ids that a chunk's events of a kind hold. */
typedef struct {
  guint32 kind, chunk;
  gint64 least, greatest;
  gint64 greatest_before; /* of this and all entries before it of the kind */
} RsNumberEntry;

typedef struct {
  gatomicrefcount ref_count;
  GArray *chunks;  /* of RsChunkEntry */
  GArray *parts;   /* of RsPartEntry; NULL: not read yet */
  GArray *groups;  /* of RsPartGroup, by track and class */
  GArray *numbers; /* of RsNumberEntry, by kind and least; NULL: not read yet */
  char *damage;    /* what is wrong with the tables; NULL: nothing was seen */
} RsChunkIndex;

/* (transfer full) */
RsChunkIndex *rs_chunk_index_new (sqlite3 *db);
RsChunkIndex *rs_chunk_index_ref (RsChunkIndex *index);
void rs_chunk_index_unref (RsChunkIndex *index);

/* Read what they say, if it was not yet. */
void rs_chunk_index_need_parts (RsChunkIndex *index, sqlite3 *db);
void rs_chunk_index_need_numbers (RsChunkIndex *index, sqlite3 *db);

/* First group of a track with that class or a higher one; groups->len when there is none. */
guint rs_chunk_index_find_group (const RsChunkIndex *index, guint32 track, int class);
/* Entries of a group, [*begin, *end), that hold all with least <= start_to and latest >= end_from. */
void rs_chunk_index_find_parts (const RsChunkIndex *index, const RsPartGroup *group, gint64 start_to, gint64 end_from,
                                guint *begin, guint *end);
/* Entries, [*begin, *end), among which all chunks are that may hold a number of that kind. */
void rs_chunk_index_find_numbers (const RsChunkIndex *index, guint32 kind, gint64 number, guint *begin, guint *end);
/* Index of the first chunk with an event id of at least id. */
guint rs_chunk_index_find_event (const RsChunkIndex *index, gint64 id);
