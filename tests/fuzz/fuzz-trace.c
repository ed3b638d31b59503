/* Damages traces and reads them: `fuzz-trace FIRST_SEED COUNT`.
 *
 * Each seed makes a chunk of random events, which has to come back as it was, and then changes bytes of it, half of the
 * time with a checksum that fits. Every tenth seed damages a whole file of one of the two formats: its bytes, or values
 * of its tables. Everything is read then, as the reports do. What is looked for are crashes, reports of sanitizers,
 * reads that take more than a few seconds, and events that were not written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/line-counts.h"
#include "profiler/analysis/hardware/metrics.h"
#include "profiler/analysis/time/kernels.h"
#include "profiler/analysis/time/line-times.h"
#include "profiler/analysis/time/loops.h"
#include "profiler/analysis/time/stalls.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/analysis/timeline/curves.h"
#include "profiler/analysis/timeline/queue-depth.h"
#include "profiler/analysis/timeline/timeline.h"
#include "profiler/exchange/formats.h"
#include "profiler/store/chunks/chunk-builder.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#define MOST_SECONDS 20 /* of processor time for a file, with sanitizers */
#define N_EVENTS 9000

static RsTraceEvent
make_event (GRand *random, gint64 i)
{
  static const guint32 kinds[] = { RS_TRACE_FUNCTION,  RS_TRACE_LOOP,     RS_TRACE_LAUNCH,  RS_TRACE_KERNEL,
                                   RS_TRACE_COMPILE,   RS_TRACE_ALLOCATE, RS_TRACE_FREE,    RS_TRACE_COPY,
                                   RS_TRACE_DECISION,  RS_TRACE_BUILTIN,  RS_TRACE_COMPUTE, RS_TRACE_TRAFFIC,
                                   RS_TRACE_CANDIDATE, RS_TRACE_MARK,     RS_TRACE_STRETCH, 77 };
  gint64 start = i * 1000 + g_rand_int_range (random, -100000, 100000);
  guint width = (guint)g_rand_int_range (random, 0, 40);

  if (g_rand_int_range (random, 0, 1000) == 0)
    start = g_rand_boolean (random) ? G_MININT64 : G_MAXINT64 - (G_GINT64_CONSTANT (1) << 41);
  return (RsTraceEvent){ .start = start,
                         .end = start + ((gint64)1 << width) + g_rand_int_range (random, 0, 9),
                         .kind = kinds[g_rand_int_range (random, 0, G_N_ELEMENTS (kinds))],
                         .name = (guint32)g_rand_int_range (random, 0, 6),
                         .file = (guint32)g_rand_int_range (random, 0, 3),
                         .line = (guint32)g_rand_int_range (random, 0, 30),
                         .a = g_rand_int_range (random, 0, 400),
                         .b = g_rand_int_range (random, 0, 1 << 20),
                         .track = (guint32)g_rand_int_range (random, 1, 5),
                         .detail = (guint32)g_rand_int_range (random, 0, 4),
                         .threads = (guint32)g_rand_int_range (random, 0, 3),
                         .parent = (guint32)g_rand_int_range (random, 0, 400) };
}

/* --- chunks --- */

static void
touch_all (const RsChunk *chunk)
{
  volatile gint64 sum = 0;

  for (guint i = 0; i < chunk->n; i++)
    for (guint column = 0; column < RS_CHUNK_N_COLUMNS; column++)
      sum ^= rs_chunk_get (chunk, column, i);
  for (guint i = 0; i < chunk->n_slices; i++)
    g_assert_cmpuint (chunk->slices[i].first + chunk->slices[i].n, <=, chunk->n);
}

static void
check_equal (const RsChunk *chunk, const RsTraceEvent *events, guint n)
{
  guint slice = 0;

  g_assert_cmpuint (chunk->n, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const RsTraceEvent *event = &events[rs_chunk_get (chunk, RS_CHUNK_RANK, i)];

      while (i >= (guint)chunk->slices[slice].first + chunk->slices[slice].n)
        slice++;
      g_assert_cmpuint (chunk->slices[slice].track, ==, event->track);
      g_assert_cmpint (rs_chunk_get (chunk, RS_CHUNK_START, i), ==, event->start);
      g_assert_cmpint (rs_chunk_get (chunk, RS_CHUNK_DURATION, i), ==, event->end - event->start);
      g_assert_cmpint (rs_chunk_get (chunk, RS_CHUNK_A, i), ==, event->a);
      g_assert_cmpint (rs_chunk_get (chunk, RS_CHUNK_B, i), ==, event->b);
      g_assert_cmpint (rs_chunk_get (chunk, RS_CHUNK_PARENT, i), ==, event->parent);
    }
}

static void
mutate (GRand *random, guint8 *bytes, gsize length)
{
  for (int i = g_rand_int_range (random, 1, 6); i > 0; i--)
    {
      gsize at = (gsize)g_rand_int_range (random, 0, (gint32)(g_rand_boolean (random) ? MIN (length, 200) : length));

      bytes[at] = g_rand_boolean (random) ? (guint8)g_rand_int (random)
                                          : (guint8)(bytes[at] ^ 1u << g_rand_int_range (random, 0, 8));
    }
}

static void
try_chunk (GRand *random)
{
  guint n = (guint)g_rand_int_range (random, 1, g_rand_boolean (random) ? 10 : RS_CHUNK_CAPACITY + 1);
  g_autofree RsTraceEvent *events = g_new (RsTraceEvent, n);
  RsChunkBuilder *builder = rs_chunk_builder_new ();
  const RsBuiltChunk *built;
  g_autofree guint8 *bytes = NULL;
  gsize length;
  RsChunk chunk;

  for (guint i = 0; i < n; i++)
    {
      events[i] = make_event (random, i);
      events[i].start = rs_trace_clamp_time (events[i].start);
      events[i].end = MAX (rs_trace_clamp_time (events[i].end), events[i].start);
      rs_chunk_builder_add (builder, &events[i], 1 + events[i].line);
    }
  built = rs_chunk_builder_build (builder);
  g_assert_cmpstr (rs_chunk_decode (&chunk, built->bytes, built->length), ==, NULL);
  check_equal (&chunk, events, n);
  rs_chunk_clear (&chunk);
  for (guint round = 0; round < 20; round++)
    {
      length = round == 0 ? (gsize)g_rand_int_range (random, 0, (gint32)built->length) : built->length;
      g_free (bytes);
      bytes = g_memdup2 (built->bytes, length);
      if (round > 0)
        mutate (random, bytes, length);
      if (round % 2 == 0 && length >= 88)
        rs_chunk_seal (bytes, length);
      if (rs_chunk_decode (&chunk, bytes, length) == NULL)
        {
          /* A changed byte without a new checksum never goes unseen. */
          g_assert_true (round % 2 == 0 || memcmp (bytes, built->bytes, length) == 0);
          touch_all (&chunk);
          rs_chunk_clear (&chunk);
        }
    }
  rs_chunk_builder_free (builder);
}

/* --- files --- */

/* What was measured of a GPU, which only some traces have. */
static void
write_measured (GRand *random, RsTraceWriter *writer)
{
  const gint n_metrics = g_rand_int_range (random, 0, 3) * 50, n_stalls = g_rand_int_range (random, 0, 3) * 50;

  for (gint i = 0; i < n_metrics; i++)
    rs_trace_writer_add_metric (writer, &(RsMetricValue){ .launch = i / 5, .metric = (guint32)i % 5, .value = i },
                                NULL);
  for (gint i = 0; i < n_stalls; i++)
    rs_trace_writer_add_line_value (writer, i % 2 == 0 ? RS_LINE_STALLS : RS_LINE_COUNTS,
                                    &(RsLineValue){ .launch = i / 5,
                                                    .kernel = (guint32)i % 3,
                                                    .source = (guint32)i % 2,
                                                    .source_line = (guint32)i % 7,
                                                    .what = (guint32)i % 5,
                                                    .value = g_rand_int (random) },
                                    NULL);
}

static void
write_curves (GRand *random, RsTraceWriter *writer)
{
  const gint n = g_rand_int_range (random, 0, 3) * 50;

  for (gint i = 0; i < n; i++)
    rs_trace_writer_add_curve (writer,
                               &(RsCurveValue){ .launch = i / 20,
                                                .metric = (guint32)i % 3,
                                                .start = i * 10,
                                                .end = i * 10 + g_rand_int_range (random, -5, 20),
                                                .kernel = (guint32)i % 3,
                                                .value = g_rand_double_range (random, -10, 1000) },
                               NULL);
}

static void
write_trace (GRand *random, const char *path)
{
  static const char *const texts[] = { "blur", "main.q", "host->cuda:0", "na\303\257ve", "x\033[31m", "64x64" };
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    rs_trace_writer_add_string (writer, i + 1, texts[i], NULL);
  for (guint32 i = 1; i < 5; i++)
    rs_trace_writer_add_track (writer, i, "track", NULL);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      RsTraceEvent event = make_event (random, i);

      rs_trace_writer_add_events (writer, &event, 1, NULL);
    }
  write_measured (random, writer);
  write_curves (random, writer);
  rs_trace_writer_close (writer, TRUE, NULL);
}

static void
damage_bytes (GRand *random, const char *path)
{
  g_autofree char *contents = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  for (int i = g_rand_int_range (random, 1, 30); i > 0; i--)
    contents[g_rand_int_range (random, g_rand_boolean (random) ? 100 : 8192, (gint32)length)]
        = (char)g_rand_int (random);
  g_assert_true (g_file_set_contents (path, contents, (gssize)length, NULL));
}

static void
damage_blob (GRand *random, sqlite3 *db)
{
  sqlite3_stmt *read, *write;
  gint64 id = g_rand_int_range (random, 1, N_EVENTS / RS_CHUNK_CAPACITY + 2);

  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT data FROM chunks WHERE id = ?", -1, &read, NULL), ==, SQLITE_OK);
  sqlite3_bind_int64 (read, 1, id);
  if (sqlite3_step (read) == SQLITE_ROW)
    {
      gsize length = (gsize)sqlite3_column_bytes (read, 0);
      g_autofree guint8 *bytes = g_memdup2 (sqlite3_column_blob (read, 0), length);

      mutate (random, bytes, length);
      rs_chunk_seal (bytes, length);
      sqlite3_prepare_v2 (db, "UPDATE chunks SET data = ? WHERE id = ?", -1, &write, NULL);
      sqlite3_bind_blob (write, 1, bytes, (int)length, SQLITE_TRANSIENT);
      sqlite3_bind_int64 (write, 2, id);
      sqlite3_step (write);
      sqlite3_finalize (write);
    }
  sqlite3_finalize (read);
}

static void
damage_values (GRand *random, const char *path, int format)
{
  static const char *const targets[][2] = {
    { "tracks", "first" },  { "tracks", "last" },    { "totals", "n" },          { "totals", "total" },
    { "totals", "name" },   { "levels", "first" },   { "levels", "last" },       { "levels", "n" },
    { "levels", "busy" },   { "levels", "bucket" },  { "strings", "text" },      { "meta", "value" },
    { "chunks", "n" },      { "chunks", "first" },   { "chunks", "kinds" },      { "chunks", "least" },
    { "chunks", "data" },   { "parts", "track" },    { "parts", "class" },       { "parts", "chunk" },
    { "parts", "least" },   { "directory", "kind" }, { "directory", "least" },   { "places", "id" },
    { "places", "kind" },   { "places", "name" },    { "loop_times", "late" },   { "metrics", "metric" },
    { "metrics", "value" }, { "metrics", "launch" }, { "stalls", "samples" },    { "stalls", "reason" },
    { "stalls", "source" }, { "stalls", "kernel" },  { "line_counts", "value" }, { "line_counts", "counter" },
    { "curves", "start" },  { "curves", "value" },   { "curves", "launch" },
  };
  static const char *const row_targets[] = { "track", "class", "start", "end", "kind", "name", "a", "b", "line", "id" };
  static const char *const values[] = { "-1",
                                        "0",
                                        "9223372036854775807",
                                        "-9223372036854775807 - 1",
                                        "4611686018427387904",
                                        "NULL",
                                        "'text'",
                                        "1e300",
                                        "x'00'",
                                        "abs(random() % 5000)",
                                        "random()" };
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  for (int i = g_rand_int_range (random, 1, 6); i > 0; i--)
    {
      guint target = (guint)g_rand_int_range (random, 0, format == 1 ? 12 : G_N_ELEMENTS (targets));
      gboolean rows = format == 1 && g_rand_boolean (random);
      g_autofree char *sql = g_strdup_printf (
          "UPDATE OR IGNORE %s SET %s = %s WHERE random() %% %d = 0", rows ? "events" : targets[target][0],
          rows ? row_targets[g_rand_int_range (random, 0, G_N_ELEMENTS (row_targets))] : targets[target][1],
          values[g_rand_int_range (random, 0, G_N_ELEMENTS (values))], g_rand_int_range (random, 1, 50));

      sqlite3_exec (db, sql, NULL, NULL, NULL);
    }
  if (format == 2 && g_rand_boolean (random))
    damage_blob (random, db);
  sqlite3_close (db);
}

static gboolean
count_row (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
{
  guint *rows = data;

  return ++*rows < 100000;
}

/* With peaks of any size. */
static void
read_rooflines (RsTraceStore *store)
{
  static const RsPeaks peaks[] = {
    { 2,
      100,
      50,
      { { 1 << 15, 200, 200 }, { 1 << 19, 200, 100 }, { 1 << 22, 90, 90 }, { 1 << 25, 20, 30 }, { 1 << 28, 10, 12 } } },
    { 0, 1e-9, 1e9, { { 5, 1e-9, 9e9 }, { 4, 9e9, 1e-9 }, { 4, 1, 1 }, { G_MAXINT64, 1, 1 }, { 1, 1, 1 } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (peaks); i++)
    {
      g_autoptr (GArray) rows = rs_roofline_read (store, NULL, i > 0 ? "cuda:0" : "", &peaks[i], NULL);

      for (guint k = 0; rows != NULL && k < rows->len; k++)
        g_assert_false (isnan (g_array_index (rows, RsRooflineRow, k).share));
    }
}

/* Everything that a report or the window reads. */
static void
read_all (const char *path, const char *other)
{
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);
  RsTimelineQuery query = { .start = 0, .end = 10000000, .width = 800 };
  g_autoptr (RsTraceSummary) summary = NULL;
  g_autoptr (GArray) loops = NULL, kernels = NULL, by_configuration = NULL, events = NULL, items = NULL, all = NULL;
  g_autoptr (GArray) lines = NULL, metrics = NULL, stalls = NULL, counts = NULL, curves = NULL, some = NULL;
  g_autoptr (RsQueueDepths) queues = NULL, part = NULL, near = NULL;
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  const RsTraceFormat *formats;
  guint rows = 0, n_formats;
  RsPeaks peaks;

  if (store == NULL)
    return;
  summary = rs_trace_summary_read (store, NULL, NULL);
  loops = rs_interpreted_loops_read (store, NULL);
  kernels = rs_kernel_table_read (store, NULL, FALSE, NULL);
  by_configuration = rs_kernel_table_read (store, NULL, TRUE, NULL);
  lines = rs_line_times_read (store, &peaks, NULL);
  metrics = rs_metrics_read (store, &range, NULL);
  stalls = rs_stalls_read (store, &range, NULL);
  counts = rs_line_counts_read (store, &range, NULL);
  curves = rs_curves_read (store, &range, NULL);
  range.to = 1000000;
  some = rs_stalls_read (store, &range, NULL);
  queues = rs_queue_depths_read (store, NULL, 1000, 0, NULL);
  if (queues != NULL)
    part = rs_queue_depths_cut (queues, 10, 1000000, 100);
  near = rs_queue_depths_read (store, &range, 100, queues != NULL ? queues->longest : 1, NULL);
  read_rooflines (store);
  events = rs_trace_store_read_events (store, 1, 100000, NULL);
  g_assert_true (events == NULL || rs_trace_store_get_format (store) == 1 || events->len <= N_EVENTS);
  items = rs_timeline_query (store, &query, NULL);
  query = (RsTimelineQuery){ .start = -RS_CHUNK_TIME_LIMIT, .end = RS_CHUNK_TIME_LIMIT, .width = 100 };
  all = rs_timeline_query (store, &query, NULL);
  rs_trace_store_find_kernel (store, 7);
  rs_trace_store_query (store, "SELECT kind, count(*), sum(duration) FROM named_events GROUP BY 1", 10, count_row,
                        &rows, NULL);
  rs_trace_store_query (store, "SELECT * FROM kernels k JOIN launches l USING (launch) LIMIT 1000", 10, count_row,
                        &rows, NULL);
  rs_trace_store_query (store, "SELECT * FROM events WHERE track = 2 AND class = 1 AND start > 50", 10, count_row,
                        &rows, NULL);
  formats = rs_trace_formats_get (&n_formats);
  for (guint i = 0; i < n_formats; i++)
    rs_trace_format_write_file (&formats[i], store, NULL, other, NULL);
  rs_trace_store_unpack (store, other, NULL);
  rs_trace_store_get_damage (store);
}

static void
try_file (GRand *random, const char *path, const char *plain, int kind)
{
  g_autofree char *other = g_strconcat (path, "-other", NULL);
  int format = 1 + kind / 2 % 2;
  double seconds;
  clock_t begin;

  write_trace (random, path);
  if (format == 1)
    {
      g_autoptr (RsTraceStore) store = rs_trace_store_open (path, NULL);

      g_assert_true (rs_trace_store_unpack (store, plain, NULL));
    }
  if (kind % 2 == 0)
    damage_bytes (random, format == 1 ? plain : path);
  else
    damage_values (random, format == 1 ? plain : path, format);
  begin = clock ();
  read_all (format == 1 ? plain : path, other);
  seconds = (double)(clock () - begin) / CLOCKS_PER_SEC;
  if (seconds > MOST_SECONDS)
    g_error ("reading took %.1f s", seconds);
  g_unlink (other);
  g_unlink (path);
  g_unlink (plain);
}

int
main (int argc, char **argv)
{
  guint32 first = argc > 1 ? (guint32)atoi (argv[1]) : 1, count = argc > 2 ? (guint32)atoi (argv[2]) : 100;
  g_autofree char *folder = g_dir_make_tmp ("rs-fuzz-trace-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "t.rstrace", NULL);
  g_autofree char *plain = g_build_filename (folder, "plain.rstrace", NULL);

  for (guint32 seed = first; seed - first < count; seed++)
    {
      GRand *random = g_rand_new_with_seed (seed);

      if (g_getenv ("FUZZ_VERBOSE") != NULL)
        g_printerr ("seed %u\n", seed);
      try_chunk (random);
      if (seed % 10 == 0)
        try_file (random, path, plain, (int)(seed / 10));
      g_rand_free (random);
    }
  g_rmdir (folder);
  return 0;
}
