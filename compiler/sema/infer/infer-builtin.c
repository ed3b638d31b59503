/* Types of calls of built-ins, by the result rule of their row in builtins.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/constant.h"
#include "compiler/sema/infer/infer-private.h"

/* The first argument with another element; number: what a number becomes. */
static const RsType *
like_first (RsInference *self, const RsType *first, RsElement element, const RsType *number)
{
  if (first->kind == RS_TYPE_NUMBER)
    return number;
  return first->kind == RS_TYPE_ARRAY ? rs_infer_with_element (self, first, element) : &rs_type_unknown;
}

static const RsType *
floating (RsInference *self, const RsType *first)
{
  if (first->kind != RS_TYPE_NUMBER && first->kind != RS_TYPE_ARRAY)
    return &rs_type_unknown;
  if (rs_element_is_complex (first->element)
      || (first->kind == RS_TYPE_ARRAY && rs_element_is_floating (first->element)))
    return first;
  return like_first (self, first, rs_element_of_precision (self->precision), &rs_type_scalar);
}

static const RsType *
real_part (RsInference *self, const RsType *first)
{
  if (first->kind != RS_TYPE_NUMBER && first->kind != RS_TYPE_ARRAY)
    return &rs_type_unknown;
  if (first->element == RS_ELEMENT_CSINGLE)
    return like_first (self, first, RS_ELEMENT_SINGLE, &rs_type_scalar);
  if (first->element == RS_ELEMENT_CDOUBLE)
    return like_first (self, first, RS_ELEMENT_DOUBLE, &rs_type_scalar);
  return first->element == RS_ELEMENT_BOOL ? &rs_type_unknown : first;
}

/* max (a, b): as a sum would be, but that two integers stay integers. One argument: a reduction. */
static const RsType *
join_all (RsInference *self, const RsType *const *arguments, guint n)
{
  const RsType *result = arguments[0];

  if (n == 1)
    return result->kind == RS_TYPE_ARRAY ? rs_infer_element_value (result->element) : result;
  for (guint i = 1; i < n; i++)
    result = rs_infer_binary (self, RS_OP_ADD, result, arguments[i]);
  return result->kind == RS_TYPE_STRING ? &rs_type_unknown : result;
}

/* Whether the number of dimensions is sure: a last one of length 1, beyond the second, goes away. */
static gboolean
keeps_dimensions (const RsType *type)
{
  return type->kind == RS_TYPE_ARRAY && (type->rank == 2 || (type->rank > 2 && type->sizes[type->rank - 1] > 1));
}

static const RsType *
sizes (RsInference *self, const RsType *const *arguments, guint n)
{
  if (n < 2)
    return n == 1 && keeps_dimensions (arguments[0])
             ? rs_type_vector (self->arena, RS_ELEMENT_INT32, arguments[0]->rank)
             : rs_type_array (self->arena, RS_ELEMENT_INT32, 1);
  if (arguments[1]->kind == RS_TYPE_NUMBER)
    return &rs_type_int;
  if (arguments[1]->kind == RS_TYPE_ARRAY && arguments[1]->rank == 1)
    return rs_type_vector (self->arena, RS_ELEMENT_INT32, arguments[1]->sizes[0]);
  return &rs_type_unknown;
}

static gint64
literal_size (const RsNode *node)
{
  gint64 value;

  if (node && node->kind == RS_NODE_NUMBER && (node->flags & RS_NODE_INTEGER) && node->number >= 0
      && node->number <= G_MAXINT32)
    return (gint64)node->number;
  if (rs_constant_integer (NULL, node, &value) && value >= 0 && value <= G_MAXINT32)
    return value;
  return RS_SIZE_UNKNOWN;
}

/* The array whose size is meant where the only argument is size (x), if x is a matrix or more; or NULL. An array of
 * that size has the rank of x in the sense in which x has it: a cube may be a matrix. */
static const RsType *
array_of_size (RsInference *self, const RsNode *argument)
{
  const RsNode *callee = argument && argument->kind == RS_NODE_CALL ? rs_node_child (argument, RS_CALL_CALLEE) : NULL;
  const RsType *type;

  if (!callee || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN
      || callee->symbol->builtin->id != RS_BUILTIN_ID_SIZE || argument->n_children != RS_CALL_FIRST_ARGUMENT + 1)
    return NULL;
  type = rs_infer_type (self, argument->children[RS_CALL_FIRST_ARGUMENT]);
  return type->kind == RS_TYPE_ARRAY && type->rank >= 2 ? type : NULL;
}

/* zeros (n), zeros (h, w), zeros (dims): the rank is the number of sizes. */
static const RsType *
allocation (RsInference *self, const RsBuiltin *builtin, const RsNode *call, const RsType *const *arguments, guint n)
{
  RsElement element = rs_element_of_precision (self->precision);
  RsType *type;

  if (n == 0 || n > RS_MAX_RANK)
    return &rs_type_unknown;
  if (n == 1 && arguments[0]->kind != RS_TYPE_NUMBER)
    {
      gint64 rank = arguments[0]->kind == RS_TYPE_ARRAY && arguments[0]->rank == 1 ? arguments[0]->sizes[0] : 0;
      const RsType *like = array_of_size (self, rs_node_child (call, RS_CALL_FIRST_ARGUMENT));

      if (like)
        return rs_infer_with_element (self, like, element);
      return rs_type_array (self->arena, element, rank >= 1 && rank <= RS_MAX_RANK ? (int)rank : 0);
    }
  for (guint i = 0; i < n; i++)
    if (arguments[i]->kind != RS_TYPE_NUMBER)
      return &rs_type_unknown;
  type = (RsType *)rs_type_array (self->arena, element, (int)n);
  for (guint i = 0; i < n; i++)
    type->sizes[i] = literal_size (rs_node_child (call, RS_CALL_FIRST_ARGUMENT + i));
  if (builtin->id == RS_BUILTIN_ID_EYE && n == 1) /* square */
    {
      type->rank = 2;
      type->sizes[1] = type->sizes[0];
    }
  return type;
}

/* imread: the mode says how many channels there are; without one it is the file (manual 2.2). */
static const RsType *
image (RsInference *self, const RsNode *call, guint n)
{
  const RsNode *mode = n == 2 ? rs_node_child (call, RS_CALL_FIRST_ARGUMENT + 1) : NULL;
  RsElement element = rs_element_of_precision (self->precision);
  RsType *colour;

  if (n == 1)
    return rs_type_choice (self->arena,
                           (const RsType *[]){ rs_type_array (self->arena, element, 2),
                                               rs_type_array (self->arena, element, 3) },
                           2);
  if (!mode || mode->kind != RS_NODE_STRING || !mode->text)
    return &rs_type_unknown;
  if (g_ascii_strcasecmp (mode->text, "gray") == 0 || g_ascii_strcasecmp (mode->text, "grey") == 0)
    return rs_type_array (self->arena, element, 2);
  if (g_ascii_strcasecmp (mode->text, "rgb") != 0 && g_ascii_strcasecmp (mode->text, "rgba") != 0)
    return &rs_type_unknown;
  colour = (RsType *)rs_type_array (self->arena, element, 3);
  colour->sizes[2] = g_ascii_strcasecmp (mode->text, "rgb") == 0 ? 3 : 4;
  return colour;
}

/* A vec is a row and becomes a column. */
static const RsType *
transposed (RsInference *self, const RsType *type)
{
  RsType *result;

  if (type->kind != RS_TYPE_ARRAY || (type->rank != 1 && type->rank != 2))
    return type->kind == RS_TYPE_NUMBER ? type : &rs_type_unknown;
  result = (RsType *)rs_type_array (self->arena, type->element, 2);
  result->sizes[0] = type->sizes[type->rank - 1];
  result->sizes[1] = type->rank == 1 ? 1 : type->sizes[0];
  return result;
}

static const RsType *
spectrum (RsInference *self, const RsType *type)
{
  if (type->kind != RS_TYPE_ARRAY || rs_element_is_complex (type->element))
    return type->kind == RS_TYPE_ARRAY ? type : &rs_type_unknown;
  return rs_infer_with_element (self, type, self->precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE
                                                                                   : RS_ELEMENT_CSINGLE);
}

/* complex (re, im): of an array and a number there is one for each element. */
static const RsType *
complex_of (RsInference *self, const RsType *const *arguments, guint n)
{
  const RsType *array = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (arguments[i]->kind != RS_TYPE_NUMBER && arguments[i]->kind != RS_TYPE_ARRAY)
        return &rs_type_unknown;
      if (!array && arguments[i]->kind == RS_TYPE_ARRAY)
        array = arguments[i];
    }
  if (!array)
    return &rs_type_complex;
  return array->element == RS_ELEMENT_DOUBLE ? &rs_type_unknown : spectrum (self, array);
}

static const RsType *
limit (RsInference *self, const RsBuiltin *builtin, const RsType *named)
{
  gboolean is_integer;
  gint64 integer;
  double scalar;

  if (named->kind != RS_TYPE_TYPE
      || !rs_type_get_limit (named->item, self->precision, builtin->id == RS_BUILTIN_ID_MAXVALUE, &is_integer, &integer,
                             &scalar))
    return &rs_type_unknown;
  return is_integer ? &rs_type_int : &rs_type_scalar;
}

static const RsType *
by_first_argument (RsInference *self, RsResultRule rule, const RsType *const *arguments, guint n)
{
  const RsType *first = arguments[0];

  switch (rule)
    {
    case RS_RESULT_SAME:
      return first;
    case RS_RESULT_FLOATING:
      return floating (self, first);
    case RS_RESULT_JOIN:
      return join_all (self, arguments, n);
    case RS_RESULT_JOIN_FLOATING:
      return floating (self, join_all (self, arguments, n));
    case RS_RESULT_REAL:
      return real_part (self, first);
    case RS_RESULT_REAL_FLOATING:
      return floating (self, real_part (self, first));
    case RS_RESULT_LOGICAL:
      return like_first (self, first, RS_ELEMENT_BOOL, &rs_type_bool);
    case RS_RESULT_INTEGER:
      return like_first (self, first, RS_ELEMENT_INT32, &rs_type_int);
    case RS_RESULT_TRANSPOSED:
      return transposed (self, first);
    case RS_RESULT_SPECTRUM:
      return spectrum (self, first);
    case RS_RESULT_ELEMENT:
      if (n == 1 && first->kind == RS_TYPE_ARRAY)
        return first->element == RS_ELEMENT_BOOL ? &rs_type_unknown : rs_infer_element_value (first->element);
      return n == 1 && first->kind == RS_TYPE_NUMBER ? first : &rs_type_unknown;
    default:
      return &rs_type_unknown;
    }
}

/* mean(x, dim) is an array. */
static gboolean
reduces_one_dimension (const RsBuiltin *builtin, guint n)
{
  return n == 2 && builtin->min_arguments == 1 && builtin->max_arguments == 2;
}

const RsType *
rs_infer_builtin (RsInference *self, const RsBuiltin *builtin, const RsNode *call, const RsType *const *arguments,
                  guint n)
{
  for (guint i = 0; i < n; i++)
    if (arguments[i] == &rs_type_bottom)
      return &rs_type_bottom;
  switch (builtin->result)
    {
    case RS_RESULT_NOTHING:
      return &rs_type_nothing;
    case RS_RESULT_BOOL:
      return reduces_one_dimension (builtin, n) ? &rs_type_unknown : &rs_type_bool;
    case RS_RESULT_INT:
      return &rs_type_int;
    case RS_RESULT_SCALAR:
      return reduces_one_dimension (builtin, n) ? &rs_type_unknown : &rs_type_scalar;
    case RS_RESULT_COMPLEX:
      return complex_of (self, arguments, n);
    case RS_RESULT_STRING:
      return &rs_type_string;
    case RS_RESULT_SIZE:
      return sizes (self, arguments, n);
    case RS_RESULT_ALLOCATION:
      return allocation (self, builtin, call, arguments, n);
    case RS_RESULT_CELL:
      return &rs_type_unknown;
    case RS_RESULT_LIMIT:
      return n == 1 ? limit (self, builtin, arguments[0]) : &rs_type_unknown;
    case RS_RESULT_IMAGE:
      return image (self, call, n);
    default:
      return n > 0 ? by_first_argument (self, builtin->result, arguments, n) : &rs_type_unknown;
    }
}
