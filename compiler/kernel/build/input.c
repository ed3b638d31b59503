/* Inputs of a kernel: the parameters that they become, and the values that they are to the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#define MAX_VALUE_LENGTH 16 /* longer vectors are passed in memory */

int
b_find_input (const Build *b, const RsSymbol *symbol)
{
  for (guint i = 0; i < b->request->n_inputs; i++)
    if (b->request->inputs[i].symbol == symbol && symbol)
      return i;
  return -1;
}

static const RsType *
formal_type (const Build *b, guint input)
{
  const RsSymbol *symbol = b->request->inputs[input].symbol;

  if (symbol && symbol->is_declared && symbol->type && symbol->type->kind != RS_TYPE_UNKNOWN)
    return symbol->type;
  symbol = rs_symbol_get_origin (symbol);
  return symbol && symbol->is_declared && symbol->type && symbol->type->kind != RS_TYPE_UNKNOWN ? symbol->type : NULL;
}

guint
b_array_rank (Build *b, guint input)
{
  const RsType *formal = formal_type (b, input), *actual = b->request->inputs[input].type;

  if (b->inputs[input].rank == 0)
    b->inputs[input].rank = formal && formal->kind == RS_TYPE_ARRAY && formal->rank > 0
                                ? MAX (formal->rank, formal->rank == 1 ? 1 : actual->rank)
                                : actual->rank;
  return b->inputs[input].rank;
}

void
b_array_set_rank (Build *b, guint input, int rank)
{
  b->inputs[input].rank = rank;
  b->again = TRUE;
}

void
b_input_to_memory (Build *b, guint input)
{
  if (!b->inputs[input].in_memory)
    {
      b->inputs[input].in_memory = TRUE;
      b->again = TRUE;
    }
}

static const char *
input_name (const Build *b, guint input)
{
  const RsSymbol *symbol = b->request->inputs[input].symbol;

  return symbol && symbol->name ? symbol->name : "x";
}

guint
b_array_parameter (Build *b, guint input)
{
  const RsType *type = b->request->inputs[input].type;
  gboolean expression = b->request->form == RS_KERNEL_FROM_EXPRESSION, is_flat = expression && b_is_flat (b->request);
  RsKernelParameter parameter = { .binding = RS_BIND_ARRAY,
                                  .name = (char *)input_name (b, input),
                                  .input = input,
                                  .symbol = b->request->inputs[input].symbol,
                                  .element = type->element,
                                  .length = 1 };

  if (b->parameters[input] >= 0)
    return b->parameters[input];
  parameter.rank = expression ? type->rank : (int)b_array_rank (b, input);
  parameter.last_length = !is_flat && parameter.rank == type->rank ? b->request->inputs[input].last_length : 0;
  b->parameters[input] = rs_kernel_add_parameter (b->kernel, &parameter, is_flat ? RS_IR_VIEW_FLAT : RS_IR_VIEW_PLAIN);
  return b->parameters[input];
}

static Value
number_parameter (Build *b, guint input, RsIrType type, guint length)
{
  static const RsElement elements[] = { [RS_IR_BOOL] = RS_ELEMENT_BOOL,
                                        [RS_IR_I64] = RS_ELEMENT_INT64,
                                        [RS_IR_F32] = RS_ELEMENT_SINGLE,
                                        [RS_IR_F64] = RS_ELEMENT_DOUBLE };
  RsKernelParameter parameter = { .binding = RS_BIND_NUMBER,
                                  .name = (char *)input_name (b, input),
                                  .input = input,
                                  .symbol = b->request->inputs[input].symbol,
                                  .length = length,
                                  .element = elements[type] };
  Value value;

  if (b->parameters[input] < 0)
    b->parameters[input] = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  value = b_value_new (b, length > 1 ? b_shape (type, 1, &length) : (Shape){ .type = type });
  for (guint i = 0; i < length; i++)
    value.parts[i] = rs_ir_leaf (b->kernel, RS_IR_NUMBER, type, b->parameters[input], i);
  return value;
}

/* Real and imaginary part, side by side. */
static Value
complex_parameter (Build *b, guint input)
{
  Value value = number_parameter (b, input, b->root_scalar, 2);

  value.shape.rank = 0;
  value.shape.is_complex = TRUE;
  return value;
}

static RsIrType
number_type (Build *b, RsElement element)
{
  return element == RS_ELEMENT_BOOL ? RS_IR_BOOL : rs_element_is_integer (element) ? RS_IR_I64 : b->root_scalar;
}

/* Whether the type lets a vector be passed by value. */
static gboolean
may_be_value (Build *b, guint input)
{
  const RsType *type = b->request->inputs[input].type, *formal = formal_type (b, input);

  if (b->request->form == RS_KERNEL_FROM_EXPRESSION || b->inputs[input].in_memory || type->rank != 1
      || type->sizes[0] < 1 || type->sizes[0] > MAX_VALUE_LENGTH || rs_element_is_complex (type->element)
      || type->element == RS_ELEMENT_HALF
      || (b_carries (b->request) && b->request->precision != RS_PRECISION_DOUBLE && type->element == RS_ELEMENT_DOUBLE))
    return FALSE;
  return !formal || formal->kind != RS_TYPE_ARRAY || formal->rank == 1;
}

/* A vector of known small length that nothing writes, by no other name either, is passed by value. */
static gboolean
is_small_vector (Build *b, guint input)
{
  const guint same = b->request->inputs[input].same_as;

  for (guint i = 0; i < b->request->n_inputs && same != 0; i++)
    if (b->request->inputs[i].same_as == same && !may_be_value (b, i))
      return FALSE;
  return may_be_value (b, input);
}

static Value
array_value (Build *b, guint input, const RsNode *place)
{
  const RsType *type = b->request->inputs[input].type, *formal = formal_type (b, input);
  Value value = { .kind = VALUE_ARRAY, .input = input };
  RsElement element = formal && formal->kind == RS_TYPE_ARRAY ? formal->element : type->element;

  if (is_small_vector (b, input))
    {
      guint n = type->sizes[0];

      value = number_parameter (b, input, number_type (b, element), n);
      if (value.shape.rank == 0)
        value.shape = b_shape (value.shape.type, 1, &n);
      value.shape.is_single = b_is_single_element (b, element);
      value.input = input + 1;
      return value;
    }
  if (formal && formal->kind == RS_TYPE_ARRAY && formal->rank > 1 && type->rank > formal->rank)
    return b_fail (b, place, "`%s` has more dimensions than its parameter", input_name (b, input));
  if (formal && formal->kind == RS_TYPE_ARRAY)
    value.boundary = formal->boundary;
  return value;
}

static Value
cell_value (Build *b, guint input, const RsNode *place)
{
  const RsKernelInput *cell = &b->request->inputs[input];
  Value *items = rs_arena_array (b->kernel->arena, Value, MAX (1, cell->n_captures));

  if (cell->class)
    return (Value){ .kind = VALUE_OBJECTS, .input = input };
  if (cell->n_captures == 0)
    return b_not_supported (b, place, "this cell");
  for (guint i = 0; i < cell->n_captures && !b->reason; i++)
    items[i] = b_input_value (b, cell->first_capture + i, place);
  return (Value){ .kind = VALUE_LIST, .items = items, .n_items = cell->n_captures };
}

Value
b_input_value (Build *b, guint input, const RsNode *place)
{
  const RsKernelInput *in = &b->request->inputs[input];
  Value value = { .kind = VALUE_FUNCTION, .first_capture = -1 };

  if (in->type == NULL)
    return b_fail (b, place, "`%s` has no value yet", input_name (b, input));
  switch (in->type->kind)
    {
    case RS_TYPE_NUMBER:
      if (rs_element_is_complex (in->type->element))
        return complex_parameter (b, input);
      if (in->is_constant)
        return b_number (rs_ir_constant (b->kernel, number_type (b, in->type->element), in->constant), b);
      return number_parameter (b, input, number_type (b, in->type->element), 1);
    case RS_TYPE_ARRAY:
      return array_value (b, input, place);
    case RS_TYPE_FUNCTION:
      value.function = in->function;
      value.first_capture = in->function ? (int)in->first_capture : -1;
      if (!in->function)
        return b_not_supported (b, place, "this function as a value");
      return value;
    case RS_TYPE_STRING:
      return b_not_supported (b, place, "strings");
    case RS_TYPE_CELL:
      return cell_value (b, input, place);
    case RS_TYPE_CLASS:
      return b_object_input (b, input, place);
    case RS_TYPE_UNKNOWN:
    case RS_TYPE_NOTHING:
      return b_fail (b, place, "`%s` has no value yet", input_name (b, input));
    default:
      return b_not_supported (b, place, "values of this type");
    }
}
