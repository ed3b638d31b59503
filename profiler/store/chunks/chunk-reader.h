/* The chunks of a file of format 2: index, places, and the chunks that are at hand.
 *
 * A chunk that is damaged is left out, and what is wrong is kept: "chunk 17 is damaged (its checksum is wrong)".
 *
 * Threads: as its database.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk-index.h"
#include "profiler/store/chunks/place-cache.h"

typedef struct _RsChunkReader RsChunkReader;

/* A chunk at hand. */
typedef struct {
  gatomicrefcount ref_count;
  guint index;
  gint64 first; /* event id */
  RsChunk chunk;
  guint8 *bytes;
  gsize capacity;     /* of bytes */
  guint16 *by_number; /* [n]: rows by a; NULL: not made yet */
} RsOpenChunk;

/* db outlives the reader. (transfer full) */
RsChunkReader *rs_chunk_reader_new (sqlite3 *db);
void rs_chunk_reader_free (RsChunkReader *reader);

sqlite3 *rs_chunk_reader_get_db (RsChunkReader *reader);
RsPlaceCache *rs_chunk_reader_get_places (RsChunkReader *reader);
/* Looks whether the file has changed. (transfer none) */
RsChunkIndex *rs_chunk_reader_get_index (RsChunkReader *reader);

/* Ends the walks over chunks that are under way: at the next chunk, since SQLite ends only the statement at work. Any
 * thread. */
void rs_chunk_reader_interrupt (RsChunkReader *reader);
/* How often that was called. */
gint rs_chunk_reader_count_interrupts (const RsChunkReader *reader);

/* Chunks that are kept at hand. */
#define RS_CHUNK_READER_SLOTS 64u

/* keeps: whether the chunk may be wanted again; what walks over more chunks than are kept finds none the next time, and
 * is faster in one piece of memory. NULL when the chunk is damaged, or with *code when reading failed
 * (SQLITE_INTERRUPT, ...). (transfer full) */
RsOpenChunk *
rs_chunk_reader_open (RsChunkReader *reader, const RsChunkIndex *chunks, guint index, gboolean keeps, int *code);
/* chunk: of this reader; NULL: none. (transfer full) for chunk */
void rs_chunk_reader_close (RsChunkReader *reader, RsOpenChunk *chunk);
const guint16 *rs_open_chunk_get_by_number (RsOpenChunk *chunk);

/* What was found damaged so far, a sentence each; an array with a NULL at its end. */
const char *const *rs_chunk_reader_get_damage (RsChunkReader *reader);
void rs_chunk_reader_note_damage (RsChunkReader *reader, const char *sentence);
