/* Compound assignments that reductions give a meaning: a.length *= 2 where one sets a.length, v[k] += q where one adds
 * objects. Such a one becomes the assignment that it is short for; what its target names is evaluated once, in front.
 *
 * A number's a += b keeps its own meaning, which is atomic in kernels. So where only run time knows whether the target
 * is an object, it decides: `type(v[k], T) ? (v[k] = v[k] + q) : (v[k] += q)`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

/* A compound assignment as what it is short for. */
typedef struct {
  RsNode *assignment; /* target = value */
  RsNode *value;      /* target op operand */
  GPtrArray *matches; /* of RsMatch: of one of the two, none of which has been tried; empty: nothing applies */
  gboolean is_setter; /* they are matches of the assignment */
} Expansion;

static RsNode *
assign (RsReducer *self, RsNode *target, RsNode *value)
{
  RsNode *node = rs_reduce_node (self, RS_NODE_ASSIGN, target->span, 2, target, value);

  node->op = RS_OP_ASSIGN;
  return node;
}

/* --- what the target names, evaluated once --- */

/* Whether it gives the same each time, and does nothing else. */
static gboolean
is_steady (const RsNode *node)
{
  if (node->kind == RS_NODE_BINARY || node->kind == RS_NODE_UNARY || node->kind == RS_NODE_RANGE
      || node->kind == RS_NODE_INDEX || node->kind == RS_NODE_FIELD)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->children[i] && !is_steady (node->children[i]))
          return FALSE;
      return node->op != RS_OP_USER;
    }
  return rs_reduce_is_plain (node) || node->kind == RS_NODE_PLACEHOLDER;
}

/* The node, or a variable that an assignment in steps gives its value. */
static RsNode *
pin_value (RsReducer *self, RsNode *node, const RsPlace *place, GPtrArray *steps)
{
  RsSymbol *variable;

  if (is_steady (node))
    return node;
  if (node->kind == RS_NODE_RANGE || node->kind == RS_NODE_SPREAD)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->children[i])
          node->children[i] = pin_value (self, node->children[i], place, steps);
      return node;
    }
  variable = rs_reduce_temporary (self, place->scope, node->span);
  variable->type = rs_infer_type (&self->inference, node);
  g_ptr_array_add (steps, assign (self, variable->first, node));
  return rs_reduce_name (self, variable, node->span);
}

/* target with the parts that must not be evaluated twice replaced. */
static void
pin_target (RsReducer *self, RsNode *target, const RsPlace *place, GPtrArray *steps)
{
  RsNode *base = target->children[0];

  if (base->kind == RS_NODE_INDEX || base->kind == RS_NODE_FIELD)
    pin_target (self, base, place, steps);
  else
    target->children[0] = pin_value (self, base, place, steps);
  for (guint i = RS_INDEX_FIRST; target->kind == RS_NODE_INDEX && i < target->n_children; i++)
    if (target->children[i])
      target->children[i] = pin_value (self, target->children[i], place, steps);
}

static RsNode *
in_sequence (RsReducer *self, const GPtrArray *steps, RsNode *last)
{
  for (guint i = steps->len; i-- > 0;)
    last = rs_reduce_node (self, RS_NODE_SEQUENCE, last->span, 2, g_ptr_array_index (steps, i), last);
  return last;
}

/* --- what applies --- */

static gboolean
is_object (const RsType *type)
{
  return type->kind == RS_TYPE_CLASS || type->kind == RS_TYPE_POINTER;
}

/* Whether all that is open is whether operands are objects: a number's a += b keeps its own meaning. */
static gboolean
is_about_objects (const RsMatch *match)
{
  for (guint i = 0; i < match->open->len; i++)
    if (!is_object (g_array_index (match->open, RsOpenType, i).type))
      return FALSE;
  return match->where == RS_DECIDED_YES;
}

/* The matches of *slot but for those of reductions that were tried on the compound assignment, best first.
 * (transfer full) */
static GPtrArray *
candidates_of (RsReducer *self, const RsPlace *place, RsNode **slot)
{
  GPtrArray *tried = g_hash_table_lookup (self->tried, *place->slot), *all;
  RsPlace at = *place;

  at.slot = slot;
  all = rs_reduce_candidates (self, &at);
  for (guint i = all->len; tried && i-- > 0;)
    if (g_ptr_array_find (tried, ((RsMatch *)g_ptr_array_index (all, i))->reduction, NULL))
      g_ptr_array_remove_index (all, i);
  return all;
}

static gboolean
is_compound (const RsNode *node)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;

  return target && node->op != RS_OP_ASSIGN && rs_operator_of_assignment (node->op) != RS_OP_NONE
         && (target->kind == RS_NODE_NAME || target->kind == RS_NODE_FIELD || target->kind == RS_NODE_INDEX);
}

static void
expand (RsReducer *self, const RsPlace *place, Expansion *expansion)
{
  RsNode *node = *place->slot, *target = node->children[RS_ASSIGN_TARGET];

  expansion->value = rs_reduce_node (self, RS_NODE_BINARY, node->span, 2, rs_reduce_copy (self, target, place->scope),
                                     node->children[RS_ASSIGN_VALUE]);
  expansion->value->op = rs_operator_of_assignment (node->op);
  expansion->assignment = assign (self, target, expansion->value);
  expansion->assignment->span = node->span;
  expansion->is_setter = target->kind != RS_NODE_NAME;
  expansion->matches = candidates_of (self, place, expansion->is_setter ? &expansion->assignment : &expansion->value);
  if (!expansion->is_setter || expansion->matches->len > 0)
    return;
  g_ptr_array_unref (expansion->matches);
  expansion->is_setter = FALSE;
  expansion->matches = candidates_of (self, place, &expansion->value);
}

static gboolean
contains (const RsNode *tree, const RsNode *node)
{
  if (tree == node)
    return TRUE;
  for (guint i = 0; i < tree->n_children; i++)
    if (tree->children[i] && contains (tree->children[i], node))
      return TRUE;
  return FALSE;
}

/* The test whether what match asks of the target holds; NULL: it holds. */
static const RsOpenType *
test_of_target (const Expansion *expansion, const RsMatch *match)
{
  const RsNode *target = expansion->is_setter ? expansion->assignment->children[RS_ASSIGN_TARGET]
                                              : expansion->value->children[0];

  for (guint i = 0; i < match->open->len; i++)
    {
      const RsOpenType *open = &g_array_index (match->open, RsOpenType, i);

      if (contains (target, open->node) && is_object (open->type))
        return open;
    }
  return NULL;
}

/* Whether the target of an element or member is surely what match is about. */
static gboolean
is_settled (RsReducer *self, const RsPlace *place, const Expansion *expansion, const RsMatch *match)
{
  if (rs_match_is_certain (match))
    return TRUE;
  if (expansion->is_setter && expansion->assignment->children[RS_ASSIGN_TARGET]->kind == RS_NODE_FIELD)
    return TRUE; /* the value of a field gets its type later */
  self->inference.assumed = place->assumed;
  return !test_of_target (expansion, match)
         && is_object (rs_infer_type (&self->inference, expansion->is_setter
                                                            ? expansion->assignment->children[0]->children[0]
                                                            : expansion->value->children[0]));
}

/* Of names only plain operators, such as a - b of two objects. */
static gboolean
applies (RsReducer *self, const RsPlace *place, const Expansion *expansion)
{
  for (guint i = 0; i < expansion->matches->len; i++)
    {
      const RsMatch *match = g_ptr_array_index (expansion->matches, i);

      if (expansion->assignment->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME
              ? match->reduction->size == 1 && is_about_objects (match)
              : is_settled (self, place, expansion, match))
        return TRUE;
    }
  return FALSE;
}

static gboolean
expand_where_settled (RsReducer *self, const RsPlace *place)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  Expansion expansion = { 0 };
  gboolean is_meant;

  expand (self, place, &expansion);
  is_meant = applies (self, place, &expansion);
  g_ptr_array_unref (expansion.matches);
  if (!is_meant)
    return FALSE;
  if (expansion.assignment->children[RS_ASSIGN_TARGET]->kind != RS_NODE_NAME)
    {
      pin_target (self, expansion.assignment->children[RS_ASSIGN_TARGET], place, steps);
      expansion.value->children[0]
          = rs_reduce_copy (self, expansion.assignment->children[RS_ASSIGN_TARGET], place->scope);
    }
  *place->slot = in_sequence (self, steps, expansion.assignment);
  return TRUE;
}

gboolean
rs_reduce_expand_compounds (RsReducer *self, const GArray *places)
{
  gboolean any = FALSE;

  for (guint i = 0; i < places->len; i++)
    {
      const RsPlace place = g_array_index (places, RsPlace, i);

      if (is_compound (*place.slot))
        any = expand_where_settled (self, &place) || any;
    }
  return any;
}

/* --- choices at run time --- */

static const RsAssumption *
assume (RsReducer *self, const RsPlace *place, const RsSymbol *symbol, const RsType *type)
{
  RsAssumption *assumption = rs_arena_new0 (self->module->arena, RsAssumption);

  assumption->symbol = symbol;
  assumption->type = type;
  assumption->next = place->assumed;
  return assumption;
}

/* `type(v[k], T) ? (operand = v[k], v[k] = operand + q) : (v[k] += q)`; with a setter `type(a, T) ? (a.p = a.p + q) :
 * (a.p += q)`. */
static RsNode *
make_choice (RsReducer *self, const RsPlace *place, const Expansion *expansion, const RsOpenType *open, RsNode *rest)
{
  RsNode *target = expansion->assignment->children[RS_ASSIGN_TARGET], *then = expansion->assignment, *test, *choice;
  const RsSymbol *known = expansion->is_setter ? rs_symbol_get_origin (open->node->symbol) : NULL;

  test = rs_reduce_type_test (self, place->scope, expansion->is_setter ? open->node : target, open->type_node);
  if (!expansion->is_setter)
    {
      RsSymbol *old = rs_reduce_temporary (self, place->scope, target->span);

      expansion->value->children[0] = rs_reduce_name (self, old, target->span);
      then = rs_reduce_node (self, RS_NODE_SEQUENCE, then->span, 2,
                             assign (self, old->first, rs_reduce_copy (self, target, place->scope)), then);
      known = old;
    }
  choice = rs_reduce_node (self, RS_NODE_TERNARY, rest->span, 3, test, then, rest);
  choice->flags |= RS_NODE_PARENTHESES | RS_NODE_REDUCED;
  if (known)
    g_hash_table_insert (self->chains, choice, (gpointer)assume (self, place, known, open->type));
  return choice;
}

static gboolean
choose (RsReducer *self, const RsPlace *place)
{
  RsNode *node = *place->slot, *rest;
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  g_autoptr (GPtrArray) matches = NULL;
  Expansion expansion = { 0 };

  if (node->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME)
    return FALSE;
  expand (self, place, &expansion);
  matches = expansion.matches;
  for (guint i = 0; i < matches->len; i++)
    {
      const RsMatch *match = g_ptr_array_index (matches, i);
      const RsOpenType *open = match->is_late ? NULL : test_of_target (&expansion, match);

      if (!open || (expansion.is_setter && open->node->kind != RS_NODE_NAME))
        continue;
      pin_target (self, node->children[RS_ASSIGN_TARGET], place, steps);
      expansion.value->children[0] = rs_reduce_copy (self, node->children[RS_ASSIGN_TARGET], place->scope);
      rest = rs_reduce_node (self, RS_NODE_ASSIGN, node->span, 2,
                             rs_reduce_copy (self, node->children[RS_ASSIGN_TARGET], place->scope),
                             rs_reduce_copy (self, node->children[RS_ASSIGN_VALUE], place->scope));
      rest->op = node->op;
      rs_reduce_mark_tried (self, rest, g_hash_table_lookup (self->tried, node), match->reduction);
      *place->slot = in_sequence (self, steps, make_choice (self, place, &expansion, open, rest));
      return TRUE;
    }
  return FALSE;
}

gboolean
rs_reduce_choose_compound (RsReducer *self, const GArray *places)
{
  for (guint i = 0; i < places->len; i++)
    {
      const RsPlace place = g_array_index (places, RsPlace, i);

      if (is_compound (*place.slot) && choose (self, &place))
        return TRUE;
    }
  return FALSE;
}
