/* The steps after name resolution: inference, then one walk that checks, then what is not supported.
 *
 * Only what is certain before the program runs is an error here; the virtual machine and the kernel builder judge the
 * rest with values and types at hand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"
#include "compiler/sema/check/kernels/attributes.h"
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/reduce/reduce.h"
#include "compiler/sema/rewrite/directives.h"
#include "compiler/sema/rewrite/kernel-hint.h"
#include "compiler/sema/walk/walk.h"

#include <string.h>

static void visit (RsCheck *self, const RsNode *node);

void
rs_check_report (RsCheck *self, RsSeverity severity, const RsNode *node, RsMessageId id, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (self->undecided > 0)
    return;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), severity, self->module->source, node->span,
                              text);
}

/* Instances choose among their branches by the types that they are made for: what a branch does with others is no
 * mistake. */
static gboolean
is_branch (const RsNode *node, guint i)
{
  switch (node->kind)
    {
    case RS_NODE_IF:
      return i % 2 == 1 || i + 1 == node->n_children;
    case RS_NODE_TERNARY:
    case RS_NODE_MATCH:
      return i > 0;
    default:
      return FALSE;
    }
}

static void
visit_children (RsCheck *self, const RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      gboolean is_undecided = ((node->flags & RS_NODE_REDUCED) && i == RS_TERNARY_THEN)
                              || (self->generic_depth > 0 && is_branch (node, i));

      self->undecided += is_undecided;
      if (node->children[i])
        visit (self, node->children[i]);
      self->undecided -= is_undecided;
    }
}

static void
visit_function (RsCheck *self, const RsNode *node)
{
  RsCheck inner = *self;

  inner.scope = node->scope ? node->scope : self->scope;
  inner.attribute = NULL;
  inner.loop_depth = 0;
  inner.in_parallel = FALSE;
  /* A lambda is often made to be called where an error is caught. */
  inner.guarded += node->kind == RS_NODE_LAMBDA;
  rs_check_function (&inner, node);
  rs_check_definition (&inner, node);
  visit_children (&inner, node);
}

static gboolean
is_parallel (const RsNode *attribute)
{
  return attribute && attribute->name && strcmp (attribute->name, "parallel") == 0 && attribute->text
         && strncmp (attribute->text, "for", 3) == 0
         && !rs_attribute_deals (attribute); /* the host goes through its devices */
}

static void
check_conditions (RsCheck *self, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_IF:
      for (guint i = 0; i + 1 < node->n_children; i += 2)
        if (node->children[i])
          {
            rs_check_condition (self, node->children[i]);
            rs_check_remainder (self, node->children[i]);
          }
      break;
    case RS_NODE_TERNARY:
      rs_check_condition (self, node->children[RS_TERNARY_CONDITION]);
      break;
    case RS_NODE_FOR:
      rs_check_looped_over (self, node);
      break;
    case RS_NODE_WHILE:
      rs_check_condition (self, node->children[RS_WHILE_CONDITION]);
      rs_check_remainder (self, node->children[RS_WHILE_CONDITION]);
      break;
    case RS_NODE_REPEAT:
      rs_check_condition (self, node->children[RS_REPEAT_CONDITION]);
      break;
    default:
      break;
    }
}

/* An attribute belongs to the loop that follows it. */
static void
visit_block (RsCheck *self, const RsNode *node)
{
  const RsNode *attribute = NULL;

  for (guint i = 0; i < node->n_children; i++)
    {
      const RsNode *statement = node->children[i];

      if (!statement)
        continue;
      self->attribute = attribute;
      visit (self, statement);
      self->attribute = NULL;
      attribute = rs_attribute_for_next (attribute, statement);
    }
}

static void
visit_loop (RsCheck *self, const RsNode *node)
{
  RsCheck inner = *self;

  inner.attribute = NULL;
  if (node->kind == RS_NODE_FOR && is_parallel (self->attribute))
    {
      inner.in_parallel = TRUE;
      inner.loop_depth = 0;
    }
  else
    inner.loop_depth++;
  if (node->kind == RS_NODE_FOR)
    rs_check_loop_bounds (self, node);
  visit_children (&inner, node);
}

static void
visit_try (RsCheck *self, const RsNode *node)
{
  RsCheck body = *self;

  body.guarded++;
  if (rs_node_child (node, RS_TRY_BODY))
    visit (&body, node->children[RS_TRY_BODY]);
  for (guint i = RS_TRY_VARIABLE; i + 1 < node->n_children; i += 2)
    {
      if (node->children[i])
        rs_check_catch (self, node->children[i]);
      if (node->children[i + 1])
        visit (self, node->children[i + 1]);
    }
}

/* `return e` sets the first output. */
static void
check_returned (RsCheck *self, const RsNode *node)
{
  const RsNode *function = self->scope->node;
  const RsNode *outputs = function && function->kind == RS_NODE_FUNCTION
                            ? rs_node_child (function, RS_FUNCTION_OUTPUTS) : NULL;

  if (rs_node_child (node, 0) && outputs && outputs->n_children == 0)
    rs_check_report (self, RS_SEVERITY_ERROR, node, RS_SAY (RETURN_VALUE), function->name, function->name);
}

static void
check_jump (RsCheck *self, const RsNode *node)
{
  const char *word = node->kind == RS_NODE_BREAK ? "break" : node->kind == RS_NODE_CONTINUE ? "continue" : "return";

  if (self->in_parallel && node->kind == RS_NODE_BREAK && self->loop_depth == 0)
    rs_check_report (self, RS_SEVERITY_ERROR, node, RS_SAY (PARALLEL_BREAK));
  else if (self->in_parallel && node->kind == RS_NODE_RETURN)
    rs_check_report (self, RS_SEVERITY_ERROR, node, RS_SAY (PARALLEL_RETURN));
  else if (!self->in_parallel && self->loop_depth == 0 && node->kind != RS_NODE_RETURN)
    rs_check_report (self, RS_SEVERITY_ERROR, node, RS_SAY (OUTSIDE_LOOP), word);
}

static const RsNode *
find_symbolic (const RsNode *node)
{
  const RsNode *found = node->kind == RS_NODE_NAME && node->symbol && node->symbol->kind == RS_SYMBOL_SYMBOLIC ? node
                                                                                                               : NULL;

  for (guint i = 0; i < node->n_children && !found && node->kind != RS_NODE_META; i++)
    if (node->children[i])
      found = find_symbolic (node->children[i]);
  return found;
}

/* What a meta function made is computed where it stands; a formula can't be. */
static void
check_meta_value (RsCheck *self, const RsNode *meta)
{
  const RsNode *value = rs_node_last (meta), *symbolic = find_symbolic (value);
  g_autofree char *text = symbolic ? rs_node_to_string (value) : NULL;

  if (symbolic)
    rs_check_report (self, rs_check_certain (self), meta, RS_SAY (SYMBOLIC_VALUE), symbolic->name, text, meta->name);
  else
    rs_check_visit (self, value);
}

/* `f` alone, a function without the parentheses that call it. At a prompt the last statement shows its value. */
static void
check_effect (RsCheck *self, const RsNode *statement)
{
  const RsNode *name = rs_node_child (statement, 0);
  const RsSymbol *symbol = name && name->kind == RS_NODE_NAME ? rs_symbol_get_origin (name->symbol) : NULL;
  gboolean is_function = symbol
                         && (symbol->kind == RS_SYMBOL_FUNCTION
                             || (symbol->kind == RS_SYMBOL_BUILTIN && !(symbol->builtin->flags & RS_BUILTIN_CONSTANT)));

  if (is_function && !(self->shows_last && statement == rs_node_last (self->module->root)))
    rs_check_report (self, RS_SEVERITY_WARNING, name, RS_SAY (STATEMENT_NOTHING), name->name);
}

static void
visit (RsCheck *self, const RsNode *node)
{
  check_conditions (self, node);
  switch (node->kind)
    {
    case RS_NODE_FUNCTION:
    case RS_NODE_LAMBDA:
      visit_function (self, node);
      return;
    case RS_NODE_BLOCK:
      visit_block (self, node);
      return;
    case RS_NODE_FOR:
    case RS_NODE_WHILE:
    case RS_NODE_REPEAT:
      visit_loop (self, node);
      return;
    case RS_NODE_REDUCTION:
    case RS_NODE_MACRO:
    case RS_NODE_SYMBOLIC:
      return;
    case RS_NODE_PRAGMA:
      rs_check_pragma (self, node);
      return;
    case RS_NODE_ATTRIBUTE: /* its values are words for the compiler */
      if (self->undecided == 0)
        rs_attribute_check (self->module, node, self->diagnostics);
      return;
    case RS_NODE_META:
      if (rs_is_specialization (node))
        rs_check_specialization (self, node);
      else if (node->flags & RS_NODE_EVALUATED)
        check_meta_value (self, node);
      return;
    case RS_NODE_RETURN:
      check_returned (self, node);
      /* fall through */
    case RS_NODE_BREAK:
    case RS_NODE_CONTINUE:
      check_jump (self, node);
      break;
    case RS_NODE_CALL:
      if (node->flags & RS_NODE_EVALUATED)
        return; /* an assertion about what has no value */
      rs_check_call (self, node);
      rs_check_typed_arguments (self, node);
      rs_check_callee (self, node);
      rs_check_generic_call (self, node);
      self->callee = rs_node_child (node, RS_CALL_CALLEE);
      break;
    case RS_NODE_EXPRESSION:
      check_effect (self, node);
      break;
    case RS_NODE_NAME:
      if (self->callee != node)
        rs_check_handle (self, node);
      break;
    case RS_NODE_BINARY:
      rs_check_places (self, node);
      if (self->in_parallel && rs_infer_expression (self->arena, node, self->precision)->kind == RS_TYPE_STRING)
        rs_check_parallel_value (self, node, "a text");
      else if (!rs_check_operands (self, node, node->op, rs_node_child (node, 0), rs_node_child (node, 1)))
        rs_check_binary (self, node);
      break;
    case RS_NODE_UNARY:
      rs_check_places (self, node);
      rs_check_unary (self, node);
      break;
    case RS_NODE_TERNARY:
    case RS_NODE_RANGE:
      rs_check_places (self, node);
      break;
    case RS_NODE_MATRIX:
      rs_check_separators (self, node);
      if (self->parts != node && self->targets != node)
        rs_check_matrix (self, node);
      break;
    case RS_NODE_ARM:
      self->parts = rs_node_child (node, RS_ARM_PATTERN);
      break;
    case RS_NODE_CELL:
      rs_check_separators (self, node);
      rs_check_parallel_value (self, node, "a cell");
      break;
    case RS_NODE_INDEX:
      rs_check_index (self, node);
      rs_check_index_fractions (self, node);
      if (!self->scope->is_kernel && self->generic_depth == 0)
        rs_check_index_length (self, node);
      self->callee = rs_node_child (node, RS_INDEX_ARRAY); /* f[int] of overloads is a choice among them */
      break;
    case RS_NODE_TRY:
      visit_try (self, node);
      return;
    case RS_NODE_ASSIGN:
      rs_check_places (self, node);
      rs_check_assignment (self, node);
      rs_check_store_into_empty (self, rs_node_child (node, RS_ASSIGN_TARGET));
      if (rs_node_child (node, RS_ASSIGN_VALUE))
        rs_check_remainder (self, node->children[RS_ASSIGN_VALUE]);
      /* [a, b] = [1, "x"] makes no matrix. */
      if (rs_node_child (node, RS_ASSIGN_TARGET) && node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_MATRIX)
        {
          self->targets = node->children[RS_ASSIGN_TARGET];
          self->parts = rs_node_child (node, RS_ASSIGN_VALUE);
        }
      break;
    case RS_NODE_TYPED:
      rs_check_typed (self, node);
      break;
    case RS_NODE_TYPE_DEFINITION:
      rs_check_class (self, node);
      break;
    case RS_NODE_FIELD:
      rs_check_field (self, node);
      break;
    case RS_NODE_TYPE_POINTER:
      rs_check_pointer (self, node);
      break;
    default:
      break;
    }
  visit_children (self, node);
}

void
rs_check_visit (RsCheck *self, const RsNode *node)
{
  visit (self, node);
}

static void
check_module (RsProgram *program, RsModule *module, GHashTable *properties, RsDiagnostics *diagnostics)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  g_autoptr (GHashTable) warned = g_hash_table_new (NULL, NULL);
  RsCheck self = { .module = module, .diagnostics = diagnostics, .arena = arena, .precision = program->precision,
                   .scope = module->root->scope, .warned = warned,
                   .properties = properties, .shows_last = program->around != NULL };

  visit (&self, module->root);
}

void
rs_check_program (RsProgram *program, RsDiagnostics *diagnostics)
{
  g_autoptr (GHashTable) properties = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < program->modules->len; i++)
    ((RsModule *)g_ptr_array_index (program->modules, i))->analyze_instance = rs_logic_analyze_instance;
  for (guint i = 0; i < program->modules->len; i++)
    rs_infer_module (g_ptr_array_index (program->modules, i), program->precision);
  rs_reduce_meta_arguments (program, diagnostics);
  rs_logic_analyze (program, diagnostics);
  rs_reduce_program (program, diagnostics);
  for (guint i = 0; i < program->modules->len; i++)
    rs_check_collect_properties (properties, g_ptr_array_index (program->modules, i));
  for (guint i = 0; i < program->modules->len; i++)
    check_module (program, g_ptr_array_index (program->modules, i), properties, diagnostics);
  rs_report_unsupported (program, diagnostics);
}
