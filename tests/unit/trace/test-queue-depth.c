/* Queue depths of random launches against a plain model.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/queue-depth.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>

#define MOST 3000u
#define POINTS 50u

typedef struct {
  gint64 submitted, start, end;
  guint device; /* 0: it has no kernel */
} Launch;

static char *folder;

static const char *const tracks[] = { "host", "cpu", "cuda:0 stream 7", "cuda:0 stream 13" };

/* Launches in the order of their submission; kernels come up to twenty launches later, or before. */
static guint
make_launches (GRand *random, Launch *launches)
{
  const guint n = (guint)g_rand_int_range (random, 1, MOST);
  gint64 now = g_rand_int_range (random, -1000, 1000);

  for (guint i = 0; i < n; i++)
    {
      Launch *launch = &launches[i];

      now += g_rand_int_range (random, 0, 2000);
      launch->submitted = now;
      launch->start = now + g_rand_int_range (random, 0, 20000);
      launch->end = launch->start + g_rand_int_range (random, 0, 5000);
      launch->device = (guint)g_rand_int_range (random, 0, 4);
    }
  return n;
}

static void
write_kernel (RsTraceWriter *writer, const Launch *launches, guint i)
{
  const Launch *launch = &launches[i];
  const RsTraceEvent kernel = { .kind = RS_TRACE_KERNEL,
                                .start = launch->start,
                                .end = launch->end,
                                .a = i + 1,
                                .track = launch->device + 1,
                                .parent = i + 1 };
  g_autoptr (GError) error = NULL;

  if (launch->device > 0)
    g_assert_true (rs_trace_writer_add_events (writer, &kernel, 1, &error));
}

static RsTraceStore *
write_trace (GRand *random, const Launch *launches, guint n, char **path)
{
  g_autoptr (GError) error = NULL;
  RsTraceWriter *writer;
  RsTraceStore *store;
  guint kernels = 0;

  *path = g_build_filename (folder, "queue.rstrace", NULL);
  writer = rs_trace_writer_create (*path, 0, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < G_N_ELEMENTS (tracks); i++)
    g_assert_true (rs_trace_writer_add_track (writer, i + 1, tracks[i], &error));
  for (guint i = 0; i < n; i++)
    {
      const RsTraceEvent launch = { .kind = RS_TRACE_LAUNCH,
                                    .start = launches[i].submitted,
                                    .end = launches[i].submitted + 100,
                                    .a = i + 1,
                                    .track = 1 };

      for (; kernels < i + (guint)g_rand_int_range (random, 0, 3); kernels++)
        if (kernels < n)
          write_kernel (writer, launches, kernels);
      g_assert_true (rs_trace_writer_add_events (writer, &launch, 1, &error));
    }
  for (; kernels < n; kernels++)
    write_kernel (writer, launches, kernels);
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (*path, &error);
  g_assert_no_error (error);
  return store;
}

static guint
queue_of (guint device)
{
  return MIN (device, 2); /* two streams are one queue */
}

static guint
count_at (const Launch *launches, guint n, guint queue, gint64 time)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += queue_of (launches[i].device) == queue && launches[i].submitted <= time && time < launches[i].end;
  return count;
}

/* The most within [from, to): at its start, or where a launch is submitted. */
static guint
find_most (const Launch *launches, guint n, guint queue, gint64 from, gint64 to)
{
  guint most = count_at (launches, n, queue, from);

  for (guint i = 0; i < n; i++)
    if (queue_of (launches[i].device) == queue && launches[i].submitted >= from && launches[i].submitted < to)
      {
        const guint count = count_at (launches, n, queue, launches[i].submitted);

        most = MAX (most, count);
      }
  return most;
}

static void
compare (const RsQueueDepths *depths, const Launch *launches, guint n)
{
  for (guint i = 0; i < depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (depths->queues, i);
      const guint queue = g_str_equal (depth->name, "cpu") ? 1 : 2;
      gint64 waited = 0, in_range = 0, held = 0;
      guint most = 0;

      g_assert_true (queue == 1 || g_str_equal (depth->name, "cuda:0"));
      for (guint k = 0; k < n; k++)
        {
          const Launch *launch = &launches[k];
          const gint64 from = MAX (launch->submitted, depths->from), to = MIN (launch->end, depths->to);

          if (queue_of (launch->device) != queue)
            continue;
          held += MAX (to - from, 0);
          if (launch->submitted < depths->from || launch->submitted >= depths->to)
            continue;
          waited += launch->start - launch->submitted;
          in_range++;
        }
      g_assert_cmpint (depth->launches, ==, in_range);
      g_assert_cmpint (depth->waited, ==, waited);
      g_assert_cmpfloat_with_epsilon (depth->mean * (double)(depths->to - depths->from), (double)held, 1);
      most = find_most (launches, n, queue, depths->from, depths->to);
      g_assert_cmpint (depth->most, ==, most);
      g_assert_cmpint (count_at (launches, n, queue, depth->most_at), ==, most);
    }
}

static void
compare_points (const RsQueueDepths *depths, const Launch *launches, guint n)
{
  const double width = (double)(depths->to - depths->from) / depths->n_points;

  for (guint i = 0; i < depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (depths->queues, i);
      const guint queue = g_str_equal (depth->name, "cpu") ? 1 : 2;

      for (guint k = 0; k < depths->n_points; k++)
        {
          const gint64 from = depths->from + (gint64)(k * width), to = depths->from + (gint64)((k + 1) * width);

          /* A point's ends are not whole ns. */
          g_assert_cmpuint (depth->depths[k], >=, find_most (launches, n, queue, from + 2, to - 1));
          g_assert_cmpuint (depth->depths[k], <=, find_most (launches, n, queue, from - 1, to + 2));
        }
    }
}

static void
test_random (void)
{
  g_autofree Launch *launches = g_new (Launch, MOST);

  for (guint seed = 1; seed <= 30; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      const guint n = make_launches (random, launches);
      g_autofree char *path = NULL;
      g_autoptr (RsTraceStore) store = write_trace (random, launches, n, &path);
      g_autoptr (GError) error = NULL;
      g_autoptr (RsQueueDepths) all = rs_queue_depths_read (store, NULL, POINTS, 0, &error), part = NULL, near = NULL;
      RsTraceRange range = RS_TRACE_RANGE_ALL;

      g_assert_no_error (error);
      compare (all, launches, n);
      compare_points (all, launches, n);
      range.from = all->from + (all->to - all->from) / 3;
      range.to = MAX (all->from + (all->to - all->from) / 2, range.from + 1);
      part = rs_queue_depths_read (store, &range, POINTS, 0, &error);
      g_assert_no_error (error);
      compare (part, launches, n);
      near = rs_queue_depths_read (store, &range, POINTS, all->longest, &error);
      g_assert_no_error (error);
      compare (near, launches, n);
      compare_points (near, launches, n);
      g_unlink (path);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("rs-queue-XXXXXX", NULL);
  g_test_add_func ("/trace/queue-depth/random", test_random);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
