/* Functions of host code that can be opened in a loop: what they compute with numbers, short vectors and elements of
 * arrays is what a kernel computes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/nest.h"
#include "compiler/sema/names/symbol.h"

#define MOST_CALLS 3 /* inside each other */

static gboolean is_simple (const RsNode *function, guint depth);

/* --- the text --- */

static const RsSymbol *
symbol_of_callee (const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  return callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
}

static gboolean
is_simple_call (const RsNode *call, guint depth)
{
  const RsSymbol *symbol = symbol_of_callee (call);

  if (!symbol)
    return FALSE;
  if (symbol->kind == RS_SYMBOL_BUILTIN)
    return (symbol->builtin->flags & RS_BUILTIN_KERNEL) != 0 && (symbol->builtin->flags & RS_BUILTIN_EFFECT) == 0
           && symbol->builtin->result != RS_RESULT_ALLOCATION;
  for (guint i = 0; symbol->kind == RS_SYMBOL_FUNCTION && i < symbol->overloads->len; i++)
    if (!is_simple (symbol->overloads->pdata[i], depth + 1))
      return FALSE;
  return symbol->kind == RS_SYMBOL_FUNCTION;
}

/* A variable, or NULL. */
static const RsSymbol *
variable_of (const RsNode *node)
{
  const RsSymbol *symbol = node && node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE ? symbol : NULL;
}

/* Whether node, what is below it aside, is one of: numbers and short vectors of them, variables and their elements,
 * branches and loops over ranges, and calls of what is simple itself. */
static gboolean
is_simple_node (const RsNode *node, guint depth)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? node->children[RS_ASSIGN_TARGET] : NULL,
               *range = node->kind == RS_NODE_FOR ? rs_node_child (node, RS_FOR_RANGE) : NULL;

  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_BLOCK:
    case RS_NODE_EXPRESSION:
    case RS_NODE_IF:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
    case RS_NODE_BREAK:
    case RS_NODE_CONTINUE:
    case RS_NODE_RETURN:
    case RS_NODE_NAME:
    case RS_NODE_NUMBER:
    case RS_NODE_MATRIX:
    case RS_NODE_UNARY:
    case RS_NODE_BINARY:
    case RS_NODE_TERNARY:
      return TRUE;
    case RS_NODE_ASSIGN:
      return target->kind == RS_NODE_NAME || target->kind == RS_NODE_INDEX;
    case RS_NODE_FOR:
      return variable_of (node->children[RS_FOR_VARIABLE]) && range && range->kind == RS_NODE_RANGE
             && rs_node_child (node, RS_FOR_BODY);
    case RS_NODE_INDEX:
      return variable_of (rs_node_child (node, RS_INDEX_ARRAY)) != NULL;
    case RS_NODE_CALL:
      return is_simple_call (node, depth);
    default:
      return FALSE;
    }
}

static gboolean
is_simple_text (const RsNode *node, guint depth)
{
  if (!is_simple_node (node, depth))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];
      const gboolean is_range = node->kind == RS_NODE_FOR && i == RS_FOR_RANGE;

      for (guint k = 0; is_range && k < child->n_children; k++)
        if (child->children[k] && !is_simple_text (child->children[k], depth))
          return FALSE;
      if (child && !is_range && !is_simple_text (child, depth))
        return FALSE;
    }
  return TRUE;
}

/* --- parameters --- */

/* What other types do to values, kernels do not all do in the same words. */
static gboolean
is_plain_type (const RsNode *type)
{
  static const char *const names[] = { "int", "scalar", "vec", "mat", "cube", NULL };

  return type->kind == RS_NODE_TYPE_NAME && type->n_children == 0 && !type->modifiers && !type->text && type->name
         && g_strv_contains (names, type->name);
}

static gboolean
have_plain_types (const RsNode *parameters)
{
  for (guint i = 0; parameters && i < parameters->n_children; i++)
    {
      const RsNode *parameter = parameters->children[i], *type = rs_node_child (parameter, RS_PARAMETER_TYPE);

      if ((parameter->flags & RS_NODE_VARIADIC) != 0 || (type && !is_plain_type (type)))
        return FALSE;
    }
  return TRUE;
}

/* Whether child i of node stands for the array of that name, not for a number. */
static gboolean
stands_for_array (const RsNode *node, guint i)
{
  const RsSymbol *callee = node->kind == RS_NODE_CALL ? symbol_of_callee (node) : NULL;

  if (node->kind == RS_NODE_INDEX)
    return i == RS_INDEX_ARRAY;
  return callee && i >= RS_CALL_FIRST_ARGUMENT
         && (callee->kind == RS_SYMBOL_FUNCTION || callee->builtin->id == RS_BUILTIN_ID_SIZE
             || callee->builtin->id == RS_BUILTIN_ID_NUMEL);
}

/* Whether node only uses elements and sizes of the variable. */
static gboolean
uses_elements (const RsNode *node, const RsSymbol *variable)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *child = node->children[i];

      if (child && variable_of (child) == variable && !stands_for_array (node, i))
        return FALSE;
      if (child && !uses_elements (child, variable))
        return FALSE;
    }
  return TRUE;
}

static gboolean
hands_on (const RsNode *node, const RsSymbol *variable)
{
  const gboolean is_whole = node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_RETURN
                            || node->kind == RS_NODE_TERNARY || node->kind == RS_NODE_MATRIX;

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i]
        && ((is_whole && variable_of (node->children[i]) == variable) || hands_on (node->children[i], variable)))
      return TRUE;
  return FALSE;
}

/* Whether node uses an element of the variable. */
static gboolean
is_indexed (const RsNode *node, const RsSymbol *variable)
{
  if (node->kind == RS_NODE_INDEX && variable_of (node->children[RS_INDEX_ARRAY]) == variable)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_indexed (node->children[i], variable))
      return TRUE;
  return FALSE;
}

/* The variable of a parameter, or NULL. */
static const RsSymbol *
variable_of_parameter (const RsNode *function, guint parameter)
{
  const RsNode *parameters = rs_node_child (function, RS_FUNCTION_PARAMETERS);

  return parameters && parameter < parameters->n_children
             ? rs_symbol_get_origin (parameters->children[parameter]->symbol)
             : NULL;
}

gboolean
rs_function_takes_number (const RsNode *function, guint parameter)
{
  const RsSymbol *variable = variable_of_parameter (function, parameter);

  return variable && !is_indexed (function->children[RS_FUNCTION_BODY], variable);
}

/* A parameter with another element or number of dimensions gets a copy, or refuses the value. */
static gboolean
is_passed_as_it_is (const RsSymbol *variable, RsElement element, int rank)
{
  return !variable->is_declared || !variable->type || variable->type->kind != RS_TYPE_ARRAY
         || (variable->type->element == element && variable->type->rank == rank);
}

gboolean
rs_function_takes_array (const RsNode *function, guint parameter, RsElement element, int rank)
{
  g_assert (element > RS_ELEMENT_NONE && element < RS_N_ELEMENTS);

  const RsSymbol *variable = variable_of_parameter (function, parameter);

  return variable && is_passed_as_it_is (variable, element, rank)
         && uses_elements (function->children[RS_FUNCTION_BODY], variable);
}

gboolean
rs_function_takes_vector (const RsNode *function, guint parameter, gboolean is_floating)
{
  const RsSymbol *variable = variable_of_parameter (function, parameter);
  const gboolean is_declared = variable && variable->is_declared && variable->type;

  /* What the function gives back, or keeps under another name, would be the caller's vector. */
  return variable
         && (!is_declared || (is_floating && variable->type->kind == RS_TYPE_ARRAY && variable->type->rank == 1))
         && !hands_on (function->children[RS_FUNCTION_BODY], variable);
}

/* `while` and `repeat` may go on until numbers are as near as double precision lets them come. */
static gboolean
has_open_loop (const RsNode *node)
{
  if (node->kind == RS_NODE_WHILE || node->kind == RS_NODE_REPEAT)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_open_loop (node->children[i]))
      return TRUE;
  return FALSE;
}

gboolean
rs_function_needs_double (const RsNode *function)
{
  g_assert (function->kind == RS_NODE_FUNCTION);
  return has_open_loop (function->children[RS_FUNCTION_BODY]);
}

/* --- functions --- */

static gboolean
is_simple (const RsNode *function, guint depth)
{
  const RsNode *body = rs_node_child (function, RS_FUNCTION_BODY),
               *parameters = rs_node_child (function, RS_FUNCTION_PARAMETERS);

  if (!body || !function->scope || depth > MOST_CALLS || (function->flags & RS_NODE_KERNEL) != 0)
    return FALSE;
  if (!have_plain_types (parameters) || !have_plain_types (rs_node_child (function, RS_FUNCTION_OUTPUTS)))
    return FALSE;
  for (guint i = 0; i < function->scope->captures->len; i++)
    if (rs_symbol_get_origin (function->scope->captures->pdata[i])->kind != RS_SYMBOL_FUNCTION)
      return FALSE;
  return is_simple_text (body, depth) && rs_function_sets_variables (function);
}

gboolean
rs_function_is_simple (const RsNode *function)
{
  return is_simple (function, 0);
}
