/* Lines, markers, bars and segments.
 *
 * A line of a million points has as many as there are pixels: of the points in one column of half a pixel, the first,
 * the lowest, the highest and the last are drawn.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw/draw-private.h"

#include <math.h>

#define POINTS_PER_PIXEL 4 /* more are thinned out */
#define MOST_POINTS 65536  /* of a line that are kept at once */

/* --- markers --- */

static void
draw_shape (RsCanvas *canvas, RsPoint p, const double (*offsets)[2], guint n, double size, const RsColor *fill,
            const RsPen *pen)
{
  RsPoint points[12];

  for (guint i = 0; i < n; i++)
    points[i] = (RsPoint){ p.x + offsets[i][0] * size / 2, p.y + offsets[i][1] * size / 2 };
  canvas->draw_polygon (canvas, points, n, fill, pen);
}

static void
draw_star (RsCanvas *canvas, RsPoint p, guint n_rays, double size, const RsColor *fill, const RsPen *pen)
{
  double offsets[12][2];

  for (guint i = 0; i < 2 * n_rays; i++)
    {
      double radius = i % 2 == 0 ? 1.2 : 0.5, angle = G_PI * i / n_rays;

      offsets[i][0] = radius * sin (angle);
      offsets[i][1] = -radius * cos (angle);
    }
  draw_shape (canvas, p, (const double (*)[2])offsets, 2 * n_rays, size, fill, pen);
}

static void
draw_strokes (RsCanvas *canvas, RsPoint p, char marker, double size, const RsPen *pen)
{
  static const double ends[4][2] = { { 1, 0 }, { 0, 1 }, { 0.8, 0.8 }, { 0.8, -0.8 } };
  guint first = marker == 'x' ? 2 : 0, last = marker == '+' ? 2 : 4;

  for (guint i = first; i < last; i++)
    {
      double dx = ends[i][0] * size / 2, dy = ends[i][1] * size / 2;
      const RsPoint line[] = { { p.x - dx, p.y - dy }, { p.x + dx, p.y + dy } };

      canvas->draw_lines (canvas, line, 2, pen);
    }
}

void
rs_draw_marker (RsCanvas *canvas, RsPoint p, char marker, double size, const RsColor *color, gboolean filled)
{
  static const double square[][2] = { { -0.9, -0.9 }, { 0.9, -0.9 }, { 0.9, 0.9 }, { -0.9, 0.9 } };
  static const double diamond[][2] = { { 0, -1.2 }, { 1, 0 }, { 0, 1.2 }, { -1, 0 } };
  static const double up[][2] = { { 0, -1.1 }, { 1, 0.8 }, { -1, 0.8 } };
  static const double down[][2] = { { 0, 1.1 }, { -1, -0.8 }, { 1, -0.8 } };
  static const double left[][2] = { { -1.1, 0 }, { 0.8, -1 }, { 0.8, 1 } };
  static const double right[][2] = { { 1.1, 0 }, { 0.8 - 1.6, 1 }, { 0.8 - 1.6, -1 } };
  const RsColor *fill = filled ? color : NULL;
  const RsPen pen = { *color, 1.2, RS_DASH_SOLID };

  switch (marker)
    {
    case '.':
      canvas->draw_circle (canvas, p, size * 0.3, color, NULL);
      break;
    case 'o':
      canvas->draw_circle (canvas, p, size / 2, fill, filled ? NULL : &pen);
      break;
    case 's':
      draw_shape (canvas, p, square, 4, size, fill, &pen);
      break;
    case 'd':
      draw_shape (canvas, p, diamond, 4, size, fill, &pen);
      break;
    case '^':
      draw_shape (canvas, p, up, 3, size, fill, &pen);
      break;
    case 'v':
      draw_shape (canvas, p, down, 3, size, fill, &pen);
      break;
    case '<':
      draw_shape (canvas, p, left, 3, size, fill, &pen);
      break;
    case '>':
      draw_shape (canvas, p, right, 3, size, fill, &pen);
      break;
    case 'p':
      draw_star (canvas, p, 5, size, fill, &pen);
      break;
    case 'h':
      draw_star (canvas, p, 6, size, fill, &pen);
      break;
    default:
      draw_strokes (canvas, p, marker, size, &pen);
      break;
    }
}

/* --- lines --- */

/* The points of one column of half a pixel. */
typedef struct
{
  gint64 column;
  RsPoint first, lowest, highest, last;
} Column;

static void
end_column (const Column *column, GArray *points)
{
  g_array_append_val (points, column->first);
  if (column->lowest.y != column->highest.y)
    {
      g_array_append_val (points, column->lowest);
      g_array_append_val (points, column->highest);
    }
  g_array_append_val (points, column->last);
}

static void
add_thinned (Column *column, gboolean *has_column, RsPoint point, GArray *points)
{
  gint64 place = (gint64)floor (CLAMP (point.x, -1e9, 1e9) * 2);

  if (*has_column && column->column == place)
    {
      if (point.y < column->lowest.y)
        column->lowest = point;
      if (point.y > column->highest.y)
        column->highest = point;
      column->last = point;
      return;
    }
  if (*has_column)
    end_column (column, points);
  *has_column = TRUE;
  *column = (Column){ place, point, point, point, point };
}

static RsPoint
get_point (const RsPlotArea *area, const RsSeries *series, gsize i)
{
  return (RsPoint){ rs_plot_area_map (area, 0, rs_series_get_numbers (series->x)[i]),
                    rs_plot_area_map (area, 1, rs_series_get_numbers (series->y)[i]) };
}

static gboolean
can_draw (RsPoint point)
{
  return isfinite (point.x) && isfinite (point.y);
}

static void
draw_run (const RsPlotArea *area, const RsSeries *series, GArray *points)
{
  const RsPen pen = { series->style.color, series->style.line_width, series->style.dash };

  if (points->len > 1)
    area->canvas->draw_lines (area->canvas, (const RsPoint *)points->data, points->len, &pen);
  g_array_set_size (points, 0);
}

/* A line that goes back and forth is not thinned, and may have any number of points. */
static void
draw_part (const RsPlotArea *area, const RsSeries *series, GArray *points)
{
  RsPoint last;

  if (points->len < MOST_POINTS)
    return;
  last = g_array_index (points, RsPoint, points->len - 1);
  draw_run (area, series, points);
  g_array_append_val (points, last);
}

/* What is no number interrupts the line. */
static void
draw_line (const RsPlotArea *area, const RsSeries *series)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (RsPoint));
  gboolean thin = (double)series->n_rows > POINTS_PER_PIXEL * area->box.width;
  gboolean has_column = FALSE;
  Column column;

  for (gsize i = 0; i <= series->n_rows; i++)
    {
      RsPoint point = i < series->n_rows ? get_point (area, series, i) : (RsPoint){ NAN, NAN };

      if (can_draw (point) && thin)
        add_thinned (&column, &has_column, point, points);
      else if (can_draw (point))
        g_array_append_val (points, point);
      else
        {
          if (has_column)
            end_column (&column, points);
          has_column = FALSE;
          draw_run (area, series, points);
        }
      draw_part (area, series, points);
    }
}

static void
draw_markers (const RsPlotArea *area, const RsSeries *series)
{
  const double *sizes = rs_series_get_numbers (series->sizes), *values = rs_series_get_numbers (series->values);
  const RsBox *box = &area->box;

  for (gsize i = 0; i < series->n_rows; i++)
    {
      RsPoint point = get_point (area, series, i);
      RsColor color = series->style.color;
      double size = sizes != NULL ? sizes[i] : series->style.marker_size;

      if (!can_draw (point) || !(size > 0) || point.x < box->x - size || point.x > box->x + box->width + size
          || point.y < box->y - size || point.y > box->y + box->height + size)
        continue;
      if (values != NULL)
        color = rs_color_map_get (area->color_map, values[i], area->color_low, area->color_high);
      rs_draw_marker (area->canvas, point, series->style.marker, size, &color, series->style.is_filled);
    }
}

/* --- segments --- */

static void
draw_segments (const RsPlotArea *area, const RsSeries *series)
{
  const double *values = rs_series_get_numbers (series->values);
  RsPen pen = { series->style.color, series->style.line_width, series->style.dash };

  for (gsize i = 0; i + 1 < series->n_rows; i += 2)
    {
      const RsPoint ends[] = { get_point (area, series, i), get_point (area, series, i + 1) };

      if (values != NULL)
        pen.color = rs_color_map_get (area->color_map, values[i], area->color_low, area->color_high);
      if (can_draw (ends[0]) && can_draw (ends[1]))
        area->canvas->draw_lines (area->canvas, ends, 2, &pen);
    }
}

/* --- bars --- */

static void
draw_bars (const RsPlotArea *area, const RsSeries *series)
{
  const double *x = rs_series_get_numbers (series->x), *y = rs_series_get_numbers (series->y);
  const RsPen edge = { series->is_histogram ? rs_paper (area->canvas) : series->style.color, 0.8, RS_DASH_SOLID };
  double base = rs_plot_area_map (area, 1, area->axes->is_log[1] ? area->low[1] : 0);

  for (gsize i = 0; i < series->n_rows; i++)
    {
      double left = rs_plot_area_map (area, 0, x[i] + series->bar_offset - series->bar_width / 2);
      double right = rs_plot_area_map (area, 0, x[i] + series->bar_offset + series->bar_width / 2);
      double top = rs_plot_area_map (area, 1, y[i]);
      RsBox bar = { left, MIN (top, base), right - left, fabs (top - base) };

      if (isfinite (left) && isfinite (right) && isfinite (top) && bar.height > 0)
        rs_draw_rectangle (area->canvas, &bar, &series->style.color, bar.width > 4 ? &edge : NULL);
    }
}

void
rs_draw_series (const RsPlotArea *area, const RsSeries *series)
{
  if (series->kind == RS_SERIES_BAR)
    draw_bars (area, series);
  else if (series->kind == RS_SERIES_SEGMENTS)
    draw_segments (area, series);
  else
    {
      if (series->kind == RS_SERIES_LINE && series->style.dash != RS_DASH_NONE)
        draw_line (area, series);
      if (series->style.marker != 0)
        draw_markers (area, series);
    }
}
