/* Cost of an event on the thread that emits, with the recorder on and off, and what the writer keeps up with.
 *
 * bench-trace TRACE: prints ns per event. Not a test: figures depend on the machine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/timeline.h"
#include "profiler/record/recorder.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <stdio.h>

#define BURST 20000

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

/* Median and 99th percentile over bursts, ns per event. clock: read the clock twice for each, as a real span does. */
static void
measure (const char *what, gboolean clock, guint bursts, gulong rest)
{
  g_autofree double *costs = g_new (double, bursts);
  RsTraceEvent event = { .kind = RS_TRACE_FUNCTION, .track = rs_trace_thread_track () };

  for (guint i = 0; i < bursts; i++)
    {
      gint64 start = rs_trace_now ();

      for (guint k = 0; k < BURST; k++)
        {
          if (rs_trace_is_on ())
            {
              if (clock)
                {
                  event.start = rs_trace_now ();
                  event.end = rs_trace_now ();
                }
              event.a = k;
              rs_trace_emit (&event);
            }
          __asm__ volatile ("" ::: "memory");
        }
      costs[i] = (double)(rs_trace_now () - start) / BURST;
      g_usleep (rest);
    }
  qsort (costs, bursts, sizeof *costs, compare_doubles);
  printf ("%-32s median %6.2f ns, p99 %6.2f ns per event\n", what, costs[bursts / 2], costs[bursts * 99 / 100]);
}

static void
measure_store (const char *path)
{
  enum { N = 2000000, BATCH = 4096 };
  g_autofree RsTraceEvent *events = g_new0 (RsTraceEvent, BATCH);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, NULL);
  gint64 start = rs_trace_now (), time = 0;
  g_autoptr (RsTraceStore) store = NULL;
  g_autoptr (GArray) items = NULL;
  GStatBuf status;

  for (guint32 i = 1; i <= 4; i++)
    rs_trace_writer_add_track (writer, i, "track", NULL);
  for (guint i = 0; i < N / BATCH; i++)
    {
      for (guint k = 0; k < BATCH; k++)
        {
          time += 700 + k * 7919 % 600;
          events[k] = (RsTraceEvent){ .start = time, .end = time + 500, .kind = RS_TRACE_KERNEL, .name = 1 + k % 40,
                                      .file = 50, .line = 1 + k % 40, .a = i * BATCH + k, .b = 65536,
                                      .track = 1 + k % 4, .detail = 60, .threads = 2 };
        }
      rs_trace_writer_add_events (writer, events, BATCH, NULL);
      if (i % 50 == 0)
        rs_trace_writer_commit (writer, NULL);
    }
  rs_trace_writer_close (writer, TRUE, NULL);
  start = rs_trace_now () - start;
  g_stat (path, &status);
  printf ("%-32s %.2f million events/s, %.1f bytes per event\n", "writer", N * 1e3 / (double)start,
          (double)status.st_size / N);
  start = rs_trace_now ();
  store = rs_trace_store_open (path, NULL);
  items = rs_timeline_query (store, &(RsTimelineQuery){ .start = 0, .end = time, .width = 1600 }, NULL);
  printf ("%-32s %.2f ms, %u rectangles\n", "open and draw everything", (double)(rs_trace_now () - start) / 1e6,
          items->len);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  RsRecorder *recorder;

  if (argc != 2)
    {
      fprintf (stderr, "usage: bench-trace TRACE\n");
      return 2;
    }
  measure ("off", FALSE, 200, 0);
  recorder = rs_recorder_start (argv[1], &error);
  if (recorder == NULL)
    {
      fprintf (stderr, "bench-trace: %s\n", error->message);
      return 1;
    }
  measure ("on", FALSE, 100, 30000);
  measure ("on, with two readings of the clock", TRUE, 100, 30000);
  rs_recorder_stop (recorder, NULL);
  measure_store (argv[1]);
  return 0;
}
