/* Variables of a loop that an iteration reads before it gives them their value: what the iteration before made of
 * elements and numbers is made again from these, so that no iteration needs another. The first ones have what stood in
 * the variable before the loop:
 *
 *   for i=0..n-1; a[i] = (b[i] + x)*0.5; x = b[i]; endfor      x is b[i-1], or x of before in the first iteration
 *
 * Variables may pass on to each other (y = x; x = b[i]), some iterations far. Arrays that the loop writes are left
 * alone: their elements may be others by then. What a variable carries has double precision: in a kernel of single
 * precision it is made again only where that makes no difference, of elements but not of what is computed from them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#define MAX_DISTANCE 4 /* iterations back */
#define MAX_NAMES 8    /* variables of the loop that one value is made of */

typedef struct {
  Build *b;
  const RsSymbol *counter; /* of the loop */
  guint n_left;            /* expressions that may still be opened */
} Search;

static gboolean begins_with (Search *self, const RsSymbol *symbol, guint distance, Value *value);

/* The place in the body of the one assignment that symbol has there; -1: there are several, or it is another kind. */
static int
find_assignment (const Build *b, const RsSymbol *symbol)
{
  const RsNode *body = b->nest.body;
  int place = -1;

  if (symbol->is_declared || symbol->kind != RS_SYMBOL_VARIABLE || b_count_changes (body, symbol) != 1)
    return -1;
  for (guint i = 0; i < body->n_children; i++)
    {
      const RsNode *assign = b_own_assignment (body, i);

      if (assign && assign->op == RS_OP_ASSIGN && assign->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME
          && assign->children[RS_ASSIGN_TARGET]->symbol == symbol)
        place = (int)i;
    }
  return place;
}

static gboolean
is_plain_call (const RsNode *call)
{
  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsSymbol *symbol = callee->kind == RS_NODE_NAME ? callee->symbol : NULL;

  return symbol && symbol->kind == RS_SYMBOL_BUILTIN
         && (symbol->builtin->flags & (RS_BUILTIN_ELEMENTWISE | RS_BUILTIN_EFFECT)) == RS_BUILTIN_ELEMENTWISE;
}

/* Arithmetic, built-in functions without effects, and elements of arrays that the loop leaves alone. */
static gboolean
is_repeatable (const Build *b, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NAME:
      if (!node->symbol || b_assigns_element (b->nest.body, node->symbol))
        return FALSE;
      break;
    case RS_NODE_CALL:
      if (!is_plain_call (node))
        return FALSE;
      break;
    case RS_NODE_NUMBER:
    case RS_NODE_BINARY:
    case RS_NODE_UNARY:
    case RS_NODE_INDEX:
    case RS_NODE_TERNARY:
      break;
    default:
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_repeatable (b, node->children[i]))
      return FALSE;
  return TRUE;
}

/* The variables in node that the loop gives values. FALSE: too many. */
static gboolean
collect_names (const Build *b, const RsNode *node, const RsSymbol **names, guint *n)
{
  if (node->kind == RS_NODE_NAME && node->symbol->kind == RS_SYMBOL_VARIABLE && b_assigns (b->nest.body, node->symbol))
    {
      for (guint i = 0; i < *n; i++)
        if (names[i] == node->symbol)
          return TRUE;
      if (*n == MAX_NAMES)
        return FALSE;
      names[(*n)++] = node->symbol;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !collect_names (b, node->children[i], names, n))
      return FALSE;
  return TRUE;
}

static gboolean
is_number (const Value *value)
{
  return value->kind == VALUE_NUMBER && value->shape.rank == 0 && !value->shape.is_complex
         && value->shape.type != RS_IR_BOOL;
}

/* Whether a value of the kernel's precision is what double precision would have: whole numbers, elements, and which of
 * them is chosen. Locals hold values that were asked about before. */
static gboolean
is_exact (const Build *b, const RsIrExpression *e)
{
  if (!rs_ir_is_floating (e->type) || b->scalar == RS_IR_F64)
    return TRUE;
  switch (e->op)
    {
    case RS_IR_LOAD:
    case RS_IR_LOCAL:
      return TRUE;
    case RS_IR_CONST:
      return (double)(float)e->value.floating == e->value.floating;
    case RS_IR_NEG:
    case RS_IR_ABS:
      return is_exact (b, e->operands[0]);
    case RS_IR_MIN:
    case RS_IR_MAX:
      return is_exact (b, e->operands[0]) && is_exact (b, e->operands[1]);
    case RS_IR_SELECT:
      return is_exact (b, e->operands[1]) && is_exact (b, e->operands[2]);
    default:
      return FALSE;
    }
}

/* The value of node where names have those values and the counter that of so many iterations before. FALSE: it is no
 * number, or would differ. */
static gboolean
evaluate (Search *self, const RsNode *node, const RsSymbol *const *names, const Value *values, guint n, guint distance,
          Value *result)
{
  Build *b = self->b;
  const RsIrExpression *step = b->kernel->steps[0];
  Variable *counter = g_hash_table_lookup (b->root->variables, self->counter), *old[MAX_NAMES];
  const Value now = counter->counter;
  gboolean is_good;
  Value value;

  counter->counter.parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
  counter->counter.parts[0]
      = b_sub (b, now.parts[0],
               b_mul (b, rs_ir_integer (b->kernel, distance), rs_ir_convert (b->kernel, step, RS_IR_I64)));
  for (guint i = 0; i < n; i++)
    {
      old[i] = g_hash_table_lookup (b->root->variables, names[i]);
      b_declare_alias (b, b->root, names[i], values[i]);
    }
  value = b_expression (b, node);
  is_good = !b->reason && is_number (&value) && is_exact (b, value.parts[0]);
  *result = is_good ? b_keep (b, value) : value;
  for (guint i = 0; i < n; i++)
    if (old[i])
      g_hash_table_insert (b->root->variables, (gpointer)names[i], old[i]);
    else
      g_hash_table_remove (b->root->variables, names[i]);
  counter->counter = now;
  return is_good;
}

/* What the assignment at that place of the body gives its variable, so many iterations before. */
static gboolean
find_assigned (Search *self, int place, guint distance, Value *value)
{
  Build *b = self->b;
  const RsNode *node = b_own_assignment (b->nest.body, (guint)place)->children[RS_ASSIGN_VALUE];
  const RsSymbol *names[MAX_NAMES];
  Value values[MAX_NAMES];
  guint n = 0;

  if (self->n_left == 0 || !is_repeatable (b, node) || !collect_names (b, node, names, &n))
    return FALSE;
  self->n_left--;
  for (guint i = 0; i < n; i++)
    {
      const int other = find_assignment (b, names[i]);

      if (other < 0 || other == place
          || !(other < place ? find_assigned (self, other, distance, &values[i])
                             : begins_with (self, names[i], distance, &values[i])))
        return FALSE;
    }
  return evaluate (self, node, names, values, n, distance, value);
}

/* What symbol has when the iteration begins that is so many before. Which one that is counts where there is one: before
 * the first iteration elements are read that nobody needs. */
static gboolean
begins_with (Search *self, const RsSymbol *symbol, guint distance, Value *value)
{
  Build *b = self->b;
  const int input = b_find_input (b, symbol), place = find_assignment (b, symbol);
  const RsIrExpression *is_first;
  Value before, first;
  RsIrType type;

  if (distance == MAX_DISTANCE || place < 0 || input < 0 || !b->request->inputs[input].type
      || b->request->inputs[input].type->kind != RS_TYPE_NUMBER || !find_assigned (self, place, distance + 1, &before))
    return FALSE;
  first = b_input_value (b, (guint)input, symbol->first);
  if (!is_number (&first))
    return FALSE;
  type = rs_ir_is_floating (first.shape.type) || rs_ir_is_floating (before.shape.type) ? b->scalar : RS_IR_I64;
  is_first = rs_ir_binary (b->kernel, RS_IR_EQ, rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, 0),
                           rs_ir_integer (b->kernel, distance));
  *value = b_keep (b, b_number (rs_ir_select (b->kernel, is_first, rs_ir_convert (b->kernel, first.parts[0], type),
                                              rs_ir_convert (b->kernel, before.parts[0], type)),
                                b));
  return TRUE;
}

static void
find_hard_access (const RsIrExpression *e, gpointer data)
{
  gboolean *found = data;

  *found |= e->op == RS_IR_LOAD && (e->boundary == RS_BOUNDARY_UNCHECKED || e->boundary == RS_BOUNDARY_CHECKED);
}

/* Whether an access behind mark may end the launch, or reads without a check. */
static gboolean
has_hard_access (const Build *b, const RsIrStatement *mark)
{
  gboolean found = FALSE;

  for (const RsIrStatement *s = mark ? mark->next : b->block->first; s; s = s->next)
    {
      found |= s->kind != RS_IR_SET;
      rs_ir_visit_statement (s, find_hard_access, &found);
    }
  return found;
}

static gboolean
is_read_before (const Build *b, const RsSymbol *symbol, int place)
{
  for (int i = 0; i < place; i++)
    if (b->nest.body->children[i] && b_mentions (b->nest.body->children[i], symbol))
      return TRUE;
  return FALSE;
}

gboolean
b_bind_prior (Build *b, guint input)
{
  const RsSymbol *symbol = b->request->inputs[input].symbol;
  const RsIrStatement *mark = b->block->last;
  const int place = find_assignment (b, symbol);
  Search search = { .b = b, .n_left = MAX_NAMES };
  Value value;

  if (b->nest.n_levels != 1 || b->nest.is_open || b->request->row_length || b_is_inner_level (b, 0)
      || !b->kernel->steps[0] || place < 0 || !is_read_before (b, symbol, place))
    return FALSE;
  search.counter = b_level_name (b->nest.loops[0])->symbol;
  if (!begins_with (&search, symbol, 0, &value) || has_hard_access (b, mark))
    return FALSE;
  b_new_variable (b, b->root, symbol);
  b_assign_variable (b, symbol, value, symbol->first);
  return TRUE;
}
