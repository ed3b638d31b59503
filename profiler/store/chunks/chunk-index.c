/* Reading the tables chunks, parts and directory.
 *
 * A damaged file may repeat rows without end, so rows have to come in the order of their keys.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/chunk-index.h"

static void
note_damage (RsChunkIndex *self, const char *table)
{
  if (self->damage == NULL)
    self->damage = g_strdup_printf ("the table %s is damaged; what it leads to is missing", table);
}

static sqlite3_stmt *
prepare (RsChunkIndex *self, sqlite3 *db, const char *sql, const char *table)
{
  sqlite3_stmt *query = NULL;

  if (sqlite3_prepare_v2 (db, sql, -1, &query, NULL) != SQLITE_OK)
    note_damage (self, table);
  return query;
}

static void
finish (RsChunkIndex *self, sqlite3_stmt *query, const char *table)
{
  int code = sqlite3_reset (query);

  if (code != SQLITE_OK && code != SQLITE_INTERRUPT)
    note_damage (self, table);
  sqlite3_finalize (query);
}

RsChunkIndex *
rs_chunk_index_new (sqlite3 *db)
{
  RsChunkIndex *self = g_new0 (RsChunkIndex, 1);
  sqlite3_stmt *query;
  gint64 next = 1;

  g_atomic_ref_count_init (&self->ref_count);
  self->chunks = g_array_new (FALSE, FALSE, sizeof (RsChunkEntry));
  query = prepare (self, db, "SELECT id, first, n, kinds, least, latest FROM chunks ORDER BY id", "chunks");
  while (query != NULL && sqlite3_step (query) == SQLITE_ROW)
    {
      gint64 n = sqlite3_column_int64 (query, 2);
      RsChunkEntry entry = { sqlite3_column_int64 (query, 1), (guint)n, (guint64)sqlite3_column_int64 (query, 3),
                             sqlite3_column_int64 (query, 4), sqlite3_column_int64 (query, 5) };

      if (sqlite3_column_int64 (query, 0) != (gint64)self->chunks->len + 1 || entry.first != next || n < 1
          || n > RS_CHUNK_CAPACITY)
        {
          note_damage (self, "chunks");
          break;
        }
      next += n;
      g_array_append_val (self->chunks, entry);
    }
  finish (self, query, "chunks");
  return self;
}

RsChunkIndex *
rs_chunk_index_ref (RsChunkIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_chunk_index_unref (RsChunkIndex *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->chunks);
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
  g_free (self->damage);
  g_free (self);
}

/* --- parts --- */

static void
close_group (RsChunkIndex *self)
{
  RsPartGroup *group = self->groups->len > 0 ? &g_array_index (self->groups, RsPartGroup, self->groups->len - 1) : NULL;
  RsPartEntry *entries = (RsPartEntry *)(gpointer)self->parts->data;
  gint64 least = G_MAXINT64;

  for (guint i = group != NULL ? group->n : 0; i > 0; i--)
    {
      RsPartEntry *entry = &entries[group->first + i - 1];

      least = MIN (least, entry->least);
      entry->least_after = least;
    }
}

static gboolean
add_part (RsChunkIndex *self, guint32 track, int class, gint64 chunk, gint64 least, gint64 latest)
{
  RsPartGroup *group = self->groups->len > 0 ? &g_array_index (self->groups, RsPartGroup, self->groups->len - 1) : NULL;
  gboolean same = group != NULL && group->track == track && group->class == class;
  RsPartEntry entry = { (guint32)(chunk - 1), least, latest, latest, 0 };

  if (chunk < 1 || chunk > (gint64)self->chunks->len || class < RS_CHUNK_NO_CLASS || class >= RS_CHUNK_N_CLASSES)
    return FALSE;
  if (group != NULL && !same && (group->track > track || (group->track == track && group->class > class)))
    return FALSE;
  if (same)
    {
      const RsPartEntry *before = &g_array_index (self->parts, RsPartEntry, self->parts->len - 1);

      if (before->chunk >= entry.chunk)
        return FALSE;
      entry.latest_before = MAX (before->latest_before, latest);
      group->n++;
    }
  else
    {
      const RsPartGroup next = { track, class, self->parts->len, 1 };

      close_group (self);
      g_array_append_val (self->groups, next);
    }
  g_array_append_val (self->parts, entry);
  return TRUE;
}

void
rs_chunk_index_need_parts (RsChunkIndex *self, sqlite3 *db)
{
  sqlite3_stmt *query;

  if (self->parts != NULL)
    return;
  self->parts = g_array_new (FALSE, FALSE, sizeof (RsPartEntry));
  self->groups = g_array_new (FALSE, FALSE, sizeof (RsPartGroup));
  query = prepare (self, db, "SELECT track, class, chunk, least, latest FROM parts ORDER BY track, class, chunk",
                   "parts");
  while (query != NULL && sqlite3_step (query) == SQLITE_ROW)
    {
      gint64 track = sqlite3_column_int64 (query, 0), class = sqlite3_column_int64 (query, 1);

      if (track < 0 || track > G_MAXUINT32
          || !add_part (self, (guint32)track, (int)CLAMP (class, -2, 100), sqlite3_column_int64 (query, 2),
                        sqlite3_column_int64 (query, 3), sqlite3_column_int64 (query, 4)))
        {
          note_damage (self, "parts");
          break;
        }
    }
  close_group (self);
  finish (self, query, "parts");
}

guint
rs_chunk_index_find_group (const RsChunkIndex *self, guint32 track, int class)
{
  guint low = 0, high = self->groups->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const RsPartGroup *group = &g_array_index (self->groups, RsPartGroup, middle);

      if (group->track < track || (group->track == track && group->class < class))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
rs_chunk_index_find_parts (const RsChunkIndex *self, const RsPartGroup *group, gint64 start_to, gint64 end_from,
                           guint *begin, guint *end)
{
  g_assert (group->first + group->n <= self->parts->len);

  const RsPartEntry *entries = &g_array_index (self->parts, RsPartEntry, group->first);
  guint low = 0, high = group->n;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (entries[middle].latest_before < end_from)
        low = middle + 1;
      else
        high = middle;
    }
  *begin = group->first + low;
  high = group->n;
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (entries[middle].least_after <= start_to)
        low = middle + 1;
      else
        high = middle;
    }
  *end = group->first + low;
}

/* --- numbers --- */

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const RsNumberEntry *p = a, *q = b;

  if (p->kind != q->kind)
    return p->kind < q->kind ? -1 : 1;
  if (p->least != q->least)
    return p->least < q->least ? -1 : 1;
  return (p->chunk > q->chunk) - (p->chunk < q->chunk);
}

void
rs_chunk_index_need_numbers (RsChunkIndex *self, sqlite3 *db)
{
  sqlite3_stmt *query;
  gint64 last_kind = -1, last_chunk = 0;

  if (self->numbers != NULL)
    return;
  self->numbers = g_array_new (FALSE, FALSE, sizeof (RsNumberEntry));
  query = prepare (self, db, "SELECT kind, chunk, least, greatest FROM directory ORDER BY kind, chunk", "directory");
  while (query != NULL && sqlite3_step (query) == SQLITE_ROW)
    {
      gint64 kind = sqlite3_column_int64 (query, 0), chunk = sqlite3_column_int64 (query, 1);
      RsNumberEntry entry = { (guint32)kind, (guint32)(chunk - 1), sqlite3_column_int64 (query, 2),
                              sqlite3_column_int64 (query, 3), 0 };

      if (kind < last_kind || (kind == last_kind && chunk <= last_chunk) || chunk < 1
          || chunk > (gint64)self->chunks->len)
        {
          note_damage (self, "directory");
          break;
        }
      last_kind = kind;
      last_chunk = chunk;
      g_array_append_val (self->numbers, entry);
    }
  finish (self, query, "directory");
  g_array_sort (self->numbers, compare_numbers);
  for (guint i = 0; i < self->numbers->len; i++)
    {
      RsNumberEntry *entry = &g_array_index (self->numbers, RsNumberEntry, i);

      entry->greatest_before = i > 0 && entry[-1].kind == entry->kind ? MAX (entry[-1].greatest_before, entry->greatest)
                                                                      : entry->greatest;
    }
}

void
rs_chunk_index_find_numbers (const RsChunkIndex *self, guint32 kind, gint64 number, guint *begin, guint *end)
{
  guint low = 0, high = self->numbers->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const RsNumberEntry *entry = &g_array_index (self->numbers, RsNumberEntry, middle);

      if (entry->kind < kind || (entry->kind == kind && entry->greatest_before < number))
        low = middle + 1;
      else
        high = middle;
    }
  *begin = low;
  high = self->numbers->len;
  while (low < high)
    {
      guint middle = (low + high) / 2;
      const RsNumberEntry *entry = &g_array_index (self->numbers, RsNumberEntry, middle);

      if (entry->kind < kind || (entry->kind == kind && entry->least <= number))
        low = middle + 1;
      else
        high = middle;
    }
  *end = low;
}

guint
rs_chunk_index_find_event (const RsChunkIndex *self, gint64 id)
{
  guint low = 0, high = self->chunks->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const RsChunkEntry *entry = &g_array_index (self->chunks, RsChunkEntry, middle);

      if (entry->first + entry->n <= id)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
