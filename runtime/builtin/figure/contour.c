/* contour: lines of equal height over a grid, by marching squares.
 *
 * Each cell of the grid is gone through once for each level. Where opposite corners lie on one side of the level, the
 * mean of the four says which of them are joined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/array/grid-arguments.h"
#include "runtime/figure/ticks.h"

#include <math.h>

#define MOST_LEVELS 1000
#define USUAL_LEVELS 8
#define MOST_CELLS_A_SIDE 400 /* of larger grids, every second, third, ... point is taken */

typedef struct
{
  double x, y, z;
} Corner;

typedef struct
{
  GArray *x, *y, *values; /* element-type double: two points for each segment */
} Segments;

static void
add_point (Segments *segments, double x, double y, double level)
{
  g_array_append_val (segments->x, x);
  g_array_append_val (segments->y, y);
  g_array_append_val (segments->values, level);
}

/* Where the level lies between two corners. */
static void
add_crossing (Segments *segments, const Corner *a, const Corner *b, double level)
{
  double t = (level - a->z) / (b->z - a->z);

  add_point (segments, a->x + t * (b->x - a->x), a->y + t * (b->y - a->y), level);
}

/* The segments of a level in a cell, whose corners are given around it. Edge i lies between the corners i and i + 1. */
static void
add_cell (Segments *segments, const Corner *corners, double level)
{
  gboolean above[4];
  guint edges[4], n = 0, first = 0;

  for (guint i = 0; i < 4; i++)
    above[i] = corners[i].z >= level;
  for (guint i = 0; i < 4; i++)
    if (above[i] != above[(i + 1) % 4])
      edges[n++] = i;
  if (n == 4)
    {
      double mean = (corners[0].z + corners[1].z + corners[2].z + corners[3].z) / 4;

      first = (mean >= level) == above[0] ? 0 : 3; /* edges 0 and 1 around corner 1, or 3 and 0 around corner 0 */
    }
  for (guint i = 0; i + 1 < n; i += 2)
    for (guint k = 0; k < 2; k++)
      {
        guint edge = edges[(first + i + k) % n];

        add_crossing (segments, &corners[edge], &corners[(edge + 1) % 4], level);
      }
}

static void
add_level (Segments *segments, const RsGrid *grid, double level)
{
  const double *x = rs_series_get_numbers (grid->x), *y = rs_series_get_numbers (grid->y),
               *z = rs_series_get_numbers (grid->z);
  gsize row_step = grid->n_rows / MOST_CELLS_A_SIDE + 1, column_step = grid->n_columns / MOST_CELLS_A_SIDE + 1;

  for (gsize row = 0; row + 1 < grid->n_rows; row += row_step)
    for (gsize column = 0; column + 1 < grid->n_columns; column += column_step)
      {
        gsize start = row * grid->n_columns, end = MIN (row + row_step, grid->n_rows - 1) * grid->n_columns;
        gsize next = MIN (column + column_step, grid->n_columns - 1);
        const gsize places[] = { start + column, start + next, end + next, end + column };
        gboolean good = TRUE;
        Corner corners[4];

        for (guint i = 0; i < 4; i++)
          {
            corners[i] = (Corner){ x[places[i]], y[places[i]], z[places[i]] };
            good &= isfinite (corners[i].x) && isfinite (corners[i].y) && isfinite (corners[i].z);
          }
        if (good)
          add_cell (segments, corners, level);
      }
}

/* --- levels --- */

static void
get_range (GBytes *bytes, double *low, double *high)
{
  const double *numbers = rs_series_get_numbers (bytes);

  *low = INFINITY;
  *high = -INFINITY;
  for (gsize i = 0; i < g_bytes_get_size (bytes) / sizeof (double); i++)
    if (isfinite (numbers[i]))
      {
        *low = MIN (*low, numbers[i]);
        *high = MAX (*high, numbers[i]);
      }
}

/* Round numbers between the lowest and the highest. */
static void
choose_levels (double low, double high, GArray *levels)
{
  g_autoptr (GArray) ticks = low < high ? rs_ticks_new (low, high, FALSE, USUAL_LEVELS) : NULL;

  for (guint i = 0; ticks != NULL && i < ticks->len; i++)
    {
      double level = g_array_index (ticks, RsTick, i).value;

      if (level > low && level < high)
        g_array_append_val (levels, level);
    }
}

/* A number: so many levels, equally far apart; an array: the levels. */
static gboolean
read_levels (const RsCall *call, guint index, double low, double high, GArray *levels, GError **error)
{
  g_auto (RsNumbers) numbers = { 0 };
  gsize n;

  if (!rs_call_get_numbers (call, index, &numbers, "contour", error))
    return FALSE;
  n = rs_numbers_count (&numbers);
  if (rs_value_is_number (call->arguments[index]))
    {
      double wanted = *rs_numbers_data (&numbers);

      if (!(wanted >= 1 && wanted <= MOST_LEVELS))
        return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "contour", "there can be 1 to %d levels, not %g",
                             MOST_LEVELS, wanted);
      for (int i = 1; i <= (int)wanted && low < high; i++)
        {
          double level = low + (high - low) * i / ((int)wanted + 1);

          g_array_append_val (levels, level);
        }
      return TRUE;
    }
  if (n > MOST_LEVELS)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "contour",
                         "there can be 1 to %d levels, not %" G_GSIZE_FORMAT, MOST_LEVELS, n);
  for (gsize i = 0; i < n; i++)
    if (isfinite (rs_numbers_data (&numbers)[i]))
      g_array_append_val (levels, rs_numbers_data (&numbers)[i]);
  return TRUE;
}

/* --- the call --- */

static GBytes *
steal_numbers (GArray *numbers)
{
  gsize n;
  double *data = g_array_steal (numbers, &n);

  return g_bytes_new_take (data, n * sizeof (double));
}

/* Corners that are joined to nothing keep the limits of the axes around the whole grid. */
static void
add_limits (Segments *segments, const RsGrid *grid)
{
  double low_x, high_x, low_y, high_y;

  get_range (grid->x, &low_x, &high_x);
  get_range (grid->y, &low_y, &high_y);
  add_point (segments, low_x, low_y, NAN);
  add_point (segments, NAN, NAN, NAN);
  add_point (segments, high_x, high_y, NAN);
  add_point (segments, NAN, NAN, NAN);
}

static RsSeries *
make_series (const RsGrid *grid, const GArray *levels)
{
  RsSeries *series = rs_series_new (RS_SERIES_SEGMENTS);
  Segments segments;

  segments.x = g_array_new (FALSE, FALSE, sizeof (double));
  segments.y = g_array_new (FALSE, FALSE, sizeof (double));
  segments.values = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < levels->len; i++)
    add_level (&segments, grid, g_array_index (levels, double, i));
  add_limits (&segments, grid);
  series->n_rows = segments.x->len;
  series->x = steal_numbers (segments.x);
  series->y = steal_numbers (segments.y);
  series->values = steal_numbers (segments.values);
  g_array_unref (segments.x);
  g_array_unref (segments.y);
  g_array_unref (segments.values);
  return series;
}

/* contour(z), contour(z, levels), contour(x, y, z), contour(x, y, z, levels), styles behind them. */
RS_DEFINE_BUILTIN (CONTOUR)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (double));
  g_auto (RsGrid) grid = { 0 };
  RsLineStyle style = RS_LINE_STYLE_DEFAULT;
  const char *label = NULL;
  guint n = 0, n_grid;
  double low, high;
  RsSeries *series;

  while (rs_call_is_numbers (call, n))
    n++;
  n_grid = n >= 3 ? 3 : 1;
  if (n == 0)
    return rs_call_fail_argument (call, 0, error, "contour", "a matrix of heights");
  if (!rs_call_get_grid (call, n_grid, &grid, "contour", error))
    return FALSE;
  get_range (grid.z, &low, &high);
  if (n == n_grid)
    choose_levels (low, high, levels);
  else if (!read_levels (call, n_grid, low, high, levels, error))
    return FALSE;
  style.line_width = 1.2;
  if (!rs_call_get_style (call, n > n_grid ? n_grid + 1 : n_grid, &style, &label, "contour", error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  series = make_series (&grid, levels);
  series->style = style;
  if (style.has_color)
    g_clear_pointer (&series->values, g_bytes_unref);
  if (label != NULL)
    {
      g_free (series->name);
      series->name = g_utf8_make_valid (label, -1);
    }
  g_ptr_array_add (list, series);
  return rs_figure_list_add (call, list, NULL, NULL);
}
