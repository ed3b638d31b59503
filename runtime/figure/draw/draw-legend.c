/* Legends and colour bars.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw/draw-private.h"

#include "runtime/figure/ticks.h"

#include <math.h>
#include <string.h>

#define PADDING 8
#define LINE_HEIGHT 17
#define SAMPLE_WIDTH 26
#define BAR_WIDTH 16
#define BAR_GAP 12

/* --- legend --- */

static gboolean
has_entry (const RsSeries *series)
{
  return *series->name != '\0';
}

static RsBox
get_corner (const RsPlotArea *area, double width, double height, gboolean right, gboolean below)
{
  const RsBox *box = &area->box;

  return (RsBox){ right ? box->x + box->width - width - PADDING : box->x + PADDING,
                  below ? box->y + box->height - height - PADDING : box->y + PADDING, width, height };
}

/* Points of all series in a box; long ones are sampled. */
static guint
count_points (const RsPlotArea *area, const RsBox *box)
{
  guint n = 0;

  for (guint i = 0; i < area->axes->series->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (area->axes->series, i);
      gsize step = MAX (1, series->n_rows / 500);

      if (series->kind > RS_SERIES_BAR)
        continue;
      for (gsize k = 0; k < series->n_rows; k += step)
        {
          double x = rs_plot_area_map (area, 0, rs_series_get_numbers (series->x)[k]);
          double y = rs_plot_area_map (area, 1, rs_series_get_numbers (series->y)[k]);

          /* A bar is everywhere below its end. */
          n += x >= box->x && x <= box->x + box->width && y <= box->y + box->height
               && (series->kind == RS_SERIES_BAR || y >= box->y);
        }
    }
  return n;
}

static RsBox
choose_corner (const RsPlotArea *area, double width, double height)
{
  const char *place = area->axes->legend_place;
  RsBox best = get_corner (area, width, height, TRUE, FALSE);
  guint fewest = G_MAXUINT;

  if (*place != '\0')
    return get_corner (area, width, height, strstr (place, "east") != NULL, strstr (place, "south") != NULL);
  for (guint i = 0; i < 4 && fewest > 0; i++)
    {
      RsBox corner = get_corner (area, width, height, i % 2 == 0, i >= 2);
      guint n = count_points (area, &corner);

      if (n < fewest)
        {
          fewest = n;
          best = corner;
        }
    }
  return best;
}

static void
draw_sample (const RsPlotArea *area, const RsSeries *series, double x, double y)
{
  const RsLineStyle *style = &series->style;
  const RsPen pen = { style->color, style->line_width, style->dash };
  const RsPoint ends[] = { { x, y }, { x + SAMPLE_WIDTH, y } };

  if (series->kind == RS_SERIES_BAR)
    {
      rs_draw_rectangle (area->canvas, &(RsBox){ x + 2, y - 5, SAMPLE_WIDTH - 4, 10 }, &style->color, NULL);
      return;
    }
  if (series->kind == RS_SERIES_LINE && style->dash != RS_DASH_NONE)
    area->canvas->draw_lines (area->canvas, ends, 2, &pen);
  if (style->marker != 0)
    rs_draw_marker (area->canvas, (RsPoint){ x + SAMPLE_WIDTH / 2.0, y }, style->marker, MIN (style->marker_size, 12),
                    &style->color, style->is_filled);
}

void
rs_draw_legend (const RsPlotArea *area)
{
  const GPtrArray *series = area->axes->series;
  const RsTextStyle style = RS_TICK_TEXT;
  const RsPen pen = { { 0.6, 0.6, 0.6 }, 1, RS_DASH_SOLID };
  const RsColor paper = rs_paper (area->canvas);
  double width = 0, y;
  guint n = 0;
  RsBox box;

  for (guint i = 0; i < series->len; i++)
    if (has_entry (g_ptr_array_index (series, i)))
      {
        const RsSeries *entry = g_ptr_array_index (series, i);
        const double wanted = area->canvas->measure (area->canvas, entry->name, &style);

        width = MAX (width, wanted);
        n++;
      }
  if (n == 0)
    return;
  box = choose_corner (area, width + SAMPLE_WIDTH + 3 * PADDING, n * LINE_HEIGHT + PADDING);
  box.x = rs_sharp (box.x);
  box.y = rs_sharp (box.y);
  rs_draw_rectangle (area->canvas, &box, &paper, &pen);
  y = box.y + PADDING / 2.0 + LINE_HEIGHT / 2.0;
  for (guint i = 0; i < series->len; i++)
    {
      const RsSeries *one = g_ptr_array_index (series, i);

      if (!has_entry (one))
        continue;
      draw_sample (area, one, box.x + PADDING, y);
      area->canvas->draw_text (area->canvas, (RsPoint){ box.x + 2 * PADDING + SAMPLE_WIDTH, y }, one->name, &style);
      y += LINE_HEIGHT;
    }
}

/* --- colour bar --- */

static GArray *
get_bar_ticks (const RsPlotArea *area, double height)
{
  return rs_ticks_new (area->color_low, area->color_high, FALSE, (guint)CLAMP (height / 35, 2, 14));
}

double
rs_measure_color_bar (const RsPlotArea *area, double height)
{
  g_autoptr (GArray) ticks = get_bar_ticks (area, height);

  return BAR_GAP + BAR_WIDTH + RS_TICK_LENGTH + 3 + rs_measure_ticks (area->canvas, ticks);
}

void
rs_draw_color_bar (const RsPlotArea *area)
{
  const RsTextStyle style = RS_TICK_TEXT;
  const RsPen pen = rs_frame_pen (area->canvas);
  RsBox bar = { rs_sharp (area->box.x + area->box.width + BAR_GAP), area->box.y, BAR_WIDTH, area->box.height };
  g_autoptr (GArray) ticks = get_bar_ticks (area, bar.height);
  guint8 rgba[RS_COLOR_MAP_SIZE][4];
  const RsBitmap bitmap = { &rgba[0][0], 1, RS_COLOR_MAP_SIZE };

  for (guint i = 0; i < RS_COLOR_MAP_SIZE; i++)
    {
      memcpy (rgba[i], area->color_map->rgb[RS_COLOR_MAP_SIZE - 1 - i], 3);
      rgba[i][3] = 255;
    }
  area->canvas->draw_bitmap (area->canvas, &bitmap, bar.x, bar.y, bar.width, bar.height);
  rs_draw_rectangle (area->canvas, &bar, NULL, &pen);
  for (guint i = 0; i < ticks->len; i++)
    {
      const RsTick *tick = &g_array_index (ticks, RsTick, i);
      double part = (tick->value - area->color_low) / (area->color_high - area->color_low);
      double y = rs_sharp (bar.y + (1 - part) * bar.height);
      const RsPoint line[] = { { bar.x + bar.width, y }, { bar.x + bar.width + RS_TICK_LENGTH, y } };

      if (tick->label == NULL || part < -1e-6 || part > 1 + 1e-6)
        continue;
      area->canvas->draw_lines (area->canvas, line, 2, &pen);
      area->canvas->draw_text (area->canvas, (RsPoint){ bar.x + bar.width + RS_TICK_LENGTH + 3, y }, tick->label,
                               &style);
    }
}
