/* Type errors that are certain, and what becomes of integer variables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

#include <string.h>

static gboolean
is_object (const RsType *type)
{
  return type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER;
}

/* An object of a base may be one of a derived class after all. */
static gboolean
are_unrelated_objects (const RsType *formal, const RsType *actual)
{
  const RsClass *wanted = rs_type_get_class (formal), *given = rs_type_get_class (actual);

  if (actual->kind == RS_TYPE_NUMBER || actual->kind == RS_TYPE_ARRAY || actual->kind == RS_TYPE_STRING)
    return wanted != NULL;
  return wanted && given && !rs_class_is_a (given, wanted, NULL) && !rs_class_is_a (wanted, given, NULL);
}

/* Kinds that never convert into each other. Numbers, arrays and ranges do, by their size. */
static gboolean
are_unrelated (const RsType *formal, const RsType *actual)
{
  gboolean formal_numeric = formal->kind == RS_TYPE_NUMBER || formal->kind == RS_TYPE_ARRAY;
  gboolean actual_numeric = actual->kind == RS_TYPE_NUMBER || actual->kind == RS_TYPE_ARRAY;

  if (is_object (formal) || is_object (actual))
    return is_object (formal)
               ? are_unrelated_objects (formal, actual)
               : (formal_numeric || formal->kind == RS_TYPE_STRING) && rs_type_get_class (actual) != NULL;
  if ((!formal_numeric && formal->kind != RS_TYPE_STRING && formal->kind != RS_TYPE_FUNCTION)
      || (!actual_numeric && actual->kind != RS_TYPE_STRING && actual->kind != RS_TYPE_FUNCTION))
    return FALSE;
  return formal_numeric != actual_numeric || (!formal_numeric && formal->kind != actual->kind);
}

/* An array where a number is declared, or the other way round: `1 : cube`. */
static gboolean
is_failing_check (const RsType *formal, const RsType *actual)
{
  if (are_unrelated (formal, actual) || !rs_type_may_accept (formal, actual))
    return TRUE;
  if (formal->kind == RS_TYPE_ARRAY && actual->kind == RS_TYPE_NUMBER)
    return TRUE;
  return formal->kind == RS_TYPE_NUMBER && actual->kind == RS_TYPE_ARRAY && actual->rank >= 2 && actual->sizes[0] > 1;
}

gboolean
rs_check_argument_fits (const RsType *formal, const RsType *actual)
{
  if ((is_object (formal) || is_object (actual)) && are_unrelated (formal, actual))
    return FALSE;
  return rs_type_may_convert (formal, actual);
}

static gboolean
may_declare (const RsNode *typed)
{
  const RsNode *expression = rs_node_child (typed, RS_TYPED_EXPRESSION);

  return expression && expression->kind == RS_NODE_NAME && !(typed->flags & RS_NODE_PARENTHESES);
}

static void
check_typed (RsCheck *self, const RsNode *node)
{
  const RsNode *expression = rs_node_child (node, RS_TYPED_EXPRESSION),
               *type_node = rs_node_child (node, RS_TYPED_TYPE);
  const RsType *formal, *actual;

  if (!expression || !type_node)
    return;
  formal = rs_scope_type_of_node (self->arena, self->scope, type_node);
  actual = rs_infer_expression (self->arena, expression, self->precision);
  if (node->flags & RS_NODE_TYPE_FIRST ? !rs_type_may_convert (formal, actual) : is_failing_check (formal, actual))
    {
      g_autofree char *a = rs_type_describe (actual), *f = rs_type_to_string (formal);

      if (node->name)
        rs_check_report (self, rs_check_certain (self), node, RS_SAY (VARIABLE_TYPE), node->name, f, a);
      else
        rs_check_report (self, rs_check_certain (self), node, RS_SAY (TYPE_CHECK), a, rs_article (f), f);
    }
}

/* x : T in an expression. */
void
rs_check_typed (RsCheck *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_TYPED);
  if (!may_declare (node)) /* rs_check_assignment looks at declarations */
    check_typed (self, node);
}

/* f(x : T): an argument declares nothing. */
void
rs_check_typed_arguments (RsCheck *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i] && call->children[i]->kind == RS_NODE_TYPED && may_declare (call->children[i]))
      check_typed (self, call->children[i]);
}

void
rs_check_catch (RsCheck *self, const RsNode *variable)
{
  const RsNode *node = variable->kind == RS_NODE_TYPED ? rs_node_child (variable, RS_TYPED_TYPE) : NULL;
  const RsType *type = node ? rs_scope_type_of_node (self->arena, self->scope, node) : NULL;

  if (type && !rs_type_may_be_caught (type))
    {
      g_autofree char *text = rs_type_to_string (type);

      rs_check_report (self, RS_SEVERITY_ERROR, node, RS_SAY (CATCH_NOTHING), text);
    }
}

void
rs_check_pointer (RsCheck *self, const RsNode *pointer)
{
  g_assert (pointer->kind == RS_NODE_TYPE_POINTER);

  const RsNode *target = rs_node_child (pointer, 0);

  if (!target)
    return;
  if (target->kind == RS_NODE_TYPE_POINTER)
    rs_check_report (self, RS_SEVERITY_ERROR, pointer, RS_SAY (POINTER_TWICE));
  else if (target->kind == RS_NODE_TYPE_UNKNOWN)
    rs_check_report (self, RS_SEVERITY_ERROR, pointer, RS_SAY (POINTER_UNKNOWN));
  else if (target->kind == RS_NODE_TYPE_NAME && !target->symbol && rs_type_name_is_builtin (target->name))
    rs_check_report (self, RS_SEVERITY_ERROR, pointer, RS_SAY (POINTER_NO_CLASS), target->name);
}

/* --- assignments --- */

/* declaration: x : T, or NULL. A variable that is declared with several types has each where it stands. */
static void
check_declared (RsCheck *self, const RsNode *target, const RsNode *declaration, const RsNode *node, const RsType *value)
{
  const RsSymbol *symbol = target->symbol;
  const RsType *type = symbol->is_declared ? symbol->type
                       : declaration
                           ? rs_scope_type_of_node (self->arena, self->scope, declaration->children[RS_TYPED_TYPE])
                           : &rs_type_unknown;

  /* typed-lambda.c has told that the number of parameters is wrong. */
  if (node->kind == RS_NODE_LAMBDA && type->kind == RS_TYPE_FUNCTION && !(type->qualifiers & RS_NODE_VARIADIC)
      && node->n_children - 1 != type->n_inputs)
    return;
  if (!rs_check_argument_fits (type, value))
    {
      g_autofree char *formal = rs_type_to_string (type), *actual = rs_type_describe (value);

      rs_check_report (self, rs_check_certain (self), target, RS_SAY (VARIABLE_TYPE), symbol->name, formal, actual);
    }
}

static gboolean
is_rounding (const RsNode *value)
{
  static const char *const names[] = { "floor", "ceil", "round", "mod" };
  const RsNode *callee = value->kind == RS_NODE_CALL ? rs_node_child (value, RS_CALL_CALLEE) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (callee && callee->name && strcmp (callee->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* A scalar meets an integer variable. Each variable is mentioned once. */
static void
check_integer (RsCheck *self, const RsNode *target, const RsSymbol *symbol, const RsNode *value, const RsType *type)
{
  guint line;

  if (type->kind != RS_TYPE_NUMBER || !rs_element_is_floating (type->element) || !symbol->first_target
      || symbol->first_target->span.start >= target->span.start)
    return;
  if (symbol->integer_rule == RS_INTEGER_LITERAL && g_hash_table_add (self->warned, (gpointer)symbol))
    {
      rs_source_locate (self->module->source, target->span.start, &line, NULL);
      rs_check_report (self, RS_SEVERITY_WARNING, symbol->first_target, RS_SAY (INTEGER_BECOMES), symbol->name, line);
    }
  else if (symbol->integer_rule == RS_INTEGER_COMPUTED && !is_rounding (value)
           && g_hash_table_add (self->warned, (gpointer)symbol))
    rs_check_report (self, RS_SEVERITY_WARNING, target, RS_SAY (INTEGER_LOSES), symbol->name);
}

/* 'const: the elements of such an array may not be written; a variable declared so gets one value (manual 3.12). */
static void
check_constant (RsCheck *self, const RsNode *target)
{
  const RsNode *base = target;
  const RsSymbol *symbol;

  while (base && (base->kind == RS_NODE_INDEX || base->kind == RS_NODE_FIELD))
    base = rs_node_child (base, 0);
  symbol = base && base->kind == RS_NODE_NAME ? rs_symbol_get_origin (base->symbol) : NULL;
  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE || !symbol->is_constant)
    return;
  if (base != target)
    rs_check_report (self, RS_SEVERITY_ERROR, target, RS_SAY (CONST_PARTS), symbol->name,
                     target->kind == RS_NODE_FIELD ? "members" : "elements");
  else if (!symbol->is_parameter && symbol->first_target != target)
    rs_check_report (self, RS_SEVERITY_ERROR, target, RS_SAY (CONST_VALUE), symbol->name);
}

/* What the value may not be whatever the target is called. */
static void
check_value (RsCheck *self, const RsNode *node, const RsNode *target, const RsNode *value)
{
  RsOperator op = rs_operator_of_assignment (node->op);

  if (node->op != RS_OP_ASSIGN)
    rs_check_operands (self, node, op, target, value);
  else if (target->kind == RS_NODE_INDEX)
    rs_check_element_store (self, target, value);
  else if (target->kind == RS_NODE_MATRIX)
    rs_check_taking_apart (self, target, value);
}

void
rs_check_assignment (RsCheck *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE);

  const RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET), *value = rs_node_child (node, RS_ASSIGN_VALUE);
  const RsNode *declaration = target && target->kind == RS_NODE_TYPED ? target : NULL;
  const RsType *type;

  if (target && target->kind == RS_NODE_NUMBER)
    rs_check_report (self, RS_SEVERITY_ERROR, target, RS_SAY (CONST_ENUMERATION));
  else if (target && value)
    check_value (self, node, target, value);
  if (target)
    rs_check_member_store (self, target, node->op == RS_OP_ASSIGN ? value : NULL);
  if (declaration)
    target = rs_node_child (target, RS_TYPED_EXPRESSION);
  if (target)
    check_constant (self, target);
  if (!target || !value || target->kind != RS_NODE_NAME || !target->symbol
      || target->symbol->kind != RS_SYMBOL_VARIABLE)
    return;
  type = rs_infer_expression (self->arena, value, self->precision);
  if (type->kind == RS_TYPE_NOTHING)
    rs_check_report (self, RS_SEVERITY_ERROR, value, RS_SAY (NO_VALUE_ASSIGNED), target->symbol->name);
  if (node->op == RS_OP_ASSIGN)
    check_declared (self, target, declaration, value, type);
  if (!declaration || target->symbol->is_declared) /* else each declaration converts as it says */
    check_integer (self, target, target->symbol, value, type);
}
