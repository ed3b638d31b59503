/* Trace files: what is refused and how, replacing, sums, queries.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/range.h"
#include "profiler/analysis/time/kernels.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/store/schema.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("rs-store-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "test.rstrace", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  const char *const names[] = { "test.rstrace", "test.rstrace-wal", "test.rstrace-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static void
assert_refused (const char *path, RsTraceStoreError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  RsTraceStore *store = rs_trace_store_open (path, &error);

  g_assert_null (store);
  g_assert_error (error, RS_TRACE_STORE_ERROR, (int)code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_nonnull (strstr (error->message, path));
}

static void
execute (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* A trace of n launches that is still open. (transfer full) */
static RsTraceWriter *
begin_trace (const char *path, guint n)
{
  g_autoptr (GError) error = NULL;
  RsTraceWriter *writer = rs_trace_writer_create (path, 1000, &error);

  g_assert_no_error (error);
  g_assert_true (rs_trace_writer_add_string (writer, 1, "blur", &error));
  g_assert_true (rs_trace_writer_add_string (writer, 2, "blur.q", &error));
  g_assert_true (rs_trace_writer_add_string (writer, 3, "64x64", &error));
  g_assert_true (rs_trace_writer_add_track (writer, 1, "cpu", &error));
  for (guint i = 0; i < n; i++)
    {
      gint64 start = 1000 + (gint64)i * 1000;
      const RsTraceEvent events[] = {
        { .start = start, .end = start + 100, .kind = RS_TRACE_LAUNCH, .name = 1, .file = 2, .line = 7, .a = i + 1,
          .track = 1 },
        { .start = start + 200, .end = start + 700, .kind = RS_TRACE_KERNEL, .name = 1, .file = 2, .line = 3,
          .a = i + 1, .b = 4096, .track = 1, .detail = 3, .threads = 2, .parent = i + 1 },
        { .start = start, .end = start, .kind = RS_TRACE_ALLOCATE, .a = i, .b = 100, .track = 1 },
        { .start = start + 1, .end = start + 1, .kind = RS_TRACE_FREE, .a = i, .b = 100, .track = 1 },
        { .start = start, .end = start + 10, .kind = RS_TRACE_COMPILE, .a = i > 0, .b = 50, .track = 1 },
      };

      g_assert_true (rs_trace_writer_add_events (writer, events, G_N_ELEMENTS (events), &error));
    }
  return writer;
}

static void
write_trace (const char *path, guint n)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rs_trace_writer_close (begin_trace (path, n), TRUE, &error));
  g_assert_no_error (error);
}

static gint64
count_events (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, &error);

  g_assert_no_error (error);
  return rs_trace_store_count_events (store);
}

/* Of a trace that is being written: what stands in its log only is in the copy. What can't be replaced, or need not be,
 * stays. */
static void
test_copy (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = g_build_filename (self->folder, "copy.rstrace", NULL);
  RsTraceWriter *writer = begin_trace (self->path, 2000);
  g_autoptr (RsTraceStore) store = NULL;
  const gint go_on = 0, stop = 1;

  g_assert_true (rs_trace_writer_commit (writer, &error));
  store = rs_trace_store_open (self->path, &error);
  g_assert_no_error (error);
  g_assert_true (rs_trace_store_copy (store, copy, &go_on, &error));
  g_assert_no_error (error);
  g_assert_cmpint (count_events (copy), ==, 10000);
  g_assert_false (rs_trace_store_copy (store, self->path, &go_on, &error));
  g_assert_nonnull (strstr (error->message, "the trace itself"));
  g_clear_error (&error);
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  g_assert_false (rs_trace_store_copy (store, copy, &stop, &error));
  g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED);
  g_clear_error (&error);
  g_assert_cmpint (count_events (copy), ==, 10000);
  g_assert_true (g_file_set_contents (copy, "notes", -1, NULL));
  g_assert_false (rs_trace_store_copy (store, copy, &go_on, &error));
  g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE);
  g_unlink (copy);
}

static void
test_missing (Fixture *self, gconstpointer data)
{
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NOT_FOUND, "No such file");
  assert_refused (self->folder, RS_TRACE_STORE_ERROR_NOT_FOUND, "folder");
}

static void
test_not_sqlite (Fixture *self, gconstpointer data)
{
  g_autofree char *text = g_strnfill (5000, 'x');

  g_assert_true (g_file_set_contents (self->path, text, -1, NULL));
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NOT_SQLITE, "no SQLite database");
  g_assert_true (g_file_set_contents (self->path, "short", -1, NULL));
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NOT_SQLITE, "trace");
  g_assert_true (g_file_set_contents (self->path, "", -1, NULL));
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NOT_TRACE, "empty");
}

static void
test_truncated (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *contents = NULL;

  write_trace (self->path, 1000);
  g_assert_true (g_file_get_contents (self->path, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (self->path, contents, (gssize)length / 2, NULL));
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NOT_SQLITE, "cut off");
  for (gssize kept = 1; kept < 5000; kept += 499)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (self->path, contents, kept, NULL));
      g_assert_null (rs_trace_store_open (self->path, &error));
      g_assert_nonnull (error);
    }
}

/* Damage anywhere gives an error or a wrong number, never a crash. */
static void
test_damaged (Fixture *self, gconstpointer data)
{
  gsize length;
  g_autofree char *contents = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  write_trace (self->path, 300);
  g_assert_true (g_file_get_contents (self->path, &contents, &length, NULL));
  for (guint round = 0; round < 100; round++)
    {
      g_autofree char *broken = g_memdup2 (contents, length);
      g_autoptr (RsTraceStore) store = NULL;
      g_autoptr (RsTraceSummary) summary = NULL;
      g_autoptr (GArray) events = NULL;

      for (guint i = 0; i < 30; i++)
        broken[g_rand_int_range (random, 100, (gint32)length)] = (char)g_rand_int (random);
      g_assert_true (g_file_set_contents (self->path, broken, (gssize)length, NULL));
      store = rs_trace_store_open (self->path, NULL);
      if (store == NULL)
        continue;
      summary = rs_trace_summary_read (store, NULL, NULL);
      events = rs_trace_store_read_events (store, 1, 2000, NULL);
      if (events != NULL)
        g_assert_cmpuint (events->len, <=, 2000);
    }
}

static void
test_other_program (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  execute (self->path, "CREATE TABLE t (a); PRAGMA application_id = 1234;");
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NOT_TRACE, "not a Redshift trace");
  g_assert_null (rs_trace_writer_create (self->path, 0, &error));
  g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_NOT_TRACE);
  execute (self->path, "INSERT INTO t VALUES (1)");
}

static void
test_newer (Fixture *self, gconstpointer data)
{
  write_trace (self->path, 1);
  execute (self->path, "PRAGMA user_version = 99;");
  assert_refused (self->path, RS_TRACE_STORE_ERROR_NEWER, "newer version");
}

static void
test_replace (Fixture *self, gconstpointer data)
{
  g_autoptr (RsTraceStore) store = NULL;

  write_trace (self->path, 10);
  write_trace (self->path, 2);
  store = rs_trace_store_open (self->path, NULL);
  g_assert_cmpint (rs_trace_store_count_events (store), ==, 10);
  g_clear_pointer (&store, rs_trace_store_close);
  g_assert_true (g_file_set_contents (self->path, "", 0, NULL));
  write_trace (self->path, 1);
}

static void
test_sums (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) kernels = NULL, events = NULL, tracks = NULL;
  g_autoptr (RsTraceSummary) summary = NULL;
  const RsKernelRow *kernel;
  RsEventRow event;

  write_trace (self->path, 100);
  store = rs_trace_store_open (self->path, &error);
  g_assert_no_error (error);
  kernels = rs_kernel_table_read (store, NULL, FALSE, &error);
  g_assert_cmpuint (kernels->len, ==, 1);
  kernel = &g_array_index (kernels, RsKernelRow, 0);
  g_assert_cmpstr (kernel->name, ==, "blur");
  g_assert_cmpstr (kernel->file, ==, "blur.q");
  g_assert_cmpuint (kernel->line, ==, 3);
  g_assert_cmpint (kernel->launches, ==, 100);
  g_assert_cmpint (kernel->total, ==, 50000);
  g_assert_cmpint (kernel->min, ==, 500);
  g_assert_cmpint (kernel->items, ==, 409600);
  g_assert_cmpuint (kernel->threads, ==, 2);
  summary = rs_trace_summary_read (store, NULL, &error);
  g_assert_true (summary->complete);
  g_assert_cmpint (summary->events, ==, 500);
  g_assert_cmpint (summary->device_busy, ==, 50000);
  g_assert_cmpint (summary->peak_bytes, ==, 100);
  g_assert_cmpint (summary->compile_misses, ==, 1);
  g_assert_cmpint (summary->compile_hits, ==, 99);
  events = rs_trace_store_read_events (store, 499, 10, &error);
  g_assert_cmpuint (events->len, ==, 2);
  g_assert_cmpint (g_array_index (events, RsEventRow, 0).kind, ==, RS_TRACE_FREE);
  g_assert_true (rs_trace_store_read_event (store, rs_trace_store_find_kernel (store, 42), &event, &error));
  g_assert_cmpint (event.a, ==, 42);
  g_assert_cmpstr (event.detail, ==, "64x64");
  g_assert_cmpint (event.start, ==, 41200);
  g_assert_true (rs_trace_store_read_event (store, rs_trace_store_find_launch (store, 42), &event, &error));
  g_assert_cmpuint (event.line, ==, 7);
  g_assert_false (rs_trace_store_read_event (store, 12345, &event, &error));
  tracks = rs_trace_store_read_tracks (store, &error);
  g_assert_cmpint (g_array_index (tracks, RsTrackRow, 0).busy, ==, 100 * 600);
  g_assert_no_error (error);
}

static gboolean
count_rows (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
{
  guint *rows = data;

  g_assert_cmpstr (names[0], ==, "name");
  if (values != NULL)
    {
      g_assert_cmpstr (values[0].text, ==, "blur");
      (*rows)++;
    }
  return TRUE;
}

static void
test_query (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = NULL;
  guint rows = 0;

  write_trace (self->path, 10);
  store = rs_trace_store_open (self->path, NULL);
  g_assert_true (rs_trace_store_query (store, "SELECT name, grid FROM kernels LIMIT 3", 10, count_rows, &rows, &error));
  g_assert_cmpuint (rows, ==, 3);
  g_assert_false (rs_trace_store_query (store, "SELEC 1", 10, count_rows, &rows, &error));
  g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY);
  g_clear_error (&error);
  g_assert_false (rs_trace_store_query (store, "DELETE FROM events", 10, count_rows, &rows, &error));
  g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY);
  g_assert_cmpint (rs_trace_store_count_events (store), ==, 50);
}

static gboolean
append_row (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
{
  for (guint i = 0; values != NULL && i < n; i++)
    g_string_append_printf (data, "%s%s", values[i].text, i + 1 < n ? " " : "\n");
  return TRUE;
}

/* Of kinds of which chunks tell each, and of those from 63 on, which share a bit; over several chunks. */
static void
test_group_by_kind (Fixture *self, gconstpointer data)
{
  static const guint32 kinds[] = { 200, 3, 63, 4, 62, 64, 4000000000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  RsTraceWriter *writer = begin_trace (self->path, 0);

  for (guint i = 0; i < 7 * 3000; i++)
    {
      const RsTraceEvent event = { .start = 1000 + i, .end = 1000 + i, .kind = kinds[i % 7], .b = i, .track = 1 };

      g_assert_true (rs_trace_writer_add_events (writer, &event, 1, &error));
    }
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (self->path, &error);
  g_assert_no_error (error);
  g_assert_true (rs_trace_store_query (store, "SELECT kind, count(*), max(b) FROM events GROUP BY kind", 10, append_row,
                                       found, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (found->str, ==,
                   "3 3000 20994\n4 3000 20996\n62 3000 20997\n63 3000 20995\n64 3000 20998\n200 3000 20993\n"
                   "4000000000 3000 20999\n");
}

typedef struct {
  RsTraceStore *store;
  guint n, last; /* events so far, and with which it is interrupted */
} Walk;

static gboolean
count_event (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Walk *walk = data;

  if (++walk->n == walk->last)
    rs_trace_store_interrupt (walk->store);
  return TRUE;
}

static void
pass_nothing (gint64 bound, gpointer data)
{
}

/* Reading ends at the next chunk, and what is read afterwards is whole. */
static void
test_interrupt (Fixture *self, gconstpointer data)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = NULL;

  write_trace (self->path, 20000);
  store = rs_trace_store_open (self->path, &error);
  g_assert_no_error (error);
  for (guint way = 0; way < 3; way++)
    for (guint last = 2; last-- > 0;)
      {
        Walk walk = { .store = store, .last = last };
        const gboolean done
            = way < 2 ? rs_trace_range_foreach (store, &all, G_MAXUINT64, way == 1, count_event, &walk, &error)
                      : rs_trace_range_foreach_by_start (store, &all, G_MAXUINT64, count_event, pass_nothing, &walk,
                                                         &error);

        g_assert_cmpint (done, ==, last == 0);
        if (last == 0)
          g_assert_cmpuint (walk.n, ==, 100000);
        else
          {
            g_assert_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED);
            g_assert_cmpuint (walk.n, <, 50000);
          }
        g_clear_error (&error);
      }
}

static void
assert_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_format (void)
{
  assert_text (rs_format_duration (0), "0 ns");
  assert_text (rs_format_duration (999), "999 ns");
  assert_text (rs_format_duration (1000), "1.00 µs");
  assert_text (rs_format_duration (999999), "1.00 ms");
  assert_text (rs_format_duration (12345678), "12.3 ms");
  assert_text (rs_format_count (0), "0");
  assert_text (rs_format_count (999), "999");
  assert_text (rs_format_count (-1000), "-1,000");
  assert_text (rs_format_count (12000000), "12,000,000");
  assert_text (rs_format_count (G_MININT64), "-9,223,372,036,854,775,808");
  assert_text (rs_format_time (1273456789), "1,273.456 ms");
  assert_text (rs_format_time (-1500), "-0.001 ms");
  assert_text (rs_format_duration (G_GINT64_CONSTANT (5000000000)), "5.00 s");
  assert_text (rs_format_bytes (1023), "1023 B");
  assert_text (rs_format_bytes (1048575), "1.00 MiB");
  assert_text (rs_format_bytes (96), "96 B");
  assert_text (rs_format_bytes (3 << 20), "3.00 MiB");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/trace/store/missing", Fixture, NULL, set_up, test_missing, tear_down);
  g_test_add ("/trace/store/not-sqlite", Fixture, NULL, set_up, test_not_sqlite, tear_down);
  g_test_add ("/trace/store/truncated", Fixture, NULL, set_up, test_truncated, tear_down);
  g_test_add ("/trace/store/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/trace/store/other-program", Fixture, NULL, set_up, test_other_program, tear_down);
  g_test_add ("/trace/store/newer", Fixture, NULL, set_up, test_newer, tear_down);
  g_test_add ("/trace/store/replace", Fixture, NULL, set_up, test_replace, tear_down);
  g_test_add ("/trace/store/copy", Fixture, NULL, set_up, test_copy, tear_down);
  g_test_add ("/trace/store/sums", Fixture, NULL, set_up, test_sums, tear_down);
  g_test_add ("/trace/store/query", Fixture, NULL, set_up, test_query, tear_down);
  g_test_add ("/trace/store/group-by-kind", Fixture, NULL, set_up, test_group_by_kind, tear_down);
  g_test_add ("/trace/store/interrupt", Fixture, NULL, set_up, test_interrupt, tear_down);
  g_test_add_func ("/trace/format", test_format);
  return g_test_run ();
}
