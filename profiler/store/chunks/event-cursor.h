/* The events of chunks that fit a filter, one by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/chunk-reader.h"

/* From and to belong to it. */
typedef struct {
  gint64 from, to;
} RsStretch;

/* The rows of the chunk at hand that fit, in the order in which they are given. */
typedef struct {
  guint n, next;
  guint16 rows[RS_CHUNK_CAPACITY];
  guint16 slices[RS_CHUNK_CAPACITY]; /* by row, of those that fit */
} RsSelection;

/* What a cursor gives. All bounds are inclusive. */
typedef struct {
  gint64 first, last; /* event ids */
  guint64 kinds;      /* bit k: kind k; bit 63: kinds from 63 on */
  gint64 start_from, start_to;
  gint64 end_from, end_to;
  int least_class, greatest_class; /* RS_CHUNK_NO_CLASS: instants */
  gboolean one_track, one_number;  /* whether track and number count */
  guint32 track;
  gint64 number;     /* a */
  gboolean in_order; /* by id; not with one_track or one_number */
  gboolean by_kind;  /* kind by kind, the least first; not with one_track, one_number or in_order */
  gboolean by_start; /* the chunks in the order of their first starts; not with one_number, in_order or by_kind */
  gint64 least_duration;
  /* Hint: events that touch none of these may be left out. Sorted, apart from each other; NULL: all are wanted. */
  const RsStretch *stretches;
  guint n_stretches;
} RsEventFilter;

/* Everything. */
#define RS_EVENT_FILTER_ALL                                                                                            \
  {                                                                                                                    \
    .first = G_MININT64, .last = G_MAXINT64, .kinds = G_MAXUINT64, .start_from = G_MININT64, .start_to = G_MAXINT64,   \
    .end_from = G_MININT64, .end_to = G_MAXINT64, .least_class = RS_CHUNK_NO_CLASS,                                    \
    .greatest_class = RS_CHUNK_N_CLASSES - 1                                                                           \
  }

typedef struct {
  RsChunkReader *reader;
  RsEventFilter filter;
  RsChunkIndex *index;
  int code;          /* why rs_event_cursor_next returned FALSE: SQLITE_OK at the end */
  gint n_interrupts; /* of the reader when the walk began */
  /* The event at hand. */
  RsOpenChunk *open; /* NULL: none */
  guint row;
  RsPlace place;
  guint32 track;
  int class;
  /* Where it stands. */
  RsSelection *selection;
  guint at, at_end; /* chunks, entries of parts or of numbers */
  gboolean keeps_chunks;
  GArray *by_start;    /* element-type guint: with by_start the chunks' indexes; NULL: none */
  gint64 bound;        /* with by_start: nothing yet to come starts before */
  guint group;         /* with one_track */
  guint64 kinds_left;  /* with one_number or by_kind */
  guint32 kind;        /* with one_number: whose entries at and at_end are of; by_kind: the one at hand */
  guint64 next_kind;   /* by_kind, from 63 on: the least greater one that was met; G_MAXUINT64: none */
  GHashTable *visited; /* with one_number: chunks; NULL: none */
} RsEventCursor;

void rs_event_cursor_init (RsEventCursor *cursor, RsChunkReader *reader);
void rs_event_cursor_clear (RsEventCursor *cursor);
/* Begins anew. */
void rs_event_cursor_set_filter (RsEventCursor *cursor, const RsEventFilter *filter);
/* FALSE at the end, and when reading failed. */
gboolean rs_event_cursor_next (RsEventCursor *cursor);
/* The rest of rs_event_cursor_step: goes to the next chunk that has events that fit. */
gboolean rs_event_cursor_enter_next (RsEventCursor *cursor);

/* As rs_event_cursor_next, but place is not set. */
static inline gboolean
rs_event_cursor_step (RsEventCursor *self)
{
  RsSelection *selection = self->selection;
  const RsChunkSlice *slice;

  if (G_UNLIKELY (selection->next == selection->n) && !rs_event_cursor_enter_next (self))
    return FALSE;
  self->row = selection->rows[selection->next++];
  slice = &self->open->chunk.slices[selection->slices[self->row]];
  self->track = slice->track;
  self->class = slice->class;
  return TRUE;
}

/* Valid until another place is read. */
static inline const RsPlace *
rs_event_cursor_get_place (const RsEventCursor *self)
{
  return rs_place_cache_get (rs_chunk_reader_get_places (self->reader),
                             (guint32)rs_chunk_get (&self->open->chunk, RS_CHUNK_PLACE, self->row));
}

static inline gint64
rs_event_cursor_get (const RsEventCursor *self, RsChunkColumn column)
{
  return rs_chunk_get (&self->open->chunk, column, self->row);
}

static inline gint64
rs_event_cursor_get_id (const RsEventCursor *self)
{
  return self->open->first + rs_event_cursor_get (self, RS_CHUNK_RANK);
}
