/* Definite assignment: whether each local variable of a function surely has a value where it is read, and each output
 * where the function ends. Kernels give those that have none a zero, host code raises an error.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/nest.h"
#include "compiler/sema/names/symbol.h"

typedef struct {
  const RsNode *outputs; /* LIST, or NULL */
  GHashTable *set;       /* of RsSymbol: the variables that have a value here */
  gboolean is_left;      /* the way ends here: by return, break or continue */
} Values;

static void
values_clear (Values *self)
{
  g_hash_table_unref (self->set);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, values_clear)

static Values
values_copy (const Values *self)
{
  Values copy = { self->outputs, g_hash_table_new (NULL, NULL), FALSE };
  GHashTableIter iterator;
  gpointer symbol;

  g_hash_table_iter_init (&iterator, self->set);
  while (g_hash_table_iter_next (&iterator, &symbol, NULL))
    g_hash_table_add (copy.set, symbol);
  return copy;
}

/* Of two ways that meet again. */
static void
values_meet (Values *self, const Values *other)
{
  GHashTableIter iterator;
  gpointer symbol;

  g_hash_table_iter_init (&iterator, self->set);
  while (g_hash_table_iter_next (&iterator, &symbol, NULL))
    if (!g_hash_table_contains (other->set, symbol))
      g_hash_table_iter_remove (&iterator);
}

static gboolean
has_value (const Values *self, const RsNode *name)
{
  const RsSymbol *symbol = name->symbol ? rs_symbol_get_origin (name->symbol) : NULL;

  return !symbol || symbol->kind != RS_SYMBOL_VARIABLE || symbol->is_parameter
         || g_hash_table_contains (self->set, symbol);
}

static gboolean
outputs_have_values (const Values *self)
{
  for (guint i = 0; self->outputs && i < self->outputs->n_children; i++)
    if (!has_value (self, self->outputs->children[i]))
      return FALSE;
  return TRUE;
}

/* --- the text --- */

static gboolean follow (Values *self, const RsNode *node);

static void
give (Values *self, const RsNode *name)
{
  if (name->symbol)
    g_hash_table_add (self->set, (gpointer)rs_symbol_get_origin (name->symbol));
}

static gboolean
follow_children (Values *self, const RsNode *node)
{
  for (guint i = 0; i < node->n_children && !self->is_left; i++)
    if (node->children[i] && !follow (self, node->children[i]))
      return FALSE;
  return TRUE;
}

/* A part that may not run: what it sets is not taken over. */
static gboolean
follow_apart (const Values *self, const RsNode *node)
{
  g_auto (Values) own = values_copy (self);

  return follow (&own, node);
}

static gboolean
follow_if (Values *self, const RsNode *node)
{
  const gboolean has_else = node->n_children % 2 == 1;
  g_auto (Values) before = values_copy (self);
  gboolean goes_on = !has_else;

  for (guint i = 0; i < node->n_children; i++)
    {
      g_auto (Values) branch = values_copy (&before);
      const gboolean is_condition = i % 2 == 0 && i + 1 < node->n_children;

      if (!follow (&branch, node->children[i]))
        return FALSE;
      if (is_condition || branch.is_left)
        continue;
      if (goes_on)
        values_meet (self, &branch);
      else
        {
          g_hash_table_unref (self->set);
          self->set = g_hash_table_ref (branch.set);
          goes_on = TRUE;
        }
    }
  self->is_left = !goes_on;
  return TRUE;
}

static gboolean
follow_assignment (Values *self, const RsNode *node)
{
  const RsNode *target = node->children[RS_ASSIGN_TARGET];

  if (!follow (self, node->children[RS_ASSIGN_VALUE]))
    return FALSE;
  if ((target->kind != RS_NODE_NAME || node->op != RS_OP_ASSIGN) && !follow (self, target))
    return FALSE;
  if (target->kind == RS_NODE_NAME)
    give (self, target);
  return TRUE;
}

/* A loop may have no iteration. */
static gboolean
follow_for (Values *self, const RsNode *node)
{
  g_auto (Values) body = values_copy (self);

  if (!follow (self, node->children[RS_FOR_RANGE]))
    return FALSE;
  give (&body, node->children[RS_FOR_VARIABLE]);
  return follow (&body, node->children[RS_FOR_BODY]);
}

/* `break` and `continue` may leave out a part. */
static gboolean
follow_repeat (const Values *self, const RsNode *node)
{
  g_auto (Values) own = values_copy (self);

  return follow_children (&own, node);
}

static gboolean
follow (Values *self, const RsNode *node)
{
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NAME:
      return has_value (self, node);
    case RS_NODE_ASSIGN:
      return follow_assignment (self, node);
    case RS_NODE_IF:
      return follow_if (self, node);
    case RS_NODE_FOR:
      return follow_for (self, node);
    case RS_NODE_WHILE:
      return follow (self, node->children[RS_WHILE_CONDITION]) && follow_apart (self, node->children[RS_WHILE_BODY]);
    case RS_NODE_REPEAT:
      return follow_repeat (self, node);
    case RS_NODE_BREAK:
    case RS_NODE_CONTINUE:
      self->is_left = TRUE;
      return TRUE;
    case RS_NODE_RETURN:
      if (rs_node_child (node, 0) ? !follow (self, node->children[0]) : !outputs_have_values (self))
        return FALSE;
      self->is_left = TRUE;
      return TRUE;
    case RS_NODE_TERNARY:
      return follow (self, node->children[0]) && follow_apart (self, node->children[1])
             && follow_apart (self, node->children[2]);
    case RS_NODE_BINARY:
      if (node->op == RS_OP_AND || node->op == RS_OP_OR)
        return follow (self, node->children[0]) && follow_apart (self, node->children[1]);
      return follow_children (self, node);
    default:
      return follow_children (self, node);
    }
}

gboolean
rs_function_sets_variables (const RsNode *function)
{
  g_auto (Values) values = { rs_node_child (function, RS_FUNCTION_OUTPUTS), g_hash_table_new (NULL, NULL), FALSE };

  return follow (&values, function->children[RS_FUNCTION_BODY]) && (values.is_left || outputs_have_values (&values));
}
