/* Types used as functions: mat(h,w), vec[int](n), cube[uint8](h,w,3), and cells.
 *
 * Array types give zeroed arrays of the sizes that follow, number types convert, cell types give cells of zeros, empty
 * texts and empty arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/box.h"
#include "runtime/builtin/device/convert.h"
#include "runtime/value/shape.h"
#include "runtime/vm/vm-private.h"

#include <math.h>
#include <string.h>

/* Whether they are arrays of one size and element type. */
static gboolean
are_alike (const RsValue *values, guint n)
{
  RsShape first, other;

  if (values[0].tag != RS_TAG_ARRAY || values[0].array->rank == RS_MAX_RANK)
    return FALSE;
  first = rs_shape_of_array (values[0].array);
  for (guint i = 1; i < n; i++)
    {
      if (values[i].tag != RS_TAG_ARRAY || values[i].array->element != values[0].array->element)
        return FALSE;
      other = rs_shape_of_array (values[i].array);
      if (!rs_shape_equal (&first, &other))
        return FALSE;
    }
  return TRUE;
}

/* Arrays on each other, where one of them lives on a device. */
static RsLaunchResult
stack_on_device (RsSession *session, const RsValue *values, guint n, RsValue *result, GError **error)
{
  gint64 dims[RS_MAX_RANK] = { n };
  g_autofree RsArray **arrays = NULL;
  g_autoptr (RsArray) stack = NULL;
  RsLaunchResult launched;

  if (n < 2 || !are_alike (values, n) || values[0].array->n_elements == 0)
    return RS_LAUNCH_INTERPRET;
  arrays = g_new (RsArray *, n);
  for (guint i = 0; i < n; i++)
    arrays[i] = values[i].array;
  memcpy (dims + 1, arrays[0]->dims, sizeof dims[0] * (gsize)arrays[0]->rank);
  stack = rs_array_new (arrays[0]->element, arrays[0]->rank + 1, dims, FALSE, error);
  if (stack == NULL)
    return RS_LAUNCH_FAILED;
  launched = rs_device_join (session, "vertcat", arrays, n, 1, stack, error);
  if (launched == RS_LAUNCH_QUEUED)
    *result = rs_value_object (g_steal_pointer (&stack));
  return launched;
}

gboolean
rs_vm_new_matrix (RsThread *thread, const RsValue *values, guint n, RsValue *result, GError **error)
{
  RsSession *session = thread->vm->session;

  if (G_UNLIKELY (rs_device_is_used (session) && n > 0 && values[0].tag == RS_TAG_ARRAY))
    {
      const RsLaunchResult launched = stack_on_device (session, values, n, result, error);

      if (launched != RS_LAUNCH_INTERPRET)
        return launched == RS_LAUNCH_QUEUED;
    }
  return rs_value_new_matrix (values, n, session->precision, result, error);
}

gboolean
rs_vm_new_cell (const RsValue *values, guint n, RsValue *result, GError **error)
{
  gint64 dims[1] = { n };
  RsCell *cell = rs_cell_new (1, dims, error);

  if (cell == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    cell->elements[i] = rs_value_ref (values[i]);
  *result = rs_value_object (cell);
  return TRUE;
}

static gboolean
get_size (RsValue value, gint64 *size, const char *what, GError **error)
{
  if (rs_value_is_number (value))
    {
      if (value.tag == RS_TAG_SCALAR && isnan (value.scalar))
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE, "%s: a size is not a number (NaN)", what);
          return FALSE;
        }
      *size = value.tag == RS_TAG_SCALAR ? rs_truncate (value.scalar) : value.integer;
      if (*size >= 0)
        return TRUE;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE,
                   "%s: the size %" G_GINT64_FORMAT " is negative", what, *size);
      return FALSE;
    }
  {
    g_autofree char *is = rs_value_describe_one (value);

    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE, "%s: a size is a number, not %s", what, is);
  }
  return FALSE;
}

int
rs_vm_get_sizes (const RsValue *arguments, guint n, gint64 *dims, const char *what, GError **error)
{
  gboolean is_vector = n == 1 && (arguments[0].tag == RS_TAG_ARRAY || arguments[0].tag == RS_TAG_RANGE);
  RsValue vector = RS_NONE;
  gint64 count = n;
  gboolean ok = TRUE;

  if (is_vector)
    {
      if (arguments[0].tag == RS_TAG_RANGE)
        {
          if (!rs_value_range_to_array (arguments[0].range, RS_PRECISION_DOUBLE, &vector, error))
            return 0;
        }
      else
        vector = rs_value_ref (arguments[0]);
      count = vector.array->n_elements;
    }
  if (count > RS_MAX_RANK || count < 1)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE,
                   "%s: %" G_GINT64_FORMAT " sizes are given; there may be 1 to %d", what, count, RS_MAX_RANK);
      ok = FALSE;
    }
  for (gint64 i = 0; ok && i < count; i++)
    {
      RsValue size = is_vector ? rs_array_get_element (vector.array, i) : rs_value_ref (arguments[i]);

      ok = get_size (size, &dims[i], what, error);
      rs_value_clear (&size);
    }
  rs_value_clear (&vector);
  return ok ? (int)count : 0;
}

/* The sizes of a new array of a type: those of the type where it says them. A vector of sizes, as size gives it, may
 * have more than the type has dimensions: mat(size(x)) is an array as large as x. */
static int
sizes_for (const RsType *type, const RsValue *arguments, guint n, gint64 *dims, GError **error)
{
  g_autofree char *name = rs_type_to_string (type);
  int rank;

  if (n == 0 && type->rank == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE,
                   "%s has no fixed number of dimensions; an array of it is made with its sizes", name);
      return 0;
    }
  if (n == 0)
    {
      for (int d = 0; d < type->rank; d++)
        dims[d] = type->sizes[d] != RS_SIZE_UNKNOWN ? type->sizes[d] : 0;
      return type->rank;
    }
  rank = rs_vm_get_sizes (arguments, n, dims, name, error);
  if (rank == 0)
    return 0;
  if (type->rank == 1 && rank == 2 && dims[0] == 1) /* vec (size (v)) */
    {
      dims[0] = dims[1];
      rank = 1;
    }
  while (rank < type->rank)
    dims[rank++] = 1;
  while (rank > type->rank && type->rank > 0 && dims[rank - 1] == 1)
    rank--;
  if (type->rank > 0 && rank > type->rank && rs_value_is_number (arguments[0]))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE,
                   "%s has %d dimension%s, but %d sizes are given", name, type->rank, type->rank == 1 ? "" : "s", rank);
      return 0;
    }
  return rank;
}

static gboolean
construct_array (const RsType *type, const RsValue *arguments, guint n, gboolean zero, RsValue *result, GError **error)
{
  gint64 dims[RS_MAX_RANK];
  int rank = sizes_for (type, arguments, n, dims, error);
  RsArray *array;

  if (rank == 0)
    return FALSE;
  array = rs_array_new (type->element, rank, dims, zero, error);
  if (array == NULL)
    return FALSE;
  array->boundary = type->boundary;
  array->overflow = type->overflow;
  *result = rs_value_object (array);
  return TRUE;
}

static gboolean
has_size (const RsType *type)
{
  for (int d = 0; d < type->rank; d++)
    if (type->sizes[d] < 0)
      return FALSE;
  return type->rank > 0;
}

/* What else the type of a cell says of its elements: numbers, texts and arrays of known size. */
static gboolean
fill_plain (RsCell *cell, const RsType *type, RsPrecision precision, GError **error)
{
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      const RsType *item = type->n_inputs > 0 ? type->inputs[i] : type->item;

      if (item->kind == RS_TYPE_STRING)
        cell->elements[i] = rs_value_new_string ("", 0);
      else if (item->kind == RS_TYPE_NUMBER
               && !rs_value_convert (rs_value_int (0), item, precision, "the element", &cell->elements[i], error))
        return FALSE;
      else if (item->kind == RS_TYPE_ARRAY && has_size (item)
               && !construct_array (item, NULL, 0, TRUE, &cell->elements[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
construct_cell (const RsType *type, const RsValue *arguments, guint n, RsPrecision precision, RsValue *result,
                GError **error)
{
  gint64 dims[RS_MAX_RANK];
  int rank = sizes_for (type, arguments, n, dims, error);
  RsCell *cell = rank > 0 ? rs_cell_new (rank, dims, error) : NULL;

  if (cell == NULL)
    return FALSE;
  *result = rs_value_object (cell);
  if (type->n_inputs > 0 && cell->n_elements != type->n_inputs)
    {
      g_autofree char *name = rs_type_to_string (type);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_SIZE, "%s has %u elements, not %" G_GINT64_FORMAT,
                   name, type->n_inputs, cell->n_elements);
      rs_value_clear (result);
      return FALSE;
    }
  if (type->n_inputs > 0 || type->item->kind != RS_TYPE_UNKNOWN)
    cell->type = type;
  if (rs_cell_set_item (cell, type->item, precision, error) && fill_plain (cell, type, precision, error))
    return TRUE;
  rs_value_clear (result);
  return FALSE;
}

static gboolean
is_of_many (RsValue value)
{
  return value.tag == RS_TAG_RANGE || (value.tag == RS_TAG_ARRAY && value.array->n_elements != 1);
}

/* uint8 (x) of an array: the array of its elements as that type (manual 12.3.1); int64 (x), which is the type of
 * integer numbers, too, keeps all bits. */
static gboolean
convert_elements (RsSession *session, RsValue value, const RsType *type, RsValue *result, GError **error)
{
  const RsPrecision precision = session->precision;
  g_autoptr (RsArena) arena = rs_arena_new ();
  int rank = value.tag == RS_TAG_ARRAY ? value.array->rank : 1;
  const RsType *array = type->element == RS_ELEMENT_INT64 ? rs_type_array (arena, RS_ELEMENT_INT64, rank)
                                                          : rs_type_array_of (arena, type, rank, precision);
  RsArray *converted;

  if (value.tag == RS_TAG_ARRAY && array->element != value.array->element)
    switch (rs_device_convert (session, "conversion", value.array, array->element, &converted, error))
      {
      case RS_LAUNCH_QUEUED:
        converted->overflow = array->overflow;
        *result = rs_value_object (converted);
        return TRUE;
      case RS_LAUNCH_FAILED:
        return FALSE;
      case RS_LAUNCH_INTERPRET:
        break;
      }
  return rs_value_convert (value, array, precision, "the value", result, error);
}

gboolean
rs_vm_construct (RsThread *thread, const RsType *type, const RsValue *arguments, guint n, RsValue *result,
                 GError **error)
{
  g_autofree char *name = NULL;

  switch (type->kind)
    {
    case RS_TYPE_ARRAY:
      return construct_array (type, arguments, n, TRUE, result, error);
    case RS_TYPE_CELL:
      return construct_cell (type, arguments, n, thread->vm->session->precision, result, error);
    case RS_TYPE_CLASS:
      return rs_vm_construct_object (thread, type, arguments, n, result, error);
    case RS_TYPE_STRING:
      if (n == 1 && arguments[0].tag != RS_TAG_STRING)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          rs_value_format (arguments[0], FALSE, text);
          *result = rs_value_new_string (text->str, (gssize)text->len);
          return TRUE;
        }
      G_GNUC_FALLTHROUGH;
    case RS_TYPE_NUMBER:
      if (n == 0 && type->kind == RS_TYPE_NUMBER)
        return rs_value_convert (rs_value_int (0), type, thread->vm->session->precision, "the value", result, error);
      if (n == 0)
        {
          *result = rs_value_new_string ("", 0);
          return TRUE;
        }
      if (n == 1 && type->kind == RS_TYPE_NUMBER && is_of_many (arguments[0]))
        return convert_elements (thread->vm->session, arguments[0], type, result, error);
      if (n == 1)
        return rs_value_convert (arguments[0], type, thread->vm->session->precision, "the value", result, error);
      break;
    default:
      break;
    }
  name = rs_type_to_string (type);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER, "%s can't be made from %u values", name, n);
  return FALSE;
}

gboolean
rs_vm_construct_unset (RsThread *thread, const RsType *type, const RsValue *arguments, guint n, RsValue *result,
                       GError **error)
{
  if (type->kind == RS_TYPE_ARRAY && type->element != RS_ELEMENT_BOOL) /* any byte is not a bool */
    return construct_array (type, arguments, n, FALSE, result, error);
  return rs_vm_construct (thread, type, arguments, n, result, error);
}
