/* Vectors, cells and ranges taken apart: into several variables, and into arguments and elements by `...`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

static gint64
count_parts (RsValue value)
{
  switch ((RsTag)value.tag)
    {
    case RS_TAG_ARRAY:
      return value.array->n_elements;
    case RS_TAG_CELL:
      return value.cell->n_elements;
    case RS_TAG_RANGE:
      return value.range->count;
    default:
      return -1;
    }
}

static RsValue
get_part (RsValue value, gint64 i)
{
  if (value.tag == RS_TAG_ARRAY)
    return rs_array_get_element (value.array, i);
  if (value.tag == RS_TAG_CELL)
    return rs_value_ref (value.cell->elements[i]);
  return value.range->is_integer ? rs_value_int ((gint64)(value.range->low + (double)i * value.range->step))
                                 : rs_value_scalar (value.range->low + (double)i * value.range->step);
}

gboolean
rs_vm_take_apart (RsValue value, RsValue *results, guint n, GError **error)
{
  gint64 count = count_parts (value);

  if (count != n)
    {
      g_autofree char *what = rs_value_describe_one (value);

      if (count < 0)
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OUTPUTS,
                     "one value (%s) can't be taken apart into %u variables", what, n);
      else
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OUTPUTS,
                     "%s is taken apart into %u variables; it needs as many "
                     "as it has elements (%" G_GINT64_FORMAT "), _ for those that are not wanted",
                     what, n, count);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    results[i] = get_part (value, i);
  return TRUE;
}

/* A row or a column; a matrix of several rows has no order to unpack it in. */
static gboolean
is_one_dimensional (RsValue value)
{
  int rank = value.tag == RS_TAG_ARRAY ? value.array->rank : value.tag == RS_TAG_CELL ? value.cell->rank : 1;
  const gint64 *dims = value.tag == RS_TAG_ARRAY  ? value.array->dims
                       : value.tag == RS_TAG_CELL ? value.cell->dims
                                                  : NULL;
  int longer = 0;

  for (int d = 0; d < rank && dims != NULL; d++)
    longer += dims[d] != 1;
  return longer <= 1;
}

gboolean
rs_vm_append_parts (GArray *items, RsValue value, gint64 limit, GError **error)
{
  gint64 count = count_parts (value);

  if (count < 0)
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPREAD, "... spreads vectors and cells, not %s", what);
      return FALSE;
    }
  if (!is_one_dimensional (value))
    {
      g_autofree char *what = rs_value_describe_one (value);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPREAD,
                   "... spreads vectors, which have one dimension, not %s", what);
      return FALSE;
    }
  if (count > limit)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SPREAD, "... of %" G_GINT64_FORMAT " elements: too many",
                   count);
      return FALSE;
    }
  for (gint64 i = 0; i < count; i++)
    {
      RsValue part = get_part (value, i);

      g_array_append_val (items, part);
    }
  return TRUE;
}

GArray *
rs_vm_spread (const RsValue *values, guint n, const RsArgumentList *list, gint64 limit, GError **error)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (RsValue));

  g_array_set_clear_func (items, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < n; i++)
    if (list == NULL || !list->is_spread[i])
      {
        RsValue value = rs_value_ref (values[i]);

        g_array_append_val (items, value);
      }
    else if (!rs_vm_append_parts (items, values[i], limit, error))
      {
        g_array_unref (items);
        return NULL;
      }
  return items;
}

gboolean
rs_vm_has_names (const RsArgumentList *list)
{
  for (guint i = 0; list != NULL && i < list->n; i++)
    if (list->names[i] != NULL)
      return TRUE;
  return FALSE;
}

GArray *
rs_vm_positional_arguments (const RsValue *values, guint n, const RsArgumentList *list, GError **error)
{
  GArray *items;

  if (!rs_vm_has_names (list))
    return rs_vm_spread (values, n, list, RS_MAX_REGISTERS, error);
  items = g_array_new (FALSE, FALSE, sizeof (RsValue));
  g_array_set_clear_func (items, (GDestroyNotify)rs_value_clear);
  for (guint i = 0; i < n; i++)
    {
      RsValue value = rs_value_ref (values[i]);

      if (list->names[i] != NULL)
        rs_value_clear (&value);
      else if (!list->is_spread[i])
        g_array_append_val (items, value);
      else
        {
          gboolean ok = rs_vm_append_parts (items, value, RS_MAX_REGISTERS, error);

          rs_value_clear (&value);
          if (!ok)
            {
              g_array_unref (items);
              return NULL;
            }
        }
    }
  return items;
}
