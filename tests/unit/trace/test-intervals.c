/* Intervals of ratios, on series whose truth is known.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/intervals.h"

#include <math.h>

#define PAIRS 1000
#define ROWS 6
#define LAUNCHES 30

static double
normal (GRand *chance)
{
  double u = 1 - g_rand_double (chance), v = g_rand_double (chance);

  return sqrt (-2 * log (u)) * cos (2 * G_PI * v);
}

/* Launches with 3 % noise, of which a part (alike) stays from one to the next. */
static void
simulate (GRand *chance, double median, double alike, guint n, double *values)
{
  double noise = normal (chance);

  for (guint i = 0; i < n; i++)
    {
      noise = alike * noise + sqrt (1 - alike * alike) * normal (chance);
      values[i] = median * exp (0.03 * noise);
    }
}

/* In how many of PAIRS pairs any of ROWS rows is called different when the first row of the second side is slower. */
static guint
count_different (double slowdown, double alike, guint launches, gboolean by_runs, guint *n_first)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (11);
  guint n = 0;

  *n_first = 0;
  for (guint pair = 0; pair < PAIRS; pair++)
    {
      double p[ROWS];
      gboolean is_small[ROWS], any = FALSE;

      for (guint row = 0; row < ROWS; row++)
        {
          double before[LAUNCHES * 4], after[LAUNCHES * 10];
          RsInterval interval;

          simulate (chance, 1e6, alike, launches, before);
          simulate (chance, row == 0 ? 1e6 * slowdown : 1e6, alike, launches, after);
          g_assert_true (
              (by_runs ? rs_interval_by_runs : rs_interval_by_blocks) (before, launches, after, launches, &interval));
          g_assert_true (interval.low <= interval.ratio && interval.ratio <= interval.high);
          p[row] = interval.p;
        }
      rs_holm (p, ROWS, 0.05, is_small);
      for (guint row = 0; row < ROWS; row++)
        any |= is_small[row];
      n += any;
      *n_first += is_small[0];
    }
  g_test_message ("slowdown %g, alike %g, %u launches: %u different, %u the first", slowdown, alike, launches, n,
                  *n_first);
  return n;
}

static void
test_equal (void)
{
  guint first;

  g_assert_cmpuint (count_different (1, 0, LAUNCHES, FALSE, &first), <=, PAIRS / 20);
  g_assert_cmpuint (count_different (1, 0.5, LAUNCHES, FALSE, &first), <=, PAIRS / 20);
  g_assert_cmpuint (count_different (1, 0.7, LAUNCHES * 4, FALSE, &first), <=, PAIRS / 20);
  g_assert_cmpuint (count_different (1, 0, LAUNCHES * 4, FALSE, &first), <=, PAIRS / 20);
}

static void
test_slower (void)
{
  guint first;

  count_different (1.05, 0, LAUNCHES, FALSE, &first);
  g_assert_cmpuint (first, >=, PAIRS * 9 / 10);
}

static void
test_runs (void)
{
  guint first;

  /* Six rows of five runs: expected at 5 %, give or take two of its deviations. */
  g_assert_cmpuint (count_different (1, 0, 5, TRUE, &first), <=, PAIRS / 20 + 14);
  count_different (1.2, 0, 5, TRUE, &first);
  g_assert_cmpuint (first, >=, PAIRS * 9 / 10);
}

/* Against tables of Student's distribution: values whose interval is known in closed form. */
static void
test_student (void)
{
  const double before[] = { exp (10.0), exp (11.0), exp (12.0) }, after[] = { exp (20.0), exp (21.0), exp (22.0) };
  RsInterval interval;

  /* Means differ by 10, each with variance 1/3: 4 degrees of freedom, t = 2.7764, an error of sqrt (2/3). */
  g_assert_true (rs_interval_by_runs (before, 3, after, 3, &interval));
  g_assert_cmpfloat_with_epsilon (log (interval.ratio), 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (log (interval.low), 10 - 2.7764 * sqrt (2 / 3.0), 1e-3);
  g_assert_cmpfloat_with_epsilon (log (interval.high), 10 + 2.7764 * sqrt (2 / 3.0), 1e-3);
  g_assert_cmpfloat_with_epsilon (interval.p, 0.000255, 2e-6);
  g_assert_false (rs_interval_by_runs (before, 2, after, 3, &interval));
  g_assert_cmpfloat (interval.p, ==, 1);
}

/* The same series gives the same answer; values that never vary have none between them. */
static void
test_repeats (void)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (3);
  double before[LAUNCHES], after[LAUNCHES], same[LAUNCHES];
  RsInterval first, second;

  simulate (chance, 1000, 0, LAUNCHES, before);
  simulate (chance, 1010, 0, LAUNCHES, after);
  for (guint i = 0; i < LAUNCHES; i++)
    same[i] = 40;
  g_assert_true (rs_interval_by_blocks (before, LAUNCHES, after, LAUNCHES, &first));
  g_assert_true (rs_interval_by_blocks (before, LAUNCHES, after, LAUNCHES, &second));
  g_assert_cmpmem (&first, sizeof first, &second, sizeof second);
  g_assert_true (rs_interval_by_blocks (same, LAUNCHES, same, LAUNCHES, &first));
  g_assert_cmpfloat (first.ratio, ==, 1);
  g_assert_cmpfloat (first.p, >, 0.9);
  g_assert_false (rs_interval_by_blocks (same, 4, same, LAUNCHES, &first));
  g_assert_false (rs_interval_by_blocks (NULL, 0, same, LAUNCHES, &first));
  g_assert_cmpfloat (first.high, ==, 0);
}

static void
test_holm (void)
{
  const double p[] = { 0.04, 0.001, 0.02, 0.015 };
  gboolean is_small[4];

  rs_holm (p, 4, 0.05, is_small);
  g_assert_true (is_small[1] && is_small[3] && is_small[2] && is_small[0]);
  rs_holm ((const double[]){ 0.03, 0.001, 0.03, 0.5 }, 4, 0.05, is_small);
  g_assert_true (is_small[1] && !is_small[0] && !is_small[2] && !is_small[3]);
  rs_holm (NULL, 0, 0.05, is_small);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/intervals/equal", test_equal);
  g_test_add_func ("/intervals/slower", test_slower);
  g_test_add_func ("/intervals/runs", test_runs);
  g_test_add_func ("/intervals/student", test_student);
  g_test_add_func ("/intervals/repeats", test_repeats);
  g_test_add_func ("/intervals/holm", test_holm);
  return g_test_run ();
}
