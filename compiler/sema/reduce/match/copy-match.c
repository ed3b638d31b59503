/* Replacements with their operands, made part of the program.
 *
 * A reduction is resolved where it is defined, so that the names in its replacement mean what they mean there; a copy
 * of it names the same things from the place of use, captured by the functions between. Operands keep their meaning
 * too, also where a replacement puts them into a lambda. Lambdas in a copy get scopes of their own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/syntax/copy.h"

typedef struct {
  RsReducer *self;
  const RsMatch *match; /* NULL while an operand is copied */
  RsScope *home;        /* of the place */
  GHashTable *symbols;  /* variables of copied lambdas and replacements -> the new ones */
  RsSpan span;          /* of what comes from the replacement */
  const RsMaker *maker; /* of that */
} Copy;

static RsNode *copy (Copy *c, const RsNode *node, RsScope *scope);

/* --- names --- */

static gboolean
is_bound_to (RsReducer *self, const RsScope *scope, const RsSymbol *symbol)
{
  const RsSymbol *own = scope->node->kind == RS_NODE_LAMBDA ? g_hash_table_lookup (self->lambda_names, scope)
                                                            : scope->node->symbol;

  if (!own || own != symbol)
    return FALSE;
  return own->kind == RS_SYMBOL_VARIABLE || (own->overloads && own->overloads->len == 1);
}

RsSymbol *
rs_reduce_see (RsReducer *self, RsScope *scope, const RsSymbol *symbol)
{
  RsSymbol *origin = (RsSymbol *)rs_symbol_get_origin (symbol), *outer, *captured;

  if (!origin || (origin->kind != RS_SYMBOL_VARIABLE && origin->kind != RS_SYMBOL_FUNCTION))
    return origin;
  if (scope == origin->scope || !scope->parent || scope->parent->module != scope->module)
    return origin;
  outer = rs_reduce_see (self, scope->parent, origin);
  captured = rs_scope_capture (scope, outer);
  if (is_bound_to (self, scope, outer))
    captured->is_self = TRUE;
  return captured;
}

RsSymbol *
rs_reduce_temporary (RsReducer *self, RsScope *scope, RsSpan span)
{
  g_autofree char *name = g_strdup_printf ("operand_%u", ++self->n_temporaries);
  RsNode *first = rs_arena_new0 (self->module->arena, RsNode);
  RsSymbol *symbol;

  first->kind = RS_NODE_NAME;
  first->span = span;
  first->name = rs_names_intern (scope->module->names, name, -1);
  symbol = rs_scope_add_variable (scope, first->name, first);
  first->symbol = symbol;
  symbol->first_target = first;
  symbol->is_assigned_again = TRUE;
  return symbol;
}

RsNode *
rs_reduce_name (RsReducer *self, RsSymbol *symbol, RsSpan span)
{
  RsNode *node = rs_reduce_node (self, RS_NODE_NAME, span, 0);

  node->name = symbol->name;
  node->symbol = symbol;
  return node;
}

RsNode *
rs_reduce_node (RsReducer *self, RsNodeKind kind, RsSpan span, guint n, ...)
{
  RsNode *node = rs_arena_new0 (self->module->arena, RsNode);
  va_list children;

  node->kind = kind;
  node->span = span;
  node->n_children = n;
  node->children = rs_arena_array (self->module->arena, RsNode *, n + 1);
  va_start (children, n);
  for (guint i = 0; i < n; i++)
    node->children[i] = va_arg (children, RsNode *);
  va_end (children);
  return node;
}

RsNode *
rs_reduce_builtin (RsReducer *self, guint id, RsSpan span)
{
  RsSymbol *symbol = rs_arena_new0 (self->module->arena, RsSymbol);

  symbol->kind = RS_SYMBOL_BUILTIN;
  symbol->builtin = rs_builtin_get (id);
  symbol->name = rs_names_intern (self->module->names, symbol->builtin->name, -1);
  symbol->type = &rs_type_unknown;
  return rs_reduce_name (self, symbol, span);
}

static RsSymbol *
new_local (Copy *c, const RsSymbol *old)
{
  RsSymbol *symbol = rs_reduce_temporary (c->self, c->home, c->span);

  symbol->is_data = old->is_data;
  g_hash_table_insert (c->symbols, (gpointer)old, symbol);
  return symbol;
}

/* A type parameter of the reduction: a name in the place's scope for what it stands for. */
static RsSymbol *
bind_type (Copy *c, const RsSymbol *old)
{
  const RsBinding *binding = rs_deduction_find (c->match->types, old->name);
  g_autofree char *name = g_strdup_printf ("%s_%u", old->name, ++c->self->n_temporaries);
  RsNode *parameter = rs_reduce_node (c->self, RS_NODE_PARAMETER, c->span, 2, NULL, NULL);
  RsSymbol *symbol;

  if (!binding || binding->kind != RS_BINDING_TYPE)
    return (RsSymbol *)old;
  parameter->name = rs_names_intern (c->home->module->names, name, -1);
  rs_scope_bind_type (c->home, parameter, binding->type);
  symbol = rs_scope_find_type (c->home, parameter->name);
  g_hash_table_insert (c->symbols, (gpointer)old, symbol);
  return symbol;
}

static RsSymbol *
copy_symbol (Copy *c, const RsNode *node, RsNode *new, RsScope *scope)
{
  RsSymbol *old = (RsSymbol *)rs_symbol_get_origin (node->symbol);
  RsSymbol *symbol = g_hash_table_lookup (c->symbols, old);

  if (c->match && c->match->types && old->kind == RS_SYMBOL_TYPE && old->scope == c->match->reduction->scope)
    return symbol ? symbol : bind_type (c, old);

  if (!symbol && c->match && old->kind == RS_SYMBOL_VARIABLE && old->scope == c->match->reduction->scope)
    symbol = new_local (c, old);
  if (!symbol)
    return rs_reduce_see (c->self, scope, old);
  if (old->first_target == node)
    symbol->first_target = new;
  return rs_reduce_see (c->self, scope, symbol);
}

/* --- operands --- */

/* All copies of one operand, and of its copies, make one group. */
static void
join_group (Copy *c, const RsNode *operand, RsNode *new)
{
  GHashTable *groups = c->self->groups;
  RsGroup *group = g_hash_table_lookup (groups, operand);

  if (rs_reduce_is_plain (operand))
    return;
  if (!group)
    {
      group = rs_arena_new0 (c->self->module->arena, RsGroup);
      group->scope = c->home;
      g_hash_table_insert (groups, (gpointer)operand, group);
    }
  g_hash_table_insert (groups, new, group);
}

static RsNode *
copy_operand (Copy *c, const RsNode *operand, RsScope *scope)
{
  g_autoptr (GHashTable) symbols = g_hash_table_new (NULL, NULL);
  Copy inner = { c->self, NULL, c->home, symbols, c->span, NULL };
  RsNode *new = copy (&inner, operand, scope);

  if (c->match)
    join_group (c, operand, new);
  return new;
}

static gboolean
is_number (RsReducer *self, const RsNode *node)
{
  return rs_infer_type (&self->inference, node)->kind == RS_TYPE_NUMBER;
}

/* A variadic variable by itself: a vector of numbers, else a cell vector. */
static RsNode *
copy_list (Copy *c, const RsOperand *operand, RsScope *scope)
{
  RsNode *node = rs_reduce_node (c->self, RS_NODE_MATRIX, c->span, 0);

  node->n_children = operand->list->len;
  node->children = rs_arena_array (c->self->module->arena, RsNode *, operand->list->len + 1);
  for (guint i = 0; i < operand->list->len; i++)
    {
      const RsNode *item = g_ptr_array_index (operand->list, i);

      if (!is_number (c->self, item))
        node->kind = RS_NODE_CELL;
      node->children[i] = copy_operand (c, item, scope);
    }
  if (operand->list->len == 0)
    node->kind = RS_NODE_CELL;
  return node;
}

/* --- trees --- */

static const RsOperand *
find_spread (const Copy *c, const RsNode *node)
{
  const RsNode *name = node && node->kind == RS_NODE_SPREAD ? rs_node_child (node, 0) : NULL;
  const RsOperand *operand = c->match && name && name->kind == RS_NODE_NAME ? rs_match_find (c->match, name->symbol)
                                                                            : NULL;

  return operand && operand->list ? operand : NULL;
}

static void
copy_children (Copy *c, const RsNode *node, RsNode *new, RsScope *scope)
{
  g_autoptr (GPtrArray) children = g_ptr_array_new ();

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsOperand *spread = find_spread (c, node->children[i]);

      for (guint k = 0; spread && k < spread->list->len; k++)
        g_ptr_array_add (children, copy_operand (c, g_ptr_array_index (spread->list, k), scope));
      if (!spread)
        g_ptr_array_add (children, copy (c, node->children[i], scope));
    }
  new->n_children = children->len;
  new->children = rs_arena_array (c->self->module->arena, RsNode *, children->len + 1);
  for (guint i = 0; i < children->len; i++)
    new->children[i] = g_ptr_array_index (children, i);
}

static void
copy_variables (Copy *c, const RsScope *old, RsScope *scope)
{
  for (guint i = 0; i < old->variables->len; i++)
    {
      RsSymbol *variable = g_ptr_array_index (old->variables, i);
      RsSymbol *new = rs_scope_add_variable (scope, variable->name, variable->first);

      new->first_target = variable->first_target;
      new->type = variable->type;
      new->is_parameter = variable->is_parameter;
      new->is_output = variable->is_output;
      new->is_declared = variable->is_declared;
      new->is_data = variable->is_data;
      new->is_assigned_again = variable->is_assigned_again;
      g_hash_table_insert (c->symbols, variable, new);
    }
}

static void
copy_lambda (Copy *c, const RsNode *node, RsNode *new, RsScope *scope)
{
  RsScope *inner = rs_scope_new (scope->module, scope, new, scope->precision);

  if (node->scope)
    copy_variables (c, node->scope, inner);
  copy_children (c, node, new, inner);
}

static void
copy_marks (Copy *c, const RsNode *node, RsNode *new)
{
  gpointer value;

  if ((value = g_hash_table_lookup (c->self->tried, node)))
    g_hash_table_insert (c->self->tried, new, g_ptr_array_ref (value));
  if ((value = g_hash_table_lookup (c->self->makers, node)))
    g_hash_table_insert (c->self->makers, new, value);
  if ((value = g_hash_table_lookup (c->self->chains, node)))
    g_hash_table_insert (c->self->chains, new, value);
  if ((value = g_hash_table_lookup (c->self->origins, node)))
    g_hash_table_insert (c->self->origins, new, value);
  if ((value = g_hash_table_lookup (c->self->groups, node)))
    g_hash_table_insert (c->self->groups, new, value);
}

/* An assignment in a replacement changes a variable of the user's. */
static void
note_assignment (Copy *c, RsNode *new)
{
  RsNode *target = rs_node_child (new, RS_ASSIGN_TARGET);

  if (!c->match || !target || target->kind != RS_NODE_NAME || !target->symbol)
    return;
  target->symbol->is_assigned_again = TRUE;
  target->symbol->is_data = FALSE;
  if (!target->symbol->first_target && target->symbol->kind == RS_SYMBOL_VARIABLE && !target->symbol->is_parameter)
    target->symbol->first_target = target;
}

/* The number that an integer parameter of the reduction stands for, or NULL. */
static RsNode *
copy_number (Copy *c, const RsNode *node)
{
  const RsSymbol *symbol = c->match && c->match->types && node ? rs_symbol_get_origin (node->symbol) : NULL;
  const RsBinding *binding = symbol && symbol->kind == RS_SYMBOL_TYPE && symbol->scope == c->match->reduction->scope
                                 ? rs_deduction_find (c->match->types, symbol->name)
                                 : NULL;
  RsNode *number;

  if (!binding || binding->kind != RS_BINDING_VALUE)
    return NULL;
  number = rs_reduce_node (c->self, RS_NODE_NUMBER, c->span, 0);
  number->flags = RS_NODE_INTEGER;
  number->number = (double)binding->value;
  return number;
}

static RsNode *
copy (Copy *c, const RsNode *node, RsScope *scope)
{
  const RsOperand *operand = c->match && node && node->kind == RS_NODE_NAME ? rs_match_find (c->match, node->symbol)
                                                                            : NULL;
  RsNode *new;

  if (!node)
    return NULL;
  if ((new = copy_number (c, node)))
    return new;
  if (operand && (operand->node || operand->list))
    return operand->list ? copy_list (c, operand, scope) : copy_operand (c, operand->node, scope);
  c->self->effort.n_visits++;
  new = rs_arena_memdup (c->self->module->arena, node, sizeof *node);
  new->scope = NULL;
  if (c->match)
    {
      new->span = c->span;
      g_hash_table_insert (c->self->makers, new, (gpointer)c->maker);
    }
  else
    copy_marks (c, node, new);
  if (node->kind == RS_NODE_LAMBDA)
    copy_lambda (c, node, new, scope);
  else
    copy_children (c, node, new, scope);
  if (node->symbol)
    {
      new->symbol = copy_symbol (c, node, new, scope);
      new->name = new->symbol ? new->symbol->name : new->name;
    }
  if (new->kind == RS_NODE_ASSIGN)
    note_assignment (c, new);
  return new;
}

RsNode *
rs_reduce_instantiate (RsReducer *self, const RsMatch *match, const RsNode *part, const RsPlace *place)
{
  g_autoptr (GHashTable) symbols = g_hash_table_new (NULL, NULL);
  RsMaker *maker = rs_arena_new0 (self->module->arena, RsMaker);
  Copy c = { self, match, place->scope, symbols, (*place->slot)->span, maker };
  RsScope *scope = place->scope;

  maker->reduction = match->reduction;
  maker->next = g_hash_table_lookup (self->makers, *place->slot);
  return copy (&c, part, scope);
}

RsNode *
rs_reduce_copy (RsReducer *self, const RsNode *node, RsScope *scope)
{
  g_autoptr (GHashTable) symbols = g_hash_table_new (NULL, NULL);
  Copy c = { self, NULL, scope, symbols, node->span, NULL };

  return copy (&c, node, scope);
}
