/* surf, mesh and the point from which they are seen.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/array/grid-arguments.h"

#include <math.h>

static gboolean
draw (RsCall *call, RsSeriesKind kind, const char *name, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  g_auto (RsGrid) grid = { 0 };
  RsSeries *series;

  if (call->n_arguments == 2)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name, "it is used as: %s(z) or %s(x, y, z)", name,
                         name);
  if (!rs_call_get_grid (call, call->n_arguments, &grid, name, error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  series = rs_series_new (kind);
  series->n_rows = grid.n_rows;
  series->n_columns = grid.n_columns;
  series->x = g_steal_pointer (&grid.x);
  series->y = g_steal_pointer (&grid.y);
  series->z = g_steal_pointer (&grid.z);
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

  if (!rs_call_get_number (call, 0, &azimuth, "view", error)
      || !rs_call_get_number (call, 1, &elevation, "view", error))
    return FALSE;
  if (!isfinite (azimuth) || !(elevation >= -90 && elevation <= 90))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "view",
                         "the elevation has to be from -90 to 90 degrees");
  figure = rs_figure_list_change (list, call);
  rs_figure_lock (figure);
  axes = rs_figure_get_axes (figure);
  axes->azimuth = azimuth;
  axes->elevation = elevation;
  rs_figure_unlock (figure);
  rs_figure_list_show (list, figure);
  return TRUE;
}
