/* The levels of a loop nest: dimensions of the grid, or loops inside a work item.
 *
 * In a serial loop all levels are loops of the only work item; in one that is parallel in some of its levels those that
 * are not (RsKernelRequest.inner_levels).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/kernel/ir/known-locals.h"

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
  RsKernelParameter parameter = { .binding = RS_BIND_NUMBER,
                                  .name = (char *)"",
                                  .input = input,
                                  .length = 1,
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
      return node->op == RS_OP_ADD        ? b_add (b, left, right)
             : node->op == RS_OP_SUBTRACT ? b_sub (b, left, right)
                                          : b_mul (b, left, right);
    case RS_NODE_CALL:
      return bound_of_call (b, node);
    default:
      return NULL;
    }
}

/* How many iterations a level has, where the text says it; else NULL. */
static const RsIrExpression *
count_of_level (Build *b, guint level, const RsIrExpression *low, const RsIrExpression *step)
{
  const RsNode *node = b->nest.ranges[level]->children[RS_RANGE_HIGH];
  gboolean up = rs_ir_is_constant (step, 1), down = rs_ir_is_constant (step, -1);
  const RsIrExpression *high = (up || down) && rs_ir_is_integer (low->type) ? bound_of_node (b, node) : NULL;

  return high ? b_add (b, up ? b_sub (b, high, low) : b_sub (b, low, high), rs_ir_integer (b->kernel, 1)) : NULL;
}

/* Tells the dependence test how many positions a dimension has. */
static void
note_count (Build *b, guint level, const RsIrExpression *low, const RsIrExpression *step)
{
  const RsIrExpression *count = count_of_level (b, level, low, step);

  if (count)
    b->kernel->counts[dimension_of_level (b, level)] = count;
}

/* The iterations of a level inside the work item: a loop that may be unrolled, where the text says how many. */
static const RsIrExpression *
open_level (Build *b, guint level, const RsIrExpression *low, const RsIrExpression *step)
{
  const RsIrExpression *said = b->request->serial ? NULL : count_of_level (b, level, low, step),
                       *count = said && said->op == RS_IR_CONST ? said
                                                                : level_input (b, b->request->level_count[level]);
  RsIrStatement *loop = b_emit (b, RS_IR_LOOP);

  loop->index = rs_kernel_add_local (b->kernel, "round", RS_IR_I64, 1);
  rs_kernel_local (b->kernel, loop->index)->is_counter = TRUE;
  loop->low = rs_ir_integer (b->kernel, 0);
  loop->high = b_sub (b, rs_ir_convert (b->kernel, count, RS_IR_I64), rs_ir_integer (b->kernel, 1));
  loop->step = 1;
  b->block = &loop->body;
  return rs_ir_local (b->kernel, loop->index);
}

/* A loop in rows: the position in the grid as the number that it is along the rows. */
static const RsIrExpression *
count_rows (Build *b)
{
  guint row = dimension_of_level (b, 0), place = dimension_of_level (b, 1);
  const RsIrExpression *length = bound_of_node (b, b->request->row_length);

  if (!length)
    {
      b_fail (b, b->request->row_length, "the loop may change the length of its rows");
      return rs_ir_integer (b->kernel, 0);
    }
  b->kernel->counts[place] = b->row_length = length;
  b->row_counter = rs_ir_binary (b->kernel, RS_IR_ADD,
                                 rs_ir_binary (b->kernel, RS_IR_MUL,
                                               rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, row), length),
                                 rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, place));
  return b->row_counter;
}

const RsIrExpression *
b_divide (Build *b, RsIrOp op, const RsIrExpression *x, const RsIrExpression *y)
{
  if (!b->row_counter || !rs_ir_equal (x, b->row_counter) || !rs_ir_equal (y, b->row_length))
    return b_op (b, op, x, y);
  return rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, dimension_of_level (b, op == RS_IR_FLOOR_MOD));
}

typedef struct {
  Build *b;
  RsKnownLocals known;
} Rows;

static const RsIrExpression *
value_of (const Rows *self, const RsIrExpression *e)
{
  return e->op == RS_IR_LOCAL && self->known.values[e->index] ? self->known.values[e->index] : e;
}

/* k - i*m, where i is floor(k/m), is mod(k,m). */
static const RsIrExpression *
find_remainder (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  const Rows *self = data;
  const Build *b = self->b;
  const RsIrExpression *rows = e->op == RS_IR_SUB ? e->operands[1] : NULL;

  if (!rows || rows->op != RS_IR_MUL || !rs_ir_equal (e->operands[0], b->row_counter))
    return e;
  for (guint i = 0; i < 2; i++)
    if (rs_ir_equal (value_of (self, rows->operands[i]), b->row_counter->operands[0]->operands[0])
        && rs_ir_equal (value_of (self, rows->operands[1 - i]), b->row_length))
      return b->row_counter->operands[1];
  return e;
}

static void
find_remainders (Rows *self, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      rs_ir_map_statement (self->b->kernel, s, find_remainder, self);
      rs_known_locals_enter (&self->known, s);
      find_remainders (self, &s->body);
      find_remainders (self, &s->other);
    }
  rs_known_locals_leave (&self->known, block);
}

void
b_finish_rows (Build *b)
{
  Rows self = { .b = b };

  if (!b->row_counter)
    return;
  rs_known_locals_init (&self.known, b->kernel, &b->kernel->body);
  find_remainders (&self, &b->kernel->body);
  rs_known_locals_clear (&self.known);
}

/* What one iteration adds: where the text says it by numbers of the launch, these, so that it is known to be the length
 * of what is called so elsewhere. */
static const RsIrExpression *
step_of_level (Build *b, guint level)
{
  const RsIrExpression *step = level_input (b, b->request->level_step[level]), *said;
  const RsNode *node = rs_node_child (b->nest.ranges[level], RS_RANGE_STEP);

  if (!node || step->op == RS_IR_CONST || !rs_ir_is_integer (step->type))
    return step;
  said = bound_of_node (b, node);
  return said && said->type == step->type ? said : step;
}

void
b_bind_level (Build *b, guint level)
{
  const RsNode *name = b_level_name (b->nest.loops[level]);
  const RsIrExpression *low = level_input (b, b->request->level_low[level]);
  const RsIrExpression *step = step_of_level (b, level);
  const RsIrExpression *position
      = b_is_inner_level (b, level) ? open_level (b, level, low, step)
        : b->request->row_length    ? count_rows (b)
                                 : rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, dimension_of_level (b, level));
  gboolean floating = rs_ir_is_floating (low->type) || rs_ir_is_floating (step->type);
  RsIrType type = floating ? RS_IR_F64 : RS_IR_I64;
  Variable *variable;

  if (name->kind != RS_NODE_NAME || !name->symbol)
    {
      b_not_supported (b, name, "this loop variable");
      return;
    }
  if (!b_is_inner_level (b, level) && !b->request->row_length)
    note_count (b, level, low, step);
  if (!b_is_inner_level (b, level) && !floating && !b->request->row_length)
    b->kernel->steps[dimension_of_level (b, level)] = step;
  low = rs_ir_convert (b->kernel, low, type);
  step = rs_ir_convert (b->kernel, step, type);
  position = rs_ir_convert (b->kernel, position, type);
  variable = b_new_variable (b, b->root, name->symbol);
  variable->has_counter = TRUE;
  variable->counter
      = b_convert (b, b_number (b_add (b, low, b_mul (b, position, step)), b), floating ? b->scalar : RS_IR_I64);
  if (b_assigns (b->nest.body, name->symbol))
    b_fail (b, name, "the loop changes its variable `%s`", name->name);
}
