/* Surfaces, meshes, lines and markers in a box, seen from far away (no perspective). Faces, parts of lines and markers
 * are drawn from the farthest to the nearest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/draw/draw-private.h"

#include "runtime/figure/ticks.h"

#include <math.h>
#include <stdlib.h>

#define MOST_FACES_A_SIDE 160 /* of larger grids, every second, third, ... point is taken */
#define MOST_POINTS 50000     /* of longer lines, every second, third, ... point is taken */
#define NEARER 0.05           /* lines and markers on a surface are in front of it */
#define MARGIN 52             /* for marks and labels */

typedef struct
{
  double v[3];
} Vector;

/* The box is a cube of side 2 around the origin, a little lower than wide. */
typedef struct
{
  const RsPlotArea *area;
  Vector right, up, toward; /* of the screen; the viewer is at +toward */
  double center_x, center_y, scale;
} Space;

/* A face (4 corners), a part of a line (2) or a marker (1). */
typedef struct
{
  const RsSeries *series;
  gsize index; /* of the marker's point */
  guint n_corners;
  gboolean is_fine; /* a face of many small ones */
  RsPoint corners[4];
  double depth, height;
} Piece;

static const double half_sizes[3] = { 1, 1, 0.75 };

static double
dot (const Vector *a, const Vector *b)
{
  return a->v[0] * b->v[0] + a->v[1] * b->v[1] + a->v[2] * b->v[2];
}

static RsPoint
project (const Space *space, const Vector *p)
{
  return (RsPoint){ space->center_x + space->scale * dot (p, &space->right),
                    space->center_y - space->scale * dot (p, &space->up) };
}

static double
to_box (const Space *space, int direction, double value)
{
  return (rs_plot_area_get_part (space->area, direction, value) * 2 - 1) * half_sizes[direction];
}

static Space
make_space (const RsPlotArea *area)
{
  double azimuth = area->axes->azimuth * G_PI / 180, elevation = area->axes->elevation * G_PI / 180;
  double ca = cos (azimuth), sa = sin (azimuth), ce = cos (elevation), se = sin (elevation);
  Space space = { .area = area,
                  .right = { { ca, sa, 0 } },
                  .up = { { -se * sa, se * ca, ce } },
                  .toward = { { ce * sa, -ce * ca, se } } };
  double width = 0, height = 0;

  for (int d = 0; d < 3; d++)
    {
      width += fabs (space.right.v[d]) * half_sizes[d];
      height += fabs (space.up.v[d]) * half_sizes[d];
    }
  space.scale = MAX (1, MIN ((area->box.width / 2 - MARGIN) / width, (area->box.height / 2 - MARGIN / 1.5) / height))
                * area->axes->zoom;
  space.center_x = area->box.x + area->box.width / 2;
  space.center_y = area->box.y + area->box.height / 2;
  return space;
}

/* --- the box --- */

static void
draw_segment (const Space *space, const Vector *from, const Vector *to, const RsPen *pen)
{
  const RsPoint points[] = { project (space, from), project (space, to) };

  space->area->canvas->draw_lines (space->area->canvas, points, 2, pen);
}

/* The side of the box that the viewer looks at from inside: -1 or 1. */
static double
back_side (const Space *space, int direction)
{
  return space->toward.v[direction] > 0 ? -1 : 1;
}

static GArray *
get_ticks (const Space *space, int along)
{
  return rs_ticks_new (space->area->low[along], space->area->high[along], space->area->axes->is_log[along], 5);
}

/* The back pane across a direction, with lines at the marks of the other two. */
static void
draw_pane (const Space *space, int across)
{
  const RsPen grid = rs_grid_pen (space->area->canvas), edge = { { 0.6, 0.6, 0.6 }, 1, RS_DASH_SOLID };
  int a = (across + 1) % 3, b = (across + 2) % 3;

  for (int turn = 0; turn < 2; turn++)
    {
      int along = turn == 0 ? a : b, other = turn == 0 ? b : a;
      g_autoptr (GArray) ticks = get_ticks (space, along);
      Vector from, to;

      from.v[across] = to.v[across] = back_side (space, across) * half_sizes[across];
      from.v[other] = -half_sizes[other];
      to.v[other] = half_sizes[other];
      for (guint i = 0; i < ticks->len; i++)
        {
          if (g_array_index (ticks, RsTick, i).label == NULL)
            continue;
          from.v[along] = to.v[along] = to_box (space, along, g_array_index (ticks, RsTick, i).value);
          draw_segment (space, &from, &to, &grid);
        }
      for (int side = -1; side <= 1; side += 2)
        {
          from.v[along] = to.v[along] = side * half_sizes[along];
          draw_segment (space, &from, &to, &edge);
        }
    }
}

/* An edge of the box with marks: the two directions that are not along it stand at from's place. */
static void
draw_edge (const Space *space, int along, Vector from)
{
  RsCanvas *canvas = space->area->canvas;
  const RsPen pen = rs_frame_pen (canvas);
  g_autoptr (GArray) ticks = get_ticks (space, along);
  const char *label = space->area->axes->labels[along];
  RsTextStyle tick_style = RS_TICK_TEXT, label_style = RS_LABEL_TEXT;
  Vector to = from;
  RsPoint first, last, out;
  double length;

  from.v[along] = -half_sizes[along];
  to.v[along] = half_sizes[along];
  draw_segment (space, &from, &to, &pen);
  first = project (space, &from);
  last = project (space, &to);
  /* Outwards: across the edge, away from the middle. */
  out = (RsPoint){ last.y - first.y, first.x - last.x };
  length = MAX (1e-9, hypot (out.x, out.y));
  if (out.x * ((first.x + last.x) / 2 - space->center_x) + out.y * ((first.y + last.y) / 2 - space->center_y) < 0)
    length = -length;
  out = (RsPoint){ out.x / length, out.y / length };
  tick_style.align = fabs (out.x) < 0.3 ? 0.5 : out.x < 0 ? 1 : 0;
  for (guint i = 0; i < ticks->len; i++)
    {
      const RsTick *tick = &g_array_index (ticks, RsTick, i);
      RsPoint line[2];

      from.v[along] = to_box (space, along, tick->value);
      line[0] = project (space, &from);
      line[1] = (RsPoint){ line[0].x + 4 * out.x, line[0].y + 4 * out.y };
      canvas->draw_lines (canvas, line, 2, &pen);
      if (tick->label != NULL)
        canvas->draw_text (canvas, (RsPoint){ line[0].x + 8 * out.x, line[0].y + 11 * out.y }, tick->label,
                           &tick_style);
    }
  label_style.is_turned = along == 2;
  if (*label != '\0')
    {
      double away = along == 2 ? 16 + rs_measure_ticks (canvas, ticks) : 34;

      canvas->draw_text (canvas,
                         (RsPoint){ (first.x + last.x) / 2 + away * out.x, (first.y + last.y) / 2 + away * out.y },
                         label, &label_style);
    }
}

static void
draw_edges (const Space *space)
{
  double floor_side = -half_sizes[2];
  Vector leftmost = { { 1, 1, 0 } };

  draw_edge (space, 0, (Vector){ { 0, -back_side (space, 1), floor_side } });
  draw_edge (space, 1, (Vector){ { -back_side (space, 0), 0, floor_side } });
  for (int i = 0; i < 4; i++)
    {
      const Vector corner = { { i % 2 == 0 ? -1 : 1, i < 2 ? -1 : 1, 0 } };

      if (dot (&corner, &space->right) < dot (&leftmost, &space->right))
        leftmost = corner;
    }
  draw_edge (space, 2, leftmost);
}

/* --- what stands in it --- */

/* FALSE: the point can't be drawn. */
static gboolean
get_vertex (const Space *space, const RsSeries *series, gsize index, Vector *vertex)
{
  GBytes *const data[] = { series->x, series->y, series->z };

  for (int d = 0; d < 3; d++)
    {
      vertex->v[d] = to_box (space, d, rs_series_get_numbers (data[d])[index]);
      if (!isfinite (vertex->v[d]))
        return FALSE;
    }
  return TRUE;
}

/* The piece between points of a series; FALSE when one of them can't be drawn. */
static gboolean
make_piece (const Space *space, const RsSeries *series, const gsize *indices, guint n, Piece *piece)
{
  *piece = (Piece){ .series = series, .index = indices[0], .n_corners = n, .depth = n < 4 ? NEARER : 0 };
  for (guint i = 0; i < n; i++)
    {
      Vector vertex;

      if (!get_vertex (space, series, indices[i], &vertex))
        return FALSE;
      piece->corners[i] = project (space, &vertex);
      piece->depth += dot (&vertex, &space->toward) / n;
      piece->height += rs_series_get_numbers (series->z)[indices[i]] / n;
    }
  return TRUE;
}

static void
collect_faces (const Space *space, const RsSeries *series, GArray *pieces)
{
  gsize row_step = series->n_rows / MOST_FACES_A_SIDE + 1, column_step = series->n_columns / MOST_FACES_A_SIDE + 1;
  gboolean is_fine = (series->n_rows - 1) / row_step * ((series->n_columns - 1) / column_step)
                     > RS_MOST_FACES_WITH_EDGES;
  Piece piece;

  for (gsize row = 0; row + 1 < series->n_rows; row += row_step)
    for (gsize column = 0; column + 1 < series->n_columns; column += column_step)
      {
        gsize start = row * series->n_columns, end = MIN (row + row_step, series->n_rows - 1) * series->n_columns;
        gsize next = MIN (column + column_step, series->n_columns - 1);
        const gsize corners[] = { start + column, start + next, end + next, end + column };

        if (!make_piece (space, series, corners, 4, &piece))
          continue;
        piece.is_fine = is_fine;
        g_array_append_val (pieces, piece);
      }
}

/* Parts of a line and its markers. */
static void
collect_points (const Space *space, const RsSeries *series, GArray *pieces)
{
  gsize step = series->n_rows / MOST_POINTS + 1;
  gboolean is_line = series->kind == RS_SERIES_LINE && series->style.dash != RS_DASH_NONE;
  Piece piece;

  for (gsize i = 0; i < series->n_rows; i += step)
    {
      if (is_line && i + 1 < series->n_rows
          && make_piece (space, series, (const gsize[]){ i, MIN (i + step, series->n_rows - 1) }, 2, &piece))
        g_array_append_val (pieces, piece);
      if (series->style.marker != 0 && make_piece (space, series, &i, 1, &piece))
        g_array_append_val (pieces, piece);
    }
}

static int
compare_depth (gconstpointer a, gconstpointer b)
{
  const Piece *left = a, *right = b;

  return (left->depth > right->depth) - (left->depth < right->depth);
}

static void
draw_face (const RsPlotArea *area, const Piece *face)
{
  const RsColor paper = rs_paper (area->canvas);
  RsColor color = rs_color_map_get (area->color_map, face->height, area->color_low, area->color_high);
  RsPen edge = { color, face->is_fine ? 0.6 : 0.5, RS_DASH_SOLID };

  if (face->series->kind == RS_SERIES_MESH)
    {
      edge.width = 1;
      area->canvas->draw_polygon (area->canvas, face->corners, 4, &paper, &edge);
      return;
    }
  if (!face->is_fine)
    edge.color = (RsColor){ color.red * 0.55, color.green * 0.55, color.blue * 0.55 };
  area->canvas->draw_polygon (area->canvas, face->corners, 4, &color, &edge);
}

static void
draw_marker (const RsPlotArea *area, const Piece *piece)
{
  const RsSeries *series = piece->series;
  const double *sizes = rs_series_get_numbers (series->sizes), *values = rs_series_get_numbers (series->values);
  double size = sizes != NULL ? sizes[piece->index] : series->style.marker_size;
  RsColor color = series->style.color;

  if (values != NULL)
    color = rs_color_map_get (area->color_map, values[piece->index], area->color_low, area->color_high);
  if (size > 0)
    rs_draw_marker (area->canvas, piece->corners[0], series->style.marker, size, &color, series->style.is_filled);
}

/* All at once; FALSE: the canvas can't, or there are lines and markers among them. */
static gboolean
draw_all_faces (const Space *space)
{
  const RsPlotArea *area = space->area;
  RsFaces faces = { .series = area->axes->series,
                    .color_map = area->color_map,
                    .color_low = area->color_low,
                    .color_high = area->color_high,
                    .paper = rs_paper (area->canvas),
                    .x = area->box.x,
                    .y = area->box.y,
                    .width = area->box.width,
                    .height = area->box.height,
                    .center_x = space->center_x,
                    .center_y = space->center_y,
                    .scale = space->scale };

  if (area->canvas->draw_faces == NULL)
    return FALSE;
  for (guint i = 0; i < faces.series->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (faces.series, i);

      if (series->kind != RS_SERIES_SURFACE && series->kind != RS_SERIES_MESH)
        return FALSE;
    }
  for (int d = 0; d < 3; d++)
    {
      faces.low[d] = area->low[d];
      faces.high[d] = area->high[d];
      faces.is_log[d] = area->axes->is_log[d];
      faces.half_sizes[d] = half_sizes[d];
      faces.right[d] = space->right.v[d];
      faces.up[d] = space->up.v[d];
      faces.toward[d] = space->toward.v[d];
    }
  return area->canvas->draw_faces (area->canvas, &faces);
}

static void
draw_pieces (const Space *space)
{
  const GPtrArray *all = space->area->axes->series;
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  for (guint i = 0; i < all->len; i++)
    {
      const RsSeries *series = g_ptr_array_index (all, i);

      if (series->kind == RS_SERIES_SURFACE || series->kind == RS_SERIES_MESH)
        collect_faces (space, series, pieces);
      else if (rs_series_is_3d (series))
        collect_points (space, series, pieces);
    }
  if (pieces->len > 1)
    qsort (pieces->data, pieces->len, sizeof (Piece), compare_depth);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);
      const RsLineStyle *style = &piece->series->style;
      const RsPen pen = { style->color, style->line_width, style->dash };

      if (piece->n_corners == 4)
        draw_face (space->area, piece);
      else if (piece->n_corners == 2)
        space->area->canvas->draw_lines (space->area->canvas, piece->corners, 2, &pen);
      else
        draw_marker (space->area, piece);
    }
}

void
rs_draw_space (const RsPlotArea *area)
{
  const Space space = make_space (area);
  const gboolean is_clipped = area->axes->zoom > 1;

  if (is_clipped)
    area->canvas->clip (area->canvas, area->box.x, area->box.y, area->box.width, area->box.height);
  if (!area->axes->is_hidden)
    for (int d = 0; d < 3; d++)
      draw_pane (&space, d);
  if (!draw_all_faces (&space))
    draw_pieces (&space);
  if (!area->axes->is_hidden)
    draw_edges (&space);
  if (is_clipped)
    area->canvas->clip (area->canvas, 0, 0, 0, 0);
}
