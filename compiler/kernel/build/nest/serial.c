/* Loops inside a work item: for, while, repeat.
 *
 * A loop over whole numbers with a known step becomes a LOOP with its own counter; inside it the loop variable stands
 * for the counter, and is also assigned at the start of each round, since it keeps its last value behind the loop (if
 * nobody reads it there, the assignment goes away again). Other loops count rounds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

typedef struct {
  RsIrStatement *loop;
  RsIrBlock *outer;
} Opened;

static Opened
open_loop (Build *b, RsIrStatementKind kind)
{
  Opened opened = { b_emit (b, kind), b->block };

  opened.loop->unroll = kind == RS_IR_LOOP ? b->unroll : 0;
  b->unroll = 0;
  b->block = &opened.loop->body;
  g_array_append_val (b->loop_labels, opened.loop->label);
  return opened;
}

static void
close_loop (Build *b, Opened opened)
{
  g_array_set_size (b->loop_labels, b->loop_labels->len - 1);
  b->block = opened.outer;
}

static guint
new_counter (Build *b, const char *name)
{
  guint local = rs_kernel_add_local (b->kernel, name, RS_IR_I64, 1);

  rs_kernel_local (b->kernel, local)->is_counter = TRUE;
  return local;
}

/* One round: variable = value, then the body. */
static void
build_round (Build *b, const RsNode *node, const RsSymbol *symbol, Value value)
{
  const RsNode *body = node->children[RS_FOR_BODY];
  gboolean keeps = !b_assigns (body, symbol);
  Variable *variable = NULL;

  b_assign_variable (b, symbol, value, node->children[RS_FOR_VARIABLE]);
  if (!b->reason)
    variable = b_find_variable (b, b->frame, symbol);
  if (variable && keeps && variable->facts->shape.type == value.shape.type
      && variable->facts->shape.rank == value.shape.rank)
    {
      variable->has_counter = TRUE;
      variable->counter = value;
    }
  b_block (b, body);
  if (variable)
    variable->has_counter = FALSE;
}

static void
build_integer_loop (Build *b, const RsNode *node, const RsSymbol *symbol, const Value *range, gint64 step)
{
  const RsIrExpression *low = rs_ir_convert (b->kernel, range->low, RS_IR_I64);
  const RsIrExpression *high = b_range_last (b, range, step);
  Opened opened;

  opened = open_loop (b, RS_IR_LOOP);
  opened.loop->low = low;
  opened.loop->high = high;
  opened.loop->step = step;
  opened.loop->index = new_counter (b, symbol->name);
  build_round (b, node, symbol, b_number (rs_ir_local (b->kernel, opened.loop->index), b));
  close_loop (b, opened);
}

#define MOST_ROUNDS 9e15 /* of a range to infinity, as host code has it */

/* floor ((high - low) / step + 1e-6), or -1 where that is negative or NaN. */
static const RsIrExpression *
last_round (Build *b, const RsIrExpression *low, const RsIrExpression *high, const RsIrExpression *step)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *rounds
      = b_add (b, b_op (b, RS_IR_DIV, b_sub (b, high, low), step), rs_ir_constant (kernel, RS_IR_F64, 1e-6));

  rounds = b_keep (b, b_number (rs_ir_unary (kernel, RS_IR_FLOOR, rounds), b)).parts[0];
  return rs_ir_select (kernel, b_op (b, RS_IR_GE, rounds, rs_ir_constant (kernel, RS_IR_F64, 0)),
                       rs_ir_convert (kernel,
                                      b_op (b, RS_IR_MIN, rounds, rs_ir_constant (kernel, RS_IR_F64, MOST_ROUNDS)),
                                      RS_IR_I64),
                       rs_ir_integer (kernel, -1));
}

/* The variable is low + round * step. */
static void
build_counted_loop (Build *b, const RsNode *node, const RsSymbol *symbol, const Value *range)
{
  RsKernel *kernel = b->kernel;
  gboolean integers = !rs_ir_is_floating (range->low->type) && !rs_ir_is_floating (range->high->type)
                      && (!range->step || !rs_ir_is_floating (range->step->type));
  RsIrType type = integers ? RS_IR_I64 : RS_IR_F64;
  const RsIrExpression *low = b_keep (b, b_number (rs_ir_convert (kernel, range->low, type), b)).parts[0];
  const RsIrExpression *step = range->step ? rs_ir_convert (kernel, range->step, type)
                                           : rs_ir_constant (kernel, type, 1);
  const RsIrExpression *high = rs_ir_convert (kernel, range->high, type), *last, *counter;
  Opened opened;

  step = b_keep (b, b_number (step, b)).parts[0];
  if (step->op != RS_IR_CONST || rs_ir_is_constant (step, 0))
    b_assert (b, b_op (b, RS_IR_NE, step, rs_ir_constant (kernel, type, 0)), g_strdup ("the step of a range is 0"));
  last = integers ? b_op (b, RS_IR_FLOOR_DIV, b_sub (b, high, low), step) : last_round (b, low, high, step);
  opened = open_loop (b, RS_IR_LOOP);
  opened.loop->low = rs_ir_integer (kernel, 0);
  opened.loop->high = last;
  opened.loop->step = 1;
  opened.loop->index = new_counter (b, "round");
  counter = rs_ir_convert (kernel, rs_ir_local (kernel, opened.loop->index), type);
  build_round (b, node, symbol,
               b_convert (b, b_number (b_add (b, low, b_mul (b, counter, step)), b), integers ? RS_IR_I64 : b->scalar));
  close_loop (b, opened);
}

static const RsSymbol *
loop_symbol (const RsNode *node)
{
  const RsNode *variable = node->children[RS_FOR_VARIABLE];

  if (variable->kind == RS_NODE_TYPED)
    variable = variable->children[RS_TYPED_EXPRESSION];
  return variable->kind == RS_NODE_NAME ? variable->symbol : NULL;
}

static RsIrStatement *
open_counted (Build *b, const RsIrExpression *count, Opened *opened)
{
  const RsIrExpression *high = b_sub (b, count, rs_ir_integer (b->kernel, 1));

  *opened = open_loop (b, RS_IR_LOOP);
  opened->loop->low = rs_ir_integer (b->kernel, 0);
  opened->loop->high = high;
  opened->loop->step = 1;
  opened->loop->index = new_counter (b, "round");
  return opened->loop;
}

/* The local vector that the elements are read from: the variable's own where the body may change it. */
static guint
vector_of (Build *b, const RsNode *node, const Value *values)
{
  const RsNode *name = node->children[RS_FOR_RANGE];
  Variable *variable = name->kind == RS_NODE_NAME && name->symbol ? b_find_variable (b, b->frame, name->symbol) : NULL;
  guint local;

  if (variable && variable->kind == VARIABLE_LOCAL && b_assigns_element (node->children[RS_FOR_BODY], name->symbol))
    {
      b_variable_to_memory (b, variable);
      if (variable->facts->in_memory && variable->locals)
        return variable->locals[0];
    }
  local = rs_kernel_add_local (b->kernel, "v", values->shape.type, b_shape_count (&values->shape));
  for (guint i = 0; i < b_shape_count (&values->shape); i++)
    {
      RsIrStatement *set = b_emit (b, RS_IR_SET_ELEMENT);

      set->index = local;
      set->n_subscripts = 1;
      set->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
      set->subscripts[0] = rs_ir_integer (b->kernel, i);
      set->value = values->parts[i];
    }
  return local;
}

/* A loop over the elements of a small array. */
static void
build_element_loop (Build *b, const RsNode *node, const RsSymbol *symbol, Value values)
{
  guint n = b_shape_count (&values.shape), local;
  RsIrExpression *element;
  Opened opened;

  if (values.shape.is_complex)
    {
      b_not_supported (b, node, "a loop over complex numbers");
      return;
    }
  local = n > 1 ? vector_of (b, node, &values) : 0;
  open_counted (b, rs_ir_integer (b->kernel, n), &opened);
  if (n == 1)
    build_round (b, node, symbol, b_number (values.parts[0], b));
  else
    {
      element = rs_ir_new (b->kernel, RS_IR_ELEMENT, values.shape.type, 1);
      element->index = local;
      element->operands[0] = rs_ir_local (b->kernel, opened.loop->index);
      build_round (b, node, symbol, b_number (element, b));
    }
  close_loop (b, opened);
}

/* A loop over the elements of an array in memory, or of a part of one, in row-major order; they are read when it is
 * their turn. */
static void
build_lazy_loop (Build *b, const RsNode *node, const RsSymbol *symbol, const Lazy *lazy)
{
  const RsIrExpression *index[BUILD_MAX_RANK], *rest;
  const RsIrExpression *const *dims;
  guint rank;
  Opened opened;

  dims = b_lazy_dims (lazy, &rank);
  open_counted (b, b_keep (b, b_number (b_lazy_numel (b, lazy), b)).parts[0], &opened);
  rest = rs_ir_local (b->kernel, opened.loop->index);
  for (guint k = rank; k-- > 1;)
    {
      index[k] = b_op (b, RS_IR_FLOOR_MOD, rest, dims[k]);
      rest = b_op (b, RS_IR_FLOOR_DIV, rest, dims[k]);
    }
  index[0] = rest;
  build_round (b, node, symbol, b_keep (b, b_lazy_element (b, lazy, index)));
  close_loop (b, opened);
}

void
b_for (Build *b, const RsNode *node)
{
  const RsSymbol *symbol = loop_symbol (node);
  Value range = b_expression (b, node->children[RS_FOR_RANGE]);
  gint64 step = 1;

  if (range.kind == VALUE_ARRAY && !b->reason)
    range = b_lazy_whole (b, &range, node);
  if (!symbol)
    b_not_supported (b, node, "this loop variable");
  else if (range.kind == VALUE_LAZY)
    build_lazy_loop (b, node, symbol, range.lazy);
  else if (range.kind == VALUE_NUMBER)
    build_element_loop (b, node, symbol, range);
  else if (range.kind != VALUE_RANGE)
    b_not_supported (b, node, "a loop over this");
  else if (range.shape.type == RS_IR_I64 && (!range.step || b_constant_integer (range.step, &step)) && step != 0)
    build_integer_loop (b, node, symbol, &range, step);
  else
    build_counted_loop (b, node, symbol, &range);
}

/* Leaves the loop that is being built when the condition is `leaves`. */
static void
leave_when (Build *b, const RsNode *condition_node, gboolean leaves, guint32 label)
{
  Value value = b_expression (b, condition_node);
  const RsIrExpression *condition;
  RsIrStatement *branch, *jump;

  if (value.kind != VALUE_NUMBER)
    {
      b_fail (b, condition_node, "a condition needs a number");
      return;
    }
  condition = b_condition (b, value, condition_node);
  branch = b_emit (b, RS_IR_IF);
  branch->value = leaves ? condition : rs_ir_unary (b->kernel, RS_IR_NOT, condition);
  jump = rs_ir_statement (b->kernel, RS_IR_BREAK, b->line);
  jump->label = label;
  rs_ir_append (&branch->body, jump);
}

void
b_while (Build *b, const RsNode *node)
{
  Opened opened = open_loop (b, RS_IR_FOREVER);

  leave_when (b, node->children[RS_WHILE_CONDITION], FALSE, opened.loop->label);
  b_block (b, node->children[RS_WHILE_BODY]);
  close_loop (b, opened);
}

void
b_repeat (Build *b, const RsNode *node)
{
  Opened opened = open_loop (b, RS_IR_FOREVER);

  b_block (b, node->children[RS_REPEAT_BODY]);
  b->block = &opened.loop->other;
  leave_when (b, node->children[RS_REPEAT_CONDITION], TRUE, opened.loop->label);
  close_loop (b, opened);
}
