/* Statements: facts at joins, in branches, loops and functions.
 *
 * A loop's body starts from what no iteration changes; a branch from its condition; after them, what holds on every way
 * that leads there. Only facts about variables that never change again enter a function.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/walk/walk-private.h"

#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer.h"
#include "compiler/sema/names/types/generic-type.h"

void
rs_logic_report (RsLogicWalk *self, RsSeverity severity, const RsNode *node, RsMessageId id, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  rs_diagnostics_report_text (self->diagnostics, rs_message_get_code (id), severity, self->module->source, node->span,
                              text);
}

static void
walk_child (RsLogicWalk *self, RsNode *node, guint index)
{
  if (rs_node_child (node, index))
    rs_logic_walk_statement (self, node->children[index]);
}

/* --- branches --- */

static gboolean
has_attribute (const RsNode *node)
{
  if (node->kind == RS_NODE_ATTRIBUTE)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_attribute (node->children[i]))
      return TRUE;
  return FALSE;
}

static void
walk_if (RsLogicWalk *self, RsNode *node)
{
  const gboolean was_for_cpu = self->is_for_cpu, decides_attributes = has_attribute (node);
  RsFacts *end = rs_facts_copy (self->facts);
  guint i = 0;

  rs_facts_set_unreachable (end);
  self->conditional_depth++;
  for (; i + 1 < node->n_children; i += 2)
    {
      RsNode *condition = node->children[i];
      RsFacts *rest;
      const RsNode *expanded;

      if (!condition)
        continue;
      self->is_for_cpu = was_for_cpu || decides_attributes;
      rs_logic_walk_expression (self, condition);
      self->is_for_cpu = was_for_cpu;
      expanded = rs_logic_expand (self, condition);
      rs_logic_mark_condition (self, condition, expanded);
      rest = rs_facts_copy (self->facts);
      if (rs_facts_assume (self->facts, expanded, TRUE) == RS_ANSWER_FALSE)
        rs_facts_set_unreachable (self->facts);
      walk_child (self, node, i + 1);
      rs_facts_join (end, self->facts);
      self->facts = rest;
      if (rs_facts_assume (self->facts, expanded, FALSE) == RS_ANSWER_FALSE)
        rs_facts_set_unreachable (self->facts);
    }
  if (i < node->n_children)
    walk_child (self, node, i);
  self->conditional_depth--;
  rs_facts_join (end, self->facts);
  self->facts = end;
}

static void
walk_match (RsLogicWalk *self, RsNode *node)
{
  RsFacts *start, *end;

  if (rs_node_child (node, RS_MATCH_SUBJECT))
    rs_logic_walk_expression (self, node->children[RS_MATCH_SUBJECT]);
  start = self->facts;
  end = rs_facts_copy (start); /* no arm may fit */
  self->conditional_depth++;
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children; i++)
    {
      RsNode *arm = node->children[i];

      if (!arm)
        continue;
      self->facts = rs_facts_copy (start);
      if (rs_node_child (arm, RS_ARM_PATTERN))
        rs_logic_walk_expression (self, arm->children[RS_ARM_PATTERN]);
      walk_child (self, arm, RS_ARM_BODY);
      rs_facts_join (end, self->facts);
    }
  self->conditional_depth--;
  self->facts = end;
}

static void
walk_try (RsLogicWalk *self, RsNode *node)
{
  RsFacts *handler = rs_facts_copy (self->facts), *end;

  rs_logic_forget_changes (handler, node);
  self->try_depth++;
  walk_child (self, node, RS_TRY_BODY);
  self->try_depth--;
  end = self->facts;
  self->conditional_depth++;
  for (guint i = RS_TRY_HANDLER; i < node->n_children; i += 2)
    {
      self->facts = rs_facts_copy (handler);
      walk_child (self, node, i);
      rs_facts_join (end, self->facts);
    }
  self->conditional_depth--;
  self->facts = end;
}

/* --- loops --- */

static RsNode *
new_comparison (RsLogicWalk *self, RsOperator op, RsNode *left, RsNode *right)
{
  RsNode *node = rs_arena_new0 (self->arena, RsNode);

  node->kind = RS_NODE_BINARY;
  node->op = op;
  node->span = left->span;
  node->n_children = 2;
  node->children = rs_arena_array (self->arena, RsNode *, 2);
  node->children[0] = left;
  node->children[1] = right;
  return node;
}

static gboolean
is_integer (RsLogicWalk *self, const RsNode *node)
{
  g_autoptr (RsArena) scratch = rs_arena_new ();
  const RsType *type = rs_infer_expression (scratch, node, rs_facts_get_scope (self->facts)->precision);

  return type->kind == RS_TYPE_NUMBER && rs_element_is_integer (type->element);
}

/* low <= i <= high of an integer i, where the body leaves the end alone: else it was another one when the range was
 * made. */
static void
assume_range (RsLogicWalk *self, RsNode *node)
{
  RsNode *variable = rs_node_child (node, RS_FOR_VARIABLE), *range = rs_node_child (node, RS_FOR_RANGE);
  RsNode *low, *high, *step;

  if (variable && variable->kind == RS_NODE_TYPED)
    variable = rs_node_child (variable, RS_TYPED_EXPRESSION);
  if (!variable || variable->kind != RS_NODE_NAME || !range || range->kind != RS_NODE_RANGE)
    return;
  low = rs_node_child (range, RS_RANGE_LOW);
  high = rs_node_child (range, RS_RANGE_HIGH);
  step = rs_node_child (range, RS_RANGE_STEP);
  if (!low || !high || (step && !(step->kind == RS_NODE_NUMBER && step->number > 0 && step->flags & RS_NODE_INTEGER)))
    return;
  low = rs_logic_expand (self, low);
  high = rs_logic_expand (self, high);
  if (is_integer (self, low) && rs_logic_is_stable (low, node))
    rs_facts_assume (self->facts, new_comparison (self, RS_OP_GREATER_EQUAL, variable, low), TRUE);
  if (is_integer (self, low) && is_integer (self, high) && rs_logic_is_stable (high, node))
    rs_facts_assume (self->facts, new_comparison (self, RS_OP_LESS_EQUAL, variable, high), TRUE);
}

static gboolean
has_break (const RsNode *node)
{
  if (node->kind == RS_NODE_BREAK)
    return TRUE;
  if (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && has_break (node->children[i]))
      return TRUE;
  return FALSE;
}

static void
walk_for (RsLogicWalk *self, RsNode *node)
{
  RsFacts *after;

  if (rs_node_child (node, RS_FOR_RANGE))
    rs_logic_walk_expression (self, node->children[RS_FOR_RANGE]);
  rs_logic_forget_changes (self->facts, node);
  after = rs_facts_copy (self->facts);
  if (rs_node_child (node, RS_FOR_BODY))
    {
      assume_range (self, node);
      self->conditional_depth++;
      walk_child (self, node, RS_FOR_BODY);
      self->conditional_depth--;
    }
  self->facts = after;
}

static void
walk_while (RsLogicWalk *self, RsNode *node)
{
  RsNode *condition = rs_node_child (node, RS_WHILE_CONDITION);
  const RsNode *expanded = NULL;
  RsFacts *after;

  if (condition)
    {
      RsFacts *entry = rs_facts_copy (self->facts);

      rs_logic_forget_changes (self->facts, node);
      rs_logic_walk_expression (self, condition);
      expanded = rs_logic_expand (self, condition);
      /* A loop that its first test ends has no iterations. */
      if (self->diagnostics && rs_logic_is_pure (expanded) && rs_logic_decide (entry, expanded) == RS_ANSWER_FALSE)
        condition->flags |= RS_NODE_NEVER;
    }
  after = rs_facts_copy (self->facts);
  if (expanded && rs_facts_assume (self->facts, expanded, TRUE) == RS_ANSWER_FALSE)
    rs_facts_set_unreachable (self->facts);
  self->conditional_depth++;
  walk_child (self, node, RS_WHILE_BODY);
  self->conditional_depth--;
  self->facts = after;
  if (expanded && !has_break (node) && rs_facts_assume (after, expanded, FALSE) == RS_ANSWER_FALSE)
    rs_facts_set_unreachable (after);
}

static void
walk_repeat (RsLogicWalk *self, RsNode *node)
{
  RsFacts *after;

  rs_logic_forget_changes (self->facts, node);
  after = rs_facts_copy (self->facts);
  walk_child (self, node, RS_REPEAT_BODY);
  if (rs_node_child (node, RS_REPEAT_CONDITION))
    rs_logic_walk_expression (self, node->children[RS_REPEAT_CONDITION]);
  self->facts = after;
}

/* --- functions --- */

void
rs_logic_walk_function (RsLogicWalk *self, RsNode *node)
{
  g_assert (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA);

  RsFacts *outer = self->facts;
  guint try_depth = self->try_depth, conditional_depth = self->conditional_depth;
  gboolean lambda = node->kind == RS_NODE_LAMBDA;

  if (!node->scope)
    return;
  self->facts = rs_facts_enter (outer, node->scope);
  rs_logic_note_captured (self, node);
  self->try_depth = 0;
  self->conditional_depth = 0;
  for (guint i = 0; i + 1 < node->n_children; i++)
    if (node->children[i] && lambda && rs_node_child (node->children[i], RS_PARAMETER_DEFAULT))
      rs_logic_walk_expression (self, node->children[i]->children[RS_PARAMETER_DEFAULT]);
  if (lambda && rs_node_last (node))
    {
      if (rs_node_last (node)->kind == RS_NODE_BLOCK)
        rs_logic_walk_statement (self, rs_node_last (node));
      else
        rs_logic_walk_expression (self, rs_node_last (node));
    }
  else if (!lambda)
    walk_child (self, node, RS_FUNCTION_BODY);
  self->facts = outer;
  self->try_depth = try_depth;
  self->conditional_depth = conditional_depth;
}

/* --- statements --- */

static void
remember_function (RsLogicWalk *self, const RsNode *target, const RsNode *value)
{
  const RsSymbol *symbol = target->kind == RS_NODE_NAME ? target->symbol : NULL;

  if (symbol && symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_assigned_again && value->kind == RS_NODE_LAMBDA)
    g_hash_table_insert (self->functions, (gpointer)symbol, (gpointer)value);
}

static void
walk_assignment (RsLogicWalk *self, RsNode *node)
{
  RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET), *value = rs_node_child (node, RS_ASSIGN_VALUE);

  if (!target || !value)
    return;
  rs_logic_walk_expression (self, value);
  if (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_FIELD)
    rs_logic_walk_expression (self, target);
  value = rs_logic_expand (self, value);
  rs_logic_assign_target (self->facts, target,
                          node->op == RS_OP_ASSIGN && node->kind == RS_NODE_ASSIGN ? value : NULL);
  if (node->op == RS_OP_ASSIGN)
    remember_function (self, target, value);
}

static void
walk_expression_statement (RsLogicWalk *self, RsNode *node)
{
  RsNode *expression = rs_node_child (node, 0);
  const RsBuiltin *builtin;

  if (!expression)
    return;
  if (expression->kind == RS_NODE_ASSIGN || expression->kind == RS_NODE_DEFINE)
    {
      walk_assignment (self, expression);
      return;
    }
  rs_logic_walk_expression (self, expression);
  builtin = rs_logic_called_builtin (expression);
  if (builtin && builtin->id == RS_BUILTIN_ID_ERROR)
    rs_facts_set_unreachable (self->facts);
}

void
rs_logic_walk_statement (RsLogicWalk *self, RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_BLOCK:
      for (guint i = 0; i < node->n_children; i++)
        walk_child (self, node, i);
      break;
    case RS_NODE_EXPRESSION:
      walk_expression_statement (self, node);
      break;
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      walk_assignment (self, node);
      break;
    case RS_NODE_IF:
      walk_if (self, node);
      break;
    case RS_NODE_FOR:
      walk_for (self, node);
      break;
    case RS_NODE_WHILE:
      walk_while (self, node);
      break;
    case RS_NODE_REPEAT:
      walk_repeat (self, node);
      break;
    case RS_NODE_MATCH:
      walk_match (self, node);
      break;
    case RS_NODE_TRY:
      walk_try (self, node);
      break;
    case RS_NODE_FUNCTION:
      if (node->symbol && node->symbol->kind == RS_SYMBOL_VARIABLE)
        rs_facts_forget (self->facts, node->symbol);
      if (rs_node_is_generic (node))
        break; /* its instances are analysed */
      rs_logic_walk_function (self, node);
      break;
    case RS_NODE_RETURN:
      if (rs_node_child (node, 0))
        rs_logic_walk_expression (self, node->children[0]);
      rs_facts_set_unreachable (self->facts);
      break;
    case RS_NODE_BREAK:
    case RS_NODE_CONTINUE:
      rs_facts_set_unreachable (self->facts);
      break;
    case RS_NODE_REDUCTION:
    case RS_NODE_MACRO:
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_SYMBOLIC:
    case RS_NODE_ATTRIBUTE:
    case RS_NODE_PRAGMA:
    case RS_NODE_IMPORT:
    case RS_NODE_ERROR:
      break;
    default:
      rs_logic_walk_expression (self, node);
    }
}

/* --- entry --- */

static void
walk_module (RsLogicWalk *self)
{
  self->facts = rs_facts_new (self->arena, self->module->root->scope);
  self->functions = g_hash_table_new (NULL, NULL);
  rs_logic_walk_statement (self, self->module->root);
  g_hash_table_unref (self->functions);
}

void
rs_logic_visit (RsModule *module, RsArena *arena, RsLogicVisitFunc visit, gpointer data)
{
  RsLogicWalk walk = { .module = module, .arena = arena, .visit = visit, .data = data };

  walk_module (&walk);
}

/* A module may change variables of those that it imports. */
static void
note_foreign_changes (RsModule *module, const RsNode *node)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;

  if (target && target->kind == RS_NODE_NAME && target->symbol && target->symbol->kind == RS_SYMBOL_VARIABLE
      && target->symbol->scope->module != module)
    target->symbol->is_assigned_again = TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      note_foreign_changes (module, node->children[i]);
}

/* Types of variables start anew. */
static void
reset_types (RsScope *scope)
{
  for (guint i = 0; i < scope->variables->len; i++)
    {
      RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      if (symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_declared && !symbol->is_parameter)
        {
          symbol->type = &rs_type_unknown;
          symbol->integer_rule = RS_INTEGER_NO;
        }
    }
  for (guint i = 0; i < scope->inner->len; i++)
    reset_types (g_ptr_array_index (scope->inner, i));
}

void
rs_logic_analyze_instance (RsNode *function, RsDiagnostics *diagnostics)
{
  RsScope *scope = function->scope;
  g_autoptr (RsArena) arena = rs_arena_new ();
  RsLogicWalk walk = { .module = scope->module, .arena = arena, .diagnostics = diagnostics, .will_run = TRUE };

  walk.facts = rs_facts_new (arena, scope->parent);
  walk.functions = g_hash_table_new (NULL, NULL);
  rs_logic_walk_function (&walk, function);
  g_hash_table_unref (walk.functions);
  rs_logic_apply_tree (scope->module, function);
  if (!walk.changed)
    return;
  reset_types (scope);
  rs_infer_instance (function, scope->precision);
}

void
rs_logic_analyze (RsProgram *program, RsDiagnostics *diagnostics)
{
  for (guint i = 0; i < program->modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (program->modules, i);

      note_foreign_changes (module, module->root);
    }
  for (guint i = 0; i < program->modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (program->modules, i);
      g_autoptr (RsArena) arena = rs_arena_new ();
      RsLogicWalk walk = { .module = module, .arena = arena, .diagnostics = diagnostics,
                           .will_run = program->will_run };

      walk_module (&walk);
    }
  for (guint i = 0; i < program->modules->len; i++)
    reset_types (((RsModule *)g_ptr_array_index (program->modules, i))->root->scope);
}
