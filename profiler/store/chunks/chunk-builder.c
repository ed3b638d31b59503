/* Sorting events into a chunk.
 *
 * Events come by thread and in the order of their ends, so each (track, class) is nearly sorted by start: they are
 * dealt into slices first, and only slices that are out of order are sorted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/chunk-builder.h"

#define SLOT_BUCKETS 8192u /* a power of 2, above the capacity */
#define N_KINDS 64

typedef struct {
  RsChunkSpan span;
  gint64 a, b;
  guint32 place, threads, parent;
  guint16 slot;
} Row;

typedef struct {
  guint32 track;
  gint16 class;
  guint16 n, index; /* index of the slot itself */
} Slot;

typedef struct {
  gint64 start;
  guint16 rank;
} Key;

struct _RsChunkBuilder {
  guint n, n_slots, last_slot;
  Row rows[RS_CHUNK_CAPACITY];
  Slot slots[RS_CHUNK_CAPACITY];
  guint16 buckets[SLOT_BUCKETS]; /* index of a slot + 1; 0: free */
  /* The result. */
  RsBuiltChunk built;
  GByteArray *bytes;
  Key keys[RS_CHUNK_CAPACITY], scratch[RS_CHUNK_CAPACITY];
  RsChunkSlice slices[RS_CHUNK_CAPACITY];
  gint64 latest[RS_CHUNK_CAPACITY];
  RsChunkSpan spans[RS_CHUNK_CAPACITY];
  guint16 ranks[RS_CHUNK_CAPACITY];
  gint64 columns[RS_CHUNK_N_COLUMNS][RS_CHUNK_CAPACITY];
  RsChunkNumbers numbers[N_KINDS];
};

gboolean
rs_trace_kind_has_id (guint32 kind)
{
  switch (kind)
    {
    case RS_TRACE_LAUNCH:
    case RS_TRACE_KERNEL:
    case RS_TRACE_CHUNK:
    case RS_TRACE_ALLOCATE:
    case RS_TRACE_FREE:
    case RS_TRACE_COPY:
    case RS_TRACE_WAIT:
    case RS_TRACE_ARGUMENT:
    case RS_TRACE_EVICT:
    case RS_TRACE_PLACE:
      return TRUE;
    default:
      return FALSE;
    }
}

RsChunkBuilder *
rs_chunk_builder_new (void)
{
  RsChunkBuilder *self = g_new0 (RsChunkBuilder, 1);

  self->bytes = g_byte_array_new ();
  return self;
}

void
rs_chunk_builder_free (RsChunkBuilder *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->bytes);
  g_free (self);
}

guint
rs_chunk_builder_get_n (const RsChunkBuilder *self)
{
  return self->n;
}

void
rs_chunk_builder_reset (RsChunkBuilder *self)
{
  self->n = self->n_slots = self->last_slot = 0;
  memset (self->buckets, 0, sizeof self->buckets);
}

static guint
find_slot (RsChunkBuilder *self, guint32 track, int class)
{
  guint bucket = (track * 2654435761u ^ (guint32)(class + 1) * 40503u) % SLOT_BUCKETS;
  Slot *slot = &self->slots[self->last_slot];

  if (self->n_slots > 0 && slot->track == track && slot->class == class)
    return self->last_slot;
  while (self->buckets[bucket] != 0)
    {
      slot = &self->slots[self->buckets[bucket] - 1];
      if (slot->track == track && slot->class == class)
        return self->last_slot = slot->index;
      bucket = (bucket + 1) % SLOT_BUCKETS;
    }
  self->slots[self->n_slots] = (Slot){ track, (gint16) class, 0, (guint16)self->n_slots };
  self->buckets[bucket] = (guint16)(self->n_slots + 1);
  return self->last_slot = self->n_slots++;
}

gboolean
rs_chunk_builder_add (RsChunkBuilder *self, const RsTraceEvent *event, guint32 place)
{
  gint64 duration = event->end - event->start;
  int class = rs_trace_kind_is_span (event->kind) ? rs_trace_class_of (duration) : RS_CHUNK_NO_CLASS;
  guint slot;

  if (self->n == RS_CHUNK_CAPACITY)
    return FALSE;
  slot = find_slot (self, event->track, class);
  self->slots[slot].n++;
  self->rows[self->n++] = (Row){ { event->start, duration, event->kind, event->name },
                                 event->a,
                                 event->b,
                                 place,
                                 event->threads,
                                 event->parent,
                                 (guint16)slot };
  return TRUE;
}

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const Slot *p = a, *q = b;

  if (p->track != q->track)
    return p->track < q->track ? -1 : 1;
  return (p->class > q->class) - (p->class < q->class);
}

/* Deals the rows into slices; keys are then by slice and, within one, in the order of writing. */
static void
deal (RsChunkBuilder *self)
{
  g_autofree Slot *sorted = g_memdup2 (self->slots, self->n_slots * sizeof *sorted);
  g_autofree guint16 *next = g_new (guint16, self->n_slots); /* by slot */
  guint row = 0;

  qsort (sorted, self->n_slots, sizeof *sorted, compare_slots);
  for (guint i = 0; i < self->n_slots; i++)
    {
      self->slices[i] = (RsChunkSlice){ sorted[i].track, sorted[i].class, (guint16)row, sorted[i].n };
      next[sorted[i].index] = (guint16)row;
      row += sorted[i].n;
    }
  for (guint i = 0; i < self->n; i++)
    self->keys[next[self->rows[i].slot]++] = (Key){ self->rows[i].span.start, (guint16)i };
}

static void
merge (Key *to, const Key *from, guint begin, guint middle, guint end)
{
  guint left = begin, right = middle;

  for (guint i = begin; i < end; i++)
    to[i] = left < middle && (right >= end || from[left].start <= from[right].start) ? from[left++] : from[right++];
}

/* Stable. */
static void
sort_slice (Key *keys, Key *scratch, guint n)
{
  guint i = 1;

  while (i < n && keys[i - 1].start <= keys[i].start)
    i++;
  if (i >= n)
    return;
  for (guint width = 1; width < n; width *= 2)
    {
      for (guint begin = 0; begin < n; begin += 2 * width)
        merge (scratch, keys, begin, MIN (begin + width, n), MIN (begin + 2 * width, n));
      memcpy (keys, scratch, n * sizeof *keys);
    }
}

static void
gather (RsChunkBuilder *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      const Row *row = &self->rows[self->keys[i].rank];

      self->ranks[i] = self->keys[i].rank;
      self->spans[i] = row->span;
      self->columns[RS_CHUNK_START][i] = row->span.start;
      self->columns[RS_CHUNK_DURATION][i] = row->span.duration;
      self->columns[RS_CHUNK_PLACE][i] = row->place;
      self->columns[RS_CHUNK_A][i] = row->a;
      self->columns[RS_CHUNK_B][i] = row->b;
      self->columns[RS_CHUNK_THREADS][i] = row->threads;
      self->columns[RS_CHUNK_PARENT][i] = row->parent;
      self->columns[RS_CHUNK_RANK][i] = self->keys[i].rank;
    }
}

static void
note_facts (RsChunkBuilder *self)
{
  RsBuiltChunk *built = &self->built;
  RsChunkFacts facts = { 0, G_MAXINT64, G_MININT64 };
  RsChunkNumbers by_kind[N_KINDS];
  guint64 with_ids = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const Row *row = &self->rows[i];
      guint kind = MIN (row->span.kind, N_KINDS - 1);

      if ((facts.kinds & rs_trace_kind_bit (kind)) == 0)
        {
          facts.kinds |= rs_trace_kind_bit (kind);
          by_kind[kind] = (RsChunkNumbers){ kind, row->a, row->a };
          if (rs_trace_kind_has_id (kind))
            with_ids |= rs_trace_kind_bit (kind);
        }
      by_kind[kind].least = MIN (by_kind[kind].least, row->a);
      by_kind[kind].greatest = MAX (by_kind[kind].greatest, row->a);
      facts.least = MIN (facts.least, row->span.start);
      facts.latest = MAX (facts.latest, row->span.start + row->span.duration);
    }
  built->facts = facts;
  built->n_numbers = 0;
  for (guint kind = 0; kind < N_KINDS; kind++)
    if ((with_ids & rs_trace_kind_bit (kind)) != 0)
      self->numbers[built->n_numbers++] = by_kind[kind];
}

const RsBuiltChunk *
rs_chunk_builder_build (RsChunkBuilder *self)
{
  const gint64 *values[RS_CHUNK_N_COLUMNS];

  g_assert (self->n >= 1);
  deal (self);
  for (guint i = 0; i < self->n_slots; i++)
    sort_slice (self->keys + self->slices[i].first, self->scratch, self->slices[i].n);
  gather (self);
  for (guint i = 0; i < self->n_slots; i++)
    {
      self->latest[i] = G_MININT64;
      for (guint row = self->slices[i].first; row < (guint)self->slices[i].first + self->slices[i].n; row++)
        self->latest[i] = MAX (self->latest[i], self->spans[row].start + self->spans[row].duration);
    }
  for (guint i = 0; i < RS_CHUNK_N_COLUMNS; i++)
    values[i] = self->columns[i];
  g_byte_array_set_size (self->bytes, 0);
  rs_chunk_encode (values, self->n, self->slices, self->n_slots, self->bytes);
  note_facts (self);
  self->built.bytes = self->bytes->data;
  self->built.length = self->bytes->len;
  self->built.n = self->n;
  self->built.n_slices = self->n_slots;
  self->built.slices = self->slices;
  self->built.latest = self->latest;
  self->built.spans = self->spans;
  self->built.ranks = self->ranks;
  self->built.numbers = self->numbers;
  return &self->built;
}
