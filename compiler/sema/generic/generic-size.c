/* Instances for any size: what a function gets that has met many sizes.
 *
 * An instance for each size makes sizes constants, which is worth a compilation while they are few. A function that
 * meets ever new ones gets one instance in which an integer parameter is a variable: `N = size (x, 2)` at its start,
 * for x : cube(:,:,N). Calls are checked against the original all the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/generic-private.h"

#include "compiler/builtins.h"

#include <string.h>

/* --- where a size is found --- */

static const RsNode *
sizes_of (const RsNode *parameter)
{
  const RsNode *type = rs_node_child (parameter, RS_PARAMETER_TYPE);
  const RsNode *last = type && type->kind == RS_NODE_TYPE_NAME ? rs_node_last (type) : NULL;

  return last && last->kind == RS_NODE_TYPE_SIZES ? last : NULL;
}

/* The first parameter that has the size `name` as it is in some dimension, or NULL. */
static const RsNode *
find_carrier (const RsNode *function, const char *name, guint *dimension)
{
  const RsNode *list = rs_node_child (function, RS_FUNCTION_PARAMETERS);

  for (guint i = 0; list && i < list->n_children; i++)
    {
      const RsNode *parameter = list->children[i], *sizes = sizes_of (parameter);

      if (!sizes || parameter->flags & RS_NODE_VARIADIC)
        continue;
      for (guint k = 0; k < sizes->n_children; k++)
        if (sizes->children[k] && sizes->children[k]->name == name
            && (sizes->children[k]->kind == RS_NODE_NAME || sizes->children[k]->kind == RS_NODE_TYPE_NAME))
          {
            *dimension = k;
            return parameter;
          }
    }
  return NULL;
}

/* Whether the tree needs the number itself: in a type, or for a meta function. */
static gboolean
needs_number (const RsNode *node, const char *name, gboolean in_type)
{
  if (node->kind == RS_NODE_META || (in_type && node->name == name))
    return TRUE;
  in_type = in_type || node->kind == RS_NODE_TYPE_DIMENSIONS || node->kind == RS_NODE_TYPE_SIZES;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && needs_number (node->children[i], name, in_type))
      return TRUE;
  return FALSE;
}

static gboolean
assigns (const RsNode *node, const char *name)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;

  if (target && target->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < target->n_children; i++)
      if (target->children[i] && target->children[i]->name == name)
        return TRUE;
  if (target && target->kind == RS_NODE_NAME && target->name == name)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && assigns (node->children[i], name))
      return TRUE;
  return FALSE;
}

/* What types of parameters say about sizes is checked at the call, but holds for what is assigned to them as well. */
static gboolean
is_constant (const RsNode *function, const char *name)
{
  const RsNode *list = rs_node_child (function, RS_FUNCTION_PARAMETERS);

  for (guint i = 0; i < function->n_children; i++)
    if (function->children[i] && i != RS_FUNCTION_PARAMETERS && i != RS_FUNCTION_TYPE_PARAMETERS
        && needs_number (function->children[i], name, FALSE))
      return TRUE;
  for (guint i = 0; i < list->n_children; i++)
    {
      const RsNode *type = rs_node_child (list->children[i], RS_PARAMETER_TYPE);

      if (rs_node_child (list->children[i], RS_PARAMETER_DEFAULT)
          || (sizes_of (list->children[i]) && rs_node_child (function, RS_FUNCTION_BODY)
              && assigns (function->children[RS_FUNCTION_BODY], list->children[i]->name))
          || (type && !sizes_of (list->children[i]) && needs_number (type, name, FALSE)))
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_generic_open_sizes (const RsNode *function, const RsBinding *bindings, guint n, RsBinding *opened)
{
  gboolean any = FALSE;
  guint dimension;

  for (guint i = 0; i < n; i++)
    {
      opened[i] = bindings[i];
      if (bindings[i].kind != RS_BINDING_VALUE)
        continue;
      if (!find_carrier (function, bindings[i].name, &dimension) || is_constant (function, bindings[i].name))
        return FALSE;
      opened[i].kind = RS_BINDING_OPEN;
      any = TRUE;
    }
  return any;
}

/* --- the instance --- */

static RsNode *
new_node (RsModule *module, RsNodeKind kind, RsSpan span, const char *name, guint n)
{
  RsNode *node = rs_arena_new0 (module->arena, RsNode);

  node->kind = kind;
  node->span = span;
  node->name = name;
  node->n_children = n;
  node->children = rs_arena_array (module->arena, RsNode *, n + 1);
  return node;
}

static RsNode *
call_builtin (RsModule *module, guint id, const RsNode *parameter, RsNode *argument)
{
  RsNode *call = new_node (module, RS_NODE_CALL, parameter->span, NULL, argument ? 3 : 2);

  call->children[0] = new_node (module, RS_NODE_NAME, parameter->span,
                                rs_names_intern (module->names, rs_builtin_get (id)->name, -1), 0);
  call->children[1] = new_node (module, RS_NODE_NAME, parameter->span, parameter->name, 0);
  if (argument)
    call->children[2] = argument;
  return call;
}

/* name = size (parameter, dimension), or numel (parameter) of a vector. */
static RsNode *
new_assignment (RsModule *module, const char *name, const RsNode *parameter, guint dimension)
{
  RsNode *assignment = new_node (module, RS_NODE_ASSIGN, parameter->span, NULL, 2), *index;

  assignment->op = RS_OP_ASSIGN;
  assignment->children[RS_ASSIGN_TARGET] = new_node (module, RS_NODE_NAME, parameter->span, name, 0);
  index = new_node (module, RS_NODE_NUMBER, parameter->span, NULL, 0);
  index->number = dimension;
  index->flags = RS_NODE_INTEGER;
  assignment->children[RS_ASSIGN_VALUE] = sizes_of (parameter)->n_children == 1
                                            ? call_builtin (module, RS_BUILTIN_ID_NUMEL, parameter, NULL)
                                            : call_builtin (module, RS_BUILTIN_ID_SIZE, parameter, index);
  return assignment;
}

static gboolean
mentions_open (const RsNode *node, const RsBinding *bindings, guint n)
{
  for (guint i = 0; i < n; i++)
    if (bindings[i].kind == RS_BINDING_OPEN && node->name == bindings[i].name)
      return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && mentions_open (node->children[i], bindings, n))
      return TRUE;
  return FALSE;
}

/* Types can't name variables: the size is any. */
static void
open_types (RsNode *node, const RsBinding *bindings, guint n)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *child = node->children[i];

      if (!child)
        continue;
      if (node->kind == RS_NODE_TYPE_SIZES && mentions_open (child, bindings, n))
        *child = (RsNode){ .kind = RS_NODE_COLON, .span = child->span };
      else
        open_types (child, bindings, n);
    }
}

void
rs_generic_give_sizes (RsModule *module, const RsNode *function, RsNode *copy, const RsBinding *bindings, guint n)
{
  RsNode *body = rs_node_child (copy, RS_FUNCTION_BODY), **children;
  guint n_open = 0, dimension;

  for (guint i = 0; i < n; i++)
    n_open += bindings[i].kind == RS_BINDING_OPEN;
  if (n_open == 0 || !body)
    return;
  children = rs_arena_array (module->arena, RsNode *, body->n_children + n_open);
  for (guint i = 0, k = 0; i < n; i++)
    if (bindings[i].kind == RS_BINDING_OPEN)
      {
        const RsNode *parameter = find_carrier (function, bindings[i].name, &dimension);

        children[k++] = new_assignment (module, bindings[i].name, parameter, dimension);
      }
  memcpy (children + n_open, body->children, body->n_children * sizeof *children);
  open_types (copy, bindings, n);
  body->children = children;
  body->n_children += n_open;
}

/* --- the lengths of all dimensions --- */

static gboolean
names (const RsNode *node, const RsNode *declaration)
{
  return node && node->kind == RS_NODE_NAME && node->symbol && node->symbol->declaration == declaration;
}

/* N-1 */
static gboolean
is_one_less (const RsNode *node, const RsNode *type_parameter)
{
  gint64 one;

  return node && node->kind == RS_NODE_BINARY && node->op == RS_OP_SUBTRACT && names (node->children[0], type_parameter)
         && rs_node_get_integer (node->children[1], &one) && one == 1;
}

static gboolean
has_dimensions (const RsNode *parameter, const RsNode *type_parameter)
{
  const RsNode *type = parameter && parameter->kind == RS_NODE_PARAMETER ? rs_node_child (parameter, RS_PARAMETER_TYPE)
                                                                         : NULL;

  for (guint i = 0; type && i < type->n_children; i++)
    {
      const RsNode *part = type->children[i];
      const RsNode *n = part && part->kind == RS_NODE_TYPE_DIMENSIONS ? rs_node_child (part, 0) : NULL;

      if (n && n->kind == RS_NODE_NAME && n->name == type_parameter->name)
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_generic_is_all_sizes (const RsNode *node, const RsNode *type_parameter)
{
  const RsNode *callee, *array, *range;
  gint64 low;

  if (node->kind != RS_NODE_CALL || node->n_children != RS_CALL_FIRST_ARGUMENT + 2)
    return FALSE;
  callee = node->children[RS_CALL_CALLEE];
  array = node->children[RS_CALL_FIRST_ARGUMENT];
  range = node->children[RS_CALL_FIRST_ARGUMENT + 1];
  return callee && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
         && callee->symbol->builtin->id == RS_BUILTIN_ID_SIZE && array && array->kind == RS_NODE_NAME && array->symbol
         && has_dimensions (rs_symbol_get_origin (array->symbol)->first, type_parameter) && range
         && range->kind == RS_NODE_RANGE && !rs_node_child (range, RS_RANGE_STEP)
         && rs_node_get_integer (range->children[RS_RANGE_LOW], &low) && low == 0
         && is_one_less (range->children[RS_RANGE_HIGH], type_parameter);
}
