/* Expressions: literals, lazy operators, what holds others.
 *
 * An expression becomes trees; what can't be a tree (an opened function, a loop) becomes statements in front of the
 * statement that is being built. Where the right side of an operator does that, the left side is put aside first, so
 * that the order of effects stays. The sides of `&&`, `||` and `? :` that may not be evaluated are built into a block
 * of their own, which becomes an `if` unless it stays empty.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/sema/generic/generic.h"

#include <math.h>

#define MAX_NODES 400000

static Value
build_number (Build *b, const RsNode *node)
{
  if (node->flags & RS_NODE_IMAGINARY)
    {
      Value value = b_value_new (b, (Shape){ .type = b->scalar, .is_complex = TRUE });

      value.parts[0] = rs_ir_constant (b->kernel, b->scalar, 0);
      value.parts[1] = rs_ir_constant (b->kernel, b->scalar, node->number);
      return value;
    }
  gint64 integer;

  if (rs_node_get_integer (node, &integer))
    {
      Value value = b_integer (b, integer);

      value.is_literal = TRUE;
      return value;
    }
  return b_scalar (b, node->number);
}

/* --- lazy operators --- */

Value
b_lazy (Build *b, const RsNode *node, RsIrBlock *block)
{
  RsIrBlock *outer = b->block;
  Value value;

  *block = (RsIrBlock){ 0 };
  b->block = block;
  value = b_expression (b, node);
  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, node);
  b->block = outer;
  return value;
}

static void
set_into (Build *b, RsIrBlock *block, guint local, const RsIrExpression *value)
{
  RsIrStatement *set = rs_ir_statement (b->kernel, RS_IR_SET, b->line);

  set->index = local;
  set->value = value;
  rs_ir_append (block, set);
}

static Value
build_logic (Build *b, const RsNode *node)
{
  RsIrOp op = node->op == RS_OP_AND ? RS_IR_AND : RS_IR_OR;
  Value left = b_expression (b, node->children[0]), right;
  const RsIrExpression *condition;
  RsIrBlock block;
  RsIrStatement *branch;
  guint local;

  right = b_lazy (b, node->children[1], &block);
  if (b->reason)
    return left;
  if (left.shape.rank > 0 || right.shape.rank > 0)
    {
      rs_ir_append_block (b->block, &block);
      return b_binary (b, node->op, left, right, node);
    }
  condition = b_condition (b, left, node);
  if (!block.first)
    return b_number (b_op (b, op, condition, b_condition (b, right, node)), b);
  local = rs_kernel_add_local (b->kernel, "", RS_IR_BOOL, 1);
  set_into (b, b->block, local, condition);
  set_into (b, &block, local, b_condition (b, right, node));
  branch = b_emit (b, RS_IR_IF);
  branch->value = rs_ir_local (b->kernel, local);
  if (op == RS_IR_OR)
    branch->value = rs_ir_unary (b->kernel, RS_IR_NOT, branch->value);
  branch->body = block;
  return b_number (rs_ir_local (b->kernel, local), b);
}

static Value
select_parts (Build *b, const RsIrExpression *condition, Value x, Value y, RsIrBlock *then, RsIrBlock *otherwise)
{
  guint n = b_shape_parts (&x.shape);
  Value result = b_value_new (b, x.shape);
  RsIrStatement *branch;

  if (!then->first && !otherwise->first)
    {
      if (n > 1)
        condition = b_keep (b, b_number (condition, b)).parts[0];
      for (guint i = 0; i < n; i++)
        result.parts[i] = rs_ir_select (b->kernel, condition, x.parts[i], y.parts[i]);
      return result;
    }
  for (guint i = 0; i < n; i++)
    {
      guint local = rs_kernel_add_local (b->kernel, "", x.shape.type, 1);

      set_into (b, then, local, x.parts[i]);
      set_into (b, otherwise, local, y.parts[i]);
      result.parts[i] = rs_ir_local (b->kernel, local);
    }
  branch = b_emit (b, RS_IR_IF);
  branch->value = condition;
  branch->body = *then;
  branch->other = *otherwise;
  return result;
}

static Value
broadcast (Build *b, Value value, const Shape *shape)
{
  Value wide;

  if (value.shape.rank > 0 || shape->rank == 0)
    return value;
  wide = b_value_new (b, *shape);
  wide.shape.type = value.shape.type;
  wide.shape.is_complex = value.shape.is_complex;
  for (guint i = 0; i < b_shape_parts (&wide.shape); i++)
    wide.parts[i] = value.parts[wide.shape.is_complex ? i % 2 : 0];
  return wide;
}

static Value
build_ternary (Build *b, const RsNode *node)
{
  Value test, x, y;
  const RsIrExpression *condition;
  RsIrBlock then, otherwise;
  gboolean holds;

  if (b_decide_types (b, node->children[RS_TERNARY_CONDITION], &holds))
    return b_expression (b, node->children[holds ? RS_TERNARY_THEN : RS_TERNARY_ELSE]);
  test = b_expression (b, node->children[RS_TERNARY_CONDITION]);
  if (test.kind != VALUE_NUMBER)
    return b_fail (b, node, "a condition needs a number");
  condition = b_condition (b, test, node->children[RS_TERNARY_CONDITION]);
  x = b_lazy (b, node->children[RS_TERNARY_THEN], &then);
  y = b_lazy (b, node->children[RS_TERNARY_ELSE], &otherwise);
  if (x.kind == VALUE_FUNCTION && y.kind == VALUE_FUNCTION && !then.first && !otherwise.first)
    return b_choose_function (b, condition, x, y, node);
  if (x.kind != VALUE_NUMBER || y.kind != VALUE_NUMBER)
    return b_not_supported (b, node, "a choice between arrays or functions");
  if (b->reason)
    return x;
  x = broadcast (b, x, &y.shape);
  y = broadcast (b, y, &x.shape);
  if (!b_same_dims (&x.shape, &y.shape))
    return b_fail (b, node, "the sizes of both sides of `:` differ");
  if (x.shape.is_complex || y.shape.is_complex)
    {
      x = b_to_complex (b, x);
      y = b_to_complex (b, y);
    }
  else if (x.shape.type != y.shape.type)
    b_to_common_type (b, &x, &y);
  x.shape.rank = y.shape.rank = MAX (x.shape.rank, y.shape.rank);
  return select_parts (b, condition, x, y, &then, &otherwise);
}

/* --- all of them --- */

static Value
build_binary (Build *b, const RsNode *node)
{
  RsIrStatement *mark;
  Value left, right;

  if (node->op == RS_OP_AND || node->op == RS_OP_OR)
    return build_logic (b, node);
  if (node->op == RS_OP_USER)
    return b_not_supported (b, node, "user operators");
  left = b_expression (b, node->children[0]);
  mark = b->block->last;
  right = b_expression (b, node->children[1]);
  if (b->block->last != mark)
    left = b_pin (b, left, mark, FALSE);
  return b_binary (b, node->op, left, right, node);
}

static Value
build_sequence (Build *b, const RsNode *node)
{
  Value value = { .kind = VALUE_NOTHING };

  for (guint i = 0; i < node->n_children && !b->reason; i++)
    if (i + 1 < node->n_children)
      b_statement (b, node->children[i]);
    else
      value = b_expression (b, node->children[i]);
  return value;
}

/* An assignment as the body of a lambda, or as a value. */
static Value
build_assignment (Build *b, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET], *outer = b->result_of;

  b->result_of = target;
  b->result.kind = VALUE_NOTHING;
  b_statement (b, node);
  b->result_of = outer;
  if (b->result.kind != VALUE_NOTHING)
    return b->result;
  if (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_FIELD)
    return b->reason ? b_integer (b, 0) : b_expression (b, target);
  if (target->kind == RS_NODE_TYPED)
    target = target->children[RS_TYPED_EXPRESSION];
  return target->kind == RS_NODE_NAME && !b->reason ? b_name_value (b, target) : (Value){ .kind = VALUE_NOTHING };
}

static Value
build_lambda (Build *b, const RsNode *node)
{
  Value value = { .kind = VALUE_FUNCTION, .function = node, .lexical = b->frame, .first_capture = -1 };

  for (guint i = 0; node->scope && i < node->scope->captures->len; i++)
    {
      const RsSymbol *captured = g_ptr_array_index (node->scope->captures, i);

      if (captured->origin && captured->origin->kind == RS_SYMBOL_VARIABLE && captured->origin->is_assigned_again)
        return b_not_supported (b, node, "a function that captures a variable which changes");
    }
  return value;
}

/* x : T; the result of an explicitly typed lambda is converted. */
static Value
typed (Build *b, const RsNode *node)
{
  Value value = b_expression (b, node->children[RS_TYPED_EXPRESSION]);

  if (b->reason || !(node->flags & RS_NODE_TYPE_FIRST))
    return value;
  return b_convert_to_declared (b, value,
                                rs_scope_type_of_node (b->kernel->arena, (RsScope *)b->frame->scope,
                                                       node->children[RS_TYPED_TYPE]), node);
}

static Value
build_node (Build *b, const RsNode *node)
{
  Value value = { .kind = VALUE_NOTHING };
  gboolean holds;

  if (b->reason)
    return b_integer (b, 0);
  if (b->n_nodes++ > MAX_NODES)
    return b_fail (b, node, "the kernel becomes too large when its functions are opened");
  if (b_find_leaf (b, node, &value))
    return value;
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NUMBER:
      return build_number (b, node);
    case RS_NODE_TARGET_TEST:
      return b_integer (b, rs_target_is_meant (b->kernel->target, node->text));
    case RS_NODE_STRING:
      value.kind = VALUE_STRING;
      value.text = node->text;
      return value;
    case RS_NODE_COLON:
      value.kind = VALUE_COLON;
      return value;
    case RS_NODE_NAME:
      return b_name_value (b, node);
    case RS_NODE_UNARY:
      return b_unary (b, node);
    case RS_NODE_BINARY:
      return build_binary (b, node);
    case RS_NODE_TYPED:
      return typed (b, node);
    case RS_NODE_TERNARY:
      return build_ternary (b, node);
    case RS_NODE_RANGE:
      return b_range (b, node);
    case RS_NODE_MATRIX:
      return b_matrix (b, node);
    case RS_NODE_META:
      if (node->flags & RS_NODE_EVALUATED)
        return b_expression (b, rs_node_last (node));
      return rs_is_specialization (node) ? b_specialization (b, node) : b_not_supported (b, node, "meta functions");
    case RS_NODE_INDEX:
      return b_index (b, node);
    case RS_NODE_CALL:
      if (b_decide_types (b, node, &holds))
        return b_integer (b, holds);
      return b_call (b, node);
    case RS_NODE_SEQUENCE:
      return node->flags & RS_NODE_TEXTURE ? b_texture (b, node) : build_sequence (b, node);
    case RS_NODE_ASSIGN:
      return build_assignment (b, node);
    case RS_NODE_LAMBDA:
      return build_lambda (b, node);
    case RS_NODE_FIELD:
      return b_field (b, node);
    case RS_NODE_CELL:
      return b_not_supported (b, node, "cells");
    default:
      return b_not_supported (b, node, rs_node_kind_to_string (node->kind));
    }
}

Value
b_expression (Build *b, const RsNode *node)
{
  const gboolean is_step = (node->flags & RS_NODE_STEP) && b->request->form == RS_KERNEL_FROM_EXPRESSION;
  const Value *kept = is_step ? g_hash_table_lookup (b->steps, node) : NULL;
  Value value = kept ? *kept : build_node (b, node);

  if (node->kind == RS_NODE_NAME || kept)
    return value;
  value = b_is_rounded_matrix (b, node) ? b_round_if (b, value, TRUE) : b_round_vector (b, value);
  return is_step ? b_keep_step (b, node, value) : value;
}
