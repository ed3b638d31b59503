/* Heights over a grid as arguments.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/grid-arguments.h"

void
rs_grid_clear (RsGrid *grid)
{
  g_clear_pointer (&grid->x, g_bytes_unref);
  g_clear_pointer (&grid->y, g_bytes_unref);
  g_clear_pointer (&grid->z, g_bytes_unref);
}

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
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "the heights have to be a matrix of at least 2 x 2, but are %" G_GSIZE_FORMAT
                         " x %" G_GSIZE_FORMAT,
                         z->n_rows, z->n_columns);
  if (x == NULL || (fits (x, z, z->n_columns) && fits (y, z, z->n_rows)))
    return TRUE;
  return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                       "the heights are %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT ", so that x needs %" G_GSIZE_FORMAT
                       " elements and y %" G_GSIZE_FORMAT " (or both the size of the heights)",
                       z->n_rows, z->n_columns, z->n_columns, z->n_rows);
}

gboolean
rs_call_get_grid (const RsCall *call, guint n, RsGrid *grid, const char *name, GError **error)
{
  g_auto (RsNumbers) x = { 0 };
  g_auto (RsNumbers) y = { 0 };
  g_auto (RsNumbers) z = { 0 };
  gboolean has_x = n == 3;

  if (!rs_call_get_numbers (call, n - 1, &z, name, error)
      || (has_x
          && (!rs_call_get_numbers (call, 0, &x, name, error) || !rs_call_get_numbers (call, 1, &y, name, error)))
      || !check (has_x ? &x : NULL, &y, &z, name, error))
    return FALSE;
  grid->n_rows = z.n_rows;
  grid->n_columns = z.n_columns;
  grid->x = spread (has_x ? &x : NULL, &z, FALSE);
  grid->y = spread (has_x ? &y : NULL, &z, TRUE);
  grid->z = g_bytes_ref (z.bytes);
  return TRUE;
}
