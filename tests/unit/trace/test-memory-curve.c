/* The curve of held bytes: by hand, and against a loop over a random trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/memory/memory-curve.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <string.h>

enum { NAME = 1, TO_DEVICE, FROM_DEVICE };

static RsTraceEvent
make (RsTraceKind kind, gint64 start, gint64 end, gint64 oid, gint64 bytes, guint32 detail)
{
  return (RsTraceEvent){
    .kind = kind, .start = start, .end = end, .a = oid, .b = bytes, .detail = detail, .name = NAME, .track = 1
  };
}

/* (transfer full) */
static RsTraceStore *
store_of (const RsTraceEvent *events, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-memory-XXXXXX", NULL),
                  *path = g_build_filename (folder, "m.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceStore *store;

  g_assert_no_error (error);
  rs_trace_writer_add_string (writer, NAME, "x", &error);
  rs_trace_writer_add_string (writer, TO_DEVICE, "host->opencl:0", &error);
  rs_trace_writer_add_string (writer, FROM_DEVICE, "opencl:0->host", &error);
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
check_curve (const RsMemoryCurves *curves, guint index, const char *memory, gint64 peak, gint64 peak_time,
             const gint64 *expected)
{
  const RsMemoryCurve *curve = g_ptr_array_index (curves->curves, index);

  g_assert_cmpstr (curve->memory, ==, memory);
  for (guint i = 0; i < curves->n_points; i++)
    g_assert_cmpint (curve->bytes[i], ==, expected[i]);
  g_assert_cmpint (curve->peak, ==, peak);
  g_assert_cmpint (curve->peak_time, ==, peak_time);
}

/* Ten parts of 100 ns. */
static void
test_by_hand (void)
{
  const RsTraceEvent events[] = {
    make (RS_TRACE_FUNCTION, 0, 1000, 0, 0, 0),
    make (RS_TRACE_ALLOCATE, 100, 100, 1, 1000, 0),
    make (RS_TRACE_COPY, 210, 260, 1, 1000, TO_DEVICE),
    make (RS_TRACE_ALLOCATE, 310, 310, 2, 500, 0),
    make (RS_TRACE_FREE, 350, 350, 2, 500, 0),
    make (RS_TRACE_COPY, 420, 430, 1, 1000, FROM_DEVICE), /* it is there already */
    make (RS_TRACE_FREE, 750, 750, 1, 1000, 0),
    make (RS_TRACE_COPY, 500, 510, 2, 500, TO_DEVICE), /* told after it was freed */
  };
  g_autoptr (GError) error = NULL;
  RsTraceStore *store = store_of (events, G_N_ELEMENTS (events));
  g_autoptr (RsMemoryCurves) whole = rs_memory_curves_read (store, NULL, 10, &error);
  g_autoptr (RsMemoryCurves) part = rs_memory_curves_read (store, &(RsTraceRange){ 400, 800, NULL, NULL }, 4, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (whole->curves->len, ==, 2);
  check_curve (whole, 0, "host", 1500, 310, (gint64[]){ 0, 1000, 1000, 1500, 1000, 1000, 1000, 1000, 0, 0 });
  check_curve (whole, 1, "opencl:0", 1000, 260, (gint64[]){ 0, 0, 1000, 1000, 1000, 1000, 1000, 1000, 0, 0 });
  /* What was made before a range is held in it. */
  check_curve (part, 0, "host", 1000, 400, (gint64[]){ 1000, 1000, 1000, 1000 });
  check_curve (part, 1, "opencl:0", 1000, 400, (gint64[]){ 1000, 1000, 1000, 1000 });
  rs_trace_store_close (store);
}

#define N_RANDOM 20000
#define N_PARTS 97

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree RsTraceEvent *events = g_new0 (RsTraceEvent, N_RANDOM + 1);
  gint64 expected[N_PARTS] = { 0 }, sizes[200] = { 0 }, held = 0, length = N_RANDOM * 10, before = 0;
  g_autoptr (RsMemoryCurves) curves = NULL;
  g_autoptr (GError) error = NULL;
  RsTraceStore *store;
  guint next = 0;

  events[0] = make (RS_TRACE_FUNCTION, 0, length, 0, 0, 0);
  for (guint i = 0; i < N_RANDOM; i++)
    {
      guint k = (guint)g_rand_int_range (random, 0, 200);
      gint64 time = 10 * (gint64)i + 5;
      guint part = (guint)(time * N_PARTS / length);

      for (; next <= part; next++)
        expected[next] = before; /* what the part begins with */
      if (sizes[k] > 0)
        {
          events[i + 1] = make (RS_TRACE_FREE, time, time, k + 1, sizes[k], 0);
          held -= sizes[k];
          sizes[k] = 0;
        }
      else
        {
          sizes[k] = g_rand_int_range (random, 1, 100000);
          events[i + 1] = make (RS_TRACE_ALLOCATE, time, time, k + 1, sizes[k], 0);
          held += sizes[k];
        }
      expected[part] = MAX (expected[part], held);
      before = held;
    }
  store = store_of (events, N_RANDOM + 1);
  curves = rs_memory_curves_read (store, NULL, N_PARTS, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N_PARTS; i++)
    g_assert_cmpint (((RsMemoryCurve *)g_ptr_array_index (curves->curves, 0))->bytes[i], ==, expected[i]);
  rs_trace_store_close (store);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-curve/by-hand", test_by_hand);
  g_test_add_func ("/memory-curve/random", test_random);
  return g_test_run ();
}
