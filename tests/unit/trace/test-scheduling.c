/* Where kernels and loops ran: a kernel on two devices and in the interpreter, a loop that launched nothing, one that
 * did not run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/devices/scheduling.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <string.h>

enum { FILE_NAME = 1, SCALE, LOOP, PARALLEL, SERIAL, OTHER, CHEAPEST, DOUBLE };
enum { SESSION = 1, CPU, OPENCL, SPARE };

static const char *const texts[] = { NULL,
                                     "p.q",
                                     "scale",
                                     "loop at line 7",
                                     "parallel",
                                     "interpreted: line 8: it prints",
                                     "loop at line 20",
                                     "cheapest",
                                     "it uses double precision" };

static RsTraceEvent
make (RsTraceKind kind, guint32 track, guint32 name, guint32 line, gint64 start, gint64 end)
{
  return (RsTraceEvent){
    .kind = kind, .track = track, .name = name, .file = FILE_NAME, .line = line, .start = start, .end = end
  };
}

static RsTraceStore *
make_store (void)
{
  RsTraceEvent events[] = {
    make (RS_TRACE_DECISION, SESSION, SCALE, 1, 5, 5),     make (RS_TRACE_DECISION, SESSION, LOOP, 7, 6, 6),
    make (RS_TRACE_DECISION, SESSION, OTHER, 20, 7, 7),    make (RS_TRACE_KERNEL, CPU, SCALE, 1, 100, 400),
    make (RS_TRACE_KERNEL, OPENCL, SCALE, 1, 500, 600),    make (RS_TRACE_KERNEL, CPU, SCALE, 1, 700, 900),
    make (RS_TRACE_KERNEL, SESSION, SCALE, 1, 1000, 1050), make (RS_TRACE_LOOP, SESSION, LOOP, 7, 50, 2050),
    make (RS_TRACE_PLACE, OPENCL, SCALE, 1, 450, 450),     make (RS_TRACE_COPY, SESSION, SCALE, 1, 460, 470),
    make (RS_TRACE_COPY, SESSION, SCALE, 1, 470, 480),     make (RS_TRACE_COPY, SESSION, SCALE, 1, 610, 620),
    make (RS_TRACE_CANDIDATE, CPU, SCALE, 1, 90, 90),      make (RS_TRACE_CANDIDATE, OPENCL, SCALE, 1, 90, 90),
    make (RS_TRACE_CANDIDATE, SPARE, SCALE, 1, 90, 90),
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-scheduling-XXXXXX", NULL),
                  *path = g_build_filename (folder, "s.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceStore *store;

  g_assert_no_error (error);
  events[0].a = 2;
  events[0].detail = events[2].detail = PARALLEL;
  events[1].detail = SERIAL;
  events[1].b = 1; /* a loop */
  events[3].threads = 2;
  events[7].a = 10;
  events[4].a = events[8].a = 1;
  events[8].b = 90;
  events[8].detail = CHEAPEST;
  events[9].parent = events[10].parent = 1; /* of the launch on opencl:0 */
  events[9].b = 1000;
  events[10].b = 24;
  events[11].b = 7; /* the host's own */
  events[12].a = events[13].a = 1;
  events[14].detail = DOUBLE;
  for (guint32 i = 1; i < G_N_ELEMENTS (texts); i++)
    rs_trace_writer_add_string (writer, i, texts[i], &error);
  rs_trace_writer_add_track (writer, SESSION, "session", &error);
  rs_trace_writer_add_track (writer, CPU, "cpu", &error);
  rs_trace_writer_add_track (writer, OPENCL, "opencl:0", &error);
  rs_trace_writer_add_track (writer, SPARE, "opencl:1", &error);
  g_assert_true (rs_trace_writer_add_events (writer, events, G_N_ELEMENTS (events), &error));
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return store;
}

static void
check (const GArray *rows, guint index, const char *name, const char *device, gint64 runs, gint64 total,
       const char *why)
{
  const RsSchedulingRow *row = &g_array_index (rows, RsSchedulingRow, index);

  g_assert_cmpstr (row->name, ==, name);
  g_assert_cmpstr (row->device, ==, device);
  g_assert_cmpint (row->runs, ==, runs);
  g_assert_cmpint (row->total, ==, total);
  g_assert_cmpstr (row->why, ==, why);
}

static void
test_rows (void)
{
  g_autoptr (GError) error = NULL;
  RsTraceStore *store = make_store ();
  g_autoptr (GArray) rows = rs_scheduling_read (store, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, 4);
  check (rows, 0, texts[LOOP], RS_SCHEDULING_INTERPRETER, 1, 2000, texts[SERIAL]);
  check (rows, 1, "scale", "cpu", 2, 500, "parallel");
  g_assert_cmpuint (g_array_index (rows, RsSchedulingRow, 1).threads, ==, 2);
  check (rows, 2, "scale", "opencl:0", 1, 100, "parallel");
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 1).predicted, ==, 0);
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 2).predicted, ==, 1);
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 2).expected, ==, 90);
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 2).needed, ==, 100);
  check (rows, 3, "scale", RS_SCHEDULING_INTERPRETER, 1, 50, "parallel");
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 0).bytes, ==, 0);
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 1).bytes, ==, 0);
  g_assert_cmpint (g_array_index (rows, RsSchedulingRow, 2).bytes, ==, 1024);
  g_assert_cmpstr (g_array_index (rows, RsSchedulingRow, 0).can, ==, "");
  g_assert_cmpstr (g_array_index (rows, RsSchedulingRow, 1).can, ==, "cpu, opencl:0");
  g_assert_cmpstr (g_array_index (rows, RsSchedulingRow, 2).cannot, ==, "opencl:1: it uses double precision");
  rs_trace_store_close (store);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scheduling/rows", test_rows);
  return g_test_run ();
}
