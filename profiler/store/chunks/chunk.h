/* A chunk: up to 4,096 events as one block of bytes, by columns.
 *
 * Pure functions on bytes; SCHEMA.md gives the layout. A value of a column is the column's base plus a number of 0, 1,
 * 2, 4 or 8 bytes, so that any value is read without unpacking the others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <string.h>

#define RS_CHUNK_CAPACITY 4096u
#define RS_CHUNK_NO_CLASS (-1) /* of instants */
#define RS_CHUNK_N_CLASSES 14

/* Times are kept within this distance of the trace's start, 146 years, so that no difference of two overflows. */
#define RS_CHUNK_TIME_LIMIT ((G_GINT64_CONSTANT (1) << 62) - 1)

typedef enum {
  RS_CHUNK_START,
  RS_CHUNK_DURATION,
  RS_CHUNK_PLACE,
  RS_CHUNK_A,
  RS_CHUNK_B,
  RS_CHUNK_THREADS,
  RS_CHUNK_PARENT,
  RS_CHUNK_RANK, /* place in the order of writing, from 0 */
  RS_CHUNK_N_COLUMNS
} RsChunkColumn;

/* Rows of one track and class, sorted by start. */
typedef struct {
  guint32 track;
  gint16 class;
  guint16 first, n;
} RsChunkSlice;

/* A chunk as it is read. The bytes outlive it. */
typedef struct {
  guint n, n_slices;
  const guint8 *columns[RS_CHUNK_N_COLUMNS];
  guint8 widths[RS_CHUNK_N_COLUMNS];
  guint64 bases[RS_CHUNK_N_COLUMNS];
  RsChunkSlice *slices; /* [n_slices]; owned */
} RsChunk;

/* Appends a chunk. values: [RS_CHUNK_N_COLUMNS] arrays of n, in the order of the slices, which are sorted by track and
 * class and hold all rows; 1 <= n <= RS_CHUNK_CAPACITY. */
void
rs_chunk_encode (const gint64 *const *values, guint n, const RsChunkSlice *slices, guint n_slices, GByteArray *bytes);

/* Reads and checks everything but what places and tracks mean. Returns NULL, or what is wrong: "its length is
 * wrong". */
const char *rs_chunk_decode (RsChunk *chunk, const guint8 *bytes, gsize length);
void rs_chunk_clear (RsChunk *chunk);

/* Gives bytes that were changed the checksum that fits them, for fuzzers; length at least that of a header. */
void rs_chunk_seal (guint8 *bytes, gsize length);

static inline gint64
rs_chunk_get (const RsChunk *chunk, RsChunkColumn column, guint row)
{
  const guint8 *at = chunk->columns[column];
  guint64 base = chunk->bases[column];

  switch (chunk->widths[column])
    {
    case 0:
      return (gint64)base;
    case 1:
      return (gint64)(base + at[row]);
    case 2:
      {
        guint16 value;
        memcpy (&value, at + row * sizeof value, sizeof value);
        return (gint64)(base + GUINT16_FROM_LE (value));
      }
    case 4:
      {
        guint32 value;
        memcpy (&value, at + row * sizeof value, sizeof value);
        return (gint64)(base + GUINT32_FROM_LE (value));
      }
    default:
      {
        guint64 value;
        memcpy (&value, at + row * sizeof value, sizeof value);
        return (gint64)(base + GUINT64_FROM_LE (value));
      }
    }
}
