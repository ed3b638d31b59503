/* The levels of a loop nest: dimensions of the grid, or loops inside a work item.
 *
 * In a serial loop all levels are loops of the only work item; in one that is parallel in some of its levels those that
 * are not (RsKernelRequest.inner_levels).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

const RsNode *
b_level_name (const RsNode *loop)
{
  const RsNode *variable = loop->children[RS_FOR_VARIABLE];

  return variable->kind == RS_NODE_TYPED ? variable->children[RS_TYPED_EXPRESSION] : variable;
}

/* The first value or the step of a level: exact, so in double when it is no integer. */
static const RsIrExpression *
level_input (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];
  gboolean floating = rs_element_is_floating (in->type->element);
  RsKernelParameter parameter = { .binding = RS_BIND_NUMBER, .name = (char *)"", .input = input, .length = 1,
                                  .element = floating ? RS_ELEMENT_DOUBLE : RS_ELEMENT_INT64 };
  RsIrType type = floating ? RS_IR_F64 : RS_IR_I64;

  if (in->is_constant)
    return rs_ir_constant (b->kernel, type, in->constant);
  if (b->parameters[input] < 0)
    b->parameters[input] = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  return rs_ir_leaf (b->kernel, RS_IR_NUMBER, type, b->parameters[input], 0);
}

gboolean
b_is_inner_level (const Build *b, guint level)
{
  return b->request->serial || (b->request->inner_levels >> level & 1) != 0;
}

/* The iterations of a level inside the work item. */
static const RsIrExpression *
open_level (Build *b, guint level)
{
  const RsIrExpression *count = level_input (b, b->request->level_count[level]);
  RsIrStatement *loop = b_emit (b, RS_IR_LOOP);

  loop->index = rs_kernel_add_local (b->kernel, "round", RS_IR_I64, 1);
  rs_kernel_local (b->kernel, loop->index)->is_counter = TRUE;
  loop->low = rs_ir_integer (b->kernel, 0);
  loop->high = b_sub (b, rs_ir_convert (b->kernel, count, RS_IR_I64), rs_ir_integer (b->kernel, 1));
  loop->step = 1;
  b->block = &loop->body;
  return rs_ir_local (b->kernel, loop->index);
}

/* The dimension of the grid that a level is. */
static guint
dimension_of_level (const Build *b, guint level)
{
  guint dimension = 0;

  while (b->kernel->levels[dimension] != level)
    dimension++;
  return dimension;
}

static const RsBuiltin *
called_builtin (const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  return callee && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN ? callee->symbol->builtin : NULL;
}

/* numel (vector), size (array, number): a length of an input; NULL for anything else. */
static const RsIrExpression *
bound_of_call (Build *b, const RsNode *call)
{
  const RsBuiltin *builtin = called_builtin (call);
  const RsNode *array = rs_node_child (call, RS_CALL_FIRST_ARGUMENT),
               *which = rs_node_child (call, RS_CALL_FIRST_ARGUMENT + 1);
  int input = array && array->kind == RS_NODE_NAME && array->symbol ? b_find_input (b, array->symbol) : -1;
  const RsType *type = input >= 0 ? b->request->inputs[input].type : NULL;
  guint dimension = which && which->kind == RS_NODE_NUMBER ? (guint)CLAMP (which->number, 0, RS_MAX_RANK) : 0;

  if (!builtin || !type || type->kind != RS_TYPE_ARRAY || b_assigns (b->nest.body, array->symbol))
    return NULL;
  if (!(builtin->id == RS_BUILTIN_ID_NUMEL && type->rank == 1)
      && !(builtin->id == RS_BUILTIN_ID_SIZE && which && type->rank > 1 && dimension < (guint)type->rank))
    return NULL;
  if (type->sizes[dimension] > 0)
    return rs_ir_integer (b->kernel, type->sizes[dimension]);
  if (b_array_rank (b, (guint)input) != (guint)type->rank)
    return NULL;
  return rs_ir_leaf (b->kernel, RS_IR_DIM, RS_IR_I64, b_array_parameter (b, (guint)input), dimension);
}

/* Numbers, integer inputs that the loops leave alone, sizes of arrays, and sums of them: NULL for anything else. */
static const RsIrExpression *
bound_of_node (Build *b, const RsNode *node)
{
  const RsIrExpression *left, *right;
  int input;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      return (node->flags & RS_NODE_INTEGER) != 0 ? rs_ir_integer (b->kernel, (gint64)node->number) : NULL;
    case RS_NODE_NAME:
      input = node->symbol ? b_find_input (b, node->symbol) : -1;
      if (input < 0 || b->request->inputs[input].type == NULL || b->request->inputs[input].type->kind != RS_TYPE_NUMBER
          || !rs_element_is_integer (b->request->inputs[input].type->element) || b_assigns (b->nest.body, node->symbol))
        return NULL;
      return rs_ir_convert (b->kernel, b_input_value (b, (guint)input, node).parts[0], RS_IR_I64);
    case RS_NODE_BINARY:
      if (node->op != RS_OP_ADD && node->op != RS_OP_SUBTRACT && node->op != RS_OP_MULTIPLY)
        return NULL;
      left = bound_of_node (b, node->children[0]);
      right = left ? bound_of_node (b, node->children[1]) : NULL;
      if (!right)
        return NULL;
      return node->op == RS_OP_ADD ? b_add (b, left, right)
             : node->op == RS_OP_SUBTRACT ? b_sub (b, left, right) : b_mul (b, left, right);
    case RS_NODE_CALL:
      return bound_of_call (b, node);
    default:
      return NULL;
    }
}

/* Tells the dependence test how many positions a dimension has, where the text says it. */
static void
note_count (Build *b, guint level, const RsIrExpression *low, const RsIrExpression *step)
{
  const RsNode *node = b->nest.ranges[level]->children[RS_RANGE_HIGH];
  gboolean up = rs_ir_is_constant (step, 1), down = rs_ir_is_constant (step, -1);
  const RsIrExpression *high = (up || down) && rs_ir_is_integer (low->type) ? bound_of_node (b, node) : NULL;

  if (high)
    b->kernel->counts[dimension_of_level (b, level)]
        = b_add (b, up ? b_sub (b, high, low) : b_sub (b, low, high), rs_ir_integer (b->kernel, 1));
}

void
b_bind_level (Build *b, guint level)
{
  const RsNode *name = b_level_name (b->nest.loops[level]);
  const RsIrExpression *low = level_input (b, b->request->level_low[level]);
  const RsIrExpression *step = level_input (b, b->request->level_step[level]);
  const RsIrExpression *position = b_is_inner_level (b, level) ? open_level (b, level)
                                                               : rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0,
                                                                             dimension_of_level (b, level));
  gboolean floating = rs_ir_is_floating (low->type) || rs_ir_is_floating (step->type);
  RsIrType type = floating ? RS_IR_F64 : RS_IR_I64;
  Variable *variable;

  if (name->kind != RS_NODE_NAME || !name->symbol)
    {
      b_not_supported (b, name, "this loop variable");
      return;
    }
  if (!b_is_inner_level (b, level))
    note_count (b, level, low, step);
  if (!b_is_inner_level (b, level) && !floating)
    b->kernel->steps[dimension_of_level (b, level)] = step;
  low = rs_ir_convert (b->kernel, low, type);
  step = rs_ir_convert (b->kernel, step, type);
  position = rs_ir_convert (b->kernel, position, type);
  variable = b_new_variable (b, b->root, name->symbol);
  variable->has_counter = TRUE;
  variable->counter = b_convert (b, b_number (b_add (b, low, b_mul (b, position, step)), b),
                                 floating ? b->scalar : RS_IR_I64);
  if (b_assigns (b->nest.body, name->symbol))
    b_fail (b, name, "the loop changes its variable `%s`", name->name);
}
