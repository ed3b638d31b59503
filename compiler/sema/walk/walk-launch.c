/* Launches with arguments of known value: what the kernel asserts about them is judged at the launch (manual 5).
 *
 * The walk through the kernel marks nothing, because other launches may pass other values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/terms/simplify.h"
#include "compiler/sema/names/symbol.h"
#include "compiler/sema/walk/walk-private.h"

/* The one kernel that the last argument names, or NULL. */
static RsNode *
find_kernel (RsLogicWalk *self, const RsNode *callee)
{
  const RsSymbol *symbol = callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  RsNode *kernel = NULL;

  if (callee->kind == RS_NODE_LAMBDA)
    kernel = (RsNode *)callee;
  else if (symbol && symbol->kind == RS_SYMBOL_FUNCTION)
    kernel = (RsNode *)symbol->declaration;
  else if (symbol)
    kernel = g_hash_table_lookup (self->functions, symbol);
  return kernel && kernel->flags & RS_NODE_KERNEL && kernel->scope && kernel->scope->module == self->module ? kernel
                                                                                                            : NULL;
}

static RsNode *
name_of (RsLogicWalk *self, const RsNode *parameter)
{
  RsNode *name = rs_arena_new0 (self->arena, RsNode);

  name->kind = RS_NODE_NAME;
  name->span = parameter->span;
  name->name = parameter->name;
  name->symbol = parameter->symbol;
  return name;
}

/* What the arguments say about the parameters; FALSE when that is nothing. */
static gboolean
bind_arguments (RsLogicWalk *self, const RsNode *call, const RsNode *kernel, RsFacts *facts)
{
  const RsNode *list = kernel->kind == RS_NODE_LAMBDA ? kernel : rs_node_child (kernel, RS_FUNCTION_PARAMETERS);
  guint n = kernel->kind == RS_NODE_LAMBDA ? kernel->n_children - 1 : list ? list->n_children : 0;
  guint argument = RS_CALL_FIRST_ARGUMENT + 1; /* behind the dimensions */
  gboolean any = FALSE;

  for (guint i = 0; i < n && argument + 1 < call->n_children; i++)
    {
      const RsNode *parameter = list->children[i], *value = call->children[argument];
      double number;
      gboolean integer;

      if (!value || value->kind == RS_NODE_SPREAD || value->kind == RS_NODE_NAMED_ARGUMENT || !parameter->symbol
          || parameter->flags & RS_NODE_VARIADIC)
        return FALSE;
      if (rs_is_special_parameter (parameter->name))
        continue;
      argument++;
      value = rs_logic_expand (self, (RsNode *)value);
      if (parameter->symbol->is_assigned_again || !rs_expression_fold (self->facts, value, &number, &integer))
        continue;
      rs_facts_assign (facts, name_of (self, parameter), rs_number_node (self->arena, value, number, integer));
      any = TRUE;
    }
  return any;
}

void
rs_logic_walk_launch (RsLogicWalk *self, const RsNode *call)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (call);
  RsNode *kernel;
  RsLogicWalk walk = *self;

  if (!self->diagnostics || !builtin || !rs_builtin_is_launch (builtin) || call->n_children < 4 || !rs_node_last (call)
      || rs_facts_is_unreachable (self->facts) || !(kernel = find_kernel (self, rs_node_last (call))))
    return;
  walk.facts = rs_facts_enter (self->facts, kernel->scope);
  if (!bind_arguments (self, call, kernel, walk.facts))
    return;
  walk.diagnostics = NULL;
  walk.visit = NULL;
  walk.launch = call;
  walk.launcher = self;
  walk.conditional_depth = 0;
  if (kernel->kind == RS_NODE_LAMBDA)
    rs_logic_walk_expression (&walk, rs_node_last (kernel));
  else if (rs_node_child (kernel, RS_FUNCTION_BODY))
    rs_logic_walk_statement (&walk, kernel->children[RS_FUNCTION_BODY]);
}
