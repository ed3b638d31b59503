/* Instances of generic types: `stack[int]` is a class of its own, `grid[T] : mat[T]` an alias with parameters.
 *
 * An instance is a TYPE symbol, found again by its arguments, whose declaration is a copy of the definition. Its scope
 * holds the parameters as types; integers are numbers in the copy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/types/generic-type.h"

#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/names/types/binding.h"
#include "compiler/syntax/copy.h"

static const RsNode *
parameters_of (const RsSymbol *symbol)
{
  const RsNode *declaration = symbol->declaration;
  const RsNode *list = declaration && declaration->kind == RS_NODE_TYPE_DEFINITION
                         ? rs_node_child (declaration, RS_TYPE_DEFINITION_TYPE_PARAMETERS) : NULL;

  return list && list->n_children > 0 ? list : NULL;
}

gboolean
rs_symbol_is_generic_type (const RsSymbol *symbol)
{
  return symbol && symbol->kind == RS_SYMBOL_TYPE && parameters_of (symbol) != NULL;
}

gboolean
rs_node_is_generic (const RsNode *node)
{
  const RsNode *list = node && node->kind == RS_NODE_FUNCTION ? rs_node_child (node, RS_FUNCTION_TYPE_PARAMETERS)
                                                              : NULL;

  return list && list->n_children > 0;
}

guint
rs_type_get_nesting (const RsType *type)
{
  guint depth = 0;

  for (; type && (type->kind == RS_TYPE_CELL || type->kind == RS_TYPE_POINTER || type->kind == RS_TYPE_CLASS); depth++)
    {
      const RsType *inner = type->kind == RS_TYPE_CLASS ? NULL : type->item;

      if (type->kind == RS_TYPE_CLASS && type->class_symbol)
        for (guint i = 0; i < type->class_symbol->n_arguments; i++)
          if (type->class_symbol->arguments[i].kind == RS_BINDING_TYPE)
            inner = type->class_symbol->arguments[i].type;
      type = inner;
    }
  return depth;
}

gboolean
rs_generic_uses_parameter (const RsNode *node, const RsSymbol *parameter)
{
  if (node->symbol && node->kind != RS_NODE_PARAMETER && rs_symbol_get_origin (node->symbol) == parameter)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && rs_generic_uses_parameter (node->children[i], parameter))
      return TRUE;
  return FALSE;
}

/* --- making one --- */

typedef struct {
  RsArena *arena;
  const RsBinding *bindings;
  guint n;
} Copying;

static RsNode *
replace_number (const RsNode *node, gpointer data)
{
  const Copying *copying = data;

  if (node->kind != RS_NODE_NAME && node->kind != RS_NODE_TYPE_NAME)
    return NULL;
  for (guint i = 0; i < copying->n; i++)
    if (copying->bindings[i].kind == RS_BINDING_VALUE && copying->bindings[i].name == node->name)
      {
        RsNode *number = rs_arena_new0 (copying->arena, RsNode);

        number->kind = RS_NODE_NUMBER;
        number->flags = RS_NODE_INTEGER;
        number->span = node->span;
        number->number = (double)copying->bindings[i].value;
        return number;
      }
  return NULL;
}

/* A scope between the definition and what stands around it, in which the parameters are types. */
static RsScope *
scope_of_instance (RsSymbol *symbol, RsNode *declaration, const RsBinding *bindings, guint n)
{
  RsScope *parent = symbol->scope;
  RsScope *scope = rs_scope_new (parent->module, parent, declaration, parent->precision);

  g_ptr_array_set_size (parent->inner, parent->inner->len - 1); /* no function */
  for (guint i = 0; i < n; i++)
    if (bindings[i].kind == RS_BINDING_TYPE)
      rs_scope_bind_type (scope, parameters_of (symbol)->children[i], bindings[i].type);
  return scope;
}

static RsSymbol *
make_instance (RsSymbol *symbol, const RsBinding *bindings, guint n)
{
  RsModule *module = symbol->scope->module;
  RsArena *arena = module->arena;
  RsSymbol *instance = rs_arena_new0 (arena, RsSymbol);
  g_autofree char *arguments = rs_bindings_to_string (bindings, n);
  g_autofree char *name = g_strdup_printf ("%s[%s]", symbol->name, arguments);
  Copying copying = { arena, bindings, n };
  RsNodeCopy how = { .arena = arena, .replace = replace_number, .data = &copying };
  RsNode *declaration = rs_node_copy (&how, symbol->declaration);

  declaration->name = rs_names_intern (module->names, name, -1);
  declaration->children[RS_TYPE_DEFINITION_TYPE_PARAMETERS] = NULL;
  declaration->symbol = instance;
  instance->kind = RS_SYMBOL_TYPE;
  instance->name = declaration->name;
  instance->first = instance->declaration = declaration;
  instance->generic = symbol;
  instance->arguments = rs_arena_memdup (arena, bindings, n * sizeof *bindings);
  instance->n_arguments = n;
  instance->scope = scope_of_instance (symbol, declaration, bindings, n);
  if (!symbol->instances)
    {
      symbol->instances = g_ptr_array_new ();
      rs_arena_add_cleanup (arena, (GDestroyNotify)g_ptr_array_unref, symbol->instances);
    }
  g_ptr_array_add (symbol->instances, instance);
  rs_scope_compute_type (instance);
  if (instance->type->kind == RS_TYPE_CLASS && instance->type->class_symbol == instance)
    rs_class_describe (instance);
  rs_resolve_type_instance (instance->scope, declaration);
  return instance;
}

static RsSymbol *
find_instance (RsSymbol *symbol, const RsBinding *bindings, guint n)
{
  for (guint i = 0; symbol->instances && i < symbol->instances->len; i++)
    {
      RsSymbol *instance = g_ptr_array_index (symbol->instances, i);

      if (rs_bindings_equal (instance->arguments, bindings, n))
        return instance;
    }
  return NULL;
}

/* --- lookup --- */

static gboolean
read_arguments (RsSymbol *symbol, const RsNode *node, RsScope *scope, RsBinding *bindings, guint n)
{
  RsArena *arena = symbol->scope->module->arena;

  if (node->n_children != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const RsNode *argument = node->children[i];
      gint64 value;

      bindings[i] = (RsBinding){ .name = parameters_of (symbol)->children[i]->name };
      if (!argument)
        return FALSE;
      if (rs_size_from_node (argument, &value))
        {
          bindings[i].kind = RS_BINDING_VALUE;
          bindings[i].value = value;
          continue;
        }
      bindings[i].kind = RS_BINDING_TYPE;
      bindings[i].type
          = rs_type_from_node (arena, argument, symbol->scope->precision, rs_scope_lookup_type_node, scope);
      if (bindings[i].type == &rs_type_parameter || rs_type_get_nesting (bindings[i].type) > RS_GENERIC_MAX_NESTING
          || (bindings[i].type->kind == RS_TYPE_UNKNOWN && argument->kind != RS_NODE_TYPE_UNKNOWN))
        return FALSE;
    }
  return TRUE;
}

RsSymbol *
rs_generic_type_instance (RsSymbol *symbol, const RsBinding *bindings)
{
  g_assert (rs_symbol_is_generic_type (symbol));

  guint n = parameters_of (symbol)->n_children;
  RsSymbol *instance = find_instance (symbol, bindings, n);

  return instance ? instance : make_instance (symbol, bindings, n);
}

const RsType *
rs_scope_lookup_type_node (const RsNode *node, gpointer data)
{
  RsScope *scope = data;
  RsSymbol *symbol = node->symbol && node->symbol->kind == RS_SYMBOL_TYPE ? node->symbol
                     : scope ? rs_scope_find_type (scope, node->name) : NULL;
  guint n;
  RsBinding *bindings;

  if (!symbol)
    return NULL;
  if (symbol->declaration && symbol->declaration->kind == RS_NODE_PARAMETER
      && (!symbol->type || symbol->type->kind == RS_TYPE_UNKNOWN) && !symbol->is_declared)
    return &rs_type_parameter;
  if (!rs_symbol_is_generic_type (symbol))
    {
      if (!symbol->type)
        rs_scope_compute_type (symbol); /* while its module is being resolved */
      return symbol->type;
    }
  n = parameters_of (symbol)->n_children;
  bindings = g_newa (RsBinding, n);
  return read_arguments (symbol, node, scope, bindings, n) ? rs_generic_type_instance (symbol, bindings)->type
                                                           : &rs_type_parameter;
}
