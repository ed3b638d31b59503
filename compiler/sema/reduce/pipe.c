/* What `a |> b` and `y := a |> b` mean where no reduction says it (manual 15.1).
 *
 * A function behind |> is applied to what stands before it; when it takes more than that, the rest stays open: x |> f
 * of an algorithm f is the image pos -> f(x, pos). A lambda is made for it, not a partial application, so that kernels
 * open it. A variable that := gives its first value starts as zeros of the size of the array at the begin of the
 * pipeline, so that a reduction may ask for its size.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/sema/names/resolve-private.h"

#include <string.h>

gboolean
rs_reduce_is_pipe (const RsNode *node)
{
  return node && node->kind == RS_NODE_BINARY && node->op == RS_OP_USER && node->name && strcmp (node->name, "|>") == 0;
}

/* --- functions behind |> --- */

/* The operand as a name that may be evaluated again; what it takes to make it is put before *before. */
static RsNode *
keep_operand (RsReducer *self, RsNode *operand, const RsType *type, const RsPlace *place, GPtrArray *before)
{
  RsSymbol *variable;
  RsNode *assignment;

  if (operand->kind == RS_NODE_NAME && operand->symbol)
    return operand;
  variable = rs_reduce_temporary (self, place->scope, operand->span);
  variable->type = type;
  assignment = rs_reduce_node (self, RS_NODE_ASSIGN, operand->span, 2, variable->first, operand);
  assignment->op = RS_OP_ASSIGN;
  g_ptr_array_add (before, assignment);
  return rs_reduce_name (self, variable, operand->span);
}

static RsNode *
name_inside (RsReducer *self, const RsNode *name, RsScope *scope)
{
  RsSymbol *symbol = rs_reduce_see (self, scope, name->symbol);

  if (symbol != rs_symbol_get_origin (symbol))
    symbol->type = rs_symbol_get_origin (symbol)->type;
  return rs_reduce_name (self, symbol, name->span);
}

static RsNode *
new_parameter (RsReducer *self, RsScope *scope, guint index, const RsType *type, RsSpan span)
{
  g_autofree char *text = g_strdup_printf ("open_%u", index);
  RsNode *parameter = rs_reduce_node (self, RS_NODE_PARAMETER, span, 2, NULL, NULL);

  parameter->name = rs_names_intern (scope->module->names, text, -1);
  parameter->symbol = rs_scope_add_variable (scope, parameter->name, parameter);
  parameter->symbol->is_parameter = TRUE;
  parameter->symbol->is_declared = type->kind != RS_TYPE_UNKNOWN;
  parameter->symbol->type = type;
  return parameter;
}

/* (open_1, ...) -> function (value, open_1, ...) */
static RsNode *
make_lambda (RsReducer *self, const RsPlace *place, const RsNode *value, const RsNode *function, const RsType *type)
{
  RsSpan span = (*place->slot)->span;
  RsNode *lambda = rs_reduce_node (self, RS_NODE_LAMBDA, span, 0);
  RsScope *scope = rs_scope_new (place->scope->module, place->scope, lambda, place->scope->precision);
  RsNode *call = rs_reduce_node (self, RS_NODE_CALL, span, 0);

  lambda->children = rs_arena_array (self->module->arena, RsNode *, type->n_inputs + 1);
  call->children = rs_arena_array (self->module->arena, RsNode *, type->n_inputs + 2);
  call->children[call->n_children++] = name_inside (self, function, scope);
  call->children[call->n_children++] = name_inside (self, value, scope);
  for (guint i = 1; i < type->n_inputs; i++)
    {
      RsNode *parameter = new_parameter (self, scope, i, type->inputs[i], span);

      lambda->children[lambda->n_children++] = parameter;
      call->children[call->n_children++] = rs_reduce_name (self, parameter->symbol, span);
    }
  lambda->children[lambda->n_children++] = call;
  lambda->flags = type->qualifiers & RS_NODE_DEVICE;
  return lambda;
}

/* The expressions in before, and result. */
static RsNode *
in_sequence (RsReducer *self, GPtrArray *before, RsNode *result)
{
  for (guint i = before->len; i-- > 0;)
    result = rs_reduce_node (self, RS_NODE_SEQUENCE, result->span, 2, g_ptr_array_index (before, i), result);
  return result;
}

static gboolean
has_pipe_reduction (RsReducer *self)
{
  for (guint i = 0; i < self->visible->len; i++)
    if (rs_reduce_is_pipe (((RsReduction *)g_ptr_array_index (self->visible, i))->pattern))
      return TRUE;
  return FALSE;
}

/* Whether the operand may be called. One of unknown type is, unless reductions could have asked what it is. */
static gboolean
is_function (RsReducer *self, const RsNode *node, const RsType *type)
{
  if (type->kind == RS_TYPE_FUNCTION)
    return !(type->qualifiers & RS_NODE_KERNEL);
  if (node->kind == RS_NODE_NAME && node->symbol && node->symbol->kind == RS_SYMBOL_BUILTIN)
    return !(node->symbol->builtin->flags & RS_BUILTIN_CONSTANT);
  return type->kind == RS_TYPE_UNKNOWN && !has_pipe_reduction (self);
}

static gboolean
apply_function (RsReducer *self, const RsPlace *place)
{
  RsNode *node = *place->slot, *value = rs_reduce_is_pipe (node) ? rs_node_child (node, 0) : NULL;
  RsNode *function = value ? rs_node_child (node, 1) : NULL, *result;
  g_autoptr (GPtrArray) before = g_ptr_array_new ();
  const RsType *type, *value_type;

  if (!function || rs_reduce_is_pending (self, value) || rs_reduce_is_pending (self, function))
    return FALSE;
  self->inference.assumed = place->assumed;
  type = rs_infer_type (&self->inference, function);
  value_type = rs_infer_type (&self->inference, value);
  if (!is_function (self, function, type))
    return FALSE;
  if (type->kind == RS_TYPE_FUNCTION && type->n_inputs > 1 && !(type->qualifiers & RS_NODE_VARIADIC))
    {
      value = keep_operand (self, value, value_type, place, before);
      function = keep_operand (self, function, type, place, before);
      result = make_lambda (self, place, value, function, type);
    }
  else
    result = rs_reduce_node (self, RS_NODE_CALL, node->span, 2, function, value);
  result = in_sequence (self, before, result);
  g_hash_table_insert (self->origins, result, (gpointer)rs_reduce_origin (self, node));
  *place->slot = result;
  return TRUE;
}

gboolean
rs_reduce_pipe (RsReducer *self, const GArray *places)
{
  for (guint i = places->len; i-- > 0;) /* inner ones first */
    if (apply_function (self, &g_array_index (places, RsPlace, i)))
      return TRUE;
  return FALSE;
}

/* --- := on a variable without a value --- */

static gboolean
asks_for_array (const RsReduction *reduction)
{
  const RsNode *target = reduction->pattern->kind == RS_NODE_DEFINE ? rs_node_child (reduction->pattern, 0) : NULL;

  return target && target->kind == RS_NODE_NAME && target->symbol && target->symbol->type->kind == RS_TYPE_ARRAY;
}

static gboolean
is_about_arrays (RsReducer *self)
{
  for (guint i = 0; i < self->visible->len; i++)
    if (asks_for_array (g_ptr_array_index (self->visible, i)))
      return TRUE;
  return FALSE;
}

static RsNode *
call_builtin (RsReducer *self, guint id, RsNode *argument)
{
  return rs_reduce_node (self, RS_NODE_CALL, argument->span, 2, rs_reduce_builtin (self, id, argument->span), argument);
}

gboolean
rs_reduce_give_size (RsReducer *self, RsNode **slot, RsScope *scope)
{
  RsNode *node = *slot, *target = rs_node_child (node, RS_ASSIGN_TARGET),
         *first = rs_node_child (node, RS_ASSIGN_VALUE);
  RsNode *zeros;

  if (node->kind != RS_NODE_DEFINE || !target || target->kind != RS_NODE_NAME || !target->symbol
      || !rs_reduce_is_pipe (first) || target->symbol->first_target != target || target->symbol->is_parameter
      || !is_about_arrays (self))
    return FALSE;
  while (rs_reduce_is_pipe (first))
    first = rs_node_child (first, 0);
  if (!first || first->kind != RS_NODE_NAME || !first->symbol)
    return FALSE;
  zeros = call_builtin (self, RS_BUILTIN_ID_ZEROS,
                        call_builtin (self, RS_BUILTIN_ID_SIZE, rs_reduce_copy (self, first, scope)));
  zeros = rs_reduce_node (self, RS_NODE_ASSIGN, node->span, 2, rs_reduce_name (self, target->symbol, target->span),
                          zeros);
  zeros->op = RS_OP_ASSIGN;
  target->symbol->first_target = zeros->children[RS_ASSIGN_TARGET];
  *slot = rs_reduce_node (self, RS_NODE_SEQUENCE, node->span, 2, zeros, node);
  return TRUE;
}
