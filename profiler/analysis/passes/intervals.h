/* How far apart two series of durations are, beyond noise.
 *
 * All is done on logarithms, so that a difference is a ratio. Nothing depends on the clock or on other random numbers:
 * the same series give the same answer. Any thread may call these.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_FEWEST_DURATIONS 5u /* of a side, for blocks */
#define RS_FEWEST_RUNS 3u
#define RS_FEWEST_SAMPLES 20

typedef struct {
  double median[2]; /* in the unit of the values */
  double spread[2]; /* the distance between the quartiles */
  /* What is compared: medians; of runs the geometric means of their values, of samples what they stand for. 0: not
   * known. */
  double value[2];
  double ratio;     /* of the second value to the first */
  double low, high; /* its 95 % interval; both 0: not known */
  double p;         /* the chance of a difference as large when nothing changed; 1: not known */
} RsInterval;

/* Two series in the order in which they were measured, where neighbours may be alike: a bootstrap of the median over
 * blocks of neighbours. FALSE, with medians and spreads only: a side has fewer than RS_FEWEST_DURATIONS. */
gboolean
rs_interval_by_blocks (const double *before, guint n_before, const double *after, guint n_after, RsInterval *interval);

/* One value a run, whose runs are independent: Welch's t interval. FALSE: a side has fewer than RS_FEWEST_RUNS. */
gboolean
rs_interval_by_runs (const double *before, guint n_before, const double *after, guint n_after, RsInterval *interval);

/* The ratio of two numbers of samples of a clock that ticks evenly; a sample tends to be followed by one of its kind.
 * FALSE: fewer than RS_FEWEST_SAMPLES on a side. totals: what they stand for, above 0. */
gboolean rs_interval_by_samples (const gint64 n[2], const gint64 totals[2], RsInterval *interval);

/* Holm: which of n chances are so small that any false one among them has a chance of level at most. is_small: [n]. */
void rs_holm (const double *p, guint n, double level, gboolean *is_small);

/* The median of values, which are sorted. */
double rs_median_of (double *values, guint n);
