/* Statements that assign parts of arrays one after another, each of the same size, as one nest:
 *
 *   r = x[:,:,0]
 *   y[:,:,0] = 0.5*r
 *   y[:,:,1] = r + 1
 *
 * is an iteration of a loop that has just this one, whose parts then become levels (build/array/opened.c). The arrays
 * are read and written once, pixel by pixel, and what is left are the loops over elements that the statements say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/kernel/places/live.h"

#define MOST_STATEMENTS 16

static gboolean
mentions (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_NAME && node->symbol == symbol)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && mentions (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* A variable of the function that takes whatever it is given; NULL: node is none. */
static const RsSymbol *
open_variable (const RsScope *scope, const RsNode *node)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? node->symbol : NULL;

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope == scope && !symbol->is_declared
                 && !symbol->is_captured && symbol->integer_rule != RS_INTEGER_COMPUTED
             ? symbol
             : NULL;
}

static gboolean
is_range (const RsNode *index)
{
  return index->kind == RS_NODE_RANGE || index->kind == RS_NODE_COLON;
}

/* Parts whose shape is that of their ranges: v[a..b], x[i,:], x[a..b,:], x[:,:,c]. Of others (a column, x[i,:,:]) the
 * dimensions that numbers stand for count when sizes are compared. */
static gboolean
is_regular_part (const RsNode *leaf)
{
  RsNode **indices = leaf->children + RS_INDEX_FIRST;
  guint n, n_ranges = 0, first = 0;

  if (!rs_expression_is_part (leaf) || !rs_expression_is_quiet (leaf))
    return FALSE;
  n = leaf->n_children - RS_INDEX_FIRST;
  while (!is_range (indices[first]))
    first++;
  while (first + n_ranges < n && is_range (indices[first + n_ranges]))
    n_ranges++;
  for (guint i = first + n_ranges; i < n; i++)
    if (is_range (indices[i]))
      return FALSE;
  return n_ranges == 1 ? n <= 2 && first == n - 1 : first == 0;
}

/* Whether an array is in it for certain: a part, or the name of one that statements of the run before this one gave. */
static gboolean
has_part (const RsNode *node, RsNode *const *statements, guint n)
{
  if (rs_expression_is_part (node))
    return TRUE;
  for (guint i = 0; i < n && node->kind == RS_NODE_NAME; i++)
    {
      const RsNode *target = rs_statement_get_assignment (statements[i])->children[RS_ASSIGN_TARGET];

      if (target->kind == RS_NODE_NAME && target->symbol == node->symbol)
        return TRUE;
    }
  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children; i++)
    if (node->children[i] && has_part (node->children[i], statements, n))
      return TRUE;
  return FALSE;
}

/* 1/9, of which single precision gives no more than a rounding. */
static gboolean
is_factor (const RsNode *node)
{
  if (node->kind == RS_NODE_NUMBER)
    return TRUE;
  return node->kind == RS_NODE_BINARY && (node->op == RS_OP_MULTIPLY || node->op == RS_OP_DIVIDE)
         && node->children[0]->kind == RS_NODE_NUMBER && node->children[1]->kind == RS_NODE_NUMBER;
}

/* Whether each operation has an array in it: those of numbers alone are the host's, in double precision, where a loop
 * computes in single. */
static gboolean
has_parts_throughout (const RsNode *node, RsNode *const *statements, guint n)
{
  const gboolean is_operation = node->kind == RS_NODE_UNARY || node->kind == RS_NODE_BINARY
                                || node->kind == RS_NODE_CALL;

  if (!is_operation || is_factor (node) || (node->op == RS_OP_NEGATE && node->children[0]->kind == RS_NODE_NUMBER))
    return TRUE;
  if (!has_part (node, statements, n))
    return FALSE;
  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children; i++)
    if (node->children[i] && !has_parts_throughout (node->children[i], statements, n))
      return FALSE;
  return TRUE;
}

/* y[1..n,:] = x[0..n-1,:] + 1: all leaves are numbers, variables and parts of these. statements: of the run so far. */
static gboolean
is_stored_part (const RsNode *assign, RsNode *const *statements, guint n)
{
  const RsNode *target = assign->children[RS_ASSIGN_TARGET], *value = assign->children[RS_ASSIGN_VALUE];
  g_autoptr (GPtrArray) leaves = NULL;

  if (!is_regular_part (target) || !rs_expression_is_elementwise (value) || rs_expression_is_reduction (value)
      || !has_parts_throughout (value, statements, n))
    return FALSE;
  leaves = rs_expression_get_leaves (value);
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = leaves->pdata[i];

      if (leaf->kind != RS_NODE_NAME && !is_regular_part (leaf))
        return FALSE;
    }
  return TRUE;
}

/* r = x[:,:,0], which only the run needs. */
static gboolean
is_named_part (const RsScope *scope, const RsNode *assign)
{
  const RsNode *value = assign->children[RS_ASSIGN_VALUE];

  return open_variable (scope, assign->children[RS_ASSIGN_TARGET]) && is_regular_part (value);
}

/* Whether all that is named is needed in the run, where it is read, and not behind it. */
static gboolean
are_only_read (const RsScope *scope, const RsNode *block, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    {
      const RsNode *target = rs_statement_get_assignment (block->children[i])->children[RS_ASSIGN_TARGET];

      gboolean is_read = target->kind != RS_NODE_NAME;

      for (guint k = i + 1; k < first + n && !is_read; k++)
        is_read = mentions (block->children[k], target->symbol);
      if (!is_read
          || (target->kind == RS_NODE_NAME
              && rs_is_live_behind (scope, block->children[first + n - 1], target->symbol)))
        return FALSE;
    }
  return TRUE;
}

static RsNode *
add_node (RsArena *arena, const RsNode *place, RsNodeKind kind, guint n)
{
  RsNode *node = rs_arena_new0 (arena, RsNode);

  node->kind = kind;
  node->span = place->span;
  node->n_children = n;
  node->children = n > 0 ? rs_arena_array (arena, RsNode *, n) : NULL;
  for (guint i = 0; i < n; i++)
    node->children[i] = NULL;
  return node;
}

/* for NAME = 0..0, around the statements. */
static RsNode *
make_loop (RsArena *arena, const RsScope *scope, const RsNode *block, guint first, guint n)
{
  const RsNode *place = block->children[first];
  RsNode *loop = add_node (arena, place, RS_NODE_FOR, RS_FOR_BODY + 1);
  RsNode *range = add_node (arena, place, RS_NODE_RANGE, RS_RANGE_HIGH + 1);
  RsSymbol *symbol = rs_arena_new0 (arena, RsSymbol);

  *symbol = (RsSymbol){ .kind = RS_SYMBOL_VARIABLE,
                        .name = "",
                        .scope = (RsScope *)scope,
                        .type = &rs_type_int,
                        .integer_rule = RS_INTEGER_NO };
  loop->flags = RS_NODE_STEP;
  loop->children[RS_FOR_VARIABLE] = add_node (arena, place, RS_NODE_NAME, 0);
  loop->children[RS_FOR_VARIABLE]->name = symbol->name;
  loop->children[RS_FOR_VARIABLE]->symbol = symbol;
  loop->children[RS_FOR_RANGE] = range;
  range->children[RS_RANGE_LOW] = add_node (arena, place, RS_NODE_NUMBER, 0);
  range->children[RS_RANGE_LOW]->flags = RS_NODE_INTEGER;
  range->children[RS_RANGE_HIGH] = range->children[RS_RANGE_LOW];
  loop->children[RS_FOR_BODY] = add_node (arena, place, RS_NODE_BLOCK, n);
  for (guint i = 0; i < n; i++)
    loop->children[RS_FOR_BODY]->children[i] = block->children[first + i];
  return loop;
}

RsNode *
rs_expression_find_run (RsArena *arena, const RsScope *scope, const RsNode *block, guint first)
{
  guint n = 0, n_stores = 0;

  for (; first + n < block->n_children && n < MOST_STATEMENTS; n++)
    {
      const RsNode *assign = rs_statement_get_assignment (block->children[first + n]);

      if (!assign || assign->op != RS_OP_ASSIGN
          || !(is_stored_part (assign, block->children + first, n) || is_named_part (scope, assign)))
        break;
      n_stores += assign->children[RS_ASSIGN_TARGET]->kind == RS_NODE_INDEX;
    }
  return n_stores > 1 && are_only_read (scope, block, first, n) ? make_loop (arena, scope, block, first, n) : NULL;
}

/* --- order --- */

/* The first assignment in the text to a variable, alone or beside others. */
static const RsNode *
find_assignment (const RsNode *node, const RsSymbol *symbol)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? node->children[RS_ASSIGN_TARGET] : NULL, *found = NULL;

  if (target && target->kind == RS_NODE_TYPED)
    target = target->children[RS_TYPED_EXPRESSION];
  if (target && (target->kind == RS_NODE_NAME || target->kind == RS_NODE_MATRIX) && mentions (target, symbol))
    return node;
  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i])
      found = find_assignment (node->children[i], symbol);
  return found;
}

/* Lengths along dimensions (bits) of one array, each at most once: an array of that many elements is there already. */
typedef struct {
  const RsScope *scope;
  const RsSymbol *array; /* NULL: none so far */
  guint64 dimensions;
} Lengths;

/* An array that stays what it is. */
static gboolean
is_fixed (const RsScope *scope, const RsNode *node)
{
  return open_variable (scope, node)
         && (node->symbol->is_parameter ? find_assignment (scope->node, node->symbol) == NULL
                                        : !node->symbol->is_assigned_again);
}

/* The lengths along those of these dimensions that size (x, k) asks for. */
static gboolean
add_size (Lengths *self, const RsNode *call, guint64 dimensions)
{
  const RsNode *callee = call->kind == RS_NODE_CALL ? rs_node_child (call, RS_CALL_CALLEE) : NULL;
  const RsNode *array = rs_node_child (call, RS_CALL_FIRST_ARGUMENT);
  gint64 k;

  if (!callee || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN
      || callee->symbol->builtin->id != RS_BUILTIN_ID_SIZE || !array || !is_fixed (self->scope, array)
      || call->n_children > RS_CALL_FIRST_ARGUMENT + 2)
    return FALSE;
  if (call->n_children == RS_CALL_FIRST_ARGUMENT + 2)
    {
      if (!rs_node_get_integer (call->children[RS_CALL_FIRST_ARGUMENT + 1], &k) || k < 0 || k >= RS_MAX_RANK)
        return FALSE;
      dimensions &= (guint64)1 << k;
    }
  if ((self->array && self->array != array->symbol) || dimensions == 0 || (self->dimensions & dimensions) != 0)
    return FALSE;
  self->array = array->symbol;
  self->dimensions |= dimensions;
  return TRUE;
}

/* size (x), size (x, 0), and n and m of [n, m] = size (x). */
static gboolean
add_length (Lengths *self, const RsNode *node)
{
  const RsNode *assign, *target;
  guint k = 0;

  if (node->kind == RS_NODE_CALL)
    return add_size (self, node, G_MAXUINT64);
  if (!open_variable (self->scope, node) || node->symbol->is_assigned_again || node->symbol->is_parameter)
    return FALSE;
  assign = find_assignment (self->scope->node, node->symbol);
  target = assign ? assign->children[RS_ASSIGN_TARGET] : NULL;
  if (!target || assign->op != RS_OP_ASSIGN || target->kind == RS_NODE_TYPED)
    return FALSE;
  if (target->kind == RS_NODE_NAME)
    return add_size (self, assign->children[RS_ASSIGN_VALUE], G_MAXUINT64);
  while (k < target->n_children && !mentions (target->children[k], node->symbol))
    k++;
  if (k >= RS_MAX_RANK || k == target->n_children || target->children[k]->kind != RS_NODE_NAME)
    return FALSE;
  return add_size (self, assign->children[RS_ASSIGN_VALUE],
                   k + 1 < target->n_children ? (guint64)1 << k : G_MAXUINT64 << k);
}

static gboolean
are_lengths (const RsScope *scope, const RsNode *call)
{
  Lengths self = { .scope = scope };

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (!call->children[i] || !add_length (&self, call->children[i]))
      return FALSE;
  return self.array != NULL;
}

/* y = zeros (size (x)), which takes no more than x does; NULL: it is no such statement. */
static const RsSymbol *
allocated_variable (const RsScope *scope, const RsNode *assign)
{
  const RsNode *value = assign->children[RS_ASSIGN_VALUE];
  const RsNode *callee = value->kind == RS_NODE_CALL ? rs_node_child (value, RS_CALL_CALLEE) : NULL;

  return callee && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
                 && (callee->symbol->builtin->id == RS_BUILTIN_ID_ZEROS
                     || callee->symbol->builtin->id == RS_BUILTIN_ID_ONES)
                 && are_lengths (scope, value)
             ? open_variable (scope, assign->children[RS_ASSIGN_TARGET])
             : NULL;
}

/* Whether statement, which names an expression or a part, has nothing to do with the variable that assign allocates. */
static gboolean
may_follow (const RsScope *scope, const RsNode *statement, const RsNode *assign, const RsSymbol *allocated)
{
  const RsNode *before = rs_statement_get_assignment (statement);
  const RsSymbol *named
      = before && before->op == RS_OP_ASSIGN ? open_variable (scope, before->children[RS_ASSIGN_TARGET]) : NULL;
  const RsNode *value = named ? before->children[RS_ASSIGN_VALUE] : NULL;

  return named && (rs_expression_is_part (value) || rs_expression_is_elementwise (value))
         && rs_expression_is_quiet (value) && !mentions (before, allocated) && !mentions (assign, named);
}

static gboolean
has_try (const RsNode *node)
{
  if (node->kind == RS_NODE_TRY)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_try (node->children[i]))
      return TRUE;
  return FALSE;
}

const RsNode *
rs_expression_order_block (RsArena *arena, const RsScope *scope, const RsNode *block)
{
  RsNode *ordered = NULL;

  for (guint i = 1; i < block->n_children; i++)
    {
      const RsNode *from = ordered ? ordered : block, *assign = rs_statement_get_assignment (from->children[i]);
      const RsSymbol *allocated = assign && assign->op == RS_OP_ASSIGN ? allocated_variable (scope, assign) : NULL;
      guint to = i;

      while (allocated && to > 0 && may_follow (scope, from->children[to - 1], assign, allocated))
        to--;
      if (to == i)
        continue;
      if (!ordered && has_try (scope->node))
        return block;
      if (!ordered)
        {
          ordered = rs_arena_memdup (arena, block, sizeof *block);
          ordered->children = rs_arena_memdup (arena, block->children, block->n_children * sizeof *block->children);
        }
      for (guint k = i; k > to; k--)
        {
          RsNode *statement = ordered->children[k];

          ordered->children[k] = ordered->children[k - 1];
          ordered->children[k - 1] = statement;
        }
    }
  return ordered ? ordered : block;
}
