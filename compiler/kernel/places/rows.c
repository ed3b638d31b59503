/* Loops that count through the rows of a matrix: for k=0..n*m-1 with floor(k/m) and mod(k,m).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/rows.h"

#include "compiler/sema/names/symbol.h"

static const RsSymbol *
variable_of (const RsNode *node)
{
  if (node != NULL && node->kind == RS_NODE_TYPED)
    node = node->children[RS_TYPED_EXPRESSION];
  return node != NULL && node->kind == RS_NODE_NAME ? node->symbol : NULL;
}

static const RsSymbol *
called_symbol (const RsNode *call)
{
  return call->kind == RS_NODE_CALL ? variable_of (rs_node_child (call, RS_CALL_CALLEE)) : NULL;
}

static gboolean
is_called (const RsNode *call, guint id, guint n_arguments)
{
  const RsSymbol *symbol = called_symbol (call);

  return symbol != NULL && symbol->kind == RS_SYMBOL_BUILTIN && symbol->builtin->id == id
         && call->n_children == RS_CALL_FIRST_ARGUMENT + n_arguments;
}

/* A number of the text, a variable, size (variable, number). */
static gboolean
is_plain_length (const RsNode *node)
{
  return node != NULL
         && (node->kind == RS_NODE_NUMBER || variable_of (node) != NULL
             || (is_called (node, RS_BUILTIN_ID_SIZE, 2) && variable_of (rs_node_child (node, RS_CALL_FIRST_ARGUMENT))
                 && rs_node_child (node, RS_CALL_FIRST_ARGUMENT + 1)->kind == RS_NODE_NUMBER));
}

/* floor (x / length), int (x / length): the quotient; mod (x, length): the call, whose arguments are its operands. */
static const RsNode *
find_division (const RsNode *call, guint *first)
{
  const RsSymbol *symbol = called_symbol (call);
  const RsNode *argument = symbol != NULL ? rs_node_child (call, RS_CALL_FIRST_ARGUMENT) : NULL;

  *first = RS_CALL_FIRST_ARGUMENT;
  if (argument == NULL || is_called (call, RS_BUILTIN_ID_MOD, 2))
    return argument != NULL ? call : NULL;
  *first = 0;
  return call->n_children == RS_CALL_FIRST_ARGUMENT + 1 && argument->kind == RS_NODE_BINARY
                 && argument->op == RS_OP_DIVIDE
                 && (g_str_equal (symbol->name, "floor") || g_str_equal (symbol->name, "int"))
             ? argument
             : NULL;
}

static const RsNode *
find_length (const RsNode *node, const RsSymbol *counter)
{
  guint first;
  const RsNode *division = find_division (node, &first), *found = NULL;

  if (division != NULL && variable_of (division->children[first]) == counter
      && is_plain_length (division->children[first + 1]))
    return division->children[first + 1];
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->children[i] != NULL)
      found = find_length (node->children[i], counter);
  return found;
}

const RsNode *
rs_loop_nest_find_row_length (const RsLoopNest *nest)
{
  const RsSymbol *counter;

  if (nest->n_levels != 1 || nest->is_open || nest->request == RS_LOOP_SERIAL || nest->body == NULL)
    return NULL;
  counter = variable_of (nest->loops[0]->children[RS_FOR_VARIABLE]);
  return counter != NULL ? find_length (nest->body, counter) : NULL;
}
