/* Which devices launches went to: reasons, what was expected and what they took, copies by the launch that needed them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/devices/placements.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>

enum { FILE_NAME = 1, SCALE, TRIED, CHEAPEST, ARRAY, IN };
enum { HOST = 1, CPU, OPENCL };

static const char *const texts[] = { NULL, "p.q", "scale", "tried for its time", "cheapest", "x", "host->opencl:0" };

/* The launch goes to a device, and ran there from start on. */
static void
add_launch (GArray *events, guint32 track, guint64 id, guint32 reason, gint64 expected, gint64 start, gint64 took)
{
  const RsTraceEvent place = { .kind = RS_TRACE_PLACE,
                               .track = track,
                               .name = SCALE,
                               .file = FILE_NAME,
                               .line = 3,
                               .start = start - 10,
                               .end = start - 10,
                               .a = (gint64)id,
                               .b = expected,
                               .detail = reason,
                               .parent = (guint32)id },
                     kernel = { .kind = RS_TRACE_KERNEL,
                                .track = track,
                                .name = SCALE,
                                .file = FILE_NAME,
                                .line = 3,
                                .start = start,
                                .end = start + took,
                                .a = (gint64)id,
                                .parent = (guint32)id };

  g_array_append_val (events, place);
  if (took > 0)
    g_array_append_val (events, kernel);
}

static void
add_copy (GArray *events, guint32 launch, gint64 start, gint64 bytes)
{
  const RsTraceEvent copy = { .kind = RS_TRACE_COPY,
                              .track = HOST,
                              .name = ARRAY,
                              .file = FILE_NAME,
                              .line = 3,
                              .start = start,
                              .end = start + 5,
                              .a = 70,
                              .b = bytes,
                              .detail = IN,
                              .parent = launch };

  g_array_append_val (events, copy);
}

static RsTraceStore *
make_store (const GArray *events)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-placements-XXXXXX", NULL),
                  *path = g_build_filename (folder, "p.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceStore *store;

  g_assert_no_error (error);
  for (guint32 i = 1; i < G_N_ELEMENTS (texts); i++)
    rs_trace_writer_add_string (writer, i, texts[i], &error);
  rs_trace_writer_add_track (writer, HOST, "host", &error);
  rs_trace_writer_add_track (writer, CPU, "cpu", &error);
  rs_trace_writer_add_track (writer, OPENCL, "opencl:0", &error);
  g_assert_true (
      rs_trace_writer_add_events (writer, (const RsTraceEvent *)(gpointer)events->data, events->len, &error));
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return store;
}

static void
test_rows (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent)), rows = NULL;
  g_autoptr (RsTraceStore) store = NULL;
  const RsPlacementRow *row;

  add_launch (events, CPU, 1, TRIED, 0, 100, 500);
  add_launch (events, CPU, 2, CHEAPEST, 480, 1000, 400);
  add_copy (events, 3, 1500, 4096);
  add_copy (events, 0, 1510, 1); /* host code's */
  add_copy (events, 9, 1520, 2); /* of a launch that had no choice */
  add_launch (events, OPENCL, 3, TRIED, 0, 2000, 100);
  add_launch (events, OPENCL, 4, CHEAPEST, 90, 3000, 110);
  add_launch (events, OPENCL, 5, CHEAPEST, 100, 4000, 130);
  add_launch (events, OPENCL, 6, CHEAPEST, 100, 5000, 0); /* it failed */
  store = make_store (events);
  rows = rs_placements_read (store, NULL, NULL);
  g_assert_cmpuint (rows->len, ==, 2);
  row = &g_array_index (rows, RsPlacementRow, 0);
  g_assert_cmpstr (row->device, ==, "cpu");
  g_assert_cmpstr (row->name, ==, "scale");
  g_assert_cmpuint (row->line, ==, 3);
  g_assert_cmpint (row->launches, ==, 2);
  g_assert_cmpint (row->total, ==, 900);
  g_assert_cmpint (row->predicted, ==, 1);
  g_assert_cmpint (row->expected, ==, 480);
  g_assert_cmpint (row->needed, ==, 400);
  g_assert_cmpint (row->bytes, ==, 0);
  row = &g_array_index (rows, RsPlacementRow, 1);
  g_assert_cmpstr (row->device, ==, "opencl:0");
  g_assert_cmpstr (row->why, ==, "cheapest 3, tried for its time 1");
  g_assert_cmpint (row->launches, ==, 4);
  g_assert_cmpint (row->measured, ==, 3);
  g_assert_cmpint (row->predicted, ==, 2);
  g_assert_cmpint (row->expected, ==, 190);
  g_assert_cmpint (row->needed, ==, 240);
  g_assert_cmpint (row->bytes, ==, 4096);
}

/* Launches that were placed in the range, with all that they took. */
static void
test_range (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent)), rows = NULL, none = NULL;
  g_autoptr (RsTraceStore) store = NULL;
  RsTraceRange range = RS_TRACE_RANGE_ALL;

  add_launch (events, CPU, 1, TRIED, 0, 100, 500);
  add_launch (events, CPU, 2, CHEAPEST, 480, 1000, 400);
  store = make_store (events);
  range.from = 500;
  range.to = 995;
  rows = rs_placements_read (store, &range, NULL);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpint (g_array_index (rows, RsPlacementRow, 0).launches, ==, 1);
  g_assert_cmpint (g_array_index (rows, RsPlacementRow, 0).total, ==, 400);
  range.from = 2000;
  range.to = G_MAXINT64;
  none = rs_placements_read (store, &range, NULL);
  g_assert_cmpuint (none->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/placements/rows", test_rows);
  g_test_add_func ("/placements/range", test_range);
  return g_test_run ();
}
