/* 'const variables handed to functions that write their elements (manual 3.12).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

#define MAX_DEPTH 8 /* of functions that hand their parameter on */

static gboolean writes_elements (const RsNode *node, const RsSymbol *array, guint depth);

static gboolean
names (const RsNode *node, const RsSymbol *symbol)
{
  return node && node->kind == RS_NODE_NAME && rs_symbol_get_origin (node->symbol) == symbol;
}

/* Whether the name gets another value somewhere: what is written then may be an array of the function's own. */
static gboolean
is_replaced (const RsNode *node, const RsSymbol *symbol)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;

  if (target && target->kind == RS_NODE_TYPED)
    target = rs_node_child (target, RS_TYPED_EXPRESSION);
  for (guint i = 0; target && target->kind == RS_NODE_MATRIX && i < target->n_children; i++)
    if (names (target->children[i], symbol))
      return TRUE;
  if (names (target, symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_replaced (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

static gboolean
parameter_is_written (const RsNode *function, const RsNode *parameter, guint depth)
{
  const RsNode *body = function->kind == RS_NODE_LAMBDA ? rs_node_last (function)
                                                        : rs_node_child (function, RS_FUNCTION_BODY);
  const RsSymbol *symbol = parameter ? parameter->symbol : NULL;

  return symbol && body && depth < MAX_DEPTH && !(parameter->flags & RS_NODE_VARIADIC) && !is_replaced (body, symbol)
         && writes_elements (body, symbol, depth);
}

/* f (array): whether f, of which there is one only, writes to it. */
static gboolean
call_writes (const RsNode *call, const RsSymbol *array, guint depth)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsNode *function = symbol && symbol->kind == RS_SYMBOL_FUNCTION ? symbol->declaration : NULL;
  const RsNode *list = function && function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_PARAMETERS)
                                                                      : NULL;

  for (guint i = RS_CALL_FIRST_ARGUMENT; list && i < call->n_children; i++)
    if (call->children[i] && call->children[i]->kind == RS_NODE_SPREAD)
      return FALSE;
    else if (names (call->children[i], array)
             && parameter_is_written (function, rs_node_child (list, i - RS_CALL_FIRST_ARGUMENT), depth + 1))
      return TRUE;
  return FALSE;
}

static gboolean
target_is_element (const RsNode *target, const RsSymbol *array)
{
  for (guint i = 0; target && target->kind == RS_NODE_MATRIX && i < target->n_children; i++)
    if (target->children[i] && target_is_element (target->children[i], array))
      return TRUE;
  return target && target->kind == RS_NODE_INDEX && names (rs_node_child (target, RS_INDEX_ARRAY), array);
}

static gboolean
writes_elements (const RsNode *node, const RsSymbol *array, guint depth)
{
  if (node->kind == RS_NODE_ASSIGN && target_is_element (rs_node_child (node, RS_ASSIGN_TARGET), array))
    return TRUE;
  if (node->kind == RS_NODE_CALL && call_writes (node, array, depth))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && writes_elements (node->children[i], array, depth))
      return TRUE;
  return FALSE;
}

/* A parameter with other elements gets a converted copy. */
static gboolean
is_converted (const RsType *actual, const RsType *formal)
{
  return actual->kind == RS_TYPE_ARRAY && formal->kind == RS_TYPE_ARRAY && actual->element != formal->element;
}

gboolean
rs_check_const_is_written (const RsNode *argument, const RsNode *function, const RsNode *parameter)
{
  const RsSymbol *symbol = argument && argument->kind == RS_NODE_NAME ? rs_symbol_get_origin (argument->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_constant && parameter && parameter->symbol
         && !is_converted (symbol->type, parameter->symbol->type) && parameter_is_written (function, parameter, 0);
}
