/* Where a launch is cut for several devices (runtime/sched/specialize/divide.h), in virtual time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/specialize/divide.h"

#define MS 1000000

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat (a, >, b - 1e-9);
  g_assert_cmpfloat (a, <, b + 1e-9);
}

static void
test_shares (void)
{
  const gint64 unknown[] = { -1, -1, -1, -1 }, some[] = { 10 * MS, -1, 30 * MS }, known[] = { 30 * MS, 10 * MS };
  double cuts[RS_MOST_DIVIDED + 1] = { 0 }, lost = 0;

  rs_divide_cut (unknown, 4, 0, cuts, &lost);
  for (guint i = 0; i <= 4; i++)
    assert_near (cuts[i], i / 4.0);
  memset (cuts, 0, sizeof cuts);
  rs_divide_cut (known, 2, 0, cuts, &lost);
  assert_near (cuts[1], 0.25);
  memset (cuts, 0, sizeof cuts);
  rs_divide_cut (some, 3, 0, cuts, &lost); /* the second one is as quick as the others in the mean */
  assert_near (cuts[1], 0.5);
  assert_near (cuts[2], 0.5 + 1 / 3.0);
  assert_near (cuts[3], 1);
}

/* Cuts move once what was lost by those that there are has paid for the copies. */
static void
test_move (void)
{
  const gint64 like[] = { 10 * MS, 10 * MS }, unlike[] = { 30 * MS, 10 * MS }, nearly[] = { 10 * MS, 10 * MS + MS / 2 };
  double cuts[RS_MOST_DIVIDED + 1] = { 0 }, lost = 0;
  guint n = 0;

  rs_divide_cut (like, 2, 100 * MS, cuts, &lost);
  assert_near (cuts[1], 0.5);
  for (guint i = 0; i < 100; i++)
    rs_divide_cut (nearly, 2, 0, cuts, &lost);
  assert_near (cuts[1], 0.5);
  lost = 0;
  while (cuts[1] > 0.4 && n < 100)
    {
      rs_divide_cut (unlike, 2, 100 * MS, cuts, &lost);
      n++;
    }
  g_assert_cmpuint (n, ==, 4); /* 15 ms - 7.5 ms are lost by each, and a quarter of the rows moves */
  assert_near (cuts[1], 0.25);
  g_assert_cmpfloat (lost, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/divide/shares", test_shares);
  g_test_add_func ("/divide/move", test_move);
  return g_test_run ();
}
