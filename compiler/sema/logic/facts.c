/* Facts: the conjunction of conditions that hold at a place, and how statements change it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"

#include "compiler/sema/infer/infer.h"
#include "compiler/sema/logic/terms/simplify.h"
#include "compiler/syntax/copy.h"

#define MAX_FACTS 200

RsFacts *
rs_facts_new (RsArena *arena, RsScope *scope)
{
  RsFacts *facts = rs_arena_new0 (arena, RsFacts);

  facts->arena = arena;
  facts->scope = scope;
  facts->facts = g_array_new (FALSE, FALSE, sizeof (RsFact));
  rs_arena_add_cleanup (arena, (GDestroyNotify)g_array_unref, facts->facts);
  return facts;
}

RsFacts *
rs_facts_copy (const RsFacts *facts)
{
  RsFacts *copy = rs_facts_new (facts->arena, facts->scope);

  g_array_append_vals (copy->facts, facts->facts->data, facts->facts->len);
  copy->is_unreachable = facts->is_unreachable;
  return copy;
}

RsScope *
rs_facts_get_scope (const RsFacts *facts)
{
  return facts->scope;
}

gboolean
rs_facts_is_unreachable (const RsFacts *facts)
{
  return facts->is_unreachable;
}

void
rs_facts_set_unreachable (RsFacts *facts)
{
  facts->is_unreachable = TRUE;
}

/* Whether all variables in it have one value as long as they live. */
static gboolean
is_fixed (const RsNode *node)
{
  if (node->kind == RS_NODE_NAME)
    {
      const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

      return symbol && (symbol->kind != RS_SYMBOL_VARIABLE || !symbol->is_assigned_again);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_fixed (node->children[i]))
      return FALSE;
  return TRUE;
}

RsFacts *
rs_facts_enter (const RsFacts *facts, RsScope *scope)
{
  RsFacts *inner = rs_facts_new (facts->arena, scope);

  for (guint i = 0; i < facts->facts->len; i++)
    {
      const RsFact *fact = &g_array_index (facts->facts, RsFact, i);

      if (!fact->reads_contents && is_fixed (fact->condition))
        g_array_append_val (inner->facts, *fact);
    }
  return inner;
}

/* --- adding --- */

static RsNode *
new_operator (RsArena *arena, RsNodeKind kind, RsOperator op, const RsNode *left, const RsNode *right)
{
  RsNode *node = rs_arena_new0 (arena, RsNode);

  node->kind = kind;
  node->op = op;
  node->span = left->span;
  node->n_children = right ? 2 : 1;
  node->children = rs_arena_array (arena, RsNode *, 2);
  node->children[0] = (RsNode *)left;
  node->children[1] = (RsNode *)right;
  return node;
}

static RsFact *
find_fact (const RsFacts *facts, const RsNode *condition)
{
  for (guint i = 0; i < facts->facts->len; i++)
    {
      RsFact *fact = &g_array_index (facts->facts, RsFact, i);

      if (rs_node_equal (fact->condition, condition))
        return fact;
    }
  return NULL;
}

static void
add_fact (RsFacts *facts, const RsNode *condition, RsFactKind kind, gboolean from_assignment)
{
  RsFact fact = { kind, from_assignment, kind != RS_FACT_SHAPE && rs_logic_reads_contents (condition), condition };
  RsFact *old = find_fact (facts, condition);

  if (old && old->kind == kind)
    old->from_assignment = old->from_assignment && from_assignment;
  else if (facts->facts->len < MAX_FACTS && rs_logic_is_pure (condition))
    g_array_append_val (facts->facts, fact);
}

static void
add_conditions (RsFacts *facts, const RsNode *condition, gboolean sense)
{
  if (condition->kind == RS_NODE_UNARY && condition->op == RS_OP_NOT && condition->children[0])
    add_conditions (facts, condition->children[0], !sense);
  else if (condition->kind == RS_NODE_BINARY && condition->op == (sense ? RS_OP_AND : RS_OP_OR)
           && condition->children[0] && condition->children[1])
    {
      add_conditions (facts, condition->children[0], sense);
      add_conditions (facts, condition->children[1], sense);
    }
  else if (sense)
    add_fact (facts, condition, RS_FACT_ASSUMED, FALSE);
  else if (condition->kind == RS_NODE_BINARY && (condition->op == RS_OP_EQUAL || condition->op == RS_OP_NOT_EQUAL))
    add_fact (facts, new_operator (facts->arena, RS_NODE_BINARY,
                                   condition->op == RS_OP_EQUAL ? RS_OP_NOT_EQUAL : RS_OP_EQUAL,
                                   condition->children[0], condition->children[1]), RS_FACT_ASSUMED, FALSE);
  else
    add_fact (facts, new_operator (facts->arena, RS_NODE_UNARY, RS_OP_NOT, condition, NULL), RS_FACT_ASSUMED, FALSE);
}

RsAnswer
rs_facts_assume (RsFacts *facts, const RsNode *condition, gboolean sense)
{
  RsAnswer answer = rs_logic_decide (facts, condition);

  if (!sense && answer != RS_ANSWER_UNKNOWN)
    answer = answer == RS_ANSWER_TRUE ? RS_ANSWER_FALSE : RS_ANSWER_TRUE;
  if (answer != RS_ANSWER_FALSE)
    add_conditions (facts, condition, sense);
  return answer;
}

static gboolean
may_be_array_name (const RsNode *value)
{
  const RsSymbol *symbol = value->kind == RS_NODE_NAME ? rs_symbol_get_origin (value->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE
         && (symbol->type->kind == RS_TYPE_ARRAY || symbol->type->kind == RS_TYPE_CHOICE
             || symbol->type->kind == RS_TYPE_UNKNOWN);
}

/* Integer variables may round what they are given, declared ones convert it. */
static gboolean
keeps_value (const RsFacts *facts, const RsSymbol *symbol, const RsNode *value)
{
  g_autoptr (RsArena) scratch = NULL;
  const RsType *type;

  if (symbol->integer_rule != RS_INTEGER_COMPUTED && symbol->integer_rule != RS_INTEGER_DECLARED
      && !symbol->is_declared)
    return TRUE;
  scratch = rs_arena_new ();
  type = rs_infer_expression (scratch, value, facts->scope->precision);
  if (symbol->type->kind != RS_TYPE_NUMBER || type->kind != RS_TYPE_NUMBER)
    return symbol->type->kind == RS_TYPE_STRING && type->kind == RS_TYPE_STRING;
  /* Elements of a fixed size clip, wrap or round. */
  if (symbol->type->element == RS_ELEMENT_DOUBLE)
    return rs_element_is_integer (type->element) || type->element == RS_ELEMENT_DOUBLE;
  return symbol->type->element == RS_ELEMENT_INT64 && rs_element_is_integer (type->element);
}

void
rs_facts_assign (RsFacts *facts, const RsNode *name, const RsNode *value)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);
  RsNode *equal;
  double number;
  gboolean is_integer;

  if (!symbol || symbol->kind != RS_SYMBOL_VARIABLE)
    return;
  rs_facts_forget (facts, symbol);
  if (value && may_be_array_name (value))
    {
      equal = new_operator (facts->arena, RS_NODE_BINARY, RS_OP_EQUAL, name, value);
      add_fact (facts, equal, RS_FACT_SHAPE, TRUE);
      return;
    }
  if (!value || !rs_logic_is_pure (value) || rs_logic_names_symbol (value, symbol) || rs_logic_reads_contents (value)
      || !keeps_value (facts, symbol, value))
    return;
  if (rs_expression_fold (facts, value, &number, &is_integer))
    value = rs_number_node (facts->arena, value, number, is_integer);
  equal = new_operator (facts->arena, RS_NODE_BINARY, RS_OP_EQUAL, name, value);
  add_fact (facts, equal, RS_FACT_VALUE, TRUE);
}

/* --- removing --- */

static gboolean
implies (const RsFacts *view, const RsNode *premise, const RsNode *conclusion)
{
  g_autoptr (RsArena) scratch = rs_arena_new ();
  RsFacts *only = rs_facts_new (scratch, view->scope);

  add_conditions (only, premise, TRUE);
  return rs_logic_decide (only, conclusion) == RS_ANSWER_TRUE;
}

void
rs_facts_retract (RsFacts *facts, const RsNode *proposition)
{
  if (proposition->kind == RS_NODE_BINARY && proposition->op == RS_OP_AND)
    {
      rs_facts_retract (facts, proposition->children[0]);
      rs_facts_retract (facts, proposition->children[1]);
      return;
    }
  for (guint i = facts->facts->len; i > 0; i--)
    {
      const RsNode *condition = g_array_index (facts->facts, RsFact, i - 1).condition;

      if (rs_node_equal (condition, proposition)
          || (implies (facts, condition, proposition) && implies (facts, proposition, condition)))
        g_array_remove_index (facts->facts, i - 1);
    }
}

void
rs_facts_forget (RsFacts *facts, const RsSymbol *variable)
{
  g_assert (variable->kind != RS_SYMBOL_CAPTURED);
  for (guint i = facts->facts->len; i > 0; i--)
    if (rs_logic_names_symbol (g_array_index (facts->facts, RsFact, i - 1).condition, variable))
      g_array_remove_index (facts->facts, i - 1);
}

void
rs_facts_forget_contents (RsFacts *facts)
{
  for (guint i = facts->facts->len; i > 0; i--)
    if (g_array_index (facts->facts, RsFact, i - 1).reads_contents)
      g_array_remove_index (facts->facts, i - 1);
}

/* Whether what fact says also holds in other. */
static gboolean
holds_in (const RsFacts *other, const RsFact *fact)
{
  const RsFact *same = find_fact (other, fact->condition);

  if (same && (same->kind == fact->kind || fact->kind != RS_FACT_ASSUMED))
    return TRUE;
  return fact->kind == RS_FACT_ASSUMED && rs_logic_decide (other, fact->condition) == RS_ANSWER_TRUE;
}

void
rs_facts_join (RsFacts *facts, const RsFacts *other)
{
  g_autoptr (GArray) kept = NULL;

  if (other->is_unreachable)
    return;
  kept = g_array_new (FALSE, FALSE, sizeof (RsFact));
  if (facts->is_unreachable)
    g_array_append_vals (kept, other->facts->data, other->facts->len);
  else
    {
      for (guint i = 0; i < facts->facts->len; i++)
        if (holds_in (other, &g_array_index (facts->facts, RsFact, i)))
          g_array_append_val (kept, g_array_index (facts->facts, RsFact, i));
      for (guint i = 0; i < other->facts->len; i++)
        {
          const RsFact *fact = &g_array_index (other->facts, RsFact, i);

          if (!find_fact (facts, fact->condition) && holds_in (facts, fact))
            g_array_append_val (kept, *fact);
        }
    }
  g_array_set_size (facts->facts, 0);
  g_array_append_vals (facts->facts, kept->data, kept->len);
  facts->is_unreachable = FALSE;
}

/* --- asking --- */

/* Facts that share a variable with what the question is about, directly or through other facts. */
static void
select_relevant (const RsFacts *facts, const RsNode *question, gboolean with_assignments, RsFacts *selected)
{
  g_autofree gboolean *taken = g_new0 (gboolean, facts->facts->len + 1);
  g_autoptr (GPtrArray) reached = g_ptr_array_new ();

  g_ptr_array_add (reached, (gpointer)question);
  for (guint next = 0; next < reached->len; next++)
    for (guint i = 0; i < facts->facts->len; i++)
      {
        const RsFact *fact = &g_array_index (facts->facts, RsFact, i);

        if (taken[i] || (fact->from_assignment && !with_assignments))
          continue;
        if (!rs_logic_share_names (fact->condition, g_ptr_array_index (reached, next)))
          continue;
        taken[i] = TRUE;
        g_ptr_array_add (reached, (gpointer)fact->condition);
      }
  for (guint i = 0; i < facts->facts->len; i++)
    if (taken[i])
      g_array_append_val (selected->facts, g_array_index (facts->facts, RsFact, i));
}

/* facts and (condition == sense) can't hold together. */
static gboolean
is_refuted (const RsFacts *facts, const RsNode *condition, gboolean sense)
{
  g_autofree const RsFormula **formulas = g_new (const RsFormula *, facts->facts->len + 2);
  RsProblem problem;
  gboolean refuted;
  guint n = 0;

  rs_problem_init (&problem, facts);
  formulas[n++] = rs_formula_of_condition (&problem, condition, sense);
  for (guint i = 0; i < facts->facts->len; i++)
    formulas[n++] = rs_formula_of_fact (&problem, &g_array_index (facts->facts, RsFact, i));
  formulas[n++] = rs_formula_of_axioms (&problem);
  refuted = rs_problem_is_unsatisfiable (&problem, formulas, n);
  rs_problem_clear (&problem);
  return refuted;
}

static RsAnswer
decide (const RsFacts *facts, const RsNode *condition, gboolean with_assignments)
{
  g_autoptr (RsArena) scratch = rs_arena_new ();
  RsFacts *relevant = rs_facts_new (scratch, facts->scope);

  if (facts->is_unreachable)
    return RS_ANSWER_UNKNOWN;
  select_relevant (facts, condition, with_assignments, relevant);
  if (is_refuted (relevant, condition, FALSE))
    return RS_ANSWER_TRUE;
  return is_refuted (relevant, condition, TRUE) ? RS_ANSWER_FALSE : RS_ANSWER_UNKNOWN;
}

RsAnswer
rs_logic_decide (const RsFacts *facts, const RsNode *condition)
{
  return decide (facts, condition, TRUE);
}

RsAnswer
rs_logic_decide_from_assertions (const RsFacts *facts, const RsNode *condition)
{
  return decide (facts, condition, FALSE);
}

const RsNode *
rs_facts_about (const RsFacts *facts, const RsSymbol *variable)
{
  const RsNode *all = NULL;

  for (guint i = 0; i < facts->facts->len; i++)
    {
      const RsNode *condition = g_array_index (facts->facts, RsFact, i).condition;

      if (g_array_index (facts->facts, RsFact, i).kind != RS_FACT_SHAPE && rs_logic_names_symbol (condition, variable))
        all = all ? new_operator (facts->arena, RS_NODE_BINARY, RS_OP_AND, all, condition) : condition;
    }
  return all;
}

#define MAX_EXPLAINED 50 /* facts: finding those that matter takes as many decisions */

GPtrArray *
rs_facts_find_contradiction (const RsFacts *facts, const RsNode *condition)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autoptr (RsArena) scratch = rs_arena_new ();
  RsFacts *rest = rs_facts_new (scratch, facts->scope);

  select_relevant (facts, condition, TRUE, rest);
  if (rest->facts->len > MAX_EXPLAINED || !is_refuted (rest, condition, TRUE))
    return found;
  for (guint i = rest->facts->len; i-- > 0;)
    {
      RsFact left_out = g_array_index (rest->facts, RsFact, i);

      g_array_remove_index (rest->facts, i);
      if (!is_refuted (rest, condition, TRUE))
        g_array_insert_val (rest->facts, i, left_out);
    }
  for (guint i = 0; i < rest->facts->len; i++)
    g_ptr_array_add (found, (gpointer)g_array_index (rest->facts, RsFact, i).condition);
  return found;
}
