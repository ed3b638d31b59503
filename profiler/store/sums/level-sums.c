/* Buckets of levels.
 *
 * Views read the table levels and never group events: at 10^7 events a GROUP BY takes seconds. A span goes into a
 * bucket of its own class only; when they are written, the buckets of each level are added to those of the next.
 * A bucket may be written in several parts, so rows are added to, not replaced.
 *
 * The name of a bucket is chosen by majority vote (Boyer and Moore) weighted by duration: if one name has more than
 * half of the time it is certain to win, and votes of two parts of a bucket can be merged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums/level-sums.h"

#include "profiler/store/store.h"

#define MANY 16u /* rows of a statement, which take two thirds of the time of as many statements */

typedef struct {
  gint64 bucket;
  gint64 first, last;
  gint64 n, busy, weight;
  guint32 kind, name;
} Bucket;

void
rs_level_sums_clear (RsLevelSums *self)
{
  for (guint i = 0; i < RS_TRACE_N_LEVELS; i++)
    g_clear_pointer (&self->levels[i], g_array_unref);
}

/* Adds a part of the same bucket. */
static void
join (Bucket *self, const Bucket *part)
{
  if (self->name == part->name)
    self->weight += part->weight;
  else if (self->weight >= part->weight)
    self->weight -= part->weight;
  else
    {
      self->weight = part->weight - self->weight;
      self->name = part->name;
      self->kind = part->kind;
    }
  self->n += part->n;
  self->busy = rs_trace_add (self->busy, part->busy);
  self->first = MIN (self->first, part->first);
  self->last = MAX (self->last, part->last);
}

static void
insert (GArray *buckets, const Bucket *part)
{
  guint above = buckets->len, below = 0;

  while (below < above)
    {
      guint middle = (below + above) / 2;

      if (g_array_index (buckets, Bucket, middle).bucket < part->bucket)
        below = middle + 1;
      else
        above = middle;
    }
  if (below < buckets->len && g_array_index (buckets, Bucket, below).bucket == part->bucket)
    join (&g_array_index (buckets, Bucket, below), part);
  else
    g_array_insert_val (buckets, below, *part);
}

void
rs_level_sums_add (RsLevelSums *self, int class, const RsChunkSpan *span)
{
  GArray *buckets = self->levels[class];
  const Bucket part = { rs_trace_bucket_of (span->start, RS_TRACE_FINEST_LEVEL, class),
                        span->start,
                        span->start + span->duration,
                        1,
                        span->duration,
                        span->duration + 1,
                        span->kind,
                        span->name };
  Bucket *last;

  if (buckets == NULL)
    buckets = self->levels[class] = g_array_new (FALSE, FALSE, sizeof (Bucket));
  last = buckets->len > 0 ? &g_array_index (buckets, Bucket, buckets->len - 1) : NULL;
  if (last != NULL && last->bucket == part.bucket)
    join (last, &part);
  else if (last == NULL || last->bucket < part.bucket)
    g_array_append_val (buckets, part);
  else
    insert (buckets, &part);
}

guint
rs_level_sums_get_n (const RsLevelSums *self)
{
  guint n = 0;

  for (guint i = 0; i < RS_TRACE_N_LEVELS; i++)
    n += self->levels[i] != NULL ? self->levels[i]->len : 0;
  return n;
}

static int
prepare (sqlite3 *db, guint n_rows, sqlite3_stmt **statement)
{
  g_autoptr (GString) sql = g_string_new ("INSERT INTO levels VALUES ");

  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf (sql, "%s(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", i > 0 ? ", " : "");
  g_string_append (sql,
                   " ON CONFLICT DO UPDATE SET"
                   " first = min (first, excluded.first), last = max (last, excluded.last), n = n + excluded.n,"
                   " busy = busy + excluded.busy,"
                   " kind = iif (name = excluded.name OR weight >= excluded.weight, kind, excluded.kind),"
                   " name = iif (weight >= excluded.weight, name, excluded.name),"
                   " weight = iif (name = excluded.name, weight + excluded.weight, abs (weight - excluded.weight))");
  return sqlite3_prepare_v3 (db, sql->str, (int)sql->len, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

int
rs_level_writer_init (RsLevelWriter *self, sqlite3 *db)
{
  *self = (RsLevelWriter){ .db = db };
  for (guint i = 0; i < G_N_ELEMENTS (self->merged); i++)
    self->merged[i] = g_array_new (FALSE, FALSE, sizeof (Bucket));
  return prepare (db, 1, &self->add);
}

void
rs_level_writer_clear (RsLevelWriter *self)
{
  sqlite3_finalize (self->add);
  sqlite3_finalize (self->add_many);
  for (guint i = 0; i < G_N_ELEMENTS (self->merged); i++)
    g_clear_pointer (&self->merged[i], g_array_unref);
}

static int
write_buckets (sqlite3_stmt *add, guint32 track, int level, const Bucket *buckets, guint n)
{
  int at = 0;

  for (guint i = 0; i < n; i++)
    {
      const Bucket *bucket = &buckets[i];
      const gint64 values[] = { track,     level,        bucket->bucket, bucket->first, bucket->last,
                                bucket->n, bucket->busy, bucket->kind,   bucket->name,  bucket->weight };

      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        sqlite3_bind_int64 (add, ++at, values[k]);
    }
  sqlite3_step (add);
  return sqlite3_reset (add);
}

static int
write_level (RsLevelWriter *self, guint32 track, int level, const GArray *buckets)
{
  const Bucket *all = (const Bucket *)(gpointer)buckets->data;
  int code = SQLITE_OK;

  for (guint i = 0, n; code == SQLITE_OK && i < buckets->len; i += n)
    {
      n = buckets->len - i >= MANY ? MANY : 1;
      if (n == MANY && self->add_many == NULL)
        code = prepare (self->db, MANY, &self->add_many);
      if (code == SQLITE_OK)
        code = write_buckets (n == MANY ? self->add_many : self->add, track, level, all + i, n);
    }
  return code;
}

static void
append_or_join (GArray *buckets, const Bucket *part)
{
  if (buckets->len > 0 && g_array_index (buckets, Bucket, buckets->len - 1).bucket == part->bucket)
    join (&g_array_index (buckets, Bucket, buckets->len - 1), part);
  else
    g_array_append_val (buckets, *part);
}

/* The buckets of a level, from those of its class and the buckets of the level below. */
static void
merge_levels (const GArray *own, const GArray *below, GArray *merged)
{
  guint n_own = own != NULL ? own->len : 0, n_below = below != NULL ? below->len : 0;

  g_array_set_size (merged, 0);
  for (guint i = 0, k = 0; i < n_own || k < n_below;)
    {
      Bucket part;

      if (k < n_below)
        {
          part = g_array_index (below, Bucket, k);
          part.bucket >>= 4;
        }
      if (i < n_own && (k >= n_below || g_array_index (own, Bucket, i).bucket <= part.bucket))
        append_or_join (merged, &g_array_index (own, Bucket, i++));
      else
        {
          append_or_join (merged, &part);
          k++;
        }
    }
}

int
rs_level_sums_flush (RsLevelSums *self, guint32 track, RsLevelWriter *writer)
{
  const GArray *below = NULL;
  int code = SQLITE_OK;

  if (rs_level_sums_get_n (self) == 0)
    return SQLITE_OK;
  for (int level = 0; code == SQLITE_OK && level < RS_TRACE_N_LEVELS; level++)
    {
      GArray *all = writer->merged[level % 2];

      merge_levels (self->levels[level], below, all);
      code = write_level (writer, track, level, all);
      below = all;
    }
  for (guint i = 0; i < RS_TRACE_N_LEVELS; i++)
    if (self->levels[i] != NULL && self->levels[i]->len >= MANY)
      g_array_set_size (self->levels[i], 0); /* as many will come again */
    else
      g_clear_pointer (&self->levels[i], g_array_unref);
  return code;
}
