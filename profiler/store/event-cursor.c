/* Walking over chunks.
 *
 * Three ways: the chunks one after the other; with a track the slices that the parts lead to; with a number the chunks
 * that the directory leads to, kind by kind. Each event is tested against the whole filter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/event-cursor.h"

void
rs_event_cursor_init (RsEventCursor *self, RsChunkReader *reader)
{
  *self = (RsEventCursor){ .reader = reader };
}

static void
close_chunk (RsEventCursor *self)
{
  g_clear_pointer (&self->open, rs_open_chunk_unref);
  self->position = self->end = 0;
}

void
rs_event_cursor_clear (RsEventCursor *self)
{
  close_chunk (self);
  g_clear_pointer (&self->index, rs_chunk_index_unref);
  g_clear_pointer (&self->visited, g_hash_table_unref);
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
  RsChunkIndex *index = self->index != NULL ? self->index
                                            : rs_chunk_index_ref (rs_chunk_reader_get_index (self->reader));

  self->index = NULL;
  rs_event_cursor_clear (self);
  self->index = index;
  self->filter = *filter;
  self->code = SQLITE_OK;
  self->at = self->at_end = 0;
  /* Without the directory a number is a test like others. */
  if (self->filter.one_number && !all_have_numbers (self->filter.kinds))
    self->filter.one_number = FALSE;
  else if (self->filter.one_number)
    {
      begin_number (self);
      return;
    }
  if (self->filter.one_track)
    begin_track (self);
  else
    {
      self->at = rs_chunk_index_find_event (index, self->filter.first);
      self->at_end = index->chunks->len;
    }
}

/* --- the next chunk --- */

static gboolean
chunk_may_fit (const RsEventCursor *self, guint index)
{
  const RsChunkEntry *entry = &g_array_index (self->index->chunks, RsChunkEntry, index);
  const RsEventFilter *filter = &self->filter;

  return entry->first <= filter->last && entry->first + (gint64)entry->n > filter->first
         && (entry->kinds & filter->kinds) != 0 && entry->least <= filter->start_to
         && entry->latest >= filter->start_from && entry->latest >= filter->end_from && entry->least <= filter->end_to;
}

/* Makes a chunk the one at hand. FALSE: it can't be. */
static gboolean
open_chunk (RsEventCursor *self, guint index)
{
  close_chunk (self);
  self->open = rs_chunk_reader_open (self->reader, self->index, index, &self->code);
  if (self->open == NULL)
    return FALSE;
  self->slice = 0;
  self->order = NULL;
  self->position = 0;
  self->end = self->open->chunk.n;
  return TRUE;
}

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
          if (self->filter.in_order)
            self->order = rs_open_chunk_get_by_rank (self->open);
          return TRUE;
        }
      if (self->code != SQLITE_OK)
        return FALSE;
    }
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

/* Puts the cursor on the rows of a slice that start in the range. FALSE: the chunk has no such slice. */
static gboolean
enter_slice (RsEventCursor *self, guint32 track, int class)
{
  const RsChunk *chunk = &self->open->chunk;
  const RsEventFilter *filter = &self->filter;
  guint low = 0, high = chunk->n_slices, first;

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
  first = chunk->slices[low].first;
  self->slice = low;
  self->end = first + chunk->slices[low].n;
  self->position = filter->start_from == G_MININT64 ? first : find_start (chunk, first, self->end, filter->start_from);
  if (filter->start_to < G_MAXINT64)
    self->end = find_start (chunk, self->position, self->end, filter->start_to + 1);
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

/* Puts the cursor on the rows with the number. */
static void
enter_number (RsEventCursor *self)
{
  const RsChunk *chunk = &self->open->chunk;
  gint64 number = self->filter.number;
  guint low = 0, high = chunk->n;

  self->order = rs_open_chunk_get_by_number (self->open);
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (rs_chunk_get (chunk, RS_CHUNK_A, self->order[middle]) < number)
        low = middle + 1;
      else
        high = middle;
    }
  self->position = low;
  while (low < chunk->n && rs_chunk_get (chunk, RS_CHUNK_A, self->order[low]) == number)
    low++;
  self->end = low;
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
  return self->filter.one_track ? next_part (self) : next_plain_chunk (self);
}

/* --- the next event --- */

static void
find_slice (RsEventCursor *self)
{
  const RsChunk *chunk = &self->open->chunk;
  guint low = 0, high = chunk->n_slices - 1;
  const RsChunkSlice *slice = &chunk->slices[self->slice];

  if (self->row < slice->first || self->row >= (guint)slice->first + slice->n)
    {
      if (self->slice + 1 < chunk->n_slices && self->row == slice[1].first)
        low = high = self->slice + 1;
      while (low < high)
        {
          guint middle = (low + high + 1) / 2;

          if (chunk->slices[middle].first <= self->row)
            low = middle;
          else
            high = middle - 1;
        }
      self->slice = low;
    }
  self->track = chunk->slices[self->slice].track;
  self->class = chunk->slices[self->slice].class;
}

/* Whether the row at hand fits; reads its track, class and place. */
static gboolean
test (RsEventCursor *self)
{
  const RsEventFilter *filter = &self->filter;
  gint64 start = rs_event_cursor_get (self, RS_CHUNK_START);

  find_slice (self);
  if (start < filter->start_from || start > filter->start_to || self->class < filter->least_class
      || self->class > filter->greatest_class || (filter->one_track && self->track != filter->track)
      || (filter->one_number && rs_event_cursor_get (self, RS_CHUNK_A) != filter->number))
    return FALSE;
  if (filter->end_from > G_MININT64 || filter->end_to < G_MAXINT64)
    {
      gint64 end = start + rs_event_cursor_get (self, RS_CHUNK_DURATION);

      if (end < filter->end_from || end > filter->end_to)
        return FALSE;
    }
  if (filter->first > G_MININT64 || filter->last < G_MAXINT64)
    {
      gint64 id = rs_event_cursor_get_id (self);

      if (id < filter->first || id > filter->last)
        return FALSE;
    }
  self->place = *rs_place_cache_get (rs_chunk_reader_get_places (self->reader),
                                     (guint32)rs_event_cursor_get (self, RS_CHUNK_PLACE));
  if (G_UNLIKELY (self->place.kind == 0))
    {
      g_autofree char *sentence
          = g_strdup_printf ("chunk %u is damaged (its places are unknown); these events are missing",
                             self->open->index + 1);

      rs_chunk_reader_note_damage (self->reader, sentence);
      return FALSE;
    }
  return (filter->kinds >> MIN (self->place.kind, 63) & 1) != 0;
}

gboolean
rs_event_cursor_next (RsEventCursor *self)
{
  for (;;)
    {
      while (self->position < self->end)
        {
          self->row = self->order != NULL ? self->order[self->position] : self->position;
          self->position++;
          if (test (self))
            return TRUE;
        }
      if (!next_chunk (self))
        {
          close_chunk (self);
          return FALSE;
        }
    }
}
