/* Reductions with type parameters where types are open: chosen at run time by calling a generic function.
 *
 * The replacement of such a reduction becomes the body of a generic function with the reduction's own parameters, so
 * that what the type parameters stand for is found when it is called (manual 6.1). The choice asks first whether the
 * function accepts the operands; in kernel and device functions that is answered when they are compiled, as their types
 * are known then. Functions are made when a place needs them, and join the program between two passes: beside the
 * reduction, or, when that was compiled before, in the module that needs them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"

#include <string.h>

gboolean
rs_reduce_is_native (const RsScope *scope)
{
  while (scope && !(scope->node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)))
    scope = scope->parent;
  return scope != NULL;
}

static gboolean
names_type_parameter (const RsReduction *reduction, const RsNode *node)
{
  if (node->symbol && node->symbol->kind == RS_SYMBOL_TYPE && node->symbol->scope == reduction->scope)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_type_parameter (reduction, node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_variadic (const RsReduction *reduction)
{
  const RsNode *parameters = reduction->node->children[RS_REDUCTION_PARAMETERS];

  for (guint i = 0; i < parameters->n_children; i++)
    if (parameters->children[i] && parameters->children[i]->flags & RS_NODE_VARIADIC)
      return TRUE;
  return FALSE;
}

gboolean
rs_reduce_may_be_late (RsReducer *self, const RsReduction *reduction, const RsPlace *place)
{
  return !self->trial && reduction->pattern->kind != RS_NODE_ASSIGN && reduction->pattern->kind != RS_NODE_DEFINE
         && !has_variadic (reduction) && !(reduction->where && names_type_parameter (reduction, reduction->where));
}

/* --- the function --- */

static RsNode *
new_node (RsModule *module, RsNodeKind kind, RsSpan span, const char *name, guint n)
{
  RsNode *node = rs_arena_new0 (module->arena, RsNode);

  node->kind = kind;
  node->span = span;
  node->name = name ? rs_names_intern (module->names, name, -1) : NULL;
  node->n_children = n;
  node->children = rs_arena_array (module->arena, RsNode *, n + 1);
  memset (node->children, 0, (n + 1) * sizeof *node->children);
  return node;
}

/* The module that gets the function: that of the reduction, or, when that was compiled before (an earlier input of the
 * prompt), the one that needs it. */
static RsModule *
home_of (RsReducer *self, const RsReduction *reduction)
{
  return g_ptr_array_find (self->program->modules, reduction->module, NULL) ? reduction->module : self->module;
}

/* `the result` = replacement, in a function that has it as its output; a replacement that gives no value stands by
 * itself. */
static RsNode *
make_body (RsModule *module, const RsReduction *reduction, gboolean has_value)
{
  RsSpan span = reduction->node->span;
  RsNodeCopy how = { .arena = module->arena };
  RsNode *body = new_node (module, RS_NODE_BLOCK, span, NULL, 1);
  RsNode *value = rs_node_copy (&how, reduction->replacement), *statement;

  statement = new_node (module, has_value ? RS_NODE_ASSIGN : RS_NODE_EXPRESSION, span, NULL, has_value ? 2 : 1);
  if (has_value)
    {
      statement->op = RS_OP_ASSIGN;
      statement->children[RS_ASSIGN_TARGET] = new_node (module, RS_NODE_NAME, span, "the result", 0);
    }
  statement->children[has_value ? RS_ASSIGN_VALUE : 0] = value;
  body->children[0] = statement;
  return body;
}

/* Names with blanks are nobody else's; those of several inputs of the prompt differ, too. */
static RsNode *
make_function (RsModule *module, const RsReduction *reduction, gboolean native, gboolean has_value)
{
  RsSpan span = reduction->node->span;
  RsNodeCopy how = { .arena = module->arena };
  g_autofree char *name = g_strdup_printf ("%sreduction %u of %s", native ? "device " : "", span.start,
                                           rs_source_get_name (reduction->module->source));
  RsNode *function = new_node (module, RS_NODE_FUNCTION, span, name, 4);
  RsNode *outputs = new_node (module, RS_NODE_LIST, span, NULL, has_value ? 1 : 0);

  function->flags |= native ? RS_NODE_DEVICE : 0;
  if (has_value)
    outputs->children[0] = new_node (module, RS_NODE_PARAMETER, span, "the result", 2);
  function->children[RS_FUNCTION_TYPE_PARAMETERS]
      = rs_node_copy (&how, reduction->node->children[RS_REDUCTION_TYPE_PARAMETERS]);
  function->children[RS_FUNCTION_OUTPUTS] = outputs;
  function->children[RS_FUNCTION_PARAMETERS] = rs_node_copy (&how, reduction->node->children[RS_REDUCTION_PARAMETERS]);
  function->children[RS_FUNCTION_BODY] = make_body (module, reduction, has_value);
  return function;
}

static RsSymbol *
find_function (RsReducer *self, RsReduction *reduction, gboolean native)
{
  RsNode *function = reduction->functions[native];
  RsModule *module = home_of (self, reduction);
  RsScope *scope = module == reduction->module ? reduction->scope->parent : module->root->scope;
  gboolean has_value;

  if (function)
    return function->symbol;
  has_value = rs_infer_type (&self->inference, reduction->replacement)->kind != RS_TYPE_NOTHING;
  reduction->functions[native] = function = make_function (module, reduction, native, has_value);
  function->symbol = rs_scope_add_function (scope, function);
  rs_resolve_function (scope, function);
  g_ptr_array_add (self->new_functions, reduction);
  g_ptr_array_add (self->new_functions, function);
  return function->symbol;
}

/* --- calls of it --- */

static void
add_operands (RsReducer *self, const RsMatch *match, const RsPlace *place, RsNode *call, guint first)
{
  for (guint i = 0; i < match->n_operands; i++)
    call->children[first + i] = rs_reduce_copy (self, match->operands[i].node, place->scope);
}

static RsNode *
function_name (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  RsSymbol *symbol = find_function (self, match->reduction, rs_reduce_is_native (place->scope));

  return rs_reduce_name (self, rs_reduce_see (self, place->scope, symbol), (*place->slot)->span);
}

RsNode *
rs_reduce_late_test (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  g_assert (match->is_late);

  RsSpan span = (*place->slot)->span;
  RsNode *call = new_node (self->module, RS_NODE_CALL, span, NULL, 2 + match->n_operands);

  call->children[RS_CALL_CALLEE] = rs_reduce_builtin (self, RS_BUILTIN_ID_ACCEPTS, span);
  call->children[RS_CALL_FIRST_ARGUMENT] = function_name (self, match, place);
  add_operands (self, match, place, call, RS_CALL_FIRST_ARGUMENT + 1);
  return call;
}

RsNode *
rs_reduce_late_call (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  g_assert (match->is_late);

  RsNode *call = new_node (self->module, RS_NODE_CALL, (*place->slot)->span, NULL, 1 + match->n_operands);

  call->children[RS_CALL_CALLEE] = function_name (self, match, place);
  add_operands (self, match, place, call, RS_CALL_FIRST_ARGUMENT);
  return call;
}

/* --- joining the program --- */

static RsNode *
find_parent (RsNode *node, const RsNode *child)
{
  RsNode *found = NULL;

  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->children[i] == child)
      found = node;
    else if (node->children[i] && node->children[i]->kind > RS_NODE_DEFINE)
      found = find_parent (node->children[i], child);
  return found;
}

void
rs_reduce_place_functions (RsReducer *self)
{
  for (guint i = 0; i < self->new_functions->len; i += 2)
    {
      const RsReduction *reduction = g_ptr_array_index (self->new_functions, i);
      RsNode *function = g_ptr_array_index (self->new_functions, i + 1), **children;
      RsModule *module = function->symbol->scope->module;
      RsNode *block = module == reduction->module ? find_parent (module->root, reduction->node) : module->root;

      if (!block)
        continue;
      children = rs_arena_array (module->arena, RsNode *, block->n_children + 2);
      memcpy (children, block->children, block->n_children * sizeof *children);
      children[block->n_children++] = function;
      block->children = children;
    }
  g_ptr_array_set_size (self->new_functions, 0);
}
