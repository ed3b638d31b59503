/* The limits of axes that the program leaves open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/figure.h"

#include <math.h>

#define ROOM 0.05 /* of the range, above and below the points of lines */

static gboolean
get_data_range (const RsAxes *self, int direction, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < self->series->len; i++)
    {
      double a, b;

      if (!rs_series_get_range (g_ptr_array_index (self->series, i), direction, self->is_log[direction], &a, &b))
        continue;
      *low = MIN (*low, a);
      *high = MAX (*high, b);
    }
  return *low <= *high;
}

/* Whether the limits are to lie a little outside of the data, and at which ends. */
static void
get_room (const RsAxes *self, int direction, double low, double high, gboolean *below, gboolean *above)
{
  *below = *above = FALSE;
  if (self->is_tight)
    return;
  for (guint i = 0; i < self->series->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (self->series, i);
      gboolean has_bars = series->kind == RS_SERIES_BAR;
      gboolean has_markers = series->kind == RS_SERIES_SCATTER || series->style.dash == RS_DASH_NONE;

      if (series->kind > RS_SERIES_BAR || series->z != NULL || (direction == 0 && !has_markers && !has_bars))
        continue;
      *below |= !(has_bars && direction == 1 && low >= 0);
      *above |= !(has_bars && direction == 1 && high <= 0);
    }
}

static void
add_room (const RsAxes *self, int direction, double *low, double *high)
{
  gboolean below, above;

  get_room (self, direction, *low, *high, &below, &above);
  if (self->is_log[direction])
    {
      double factor = pow (*high / *low, ROOM);

      *low /= below ? factor : 1;
      *high *= above ? factor : 1;
    }
  else
    {
      double range = *high - *low;

      *low -= below ? ROOM * range : 0;
      *high += above ? ROOM * range : 0;
    }
}

/* A range of one number, or of next to none, becomes one around it. */
static void
open_up (gboolean is_log, double *low, double *high)
{
  double smallest = MAX (fabs (*low), fabs (*high)) * 1e-12;

  if (*high - *low > smallest)
    return;
  if (is_log)
    {
      *low /= 10;
      *high *= 10;
    }
  else
    {
      double half = *low != 0 ? fabs (*low) * 0.1 : 1;

      *low -= half;
      *high += half;
    }
}

/* Limits may come from a process that has lost its memory. */
static gboolean
can_be_drawn (double low, double high, gboolean is_log)
{
  return low < high && isfinite (high - low) && !(is_log && low <= 0);
}

void
rs_axes_get_limits (const RsAxes *self, int direction, double *low, double *high)
{
  gboolean is_log = self->is_log[direction];
  gboolean is_fixed = self->is_fixed[direction];

  if (is_fixed && can_be_drawn (self->low[direction], self->high[direction], is_log))
    {
      *low = self->low[direction];
      *high = self->high[direction];
      return;
    }
  if (!get_data_range (self, direction, low, high))
    {
      *low = is_log ? 0.1 : 0;
      *high = is_log ? 10 : 1;
    }
  else if (*high - *low > 0)
    add_room (self, direction, low, high);
  if (is_fixed && isfinite (self->high[direction]) && self->high[direction] > *low)
    *high = self->high[direction];
  /* Differences of the largest numbers are no number. */
  *low = CLAMP (*low, -1e300, 1e300);
  *high = CLAMP (*high, -1e300, 1e300);
  open_up (is_log, low, high);
  if (is_log)
    {
      *low = MAX (*low, 1e-300);
      *high = *high > *low ? *high : *low * 10;
    }
}

void
rs_axes_get_color_limits (const RsAxes *self, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  if (self->has_color_limits)
    {
      *low = self->color_low;
      *high = self->color_high;
      return;
    }
  for (guint i = 0; i < self->series->len; i++)
    {
      double a, b;

      if (!rs_series_get_color_range (g_ptr_array_index (self->series, i), &a, &b))
        continue;
      *low = MIN (*low, a);
      *high = MAX (*high, b);
    }
  if (!(*low < *high))
    {
      *low = *low <= *high ? *low : 0;
      *high = *low + 1;
    }
}
