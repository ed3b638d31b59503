/* Second pass: a symbol on every name.
 *
 * Requires: a parsed module; the first pass (declare.c) over its top level. Establishes: RsNode.symbol and
 * RsNode.scope, captures, declared types. The pass enters functions where they stand, and runs the first pass over
 * each before it resolves its body.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"

#include <string.h>

void
rs_resolver_report (RsResolver *self, RsSeverity severity, const RsNode *node, RsMessageId id, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), severity, self->module->source, node->span,
                              text);
}

/* --- frames --- */

void
rs_resolver_push_frame (RsResolver *self, RsFrame *frame, RsScope *scope)
{
  *frame = (RsFrame){ .parent = self->frame, .scope = scope };
  frame->assigned = g_hash_table_new (g_direct_hash, g_direct_equal);
  frame->first_loops = g_hash_table_new (g_direct_hash, g_direct_equal);
  frame->declarations = g_ptr_array_new ();
  self->frame = frame;
}

void
rs_resolver_pop_frame (RsResolver *self)
{
  g_assert (self->frame != NULL);

  RsFrame *frame = self->frame;

  rs_resolve_declarations (self);
  self->frame = frame->parent;
  g_ptr_array_unref (frame->declarations);
  g_hash_table_unref (frame->assigned);
  g_hash_table_unref (frame->first_loops);
}

/* --- other nodes --- */

static void
resolve_children (RsResolver *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      rs_resolve_node (self, node->children[i]);
}

/* {a, b} or 'a, b': in the latter, names without a meaning were most likely meant as a text. */
static void
resolve_cell (RsResolver *self, RsNode *node)
{
  const RsNode *outer = self->quoted;
  guint quiet = self->quiet;

  if (rs_source_get_text (self->module->source)[node->span.start] == '\'')
    self->quoted = node;
  resolve_children (self, node);
  self->quoted = outer;
  self->quiet = quiet;
}

/* obj.f (x) may call the function f. */
static void
resolve_method_name (RsResolver *self, RsNode *field)
{
  RsNode *object = rs_node_child (field, 0);
  RsSymbol *symbol;

  if (object)
    rs_resolve_node (self, object);
  symbol = field->name ? rs_resolver_find (self, field, TRUE) : NULL;
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
      rs_resolve_name (self, callee, TRUE);
      /* syncthreads (host), memfence (grid): the argument is a word, no variable. */
      words = callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
              && (callee->symbol->builtin->id == RS_BUILTIN_ID_SYNCTHREADS
                  || callee->symbol->builtin->id == RS_BUILTIN_ID_MEMFENCE);
      if (callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
          && callee->symbol->builtin->id == RS_BUILTIN_ID_EVAL)
        rs_resolve_eval (self);
      if (callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
          && callee->symbol->builtin->id == RS_BUILTIN_ID_TYPE)
        rs_resolve_type_string (self, node);
    }
  else if (callee && callee->kind == RS_NODE_FIELD)
    resolve_method_name (self, callee);
  else if (callee)
    rs_resolve_node (self, callee);
  self->quiet += words;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < node->n_children; i++)
    if (node->children[i])
      rs_resolve_node (self, node->children[i]);
  self->quiet -= words;
}

static void
resolve_loop (RsResolver *self, RsNode *node)
{
  const RsNode *outer = self->frame->loop;

  if (node->kind == RS_NODE_FOR && rs_node_child (node, RS_FOR_RANGE))
    rs_resolve_node (self, node->children[RS_FOR_RANGE]);
  if (!outer)
    self->frame->loop = node;
  if (node->kind == RS_NODE_FOR)
    {
      if (rs_node_child (node, RS_FOR_VARIABLE))
        rs_resolve_target (self, node->children[RS_FOR_VARIABLE]);
      if (rs_node_child (node, RS_FOR_BODY))
        rs_resolve_node (self, node->children[RS_FOR_BODY]);
    }
  else
    resolve_children (self, node);
  self->frame->loop = outer;
}

static void
resolve_match (RsResolver *self, RsNode *node)
{
  if (rs_node_child (node, RS_MATCH_SUBJECT))
    rs_resolve_node (self, node->children[RS_MATCH_SUBJECT]);
  rs_resolve_enumeration_patterns (self, node);
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children; i++)
    if (node->children[i])
      rs_resolve_node (self, node->children[i]);
}

static void
resolve_caught (RsResolver *self, RsNode *variable)
{
  if (variable->kind != RS_NODE_TYPED)
    {
      rs_resolve_target (self, variable);
      return;
    }
  if (rs_node_child (variable, RS_TYPED_EXPRESSION))
    rs_resolve_target (self, variable->children[RS_TYPED_EXPRESSION]);
  if (rs_node_child (variable, RS_TYPED_TYPE))
    rs_resolve_type (self, variable->children[RS_TYPED_TYPE]);
}

static void
resolve_try (RsResolver *self, RsNode *node)
{
  if (rs_node_child (node, RS_TRY_BODY))
    rs_resolve_node (self, node->children[RS_TRY_BODY]);
  for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
    {
      if (node->children[i])
        resolve_caught (self, node->children[i]);
      if (node->children[i + 1])
        rs_resolve_node (self, node->children[i + 1]);
    }
}

static void
resolve_expression_statement (RsResolver *self, RsNode *node)
{
  RsNode *expression = rs_node_child (node, 0), *name;

  if (!expression)
    return;
  name = expression->kind == RS_NODE_TYPED && !(expression->flags & RS_NODE_PARENTHESES)
             ? rs_node_child (expression, RS_TYPED_EXPRESSION)
             : NULL;
  if (name && name->kind == RS_NODE_NAME)
    rs_resolve_target (self, expression);
  else
    rs_resolve_node (self, expression);
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
            rs_resolve_type (self, child->children[RS_PARAMETER_TYPE]);
          if (rs_node_child (child, RS_PARAMETER_DEFAULT))
            rs_resolve_node (self, child->children[RS_PARAMETER_DEFAULT]);
        }
      else if (child)
        rs_resolve_type (self, child);
    }
}

/* a:n, where n is a variable, is a range in other languages. */
static void
resolve_typed (RsResolver *self, RsNode *node)
{
  RsNode *type = rs_node_child (node, RS_TYPED_TYPE);

  if (rs_node_child (node, RS_TYPED_EXPRESSION))
    rs_resolve_node (self, node->children[RS_TYPED_EXPRESSION]);
  if (type && type->kind == RS_NODE_TYPE_NAME && type->name && !type->modifiers
      && !rs_scope_find_type (self->frame->scope, type->name) && !rs_type_name_is_builtin (type->name)
      && rs_resolver_find (self, type, FALSE))
    rs_resolver_report (self, RS_SEVERITY_ERROR, node, RS_SAY (TYPE_RANGE), type->name);
  else if (type)
    rs_resolve_type (self, type);
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
      rs_resolver_push_frame (self, &frame, rs_scope_new (self->module, self->frame->scope, node, self->precision));
      g_ptr_array_set_size (frame.scope->parent->inner, frame.scope->parent->inner->len - 1); /* no function */
      rs_declare_type_parameters (self, &frame, parameters);
      rs_scope_compute_types (frame.scope);
    }
  if (definition->kind == RS_NODE_CLASS)
    resolve_class (self, definition);
  else
    rs_resolve_type (self, definition);
  if (generic)
    rs_resolver_pop_frame (self);
}

void
rs_resolve_node (RsResolver *self, RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NAME:
      rs_resolve_name (self, node, FALSE);
      break;
    case RS_NODE_CALL:
      resolve_call (self, node);
      break;
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      rs_resolve_assignment (self, node);
      break;
    case RS_NODE_FUNCTION:
      rs_resolve_function_node (self, node);
      break;
    case RS_NODE_LAMBDA:
      rs_resolve_lambda (self, node);
      break;
    case RS_NODE_EXPRESSION:
      resolve_expression_statement (self, node);
      break;
    case RS_NODE_TYPED:
      resolve_typed (self, node);
      break;
    case RS_NODE_TYPE_OF_TEXT:
      rs_resolve_type (self, node);
      break;
    case RS_NODE_CELL:
      resolve_cell (self, node);
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
      rs_resolve_symbolic (self, node);
      break;
    case RS_NODE_REDUCTION:
      rs_resolve_reduction (self, node);
      break;
    case RS_NODE_MACRO:
      break;
    case RS_NODE_ERROR:
      for (guint i = 0; i < node->n_children; i++)
        rs_resolve_target (self, node->children[i]);
      break;
    default:
      resolve_children (self, node);
    }
}

static void
make_tables (RsResolver *self)
{
  self->soft_names = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->builtins = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->builtin_types = g_hash_table_new (g_direct_hash, g_direct_equal);
}

static void
free_tables (RsResolver *self)
{
  g_hash_table_unref (self->soft_names);
  g_hash_table_unref (self->builtins);
  g_hash_table_unref (self->builtin_types);
}

/* --- instances --- */

/* A resolver for a piece of a module that has been resolved already. What there is to say about names has been said
 * of the original. */
static void
start_again (RsResolver *self, RsFrame *frame, RsScope *scope, RsDiagnostics *diagnostics)
{
  *self = (RsResolver){ .module = scope->module,
                        .root = scope->module->root->scope,
                        .diagnostics = diagnostics,
                        .precision = scope->precision,
                        .missing_library = TRUE,
                        .quiet = 1 };
  make_tables (self);
  rs_resolver_push_frame (self, frame, scope);
}

static void
end_again (RsResolver *self)
{
  rs_resolver_pop_frame (self);
  free_tables (self);
}

void
rs_resolve_instance (RsNode *copy, const RsNode *original, const RsBinding *bindings, guint n)
{
  g_assert ((copy->kind == RS_NODE_FUNCTION || copy->kind == RS_NODE_LAMBDA) && original->scope != NULL);

  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsResolver self;
  RsFrame frame;

  start_again (&self, &frame, original->scope->parent, diagnostics);
  self.original = original;
  self.bindings = bindings;
  self.n_bindings = n;
  rs_resolve_node (&self, copy);
  end_again (&self);
}

void
rs_resolve_function (RsScope *scope, RsNode *function)
{
  g_assert (function->kind == RS_NODE_FUNCTION);

  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsResolver self;
  RsFrame frame;

  start_again (&self, &frame, scope, diagnostics);
  rs_resolve_node (&self, function);
  end_again (&self);
}

void
rs_resolve_type_instance (RsScope *scope, RsNode *copy)
{
  g_assert (copy->kind == RS_NODE_TYPE_DEFINITION);

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
  make_tables (self);
  self->root = rs_scope_new (module, parent, module->root, precision);
  rs_resolver_push_frame (self, g_new0 (RsFrame, 1), self->root);
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
  rs_resolve_node (self, self->module->root);
  rs_resolver_pop_frame (self);
  g_free (frame);
  free_tables (self);
  g_free (self);
}
