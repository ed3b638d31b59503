/* Placement in virtual time: launches that go one by one to where they take least by what is known (costs.h), against
 * the best of all choices for all of them.
 *
 * Launches are in the order of the program. Each device runs those that it is given in that order, with the copies that
 * they need before them; copies out of a device run beside its launches. Arrays go from one device to another through
 * the host. Device 0 is the host's own, which uses the host's memory.
 *
 * usage: test-placement [GTEST-OPTIONS] [SEED GRAPHS]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/sched/place/costs.h"

#define MOST_LAUNCHES 256
#define MOST_RANDOM 8 /* launches of a random graph */
#define MOST_DEVICES 3
#define MOST_ARRAYS 32
#define MOST_RANDOM_ARRAYS 6
#define MOST_USES 4
#define BYTES 1000000    /* of a launch, where what it takes is looked up */
#define NEVER G_MAXINT64 /* of a time */

/* Times are ns from now on. */
typedef struct {
  gint64 free_at; /* when what it has to do is done */
  double in, out; /* ns a byte, of copies; of device 0: not used */
  gint64 copy_latency;
} Place;

typedef struct {
  gint64 bytes;
  gint64 valid_at[MOST_DEVICES]; /* from when on it is valid there; NEVER: it is not */
} Array;

typedef struct {
  guint array;
  gboolean reads, writes;
} Use;

typedef struct {
  Use uses[MOST_USES];
  guint n_uses;
  gint64 time[MOST_DEVICES]; /* of the kernel there; NEVER: it can't run there */
} Launch;

typedef struct {
  Place places[MOST_DEVICES];
  Array arrays[MOST_ARRAYS];
  Launch launches[MOST_LAUNCHES];
  guint n_places, n_arrays, n_launches;
} Graph;

static char *folder; /* of what an earlier run has kept */
static guint64 first_seed = 1;
static guint n_graphs = 1000;

static double
pick (GRand *random, double least, double most)
{
  return exp (g_rand_double_range (random, log (least), log (most)));
}

static void
make_uses (Graph *self, Launch *launch, GRand *random)
{
  guint wanted = (guint)g_rand_int_range (random, 1, 4);

  while (launch->n_uses < MIN (wanted, self->n_arrays))
    {
      guint array = (guint)g_rand_int_range (random, 0, (gint)self->n_arrays);
      gint how = g_rand_int_range (random, 0, 3);
      gboolean is_known = FALSE;

      for (guint i = 0; i < launch->n_uses; i++)
        is_known |= launch->uses[i].array == array;
      if (!is_known)
        launch->uses[launch->n_uses++] = (Use){ array, how != 1, how != 0 };
    }
}

static void
make_graph (Graph *self, GRand *random)
{
  Graph *graph = self;

  memset (self, 0, sizeof *self);
  graph->n_places = (guint)g_rand_int_range (random, 2, MOST_DEVICES + 1);
  graph->n_arrays = (guint)g_rand_int_range (random, 1, MOST_RANDOM_ARRAYS + 1);
  graph->n_launches = (guint)g_rand_int_range (random, 1, MOST_RANDOM + 1);
  for (guint d = 0; d < graph->n_places; d++)
    graph->places[d] = (Place){ .free_at = (gint64)pick (random, 1, 1e6),
                                .in = pick (random, 0.03, 1),
                                .out = pick (random, 0.03, 1),
                                .copy_latency = 10000 };
  for (guint i = 0; i < graph->n_arrays; i++)
    {
      self->arrays[i].bytes = (gint64)pick (random, 1e3, 1e7);
      for (guint d = 0; d < MOST_DEVICES; d++)
        self->arrays[i].valid_at[d] = NEVER;
      self->arrays[i].valid_at[g_rand_int_range (random, 0, (gint)graph->n_places)] = 0;
    }
  for (guint i = 0; i < graph->n_launches; i++)
    {
      Launch *launch = &self->launches[i];
      double time = pick (random, 1e4, 1e7);

      make_uses (self, launch, random);
      for (guint d = 0; d < graph->n_places; d++)
        launch->time[d] = (gint64)(time * pick (random, 0.2, 5));
      if (graph->n_places > 2 && g_rand_int_range (random, 0, 8) == 0)
        launch->time[2] = NEVER;
    }
}

/* --- what comes of a choice --- */

/* What each device knows of an array: since when, negative: not. */
typedef struct {
  double since[MOST_ARRAYS][MOST_DEVICES], used[MOST_ARRAYS], queue[MOST_DEVICES];
} World;

static void
bring (const Graph *self, World *world, guint array, guint device)
{
  const Graph *graph = self;
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

  for (guint d = 0; d < self->n_places; d++)
    world.queue[d] = (double)self->places[d].free_at;
  for (guint i = 0; i < self->n_arrays; i++)
    for (guint d = 0; d < MOST_DEVICES; d++)
      world.since[i][d] = self->arrays[i].valid_at[d] == NEVER ? -1 : 0;
  for (guint i = 0; i < self->n_launches; i++)
    {
      const Launch *launch = &self->launches[i];
      guint device = choice[i];
      double start = 0;

      if (launch->time[device] == NEVER)
        return INFINITY;
      for (guint k = 0; k < launch->n_uses; k++)
        {
          const Use *use = &launch->uses[k];

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
          const Use *use = &launch->uses[k];

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

  while (i < self->n_launches)
    {
      const double time = simulate (self, choice);

      best = MIN (best, time);
      for (i = 0; i < self->n_launches && ++choice[i] == self->n_places; i++)
        choice[i] = 0;
    }
  return best;
}

/* --- launch by launch --- */

/* What the scheduler knows when it places a launch. */
typedef struct {
  RsCosts *costs;
  gint64 backlog[MOST_DEVICES];
  gboolean has[MOST_ARRAYS][MOST_DEVICES]; /* once what is queued has ended */
  /* ns until those launches of the device have ended that write the array, and those that use it */
  gint64 written[MOST_ARRAYS][MOST_DEVICES], used[MOST_ARRAYS][MOST_DEVICES];
} Knowledge;

/* ns of copies, as runtime/sched/place/place.c has it. */
static gint64
get_copies (const Graph *self, const Knowledge *known, const Launch *launch, guint device)
{
  double ns = 0, out = 0;

  for (guint d = 1; d < self->n_places; d++)
    out = MAX (out, self->places[d].out);
  for (guint i = 0; i < launch->n_uses; i++)
    {
      const guint array = launch->uses[i].array;
      const double bytes = (double)self->arrays[array].bytes;

      if (known->has[array][device] || !launch->uses[i].reads)
        continue;
      if (device > 0)
        ns += self->places[device].in * bytes + (double)self->places[device].copy_latency;
      if (!known->has[array][0])
        ns += out * bytes + (double)self->places[1].copy_latency;
    }
  return (gint64)ns;
}

/* As runtime/sched/place/place.c has it. */
static gint64
get_queued (const Knowledge *known, const Launch *launch, guint device)
{
  gint64 queued = known->backlog[device];

  for (guint i = 0; i < launch->n_uses; i++)
    for (guint d = 0; d < MOST_DEVICES; d++)
      {
        const Use *use = &launch->uses[i];
        const gint64 end = use->writes ? known->used[use->array][d] : known->written[use->array][d];

        if (d != device)
          queued = MAX (queued, end);
      }
  return queued;
}

static guint
find_places (const Graph *self, const Launch *launch, RsCostPlace *places)
{
  guint n = 0;

  for (guint d = 0; d < self->n_places; d++)
    if (launch->time[d] != NEVER)
      places[n++] = (RsCostPlace){ .number = d };
  return n;
}

static guint64
get_hash (const Graph *self, const Launch *launch)
{
  return 1 + (guint64)(launch - self->launches);
}

/* What each launch takes is known of an earlier run. */
static RsCosts *
make_costs (const Graph *self)
{
  RsCosts *costs = rs_costs_new ();
  RsCostFile *file = rs_cost_file_open (folder, "test");

  for (guint i = 0; i < self->n_launches; i++)
    for (guint d = 0; d < self->n_places; d++)
      if (self->launches[i].time[d] != NEVER)
        rs_cost_file_set (file, get_hash (self, &self->launches[i]), rs_costs_get_size_class (BYTES), 1000 + d,
                          self->launches[i].time[d]);
  for (guint d = 0; d < self->n_places; d++)
    rs_costs_set_device (costs, d, 1000 + d);
  rs_costs_keep (costs, file);
  return costs;
}

static guint
place (const Graph *self, Knowledge *known, const Launch *launch)
{
  RsCost *cost = rs_costs_get (known->costs, launch, get_hash (self, launch), BYTES);
  RsCostPlace places[MOST_DEVICES];
  const guint n = find_places (self, launch, places);
  RsPlaceReason reason;
  guint chosen;

  for (guint i = 0; i < n; i++)
    {
      places[i].queued = get_queued (known, launch, places[i].number);
      places[i].copies = get_copies (self, known, launch, places[i].number);
    }
  chosen = places[rs_cost_choose (cost, places, n, &reason)].number;
  known->backlog[chosen] = get_queued (known, launch, chosen) + launch->time[chosen];
  for (guint i = 0; i < launch->n_uses; i++)
    {
      const Use *use = &launch->uses[i];

      known->has[use->array][0] |= !known->has[use->array][chosen];
      for (guint d = 0; d < MOST_DEVICES && use->writes; d++)
        known->has[use->array][d] = FALSE;
      known->has[use->array][chosen] = TRUE;
      known->used[use->array][chosen] = known->backlog[chosen];
      if (use->writes)
        known->written[use->array][chosen] = known->backlog[chosen];
    }
  return chosen;
}

static double
choose_one_by_one (const Graph *self)
{
  g_autoptr (RsCosts) costs = make_costs (self);
  Knowledge known = { .costs = costs };
  guint choice[MOST_LAUNCHES];

  for (guint d = 0; d < self->n_places; d++)
    known.backlog[d] = self->places[d].free_at;
  for (guint i = 0; i < self->n_arrays; i++)
    for (guint d = 0; d < MOST_DEVICES; d++)
      known.has[i][d] = self->arrays[i].valid_at[d] != NEVER;
  for (guint i = 0; i < self->n_launches; i++)
    choice[i] = place (self, &known, &self->launches[i]);
  return simulate (self, choice);
}

static void
test_regret (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32)first_seed);
  double sum = 0, most = 0;
  guint n_best = 0;

  for (guint i = 0; i < n_graphs; i++)
    {
      Graph self;
      double regret;

      make_graph (&self, random);
      regret = choose_one_by_one (&self) / find_best (&self) - 1;
      g_assert_cmpfloat (regret, >, -1e-4);
      sum += regret;
      most = MAX (most, regret);
      n_best += regret < 1e-4;
    }
  g_test_message ("%u graphs: mean regret %.2f %%, largest %.1f %%, the best found in %.1f %%", n_graphs,
                  100 * sum / n_graphs, 100 * most, 100.0 * n_best / n_graphs);
  g_assert_cmpfloat (sum / n_graphs, <=, 0.05);
}

/* So many launches of one kernel, each of which reads array 0 and writes one of the others, in turn; the second device
 * takes ratio times as long. */
static void
make_equal (Graph *self, guint n_launches, guint n_written, double ratio)
{
  memset (self, 0, sizeof *self);
  self->n_places = 2;
  self->n_arrays = 1 + n_written;
  self->n_launches = n_launches;
  self->places[1] = (Place){ .in = 0.1, .out = 0.1, .copy_latency = 5000 };
  for (guint i = 0; i < self->n_arrays; i++)
    self->arrays[i] = (Array){ .bytes = 100000, .valid_at = { 0, NEVER, NEVER } };
  for (guint i = 0; i < n_launches; i++)
    self->launches[i] = (Launch){ .uses = { { 0, TRUE, FALSE }, { 1 + i % n_written, FALSE, TRUE } },
                                  .n_uses = 2,
                                  .time = { 500000, (gint64)(500000 * ratio), NEVER } };
}

/* ns that they take, but for copies, when the devices begin the next launch whenever they are free, and the slower one
 * does not end last. */
static double
get_ideal (guint n_launches, double ratio)
{
  double best = INFINITY;

  for (guint n_slow = 0; n_slow <= n_launches; n_slow++)
    best = MIN (best, 500000 * MAX (n_launches - n_slow, ratio * n_slow));
  return best;
}

/* Launches that compute share two unlike devices by their speeds, though each writes over what an earlier one wrote. */
static void
test_shares (void)
{
  static const double ratios[] = { 1, 1.3, 1.8, 2, 2.7, 4, 5.5, 8, 1 / 2., 1 / 3., 1 / 8. };
  static const guint lengths[] = { 1, 2, 3, 5, 8, 12, 24, 50, 100, MOST_LAUNCHES };

  for (guint r = 0; r < G_N_ELEMENTS (ratios); r++)
    for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
      for (guint n_written = 8; n_written < MOST_ARRAYS; n_written *= 2)
        {
          Graph self;
          double took, ideal;

          make_equal (&self, lengths[i], n_written, ratios[r]);
          took = choose_one_by_one (&self);
          ideal = get_ideal (lengths[i], ratios[r]);
          g_test_message ("%u launches on %u arrays, 1 : %.2f: %.2f of the ideal", lengths[i], n_written, ratios[r],
                          ideal / took);
          g_assert_cmpfloat (took, <=, 1.05 * 500000 * MIN (1, ratios[r]) * lengths[i] + 30000);
          g_assert_cmpfloat ((ideal + 30000) / took, >=, 0.85); /* copies */
        }
}

static void
remove_folder (void)
{
  g_autoptr (GDir) open = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (open)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("redshift-placement-XXXXXX", NULL);
  if (argc == 3)
    {
      first_seed = g_ascii_strtoull (argv[1], NULL, 10);
      n_graphs = (guint)atoi (argv[2]);
    }
  g_test_add_func ("/placement/regret", test_regret);
  g_test_add_func ("/placement/shares", test_shares);
  status = g_test_run ();
  remove_folder ();
  return status;
}
