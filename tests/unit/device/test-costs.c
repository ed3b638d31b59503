/* Where launches go by what they took: each rule of runtime/sched/place/costs.h in virtual time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/place/costs.h"

#define MS 1000000

typedef struct {
  RsCosts *costs;
  RsCost *cost;
  guint n;                     /* devices */
  gint64 time[RS_MOST_COSTED]; /* of the kernel, ns */
  gint64 copies[RS_MOST_COSTED];
  gint64 queued[RS_MOST_COSTED];
  guint n_runs[RS_MOST_COSTED];
  guint n_read;         /* of ten launches on device 1 so many are read by the host, 1 MB each */
  RsPlaceReason reason; /* of the last choice */
} Machine;

static void
machine_begin (Machine *machine)
{
  machine->costs = rs_costs_new ();
  machine->cost = rs_costs_get (machine->costs, machine, 0, 1 << 20);
}

/* One launch, that ends before the next is placed. Returns its device. */
static guint
run (Machine *machine)
{
  RsCostPlace places[RS_MOST_COSTED];
  guint chosen;

  for (guint i = 0; i < machine->n; i++)
    places[i] = (RsCostPlace){ i, machine->queued[i], machine->copies[i],
                               i == 1 ? rs_cost_predict_fetch (machine->cost, 4, 500) : 0 };
  chosen = rs_cost_choose (machine->cost, places, machine->n, &machine->reason);
  machine->n_runs[chosen]++;
  if (chosen == 1)
    {
      const guint64 oids[] = { 2 * machine->n_runs[1], 2 * machine->n_runs[1] + 1 };

      rs_costs_note_written (machine->costs, machine->cost, oids, 2);
      if (3 * machine->n_runs[1] % 10 < machine->n_read)
        rs_costs_note_fetched (machine->costs, oids[1], 1000000);
      rs_costs_note_fetched (machine->costs, 1, 1000000); /* nobody's */
    }
  rs_cost_note (machine->cost, chosen, machine->time[chosen]);
  return chosen;
}

static void
test_faster_wins (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 1 * MS } };

  machine_begin (&machine);
  run (&machine);
  g_assert_cmpint (machine.reason, ==, RS_PLACE_REASON_TRIED);
  for (int i = 0; i < 100; i++)
    run (&machine);
  g_assert_cmpuint (machine.n_runs[0], <=, 8); /* 50 ms, and what is under way */
  g_assert_cmpuint (run (&machine), ==, 1);
  g_assert_cmpint (machine.reason, ==, RS_PLACE_REASON_CHEAPEST);
  rs_costs_free (machine.costs);
}

/* A device is quicker by 2 ms, and what it makes takes 4 ms to read: it takes the launch where the host reads few of
 * them. */
static void
test_copies_back (void)
{
  for (guint n_read = 0; n_read <= 10; n_read += 2)
    {
      Machine machine = { .n = 2, .time = { 3 * MS, 1 * MS }, .n_read = n_read };

      machine_begin (&machine);
      for (int i = 0; i < 400; i++)
        run (&machine);
      if (n_read < 5)
        g_assert_cmpuint (machine.n_runs[1], >, 350);
      if (n_read > 5)
        g_assert_cmpuint (machine.n_runs[0], >, 300);
      rs_costs_free (machine.costs);
    }
}

/* A program that reads the results no longer has them made on the device again, some time later. */
static void
test_copies_back_end (void)
{
  Machine machine = { .n = 2, .time = { 3 * MS, 1 * MS }, .n_read = 10 };

  machine_begin (&machine);
  for (int i = 0; i < 400; i++)
    run (&machine);
  g_assert_cmpuint (run (&machine), ==, 0);
  machine.n_read = 0;
  for (int i = 0; i < 1000; i++)
    run (&machine);
  g_assert_cmpuint (run (&machine), ==, 1);
  rs_costs_free (machine.costs);
}

static void
test_slower_is_tried_twice (void)
{
  Machine machine = { .n = 2, .time = { 1 * MS, 100 * MS } };

  machine_begin (&machine);
  for (int i = 0; i < 200; i++)
    run (&machine);
  g_assert_cmpuint (machine.n_runs[1], ==, 2);
  rs_costs_free (machine.costs);
}

/* The one time by which a device is judged first is that of a thread that had to wait. */
static void
test_first_spike (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 35 * MS } };

  machine_begin (&machine);
  while (machine.n_runs[1] < 2)
    run (&machine);
  machine.time[1] = 3 * MS;
  for (int i = 0; i < 20; i++)
    run (&machine);
  g_assert_cmpuint (run (&machine), ==, 1);
  g_assert_cmpint (rs_cost_get (machine.cost, 1), ==, 3 * MS);
  rs_costs_free (machine.costs);
}

/* However long the queues are, both are filled to the same time, but for a launch. */
static void
test_long_queues (void)
{
  Machine machine = { .n = 2, .time = { 1 * MS, 3 * MS } };

  machine_begin (&machine);
  while (machine.n_runs[1] < 3)
    run (&machine);
  for (int i = 0; i < 400; i++)
    {
      const guint chosen = run (&machine);

      machine.queued[chosen] += machine.time[chosen];
      g_assert_cmpint (ABS (machine.queued[0] - machine.queued[1]), <=, 3 * MS + MS / 2);
    }
  rs_costs_free (machine.costs);
}

/* What a device can't run is not tried again; the limit of what is queued while something is tried ends. */
static void
test_refused (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 1 * MS } };
  const RsCostPlace places[] = { { 0, 0, 0 }, { 1, 0, 0 } };

  machine_begin (&machine);
  g_assert_true (rs_cost_is_learning (machine.cost, places, 2));
  while (run (&machine) == 0)
    ;
  g_assert_true (rs_cost_is_learning (machine.cost, places, 2));
  rs_cost_refuse (machine.cost, 1);
  g_assert_false (rs_cost_is_learning (machine.cost, places, 2));
  for (int i = 0; i < 100; i++)
    g_assert_cmpuint (run (&machine), ==, 0);
  rs_costs_free (machine.costs);
}

/* A try whose end is not known yet is part of the learning. */
static void
test_learning_ends (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 1 * MS } };
  const RsCostPlace places[] = { { 0, 0, 0 }, { 1, 0, 0 } };
  RsPlaceReason reason;

  machine_begin (&machine);
  while (run (&machine) == 0)
    ;
  g_assert_cmpuint (rs_cost_choose (machine.cost, places, 2, &reason), ==, 1); /* the second try: it runs */
  g_assert_true (rs_cost_is_learning (machine.cost, places, 2));
  rs_cost_note (machine.cost, 1, 1 * MS);
  g_assert_false (rs_cost_is_learning (machine.cost, places, 2));
  rs_costs_free (machine.costs);
}

/* Another device is tried when it is worth what was told. */
static void
test_worth_trying (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 1 * MS } };

  machine.costs = rs_costs_new ();
  rs_costs_set_worth_trying (machine.costs, 200 * MS);
  machine.cost = rs_costs_get (machine.costs, &machine, 0, 1 << 20);
  while (run (&machine) == 0)
    ;
  g_assert_cmpuint (machine.n_runs[0], ==, 20);
  rs_costs_free (machine.costs);
}

static void
test_short_ones_stay (void)
{
  Machine machine = { .n = 2, .time = { MS / 100, MS / 1000 } };

  machine_begin (&machine);
  for (int i = 0; i < 1000; i++)
    g_assert_cmpuint (run (&machine), ==, 0);
  rs_costs_free (machine.costs);
}

static void
test_noise_changes_nothing (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 20 * MS } };
  guint before;

  machine_begin (&machine);
  for (int i = 0; i < 50; i++)
    before = run (&machine);
  g_assert_cmpuint (before, ==, 0);
  machine.time[0] = 21 * MS;
  for (int i = 0; i < 50; i++)
    g_assert_cmpuint (run (&machine), ==, 0);
  g_assert_cmpint (machine.reason, ==, RS_PLACE_REASON_NOISE);
  machine.time[0] = 40 * MS;
  for (int i = 0; i < 50; i++)
    before = run (&machine);
  g_assert_cmpuint (before, ==, 1);
  rs_costs_free (machine.costs);
}

/* Copies that cost more than one launch saves are made when so many have been lost: at most twice the best choice. */
static void
test_copies_pay (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 1 * MS }, .copies = { 0, 45 * MS } };
  guint n = 0;

  machine_begin (&machine);
  while (machine.n_runs[1] < 2) /* the tries move nothing here: their copies are copied back */
    run (&machine);
  while (run (&machine) == 0)
    n++;
  g_assert_cmpint (machine.reason, ==, RS_PLACE_REASON_PAID);
  g_assert_cmpuint (n, >=, 3);
  g_assert_cmpuint (n, <=, 5);
  machine.copies[1] = 0;
  machine.copies[0] = 45 * MS;
  for (int i = 0; i < 50; i++)
    g_assert_cmpuint (run (&machine), ==, 1);
  rs_costs_free (machine.costs);
}

/* What has much to do is passed by. */
static void
test_queues_share (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 10 * MS } };
  guint n = 0;

  machine_begin (&machine);
  for (int i = 0; i < 100; i++)
    {
      guint chosen = run (&machine);

      n += chosen == 1;
      machine.queued[chosen] += machine.time[chosen];
      machine.queued[0] = MAX (machine.queued[0] - 5 * MS, 0);
      machine.queued[1] = MAX (machine.queued[1] - 5 * MS, 0);
    }
  g_assert_cmpuint (n, >=, 40);
  g_assert_cmpuint (n, <=, 60);
  rs_costs_free (machine.costs);
}

/* A device that can't have the launch tells no time, and is not asked again. */
static void
test_never_told (void)
{
  g_autoptr (RsCosts) costs = rs_costs_new ();
  RsCost *cost = rs_costs_get (costs, costs, 0, 0);
  const RsCostPlace places[] = { { 0, 0, 0 }, { 1, 0, 0 } };
  RsPlaceReason reason;
  guint n = 0;

  for (int i = 0; i < 100; i++)
    {
      n += rs_cost_choose (cost, places, 2, &reason) == 1;
      rs_cost_note (cost, 0, 10 * MS);
    }
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (rs_cost_get (cost, 1), <, 0);
  g_assert_cmpint (rs_cost_get (cost, 0), ==, 10 * MS);
}

/* A thread that had to wait once moves nothing; what has become slower does. */
static void
test_spikes (void)
{
  Machine machine = { .n = 2, .time = { 10 * MS, 20 * MS } };

  machine_begin (&machine);
  for (int i = 0; i < 100; i++)
    run (&machine);
  g_assert_cmpuint (run (&machine), ==, 0);
  rs_cost_note (machine.cost, 0, 1000 * MS);
  for (int i = 0; i < 20; i++)
    g_assert_cmpuint (run (&machine), ==, 0);
  machine.time[0] = 1000 * MS;
  for (int i = 0; i < 20; i++)
    run (&machine);
  g_assert_cmpuint (run (&machine), ==, 1);
  rs_costs_free (machine.costs);
}

static void
test_size_classes (void)
{
  g_autoptr (RsCosts) costs = rs_costs_new ();

  g_assert_true (rs_costs_get (costs, costs, 0, 1000) == rs_costs_get (costs, costs, 0, 1010));
  g_assert_true (rs_costs_get (costs, costs, 0, 1000) != rs_costs_get (costs, costs, 0, 10000));
  g_assert_true (rs_costs_get (costs, costs, 0, 1000) != rs_costs_get (costs, &costs, 0, 1000));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/costs/copies-back", test_copies_back);
  g_test_add_func ("/costs/copies-back-end", test_copies_back_end);
  g_test_add_func ("/costs/faster-wins", test_faster_wins);
  g_test_add_func ("/costs/first-spike", test_first_spike);
  g_test_add_func ("/costs/long-queues", test_long_queues);
  g_test_add_func ("/costs/refused", test_refused);
  g_test_add_func ("/costs/learning-ends", test_learning_ends);
  g_test_add_func ("/costs/worth-trying", test_worth_trying);
  g_test_add_func ("/costs/slower-is-tried-twice", test_slower_is_tried_twice);
  g_test_add_func ("/costs/short-ones-stay", test_short_ones_stay);
  g_test_add_func ("/costs/noise-changes-nothing", test_noise_changes_nothing);
  g_test_add_func ("/costs/copies-pay", test_copies_pay);
  g_test_add_func ("/costs/queues-share", test_queues_share);
  g_test_add_func ("/costs/never-told", test_never_told);
  g_test_add_func ("/costs/spikes", test_spikes);
  g_test_add_func ("/costs/size-classes", test_size_classes);
  return g_test_run ();
}
