/* Enumerations: the numbers of their values, and what names them.
 *
 * An enumeration is an integer type (manual 3.10). declare.c has the values numbered when it meets the definition;
 * resolve.c then turns every `color.Red`, and every Red that is a pattern of a match, into the number itself, so that
 * nothing behind name resolution, kernels included, needs to know about enumerations. The number keeps the name it was
 * written with and the symbol of its type.
 *
 * Which enumeration a bare name in a pattern belongs to is told by the variable that is matched: its declared type, or
 * a value `color.Red` that it was given; otherwise by the only visible enumeration that has all names of the match.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"

#include <math.h>

#define MAX_ALIASES 100

/* The ENUM behind a type's symbol, other names of it included, or NULL. */
static RsNode *
enumeration_of (const RsSymbol *symbol)
{
  for (guint i = 0; i < MAX_ALIASES && symbol && symbol->kind == RS_SYMBOL_TYPE && symbol->declaration; i++)
    {
      RsNode *definition = symbol->declaration->kind == RS_NODE_TYPE_DEFINITION
                             ? rs_node_child (symbol->declaration, RS_TYPE_DEFINITION_DEFINITION) : NULL;

      if (!definition || definition->kind == RS_NODE_ENUM)
        return definition;
      if (definition->kind != RS_NODE_TYPE_NAME || definition->n_children > 0)
        return NULL;
      symbol = rs_scope_find_type (symbol->scope, definition->name);
    }
  return NULL;
}

gboolean
rs_symbol_is_enumeration (const RsSymbol *symbol)
{
  return enumeration_of (symbol) != NULL;
}

/* --- values --- */

static RsNode *
find_item (const RsNode *enumeration, const char *name, guint before)
{
  for (guint i = 0; i < MIN (enumeration->n_children, before); i++)
    {
      RsNode *item = enumeration->children[i];

      if (item && item->kind == RS_NODE_MEMBER && item->name == name)
        return item;
    }
  return NULL;
}

static gboolean evaluate (const RsNode *enumeration, guint before, const RsNode *node, double *value);

static gboolean
evaluate_binary (const RsNode *enumeration, guint before, const RsNode *node, double *value)
{
  double a, b;

  if (!evaluate (enumeration, before, node->children[0], &a) || !evaluate (enumeration, before, node->children[1], &b))
    return FALSE;
  switch (node->op)
    {
    case RS_OP_ADD:
      *value = a + b;
      return TRUE;
    case RS_OP_SUBTRACT:
      *value = a - b;
      return TRUE;
    case RS_OP_MULTIPLY:
      *value = a * b;
      return TRUE;
    case RS_OP_POWER:
      *value = pow (a, b);
      return TRUE;
    default:
      return FALSE;
    }
}

/* A constant integer expression over numbers and the values before this one. */
static gboolean
evaluate (const RsNode *enumeration, guint before, const RsNode *node, double *value)
{
  const RsNode *item;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      *value = node->number;
      return !(node->flags & RS_NODE_IMAGINARY);
    case RS_NODE_UNARY:
      if (node->op == RS_OP_NOT || !evaluate (enumeration, before, node->children[0], value))
        return FALSE;
      *value = node->op == RS_OP_NEGATE ? -*value : *value;
      return TRUE;
    case RS_NODE_BINARY:
      return evaluate_binary (enumeration, before, node, value);
    case RS_NODE_NAME:
      if (!(item = find_item (enumeration, node->name, before)))
        return FALSE;
      *value = item->number;
      return TRUE;
    default:
      return FALSE;
    }
}

void
rs_declare_enumeration (RsResolver *self, const RsNode *definition)
{
  g_assert (definition->kind == RS_NODE_TYPE_DEFINITION);

  RsNode *enumeration = definition->children[RS_TYPE_DEFINITION_DEFINITION];
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL); /* interned */
  double next = 0;

  for (guint i = 0; i < enumeration->n_children; i++)
    {
      RsNode *item = enumeration->children[i];
      const RsNode *value;

      if (!item || item->kind != RS_NODE_MEMBER)
        continue;
      if (!g_hash_table_add (names, (gpointer)item->name))
        rs_resolver_report (self, RS_SEVERITY_ERROR, item, RS_SAY (ENUMERATION_TWICE), definition->name, item->name);
      if (rs_node_child (item, RS_PARAMETER_TYPE))
        rs_resolver_report (self, RS_SEVERITY_ERROR, item->children[RS_PARAMETER_TYPE], RS_SAY (ENUMERATION_TYPE));
      value = rs_node_child (item, RS_PARAMETER_DEFAULT);
      if (value && (!evaluate (enumeration, i, value, &next) || next != floor (next) || fabs (next) > 9e15))
        {
          rs_resolver_report (self, RS_SEVERITY_ERROR, value, RS_SAY (ENUMERATION_CONSTANT), item->name, item->name);
          next = 0;
        }
      item->number = next++;
    }
}

/* --- names --- */

/* Makes the node the number of item. */
static void
become_value (RsNode *node, const RsNode *item, RsSymbol *type)
{
  node->kind = RS_NODE_NUMBER;
  node->flags |= RS_NODE_INTEGER;
  node->n_children = 0;
  node->number = item->number;
  node->name = item->name;
  node->symbol = type;
}

static void
report_no_value (RsResolver *self, const RsNode *node, const RsNode *enumeration, const char *type_name)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const char *near = rs_suggest_item (enumeration, node->name);

  for (guint i = 0; i < enumeration->n_children && i < 8; i++)
    if (enumeration->children[i] && enumeration->children[i]->name)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", enumeration->children[i]->name);
  if (enumeration->n_children > 8)
    g_string_append (names, ", ...");
  if (near)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (ENUMERATION_NEAR), type_name, node->name, near);
  else
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (ENUMERATION_UNKNOWN), type_name, node->name, names->str);
}

gboolean
rs_resolve_enumeration_field (RsResolver *self, RsNode *field)
{
  g_assert (field->kind == RS_NODE_FIELD);

  const RsNode *object = rs_node_child (field, 0), *item;
  RsNode *enumeration;

  if (!object || object->kind != RS_NODE_NAME || !object->symbol || !field->name
      || !(enumeration = enumeration_of (object->symbol)))
    return FALSE;
  item = find_item (enumeration, field->name, enumeration->n_children);
  if (item)
    become_value (field, item, object->symbol);
  else
    {
      report_no_value (self, field, enumeration, object->name);
      field->kind = RS_NODE_ERROR;
      field->n_children = 0;
    }
  return TRUE;
}

/* --- patterns --- */

static void
collect_names (const RsNode *pattern, GPtrArray *names)
{
  if (pattern->kind == RS_NODE_NAME)
    g_ptr_array_add (names, (gpointer)pattern);
  else if (pattern->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < pattern->n_children; i++)
      collect_names (pattern->children[i], names);
}

static guint
count_items (const RsNode *enumeration, const GPtrArray *names)
{
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    n += find_item (enumeration, ((RsNode *)g_ptr_array_index (names, i))->name, enumeration->n_children) != NULL;
  return n;
}

typedef struct {
  const GPtrArray *names;
  RsSymbol *best;
  RsSymbol *other; /* another enumeration that has as many of the names */
  guint n_best;
} Search;

static void
consider_types (Search *search, const RsScope *scope)
{
  GHashTableIter iter;
  gpointer value;

  if (!scope->types)
    return;
  g_hash_table_iter_init (&iter, scope->types);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const RsNode *enumeration = enumeration_of (value);
      guint n = enumeration ? count_items (enumeration, search->names) : 0;

      if (n == 0 || n < search->n_best || (search->best && enumeration_of (search->best) == enumeration))
        continue;
      search->other = n == search->n_best ? value : NULL;
      if (n > search->n_best || !search->best)
        search->best = value;
      search->n_best = n;
    }
}

/* The enumeration that the names of a match belong to, of those that scope sees; *other: a second candidate. */
static RsSymbol *
find_enumeration (RsScope *scope, const GPtrArray *names, RsSymbol **other)
{
  Search search = { names, NULL, NULL, 0 };

  for (RsScope *s = scope; s; s = s->parent)
    {
      consider_types (&search, s);
      for (guint i = 0; s->imports && i < s->imports->len; i++)
        consider_types (&search, g_ptr_array_index (s->imports, i));
    }
  *other = search.other;
  return search.best;
}

static RsSymbol *
enumeration_of_subject (const RsNode *subject)
{
  if (subject && subject->kind == RS_NODE_TYPED && rs_node_child (subject, RS_TYPED_TYPE))
    {
      RsSymbol *type = subject->children[RS_TYPED_TYPE]->symbol;

      return enumeration_of (type) ? type : NULL;
    }
  if (subject && subject->kind == RS_NODE_NAME && subject->symbol)
    return rs_symbol_get_origin (subject->symbol)->enumeration;
  return NULL;
}

static void
resolve_bare_name (RsResolver *self, RsNode *name, RsSymbol *type, const RsSymbol *other)
{
  const RsNode *enumeration = enumeration_of (type);
  const RsNode *item = find_item (enumeration, name->name, enumeration->n_children);
  const RsNode *second = other ? find_item (enumeration_of (other), name->name, G_MAXUINT) : NULL;

  if (item && second && second->number != item->number)
    rs_resolver_report (self, RS_SEVERITY_ERROR, name, RS_SAY (ENUMERATION_AMBIGUOUS), name->name, type->name,
                        other->name, type->name, name->name);
  if (item)
    become_value (name, item, type);
}

void
rs_resolve_enumeration_patterns (RsResolver *self, RsNode *match)
{
  g_assert (match->kind == RS_NODE_MATCH);

  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  RsSymbol *other = NULL, *known = enumeration_of_subject (rs_node_child (match, RS_MATCH_SUBJECT)), *type = known;

  for (guint i = RS_MATCH_FIRST_ARM; i < match->n_children; i++)
    if (match->children[i] && match->children[i]->kind == RS_NODE_ARM && match->children[i]->children[RS_ARM_PATTERN])
      collect_names (match->children[i]->children[RS_ARM_PATTERN], names);
  if (names->len == 0 || (!type && !(type = find_enumeration (self->frame->scope, names, &other))))
    return;
  for (guint i = 0; i < names->len; i++)
    {
      RsNode *name = g_ptr_array_index (names, i);
      gboolean is_variable = rs_scope_lookup (self->frame->scope, name->name) != NULL;

      if (known || !is_variable)
        resolve_bare_name (self, name, type, other);
      if (known && name->kind == RS_NODE_NAME && !is_variable)
        {
          report_no_value (self, name, enumeration_of (known), known->name);
          name->kind = RS_NODE_ERROR;
        }
    }
}
