/* Cell arrays: allocation. Their elements are freed with them in value.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/types/cell.h"

#include "runtime/base/error.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/object.h"

#define DEEPEST_CELL 1000

static _Thread_local guint depth;

gboolean
rs_cell_enter (GError **error)
{
  if (depth >= DEEPEST_CELL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NESTED,
                   "the cell contains itself, or is nested more than %d deep", DEEPEST_CELL);
      return FALSE;
    }
  depth++;
  return TRUE;
}

void
rs_cell_leave (void)
{
  g_assert (depth > 0);
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
  cell = g_malloc0 (sizeof *cell + (n <= RS_CELL_INLINE ? (gsize)n * sizeof (RsValue) : 0));
  cell->elements = n <= RS_CELL_INLINE ? (RsValue *)(cell + 1) : g_try_malloc0 ((gsize)n * sizeof (RsValue));
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

gboolean
rs_cell_set_item (RsCell *cell, const RsType *item, RsPrecision precision, GError **error)
{
  const RsClass *class;

  if (item == NULL || (item->kind != RS_TYPE_CLASS && item->kind != RS_TYPE_POINTER))
    return TRUE;
  cell->item = item;
  class = rs_type_get_class (item);
  if (item->kind == RS_TYPE_CLASS && (class == NULL || (class->kind != RS_CLASS_DYNAMIC && !class->is_constructible)))
    return TRUE;
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (item->kind == RS_TYPE_POINTER || class->kind == RS_CLASS_DYNAMIC)
      cell->elements[i] = RS_NULL;
    else
      {
        RsClassObject *object;

        if (!rs_class_object_new (class, precision, &object, error))
          return FALSE;
        cell->elements[i] = rs_value_object (object);
      }
  return TRUE;
}

gboolean
rs_cell_convert_item (const RsCell *cell, RsValue value, RsPrecision precision, RsValue *result, GError **error)
{
  if (cell->item == NULL)
    {
      *result = rs_value_ref (value);
      return TRUE;
    }
  return rs_value_convert (value, cell->item, precision, "the element", result, error);
}

RsValue
rs_cell_copy_item (const RsCell *cell, RsValue element)
{
  return cell->item != NULL && cell->item->kind == RS_TYPE_CLASS ? rs_value_copy_object (element)
                                                                 : rs_value_ref (element);
}
