/* What boxes leave of reductions, and of running sums what one box hands to the next.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/accumulators.h"

#include <string.h>

void
rs_accumulators_allocate (RsDeviceLaunch *launch, gint64 n_boxes)
{
  g_assert (n_boxes >= 1 || launch->n_accumulators == 0);
  for (guint i = 0; i < launch->n_accumulators; i++)
    launch->arguments[launch->accumulators[i].argument]
      = g_new0 (double, (gsize)n_boxes * launch->accumulators[i].length);
}

static double
combine (RsReduceOperator reduce, double a, double b)
{
  switch (reduce)
    {
    case RS_REDUCE_SUM:
      return a + b;
    case RS_REDUCE_PRODUCT:
      return a * b;
    case RS_REDUCE_MINIMUM:
      return b < a ? b : a;
    case RS_REDUCE_MAXIMUM:
      return b > a ? b : a;
    case RS_REDUCE_AND:
    case RS_REDUCE_OR:
    case RS_REDUCE_XOR:
      break; /* of integers only */
    }
  g_return_val_if_reached (a);
}

static gint64
combine_integers (RsReduceOperator reduce, gint64 a, gint64 b)
{
  switch (reduce)
    {
    case RS_REDUCE_SUM:
      return (gint64)((guint64)a + (guint64)b);
    case RS_REDUCE_PRODUCT:
      return (gint64)((guint64)a * (guint64)b);
    case RS_REDUCE_MINIMUM:
      return MIN (a, b);
    case RS_REDUCE_MAXIMUM:
      return MAX (a, b);
    case RS_REDUCE_AND:
      return a & b;
    case RS_REDUCE_OR:
      return a | b;
    case RS_REDUCE_XOR:
      return a ^ b;
    }
  g_return_val_if_reached (a);
}

/* The partial results of one box into those of the launch. */
static void
combine_box (const RsDeviceAccumulator *accumulator, gconstpointer partials, gint64 box)
{
  for (guint j = 0; j < accumulator->length; j++)
    if (accumulator->is_integer)
      {
        gint64 *result = (gint64 *)(gpointer)&accumulator->results[j];

        *result = combine_integers (accumulator->reduce, *result,
                                    ((const gint64 *)partials)[box * accumulator->length + j]);
      }
    else
      accumulator->results[j] = combine (accumulator->reduce, accumulator->results[j],
                                         ((const double *)partials)[box * accumulator->length + j]);
}

/* The place of the box holds what it adds, and then what it begins with. */
void
rs_accumulators_pass_on (RsDeviceLaunch *launch, gint64 box)
{
  for (guint i = 0; i < launch->n_accumulators; i++)
    {
      const RsDeviceAccumulator *accumulator = &launch->accumulators[i];
      double *partials = launch->arguments[accumulator->argument];
      double start = accumulator->results[0]; /* its 64 bits, where it is an integer */

      if (!accumulator->is_prefix)
        continue;
      combine_box (accumulator, partials, box);
      memcpy (&partials[box], &start, sizeof start);
    }
}

void
rs_accumulators_begin (RsDeviceLaunch *launch, gint64 box)
{
  for (guint i = 0; i < launch->n_accumulators; i++)
    if (launch->accumulators[i].is_prefix)
      memcpy ((double *)launch->arguments[launch->accumulators[i].argument] + box, launch->accumulators[i].results,
              sizeof (double));
}

void
rs_accumulators_end (RsDeviceLaunch *launch, gint64 box)
{
  for (guint i = 0; i < launch->n_accumulators; i++)
    if (launch->accumulators[i].is_prefix)
      memcpy (launch->accumulators[i].results, (double *)launch->arguments[launch->accumulators[i].argument] + box,
              sizeof (double));
}

void
rs_accumulators_combine (RsDeviceLaunch *launch, gint64 n_boxes, gboolean is_complete)
{
  g_assert (n_boxes >= 1 || launch->n_accumulators == 0);
  for (guint i = 0; i < launch->n_accumulators; i++)
    {
      const RsDeviceAccumulator *accumulator = &launch->accumulators[i];
      gpointer partials = launch->arguments[accumulator->argument];

      if (accumulator->is_prefix && is_complete) /* what the last box has come to */
        memcpy (accumulator->results, (const double *)partials + n_boxes - 1, sizeof (double));
      for (gint64 k = 0; is_complete && !accumulator->is_prefix && k < n_boxes; k++)
        combine_box (accumulator, partials, k);
      g_free (partials);
      launch->arguments[accumulator->argument] = NULL;
    }
}

