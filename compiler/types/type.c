/* Types without parameters, construction of array types, equality, and which type may stand for which.
 *
 * rs_type_distance is the one place that knows how types relate; overload resolution (here and at run time) takes the
 * candidate with the smallest sum, and rs_type_accepts is the question whether there is a distance at all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/class.h"

/* Costs of a step away from the declared type; only their order matters. A value of unknown type fits everywhere, but
 * a parameter without a type is the last resort of an overload set. */
enum { COST_SIZES = 1, COST_WIDER = 32, COST_RANK = 64, COST_FLOATING = 128, COST_CHOICE = 2048, COST_UNKNOWN = 8192 };

const RsType rs_type_unknown = { .kind = RS_TYPE_UNKNOWN };
const RsType rs_type_nothing = { .kind = RS_TYPE_NOTHING };
const RsType rs_type_string = { .kind = RS_TYPE_STRING };
const RsType rs_type_bool = { .kind = RS_TYPE_NUMBER, .element = RS_ELEMENT_BOOL };
const RsType rs_type_int = { .kind = RS_TYPE_NUMBER, .element = RS_ELEMENT_INT64 };
const RsType rs_type_scalar = { .kind = RS_TYPE_NUMBER, .element = RS_ELEMENT_DOUBLE };
const RsType rs_type_complex = { .kind = RS_TYPE_NUMBER, .element = RS_ELEMENT_CDOUBLE };
const RsType rs_type_any_cell = { .kind = RS_TYPE_CELL, .item = &rs_type_unknown, .rank = 1,
                                  .sizes = { RS_SIZE_UNKNOWN } };

const RsType rs_type_parameter = { .kind = RS_TYPE_UNKNOWN };

static const RsType *const unknown_list[] = { &rs_type_unknown };

const RsType rs_type_any_type = { .kind = RS_TYPE_TYPE, .item = &rs_type_unknown };
const RsType rs_type_any_function = { .kind = RS_TYPE_FUNCTION, .inputs = unknown_list, .n_inputs = 1,
                                      .outputs = unknown_list, .n_outputs = 1, .qualifiers = RS_NODE_VARIADIC };
const RsType rs_type_any_kernel = { .kind = RS_TYPE_FUNCTION, .inputs = unknown_list, .n_inputs = 1,
                                    .outputs = unknown_list, .n_outputs = 1,
                                    .qualifiers = RS_NODE_VARIADIC | RS_NODE_KERNEL };
const RsType rs_type_null = { .kind = RS_TYPE_POINTER, .item = &rs_type_unknown };
const RsType rs_type_object = { .kind = RS_TYPE_CLASS, .name = "object" };

const RsType *
rs_type_array (RsArena *arena, RsElement element, int rank)
{
  RsType *type = rs_arena_new0 (arena, RsType);

  g_assert (element < RS_N_ELEMENTS);
  g_return_val_if_fail (rank >= 0 && rank <= RS_MAX_RANK, &rs_type_unknown);
  type->kind = RS_TYPE_ARRAY;
  type->element = element;
  type->rank = (gint8)rank;
  for (guint i = 0; i < RS_MAX_RANK; i++)
    type->sizes[i] = RS_SIZE_UNKNOWN;
  return type;
}

const RsType *
rs_type_vector (RsArena *arena, RsElement element, gint64 length)
{
  RsType *type = (RsType *)rs_type_array (arena, element, 1);

  g_assert (length >= 0 || length == RS_SIZE_UNKNOWN);
  type->sizes[0] = length;
  return type;
}

static const RsType *const *
copy_list (RsArena *arena, const RsType *const *types, guint n)
{
  const RsType **copy;

  if (!types)
    return NULL;
  copy = rs_arena_array (arena, const RsType *, n + 1);
  for (guint i = 0; i < n; i++)
    copy[i] = rs_type_copy (arena, types[i]);
  return copy;
}

const RsType *
rs_type_copy (RsArena *arena, const RsType *type)
{
  RsType *copy;

  if (!type || type == &rs_type_parameter)
    return type;
  if (type->kind == RS_TYPE_NUMBER && !type->is_const && !type->is_element && type->overflow == RS_OVERFLOW_DEFAULT)
    switch (type->element)
      {
      case RS_ELEMENT_BOOL:
        return &rs_type_bool;
      case RS_ELEMENT_INT64:
        return &rs_type_int;
      case RS_ELEMENT_DOUBLE:
        return &rs_type_scalar;
      case RS_ELEMENT_CDOUBLE:
        return &rs_type_complex;
      default:
        break;
      }
  copy = rs_arena_memdup (arena, type, sizeof *type);
  copy->item = rs_type_copy (arena, type->item);
  copy->inputs = copy_list (arena, type->inputs, type->n_inputs);
  copy->outputs = copy_list (arena, type->outputs, type->n_outputs);
  return copy;
}

const RsType *
rs_type_cell_of (RsArena *arena, const RsType *const *types, guint n, int rank, const gint64 *sizes)
{
  RsType *type = rs_arena_new0 (arena, RsType);

  g_assert (rank >= 1 && rank <= RS_MAX_RANK);
  type->kind = RS_TYPE_CELL;
  type->rank = (gint8)rank;
  for (int d = 0; d < RS_MAX_RANK; d++)
    type->sizes[d] = d < rank ? sizes[d] : RS_SIZE_UNKNOWN;
  type->item = n > 0 ? types[0] : &rs_type_unknown;
  for (guint i = 1; i < n; i++)
    if (!rs_type_equal (types[i], type->item))
      type->item = &rs_type_unknown;
  type->inputs = rs_arena_memdup (arena, types, n * sizeof *types);
  type->n_inputs = n;
  return type;
}

const RsType *
rs_type_of_rest (RsArena *arena, const RsType *type)
{
  RsType *number;

  if (type->kind == RS_TYPE_CELL && type->rank == 1)
    return type->item;
  if (type->kind != RS_TYPE_ARRAY || type->rank != 1)
    return type;
  number = rs_arena_new0 (arena, RsType);
  number->kind = RS_TYPE_NUMBER;
  number->element = type->element == RS_ELEMENT_INT32 ? RS_ELEMENT_INT64
                    : rs_element_is_floating (type->element) ? RS_ELEMENT_DOUBLE
                    : rs_element_is_complex (type->element)  ? RS_ELEMENT_CDOUBLE
                                                             : type->element;
  return number;
}

static gboolean
lists_equal (const RsType *const *a, guint n_a, const RsType *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (!rs_type_equal (a[i], b[i]))
      return FALSE;
  return TRUE;
}

static gboolean
shapes_equal (const RsType *a, const RsType *b)
{
  if (a->rank != b->rank)
    return FALSE;
  for (int i = 0; i < a->rank; i++)
    if (a->sizes[i] != b->sizes[i])
      return FALSE;
  return TRUE;
}

static gboolean
items_equal (const RsType *a, const RsType *b)
{
  return a == b || (a && b && rs_type_equal (a, b));
}

gboolean
rs_type_equal (const RsType *a, const RsType *b)
{
  if (a == b)
    return TRUE;
  if (a->kind != b->kind || a->element != b->element || a->boundary != b->boundary || a->overflow != b->overflow)
    return FALSE;
  switch (a->kind)
    {
    case RS_TYPE_ARRAY:
      return shapes_equal (a, b);
    case RS_TYPE_CELL:
      return shapes_equal (a, b) && items_equal (a->item, b->item)
             && lists_equal (a->inputs, a->n_inputs, b->inputs, b->n_inputs);
    case RS_TYPE_POINTER:
    case RS_TYPE_TYPE:
      return items_equal (a->item, b->item);
    case RS_TYPE_FUNCTION:
      return a->qualifiers == b->qualifiers && lists_equal (a->inputs, a->n_inputs, b->inputs, b->n_inputs)
             && lists_equal (a->outputs, a->n_outputs, b->outputs, b->n_outputs);
    case RS_TYPE_CHOICE:
      return lists_equal (a->inputs, a->n_inputs, b->inputs, b->n_inputs);
    case RS_TYPE_CLASS:
      return a->class_symbol == b->class_symbol;
    default:
      return TRUE;
    }
}

/* Elements: the same one, a narrower integer for a wider, an integer for a real number. A real number is no complex
 * one: [mat|cmat] are two cases (manual 3.7), and mixing them is a conversion. */
static int
element_distance (RsElement formal, RsElement actual)
{
  if (formal == actual || formal == RS_ELEMENT_NONE)
    return 0;
  if (rs_element_is_complex (formal) || rs_element_is_complex (actual))
    return rs_element_is_complex (formal) && rs_element_is_complex (actual) ? COST_WIDER : -1;
  if (rs_element_is_floating (formal))
    return rs_element_is_floating (actual) ? COST_WIDER : COST_FLOATING;
  if (rs_element_is_integer (formal))
    {
      if (actual == RS_ELEMENT_BOOL)
        return COST_WIDER;
      if (rs_element_is_integer (actual) && rs_element_join (formal, actual) == formal)
        return COST_WIDER;
    }
  return -1;
}

/* vec for mat for cube; rank 0 is any rank, and a size that is open on either side is left to the run time. */
static int
shape_distance (const RsType *formal, const RsType *actual)
{
  int cost = 0, shared;

  if (formal->rank == 0 || actual->rank == 0)
    return formal->rank == actual->rank ? 0 : COST_RANK * RS_MAX_RANK;
  if (actual->rank > formal->rank)
    return -1;
  /* A vec of N is a row: its length is the last size of a matrix's first two. */
  if (actual->rank == 1 && formal->rank > 1)
    {
      if (formal->sizes[0] > 1
          || (formal->sizes[1] >= 0 && actual->sizes[0] >= 0 && formal->sizes[1] != actual->sizes[0]))
        return -1;
      return COST_RANK * (formal->rank - 1);
    }
  shared = MIN (formal->rank, actual->rank);
  for (int i = 0; i < shared; i++)
    if (formal->sizes[i] != actual->sizes[i])
      {
        if (formal->sizes[i] >= 0 && actual->sizes[i] >= 0)
          return -1;
        cost += COST_SIZES;
      }
  for (int i = shared; i < formal->rank; i++)
    if (formal->sizes[i] > 1)
      return -1;
  return cost + COST_RANK * (formal->rank - actual->rank);
}

static int
add_distances (int a, int b)
{
  return a < 0 || b < 0 ? -1 : a + b;
}

static const RsType *
function_input (const RsType *function, guint i)
{
  if (i < function->n_inputs)
    return function->inputs[i];
  return (function->qualifiers & RS_NODE_VARIADIC) && function->n_inputs > 0 ? function->inputs[function->n_inputs - 1]
                                                                              : NULL;
}

static gboolean
is_any_function (const RsType *type)
{
  return type->n_inputs == 1 && type->n_outputs == 1 && type->inputs[0]->kind == RS_TYPE_UNKNOWN
         && type->outputs[0]->kind == RS_TYPE_UNKNOWN;
}

/* Functions are compared loosely: values convert at the call, so that only a wrong number of inputs, a host function
 * where a device function has to be, or types without any relation are refused. */
static int
function_distance (const RsType *formal, const RsType *actual)
{
  const guint16 native = RS_NODE_KERNEL | RS_NODE_DEVICE;
  gboolean variadic = (formal->qualifiers | actual->qualifiers) & RS_NODE_VARIADIC;
  int cost = 0;

  if ((formal->qualifiers & native) && !(formal->qualifiers & actual->qualifiers & native))
    return -1;
  if (!variadic && formal->n_inputs != actual->n_inputs)
    return -1;
  /* `function` is any function; other variadic types promise to take any number of arguments. */
  if ((formal->qualifiers & RS_NODE_VARIADIC) && !(actual->qualifiers & RS_NODE_VARIADIC) && !is_any_function (formal))
    return -1;
  for (guint i = 0; i < MAX (formal->n_inputs, actual->n_inputs); i++)
    {
      const RsType *f = function_input (formal, i), *a = function_input (actual, i);

      if (!f || !a)
        continue;
      if (rs_type_distance (a, f) < 0 && rs_type_distance (f, a) < 0)
        return -1;
      if (!rs_type_equal (f, a))
        cost += COST_SIZES;
    }
  return cost + (formal->qualifiers == actual->qualifiers ? 0 : COST_WIDER);
}

static int
choice_distance (const RsType *choice, const RsType *other, gboolean choice_is_formal)
{
  int best = -1;

  for (guint i = 0; i < choice->n_inputs; i++)
    {
      int cost = choice_is_formal ? rs_type_distance (choice->inputs[i], other)
                                  : rs_type_distance (other, choice->inputs[i]);

      if (cost >= 0 && (best < 0 || cost < best))
        best = cost;
    }
  return best < 0 ? -1 : best + COST_CHOICE;
}

static int
cell_distance (const RsType *formal, const RsType *actual)
{
  int cost = shape_distance (formal, actual);

  if (formal->n_inputs == 0 || actual->n_inputs == 0)
    {
      for (guint i = 0; i < actual->n_inputs; i++)
        cost = add_distances (cost, rs_type_distance (formal->item, actual->inputs[i]));
      return actual->n_inputs > 0 ? cost : add_distances (cost, rs_type_distance (formal->item, actual->item));
    }
  if (formal->n_inputs != actual->n_inputs)
    return -1;
  for (guint i = 0; i < formal->n_inputs; i++)
    cost = add_distances (cost, rs_type_distance (formal->inputs[i], actual->inputs[i]));
  return cost;
}

/* An object of a derived class for one of its base; an object where a pointer is declared, and the other way round;
 * nullptr for every pointer and every dynamic class. */
static int
object_distance (const RsType *formal, const RsType *actual)
{
  const RsClass *wanted = rs_type_get_class (formal), *given = rs_type_get_class (actual);
  gboolean is_null = actual->kind == RS_TYPE_POINTER && actual->item->kind == RS_TYPE_UNKNOWN;
  int cost = formal->kind == actual->kind ? 0 : COST_SIZES;
  guint steps = 0;

  if (is_null)
    return formal->kind == RS_TYPE_POINTER || !formal->class_symbol || (wanted && wanted->kind == RS_CLASS_DYNAMIC)
             ? cost + COST_WIDER : -1;
  if (formal->kind == RS_TYPE_POINTER && formal->item->kind == RS_TYPE_UNKNOWN)
    return cost + COST_WIDER;
  if (formal->kind == RS_TYPE_CLASS && !formal->class_symbol)
    return given && given->kind != RS_CLASS_DYNAMIC ? -1 : cost + COST_RANK;
  if (!wanted || !given || !rs_class_is_a (given, wanted, &steps))
    return -1;
  return cost + COST_WIDER * (int)steps;
}

static gboolean
is_object (const RsType *type)
{
  return type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER;
}

int
rs_type_distance (const RsType *formal, const RsType *actual)
{
  if (formal->kind == RS_TYPE_UNKNOWN || actual->kind == RS_TYPE_UNKNOWN)
    return formal->kind == actual->kind ? 0 : COST_UNKNOWN;
  if (formal->kind == RS_TYPE_CHOICE)
    return choice_distance (formal, actual, TRUE);
  if (actual->kind == RS_TYPE_CHOICE)
    return choice_distance (actual, formal, FALSE);
  if (actual->kind == RS_TYPE_RANGE && formal->kind == RS_TYPE_ARRAY)
    return add_distances (element_distance (formal->element, actual->element), shape_distance (formal, actual));
  if (is_object (formal) && is_object (actual))
    return object_distance (formal, actual);
  if (formal->kind != actual->kind)
    return -1;
  switch (formal->kind)
    {
    case RS_TYPE_NUMBER:
      return element_distance (formal->element, actual->element);
    case RS_TYPE_ARRAY:
      return add_distances (element_distance (formal->element, actual->element), shape_distance (formal, actual));
    case RS_TYPE_CELL:
      return cell_distance (formal, actual);
    case RS_TYPE_FUNCTION:
      return function_distance (formal, actual);
    default:
      return 0;
    }
}

gboolean
rs_type_accepts (const RsType *formal, const RsType *actual)
{
  return rs_type_distance (formal, actual) >= 0;
}
