/* Functions of host code that can be opened in a loop: what they compute with numbers is what a kernel computes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/nest.h"
#include "compiler/sema/names/symbol.h"

#define MOST_CALLS 3 /* inside each other */

static gboolean is_simple (const RsNode *function, guint depth);
static gboolean is_set_before_read (const RsNode *node, GHashTable *set);

static gboolean
is_simple_call (const RsNode *call, guint depth)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  if (!symbol)
    return FALSE;
  if (symbol->kind == RS_SYMBOL_BUILTIN)
    return (symbol->builtin->flags & RS_BUILTIN_KERNEL) != 0 && (symbol->builtin->flags & RS_BUILTIN_EFFECT) == 0;
  for (guint i = 0; symbol->kind == RS_SYMBOL_FUNCTION && i < symbol->overloads->len; i++)
    if (!is_simple (symbol->overloads->pdata[i], depth + 1))
      return FALSE;
  return symbol->kind == RS_SYMBOL_FUNCTION;
}

/* Numbers, local variables, branches, and calls of what is simple itself. */
static gboolean
is_simple_text (const RsNode *node, guint depth)
{
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_BLOCK:
    case RS_NODE_ASSIGN:
    case RS_NODE_EXPRESSION:
    case RS_NODE_IF:
    case RS_NODE_RETURN:
    case RS_NODE_NAME:
    case RS_NODE_NUMBER:
    case RS_NODE_UNARY:
    case RS_NODE_BINARY:
    case RS_NODE_TERNARY:
      break;
    case RS_NODE_CALL:
      if (!is_simple_call (node, depth))
        return FALSE;
      break;
    default:
      return FALSE;
    }
  if (node->kind == RS_NODE_ASSIGN && node->children[RS_ASSIGN_TARGET]->kind != RS_NODE_NAME)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_simple_text (node->children[i], depth))
      return FALSE;
  return TRUE;
}

/* Names, int and scalar: what other types do to values, kernels do not all do in the same words. */
static gboolean
have_plain_types (const RsNode *parameters)
{
  for (guint i = 0; parameters && i < parameters->n_children; i++)
    {
      const RsNode *parameter = parameters->children[i], *type = rs_node_child (parameter, RS_PARAMETER_TYPE);

      if ((parameter->flags & RS_NODE_VARIADIC) != 0)
        return FALSE;
      if (type
          && (type->kind != RS_NODE_TYPE_NAME || type->n_children > 0 || type->modifiers || type->text
              || (g_strcmp0 (type->name, "int") != 0 && g_strcmp0 (type->name, "scalar") != 0)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_set_apart (const RsNode *node, GHashTable *set)
{
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  GHashTableIter iterator;
  gpointer symbol;

  g_hash_table_iter_init (&iterator, set);
  while (g_hash_table_iter_next (&iterator, &symbol, NULL))
    g_hash_table_add (own, symbol);
  return is_set_before_read (node, own);
}

/* Whether each local variable surely has a value where it is read: kernels give those that have none a zero, host code
 * an error. set: of RsSymbol, those that have one; grows. */
static gboolean
is_set_before_read (const RsNode *node, GHashTable *set)
{
  const gboolean is_choice = node->kind == RS_NODE_IF || node->kind == RS_NODE_TERNARY
                             || (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR));
  const RsSymbol *symbol;

  if (node->kind == RS_NODE_NAME)
    {
      symbol = node->symbol ? rs_symbol_get_origin (node->symbol) : NULL;
      return !symbol || symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter
             || g_hash_table_contains (set, symbol);
    }
  if (node->kind == RS_NODE_ASSIGN)
    {
      if (!is_set_before_read (node->children[RS_ASSIGN_VALUE], set)
          || (node->op != RS_OP_ASSIGN && !is_set_before_read (node->children[RS_ASSIGN_TARGET], set)))
        return FALSE;
      symbol = node->children[RS_ASSIGN_TARGET]->symbol;
      if (symbol)
        g_hash_table_add (set, (gpointer)rs_symbol_get_origin (symbol));
      return TRUE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i]
        && !(is_choice && i > 0 ? is_set_apart (node->children[i], set) : is_set_before_read (node->children[i], set)))
      return FALSE;
  return TRUE;
}

static gboolean
is_simple (const RsNode *function, guint depth)
{
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);
  const RsNode *body = rs_node_child (function, RS_FUNCTION_BODY),
               *parameters = rs_node_child (function, RS_FUNCTION_PARAMETERS);

  if (!body || !function->scope || depth > MOST_CALLS || (function->flags & RS_NODE_KERNEL) != 0)
    return FALSE;
  if (!have_plain_types (parameters) || !have_plain_types (rs_node_child (function, RS_FUNCTION_OUTPUTS)))
    return FALSE;
  for (guint i = 0; i < function->scope->captures->len; i++)
    if (rs_symbol_get_origin (function->scope->captures->pdata[i])->kind != RS_SYMBOL_FUNCTION)
      return FALSE;
  return is_simple_text (body, depth) && is_set_before_read (body, set);
}

gboolean
rs_function_is_simple (const RsNode *function)
{
  return is_simple (function, 0);
}
