/* Variables while building: where a name leads to, types that are learnt, assignment.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <string.h>

static Facts *
facts_of (Build *b, const Frame *frame, const RsSymbol *symbol)
{
  gint64 key = ((gint64)frame->id << 48) ^ GPOINTER_TO_SIZE (symbol);
  Facts *facts = g_hash_table_lookup (b->facts, &key);

  if (facts == NULL)
    {
      facts = g_new0 (Facts, 1);
      g_hash_table_insert (b->facts, g_memdup2 (&key, sizeof key), facts);
    }
  return facts;
}

Variable *
b_new_variable (Build *b, Frame *frame, const RsSymbol *symbol)
{
  Variable *variable = rs_arena_new0 (b->kernel->arena, Variable);

  variable->symbol = symbol;
  variable->facts = facts_of (b, frame, symbol);
  variable->line = b->line;
  g_hash_table_insert (frame->variables, (gpointer)symbol, variable);
  return variable;
}

void
b_declare_alias (Build *b, Frame *frame, const RsSymbol *symbol, Value value)
{
  Variable *variable = b_new_variable (b, frame, symbol);

  variable->kind = VARIABLE_ALIAS;
  variable->value = value;
}

Variable *
b_find_variable (Build *b, Frame *frame, const RsSymbol *symbol)
{
  for (; frame; frame = frame->lexical)
    {
      Variable *variable = g_hash_table_lookup (frame->variables, symbol);

      if (variable)
        return variable;
    }
  return NULL;
}

/* --- locals --- */

void
b_make_locals (Build *b, Variable *variable)
{
  const Shape *shape = &variable->facts->shape;
  guint n = b_shape_parts (shape);
  const char *name = variable->symbol->name;

  if (variable->locals)
    return;
  variable->locals = rs_arena_array (b->kernel->arena, guint16, MAX (n, 1));
  if (variable->facts->in_memory && n > 1)
    variable->locals[0] = rs_kernel_add_local (b->kernel, name, shape->type, n);
  else
    for (guint i = 0; i < n; i++)
      variable->locals[i] = rs_kernel_add_local (b->kernel, name, shape->type, 1);
}

static const RsIrExpression *
read_part (Build *b, const Variable *variable, guint i)
{
  RsIrExpression *e;

  if (!variable->facts->in_memory || b_shape_parts (&variable->facts->shape) == 1)
    return rs_ir_local (b->kernel, variable->locals[i]);
  e = rs_ir_new (b->kernel, RS_IR_ELEMENT, variable->facts->shape.type, 1);
  e->index = variable->locals[0];
  e->operands[0] = rs_ir_integer (b->kernel, i);
  return e;
}

static void
write_part (Build *b, const Variable *variable, guint i, const RsIrExpression *value)
{
  gboolean in_memory = variable->facts->in_memory && b_shape_parts (&variable->facts->shape) > 1;
  RsIrStatement *set = b_emit (b, in_memory ? RS_IR_SET_ELEMENT : RS_IR_SET);

  set->value = value;
  set->index = variable->locals[in_memory ? 0 : i];
  if (in_memory)
    {
      set->n_subscripts = 1;
      set->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
      set->subscripts[0] = rs_ir_integer (b->kernel, i);
    }
}

Value
b_read_variable (Build *b, Variable *variable, const RsNode *place)
{
  Value value;

  if (variable->has_counter)
    return variable->counter;
  if (variable->kind == VARIABLE_ALIAS)
    return variable->value;
  if (variable->kind == VARIABLE_OUTPUT)
    return b_read_output (b, variable, place);
  if (variable->kind == VARIABLE_ACCUMULATOR)
    return b_read_accumulator (b, variable, place);
  if (!variable->facts->is_known)
    return b_fail (b, place, b->nest.n_levels ? "`%s` may still have its value from another iteration"
                                              : "`%s` has no value yet", variable->symbol->name);
  b_make_locals (b, variable);
  if (variable->facts->candidates)
    return b_read_function (b, variable);
  value = b_value_new (b, variable->facts->shape);
  value.integers = variable->facts->integers;
  for (guint i = 0; i < b_shape_parts (&value.shape); i++)
    value.parts[i] = read_part (b, variable, i);
  return value;
}

void
b_variable_to_memory (Build *b, Variable *variable)
{
  if (variable->kind == VARIABLE_LOCAL && !variable->facts->in_memory)
    {
      variable->facts->in_memory = TRUE;
      b->again = TRUE;
    }
}

/* --- types --- */

static gboolean
has_declared_type (const RsSymbol *symbol)
{
  return symbol->is_declared && symbol->type && symbol->type->kind != RS_TYPE_UNKNOWN;
}

/* Whether a variable has had its first value before the loop that is being built. */
static gboolean
is_older_than_nest (const Build *b, const RsSymbol *symbol)
{
  return b->nest.n_levels > 0 && symbol->first && symbol->scope == b->root->scope
         && (symbol->first->span.start < b->nest.loops[0]->span.start
             || symbol->first->span.start >= b->nest.loops[0]->span.end);
}

static void
learn_first (Build *b, Facts *facts, const RsSymbol *symbol, const Value *value)
{
  facts->is_known = TRUE;
  facts->shape = value->shape;
  facts->integers = value->integers;
  facts->is_literal = value->is_literal && value->shape.rank == 0 && symbol->integer_rule != RS_INTEGER_COMPUTED;
  facts->is_integer = value->shape.type == RS_IR_I64 && value->shape.rank == 0 && !facts->is_literal;
  if (symbol->integer_rule == RS_INTEGER_LITERAL && facts->is_integer)
    facts->is_integer = FALSE, facts->is_literal = TRUE;
  if (symbol->integer_rule
      == RS_INTEGER_NO) /* nothing said that it is an integer: k = n of a parameter without a type */
    facts->is_integer = FALSE;
  if (symbol->integer_rule == RS_INTEGER_NO && is_older_than_nest (b, symbol))
    facts->is_literal = FALSE;
  if (symbol->integer_rule == RS_INTEGER_COMPUTED && is_older_than_nest (b, symbol) && value->shape.rank == 0
      && !value->shape.is_complex)
    {
      facts->is_integer = TRUE;
      facts->shape.type = RS_IR_I64;
    }
  if (has_declared_type (symbol))
    facts->is_integer = value->shape.type == RS_IR_I64;
}

/* Another shape than was known: everything is built again; until then the variable's locals have that shape, too. */
static void
change_shape (Build *b, Variable *variable, Shape shape)
{
  variable->facts->shape = shape;
  variable->locals = NULL;
  b->again = TRUE;
}

/* A number at one time and an array of one element at another: the variable is such an array, as long as nothing asks
 * which of both it is. What the host reads after a loop has to be the one or the other. */
static gboolean
learn_single (Build *b, Variable *variable, const Value *value)
{
  Shape shape = variable->facts->shape;
  gboolean is_of_host = (b->nest.n_levels > 0 || b->request->serial) && variable->symbol->scope == b->root->scope;

  if (is_of_host || variable->facts->is_integer || b_shape_count (&shape) != 1 || b_shape_count (&value->shape) != 1
      || (shape.rank > 0 && value->shape.rank > 0))
    return FALSE;
  if (shape.may_be_number)
    return TRUE;
  if (shape.rank == 0)
    shape = b_shape (shape.type, value->shape.rank, value->shape.dims), shape.is_complex = value->shape.is_complex;
  shape.may_be_number = TRUE;
  variable->facts->is_literal = FALSE;
  change_shape (b, variable, shape);
  return TRUE;
}

/* Vectors of other integers than before: what an element holds is not known from here on. */
static void
learn_integers (Build *b, Facts *facts, const Integers *integers)
{
  Integers *known = &facts->integers;

  if (facts->integers.is_mixed || (known->element == integers->element && known->overflow == integers->overflow))
    return;
  if (!b_are_small (known) && !b_are_small (integers) && !integers->is_mixed)
    {
      b->again |= b->has_small_integers && known->element != RS_ELEMENT_NONE;
      *known = (Integers){ 0 };
      return;
    }
  known->is_mixed = TRUE;
  b->again = TRUE;
}

/* Of a host function that is opened: whether a number is an integer on one way and a scalar on another, by what the
 * function is given. */
static gboolean
mixes_integers (const Build *b, const Facts *facts, const Value *value)
{
  const gboolean is_of_host = b->frame != b->root && b->frame->node->kind == RS_NODE_FUNCTION
                              && !(b->frame->node->flags & RS_NODE_DEVICE) && !b->frame->scope->is_kernel;

  if (!is_of_host || facts->is_integer || facts->is_literal || facts->shape.rank > 0 || value->shape.rank > 0)
    return FALSE;
  return rs_ir_is_floating (facts->shape.type) ? !rs_ir_is_floating (value->shape.type) && !value->is_literal
                                               : rs_ir_is_floating (value->shape.type);
}

/* A later value: a literal integer becomes a scalar where it meets one, a computed one truncates. */
static void
learn_more (Build *b, Variable *variable, const Value *value, const RsNode *place)
{
  Facts *facts = variable->facts;
  Shape wide;

  if (!b_same_dims (&facts->shape, &value->shape) && !learn_single (b, variable, value))
    {
      gboolean was_literal = facts->is_literal && facts->shape.rank == 0;

      if (!was_literal)
        {
          b_fail (b, place, "`%s` changes its size here; give the new value another name", variable->symbol->name);
          return;
        }
      change_shape (b, variable, value->shape);
      facts->integers = value->integers;
      facts->is_literal = FALSE;
      return;
    }
  if (facts->shape.rank > 0 && value->shape.rank > 0)
    learn_integers (b, facts, &value->integers);
  if (facts->shape.rank > 0 && rs_ir_is_floating (value->shape.type)
      && facts->shape.is_single != value->shape.is_single)
    {
      b_not_supported (b, place, "a vector that has single precision at times and double at others");
      return;
    }
  facts->held_integers |= mixes_integers (b, facts, value);
  wide = facts->shape;
  if (facts->is_integer || (wide.type == value->shape.type && wide.is_complex == value->shape.is_complex))
    return;
  wide.type = wide.type == RS_IR_BOOL && value->shape.type == RS_IR_BOOL
                ? RS_IR_BOOL : b_join_types (b, wide.type, value->shape.type);
  wide.is_complex |= value->shape.is_complex;
  if (wide.is_complex)
    wide.type = b->scalar;
  if (wide.type != facts->shape.type || wide.is_complex != facts->shape.is_complex)
    {
      facts->held_integers |= wide.rank > 0;
      change_shape (b, variable, wide);
    }
}

/* Whether symbol is an integer at times, but a scalar all along here since it meets one somewhere. */
gboolean
b_was_integer (Build *b, const RsSymbol *symbol)
{
  const Variable *variable = b_find_variable (b, b->frame, symbol);

  return variable && variable->facts && (variable->facts->is_literal || variable->facts->held_integers)
         && variable->facts->shape.rank == 0 && rs_ir_is_floating (variable->facts->shape.type);
}

/* Parts of value in the shape of the variable; a number that stood before an array of it fills the array. */
static Value
fit (Build *b, Variable *variable, Value value, const RsNode *place)
{
  const Shape *shape = &variable->facts->shape;

  if (shape->is_complex)
    value = b_to_complex (b, value);
  else if (value.shape.is_complex)
    return b_fail (b, place, "a complex value for `%s`, which is real", variable->symbol->name);
  value = b_convert (b, value, shape->type);
  if (value.shape.rank == 0 && shape->rank > 0)
    {
      Value wide = b_value_new (b, *shape);

      for (guint i = 0; i < b_shape_parts (shape); i++)
        wide.parts[i] = value.parts[shape->is_complex ? i % 2 : 0];
      return wide;
    }
  return value;
}

static gboolean
reads_local (const RsIrExpression *e, const guint16 *locals, guint n)
{
  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    for (guint i = 0; i < n; i++)
      if (e->index == locals[i])
        return TRUE;
  for (guint i = 0; i < e->n_operands; i++)
    if (reads_local (e->operands[i], locals, n))
      return TRUE;
  return FALSE;
}

/* Components that later ones still read are kept aside: v = [-v[1], v[0]]. */
static void
write_variable (Build *b, Variable *variable, Value value)
{
  guint n = b_shape_parts (&variable->facts->shape);
  guint n_locals = variable->facts->in_memory ? 1 : n;
  gboolean overlaps = FALSE;

  for (guint i = 1; i < n && !overlaps; i++)
    overlaps = reads_local (value.parts[i], variable->locals, n_locals);
  if (overlaps)
    value = b_keep (b, value);
  for (guint i = 0; i < n; i++)
    write_part (b, variable, i, value.parts[i]);
}

/* A variable that takes on several arrays, each made by an expression, has one of its own. */
static void
assign_own_array (Build *b, const RsSymbol *symbol, const Variable *variable, Value value, const RsNode *place)
{
  const Value *old = variable && variable->kind == VARIABLE_ALIAS && variable->value.kind == VALUE_ARRAY
                         && b->inputs[variable->value.input].is_own
                       ? &variable->value : NULL;
  Value own;

  if (variable && !old)
    {
      b_not_supported (b, place, "a variable that stands for different arrays");
      return;
    }
  own = b_dynamic_own (b, value, old, place);
  if (b->reason || old)
    return;
  b->inputs[own.input].is_own = TRUE;
  b_name_dynamic (b, &own, symbol->name);
  b_declare_alias (b, b->frame, symbol, own);
}

/* Arrays and functions: the name stands for them, if it never stands for anything else. */
static void
assign_alias (Build *b, const RsSymbol *symbol, Value value, const RsNode *place)
{
  Variable *variable = b_find_variable (b, b->frame, symbol);
  gboolean is_own = value.kind == VALUE_OBJECT && has_declared_type (symbol) && symbol->type->kind == RS_TYPE_CLASS;

  value = b_lazy_kept (b, value, symbol->is_assigned_again && !b_has_one_value (b, symbol), place);
  if (b->reason)
    return;
  if (value.kind == VALUE_LAZY)
    b_lazy_bind (b, value.lazy);

  if (value.kind == VALUE_OBJECT && (is_own || value.class->kind == RS_CLASS_IMMUTABLE))
    {
      if (variable && variable->kind == VARIABLE_ALIAS && variable->value.kind == VALUE_OBJECT)
        b_assign_object (b, &variable->value, &value, place);
      else
        b_declare_alias (b, b->frame, symbol,
                         is_own || symbol->is_assigned_again ? b_copy_object (b, &value, place) : value);
      return;
    }
  if (symbol->is_assigned_again && value.kind == VALUE_FUNCTION)
    b_assign_function (b, symbol, value, place);
  else if (symbol->is_assigned_again && value.kind == VALUE_ARRAY && value.is_fresh)
    assign_own_array (b, symbol, variable, value, place);
  else if (symbol->is_assigned_again && value.kind != VALUE_LAZY)
    b_not_supported (b, place, "a variable that stands for different arrays");
  else if (value.kind == VALUE_ARRAY && b->inputs[value.input].is_own)
    b_not_supported (b, place, "a second name for an array that changes");
  else
    {
      if (value.kind == VALUE_ARRAY)
        b_name_dynamic (b, &value, symbol->name);
      value.is_fresh = FALSE;
      b_declare_alias (b, b->frame, symbol, value);
    }
}

void
b_assign_variable (Build *b, const RsSymbol *symbol, Value value, const RsNode *place)
{
  Variable *variable = b_find_variable (b, b->frame, symbol);

  if (value.kind == VALUE_RANGE)
    value = b_array_as_value (b, value, place);
  if (variable && variable->is_replaced)
    {
      b_replace (b, variable, RS_OP_NONE, value, place);
      return;
    }
  if (value.kind == VALUE_LAZY && has_declared_type (symbol))
    value = b_convert_for (b, value, symbol, place);
  if (variable && variable->kind == VARIABLE_OUTPUT)
    {
      b_assign_output (b, variable, RS_OP_NONE, value, place);
      return;
    }
  if (value.kind == VALUE_NOTHING || value.kind == VALUE_STRING || value.kind == VALUE_COLON)
    {
      b_not_supported (b, place, value.kind == VALUE_STRING ? "strings" : "this value");
      return;
    }
  if (value.kind != VALUE_NUMBER)
    {
      assign_alias (b, symbol, value, place);
      return;
    }
  if (has_declared_type (symbol))
    value = b_convert_for (b, value, symbol, place);
  /* Vectors of the host have the selected precision, the numbers here are double. */
  if (b_carries (b->request) && b->request->precision == RS_PRECISION_SINGLE && value.shape.rank > 0
      && value.shape.type == RS_IR_F64)
    {
      b_not_supported (b, place, "vectors in a loop that is not parallel");
      return;
    }
  if (variable && variable->kind == VARIABLE_ACCUMULATOR)
    {
      b_fail (b, place, "`%s` depends on other iterations of the loop", symbol->name);
      return;
    }
  if (!variable || variable->kind == VARIABLE_ALIAS)
    variable = b_new_variable (b, b->frame, symbol);
  if (!variable->facts->is_known)
    learn_first (b, variable->facts, symbol, &value);
  else
    learn_more (b, variable, &value, place);
  if (b->reason)
    return;
  b_make_locals (b, variable);
  if (b->again && !b_same_dims (&variable->facts->shape, &value.shape) && value.shape.rank > 0)
    return;
  write_variable (b, variable, fit (b, variable, value, place));
}

/* --- what a name stands for --- */

static Value
function_value (const RsSymbol *symbol, Frame *lexical)
{
  return (Value){ .kind = VALUE_FUNCTION, .overloads = symbol->overloads, .builtin = symbol->builtin,
                  .lexical = lexical, .first_capture = -1 };
}

/* A symbol of an enclosing function, seen from frame. */
static Value
captured_value (Build *b, Frame *frame, const RsSymbol *symbol, const RsNode *place)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol);
  int input;

  if (origin->kind == RS_SYMBOL_FUNCTION && origin->overloads
      && (origin->overloads->len > 1 || origin->constructs || origin->builtin))
    return function_value (origin, NULL);
  if (frame->scope == symbol->scope && frame->first_capture >= 0)
    return b_input_value (b, frame->first_capture + symbol->slot, place);
  input = b_find_input (b, symbol);
  if (input >= 0)
    return b_input_value (b, input, place);
  if (symbol->origin)
    return b_symbol_value (b, frame->lexical, symbol->origin, place);
  return b_fail (b, place, "`%s` has no value here", symbol->name);
}

Value
b_symbol_value (Build *b, Frame *frame, const RsSymbol *symbol, const RsNode *place)
{
  Variable *variable = b_find_variable (b, frame, symbol);
  Frame *around = frame;
  int input;

  if (variable)
    return b_read_variable (b, variable, place);
  input = b_find_input (b, symbol);
  switch (symbol->kind)
    {
    case RS_SYMBOL_BUILTIN:
      if (symbol->builtin->flags & RS_BUILTIN_CONSTANT)
        return b_constant (b, symbol->builtin, place);
      return (Value){ .kind = VALUE_FUNCTION, .builtin = symbol->builtin, .first_capture = -1 };
    case RS_SYMBOL_FUNCTION:
      if (input >= 0 && b->request->inputs[input].function)
        return b_input_value (b, input, place);
      while (around && around->scope != symbol->scope)
        around = around->lexical;
      return function_value (symbol, around);
    case RS_SYMBOL_CAPTURED:
      while (around && around->scope != symbol->scope)
        around = around->lexical;
      if (around)
        return captured_value (b, around, symbol, place);
      break;
    case RS_SYMBOL_TYPE:
    case RS_SYMBOL_BUILTIN_TYPE:
      return b_not_supported (b, place, "types as values");
    default:
      break;
    }
  if (input >= 0)
    return b_input_value (b, input, place);
  return b_fail (b, place, "`%s` has no value here", symbol->name);
}

/* What comes from a frame of another precision is rounded here. */
Value
b_name_value (Build *b, const RsNode *name)
{
  if (!name->symbol)
    return b_fail (b, name, "`%s` is not known here", name->name);
  return b_to_frame (b, b_symbol_value (b, b->frame, name->symbol, name));
}

/* --- position, block and grid --- */

static const char *const special_names[] = { "pos", "blkpos", "blkidx", "blkdim", "blkcnt" };

enum { POS, BLKPOS, BLKIDX, BLKDIM, BLKCNT };

static const RsIrExpression *
special_component (Build *b, guint which, guint axis)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *position, *grid, *block;

  if (axis >= kernel->grid_rank)
    return rs_ir_integer (kernel, which == BLKDIM || which == BLKCNT);
  position = rs_ir_leaf (kernel, RS_IR_POSITION, RS_IR_I64, 0, axis);
  grid = rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, axis);
  block = rs_ir_leaf (kernel, RS_IR_BLOCK, RS_IR_I64, 0, axis);
  switch (which)
    {
    case BLKPOS:
      return b_op (b, RS_IR_FLOOR_MOD, position, block);
    case BLKIDX:
      return b_op (b, RS_IR_FLOOR_DIV, position, block);
    case BLKDIM:
      return block;
    case BLKCNT:
      return b_op (b, RS_IR_FLOOR_DIV, b_add (b, grid, b_sub (b, block, rs_ir_integer (kernel, 1))), block);
    default:
      return position;
    }
}

/* Row-major index in the grid, the block or the grid of blocks. */
static const RsIrExpression *
special_linear (Build *b, guint which)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *e = special_component (b, which, 0);
  guint extent = which == POS ? G_MAXUINT : which == BLKPOS ? BLKDIM : which == BLKIDX ? BLKCNT : G_MAXUINT;

  for (guint axis = 1; axis < kernel->grid_rank; axis++)
    {
      const RsIrExpression *next = special_component (b, which, axis);

      if (which == BLKDIM || which == BLKCNT)
        e = b_mul (b, e, next);
      else
        e = b_add (b, b_mul (b, e, extent == G_MAXUINT ? rs_ir_leaf (kernel, RS_IR_GRID, RS_IR_I64, 0, axis)
                                                       : special_component (b, extent, axis)),
                   next);
    }
  return e;
}

const RsIrExpression *
b_is_first_of_block (Build *b)
{
  const RsIrExpression *is_first = NULL;

  for (guint axis = 0; axis < b->kernel->grid_rank; axis++)
    {
      const RsIrExpression *here
          = b_op (b, RS_IR_EQ, special_component (b, BLKPOS, axis), rs_ir_integer (b->kernel, 0));

      is_first = is_first ? b_op (b, RS_IR_AND, is_first, here) : here;
    }
  return is_first;
}

/* With fewer components than the grid has dimensions, the positions of the others are visited once. */
static void
guard_extra_dimensions (Build *b, guint n)
{
  for (guint axis = n; axis < b->kernel->grid_rank; axis++)
    {
      RsIrStatement *skip = b_emit (b, RS_IR_IF);

      skip->value = b_op (b, RS_IR_NE, rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, axis),
                          rs_ir_integer (b->kernel, 0));
      rs_ir_append (&skip->body, rs_ir_statement (b->kernel, RS_IR_RETURN, b->line));
    }
}

/* Whether the kernel has parameters for groups: its warps are those of the manual. */
static gboolean
has_groups (const Build *b)
{
  const GPtrArray *variables = b->root->scope->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (variables, i);

      if (symbol->is_parameter
          && (g_str_equal (symbol->name, "coalesced_threads") || g_str_equal (symbol->name, "this_thread_block")
              || g_str_equal (symbol->name, "this_grid") || g_str_equal (symbol->name, "this_multi_grid")))
        return TRUE;
    }
  return FALSE;
}

gboolean
b_special_parameter (Build *b, const RsSymbol *symbol, Value *value)
{
  const RsType *type = symbol->type;
  guint n = b->kernel->grid_rank, which = 0;
  gboolean open = !type || type->kind == RS_TYPE_UNKNOWN;

  if (g_str_equal (symbol->name, "warpSize") || g_str_equal (symbol->name, "warpsize"))
    {
      *value = b_integer (b, has_groups (b)
                                 ? RS_WARP_SIZE
                                 : rs_target_get_warp (b->request->target,
                                                       b->scalar == RS_IR_F64 ? sizeof (double) : sizeof (float)));
      return TRUE;
    }
  if (b_group_parameter (b, symbol, value))
    return TRUE;
  while (which < G_N_ELEMENTS (special_names) && !g_str_equal (symbol->name, special_names[which]))
    which++;
  if (which == G_N_ELEMENTS (special_names))
    return FALSE;
  if (!open && type->kind == RS_TYPE_NUMBER)
    {
      *value = b_convert (b, b_number (special_linear (b, which), b),
                          rs_element_is_integer (type->element) ? RS_IR_I64 : b->scalar);
      return TRUE;
    }
  if (!open && type->kind == RS_TYPE_ARRAY && type->rank == 1 && type->sizes[0] > 0)
    n = MIN (type->sizes[0], 16);
  *value = b_value_new (b, b_shape (RS_IR_I64, open && n == 1 ? 0 : 1, &n));
  for (guint i = 0; i < n; i++)
    value->parts[i] = special_component (b, which, i);
  if (!open && rs_element_is_floating (type->element))
    *value = b_convert (b, *value, b->scalar);
  if (which == POS)
    guard_extra_dimensions (b, n);
  return TRUE;
}
