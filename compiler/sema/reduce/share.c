/* Operands that a replacement repeats, evaluated once.
 *
 * While reductions are applied, each copy of an operand keeps its structure, because further patterns may look into it.
 * When nothing applies any more, the copies of one operand that are left in two places get a variable, which is given
 * its value in front of the smallest expression around them. Inside of a lambda one copy is enough to do so: the
 * operand belongs to the place, not to each call of the lambda.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"
#include "compiler/syntax/copy.h"

typedef struct {
  RsNode **slot;
  RsScope *scope;
} Step;

/* A copy that is left, with the way to it. */
typedef struct {
  const RsGroup *group;
  GArray *path;        /* of Step: from the root to the copy */
  gboolean is_target;
  guint size;
} Occurrence;

gboolean
rs_reduce_is_plain (const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_NAME:
    case RS_NODE_NUMBER:
    case RS_NODE_STRING:
    case RS_NODE_COLON:
    case RS_NODE_LAMBDA:
    case RS_NODE_TYPE_OF_TEXT:
      return TRUE;
    case RS_NODE_UNARY:
      return rs_node_child (node, 0) && node->children[0]->kind == RS_NODE_NUMBER;
    default:
      return FALSE;
    }
}

static void
occurrence_free (gpointer data)
{
  Occurrence *occurrence = data;

  g_array_unref (occurrence->path);
  g_free (occurrence);
}

typedef struct {
  RsReducer *self;
  GPtrArray *found; /* of Occurrence */
  GArray *path;     /* of Step */
} Search;

/* Collects the copies below slot; returns how many nodes are there. */
static guint
search (Search *self, RsNode **slot, RsScope *scope, gboolean is_target)
{
  RsNode *node = *slot;
  const RsGroup *group = g_hash_table_lookup (self->self->groups, node);
  Step step = { slot, scope };
  Occurrence *occurrence = NULL;
  guint size = 1;

  g_array_append_val (self->path, step);
  if (group && !rs_reduce_is_plain (node) && !rs_reduce_is_pending (self->self, node)) /* that has no value */
    {
      occurrence = g_new0 (Occurrence, 1);
      occurrence->group = group;
      occurrence->path = g_array_copy (self->path);
      occurrence->is_target = is_target;
      g_ptr_array_add (self->found, occurrence);
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && node->children[i]->kind <= RS_NODE_DEFINE)
      size += search (self, &node->children[i], node->kind == RS_NODE_LAMBDA && node->scope ? node->scope : scope,
                      (i == 0 && (node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE))
                        || (is_target && i == 0 && (node->kind == RS_NODE_INDEX || node->kind == RS_NODE_FIELD)));
  g_array_set_size (self->path, self->path->len - 1);
  if (occurrence)
    occurrence->size = size;
  return size;
}

static Step *
last_step (const Occurrence *occurrence)
{
  return &g_array_index (occurrence->path, Step, occurrence->path->len - 1);
}

/* Whether the copies of a group can and need to be shared. */
static gboolean
needs_sharing (GPtrArray *found, const Occurrence *first)
{
  guint n = 0;
  gboolean deeper = FALSE;

  for (guint i = 0; i < found->len; i++)
    {
      const Occurrence *other = g_ptr_array_index (found, i);

      if (other->group != first->group)
        continue;
      if (other->is_target || !rs_node_equal (*last_step (other)->slot, *last_step (first)->slot))
        return FALSE;
      n++;
      deeper = deeper || last_step (other)->scope != first->group->scope;
    }
  return n > 1 || deeper;
}

static Occurrence *
find_largest (GPtrArray *found)
{
  Occurrence *best = NULL;

  for (guint i = 0; i < found->len; i++)
    {
      Occurrence *one = g_ptr_array_index (found, i);

      if ((!best || one->size > best->size) && needs_sharing (found, one))
        best = one;
    }
  return best;
}

/* Where a sequence may stand instead of the node. */
static gboolean
can_hold_sequence (const RsNode *node, const RsNode *parent)
{
  if (node->kind == RS_NODE_NAMED_ARGUMENT || node->kind == RS_NODE_SPREAD || node->kind == RS_NODE_RANGE
      || node->kind == RS_NODE_COLON || node->kind == RS_NODE_TYPED)
    return FALSE;
  return !parent || !((parent->kind == RS_NODE_CALL || parent->kind == RS_NODE_FIELD) && parent->children[0] == node);
}

/* Index in the path of first of the deepest step that leads to all copies and may hold a sequence. */
static guint
common_step (GPtrArray *found, const Occurrence *first)
{
  guint depth = first->path->len;

  for (guint i = 0; i < found->len; i++)
    {
      const Occurrence *other = g_ptr_array_index (found, i);
      guint same = 0;

      if (other->group != first->group)
        continue;
      while (same < depth && same < other->path->len
             && g_array_index (first->path, Step, same).slot == g_array_index (other->path, Step, same).slot)
        same++;
      depth = same;
    }
  depth--;
  while (depth > 0
         && (g_array_index (first->path, Step, depth).scope != first->group->scope
             || !can_hold_sequence (*g_array_index (first->path, Step, depth).slot,
                                    *g_array_index (first->path, Step, depth - 1).slot)))
    depth--;
  return depth;
}

static void
share (RsReducer *self, GPtrArray *found, const Occurrence *first)
{
  const Step *common = &g_array_index (first->path, Step, common_step (found, first));
  RsNode *operand = *last_step (first)->slot, *assignment, *name;
  RsSymbol *variable = rs_reduce_temporary (self, common->scope, operand->span);

  for (guint i = 0; i < found->len; i++)
    {
      const Occurrence *other = g_ptr_array_index (found, i);

      if (other->group != first->group)
        continue;
      name = rs_reduce_name (self, rs_reduce_see (self, last_step (other)->scope, variable), operand->span);
      *last_step (other)->slot = name;
    }
  g_hash_table_remove (self->groups, operand);
  assignment = rs_reduce_node (self, RS_NODE_ASSIGN, operand->span, 2, variable->first,
                               rs_reduce_copy (self, operand, common->scope));
  assignment->op = RS_OP_ASSIGN;
  *common->slot = rs_reduce_node (self, RS_NODE_SEQUENCE, (*common->slot)->span, 2, assignment, *common->slot);
}

void
rs_reduce_share (RsReducer *self, RsNode **root, RsScope *scope)
{
  for (;;)
    {
      g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (occurrence_free);
      g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Step));
      Search searcher = { self, found, path };
      Occurrence *largest;

      search (&searcher, root, scope, FALSE);
      largest = find_largest (found);
      if (!largest)
        return;
      share (self, found, largest);
    }
}
