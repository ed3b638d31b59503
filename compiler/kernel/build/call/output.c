/* Output arguments of kernel functions (manual 4.7): all work items share them, so each is an array in memory, which
 * the runtime makes and which holds the initial value. Compound assignments are atomic; of plain ones, any may be the
 * last.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

void
b_bind_output (Build *b, const RsSymbol *symbol)
{
  int input = b_find_input (b, symbol);
  Variable *variable;

  if (input < 0 || b->request->inputs[input].type->kind != RS_TYPE_ARRAY)
    {
      b_not_supported (b, b->request->node, "an output argument of this type");
      return;
    }
  variable = b_new_variable (b, b->root, symbol);
  variable->kind = VARIABLE_OUTPUT;
  variable->value = (Value){ .kind = VALUE_ARRAY, .input = input, .boundary = RS_BOUNDARY_SAFE };
}

static gboolean
is_vector (const Variable *variable)
{
  const RsType *type = variable->symbol->type;

  return type && type->kind == RS_TYPE_ARRAY;
}

Value
b_read_output (Build *b, const Variable *variable, const RsNode *place)
{
  Value value;

  if (is_vector (variable))
    return variable->value;
  value = b_whole_array (b, &variable->value, place);
  value.shape.rank = 0;
  return value;
}

void
b_assign_output (Build *b, const Variable *variable, RsOperator op, Value value, const RsNode *place)
{
  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, place);
  if (value.kind == VALUE_ARRAY)
    value = b_whole_array (b, &value, place);
  if (value.kind != VALUE_NUMBER)
    {
      b_not_supported (b, place, "this value for an output argument");
      return;
    }
  if (!is_vector (variable) && value.shape.rank > 0)
    {
      b_fail (b, place, "a number is needed here, not an array of %u", b_shape_count (&value.shape));
      return;
    }
  if (op == RS_OP_NONE)
    value = b_convert_to_declared (b, value, variable->symbol->type, place);
  b_store_all (b, place, &variable->value, op, value);
}
