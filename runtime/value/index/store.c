/* Writing parts of arrays and cells.
 *
 * A store reads its right side completely first: the part is gathered, combined when the assignment is compound,
 * converted to the array's element type, and only then scattered, so that a store into the array it reads from shifts
 * and does not smear, and a failed conversion leaves the array as it was.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/index/indexing.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/value/index/selection.h"
#include "runtime/value/parts.h"

typedef struct
{
  guint64 low, high;
} guint128;

#define STORE_ROW(T)                                                                                                   \
  if (axis->list == NULL)                                                                                              \
    {                                                                                                                  \
      T *to = (T *)out + axis->start * axis->stride;                                                                   \
      const T *from = in;                                                                                              \
      for (gint64 i = 0; i < axis->count; i++, to += axis->step * axis->stride, from += in_step)                       \
        *to = *from;                                                                                                   \
      break;                                                                                                           \
    }                                                                                                                  \
  for (gint64 i = 0; i < axis->count; i++)                                                                             \
    {                                                                                                                  \
      gint64 position = rs_axis_get (axis, i);                                                                         \
      if (position != RS_OUTSIDE)                                                                                      \
        ((T *)out)[position * axis->stride] = ((const T *)in)[i * in_step];                                            \
    }                                                                                                                  \
  break

/* in_step: 0 writes the same element everywhere. */
static void
store_row (const RsAxis *axis, gsize bytes, gconstpointer in, gsize in_step, gpointer out)
{
  if (axis->list == NULL && axis->step * axis->stride == 1 && in_step == 1)
    {
      memcpy ((char *)out + axis->start * axis->stride * (gint64)bytes, in, axis->count * bytes);
      return;
    }
  switch (bytes)
    {
    case 1:
      STORE_ROW (guint8);
    case 2:
      STORE_ROW (guint16);
    case 4:
      STORE_ROW (guint32);
    case 8:
      STORE_ROW (guint64);
    default:
      STORE_ROW (guint128);
    }
}

/* Whether each element is written: what the array holds is not needed. */
static gboolean
covers_array (const RsArray *array, const RsSelection *selection)
{
  gint64 n = 1;

  for (int k = 0; k < selection->n_axes; k++)
    {
      const RsAxis *axis = &selection->axes[k];

      if (axis->list != NULL || ABS (axis->step) != 1)
        return FALSE;
      n *= axis->count;
    }
  return n == array->n_elements;
}

typedef struct {
  const RsSelection *selection;
  int outer; /* axis; -1: all in one part */
  gsize bytes, in_step;
  const char *in;
  char *out;
} Scatter;

static void
scatter_part (gpointer data, gint64 from, gint64 to)
{
  const Scatter *scatter = data;
  RsSelection selection = *scatter->selection; /* borrows its lists */
  const RsAxis *axis = &selection.axes[selection.n_axes - 1];
  const char *in = scatter->in;
  gint64 counters[RS_MAX_RANK] = { 0 };
  gint64 offset;

  if (scatter->outer >= 0)
    {
      in += selection.n_elements / selection.axes[scatter->outer].count * from
            * (gint64)(scatter->bytes * scatter->in_step);
      rs_selection_narrow (&selection, scatter->outer, from, to);
    }
  for (gboolean first = TRUE; rs_selection_next_row (&selection, counters, first, &offset); first = FALSE)
    {
      if (offset != RS_OUTSIDE)
        store_row (axis, scatter->bytes, in, scatter->in_step, scatter->out + offset * (gint64)scatter->bytes);
      in += axis->count * scatter->bytes * scatter->in_step;
    }
}

/* Parts write different elements where positions of the outer axis differ: those of a list may not. */
static void
scatter (RsArray *array, const RsSelection *whole, const char *in, gsize in_step)
{
  gsize bytes = rs_element_get_bytes (array->element);
  RsSelection selection = *whole; /* borrows its lists */
  gint64 shift = rs_selection_take_off_numbers (&selection), count;
  int outer = rs_selection_get_outer_axis (&selection);
  gpointer data = covers_array (array, whole) ? rs_array_overwrite (array) : rs_array_write (array);
  Scatter scatter = { &selection, outer >= 0 && selection.axes[outer].list == NULL ? outer : -1,
                      bytes,      in_step,
                      in,         (char *)data + shift * (gint64)bytes };

  count = scatter.outer >= 0 ? selection.axes[outer].count : 1;
  rs_run_parts_of_bytes (count, (gsize)selection.n_elements * bytes, scatter_part, &scatter);
}

static gboolean
fail_value (RsValue array, RsValue value, const char *name, GError **error)
{
  g_autofree char *what = rs_value_describe_one (value), *where = rs_value_describe_one (array);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STORE_TYPE, "%s can't be stored into %s, %s%s", what,
               name != NULL ? name : "the array", where,
               value.tag == RS_TAG_COMPLEX || value.tag == RS_TAG_ARRAY ? " of real numbers" : "");
  return FALSE;
}

static gboolean
fail_size (const RsSelection *selection, const RsShape *value, const char *name, GError **error)
{
  RsShape target = rs_shape_of_dims (selection->rank, selection->dims);
  g_autofree char *a = rs_shape_to_string (&target), *b = rs_shape_to_string (value);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
               "the sizes of an assignment differ: the part of %s is %s, the value is %s",
               name != NULL ? name : "the array", a, b);
  return FALSE;
}

static gboolean
fail_overflow (const RsArray *array, const char *name, GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW,
               "a value does not fit the elements of %s, which are %s; declare it 'sat or 'unchecked to clip or wrap",
               name != NULL ? name : "the array", rs_element_get_name (array->element));
  return FALSE;
}

/* Whether the value is complex while the array is not. */
static gboolean
loses_imaginary (const RsArray *array, RsValue value)
{
  if (rs_element_is_complex (array->element))
    return FALSE;
  return value.tag == RS_TAG_COMPLEX || (value.tag == RS_TAG_ARRAY && rs_element_is_complex (value.array->element));
}

static gboolean
store_number (RsArray *array, const RsSelection *selection, RsValue value, const char *name, GError **error)
{
  RsCompute compute = value.tag == RS_TAG_COMPLEX  ? RS_COMPUTE_CDOUBLE
                      : value.tag == RS_TAG_SCALAR ? RS_COMPUTE_DOUBLE
                                                   : RS_COMPUTE_INT;
  RsBlockNumber number = rs_block_number (compute, value);
  guint64 element[2];

  if (!rs_block_store (compute, &number, 1, array->element, array->overflow, element))
    return fail_overflow (array, name, error);
  if (selection->n_elements > 0)
    scatter (array, selection, (const char *)element, 0);
  return TRUE;
}

/* The value has the part's size, or a mask selects from a value of the array's size, or it has one element. */
static gboolean
store_array (RsArray *array, const RsSelection *selection, RsArray *value, const char *name, GError **error)
{
  RsShape shape = rs_shape_of_array (value), target = rs_shape_of_dims (selection->rank, selection->dims);
  gboolean one = value->n_elements == 1 && selection->n_elements != 1;
  g_autofree char *converted = NULL;
  const char *data;

  if (!one && !rs_shape_equal_squeezed (&shape, &target))
    {
      if (value->n_elements != 0 || selection->n_elements != 0)
        return fail_size (selection, &shape, name, error);
      return TRUE;
    }
  if (selection->n_elements == 0)
    return TRUE;
  data = rs_array_read (value);
  if (value->element != array->element || value == array)
    {
      converted = g_try_malloc_n (value->n_elements, rs_element_get_bytes (array->element));
      if (converted == NULL)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                       "no memory for a store of %" G_GINT64_FORMAT " elements", value->n_elements);
          return FALSE;
        }
      if (!rs_block_convert (value->element, data, value->n_elements, array->element, array->overflow, converted))
        return fail_overflow (array, name, error);
      data = converted;
    }
  scatter (array, selection, data, one ? 0 : 1);
  return TRUE;
}

static gboolean
store_value (RsArray *array, const RsSelection *selection, RsValue value, RsPrecision precision, const char *name,
             GError **error)
{
  if (loses_imaginary (array, value))
    return fail_value (rs_value_object (array), value, name, error);
  if (rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX)
    return store_number (array, selection, value, name, error);
  if (value.tag == RS_TAG_RANGE && value.range->count > 1 && value.range->count != selection->n_elements)
    {
      const RsShape shape = { .rank = 2, .dims = { 1, value.range->count } }; /* known before there is memory for it */

      return fail_size (selection, &shape, name, error);
    }
  if (value.tag == RS_TAG_ARRAY || value.tag == RS_TAG_RANGE)
    {
      g_autoptr (RsArray) source = rs_value_to_array (value, precision, error);

      return source != NULL && store_array (array, selection, source, name, error);
    }
  return fail_value (rs_value_object (array), value, name, error);
}

/* Maximum, minimum and the bitwise operators of two numbers. */
static gboolean
combine_numbers (RsOperator op, RsValue a, RsValue b, RsValue *result, GError **error)
{
  if (!rs_value_is_number (a) || !rs_value_is_number (b))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OPERATOR_TYPE, "operator %s needs real numbers",
                   rs_operator_to_string (op));
      return FALSE;
    }
  if (op == RS_OP_ASSIGN_MAXIMUM || op == RS_OP_ASSIGN_MINIMUM)
    {
      double old = rs_value_to_double (a), new = rs_value_to_double (b);

      *result = (op == RS_OP_ASSIGN_MAXIMUM ? new > old : new < old) ? b : a; /* a NaN changes nothing, and stays */
      return TRUE;
    }
  gint64 x, y;

  if (!rs_value_to_integer (a, &x) || !rs_value_to_integer (b, &y))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OPERATOR_TYPE, "operator %s needs integers",
                   rs_operator_to_string (op));
      return FALSE;
    }
  *result = rs_value_int (op == RS_OP_ASSIGN_AND ? (x & y) : op == RS_OP_ASSIGN_OR ? (x | y) : (x ^ y));
  return TRUE;
}

/* The same for a part of an array; the part becomes the result. */
static gboolean
combine_arrays (RsOperator op, RsArray *part, RsValue value, GError **error)
{
  gboolean array = value.tag == RS_TAG_ARRAY;

  if (array && value.array->n_elements != part->n_elements)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE,
                   "operator %s needs equal sizes, but there are %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                   " elements",
                   rs_operator_to_string (op), part->n_elements, value.array->n_elements);
      return FALSE;
    }
  for (gint64 i = 0; i < part->n_elements; i++)
    {
      RsValue a = rs_array_get_element (part, i),
              b = array ? rs_array_get_element (value.array, i) : rs_value_ref (value);
      RsValue combined = RS_NONE;
      gboolean good = combine_numbers (op, a, b, &combined, error) && rs_array_set_element (part, i, combined, error);

      rs_value_clear (&a);
      rs_value_clear (&b);
      if (!good)
        return FALSE;
    }
  return TRUE;
}

gboolean
rs_value_combine (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error)
{
  *result = RS_NONE;
  if (op < RS_OP_ASSIGN)
    return rs_value_binary (op, left, right, precision, result, error);
  if (left.tag == RS_TAG_ARRAY)
    {
      RsArray *copy = rs_array_copy (left.array, error);

      if (copy == NULL)
        return FALSE;
      *result = rs_value_object (copy);
      if (combine_arrays (op, copy, right, error))
        return TRUE;
      rs_value_clear (result);
      return FALSE;
    }
  return combine_numbers (op, left, right, result, error);
}

/* x[m] = c with a mask m and an array c of x's size takes the elements of c where m holds. */
static gboolean
is_masked_value (const RsArray *array, const RsValue *indices, guint n, RsValue value)
{
  RsShape shape = rs_shape_of_array (array), other;

  if (n != 1 || indices[0].tag != RS_TAG_ARRAY || indices[0].array->element != RS_ELEMENT_BOOL
      || value.tag != RS_TAG_ARRAY)
    return FALSE;
  other = rs_shape_of_array (value.array);
  return rs_shape_equal (&shape, &other);
}

/* An update of a part. Two integers divide as in compiled code: exactly, truncated, and by zero 0. */
static gboolean
combine_part (RsOperator op, RsValue part, RsValue value, RsPrecision precision, RsValue *result, GError **error)
{
  gboolean divides = op == RS_OP_DIVIDE || op == RS_OP_DOT_DIVIDE;

  if (!divides || part.tag != RS_TAG_INT || (value.tag != RS_TAG_INT && value.tag != RS_TAG_BOOL)
      || (part.integer == G_MININT64 && value.integer == -1))
    return rs_value_combine (op, part, value, precision, result, error);
  *result = rs_value_int (value.integer == 0 ? 0 : part.integer / value.integer);
  return TRUE;
}

#define BLEND(T)                                                                                                       \
  {                                                                                                                    \
    T *restrict to = data;                                                                                             \
    const T *restrict from = in;                                                                                       \
    if (step == 0)                                                                                                     \
      for (gint64 i = 0; i < n; i++)                                                                                   \
        to[i] = bits[i] ? from[0] : to[i];                                                                             \
    else                                                                                                               \
      for (gint64 i = 0; i < n; i++)                                                                                   \
        to[i] = bits[i] ? from[i] : to[i];                                                                             \
    return TRUE;                                                                                                       \
  }

/* step: 0 writes the same element everywhere. FALSE: not elements of this size. */
static gboolean
blend (gpointer data, const guint8 *restrict bits, gconstpointer in, guint step, gint64 n, gsize bytes)
{
  switch (bytes)
    {
    case 1:
      BLEND (guint8);
    case 2:
      BLEND (guint16);
    case 4:
      BLEND (guint32);
    case 8:
      BLEND (guint64);
    default:
      return FALSE;
    }
}

/* x[m] = c with a mask m of x's size and a number, or an array of x's size and type, goes through x once, without a
 * list of
 * positions. FALSE: not done. */
static gboolean
store_where (RsArray *array, const RsValue *indices, guint n, RsValue value)
{
  RsShape shape = rs_shape_of_array (array), mask;
  RsCompute compute = value.tag == RS_TAG_SCALAR ? RS_COMPUTE_DOUBLE : RS_COMPUTE_INT;
  RsBlockNumber number;
  guint64 element[2];
  const guint8 *bits;

  if (n != 1 || indices[0].tag != RS_TAG_ARRAY || indices[0].array->element != RS_ELEMENT_BOOL
      || indices[0].array == array || rs_element_get_bytes (array->element) > sizeof (guint64))
    return FALSE;
  mask = rs_shape_of_array (indices[0].array);
  if (!rs_shape_equal (&shape, &mask))
    return FALSE;
  bits = rs_array_read (indices[0].array);
  if (is_masked_value (array, indices, n, value) && value.array->element == array->element && value.array != array)
    return blend (rs_array_write (array), bits, rs_array_read (value.array), 1, array->n_elements,
                  rs_element_get_bytes (array->element));
  if (!rs_value_is_number (value))
    return FALSE;
  number = rs_block_number (compute, value);
  return rs_block_store (compute, &number, 1, array->element, array->overflow, element)
         && blend (rs_array_write (array), bits, element, 0, array->n_elements, rs_element_get_bytes (array->element));
}

static gboolean
store_into_array (RsArray *array, const RsValue *indices, guint n, RsOperator op, RsValue value, RsBoundary boundary,
                  RsPrecision precision, const char *name, GError **error)
{
  RsSelection selection;
  RsValue part = RS_NONE, combined = RS_NONE, masked = RS_NONE;
  gboolean good;

  if (op == RS_OP_NONE && store_where (array, indices, n, value))
    return TRUE;
  good = rs_selection_init (&selection, array->rank, array->dims, indices, n, boundary, name, rs_value_object (array),
                            error);
  if (good && is_masked_value (array, indices, n, value))
    {
      good = rs_value_index (value, indices, n, boundary, precision, name, &masked, error);
      value = masked;
    }
  if (good && op != RS_OP_NONE)
    good = rs_value_index (rs_value_object (array), indices, n, boundary, precision, name, &part, error)
           && combine_part (op, part, value, precision, &combined, error);
  if (good)
    good = store_value (array, &selection, op != RS_OP_NONE ? combined : value, precision, name, error);
  rs_value_clear (&masked);
  rs_value_clear (&part);
  rs_value_clear (&combined);
  rs_selection_clear (&selection);
  return good;
}

/* value: a cell of the part's size is taken apart, anything else goes into every element. */
/* Before anything is stored: whether every element fits the type of the cell. items: NULL when value goes everywhere.
 * */
static gboolean
check_cell_items (RsCell *cell, const RsSelection *selection, const RsValue *items, RsValue value, const char *name,
                  GError **error)
{
  const RsAxis *axis = &selection->axes[selection->n_axes - 1];
  gint64 counters[RS_MAX_RANK] = { 0 };
  gint64 offset, k = 0;

  if (cell->type == NULL)
    return TRUE;
  for (gboolean first = TRUE; rs_selection_next_row (selection, counters, first, &offset); first = FALSE)
    for (gint64 i = 0; i < axis->count; i++, k++)
      {
        gint64 position = rs_axis_get (axis, i);

        if (offset != RS_OUTSIDE && position != RS_OUTSIDE
            && !rs_cell_accept (cell, offset + position * axis->stride, items != NULL ? items[k] : value, name, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
store_cell_selection (RsCell *cell, const RsSelection *selection, RsValue value, const char *name, GError **error)
{
  const RsAxis *axis = &selection->axes[selection->n_axes - 1];
  gboolean apart = value.tag == RS_TAG_CELL && !selection->is_element;
  g_autofree RsValue *items = NULL;
  gint64 counters[RS_MAX_RANK] = { 0 };
  gint64 offset, k = 0;

  if (apart)
    {
      RsShape shape = rs_shape_of_value (value), target = rs_shape_of_dims (selection->rank, selection->dims);

      if (!rs_shape_equal_squeezed (&shape, &target))
        return fail_size (selection, &shape, name, error);
      items = g_new (RsValue, value.cell->n_elements + 1);
      for (gint64 i = 0; i < value.cell->n_elements; i++)
        items[i] = rs_value_ref (value.cell->elements[i]);
    }
  if (!check_cell_items (cell, selection, items, value, name, error))
    {
      for (gint64 i = 0; apart && i < value.cell->n_elements; i++)
        rs_value_clear (&items[i]);
      return FALSE;
    }
  for (gboolean first = TRUE; rs_selection_next_row (selection, counters, first, &offset); first = FALSE)
    for (gint64 i = 0; i < axis->count; i++, k++)
      {
        gint64 position = rs_axis_get (axis, i);
        RsValue item = apart ? items[k] : rs_value_ref (value);

        if (offset != RS_OUTSIDE && position != RS_OUTSIDE)
          {
            RsValue *target = &cell->elements[offset + position * axis->stride];
            RsValue old = *target;

            *target = item;
            rs_value_clear (&old);
          }
        else
          rs_value_clear (&item);
      }
  return TRUE;
}

/* What the elements of a vec[T] keep of a value, or of each element of a cell that is taken apart. */
static gboolean
convert_items (const RsCell *cell, const RsSelection *selection, RsValue value, RsPrecision precision, RsValue *kept,
               GError **error)
{
  RsCell *items;

  if (cell->item == NULL || value.tag != RS_TAG_CELL || selection->is_element)
    return rs_cell_convert_item (cell, value, precision, kept, error);
  items = rs_cell_new (value.cell->rank, value.cell->dims, error);
  if (items == NULL)
    return FALSE;
  *kept = rs_value_object (items);
  for (gint64 i = 0; i < items->n_elements; i++)
    if (!rs_cell_convert_item (cell, value.cell->elements[i], precision, &items->elements[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
store_into_cell (RsCell *cell, const RsValue *indices, guint n, RsOperator op, RsValue value, RsBoundary boundary,
                 RsPrecision precision, const char *name, GError **error)
{
  RsSelection selection;
  RsValue part = RS_NONE, combined = RS_NONE, kept = RS_NONE;
  gboolean good = rs_selection_init (&selection, cell->rank, cell->dims, indices, n, boundary, name,
                                     rs_value_object (cell), error);

  if (good && op != RS_OP_NONE)
    good = rs_value_index (rs_value_object (cell), indices, n, boundary, precision, name, &part, error)
           && rs_value_binary (op, part, value, precision, &combined, error);
  if (good)
    good = convert_items (cell, &selection, op != RS_OP_NONE ? combined : value, precision, &kept, error)
           && store_cell_selection (cell, &selection, kept, name, error);
  rs_value_clear (&kept);
  rs_value_clear (&part);
  rs_value_clear (&combined);
  rs_selection_clear (&selection);
  return good;
}

gboolean
rs_value_store (RsValue object, const RsValue *indices, guint n, RsOperator op, RsValue value, RsBoundary boundary,
                RsPrecision precision, const char *name, GError **error)
{
  g_autofree char *what = NULL;

  if (object.tag == RS_TAG_ARRAY)
    return store_into_array (object.array, indices, n, op, value, boundary, precision, name, error);
  if (object.tag == RS_TAG_CELL)
    return store_into_cell (object.cell, indices, n, op, value, boundary, precision, name, error);
  what = rs_value_describe_one (object);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STORE_TYPE, "elements of %s can't be assigned: it is %s",
               name != NULL ? name : "the value", what);
  return FALSE;
}
