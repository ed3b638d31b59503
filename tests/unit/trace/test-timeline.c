/* Timeline levels and lanes against brute force on a random trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/occurrences.h"
#include "profiler/analysis/timeline/timeline.h"
#include "profiler/store/schema.h"
#include "profiler/store/sums/intervals.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>

#define N_EVENTS 100000
#define N_TRACKS 3

static RsTraceEvent *events; /* [N_EVENTS]; index + 1 is the event's id */
static char *path;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const RsTraceEvent *p = a, *q = b;

  return (p->end > q->end) - (p->end < q->end);
}

/* Durations over ten decades, starts over 20 s, some equal; written in several commits, about in the order of ends. */
static void
make_trace (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (42);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-timeline-XXXXXX", NULL);
  RsTraceWriter *writer;

  path = g_build_filename (folder, "random.rstrace", NULL);
  events = g_new0 (RsTraceEvent, N_EVENTS);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      gint64 duration = ((gint64)1 << g_rand_int_range (random, 0, i % 50 == 0 ? 33 : 17))
                        - g_rand_int_range (random, 0, 2);

      events[i].start = g_rand_int_range (random, 0, 20000) * G_GINT64_CONSTANT (1000000)
                        + (i % 3 == 0 ? 0 : g_rand_int_range (random, 0, 1000000));
      events[i].end = events[i].start + duration;
      events[i].kind = i % 5 == 0 ? RS_TRACE_KERNEL : RS_TRACE_FUNCTION;
      events[i].name = 1 + (guint32)g_rand_int_range (random, 0, 5);
      events[i].track = 1 + (guint32)g_rand_int_range (random, 0, N_TRACKS);
      events[i].a = i;
    }
  qsort (events, N_EVENTS, sizeof *events, compare_ends);
  writer = rs_trace_writer_create (path, 0, &error);
  g_assert_no_error (error);
  for (guint32 i = 1; i <= 5; i++)
    rs_trace_writer_add_string (writer, i, (const char *[]){ "a", "b", "c", "d", "e" }[i - 1], &error);
  for (guint32 i = 1; i <= N_TRACKS; i++)
    rs_trace_writer_add_track (writer, i, "track", &error);
  for (guint i = 0; i < N_EVENTS; i += 1000)
    {
      g_assert_true (rs_trace_writer_add_events (writer, events + i, 1000, &error));
      if (i % 7000 == 0)
        g_assert_true (rs_trace_writer_commit (writer, &error));
    }
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
}

static void
assert_lanes_disjoint (const GArray *items)
{
  for (guint i = 1; i < items->len; i++)
    {
      const RsTimelineItem *a = &g_array_index (items, RsTimelineItem, i - 1);
      const RsTimelineItem *b = a + 1;

      g_assert_true (a->track < b->track || (a->track == b->track && a->depth <= b->depth));
      if (a->track == b->track && a->depth == b->depth)
        g_assert_cmpint (MAX (a->end, a->start + 1), <=, b->start);
    }
}

/* What a range must show: each span not shorter than a pixel by itself, and the number of all others. */
static void
compare_range (RsTraceStore *store, gint64 start, gint64 end, guint width)
{
  g_autoptr (GError) error = NULL;
  RsTimelineQuery query = { .start = start, .end = end, .width = width };
  g_autoptr (GArray) items = rs_timeline_query (store, &query, &error);
  gint64 pixel = MAX (1, (end - start + width - 1) / width);
  gint64 expected = 0, shown = 0, joined = 0, short_low = 0, short_high = 0;

  g_assert_no_error (error);
  assert_lanes_disjoint (items);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      const RsTraceEvent *event = &events[i];
      gboolean visible = event->start < end && (event->end > start || event->start >= start);

      if (event->end - event->start >= pixel)
        expected += visible;
      else
        {
          /* A bucket shows when any of its spans does, so spans up to a bucket outside may count. */
          short_low += visible;
          short_high += event->start < end + pixel && event->end > start - 2 * pixel;
        }
    }
  for (guint i = 0; i < items->len; i++)
    {
      const RsTimelineItem *item = &g_array_index (items, RsTimelineItem, i);

      g_assert_cmpint (item->busy, <=, item->end - item->start);
      if (item->count > 1 || item->event == 0 || item->end - item->start < pixel)
        {
          joined += item->count;
          continue;
        }
      shown++;
      g_assert_cmpint (item->start, ==, events[item->event - 1].start);
      g_assert_cmpint (item->end, ==, events[item->event - 1].end);
      g_assert_cmpuint (item->track, ==, events[item->event - 1].track);
      g_assert_cmpuint (item->name_id, ==, events[item->event - 1].name);
      g_assert_cmpstr (item->name, ==, rs_trace_store_get_string (store, item->name_id));
    }
  g_assert_cmpint (shown, ==, expected);
  g_assert_cmpint (joined, >=, short_low);
  g_assert_cmpint (joined, <=, short_high);
}

static void
test_ranges (void)
{
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  gint64 first, last;

  g_assert_true (rs_timeline_get_extent (store, &first, &last, NULL));
  compare_range (store, first, last + 1, 1600);
  compare_range (store, first - 1000, last + 1000000, 1);
  for (guint i = 0; i < 60; i++)
    {
      gint64 length = (gint64)1 << g_rand_int_range (random, 3, 34);
      gint64 start = g_rand_int_range (random, 0, 20000) * G_GINT64_CONSTANT (1000000);

      compare_range (store, start, start + length, (guint)g_rand_int_range (random, 1, 2000));
    }
}

/* What recording took is not the program's time; where there is nothing else, it is all there is. */
static void
test_program_extent (void)
{
  const RsTraceEvent recording = { .kind = RS_TRACE_RECORD, .start = 0, .end = 1000, .name = 1, .track = 1 };
  const RsTraceEvent function = { .kind = RS_TRACE_FUNCTION, .start = 600, .end = 900, .name = 1, .track = 2 };
  g_autofree char *folder = g_dir_make_tmp ("rs-timeline-XXXXXX", NULL);

  for (guint n = 1; n <= 2; n++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%u.rstrace", folder, n);
      RsTraceWriter *writer = rs_trace_writer_create (name, 0, NULL);
      g_autoptr (RsTraceStore) store = NULL;
      gint64 start, end;

      rs_trace_writer_add_string (writer, 1, "a", NULL);
      rs_trace_writer_add_track (writer, 1, RS_TRACE_RECORDER_TRACK, NULL);
      rs_trace_writer_add_track (writer, 2, "host", NULL);
      g_assert_true (rs_trace_writer_add_events (writer, &recording, 1, NULL));
      if (n == 2)
        g_assert_true (rs_trace_writer_add_events (writer, &function, 1, NULL));
      g_assert_true (rs_trace_writer_close (writer, TRUE, NULL));
      store = rs_trace_store_open (name, NULL);
      g_assert_true (rs_timeline_get_extent (store, &start, &end, NULL));
      g_assert_true (start == 0 && end == 1000);
      g_assert_true (rs_timeline_get_program_extent (store, &start, &end, NULL));
      g_assert_true (n == 1 ? start == 0 && end == 1000 : start == 600 && end == 900);
      g_unlink (name);
    }
  g_rmdir (folder);
}

static void
assert_same (const RsTimelineItem *a, const RsTimelineItem *b)
{
  g_assert_cmpint (a->start, ==, b->start);
  g_assert_cmpint (a->end, ==, b->end);
  g_assert_cmpuint (a->track, ==, b->track);
  g_assert_cmpuint (a->depth, ==, b->depth);
  g_assert_cmpint (a->count, ==, b->count);
  g_assert_cmpint (a->busy, ==, b->busy);
  g_assert_cmpint (a->event, ==, b->event);
  g_assert_cmpint (a->launch, ==, b->launch);
  g_assert_cmpuint (a->kind, ==, b->kind);
  g_assert_cmpuint (a->name_id, ==, b->name_id);
  g_assert_cmpuint (a->line, ==, b->line);
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_cmpstr (a->file, ==, b->file);
}

/* What is drawn with a cache is what is drawn without, item by item: zooming in, out, and going elsewhere. */
static void
test_cache (void)
{
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);
  g_autoptr (RsTimelineCache) cache = rs_timeline_cache_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  gint64 start = 0, end = G_GINT64_CONSTANT (20000000000);

  for (guint i = 0; i < 100; i++)
    {
      RsTimelineQuery query = { .start = start, .end = end, .width = (guint)g_rand_int_range (random, 200, 1200) };
      g_autoptr (GArray) plain = rs_timeline_query (store, &query, NULL);
      g_autoptr (GArray) cached = NULL;
      gint64 length = end - start, at = start + (gint64)((double)length * g_rand_double (random));

      query.cache = cache;
      cached = rs_timeline_query (store, &query, NULL);
      g_assert_cmpuint (cached->len, ==, plain->len);
      for (guint k = 0; k < plain->len; k++)
        assert_same (&g_array_index (cached, RsTimelineItem, k), &g_array_index (plain, RsTimelineItem, k));
      /* Mostly inwards around a place, as the wheel does. */
      if (length < 2000 || g_rand_int_range (random, 0, 12) == 0)
        {
          start = 0;
          end = G_GINT64_CONSTANT (20000000000);
        }
      else if (g_rand_int_range (random, 0, 8) == 0)
        {
          start += length / 7;
          end += length / 7;
        }
      else
        {
          start = at - (at - start) * 10 / 13;
          end = at + (end - at) * 10 / 13;
        }
    }
}

/* A trace that is being written: what comes later is not hidden by what the cache holds. */
static void
test_cache_of_growing_file (void)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_build_filename (folder, "growing.rstrace", NULL);
  g_autoptr (GError) error = NULL;
  RsTraceWriter *writer = rs_trace_writer_create (name, 0, &error);
  g_autoptr (RsTimelineCache) cache = rs_timeline_cache_new ();
  g_autoptr (RsTraceStore) store = NULL;
  const RsTimelineQuery query = { .start = 0, .end = 1000000, .width = 1000, .cache = cache };

  rs_trace_writer_add_track (writer, 1, "main", &error);
  for (guint n = 1; n <= 5; n++)
    {
      const RsTraceEvent event = { .start = n * 10000, .end = n * 10000 + 5000, .kind = RS_TRACE_FUNCTION, .track = 1 };
      g_autoptr (GArray) items = NULL;

      g_assert_true (rs_trace_writer_add_events (writer, &event, 1, &error));
      g_assert_true (rs_trace_writer_commit (writer, &error));
      if (store == NULL)
        store = rs_trace_store_open (name, &error);
      g_assert_no_error (error);
      items = rs_timeline_query (store, &query, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (items->len, ==, n);
    }
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  g_unlink (name);
}

/* A trace as it was before meta said how wide the finest level is. */
static void
test_earlier_levels (void)
{
  g_autofree char *earlier = g_strconcat (path, ".earlier", NULL);
  g_autoptr (GString) sql = g_string_new ("DELETE FROM meta WHERE name = 'finest-level'; DELETE FROM levels;"
                                          "UPDATE events SET class = CASE");
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);
  g_autoptr (RsTraceStore) plain = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  sqlite3 *db;

  g_assert_true (rs_trace_store_unpack (store, earlier, NULL));
  for (int class = 0; class < 6; class ++)
    g_string_append_printf (sql, " WHEN end - start < %" G_GINT64_FORMAT " THEN %d", (gint64)1 << (14 + 4 * class),
                            class);
  g_string_append (sql, " ELSE 6 END;");
  for (int level = 0; level < RS_TRACE_N_LEVELS; level++)
    g_string_append_printf (sql,
                            "INSERT INTO levels SELECT track, %d, start >> %d, min(start), max(end), count(*),"
                            " sum(end - start), kind, name, 0 FROM events WHERE class <= %d GROUP BY 1, 3;",
                            level, 14 + 4 * level, level);
  g_assert_cmpint (sqlite3_open (earlier, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql->str, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (db));
  sqlite3_close (db);
  plain = rs_trace_store_open (earlier, NULL);
  for (guint i = 0; i < 30; i++)
    {
      gint64 start = g_rand_int_range (random, 0, 20000) * G_GINT64_CONSTANT (1000000);

      compare_range (plain, start, start + ((gint64)1 << g_rand_int_range (random, 3, 34)),
                     (guint)g_rand_int_range (random, 1, 2000));
    }
  g_unlink (earlier);
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const RsTraceEvent *p = *(RsTraceEvent *const *)a, *q = *(RsTraceEvent *const *)b;

  return p->start != q->start ? (p->start > q->start) - (p->start < q->start) : (p > q) - (p < q);
}

static void
test_occurrences (void)
{
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);
  g_autoptr (GArray) found = rs_trace_read_occurrences (store, RS_TRACE_KERNEL, "c", NULL);
  g_autoptr (GArray) none = rs_trace_read_occurrences (store, RS_TRACE_KERNEL, "no such name", NULL);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();

  for (guint i = 0; i < N_EVENTS; i++)
    if (events[i].kind == RS_TRACE_KERNEL && events[i].name == 3)
      g_ptr_array_add (wanted, &events[i]);
  g_ptr_array_sort (wanted, compare_events);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (found->len, ==, wanted->len);
  g_assert_cmpuint (found->len, >, 1000);
  for (guint i = 0; i < found->len; i++)
    {
      const RsOccurrence *occurrence = &g_array_index (found, RsOccurrence, i);
      const RsTraceEvent *event = wanted->pdata[i];

      g_assert_cmpint (occurrence->event, ==, event - events + 1);
      g_assert_cmpint (occurrence->start, ==, event->start);
      g_assert_cmpint (occurrence->end, ==, event->end);
    }
  g_assert_cmpint (rs_occurrences_find (found, g_array_index (found, RsOccurrence, 700).event), ==, 700);
  g_assert_cmpint (rs_occurrences_find (found, N_EVENTS + 1), ==, -1);
}

/* Every row of the levels table, against all events. */
static void
test_levels (void)
{
  for (int level = 0; level < RS_TRACE_N_LEVELS; level++)
    {
      g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autofree char *sql = g_strdup_printf ("SELECT track, bucket, first, last, n, busy FROM levels WHERE level = %d",
                                              level);
      sqlite3 *db;
      sqlite3_stmt *query;
      guint rows = 0;

      for (guint i = 0; i < N_EVENTS; i++)
        {
          gint64 duration = events[i].end - events[i].start, *sum;
          g_autofree char *key = NULL;

          if (duration >= (gint64)1 << RS_TRACE_LEVEL_SHIFT (RS_TRACE_FINEST_LEVEL, level))
            continue;
          key = g_strdup_printf ("%u %" G_GINT64_FORMAT, events[i].track,
                                 events[i].start >> RS_TRACE_LEVEL_SHIFT (RS_TRACE_FINEST_LEVEL, level));
          sum = g_hash_table_lookup (sums, key);
          if (sum == NULL)
            {
              sum = g_new0 (gint64, 4);
              sum[0] = G_MAXINT64;
              g_hash_table_insert (sums, g_steal_pointer (&key), sum);
            }
          sum[0] = MIN (sum[0], events[i].start);
          sum[1] = MAX (sum[1], events[i].end);
          sum[2]++;
          sum[3] += duration;
        }
      g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &query, NULL), ==, SQLITE_OK);
      for (; sqlite3_step (query) == SQLITE_ROW; rows++)
        {
          g_autofree char *key = g_strdup_printf ("%u %lld", sqlite3_column_int (query, 0),
                                                  sqlite3_column_int64 (query, 1));
          const gint64 *sum = g_hash_table_lookup (sums, key);

          g_assert_nonnull (sum);
          for (int i = 0; i < 4; i++)
            g_assert_cmpint (sqlite3_column_int64 (query, i + 2), ==, sum[i]);
        }
      g_assert_cmpuint (rows, ==, g_hash_table_size (sums));
      sqlite3_finalize (query);
      sqlite3_close (db);
    }
}

/* Nested calls: the lane is the nesting depth, at any zoom. */
static void
test_nesting (void)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_build_filename (folder, "nested.rstrace", NULL);
  g_autoptr (GError) error = NULL;
  RsTraceWriter *writer = rs_trace_writer_create (name, 0, &error);
  g_autoptr (RsTraceStore) store = NULL;

  rs_trace_writer_add_track (writer, 1, "main", &error);
  for (gint64 depth = 20; depth >= 0; depth--)
    {
      RsTraceEvent event = { .start = depth * 1000000, .end = 100000000 - depth * 1000000, .kind = RS_TRACE_FUNCTION,
                             .track = 1, .line = (guint32)depth };

      rs_trace_writer_add_events (writer, &event, 1, &error);
    }
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (name, &error);
  for (gint64 start = 0; start < 50000000; start += 700000)
    {
      RsTimelineQuery query = { .start = start, .end = start + 10000000, .width = 100 };
      g_autoptr (GArray) items = rs_timeline_query (store, &query, &error);

      g_assert_cmpuint (items->len, >, 0);
      for (guint i = 0; i < items->len; i++)
        g_assert_cmpuint (g_array_index (items, RsTimelineItem, i).depth, ==,
                          g_array_index (items, RsTimelineItem, i).line);
    }
  g_unlink (name);
}

static void
test_intervals (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree guint8 *covered = g_new0 (guint8, 100000);
  RsIntervals intervals;
  gint64 busy = 0;

  rs_intervals_init (&intervals);
  for (guint i = 0; i < 400; i++)
    {
      int start = g_rand_int_range (random, 0, 99000), end = start + g_rand_int_range (random, 0, 400);

      rs_intervals_add (&intervals, start, end);
      for (int k = start; k < end; k++)
        {
          busy += !covered[k];
          covered[k] = 1;
        }
      g_assert_cmpint (intervals.busy, ==, busy);
    }
  /* Many separate spans and one around them all. */
  for (int i = 0; i < 10000; i++)
    rs_intervals_add (&intervals, 200000 + i * 10, 200005 + i * 10);
  g_assert_cmpint (intervals.busy, ==, busy + 50000);
  rs_intervals_add (&intervals, 0, 400000);
  g_assert_cmpint (intervals.busy, ==, 400000);
  rs_intervals_clear (&intervals);
}

/* What shows at once: the same spans, the shortest of those that would be read one by one in buckets of 16 pixels. */
static void
test_coarse (void)
{
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);
  g_autoptr (RsTimelineCache) cache = rs_timeline_cache_new ();
  gboolean is_coarse = FALSE;
  RsTimelineQuery query
      = { .start = 0, .end = G_GINT64_CONSTANT (21000000000), .width = 1200, .is_coarse = &is_coarse };
  g_autoptr (GArray) all = rs_timeline_query (store, &query, NULL), coarse = NULL, many = NULL, again = NULL;
  gint64 n[2] = { 0 };
  guint n_single[2] = { 0 };

  g_assert_false (is_coarse);
  query.most_parts = 1;
  coarse = rs_timeline_query (store, &query, NULL);
  g_assert_true (is_coarse);
  assert_lanes_disjoint (coarse);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < (side == 0 ? all : coarse)->len; i++)
      {
        const RsTimelineItem *item = &g_array_index (side == 0 ? all : coarse, RsTimelineItem, i);

        n[side] += item->count;
        n_single[side] += item->count == 1;
      }
  g_assert_cmpint (n[0], ==, N_EVENTS);
  g_assert_cmpint (n[1], ==, N_EVENTS);
  g_assert_cmpuint (n_single[1], <, n_single[0]);
  query.most_parts = 100000;
  many = rs_timeline_query (store, &query, NULL);
  g_assert_false (is_coarse);
  g_assert_cmpuint (many->len, ==, all->len);
  /* What a cache has needs no reading. */
  query.cache = cache;
  g_array_unref (rs_timeline_query (store, &query, NULL));
  query.most_parts = 1;
  again = rs_timeline_query (store, &query, NULL);
  g_assert_false (is_coarse);
  g_assert_cmpuint (again->len, ==, all->len);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  make_trace ();
  g_test_add_func ("/trace/timeline/ranges", test_ranges);
  g_test_add_func ("/trace/timeline/program-extent", test_program_extent);
  g_test_add_func ("/trace/timeline/cache", test_cache);
  g_test_add_func ("/trace/timeline/growing", test_cache_of_growing_file);
  g_test_add_func ("/trace/timeline/levels", test_levels);
  g_test_add_func ("/trace/timeline/earlier-levels", test_earlier_levels);
  g_test_add_func ("/trace/timeline/occurrences", test_occurrences);
  g_test_add_func ("/trace/timeline/nesting", test_nesting);
  g_test_add_func ("/trace/timeline/coarse", test_coarse);
  g_test_add_func ("/trace/intervals", test_intervals);
  status = g_test_run ();
  g_unlink (path);
  folder = g_path_get_dirname (path);
  g_rmdir (folder);
  g_free (path);
  g_free (events);
  return status;
}
