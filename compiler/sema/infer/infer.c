/* Types of variables: joins over their assignments, repeated until nothing changes.
 *
 * Requires: resolved names. Establishes: RsSymbol.type of variables and captures, RsSymbol.integer_rule. A variable
 * starts without a type (bottom) and only ever moves up to more general ones, so a few passes are enough; should they
 * not be, everything that is not declared becomes UNKNOWN.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer-private.h"

#define MAX_PASSES 12

typedef struct {
  RsInference inference;
  RsModule *module;
  gboolean changed;
} Walk;

static void walk (Walk *self, const RsNode *node);

/* --- scopes --- */

typedef void (*SymbolFunc) (Walk *self, RsSymbol *symbol);

static void
for_each_variable (Walk *self, RsScope *scope, SymbolFunc function)
{
  for (guint i = 0; i < scope->variables->len; i++)
    function (self, g_ptr_array_index (scope->variables, i));
  for (guint i = 0; i < scope->inner->len; i++)
    for_each_variable (self, g_ptr_array_index (scope->inner, i), function);
}

static void
start (Walk *self, RsSymbol *symbol)
{
  if (symbol->is_declared && rs_infer_is_integer (symbol->type))
    symbol->integer_rule = RS_INTEGER_DECLARED;
  if (symbol->type->kind != RS_TYPE_UNKNOWN || symbol->kind != RS_SYMBOL_VARIABLE)
    return;
  /* Parameters without a type, and variables that only an `x : 'const` declares, may hold anything. */
  symbol->type = symbol->is_parameter ? &rs_type_unknown : &rs_type_bottom;
}

static void
finish (Walk *self, RsSymbol *symbol)
{
  RsType *type;

  if (symbol->type == &rs_type_bottom)
    symbol->type = &rs_type_unknown;
  /* x : 'circular says nothing about the type, but how x is indexed. */
  if (symbol->boundary == RS_BOUNDARY_DEFAULT || symbol->type->boundary == symbol->boundary
      || (symbol->type->kind != RS_TYPE_ARRAY && symbol->type->kind != RS_TYPE_UNKNOWN))
    return;
  type = rs_arena_memdup (self->inference.arena, symbol->type, sizeof *type);
  type->boundary = symbol->boundary;
  symbol->type = type;
}

static void
give_up (Walk *self, RsSymbol *symbol)
{
  if (!symbol->is_declared)
    symbol->type = &rs_type_unknown;
}

static void
set_captures (RsScope *scope)
{
  for (guint i = 0; i < scope->captures->len; i++)
    {
      RsSymbol *capture = g_ptr_array_index (scope->captures, i);

      capture->type = rs_symbol_get_origin (capture)->type;
      capture->integer_rule = rs_symbol_get_origin (capture)->integer_rule;
    }
  for (guint i = 0; i < scope->inner->len; i++)
    set_captures (g_ptr_array_index (scope->inner, i));
}

/* --- assignments --- */

static gboolean
is_integer_literal (const RsNode *value)
{
  if (value->kind == RS_NODE_UNARY && (value->op == RS_OP_NEGATE || value->op == RS_OP_PLUS))
    value = rs_node_child (value, 0);
  /* The value of an enumeration, which has a symbol, is one of the enumeration's type. */
  return value && value->kind == RS_NODE_NUMBER && !value->symbol && (value->flags & RS_NODE_INTEGER)
         && !(value->flags & RS_NODE_IMAGINARY);
}

/* LANGUAGE.md, "Integer variables": the first value decides. value: NULL where it is no expression of its own. A
 * variable with declarations that differ is open between them. */
static void
set_integer_rule (RsSymbol *symbol, const RsNode *target, const RsNode *value, const RsType *type)
{
  if (symbol->first_target != target || symbol->integer_rule == RS_INTEGER_DECLARED || symbol->is_parameter
      || symbol->is_declared || symbol->type_node)
    return;
  if (value && is_integer_literal (value))
    symbol->integer_rule = RS_INTEGER_LITERAL;
  else
    symbol->integer_rule = rs_infer_is_integer (type) ? RS_INTEGER_COMPUTED : RS_INTEGER_NO;
}

/* Only cells that a typed constructor makes keep the types of their elements; any value may be stored into others. */
static gboolean
is_constructed (const RsNode *value)
{
  const RsNode *callee = value && value->kind == RS_NODE_CALL ? rs_node_child (value, RS_CALL_CALLEE) : NULL;

  return callee && (callee->kind == RS_NODE_TYPE_OF_TEXT
                    || (callee->symbol && callee->kind == RS_NODE_NAME && callee->symbol->kind == RS_SYMBOL_TYPE));
}

static const RsType *
open_cell (RsArena *arena, const RsType *type)
{
  RsType *cell = rs_arena_memdup (arena, &rs_type_any_cell, sizeof *cell);

  cell->rank = type->rank;
  for (int i = 0; i < RS_MAX_RANK; i++)
    cell->sizes[i] = type->sizes[i];
  return cell;
}

static void
assign_symbol (Walk *self, const RsNode *target, const RsNode *value, const RsType *type)
{
  RsSymbol *symbol = target->symbol;
  const RsType *joined;

  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || symbol->scope->module != self->module)
    return;
  if (type == &rs_type_bottom)
    return;
  set_integer_rule (symbol, target, value, type);
  if (symbol->is_declared && symbol->type->kind != RS_TYPE_UNKNOWN)
    return;
  if (type->kind == RS_TYPE_NOTHING)
    type = &rs_type_unknown;
  if (type->kind == RS_TYPE_CELL && !is_constructed (value))
    type = open_cell (self->inference.arena, type);
  if (symbol->integer_rule == RS_INTEGER_COMPUTED && rs_infer_is_real (type))
    type = &rs_type_int;
  joined = symbol->type == &rs_type_bottom ? type : rs_type_join (self->inference.arena, symbol->type, type);
  if (!rs_type_equal (joined, symbol->type) || symbol->type == &rs_type_bottom)
    {
      symbol->type = joined;
      self->changed = TRUE;
    }
}

/* The type of one of several values that [a, b] = value takes apart. */
static const RsType *
type_of_part (Walk *self, const RsNode *value, guint index)
{
  const RsNode *callee = value->kind == RS_NODE_CALL ? rs_node_child (value, RS_CALL_CALLEE) : NULL;
  const RsSymbol *function = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsType *type;

  if (function && function->kind == RS_SYMBOL_FUNCTION)
    {
      const RsNode *outputs = function->declaration && !function->builtin
                                ? rs_node_child (function->declaration, RS_FUNCTION_OUTPUTS) : NULL;

      if (!outputs || outputs->n_children < 2 || index >= outputs->n_children || !outputs->children[index]
          || !outputs->children[index]->symbol || (function->declaration->flags & RS_NODE_KERNEL))
        return &rs_type_unknown;
      return outputs->children[index]->symbol->type;
    }
  if (value->kind == RS_NODE_MATRIX)
    return index < value->n_children && value->children[index]
             ? rs_infer_type (&self->inference, value->children[index]) : &rs_type_unknown;
  if (callee && (!function || function->kind == RS_SYMBOL_VARIABLE))
    {
      type = rs_infer_type (&self->inference, callee);
      if (type->kind == RS_TYPE_FUNCTION && type->n_outputs >= 2 && index < type->n_outputs
          && !(type->qualifiers & RS_NODE_KERNEL))
        return type->outputs[index];
    }
  if (callee && !(function && function->kind == RS_SYMBOL_BUILTIN && function->builtin->result == RS_RESULT_SIZE))
    return &rs_type_unknown;
  type = rs_infer_type (&self->inference, value);
  if (type == &rs_type_bottom)
    return type;
  return type->kind == RS_TYPE_ARRAY && type->rank == 1 ? rs_infer_element_value (type->element) : &rs_type_unknown;
}

static void
assign (Walk *self, const RsNode *target, const RsNode *value, const RsType *type)
{
  const RsNode *name;

  switch (target->kind)
    {
    case RS_NODE_NAME:
      assign_symbol (self, target, value, type);
      break;
    case RS_NODE_TYPED:
      if ((name = rs_node_child (target, RS_TYPED_EXPRESSION)))
        assign (self, name, value, type);
      break;
    case RS_NODE_SPREAD:
      if ((name = rs_node_child (target, 0)))
        assign (self, name, NULL, &rs_type_unknown);
      break;
    case RS_NODE_MATRIX:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          assign (self, target->children[i], NULL, value ? type_of_part (self, value, i) : &rs_type_unknown);
      break;
    default:
      break;
    }
}

/* n /= 2 of two integers stays an integer; otherwise a op= b is a = a op b. */
static const RsType *
type_of_compound (Walk *self, const RsNode *node, const RsType *old, const RsType *value)
{
  RsOperator op = rs_operator_of_assignment (node->op);

  if (old == &rs_type_bottom || value == &rs_type_bottom)
    return &rs_type_bottom;
  if (rs_infer_is_integer (old) && (rs_infer_is_integer (value) || value->element == RS_ELEMENT_BOOL))
    return value->kind == RS_TYPE_NUMBER ? &rs_type_int : &rs_type_unknown;
  if (op == RS_OP_NONE)
    return old->kind == RS_TYPE_NUMBER && value->kind == RS_TYPE_NUMBER
             ? rs_type_join (self->inference.arena, old, value) : &rs_type_unknown;
  return rs_infer_binary (&self->inference, op, old, value);
}

static void
walk_assignment (Walk *self, const RsNode *node)
{
  const RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET), *value = rs_node_child (node, RS_ASSIGN_VALUE);
  const RsType *type;

  if (!target || !value)
    return;
  walk (self, value);
  walk (self, target);
  if (node->op != RS_OP_ASSIGN && target->kind != RS_NODE_NAME)
    return;
  type = rs_infer_type (&self->inference, value);
  if (node->op != RS_OP_ASSIGN)
    type = type_of_compound (self, node, rs_infer_type (&self->inference, target), type);
  assign (self, target, value, type);
}

static void
walk_for (Walk *self, const RsNode *node)
{
  const RsNode *variable = rs_node_child (node, RS_FOR_VARIABLE), *range = rs_node_child (node, RS_FOR_RANGE);
  const RsType *type;

  if (range && variable)
    {
      walk (self, range);
      type = rs_infer_type (&self->inference, range);
      if (type->kind == RS_TYPE_ARRAY && type->rank == 1)
        type = rs_infer_element_value (type->element);
      else if (type != &rs_type_bottom && type->kind != RS_TYPE_NUMBER)
        type = &rs_type_unknown;
      assign (self, variable, NULL, type);
    }
  if (rs_node_child (node, RS_FOR_BODY))
    walk (self, node->children[RS_FOR_BODY]);
}

/* An object is shared with who threw it, and so is not a value of a declared type. */
static const RsType *
type_of_caught (Walk *self, const RsNode *variable)
{
  const RsNode *node = variable->kind == RS_NODE_TYPED ? rs_node_child (variable, RS_TYPED_TYPE) : NULL;
  const RsNode *name = node ? rs_node_child (variable, RS_TYPED_EXPRESSION) : NULL;

  if (!name || !name->symbol)
    return &rs_type_unknown;
  return rs_scope_type_of_node (self->inference.arena, name->symbol->scope, node);
}

static void
walk_function (Walk *self, const RsNode *node)
{
  /* Under the name of an output, the function is its value. */
  if (node->symbol && node->symbol->kind == RS_SYMBOL_VARIABLE)
    assign_symbol (self, node, NULL, &rs_type_unknown);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      walk (self, node->children[i]);
}

static void
walk (Walk *self, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_ASSIGN:
      walk_assignment (self, node);
      break;
    case RS_NODE_FOR:
      walk_for (self, node);
      break;
    case RS_NODE_TRY:
      if (rs_node_child (node, RS_TRY_BODY))
        walk (self, node->children[RS_TRY_BODY]);
      for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
        {
          if (node->children[i])
            assign (self, node->children[i], NULL, type_of_caught (self, node->children[i]));
          if (node->children[i + 1])
            walk (self, node->children[i + 1]);
        }
      break;
    case RS_NODE_FUNCTION:
      walk_function (self, node);
      break;
    case RS_NODE_META:
    case RS_NODE_REDUCTION:
    case RS_NODE_MACRO:
    case RS_NODE_TYPE_DEFINITION:
      break;
    default:
      for (guint i = 0; i < node->n_children; i++)
        if (node->children[i])
          walk (self, node->children[i]);
    }
}

/* --- entry --- */

static void
infer_scope (Walk *self, RsScope *scope, const RsNode *node)
{
  guint passes = 0;

  for_each_variable (self, scope, start);
  do
    {
      self->changed = FALSE;
      walk (self, node);
    }
  while (self->changed && ++passes < MAX_PASSES);
  if (self->changed)
    for_each_variable (self, scope, give_up);
  for_each_variable (self, scope, finish);
  set_captures (scope);
}

void
rs_infer_instance (RsNode *function, RsPrecision precision)
{
  RsModule *module = function->scope->module;
  Walk self = { .inference = { module->arena, precision, 0, TRUE }, .module = module };

  infer_scope (&self, function->scope, function);
}

void
rs_infer_module (RsModule *module, RsPrecision precision)
{
  Walk self = { .inference = { module->arena, precision, 0, TRUE }, .module = module };

  infer_scope (&self, module->root->scope, module->root);
}
