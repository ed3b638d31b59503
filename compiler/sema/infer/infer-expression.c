/* Types of expressions, bottom up, from the types of their variables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer-private.h"

#define MAX_DEPTH 500
#define MAX_ARGUMENTS 32

const RsType rs_type_bottom = { .kind = RS_TYPE_UNKNOWN };

static const RsType *
type_of_child (RsInference *self, const RsNode *node, guint index)
{
  const RsNode *child = rs_node_child (node, index);

  return child ? rs_infer_type (self, child) : &rs_type_unknown;
}

static const RsType *
type_as_value (RsInference *self, const RsType *item)
{
  RsType *type = rs_arena_new0 (self->arena, RsType);

  type->kind = RS_TYPE_TYPE;
  type->item = item ? item : &rs_type_unknown;
  return type;
}

static const RsType *
infer_name (RsInference *self, const RsNode *node)
{
  const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

  if (!symbol)
    return &rs_type_unknown;
  switch (symbol->kind)
    {
    case RS_SYMBOL_VARIABLE:
      for (const RsAssumption *assumed = self->assumed; assumed; assumed = assumed->next)
        if (assumed->symbol == symbol)
          return assumed->type;
      return symbol->type;
    case RS_SYMBOL_SYMBOLIC:
      return symbol->type;
    case RS_SYMBOL_FUNCTION:
      return symbol->declaration ? rs_infer_function_type (self->arena, symbol->declaration, self->precision)
                                 : &rs_type_any_function;
    case RS_SYMBOL_BUILTIN:
      if (symbol->builtin->id == RS_BUILTIN_ID_NULL || symbol->builtin->id == RS_BUILTIN_ID_NULLPTR)
        return &rs_type_null;
      if (symbol->builtin->flags & RS_BUILTIN_CONSTANT)
        return rs_infer_builtin (self, symbol->builtin, NULL, NULL, 0);
      return &rs_type_any_function;
    case RS_SYMBOL_TYPE:
    case RS_SYMBOL_BUILTIN_TYPE:
      return type_as_value (self, symbol->type);
    default:
      return &rs_type_unknown;
    }
}

/* --- calls --- */

static const RsNode *
output_of (const RsNode *function, guint index)
{
  const RsNode *outputs = rs_node_child (function, RS_FUNCTION_OUTPUTS);

  return outputs && index < outputs->n_children ? outputs->children[index] : NULL;
}

/* Output index of a function: its declared type, or what its body was seen to give it. */
static const RsType *
infer_output (const RsNode *function, guint index)
{
  const RsNode *output = output_of (function, index);

  if (!output)
    return index == 0 ? &rs_type_nothing : &rs_type_unknown;
  /* Outputs of kernels are combined over the work items; no use of them is certain. */
  if ((function->flags & RS_NODE_KERNEL) || !output->symbol || (output->flags & RS_NODE_VARIADIC))
    return &rs_type_unknown;
  return output->symbol->type;
}

/* Whether a call may mean this one of several functions, as far as types are known. */
static gboolean
may_mean (RsInference *self, const RsNode *call, const RsNode *function)
{
  const RsNode *list = rs_node_child (function, RS_FUNCTION_PARAMETERS);
  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT, n_parameters = list ? list->n_children : 0;
  const RsNode *last = list ? rs_node_last (list) : NULL;
  gboolean variadic = last && (last->flags & RS_NODE_VARIADIC);

  if (n > n_parameters && !variadic)
    return FALSE;
  for (guint i = 0; i < n_parameters; i++)
    {
      const RsNode *parameter = list->children[i];
      const RsSymbol *symbol = parameter ? parameter->symbol : NULL;

      if (!parameter || (parameter->flags & RS_NODE_VARIADIC))
        return TRUE;
      if (i >= n && !rs_node_child (parameter, RS_PARAMETER_DEFAULT))
        return FALSE;
      if (i < n && symbol && symbol->is_declared
          && !rs_type_may_accept (symbol->type, rs_infer_type (self, call->children[RS_CALL_FIRST_ARGUMENT + i])))
        return FALSE;
    }
  return TRUE;
}

/* The common type of the first outputs of all functions that the call may mean. */
static const RsType *
infer_overloads (RsInference *self, const RsNode *call, const RsSymbol *function)
{
  const RsType *result = NULL;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (!argument || argument->kind == RS_NODE_SPREAD || argument->kind == RS_NODE_NAMED_ARGUMENT
          || argument->kind == RS_NODE_PLACEHOLDER)
        return &rs_type_unknown;
      if (rs_infer_type (self, argument) == &rs_type_bottom)
        return &rs_type_bottom;
    }
  for (guint i = 0; function->overloads && i < function->overloads->len; i++)
    {
      const RsNode *overload = g_ptr_array_index (function->overloads, i);
      const RsNode *parameters = rs_node_child (overload, RS_FUNCTION_TYPE_PARAMETERS);
      const RsType *type;

      if (parameters && parameters->n_children > 0)
        return &rs_type_unknown;
      if (!may_mean (self, call, overload))
        continue;
      type = infer_output (overload, 0);
      if (type == &rs_type_bottom)
        return type;
      result = result ? rs_type_join (self->arena, result, type) : type;
    }
  return result ? result : &rs_type_unknown;
}

static const RsType *
infer_function_call (RsInference *self, const RsNode *call, const RsSymbol *function)
{
  if (function->builtin)
    return &rs_type_unknown;
  if (!function->declaration)
    return infer_overloads (self, call, function);
  return infer_output (function->declaration, 0);
}

/* uint8 (x): a number, or an array of them when x is one. */
static const RsType *
infer_conversion (RsInference *self, const RsNode *call, const RsType *type)
{
  const RsNode *value = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);
  const RsType *actual = value ? rs_infer_type (self, value) : NULL;

  if (actual && actual->kind == RS_TYPE_ARRAY)
    return rs_type_array (self->arena, type->element, actual->rank);
  if (actual && actual->kind == RS_TYPE_UNKNOWN)
    return &rs_type_unknown;
  return rs_infer_element_value (type->element);
}

/* T (sizes...): an array with as many dimensions as there are sizes; T () has those of the type. */
const RsType *
rs_infer_constructor (RsInference *self, const RsNode *call, const RsType *type)
{
  g_assert (call->kind == RS_NODE_CALL);

  guint n = call->n_children - RS_CALL_FIRST_ARGUMENT;
  RsType *array;

  if (type->kind == RS_TYPE_NUMBER)
    return infer_conversion (self, call, type);
  if (type->kind != RS_TYPE_ARRAY)
    return type;
  if (n == 0 || n > RS_MAX_RANK)
    return type;
  array = (RsType *)rs_type_array (self->arena, type->element, 0);
  for (guint i = 0; i < n; i++)
    {
      const RsNode *size = call->children[RS_CALL_FIRST_ARGUMENT + i];

      if (!size || rs_infer_type (self, size)->kind != RS_TYPE_NUMBER)
        return rs_type_array (self->arena, type->element, 0);
      if (size->kind == RS_NODE_NUMBER && size->number >= 0 && size->number <= G_MAXINT32)
        array->sizes[i] = (gint64)size->number;
    }
  array->rank = (gint8)n;
  return array;
}

static gboolean
is_integral (const RsType *type)
{
  return (type->kind == RS_TYPE_NUMBER || type->kind == RS_TYPE_ARRAY)
         && (rs_element_is_integer (type->element) || type->element == RS_ELEMENT_BOOL);
}

/* floor (a ./ b) and ceil (a ./ b) of integers where one is an array: integers. */
static gboolean
is_integer_quotient (RsInference *self, const RsBuiltin *builtin, const RsNode *argument, const RsType *type)
{
  return (builtin->id == RS_BUILTIN_ID_FLOOR || builtin->id == RS_BUILTIN_ID_CEIL) && type->kind == RS_TYPE_ARRAY
         && argument->kind == RS_NODE_BINARY && (argument->op == RS_OP_DIVIDE || argument->op == RS_OP_DOT_DIVIDE)
         && is_integral (rs_infer_type (self, argument->children[0]))
         && is_integral (rs_infer_type (self, argument->children[1]));
}

static const RsType *
infer_builtin_call (RsInference *self, const RsNode *node, const RsBuiltin *builtin)
{
  const RsType *arguments[MAX_ARGUMENTS];
  guint n = 0;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children && n < MAX_ARGUMENTS; i++)
    {
      const RsNode *argument = node->children[i];

      if (!argument || argument->kind == RS_NODE_SPREAD || argument->kind == RS_NODE_NAMED_ARGUMENT)
        return &rs_type_unknown;
      arguments[n++] = rs_infer_type (self, argument);
    }
  if (n == 1 && is_integer_quotient (self, builtin, node->children[RS_CALL_FIRST_ARGUMENT], arguments[0]))
    return rs_infer_with_element (self, arguments[0], RS_ELEMENT_INT32);
  return rs_infer_builtin (self, builtin, node, arguments, n);
}

static gboolean
has_placeholder (const RsNode *call)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i] && call->children[i]->kind == RS_NODE_PLACEHOLDER)
      return TRUE;
  return FALSE;
}

/* Whether every argument of the call is for the parameter at its place. */
static gboolean
is_positional (const RsNode *call)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (!call->children[i] || call->children[i]->kind == RS_NODE_SPREAD
        || call->children[i]->kind == RS_NODE_NAMED_ARGUMENT)
      return FALSE;
  return TRUE;
}

/* f(a, _) is a function of what is left open (manual 4.10). */
static const RsType *
infer_partial (RsInference *self, const RsNode *call, const RsSymbol *function)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsType *whole = &rs_type_any_function;
  const RsType **inputs;
  RsType *type;

  if (function && function->kind == RS_SYMBOL_FUNCTION && function->declaration && !function->builtin)
    whole = rs_infer_function_type (self->arena, function->declaration, self->precision);
  else if (callee->kind != RS_NODE_FIELD)
    whole = rs_infer_type (self, callee);
  if (whole == &rs_type_bottom)
    return whole;
  if (whole->kind != RS_TYPE_FUNCTION || whole->n_inputs != call->n_children - RS_CALL_FIRST_ARGUMENT
      || (whole->qualifiers & (RS_NODE_VARIADIC | RS_NODE_KERNEL)) || !is_positional (call))
    return &rs_type_any_function;
  type = rs_arena_memdup (self->arena, whole, sizeof *whole);
  inputs = rs_arena_array (self->arena, const RsType *, whole->n_inputs);
  type->declaration = NULL;
  type->inputs = inputs;
  type->n_inputs = 0;
  for (guint i = 0; i < whole->n_inputs; i++)
    if (call->children[RS_CALL_FIRST_ARGUMENT + i]->kind == RS_NODE_PLACEHOLDER)
      inputs[type->n_inputs++] = whole->inputs[i];
  return type;
}

static const RsType *
infer_call (RsInference *self, const RsNode *node)
{
  const RsNode *callee = rs_node_child (node, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsType *type;

  if (!callee)
    return &rs_type_unknown;
  if (has_placeholder (node))
    return infer_partial (self, node, symbol);
  if ((type = rs_infer_generic_call (self, node)))
    return type;
  if (symbol && symbol->kind == RS_SYMBOL_BUILTIN)
    return infer_builtin_call (self, node, symbol->builtin);
  if (symbol && symbol->kind == RS_SYMBOL_FUNCTION)
    return symbol->constructs ? rs_infer_constructor_call (self, node, symbol)
                              : infer_function_call (self, node, symbol);
  if (callee->kind == RS_NODE_FIELD && rs_node_child (callee, 0))
    return rs_infer_method_call (self, node);
  type = rs_infer_type (self, callee);
  if (type->kind == RS_TYPE_TYPE)
    return rs_infer_constructor (self, node, type->item);
  if (type->kind == RS_TYPE_FUNCTION && type->n_outputs == 1 && !(type->qualifiers & RS_NODE_KERNEL))
    return type->outputs[0];
  return type == &rs_type_bottom ? type : &rs_type_unknown;
}

const RsType *
rs_infer_function_type (RsArena *arena, const RsNode *declaration, RsPrecision precision)
{
  g_assert (declaration->kind == RS_NODE_FUNCTION || declaration->kind == RS_NODE_LAMBDA);

  RsType *type = rs_arena_new0 (arena, RsType);
  gboolean lambda = declaration->kind == RS_NODE_LAMBDA;
  const RsNode *list = lambda ? declaration : rs_node_child (declaration, RS_FUNCTION_PARAMETERS);
  const RsNode *outputs = lambda ? NULL : rs_node_child (declaration, RS_FUNCTION_OUTPUTS);
  guint n = list ? list->n_children - (lambda && list->n_children > 0) : 0;
  const RsType **inputs = rs_arena_array (arena, const RsType *, n + 1);
  const RsType **results = rs_arena_array (arena, const RsType *, outputs ? outputs->n_children + 1 : 1);

  type->kind = RS_TYPE_FUNCTION;
  type->qualifiers = declaration->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE);
  type->declaration = declaration;
  for (guint i = 0; i < n; i++)
    {
      const RsNode *parameter = list->children[i];

      inputs[i] = parameter && parameter->symbol && parameter->symbol->is_declared ? parameter->symbol->type
                                                                                   : &rs_type_unknown;
      if (parameter && (parameter->flags & RS_NODE_VARIADIC))
        {
          type->qualifiers |= RS_NODE_VARIADIC;
          inputs[i] = rs_type_of_rest (arena, inputs[i]);
        }
    }
  results[0] = &rs_type_unknown;
  for (guint i = 0; outputs && i < outputs->n_children; i++)
    results[i] = outputs->children[i] && outputs->children[i]->symbol ? outputs->children[i]->symbol->type
                                                                      : &rs_type_unknown;
  type->inputs = inputs;
  type->n_inputs = n;
  type->outputs = results;
  type->n_outputs = lambda ? 1 : outputs ? outputs->n_children : 0;
  return type;
}

static const RsType *
infer_lambda (RsInference *self, const RsNode *node)
{
  RsType *type = (RsType *)rs_infer_function_type (self->arena, node, self->precision);
  const RsNode *body = rs_node_last (node);
  const RsType **outputs = rs_arena_array (self->arena, const RsType *, 1);

  outputs[0] = body ? rs_infer_type (self, body) : &rs_type_unknown;
  if (outputs[0] == &rs_type_bottom || outputs[0]->kind == RS_TYPE_NOTHING)
    outputs[0] = &rs_type_unknown;
  type->outputs = outputs;
  type->n_outputs = 1;
  return type;
}

/* --- indexing --- */

static const RsType *
infer_index (RsInference *self, const RsNode *node)
{
  const RsType *array = type_of_child (self, node, RS_INDEX_ARRAY);
  guint n = node->n_children - RS_INDEX_FIRST;
  const RsType *index;

  if (array == &rs_type_bottom)
    return array;
  if ((index = rs_infer_instantiation (self, node)))
    return index;
  if (array->kind != RS_TYPE_ARRAY && array->kind != RS_TYPE_CELL)
    return &rs_type_unknown;
  for (guint i = 0; i < n; i++)
    {
      index = type_of_child (self, node, RS_INDEX_FIRST + i);
      if (index == &rs_type_bottom)
        return index;
      /* A vector with one element a dimension is a position; other vectors make slices. */
      if (index->kind != RS_TYPE_NUMBER
          && !(n == 1 && index->kind == RS_TYPE_ARRAY && index->rank == 1 && array->rank >= 2
               && index->sizes[0] == array->rank))
        return rs_infer_slice (self, node, array);
    }
  return array->kind == RS_TYPE_CELL ? array->item : rs_infer_element_value (array->element);
}

/* --- literals --- */

static const RsType *
infer_number (const RsNode *node)
{
  if (node->flags & RS_NODE_IMAGINARY)
    return &rs_type_complex;
  return node->flags & RS_NODE_INTEGER ? &rs_type_int : &rs_type_scalar;
}

static gboolean
is_integer_literal (const RsNode *node, gint64 *value)
{
  gboolean negative = node && node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE;
  const RsNode *number = negative ? rs_node_child (node, 0) : node;

  if (!number || number->kind != RS_NODE_NUMBER || !(number->flags & RS_NODE_INTEGER)
      || number->flags & RS_NODE_IMAGINARY || number->number > G_MAXINT32)
    return FALSE;
  *value = negative ? -(gint64)number->number : (gint64)number->number;
  return TRUE;
}

/* a..s..b is the vec that it becomes when it is kept. */
static const RsType *
infer_range (RsInference *self, const RsNode *node)
{
  const RsNode *step = rs_node_child (node, RS_RANGE_STEP);
  const RsType *low = type_of_child (self, node, RS_RANGE_LOW), *by = step ? rs_infer_type (self, step) : &rs_type_int;
  gint64 first, last;

  if (low == &rs_type_bottom || by == &rs_type_bottom)
    return &rs_type_bottom;
  if (!(rs_infer_is_integer (low) || rs_infer_is_real (low)) || !(rs_infer_is_integer (by) || rs_infer_is_real (by)))
    return &rs_type_unknown;
  if (rs_infer_is_real (low) || rs_infer_is_real (by))
    return rs_type_array (self->arena, rs_element_of_precision (self->precision), 1);
  if (!step && is_integer_literal (rs_node_child (node, RS_RANGE_LOW), &first)
      && is_integer_literal (rs_node_child (node, RS_RANGE_HIGH), &last))
    return rs_type_vector (self->arena, RS_ELEMENT_INT32, MAX (last - first + 1, 0));
  return rs_type_array (self->arena, RS_ELEMENT_INT32, 1);
}

static const RsType *
add_element (RsInference *self, const RsType *sum, const RsType *element)
{
  if (!sum)
    return element;
  if (sum == &rs_type_bottom || element == &rs_type_bottom)
    return &rs_type_bottom;
  if (sum->kind == RS_TYPE_NUMBER && element->kind == RS_TYPE_NUMBER)
    {
      RsElement joined = rs_element_join (sum->element, element->element);

      return rs_infer_element_value (joined);
    }
  /* Rows of one matrix have the same length. */
  if (sum->kind == RS_TYPE_ARRAY && element->kind == RS_TYPE_ARRAY && sum->rank == element->rank)
    return rs_infer_with_element (self, sum, rs_element_join (sum->element, element->element));
  return &rs_type_unknown;
}

static const RsType *
infer_matrix (RsInference *self, const RsNode *node)
{
  const RsType *item = NULL;
  RsType *type;

  if (node->n_children == 0)
    return &rs_type_unknown;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      const RsType *element;

      if (!child || child->kind == RS_NODE_SPREAD)
        return &rs_type_unknown;
      if (child->kind == RS_NODE_RANGE)
        return node->n_children == 1 ? rs_infer_type (self, child) : &rs_type_unknown;
      element = rs_infer_type (self, child);
      /* Arrays that are no literals are concatenated, by rules of their own. */
      if (element != &rs_type_bottom && element->kind != RS_TYPE_NUMBER && child->kind != RS_NODE_MATRIX)
        return &rs_type_unknown;
      item = add_element (self, item, element);
    }
  if (item == &rs_type_bottom)
    return item;
  if (item->kind == RS_TYPE_NUMBER)
    return item->element == RS_ELEMENT_BOOL
             ? &rs_type_unknown
             : rs_type_vector (self->arena, rs_infer_stored_element (self, item->element), node->n_children);
  if (item->kind != RS_TYPE_ARRAY || item->rank == 0 || item->rank >= RS_MAX_RANK)
    return &rs_type_unknown;
  type = rs_arena_memdup (self->arena, item, sizeof *item);
  type->rank = item->rank + 1;
  type->sizes[0] = node->n_children;
  for (int i = 0; i < item->rank; i++)
    type->sizes[i + 1] = item->sizes[i];
  return type;
}

static const RsType *
infer_cell (RsInference *self, const RsNode *node)
{
  const RsType **types = rs_arena_array (self->arena, const RsType *, node->n_children + 1);
  gint64 size = node->n_children;

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (!child || child->kind == RS_NODE_SPREAD || child->kind == RS_NODE_PLACEHOLDER)
        return &rs_type_any_cell;
      types[i] = rs_infer_type (self, child);
    }
  return size > 0 ? rs_type_cell_of (self->arena, types, node->n_children, 1, &size) : &rs_type_any_cell;
}

static const RsType *
infer_typed (RsInference *self, const RsNode *node)
{
  const RsNode *type_node = rs_node_child (node, RS_TYPED_TYPE);
  const RsType *type = type_of_child (self, node, RS_TYPED_EXPRESSION);
  const RsNode *name = rs_node_child (node, RS_TYPED_EXPRESSION);
  const RsType *declared;

  /* User types need a scope; a variable's own declaration has been read already. */
  if (!type_node || type_node->kind != RS_NODE_TYPE_NAME)
    return name && name->symbol && name->symbol->is_declared ? name->symbol->type : &rs_type_unknown;
  declared = rs_type_from_node (self->arena, type_node, self->precision, rs_scope_lookup_type_node, NULL);
  return declared->kind == RS_TYPE_UNKNOWN ? type : declared;
}

static const RsType *
infer_ternary (RsInference *self, const RsNode *node)
{
  const RsType *a = type_of_child (self, node, RS_TERNARY_THEN), *b = type_of_child (self, node, RS_TERNARY_ELSE);

  if (a == &rs_type_bottom || b == &rs_type_bottom)
    return a == &rs_type_bottom ? b : a;
  if (a->kind == RS_TYPE_NOTHING || b->kind == RS_TYPE_NOTHING) /* c ? x : error("...") */
    return a->kind == RS_TYPE_NOTHING ? b : a;
  return rs_type_join (self->arena, a, b);
}

static const RsType *
infer (RsInference *self, const RsNode *node)
{
  const RsType *type;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_TARGET_TEST:
      return infer_number (node);
    case RS_NODE_STRING:
      return &rs_type_string;
    case RS_NODE_NAME:
      return infer_name (self, node);
    case RS_NODE_UNARY:
      return rs_infer_unary (self, node->op, type_of_child (self, node, 0));
    case RS_NODE_BINARY:
      return rs_infer_binary (self, node->op, type_of_child (self, node, 0), type_of_child (self, node, 1));
    case RS_NODE_TERNARY:
      return infer_ternary (self, node);
    case RS_NODE_RANGE:
      return infer_range (self, node);
    case RS_NODE_CALL:
      return infer_call (self, node);
    case RS_NODE_INDEX:
      return infer_index (self, node);
    case RS_NODE_MATRIX:
      return infer_matrix (self, node);
    case RS_NODE_LAMBDA:
      return infer_lambda (self, node);
    case RS_NODE_ASSIGN:
      return type_of_child (self, node, RS_ASSIGN_VALUE);
    case RS_NODE_TYPED:
      return infer_typed (self, node);
    case RS_NODE_CELL:
      return infer_cell (self, node);
    case RS_NODE_SEQUENCE:
      return rs_node_last (node) ? rs_infer_type (self, rs_node_last (node)) : &rs_type_unknown;
    case RS_NODE_META:
      if (node->flags & RS_NODE_EVALUATED)
        return rs_infer_type (self, rs_node_last (node));
      return rs_is_specialization (node) ? rs_infer_specialization (self, node) : &rs_type_unknown;
    case RS_NODE_FIELD:
      return rs_infer_field (self, node);
    case RS_NODE_TYPE_OF_TEXT:
      type = rs_node_child (node, 0)
               ? rs_type_from_node (self->arena, node->children[0], self->precision, rs_scope_lookup_type_node, NULL)
               : &rs_type_unknown;
      return type->kind == RS_TYPE_UNKNOWN ? &rs_type_unknown : type_as_value (self, type);
    default:
      return &rs_type_unknown;
    }
}

const RsType *
rs_infer_type (RsInference *self, const RsNode *node)
{
  const RsType *type;

  if (self->depth >= MAX_DEPTH)
    return &rs_type_unknown;
  self->depth++;
  type = infer (self, node);
  self->depth--;
  return type ? type : &rs_type_unknown;
}

const RsType *
rs_infer_expression (RsArena *arena, const RsNode *expression, RsPrecision precision)
{
  RsInference self = { arena, precision, 0 };

  return rs_infer_type (&self, expression);
}
