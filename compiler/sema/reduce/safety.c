/* Unsafe reductions (manual 4.9.3): free variables, undefined functions, operands of an outer scope that change,
 * conflicts; and cross-references, which are an error on every level.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/syntax/copy.h"

#define MAX_TRIAL 60 /* steps until a trial counts as endless */
#define MAX_TRIED 60000

/* Whether a key has been seen; each has its message once. */
static gboolean
is_first (RsReducer *self, const char *kind, gconstpointer a, gconstpointer b)
{
  return g_hash_table_add (self->reported, g_strdup_printf ("%s %p %p", kind, a, b));
}

static RsSeverity
severity (const RsReducer *self)
{
  return self->options.safety == RS_SAFETY_STRICT ? RS_SEVERITY_ERROR : RS_SEVERITY_WARNING;
}

/* --- 1 and 2: what the replacement names --- */

static gboolean
is_own (const RsReduction *reduction, const RsSymbol *symbol)
{
  for (const RsScope *scope = symbol->scope; scope; scope = scope->parent)
    if (scope == reduction->scope)
      return TRUE;
  return FALSE;
}

/* A variable that holds one function is as good as a function. */
static gboolean
is_function_variable (const RsSymbol *symbol)
{
  return symbol->kind == RS_SYMBOL_FUNCTION || symbol->type->kind == RS_TYPE_FUNCTION
         || (symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_data && !symbol->is_assigned_again);
}

static void
check_free_variable (RsReducer *self, const RsReduction *reduction, const RsNode *node)
{
  const RsSymbol *symbol = rs_symbol_get_origin (node->symbol);

  if (symbol && (symbol->kind != RS_SYMBOL_VARIABLE || is_own (reduction, symbol) || is_function_variable (symbol)))
    return;
  if (is_first (self, "free", reduction, node->name))
    rs_reduce_report (self, severity (self), reduction->module, node->span, RS_SAY (REDUCTION_FREE), node->name);
}

static void
check_function (RsReducer *self, const RsReduction *reduction, const RsNode *callee)
{
  if (callee->kind != RS_NODE_NAME || callee->symbol || rs_reduce_has_head (self, callee->name))
    return;
  if (is_first (self, "function", reduction, callee->name))
    rs_reduce_report (self, severity (self), reduction->module, callee->span, RS_SAY (REDUCTION_FUNCTION),
                      callee->name);
}

static void
check_names (RsReducer *self, const RsReduction *reduction, const RsNode *node)
{
  guint first = 0;

  if (node->kind == RS_NODE_META || node->kind == RS_NODE_TYPE_OF_TEXT)
    return;
  if (node->kind == RS_NODE_NAME)
    check_free_variable (self, reduction, node);
  if (node->kind == RS_NODE_CALL && rs_node_child (node, RS_CALL_CALLEE)
      && node->children[RS_CALL_CALLEE]->kind == RS_NODE_NAME)
    {
      check_function (self, reduction, node->children[RS_CALL_CALLEE]);
      first = RS_CALL_FIRST_ARGUMENT;
    }
  for (guint i = first; i < node->n_children; i++)
    if (node->children[i])
      check_names (self, reduction, node->children[i]);
}

/* --- 5: cross-references --- */

static gboolean
contains (const RsNode *node, const RsNode *part)
{
  if (rs_node_equal (node, part))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && contains (node->children[i], part))
      return TRUE;
  return FALSE;
}

static void
report_circle (RsReducer *self, RsReduction *reduction, GPtrArray *texts)
{
  g_autofree char *pattern = rs_node_to_string (reduction->pattern);
  g_autoptr (GString) way = g_string_new (NULL);

  rs_reduce_add_step (way, pattern);
  for (guint i = 0; i < MIN (texts->len, 4); i++)
    rs_reduce_add_step (way, g_ptr_array_index (texts, i));
  rs_reduce_report (self, RS_SEVERITY_ERROR, reduction->module, reduction->node->span, RS_SAY (REDUCTION_CIRCLE),
                    way->str, texts->len > 4 ? " -> ..." : "");
}

/* Whether one of them comes twice: a long chain of different reductions is no circle. */
static gboolean
is_repeated (const GPtrArray *applied)
{
  for (guint i = 1; i < applied->len; i++)
    for (guint j = 0; j < i; j++)
      if (applied->pdata[i] == applied->pdata[j])
        return TRUE;
  return FALSE;
}

/* A step compares with every reduction. Circles among very many of them are found when they are applied. */
static gboolean
may_try (RsReducer *self)
{
  self->n_tried += self->reductions->len;
  return self->n_tried <= MAX_TRIED;
}

/* Follows what becomes of the replacement. Conditions could end a circle, so that only reductions without one count. */
static void
check_circle (RsReducer *self, RsReduction *reduction)
{
  g_autoptr (GPtrArray) applied = g_ptr_array_new (), texts = g_ptr_array_new_with_free_func (g_free);
  RsNode *node = rs_reduce_copy (self, reduction->replacement, reduction->scope);
  gboolean circular;

  if (reduction->where || reduction->is_circular)
    return;
  self->trial = applied;
  self->position = G_MAXUINT32;
  self->effort = (RsEffort){ 0 };
  do
    {
      g_ptr_array_add (texts, rs_node_to_string (node));
      circular = contains (node, reduction->pattern) || rs_reduce_is_endless (self)
                 || (texts->len > MAX_TRIAL && is_repeated (applied));
    }
  while (!circular && texts->len <= MAX_TRIAL && may_try (self)
         && rs_reduce_step (self, &node, reduction->scope, NULL));
  self->trial = NULL;
  if (!circular)
    return;
  report_circle (self, reduction, texts);
  reduction->is_circular = TRUE;
  for (guint i = 0; i < applied->len; i++)
    ((RsReduction *)g_ptr_array_index (applied, i))->is_circular = TRUE;
}

static gboolean
is_only_variable (const RsReduction *reduction)
{
  return reduction->pattern->kind == RS_NODE_NAME || reduction->pattern->kind == RS_NODE_NUMBER;
}

void
rs_reduce_check_definitions (RsReducer *self)
{
  for (guint i = 0; i < self->reductions->len; i++)
    {
      RsReduction *reduction = g_ptr_array_index (self->reductions, i);

      if (self->module != reduction->module)
        rs_reduce_enter (self, reduction->module);
      if (self->options.is_off)
        continue;
      if (is_only_variable (reduction))
        rs_reduce_report (self, RS_SEVERITY_ERROR, reduction->module, reduction->pattern->span,
                          RS_SAY (REDUCTION_PATTERN), reduction->pattern->kind == RS_NODE_NAME ? "name" : "number");
      if (self->options.safety != RS_SAFETY_NONE)
        check_names (self, reduction, reduction->replacement);
      check_circle (self, reduction);
    }
}

/* --- 3: operands of an outer scope --- */

static const RsSymbol *
find_changing (const RsNode *node, const RsScope *scope)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL, *found;

  if (symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope != scope && symbol->is_assigned_again
      && !symbol->is_declared && symbol->first && symbol->first_target && !symbol->is_output)
    return symbol;
  for (guint i = 0; node->kind != RS_NODE_LAMBDA && i < node->n_children; i++)
    if (node->children[i] && (found = find_changing (node->children[i], scope)))
      return found;
  return NULL;
}

void
rs_reduce_check_use (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  if (self->options.safety == RS_SAFETY_NONE)
    return;
  for (guint i = 0; i < match->n_operands; i++)
    {
      const RsNode *operand = match->operands[i].node;
      const RsSymbol *symbol = operand ? find_changing (operand, place->scope) : NULL;

      if (symbol && !g_str_has_prefix (symbol->name, "operand_") && is_first (self, "outer", symbol, match->reduction))
        rs_reduce_report (self, severity (self), self->module, operand->span, RS_SAY (REDUCTION_OPERAND), symbol->name);
    }
}

/* --- 4: conflicts --- */

/* What becomes of the place when match is applied first. (transfer full) */
static char *
normal_form (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  g_autoptr (GPtrArray) applied = g_ptr_array_new ();
  RsNode *node = rs_reduce_instantiate (self, match, match->reduction->replacement, place);
  RsEffort effort = self->effort;

  self->trial = applied;
  self->effort = (RsEffort){ 0 };
  while (applied->len < MAX_TRIAL && !rs_reduce_is_endless (self)
         && rs_reduce_step (self, &node, place->scope, place->assumed))
    continue;
  self->effort = effort;
  self->trial = NULL;
  return rs_node_to_string (node);
}

/* Rules of one calculation with formulas (manual 4.9.1) are cases of it, the special ones before the general ones. */
static gboolean
are_rules (RsReducer *self, const RsReduction *a, const RsReduction *b)
{
  return rs_reduce_is_symbolic (self, a) && rs_reduce_is_symbolic (self, b);
}

void
rs_reduce_check_conflicts (RsReducer *self, GPtrArray *candidates, const RsPlace *place)
{
  g_assert (candidates->len >= 1);

  const RsMatch *first = g_ptr_array_index (candidates, 0);

  for (guint i = 1; i < candidates->len && self->options.safety != RS_SAFETY_NONE; i++)
    {
      const RsMatch *other = g_ptr_array_index (candidates, i);
      g_autofree char *a = NULL, *b = NULL;

      if (other->where != RS_DECIDED_YES || other->is_late
          || rs_pattern_has_shape_of (first->reduction->pattern, other->reduction->pattern)
          || are_rules (self, first->reduction, other->reduction)
          || !is_first (self, "conflict", first->reduction, other->reduction))
        continue;
      a = normal_form (self, first, place);
      b = normal_form (self, other, place);
      if (g_strcmp0 (a, b) != 0)
        {
          g_autofree char *text = rs_node_to_string (*place->slot);

          rs_reduce_report (self, severity (self), self->module, (*place->slot)->span, RS_SAY (REDUCTION_CONFLICT),
                            text, a, b);
        }
    }
}
