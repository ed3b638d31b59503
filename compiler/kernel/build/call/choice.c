/* Functions that are only known at run time: one of several candidates, and a number that says which. A call opens each
 * of them in a branch of its own.
 *
 * A variable that is given different functions is that number; its candidates are learnt from one attempt to the next.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#define MAX_CANDIDATES 16
#define MAX_RESULTS 16

static Value
choice (Build *b, const Value *items, guint n, const RsIrExpression *selector)
{
  return (Value){ .kind = VALUE_FUNCTION, .items = rs_arena_memdup (b->kernel->arena, items, n * sizeof *items),
                  .n_items = n, .selector = selector, .first_capture = -1 };
}

static guint
candidates_of (const Value *function, const Value **items)
{
  *items = function->n_items > 0 ? function->items : function;
  return function->n_items > 0 ? function->n_items : 1;
}

static gboolean
is_same_function (const Value *x, const Value *y)
{
  return x->function == y->function && x->overloads == y->overloads && x->builtin == y->builtin
         && x->first_capture == y->first_capture && x->lexical == y->lexical && !x->n_explicit && !y->n_explicit;
}

Value
b_choose_function (Build *b, const RsIrExpression *condition, Value x, Value y, const RsNode *place)
{
  const Value *x_items, *y_items;
  guint n_x = candidates_of (&x, &x_items), n_y = candidates_of (&y, &y_items);
  Value items[2 * MAX_CANDIDATES];
  const RsIrExpression *first = x.selector ? x.selector : rs_ir_integer (b->kernel, 0);
  const RsIrExpression *second = y.selector ? y.selector : rs_ir_integer (b->kernel, 0);

  if (n_x + n_y > MAX_CANDIDATES)
    return b_not_supported (b, place, "a choice between so many functions");
  for (guint i = 0; i < n_x; i++)
    items[i] = x_items[i];
  for (guint i = 0; i < n_y; i++)
    items[n_x + i] = y_items[i];
  second = b_add (b, second, rs_ir_integer (b->kernel, n_x));
  return choice (b, items, n_x + n_y,
                 b_keep (b, b_number (rs_ir_select (b->kernel, condition, first, second), b)).parts[0]);
}

/* --- variables --- */

/* A function that means the same in every attempt: not one that sees the variables of an opened function. */
static gboolean
is_lasting (const Build *b, const Value *function)
{
  return (!function->lexical || function->lexical == b->root) && !function->n_explicit;
}

/* The number of a candidate of the variable; learnt if it is new. */
static guint
number_of (Build *b, Facts *facts, Value function)
{
  Value lasting = function;

  lasting.lexical = NULL;
  lasting.is_of_root = function.lexical != NULL;
  if (!facts->candidates)
    facts->candidates = g_array_new (FALSE, FALSE, sizeof (Value));
  for (guint i = 0; i < facts->candidates->len; i++)
    {
      const Value *known = &g_array_index (facts->candidates, Value, i);

      if (is_same_function (known, &lasting) && known->is_of_root == lasting.is_of_root)
        return i;
    }
  g_array_append_val (facts->candidates, lasting);
  b->again = TRUE;
  return facts->candidates->len - 1;
}

void
b_assign_function (Build *b, const RsSymbol *symbol, Value value, const RsNode *place)
{
  Variable *variable = b_find_variable (b, b->frame, symbol);
  const RsIrExpression *number = NULL;
  const Value *items;
  guint n = candidates_of (&value, &items);
  RsIrStatement *set;

  if (!variable || variable->kind == VARIABLE_ALIAS)
    variable = b_new_variable (b, b->frame, symbol);
  if (variable->facts->is_known && !variable->facts->candidates)
    {
      b_not_supported (b, place, "a variable that is a function here and something else before");
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      const RsIrExpression *one;

      if (!is_lasting (b, &items[i]))
        {
          b_not_supported (b, place, "a variable that stands for different functions of a function");
          return;
        }
      one = rs_ir_integer (b->kernel, number_of (b, variable->facts, items[i]));
      number = number ? rs_ir_select (b->kernel, b_op (b, RS_IR_EQ, value.selector, rs_ir_integer (b->kernel, i)), one,
                                      number)
                      : one;
    }
  if (variable->facts->candidates->len > MAX_CANDIDATES)
    b_not_supported (b, place, "a choice between so many functions");
  variable->facts->is_known = TRUE;
  variable->facts->shape = (Shape){ .type = RS_IR_I64 };
  b_make_locals (b, variable);
  set = b_emit (b, RS_IR_SET);
  set->index = variable->locals[0];
  set->value = number;
}

Value
b_read_function (Build *b, Variable *variable)
{
  GArray *candidates = variable->facts->candidates;
  Value *items = rs_arena_array (b->kernel->arena, Value, candidates->len);

  for (guint i = 0; i < candidates->len; i++)
    {
      items[i] = g_array_index (candidates, Value, i);
      items[i].lexical = items[i].is_of_root ? b->root : NULL;
    }
  b_make_locals (b, variable);
  if (candidates->len == 1)
    return items[0];
  return choice (b, items, candidates->len,
                 b_keep (b, b_number (rs_ir_local (b->kernel, variable->locals[0]), b)).parts[0]);
}

/* --- calls --- */

typedef struct {
  RsIrBlock block;
  Value results[MAX_RESULTS];
  guint n;
} Branch;

static void
set_part (Build *b, RsIrBlock *block, guint local, const RsIrExpression *value)
{
  RsIrStatement *set = rs_ir_statement (b->kernel, RS_IR_SET, b->line);

  set->index = local;
  set->value = value;
  rs_ir_append (block, set);
}

/* Result number r of all branches in variables that each of them sets. */
static Value
join_results (Build *b, Branch *branches, guint n, guint r, const RsNode *place)
{
  Shape shape = branches[0].results[r].shape;
  Value result;

  for (guint i = 0; i < n; i++)
    {
      const Value *value = &branches[i].results[r];

      if (value->kind != VALUE_NUMBER)
        return b_not_supported (b, place, "a choice between functions that give anything but numbers");
      if (!b_same_dims (&shape, &value->shape))
        return b_fail (b, place, "the functions that may be called here give values of different sizes");
      if (value->shape.type != shape.type)
        shape.type = b_join_types (b, shape.type, value->shape.type);
      shape.is_complex |= value->shape.is_complex;
    }
  if (shape.is_complex)
    shape.type = b->scalar;
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_parts (&shape); i++)
    result.parts[i] = rs_ir_local (b->kernel, rs_kernel_add_local (b->kernel, "chosen", shape.type, 1));
  for (guint i = 0; i < n; i++)
    {
      Value value = branches[i].results[r];
      RsIrBlock *outer = b->block;

      b->block = &branches[i].block;
      value = shape.is_complex ? b_to_complex (b, value) : b_convert (b, value, shape.type);
      for (guint k = 0; k < b_shape_parts (&shape); k++)
        set_part (b, &branches[i].block, result.parts[k]->index, value.parts[k]);
      b->block = outer;
    }
  return result;
}

guint
b_call_choice (Build *b, const Value *function, Value *arguments, const RsNode *const *nodes, guint n, Value *results,
               guint n_results, const RsNode *place)
{
  Branch *branches = rs_arena_array (b->kernel->arena, Branch, function->n_items);
  RsIrBlock *outer = b->block, *at = outer;

  n_results = MIN (n_results, MAX_RESULTS);
  for (guint i = 0; i < n; i++)
    arguments[i] = b_keep (b, arguments[i]);
  for (guint i = 0; i < function->n_items && !b->reason; i++)
    {
      branches[i] = (Branch){ 0 };
      b->block = &branches[i].block;
      branches[i].n = b_call_value (b, function->items[i], arguments, nodes, n, branches[i].results, n_results, place);
      if (branches[i].n != branches[0].n)
        b_fail (b, place, "the functions that may be called here give different numbers of values");
    }
  b->block = outer;
  for (guint r = 0; r < branches[0].n && !b->reason; r++)
    results[r] = join_results (b, branches, function->n_items, r, place);
  for (guint i = 0; i < function->n_items && !b->reason; i++)
    {
      RsIrStatement *branch;

      if (i + 1 == function->n_items)
        {
          rs_ir_append_block (at, &branches[i].block);
          break;
        }
      branch = rs_ir_statement (b->kernel, RS_IR_IF, b->line);
      branch->value = b_op (b, RS_IR_EQ, function->selector, rs_ir_integer (b->kernel, i));
      branch->body = branches[i].block;
      rs_ir_append (at, branch);
      at = &branch->other;
    }
  return b->reason ? 0 : branches[0].n;
}
