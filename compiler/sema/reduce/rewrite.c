/* The worklist: types, matches, replaces, and types again, until nothing changes.
 *
 * One pass walks all modules and rewrites expression by expression. In an expression the best match of all its places
 * goes first (manual 4.9.2), so that a pattern with more variables sees its operands before smaller ones change them.
 * When an expression has got another type, the types of variables are inferred anew before the walk goes on; matches
 * are certain, and stay so. Only when nothing certain is left are choices at run time made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/reduce/reduce-private.h"

#include "compiler/syntax/copy.h"

#define MAX_STEPS 2000      /* replacements in one expression */
#define MAX_VISITS                                                                                                     \
  150000 /* of nodes, over all replacements in one expression, and as many as it has itself for each of 50 */
#define MAX_TREE 40000      /* nodes of one expression */
#define MAX_GROWTH 3000     /* nodes that replacements may add to an expression, and 20 times as many as it has */
#define MAX_PASSES 40
#define MAX_INFERENCES 400  /* of a module between two statements */
#define N_NAMED 3           /* replacements that name a cycle */

typedef struct {
  RsReducer *reducer;
  GHashTable *declared;  /* RsSymbol -> RsType before the first inference */
  guint n_inferences;
} Driver;

/* --- places --- */

typedef struct {
  RsReducer *reducer;
  GArray *places; /* of RsPlace */
} Gathering;

static void gather (Gathering *self, RsNode **slot, RsPlace at);

static void
gather_children (Gathering *self, RsNode *node, RsPlace at, guint first)
{
  for (guint i = first; i < node->n_children; i++)
    gather (self, &node->children[i], at);
}

/* What is assigned to is no value; only the indices in it are. */
static void
gather_target (Gathering *self, RsNode **slot, RsPlace at)
{
  RsNode *target = *slot;

  if (!target)
    return;
  if (target->kind == RS_NODE_MATRIX)
    for (guint i = 0; i < target->n_children; i++)
      gather_target (self, &target->children[i], at);
  else if (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_FIELD || target->kind == RS_NODE_TYPED)
    {
      gather_target (self, &target->children[0], at);
      if (target->kind == RS_NODE_INDEX)
        gather_children (self, target, at, RS_INDEX_FIRST);
    }
  else if (target->kind == RS_NODE_CALL || target->kind == RS_NODE_BINARY || target->kind == RS_NODE_UNARY)
    gather (self, slot, at); /* an equation: solve (a = b, x) */
}

static void
gather_inside (Gathering *self, RsNode *node, RsPlace at)
{
  const RsAssumption *assumed;

  switch (node->kind)
    {
    case RS_NODE_META:
    case RS_NODE_TYPE_OF_TEXT:
      break;
    case RS_NODE_LAMBDA:
      at.scope = node->scope ? node->scope : at.scope;
      if (node->n_children > 0)
        gather (self, &node->children[node->n_children - 1], at);
      break;
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      gather_target (self, &node->children[RS_ASSIGN_TARGET], at);
      gather_children (self, node, at, RS_ASSIGN_VALUE);
      break;
    case RS_NODE_TYPED:
      gather (self, &node->children[RS_TYPED_EXPRESSION], at);
      break;
    case RS_NODE_TERNARY:
      assumed = g_hash_table_lookup (self->reducer->chains, node);
      gather (self, &node->children[RS_TERNARY_CONDITION], at);
      gather (self, &node->children[RS_TERNARY_ELSE], at);
      at.assumed = assumed ? assumed : at.assumed;
      gather (self, &node->children[RS_TERNARY_THEN], at);
      break;
    default:
      at.in_sum = node->kind == RS_NODE_BINARY && (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT);
      gather_children (self, node, at, 0);
    }
}

static void
gather (Gathering *self, RsNode **slot, RsPlace at)
{
  if (!*slot || (*slot)->kind > RS_NODE_DEFINE)
    return;
  at.slot = slot;
  g_array_append_val (self->places, at);
  at.depth++;
  at.in_sum = FALSE;
  gather_inside (self, *slot, at);
}

/* --- one step --- */

typedef struct {
  RsPlace place;
  GPtrArray *candidates; /* NULL while nothing is chosen */
} Choice;

static void
consider (Choice *best, const RsPlace *place, GPtrArray *candidates)
{
  int order = -1;

  if (best->candidates)
    {
      order = rs_match_compare (g_ptr_array_index (candidates, 0), g_ptr_array_index (best->candidates, 0));
      if (order == 0)
        order = (int)best->place.depth - (int)place->depth;
    }
  if (order >= 0)
    return;
  g_clear_pointer (&best->candidates, g_ptr_array_unref);
  best->place = *place;
  best->candidates = g_ptr_array_ref (candidates);
}

static void
apply (RsReducer *self, const Choice *choice)
{
  const RsMatch *match = g_ptr_array_index (choice->candidates, 0);
  const RsPlace *place = &choice->place;
  RsNode *before = *place->slot;
  const char *origin = rs_reduce_origin (self, before);

  if (!self->trial)
    {
      rs_reduce_check_use (self, match, place);
      rs_reduce_check_conflicts (self, choice->candidates, place);
    }
  *place->slot = rs_reduce_instantiate (self, match, match->reduction->replacement, place);
  (*place->slot)->flags |= before->flags & RS_NODE_PARENTHESES;
  g_hash_table_insert (self->origins, *place->slot, (gpointer)origin);
  if (self->trial)
    g_ptr_array_add (self->trial, match->reduction);
  else if (self->options.display)
    {
      g_autofree char *from = rs_node_to_string (before), *to = rs_node_to_string (*place->slot);

      rs_reduce_report (self, RS_SEVERITY_NOTE, self->module, before->span, RS_SAY (REDUCTION_STEP), from, to);
    }
}

static void
choose_at_run_time (RsReducer *self, const Choice *choice)
{
  const RsMatch *match = g_ptr_array_index (choice->candidates, 0);
  RsNode *before = *choice->place.slot;
  g_autofree char *from = self->options.display ? rs_node_to_string (before) : NULL;

  rs_reduce_check_use (self, match, &choice->place);
  rs_reduce_chain (self, choice->candidates, &choice->place);
  if (self->options.display && *choice->place.slot != before)
    {
      g_autofree char *to = rs_node_to_string (*choice->place.slot);

      rs_reduce_report (self, RS_SEVERITY_NOTE, self->module, before->span, RS_SAY (REDUCTION_STEP), from, to);
    }
}

static void
count_places (RsEffort *effort, guint n)
{
  if (effort->most_visits == 0)
    {
      effort->most_visits = MAX_VISITS + 50 * n;
      effort->most_places = MAX_GROWTH + 20 * n;
    }
  effort->n_visits += n;
  effort->n_places = n;
}

gboolean
rs_reduce_is_endless (const RsReducer *self)
{
  return self->effort.n_visits > self->effort.most_visits || self->effort.n_places > self->effort.most_places;
}

gboolean
rs_reduce_step (RsReducer *self, RsNode **slot, RsScope *scope, const RsAssumption *assumed)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (RsPlace));
  Gathering gathering = { self, places };
  RsPlace root = { .scope = scope, .assumed = assumed };
  Choice certain = { 0 }, open = { 0 };

  gather (&gathering, slot, root);
  if (rs_reduce_expand_compounds (self, places))
    {
      g_array_set_size (places, 0);
      gather (&gathering, slot, root);
    }
  count_places (&self->effort, places->len);
  for (guint i = 0; i < places->len && places->len < MAX_TREE; i++)
    {
      const RsPlace *place = &g_array_index (places, RsPlace, i);
      g_autoptr (GPtrArray) candidates = rs_reduce_candidates (self, place);

      if (candidates->len == 0)
        continue;
      if (rs_match_is_certain (g_ptr_array_index (candidates, 0)))
        consider (&certain, place, candidates);
      else if (self->allow_open && !self->trial)
        consider (&open, place, candidates);
    }
  if (certain.candidates)
    apply (self, &certain);
  else if (open.candidates)
    choose_at_run_time (self, &open);
  else
    return self->allow_open && !self->trial
           && (rs_reduce_choose_compound (self, places) || rs_reduce_pipe (self, places));
  g_clear_pointer (&certain.candidates, g_ptr_array_unref);
  g_clear_pointer (&open.candidates, g_ptr_array_unref);
  return TRUE;
}

/* --- expressions --- */

static void
report_endless (RsReducer *self, RsSpan span, GPtrArray *texts)
{
  g_autoptr (GString) cycle = g_string_new (NULL);

  for (guint i = texts->len > N_NAMED ? texts->len - N_NAMED : 0; i < texts->len; i++)
    rs_reduce_add_step (cycle, g_ptr_array_index (texts, i));
  rs_reduce_report (self, RS_SEVERITY_ERROR, self->module, span, RS_SAY (REDUCTION_ENDLESS), cycle->str);
}

void
rs_reduce_expression (RsReducer *self, RsNode **slot, RsScope *scope)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  RsSpan span = (*slot)->span;
  guint n = 0;

  self->effort = (RsEffort){ 0 };
  while (rs_reduce_step (self, slot, scope, NULL))
    {
      gboolean endless = rs_reduce_is_endless (self);

      if (++n + N_NAMED > MAX_STEPS || endless)
        g_ptr_array_add (texts, rs_node_to_string (*slot)); /* the last ones tell of the cycle */
      if (texts->len > N_NAMED || endless)
        {
          report_endless (self, span, texts);
          self->visible->len = 0; /* of this module nothing more is rewritten */
          return;
        }
    }
  if (n == 0)
    return;
  self->changed = TRUE;
  if (self->options.display)
    {
      g_autofree char *text = rs_node_to_string (*slot);

      rs_reduce_report (self, RS_SEVERITY_NOTE, self->module, span, RS_SAY (REDUCTION_RESULT), n, n == 1 ? "" : "s",
                        text);
    }
}

/* --- modules --- */

static void
reset_types (Driver *self, RsScope *scope)
{
  for (guint i = 0; i < scope->variables->len; i++)
    {
      RsSymbol *symbol = g_ptr_array_index (scope->variables, i);
      const RsType *type = g_hash_table_lookup (self->declared, symbol);

      if (symbol->kind == RS_SYMBOL_VARIABLE && (type || !symbol->is_declared))
        symbol->type = type ? type : &rs_type_unknown;
    }
  for (guint i = 0; i < scope->inner->len; i++)
    reset_types (self, g_ptr_array_index (scope->inner, i));
}

static void
keep_types (Driver *self, RsScope *scope)
{
  for (guint i = 0; i < scope->variables->len; i++)
    {
      RsSymbol *symbol = g_ptr_array_index (scope->variables, i);

      g_hash_table_insert (self->declared, symbol, (gpointer)symbol->type);
    }
  for (guint i = 0; i < scope->inner->len; i++)
    keep_types (self, g_ptr_array_index (scope->inner, i));
}

static void
infer_module (Driver *self, RsModule *module)
{
  reset_types (self, module->root->scope);
  rs_infer_module (module, self->reducer->program->precision);
}

static void
note_lambda_name (RsReducer *self, const RsNode *node)
{
  const RsNode *target = rs_node_child (node, RS_ASSIGN_TARGET), *value = rs_node_child (node, RS_ASSIGN_VALUE);

  if (target && target->kind == RS_NODE_TYPED)
    target = rs_node_child (target, RS_TYPED_EXPRESSION);
  if (target && value && target->kind == RS_NODE_NAME && value->kind == RS_NODE_LAMBDA && value->scope
      && target->symbol)
    g_hash_table_insert (self->lambda_names, value->scope, target->symbol);
}

static void
rewrite_root (Driver *self, RsNode **slot, RsScope *scope)
{
  RsReducer *reducer = self->reducer;
  const RsType *before, *after;
  gboolean changed = reducer->changed;
  RsNode *node = *slot;

  if (node->kind == RS_NODE_ASSIGN)
    note_lambda_name (reducer, node);
  reducer->position = node->span.start;
  reducer->changed = FALSE;
  reducer->inference.assumed = NULL;
  before = rs_infer_type (&reducer->inference, node);
  reducer->facts = rs_reduce_find_facts (reducer, node);
  if (rs_reduce_give_size (reducer, slot, scope))
    reducer->changed = TRUE;
  rs_reduce_expression (reducer, slot, scope);
  reducer->facts = NULL;
  if (reducer->changed)
    {
      reducer->inference.assumed = NULL;
      after = rs_infer_type (&reducer->inference, *slot);
      if (!rs_type_equal (before, after) && self->n_inferences++ < MAX_INFERENCES)
        infer_module (self, reducer->module);
    }
  reducer->changed = reducer->changed || changed;
}

/* A statement that is an assignment by itself may become something else. */
static void
keep_statement (RsReducer *self, RsNode *parent, RsNode **slot)
{
  if (parent->kind == RS_NODE_BLOCK && (*slot)->kind <= RS_NODE_DEFINE && (*slot)->kind != RS_NODE_ASSIGN
      && (*slot)->kind != RS_NODE_DEFINE)
    *slot = rs_reduce_node (self, RS_NODE_EXPRESSION, (*slot)->span, 1, *slot);
}

static void walk (Driver *self, RsNode *node, RsScope *scope);

/* Instances of generic functions that inference has made so far; later ones are copies of what is rewritten here. */
static void
walk_instances (Driver *self, const RsNode *node)
{
  const GPtrArray *instances = node->kind == RS_NODE_FUNCTION && node->scope ? node->scope->instances : NULL;

  for (guint i = 0; instances && i < instances->len; i++)
    {
      RsGenericInstance *instance = g_ptr_array_index (instances, i);

      if (instance->node && instance->node->scope)
        walk (self, instance->node, instance->node->scope);
    }
}

static void
walk (Driver *self, RsNode *node, RsScope *scope)
{
  if (node->scope && node->kind != RS_NODE_REDUCTION)
    scope = node->scope;
  walk_instances (self, node);
  switch (node->kind)
    {
    case RS_NODE_REDUCTION:
    case RS_NODE_MACRO:
    case RS_NODE_TYPE_DEFINITION:
    case RS_NODE_SYMBOLIC:
    case RS_NODE_ATTRIBUTE:
      return;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      RsNode *child = node->children[i];

      if (!child || (node->kind == RS_NODE_FOR && i == RS_FOR_VARIABLE)
          || (node->kind == RS_NODE_TRY && i == RS_TRY_VARIABLE))
        continue;
      if (child->kind > RS_NODE_DEFINE)
        {
          walk (self, child, scope);
          continue;
        }
      rewrite_root (self, &node->children[i], scope);
      keep_statement (self->reducer, node, &node->children[i]);
    }
}

/* Operands are shared once, when everything has been applied. */
static void
share_operands (RsReducer *self, RsNode *node, RsScope *scope)
{
  const GPtrArray *instances = node->kind == RS_NODE_FUNCTION && node->scope ? node->scope->instances : NULL;

  for (guint i = 0; instances && i < instances->len; i++)
    share_operands (self, ((RsGenericInstance *)g_ptr_array_index (instances, i))->node, scope);
  if (node->scope && node->kind != RS_NODE_REDUCTION)
    scope = node->scope;
  if (node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_MACRO)
    return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && node->children[i]->kind > RS_NODE_DEFINE)
      share_operands (self, node->children[i], scope);
    else if (node->children[i])
      rs_reduce_share (self, &node->children[i], scope);
}

/* TRUE when something was rewritten. */
static gboolean
pass (Driver *self)
{
  RsReducer *reducer = self->reducer;
  GPtrArray *modules = reducer->program->modules;
  gboolean any = FALSE;

  for (guint i = 0; i < modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (modules, i);
      g_autoptr (RsArena) arena = rs_arena_new ();

      reducer->changed = FALSE;
      rs_reduce_enter (reducer, module);
      rs_reduce_learn (reducer, arena);
      walk (self, module->root, module->root->scope);
      g_clear_pointer (&reducer->known, g_hash_table_unref);
      if (reducer->changed)
        infer_module (self, module);
      any = any || reducer->changed;
    }
  rs_reduce_place_functions (reducer);
  return any;
}

static void
rewrite (Driver *self)
{
  RsReducer *reducer = self->reducer;
  GPtrArray *modules = reducer->program->modules;

  rs_reduce_check_definitions (reducer);
  for (guint n = 0; n < MAX_PASSES; n++)
    {
      if (pass (self))
        reducer->allow_open = FALSE;
      else if (reducer->allow_open)
        break;
      else
        reducer->allow_open = TRUE;
    }
  for (guint i = 0; i < modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (modules, i);

      rs_reduce_enter (reducer, module);
      rs_reduce_tidy (reducer, module->root);
      share_operands (reducer, module->root, module->root->scope);
    }
}

/* --- entry --- */

void
rs_reduce_program (RsProgram *program, RsDiagnostics *diagnostics)
{
  RsReducer reducer = { 0 };
  g_autoptr (GHashTable) declared = g_hash_table_new (NULL, NULL);
  Driver driver = { &reducer, declared, 0 };

  rs_reducer_init (&reducer, program, diagnostics);
  for (guint i = 0; i < program->modules->len; i++)
    {
      RsModule *module = g_ptr_array_index (program->modules, i);

      if (reducer.has_work)
        keep_types (&driver, module->root->scope);
      rs_infer_module (module, program->precision);
    }
  if (reducer.has_work)
    rewrite (&driver);
  for (guint i = 0; i < program->modules->len; i++)
    {
      rs_reduce_enter (&reducer, g_ptr_array_index (program->modules, i));
      rs_reduce_check_rest (&reducer, reducer.module);
      if (reducer.has_work)
        infer_module (&driver, reducer.module);
    }
  rs_reducer_clear (&reducer);
}
