/* Values that meet a declared type: parameters, declared variables, outputs, type checks.
 *
 * A conversion keeps the object when nothing has to change, so that element writes still reach the caller; only another
 * element type makes a new array. A 1 x N matrix that nobody else holds becomes a vec in place.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/value/shape.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/function.h"
#include "runtime/value/types/object.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const RsType *type;
  RsPrecision precision;
  const char *what;
  gboolean is_kernel; /* a plain int takes the nearest integer */
} Target;

/* Of a class that was defined again at a prompt, or that two modules define. */
static gboolean
is_namesake (RsValue value, const char *type)
{
  return value.tag == RS_TAG_OBJECT && value.class_object->class != NULL
         && strcmp (value.class_object->class->name, type + (*type == '^')) == 0;
}

static gboolean
fail_type (const Target *target, RsValue value, GError **error)
{
  g_autofree char *have = rs_value_describe_one (value), *want = rs_type_to_string (target->type);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_TYPE, "%s has type %s, but the value is %s%s",
               target->what != NULL ? target->what : "the variable", want, have,
               is_namesake (value, want) ? " of another type with that name" : "");
  return FALSE;
}

static gboolean
fail_fit (const Target *target, double x, GError **error)
{
  g_autofree char *want = rs_type_to_string (target->type);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW, "%s has type %s, which can't hold %.15g",
               target->what != NULL ? target->what : "the variable", want, x);
  return FALSE;
}

static RsOverflow
overflow_of (const Target *target, RsElement plain)
{
  if (target->is_kernel && target->type->overflow == RS_OVERFLOW_DEFAULT && target->type->element == plain)
    return RS_OVERFLOW_SATURATE;
  return target->type->overflow;
}

/* A number as an integer of the type's width, under its overflow rule. */
static gboolean
to_integer (const Target *target, RsValue value, RsValue *result, GError **error)
{
  RsCompute compute = value.tag == RS_TAG_SCALAR ? RS_COMPUTE_DOUBLE : RS_COMPUTE_INT;
  RsBlockNumber number = rs_block_number (compute, value);
  guint64 stored = 0;
  gint64 wide;

  if (!rs_block_store (compute, &number, 1, target->type->element, overflow_of (target, RS_ELEMENT_INT64),
                       &stored))
    return fail_fit (target, rs_value_to_double (value), error);
  rs_block_load (RS_COMPUTE_INT, target->type->element, &stored, 1, &wide);
  *result = target->type->element == RS_ELEMENT_UINT64 && wide < 0 ? rs_value_scalar ((double)stored)
                                                                   : rs_value_int (wide);
  return TRUE;
}

static gboolean
to_number (const Target *target, RsValue value, RsValue *result, GError **error)
{
  RsElement element = target->type->element;

  if (value.tag == RS_TAG_ARRAY && value.array->n_elements == 1)
    {
      RsValue one = rs_array_get_element (value.array, 0);
      gboolean good = to_number (target, one, result, error);

      rs_value_clear (&one);
      return good;
    }
  if (value.tag == RS_TAG_COMPLEX && rs_element_is_complex (element))
    {
      *result = element == RS_ELEMENT_CSINGLE
                    ? rs_value_new_complex ((float)value.complex->re, (float)value.complex->im)
                    : rs_value_ref (value);
      return TRUE;
    }
  if (!rs_value_is_number (value))
    return fail_type (target, value, error);
  if (rs_element_is_complex (element))
    *result = rs_value_new_complex (rs_value_to_double (value), 0);
  else if (element == RS_ELEMENT_HALF)
    *result = rs_value_scalar ((double)(_Float16)rs_value_to_double (value));
  else if (element == RS_ELEMENT_SINGLE)
    *result = rs_value_scalar ((double)(float)rs_value_to_double (value));
  else if (rs_element_is_floating (element))
    *result = rs_value_scalar (rs_value_to_double (value));
  else if (element == RS_ELEMENT_BOOL)
    *result = rs_value_bool (rs_value_to_double (value) != 0);
  else
    return to_integer (target, value, result, error);
  return TRUE;
}

static gboolean
fail_sizes (const Target *target, RsValue value, GError **error)
{
  g_autofree char *have = rs_value_describe_one (value), *want = rs_type_to_string (target->type);

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_TYPE, "%s has type %s, but the value is %s",
               target->what != NULL ? target->what : "the variable", want, have);
  return FALSE;
}

static gboolean
sizes_agree (const RsType *type, const RsShape *shape)
{
  for (int d = 0; d < RS_MAX_RANK && d < MAX (type->rank, shape->rank); d++)
    {
      gint64 want = d < type->rank ? type->sizes[d] : 1;
      gint64 have = d < shape->rank ? shape->dims[d] : 1;

      if (want >= 0 && want != have)
        return FALSE;
    }
  return TRUE;
}

/* Whether the array's dimensions fit the type's; a row may stand for a vec. */
static gboolean
check_dimensions (const Target *target, RsArray *array, GError **error)
{
  const RsType *type = target->type;
  RsShape shape = rs_shape_of_array (array);

  if (type->rank == 0)
    return TRUE;
  if (type->rank == 1)
    {
      if (shape.rank > 2 || shape.dims[0] != 1)
        return fail_type (target, rs_value_object (array), error);
      return type->sizes[0] < 0 || type->sizes[0] == shape.dims[1]
             || fail_sizes (target, rs_value_object (array), error);
    }
  if (shape.rank > type->rank)
    return fail_type (target, rs_value_object (array), error);
  return sizes_agree (type, &shape) || fail_sizes (target, rs_value_object (array), error);
}

static RsArray *
convert_elements (const Target *target, RsArray *array, GError **error)
{
  const RsType *type = target->type;
  g_autoptr (RsArray) result = NULL;

  if (type->element == RS_ELEMENT_NONE || array->element == type->element)
    return rs_array_ref (array);
  if (rs_element_is_complex (array->element) && !rs_element_is_complex (type->element))
    {
      fail_type (target, rs_value_object (array), error);
      return NULL;
    }
  result = rs_array_new_like (array, type->element, error);
  if (result == NULL)
    return NULL;
  if (array->n_elements > 0
      && !rs_block_convert (array->element, rs_array_read (array), array->n_elements, type->element,
                            overflow_of (target, RS_ELEMENT_INT32), rs_array_write (result)))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_OVERFLOW, "%s: an element does not fit %s",
                   target->what != NULL ? target->what : "the variable", rs_element_get_name (type->element));
      return NULL;
    }
  return g_steal_pointer (&result);
}

/* The rank that the type asks for, when nobody else can see the difference. */
static void
adopt_rank (RsArray *array, const RsType *type)
{
  RsShape shape = rs_shape_of_array (array);

  if (type->rank != 1 || array->rank == 1 || array->base.ref_count > 1 || shape.rank > 2 || shape.dims[0] != 1)
    return;
  array->rank = 1;
  array->dims[0] = shape.dims[1];
  array->dims[1] = 1;
}

static gboolean
to_array (const Target *target, RsValue value, RsValue *result, GError **error)
{
  /* An array that others know keeps its rule; stores through the variable follow the variable's. */
  gboolean is_own = value.tag != RS_TAG_ARRAY || value.object->ref_count == 1;
  g_autoptr (RsArray) array = NULL;
  RsArray *converted;

  if (value.tag != RS_TAG_ARRAY && value.tag != RS_TAG_RANGE)
    return fail_type (target, value, error);
  if (value.tag == RS_TAG_ARRAY)
    adopt_rank (value.array, target->type);
  array = rs_value_to_array (value, target->precision, error);
  if (array == NULL || !check_dimensions (target, array, error))
    return FALSE;
  converted = convert_elements (target, array, error);
  if (converted == NULL)
    return FALSE;
  if (target->type->overflow != RS_OVERFLOW_DEFAULT && (is_own || converted != array))
    converted->overflow = target->type->overflow;
  *result = rs_value_object (converted);
  return TRUE;
}

/* What element i of a cell of this type has to be. */
static const RsType *
item_type (const RsType *type, gint64 i)
{
  return i < type->n_inputs ? type->inputs[i] : type->item != NULL ? type->item : &rs_type_unknown;
}

static gboolean
fail_item (const Target *target, gint64 i, RsValue item, GError **error)
{
  g_autofree char *have = rs_value_describe_one (item), *want = rs_type_to_string (target->type);
  g_autofree char *one = rs_type_to_string (item_type (target->type, i));

  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_TYPE,
               "%s has type %s, but element %" G_GINT64_FORMAT " is %s, not %s %s",
               target->what != NULL ? target->what : "the variable", want, i, have, rs_article (one), one);
  return FALSE;
}

static gboolean
cell_has_shape (const RsCell *cell, const RsType *type)
{
  RsShape shape = rs_shape_of_dims (cell->rank, cell->dims);

  if (type->n_inputs > 0 && cell->n_elements != type->n_inputs)
    return FALSE;
  if (type->rank == 0)
    return TRUE;
  if (type->rank == 1)
    return shape.rank <= 2 && shape.dims[0] == 1 && (type->sizes[0] < 0 || type->sizes[0] == shape.dims[1]);
  return shape.rank <= type->rank && sizes_agree (type, &shape);
}

/* {{a, b}, {c, d}} for a cell array type of two dimensions: the rows become one cell. NULL when it is none of that. */
static RsCell *
join_rows (const RsCell *cell, const RsType *type)
{
  gint64 dims[2] = { cell->n_elements, 0 };
  RsCell *joined;

  if (type->rank != 2 || type->n_inputs == 0 || cell->rank != 1)
    return NULL;
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      if (cell->elements[i].tag != RS_TAG_CELL || (i > 0 && cell->elements[i].cell->n_elements != dims[1]))
        return NULL;
      dims[1] = cell->elements[i].cell->n_elements;
    }
  joined = rs_cell_new (2, dims, NULL);
  for (gint64 i = 0; joined != NULL && i < joined->n_elements; i++)
    joined->elements[i] = rs_value_ref (cell->elements[i / dims[1]].cell->elements[i % dims[1]]);
  return joined;
}

static gboolean
to_cell (const Target *target, RsValue value, RsValue *result, GError **error)
{
  const RsType *type = target->type;
  RsCell *cell, *joined;

  if (value.tag != RS_TAG_CELL)
    return fail_type (target, value, error);
  cell = value.cell;
  joined = join_rows (cell, type);
  *result = joined != NULL ? rs_value_object (joined) : rs_value_ref (value);
  cell = result->cell;
  if (!cell_has_shape (cell, type))
    {
      rs_value_clear (result);
      return fail_type (target, value, error);
    }
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (cell->elements[i].tag != RS_TAG_NONE && !rs_value_has_type (cell->elements[i], item_type (type, i)))
      {
        fail_item (target, i, cell->elements[i], error);
        rs_value_clear (result);
        return FALSE;
      }
  return TRUE;
}

gboolean
rs_cell_accept (const RsCell *cell, gint64 index, RsValue value, const char *name, GError **error)
{
  g_autofree char *what = NULL;
  Target target = { .type = cell->type, .precision = RS_PRECISION_SINGLE };

  if (cell->type == NULL || value.tag == RS_TAG_NONE || rs_value_has_type (value, item_type (cell->type, index)))
    return TRUE;
  target.what = name != NULL ? name : "the cell";
  return fail_item (&target, index, value, error);
}

static gboolean convert (const Target *target, RsValue value, RsValue *result, GError **error);

static gboolean
to_choice (const Target *target, RsValue value, RsValue *result, GError **error)
{
  Target one = *target;

  for (guint i = 0; i < target->type->n_inputs; i++)
    if (rs_value_has_type (value, target->type->inputs[i]))
      {
        one.type = target->type->inputs[i];
        return convert (&one, value, result, error);
      }
  return fail_type (target, value, error);
}

static gboolean
convert (const Target *target, RsValue value, RsValue *result, GError **error)
{
  const RsType *type = target->type;

  *result = RS_NONE;
  switch (type->kind)
    {
    case RS_TYPE_NUMBER:
      return to_number (target, value, result, error);
    case RS_TYPE_ARRAY:
      return to_array (target, value, result, error);
    case RS_TYPE_CELL:
      return to_cell (target, value, result, error);
    case RS_TYPE_CHOICE:
      return to_choice (target, value, result, error);
    case RS_TYPE_CLASS:
    case RS_TYPE_POINTER:
      if (!rs_value_is_of_class (value, type))
        return fail_type (target, value, error);
      *result = type->kind == RS_TYPE_CLASS ? rs_value_copy_object (value) : rs_value_ref (value);
      return TRUE;
    default:
      if (!rs_value_has_type (value, type))
        return fail_type (target, value, error);
      *result = rs_value_ref (value);
      return TRUE;
    }
}

gboolean
rs_value_convert (RsValue value, const RsType *type, RsPrecision precision, const char *what, RsValue *result,
                  GError **error)
{
  Target target = { type, precision, what, FALSE };

  return convert (&target, value, result, error);
}

gboolean
rs_value_convert_in_kernel (RsValue value, const RsType *type, RsPrecision precision, const char *what, RsValue *result,
                            GError **error)
{
  Target target = { type, precision, what, TRUE };

  return convert (&target, value, result, error);
}

static gboolean
cell_has_type (const RsCell *cell, const RsType *type)
{
  if (!cell_has_shape (cell, type) || !rs_cell_enter (NULL))
    return FALSE;
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (cell->elements[i].tag != RS_TAG_NONE && !rs_value_has_type (cell->elements[i], item_type (type, i)))
      {
        rs_cell_leave ();
        return FALSE;
      }
  rs_cell_leave ();
  return TRUE;
}

/* Built-ins have no types of their own; how many arguments they take is known. */
static gboolean
builtin_has_type (const RsBuiltin *builtin, const RsType *type)
{
  if (type->qualifiers & RS_NODE_KERNEL)
    return FALSE;
  if (type->qualifiers & RS_NODE_VARIADIC)
    return TRUE;
  return (int)type->n_inputs >= builtin->min_arguments
         && (builtin->max_arguments < 0 || (int)type->n_inputs <= builtin->max_arguments);
}

gboolean
rs_value_has_type (RsValue value, const RsType *type)
{
  g_autoptr (RsArena) arena = NULL;

  if (type->kind == RS_TYPE_UNKNOWN)
    return TRUE;
  if (value.tag == RS_TAG_NONE)
    return FALSE;
  if (type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER)
    return rs_value_is_of_class (value, type);
  if (type->kind == RS_TYPE_CHOICE)
    {
      for (guint i = 0; i < type->n_inputs; i++)
        if (rs_value_has_type (value, type->inputs[i]))
          return TRUE;
      return FALSE;
    }
  if (type->kind == RS_TYPE_CELL && value.tag == RS_TAG_CELL)
    return cell_has_type (value.cell, type);
  if (type->kind == RS_TYPE_FUNCTION && value.tag == RS_TAG_FUNCTION)
    {
      if (type->n_inputs == 0 && type->n_outputs == 0)
        return TRUE;
      if (value.function->kind == RS_FUNCTION_BUILTIN)
        return builtin_has_type (value.function->builtin, type);
    }
  arena = rs_arena_new ();
  return rs_type_accepts (type, rs_value_get_type (value, arena, TRUE));
}
