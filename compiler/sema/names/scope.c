/* Scopes and symbols: making them, and looking a name up in them.
 *
 * Symbols and scopes live in their module's arena; the arrays and tables that hang on a scope are freed with it. A
 * scope is filled by declare.c and resolve.c and read-only afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/constant.h"
#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/names/types/generic-type.h"

#include <string.h>

static gpointer
own (RsModule *module, GDestroyNotify destroy, gpointer data)
{
  rs_arena_add_cleanup (module->arena, destroy, data);
  return data;
}

static GPtrArray *
new_array (RsModule *module)
{
  return own (module, (GDestroyNotify)g_ptr_array_unref, g_ptr_array_new ());
}

static GHashTable *
new_table (RsModule *module)
{
  return own (module, (GDestroyNotify)g_hash_table_unref, g_hash_table_new (g_direct_hash, g_direct_equal));
}

RsScope *
rs_scope_new (RsModule *module, RsScope *parent, RsNode *node, RsPrecision precision)
{
  RsScope *scope = rs_arena_new0 (module->arena, RsScope);

  scope->parent = parent;
  scope->module = module;
  scope->node = node;
  scope->precision = precision;
  scope->variables = new_array (module);
  scope->captures = new_array (module);
  scope->names = new_table (module);
  scope->inner = new_array (module);
  scope->is_kernel = (node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)) != 0 || (parent && parent->is_kernel);
  scope->names_double = scope->is_kernel && rs_node_names_double (node);
  node->scope = scope;
  if (parent && parent->module == module)
    g_ptr_array_add (parent->inner, scope);
  return scope;
}

static gboolean
is_double_array (const RsSymbol *symbol)
{
  const RsType *type = symbol->type;

  return symbol->is_declared && type && type->kind == RS_TYPE_ARRAY
         && (type->element == RS_ELEMENT_DOUBLE || type->element == RS_ELEMENT_CDOUBLE);
}

gboolean
rs_scope_computes_double (const RsScope *scope)
{
  for (; scope && scope->is_kernel; scope = scope->parent)
    {
      if (scope->names_double)
        return TRUE;
      for (guint i = 0; i < scope->variables->len; i++)
        if (is_double_array (g_ptr_array_index (scope->variables, i)))
          return TRUE;
    }
  return FALSE;
}

static RsSymbol *
new_symbol (RsScope *scope, RsSymbolKind kind, const char *name, RsNode *first)
{
  RsSymbol *symbol = rs_arena_new0 (scope->module->arena, RsSymbol);

  symbol->kind = kind;
  symbol->name = name;
  symbol->scope = scope;
  symbol->first = first;
  symbol->type = &rs_type_unknown;
  return symbol;
}

static void
hide_function (RsScope *scope, RsSymbol *function)
{
  if (!scope->functions)
    scope->functions = new_table (scope->module);
  g_hash_table_insert (scope->functions, (gpointer)function->name, function);
}

RsSymbol *
rs_scope_add_variable (RsScope *scope, const char *name, RsNode *first)
{
  RsSymbol *symbol = new_symbol (scope, RS_SYMBOL_VARIABLE, name, first);
  RsSymbol *old = g_hash_table_lookup (scope->names, name);

  if (old && old->kind == RS_SYMBOL_FUNCTION)
    hide_function (scope, old);
  symbol->slot = scope->variables->len;
  g_ptr_array_add (scope->variables, symbol);
  g_hash_table_insert (scope->names, (gpointer)name, symbol);
  return symbol;
}

RsSymbol *
rs_scope_add_merged_function (RsScope *root, const char *name, RsNode *first)
{
  RsSymbol *symbol = new_symbol (root, RS_SYMBOL_FUNCTION, name, first);

  symbol->overloads = new_array (root->module);
  symbol->builtin = rs_builtin_find (name);
  g_hash_table_insert (root->names, (gpointer)name, symbol);
  if (!root->merged)
    root->merged = new_array (root->module);
  g_ptr_array_add (root->merged, symbol);
  return symbol;
}

/* The FUNCTION symbol of that name with one more overload. */
RsSymbol *
rs_scope_add_function (RsScope *scope, RsNode *function)
{
  g_assert (function->kind == RS_NODE_FUNCTION);

  const char *name = function->name;
  RsSymbol *found = g_hash_table_lookup (scope->names, name), *symbol = found;

  if (!found || found->kind != RS_SYMBOL_FUNCTION)
    symbol = found && scope->functions ? g_hash_table_lookup (scope->functions, name) : NULL;
  if (!symbol)
    {
      symbol = new_symbol (scope, RS_SYMBOL_FUNCTION, name, function);
      symbol->overloads = new_array (scope->module);
      symbol->builtin = rs_builtin_find (name);
      if (found)
        hide_function (scope, symbol);
      else
        g_hash_table_insert (scope->names, (gpointer)name, symbol);
    }
  g_ptr_array_add (symbol->overloads, function);
  symbol->declaration = symbol->overloads->len == 1 ? function : NULL;
  return symbol;
}

RsSymbol *
rs_scope_add_type (RsScope *scope, const char *name, RsNode *declaration)
{
  RsSymbol *symbol = new_symbol (scope, RS_SYMBOL_TYPE, name, declaration);

  symbol->declaration = declaration;
  symbol->type = NULL; /* until compute_type */
  if (!scope->types)
    scope->types = new_table (scope->module);
  g_hash_table_insert (scope->types, (gpointer)name, symbol);
  return symbol;
}

void
rs_scope_share_type (RsScope *scope, RsSymbol *type)
{
  if (!scope->types)
    scope->types = new_table (scope->module);
  if (!g_hash_table_contains (scope->types, type->name))
    g_hash_table_insert (scope->types, (gpointer)type->name, type);
}

void
rs_scope_bind_type (RsScope *scope, RsNode *parameter, const RsType *type)
{
  RsSymbol *symbol = rs_scope_add_type (scope, parameter->name, parameter);

  symbol->type = type;
  symbol->is_declared = TRUE;
}

RsSymbol *
rs_scope_capture (RsScope *scope, RsSymbol *origin)
{
  g_assert (origin->scope != scope);

  RsSymbol *symbol;

  for (guint i = 0; i < scope->captures->len; i++)
    {
      symbol = g_ptr_array_index (scope->captures, i);
      if (symbol->origin == origin)
        return symbol;
    }
  symbol = new_symbol (scope, RS_SYMBOL_CAPTURED, origin->name, origin->first);
  symbol->origin = origin;
  symbol->type = origin->type;
  symbol->slot = scope->captures->len;
  origin->is_captured = TRUE;
  g_ptr_array_add (scope->captures, symbol);
  if (!g_hash_table_contains (scope->names, origin->name))
    g_hash_table_insert (scope->names, (gpointer)origin->name, symbol);
  return symbol;
}

/* --- lookup --- */

/* For a callee, variables that are no functions do not count. */
static RsSymbol *
find_in (RsScope *scope, const char *name, gboolean callee)
{
  RsSymbol *symbol = g_hash_table_lookup (scope->names, name);

  if (!callee || !symbol)
    return symbol;
  if (rs_symbol_get_origin (symbol)->is_data)
    symbol = NULL;
  if (scope->functions && g_hash_table_contains (scope->functions, name))
    symbol = g_hash_table_lookup (scope->functions, name);
  return symbol;
}

RsSymbol *
rs_scope_find_own (RsScope *scope, const char *name, gboolean callee)
{
  RsSymbol *symbol = find_in (scope, name, callee);

  for (guint i = 0; !symbol && scope->imports && i < scope->imports->len; i++)
    symbol = find_in (g_ptr_array_index (scope->imports, i), name, callee);
  return symbol;
}

RsSymbol *
rs_scope_find_own_type (const RsScope *scope, const char *name)
{
  return scope->types ? g_hash_table_lookup (scope->types, name) : NULL;
}

RsSymbol *
rs_scope_find_type (RsScope *scope, const char *name)
{
  for (; scope; scope = scope->parent)
    {
      RsSymbol *symbol = rs_scope_find_own_type (scope, name);

      for (guint i = 0; !symbol && scope->imports && i < scope->imports->len; i++)
        {
          RsScope *import = g_ptr_array_index (scope->imports, i);

          if (import->types)
            symbol = g_hash_table_lookup (import->types, name);
        }
      if (symbol)
        return symbol;
    }
  return NULL;
}

RsSymbol *
rs_scope_lookup (RsScope *scope, const char *name)
{
  RsSymbol *symbol = NULL;

  name = rs_names_intern (scope->module->names, name, -1);
  for (RsScope *s = scope; s && !symbol; s = s->parent)
    {
      symbol = rs_scope_find_own (s, name, FALSE);
      if (!symbol)
        symbol = rs_scope_find_own_type (s, name);
    }
  return symbol ? symbol : rs_scope_find_type (scope, name);
}

/* --- user types --- */

static const RsType *
make_class (RsSymbol *symbol)
{
  RsType *type = rs_arena_new0 (symbol->scope->module->arena, RsType);

  type->kind = RS_TYPE_CLASS;
  type->class_symbol = symbol;
  type->name = symbol->name;
  return type;
}

/* Types that are computed inside each other: longer chains of names for types end UNKNOWN. */
#define MAX_TYPE_DEPTH 1000

static _Thread_local guint type_depth;

/* An alias that leads to itself stays UNKNOWN. */
void
rs_scope_compute_type (RsSymbol *symbol)
{
  g_assert (symbol->kind == RS_SYMBOL_TYPE);

  RsNode *definition = symbol->declaration->kind == RS_NODE_TYPE_DEFINITION
                         ? rs_node_child (symbol->declaration, RS_TYPE_DEFINITION_DEFINITION) : NULL;

  symbol->type = &rs_type_unknown;
  if (!definition || rs_symbol_is_generic_type (symbol))
    return;
  if (definition->kind == RS_NODE_CLASS)
    symbol->type = make_class (symbol);
  else if (definition->kind == RS_NODE_ENUM)
    symbol->type = &rs_type_int;
  else if (type_depth < MAX_TYPE_DEPTH)
    {
      type_depth++;
      symbol->type = rs_scope_type_of_node (symbol->scope->module->arena, symbol->scope, definition);
      type_depth--;
    }
}

void
rs_scope_compute_types (RsScope *scope)
{
  GHashTableIter iter;
  gpointer symbol;

  if (!scope->types)
    return;
  g_hash_table_iter_init (&iter, scope->types);
  while (g_hash_table_iter_next (&iter, NULL, &symbol))
    if (!((RsSymbol *)symbol)->type)
      rs_scope_compute_type (symbol);
  g_hash_table_iter_init (&iter, scope->types);
  while (g_hash_table_iter_next (&iter, NULL, &symbol))
    if (((RsSymbol *)symbol)->type->kind == RS_TYPE_CLASS && ((RsSymbol *)symbol)->type->class_symbol == symbol)
      rs_class_describe (symbol);
}

const RsType *
rs_scope_lookup_type (const char *name, gpointer data)
{
  RsSymbol *symbol = rs_scope_find_type (data, name);

  if (symbol && !symbol->type)
    rs_scope_compute_type (symbol); /* while the module, or one that imports it in a circle, is being resolved */
  return symbol ? symbol->type : NULL;
}

const RsType *
rs_scope_type_of_node (RsArena *arena, RsScope *scope, const RsNode *node)
{
  rs_constant_annotate_type (scope, (RsNode *)node);
  return rs_type_from_node (arena, node, scope->precision, rs_scope_lookup_type_node, scope);
}

const RsSymbol *
rs_symbol_get_origin (const RsSymbol *symbol)
{
  while (symbol && symbol->kind == RS_SYMBOL_CAPTURED)
    symbol = symbol->origin;
  return symbol;
}

gboolean
rs_symbol_decides_type (const RsSymbol *symbol, const RsType *formal, gboolean *holds)
{
  const RsType *type = symbol ? symbol->type : NULL;

  if (!type || symbol->kind != RS_SYMBOL_VARIABLE || !(symbol->is_declared || symbol->is_parameter)
      || type->kind != RS_TYPE_NUMBER || !rs_element_is_integer (type->element) || type->element == RS_ELEMENT_INT64
      || formal->kind != RS_TYPE_NUMBER || !rs_element_is_integer (formal->element)
      || formal->element == RS_ELEMENT_INT64)
    return FALSE;
  *holds = formal->element == type->element;
  return TRUE;
}
