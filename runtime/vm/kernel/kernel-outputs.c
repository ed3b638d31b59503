/* Output arguments of kernels: where they begin, and how the values of several work items are put together.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/kernel/kernel-private.h"

#include <math.h>

/* Adds the operators with which an output, or its elements, are assigned; - counts as +. */
static void
collect_operators (const RsNode *node, const RsSymbol *output, guint64 *operators)
{
  if (node->kind == RS_NODE_ASSIGN)
    {
      const RsNode *target = node->children[RS_ASSIGN_TARGET];

      if (target->kind == RS_NODE_INDEX)
        target = target->children[RS_INDEX_ARRAY];
      if (target->kind == RS_NODE_NAME && target->symbol == output)
        *operators |= G_GUINT64_CONSTANT (1) << (node->op == RS_OP_ASSIGN_SUBTRACT ? RS_OP_ASSIGN_ADD : node->op);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      collect_operators (node->children[i], output, operators);
}

/* The only operator that assigns an output; ASSIGN when there are several, or none. */
static RsOperator
find_operator (const RsNode *body, const RsSymbol *output)
{
  guint64 operators = 0;

  G_STATIC_ASSERT (RS_N_OPERATORS <= 64);
  if (body != NULL)
    collect_operators (body, output, &operators);
  if (operators == 0 || (operators & (operators - 1)) != 0)
    return RS_OP_ASSIGN;
  return (RsOperator)(g_bit_nth_lsf (operators, -1));
}

static const RsSymbol *
output_symbol (const RsProto *proto, guint index)
{
  return g_ptr_array_index (proto->scope->variables, proto->outputs[index]);
}

static RsOperator *
find_operators (const RsProto *proto)
{
  RsOperator *operators = g_new (RsOperator, MAX (1, proto->n_outputs));

  for (guint i = 0; i < proto->n_outputs; i++)
    operators[i] = find_operator (rs_node_child (proto->node, RS_FUNCTION_BODY), output_symbol (proto, i));
  return operators;
}

/* Where an output starts, or each of its elements: at zero, or at the neutral element of the operator that it is
 * assigned with. */
static RsValue
initial_number (const Launch *launch, guint index, const RsType *type)
{
  gboolean is_integer = type != NULL && rs_element_is_integer (type->element);

  switch (launch->operators[index])
    {
    case RS_OP_ASSIGN_MULTIPLY:
    case RS_OP_ASSIGN_DOT_MULTIPLY:
      return is_integer ? rs_value_int (1) : rs_value_scalar (1);
    case RS_OP_ASSIGN_MAXIMUM:
      return is_integer ? rs_value_int (G_MININT32) : rs_value_scalar (-INFINITY);
    case RS_OP_ASSIGN_MINIMUM:
      return is_integer ? rs_value_int (G_MAXINT32) : rs_value_scalar (INFINITY);
    case RS_OP_ASSIGN_AND:
      return rs_value_int (-1);
    default:
      return is_integer ? rs_value_int (0) : rs_value_scalar (0);
    }
}

RsValue
rs_vm_kernel_initial_output (const Launch *launch, guint index)
{
  g_assert (index < launch->proto->n_outputs);

  const RsType *type = output_symbol (launch->proto, index)->type;
  RsValue number = type != NULL && type->kind == RS_TYPE_ARRAY ? initial_number (launch, index, type) : RS_NONE;
  RsArray *array;

  if (type == NULL || type->kind != RS_TYPE_ARRAY)
    return initial_number (launch, index, type);
  array = rs_array_new_vector (type->element, MAX (0, type->sizes[0]), NULL);
  for (gint64 i = 0; array != NULL && i < array->n_elements; i++)
    rs_array_set_element (array, i, number, NULL);
  return array != NULL ? rs_value_object (array) : number;
}

/* The operator that puts the values of two work items together; NONE: the later one counts. */
static RsOperator
combining_operator (RsOperator op)
{
  switch (op)
    {
    case RS_OP_ASSIGN_ADD:
    case RS_OP_ASSIGN_SUBTRACT:
      return RS_OP_ADD;
    case RS_OP_ASSIGN_MULTIPLY:
    case RS_OP_ASSIGN_DOT_MULTIPLY:
      return RS_OP_MULTIPLY;
    case RS_OP_ASSIGN_MAXIMUM:
    case RS_OP_ASSIGN_MINIMUM:
    case RS_OP_ASSIGN_AND:
    case RS_OP_ASSIGN_OR:
    case RS_OP_ASSIGN_XOR:
      return op;
    default:
      return RS_OP_NONE;
    }
}

gboolean
rs_vm_kernel_combine_outputs (RsThread *thread, const Launch *launch, RsValue *outputs, guint n_items, GError **error)
{
  guint n = launch->proto->n_outputs;

  for (guint item = 0; item < n_items; item++)
    for (guint i = 0; i < n; i++)
      {
        RsOperator op = combining_operator (launch->operators[i]);
        RsValue *given = &outputs[(gsize)item * n + i];
        RsValue sum = RS_NONE;

        if (op == RS_OP_NONE)
          sum = rs_value_ref (*given);
        else if (!rs_value_combine (op, launch->outputs[i], *given, thread->vm->session->precision, &sum, error))
          return FALSE;
        rs_value_clear (&launch->outputs[i]);
        rs_value_clear (given);
        launch->outputs[i] = sum;
      }
  return TRUE;
}

void
rs_vm_kernel_begin_outputs (Launch *launch)
{
  launch->operators = find_operators (launch->proto);
  for (guint i = 0; i < launch->proto->n_outputs; i++)
    launch->outputs[i] = rs_vm_kernel_initial_output (launch, i);
}
