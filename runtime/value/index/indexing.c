/* Reading parts of arrays, cells, strings and ranges.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/index/indexing.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/index/selection.h"
#include "runtime/value/parts.h"
#include "runtime/value/types/string.h"

#include <math.h>

/* Copies one row of a selection: `in` is the array's data at the row's offset. */
#define COPY_ROW(T)                                                                                                    \
  if (axis->list == NULL && axis->start >= 0)                                                                          \
    {                                                                                                                  \
      const T *from = (const T *)in + axis->start * axis->stride;                                                      \
      gint64 step = axis->step * axis->stride;                                                                         \
      for (gint64 i = 0; i < axis->count; i++)                                                                         \
        ((T *)out)[i] = from[i * step];                                                                                \
      break;                                                                                                           \
    }                                                                                                                  \
  for (gint64 i = 0; i < axis->count; i++)                                                                             \
    {                                                                                                                  \
      gint64 position = rs_axis_get (axis, i);                                                                         \
      ((T *)out)[i] = position == RS_OUTSIDE ? zero.as_##T : ((const T *)in)[position * axis->stride];                 \
    }                                                                                                                  \
  break

typedef struct
{
  guint64 low, high;
} guint128;

static void
copy_row (const RsAxis *axis, gsize bytes, gconstpointer in, gpointer out)
{
  static const union
  {
    guint8 as_guint8;
    guint16 as_guint16;
    guint32 as_guint32;
    guint64 as_guint64;
    guint128 as_guint128;
  } zero = { .as_guint128 = { 0, 0 } };

  if (axis->list == NULL && axis->step * axis->stride == 1)
    {
      memcpy (out, (const char *)in + axis->start * bytes, axis->count * bytes);
      return;
    }
  switch (bytes)
    {
    case 1:
      COPY_ROW (guint8);
    case 2:
      COPY_ROW (guint16);
    case 4:
      COPY_ROW (guint32);
    case 8:
      COPY_ROW (guint64);
    default:
      COPY_ROW (guint128);
    }
}

#define PIECE_ELEMENTS ((gint64)1 << 20) /* between two polls */

/* A selection on its way into a new array. */
typedef struct {
  const RsSelection *selection;
  int outer; /* axis; -1: there is one element */
  gsize bytes;
  const char *in;
  char *out;
} Gather;

static void
gather_piece (const Gather *gather, gint64 from, gint64 to)
{
  RsSelection selection = *gather->selection; /* borrows its lists */
  const RsAxis *axis = &selection.axes[selection.n_axes - 1];
  gint64 counters[RS_MAX_RANK] = { 0 };
  gint64 offset;
  char *out = gather->out;

  if (gather->outer >= 0)
    {
      out += selection.n_elements / selection.axes[gather->outer].count * from * (gint64)gather->bytes;
      rs_selection_narrow (&selection, gather->outer, from, to);
    }
  for (gboolean first = TRUE; rs_selection_next_row (&selection, counters, first, &offset); first = FALSE)
    {
      if (offset == RS_OUTSIDE)
        memset (out, 0, axis->count * gather->bytes);
      else
        copy_row (axis, gather->bytes, gather->in + offset * (gint64)gather->bytes, out);
      out += axis->count * gather->bytes;
    }
}

/* In pieces, between which it ends early when the program is to stop. */
static void
gather_part (gpointer data, gint64 from, gint64 to)
{
  const Gather *gather = data;
  gint64 count = gather->outer >= 0 ? gather->selection->axes[gather->outer].count : 1;
  gint64 piece = MAX (1, PIECE_ELEMENTS / (gather->selection->n_elements / count));

  for (gint64 k = from; k < to && (k == from || !rs_error_set_stopped (NULL)); k += piece)
    gather_piece (gather, k, MIN (to, k + piece));
}

static RsArray *
read_selection (RsArray *array, const RsSelection *whole, GError **error)
{
  gsize bytes = rs_element_get_bytes (array->element);
  RsArray *result = rs_array_new (array->element, whole->rank, whole->dims, FALSE, error);
  RsSelection selection = *whole; /* borrows its lists */
  gint64 shift = rs_selection_take_off_numbers (&selection), count;
  Gather gather = { &selection, rs_selection_get_outer_axis (&selection), bytes };

  if (result == NULL || result->n_elements == 0)
    return result;
  gather.in = (const char *)rs_array_read (array) + shift * (gint64)bytes;
  gather.out = rs_array_write (result);
  count = gather.outer >= 0 ? selection.axes[gather.outer].count : 1;
  rs_run_parts_of_bytes (count, (gsize)result->n_elements * bytes, gather_part, &gather);
  if (result->n_elements > PIECE_ELEMENTS && rs_error_set_stopped (error))
    g_clear_pointer (&result, rs_array_unref);
  return result;
}

/* Offset of the one element of a selection of numbers, or RS_OUTSIDE. */
static gint64
element_offset (const RsSelection *selection)
{
  gint64 offset = 0;

  for (int k = 0; k < selection->n_axes; k++)
    {
      gint64 position = rs_axis_get (&selection->axes[k], 0);

      if (position == RS_OUTSIDE)
        return RS_OUTSIDE;
      offset += position * selection->axes[k].stride;
    }
  return offset;
}

static RsValue
zero_of (RsElement element)
{
  if (rs_element_is_complex (element))
    return rs_value_new_complex (0, 0);
  if (rs_element_is_floating (element))
    return rs_value_scalar (0);
  return element == RS_ELEMENT_BOOL ? rs_value_bool (FALSE) : rs_value_int (0);
}

static gboolean
index_array (RsArray *array, const RsValue *indices, guint n, RsBoundary boundary, const char *name, RsValue *result,
             GError **error)
{
  RsSelection selection;
  gboolean good = rs_selection_init (&selection, array->rank, array->dims, indices, n, boundary, name,
                                     rs_value_object (array), error);

  if (good && selection.is_element)
    {
      gint64 offset = element_offset (&selection);

      *result = offset == RS_OUTSIDE ? zero_of (array->element) : rs_array_get_element (array, offset);
    }
  else if (good)
    {
      RsArray *part = read_selection (array, &selection, error);

      good = part != NULL;
      if (good)
        *result = rs_value_object (part);
    }
  rs_selection_clear (&selection);
  return good;
}

/* What a cell's element that was never stored reads as. */
static gboolean
read_cell_element (const RsCell *cell, gint64 offset, RsPrecision precision, RsValue *result, GError **error)
{
  if (offset != RS_OUTSIDE && cell->elements[offset].tag != RS_TAG_NONE)
    {
      *result = rs_value_ref (cell->elements[offset]);
      return TRUE;
    }
  return rs_value_new_matrix (NULL, 0, precision, result, error);
}

static gboolean
read_cell_selection (const RsCell *cell, const RsSelection *selection, RsValue *result, GError **error)
{
  const RsAxis *axis = &selection->axes[selection->n_axes - 1];
  RsCell *part = rs_cell_new (selection->rank, selection->dims, error);
  gint64 counters[RS_MAX_RANK] = { 0 };
  gint64 offset, k = 0;

  if (part == NULL)
    return FALSE;
  part->item = cell->item;
  for (gboolean first = TRUE; rs_selection_next_row (selection, counters, first, &offset); first = FALSE)
    for (gint64 i = 0; i < axis->count; i++, k++)
      {
        gint64 position = rs_axis_get (axis, i);

        if (offset != RS_OUTSIDE && position != RS_OUTSIDE)
          part->elements[k] = rs_cell_copy_item (cell, cell->elements[offset + position * axis->stride]);
      }
  *result = rs_value_object (part);
  return TRUE;
}

static gboolean
index_cell (RsCell *cell, const RsValue *indices, guint n, RsBoundary boundary, RsPrecision precision, const char *name,
            RsValue *result, GError **error)
{
  RsSelection selection;
  gboolean good = rs_selection_init (&selection, cell->rank, cell->dims, indices, n, boundary, name,
                                     rs_value_object (cell), error);

  if (good && selection.is_element)
    good = read_cell_element (cell, element_offset (&selection), precision, result, error);
  else if (good)
    good = read_cell_selection (cell, &selection, result, error);
  rs_selection_clear (&selection);
  return good;
}

/* Characters of a string. */
static gboolean
index_string (RsString *string, const RsValue *indices, guint n, RsBoundary boundary, const char *name, RsValue *result,
              GError **error)
{
  const gint64 length = rs_string_count (string);
  RsSelection selection;
  GString *text;
  const RsAxis *axis;

  if (n != 1)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX_NUMBER, "a string needs one index, not %u", n);
      return FALSE;
    }
  if (!rs_selection_init (&selection, 1, &length, indices, n, boundary, name, rs_value_object (string), error))
    {
      rs_selection_clear (&selection);
      return FALSE;
    }
  text = g_string_new (NULL);
  axis = &selection.axes[0];
  for (gint64 i = 0; i < axis->count; i++)
    {
      const gint64 position = rs_axis_get (axis, i);

      if (position != RS_OUTSIDE)
        {
          const char *start = string->text + rs_string_find (string, position);

          g_string_append_len (text, start, g_utf8_next_char (start) - start);
        }
    }
  *result = rs_value_new_string (text->str, text->len);
  g_string_free (text, TRUE);
  rs_selection_clear (&selection);
  return TRUE;
}

/* A number is an array of one element here: a reduction's result may be read with [0]. */
static gboolean
index_number (RsValue number, const RsValue *indices, guint n, RsBoundary boundary, const char *name, RsValue *result,
              GError **error)
{
  static const gint64 one[RS_MAX_RANK] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
  RsSelection selection;
  gboolean good = rs_selection_init (&selection, 1, one, indices, n, boundary, name, number, error);

  if (good && (selection.n_elements != 1 || element_offset (&selection) == RS_OUTSIDE))
    {
      if (selection.is_element)
        *result = rs_value_int (0);
      else
        {
          good = FALSE;
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX_NUMBER, "%s is a number: its only index is 0",
                       name != NULL ? name : "the value");
        }
    }
  else if (good)
    *result = rs_value_ref (number);
  rs_selection_clear (&selection);
  return good;
}

/* range[i] with a number inside of it. FALSE: it is something else. */
static gboolean
get_number_of_range (const RsRange *range, RsValue index, RsPrecision precision, RsValue *result)
{
  double position = index.tag == RS_TAG_INT      ? (double)index.integer
                    : index.tag == RS_TAG_SCALAR ? trunc (index.scalar)
                                                 : -1;
  double x;

  if (!(position >= 0 && position < (double)range->count))
    return FALSE;
  x = range->low + range->step * position;
  *result = range->is_integer ? rs_value_int ((gint64)x)
                              : rs_value_scalar (precision == RS_PRECISION_SINGLE ? (float)x : x);
  return TRUE;
}

static gboolean
index_range (RsRange *range, const RsValue *indices, guint n, RsBoundary boundary, RsPrecision precision,
             const char *name, RsValue *result, GError **error)
{
  RsValue array;
  gboolean good;

  if (n == 1 && get_number_of_range (range, indices[0], precision, result))
    return TRUE;
  if (!rs_value_range_to_array (range, precision, &array, error))
    return FALSE;
  good = index_array (array.array, indices, n, boundary, name, result, error);
  rs_value_clear (&array);
  return good;
}

gboolean
rs_value_index (RsValue object, const RsValue *indices, guint n, RsBoundary boundary, RsPrecision precision,
                const char *name, RsValue *result, GError **error)
{
  g_autofree char *what = NULL;

  *result = RS_NONE;
  switch (object.tag)
    {
    case RS_TAG_ARRAY:
      return index_array (object.array, indices, n, boundary, name, result, error);
    case RS_TAG_CELL:
      return index_cell (object.cell, indices, n, boundary, precision, name, result, error);
    case RS_TAG_STRING:
      return index_string (object.string, indices, n, boundary, name, result, error);
    case RS_TAG_RANGE:
      return index_range (object.range, indices, n, boundary, precision, name, result, error);
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
    case RS_TAG_COMPLEX:
      return index_number (object, indices, n, boundary, name, result, error);
    default:
      what = rs_value_describe_one (object);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NOT_INDEXED, "%s can't be indexed: it is %s",
                   name != NULL ? name : "the value", what);
      return FALSE;
    }
}
