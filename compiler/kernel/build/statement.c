/* Statements of a body: assignments, branches, the ways out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#define MAX_UNROLL 1024 /* rounds */

gboolean
b_contains (const RsNode *node, RsNodeKind kind)
{
  if (node->kind == kind)
    return TRUE;
  if (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && b_contains (node->children[i], kind))
      return TRUE;
  return FALSE;
}

gboolean
b_target_names (const RsNode *target, const RsSymbol *symbol)
{
  if (target->kind == RS_NODE_NAME)
    return target->symbol == symbol;
  if (target->kind == RS_NODE_TYPED)
    return b_target_names (target->children[RS_TYPED_EXPRESSION], symbol);
  for (guint i = 0; target->kind == RS_NODE_MATRIX && i < target->n_children; i++)
    if (b_target_names (target->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* Whether something in node gives symbol a new value: an assignment or a loop. */
gboolean
b_assigns (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_ASSIGN && b_target_names (node->children[RS_ASSIGN_TARGET], symbol))
    return TRUE;
  if (node->kind == RS_NODE_FOR && b_target_names (node->children[RS_FOR_VARIABLE], symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && b_assigns (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* --- assignments --- */

/* x : T among targets, where other declarations of x differ: x has no type of its own then. */
static Value
convert_for_open (Build *b, const RsNode *typed, Value value)
{
  const RsNode *name = typed->children[RS_TYPED_EXPRESSION];
  const RsSymbol *symbol = name->kind == RS_NODE_NAME ? name->symbol : NULL;

  if (!symbol || symbol->is_declared || b->reason)
    return value;
  return b_convert_to_declared (b, value,
                                rs_scope_type_of_node (b->kernel->arena, (RsScope *)b->frame->scope,
                                                       typed->children[RS_TYPED_TYPE]), typed);
}

static void
assign_target (Build *b, const RsNode *target, Value value)
{
  switch ((RsNodeKind)target->kind)
    {
    case RS_NODE_NAME:
      if (target->symbol)
        b_assign_variable (b, target->symbol, value, target);
      else
        b_fail (b, target, "`%s` is not known here", target->name);
      break;
    case RS_NODE_TYPED:
      assign_target (b, target->children[RS_TYPED_EXPRESSION], convert_for_open (b, target, value));
      break;
    case RS_NODE_INDEX:
      b_store (b, target, RS_OP_NONE, value);
      break;
    case RS_NODE_PLACEHOLDER:
      break;
    case RS_NODE_FIELD:
      b_store_field (b, target, RS_OP_NONE, value);
      break;
    default:
      b_not_supported (b, target, "this target of an assignment");
    }
}

/* [a, b] = [x, y]: all values first. */
/* What a sequence ends with, and what a choice of types decides for. */
static const RsNode *
chosen_value (Build *b, const RsNode *node)
{
  gboolean holds;

  if (node->kind == RS_NODE_SEQUENCE && node->n_children > 0 && !(node->flags & RS_NODE_TEXTURE))
    {
      for (guint i = 0; i + 1 < node->n_children; i++)
        b_statement (b, node->children[i]);
      return chosen_value (b, rs_node_last (node));
    }
  if (node->kind == RS_NODE_TERNARY && b_decide_types (b, node->children[RS_TERNARY_CONDITION], &holds))
    return chosen_value (b, node->children[holds ? RS_TERNARY_THEN : RS_TERNARY_ELSE]);
  return node;
}

static void
assign_several (Build *b, const RsNode *target, const RsNode *value_node)
{
  Value values[BUILD_MAX_ELEMENTS];
  guint n = 0;

  if (target->n_children > BUILD_MAX_ELEMENTS)
    {
      b_not_supported (b, target, "so many targets");
      return;
    }
  value_node = chosen_value (b, value_node);
  if (value_node->kind == RS_NODE_MATRIX && value_node->n_children == target->n_children)
    for (; n < value_node->n_children && !b->reason; n++)
      values[n] = b_keep (b, b_expression (b, value_node->children[n]));
  else if (value_node->kind == RS_NODE_CALL && value_node->children[0]->kind == RS_NODE_NAME
           && value_node->children[0]->symbol && value_node->children[0]->symbol->kind != RS_SYMBOL_BUILTIN)
    {
      Value arguments[BUILD_MAX_ELEMENTS];
      Value function = b_expression (b, value_node->children[0]);
      guint n_arguments = value_node->n_children - 1;

      for (guint i = 0; i < n_arguments && i < BUILD_MAX_ELEMENTS && !b->reason; i++)
        arguments[i] = b_keep (b, b_expression (b, value_node->children[i + 1]));
      for (guint i = 0; i < target->n_children; i++)
        values[i] = (Value){ .kind = VALUE_NOTHING };
      if (!b->reason)
        b_call_function (b, function, arguments, n_arguments, target->n_children, values, value_node);
      n = target->n_children;
    }
  else
    {
      Value whole = b_expression (b, value_node);

      if (whole.kind == VALUE_RANGE)
        whole = b_range_elements (b, whole, value_node);
      if (whole.kind != VALUE_NUMBER || whole.shape.is_complex || b_shape_count (&whole.shape) != target->n_children)
        {
          b_not_supported (b, value_node, "taking this value apart");
          return;
        }
      whole = b_keep (b, whole);
      for (; n < target->n_children; n++)
        values[n] = b_number (whole.parts[n], b);
    }
  for (guint i = 0; i < n && !b->reason; i++)
    if (values[i].kind == VALUE_OBJECT)
      values[i] = b_copy_object (b, &values[i], value_node);
  for (guint i = 0; i < n && !b->reason; i++)
    assign_target (b, target->children[i], values[i]);
}

Value
b_compound_value (Build *b, RsOperator op, Value old, Value value, const RsNode *place)
{
  RsOperator plain = rs_operator_of_assignment (op);
  gboolean integers = old.kind == VALUE_NUMBER && value.kind == VALUE_NUMBER && old.shape.type == RS_IR_I64
                      && value.shape.type == RS_IR_I64 && old.shape.rank == 0 && value.shape.rank == 0;
  RsIrType type;
  RsIrOp ir = op == RS_OP_ASSIGN_MAXIMUM ? RS_IR_MAX : op == RS_OP_ASSIGN_MINIMUM ? RS_IR_MIN
              : op == RS_OP_ASSIGN_AND ? RS_IR_BIT_AND : op == RS_OP_ASSIGN_OR ? RS_IR_BIT_OR : RS_IR_BIT_XOR;

  if (integers && (plain == RS_OP_DIVIDE || plain == RS_OP_DOT_DIVIDE))
    return b_number (b_op (b, RS_IR_TRUNC_DIV, old.parts[0], value.parts[0]), b);
  if (plain != RS_OP_NONE)
    return b_binary (b, plain, old, value, place);
  if (!b_is_number (&old) || !b_is_number (&value))
    return b_not_supported (b, place, "this compound assignment of arrays");
  type = b_join_types (b, old.shape.type, value.shape.type);
  if (rs_ir_is_floating (type) && ir != RS_IR_MAX && ir != RS_IR_MIN)
    return b_fail (b, place, "bit operations need integers");
  return b_number (b_op (b, ir, rs_ir_convert (b->kernel, old.parts[0], type),
                         rs_ir_convert (b->kernel, value.parts[0], type)), b);
}

static void
build_compound (Build *b, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET];
  const Variable *variable;
  RsIrStatement *mark;
  Value value, old;

  if (target->kind == RS_NODE_INDEX)
    {
      b_store (b, target, node->op, b_expression (b, node->children[RS_ASSIGN_VALUE]));
      return;
    }
  if (target->kind == RS_NODE_FIELD)
    {
      b_store_field (b, target, node->op, b_expression (b, node->children[RS_ASSIGN_VALUE]));
      return;
    }
  if (target->kind != RS_NODE_NAME || !target->symbol)
    {
      b_not_supported (b, target, "this target of a compound assignment");
      return;
    }
  mark = b->block->last;
  value = b_expression (b, node->children[RS_ASSIGN_VALUE]);
  variable = b_find_variable (b, b->frame, target->symbol);
  if (variable && variable->kind == VARIABLE_OUTPUT)
    {
      b_assign_output (b, variable, node->op, value, target);
      return;
    }
  if (variable && variable->is_replaced && rs_operator_of_assignment (node->op) == RS_OP_NONE)
    {
      b_replace (b, variable, node->op, value, target);
      return;
    }
  old = b_expression (b, target);
  if ((node->op == RS_OP_ASSIGN_DIVIDE || node->op == RS_OP_ASSIGN_DOT_DIVIDE) && value.shape.type == RS_IR_I64
      && b_was_integer (b, target->symbol))
    {
      b_not_supported (b, target, "a division of a variable that is an integer here and a scalar later");
      return;
    }
  if (mark != b->block->last)
    value = b_keep (b, value);
  if (!b->reason)
    b_assign_variable (b, target->symbol, b_round_vector (b, b_compound_value (b, node->op, old, value, node)), target);
}

static void
build_assign (Build *b, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET];
  const RsNode *value_node = node->children[RS_ASSIGN_VALUE];
  Value value;

  if (b->nest.n_levels && b->frame == b->root && b_accumulate (b, node))
    return;
  if (node->op != RS_OP_ASSIGN)
    build_compound (b, node);
  else if (target->kind == RS_NODE_MATRIX && (target->n_children != 1 || target->children[0]->kind == RS_NODE_MATRIX))
    assign_several (b, target, value_node);
  else
    {
      value = b_expression (b, value_node);
      if (!b->reason && !b_share_vector (b, target, value_node, &value))
        assign_target (b, target->kind == RS_NODE_MATRIX ? target->children[0] : target, value);
    }
}

/* --- branches --- */

static void build_branch (Build *b, const RsNode *node, guint i);

/* The arms behind a condition that types or the target decide: the other one is for other types or targets. */
static void
build_decided_branch (Build *b, const RsNode *node, guint i, gboolean holds)
{
  if (holds)
    b_block (b, node->children[i + 1]);
  else if (i + 3 < node->n_children)
    build_branch (b, node, i + 2);
  else if (i + 2 < node->n_children)
    b_block (b, node->children[i + 2]);
}

static void
build_branch (Build *b, const RsNode *node, guint i)
{
  const RsNode *condition_node = node->children[i];
  const RsIrExpression *condition;
  RsIrBlock *outer = b->block;
  RsIrStatement *branch;
  gboolean holds;
  Value value;

  if (b_decide_types (b, condition_node, &holds))
    {
      build_decided_branch (b, node, i, holds);
      return;
    }
  value = b_expression (b, condition_node);
  if (value.kind != VALUE_NUMBER)
    {
      b_fail (b, condition_node, "a condition needs a number");
      return;
    }
  condition = b_condition (b, value, condition_node);
  branch = b_emit (b, RS_IR_IF);
  branch->value = condition;
  b->block = &branch->body;
  b_block (b, node->children[i + 1]);
  b->block = &branch->other;
  if (i + 3 < node->n_children)
    build_branch (b, node, i + 2);
  else if (i + 2 < node->n_children)
    b_block (b, node->children[i + 2]);
  b->block = outer;
}

/* Whether the subject is a number of the range. */
static const RsIrExpression *
match_range (Build *b, const Value *subject, const Value *range)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *low = rs_ir_convert (kernel, range->low, RS_IR_F64),
                       *high = rs_ir_convert (kernel, range->high, RS_IR_F64);
  const RsIrExpression *step = range->step ? rs_ir_convert (kernel, range->step, RS_IR_F64)
                                           : rs_ir_constant (kernel, RS_IR_F64, 1);
  const RsIrExpression *k
      = b_op (b, RS_IR_DIV, b_sub (b, rs_ir_convert (kernel, subject->parts[0], RS_IR_F64), low), step);
  const RsIrExpression *last = b_add (b, b_op (b, RS_IR_DIV, b_sub (b, high, low), step),
                                      rs_ir_constant (kernel, RS_IR_F64, 1e-6));

  k = b_keep (b, b_number (k, b)).parts[0];
  return b_op (b, RS_IR_AND, b_op (b, RS_IR_EQ, k, rs_ir_unary (kernel, RS_IR_FLOOR, k)),
               b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, k, rs_ir_constant (kernel, RS_IR_F64, 0)),
                     b_op (b, RS_IR_LE, k, last)));
}

/* Whether two small vectors or matrices are equal, all elements. */
static const RsIrExpression *
match_elements (Build *b, const Value *subject, const Value *value, const RsNode *pattern)
{
  const RsIrExpression *matches = rs_ir_constant (b->kernel, RS_IR_BOOL, b_same_dims (&subject->shape, &value->shape));
  Value same;

  if (subject->shape.is_complex || value->shape.is_complex || subject->shape.may_be_number || value->shape.may_be_number
      || (subject->shape.rank != value->shape.rank && subject->shape.rank > 0 && value->shape.rank > 0))
    return b_not_supported (b, pattern, "this pattern").parts[0];
  if (rs_ir_is_constant (matches, 0))
    return matches;
  same = b_compare (b, RS_OP_EQUAL, *subject, *value, pattern);
  for (guint i = 0; i < b_shape_parts (&same.shape) && !b->reason; i++)
    matches = b_op (b, RS_IR_AND, matches, same.parts[i]);
  return matches;
}

/* Whether the subject is one of the values of a pattern: `(3, 4)` has several, `_` is any. */
static const RsIrExpression *
match_pattern (Build *b, const Value *subject, const RsNode *pattern)
{
  const RsIrExpression *matches = rs_ir_constant (b->kernel, RS_IR_BOOL, pattern->kind == RS_NODE_PLACEHOLDER);
  Value value;

  if (pattern->kind == RS_NODE_PLACEHOLDER)
    return matches;
  if (pattern->kind == RS_NODE_MATRIX && pattern->flags & RS_NODE_PARENTHESES)
    {
      for (guint i = 0; i < pattern->n_children && !b->reason; i++)
        {
          const RsIrExpression *one = match_pattern (b, subject, pattern->children[i]);

          matches = i == 0 ? one : b_op (b, RS_IR_OR, matches, one);
        }
      return matches;
    }
  value = b_expression (b, pattern);
  if (b->reason)
    return matches;
  if (subject->kind == VALUE_STRING || value.kind == VALUE_STRING)
    return rs_ir_constant (b->kernel, RS_IR_BOOL,
                           subject->kind == value.kind && g_str_equal (subject->text, value.text));
  if (value.kind == VALUE_RANGE && b_is_number (subject))
    return match_range (b, subject, &value);
  if (value.kind == VALUE_NUMBER && (value.shape.rank > 0 || subject->shape.rank > 0))
    return match_elements (b, subject, &value, pattern);
  if (value.kind != VALUE_NUMBER || value.shape.is_complex != subject->shape.is_complex)
    return b_not_supported (b, pattern, "this pattern").parts[0];
  return b_compare (b, RS_OP_EQUAL, *subject, value, pattern).parts[0];
}

static void
build_match (Build *b, const RsNode *node)
{
  Value subject = b_keep (b, b_expression (b, node->children[RS_MATCH_SUBJECT]));
  RsIrBlock *outer = b->block;

  if (!b->reason && subject.kind != VALUE_NUMBER && subject.kind != VALUE_STRING)
    b_not_supported (b, node, "match on anything but numbers and text");
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children && !b->reason; i++)
    {
      const RsNode *arm = node->children[i];
      const RsIrExpression *matches = match_pattern (b, &subject, arm->children[RS_ARM_PATTERN]);
      RsIrStatement *branch;

      if (b->reason || rs_ir_is_constant (matches, 0))
        continue;
      if (rs_ir_is_constant (matches, 1))
        {
          b_block (b, arm->children[RS_ARM_BODY]);
          break;
        }
      branch = b_emit (b, RS_IR_IF);
      branch->value = matches;
      b->block = &branch->body;
      b_block (b, arm->children[RS_ARM_BODY]);
      b->block = &branch->other;
    }
  b->block = outer;
}

/* --- ways out --- */

static void
build_jump (Build *b, const RsNode *node, RsIrStatementKind kind)
{
  guint32 label = b->loop_labels->len ? g_array_index (b->loop_labels, guint32, b->loop_labels->len - 1) : 0;

  if (label == 0)
    b_fail (b, node, b->nest.n_levels ? "`%s` leaves the loop that would run in parallel" : "`%s` stands in no loop",
            kind == RS_IR_BREAK ? "break" : "continue");
  else
    b_emit (b, kind)->label = label;
}

static void
build_return (Build *b, const RsNode *node)
{
  const RsNode *value_node = rs_node_child (node, 0);

  if (b->nest.n_levels && b->frame == b->root)
    {
      b_fail (b, node, "`return` leaves the loop that would run in parallel");
      return;
    }
  if (value_node && b->frame != b->root)
    {
      Value value = b_expression (b, value_node);

      for (guint i = 0; i < b->frame->scope->variables->len && !b->reason; i++)
        {
          const RsSymbol *symbol = g_ptr_array_index (b->frame->scope->variables, i);

          if (symbol->is_output)
            {
              b_assign_variable (b, symbol, value, node);
              break;
            }
        }
    }
  else if (value_node)
    b_fail (b, node, "a kernel function returns nothing");
  if (b->frame->return_label)
    b_emit (b, RS_IR_BREAK)->label = b->frame->return_label;
  else
    b_emit (b, RS_IR_RETURN);
}

/* --- dispatch --- */

static void build_expression_statement (Build *b, const RsNode *expression);

/* A choice that reductions made, as a statement: the branches need no value. */
static void
build_choice (Build *b, const RsNode *node)
{
  const RsNode *condition = node->children[RS_TERNARY_CONDITION];
  RsIrBlock *outer = b->block;
  RsIrStatement *branch;
  gboolean holds;
  Value value;

  if (b_decide_types (b, condition, &holds))
    {
      build_expression_statement (b, node->children[holds ? RS_TERNARY_THEN : RS_TERNARY_ELSE]);
      return;
    }
  value = b_expression (b, condition);
  if (value.kind != VALUE_NUMBER)
    {
      b_fail (b, condition, "a condition needs a number");
      return;
    }
  branch = b_emit (b, RS_IR_IF);
  branch->value = b_condition (b, value, condition);
  b->block = &branch->body;
  build_expression_statement (b, node->children[RS_TERNARY_THEN]);
  b->block = &branch->other;
  build_expression_statement (b, node->children[RS_TERNARY_ELSE]);
  b->block = outer;
}

static void
build_expression_statement (Build *b, const RsNode *expression)
{
  if (expression->kind == RS_NODE_ASSIGN)
    build_assign (b, expression);
  else if (expression->kind == RS_NODE_TERNARY && expression->flags & RS_NODE_REDUCED)
    build_choice (b, expression);
  else if (expression->kind == RS_NODE_SEQUENCE && !(expression->flags & RS_NODE_TEXTURE))
    for (guint i = 0; i < expression->n_children && !b->reason; i++)
      build_expression_statement (b, expression->children[i]);
  else if (expression->kind == RS_NODE_TYPED) /* a declaration */
    return;
  else if (expression->kind == RS_NODE_STRING)
    return;
  else
    b_expression (b, expression);
}

void
b_statement (Build *b, const RsNode *node)
{
  RsIrPlace line = b->line;

  if (b->reason)
    return;
  b->line = b_line (b, node);
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_EXPRESSION:
      build_expression_statement (b, node->children[0]);
      break;
    case RS_NODE_ASSIGN:
      build_assign (b, node);
      break;
    case RS_NODE_BLOCK:
      b_block (b, node);
      break;
    case RS_NODE_IF:
      if (!(b->nest.n_levels && b->frame == b->root && b_accumulate (b, node)))
        build_branch (b, node, 0);
      break;
    case RS_NODE_FOR:
      b_for (b, node);
      break;
    case RS_NODE_WHILE:
      b_while (b, node);
      break;
    case RS_NODE_REPEAT:
      b_repeat (b, node);
      break;
    case RS_NODE_BREAK:
      build_jump (b, node, RS_IR_BREAK);
      break;
    case RS_NODE_CONTINUE:
      build_jump (b, node, RS_IR_CONTINUE);
      break;
    case RS_NODE_RETURN:
      build_return (b, node);
      break;
    case RS_NODE_MATCH:
      build_match (b, node);
      break;
    case RS_NODE_ATTRIBUTE:
      b_take_hint (b, node);
      break;
    case RS_NODE_PRAGMA:
    case RS_NODE_FUNCTION: /* opened where it is called */
    case RS_NODE_TYPED:
      break;
    case RS_NODE_TRY:
      b_not_supported (b, node, "try");
      break;
    default:
      b_expression (b, node);
    }
  b->line = line;
}

/* {!unroll times=4}: what it asks for of the loop behind it. */
static guint16
unroll_request (const RsNode *attribute)
{
  for (guint i = 0; i < attribute->n_children; i++)
    {
      const RsNode *parameter = attribute->children[i], *value = parameter ? rs_node_child (parameter, 0) : NULL;

      if (parameter && g_strcmp0 (parameter->name, "times") == 0 && value && value->kind == RS_NODE_NUMBER
          && value->number >= 1)
        return (guint16)MIN (value->number, MAX_UNROLL);
    }
  return RS_UNROLL_ALL;
}

void
b_block (Build *b, const RsNode *node)
{
  if (node->kind != RS_NODE_BLOCK)
    {
      b_statement (b, node);
      return;
    }
  for (guint i = 0; i < node->n_children && !b->reason; i++)
    {
      const RsNode *statement = node->children[i];

      b_statement (b, statement);
      if (statement->kind == RS_NODE_ATTRIBUTE && g_strcmp0 (statement->name, "unroll") == 0)
        b->unroll = unroll_request (statement);
      else if (statement->kind != RS_NODE_ATTRIBUTE)
        b->unroll = 0;
    }
}

/* --- what the host knows --- */

/* Whether all captures in it are handed over. */
static gboolean
has_inputs (const Build *b, const RsNode *node)
{
  if (node->kind == RS_NODE_NAME && node->symbol && node->symbol->kind == RS_SYMBOL_CAPTURED
      && b_find_input (b, node->symbol) < 0)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !has_inputs (b, node->children[i]))
      return FALSE;
  return TRUE;
}

void
b_assume_known (Build *b)
{
  const GPtrArray *known = b->root->scope->known;

  for (guint i = 0; known && i < known->len && !b->reason; i++)
    {
      const RsNode *condition = g_ptr_array_index (known, i);
      RsIrStatement *s;
      Value value;

      if (!has_inputs (b, condition))
        continue;
      value = b_expression (b, condition);
      if (b->reason || value.kind != VALUE_NUMBER || value.shape.rank > 0 || value.shape.type != RS_IR_BOOL)
        {
          g_clear_pointer (&b->reason, g_free);
          continue;
        }
      s = b_emit (b, RS_IR_ASSERT);
      s->value = value.parts[0];
      s->is_known = TRUE;
    }
}
