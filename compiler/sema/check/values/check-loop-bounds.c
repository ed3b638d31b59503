/* Accesses outside an array that a loop makes for certain: for c = 1..3 over the channels 0..2.
 *
 * In loops an access outside is no error unless the array says so (LANGUAGE.md, bounds): it reads 0 and writes nothing,
 * which is seldom meant in host code. Told is only what happens whenever the loop runs: the range and the size are
 * known, and nothing stands between the loop and the access that could keep it from being made. Indices beside the
 * loop's variable (x[n-1]) are left alone: running sums and windows over neighbours rely on the zeros outside (manual
 * 8.5).
 *
 * So it is with loops to the length of the array that they go through, numel(v) or size(A,0), whatever that is: they
 * end behind the last element, and from 1 on leave out the first. And with loops that never run, since their range ends
 * before it begins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/sema/names/constant.h"

#define DEEPEST_LOOP 6 /* inside of another; each is looked through once for every loop around it */

typedef struct {
  RsCheck *check;
  const RsSymbol *variable; /* of the loop */
  gint64 first, last;       /* its values, where array is NULL */
  const RsSymbol *array;    /* or they go from first, 0 or more, to the length of this one */
  gint64 dimension;         /* ... in this dimension; -1: numel */
} LoopAccess;

static const RsSymbol *
symbol_of (const RsNode *node)
{
  return node && node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;
}

/* The first and last value of a loop that has at least one. */
static gboolean
find_values (const RsNode *range, gint64 *first, gint64 *last)
{
  const RsNode *step_node = range && range->kind == RS_NODE_RANGE ? rs_node_child (range, RS_RANGE_STEP) : NULL;
  gint64 high, step = 1;

  if (!range || range->kind != RS_NODE_RANGE || (step_node && !rs_constant_integer (NULL, step_node, &step))
      || step == 0 || !rs_constant_integer (NULL, rs_node_child (range, RS_RANGE_LOW), first)
      || !rs_constant_integer (NULL, rs_node_child (range, RS_RANGE_HIGH), &high) || ABS (high) > G_MAXINT32
      || ABS (*first) > G_MAXINT32 || ABS (step) > G_MAXINT32 || (step > 0 ? *first > high : *first < high))
    return FALSE;
  *last = *first + (high - *first) / step * step;
  return TRUE;
}

/* The call of numel or size that a name stands for, too, where it has one value. */
static const RsNode *
length_call (const RsNode *node)
{
  const RsSymbol *symbol = symbol_of (node);

  if (symbol && symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_assigned_again && !symbol->is_parameter)
    node = symbol->initial;
  return node && node->kind == RS_NODE_CALL ? node : NULL;
}

/* The array and dimension in numel(x), size(x,0). */
static gboolean
find_length (const RsNode *node, const RsSymbol **array, gint64 *dimension)
{
  const RsNode *call = length_call (node);
  const RsSymbol *callee = call ? symbol_of (rs_node_child (call, RS_CALL_CALLEE)) : NULL;
  guint n = call ? call->n_children - RS_CALL_FIRST_ARGUMENT : 0;

  if (!callee || callee->kind != RS_SYMBOL_BUILTIN)
    return FALSE;
  *array = symbol_of (rs_node_child (call, RS_CALL_FIRST_ARGUMENT));
  *dimension = -1;
  if (!*array || (*array)->kind != RS_SYMBOL_VARIABLE || (*array)->is_assigned_again)
    return FALSE;
  if (callee->builtin->id == RS_BUILTIN_ID_NUMEL)
    return n == 1;
  return callee->builtin->id == RS_BUILTIN_ID_SIZE && n == 2
         && rs_constant_integer (NULL, call->children[RS_CALL_FIRST_ARGUMENT + 1], dimension) && *dimension >= 0;
}

/* 1..numel(x), 0..size(x,0) */
static gboolean
ends_at_length (const RsNode *range, gint64 *low, const RsSymbol **array, gint64 *dimension)
{
  return range && range->kind == RS_NODE_RANGE && !rs_node_child (range, RS_RANGE_STEP)
         && rs_constant_integer (NULL, rs_node_child (range, RS_RANGE_LOW), low) && *low >= 0
         && find_length (rs_node_child (range, RS_RANGE_HIGH), array, dimension);
}

/* Whether an index at place i of n reaches that dimension of an array: all of a vector is numel, and its second
 * dimension. */
static gboolean
is_of_dimension (gint64 dimension, guint i, guint n)
{
  return n == 1 ? dimension == -1 || dimension == 1 : dimension == (gint64)i;
}

static void
warn_of_length (RsCheck *self, const RsNode *place, gint64 low, const RsSymbol *array, gint64 dimension)
{
  g_autofree char *length = dimension < 0 ? g_strdup_printf ("numel(%s)", array->name)
                                          : g_strdup_printf ("size(%s,%" G_GINT64_FORMAT ")", array->name, dimension);

  if (low == 1)
    rs_check_report (self, RS_SEVERITY_WARNING, place, RS_SAY (LOOP_INDEX_LENGTH), length, length, length);
  else
    rs_check_report (self, RS_SEVERITY_WARNING, place, RS_SAY (LOOP_INDEX_END), length, length, low, length);
}

void
rs_check_index_length (RsCheck *self, const RsNode *index)
{
  g_assert (index->kind == RS_NODE_INDEX);

  guint n = index->n_children - RS_INDEX_FIRST;
  gint64 low;
  const RsSymbol *array, *object = symbol_of (rs_node_child (index, RS_INDEX_ARRAY));
  gint64 dimension;

  for (guint i = 0; object && i < n; i++)
    if (ends_at_length (index->children[RS_INDEX_FIRST + i], &low, &array, &dimension) && array == object
        && is_of_dimension (dimension, i, n) && !(object->type_node && object->type_node->modifiers))
      warn_of_length (self, index->children[RS_INDEX_FIRST + i], low, array, dimension);
}

static void
check_access (const LoopAccess *self, const RsNode *node)
{
  const RsNode *object = rs_node_child (node, RS_INDEX_ARRAY);
  const RsSymbol *symbol = symbol_of (object);
  const RsType *array;
  guint n = node->n_children - RS_INDEX_FIRST;

  if (!symbol || (symbol->type_node && symbol->type_node->modifiers))
    return;
  for (guint i = 0; self->array && i < n; i++)
    if (symbol == self->array && symbol_of (node->children[RS_INDEX_FIRST + i]) == self->variable
        && symbol->boundary == RS_BOUNDARY_DEFAULT && is_of_dimension (self->dimension, i, n))
      {
        warn_of_length (self->check, node->children[RS_INDEX_FIRST + i], self->first, self->array, self->dimension);
        return;
      }
  if (self->array)
    return;
  array = rs_infer_expression (self->check->arena, object, self->check->precision);
  if (array->kind != RS_TYPE_ARRAY || array->rank == 0 || (int)n != array->rank
      || array->boundary != RS_BOUNDARY_DEFAULT)
    return;
  for (guint i = 0; i < n; i++)
    {
      gint64 size = array->sizes[i], low = MIN (self->first, self->last), high = MAX (self->first, self->last);

      if (size == RS_SIZE_UNKNOWN || symbol_of (node->children[RS_INDEX_FIRST + i]) != self->variable
          || (low >= 0 && high < size))
        continue;
      rs_check_report (self->check, RS_SEVERITY_WARNING, node->children[RS_INDEX_FIRST + i],
                       RS_SAY (LOOP_INDEX_OUTSIDE), low, high, i, object->name, size - 1);
      return;
    }
}

/* What is evaluated whenever node is. */
static void
check_expression (const LoopAccess *self, const RsNode *node)
{
  guint end = node->n_children;

  if (node->kind == RS_NODE_LAMBDA || node->kind == RS_NODE_FUNCTION)
    return;
  if (node->kind == RS_NODE_INDEX)
    check_access (self, node);
  if (node->kind == RS_NODE_TERNARY
      || (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR)))
    end = MIN (end, 1);
  for (guint i = 0; i < end; i++)
    if (node->children[i])
      check_expression (self, node->children[i]);
}

/* Whether the statement may end the iteration or change the loop's variable. */
static gboolean
may_leave (const LoopAccess *self, const RsNode *node)
{
  if (node->kind == RS_NODE_BREAK || node->kind == RS_NODE_CONTINUE || node->kind == RS_NODE_RETURN)
    return TRUE;
  if (node->kind == RS_NODE_ASSIGN && symbol_of (rs_node_child (node, RS_ASSIGN_TARGET)) == self->variable)
    return TRUE;
  if (node->kind == RS_NODE_CALL && symbol_of (rs_node_child (node, RS_CALL_CALLEE))
      && symbol_of (node->children[RS_CALL_CALLEE])->kind == RS_SYMBOL_BUILTIN
      && symbol_of (node->children[RS_CALL_CALLEE])->builtin->id == RS_BUILTIN_ID_ERROR)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && may_leave (self, node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
names_variable (const LoopAccess *self, const RsNode *node)
{
  if (symbol_of (node) == self->variable)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_variable (self, node->children[i]))
      return TRUE;
  return FALSE;
}

/* Whether a loop inside runs, as far as its range says; where an access is wrong by a length, whenever it is made,
 * unless the range follows the variable. */
static gboolean
is_entered (const LoopAccess *self, const RsNode *loop)
{
  const RsNode *range = rs_node_child (loop, RS_FOR_RANGE);
  gint64 first, last;

  return self->array ? range && !names_variable (self, range) : find_values (range, &first, &last);
}

static void
check_statements (const LoopAccess *self, const RsNode *block, guint depth)
{
  for (guint i = 0; block && i < block->n_children; i++)
    {
      const RsNode *statement = block->children[i];

      if (!statement)
        continue;
      if (may_leave (self, statement))
        return;
      if (statement->kind == RS_NODE_EXPRESSION)
        check_expression (self, statement);
      else if (statement->kind == RS_NODE_FOR && depth < DEEPEST_LOOP && is_entered (self, statement))
        check_statements (self, rs_node_child (statement, RS_FOR_BODY), depth + 1);
    }
}

/* --- loops that never run --- */

/* 3, -3 */
static gboolean
is_literal (const RsNode *node)
{
  if (node && node->kind == RS_NODE_UNARY && node->op == RS_OP_NEGATE)
    node = rs_node_child (node, 0);
  return node && node->kind == RS_NODE_NUMBER && !node->symbol;
}

/* numel(x)-1..0, size(x,0)-1..0 */
static gboolean
begins_at_end (const RsNode *low)
{
  const RsSymbol *array;
  gint64 one, dimension;

  return low && low->kind == RS_NODE_BINARY && low->op == RS_OP_SUBTRACT
         && rs_constant_integer (NULL, rs_node_child (low, 1), &one) && one == 1
         && find_length (rs_node_child (low, 0), &array, &dimension);
}

/* 10..0. A range that is empty by one (0..n-1 with n = 0) is left alone where its ends are not written as numbers. */
static void
check_never_runs (RsCheck *self, const RsNode *range)
{
  const RsNode *low = rs_node_child (range, RS_RANGE_LOW), *high = rs_node_child (range, RS_RANGE_HIGH);
  const RsNode *step_node = rs_node_child (range, RS_RANGE_STEP);
  gint64 first, last, step = 1, least;
  g_autofree char *a = NULL, *b = NULL;

  if (!low || !high || (step_node && (!rs_constant_integer (NULL, step_node, &step) || step == 0))
      || !rs_constant_integer (NULL, high, &last))
    return;
  a = rs_node_to_string (low);
  b = rs_node_to_string (high);
  if (!rs_constant_integer (NULL, low, &first))
    {
      if (!step_node && last == 0 && begins_at_end (low))
        rs_check_report (self, RS_SEVERITY_WARNING, range, RS_SAY (LOOP_TO_ZERO), a, a);
      return;
    }
  least = is_literal (low) && is_literal (high) ? 1 : 2;
  if (step > 0 && first >= last + least)
    rs_check_report (self, RS_SEVERITY_WARNING, range, RS_SAY (LOOP_UP), a, b, a, step, b);
  else if (step < 0 && first <= last - least)
    rs_check_report (self, RS_SEVERITY_WARNING, range, RS_SAY (LOOP_DOWN), a, b, -step);
}

void
rs_check_loop_bounds (RsCheck *self, const RsNode *loop)
{
  g_assert (loop->kind == RS_NODE_FOR);

  const RsNode *range = rs_node_child (loop, RS_FOR_RANGE);
  LoopAccess access = { .check = self, .variable = symbol_of (rs_node_child (loop, RS_FOR_VARIABLE)) };

  if (range && range->kind == RS_NODE_RANGE && self->generic_depth == 0)
    check_never_runs (self, range);
  if (access.variable && !self->scope->is_kernel && self->generic_depth == 0
      && (find_values (rs_node_child (loop, RS_FOR_RANGE), &access.first, &access.last)
          || ends_at_length (rs_node_child (loop, RS_FOR_RANGE), &access.first, &access.array, &access.dimension)))
    check_statements (&access, rs_node_child (loop, RS_FOR_BODY), 0);
}
