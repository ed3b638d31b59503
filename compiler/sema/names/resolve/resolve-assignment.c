/* Second pass, assignments: what they give a value, and what that makes known.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"

/* s.a, x[i] */
static void
resolve_part (RsResolver *self, RsNode *target)
{
  const RsNode *outer = self->stored;

  self->stored = target;
  rs_resolve_node (self, target);
  self->stored = outer;
}

void
rs_resolve_target (RsResolver *self, RsNode *target)
{
  RsNode *inner;

  switch (target->kind)
    {
    case RS_NODE_NAME:
      target->symbol = g_hash_table_lookup (self->frame->scope->names, target->name);
      if (target->symbol)
        g_hash_table_add (self->frame->assigned, target->symbol);
      break;
    case RS_NODE_TYPED:
      if ((inner = rs_node_child (target, RS_TYPED_EXPRESSION)))
        rs_resolve_target (self, inner);
      if (!rs_node_child (target, RS_TYPED_TYPE))
        break;
      if (inner && inner->kind == RS_NODE_NAME && inner->symbol)
        rs_resolve_declared_type (self, inner->symbol, target->children[RS_TYPED_TYPE]);
      else
        rs_resolve_type (self, target->children[RS_TYPED_TYPE]);
      break;
    case RS_NODE_MATRIX:
    case RS_NODE_SPREAD:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          rs_resolve_target (self, target->children[i]);
      break;
    default:
      resolve_part (self, target);
    }
}

/* a += x: a has to be a variable of this scope that may have a value, or (on the top level) one that an imported module
 * shares. */
static void
resolve_compound_target (RsResolver *self, RsNode *target)
{
  RsScope *scope = self->frame->scope;
  RsSymbol *own;

  if (target->kind != RS_NODE_NAME)
    {
      resolve_part (self, target);
      return;
    }
  own = g_hash_table_lookup (scope->names, target->name);
  if (own && own->kind == RS_SYMBOL_VARIABLE
      && (scope->parent == NULL || g_hash_table_contains (self->frame->assigned, own)))
    {
      target->symbol = own;
      return;
    }
  rs_resolve_name (self, target, FALSE);
  if (target->symbol && target->symbol->kind == RS_SYMBOL_CAPTURED)
    rs_resolver_report (self, RS_SEVERITY_ERROR, target, RS_SAY (CLOSURE_ASSIGNED), target->name,
                        rs_resolver_function_name (scope));
  else if (target->symbol && target->symbol->kind != RS_SYMBOL_VARIABLE && target->symbol->kind != RS_SYMBOL_SYMBOLIC)
    rs_resolver_report (self, RS_SEVERITY_ERROR, target, RS_SAY (NO_VALUE_YET), target->name);
}

/* The variable that target names, when it has no value so far. */
static RsSymbol *
first_target (RsResolver *self, const RsNode *target)
{
  RsSymbol *symbol;

  if (target->kind == RS_NODE_TYPED)
    target = rs_node_child (target, RS_TYPED_EXPRESSION);
  if (!target || target->kind != RS_NODE_NAME)
    return NULL;
  symbol = g_hash_table_lookup (self->frame->scope->names, target->name);
  return symbol && !g_hash_table_contains (self->frame->assigned, symbol) ? symbol : NULL;
}

static void
resolve_value (RsResolver *self, RsNode *target, RsNode *value)
{
  RsFrame *frame = self->frame;
  RsSymbol *outer_target = frame->first_target;
  const RsNode *name = target->kind == RS_NODE_TYPED ? rs_node_child (target, RS_TYPED_EXPRESSION) : target;

  frame->first_target = first_target (self, target);
  frame->reads_outer = FALSE;
  if (value->kind == RS_NODE_LAMBDA)
    rs_resolver_type_lambda (self, target, value);
  if (value->kind == RS_NODE_LAMBDA && name && name->kind == RS_NODE_NAME)
    self->pending_self = g_hash_table_lookup (frame->scope->names, name->name);
  rs_resolve_node (self, value);
  if (frame->reads_outer)
    rs_resolver_report (self, RS_SEVERITY_WARNING, target, RS_SAY (NEW_OF_OUTER), name->name, name->name);
  frame->reads_outer = FALSE;
  frame->first_target = outer_target;
}

void
rs_resolve_assignment (RsResolver *self, RsNode *node)
{
  g_assert (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE);

  RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET), *value = rs_node_child (node, RS_ASSIGN_VALUE);

  if (!target || !value)
    return;
  if (node->kind == RS_NODE_DEFINE || node->op == RS_OP_ASSIGN)
    {
      resolve_value (self, target, value);
      rs_resolve_target (self, target);
      if (target->kind == RS_NODE_TYPED)
        g_ptr_array_add (self->frame->declarations, node);
      if (value->kind == RS_NODE_NUMBER && value->symbol && target->kind == RS_NODE_NAME && target->symbol)
        target->symbol->enumeration = value->symbol;
    }
  else
    {
      rs_resolve_node (self, value);
      resolve_compound_target (self, target);
    }
}

void
rs_resolve_declarations (RsResolver *self)
{
  const GPtrArray *declarations = self->frame->declarations;

  for (guint i = 0; i < declarations->len; i++)
    {
      RsNode *node = g_ptr_array_index (declarations, i), *target = node->children[RS_ASSIGN_TARGET];
      RsNode *name = rs_node_child (target, RS_TYPED_EXPRESSION), *type_node = rs_node_child (target, RS_TYPED_TYPE);
      const RsSymbol *symbol = name && name->kind == RS_NODE_NAME ? name->symbol : NULL;
      const RsType *type;

      if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || !type_node)
        continue;
      type = rs_scope_type_of_node (self->module->arena, self->frame->scope, type_node);
      if (type->kind != RS_TYPE_UNKNOWN && !(symbol->is_declared && rs_type_equal (symbol->type, type)))
        node->children[RS_ASSIGN_VALUE]
            = rs_resolver_new_conversion (self, node->children[RS_ASSIGN_VALUE], type_node, symbol->name);
    }
}
