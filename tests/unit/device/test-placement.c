/* Placement in virtual time: what the model chooses for random graphs against the best of all choices.
 *
 * The end of a choice is computed here once more, from the rules in placement.h, so that the model's own idea of time
 * is tested, too.
 *
 * usage: test-placement [GTEST-OPTIONS] [SEED GRAPHS]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/sched/place/placement.h"

#define MOST_LAUNCHES 8
#define MOST_DEVICES 3
#define MOST_ARRAYS 6
#define WIDTH 8

typedef struct {
  RsPlacementGraph graph;
  RsPlacedArray arrays[MOST_ARRAYS];
  RsPlacedLaunch launches[MOST_LAUNCHES];
} Graph;

static guint64 first_seed = 1;
static guint n_graphs = 1000;

static double
pick (GRand *random, double least, double most)
{
  return exp (g_rand_double_range (random, log (least), log (most)));
}

static void
make_uses (Graph *self, RsPlacedLaunch *launch, GRand *random)
{
  guint wanted = (guint)g_rand_int_range (random, 1, 4);

  while (launch->n_uses < MIN (wanted, self->graph.n_arrays))
    {
      guint array = (guint)g_rand_int_range (random, 0, (gint)self->graph.n_arrays);
      gint how = g_rand_int_range (random, 0, 3);
      gboolean is_known = FALSE;

      for (guint i = 0; i < launch->n_uses; i++)
        is_known |= launch->uses[i].array == array;
      if (!is_known)
        launch->uses[launch->n_uses++] = (RsPlacedUse){ array, how != 1, how != 0 };
    }
}

static void
make_graph (Graph *self, GRand *random)
{
  RsPlacementGraph *graph = &self->graph;

  memset (self, 0, sizeof *self);
  graph->arrays = self->arrays;
  graph->launches = self->launches;
  graph->n_places = (guint)g_rand_int_range (random, 2, MOST_DEVICES + 1);
  graph->n_arrays = (guint)g_rand_int_range (random, 1, MOST_ARRAYS + 1);
  graph->n_launches = (guint)g_rand_int_range (random, 1, MOST_LAUNCHES + 1);
  for (guint d = 0; d < graph->n_places; d++)
    graph->places[d] = (RsPlace){ .free_at = (gint64)pick (random, 1, 1e6),
                                  .in = pick (random, 0.03, 1),
                                  .out = pick (random, 0.03, 1),
                                  .copy_latency = 10000 };
  for (guint i = 0; i < graph->n_arrays; i++)
    {
      self->arrays[i].bytes = (gint64)pick (random, 1e3, 1e7);
      for (guint d = 0; d < RS_MOST_PLACES; d++)
        self->arrays[i].valid_at[d] = RS_NEVER;
      self->arrays[i].valid_at[g_rand_int_range (random, 0, (gint)graph->n_places)] = 0;
    }
  for (guint i = 0; i < graph->n_launches; i++)
    {
      RsPlacedLaunch *launch = &self->launches[i];
      double time = pick (random, 1e4, 1e7);

      make_uses (self, launch, random);
      for (guint d = 0; d < graph->n_places; d++)
        launch->time[d] = (gint64)(time * pick (random, 0.2, 5));
      if (graph->n_places > 2 && g_rand_int_range (random, 0, 8) == 0)
        launch->time[2] = RS_NEVER;
    }
}

/* --- the same rules once more --- */

/* What each device knows of an array: since when, negative: not. */
typedef struct {
  double since[MOST_ARRAYS][MOST_DEVICES], used[MOST_ARRAYS], queue[MOST_DEVICES];
} World;

static void
bring (const Graph *self, World *world, guint array, guint device)
{
  const RsPlacementGraph *graph = &self->graph;
  const double bytes = (double)self->arrays[array].bytes;
  double *since = world->since[array];
  double best = INFINITY;

  if (since[device] >= 0)
    return;
  for (guint d = 1; d < graph->n_places && since[0] < 0; d++)
    if (since[d] >= 0)
      best = MIN (best, since[d] + floor (bytes * graph->places[d].out) + (double)graph->places[d].copy_latency);
  if (since[0] < 0)
    since[0] = best;
  if (device == 0)
    return;
  since[device] = MAX (since[0], world->queue[device]) + floor (bytes * graph->places[device].in)
                  + (double)graph->places[device].copy_latency;
  world->queue[device] = since[device];
}

/* INFINITY: a launch can't run where it is. */
static double
simulate (const Graph *self, const guint *choice)
{
  World world = { 0 };
  double last = 0;

  for (guint d = 0; d < self->graph.n_places; d++)
    world.queue[d] = (double)self->graph.places[d].free_at;
  for (guint i = 0; i < self->graph.n_arrays; i++)
    for (guint d = 0; d < MOST_DEVICES; d++)
      world.since[i][d] = self->arrays[i].valid_at[d] == RS_NEVER ? -1 : 0;
  for (guint i = 0; i < self->graph.n_launches; i++)
    {
      const RsPlacedLaunch *launch = &self->launches[i];
      guint device = choice[i];
      double start = 0;

      if (launch->time[device] == RS_NEVER)
        return INFINITY;
      for (guint k = 0; k < launch->n_uses; k++)
        {
          const RsPlacedUse *use = &launch->uses[k];

          if (use->reads)
            {
              bring (self, &world, use->array, device);
              start = MAX (start, world.since[use->array][device]);
            }
          if (use->writes)
            start = MAX (start, world.used[use->array]);
        }
      start = MAX (start, world.queue[device]) + (double)launch->time[device];
      world.queue[device] = start;
      last = MAX (last, start);
      for (guint k = 0; k < launch->n_uses; k++)
        {
          const RsPlacedUse *use = &launch->uses[k];

          world.used[use->array] = MAX (world.used[use->array], start);
          for (guint d = 0; d < MOST_DEVICES && use->writes; d++)
            world.since[use->array][d] = d == device ? start : -1;
        }
    }
  return last;
}

static double
find_best (const Graph *self)
{
  guint choice[MOST_LAUNCHES] = { 0 };
  double best = INFINITY;
  guint i = 0;

  while (i < self->graph.n_launches)
    {
      const double time = simulate (self, choice);

      best = MIN (best, time);
      for (i = 0; i < self->graph.n_launches && ++choice[i] == self->graph.n_places; i++)
        choice[i] = 0;
    }
  return best;
}

/* Launch by launch, as if nothing were known of the next ones. */
static double
choose_one_by_one (const Graph *self)
{
  Graph rest = *self;
  guint choice[MOST_LAUNCHES];

  rest.graph.arrays = rest.arrays;
  for (guint i = 0; i < self->graph.n_launches; i++)
    {
      rest.graph.launches = &self->launches[i];
      rest.graph.n_launches = 1;
      rs_placement_choose (&rest.graph, WIDTH, &choice[i]);
      rs_placement_predict (&rest.graph, &choice[i], NULL, TRUE);
    }
  return simulate (self, choice);
}

static void
test_regret (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32)first_seed);
  double sum = 0, most = 0, sum_alone = 0;
  guint n_best = 0;

  for (guint i = 0; i < n_graphs; i++)
    {
      Graph self;
      guint choice[MOST_LAUNCHES];
      double best, end, regret;
      gint64 said;

      make_graph (&self, random);
      said = rs_placement_choose (&self.graph, WIDTH, choice);
      end = simulate (&self, choice);
      g_assert_cmpfloat (fabs ((double)said - end), <=, 64); /* whole nanoseconds */
      g_assert_cmpint (rs_placement_predict (&self.graph, choice, NULL, FALSE), ==, said);
      best = find_best (&self);
      regret = end / best - 1;
      g_assert_cmpfloat (regret, >, -1e-4);
      sum += regret;
      most = MAX (most, regret);
      n_best += regret < 1e-4;
      sum_alone += choose_one_by_one (&self) / best - 1;
    }
  g_test_message ("%u graphs: mean regret %.2f %%, largest %.1f %%, the best found in %.1f %%; one by one: %.1f %%",
                  n_graphs, 100 * sum / n_graphs, 100 * most, 100.0 * n_best / n_graphs, 100 * sum_alone / n_graphs);
  g_assert_cmpfloat (sum / n_graphs, <=, 0.05);
}

/* A launch that no device can run. */
static void
test_nowhere (void)
{
  RsPlacedLaunch launch = { .time = { RS_NEVER, RS_NEVER } };
  RsPlacementGraph graph = { .n_places = 2, .launches = &launch, .n_launches = 1 };
  guint choice;

  g_assert_cmpint (rs_placement_choose (&graph, WIDTH, &choice), ==, RS_NEVER);
}

/* Ten launches on an array that the host has: one does not pay for the copy, all of them do. */
static void
test_outlook (void)
{
  RsPlacedLaunch launches[10];
  RsPlacedArray array = { .bytes = 1000000, .valid_at = { 0, RS_NEVER } };
  RsPlacementGraph graph = { .n_places = 2, .launches = launches, .arrays = &array, .n_arrays = 1 };
  guint choice[10];

  graph.places[1] = (RsPlace){ .in = 1, .out = 1 };
  for (guint i = 0; i < 10; i++)
    launches[i] = (RsPlacedLaunch){ .uses = { { 0, TRUE, TRUE } }, .n_uses = 1, .time = { 400000, 100000 } };
  graph.n_launches = 1;
  g_assert_cmpint (rs_placement_choose (&graph, WIDTH, choice), ==, 400000);
  g_assert_cmpuint (choice[0], ==, 0);
  graph.n_launches = 10;
  g_assert_cmpint (rs_placement_choose (&graph, WIDTH, choice), ==, 2000000);
  for (guint i = 0; i < 10; i++)
    g_assert_cmpuint (choice[i], ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc == 3)
    {
      first_seed = g_ascii_strtoull (argv[1], NULL, 10);
      n_graphs = (guint)atoi (argv[2]);
    }
  g_test_add_func ("/placement/regret", test_regret);
  g_test_add_func ("/placement/nowhere", test_nowhere);
  g_test_add_func ("/placement/outlook", test_outlook);
  return g_test_run ();
}
