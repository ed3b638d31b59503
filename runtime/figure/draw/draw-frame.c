/* Frames: grid, marks, labels and titles of axes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw/draw-private.h"

#include "runtime/figure/ticks.h"

#define GAP 5     /* between what stands side by side */
#define BORDER 10 /* around everything */
#define TITLE_LINE (RS_TITLE_TEXT.size + 3)
#define MOST_TITLE_LINES 3

enum { LEFT, RIGHT, TOP, BOTTOM };

/* A word that is cut, with what fits of it. (transfer full) */
static char *
cut_text (RsCanvas *canvas, const char *text, const RsTextStyle *style, double width)
{
  glong n = g_utf8_strlen (text, -1);

  if (canvas->measure (canvas, text, style) <= width)
    return g_strdup (text);
  while (n > 0)
    {
      g_autofree char *start = g_utf8_substring (text, 0, --n);
      g_autofree char *cut = g_strconcat (start, "…", NULL);

      if (canvas->measure (canvas, cut, style) <= width)
        return g_steal_pointer (&cut);
    }
  return g_strdup ("…");
}

/* How many of the words fit into a line; at least one. */
static guint
count_fitting (RsCanvas *canvas, char **words, const RsTextStyle *style, double width)
{
  g_autoptr (GString) line = g_string_new (words[0]);
  guint n = 1;

  for (; words[n] != NULL; n++)
    {
      g_string_append_printf (line, " %s", words[n]);
      if (canvas->measure (canvas, line->str, style) > width)
        break;
    }
  return n;
}

GStrv
rs_fit_text (RsCanvas *canvas, const char *text, const RsTextStyle *style, double width, guint most_lines)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  const guint n_words = g_strv_length (words);

  for (guint first = 0, line = 0; first < n_words; line++)
    {
      guint n = line + 1 < most_lines ? count_fitting (canvas, words + first, style, width) : n_words - first;
      g_autofree char *kept = words[first + n]; /* the line ends there for a moment */
      g_autofree char *whole = NULL, *cut = NULL;

      words[first + n] = NULL;
      whole = g_strjoinv (" ", words + first);
      words[first + n] = g_steal_pointer (&kept);
      cut = cut_text (canvas, whole, style, width);
      g_strv_builder_add (lines, cut);
      first += n;
    }
  return g_strv_builder_end (lines);
}

/* Neighbours in a grid of axes keep apart. */
static GStrv
fit_title (const RsPlotArea *area, const RsBox *cell)
{
  const RsTextStyle style = RS_TITLE_TEXT;

  return rs_fit_text (area->canvas, area->axes->title, &style, MAX (cell->width - 2 * GAP, 20), MOST_TITLE_LINES);
}

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
    {
      g_auto (GStrv) lines = fit_title (area, outer);

      margins[TOP] += g_strv_length (lines) * TITLE_LINE + GAP;
    }
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
  const RsPen pen = rs_grid_pen (area->canvas);
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
  const RsPen pen = rs_frame_pen (area->canvas);
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

/* A text in the middle of the frame, but never beyond the cell; turned: along y. */
static void
draw_in_middle (const RsPlotArea *area, const char *text, const RsTextStyle *style, double across)
{
  const RsBox *box = &area->box, *cell = &area->cell;
  double start = style->is_turned ? cell->y : cell->x, length = style->is_turned ? cell->height : cell->width;
  double middle = style->is_turned ? box->y + box->height / 2 : box->x + box->width / 2;
  g_auto (GStrv) lines = rs_fit_text (area->canvas, text, style, MAX (length - 2 * GAP, 20), 1);
  double half = lines[0] != NULL ? area->canvas->measure (area->canvas, lines[0], style) / 2 : 0;

  if (lines[0] == NULL)
    return;
  middle = CLAMP (middle, start + half, MAX (start + length - half, start + half));
  area->canvas->draw_text (area->canvas, style->is_turned ? (RsPoint){ across, middle } : (RsPoint){ middle, across },
                           lines[0], style);
}

static void
draw_title (const RsPlotArea *area)
{
  const RsTextStyle style = RS_TITLE_TEXT;
  g_auto (GStrv) lines = fit_title (area, &area->cell);
  const guint n = g_strv_length (lines);

  for (guint i = 0; i < n; i++)
    draw_in_middle (area, lines[i], &style, area->box.y - GAP - (n - 1 - i) * TITLE_LINE - style.size / 2);
}

static void
draw_labels (const RsPlotArea *area, double left, double bottom)
{
  const RsAxes *axes = area->axes;
  RsTextStyle style = RS_LABEL_TEXT;

  if (*axes->title != '\0')
    draw_title (area);
  if (rs_axes_is_3d (axes))
    return;
  if (*axes->labels[0] != '\0')
    draw_in_middle (area, axes->labels[0], &style, bottom + GAP + style.size / 2);
  style.is_turned = TRUE;
  if (*axes->labels[1] != '\0')
    draw_in_middle (area, axes->labels[1], &style, left - GAP - style.size / 2);
}

void
rs_draw_frame (const RsPlotArea *area)
{
  const RsPen pen = rs_frame_pen (area->canvas);
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
