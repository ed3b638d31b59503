/* What names mean: the places where it is defined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/name-table.h"

#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer.h"

#include <string.h>

#define MAX_DEPTH 100 /* of types that stand for others, of classes derived from others */

typedef struct {
  const RsNameTable *table;
  guint index; /* of the module in which the name stands */
  const RsName *name;
  GArray *keys; /* element-type RsNameKey */
} Search;

static void
add_key (Search *self, const RsModule *module, const RsNode *node)
{
  int index = rs_name_table_find_module (self->table, module);
  RsNameKey key;

  if (index < 0 || node == NULL || !rs_name_find_offset (module, node, &key.offset))
    return;
  key.path = rs_name_table_get_path (self->table, (guint)index);
  g_array_append_val (self->keys, key);
}

static const RsModule *
get_own_module (const Search *self)
{
  return rs_name_table_get_module (self->table, self->index);
}

static const RsModule *
get_module_of (const RsNode *function)
{
  return function->scope != NULL ? function->scope->module : NULL;
}

/* --- members --- */

/* The MEMBER of that name in a class, in one of those that it is derived from, or in an enumeration. */
static const RsNode *
find_member (const RsSymbol *type, const char *name, const RsModule **module)
{
  for (guint depth = 0; type != NULL && depth < MAX_DEPTH; depth++)
    {
      const RsNode *definition, *base = NULL;

      type = type->generic != NULL ? type->generic : type;
      definition = type->declaration != NULL && type->declaration->kind == RS_NODE_TYPE_DEFINITION
                       ? rs_node_child (type->declaration, RS_TYPE_DEFINITION_DEFINITION)
                       : NULL;
      if (definition == NULL)
        return NULL;
      for (guint i = 0; i < definition->n_children; i++)
        if (definition->children[i] != NULL && definition->children[i]->kind == RS_NODE_MEMBER
            && definition->children[i]->name == name)
          {
            *module = type->scope->module;
            return definition->children[i];
          }
      base = definition->kind == RS_NODE_CLASS       ? rs_node_child (definition, RS_CLASS_BASE)
             : definition->kind == RS_NODE_TYPE_NAME ? definition
                                                     : NULL;
      type = base != NULL ? base->symbol : NULL;
    }
  return NULL;
}

static gboolean
add_member (Search *self, const RsSymbol *type)
{
  const RsModule *module = NULL;
  const RsNode *member = find_member (type, self->name->name, &module);

  if (member != NULL)
    add_key (self, module, member);
  return member != NULL;
}

/* --- symbols --- */

static void
add_type (Search *self, const RsSymbol *symbol)
{
  symbol = symbol->generic != NULL ? symbol->generic : symbol;
  add_key (self, symbol->scope->module, symbol->declaration);
}

static const RsSymbol *
find_type_in (const RsScope *scope, const char *name)
{
  return scope->types != NULL ? g_hash_table_lookup (scope->types, name) : NULL;
}

/* A function with the name of a type makes objects of it. */
static const RsSymbol *
find_constructed (const RsSymbol *function)
{
  const RsScope *scope = function->scope;
  const RsSymbol *type = find_type_in (scope, function->name);

  for (guint i = 0; type == NULL && scope->imports != NULL && i < scope->imports->len; i++)
    type = find_type_in (g_ptr_array_index (scope->imports, i), function->name);
  return type;
}

static void
add_function (Search *self, const RsSymbol *function)
{
  for (guint i = 0; i < function->overloads->len; i++)
    {
      const RsNode *overload = g_ptr_array_index (function->overloads, i);

      add_key (self, get_module_of (overload), overload);
    }
  if (find_constructed (function) != NULL)
    add_type (self, find_constructed (function));
}

static RsNameMeaning
add_symbol (Search *self, const RsSymbol *symbol)
{
  guint before = self->keys->len;

  symbol = rs_symbol_get_origin (symbol);
  if (symbol == NULL || symbol->kind == RS_SYMBOL_BUILTIN_TYPE)
    return RS_NAME_IS_OTHER;
  if (symbol->kind == RS_SYMBOL_BUILTIN)
    {
      const RsNameKey key = { g_intern_static_string ("built-in"), (guint32)symbol->builtin->id };

      g_array_append_val (self->keys, key);
      return RS_NAME_IS_BUILTIN;
    }
  if (symbol->kind == RS_SYMBOL_FUNCTION)
    add_function (self, symbol);
  else if (symbol->kind == RS_SYMBOL_TYPE)
    add_type (self, symbol);
  else if (symbol->scope != NULL)
    {
      add_key (self, symbol->scope->module, symbol->first);
      if (self->keys->len == before)
        add_key (self, symbol->scope->module, symbol->first_target);
    }
  return self->keys->len > before ? RS_NAME_IS_KNOWN : RS_NAME_IS_OTHER;
}

/* --- fields --- */

/* The type that a piece of type text names: stack of ^stack[T]. */
static const RsSymbol *
find_named_type (const RsNode *text)
{
  while (text != NULL && text->kind == RS_NODE_TYPE_POINTER)
    text = rs_node_child (text, 0);
  return text != NULL && text->kind == RS_NODE_TYPE_NAME && text->symbol != NULL && text->symbol->kind == RS_SYMBOL_TYPE
             ? text->symbol
             : NULL;
}

/* The type whose objects stack[T] (...) makes. */
static const RsSymbol *
find_made_type (const RsNode *call)
{
  const RsNode *callee = call != NULL && call->kind == RS_NODE_CALL ? call->children[RS_CALL_CALLEE] : NULL;
  const RsSymbol *symbol;

  if (callee == NULL || callee->kind != RS_NODE_INDEX || callee->children[RS_INDEX_ARRAY] == NULL)
    return NULL;
  symbol = rs_symbol_get_origin (callee->children[RS_INDEX_ARRAY]->symbol);
  return symbol != NULL && symbol->kind == RS_SYMBOL_FUNCTION ? find_constructed (symbol) : symbol;
}

/* In generic functions inference waits for an instance; what is declared is known before. */
static const RsSymbol *
find_declared_type (const RsNode *object)
{
  const RsSymbol *symbol = object->kind == RS_NODE_NAME ? rs_symbol_get_origin (object->symbol) : NULL;

  if (symbol == NULL || symbol->kind != RS_SYMBOL_VARIABLE)
    return NULL;
  if (symbol->type_node != NULL)
    return find_named_type (symbol->type_node);
  return symbol->is_parameter || symbol->is_assigned_again ? NULL : find_made_type (symbol->initial);
}

/* What the object is whose field it is. */
static RsNameMeaning
add_field_of (Search *self, const RsNode *object)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *type = rs_infer_expression (arena, object, get_own_module (self)->root->scope->precision);
  const RsClass *class = rs_type_get_class (type);

  if (class != NULL && add_member (self, class->symbol))
    return RS_NAME_IS_KNOWN;
  /* A dynamic object gets members when the program runs. */
  if (class != NULL)
    return class->kind == RS_CLASS_DYNAMIC ? RS_NAME_IS_OPEN : RS_NAME_IS_OTHER;
  if (find_declared_type (object) != NULL && add_member (self, find_declared_type (object)))
    return RS_NAME_IS_KNOWN;
  return type->kind == RS_TYPE_UNKNOWN ? RS_NAME_IS_OPEN : RS_NAME_IS_OTHER;
}

static const RsNode *
find_field (const RsNode *node, RsSpan span)
{
  const RsNode *found = NULL;

  if (node->kind == RS_NODE_FIELD && node->span.start == span.start && node->span.end == span.end)
    return node;
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->children[i] != NULL)
      found = find_field (node->children[i], span);
  return found;
}

/* In a generic function types are known in each of its instances. */
static RsNameMeaning
add_field_of_instances (Search *self)
{
  const RsScope *scope = self->name->function != NULL ? self->name->function->scope : NULL;
  guint n = scope != NULL && scope->instances != NULL ? scope->instances->len : 0;
  RsNameMeaning meaning = n > 0 ? RS_NAME_IS_OTHER : RS_NAME_IS_OPEN;

  for (guint i = 0; i < n && meaning != RS_NAME_IS_OPEN; i++)
    {
      const RsGenericInstance *instance = g_ptr_array_index (scope->instances, i);
      const RsNode *field = find_field (instance->node, self->name->node->span);
      RsNameMeaning here = field != NULL ? add_field_of (self, field->children[0]) : RS_NAME_IS_OPEN;

      meaning = here == RS_NAME_IS_OTHER ? meaning : here;
    }
  return meaning;
}

/* color.Red in a macro, whose text is not resolved. */
static gboolean
add_value_in_macro (Search *self, const RsNode *object)
{
  const RsSymbol *type;

  if (self->name->around == NULL || object == NULL || object->kind != RS_NODE_NAME || object->symbol != NULL)
    return FALSE;
  type = rs_scope_lookup (get_own_module (self)->root->scope, object->name);
  return type != NULL && type->kind == RS_SYMBOL_TYPE && add_member (self, type);
}

static RsNameMeaning
add_field (Search *self)
{
  const RsNode *node = self->name->node, *object = node->kind == RS_NODE_FIELD ? node->children[0] : NULL;
  RsNameMeaning meaning;

  if (node->kind == RS_NODE_NUMBER)
    return add_member (self, self->name->symbol) ? RS_NAME_IS_KNOWN : RS_NAME_IS_OTHER;
  if (add_value_in_macro (self, object))
    return RS_NAME_IS_KNOWN;
  meaning = object != NULL ? add_field_of (self, object) : RS_NAME_IS_OPEN;
  if (meaning == RS_NAME_IS_OPEN && object != NULL)
    meaning = add_field_of_instances (self);
  /* obj.f (x) calls the function f where obj has no member f. */
  if (meaning != RS_NAME_IS_KNOWN && self->name->symbol != NULL
      && add_symbol (self, self->name->symbol) == RS_NAME_IS_KNOWN && meaning == RS_NAME_IS_OTHER)
    meaning = RS_NAME_IS_KNOWN;
  return meaning;
}

/* --- macros --- */

static gboolean
is_target (const RsNode *target, const char *name)
{
  if (target == NULL)
    return FALSE;
  if (target->kind == RS_NODE_NAME)
    return target->name == name;
  if (target->kind != RS_NODE_TYPED && target->kind != RS_NODE_MATRIX && target->kind != RS_NODE_SPREAD)
    return FALSE;
  for (guint i = 0; i < (target->kind == RS_NODE_TYPED ? 1 : target->n_children); i++)
    if (is_target (target->children[i], name))
      return TRUE;
  return FALSE;
}

/* Whether the name is a parameter or output of a macro, or the macro gives it a value. */
static gboolean
is_local_of (const RsNode *node, const char *name)
{
  if ((node->kind == RS_NODE_PARAMETER && node->name == name)
      || (((node->kind == RS_NODE_ASSIGN && node->op == RS_OP_ASSIGN) || node->kind == RS_NODE_FOR)
          && is_target (node->children[0], name)))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && is_local_of (node->children[i], name))
      return TRUE;
  return FALSE;
}

/* The first name of a macro's text that is called so stands for all. */
static RsNameMeaning
add_macro_local (Search *self, guint index, const RsNode *macro)
{
  const GArray *names = rs_name_table_get_names (self->table, index);

  for (guint i = 0; i < names->len; i++)
    {
      const RsName *name = &g_array_index (names, RsName, i);

      if (name->around == macro && name->name == self->name->name && name->kind == RS_NAME_PLAIN)
        {
          const RsNameKey key = { rs_name_table_get_path (self->table, index), name->offset };

          g_array_append_val (self->keys, key);
          return RS_NAME_IS_KNOWN;
        }
    }
  return RS_NAME_IS_OTHER;
}

static RsNameMeaning
add_inside_macro (Search *self)
{
  const RsModule *module = get_own_module (self);

  if (is_local_of (self->name->around, self->name->name))
    return add_macro_local (self, self->index, self->name->around);
  return add_symbol (self, rs_scope_lookup (module->root->scope, self->name->name));
}

/* {!name x=1} */
static RsNameMeaning
add_argument_of_macro (Search *self)
{
  const RsNode *use = self->name->parent, *callee = use->kind == RS_NODE_CALL ? rs_node_child (use, 0) : use;
  const RsName name = { .name = callee->name, .node = callee, .parent = use, .symbol = callee->symbol };
  const RsNode *macro;
  guint owner;

  if (callee->name == NULL)
    return RS_NAME_IS_OTHER;
  macro = rs_name_table_find_macro (self->table, self->index, &name, &owner);
  return macro != NULL ? add_macro_local (self, owner, macro) : RS_NAME_IS_OTHER;
}

/* --- arguments --- */

static gboolean
add_parameter (Search *self, const RsModule *module, RsNode *const *parameters, guint n)
{
  for (guint i = 0; i < n; i++)
    if (parameters[i] != NULL && parameters[i]->kind == RS_NODE_PARAMETER && parameters[i]->name == self->name->name)
      {
        add_key (self, module, parameters[i]);
        return TRUE;
      }
  return FALSE;
}

/* f (name := x): the parameter in each overload that has it, the member where f is a class, too. */
static RsNameMeaning
add_argument_of (Search *self, const RsSymbol *callee)
{
  gboolean found = FALSE;

  if (callee == NULL)
    return RS_NAME_IS_OPEN;
  if (callee->kind == RS_SYMBOL_BUILTIN || callee->kind == RS_SYMBOL_BUILTIN_TYPE)
    return RS_NAME_IS_OTHER;
  if (callee->kind == RS_SYMBOL_TYPE)
    return add_member (self, callee) ? RS_NAME_IS_KNOWN : RS_NAME_IS_OTHER;
  if (callee->kind == RS_SYMBOL_FUNCTION)
    {
      for (guint i = 0; i < callee->overloads->len; i++)
        {
          const RsNode *function = g_ptr_array_index (callee->overloads, i);
          const RsNode *parameters = rs_node_child (function, RS_FUNCTION_PARAMETERS);

          found |= parameters != NULL
                   && add_parameter (self, get_module_of (function), parameters->children, parameters->n_children);
        }
      found |= find_constructed (callee) != NULL && add_member (self, find_constructed (callee));
    }
  else if (callee->initial != NULL && callee->initial->kind == RS_NODE_LAMBDA && !callee->is_assigned_again)
    found = add_parameter (self, callee->scope->module, callee->initial->children, callee->initial->n_children);
  return found ? RS_NAME_IS_KNOWN : RS_NAME_IS_OPEN;
}

static RsNameMeaning
add_argument (Search *self)
{
  const RsNode *call = self->name->parent, *callee = call != NULL ? rs_node_child (call, 0) : NULL;

  if (call == NULL)
    return RS_NAME_IS_OTHER;
  if (add_argument_of_macro (self) == RS_NAME_IS_KNOWN)
    return RS_NAME_IS_KNOWN;
  if (call->kind == RS_NODE_ATTRIBUTE)
    return RS_NAME_IS_OTHER;
  if (call->kind == RS_NODE_META) /* $subs (x=1, ...) */
    return add_symbol (self, rs_scope_lookup (rs_scope_at ((RsModule *)get_own_module (self), self->name->offset),
                                              self->name->name));
  while (callee != NULL && callee->kind == RS_NODE_INDEX) /* stack[int](x:=1) */
    callee = rs_node_child (callee, RS_INDEX_ARRAY);
  return add_argument_of (self, callee != NULL ? rs_symbol_get_origin (callee->symbol) : NULL);
}

/* --- entry --- */

/* A value of an enumeration in the value of another one. */
static gboolean
add_enumeration_item (Search *self)
{
  const RsNode *enumeration = self->name->around;

  for (guint i = 0; enumeration != NULL && enumeration->kind == RS_NODE_ENUM && i < enumeration->n_children; i++)
    if (enumeration->children[i] != NULL && enumeration->children[i]->kind == RS_NODE_MEMBER
        && enumeration->children[i]->name == self->name->name)
      {
        add_key (self, get_own_module (self), enumeration->children[i]);
        return TRUE;
      }
  return FALSE;
}

static RsNameMeaning
add_plain (Search *self)
{
  const RsNode *node;
  guint owner;

  if (self->name->node->kind == RS_NODE_NUMBER)
    return add_member (self, self->name->symbol) ? RS_NAME_IS_KNOWN : RS_NAME_IS_OTHER;
  if (self->name->node->kind == RS_NODE_TYPE_DEFINITION)
    {
      add_key (self, get_own_module (self), self->name->node);
      return RS_NAME_IS_KNOWN;
    }
  if (self->name->symbol != NULL)
    return add_symbol (self, self->name->symbol);
  node = rs_name_table_find_macro (self->table, self->index, self->name, &owner);
  if (node == NULL && self->name->node->kind == RS_NODE_ATTRIBUTE)
    return RS_NAME_IS_OTHER;
  if (node == NULL && add_enumeration_item (self))
    return RS_NAME_IS_KNOWN;
  if (node == NULL && self->name->around != NULL && self->name->around->kind == RS_NODE_MACRO)
    return add_inside_macro (self);
  if (node == NULL && rs_builtin_find (self->name->name) == NULL)
    node = rs_name_table_find_pattern (self->table, self->index, self->name, &owner);
  if (node == NULL)
    return RS_NAME_IS_OTHER;
  add_key (self, rs_name_table_get_module (self->table, owner), node);
  return RS_NAME_IS_KNOWN;
}

static RsNameMeaning
add (Search *self)
{
  switch (self->name->kind)
    {
    case RS_NAME_FIELD:
      return add_field (self);
    case RS_NAME_ARGUMENT:
      return add_argument (self);
    case RS_NAME_MEMBER:
      add_key (self, get_own_module (self), self->name->node);
      return RS_NAME_IS_KNOWN;
    default:
      return add_plain (self);
    }
}

RsNameMeaning
rs_name_table_get_keys (const RsNameTable *table, guint index, const RsName *name, GArray *keys)
{
  guint before = keys->len;
  Search search = { table, index, name, keys };
  RsNameMeaning meaning = add (&search);

  /* What is defined in a library that was built has no place. */
  return meaning == RS_NAME_IS_KNOWN && keys->len == before ? RS_NAME_IS_OTHER : meaning;
}
