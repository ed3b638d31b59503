/* Walking over chunks.
 *
 * Three ways: the chunks one after the other, by id or by first start, once or once for each kind; with a track the
 * slices that the parts lead to; with a number the chunks that the directory leads to, kind by kind. When a chunk is
 * opened, all its rows that fit the filter are selected at once, slice by slice, so that slices which can't fit cost
 * nothing and most rows one test.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/event-cursor.h"

void
rs_event_cursor_init (RsEventCursor *self, RsChunkReader *reader)
{
  *self = (RsEventCursor){ .reader = reader, .selection = g_new (RsSelection, 1) };
  self->selection->n = self->selection->next = 0;
}

static void
close_chunk (RsEventCursor *self)
{
  rs_chunk_reader_close (self->reader, g_steal_pointer (&self->open));
  if (self->selection != NULL)
    self->selection->n = self->selection->next = 0;
}

/* For another filter. */
static void
reset (RsEventCursor *self)
{
  close_chunk (self);
  g_clear_pointer (&self->visited, g_hash_table_unref);
  g_clear_pointer (&self->by_start, g_array_unref);
}

void
rs_event_cursor_clear (RsEventCursor *self)
{
  reset (self);
  g_clear_pointer (&self->index, rs_chunk_index_unref);
  g_clear_pointer (&self->selection, g_free);
}

/* Whether a range touches one of the stretches of the hint. */
static gboolean
touches (const RsEventFilter *filter, gint64 least, gint64 latest)
{
  guint low = 0, high = filter->n_stretches;

  if (filter->stretches == NULL)
    return TRUE;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (filter->stretches[middle].to < least)
        low = middle + 1;
      else
        high = middle;
    }
  return low < filter->n_stretches && filter->stretches[low].from <= latest;
}

static gboolean
chunk_may_fit (const RsEventCursor *self, guint index)
{
  const RsChunkEntry *entry = &g_array_index (self->index->chunks, RsChunkEntry, index);
  const RsEventFilter *filter = &self->filter;

  return entry->first <= filter->last && entry->first + (gint64)entry->n > filter->first
         && (entry->kinds & filter->kinds) != 0 && entry->least <= filter->start_to
         && entry->latest >= filter->start_from && entry->latest >= filter->end_from && entry->least <= filter->end_to
         && touches (filter, entry->least, entry->latest);
}

static void
begin_track (RsEventCursor *self)
{
  sqlite3 *db = rs_chunk_reader_get_db (self->reader);

  rs_chunk_index_need_parts (self->index, db);
  self->group = rs_chunk_index_find_group (self->index, self->filter.track, self->filter.least_class);
}

static void
begin_number (RsEventCursor *self)
{
  sqlite3 *db = rs_chunk_reader_get_db (self->reader);

  rs_chunk_index_need_numbers (self->index, db);
  self->kinds_left = self->filter.kinds;
  self->visited = g_hash_table_new (NULL, NULL);
}

static void
begin_chunks (RsEventCursor *self)
{
  self->at = rs_chunk_index_find_event (self->index, self->filter.first);
  self->at_end = self->index->chunks->len;
  self->keeps_chunks = self->at_end - self->at <= RS_CHUNK_READER_SLOTS;
}

static int
compare_first_starts (gconstpointer a, gconstpointer b, gpointer chunks)
{
  const guint i = *(const guint *)a, k = *(const guint *)b;
  const gint64 p = g_array_index ((GArray *)chunks, RsChunkEntry, i).least,
               q = g_array_index ((GArray *)chunks, RsChunkEntry, k).least;

  return p != q ? (p < q ? -1 : 1) : (i > k) - (i < k);
}

static void
begin_chunks_by_start (RsEventCursor *self)
{
  self->by_start = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->index->chunks->len; i++)
    if (chunk_may_fit (self, i))
      g_array_append_val (self->by_start, i);
  g_array_sort_with_data (self->by_start, compare_first_starts, self->index->chunks);
  self->at_end = self->by_start->len;
  self->keeps_chunks = self->at_end <= RS_CHUNK_READER_SLOTS;
  self->bound = G_MININT64;
}

/* Kinds with launch or object ids, which the directory holds. */
static gboolean
all_have_numbers (guint64 kinds)
{
  const guint64 with = 1u << 3 | 1u << 4 | 1u << 6 | 1u << 7 | 1u << 8 | 1u << 9 | 1u << 12 | 1u << 17;

  return (kinds & ~with) == 0;
}

void
rs_event_cursor_set_filter (RsEventCursor *self, const RsEventFilter *filter)
{
  if (self->index == NULL)
    self->index = rs_chunk_index_ref (rs_chunk_reader_get_index (self->reader));
  reset (self);
  self->filter = *filter;
  self->code = SQLITE_OK;
  self->n_interrupts = rs_chunk_reader_count_interrupts (self->reader);
  self->at = self->at_end = 0;
  self->keeps_chunks = TRUE;
  /* Without the directory a number is a test like others. */
  if (self->filter.one_number && !all_have_numbers (self->filter.kinds))
    self->filter.one_number = FALSE;
  else if (self->filter.one_number)
    {
      begin_number (self);
      return;
    }
  self->next_kind = G_MAXUINT64;
  self->kinds_left = self->filter.kinds;
  if (self->filter.by_start)
    begin_chunks_by_start (self);
  else if (self->filter.one_track)
    begin_track (self);
  else if (!self->filter.by_kind) /* otherwise the first kind begins where none has been */
    begin_chunks (self);
}

/* --- the next chunk --- */

/* Makes a chunk the one at hand, with nothing selected. FALSE: it can't be. */
static gboolean
open_chunk (RsEventCursor *self, guint index)
{
  close_chunk (self);
  if (rs_chunk_reader_count_interrupts (self->reader) != self->n_interrupts)
    {
      self->code = SQLITE_INTERRUPT;
      return FALSE;
    }
  self->open = rs_chunk_reader_open (self->reader, self->index, index, self->keeps_chunks, &self->code);
  return self->open != NULL;
}

/* --- selecting rows --- */

static gboolean
times_fit (const RsEventCursor *self, guint row)
{
  const RsEventFilter *filter = &self->filter;
  const RsChunk *chunk = &self->open->chunk;
  gint64 start = rs_chunk_get (chunk, RS_CHUNK_START, row), duration = rs_chunk_get (chunk, RS_CHUNK_DURATION, row);
  gint64 id = self->open->first + rs_chunk_get (chunk, RS_CHUNK_RANK, row);

  return start >= filter->start_from && start <= filter->start_to && start + duration >= filter->end_from
         && start + duration <= filter->end_to && duration >= filter->least_duration && id >= filter->first
         && id <= filter->last;
}

/* Whether times_fit need not be asked for any row of the chunk at hand, by what is in it. */
static gboolean
all_times_fit (const RsEventCursor *self)
{
  const RsEventFilter *filter = &self->filter;

  return filter->start_from == G_MININT64 && filter->start_to == G_MAXINT64 && filter->end_from == G_MININT64
         && filter->end_to == G_MAXINT64 && filter->least_duration <= 0 && self->open->first >= filter->first
         && self->open->first + (gint64)self->open->chunk.n - 1 <= filter->last;
}

static void
note_unknown_place (RsEventCursor *self)
{
  g_autofree char *sentence = g_strdup_printf ("chunk %u is damaged (its places are unknown); these events are missing",
                                               self->open->index + 1);

  rs_chunk_reader_note_damage (self->reader, sentence);
}

static inline const RsPlace *
get_place (const RsEventCursor *self, RsPlaceCache *places, guint row)
{
  return rs_place_cache_get (places, (guint32)rs_chunk_get (&self->open->chunk, RS_CHUNK_PLACE, row));
}

/* Of kinds that share a bit: whether it is the one at hand. */
static gboolean
is_kind_at_hand (RsEventCursor *self, guint32 kind)
{
  if (kind > self->kind)
    self->next_kind = MIN (self->next_kind, kind);
  return kind == self->kind;
}

/* Adds those of the rows [begin, end) of a slice that fit. */
static void
select_rows (RsEventCursor *self, guint index, guint begin, guint end)
{
  const RsEventFilter *filter = &self->filter;
  const RsChunkSlice *slice = &self->open->chunk.slices[index];
  RsPlaceCache *places = rs_chunk_reader_get_places (self->reader);
  RsSelection *selection = self->selection;
  gboolean all_fit = all_times_fit (self);

  if (slice->class < filter->least_class || slice->class > filter->greatest_class
      || (filter->one_track && slice->track != filter->track))
    return;
  for (guint row = begin; row < end; row++)
    {
      guint32 kind;

      if (!all_fit && !times_fit (self, row))
        continue;
      kind = get_place (self, places, row)->kind;
      if (G_UNLIKELY (kind == 0))
        note_unknown_place (self);
      else if ((filter->kinds >> MIN (kind, 63) & 1) != 0
               && (kind < 63 || !filter->by_kind || is_kind_at_hand (self, kind)))
        {
          selection->rows[selection->n++] = (guint16)row;
          selection->slices[row] = (guint16)index;
        }
    }
}

static void
sort_by_id (RsEventCursor *self)
{
  RsSelection *selection = self->selection;
  guint16 by_rank[RS_CHUNK_CAPACITY]; /* row + 1; 0: was not selected */
  guint n = self->open->chunk.n, to = 0;

  memset (by_rank, 0, n * sizeof *by_rank);
  for (guint i = 0; i < selection->n; i++)
    by_rank[rs_chunk_get (&self->open->chunk, RS_CHUNK_RANK, selection->rows[i])] = (guint16)(selection->rows[i] + 1);
  for (guint rank = 0; rank < n; rank++)
    if (by_rank[rank] != 0)
      selection->rows[to++] = (guint16)(by_rank[rank] - 1);
}

static void
select_all (RsEventCursor *self)
{
  const RsChunk *chunk = &self->open->chunk;

  for (guint i = 0; i < chunk->n_slices; i++)
    select_rows (self, i, chunk->slices[i].first, (guint)chunk->slices[i].first + chunk->slices[i].n);
  if (self->filter.in_order)
    sort_by_id (self);
}

/* --- the next chunk, in each way --- */

static gboolean
next_plain_chunk (RsEventCursor *self)
{
  while (self->at < self->at_end)
    {
      guint index = self->at++;

      if (g_array_index (self->index->chunks, RsChunkEntry, index).first > self->filter.last)
        break;
      if (chunk_may_fit (self, index) && open_chunk (self, index))
        {
          select_all (self);
          return TRUE;
        }
      if (self->code != SQLITE_OK)
        return FALSE;
    }
  return FALSE;
}

static gboolean
next_chunk_by_start (RsEventCursor *self)
{
  while (self->at < self->at_end)
    {
      const guint index = g_array_index (self->by_start, guint, self->at++);

      self->bound = g_array_index (self->index->chunks, RsChunkEntry, index).least;
      if (open_chunk (self, index))
        {
          select_all (self);
          return TRUE;
        }
      if (self->code != SQLITE_OK)
        return FALSE;
    }
  return FALSE;
}

/* FALSE: there is none. */
static gboolean
begin_kind (RsEventCursor *self)
{
  if (self->next_kind != G_MAXUINT64)
    self->kind = (guint32)self->next_kind;
  else if (self->kinds_left == 0)
    return FALSE;
  else
    {
      self->kind = (guint32)__builtin_ctzll (self->kinds_left);
      self->kinds_left &= self->kinds_left - 1;
      self->filter.kinds = G_GUINT64_CONSTANT (1) << self->kind;
    }
  self->next_kind = G_MAXUINT64;
  begin_chunks (self);
  return TRUE;
}

static gboolean
next_chunk_of_kind (RsEventCursor *self)
{
  do
    if (next_plain_chunk (self))
      return TRUE;
  while (self->code == SQLITE_OK && begin_kind (self));
  return FALSE;
}

/* First row of [low, high) that starts at time or later. */
static guint
find_start (const RsChunk *chunk, guint low, guint high, gint64 time)
{
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (rs_chunk_get (chunk, RS_CHUNK_START, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Selects rows of a slice. FALSE: the chunk has no such slice. */
static gboolean
enter_slice (RsEventCursor *self, guint32 track, int class)
{
  const RsChunk *chunk = &self->open->chunk;
  const RsEventFilter *filter = &self->filter;
  guint low = 0, high = chunk->n_slices, begin, end;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const RsChunkSlice *slice = &chunk->slices[middle];

      if (slice->track < track || (slice->track == track && slice->class < class))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == chunk->n_slices || chunk->slices[low].track != track || chunk->slices[low].class != class)
    return FALSE;
  begin = chunk->slices[low].first;
  end = begin + chunk->slices[low].n;
  if (filter->start_from > G_MININT64)
    begin = find_start (chunk, begin, end, filter->start_from);
  if (filter->start_to < G_MAXINT64)
    end = find_start (chunk, begin, end, filter->start_to + 1);
  select_rows (self, low, begin, end);
  return TRUE;
}

static gboolean
next_part (RsEventCursor *self)
{
  const RsEventFilter *filter = &self->filter;

  for (;;)
    {
      const RsPartGroup *group;

      while (self->at < self->at_end)
        {
          const RsPartEntry *part = &g_array_index (self->index->parts, RsPartEntry, self->at++);

          group = &g_array_index (self->index->groups, RsPartGroup, self->group - 1);
          if (part->least > filter->start_to || part->latest < filter->end_from || part->latest < filter->start_from
              || !chunk_may_fit (self, part->chunk))
            continue;
          if (open_chunk (self, part->chunk) && enter_slice (self, group->track, group->class))
            return TRUE;
          if (self->code != SQLITE_OK)
            return FALSE;
        }
      if (self->group >= self->index->groups->len)
        return FALSE;
      group = &g_array_index (self->index->groups, RsPartGroup, self->group++);
      if (group->track != filter->track || group->class > filter->greatest_class)
        {
          self->group = self->index->groups->len;
          return FALSE;
        }
      rs_chunk_index_find_parts (self->index, group, filter->start_to, MAX (filter->end_from, filter->start_from),
                                 &self->at, &self->at_end);
    }
}

static guint
find_slice (const RsChunk *chunk, guint row)
{
  guint low = 0, high = chunk->n_slices - 1;

  while (low < high)
    {
      guint middle = (low + high + 1) / 2;

      if (chunk->slices[middle].first <= row)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* Selects rows with the number. */
static void
enter_number (RsEventCursor *self)
{
  const RsChunk *chunk = &self->open->chunk;
  const guint16 *order = rs_open_chunk_get_by_number (self->open);
  gint64 number = self->filter.number;
  guint low = 0, high = chunk->n;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (rs_chunk_get (chunk, RS_CHUNK_A, order[middle]) < number)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < chunk->n && rs_chunk_get (chunk, RS_CHUNK_A, order[low]) == number; low++)
    select_rows (self, find_slice (chunk, order[low]), order[low], order[low] + 1u);
}

static gboolean
next_numbered_chunk (RsEventCursor *self)
{
  for (;;)
    {
      while (self->at < self->at_end)
        {
          const RsNumberEntry *entry = &g_array_index (self->index->numbers, RsNumberEntry, self->at++);

          /* A chunk is looked at once, for all kinds. */
          if (entry->greatest < self->filter.number || !chunk_may_fit (self, entry->chunk)
              || !g_hash_table_add (self->visited, GUINT_TO_POINTER (entry->chunk + 1)))
            continue;
          if (open_chunk (self, entry->chunk))
            {
              enter_number (self);
              return TRUE;
            }
          if (self->code != SQLITE_OK)
            return FALSE;
        }
      if (self->kinds_left == 0)
        return FALSE;
      self->kind = (guint32)__builtin_ctzll (self->kinds_left);
      self->kinds_left &= self->kinds_left - 1;
      rs_chunk_index_find_numbers (self->index, self->kind, self->filter.number, &self->at, &self->at_end);
    }
}

static gboolean
next_chunk (RsEventCursor *self)
{
  close_chunk (self);
  if (self->filter.one_number)
    return next_numbered_chunk (self);
  if (self->filter.by_start)
    return next_chunk_by_start (self);
  if (self->filter.one_track)
    return next_part (self);
  return self->filter.by_kind ? next_chunk_of_kind (self) : next_plain_chunk (self);
}

/* --- the next event --- */

gboolean
rs_event_cursor_enter_next (RsEventCursor *self)
{
  while (next_chunk (self))
    if (self->selection->n > 0)
      return TRUE;
  close_chunk (self);
  return FALSE;
}

gboolean
rs_event_cursor_next (RsEventCursor *self)
{
  if (!rs_event_cursor_step (self))
    return FALSE;
  self->place = *rs_event_cursor_get_place (self);
  return TRUE;
}
