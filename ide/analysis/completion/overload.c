/* Choosing an overload by the types that are known before a run; the run's own choice: runtime/vm/calls/overload.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/completion/overload.h"

#include "compiler/sema/infer/infer.h"

typedef struct {
  RsArena *arena;
  RsPrecision precision;
  const RsNode *call; /* object.f (x) as f (object, x) */
} Search;

/* How well an argument fits: 1 where the type is the parameter's, 0 where it may, -1 where it can't. */
static int
rate_argument (const Search *self, const RsNode *parameter, const RsNode *argument)
{
  const RsType *formal, *actual;

  if (parameter == NULL || parameter->symbol == NULL || !parameter->symbol->is_declared || argument == NULL
      || argument->kind == RS_NODE_PLACEHOLDER || (parameter->flags & RS_NODE_VARIADIC))
    return 0;
  formal = parameter->symbol->type;
  actual = rs_infer_expression (self->arena, argument, self->precision);
  return rs_type_equal (formal, actual) ? 1 : rs_type_may_accept (formal, actual) ? 0 : -1;
}

static const RsNode *
find_parameter (const RsNode *list, const char *name)
{
  for (guint i = 0; list != NULL && i < list->n_children; i++)
    if (list->children[i] != NULL && list->children[i]->name == name)
      return list->children[i];
  return NULL;
}

/* How many arguments, with those that have defaults, the parameters before one with `...` take. */
static gboolean
takes_count (const RsNode *list, guint n)
{
  guint least = 0, most = list != NULL ? list->n_children : 0;
  const RsNode *last = list != NULL ? rs_node_last (list) : NULL;

  for (guint i = 0; i < most; i++)
    least += list->children[i] != NULL && rs_node_child (list->children[i], RS_PARAMETER_DEFAULT) == NULL
             && !(list->children[i]->flags & RS_NODE_VARIADIC);
  return n >= least && (n <= most || (last != NULL && (last->flags & RS_NODE_VARIADIC)));
}

/* How many arguments have just the types that an overload declares; -1: it can't take them. */
static int
rate (const Search *self, const RsNode *overload)
{
  const RsNode *list = rs_node_child (overload, RS_FUNCTION_PARAMETERS);
  guint n_positional = 0;
  int sum = 0;

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < self->call->n_children; i++)
    {
      const RsNode *argument = self->call->children[i];
      gboolean is_named = argument != NULL && argument->kind == RS_NODE_NAMED_ARGUMENT;
      const RsNode *parameter = is_named ? find_parameter (list, argument->name)
                                : list != NULL && n_positional < list->n_children ? list->children[n_positional]
                                                                                  : NULL;
      int one;

      if (argument != NULL && argument->kind == RS_NODE_SPREAD) /* as many as there are */
        return sum;
      if (is_named && parameter == NULL)
        return -1;
      one = rate_argument (self, parameter, is_named ? rs_node_child (argument, 0) : argument);
      if (one < 0)
        return -1;
      sum += one;
      n_positional += !is_named;
    }
  return takes_count (list, self->call->n_children - RS_CALL_FIRST_ARGUMENT) ? sum : -1;
}

GPtrArray *
rs_overload_list (const RsNode *call, const RsSymbol *function, RsPrecision precision)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  GPtrArray *found = g_ptr_array_new ();
  Search self = { arena, precision, call };
  int best = -1;

  if (callee != NULL && callee->kind == RS_NODE_FIELD)
    self.call
        = rs_method_call_as_function_call (arena, call, rs_infer_expression (arena, callee->children[0], precision));
  for (guint i = 0; self.call != NULL && i < function->overloads->len; i++)
    {
      RsNode *overload = g_ptr_array_index (function->overloads, i);
      const int rating = rate (&self, overload);

      if (rating < 0)
        continue;
      g_ptr_array_insert (found, rating > best ? 0 : -1, overload);
      best = MAX (best, rating);
    }
  if (self.call != NULL
      && best == (int)self.call->n_children - RS_CALL_FIRST_ARGUMENT) /* all arguments have just these types */
    g_ptr_array_set_size (found, 1);
  return found;
}
