/* The chunk that the writer fills: takes events in any order, sorts and encodes them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/schema.h"

typedef struct _RsChunkBuilder RsChunkBuilder;

/* What the tables say of a chunk. */
typedef struct {
  guint64 kinds;        /* bit k: it holds events of kind k; bit 63: of 63 or more */
  gint64 least, latest; /* start and end */
} RsChunkFacts;

/* The numbers a of the events of one kind. */
typedef struct {
  guint32 kind;
  gint64 least, greatest;
} RsChunkNumbers;

/* One event of a slice, for sums. */
typedef struct {
  gint64 start, duration;
  guint32 kind, name;
} RsChunkSpan;

typedef struct {
  const guint8 *bytes;
  gsize length;
  guint n, n_slices, n_numbers;
  const RsChunkSlice *slices;
  const gint64 *latest;     /* [n_slices] */
  const RsChunkSpan *spans; /* [n], as in the chunk */
  const guint16 *ranks;     /* [n] */
  RsChunkFacts facts;
  const RsChunkNumbers *numbers; /* [n_numbers], of kinds with launch or object ids */
} RsBuiltChunk;

RsChunkBuilder *rs_chunk_builder_new (void);
void rs_chunk_builder_free (RsChunkBuilder *builder);

guint rs_chunk_builder_get_n (const RsChunkBuilder *builder);
/* Times from the start of the trace and within RS_CHUNK_TIME_LIMIT. FALSE: it is full. */
gboolean rs_chunk_builder_add (RsChunkBuilder *builder, const RsTraceEvent *event, guint32 place);
/* What was added so far; valid until the next call. n > 0. */
const RsBuiltChunk *rs_chunk_builder_build (RsChunkBuilder *builder);
void rs_chunk_builder_reset (RsChunkBuilder *builder);

/* Whether events of a kind hold a launch or object id in a, which the directory finds. */
gboolean rs_trace_kind_has_id (guint32 kind);

static inline guint64
rs_trace_kind_bit (guint32 kind)
{
  return G_GUINT64_CONSTANT (1) << MIN (kind, 63);
}
