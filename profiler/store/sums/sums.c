/* Tracks, levels, loops and memory, kept while events pass by.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums/sums.h"

#include "profiler/store/sums/intervals.h"
#include "profiler/store/sums/level-sums.h"
#include "profiler/store/sums/loop-sums.h"

#define MOST_BUCKETS 200000u

typedef struct {
  guint32 id;
  gboolean changed;
  gint64 first, last;
  gint64 n;
  RsIntervals cover;
  RsLevelSums levels;
} Track;

#define N_RECENT 16u /* a program goes back and forth between its threads and its devices; a power of 2 */

struct _RsTraceSums {
  GHashTable *tracks;      /* id -> Track (owned) */
  GPtrArray *changed;      /* of Track, borrowed from tracks */
  Track *recent[N_RECENT]; /* by the end of the id; borrowed; NULL: none yet */
  RsLoopSums *loops;
  RsIntervals device;
  gint64 bytes, peak_bytes;
  gint64 last;
  guint n_buckets; /* about */
  RsLevelWriter levels;
  sqlite3_stmt *write_track, *write_loop;
};

static void
track_free (gpointer data)
{
  Track *track = data;

  rs_intervals_clear (&track->cover);
  rs_level_sums_clear (&track->levels);
  g_free (track);
}

RsTraceSums *
rs_trace_sums_new (sqlite3 *db, int *code)
{
  static const char track_sql[] = "UPDATE tracks SET first = ?, last = ?, spans = ?, busy = ? WHERE id = ?";
  static const char loop_sql[] = "INSERT INTO loop_times VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                                 " compiling = compiling + excluded.compiling, late = late + excluded.late";
  RsTraceSums *self = g_new0 (RsTraceSums, 1);

  self->tracks = g_hash_table_new_full (NULL, NULL, NULL, track_free);
  self->changed = g_ptr_array_new ();
  self->loops = rs_loop_sums_new ();
  rs_intervals_init (&self->device);
  *code = sqlite3_prepare_v3 (db, track_sql, -1, SQLITE_PREPARE_PERSISTENT, &self->write_track, NULL);
  if (*code == SQLITE_OK)
    *code = sqlite3_prepare_v3 (db, loop_sql, -1, SQLITE_PREPARE_PERSISTENT, &self->write_loop, NULL);
  if (*code == SQLITE_OK)
    *code = rs_level_writer_init (&self->levels, db);
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
  rs_level_writer_clear (&self->levels);
  sqlite3_finalize (self->write_loop);
  g_ptr_array_unref (self->changed);
  g_hash_table_unref (self->tracks);
  rs_loop_sums_free (self->loops);
  rs_intervals_clear (&self->device);
  g_free (self);
}

static Track *
find_track (RsTraceSums *self, guint32 id)
{
  Track **recent = &self->recent[id % N_RECENT], *track = *recent;

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
  *recent = track;
  return track;
}

void
rs_trace_sums_add_track (RsTraceSums *self, guint32 id)
{
  find_track (self, id);
}

static void
add_span (RsTraceSums *self, const RsTraceEvent *event)
{
  Track *track = find_track (self, event->track);

  track->first = track->n == 0 ? event->start : MIN (track->first, event->start);
  track->last = track->n == 0 ? event->end : MAX (track->last, event->end);
  track->n++;
  if (!track->changed)
    g_ptr_array_add (self->changed, track);
  track->changed = TRUE;
  rs_intervals_add (&track->cover, event->start, event->end);
  if (event->kind == RS_TRACE_KERNEL)
    rs_intervals_add (&self->device, event->start, event->end);
}

void
rs_trace_sums_add (RsTraceSums *self, const RsTraceEvent *event)
{
  self->last = MAX (self->last, event->end);
  switch (event->kind)
    {
    case RS_TRACE_ALLOCATE:
      self->bytes = rs_trace_add (self->bytes, event->b);
      self->peak_bytes = MAX (self->peak_bytes, self->bytes);
      break;
    case RS_TRACE_FREE:
      self->bytes = rs_trace_add (self->bytes, -MAX (event->b, -G_MAXINT64));
      break;
    case RS_TRACE_LOOP:
    case RS_TRACE_LAUNCH:
    case RS_TRACE_KERNEL:
    case RS_TRACE_COMPILE:
      rs_loop_sums_add (self->loops, event);
      break;
    default:
      break;
    }
  if (rs_trace_kind_is_span (event->kind))
    add_span (self, event);
}

void
rs_trace_sums_add_chunk (RsTraceSums *self, const RsBuiltChunk *chunk, guint fed)
{
  g_assert (fed <= chunk->n);
  for (guint i = 0; i < chunk->n_slices; i++)
    {
      const RsChunkSlice *slice = &chunk->slices[i];
      RsLevelSums *levels;
      guint before;

      if (slice->class < 0 || slice->class >= RS_TRACE_N_LEVELS)
        continue;
      levels = &find_track (self, slice->track)->levels;
      before = rs_level_sums_get_n (levels);
      for (guint row = slice->first; row < (guint)slice->first + slice->n; row++)
        if (chunk->ranks[row] >= fed)
          rs_level_sums_add (levels, slice->class, &chunk->spans[row]);
      self->n_buckets += rs_level_sums_get_n (levels) - before;
    }
}

static int
flush_track (RsTraceSums *self, Track *track)
{
  sqlite3_stmt *write = self->write_track;
  int code = rs_level_sums_flush (&track->levels, track->id, &self->levels);

  if (code != SQLITE_OK)
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

typedef struct {
  sqlite3_stmt *write;
  int code;
} LoopWriter;

static gboolean
write_loop_time (guint32 file, guint32 line, gint64 compiling, gint64 late, gpointer data)
{
  LoopWriter *writer = data;
  const gint64 values[] = { file, line, compiling, late };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (writer->write, (int)i + 1, values[i]);
  sqlite3_step (writer->write);
  writer->code = sqlite3_reset (writer->write);
  return writer->code == SQLITE_OK;
}

int
rs_trace_sums_flush (RsTraceSums *self, gboolean finish)
{
  LoopWriter writer = { self->write_loop, SQLITE_OK };

  for (guint i = 0; i < self->changed->len; i++)
    {
      int code = flush_track (self, self->changed->pdata[i]);

      if (code != SQLITE_OK)
        return code;
    }
  g_ptr_array_set_size (self->changed, 0);
  self->n_buckets = 0;
  rs_loop_sums_take (self->loops, finish, write_loop_time, &writer);
  return writer.code;
}

gboolean
rs_trace_sums_is_full (const RsTraceSums *self)
{
  return self->n_buckets > MOST_BUCKETS;
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
