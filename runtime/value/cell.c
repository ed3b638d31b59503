/* Cell arrays: allocation. Their elements are freed with them in value.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/cell.h"

#include "runtime/error.h"

#define DEEPEST_CELL 1000

static _Thread_local guint depth;

gboolean
rs_cell_enter (GError **error)
{
  if (depth >= DEEPEST_CELL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "the cell contains itself, or is nested more than %d deep",
                   DEEPEST_CELL);
      return FALSE;
    }
  depth++;
  return TRUE;
}

void
rs_cell_leave (void)
{
  depth--;
}

RsCell *
rs_cell_new (int rank, const gint64 *dims, GError **error)
{
  RsCell *cell;
  gint64 n = 1;

  g_assert (rank >= 1 && rank <= RS_MAX_RANK);
  for (int i = 0; i < rank; i++)
    if (dims[i] < 0 || __builtin_mul_overflow (n, dims[i], &n) || n > G_MAXINT64 / (gint64)sizeof (RsValue))
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                     "a cell can't have the size %" G_GINT64_FORMAT " in dimension %d", dims[i], i);
        return NULL;
      }
  cell = g_new0 (RsCell, 1);
  cell->elements = g_try_malloc0 ((gsize)n * sizeof (RsValue));
  if (cell->elements == NULL && n > 0)
    {
      g_free (cell);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                   "not enough memory for a cell of %" G_GINT64_FORMAT " elements", n);
      return NULL;
    }
  cell->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_CELL };
  cell->rank = (gint8)rank;
  for (int i = 0; i < RS_MAX_RANK; i++)
    cell->dims[i] = i < rank ? dims[i] : 1;
  cell->n_elements = n;
  return cell;
}
