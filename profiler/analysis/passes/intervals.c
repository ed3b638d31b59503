/* See intervals.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESAMPLES 600u
#define SEED 7u

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

double
rs_median_of (double *values, guint n)
{
  g_assert (n >= 1);
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* --- Student's distribution --- */

/* The continued fraction of the incomplete beta function (Lentz's method). */
static double
beta_fraction (double a, double b, double x)
{
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), value = d;

  for (guint m = 1; m < 300; m++)
    {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), change;

      d = 1 / (1 + even * d);
      c = 1 + even / c;
      value *= d * c;
      d = 1 / (1 + odd * d);
      c = 1 + odd / c;
      change = d * c;
      value *= change;
      if (fabs (change - 1) < 1e-12)
        break;
    }
  return value;
}

static double
incomplete_beta (double a, double b, double x)
{
  double front;

  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  front = exp (lgamma (a + b) - lgamma (a) - lgamma (b) + a * log (x) + b * log1p (-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction (a, b, x) / a : 1 - front * beta_fraction (b, a, 1 - x) / b;
}

/* Of a deviate as far from 0, to either side. */
static double
chance_of (double deviate, double degrees)
{
  return incomplete_beta (degrees / 2, 0.5, degrees / (degrees + deviate * deviate));
}

/* The deviate whose chance is 5 %. */
static double
bound_of (double degrees)
{
  double low = 0, high = 1000;

  for (guint i = 0; i < 60; i++)
    {
      double middle = (low + high) / 2;

      if (chance_of (middle, degrees) > 0.05)
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* variances: of the logarithms of both medians; degrees: of freedom of each (Welch and Satterthwaite). */
static void
set_interval (RsInterval *interval, const double variances[2], const double degrees[2])
{
  double difference = log (interval->ratio), sum = variances[0] + variances[1], both, bound;
  double error = sqrt (sum);

  both = sum > 0 ? sum * sum / (variances[0] * variances[0] / degrees[0] + variances[1] * variances[1] / degrees[1])
                 : 1;
  bound = bound_of (both);
  interval->low = exp (difference - bound * error);
  interval->high = exp (difference + bound * error);
  interval->p = chance_of (difference / error, both);
}

static double
at_least_one (double value)
{
  return MAX (value, 1);
}

static void
describe (const double *values, guint n, guint side, RsInterval *interval)
{
  g_autofree double *sorted = n > 0 ? g_memdup2 (values, n * sizeof *sorted) : NULL;

  if (n == 0)
    return;
  interval->median[side] = rs_median_of (sorted, n);
  interval->spread[side] = sorted[n - 1 - (n - 1) / 4] - sorted[(n - 1) / 4];
}

static void
describe_both (const double *before, guint n_before, const double *after, guint n_after, RsInterval *interval)
{
  *interval = (RsInterval){ .p = 1 };
  describe (before, n_before, 0, interval);
  describe (after, n_after, 1, interval);
  interval->value[0] = n_before > 0 ? at_least_one (interval->median[0]) : 0;
  interval->value[1] = n_after > 0 ? at_least_one (interval->median[1]) : 0;
  if (n_before > 0 && n_after > 0)
    interval->ratio = interval->value[1] / interval->value[0];
}

/* A clock of whole nanoseconds repeats itself, and so do sizes: no difference below half a unit counts. */
static double
variance_of_unit (double median)
{
  return 1e-12 + 0.25 / (at_least_one (median) * at_least_one (median));
}

/* --- blocks --- */

typedef struct {
  double value;
  guint at;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *p = a, *q = b;

  return p->value != q->value ? (p->value > q->value) - (p->value < q->value) : (p->at > q->at) - (p->at < q->at);
}

/* How much alike neighbours are, from ranks, so that one odd value does not decide: 0 to 0.9. A series as short as n
 * shows less than there is by about (1 + 3 r) / n. */
static double
likeness (const guint *ranks, guint n)
{
  double mean = (n - 1) / 2.0, products = 0, squares = 0, r;

  for (guint i = 0; i < n; i++)
    {
      squares += (ranks[i] - mean) * (ranks[i] - mean);
      if (i > 0)
        products += (ranks[i] - mean) * (ranks[i - 1] - mean);
    }
  r = products / squares;
  r += (1 + 3 * r) / n;
  return CLAMP (r, 0, 0.9);
}

/* Blocks cut the likeness of values in different blocks off. By how much the variance grows when it is put back, were
 * it to fall off geometrically. */
static double
growth (double r, guint block)
{
  double within = 1, power = 1;

  for (guint k = 1; k < block; k++)
    {
      power *= r;
      within += 2 * (1 - (double)k / block) * power;
    }
  return (1 + r) / (1 - r) / within;
}

/* The rank at place wanted of a resample that has counts[r] of each rank. */
static guint
find_rank (const guint16 *counts, guint wanted)
{
  guint rank = 0;

  for (guint seen = counts[0]; seen <= wanted; seen += counts[rank])
    rank++;
  return rank;
}

/* Variance of the logarithm of the median over blocks that begin anywhere (the end goes on at the beginning). Values
 * are counted by rank, so that no resample is sorted. That variance rests on the few values about the median, whose
 * number grows slower than n (degrees, by simulation). */
static double
variance_by_blocks (const double *values, guint n, guint32 seed, double *degrees)
{
  guint block = MAX (1, (guint)ceil (cbrt (n)));
  g_autofree Ranked *ranked = g_new (Ranked, n);
  g_autofree guint *ranks = g_new (guint, n);
  g_autofree guint16 *counts = g_new (guint16, n);
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed);
  double sum = 0, squares = 0, first = 0, r;

  for (guint i = 0; i < n; i++)
    ranked[i] = (Ranked){ values[i], i };
  qsort (ranked, n, sizeof *ranked, compare_ranked);
  for (guint i = 0; i < n; i++)
    ranks[ranked[i].at] = i;
  for (guint i = 0; i < RESAMPLES; i++)
    {
      double median;

      memset (counts, 0, n * sizeof *counts);
      for (guint k = 0, at = 0; k < n; k++, at = at + 1 < n ? at + 1 : 0)
        {
          if (k % block == 0)
            at = (guint)g_rand_int_range (chance, 0, (gint32)n);
          counts[ranks[at]]++;
        }
      median = (log (at_least_one (ranked[find_rank (counts, (n - 1) / 2)].value))
                + log (at_least_one (ranked[find_rank (counts, n / 2)].value)))
               / 2;
      first = i == 0 ? median : first;
      sum += median - first;
      squares += (median - first) * (median - first);
    }
  r = likeness (ranks, n);
  *degrees = MAX (2, 2.8 * cbrt (n) * (1 - r));
  return MAX (squares / RESAMPLES - (sum / RESAMPLES) * (sum / RESAMPLES), 0) * growth (r, block) * n / (n - 1);
}

gboolean
rs_interval_by_blocks (const double *before, guint n_before, const double *after, guint n_after, RsInterval *interval)
{
  double variances[2], degrees[2];

  g_return_val_if_fail (n_before <= G_MAXUINT16 && n_after <= G_MAXUINT16, FALSE);
  describe_both (before, n_before, after, n_after, interval);
  if (n_before < RS_FEWEST_DURATIONS || n_after < RS_FEWEST_DURATIONS)
    return FALSE;
  variances[0] = variance_by_blocks (before, n_before, SEED, &degrees[0]) + variance_of_unit (interval->median[0]);
  variances[1] = variance_by_blocks (after, n_after, SEED + 1, &degrees[1]) + variance_of_unit (interval->median[1]);
  set_interval (interval, variances, degrees);
  return TRUE;
}

/* --- runs --- */

static double
mean_of_logarithms (const double *values, guint n, double *variance)
{
  double mean = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    mean += log (at_least_one (values[i])) / n;
  for (guint i = 0; i < n; i++)
    squares += (log (at_least_one (values[i])) - mean) * (log (at_least_one (values[i])) - mean);
  *variance = squares / (n - 1) / n;
  return mean;
}

gboolean
rs_interval_by_runs (const double *before, guint n_before, const double *after, guint n_after, RsInterval *interval)
{
  const double degrees[2] = { n_before - 1.0, n_after - 1.0 };
  double variances[2];

  describe_both (before, n_before, after, n_after, interval);
  if (n_before < RS_FEWEST_RUNS || n_after < RS_FEWEST_RUNS)
    return FALSE;
  interval->value[0] = exp (mean_of_logarithms (before, n_before, &variances[0]));
  interval->value[1] = exp (mean_of_logarithms (after, n_after, &variances[1]));
  interval->ratio = interval->value[1] / interval->value[0];
  variances[0] += variance_of_unit (interval->median[0]);
  variances[1] += variance_of_unit (interval->median[1]);
  set_interval (interval, variances, degrees);
  return TRUE;
}

/* --- samples --- */

gboolean
rs_interval_by_samples (const gint64 n[2], const gint64 totals[2], RsInterval *interval)
{
  const double alike = 2; /* a count varies by its root, were samples independent */
  double variances[2], degrees[2];

  g_assert (n[0] >= 0 && n[1] >= 0);
  *interval = (RsInterval){ .p = 1 };
  if (totals[0] <= 0 || totals[1] <= 0)
    return FALSE;
  interval->value[0] = (double)totals[0];
  interval->value[1] = (double)totals[1];
  interval->ratio = interval->value[1] / interval->value[0];
  if (n[0] < RS_FEWEST_SAMPLES || n[1] < RS_FEWEST_SAMPLES)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      variances[i] = alike / (double)n[i];
      degrees[i] = (double)MIN (n[i], 1000000);
    }
  set_interval (interval, variances, degrees);
  return TRUE;
}

/* --- many at once --- */

typedef struct {
  double p;
  guint at;
} Chance;

static int
compare_chances (gconstpointer a, gconstpointer b)
{
  const Chance *p = a, *q = b;

  return (p->p > q->p) - (p->p < q->p);
}

void
rs_holm (const double *p, guint n, double level, gboolean *is_small)
{
  g_assert (level > 0 && level < 1);

  g_autofree Chance *sorted = g_new (Chance, n + 1); /* qsort takes no NULL */

  for (guint i = 0; i < n; i++)
    {
      sorted[i] = (Chance){ p[i], i };
      is_small[i] = FALSE;
    }
  qsort (sorted, n, sizeof *sorted, compare_chances);
  for (guint i = 0; i < n && sorted[i].p < level / (n - i); i++)
    is_small[sorted[i].at] = TRUE;
}
