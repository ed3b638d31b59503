/* assert and unassert as knowledge (manual 5).
 *
 * An assertion that contradicts what was promised before (other assertions, conditions around it, types) is an error.
 * One that contradicts what was computed is an error for `check`; a program that is run raises it when it gets there,
 * because a `try` or a caller may expect it (manual 5.1).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/walk/walk-private.h"

#include "compiler/sema/meta/meta.h"

/* --- what a condition is about --- */

/* A variable that the program declares and never gives a value: it stands for any value, like a symbolic one. */
static gboolean
has_no_value (const RsSymbol *symbol)
{
  return symbol->kind == RS_SYMBOL_SYMBOLIC
         || (symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_declared && !symbol->first_target && !symbol->is_parameter
             && !symbol->is_output && symbol->first && symbol->first->kind == RS_NODE_NAME);
}

/* Whether it can't be evaluated at run time. */
static gboolean
is_knowledge_only (const RsNode *node)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;

  if (symbol && has_no_value (symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_knowledge_only (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
names_variable (const RsNode *node)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;

  if (symbol && (symbol->kind == RS_SYMBOL_VARIABLE || symbol->kind == RS_SYMBOL_SYMBOLIC))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && names_variable (node->children[i]))
      return TRUE;
  return FALSE;
}

/* --- judgement --- */

/* The line of a fact whose text stands in the module as it is; 0: it was made of something else. */
static guint
line_of (RsLogicWalk *self, const RsNode *fact)
{
  const RsSource *source = self->module->source;
  g_autofree char *text = rs_node_to_string (fact), *written = NULL;
  g_autoptr (GString) dense = NULL, dense_text = NULL;
  guint line = 0;

  if (fact->span.end <= fact->span.start || fact->span.end > rs_source_get_length (source))
    return 0;
  written = rs_source_dup_span (source, fact->span);
  dense = g_string_new (written);
  dense_text = g_string_new (text);
  g_string_replace (dense, " ", "", 0);
  g_string_replace (dense_text, " ", "", 0);
  if (g_string_equal (dense, dense_text))
    rs_source_locate (source, fact->span.start, &line, NULL);
  return line;
}

/* "`a>b` (line 2) and `b>10` (line 3)" */
static char *
list_facts (RsLogicWalk *self, const GPtrArray *facts)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      const RsNode *fact = g_ptr_array_index (facts, i);
      g_autofree char *text = rs_node_to_string (fact);
      guint line = line_of (self, fact);

      g_string_append_printf (list, "%s`%s`", i == 0 ? "" : i + 1 < facts->len ? ", " : " and ", text);
      if (line > 0)
        g_string_append_printf (list, " (line %u)", line);
    }
  return g_string_free (list, FALSE);
}

#define MAX_LISTED 4

/* What condition is contradictory with; nothing is the words when that is too much to tell. */
static char *
describe_facts (RsLogicWalk *self, RsLogicWalk *module, const RsNode *condition, const char *nothing)
{
  g_autoptr (GPtrArray) facts = rs_facts_find_contradiction (self->facts, condition);

  return facts->len > 0 && facts->len <= MAX_LISTED ? list_facts (module, facts) : g_strdup (nothing);
}

static void
report_contradiction (RsLogicWalk *self, RsSeverity severity, const RsNode *place, const RsNode *condition)
{
  g_autofree char *text = rs_node_to_string (condition);
  g_autofree char *facts = describe_facts (self, self, condition, "what is known here");

  rs_logic_report (self, severity, place, RS_SAY (ASSERTION_FALSE), text, facts);
}

static void
judge_contradiction (RsLogicWalk *self, const RsNode *call, const RsNode *condition)
{
  gboolean promised = rs_logic_decide_from_assertions (self->facts, condition) == RS_ANSWER_FALSE;

  /* assert (false, "not reached") in a branch is meant to fail if it is ever reached. */
  if (!names_variable (condition) && self->conditional_depth > 0)
    return;
  if (promised && names_variable (condition) && self->try_depth == 0)
    report_contradiction (self, RS_SEVERITY_ERROR, call, condition);
  else
    report_contradiction (self, self->will_run || self->try_depth > 0 ? RS_SEVERITY_WARNING : RS_SEVERITY_ERROR, call,
                          condition);
}

/* The value is computed, as far as the kernel is concerned. */
static void
judge_launch (RsLogicWalk *self, const RsNode *condition)
{
  RsLogicWalk *launcher = self->launcher;
  gboolean may_run = launcher->will_run || launcher->try_depth > 0;
  g_autofree char *text = rs_node_to_string (condition);
  g_autofree char *facts = describe_facts (self, launcher, condition, "what is passed here");

  rs_logic_report (launcher, may_run ? RS_SEVERITY_WARNING : RS_SEVERITY_ERROR, self->launch, RS_SAY (ASSERTION_KERNEL),
                   text, facts);
}

/* Proven by earlier assertions and conditions; what types and literals alone prove is left to run, it costs nothing. */
static gboolean
is_redundant (RsLogicWalk *self, const RsNode *call, const RsNode *condition)
{
  g_autoptr (RsArena) scratch = rs_arena_new ();

  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (!call->children[i] || (!rs_logic_is_pure (call->children[i]) && i > RS_CALL_FIRST_ARGUMENT))
      return FALSE;
  return rs_logic_is_pure (condition) && rs_logic_decide_from_assertions (self->facts, condition) == RS_ANSWER_TRUE
         && rs_logic_decide (rs_facts_new (scratch, rs_facts_get_scope (self->facts)), condition) != RS_ANSWER_TRUE;
}

static void
walk_assert (RsLogicWalk *self, RsNode *call)
{
  RsNode *argument = call->children[RS_CALL_FIRST_ARGUMENT];
  const RsNode *condition = rs_logic_expand (self, argument);
  gboolean redundant;

  if (self->diagnostics && is_knowledge_only (condition))
    call->flags |= RS_NODE_EVALUATED;
  if (rs_facts_is_unreachable (self->facts))
    return;
  redundant = is_redundant (self, call, condition);
  if (rs_facts_assume (self->facts, condition, TRUE) == RS_ANSWER_FALSE)
    {
      if (self->diagnostics)
        judge_contradiction (self, call, condition);
      else if (self->launch && self->conditional_depth == 0 && names_variable (condition))
        judge_launch (self, condition);
      if (!is_knowledge_only (condition))
        rs_facts_set_unreachable (self->facts);
    }
  else if (redundant && self->diagnostics)
    call->flags |= RS_NODE_EVALUATED;
}

gboolean
rs_logic_walk_assertion (RsLogicWalk *self, RsNode *call)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (call);

  if (!builtin || (builtin->id != RS_BUILTIN_ID_ASSERT && builtin->id != RS_BUILTIN_ID_UNASSERT)
      || !rs_node_child (call, RS_CALL_FIRST_ARGUMENT))
    return FALSE;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i])
      rs_logic_walk_expression (self, call->children[i]);
  if (builtin->id == RS_BUILTIN_ID_ASSERT)
    {
      walk_assert (self, call);
      return TRUE;
    }
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    if (call->children[i])
      rs_facts_retract (self->facts, rs_logic_expand (self, call->children[i]));
  if (self->diagnostics)
    call->flags |= RS_NODE_EVALUATED;
  return TRUE;
}
