/* Writes traces for tests: make-trace TRACE N [SHAPE]
 *
 * Shapes: launches (the default): N launches with kernels, random but possible; metrics: the same, with two metrics
 * and three reasons to wait of each; tracks: N tracks with a span each; overlap: N spans that are open at once;
 * repeated: N launches and kernels of one launch id; extremes: times at the ends of 64 bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gboolean
add_names (RsTraceWriter *writer, GError **error)
{
  static const char *const names[] = { "blur", "say \"hi\"\\", "tab\there", "na\303\257ve", "not \377 text", "main.q" };

  for (guint32 i = 0; i < G_N_ELEMENTS (names); i++)
    if (!rs_trace_writer_add_string (writer, i + 1, names[i], error))
      return FALSE;
  return rs_trace_writer_add_track (writer, 1, "main", error) && rs_trace_writer_add_track (writer, 2, "cpu", error)
         && rs_trace_writer_set_meta (writer, "program", "main.q", error);
}

/* Launches follow each other on the host; their kernels are late, overlap, and some are very short. */
static gboolean
add_launch (RsTraceWriter *writer, GRand *random, gint64 time, gint64 launch, GError **error)
{
  gint64 start = time + g_rand_int_range (random, 0, 100000);
  guint32 name = 1 + (guint32)g_rand_int_range (random, 0, 5);
  const RsTraceEvent events[] = {
    { .start = time, .end = time + 1 + g_rand_int_range (random, 0, 900), .kind = RS_TRACE_LAUNCH, .name = name,
      .file = 6, .line = 3, .a = launch, .track = 1 },
    { .start = time, .end = time, .kind = RS_TRACE_ALLOCATE, .a = launch, .b = 4096, .track = 1 },
    { .start = start, .end = start + (1 << g_rand_int_range (random, 0, 18)), .kind = RS_TRACE_KERNEL, .name = name,
      .file = 6, .line = 9, .a = launch, .b = 64, .track = 2, .threads = 2, .parent = (guint32)launch },
    { .start = time + 950, .end = time + 950, .kind = RS_TRACE_FREE, .a = launch, .b = 4096, .track = 1 },
  };

  return rs_trace_writer_add_events (writer, events, G_N_ELEMENTS (events), error);
}

static gboolean
add_metrics (RsTraceWriter *writer, gint64 launch, GError **error)
{
  RsMetricValue value = { .launch = launch, .kernel = 1 + launch % 5, .file = 6, .line = 9 };
  gboolean done = TRUE;

  if (launch == 1)
    done = rs_trace_writer_add_string (writer, 7, "sm__warps_active.avg.pct_of_peak_sustained_active", error)
           && rs_trace_writer_add_string (writer, 8, "%", error)
           && rs_trace_writer_add_string (writer, 9, "of__a_later.version", error)
           && rs_trace_writer_add_string (writer, 10, "64x64 / 16x16", error)
           && rs_trace_writer_set_meta (writer, "metrics", "overview", error);
  value.shape = 10;
  for (guint i = 0; done && i < 2; i++)
    {
      value.metric = i == 0 ? 7 : 9;
      value.unit = i == 0 ? 8 : 0;
      value.value = (double)(launch % 100) + 0.5 * i;
      done = rs_trace_writer_add_metric (writer, &value, error);
    }
  return done;
}

static gboolean
add_stalls (RsTraceWriter *writer, gint64 launch, GError **error)
{
  static const char *const reasons[] = { "smsp__pcsamp_warps_issue_stalled_long_scoreboard",
                                         "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued",
                                         "smsp__pcsamp_warps_issue_stalled_selected" };
  RsLineValue value = { .launch = launch, .kernel = 1 + launch % 5, .file = 6, .line = 9, .source = 6 };
  gboolean done = launch != 1 || rs_trace_writer_set_meta (writer, "stalls", "by hand", error);

  for (guint32 i = 0; done && i < G_N_ELEMENTS (reasons); i++)
    {
      value.what = 11 + i;
      value.source_line = i == 2 ? 11 : 10;
      value.value = launch + i;
      done = (launch != 1 || rs_trace_writer_add_string (writer, value.what, reasons[i], error))
             && rs_trace_writer_add_line_value (writer, RS_LINE_STALLS, &value, error);
    }
  return done;
}

static gboolean
add_counts (RsTraceWriter *writer, gint64 launch, GError **error)
{
  static const char counter[] = "smsp__sass_inst_executed",
                    metric[] = "sm__cycles_active.avg.pct_of_peak_sustained_elapsed";
  const RsLineValue count = { .launch = launch,
                              .kernel = 1 + launch % 5,
                              .file = 6,
                              .line = 9,
                              .source = 6,
                              .source_line = 10,
                              .what = 14,
                              .value = 100 + launch };
  RsCurveValue point = { .launch = launch, .kernel = 1 + launch % 5, .file = 6, .line = 9, .metric = 15, .unit = 8 };
  gboolean done = launch != 1
                  || (rs_trace_writer_set_meta (writer, "line-counts", "by hand", error)
                      && rs_trace_writer_set_meta (writer, "curves", "by hand", error)
                      && rs_trace_writer_add_string (writer, count.what, counter, error)
                      && rs_trace_writer_add_string (writer, point.metric, metric, error));

  done = done && rs_trace_writer_add_line_value (writer, RS_LINE_COUNTS, &count, error);
  for (gint64 i = 0; done && i < 8; i++)
    {
      point.start = launch * 10000 + i * 1000;
      point.end = point.start + 1000;
      point.value = (double)(14 * i);
      done = rs_trace_writer_add_curve (writer, &point, error);
    }
  return done;
}

static gboolean
add_odd (RsTraceWriter *writer, const char *shape, gint64 i, GError **error)
{
  RsTraceEvent event = { .start = i, .end = i + 1000000, .kind = RS_TRACE_FUNCTION, .name = 1, .file = 6, .line = 2,
                         .track = 1 };

  if (strcmp (shape, "tracks") == 0)
    {
      event.track = (guint32)i + 3;
      event.end = i + 10;
      if (!rs_trace_writer_add_track (writer, event.track, "thread", error))
        return FALSE;
    }
  else if (strcmp (shape, "overlap") == 0)
    event.end = G_GINT64_CONSTANT (1000000000) + i;
  else if (strcmp (shape, "repeated") == 0)
    {
      event.kind = i % 2 == 0 ? RS_TRACE_LAUNCH : RS_TRACE_KERNEL;
      event.a = 5;
    }
  else
    {
      event.start = i % 2 == 0 ? G_MININT64 + i : G_MAXINT64 - i;
      event.end = i % 3 == 0 ? G_MININT64 : G_MAXINT64;
      event.track = (guint32)(i % 5) + 1;
    }
  return rs_trace_writer_add_events (writer, &event, 1, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  RsTraceWriter *writer;
  gboolean done, is_odd, has_metrics;

  if (argc != 3 && argc != 4)
    {
      fprintf (stderr, "usage: make-trace TRACE N [launches|metrics|tracks|overlap|repeated|extremes]\n");
      return 2;
    }
  writer = rs_trace_writer_create (argv[1], 0, &error);
  done = writer != NULL && add_names (writer, &error);
  has_metrics = argc == 4 && strcmp (argv[3], "metrics") == 0;
  is_odd = argc == 4 && strcmp (argv[3], "launches") != 0 && !has_metrics;
  for (gint64 i = 0; done && i < atoi (argv[2]); i++)
    done = is_odd ? add_odd (writer, argv[3], i, &error)
                  : add_launch (writer, random, -5000 + i * 1000, i + 1, &error)
                        && (!has_metrics
                            || (add_metrics (writer, i + 1, &error) && add_stalls (writer, i + 1, &error)
                                && add_counts (writer, i + 1, &error)));
  if (writer != NULL)
    done = rs_trace_writer_close (writer, TRUE, error == NULL ? &error : NULL) && done;
  if (!done)
    fprintf (stderr, "make-trace: %s\n", error->message);
  return done ? 0 : 1;
}
