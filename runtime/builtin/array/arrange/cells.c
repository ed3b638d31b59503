/* Cells in functions that put elements in other places.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/arrange/cells.h"

#include "runtime/value/types/cell.h"

/* first, first + 1, ... in the shape of the cell. */
static RsArray *
number_elements (const RsCell *cell, gint64 first, const char *name, GError **error)
{
  RsArray *numbers;
  gint32 *out;

  if (cell->n_elements > G_MAXINT32 - first)
    {
      rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "the cells have too many elements");
      return NULL;
    }
  numbers = rs_array_new (RS_ELEMENT_INT32, cell->rank, cell->dims, FALSE, error);
  out = numbers != NULL ? rs_array_write (numbers) : NULL;
  for (gint64 i = 0; numbers != NULL && i < cell->n_elements; i++)
    out[i] = (gint32)(first + i);
  return numbers;
}

/* The cell among the arguments whose element has this number; *number becomes its place there. */
static const RsCell *
find_cell (const RsCall *call, guint first, gint64 *number)
{
  for (;; first++)
    {
      const RsCell *cell = call->arguments[first].cell;

      if (*number < cell->n_elements)
        return cell;
      *number -= cell->n_elements;
    }
}

/* Of what kind the result is: that of the cells when they all are of one. */
static void
take_kind (RsCell *result, const RsCall *call, guint first, guint n)
{
  result->type = call->arguments[first].cell->type;
  result->item = call->arguments[first].cell->item;
  for (guint i = first; i < first + n; i++)
    if (call->arguments[i].cell->type != result->type || call->arguments[i].cell->item != result->item)
      {
        result->type = result->item = NULL;
        return;
      }
}

/* Becomes NULL: an error has been set. */
static RsCell *
collect_elements (const RsCall *call, guint first, guint n, RsArray *numbers, GError **error)
{
  RsCell *result = rs_cell_new (numbers->rank, numbers->dims, error);
  const gint32 *in = rs_array_read (numbers);

  if (result == NULL)
    return NULL;
  take_kind (result, call, first, n);
  for (gint64 i = 0; i < numbers->n_elements; i++)
    {
      gint64 place = in[i];
      const RsCell *cell = find_cell (call, first, &place);

      result->elements[i] = rs_cell_copy_item (result, cell->elements[place]);
    }
  return result;
}

gboolean
rs_call_rearrange_cells (RsCall *call, RsBuiltinFunction function, guint first, guint n, const char *name,
                         GError **error)
{
  g_autofree RsValue *arguments = g_memdup2 (call->arguments, call->n_arguments * sizeof (RsValue));
  RsValue numbers = RS_NONE;
  RsCell *result = NULL;
  RsCall inner = *call;
  gint64 count = 0;
  guint done;
  gboolean good = TRUE;

  for (done = first; done < first + n && good; done++)
    {
      RsArray *array = NULL;

      good = call->arguments[done].tag == RS_TAG_CELL
             || rs_call_fail_argument (call, done, error, name, "a cell, as the one before it");
      if (good)
        array = number_elements (call->arguments[done].cell, count, name, error);
      good = array != NULL;
      if (!good)
        break;
      count += array->n_elements;
      arguments[done] = rs_value_object (array);
    }
  inner.arguments = arguments;
  inner.results = &numbers;
  inner.n_results = 1;
  good = good && function (&inner, error);
  if (good && numbers.tag == RS_TAG_ARRAY)
    result = collect_elements (call, first, n, numbers.array, error);
  while (done > first)
    rs_value_clear (&arguments[--done]);
  rs_value_clear (&numbers);
  if (result == NULL)
    return FALSE;
  return rs_call_return (call, rs_value_object (result));
}
