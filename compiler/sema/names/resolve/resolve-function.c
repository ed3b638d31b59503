/* Names in what has a scope of its own: functions, lambdas, reductions and what `symbolic` declares for these.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/names/types/generic-type.h"

#include <string.h>

/* --- functions --- */

static void
resolve_parameters (RsResolver *self, RsNode *const *parameters, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      RsNode *node = parameters[i];

      if (!node || node->kind != RS_NODE_PARAMETER)
        continue;
      if (rs_node_child (node, RS_PARAMETER_TYPE) && node->symbol)
        rs_resolve_declared_type (self, node->symbol, node->children[RS_PARAMETER_TYPE]);
      if (rs_node_child (node, RS_PARAMETER_DEFAULT))
        rs_resolve_node (self, node->children[RS_PARAMETER_DEFAULT]);
    }
}

/* [T : scalar]: type parameters have no constraints (manual 7.5); [N : int] says that it is a size. */
static void
warn_of_constraint (RsResolver *self, const RsNode *function, const RsNode *parameter)
{
  const RsNode *type = rs_node_child (parameter, RS_PARAMETER_TYPE);

  if (type && !(type->kind == RS_NODE_TYPE_NAME && strcmp (type->name, "int") == 0))
    rs_resolver_report (self, RS_SEVERITY_WARNING, parameter, RS_SAY (TYPE_PARAMETER_BOUND), parameter->name,
                        function->name);
}

static void
warn_of_type_parameters (RsResolver *self, const RsNode *function)
{
  const RsNode *list = rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS);

  for (guint i = 0; list && i < list->n_children; i++)
    {
      const RsNode *parameter = list->children[i];

      if (parameter)
        warn_of_constraint (self, function, parameter);
      if (parameter && parameter->symbol && !rs_generic_uses_parameter (function, parameter->symbol))
        rs_resolver_report (self, RS_SEVERITY_WARNING, parameter, RS_SAY (TYPE_PARAMETER_UNUSED), parameter->name,
                            function->name);
    }
}

/* An instance captures what the original captures, in the same order, so that a closure of either fits both. */
static void
capture_like_original (RsScope *scope, const RsNode *original)
{
  for (guint i = 0; original->scope && i < original->scope->captures->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (original->scope->captures, i);

      rs_scope_capture (scope, symbol->origin)->is_self = symbol->is_self;
    }
}

void
rs_resolve_function_node (RsResolver *self, RsNode *node)
{
  g_assert (node->kind == RS_NODE_FUNCTION);

  const RsNode *original = g_steal_pointer (&self->original);
  RsNode *outputs = rs_node_child (node, RS_FUNCTION_OUTPUTS);
  RsNode *parameters = rs_node_child (node, RS_FUNCTION_PARAMETERS);
  RsNode *body = rs_node_child (node, RS_FUNCTION_BODY);
  RsScope *scope = rs_scope_new (self->module, self->frame->scope, node, self->precision);
  RsFrame frame;

  rs_resolver_push_frame (self, &frame, scope);
  if (node->symbol && (node->symbol->kind == RS_SYMBOL_VARIABLE || node->symbol->overloads->len == 1))
    frame.self = node->symbol;
  if (original)
    rs_declare_bindings (&frame, rs_node_child (original, RS_FUNCTION_TYPE_PARAMETERS), self->bindings,
                         self->n_bindings);
  if (rs_node_child (node, RS_FUNCTION_TYPE_PARAMETERS))
    rs_declare_type_parameters (self, &frame, rs_node_child (node, RS_FUNCTION_TYPE_PARAMETERS));
  if (parameters)
    rs_declare_parameters (self, &frame, parameters->children, parameters->n_children, FALSE);
  if (outputs)
    rs_declare_parameters (self, &frame, outputs->children, outputs->n_children, TRUE);
  if (body)
    rs_declare_statements (self, &frame, body);
  rs_scope_compute_types (scope);
  rs_scope_link_constructors (scope);
  if (original)
    capture_like_original (scope, original);
  if (parameters)
    resolve_parameters (self, parameters->children, parameters->n_children);
  if (outputs)
    resolve_parameters (self, outputs->children, outputs->n_children);
  if (body)
    rs_resolve_node (self, body);
  rs_resolve_position (node);
  rs_resolver_pop_frame (self);
  if (rs_node_is_generic (node))
    warn_of_type_parameters (self, node);
  /* Under the name of an output, the function is a value from here on. */
  if (node->symbol && node->symbol->kind == RS_SYMBOL_VARIABLE)
    g_hash_table_add (self->frame->assigned, node->symbol);
}

void
rs_resolve_lambda (RsResolver *self, RsNode *node)
{
  g_assert (node->kind == RS_NODE_LAMBDA);

  const RsNode *original = g_steal_pointer (&self->original);
  RsSymbol *self_symbol = g_steal_pointer (&self->pending_self);
  RsScope *scope = rs_scope_new (self->module, self->frame->scope, node, self->precision);
  RsNode *body = rs_node_last (node);
  guint n = node->n_children > 0 ? node->n_children - 1 : 0;
  RsFrame frame;

  rs_resolver_push_frame (self, &frame, scope);
  frame.self = self_symbol;
  rs_declare_parameters (self, &frame, node->children, n, FALSE);
  if (body)
    rs_declare_statements (self, &frame, body);
  if (original)
    capture_like_original (scope, original);
  resolve_parameters (self, node->children, n);
  if (body)
    rs_resolve_node (self, body);
  rs_resolve_position (node);
  rs_resolver_pop_frame (self);
}

/* --- reductions --- */

static void
append_child (RsResolver *self, RsNode *node, RsNode *child)
{
  RsNode **children = rs_arena_array (self->module->arena, RsNode *, node->n_children + 1);

  for (guint i = 0; i < node->n_children; i++)
    children[i] = node->children[i];
  children[node->n_children++] = child;
  node->children = children;
}

/* Names in a pattern that mean nothing are variables of any type: someop(x, a) with x declared only. */
static void
add_pattern_variables (RsResolver *self, RsNode *parameters, const RsNode *node)
{
  RsNode *parameter;
  guint first = node->kind == RS_NODE_CALL && node->n_children > 0 && node->children[0]
                && node->children[0]->kind == RS_NODE_NAME;

  if (node->kind == RS_NODE_NAME && node->name && !rs_resolver_find (self, node, FALSE))
    {
      for (guint i = 0; i < parameters->n_children; i++)
        if (parameters->children[i] && parameters->children[i]->name == node->name)
          return;
      parameter = rs_arena_memdup (self->module->arena, node, sizeof *node);
      parameter->kind = RS_NODE_PARAMETER;
      parameter->n_children = 2;
      parameter->children = rs_arena_array (self->module->arena, RsNode *, 2);
      parameter->children[0] = parameter->children[1] = NULL;
      append_child (self, parameters, parameter);
    }
  for (guint i = first; i < node->n_children; i++)
    if (node->children[i])
      add_pattern_variables (self, parameters, node->children[i]);
}

/* Like a lambda: its variables are parameters, and its names mean what they mean here, wherever it is applied. */
void
rs_resolve_reduction (RsResolver *self, RsNode *node)
{
  g_assert (node->kind == RS_NODE_REDUCTION);

  RsNode *parameters = rs_node_child (node, RS_REDUCTION_PARAMETERS);
  RsFrame frame;

  if (!parameters || !rs_node_child (node, RS_REDUCTION_PATTERN) || !rs_node_child (node, RS_REDUCTION_REPLACEMENT))
    return;
  add_pattern_variables (self, parameters, node->children[RS_REDUCTION_PATTERN]);
  rs_resolver_push_frame (self, &frame, rs_scope_new (self->module, self->frame->scope, node, self->precision));
  rs_declare_type_parameters (self, &frame, rs_node_child (node, RS_REDUCTION_TYPE_PARAMETERS));
  rs_declare_parameters (self, &frame, parameters->children, parameters->n_children, FALSE);
  rs_declare_statements (self, &frame, node->children[RS_REDUCTION_REPLACEMENT]);
  rs_scope_compute_types (frame.scope);
  resolve_parameters (self, parameters->children, parameters->n_children);
  self->quiet++;
  for (guint i = RS_REDUCTION_PATTERN; i < node->n_children; i++)
    if (node->children[i])
      rs_resolve_node (self, node->children[i]);
  self->quiet--;
  rs_resolver_pop_frame (self);
}

void
rs_resolve_symbolic (RsResolver *self, RsNode *node)
{
  g_assert (node->kind == RS_NODE_SYMBOLIC);
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *typed = node->children[i], *name = typed;

      if (typed && typed->kind == RS_NODE_TYPED)
        name = rs_node_child (typed, RS_TYPED_EXPRESSION);
      if (!name || name->kind != RS_NODE_NAME)
        continue;
      name->symbol = g_hash_table_lookup (self->frame->scope->names, name->name);
      if (typed->kind == RS_NODE_TYPED && name->symbol && rs_node_child (typed, RS_TYPED_TYPE))
        rs_resolve_declared_type (self, name->symbol, typed->children[RS_TYPED_TYPE]);
    }
}
