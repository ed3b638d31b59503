/* Heights over a grid, as surf, mesh and contour take them: z, or x, y and z.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/figure/series-arguments.h"

/* n_rows x n_columns numbers each, row-major. */
typedef struct
{
  gsize n_rows, n_columns;
  GBytes *x, *y, *z; /* owned */
} RsGrid;

void rs_grid_clear (RsGrid *grid);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsGrid, rs_grid_clear)

/* The first n arguments: 1 (z) or 3 (x, y, z, where x and y are vectors or grids). FALSE with an error that names the
 * function when they are no matrix of at least 2 x 2 or don't agree. */
gboolean rs_call_get_grid (const RsCall *call, guint n, RsGrid *grid, const char *name, GError **error);
