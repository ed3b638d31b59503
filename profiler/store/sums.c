/* Tracks, totals and timeline levels, kept while events pass by.
 *
 * Views read these tables and never group events: at 10^7 events a GROUP BY takes seconds. Of each track and level one
 * bucket is open in memory, because events of a batch come sorted by start; when an event of another bucket comes, the
 * open one is added to its row. A bucket may be opened again later, so rows are added to, not replaced.
 *
 * The name of a bucket is chosen by majority vote (Boyer and Moore) weighted by duration: if one name has more than
 * half of the time it is certain to win, and votes of two parts of a bucket can be merged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums.h"

#include "profiler/store/intervals.h"

typedef struct {
  gint64 bucket;
  gint64 first, last;
  gint64 n; /* 0: not open */
  gint64 busy;
  gint64 weight;
  guint32 kind, name;
} Bucket;

typedef struct {
  guint32 id;
  gboolean changed;
  gint64 first, last;
  gint64 n;
  RsIntervals cover;
  Bucket levels[RS_TRACE_N_LEVELS];
} Track;

typedef struct {
  guint32 kind, name, file, line, detail; /* the key */
  guint32 max_threads;
  gboolean changed;
  gint64 n, total, min, max, sum_a, sum_b;
} Total;

struct _RsTraceSums {
  GHashTable *tracks; /* id -> Track (owned) */
  GHashTable *totals; /* set of Total (owned) */
  GPtrArray *changed; /* of Total, borrowed from totals */
  Track *last_track;  /* of the event before */
  Total *last_total;
  RsIntervals device;
  gint64 bytes, peak_bytes;
  gint64 last;
  sqlite3_stmt *write_track, *write_total, *write_bucket;
};

static guint
total_hash (gconstpointer key)
{
  const Total *total = key;

  return total->name * 31 + total->file * 8191 + total->line * 131071 + total->kind * 7 + total->detail * 524287;
}

static gboolean
total_equal (gconstpointer a, gconstpointer b)
{
  const Total *p = a, *q = b;

  return p->name == q->name && p->line == q->line && p->kind == q->kind && p->file == q->file
         && p->detail == q->detail;
}

static void
track_free (gpointer data)
{
  Track *track = data;

  rs_intervals_clear (&track->cover);
  g_free (track);
}

RsTraceSums *
rs_trace_sums_new (sqlite3 *db, int *code)
{
  static const char track_sql[] = "UPDATE tracks SET first = ?, last = ?, spans = ?, busy = ? WHERE id = ?";
  static const char total_sql[] = "INSERT OR REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  static const char bucket_sql[]
      = "INSERT INTO levels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " first = min (first, excluded.first), last = max (last, excluded.last), n = n + excluded.n,"
        " busy = busy + excluded.busy,"
        " kind = iif (name = excluded.name OR weight >= excluded.weight, kind, excluded.kind),"
        " name = iif (weight >= excluded.weight, name, excluded.name),"
        " weight = iif (name = excluded.name, weight + excluded.weight, abs (weight - excluded.weight))";
  RsTraceSums *self = g_new0 (RsTraceSums, 1);

  self->tracks = g_hash_table_new_full (NULL, NULL, NULL, track_free);
  self->totals = g_hash_table_new_full (total_hash, total_equal, g_free, NULL);
  self->changed = g_ptr_array_new ();
  rs_intervals_init (&self->device);
  *code = sqlite3_prepare_v3 (db, track_sql, -1, SQLITE_PREPARE_PERSISTENT, &self->write_track, NULL);
  if (*code == SQLITE_OK)
    *code = sqlite3_prepare_v3 (db, total_sql, -1, SQLITE_PREPARE_PERSISTENT, &self->write_total, NULL);
  if (*code == SQLITE_OK)
    *code = sqlite3_prepare_v3 (db, bucket_sql, -1, SQLITE_PREPARE_PERSISTENT, &self->write_bucket, NULL);
  if (*code == SQLITE_OK)
    return self;
  rs_trace_sums_free (self);
  return NULL;
}

void
rs_trace_sums_free (RsTraceSums *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->write_track);
  sqlite3_finalize (self->write_total);
  sqlite3_finalize (self->write_bucket);
  rs_intervals_clear (&self->device);
  g_ptr_array_unref (self->changed);
  g_hash_table_unref (self->totals);
  g_hash_table_unref (self->tracks);
  g_free (self);
}

static Track *
find_track (RsTraceSums *self, guint32 id)
{
  Track *track = self->last_track;

  if (track != NULL && track->id == id)
    return track;
  track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (id));
  if (track == NULL)
    {
      track = g_new0 (Track, 1);
      track->id = id;
      rs_intervals_init (&track->cover);
      g_hash_table_insert (self->tracks, GUINT_TO_POINTER (id), track);
    }
  self->last_track = track;
  return track;
}

void
rs_trace_sums_add_track (RsTraceSums *self, guint32 id)
{
  find_track (self, id);
}

static int
flush_bucket (RsTraceSums *self, guint32 track, int level, Bucket *bucket)
{
  sqlite3_stmt *write = self->write_bucket;

  if (bucket->n == 0)
    return SQLITE_OK;
  sqlite3_bind_int64 (write, 1, track);
  sqlite3_bind_int (write, 2, level);
  sqlite3_bind_int64 (write, 3, bucket->bucket);
  sqlite3_bind_int64 (write, 4, bucket->first);
  sqlite3_bind_int64 (write, 5, bucket->last);
  sqlite3_bind_int64 (write, 6, bucket->n);
  sqlite3_bind_int64 (write, 7, bucket->busy);
  sqlite3_bind_int64 (write, 8, bucket->kind);
  sqlite3_bind_int64 (write, 9, bucket->name);
  sqlite3_bind_int64 (write, 10, bucket->weight);
  bucket->n = 0;
  sqlite3_step (write);
  return sqlite3_reset (write);
}

static void
vote (Bucket *bucket, const RsTraceEvent *event)
{
  gint64 weight = event->end - event->start + 1;

  if (bucket->n == 0 || bucket->name == event->name)
    {
      bucket->weight = bucket->n == 0 ? weight : bucket->weight + weight;
      bucket->name = event->name;
      bucket->kind = event->kind;
    }
  else if (bucket->weight >= weight)
    bucket->weight -= weight;
  else
    {
      bucket->weight = weight - bucket->weight;
      bucket->name = event->name;
      bucket->kind = event->kind;
    }
}

static int
add_to_levels (RsTraceSums *self, Track *track, const RsTraceEvent *event)
{
  int code = SQLITE_OK;

  for (int level = rs_trace_class_of (event->end - event->start); level < RS_TRACE_N_LEVELS; level++)
    {
      Bucket *bucket = &track->levels[level];
      gint64 index = rs_trace_bucket_of (event->start, level);

      if (bucket->n > 0 && bucket->bucket != index && code == SQLITE_OK)
        code = flush_bucket (self, track->id, level, bucket);
      vote (bucket, event);
      if (bucket->n == 0)
        {
          bucket->bucket = index;
          bucket->first = event->start;
          bucket->last = event->end;
          bucket->busy = 0;
        }
      bucket->n++;
      bucket->busy += event->end - event->start;
      bucket->first = MIN (bucket->first, event->start);
      bucket->last = MAX (bucket->last, event->end);
    }
  return code;
}

static gboolean
has_detail (guint32 kind)
{
  return kind == RS_TRACE_COPY || kind == RS_TRACE_DECISION;
}

static void
add_to_totals (RsTraceSums *self, const RsTraceEvent *event)
{
  gint64 duration = event->end - event->start;
  Total key = { .kind = event->kind, .name = event->name, .file = event->file, .line = event->line,
                .detail = has_detail (event->kind) ? event->detail : 0, .min = duration, .max = duration };
  Total *total = self->last_total;

  if (total == NULL || !total_equal (total, &key))
    total = g_hash_table_lookup (self->totals, &key);
  if (total == NULL)
    {
      total = g_memdup2 (&key, sizeof key);
      g_hash_table_add (self->totals, total);
    }
  if (!total->changed)
    {
      total->changed = TRUE;
      g_ptr_array_add (self->changed, total);
    }
  total->n++;
  total->total += duration;
  total->min = MIN (total->min, duration);
  total->max = MAX (total->max, duration);
  total->sum_a = (gint64)((guint64)total->sum_a + (guint64)event->a);
  total->sum_b = (gint64)((guint64)total->sum_b + (guint64)event->b);
  total->max_threads = MAX (total->max_threads, event->threads);
  self->last_total = total;
}

int
rs_trace_sums_add (RsTraceSums *self, const RsTraceEvent *event)
{
  Track *track;

  self->last = MAX (self->last, event->end);
  add_to_totals (self, event);
  if (event->kind == RS_TRACE_ALLOCATE)
    self->bytes += event->b;
  else if (event->kind == RS_TRACE_FREE)
    self->bytes -= event->b;
  self->peak_bytes = MAX (self->peak_bytes, self->bytes);
  if (!rs_trace_kind_is_span (event->kind))
    return SQLITE_OK;
  track = find_track (self, event->track);
  track->first = track->n == 0 ? event->start : MIN (track->first, event->start);
  track->last = track->n == 0 ? event->end : MAX (track->last, event->end);
  track->n++;
  track->changed = TRUE;
  rs_intervals_add (&track->cover, event->start, event->end);
  if (event->kind == RS_TRACE_KERNEL)
    rs_intervals_add (&self->device, event->start, event->end);
  return add_to_levels (self, track, event);
}

static int
flush_track (RsTraceSums *self, Track *track)
{
  sqlite3_stmt *write = self->write_track;
  int code = SQLITE_OK;

  for (int level = 0; code == SQLITE_OK && level < RS_TRACE_N_LEVELS; level++)
    code = flush_bucket (self, track->id, level, &track->levels[level]);
  if (code != SQLITE_OK || !track->changed)
    return code;
  track->changed = FALSE;
  sqlite3_bind_int64 (write, 1, track->first);
  sqlite3_bind_int64 (write, 2, track->last);
  sqlite3_bind_int64 (write, 3, track->n);
  sqlite3_bind_int64 (write, 4, track->cover.busy);
  sqlite3_bind_int64 (write, 5, track->id);
  sqlite3_step (write);
  return sqlite3_reset (write);
}

static int
flush_total (RsTraceSums *self, Total *total)
{
  const gint64 values[] = { total->kind, total->name, total->file, total->line, total->detail, total->n,
                            total->total, total->min, total->max, total->sum_a, total->sum_b, total->max_threads };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (self->write_total, (int)i + 1, values[i]);
  total->changed = FALSE;
  sqlite3_step (self->write_total);
  return sqlite3_reset (self->write_total);
}

int
rs_trace_sums_flush (RsTraceSums *self)
{
  GHashTableIter iter;
  gpointer track;
  int code = SQLITE_OK;

  g_hash_table_iter_init (&iter, self->tracks);
  while (code == SQLITE_OK && g_hash_table_iter_next (&iter, NULL, &track))
    code = flush_track (self, track);
  for (guint i = 0; code == SQLITE_OK && i < self->changed->len; i++)
    code = flush_total (self, self->changed->pdata[i]);
  g_ptr_array_set_size (self->changed, 0);
  return code;
}

gint64
rs_trace_sums_get_device_busy (const RsTraceSums *self)
{
  return self->device.busy;
}

gint64
rs_trace_sums_get_peak_bytes (const RsTraceSums *self)
{
  return self->peak_bytes;
}

gint64
rs_trace_sums_get_last (const RsTraceSums *self)
{
  return self->last;
}
