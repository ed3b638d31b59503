/* From the text of a class to its description: members with types, defaults and offsets.
 *
 * Requires: the types of the scope are computed. A class is described when first asked for, its base before it; what is
 * wrong with it (a base that is no class, members of equal names, a class inside itself) is left out here and reported
 * by check-class.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/names/types/generic-type.h"

#include <string.h>

/* Marks a class that is being described: it can't be its own base or part. */
static const RsClass in_progress;

static const RsClass *
finished (const RsClass *class)
{
  return class == &in_progress ? NULL : class;
}

static const RsClass *
describe_type (const RsType *type)
{
  RsSymbol *symbol = type->kind == RS_TYPE_CLASS ? type->class_symbol : NULL;

  if (!symbol)
    return NULL;
  return finished (symbol->class_description ? symbol->class_description : rs_class_describe (symbol));
}

/* --- defaults --- */

static gboolean
is_literal (const RsNode *value)
{
  if (value->kind == RS_NODE_UNARY && value->op == RS_OP_NEGATE)
    value = rs_node_child (value, 0);
  if (!value)
    return FALSE;
  if (value->kind == RS_NODE_NUMBER)
    return !(value->flags & RS_NODE_IMAGINARY);
  return value->kind == RS_NODE_STRING
         || (value->kind == RS_NODE_NAME
             && (strcmp (value->name, "true") == 0 || strcmp (value->name, "false") == 0
                 || strcmp (value->name, "null") == 0 || strcmp (value->name, "nullptr") == 0));
}

static gboolean
has_known_size (const RsType *type)
{
  if (type->rank == 0)
    return FALSE;
  for (int i = 0; i < type->rank; i++)
    if (type->sizes[i] < 0)
      return FALSE;
  return TRUE;
}

/* Whether a member of the type has a value when nobody gives it one (manual 2.2.6: matrices have none). */
static gboolean
has_zero (const RsType *type, RsClassKind kind)
{
  const RsClass *inner;

  switch (type->kind)
    {
    case RS_TYPE_NUMBER:
    case RS_TYPE_STRING:
    case RS_TYPE_POINTER:
    case RS_TYPE_UNKNOWN:
      return TRUE;
    case RS_TYPE_ARRAY:
      return kind == RS_CLASS_DYNAMIC || has_known_size (type);
    case RS_TYPE_CLASS:
      inner = describe_type (type);
      return kind == RS_CLASS_DYNAMIC || (inner && (inner->is_constructible || inner->kind == RS_CLASS_DYNAMIC));
    default:
      return kind == RS_CLASS_DYNAMIC;
    }
}

static RsDefaultKind
kind_of_default (const RsClassMember *member, RsClassKind kind, gboolean is_instance)
{
  if (member->default_value)
    return is_literal (member->default_value) ? RS_DEFAULT_LITERAL : RS_DEFAULT_EXPRESSION;
  if (has_zero (member->type, kind))
    return RS_DEFAULT_ZERO;
  /* stack[int]() begins with empty arrays (manual 7.5). */
  return is_instance && (member->type->kind == RS_TYPE_ARRAY || member->type->kind == RS_TYPE_CELL) ? RS_DEFAULT_EMPTY
                                                                                                    : RS_DEFAULT_NONE;
}

/* --- layout --- */

static gsize
bytes_of_element (RsElement element, RsPrecision precision)
{
  if (element == RS_ELEMENT_INT64)
    return 4; /* the host's int */
  if (element == RS_ELEMENT_DOUBLE)
    return precision == RS_PRECISION_DOUBLE ? 8 : 4;
  if (element == RS_ELEMENT_CDOUBLE)
    return precision == RS_PRECISION_DOUBLE ? 16 : 8;
  return rs_element_get_bytes (element);
}

static gsize
alignment_of_element (RsElement element, gsize bytes)
{
  return MAX (1, rs_element_is_complex (element) ? bytes / 2 : bytes);
}

static void
place_member (RsClass *class, RsClassMember *member, RsPrecision precision)
{
  const RsType *type = member->type;
  const RsClass *inner = describe_type (type);
  gsize alignment = 8;
  gboolean plain = TRUE;

  member->bytes = 8;
  if (type->kind == RS_TYPE_NUMBER)
    {
      member->bytes = bytes_of_element (type->element, precision);
      alignment = alignment_of_element (type->element, member->bytes);
    }
  else if (type->kind == RS_TYPE_ARRAY && has_known_size (type))
    {
      gsize n = 1;

      for (int i = 0; i < type->rank; i++)
        n *= (gsize)type->sizes[i];
      member->bytes = n * rs_element_get_bytes (type->element);
      alignment = alignment_of_element (type->element, rs_element_get_bytes (type->element));
    }
  else if (inner && inner->kind != RS_CLASS_DYNAMIC)
    {
      member->bytes = inner->bytes;
      alignment = inner->alignment;
      plain = inner->is_plain;
    }
  else
    plain = FALSE;
  class->is_plain = class->is_plain && plain;
  class->alignment = MAX (class->alignment, alignment);
  member->offset = (class->bytes + alignment - 1) / alignment * alignment;
  class->bytes = member->offset + member->bytes;
}

/* --- members --- */

static gboolean
is_host_number (const RsType *type)
{
  return type->kind == RS_TYPE_NUMBER && type->overflow == RS_OVERFLOW_DEFAULT
         && (type->element == RS_ELEMENT_INT64 || type->element == RS_ELEMENT_DOUBLE);
}

static void
add_member (RsClass *class, RsScope *scope, const RsNode *node)
{
  const RsNode *type = rs_node_child (node, RS_PARAMETER_TYPE);
  RsClassMember *member;

  if (!node->name || rs_class_find_member (class, node->name) >= 0)
    return;
  member = &class->members[class->n_members];
  member->name = class->names[class->n_members] = node->name;
  member->node = node;
  member->type = type ? rs_scope_type_of_node (scope->module->arena, scope, type) : &rs_type_unknown;
  member->default_value = rs_node_child (node, RS_PARAMETER_DEFAULT);
  member->default_kind = kind_of_default (member, class->kind, class->symbol->generic != NULL);
  member->is_host_number = is_host_number (member->type);
  place_member (class, member, scope->precision);
  class->n_members++;
  class->is_constructible = class->is_constructible && member->default_kind != RS_DEFAULT_NONE;
  class->takes_numbers = class->takes_numbers && (member->type->kind != RS_TYPE_NUMBER || member->is_host_number);
  class->has_open_member = class->has_open_member || member->type->kind == RS_TYPE_UNKNOWN;
}

static void
inherit (RsClass *class, const RsClass *base)
{
  class->base = base;
  class->kind = base->kind;
  memcpy (class->members, base->members, base->n_members * sizeof *base->members);
  memcpy (class->names, base->names, base->n_members * sizeof *base->names);
  class->n_members = base->n_members;
  class->is_constructible = base->is_constructible;
  class->takes_numbers = base->takes_numbers;
  class->is_plain = base->is_plain;
  class->has_open_member = base->has_open_member;
  class->bytes = base->bytes;
  class->alignment = base->alignment;
}

static const RsClass *
find_base (RsSymbol *symbol, const RsNode *definition)
{
  const RsNode *node = rs_node_child (definition, RS_CLASS_BASE);

  return node ? describe_type (rs_scope_type_of_node (symbol->scope->module->arena, symbol->scope, node)) : NULL;
}

const RsClass *
rs_class_describe (RsSymbol *symbol)
{
  g_assert (symbol->kind == RS_SYMBOL_TYPE);

  const RsNode *definition = rs_node_child (symbol->declaration, RS_TYPE_DEFINITION_DEFINITION);
  RsArena *arena = symbol->scope->module->arena;
  const RsClass *base;
  RsClass *class;
  guint most;

  if (symbol->class_description)
    return finished (symbol->class_description);
  symbol->class_description = &in_progress;
  base = find_base (symbol, definition);
  most = definition->n_children + (base ? base->n_members : 0);
  class = rs_arena_new0 (arena, RsClass);
  class->symbol = symbol;
  class->name = symbol->name;
  class->type = symbol->type;
  class->kind = definition->flags & RS_NODE_MUTABLE   ? RS_CLASS_MUTABLE
                : definition->flags & RS_NODE_DYNAMIC ? RS_CLASS_DYNAMIC
                                                      : RS_CLASS_IMMUTABLE;
  class->members = rs_arena_array (arena, RsClassMember, most + 1);
  class->names = rs_arena_array (arena, const char *, most + 1);
  class->is_constructible = class->takes_numbers = class->is_plain = TRUE;
  class->alignment = 1;
  if (base)
    inherit (class, base);
  for (guint i = RS_CLASS_FIRST_MEMBER; i < definition->n_children; i++)
    if (definition->children[i] && definition->children[i]->kind == RS_NODE_MEMBER)
      add_member (class, symbol->scope, definition->children[i]);
  class->bytes = (class->bytes + class->alignment - 1) / class->alignment * class->alignment;
  symbol->class_description = class;
  return class;
}

/* --- constructors --- */

static void
link_constructor (RsScope *scope, RsSymbol *function)
{
  RsSymbol *type = function->kind == RS_SYMBOL_FUNCTION ? rs_scope_find_type (scope, function->name) : NULL;

  if (type && type->type && type->type->kind == RS_TYPE_CLASS && !rs_symbol_is_generic_type (type))
    function->constructs = type;
}

void
rs_scope_link_constructors (RsScope *scope)
{
  GHashTable *tables[] = { scope->names, scope->functions };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      GHashTableIter iter;
      gpointer symbol;

      if (!tables[i])
        continue;
      g_hash_table_iter_init (&iter, tables[i]);
      while (g_hash_table_iter_next (&iter, NULL, &symbol))
        link_constructor (scope, symbol);
    }
}
