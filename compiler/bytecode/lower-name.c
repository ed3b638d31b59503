/* Names: which register a symbol lives in, and how a value of another frame is reached.
 *
 * Variables of the function are registers. Captured ones are copied into registers when the function is entered.
 * Functions of a top level are read from the module's frame where they are used, so that functions may call each other
 * without capturing each other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

guint
rs_lower_module_index (const RsLower *lower, const RsModule *module)
{
  const RsProgram *program = lower->options->program;

  if (module == lower->module)
    return lower->options->module_index;
  for (guint i = 0; program != NULL && i < program->modules->len; i++)
    if (g_ptr_array_index (program->modules, i) == module)
      return i;
  return G_MAXUINT;
}

static gboolean
find_global_function (const RsLower *lower, const RsSymbol *symbol, guint *register_)
{
  gpointer value;

  if (lower->options->functions == NULL || symbol->scope == NULL || symbol->scope->parent != NULL)
    return FALSE;
  if (!g_hash_table_contains (lower->options->functions, symbol) && symbol->scope != lower->scope)
    rs_scope_assign_function_registers (lower->options->functions, symbol->scope);
  if (!g_hash_table_lookup_extended (lower->options->functions, symbol, NULL, &value))
    return FALSE;
  *register_ = GPOINTER_TO_UINT (value);
  return TRUE;
}

static const RsSymbol *
find_origin (const RsSymbol *symbol)
{
  while (symbol->kind == RS_SYMBOL_CAPTURED && symbol->origin != NULL)
    symbol = symbol->origin;
  return symbol;
}

RsProtoCapture
rs_lower_capture_global (const RsLower *lower, const RsSymbol *capture)
{
  const RsSymbol *origin = find_origin (capture);
  RsProtoCapture result = { capture->name, RS_CAPTURE_NOWHERE, 0, 0 };

  if (origin->kind == RS_SYMBOL_VARIABLE && origin->scope->parent == NULL)
    {
      result.source = RS_CAPTURE_GLOBAL;
      result.index = origin->slot;
      result.module = rs_lower_module_index (lower, origin->scope->module);
    }
  return result;
}

RsProtoCapture
rs_lower_capture (RsLower *parent, const RsSymbol *capture)
{
  const RsSymbol *origin = capture->origin;
  const RsSymbol *last = find_origin (capture);
  RsProtoCapture result = { capture->name, RS_CAPTURE_NOWHERE, 0, 0 };
  gpointer function;

  if (origin == NULL || (last->kind == RS_SYMBOL_FUNCTION && last->scope->parent == NULL))
    return result;
  if (origin->scope != parent->scope)
    {
      if (last->scope->parent != NULL || last->kind != RS_SYMBOL_VARIABLE)
        return result;
      result.source = RS_CAPTURE_GLOBAL;
      result.index = last->slot;
      result.module = rs_lower_module_index (parent, last->scope->module);
      return result;
    }
  result.source = RS_CAPTURE_REGISTER;
  if (origin->kind == RS_SYMBOL_VARIABLE)
    result.index = origin->slot;
  else if (origin->kind == RS_SYMBOL_CAPTURED)
    result.index = parent->proto->first_capture + origin->slot;
  else if (g_hash_table_lookup_extended (parent->functions, origin, NULL, &function))
    result.index = GPOINTER_TO_UINT (function);
  else
    result.source = RS_CAPTURE_NOWHERE;
  if (capture->is_self)
    result.source = RS_CAPTURE_SELF;
  return result;
}

static guint
global (RsLower *lower, const RsModule *module, guint register_, int target)
{
  guint result = rs_lower_target (lower, target);

  rs_lower_emit (lower, RS_OPCODE_GET_GLOBAL, result, rs_lower_module_index (lower, module), register_);
  return result;
}

static guint
local (RsLower *lower, guint register_, int target)
{
  if (target == RS_ANYWHERE)
    return register_;
  rs_lower_emit (lower, RS_OPCODE_GET, (guint)target, register_, 0);
  return (guint)target;
}

static guint
load (RsLower *lower, RsConstant constant, int target)
{
  guint result = rs_lower_target (lower, target);

  rs_lower_emit (lower, RS_OPCODE_LOAD, result, rs_lower_constant (lower, constant), 0);
  return result;
}

static guint
function_name (RsLower *lower, const RsSymbol *symbol, int target)
{
  gpointer value;
  guint register_;

  if (g_hash_table_lookup_extended (lower->functions, symbol, NULL, &value))
    return local (lower, GPOINTER_TO_UINT (value), target);
  if (find_global_function (lower, symbol, &register_))
    return global (lower, symbol->scope->module, register_, target);
  return G_MAXUINT;
}

void
rs_lower_global_function (RsLower *lower, const RsSymbol *symbol, guint target)
{
  guint register_;

  if (find_global_function (lower, symbol, &register_))
    global (lower, symbol->scope->module, register_, (int)target);
  else
    rs_lower_emit (lower, RS_OPCODE_UNSET, target, 0, 0); /* of a module in a circle of imports that comes later */
}

static guint
builtin_name (RsLower *lower, const RsBuiltin *builtin, int target)
{
  gboolean is_value = (builtin->flags & RS_BUILTIN_CONSTANT) != 0;

  return load (lower,
               (RsConstant){ .kind = is_value ? RS_CONSTANT_BUILTIN_VALUE : RS_CONSTANT_BUILTIN_FUNCTION,
                             .integer = builtin->id },
               target);
}

static guint
captured_name (RsLower *lower, const RsSymbol *symbol, int target)
{
  const RsSymbol *last = find_origin (symbol);

  if (last->kind == RS_SYMBOL_FUNCTION && last->scope->parent == NULL)
    return function_name (lower, last, target);
  if (last->kind == RS_SYMBOL_BUILTIN)
    return builtin_name (lower, last->builtin, target);
  return local (lower, lower->proto->first_capture + symbol->slot, target);
}

static guint
unknown_name (RsLower *lower, const RsNode *node, int target)
{
  const char *text = rs_arena_printf (lower->bytecode->arena, "`%s` is not defined", node->name);
  guint result = rs_lower_target (lower, target);

  rs_lower_emit (lower, RS_OPCODE_RAISE, 0, rs_lower_string_constant (lower, text), 0);
  return result;
}

guint
rs_lower_name (RsLower *lower, const RsNode *node, int target)
{
  g_assert (node->kind == RS_NODE_NAME || node->kind == RS_NODE_FIELD);

  const RsSymbol *symbol = node->symbol;
  guint result = G_MAXUINT;

  if (symbol == NULL)
    return unknown_name (lower, node, target);
  switch (symbol->kind)
    {
    case RS_SYMBOL_VARIABLE:
      if (symbol->scope == lower->scope)
        return local (lower, symbol->slot, target);
      if (symbol->scope->parent == NULL)
        return global (lower, symbol->scope->module, symbol->slot, target);
      break;
    case RS_SYMBOL_CAPTURED:
      result = captured_name (lower, symbol, target);
      break;
    case RS_SYMBOL_FUNCTION:
      result = function_name (lower, symbol, target);
      break;
    case RS_SYMBOL_BUILTIN:
      return builtin_name (lower, symbol->builtin, target);
    case RS_SYMBOL_BUILTIN_TYPE:
      return load (lower, (RsConstant){ .kind = RS_CONSTANT_TYPE, .type = symbol->type }, target);
    case RS_SYMBOL_TYPE:
      if (symbol->type != NULL && symbol->type->kind != RS_TYPE_UNKNOWN)
        return load (lower, (RsConstant){ .kind = RS_CONSTANT_TYPE, .type = symbol->type }, target);
      result = rs_lower_target (lower, target);
      rs_lower_unsupported (lower, node, "a user type as a value");
      return result;
    case RS_SYMBOL_SYMBOLIC:
      result = rs_lower_target (lower, target);
      rs_lower_unsupported (lower, node, "symbolic variables");
      return result;
    }
  return result != G_MAXUINT ? result : unknown_name (lower, node, target);
}

guint
rs_lower_variable (RsLower *lower, const RsNode *node, const RsSymbol *symbol)
{
  if (symbol != NULL && symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope == lower->scope)
    return symbol->slot;
  rs_lower_unsupported (lower, node, "an assignment to a variable of another function or module");
  return rs_lower_take (lower, 1);
}
