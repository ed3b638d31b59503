/* What a name means where it stands: variables before and after their first assignment, captures, types, built-ins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/imports/library-names.h"
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/foreign.h"

#define MAX_SUGGESTIONS 1000 /* messages of a file, beyond which names are no longer compared with all others */

const char *
rs_resolver_function_name (const RsScope *scope)
{
  return scope->node->kind == RS_NODE_FUNCTION && scope->node->name ? scope->node->name : "this function";
}

static RsSymbol *
find_builtin (RsResolver *self, const char *name)
{
  RsSymbol *symbol = g_hash_table_lookup (self->builtins, name);
  const RsBuiltin *builtin;

  if (symbol || !(builtin = rs_builtin_find (name)))
    return symbol;
  symbol = rs_arena_new0 (self->module->arena, RsSymbol);
  symbol->kind = RS_SYMBOL_BUILTIN;
  symbol->name = name;
  symbol->builtin = builtin;
  symbol->type = &rs_type_unknown;
  g_hash_table_insert (self->builtins, (gpointer)name, symbol);
  return symbol;
}

static RsSymbol *
find_builtin_type (RsResolver *self, const char *name)
{
  RsSymbol *symbol = g_hash_table_lookup (self->builtin_types, name);
  RsNode node = { .kind = RS_NODE_TYPE_NAME, .name = name };

  if (symbol || !rs_type_name_is_builtin (name))
    return symbol;
  symbol = rs_arena_new0 (self->module->arena, RsSymbol);
  symbol->kind = RS_SYMBOL_BUILTIN_TYPE;
  symbol->name = name;
  symbol->type = rs_type_from_node (self->module->arena, &node, self->precision, NULL, NULL);
  g_hash_table_insert (self->builtin_types, (gpointer)name, symbol);
  return symbol;
}

/* What name means to the world around a scope; *owner is the scope in which it was found, NULL for built-ins and types,
 * which need no capture. */
static RsSymbol *
find_outside (RsResolver *self, RsScope *scope, const char *name, gboolean callee, RsScope **owner)
{
  RsSymbol *symbol = NULL;

  *owner = NULL;
  if ((symbol = rs_scope_find_own_type (scope, name)))
    return symbol;
  for (guint i = 0; !symbol && scope->imports && i < scope->imports->len; i++)
    symbol = rs_scope_find_own (g_ptr_array_index (scope->imports, i), name, callee);
  if (symbol)
    {
      *owner = scope;
      return symbol;
    }
  for (RsScope *s = scope->parent; s; s = s->parent)
    if ((symbol = rs_scope_find_own (s, name, callee)))
      {
        *owner = s;
        return symbol;
      }
    else if ((symbol = rs_scope_find_own_type (s, name)))
      return symbol;
  if ((symbol = rs_scope_find_type (scope, name)))
    return symbol;
  if (callee)
    return (symbol = find_builtin (self, name)) ? symbol : find_builtin_type (self, name);
  return (symbol = find_builtin_type (self, name)) ? symbol : find_builtin (self, name);
}

static RsFrame *
frame_of_scope (RsResolver *self, const RsScope *scope)
{
  RsFrame *frame = self->frame;

  while (frame && frame->scope != scope)
    frame = frame->parent;
  return frame;
}

static RsSymbol *
find_capture (RsScope *scope, RsSymbol *symbol)
{
  for (guint i = 0; i < scope->captures->len; i++)
    if (rs_symbol_get_origin (g_ptr_array_index (scope->captures, i)) == rs_symbol_get_origin (symbol))
      return g_ptr_array_index (scope->captures, i);
  return rs_symbol_is_global (rs_symbol_get_origin (symbol)) ? symbol : NULL;
}

/* symbol of owner as seen in scope, captured by every function between. */
static RsSymbol *
capture (RsResolver *self, RsScope *scope, RsScope *owner, RsSymbol *symbol)
{
  RsSymbol *captured;
  RsFrame *frame;

  if (!owner || scope == owner || symbol->kind == RS_SYMBOL_SYMBOLIC)
    return symbol;
  /* eval: functions around it are finished; what they have not captured can only be reached at the top level. */
  if (scope->module != self->module)
    return find_capture (scope, symbol);
  symbol = capture (self, scope->parent, owner, symbol);
  if (!symbol)
    return NULL;
  captured = rs_scope_capture (scope, symbol);
  frame = frame_of_scope (self, scope);
  if (frame && frame->self == symbol)
    captured->is_self = TRUE;
  return captured;
}

RsSymbol *
rs_resolver_capture (RsResolver *self, RsScope *scope, RsScope *owner, RsSymbol *symbol)
{
  return capture (self, scope, owner, symbol);
}

static gboolean
is_variable (const RsSymbol *symbol)
{
  const RsSymbol *origin = rs_symbol_get_origin (symbol);

  return origin && origin->kind == RS_SYMBOL_VARIABLE;
}

/* own is a variable of this scope without a value so far: before its first assignment, the name means what it means
 * outside. In a loop that assigns it, though, it may have one already. */
static RsSymbol *
find_before_assignment (RsResolver *self, const RsNode *node, RsSymbol *own, gboolean callee)
{
  RsFrame *frame = self->frame;
  RsScope *owner = NULL;
  gboolean same_loop = frame->loop && g_hash_table_lookup (frame->first_loops, own) == frame->loop;
  RsSymbol *outer = frame->scope->functions ? g_hash_table_lookup (frame->scope->functions, node->name) : NULL;

  if (!outer)
    outer = find_outside (self, frame->scope, node->name, callee, &owner);
  if (!outer)
    return own;
  if (!is_variable (outer))
    return callee || !same_loop ? capture (self, frame->scope, owner, outer) : own;
  if (!same_loop)
    {
      frame->reads_outer = frame->reads_outer || frame->first_target == own;
      return capture (self, frame->scope, owner, outer);
    }
  if (frame->first_target == own)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (CLOSURE_IN_LOOP), node->name,
                        rs_resolver_function_name (frame->scope));
  return own;
}

/* NULL when there is none. */
RsSymbol *
rs_resolver_find (RsResolver *self, const RsNode *node, gboolean callee)
{
  RsFrame *frame = self->frame;
  RsSymbol *own = g_hash_table_lookup (frame->scope->names, node->name), *outer;
  RsScope *owner;

  if (own && own->kind == RS_SYMBOL_VARIABLE && !g_hash_table_contains (frame->assigned, own))
    return find_before_assignment (self, node, own, callee);
  if (own && own->kind != RS_SYMBOL_CAPTURED && !(callee && own->is_data))
    return own;
  if (own && callee && frame->scope->functions && (outer = g_hash_table_lookup (frame->scope->functions, node->name)))
    return outer;
  outer = find_outside (self, frame->scope, node->name, callee, &owner);
  if (!outer && callee)
    outer = find_outside (self, frame->scope, node->name, FALSE, &owner);
  if (outer)
    outer = capture (self, frame->scope, owner, outer);
  return outer ? outer : own;
}

/* 'text', which is a cell: said once for all names in it. */
static void
report_quoted_text (RsResolver *self, const RsNode *node)
{
  const RsNode *cell = g_steal_pointer (&self->quoted);
  g_autofree char *text = g_strndup (rs_source_get_text (self->module->source) + cell->span.start + 1,
                                     cell->span.end - cell->span.start - 2);

  rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_TEXT), node->name, text);
  self->quiet++;
}

gboolean
rs_resolver_may_suggest (const RsResolver *self)
{
  return rs_diagnostics_get_length (self->diagnostics) < MAX_SUGGESTIONS;
}

/* s.a = 1, x[3] = 1 of a name without a value: what is made first. FALSE: node is not what is assigned to. */
static gboolean
report_unmade (RsResolver *self, const RsNode *node)
{
  const RsNode *part = self->stored;

  if (part == NULL || (part->kind != RS_NODE_FIELD && part->kind != RS_NODE_INDEX) || rs_node_child (part, 0) != node)
    return FALSE;
  if (part->kind == RS_NODE_FIELD)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_OBJECT), node->name, node->name);
  else
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_ARRAY), node->name, node->name);
  return TRUE;
}

static void
report_unknown (RsResolver *self, const RsNode *node)
{
  const char *module = rs_library_find_module (node->name);
  const char *hint = rs_foreign_word_get_hint (node->name);
  const char *near = rs_resolver_may_suggest (self) ? rs_suggest_name (self->frame->scope, node->name) : NULL;

  if (self->quoted)
    report_quoted_text (self, node);
  else if (module)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_IMPORT), node->name, module);
  else if (!near && report_unmade (self, node))
    return;
  else if (hint)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_HINT), node->name, hint);
  else if (near)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_NEAR), node->name, near);
  else if (rs_resolver_may_suggest (self) && (near = rs_library_suggest_name (node->name, &module)))
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_NEAR_IMPORT), node->name, near, module);
  else if (rs_resolver_may_suggest (self) && (near = rs_foreign_suggest_word (node->name)))
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED_FOREIGN), node->name, near,
                        rs_foreign_word_get_hint (near));
  else
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (NOT_DEFINED), node->name);
}

void
rs_resolve_name (RsResolver *self, RsNode *node, gboolean callee)
{
  if (!node->name)
    return;
  if (node->scope)
    {
      RsSymbol *symbol = rs_scope_find_own (node->scope, node->name, callee);

      node->symbol = symbol ? capture (self, self->frame->scope, symbol->scope, symbol) : NULL;
      return;
    }
  node->symbol = rs_resolver_find (self, node, callee);
  /* A variable of an imported module: its value is used outside of its own text. */
  if (node->symbol && node->symbol->scope && node->symbol->scope->module != self->module)
    node->symbol->is_captured = TRUE;
  if (!node->symbol && self->quiet == 0 && !(callee && self->missing_library)
      && !g_hash_table_contains (self->soft_names, node->name))
    report_unknown (self, node);
}
