/* Where the axes of a figure stand. Frames that share a grid line up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw/draw-private.h"

#include "runtime/figure/ticks.h"

#include <math.h>

enum { LEFT, RIGHT, TOP, BOTTOM };

double
rs_plot_area_get_part (const RsPlotArea *area, int direction, double value)
{
  return rs_scale_part (value, area->low[direction], area->high[direction], area->axes->is_log[direction]);
}

double
rs_plot_area_map (const RsPlotArea *area, int direction, double value)
{
  const RsBox *box = &area->box;
  double part = rs_plot_area_get_part (area, direction, value);

  if (direction == 0)
    return box->x + part * box->width;
  return area->axes->is_downward ? box->y + part * box->height : box->y + (1 - part) * box->height;
}

static guint
count_labels (const GArray *ticks)
{
  guint n = 0;

  for (guint i = 0; i < ticks->len; i++)
    n += g_array_index (ticks, RsTick, i).label != NULL;
  return n;
}

double
rs_measure_ticks (RsCanvas *canvas, const GArray *ticks)
{
  const RsTextStyle style = RS_TICK_TEXT;
  double widest = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const RsTick *tick = &g_array_index (ticks, RsTick, i);

      const double width = tick->label != NULL ? canvas->measure (canvas, tick->label, &style) : 0;

      widest = MAX (widest, width);
    }
  return widest;
}

/* Bars at whole numbers have no marks between them. */
static gboolean
has_whole_bars (const RsAxes *axes)
{
  for (guint i = 0; i < axes->series->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (axes->series, i);

      if (series->kind != RS_SERIES_BAR || series->is_histogram)
        return FALSE;
      for (gsize k = 0; k < series->n_rows; k++)
        if (rs_series_get_numbers (series->x)[k] != floor (rs_series_get_numbers (series->x)[k]))
          return FALSE;
    }
  return axes->series->len > 0;
}

GArray *
rs_plot_area_get_ticks (const RsPlotArea *area, int direction, double length)
{
  double low = area->low[direction], high = area->high[direction];
  double wanted = CLAMP (length / (direction == 0 ? 50 : 35), 2, 14);
  GArray *ticks;

  if (direction == 0 && has_whole_bars (area->axes))
    wanted = CLAMP (high - low, 1, wanted);
  ticks = rs_ticks_new (low, high, area->axes->is_log[direction], (guint)wanted);
  /* Labels beside each other must not touch. */
  while (direction == 0 && wanted > 1 && count_labels (ticks) * (rs_measure_ticks (area->canvas, ticks) + 10) > length)
    {
      g_array_unref (ticks);
      wanted--;
      ticks = rs_ticks_new (low, high, area->axes->is_log[direction], (guint)wanted);
    }
  return ticks;
}

void
rs_draw_rectangle (RsCanvas *canvas, const RsBox *box, const RsColor *fill, const RsPen *pen)
{
  const RsPoint corners[] = { { box->x, box->y },
                              { box->x + box->width, box->y },
                              { box->x + box->width, box->y + box->height },
                              { box->x, box->y + box->height } };

  canvas->draw_polygon (canvas, corners, 4, fill, pen);
}

static void
init_area (RsPlotArea *area, const RsAxes *axes, RsCanvas *canvas)
{
  *area = (RsPlotArea){ .canvas = canvas, .axes = axes, .color_map = rs_axes_get_color_map (axes) };
  rs_axes_get_color_limits (axes, &area->color_low, &area->color_high);
  for (int d = 0; d < 3; d++)
    rs_axes_get_limits (axes, d, &area->low[d], &area->high[d]);
}

static RsBox
get_cell (const RsAxes *axes, double width, double height)
{
  double cell_width = width / axes->n_columns, cell_height = height / axes->n_rows;

  return (RsBox){ cell_width * axes->column, cell_height * axes->row, cell_width * axes->column_span,
                  cell_height * axes->row_span };
}

/* Pixels and units of equal size in both directions: the frame gets smaller, around its middle. */
static void
keep_aspect (RsPlotArea *area)
{
  double range_x = area->high[0] - area->low[0], range_y = area->high[1] - area->low[1];
  double scale = MIN (area->box.width / range_x, area->box.height / range_y);
  double width = MAX (1, scale * range_x), height = MAX (1, scale * range_y);

  area->box.x += (area->box.width - width) / 2;
  area->box.y += (area->box.height - height) / 2;
  area->box.width = width;
  area->box.height = height;
}

/* Frames have the room that the largest of them needs at a side, but for the right one: only a colour bar is there, and
 * the others would be narrow without reason. */
static void
place (RsPlotArea *areas, guint n, double width, double height)
{
  double margins[4] = { 0 };
  g_autofree double *right = g_new (double, MAX (1, n));

  for (guint i = 0; i < n; i++)
    {
      RsBox cell = get_cell (areas[i].axes, width, height);
      double own[4];

      rs_measure_frame (&areas[i], &cell, own);
      right[i] = own[RIGHT];
      for (int side = 0; side < 4; side++)
        margins[side] = MAX (margins[side], own[side]);
    }
  for (guint i = 0; i < n; i++)
    {
      RsBox cell = get_cell (areas[i].axes, width, height);

      areas[i].cell = cell;
      areas[i].box = (RsBox){ rs_sharp (cell.x + margins[LEFT]), rs_sharp (cell.y + margins[TOP]),
                              floor (MAX (10, cell.width - margins[LEFT] - right[i])),
                              floor (MAX (10, cell.height - margins[TOP] - margins[BOTTOM])) };
      if (areas[i].axes->is_equal && !rs_axes_is_3d (areas[i].axes) && !areas[i].axes->is_log[0]
          && !areas[i].axes->is_log[1])
        keep_aspect (&areas[i]);
    }
}

static void
draw_axes (const RsPlotArea *area)
{
  const RsAxes *axes = area->axes;
  RsCanvas *canvas = area->canvas;

  if (rs_axes_is_3d (axes))
    rs_draw_space (area);
  else
    {
      if (axes->has_grid && !axes->is_hidden)
        rs_draw_grid (area);
      canvas->clip (canvas, area->box.x, area->box.y, area->box.width, area->box.height);
      for (guint i = 0; i < axes->series->len; i++)
        {
          const RsSeries *series = g_ptr_array_index (axes->series, i);

          if (series->kind == RS_SERIES_IMAGE)
            rs_draw_image (area, series);
          else
            rs_draw_series (area, series);
        }
      canvas->clip (canvas, 0, 0, 0, 0);
    }
  rs_draw_frame (area);
  if (axes->has_color_bar)
    rs_draw_color_bar (area);
  if (axes->has_legend)
    rs_draw_legend (area);
}

void
rs_figure_draw (const RsFigure *copy, RsCanvas *canvas, double width, double height)
{
  guint n = copy->axes->len;
  g_autofree RsPlotArea *areas = g_new (RsPlotArea, MAX (1, n));
  const RsColor paper = rs_paper (canvas);

  rs_draw_rectangle (canvas, &(RsBox){ 0, 0, width, height }, &paper, NULL);
  for (guint i = 0; i < n; i++)
    init_area (&areas[i], g_ptr_array_index (copy->axes, i), canvas);
  place (areas, n, width, height);
  for (guint i = 0; i < n; i++)
    {
      draw_axes (&areas[i]);
      rs_color_map_unref (areas[i].color_map);
    }
}

/* --- places, for who zooms --- */

void
rs_figure_get_places (const RsFigure *copy, RsCanvas *canvas, double width, double height, RsAxesPlace *places)
{
  guint n = copy->axes->len;
  g_autofree RsPlotArea *areas = g_new (RsPlotArea, MAX (1, n));

  for (guint i = 0; i < n; i++)
    init_area (&areas[i], g_ptr_array_index (copy->axes, i), canvas);
  place (areas, n, width, height);
  for (guint i = 0; i < n; i++)
    {
      const RsPlotArea *area = &areas[i];

      places[i] = (RsAxesPlace){ .x = area->box.x,
                                 .y = area->box.y,
                                 .width = area->box.width,
                                 .height = area->box.height,
                                 .is_flat = !rs_axes_is_3d (area->axes),
                                 .is_downward = area->axes->is_downward };
      for (int d = 0; d < 2; d++)
        {
          places[i].low[d] = area->low[d];
          places[i].high[d] = area->high[d];
          places[i].is_log[d] = area->axes->is_log[d];
        }
      rs_color_map_unref (areas[i].color_map);
    }
}

double
rs_axes_place_to_part (const RsAxesPlace *place, int direction, double pixel)
{
  if (direction == 0)
    return (pixel - place->x) / place->width;
  return place->is_downward ? (pixel - place->y) / place->height : 1 - (pixel - place->y) / place->height;
}

double
rs_axes_place_get_value (const RsAxesPlace *place, int direction, double part)
{
  double low = place->low[direction], high = place->high[direction];

  if (place->is_log[direction])
    return exp (log (low) + part * (log (high) - log (low)));
  return low + part * (high - low);
}

double
rs_axes_place_to_pixel (const RsAxesPlace *place, int direction, double value)
{
  double low = place->low[direction], high = place->high[direction];
  double part = place->is_log[direction] ? (log (value) - log (low)) / (log (high) - log (low))
                                         : (value - low) / (high - low);

  if (direction == 0)
    return place->x + part * place->width;
  return place->is_downward ? place->y + part * place->height : place->y + (1 - part) * place->height;
}
