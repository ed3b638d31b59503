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
  RsDivision division = { 0 };
  const double *cuts = division.cuts;

  rs_divide_cut (&division, 15, unknown, 4, 0);
  for (guint i = 0; i <= 4; i++)
    assert_near (cuts[i], i / 4.0);
  division = (RsDivision){ 0 };
  rs_divide_cut (&division, 3, known, 2, 0);
  assert_near (cuts[1], 0.25);
  division = (RsDivision){ 0 };
  rs_divide_cut (&division, 7, some, 3, 0); /* the second one is as quick as the others in the mean */
  assert_near (cuts[1], 0.5);
  assert_near (cuts[2], 0.5 + 1 / 3.0);
  assert_near (cuts[3], 1);
}

/* Cuts move once what was lost by those that there are has paid for the copies. */
static void
test_move (void)
{
  const gint64 like[] = { 10 * MS, 10 * MS }, unlike[] = { 30 * MS, 10 * MS }, nearly[] = { 10 * MS, 10 * MS + MS / 2 };
  RsDivision division = { 0 };
  const double *cuts = division.cuts;
  guint n = 0;

  rs_divide_cut (&division, 3, like, 2, 100 * MS);
  assert_near (cuts[1], 0.5);
  for (guint i = 0; i < 100; i++)
    rs_divide_cut (&division, 3, nearly, 2, 0);
  assert_near (cuts[1], 0.5);
  division.lost = 0;
  while (cuts[1] > 0.4 && n < 100)
    {
      rs_divide_cut (&division, 3, unlike, 2, 100 * MS);
      n++;
    }
  g_assert_cmpuint (n, ==, 4); /* 15 ms - 7.5 ms are lost by each, and a quarter of the rows moves */
  assert_near (cuts[1], 0.25);
  g_assert_cmpfloat (division.lost, ==, 0);
}

/* Cuts are those of devices, not of so many of them: others begin anew. */
static void
test_other_devices (void)
{
  const gint64 unlike[] = { 30 * MS, 10 * MS }, like[] = { 10 * MS, 10 * MS };
  RsDivision division = { 0 };

  rs_divide_cut (&division, 1 | 4, unlike, 2, 100 * MS);
  assert_near (division.cuts[1], 0.25);
  rs_divide_cut (&division, 1 | 2, like, 2, 100 * MS);
  assert_near (division.cuts[1], 0.5);
  rs_divide_cut (&division, 1 | 2, unlike, 2, 100 * MS);
  assert_near (division.cuts[1], 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/divide/shares", test_shares);
  g_test_add_func ("/divide/move", test_move);
  g_test_add_func ("/divide/other-devices", test_other_devices);
  return g_test_run ();
}
