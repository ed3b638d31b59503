/* Choices at run time: where types or a condition are open, `test ? replacement : original`.
 *
 * A variable is tested where it stands; in the branch that the test leads to its type is known, so that further
 * reductions apply there. Another operand gets a variable of its own first. Where a pattern needs the structure of an
 * operand (symbolic functions), the variables inside of it are tested instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"

typedef struct {
  RsReducer *self;
  const RsPlace *place;
  RsNode *condition;            /* so far, or NULL */
  const RsAssumption *assumed;  /* when it holds */
} Link;

static const RsSymbol *
variable_of (const RsNode *node)
{
  const RsSymbol *symbol = node->kind == RS_NODE_NAME ? rs_symbol_get_origin (node->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_VARIABLE ? symbol : NULL;
}

/* --- conditions --- */

static void
add_condition (Link *link, RsNode *test)
{
  RsSpan span = (*link->place->slot)->span;

  if (!link->condition)
    {
      link->condition = test;
      return;
    }
  link->condition = rs_reduce_node (link->self, RS_NODE_BINARY, span, 2, link->condition, test);
  link->condition->op = RS_OP_AND;
}

RsNode *
rs_reduce_type_test (RsReducer *self, RsScope *scope, const RsNode *node, const RsNode *type_node)
{
  RsNodeCopy how = { .arena = self->module->arena, .keep_symbols = TRUE };
  RsNode *type = rs_reduce_node (self, RS_NODE_TYPE_OF_TEXT, node->span, 1, rs_node_copy (&how, type_node));

  return rs_reduce_node (self, RS_NODE_CALL, node->span, 3, rs_reduce_builtin (self, RS_BUILTIN_ID_TYPE, node->span),
                         rs_reduce_copy (self, node, scope), type);
}

static void
add_type_test (Link *link, const RsNode *node, const RsNode *type_node)
{
  add_condition (link, rs_reduce_type_test (link->self, link->place->scope, node, type_node));
}

static void
assume (Link *link, const RsSymbol *symbol, const RsType *type)
{
  RsAssumption *assumption = rs_arena_new0 (link->self->module->arena, RsAssumption);

  assumption->symbol = symbol;
  assumption->type = type;
  assumption->next = link->assumed;
  link->assumed = assumption;
}

static const RsType *
assumed_type (const Link *link, const RsSymbol *symbol)
{
  for (const RsAssumption *a = link->assumed; a && a != link->place->assumed; a = a->next)
    if (a->symbol == symbol)
      return a->type;
  return NULL;
}

/* Tests the variables of unknown type in an operand that has to keep its structure. */
static void
test_leaves (Link *link, const RsNode *node, const RsOpenType *open)
{
  const RsSymbol *symbol = variable_of (node);

  if (symbol && symbol->type->kind == RS_TYPE_UNKNOWN && !assumed_type (link, symbol))
    {
      add_type_test (link, node, open->type_node);
      assume (link, symbol, open->type);
    }
  for (guint i = 0; node->kind != RS_NODE_LAMBDA && i < node->n_children; i++)
    if (node->children[i])
      test_leaves (link, node->children[i], open);
}

/* Variables that are operands themselves say best what they are. */
static void
test_structure (Link *link, const RsMatch *match)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < match->open->len; i++)
      {
        const RsOpenType *open = &g_array_index (match->open, RsOpenType, i);

        if ((variable_of (open->node) != NULL) == (pass == 0))
          test_leaves (link, open->node, open);
      }
}

static void
test_operands (Link *link, const RsMatch *match)
{
  for (guint i = 0; i < match->open->len; i++)
    {
      const RsOpenType *open = &g_array_index (match->open, RsOpenType, i);
      const RsSymbol *symbol = variable_of (open->node);

      add_type_test (link, open->node, open->type_node);
      if (symbol)
        assume (link, symbol, open->type);
    }
}

/* --- operands that are no variables --- */

static RsNode **
find_slot (RsNode **slot, const RsNode *node)
{
  RsNode **found = NULL;

  if (*slot == node)
    return slot;
  for (guint i = 0; *slot && !found && i < (*slot)->n_children; i++)
    found = find_slot (&(*slot)->children[i], node);
  return found;
}

static gboolean
is_in_target (const RsPlace *place, const RsNode *node)
{
  RsNode *root = *place->slot;

  return (root->kind == RS_NODE_ASSIGN || root->kind == RS_NODE_DEFINE) && find_slot (&root->children[0], node);
}

/* Gives an operand that is no variable one of its own; FALSE when it needs none. */
static gboolean
name_operand (RsReducer *self, RsNode *node, const RsPlace *place)
{
  RsNode **slot = find_slot (place->slot, node), *assignment;
  RsSymbol *variable;

  if (variable_of (node) || !slot || is_in_target (place, node))
    return FALSE;
  variable = rs_reduce_temporary (self, place->scope, node->span);
  assignment = rs_reduce_node (self, RS_NODE_ASSIGN, node->span, 2, variable->first, node);
  assignment->op = RS_OP_ASSIGN;
  *slot = rs_reduce_name (self, variable, node->span);
  *place->slot = rs_reduce_node (self, RS_NODE_SEQUENCE, (*place->slot)->span, 2, assignment, *place->slot);
  return TRUE;
}

/* The first operand that the choice would evaluate more than once. */
static gboolean
name_operands (RsReducer *self, const RsMatch *match, const RsPlace *place)
{
  for (guint i = 0; i < match->open->len; i++)
    if (name_operand (self, g_array_index (match->open, RsOpenType, i).node, place))
      return TRUE;
  for (guint i = 0; match->is_late && i < match->n_operands; i++)
    if (!rs_reduce_is_plain (match->operands[i].node) && name_operand (self, match->operands[i].node, place))
      return TRUE;
  return FALSE;
}

/* --- entry --- */

void
rs_reduce_mark_tried (RsReducer *self, const RsNode *node, const GPtrArray *before, RsReduction *reduction)
{
  GPtrArray *tried = g_hash_table_lookup (self->tried, node);

  if (!tried)
    {
      tried = g_ptr_array_new ();
      g_hash_table_insert (self->tried, (gpointer)node, tried);
    }
  for (guint i = 0; before && i < before->len; i++)
    g_ptr_array_add (tried, g_ptr_array_index (before, i));
  g_ptr_array_add (tried, reduction);
}

/* Whether match asks for nothing that the tests of link do not ask for: it fails where they fail. */
static gboolean
is_tested (const Link *link, const RsMatch *match)
{
  for (guint i = 0; i < match->open->len; i++)
    {
      const RsOpenType *open = &g_array_index (match->open, RsOpenType, i);
      const RsSymbol *symbol = variable_of (open->node);
      const RsType *type = symbol ? assumed_type (link, symbol) : NULL;

      if (symbol && (!type || !rs_type_equal (type, open->type)))
        return FALSE;
      if (!symbol && !rs_reduce_is_symbolic (link->self, match->reduction))
        return FALSE;
    }
  return match->open->len > 0 && match->where == RS_DECIDED_YES;
}

/* The original with what has been tried on it; it gets a list of its own. */
static RsNode *
make_rest (Link *link, GPtrArray *candidates)
{
  RsReducer *self = link->self;
  RsNode *rest = rs_reduce_copy (self, *link->place->slot, link->place->scope);
  GPtrArray *before = g_hash_table_lookup (self->tried, *link->place->slot);

  g_hash_table_remove (self->tried, rest);
  g_hash_table_insert (self->origins, rest, (gpointer)rs_reduce_origin (self, *link->place->slot));
  for (guint i = 0; i < candidates->len; i++)
    {
      const RsMatch *match = g_ptr_array_index (candidates, i);

      if (i == 0 || is_tested (link, match))
        rs_reduce_mark_tried (self, rest, i == 0 ? before : NULL, match->reduction);
    }
  return rest;
}

/* The match as it is when the tests hold. (transfer full) */
static RsMatch *
match_again (Link *link, RsReduction *reduction)
{
  RsPlace place = *link->place;

  place.assumed = link->assumed;
  return rs_reduce_match (link->self, reduction, &place);
}

/* What the operands of a match are, to take part in a choice in their own right: each branch has a copy. */
static void
add_where (Link *link, const RsMatch *match)
{
  RsNode *condition;

  if (match->where != RS_DECIDED_OPEN)
    return;
  condition = rs_reduce_condition (link->self, match, link->place);
  add_condition (link, rs_reduce_truth (link->self, condition, link->place));
}

void
rs_reduce_chain (RsReducer *self, GPtrArray *candidates, const RsPlace *place)
{
  g_assert (candidates->len >= 1);

  const RsMatch *first = g_ptr_array_index (candidates, 0);
  gboolean symbolic = rs_reduce_is_symbolic (self, first->reduction);
  RsNode *original = *place->slot, *then, *choice;
  g_autoptr (RsMatch) match = NULL;
  Link link = { self, place, NULL, place->assumed };

  g_hash_table_insert (self->origins, original, (gpointer)rs_reduce_origin (self, original));
  if (!symbolic && name_operands (self, first, place))
    return;
  if (symbolic)
    test_structure (&link, first);
  else
    test_operands (&link, first);
  if (first->is_late)
    add_condition (&link, rs_reduce_late_test (self, first, place));
  match = match_again (&link, first->reduction);
  if (!match || (symbolic && match->open->len > 0) || (!link.condition && match->where != RS_DECIDED_OPEN))
    {
      rs_reduce_mark_tried (self, original, NULL, first->reduction);
      return;
    }
  add_where (&link, match);
  then = first->is_late ? rs_reduce_late_call (self, match, place)
                        : rs_reduce_instantiate (self, match, first->reduction->replacement, place);
  choice
      = rs_reduce_node (self, RS_NODE_TERNARY, original->span, 3, link.condition, then, make_rest (&link, candidates));
  choice->flags |= RS_NODE_PARENTHESES | RS_NODE_REDUCED;
  if (link.assumed != place->assumed)
    g_hash_table_insert (self->chains, choice, (gpointer)link.assumed);
  g_hash_table_insert (self->origins, then, (gpointer)rs_reduce_origin (self, original));
  *place->slot = choice;
}
