/* Which function of a set a call means: the same choice as in runtime/vm/calls/overload.c, from the types that are
 * known here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/names/types/generic-type.h"

/* Behind every distance between types (compiler/types/type.c). */
enum { COST_UNTYPED = 8192, COST_VARIADIC = 1000000, COST_DEFAULTS = 96 };

guint
b_count_parameters (const RsNode *function)
{
  guint n = 0;

  for (guint i = 0; i < function->scope->variables->len; i++)
    n += ((const RsSymbol *)g_ptr_array_index (function->scope->variables, i))->is_parameter;
  return n;
}

const RsNode *
b_parameter_node (const RsNode *function, guint i)
{
  if (function->kind == RS_NODE_LAMBDA)
    return rs_node_child (function, i);
  return rs_node_child (function->children[RS_FUNCTION_PARAMETERS], i);
}

static gboolean
has_default (const RsNode *function, guint i)
{
  const RsNode *parameter = b_parameter_node (function, i);

  return parameter && parameter->kind == RS_NODE_PARAMETER && rs_node_child (parameter, RS_PARAMETER_DEFAULT);
}

gboolean
b_is_variadic (const RsNode *function)
{
  guint n = b_count_parameters (function);

  return n > 0 && b_parameter_node (function, n - 1) && (b_parameter_node (function, n - 1)->flags & RS_NODE_VARIADIC);
}

static gboolean
takes_so_many (const RsNode *node, guint n)
{
  gboolean is_variadic;
  guint n_parameters;

  if (!node->scope)
    return FALSE;
  n_parameters = b_count_parameters (node);
  is_variadic = b_is_variadic (node);
  if (n > n_parameters && !is_variadic)
    return FALSE;
  for (guint i = n; i < n_parameters - is_variadic; i++)
    if (!has_default (node, i))
      return FALSE;
  return TRUE;
}

/* How well the arguments fit; -1: not at all. */
static int
fit (Build *b, const Value *function, const RsNode *node, const Value *arguments, guint n)
{
  guint n_parameters, next = 0;
  int score = 0;

  if (!takes_so_many (node, n))
    return -1;
  if (rs_node_is_generic (node))
    return b_instance_distance (b, function, node, arguments, n);
  n_parameters = b_count_parameters (node);
  for (guint i = 0; i < node->scope->variables->len && next < n; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (node->scope->variables, i);
      int distance;

      if (!symbol->is_parameter)
        continue;
      if (next + 1 == n_parameters && b_is_variadic (node))
        return score + COST_VARIADIC;
      if (!symbol->is_declared || !symbol->type || symbol->type->kind == RS_TYPE_UNKNOWN)
        distance = COST_UNTYPED;
      else
        distance = rs_type_distance (symbol->type, b_type_of_value (b, &arguments[next]));
      if (distance < 0)
        return -1;
      score += distance;
      next++;
    }
  return score + (n < n_parameters ? COST_DEFAULTS : 0);
}

/* Whether the parameters fix a length that the types of the arguments leave open. With all that is known of lengths (no
 * lacks_sizes), an open one of a matrix is longer than any that a parameter would fix. */
static gboolean
asks_for_length (Build *b, const RsNode *node, const Value *arguments, guint n)
{
  guint next = 0;

  for (guint i = 0; i < node->scope->variables->len && next < n; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (node->scope->variables, i);
      const RsType *formal = symbol->type, *actual;

      if (!symbol->is_parameter)
        continue;
      actual = b_type_of_value (b, &arguments[next++]);
      if (!formal || formal->kind != RS_TYPE_ARRAY || actual->kind != RS_TYPE_ARRAY
          || (actual->rank > 1 && !b->request->lacks_sizes))
        continue;
      for (int d = 0; d < MIN (formal->rank, actual->rank); d++)
        if (formal->sizes[d] >= 0 && actual->sizes[d] < 0)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_native (const RsNode *node)
{
  return (node->flags & RS_NODE_DEVICE) || (node->scope && node->scope->is_kernel);
}

/* The nearest of those from first to end that are device functions, or of those that are not. */
static const RsNode *
choose_kind (Build *b, const Value *function, guint first, guint end, gboolean device, const Value *arguments, guint n,
             guint *n_best)
{
  const RsNode *best = NULL;
  int best_score = G_MAXINT;

  *n_best = 0;
  for (guint i = first; i < end; i++)
    {
      const RsNode *node = g_ptr_array_index (function->overloads, i);
      int score = is_native (node) == device ? fit (b, function, node, arguments, n) : -1;

      if (score < 0 || score > best_score)
        continue;
      *n_best = score == best_score ? *n_best + 1 : 1;
      best = score == best_score ? best : node;
      best_score = score;
    }
  return best;
}

/* Where the functions of the module that entry `first` belongs to end: those of its own module come before the
 * imports. */
static guint
end_of_tier (const GPtrArray *overloads, guint first)
{
  guint end = first + 1;

  while (end < overloads->len
         && ((const RsNode *)overloads->pdata[end])->symbol == ((const RsNode *)overloads->pdata[first])->symbol)
    end++;
  return end;
}

/* At run time another function than best may be nearer, once the lengths are known. */
static gboolean
depends_on_length (Build *b, const Value *function, const RsNode *best, const Value *arguments, guint n)
{
  for (guint i = 0; i < function->overloads->len; i++)
    {
      const RsNode *node = g_ptr_array_index (function->overloads, i);

      if (node != best && node->symbol == best->symbol && is_native (node) == is_native (best)
          && fit (b, function, node, arguments, n) >= 0 && asks_for_length (b, node, arguments, n))
        return TRUE;
    }
  return FALSE;
}

const RsNode *
b_choose_overload (Build *b, const Value *function, const Value *arguments, guint n, const RsNode *place)
{
  const GPtrArray *overloads = function->overloads;
  gboolean native = b->frame == b->root || (b->frame->node && is_native (b->frame->node));
  const RsNode *best = NULL;
  guint n_best = 0;

  if (function->function)
    return takes_so_many (function->function, n) ? function->function : NULL;
  for (guint first = 0; overloads && first < overloads->len && !best; first = end_of_tier (overloads, first))
    {
      guint end = end_of_tier (overloads, first);

      best = choose_kind (b, function, first, end, native, arguments, n, &n_best);
      if (!best)
        best = choose_kind (b, function, first, end, !native, arguments, n, &n_best);
    }
  if (best && depends_on_length (b, function, best, arguments, n))
    {
      if (b->request->lacks_sizes)
        *b->request->lacks_sizes = TRUE;
      b_not_supported (b, place, "a choice among functions by the length of an argument");
    }
  else if (best && n_best > 1)
    b_fail (b, place, "the call of `%s` is ambiguous: %u of its definitions fit equally well", best->name, n_best);
  if (!best && !function->builtin && overloads && overloads->len == 1 && takes_so_many (overloads->pdata[0], n))
    best = overloads->pdata[0];
  return best;
}
