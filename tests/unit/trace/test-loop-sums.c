/* Sums of loops whose places and runs are many.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums/loop-sums.h"

#include <malloc.h>

#define PLACES 4000u
#define RUNS 1000 /* of each */
#define LENGTH 10 /* of a run, ns; as long is the time to the next of its place */
#define MOST_MEMORY (12u << 20)

typedef struct {
  guint n;
  gint64 late;
} Taken;

static gsize
get_memory (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

static void
add_run (RsLoopSums *sums, guint place, gint64 start, gint64 end)
{
  const RsTraceEvent event = { .kind = RS_TRACE_LOOP, .file = 1, .line = place + 1, .start = start, .end = end };

  rs_loop_sums_add (sums, &event);
}

static gboolean
take (guint32 file, guint32 line, gint64 compiling, gint64 late, gpointer data)
{
  Taken *taken = data;

  g_assert_cmpint (compiling, ==, 0);
  g_assert_cmpint (late, ==, taken->late);
  taken->n++;
  return TRUE;
}

/* What is known of runs apart takes little memory, also before it is taken; runs around all of them still count what is
 * inside once. */
static void
test_memory (void)
{
  const gsize before = get_memory ();
  RsLoopSums *sums = rs_loop_sums_new ();
  Taken taken = { 0, 0 };

  for (gint64 run = 0; run < RUNS; run++)
    for (guint place = 0; place < PLACES; place++)
      add_run (sums, place, 2 * LENGTH * run + 1, 2 * LENGTH * run + LENGTH + 1);
  g_test_message ("%" G_GSIZE_FORMAT " KB", (get_memory () - before) / 1000);
  g_assert_cmpuint (get_memory () - before, <=, MOST_MEMORY);
  for (guint place = 0; place < PLACES; place++)
    add_run (sums, place, 0, 2 * LENGTH * RUNS);
  taken.late = -LENGTH * RUNS;
  g_assert_true (rs_loop_sums_take (sums, TRUE, take, &taken));
  g_assert_cmpuint (taken.n, ==, PLACES);
  rs_loop_sums_free (sums);
}

/* A run that the memory's limit leaves alone: half of it is in the run before. */
static void
test_overlap (void)
{
  RsLoopSums *sums = rs_loop_sums_new ();
  Taken taken = { 0, -LENGTH / 2 };

  add_run (sums, 0, 0, LENGTH);
  add_run (sums, 0, LENGTH / 2, LENGTH + LENGTH / 2);
  g_assert_true (rs_loop_sums_take (sums, TRUE, take, &taken));
  g_assert_cmpuint (taken.n, ==, 1);
  rs_loop_sums_free (sums);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loop-sums/memory", test_memory);
  g_test_add_func ("/loop-sums/overlap", test_overlap);
  return g_test_run ();
}
