/* Functions and lambdas: their protos, hoisting, and what stands where they are defined.
 *
 * Every function of a scope is made when the scope is entered, so that it may be called above its definition, and made
 * again where it is defined, because it binds the variables around it there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"
#include "compiler/kernel/places/leaves.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/names/types/generic-type.h"
#include "compiler/sema/rewrite/kernel-hint.h"

/* --- prologue --- */

static gboolean
is_open (const RsType *type)
{
  return type == NULL || type->kind == RS_TYPE_UNKNOWN;
}

static void
describe_parameter (RsLower *lower, const RsNode *node, RsProtoParameter *parameter)
{
  const RsSymbol *symbol = node->symbol;

  parameter->name = node->name;
  parameter->symbol = symbol;
  parameter->is_variadic = (node->flags & RS_NODE_VARIADIC) != 0;
  parameter->is_optional = rs_node_child (node, RS_PARAMETER_DEFAULT) != NULL;
  if (symbol != NULL && symbol->is_declared && !is_open (symbol->type))
    parameter->type = symbol->type;
}

static const RsNode *
body_of (const RsNode *function)
{
  return function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_BODY) : rs_node_last (function);
}

static void
emit_parameter (RsLower *lower, const RsNode *node, guint index)
{
  const RsProtoParameter *parameter = &lower->proto->parameters[index];

  lower->offset = node->span.start;
  if (parameter->is_optional)
    {
      guint given = rs_lower_emit_jump (lower, RS_OPCODE_JUMP_SET, index);

      rs_lower_to (lower, node->children[RS_PARAMETER_DEFAULT], index);
      rs_lower_patch_here (lower, given);
    }
  if (parameter->type != NULL && !parameter->is_variadic)
    {
      const char *text
          = rs_arena_printf (lower->bytecode->arena, "parameter %s of %s", parameter->name, lower->proto->name);

      rs_lower_emit (lower, RS_OPCODE_CONVERT, index, index,
                     rs_lower_type_constant (lower, rs_lower_parameter_type (lower, body_of (lower->proto->node),
                                                                             parameter->symbol), text));
    }
  if (lower->rounds && (parameter->type == NULL || parameter->type->kind == RS_TYPE_NUMBER))
    rs_lower_emit (lower, RS_OPCODE_ROUND, index, 0, 0);
}

static void
describe_parameters (RsLower *lower, RsNode *const *nodes, guint n)
{
  RsProto *proto = lower->proto;

  proto->n_parameters = n;
  proto->parameters = rs_arena_array (lower->bytecode->arena, RsProtoParameter, n);
  for (guint i = 0; i < n; i++)
    {
      describe_parameter (lower, nodes[i], &proto->parameters[i]);
      if (proto->parameters[i].is_variadic)
        proto->is_variadic = TRUE;
      else if (!proto->parameters[i].is_optional)
        proto->n_required = i + 1;
      g_assert (nodes[i]->symbol == NULL || nodes[i]->symbol->slot == i);
    }
}

static void
lower_parameters (RsLower *lower, RsNode *const *nodes, guint n)
{
  describe_parameters (lower, nodes, n);
  for (guint i = 0; i < n; i++)
    emit_parameter (lower, nodes[i], i);
}

static void
find_outputs (RsLower *lower, const RsNode *list)
{
  RsProto *proto = lower->proto;

  proto->n_outputs = list != NULL ? list->n_children : 0;
  proto->outputs = rs_arena_array (lower->bytecode->arena, guint, proto->n_outputs);
  for (guint i = 0; i < proto->n_outputs; i++)
    proto->outputs[i] = list->children[i]->symbol != NULL ? list->children[i]->symbol->slot : 0;
}

static void
find_captures (RsLower *lower, RsLower *parent)
{
  RsProto *proto = lower->proto;

  proto->captures = rs_arena_array (lower->bytecode->arena, RsProtoCapture, proto->n_captures);
  for (guint i = 0; i < proto->n_captures; i++)
    proto->captures[i] = rs_lower_capture (parent, g_ptr_array_index (lower->scope->captures, i));
}

/* --- protos --- */

static void
lower_body_of_function (RsLower *lower, const RsNode *node)
{
  const RsNode *parameters = node->children[RS_FUNCTION_PARAMETERS];

  find_outputs (lower, node->children[RS_FUNCTION_OUTPUTS]);
  if (node->flags & RS_NODE_REFUSED)
    {
      describe_parameters (lower, parameters ? parameters->children : NULL, parameters ? parameters->n_children : 0);
      rs_lower_emit (lower, RS_OPCODE_RAISE, 0, rs_lower_string_constant (lower, node->text), 0);
      return;
    }
  rs_lower_hoist (lower);
  lower_parameters (lower, parameters != NULL ? parameters->children : NULL,
                    parameters != NULL ? parameters->n_children : 0);
  if (rs_node_child (node, RS_FUNCTION_BODY) != NULL && !lower->proto->is_kernel && !lower->proto->is_device
      && rs_has_expression_steps (node->children[RS_FUNCTION_BODY]))
    rs_lower_emit (lower, RS_OPCODE_FUSION, RS_FUSION_AUTOMATIC, 0, 0);
  if (rs_node_child (node, RS_FUNCTION_BODY) != NULL)
    rs_lower_block (lower, node->children[RS_FUNCTION_BODY]);
  lower->offset = node->span.end > node->span.start ? node->span.end - 1 : node->span.start;
  rs_lower_emit (lower, RS_OPCODE_RETURN, 0, 0, 0);
}

static void
lower_body_of_lambda (RsLower *lower, const RsNode *node)
{
  const RsNode *body = rs_node_last (node);
  guint value;

  lower->proto->is_lambda = TRUE;
  lower_parameters (lower, node->children, node->n_children - 1);
  lower->offset = body->span.start;
  if (body->kind == RS_NODE_BLOCK)
    {
      rs_lower_block (lower, body);
      rs_lower_emit (lower, RS_OPCODE_RETURN, 0, 0, 0);
      return;
    }
  value = rs_lower_take (lower, 1);
  rs_lower_tail (lower, body, value);
  rs_lower_emit (lower, RS_OPCODE_RETURN_VALUE, value, 0, 0);
}

/* Captures of an instance stand where those of the original stand. What $specialize adds is of a top level. */
static void
take_captures (RsLower *lower, const RsProto *original)
{
  RsProto *proto = lower->proto;

  proto->captures = rs_arena_array (lower->bytecode->arena, RsProtoCapture, proto->n_captures);
  for (guint i = 0; i < proto->n_captures; i++)
    if (i < original->n_captures)
      proto->captures[i] = original->captures[i];
    else
      proto->captures[i] = rs_lower_capture_global (lower, g_ptr_array_index (lower->scope->captures, i));
}

/* A generic function is only something to make instances of. */
static void
lower_generic (RsLower *lower, const RsNode *node)
{
  const RsNode *parameters = node->children[RS_FUNCTION_PARAMETERS];
  guint n = parameters != NULL ? parameters->n_children : 0;
  RsProto *proto = lower->proto;

  proto->is_generic = proto->is_special = TRUE;
  find_outputs (lower, node->children[RS_FUNCTION_OUTPUTS]);
  describe_parameters (lower, parameters != NULL ? parameters->children : NULL, n);
  rs_lower_emit (lower, RS_OPCODE_RETURN, 0, 0, 0);
}

static RsProto *
lower_function (RsLower *parent, const RsNode *node, const RsProto *original)
{
  RsLower lower = { .options = parent->options,
                    .bytecode = parent->bytecode,
                    .diagnostics = parent->diagnostics,
                    .module = parent->module };

  rs_lower_begin (&lower, parent, node);
  lower.proto->name = node->kind == RS_NODE_FUNCTION && node->name != NULL ? node->name : "lambda";
  lower.proto->is_kernel = (node->flags & RS_NODE_KERNEL) != 0 || parent->proto->is_kernel;
  lower.proto->is_device = (node->flags & RS_NODE_DEVICE) != 0 || parent->proto->is_device;
  lower.rounds = (lower.proto->is_kernel || lower.proto->is_device)
                 && parent->options->precision == RS_PRECISION_SINGLE && !rs_scope_computes_double (node->scope);
  lower.proto->is_single = lower.rounds;
  if (original != NULL)
    take_captures (&lower, original);
  else
    find_captures (&lower, parent);
  if (rs_node_is_generic (node))
    lower_generic (&lower, node);
  else if (node->kind == RS_NODE_LAMBDA)
    lower_body_of_lambda (&lower, node);
  else
    lower_body_of_function (&lower, node);
  lower.proto->is_special = lower.proto->is_special || lower.proto->is_variadic;
  return rs_lower_finish (&lower);
}

RsProto *
rs_lower_function (RsLower *parent, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA);
  return lower_function (parent, node, NULL);
}

RsProto *
rs_lower_instance (RsLower *parent, const RsNode *node, const RsProto *original)
{
  return lower_function (parent, node, original);
}

static guint
add_proto (RsLower *lower, const RsNode *node)
{
  for (guint i = 0; i < lower->protos->len; i++)
    if (((RsProto *)g_ptr_array_index (lower->protos, i))->node == node)
      return i;
  g_ptr_array_add (lower->protos, rs_lower_function (lower, node));
  return lower->protos->len - 1;
}

guint
rs_lower_lambda (RsLower *lower, const RsNode *node, int target)
{
  g_assert (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA);

  guint result = rs_lower_target (lower, target);
  guint proto = add_proto (lower, node);

  lower->offset = node->span.start;
  rs_lower_emit (lower, RS_OPCODE_CLOSURE, result, proto, 0);
  return result;
}

/* --- functions of a scope --- */

static gboolean
is_set (const RsSymbol *symbol)
{
  return symbol->overloads->len > 1 || symbol->builtin != NULL || symbol->constructs != NULL
         || symbol->imported != NULL;
}

static void
collect (const RsNode *node, GPtrArray *functions)
{
  if (node->kind == RS_NODE_FUNCTION)
    g_ptr_array_add (functions, (gpointer)node);
  if (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
    return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      collect (node->children[i], functions);
}

/* A set, then its members; each imported symbol has at least one of the overloads. */
static guint
count_registers (const RsSymbol *symbol)
{
  return is_set (symbol) ? 1 + symbol->overloads->len : 1;
}

static void
take_register (RsLower *lower, const RsSymbol *symbol)
{
  guint first;

  if (g_hash_table_contains (lower->functions, symbol))
    return;
  first = rs_lower_take (lower, count_registers (symbol));
  lower->first_temporary = lower->next;
  g_hash_table_insert (lower->functions, (gpointer)symbol, GUINT_TO_POINTER (first));
  if (lower->scope->parent == NULL && lower->options->functions != NULL)
    g_hash_table_insert (lower->options->functions, (gpointer)symbol, GUINT_TO_POINTER (first));
}

static void
emit_set (RsLower *lower, const RsSymbol *symbol, guint first)
{
  guint n_own = rs_symbol_count_own_overloads (symbol),
        n_imported = symbol->imported != NULL ? symbol->imported->len : 0;

  for (guint i = 0; i < n_imported; i++)
    rs_lower_global_function (lower, g_ptr_array_index (symbol->imported, i), first + 1 + n_own + i);
  rs_lower_emit (lower, RS_OPCODE_OVERLOADS, first, n_own + n_imported, rs_lower_string_constant (lower, symbol->name));
  rs_lower_emit (lower, RS_OPCODE_EXTRA, symbol->builtin != NULL ? symbol->builtin->id + 1 : 0,
                 symbol->constructs != NULL ? rs_lower_type_constant (lower, symbol->constructs->type, NULL) + 1 : 0,
                 n_own);
}

static void
emit_function (RsLower *lower, const RsNode *node)
{
  const RsSymbol *symbol = node->symbol;
  guint first = GPOINTER_TO_UINT (g_hash_table_lookup (lower->functions, symbol));
  guint index = 0;

  lower->offset = node->span.start;
  if (is_set (symbol) && g_ptr_array_find (symbol->overloads, node, &index))
    rs_lower_emit (lower, RS_OPCODE_CLOSURE, first + 1 + index, add_proto (lower, node), 0);
  else
    rs_lower_emit (lower, RS_OPCODE_CLOSURE, first, add_proto (lower, node), 0);
}

static gboolean
is_hoisted (const RsNode *node)
{
  return node->symbol != NULL && node->symbol->kind == RS_SYMBOL_FUNCTION;
}

static const RsNode *
body_of_scope (const RsNode *node)
{
  return node->kind == RS_NODE_FUNCTION ? rs_node_child (node, RS_FUNCTION_BODY) : node;
}

void
rs_lower_hoist (RsLower *lower)
{
  g_autoptr (GPtrArray) functions = g_ptr_array_new ();
  const RsNode *body = body_of_scope (lower->proto->node);

  if (body == NULL)
    return;
  collect (body, functions);
  for (guint i = 0; i < functions->len; i++)
    if (is_hoisted (g_ptr_array_index (functions, i)))
      take_register (lower, ((const RsNode *)g_ptr_array_index (functions, i))->symbol);
  for (guint i = 0; i < functions->len; i++)
    {
      const RsNode *node = g_ptr_array_index (functions, i);

      if (!is_hoisted (node))
        continue;
      emit_function (lower, node);
      if (is_set (node->symbol)
          && g_ptr_array_index (node->symbol->overloads, rs_symbol_count_own_overloads (node->symbol) - 1) == node)
        emit_set (lower, node->symbol, GPOINTER_TO_UINT (g_hash_table_lookup (lower->functions, node->symbol)));
    }
  for (guint i = 0; lower->scope->merged != NULL && i < lower->scope->merged->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (lower->scope->merged, i);

      take_register (lower, symbol);
      emit_set (lower, symbol, GPOINTER_TO_UINT (g_hash_table_lookup (lower->functions, symbol)));
    }
}

/* In a circle of imports a module is lowered before one whose functions it calls: the registers that rs_lower_hoist
 * will give them, in the same order. */
void
rs_scope_assign_function_registers (GHashTable *table, const RsScope *root)
{
  g_autoptr (GPtrArray) functions = g_ptr_array_new ();
  guint next = root->variables->len + root->captures->len;

  if (body_of_scope (root->node) == NULL)
    return;
  collect (body_of_scope (root->node), functions);
  for (guint i = 0; i < functions->len; i++)
    {
      const RsNode *node = g_ptr_array_index (functions, i);

      if (!is_hoisted (node) || g_hash_table_contains (table, node->symbol))
        continue;
      g_hash_table_insert (table, node->symbol, GUINT_TO_POINTER (next));
      next += count_registers (node->symbol);
    }
}

/* Whether defining the function binds anything. */
static gboolean
binds (const RsProto *proto)
{
  for (guint i = 0; i < proto->n_captures; i++)
    if (proto->captures[i].source == RS_CAPTURE_REGISTER || proto->captures[i].source == RS_CAPTURE_GLOBAL)
      return TRUE;
  return FALSE;
}

void
rs_lower_function_statement (RsLower *lower, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_FUNCTION);
  if (node->symbol == NULL)
    return;
  if (!is_hoisted (node)) /* the value of an output */
    {
      rs_lower_lambda (lower, node, (int)rs_lower_variable (lower, node, node->symbol));
      return;
    }
  if (!binds (g_ptr_array_index (lower->protos, add_proto (lower, node))))
    return;
  emit_function (lower, node);
  if (is_set (node->symbol))
    emit_set (lower, node->symbol, GPOINTER_TO_UINT (g_hash_table_lookup (lower->functions, node->symbol)));
}
