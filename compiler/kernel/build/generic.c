/* Generic functions and types inside kernels: instances for the types at hand, zeroed small arrays, casts.
 *
 * Where a kernel calls a generic function, the types and sizes of the arguments are known, so that the instance has
 * fixed sizes and its small arrays stay in registers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/sema/generic/generic.h"

#define MAX_ARGUMENTS 32

/* --- instances --- */

static RsElement
element_of_shape (Build *b, const Shape *shape)
{
  if (shape->is_complex)
    return b->request->precision == RS_PRECISION_DOUBLE && !shape->is_single ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  if (shape->is_single)
    return RS_ELEMENT_SINGLE;
  return shape->type == RS_IR_BOOL ? RS_ELEMENT_BOOL
         : shape->type == RS_IR_I64 ? RS_ELEMENT_INT32 : rs_element_of_precision (b->request->precision);
}

static const RsType *
type_of_number (Build *b, const Shape *shape, const Integers *integers)
{
  RsElement element = element_of_shape (b, shape);
  RsType *type;

  if (shape->rank == 0)
    return rs_deduction_type_of_element (b->kernel->arena, element, b->request->precision);
  if (b_are_small (integers))
    element = integers->element;
  else if (integers->is_mixed
           || (b->has_small_integers && integers->element == RS_ELEMENT_NONE && shape->type == RS_IR_I64))
    b_not_supported (b, NULL, "the type of a vector that holds integers of different types at times");
  type = (RsType *)rs_type_array (b->kernel->arena, element, (int)shape->rank);
  type->overflow = integers->overflow;
  for (guint i = 0; i < shape->rank; i++)
    type->sizes[i] = shape->dims[i];
  return type;
}

/* What the subscripts in front leave of an array. */
static const RsType *
type_behind_prefix (Build *b, const Value *value)
{
  const RsType *whole = b->request->inputs[value->input].type;
  RsType *type;

  if (whole->kind != RS_TYPE_ARRAY || whole->rank <= (int)value->n_prefix)
    return whole;
  type = rs_arena_memdup (b->kernel->arena,
                          rs_type_array (b->kernel->arena, whole->element, whole->rank - (int)value->n_prefix),
                          sizeof *type);
  for (int i = 0; i < type->rank; i++)
    type->sizes[i] = whole->sizes[i + (int)value->n_prefix];
  return type;
}

const RsType *
b_type_of_value (Build *b, const Value *value)
{
  switch (value->kind)
    {
    case VALUE_NUMBER:
      if (value->shape.may_be_number)
        b_not_supported (b, NULL, "the type of what is a number at times and an array of one element at others");
      return type_of_number (b, &value->shape, &value->integers);
    case VALUE_ARRAY:
      return value->n_prefix > 0 ? type_behind_prefix (b, value) : b->request->inputs[value->input].type;
    case VALUE_FUNCTION:
      return &rs_type_any_function;
    case VALUE_LAZY:
      {
        guint rank;

        b_lazy_dims (value->lazy, &rank);
        return rs_type_array (b->kernel->arena, rs_element_of_precision (b->request->precision), (int)rank);
      }
    case VALUE_OBJECT:
      return value->class->type;
    case VALUE_STRING:
      return &rs_type_string;
    default:
      return &rs_type_unknown;
    }
}

const RsNode *
b_instance (Build *b, const Value *function, const RsNode *node, const Value *arguments, guint n, const RsNode *place)
{
  const RsType *types[MAX_ARGUMENTS];
  RsDeduction *deduction;
  RsGenericInstance *instance;
  const char *reason, *unbound;
  guint n_bindings;

  n = MIN (n, MAX_ARGUMENTS);
  for (guint i = 0; i < n; i++)
    types[i] = b_type_of_value (b, &arguments[i]);
  deduction
      = rs_generic_deduce (b->kernel->arena, node, function->explicit, function->n_explicit, types, n, TRUE, TRUE);
  reason = rs_deduction_get_reason (deduction);
  unbound = rs_deduction_get_unbound (deduction);
  if (!reason && unbound && !rs_deduction_is_open (deduction))
    {
      g_autofree char *text = rs_generic_describe_unbound (node, unbound);

      b_fail (b, place, "%s", text);
      return NULL;
    }
  if (!reason && unbound)
    {
      b_fail (b, place, "`%s` of `%s` is not known when the kernel is compiled", unbound, node->name);
      return NULL;
    }
  instance = reason ? NULL
                    : rs_generic_instantiate (node, rs_deduction_get_bindings (deduction, &n_bindings), &reason);
  if (!instance)
    b_fail (b, place, "`%s` can't be called like this: %s", node->name, reason ? reason : "its instances do not end");
  return instance ? instance->node : NULL;
}

int
b_instance_distance (Build *b, const Value *function, const RsNode *node, const Value *arguments, guint n)
{
  const RsType *types[MAX_ARGUMENTS];
  RsDeduction *deduction;

  n = MIN (n, MAX_ARGUMENTS);
  for (guint i = 0; i < n; i++)
    types[i] = b_type_of_value (b, &arguments[i]);
  deduction
      = rs_generic_deduce (b->kernel->arena, node, function->explicit, function->n_explicit, types, n, TRUE, TRUE);
  return rs_deduction_get_reason (deduction) || rs_deduction_get_unbound (deduction)
           ? -1 : rs_deduction_get_distance (deduction);
}

/* f[int]: the function with what the brackets say. */
Value
b_explicit (Build *b, Value function, const RsNode *index)
{
  guint n = index->n_children - RS_INDEX_FIRST;
  RsBinding *bindings = rs_arena_array (b->kernel->arena, RsBinding, n + 1);

  for (guint i = 0; i < n; i++)
    if (!rs_generic_read_argument (b->kernel->arena, b->request->precision, index->children[RS_INDEX_FIRST + i],
                                   &bindings[i]))
      return b_not_supported (b, index, "type parameters that are computed");
  function.explicit = bindings;
  function.n_explicit = n;
  return function;
}

Value
b_specialization (Build *b, const RsNode *meta)
{
  Value function = b_expression (b, meta->children[0]);

  if (!meta->symbol || function.kind != VALUE_FUNCTION)
    return b_not_supported (b, meta, "this $specialize");
  function.function = meta->symbol->declaration;
  function.overloads = NULL;
  function.builtin = NULL;
  return function;
}

/* --- types as functions --- */

static gboolean
shape_of_type (Build *b, const RsType *type, Shape *shape)
{
  *shape = (Shape){ .is_complex = rs_element_is_complex (type->element) };
  shape->is_single = type->kind == RS_TYPE_ARRAY && b_is_single_element (b, type->element);
  if (type->kind == RS_TYPE_NUMBER && type->overflow != RS_OVERFLOW_DEFAULT)
    return FALSE;
  if (type->element == RS_ELEMENT_INT32 || type->element == RS_ELEMENT_INT64
      || (type->kind == RS_TYPE_ARRAY && rs_element_is_integer (type->element) && type->element != RS_ELEMENT_UINT64))
    shape->type = RS_IR_I64;
  else if (type->element == rs_element_of_precision (b->request->precision) || shape->is_complex || shape->is_single
           || (type->kind == RS_TYPE_NUMBER && type->element == RS_ELEMENT_DOUBLE))
    shape->type = b->scalar;
  else
    return FALSE;
  return TRUE;
}

/* x as the number type that a name or a cast asks for. */
static Value
convert_to_number (Build *b, Value value, const RsType *type, const RsNode *place)
{
  Shape shape;

  if (type->kind != RS_TYPE_NUMBER || !shape_of_type (b, type, &shape) || value.kind != VALUE_NUMBER
      || (value.shape.is_complex && !shape.is_complex))
    return b_not_supported (b, place, "this conversion");
  value = shape.is_complex ? b_into_range (b, b_to_complex (b, value), type, place) : b_convert (b, value, shape.type);
  value.is_literal = FALSE;
  return value;
}

/* Sizes in parentheses, one by one or as a vector; FALSE when one is not known. */
static guint
constant_sizes (Build *b, const RsNode *call, gint64 *sizes)
{
  guint n = 0;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children && !b->reason; i++)
    {
      Value value = b_expression (b, call->children[i]);

      if (value.kind == VALUE_RANGE)
        value = b_range_elements (b, value, call->children[i]);
      if (value.kind != VALUE_NUMBER || value.shape.is_complex)
        return 0;
      for (guint k = 0; k < b_shape_count (&value.shape); k++)
        if (n == BUILD_MAX_RANK || !b_constant_integer (value.parts[k], &sizes[n++]))
          return 0;
    }
  return n;
}

/* The same of lengths that are known at run time. */
static Value
zeroed_dynamic (Build *b, const RsNode *call, const RsType *type, const Shape *shape)
{
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  Value sizes[BUILD_MAX_RANK], zero = b_number (rs_ir_constant (b->kernel, shape->type, 0), b);

  if (n != (guint)MAX (type->rank, 0) || n > BUILD_MAX_RANK || shape->is_complex
      || (shape->type == RS_IR_I64 && (type->element != RS_ELEMENT_INT32 || type->overflow != RS_OVERFLOW_DEFAULT)))
    return b_not_supported (b, call, "memory that is allocated in a kernel");
  for (guint i = 0; i < n; i++)
    sizes[i] = b_expression (b, call->children[RS_CALL_FIRST_ARGUMENT + i]);
  return b->reason ? zero : b_dynamic_fill (b, sizes, n, &zero, call);
}

/* A zeroed array of a few elements. */
static Value
zeroed (Build *b, const RsNode *call, const RsType *type)
{
  gint64 sizes[BUILD_MAX_RANK];
  guint n = constant_sizes (b, call, sizes), count = 1;
  Shape shape;
  Value result;

  if (b->reason)
    return b_scalar (b, 0);
  if (!shape_of_type (b, type, &shape))
    return b_not_supported (b, call, "small arrays of this type");
  if (call->n_children == 1 && type->rank > 0 && type->rank <= BUILD_MAX_RANK)
    for (n = 0; n < (guint)type->rank; n++)
      sizes[n] = type->sizes[n];
  if (n == 2 && type->rank == 1 && sizes[0] == 1) /* vec (size (v)) */
    sizes[0] = sizes[n = 1];
  for (guint i = 0; i < n; i++)
    {
      if (sizes[i] < 1 || sizes[i] > BUILD_MAX_ELEMENTS || count * sizes[i] > BUILD_MAX_ELEMENTS)
        n = 0;
      else
        count *= shape.dims[i] = (guint)sizes[i];
    }
  if (n == 0 || (type->rank > 0 && n > (guint)type->rank))
    return zeroed_dynamic (b, call, type, &shape);
  shape.rank = n;
  while (shape.rank < (guint)MAX (type->rank, 0))
    shape.dims[shape.rank++] = 1;
  result = b_value_new (b, shape);
  result.integers = b_make_integers (b, type);
  for (guint i = 0; i < b_shape_parts (&shape); i++)
    result.parts[i] = rs_ir_constant (b->kernel, shape.type, 0);
  return result;
}

static const RsType *
type_of_callee (Build *b, const RsNode *callee)
{
  RsArena *arena = b->kernel->arena;
  RsBinding binding;

  if (rs_generic_is_allocation (callee))
    return rs_generic_allocated_type (arena, b->request->precision, callee, 0);
  if (callee->kind == RS_NODE_TYPE_OF_TEXT
      || (callee->kind == RS_NODE_NAME && callee->symbol && callee->symbol->kind == RS_SYMBOL_TYPE))
    return rs_generic_read_argument (arena, b->request->precision, callee, &binding) && binding.kind == RS_BINDING_TYPE
             ? binding.type : NULL;
  return NULL;
}

static gboolean
calls (const RsNode *call, guint id, guint n_arguments)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];

  return callee->kind == RS_NODE_NAME && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
         && callee->symbol->builtin->id == id && call->n_children == RS_CALL_FIRST_ARGUMENT + n_arguments;
}

/* maxvalue(T), minvalue(T) */
static gboolean
limit_of_type (Build *b, const RsNode *call, gboolean largest, Value *result)
{
  RsBinding binding;
  gboolean is_integer;
  gint64 integer;
  double scalar;

  if (!rs_generic_read_argument (b->kernel->arena, b->request->precision, call->children[RS_CALL_FIRST_ARGUMENT],
                                 &binding)
      || binding.kind != RS_BINDING_TYPE
      || !rs_type_get_limit (binding.type, b->selected, largest, &is_integer, &integer, &scalar))
    return FALSE;
  *result = is_integer ? b_integer (b, integer) : b_scalar (b, scalar);
  return TRUE;
}

gboolean
b_call_of_type (Build *b, const RsNode *call, Value *result)
{
  const RsType *type;
  RsBinding binding;

  if (calls (call, RS_BUILTIN_ID_MAXVALUE, 1) || calls (call, RS_BUILTIN_ID_MINVALUE, 1))
    return limit_of_type (b, call, calls (call, RS_BUILTIN_ID_MAXVALUE, 1), result);
  if (calls (call, RS_BUILTIN_ID_CAST, 2))
    {
      if (!rs_generic_read_argument (b->kernel->arena, b->request->precision,
                                     call->children[RS_CALL_FIRST_ARGUMENT + 1], &binding)
          || binding.kind != RS_BINDING_TYPE)
        return FALSE;
      *result = convert_to_number (b, b_expression (b, call->children[RS_CALL_FIRST_ARGUMENT]), binding.type, call);
      return TRUE;
    }
  type = type_of_callee (b, call->children[RS_CALL_CALLEE]);
  if (!type || (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY))
    return FALSE;
  if (type->kind == RS_TYPE_ARRAY)
    *result = zeroed (b, call, type);
  else if (call->n_children == RS_CALL_FIRST_ARGUMENT + 1)
    *result = convert_to_number (b, b_expression (b, call->children[RS_CALL_FIRST_ARGUMENT]), type, call);
  else
    return FALSE;
  return TRUE;
}
