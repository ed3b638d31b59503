/* The table of lines, with what processors count: by hand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/report.h"
#include "profiler/analysis/time/lines.h"
#include "profiler/record/counters.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <string.h>

enum { MAIN = 1, FILE_NAME, CYCLES, INSTRUCTIONS, CACHE_MISSES };

static RsTraceEvent
sample (guint32 line)
{
  return (RsTraceEvent){
    .kind = RS_TRACE_SAMPLE, .name = MAIN, .file = line > 0 ? FILE_NAME : 0, .line = line, .a = 1000, .track = 1
  };
}

/* line 0: of the thread. */
static RsTraceEvent
count (guint32 name, guint32 line, gint64 increase)
{
  /* What line 5 counts was multiplexed. */
  return (RsTraceEvent){ .kind = RS_TRACE_COUNTER,
                         .name = name,
                         .file = line > 0 ? FILE_NAME : 0,
                         .line = line,
                         .a = increase,
                         .track = 1,
                         .threads = line == 5 };
}

/* (transfer full) */
static RsTraceStore *
store_of (const RsTraceEvent *events, guint n)
{
  static const char *const names[] = { "main", "/tmp/p.q", "cycles", "instructions", "cache misses" };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-lines-XXXXXX", NULL),
                  *path = g_build_filename (folder, "l.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceStore *store;

  g_assert_no_error (error);
  for (guint32 i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (rs_trace_writer_add_string (writer, MAIN + i, names[i], &error));
  rs_trace_writer_add_track (writer, 1, "track", &error);
  g_assert_true (rs_trace_writer_add_events (writer, events, n, &error));
  rs_trace_writer_close (writer, TRUE, &error);
  g_assert_no_error (error);
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return store;
}

static void
test_counters (void)
{
  const RsTraceEvent events[] = {
    sample (3), count (CYCLES, 3, 1000), count (INSTRUCTIONS, 3, 2500), count (CACHE_MISSES, 3, 0),
    sample (3), count (CYCLES, 3, 500),  count (INSTRUCTIONS, 3, 500),  count (CACHE_MISSES, 3, 7),
    sample (5), count (CYCLES, 5, 80),   count (CYCLES, 0, 9999),       sample (0),
  };
  g_autoptr (GError) error = NULL;
  RsTraceStore *store = store_of (events, G_N_ELEMENTS (events));
  g_autoptr (GArray) rows = rs_line_table_read (store, NULL, &error);
  g_autoptr (RsReport) report = rs_report_read (rs_report_kind_find ("lines"), store, NULL, &error);
  const RsReportKind *kind = rs_report_get_kind (report);

  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, 3);
  for (guint i = 0; i < rows->len; i++)
    {
      const RsLineRow *row = &g_array_index (rows, RsLineRow, i);

      g_assert_cmpint (row->samples, ==, row->line == 3 ? 2 : 1);
      g_assert_cmpint (row->counts[RS_LINE_CYCLES], ==, row->line == 3 ? 1500 : row->line == 5 ? 80 : -1);
      g_assert_cmpint (row->is_estimate, ==, row->line == 5);
      g_assert_cmpint (row->counts[RS_LINE_INSTRUCTIONS], ==, row->line == 3 ? 3000 : -1);
      g_assert_cmpint (row->counts[RS_LINE_CACHE_MISSES], ==, row->line == 3 ? 7 : -1);
      g_assert_cmpint (row->counts[RS_LINE_PAGE_FAULTS], ==, -1);
      g_assert_cmpfloat (rs_line_row_get_ipc (row), ==, row->line == 3 ? 2 : -1);
    }
  /* What no row knows has no column. */
  for (guint i = 0; i < kind->n_columns; i++)
    g_assert_cmpint (rs_report_has_column (report, i), ==, strcmp (kind->columns[i].key, "page_faults") != 0);
  rs_trace_store_close (store);
}

/* Of threads: what has no line. */
static void
test_threads (void)
{
  const RsTraceEvent events[] = {
    count (CYCLES, 3, 1000),
    count (CYCLES, 0, 4000),
    count (INSTRUCTIONS, 0, 2000),
    count (INSTRUCTIONS, 0, 6000),
    { .kind = RS_TRACE_CPU_TIME, .a = 700, .track = 1 },
    { .kind = RS_TRACE_CPU_TIME, .a = 300, .track = 2 },
  };
  g_autoptr (GError) error = NULL;
  RsTraceStore *store = store_of (events, G_N_ELEMENTS (events));
  g_autoptr (RsReport) report = rs_report_read (rs_report_kind_find ("threads"), store, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (rs_report_count_rows (report), ==, 2);
  g_assert_cmpstr (rs_report_get_cell (report, 0, 0)->text, ==, "track");
  g_assert_cmpint (rs_report_get_cell (report, 0, 1)->integer, ==, 700);
  g_assert_cmpfloat (rs_report_get_cell (report, 1, 2)->number, ==, 0.3);
  g_assert_cmpint (rs_report_get_cell (report, 0, 3)->integer, ==, 4000);
  g_assert_cmpint (rs_report_get_cell (report, 0, 4)->integer, ==, 8000);
  g_assert_cmpfloat (rs_report_get_cell (report, 0, 5)->number, ==, 2);
  g_assert_cmpstr (rs_report_get_cell (report, 0, 7)->text, ==, "all the time");
  g_assert_false (rs_report_get_cell (report, 1, 3)->is_known);
  rs_trace_store_close (store);
}

/* Counters that took turns with others had their share of the time. */
static void
test_scaling (void)
{
  g_assert_cmpint (rs_counter_scale (1000, 500, 500), ==, 1000);
  g_assert_cmpint (rs_counter_scale (1000, 0, 0), ==, 1000);
  g_assert_cmpint (rs_counter_scale (1000, 800, 200), ==, 4000);
  g_assert_cmpint (rs_counter_scale (0, 800, 200), ==, 0);
  g_assert_cmpint (rs_counter_scale (7, 800, 0), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/lines/counters", test_counters);
  g_test_add_func ("/trace/lines/threads", test_threads);
  g_test_add_func ("/trace/lines/scaling", test_scaling);
  return g_test_run ();
}
