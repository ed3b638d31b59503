/* Frames: grid, marks, labels and titles of axes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw-private.h"

#include "runtime/figure/ticks.h"

#define GAP 5     /* between what stands side by side */
#define BORDER 10 /* around everything */

enum { LEFT, RIGHT, TOP, BOTTOM };

/* Three dimensions write at marks of their own. */
static gboolean
has_marks (const RsPlotArea *area)
{
  return !area->axes->is_hidden && !rs_axes_is_3d (area->axes);
}

void
rs_measure_frame (const RsPlotArea *area, const RsBox *outer, double margins[4])
{
  const RsAxes *axes = area->axes;

  for (int side = 0; side < 4; side++)
    margins[side] = BORDER;
  if (*axes->title != '\0')
    margins[TOP] += RS_TITLE_TEXT.size + GAP;
  if (axes->has_color_bar)
    margins[RIGHT] += rs_measure_color_bar (area, outer->height);
  if (rs_axes_is_3d (axes))
    return;
  if (has_marks (area))
    {
      g_autoptr (GArray) y_ticks = rs_plot_area_get_ticks (area, 1, outer->height);

      margins[LEFT] += rs_measure_ticks (area->canvas, y_ticks) + RS_TICK_LENGTH + GAP;
      margins[BOTTOM] += RS_TICK_TEXT.size + RS_TICK_LENGTH + GAP;
      margins[RIGHT] += axes->has_color_bar ? 0 : RS_TICK_TEXT.size; /* half of the last label */
    }
  if (*axes->labels[0] != '\0')
    margins[BOTTOM] += RS_LABEL_TEXT.size + GAP;
  if (*axes->labels[1] != '\0')
    margins[LEFT] += RS_LABEL_TEXT.size + GAP;
}

/* Marks outside of the limits by a rounding error still count. */
static gboolean
is_inside (const RsPlotArea *area, int direction, double position)
{
  double start = direction == 0 ? area->box.x : area->box.y;
  double length = direction == 0 ? area->box.width : area->box.height;

  return position >= start - 0.5 && position <= start + length + 0.5;
}

static void
draw_line (const RsPlotArea *area, double x0, double y0, double x1, double y1, const RsPen *pen)
{
  const RsPoint points[] = { { x0, y0 }, { x1, y1 } };

  area->canvas->draw_lines (area->canvas, points, 2, pen);
}

static void
draw_grid_lines (const RsPlotArea *area, int direction)
{
  const RsBox *box = &area->box;
  const RsPen pen = RS_GRID_PEN;
  g_autoptr (GArray) ticks = rs_plot_area_get_ticks (area, direction, direction == 0 ? box->width : box->height);

  for (guint i = 0; i < ticks->len; i++)
    {
      double position = rs_sharp (rs_plot_area_map (area, direction, g_array_index (ticks, RsTick, i).value));

      if (!is_inside (area, direction, position))
        continue;
      if (direction == 0)
        draw_line (area, position, box->y, position, box->y + box->height, &pen);
      else
        draw_line (area, box->x, position, box->x + box->width, position, &pen);
    }
}

void
rs_draw_grid (const RsPlotArea *area)
{
  draw_grid_lines (area, 0);
  draw_grid_lines (area, 1);
}

/* The widest of the labels at the left: the label of the axis stands beyond it. */
static double
draw_marks (const RsPlotArea *area, int direction)
{
  const RsBox *box = &area->box;
  const RsPen pen = RS_FRAME_PEN;
  RsTextStyle style = RS_TICK_TEXT;
  g_autoptr (GArray) ticks = rs_plot_area_get_ticks (area, direction, direction == 0 ? box->width : box->height);
  double bottom = box->y + box->height;

  style.align = direction == 0 ? 0.5 : 1;
  for (guint i = 0; i < ticks->len; i++)
    {
      const RsTick *tick = &g_array_index (ticks, RsTick, i);
      double position = rs_sharp (rs_plot_area_map (area, direction, tick->value));
      double length = tick->label != NULL ? RS_TICK_LENGTH : RS_TICK_LENGTH * 0.6;

      if (!is_inside (area, direction, position))
        continue;
      if (direction == 0)
        draw_line (area, position, bottom, position, bottom + length, &pen);
      else
        draw_line (area, box->x - length, position, box->x, position, &pen);
      if (tick->label == NULL)
        continue;
      if (direction == 0)
        area->canvas->draw_text (area->canvas,
                                 (RsPoint){ position, bottom + RS_TICK_LENGTH + 2 + style.size / 2 }, tick->label,
                                 &style);
      else
        area->canvas->draw_text (area->canvas, (RsPoint){ box->x - RS_TICK_LENGTH - 3, position }, tick->label,
                                 &style);
    }
  return rs_measure_ticks (area->canvas, ticks);
}

static void
draw_labels (const RsPlotArea *area, double left, double bottom)
{
  const RsAxes *axes = area->axes;
  const RsBox *box = &area->box;
  const RsTextStyle title = RS_TITLE_TEXT;
  RsTextStyle style = RS_LABEL_TEXT;
  double middle = box->x + box->width / 2;

  if (*axes->title != '\0')
    area->canvas->draw_text (area->canvas, (RsPoint){ middle, box->y - GAP - title.size / 2 }, axes->title, &title);
  if (rs_axes_is_3d (axes))
    return;
  if (*axes->labels[0] != '\0')
    area->canvas->draw_text (area->canvas, (RsPoint){ middle, bottom + GAP + style.size / 2 }, axes->labels[0],
                             &style);
  style.is_turned = TRUE;
  if (*axes->labels[1] != '\0')
    area->canvas->draw_text (area->canvas, (RsPoint){ left - GAP - style.size / 2, box->y + box->height / 2 },
                             axes->labels[1], &style);
}

void
rs_draw_frame (const RsPlotArea *area)
{
  const RsPen pen = RS_FRAME_PEN;
  double left = area->box.x, bottom = area->box.y + area->box.height;

  if (has_marks (area))
    {
      rs_draw_rectangle (area->canvas, &area->box, NULL, &pen);
      draw_marks (area, 0);
      left -= draw_marks (area, 1) + RS_TICK_LENGTH + 3;
      bottom += RS_TICK_TEXT.size + RS_TICK_LENGTH + 2;
    }
  draw_labels (area, left, bottom);
}
