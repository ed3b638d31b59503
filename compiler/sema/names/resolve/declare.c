/* First pass over a scope: which names its statements make.
 *
 * Walks the statements of one function (or of the top level) without entering functions inside it, so that a function
 * can name what is assigned below it, and call what is defined below it. Expressions are walked too, because an
 * assignment may stand in them. resolve.c then hangs symbols on the names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"

#include <string.h>

typedef struct {
  RsResolver *resolver;
  RsFrame *frame;
  RsNode *loop;        /* outermost loop around the place */
  GPtrArray *compound; /* of RsNode (NAME): targets of compound assignments */
} Declarer;

static void declare (Declarer *self, RsNode *node);

static void
declare_children (Declarer *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      declare (self, node->children[i]);
}

/* Whether a value can't be a function, as far as its text says. */
static gboolean
is_data (const RsNode *value)
{
  const RsNode *callee;
  const RsBuiltin *builtin;

  switch (value->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_STRING:
    case RS_NODE_UNARY:
    case RS_NODE_BINARY:
    case RS_NODE_RANGE:
    case RS_NODE_MATRIX:
    case RS_NODE_CELL:
      return TRUE;
    case RS_NODE_TERNARY:
      return value->n_children == 3 && value->children[RS_TERNARY_THEN] && value->children[RS_TERNARY_ELSE]
             && is_data (value->children[RS_TERNARY_THEN]) && is_data (value->children[RS_TERNARY_ELSE]);
    case RS_NODE_CALL:
      callee = rs_node_child (value, RS_CALL_CALLEE);
      builtin = callee && callee->kind == RS_NODE_NAME ? rs_builtin_find (callee->name) : NULL;
      return builtin && builtin->result != RS_RESULT_UNKNOWN;
    default:
      return FALSE;
    }
}

/* name is given a value at node; value: NULL where it is not known. */
static RsSymbol *
assign_name (Declarer *self, RsNode *node, const RsNode *value)
{
  RsScope *scope = self->frame->scope;
  RsSymbol *symbol = g_hash_table_lookup (scope->names, node->name);

  if (symbol && symbol->kind == RS_SYMBOL_VARIABLE)
    {
      /* The first value of an output is no second one. */
      if (symbol->is_output && !symbol->is_parameter && !g_hash_table_contains (self->frame->first_loops, symbol))
        symbol->is_assigned_again = self->loop != NULL;
      else
        symbol->is_assigned_again = TRUE;
    }
  else
    {
      symbol = rs_scope_add_variable (scope, node->name, node);
      symbol->is_assigned_again = self->loop != NULL;
      symbol->is_data = TRUE;
    }
  symbol->is_data = symbol->is_data && value && is_data (value);
  if (!g_hash_table_contains (self->frame->first_loops, symbol))
    {
      g_hash_table_insert (self->frame->first_loops, symbol, self->loop);
      symbol->first_target = node;
      symbol->initial = value;
    }
  return symbol;
}

static void
declare_target (Declarer *self, RsNode *target, const RsNode *value)
{
  switch (target->kind)
    {
    case RS_NODE_NAME:
      assign_name (self, target, value);
      break;
    case RS_NODE_TYPED:
      {
        RsNode *expression = rs_node_child (target, RS_TYPED_EXPRESSION);

        if (expression && expression->kind == RS_NODE_NAME)
          assign_name (self, expression, value)->is_declared = TRUE;
        else if (expression)
          declare_target (self, expression, value);
        break;
      }
    case RS_NODE_MATRIX:
    case RS_NODE_SPREAD:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          declare_target (self, target->children[i], NULL);
      break;
    default:
      declare_children (self, target);
    }
}

/* The type behind the variable of a catch says what is caught; the next catch may have another one for that name. */
static void
declare_caught (Declarer *self, RsNode *variable)
{
  RsNode *name = variable->kind == RS_NODE_TYPED ? rs_node_child (variable, RS_TYPED_EXPRESSION) : variable;

  if (name)
    declare_target (self, name, NULL);
}

static void
declare_assignment (Declarer *self, RsNode *node)
{
  RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET);
  RsNode *value = rs_node_child (node, RS_ASSIGN_VALUE);

  if (value)
    declare (self, value);
  if (!target)
    return;
  if (node->kind == RS_NODE_DEFINE || node->op == RS_OP_ASSIGN)
    declare_target (self, target, value);
  else if (target->kind == RS_NODE_NAME)
    g_ptr_array_add (self->compound, target);
  else
    declare_children (self, target);
}

static void
declare_function (Declarer *self, RsNode *node)
{
  RsScope *scope = self->frame->scope;
  RsSymbol *found;

  if (!node->name)
    return;
  found = g_hash_table_lookup (scope->names, node->name);
  if (found && found->kind == RS_SYMBOL_VARIABLE && (found->is_output || found->is_parameter))
    node->symbol = assign_name (self, node, NULL);
  else
    node->symbol = rs_scope_add_function (scope, node);
}

/* Names that patterns of reductions introduce are no unknown functions. */
static void
collect_soft_names (RsResolver *self, RsNode *node)
{
  if (node->kind == RS_NODE_CALL && node->n_children > 0 && node->children[0]
      && node->children[0]->kind == RS_NODE_NAME)
    g_hash_table_add (self->soft_names, (gpointer)node->children[0]->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      collect_soft_names (self, node->children[i]);
}

void
rs_declare_patterns (RsResolver *self, RsNode *node)
{
  if (node->kind == RS_NODE_REDUCTION && rs_node_child (node, RS_REDUCTION_PATTERN))
    collect_soft_names (self, node->children[RS_REDUCTION_PATTERN]);
  else if (node->kind == RS_NODE_BLOCK || node->kind == RS_NODE_IF)
    for (guint i = 0; i < node->n_children; i++)
      if (node->children[i])
        rs_declare_patterns (self, node->children[i]);
}

static void
declare_type_definition (Declarer *self, RsNode *node)
{
  RsNode *definition = rs_node_child (node, RS_TYPE_DEFINITION_DEFINITION);

  if (!node->name)
    return;
  if (self->frame->scope->types && g_hash_table_contains (self->frame->scope->types, node->name))
    rs_resolver_report (self->resolver, RS_SEVERITY_WARNING, node, RS_SAY (TYPE_TWICE), node->name);
  node->symbol = rs_scope_add_type (self->frame->scope, node->name, node);
  if (definition && definition->kind == RS_NODE_ENUM)
    rs_declare_enumeration (self->resolver, node);
}

static void
declare_symbolic (Declarer *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *name = node->children[i];

      if (name && name->kind == RS_NODE_TYPED)
        name = rs_node_child (name, RS_TYPED_EXPRESSION);
      if (name && name->kind == RS_NODE_NAME)
        assign_name (self, name, NULL)->kind = RS_SYMBOL_SYMBOLIC;
    }
}

static void
declare_loop (Declarer *self, RsNode *node)
{
  RsNode *outer = self->loop;

  if (node->kind == RS_NODE_FOR && rs_node_child (node, RS_FOR_RANGE))
    declare (self, node->children[RS_FOR_RANGE]);
  if (!outer)
    self->loop = node;
  if (node->kind == RS_NODE_FOR)
    {
      if (rs_node_child (node, RS_FOR_VARIABLE))
        declare_target (self, node->children[RS_FOR_VARIABLE], node->children[RS_FOR_RANGE]);
      if (rs_node_child (node, RS_FOR_BODY))
        declare (self, node->children[RS_FOR_BODY]);
    }
  else
    declare_children (self, node);
  self->loop = outer;
}

/* A statement `x : T` declares x. */
static void
declare_expression_statement (Declarer *self, RsNode *node)
{
  RsNode *expression = rs_node_child (node, 0);

  if (expression && expression->kind == RS_NODE_TYPED && !(expression->flags & RS_NODE_PARENTHESES)
      && rs_node_child (expression, RS_TYPED_EXPRESSION)
      && expression->children[RS_TYPED_EXPRESSION]->kind == RS_NODE_NAME)
    {
      RsNode *name = expression->children[RS_TYPED_EXPRESSION];
      RsSymbol *symbol = g_hash_table_lookup (self->frame->scope->names, name->name);

      /* A declaration without a value is no assignment. */
      if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE)
        symbol = rs_scope_add_variable (self->frame->scope, name->name, name);
      symbol->is_declared = TRUE;
      return;
    }
  declare_children (self, node);
}

static void
declare (Declarer *self, RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_FUNCTION:
      declare_function (self, node);
      break;
    case RS_NODE_LAMBDA:
    case RS_NODE_META:
      break;
    case RS_NODE_MACRO:
      break;
    case RS_NODE_REDUCTION:
      if (rs_node_child (node, RS_REDUCTION_PATTERN))
        collect_soft_names (self->resolver, node->children[RS_REDUCTION_PATTERN]);
      break;
    case RS_NODE_TYPE_DEFINITION:
      declare_type_definition (self, node);
      break;
    case RS_NODE_SYMBOLIC:
      declare_symbolic (self, node);
      break;
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      declare_assignment (self, node);
      break;
    case RS_NODE_ERROR:
      for (guint i = 0; i < node->n_children; i++)
        declare_target (self, node->children[i], NULL);
      break;
    case RS_NODE_EXPRESSION:
      declare_expression_statement (self, node);
      break;
    case RS_NODE_FOR:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
      declare_loop (self, node);
      break;
    case RS_NODE_TRY:
      if (rs_node_child (node, RS_TRY_BODY))
        declare (self, node->children[RS_TRY_BODY]);
      for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
        {
          if (node->children[i])
            declare_caught (self, node->children[i]);
          if (node->children[i + 1])
            declare (self, node->children[i + 1]);
        }
      break;
    default:
      declare_children (self, node);
    }
}

/* Compound assignments make no variable, but change one that is there. */
static void
note_compound_targets (Declarer *self)
{
  for (guint i = 0; i < self->compound->len; i++)
    {
      RsNode *name = g_ptr_array_index (self->compound, i);
      RsSymbol *symbol = g_hash_table_lookup (self->frame->scope->names, name->name);

      if (symbol && symbol->kind == RS_SYMBOL_VARIABLE)
        symbol->is_assigned_again = TRUE;
    }
}

void
rs_declare_statements (RsResolver *self, RsFrame *frame, RsNode *body)
{
  g_autoptr (GPtrArray) compound = g_ptr_array_new ();
  Declarer declarer = { self, frame, NULL, compound };

  declare (&declarer, body);
  note_compound_targets (&declarer);
}

void
rs_declare_parameters (RsResolver *self, RsFrame *frame, RsNode *const *parameters, guint n, gboolean outputs)
{
  RsScope *scope = frame->scope;

  for (guint i = 0; i < n; i++)
    {
      RsNode *node = parameters[i];
      RsSymbol *symbol;

      if (!node || node->kind != RS_NODE_PARAMETER || !node->name)
        continue;
      symbol = g_hash_table_lookup (scope->names, node->name);
      if (symbol && (outputs ? symbol->is_output : symbol->is_parameter))
        rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (PARAMETER_TWICE), outputs ? "outputs" : "parameters",
                            node->name);
      if (!symbol)
        symbol = rs_scope_add_variable (scope, node->name, node);
      if (outputs)
        symbol->is_output = TRUE;
      else
        symbol->is_parameter = TRUE;
      if (rs_node_child (node, RS_PARAMETER_TYPE))
        symbol->is_declared = TRUE;
      node->symbol = symbol;
      g_hash_table_add (frame->assigned, symbol);
    }
}

void
rs_declare_type_parameters (RsResolver *self, RsFrame *frame, const RsNode *list)
{
  for (guint i = 0; list && i < list->n_children; i++)
    {
      RsNode *parameter = list->children[i];

      if (!parameter || !parameter->name)
        continue;
      if (i > 0 && g_hash_table_contains (frame->scope->names, parameter->name))
        rs_resolver_report (self, RS_SEVERITY_ERROR, parameter, RS_SAY (TYPE_PARAMETER_TWICE), parameter->name);
      parameter->symbol = rs_scope_add_type (frame->scope, parameter->name, parameter);
    }
}

void
rs_declare_bindings (RsFrame *frame, const RsNode *list, const RsBinding *bindings, guint n)
{
  for (guint i = 0; list && i < n && i < list->n_children; i++)
    if (list->children[i] && bindings[i].kind == RS_BINDING_TYPE)
      rs_scope_bind_type (frame->scope, list->children[i], bindings[i].type);
}
