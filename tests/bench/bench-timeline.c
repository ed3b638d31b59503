/* What the views of a timeline cost.
 *
 * bench-timeline TRACE [N]: the whole trace as a first picture, then N views (400) that zoom in and out at random
 * places, as a window asks for them with its cache: what shows at once, and all of it; and N random ones. Prints ms of
 * the processor time of the thread. Not a test: figures depend on the machine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WIDTH 1200

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

static double
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* ms. *is_coarse: not all of it was drawn, for all was not wanted. */
static double
draw (RsTraceStore *store, RsTimelineCache *cache, double start, double length, guint most, gboolean *is_coarse)
{
  const RsTimelineQuery query = { .start = (gint64)start,
                                  .end = (gint64)(start + MAX (length, 2)),
                                  .width = WIDTH,
                                  .cache = cache,
                                  .most_parts = most,
                                  .is_coarse = is_coarse };
  const double begin = get_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = rs_timeline_query (store, &query, &error);

  if (items == NULL)
    g_error ("%s", error->message);
  return get_time () - begin;
}

static void
tell (const char *what, GArray *times)
{
  g_array_sort (times, compare_doubles);
  printf ("%-28s median %7.2f ms, p95 %7.2f, most %7.2f\n", what, g_array_index (times, double, times->len / 2),
          g_array_index (times, double, times->len * 95 / 100), g_array_index (times, double, times->len - 1));
}

/* choose: depth (halvings) and place, 0 to 1, of the i-th view. */
static void
draw_views (const char *what, RsTraceStore *store, guint n, gint64 first, double length,
            void (*choose) (guint i, GRand *chance, double *depth, double *place))
{
  g_autoptr (GArray) quick = g_array_new (FALSE, FALSE, sizeof (double)),
                     whole = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GRand) chance = g_rand_new_with_seed (21);
  g_autofree char *again = g_strdup_printf ("%s, all of it", what);
  RsTimelineCache *cache = rs_timeline_cache_new ();
  double depth = 0, place = 0;

  for (guint i = 0; i < n; i++)
    {
      double part, start, time;
      gboolean is_coarse;

      choose (i, chance, &depth, &place);
      part = length * exp2 (-depth);
      start = (double)first + place * (length - part);
      time = draw (store, cache, start, part, RS_TIMELINE_QUICK_PARTS, &is_coarse);
      g_array_append_val (quick, time);
      if (is_coarse)
        time += draw (store, cache, start, part, 0, NULL);
      g_array_append_val (whole, time);
    }
  tell (what, quick);
  tell (again, whole);
  rs_timeline_cache_free (cache);
}

/* A wheel's turn: in step by step, out again, elsewhere. */
static void
choose_step (guint i, GRand *chance, double *depth, double *place)
{
  *depth = i % 32 < 16 ? i % 32 : 32 - i % 32;
  if (i % 32 == 0)
    *place = g_rand_double (chance);
}

static void
choose_any (guint i, GRand *chance, double *depth, double *place)
{
  *depth = 20 * g_rand_double (chance);
  *place = g_rand_double (chance);
}

int
main (int argc, char **argv)
{
  const guint n = argc > 2 ? (guint)atoi (argv[2]) : 400;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = argc > 1 ? rs_trace_store_open (argv[1], &error) : NULL;
  gint64 first, last;

  if (store == NULL || !rs_timeline_get_extent (store, &first, &last, &error))
    g_error ("%s", error != NULL ? error->message : "a trace with spans is wanted");
  printf ("%-28s %14.2f ms\n", "first picture", draw (store, NULL, (double)first, (double)(last - first), 0, NULL));
  draw_views ("zoom step by step", store, n, first, (double)(last - first), choose_step);
  draw_views ("random views", store, n, first, (double)(last - first), choose_any);
  return 0;
}
