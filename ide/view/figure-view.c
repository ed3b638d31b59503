/* What of a figure is seen, and from where.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/figure-view.h"

#include <math.h>
#include <string.h>

#define NEAR 30             /* pixels: a point that far away is still told */
#define MOST_POINTS 3000000 /* of a series that is searched while the pointer moves */
#define LEAST_ZOOM 0.2      /* in three dimensions */
#define MOST_ZOOM 20

typedef struct {
  gboolean is_changed;
  double low[2], high[2]; /* of the user, when is_changed */
  gboolean was_fixed[2];  /* as the program has them */
  double was_low[2], was_high[2];
  gboolean is_turned;
  double azimuth, elevation; /* of the user, when is_turned */
  double zoom;               /* of the user, in three dimensions; 0: none */
  double was_azimuth, was_elevation;
} Limits;

struct _RsFigureView {
  GArray *limits; /* of Limits: one for each axes */
};

RsFigureView *
rs_figure_view_new (void)
{
  RsFigureView *self = g_new0 (RsFigureView, 1);

  self->limits = g_array_new (FALSE, TRUE, sizeof (Limits));
  return self;
}

void
rs_figure_view_free (RsFigureView *self)
{
  g_array_unref (self->limits);
  g_free (self);
}

static void
apply (const Limits *limits, RsAxes *axes)
{
  for (int d = 0; d < 2; d++)
    {
      axes->is_fixed[d] = limits->is_changed || limits->was_fixed[d];
      axes->low[d] = limits->is_changed ? limits->low[d] : limits->was_low[d];
      axes->high[d] = limits->is_changed ? limits->high[d] : limits->was_high[d];
    }
  axes->azimuth = limits->is_turned ? limits->azimuth : limits->was_azimuth;
  axes->elevation = limits->is_turned ? limits->elevation : limits->was_elevation;
  axes->zoom = limits->zoom > 0 ? limits->zoom : 1;
}

void
rs_figure_view_take (RsFigureView *self, RsFigure *copy)
{
  gboolean is_same = self->limits->len == copy->axes->len;

  if (!is_same)
    g_array_set_size (self->limits, 0);
  g_array_set_size (self->limits, copy->axes->len);
  for (guint i = 0; i < copy->axes->len; i++)
    {
      RsAxes *axes = g_ptr_array_index (copy->axes, i);
      Limits *limits = &g_array_index (self->limits, Limits, i);

      for (int d = 0; d < 2; d++)
        {
          limits->was_fixed[d] = axes->is_fixed[d];
          limits->was_low[d] = axes->low[d];
          limits->was_high[d] = axes->high[d];
        }
      limits->was_azimuth = axes->azimuth;
      limits->was_elevation = axes->elevation;
      apply (limits, axes);
    }
}

int
rs_figure_view_find (const RsAxesPlace *places, guint n, double x, double y)
{
  for (guint i = 0; i < n; i++)
    if (x >= places[i].x && x <= places[i].x + places[i].width && y >= places[i].y
        && y <= places[i].y + places[i].height)
      return (int)i;
  return -1;
}

/* Whether numbers can still tell the ends apart, and both are numbers. */
static gboolean
is_range (double low, double high, gboolean is_log)
{
  if (!isfinite (low) || !isfinite (high) || fabs (low) > 1e300 || fabs (high) > 1e300)
    return FALSE;
  if (is_log)
    return low > 1e-300 && high > low * (1 + 1e-9);
  return high - low > 1e-11 * MAX (fabs (low), fabs (high)) && high - low > 1e-300;
}

/* The limits at these parts of the present ones. */
static void
set_parts (RsFigureView *self, RsFigure *copy, guint index, const RsAxesPlace *place, const double first[2],
           const double last[2])
{
  RsAxes *axes = g_ptr_array_index (copy->axes, index);
  Limits *limits = &g_array_index (self->limits, Limits, index);
  double low[2], high[2];

  for (int d = 0; d < 2; d++)
    {
      low[d] = rs_axes_place_get_value (place, d, first[d]);
      high[d] = rs_axes_place_get_value (place, d, last[d]);
      if (!is_range (low[d], high[d], place->is_log[d]))
        return;
    }
  for (int d = 0; d < 2; d++)
    {
      limits->low[d] = low[d];
      limits->high[d] = high[d];
    }
  limits->is_changed = TRUE;
  apply (limits, axes);
}

void
rs_figure_view_zoom (RsFigureView *self, RsFigure *copy, guint axes, const RsAxesPlace *place, double factor, double x,
                     double y)
{
  const double pixels[] = { x, y };
  double first[2], last[2];

  for (int d = 0; d < 2; d++)
    {
      double part = rs_axes_place_to_part (place, d, pixels[d]);

      first[d] = part - part / factor;
      last[d] = part + (1 - part) / factor;
    }
  set_parts (self, copy, axes, place, first, last);
}

void
rs_figure_view_pan (RsFigureView *self, RsFigure *copy, guint axes, const RsAxesPlace *place, double x, double y)
{
  const double moves[] = { x / place->width, (place->is_downward ? y : -y) / place->height };

  set_parts (self, copy, axes, place, moves, (double[]){ 1 + moves[0], 1 + moves[1] });
}

void
rs_figure_view_turn (RsFigureView *self, RsFigure *copy, guint axes, double azimuth, double elevation)
{
  Limits *limits = &g_array_index (self->limits, Limits, axes);

  limits->is_turned = TRUE;
  limits->azimuth = remainder (azimuth, 360);
  limits->elevation = CLAMP (elevation, -90, 90);
  apply (limits, g_ptr_array_index (copy->axes, axes));
}

void
rs_figure_view_zoom_space (RsFigureView *self, RsFigure *copy, guint axes, double factor)
{
  Limits *limits = &g_array_index (self->limits, Limits, axes);

  limits->zoom = CLAMP ((limits->zoom > 0 ? limits->zoom : 1) * factor, LEAST_ZOOM, MOST_ZOOM);
  apply (limits, g_ptr_array_index (copy->axes, axes));
}

void
rs_figure_view_reset (RsFigureView *self, RsFigure *copy)
{
  for (guint i = 0; i < self->limits->len && i < copy->axes->len; i++)
    {
      Limits *limits = &g_array_index (self->limits, Limits, i);

      limits->is_changed = limits->is_turned = FALSE;
      limits->zoom = 0;
      apply (limits, g_ptr_array_index (copy->axes, i));
    }
}

static gboolean
can_show (const RsAxes *axes, const Limits *limits)
{
  for (int d = 0; d < 2; d++)
    if (!is_range (limits->low[d], limits->high[d], axes->is_log[d]))
      return FALSE;
  return TRUE;
}

void
rs_figure_view_follow (RsFigureView *self, RsFigure *copy, const RsFigureView *other)
{
  for (guint i = 0; i < self->limits->len && i < copy->axes->len && i < other->limits->len; i++)
    {
      const Limits *shown = &g_array_index (other->limits, Limits, i);
      Limits *limits = &g_array_index (self->limits, Limits, i);
      RsAxes *axes = g_ptr_array_index (copy->axes, i);

      if (rs_axes_is_3d (axes))
        {
          limits->is_turned = shown->is_turned;
          limits->azimuth = shown->azimuth;
          limits->elevation = shown->elevation;
          limits->zoom = shown->zoom;
        }
      else if (!shown->is_changed || can_show (axes, shown))
        {
          limits->is_changed = shown->is_changed;
          memcpy (limits->low, shown->low, sizeof limits->low);
          memcpy (limits->high, shown->high, sizeof limits->high);
        }
      apply (limits, axes);
    }
}

gboolean
rs_figure_view_is_changed (const RsFigureView *self)
{
  for (guint i = 0; i < self->limits->len; i++)
    {
      const Limits *limits = &g_array_index (self->limits, Limits, i);

      if (limits->is_changed || limits->is_turned || limits->zoom > 0)
        return TRUE;
    }
  return FALSE;
}

/* --- what is under the pointer --- */

/* FALSE: it is outside. */
static gboolean
describe_pixel (const RsSeries *series, double x, double y, GString *text)
{
  double column = floor (x + 0.5), row = floor (y + 0.5);
  const float *values = g_bytes_get_data (series->pixels, NULL);

  if (!(column >= 0 && row >= 0 && column < series->width && row < series->height))
    return FALSE;
  values += ((gsize)row * (gsize)series->width + (gsize)column) * (gsize)(series->channels * series->n_slices);
  g_string_append_printf (text, "; [%.0f, %.0f] = ", row, column);
  for (int c = 0; c < series->channels; c++)
    g_string_append_printf (text, "%s%.6g", c > 0 ? ", " : "", (double)values[c * series->n_slices]);
  return TRUE;
}

/* Index of the point that is nearest to a pixel; *distance: in pixels, lower than before, else it is left. */
static gssize
find_nearest (const RsSeries *series, const RsAxesPlace *place, double x, double y, double *distance)
{
  const double *xs = rs_series_get_numbers (series->x), *ys = rs_series_get_numbers (series->y);
  gssize found = -1;

  if (xs == NULL || ys == NULL || series->n_rows > MOST_POINTS)
    return -1;
  for (gsize i = 0; i < series->n_rows; i++)
    {
      double away = hypot (rs_axes_place_to_pixel (place, 0, xs[i]) - x, rs_axes_place_to_pixel (place, 1, ys[i]) - y);

      if (away < *distance)
        {
          *distance = away;
          found = (gssize)i;
        }
    }
  return found;
}

static void
describe_nearest (const RsAxes *axes, const RsAxesPlace *place, double x, double y, GString *text)
{
  const RsSeries *nearest = NULL;
  double distance = NEAR;
  gssize found = -1;

  for (guint i = 0; i < axes->series->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (axes->series, i);
      gssize index = series->kind <= RS_SERIES_BAR ? find_nearest (series, place, x, y, &distance) : -1;

      if (index < 0)
        continue;
      nearest = series;
      found = index;
    }
  if (nearest != NULL)
    g_string_append_printf (text, "; %s (%.6g, %.6g)", nearest->name, rs_series_get_numbers (nearest->x)[found],
                            rs_series_get_numbers (nearest->y)[found]);
}

char *
rs_figure_view_describe (const RsAxes *axes, const RsAxesPlace *place, double x, double y)
{
  GString *text = g_string_new (NULL);
  double data_x = rs_axes_place_get_value (place, 0, rs_axes_place_to_part (place, 0, x));
  double data_y = rs_axes_place_get_value (place, 1, rs_axes_place_to_part (place, 1, y));

  g_string_printf (text, "x = %.6g, y = %.6g", data_x, data_y);
  for (guint i = axes->series->len; i-- > 0;)
    {
      const RsSeries *series = g_ptr_array_index (axes->series, i);

      if (series->kind == RS_SERIES_IMAGE && describe_pixel (series, data_x, data_y, text))
        break;
    }
  describe_nearest (axes, place, x, y, text);
  return g_string_free (text, FALSE);
}
