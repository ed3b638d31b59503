/* Second pass: a symbol on every name.
 *
 * Requires: a parsed module; the first pass (declare.c) over its top level. Establishes: RsNode.symbol and
 * RsNode.scope, captures, declared types. The pass enters functions where they stand, and runs the first pass over
 * each before it resolves its body.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic.h"
#include "compiler/sema/resolve-private.h"
#include "compiler/syntax/foreign.h"

#include <string.h>

static void resolve (RsResolver *self, RsNode *node);
static void resolve_type (RsResolver *self, RsNode *node);

void
rs_resolver_report (RsResolver *self, RsSeverity severity, const RsNode *node, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report (self->diagnostics, severity, self->module->source, node->span, "%s", text);
}

/* --- frames --- */

static void
push_frame (RsResolver *self, RsFrame *frame, RsScope *scope)
{
  *frame = (RsFrame){ .parent = self->frame, .scope = scope };
  frame->assigned = g_hash_table_new (g_direct_hash, g_direct_equal);
  frame->first_loops = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->frame = frame;
}

static void
pop_frame (RsResolver *self)
{
  RsFrame *frame = self->frame;

  self->frame = frame->parent;
  g_hash_table_unref (frame->assigned);
  g_hash_table_unref (frame->first_loops);
}

static const char *
function_name (const RsScope *scope)
{
  return scope->node->kind == RS_NODE_FUNCTION && scope->node->name ? scope->node->name : "this function";
}

/* --- finding names --- */

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
    rs_resolver_report (self, RS_SEVERITY_ERROR, node,
                        "`%s` is a closure variable of %s and read-only; a new variable of that name can't start from it "
                        "in a loop: give it another name and a value before the loop",
                        node->name, function_name (frame->scope));
  return own;
}

/* NULL when there is none. */
static RsSymbol *
find_name (RsResolver *self, const RsNode *node, gboolean callee)
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

static void
report_unknown (RsResolver *self, const RsNode *node)
{
  const char *suggestion = rs_suggest_name (self->frame->scope, node->name);
  const char *hint = rs_foreign_word_get_hint (node->name);

  if (hint)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, "`%s` is not defined; %s", node->name, hint);
  else if (suggestion)
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, "`%s` is not defined; did you mean `%s`?", node->name, suggestion);
  else
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, "`%s` is not defined", node->name);
}

static void
resolve_name (RsResolver *self, RsNode *node, gboolean callee)
{
  if (!node->name)
    return;
  if (node->scope)
    {
      RsSymbol *symbol = rs_scope_find_own (node->scope, node->name, callee);

      node->symbol = symbol ? capture (self, self->frame->scope, symbol->scope, symbol) : NULL;
      return;
    }
  node->symbol = find_name (self, node, callee);
  /* A variable of an imported module: its value is used outside of its own text. */
  if (node->symbol && node->symbol->scope && node->symbol->scope->module != self->module)
    node->symbol->is_captured = TRUE;
  if (!node->symbol && self->quiet == 0 && !(callee && self->missing_library)
      && !g_hash_table_contains (self->soft_names, node->name))
    report_unknown (self, node);
}

/* --- types --- */

static void
resolve_type_name (RsResolver *self, RsNode *node)
{
  if (!node->name)
    return;
  node->symbol = rs_scope_find_type (self->frame->scope, node->name);
  if (!node->symbol && !rs_type_name_is_builtin (node->name))
    rs_resolver_report (self, RS_SEVERITY_WARNING, node, "unknown type `%s`; it is taken as ?? (any type)", node->name);
}

/* A misspelt access mode would silently read zeros. */
static void
check_modifiers (RsResolver *self, RsNode *node)
{
  static const char *const known[] = {
#define RS_MODIFIER(name) name,
#include "compiler/types/modifiers.def"
#undef RS_MODIFIER
    NULL
  };

  for (const char **modifier = node->modifiers; modifier && *modifier; modifier++)
    if (!g_strv_contains (known, *modifier) && !g_str_has_prefix (*modifier, "hw"))
      rs_resolver_report (self, RS_SEVERITY_WARNING, node,
                          "unknown modifier `'%s`; it is ignored (access modes are 'safe, 'circular, 'mirror, 'clamped,"
                          " 'checked and 'unchecked)", *modifier);
}

static void
resolve_type (RsResolver *self, RsNode *node)
{
  gboolean sizes = node->kind == RS_NODE_TYPE_SIZES || node->kind == RS_NODE_TYPE_DIMENSIONS;

  check_modifiers (self, node);
  if (node->kind == RS_NODE_TYPE_NAME)
    resolve_type_name (self, node);
  self->quiet += sizes;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      {
        if (sizes)
          resolve (self, node->children[i]);
        else
          resolve_type (self, node->children[i]);
      }
  self->quiet -= sizes;
}

/* Two declarations that disagree leave the variable open; each still checks its own value. */
static void
set_declared_type (RsResolver *self, RsSymbol *symbol, RsNode *type_node)
{
  const RsType *type;

  resolve_type (self, type_node);
  type = rs_scope_type_of_node (self->module->arena, self->frame->scope, type_node);
  symbol->type_node = type_node;
  symbol->is_constant = symbol->is_constant || type->is_const;
  symbol->boundary = type->boundary;
  if (type_node->kind == RS_NODE_TYPE_NAME && rs_symbol_is_enumeration (type_node->symbol))
    symbol->enumeration = type_node->symbol;
  if (symbol->type->kind != RS_TYPE_UNKNOWN && !rs_type_equal (symbol->type, type))
    {
      symbol->type = &rs_type_unknown;
      symbol->is_declared = FALSE;
    }
  else
    symbol->type = type;
}

/* --- functions --- */

static void
resolve_parameters (RsResolver *self, RsNode *const *parameters, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      RsNode *node = parameters[i];

      if (!node || node->kind != RS_NODE_PARAMETER)
        continue;
      if (rs_node_child (node, RS_PARAMETER_TYPE) && node->symbol)
        set_declared_type (self, node->symbol, node->children[RS_PARAMETER_TYPE]);
      if (rs_node_child (node, RS_PARAMETER_DEFAULT))
        resolve (self, node->children[RS_PARAMETER_DEFAULT]);
    }
}

static gboolean
mentions (const RsNode *node, const RsSymbol *symbol)
{
  if (node->symbol == symbol && node->kind != RS_NODE_PARAMETER)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && mentions (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

static void
warn_of_unused_type_parameters (RsResolver *self, const RsNode *function)
{
  const RsNode *list = rs_node_child (function, RS_FUNCTION_TYPE_PARAMETERS);

  for (guint i = 0; list && i < list->n_children; i++)
    {
      const RsNode *parameter = list->children[i];

      if (parameter && parameter->symbol && !mentions (function, parameter->symbol))
        rs_resolver_report (self, RS_SEVERITY_WARNING, parameter, "the type parameter `%s` of `%s` is not used",
                            parameter->name, function->name);
    }
}

/* An instance captures what the original captures, in the same order, so that a closure of either fits both. */
static void
capture_like_original (RsScope *scope, const RsNode *original)
{
  for (guint i = 0; original->scope && i < original->scope->captures->len; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (original->scope->captures, i);

      rs_scope_capture (scope, symbol->origin)->is_self = symbol->is_self;
    }
}

static void
resolve_function (RsResolver *self, RsNode *node)
{
  const RsNode *original = g_steal_pointer (&self->original);
  RsNode *outputs = rs_node_child (node, RS_FUNCTION_OUTPUTS);
  RsNode *parameters = rs_node_child (node, RS_FUNCTION_PARAMETERS);
  RsNode *body = rs_node_child (node, RS_FUNCTION_BODY);
  RsScope *scope = rs_scope_new (self->module, self->frame->scope, node, self->precision);
  RsFrame frame;

  push_frame (self, &frame, scope);
  if (node->symbol && (node->symbol->kind == RS_SYMBOL_VARIABLE || node->symbol->overloads->len == 1))
    frame.self = node->symbol;
  if (original)
    rs_declare_bindings (&frame, rs_node_child (original, RS_FUNCTION_TYPE_PARAMETERS), self->bindings,
                         self->n_bindings);
  if (rs_node_child (node, RS_FUNCTION_TYPE_PARAMETERS))
    rs_declare_type_parameters (self, &frame, rs_node_child (node, RS_FUNCTION_TYPE_PARAMETERS));
  if (parameters)
    rs_declare_parameters (self, &frame, parameters->children, parameters->n_children, FALSE);
  if (outputs)
    rs_declare_parameters (self, &frame, outputs->children, outputs->n_children, TRUE);
  if (body)
    rs_declare_statements (self, &frame, body);
  rs_scope_compute_types (scope);
  rs_scope_link_constructors (scope);
  if (original)
    capture_like_original (scope, original);
  if (parameters)
    resolve_parameters (self, parameters->children, parameters->n_children);
  if (outputs)
    resolve_parameters (self, outputs->children, outputs->n_children);
  if (body)
    resolve (self, body);
  rs_resolve_position (node);
  pop_frame (self);
  if (rs_node_is_generic (node))
    warn_of_unused_type_parameters (self, node);
  /* Under the name of an output, the function is a value from here on. */
  if (node->symbol && node->symbol->kind == RS_SYMBOL_VARIABLE)
    g_hash_table_add (self->frame->assigned, node->symbol);
}

static void
resolve_lambda (RsResolver *self, RsNode *node)
{
  const RsNode *original = g_steal_pointer (&self->original);
  RsSymbol *self_symbol = g_steal_pointer (&self->pending_self);
  RsScope *scope = rs_scope_new (self->module, self->frame->scope, node, self->precision);
  RsNode *body = rs_node_last (node);
  guint n = node->n_children > 0 ? node->n_children - 1 : 0;
  RsFrame frame;

  push_frame (self, &frame, scope);
  frame.self = self_symbol;
  rs_declare_parameters (self, &frame, node->children, n, FALSE);
  if (body)
    rs_declare_statements (self, &frame, body);
  if (original)
    capture_like_original (scope, original);
  resolve_parameters (self, node->children, n);
  if (body)
    resolve (self, body);
  rs_resolve_position (node);
  pop_frame (self);
}

/* --- reductions --- */

static void
append_child (RsResolver *self, RsNode *node, RsNode *child)
{
  RsNode **children = rs_arena_array (self->module->arena, RsNode *, node->n_children + 1);

  for (guint i = 0; i < node->n_children; i++)
    children[i] = node->children[i];
  children[node->n_children++] = child;
  node->children = children;
}

/* Names in a pattern that mean nothing are variables of any type: someop(x, a) with x declared only. */
static void
add_pattern_variables (RsResolver *self, RsNode *parameters, const RsNode *node)
{
  RsNode *parameter;
  guint first = node->kind == RS_NODE_CALL && node->n_children > 0 && node->children[0]
                && node->children[0]->kind == RS_NODE_NAME;

  if (node->kind == RS_NODE_NAME && node->name && !find_name (self, node, FALSE))
    {
      for (guint i = 0; i < parameters->n_children; i++)
        if (parameters->children[i] && parameters->children[i]->name == node->name)
          return;
      parameter = rs_arena_memdup (self->module->arena, node, sizeof *node);
      parameter->kind = RS_NODE_PARAMETER;
      parameter->n_children = 2;
      parameter->children = rs_arena_array (self->module->arena, RsNode *, 2);
      parameter->children[0] = parameter->children[1] = NULL;
      append_child (self, parameters, parameter);
    }
  for (guint i = first; i < node->n_children; i++)
    if (node->children[i])
      add_pattern_variables (self, parameters, node->children[i]);
}

/* Like a lambda: its variables are parameters, and its names mean what they mean here, wherever it is applied. */
static void
resolve_reduction (RsResolver *self, RsNode *node)
{
  RsNode *parameters = rs_node_child (node, RS_REDUCTION_PARAMETERS);
  RsFrame frame;

  if (!parameters || !rs_node_child (node, RS_REDUCTION_PATTERN) || !rs_node_child (node, RS_REDUCTION_REPLACEMENT))
    return;
  add_pattern_variables (self, parameters, node->children[RS_REDUCTION_PATTERN]);
  push_frame (self, &frame, rs_scope_new (self->module, self->frame->scope, node, self->precision));
  rs_declare_type_parameters (self, &frame, rs_node_child (node, RS_REDUCTION_TYPE_PARAMETERS));
  rs_declare_parameters (self, &frame, parameters->children, parameters->n_children, FALSE);
  rs_declare_statements (self, &frame, node->children[RS_REDUCTION_REPLACEMENT]);
  rs_scope_compute_types (frame.scope);
  resolve_parameters (self, parameters->children, parameters->n_children);
  self->quiet++;
  for (guint i = RS_REDUCTION_PATTERN; i < node->n_children; i++)
    if (node->children[i])
      resolve (self, node->children[i]);
  self->quiet--;
  pop_frame (self);
}

static void
resolve_symbolic (RsResolver *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *typed = node->children[i], *name = typed;

      if (typed && typed->kind == RS_NODE_TYPED)
        name = rs_node_child (typed, RS_TYPED_EXPRESSION);
      if (!name || name->kind != RS_NODE_NAME)
        continue;
      name->symbol = g_hash_table_lookup (self->frame->scope->names, name->name);
      if (typed->kind == RS_NODE_TYPED && name->symbol && rs_node_child (typed, RS_TYPED_TYPE))
        set_declared_type (self, name->symbol, typed->children[RS_TYPED_TYPE]);
    }
}

/* --- assignments --- */

static void
resolve_target (RsResolver *self, RsNode *target)
{
  RsNode *inner;

  switch (target->kind)
    {
    case RS_NODE_NAME:
      target->symbol = g_hash_table_lookup (self->frame->scope->names, target->name);
      if (target->symbol)
        g_hash_table_add (self->frame->assigned, target->symbol);
      break;
    case RS_NODE_TYPED:
      if ((inner = rs_node_child (target, RS_TYPED_EXPRESSION)))
        resolve_target (self, inner);
      if (!rs_node_child (target, RS_TYPED_TYPE))
        break;
      if (inner && inner->kind == RS_NODE_NAME && inner->symbol)
        set_declared_type (self, inner->symbol, target->children[RS_TYPED_TYPE]);
      else
        resolve_type (self, target->children[RS_TYPED_TYPE]);
      break;
    case RS_NODE_MATRIX:
    case RS_NODE_SPREAD:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          resolve_target (self, target->children[i]);
      break;
    default:
      resolve (self, target);
    }
}

/* a += x: a has to be a variable of this scope, or (on the top level) one that an imported module shares. */
static void
resolve_compound_target (RsResolver *self, RsNode *target)
{
  RsScope *scope = self->frame->scope;
  RsSymbol *own;

  if (target->kind != RS_NODE_NAME)
    {
      resolve (self, target);
      return;
    }
  own = g_hash_table_lookup (scope->names, target->name);
  if (own && own->kind == RS_SYMBOL_VARIABLE)
    {
      target->symbol = own;
      return;
    }
  resolve_name (self, target, FALSE);
  if (target->symbol && target->symbol->kind == RS_SYMBOL_CAPTURED)
    rs_resolver_report (self, RS_SEVERITY_ERROR, target,
                        "`%s` is a closure variable of %s and read-only; return the new value, or keep it in an array "
                        "and change an element of that", target->name, function_name (scope));
  else if (target->symbol && target->symbol->kind != RS_SYMBOL_VARIABLE && target->symbol->kind != RS_SYMBOL_SYMBOLIC)
    rs_resolver_report (self, RS_SEVERITY_ERROR, target, "`%s` has no value yet that could be changed; assign one first",
                        target->name);
}

/* The variable that target names, when it has no value so far. */
static RsSymbol *
first_target (RsResolver *self, const RsNode *target)
{
  RsSymbol *symbol;

  if (target->kind == RS_NODE_TYPED)
    target = rs_node_child (target, RS_TYPED_EXPRESSION);
  if (!target || target->kind != RS_NODE_NAME)
    return NULL;
  symbol = g_hash_table_lookup (self->frame->scope->names, target->name);
  return symbol && !g_hash_table_contains (self->frame->assigned, symbol) ? symbol : NULL;
}

static void
resolve_value (RsResolver *self, RsNode *target, RsNode *value)
{
  RsFrame *frame = self->frame;
  RsSymbol *outer_target = frame->first_target;
  const RsNode *name = target->kind == RS_NODE_TYPED ? rs_node_child (target, RS_TYPED_EXPRESSION) : target;

  frame->first_target = first_target (self, target);
  frame->reads_outer = FALSE;
  if (value->kind == RS_NODE_LAMBDA)
    rs_resolver_type_lambda (self, target, value);
  if (value->kind == RS_NODE_LAMBDA && name && name->kind == RS_NODE_NAME)
    self->pending_self = g_hash_table_lookup (frame->scope->names, name->name);
  resolve (self, value);
  if (frame->reads_outer)
    rs_resolver_report (self, RS_SEVERITY_WARNING, target,
                        "`%s` is a new variable here that starts from the outer `%s`, which does not change; give it "
                        "another name", name->name, name->name);
  frame->reads_outer = FALSE;
  frame->first_target = outer_target;
}

static void
resolve_assignment (RsResolver *self, RsNode *node)
{
  RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET), *value = rs_node_child (node, RS_ASSIGN_VALUE);

  if (!target || !value)
    return;
  if (node->kind == RS_NODE_DEFINE || node->op == RS_OP_ASSIGN)
    {
      resolve_value (self, target, value);
      resolve_target (self, target);
      if (value->kind == RS_NODE_NUMBER && value->symbol && target->kind == RS_NODE_NAME && target->symbol)
        target->symbol->enumeration = value->symbol;
    }
  else
    {
      resolve (self, value);
      resolve_compound_target (self, target);
    }
}

/* --- other nodes --- */

static void
resolve_children (RsResolver *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      resolve (self, node->children[i]);
}

/* obj.f (x) may call the function f. */
static void
resolve_method_name (RsResolver *self, RsNode *field)
{
  RsNode *object = rs_node_child (field, 0);
  RsSymbol *symbol;

  if (object)
    resolve (self, object);
  symbol = field->name ? find_name (self, field, TRUE) : NULL;
  if (symbol && rs_symbol_get_origin (symbol)->kind == RS_SYMBOL_FUNCTION)
    field->symbol = symbol;
}

static void
resolve_call (RsResolver *self, RsNode *node)
{
  RsNode *callee = rs_node_child (node, RS_CALL_CALLEE);
  gboolean words = FALSE;

  if (callee && callee->kind == RS_NODE_NAME)
    {
      resolve_name (self, callee, TRUE);
      /* syncthreads (host), memfence (grid): the argument is a word, no variable. */
      words = callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
              && (callee->symbol->builtin->id == RS_BUILTIN_ID_SYNCTHREADS
                  || callee->symbol->builtin->id == RS_BUILTIN_ID_MEMFENCE);
      if (callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN && callee->symbol->builtin->id == RS_BUILTIN_ID_EVAL)
        rs_resolve_eval (self);
      if (callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN && callee->symbol->builtin->id == RS_BUILTIN_ID_TYPE)
        rs_resolve_type_string (self, node);
    }
  else if (callee && callee->kind == RS_NODE_FIELD)
    resolve_method_name (self, callee);
  else if (callee)
    resolve (self, callee);
  self->quiet += words;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    if (node->children[i])
      resolve (self, node->children[i]);
  self->quiet -= words;
}

static void
resolve_loop (RsResolver *self, RsNode *node)
{
  const RsNode *outer = self->frame->loop;

  if (node->kind == RS_NODE_FOR && rs_node_child (node, RS_FOR_RANGE))
    resolve (self, node->children[RS_FOR_RANGE]);
  if (!outer)
    self->frame->loop = node;
  if (node->kind == RS_NODE_FOR)
    {
      if (rs_node_child (node, RS_FOR_VARIABLE))
        resolve_target (self, node->children[RS_FOR_VARIABLE]);
      if (rs_node_child (node, RS_FOR_BODY))
        resolve (self, node->children[RS_FOR_BODY]);
    }
  else
    resolve_children (self, node);
  self->frame->loop = outer;
}

static void
resolve_match (RsResolver *self, RsNode *node)
{
  if (rs_node_child (node, RS_MATCH_SUBJECT))
    resolve (self, node->children[RS_MATCH_SUBJECT]);
  rs_resolve_enumeration_patterns (self, node);
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children; i++)
    if (node->children[i])
      resolve (self, node->children[i]);
}

static void
resolve_try (RsResolver *self, RsNode *node)
{
  if (rs_node_child (node, RS_TRY_BODY))
    resolve (self, node->children[RS_TRY_BODY]);
  for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
    {
      if (node->children[i])
        resolve_target (self, node->children[i]);
      if (node->children[i + 1])
        resolve (self, node->children[i + 1]);
    }
}

static void
resolve_expression_statement (RsResolver *self, RsNode *node)
{
  RsNode *expression = rs_node_child (node, 0), *name;

  if (!expression)
    return;
  name = expression->kind == RS_NODE_TYPED && !(expression->flags & RS_NODE_PARENTHESES)
           ? rs_node_child (expression, RS_TYPED_EXPRESSION) : NULL;
  if (name && name->kind == RS_NODE_NAME)
    resolve_target (self, expression);
  else
    resolve (self, expression);
}

static void
resolve_class (RsResolver *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *child = node->children[i];

      if (child && child->kind == RS_NODE_MEMBER)
        {
          if (rs_node_child (child, RS_PARAMETER_TYPE))
            resolve_type (self, child->children[RS_PARAMETER_TYPE]);
          if (rs_node_child (child, RS_PARAMETER_DEFAULT))
            resolve (self, child->children[RS_PARAMETER_DEFAULT]);
        }
      else if (child)
        resolve_type (self, child);
    }
}

static void
resolve_type_definition (RsResolver *self, RsNode *node)
{
  RsNode *parameters = rs_node_child (node, RS_TYPE_DEFINITION_TYPE_PARAMETERS);
  RsNode *definition = rs_node_child (node, RS_TYPE_DEFINITION_DEFINITION);

  RsFrame frame;
  gboolean generic = parameters && parameters->n_children > 0;

  if (!definition)
    return;
  if (definition->kind == RS_NODE_ENUM)
    return;
  if (generic)
    {
      push_frame (self, &frame, rs_scope_new (self->module, self->frame->scope, node, self->precision));
      g_ptr_array_set_size (frame.scope->parent->inner, frame.scope->parent->inner->len - 1); /* no function */
      rs_declare_type_parameters (self, &frame, parameters);
      rs_scope_compute_types (frame.scope);
    }
  if (definition->kind == RS_NODE_CLASS)
    resolve_class (self, definition);
  else
    resolve_type (self, definition);
  if (generic)
    pop_frame (self);
}

static void
resolve (RsResolver *self, RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NAME:
      resolve_name (self, node, FALSE);
      break;
    case RS_NODE_CALL:
      resolve_call (self, node);
      break;
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      resolve_assignment (self, node);
      break;
    case RS_NODE_FUNCTION:
      resolve_function (self, node);
      break;
    case RS_NODE_LAMBDA:
      resolve_lambda (self, node);
      break;
    case RS_NODE_EXPRESSION:
      resolve_expression_statement (self, node);
      break;
    case RS_NODE_TYPED:
      if (rs_node_child (node, RS_TYPED_EXPRESSION))
        resolve (self, node->children[RS_TYPED_EXPRESSION]);
      if (rs_node_child (node, RS_TYPED_TYPE))
        resolve_type (self, node->children[RS_TYPED_TYPE]);
      break;
    case RS_NODE_TYPE_OF_TEXT:
      resolve_type (self, node);
      break;
    case RS_NODE_FOR:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
      resolve_loop (self, node);
      break;
    case RS_NODE_FIELD:
      resolve_children (self, node);
      rs_resolve_enumeration_field (self, node);
      break;
    case RS_NODE_MATCH:
      resolve_match (self, node);
      break;
    case RS_NODE_TRY:
      resolve_try (self, node);
      break;
    case RS_NODE_ATTRIBUTE:
      self->quiet++;
      resolve_children (self, node);
      self->quiet--;
      break;
    case RS_NODE_TYPE_DEFINITION:
      resolve_type_definition (self, node);
      break;
    case RS_NODE_META:
      self->quiet++; /* $subs (a=b, ...) and $typerecon may name what is not there */
      resolve_children (self, node);
      self->quiet--;
      break;
    case RS_NODE_SYMBOLIC:
      resolve_symbolic (self, node);
      break;
    case RS_NODE_REDUCTION:
      resolve_reduction (self, node);
      break;
    case RS_NODE_MACRO:
      break;
    case RS_NODE_ERROR:
      for (guint i = 0; i < node->n_children; i++)
        resolve_target (self, node->children[i]);
      break;
    default:
      resolve_children (self, node);
    }
}

/* --- instances --- */

/* A resolver for a piece of a module that has been resolved already. What there is to say about names has been said
 * of the original. */
static void
start_again (RsResolver *self, RsFrame *frame, RsScope *scope, RsDiagnostics *diagnostics)
{
  *self = (RsResolver){ .module = scope->module, .root = scope->module->root->scope, .diagnostics = diagnostics, .precision = scope->precision,
                        .missing_library = TRUE, .quiet = 1 };
  self->soft_names = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->builtins = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->builtin_types = g_hash_table_new (g_direct_hash, g_direct_equal);
  push_frame (self, frame, scope);
}

static void
end_again (RsResolver *self)
{
  pop_frame (self);
  g_hash_table_unref (self->soft_names);
  g_hash_table_unref (self->builtins);
  g_hash_table_unref (self->builtin_types);
}

void
rs_resolve_instance (RsNode *copy, const RsNode *original, const RsBinding *bindings, guint n)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsResolver self;
  RsFrame frame;

  start_again (&self, &frame, original->scope->parent, diagnostics);
  self.original = original;
  self.bindings = bindings;
  self.n_bindings = n;
  resolve (&self, copy);
  end_again (&self);
}

void
rs_resolve_function (RsScope *scope, RsNode *function)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsResolver self;
  RsFrame frame;

  start_again (&self, &frame, scope, diagnostics);
  resolve (&self, function);
  end_again (&self);
}

void
rs_resolve_type_instance (RsScope *scope, RsNode *copy)
{
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsResolver self;
  RsFrame frame;

  start_again (&self, &frame, scope, diagnostics);
  resolve_type_definition (&self, copy);
  end_again (&self);
}

/* --- entry --- */

RsResolver *
rs_resolver_new (RsModule *module, RsScope *parent, RsPrecision precision, RsDiagnostics *diagnostics)
{
  RsResolver *self = g_new0 (RsResolver, 1);

  self->module = module;
  self->diagnostics = diagnostics;
  self->precision = precision;
  self->soft_names = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->builtins = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->builtin_types = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->root = rs_scope_new (module, parent, module->root, precision);
  push_frame (self, g_new0 (RsFrame, 1), self->root);
  rs_declare_statements (self, self->frame, module->root);
  return self;
}

void
rs_resolver_add_known (RsResolver *self, const char *name, gboolean is_data)
{
  RsSymbol *symbol;

  name = rs_names_intern (self->module->names, name, -1);
  symbol = g_hash_table_lookup (self->root->names, name);
  if (symbol && symbol->kind != RS_SYMBOL_VARIABLE)
    return;
  if (!symbol)
    symbol = rs_scope_add_variable (self->root, name, self->module->root);
  /* Like a parameter: its first value comes from outside and may be anything. */
  symbol->is_parameter = TRUE;
  symbol->is_data = is_data;
  symbol->is_assigned_again = TRUE;
  g_hash_table_add (self->frame->assigned, symbol);
}

void
rs_resolver_finish (RsResolver *self, GPtrArray *imports, gboolean missing_library)
{
  RsFrame *frame = self->frame;

  self->missing_library = missing_library;
  if (imports && imports->len > 0)
    {
      self->root->imports = g_ptr_array_new ();
      rs_arena_add_cleanup (self->module->arena, (GDestroyNotify)g_ptr_array_unref, self->root->imports);
      for (guint i = 0; i < imports->len; i++)
        {
          RsModule *import = g_ptr_array_index (imports, i);

          g_ptr_array_add (self->root->imports, import->root->scope);
          rs_declare_patterns (self, import->root);
        }
    }
  rs_merge_imported_functions (self);
  rs_scope_compute_types (self->root);
  rs_scope_link_constructors (self->root);
  resolve (self, self->module->root);
  pop_frame (self);
  g_free (frame);
  g_hash_table_unref (self->soft_names);
  g_hash_table_unref (self->builtins);
  g_hash_table_unref (self->builtin_types);
  g_free (self);
}
