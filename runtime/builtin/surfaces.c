/* surf, mesh and the point from which they are seen.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figures.h"
#include "runtime/builtin/series-arguments.h"

#include <math.h>

/* x or y of every point of the grid: given as a grid, as a vector along one side, or not at all. */
static GBytes *
spread (const RsNumbers *given, const RsNumbers *z, gboolean along_rows)
{
  double *out;

  if (given != NULL && given->n_rows == z->n_rows && given->n_columns == z->n_columns)
    return g_bytes_ref (given->bytes);
  out = g_new (double, rs_numbers_count (z));
  for (gsize row = 0; row < z->n_rows; row++)
    for (gsize column = 0; column < z->n_columns; column++)
      {
        gsize place = along_rows ? row : column;

        out[row * z->n_columns + column] = given != NULL ? rs_numbers_data (given)[place] : (double)place;
      }
  return g_bytes_new_take (out, rs_numbers_count (z) * sizeof (double));
}

static gboolean
fits (const RsNumbers *given, const RsNumbers *z, gsize along)
{
  return (given->n_rows == z->n_rows && given->n_columns == z->n_columns)
         || (rs_numbers_count (given) == along && (given->n_rows == 1 || given->n_columns == 1));
}

static gboolean
check (const RsNumbers *x, const RsNumbers *y, const RsNumbers *z, const char *name, GError **error)
{
  if (z->n_rows < 2 || z->n_columns < 2)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name,
                         "the heights have to be a matrix of at least 2 x 2, but are %" G_GSIZE_FORMAT
                         " x %" G_GSIZE_FORMAT, z->n_rows, z->n_columns);
  if (x == NULL || (fits (x, z, z->n_columns) && fits (y, z, z->n_rows)))
    return TRUE;
  return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, name,
                       "the heights are %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT ", so that x needs %" G_GSIZE_FORMAT
                       " elements and y %" G_GSIZE_FORMAT " (or both the size of the heights)", z->n_rows, z->n_columns,
                       z->n_columns, z->n_rows);
}

static gboolean
draw (RsCall *call, RsSeriesKind kind, const char *name, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  g_auto (RsNumbers) x = { 0 };
  g_auto (RsNumbers) y = { 0 };
  g_auto (RsNumbers) z = { 0 };
  gboolean has_x = call->n_arguments == 3;
  RsSeries *series;

  if (call->n_arguments == 2)
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, name, "it is used as: %s(z) or %s(x, y, z)", name, name);
  if (!rs_call_get_numbers (call, has_x ? 2 : 0, &z, name, error)
      || (has_x
          && (!rs_call_get_numbers (call, 0, &x, name, error) || !rs_call_get_numbers (call, 1, &y, name, error)))
      || !check (has_x ? &x : NULL, &y, &z, name, error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  series = rs_series_new (kind);
  series->n_rows = z.n_rows;
  series->n_columns = z.n_columns;
  series->x = spread (has_x ? &x : NULL, &z, FALSE);
  series->y = spread (has_x ? &y : NULL, &z, TRUE);
  series->z = g_bytes_ref (z.bytes);
  g_ptr_array_add (list, series);
  return rs_figure_list_add (call, list, NULL, NULL);
}

RS_DEFINE_BUILTIN (SURF)
{
  return draw (call, RS_SERIES_SURFACE, "surf", error);
}

RS_DEFINE_BUILTIN (MESH)
{
  return draw (call, RS_SERIES_MESH, "mesh", error);
}

RS_DEFINE_BUILTIN (VIEW)
{
  RsFigureList *list = rs_figure_list_get (call->session);
  double azimuth, elevation;
  RsFigure *figure;
  RsAxes *axes;

  if (!rs_call_get_number (call, 0, &azimuth, "view", error) || !rs_call_get_number (call, 1, &elevation, "view", error))
    return FALSE;
  if (!isfinite (azimuth) || !(elevation >= -90 && elevation <= 90))
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "view", "the elevation has to be from -90 to 90 degrees");
  figure = rs_figure_list_change (list, call);
  rs_figure_lock (figure);
  axes = rs_figure_get_axes (figure);
  axes->azimuth = azimuth;
  axes->elevation = elevation;
  rs_figure_unlock (figure);
  rs_figure_list_show (list, figure);
  return TRUE;
}
