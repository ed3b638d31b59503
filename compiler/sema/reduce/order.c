/* Which reduction is tried first (manual 4.9.2; LANGUAGE.md, "Reductions and diagnostics").
 *
 * More variables first, but diff (x, x) before diff (a, x); then the pattern with more calls, operators and constants;
 * then the closer types; the order of definition last. rewrite.c compares places by the same rules and takes the deeper
 * one between equals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

gboolean
rs_pattern_has_shape_of (const RsNode *a, const RsNode *b)
{
  gboolean a_variable = a->kind == RS_NODE_NAME && a->symbol && a->symbol->is_parameter;
  gboolean b_variable = b->kind == RS_NODE_NAME && b->symbol && b->symbol->is_parameter;

  if (a_variable || b_variable)
    return a_variable && b_variable;
  if (a->kind != b->kind || a->op != b->op || a->name != b->name || a->number != b->number
      || a->n_children != b->n_children)
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (a->children[i] && b->children[i] && !rs_pattern_has_shape_of (a->children[i], b->children[i]))
      return FALSE;
  return TRUE;
}

int
rs_match_compare (const RsMatch *a, const RsMatch *b)
{
  if (a->n_operands != b->n_operands
      && rs_pattern_has_shape_of (a->reduction->pattern, b->reduction->pattern))
    return a->n_operands < b->n_operands ? -1 : 1;
  if (a->reduction->n_variables != b->reduction->n_variables)
    return a->reduction->n_variables > b->reduction->n_variables ? -1 : 1;
  if (a->reduction->size != b->reduction->size)
    return a->reduction->size > b->reduction->size ? -1 : 1;
  return a->distance - b->distance;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const RsMatch *x = *(const RsMatch *const *)a, *y = *(const RsMatch *const *)b;
  int order = rs_match_compare (x, y);

  if (order != 0)
    return order;
  return x->reduction->index < y->reduction->index ? -1 : x->reduction->index > y->reduction->index;
}

/* --- types that only run time knows --- */

static const RsSymbol *
parameter_of_operand (const RsMatch *match, const RsNode *node)
{
  for (guint i = 0; i < match->n_operands; i++)
    if (match->operands[i].node == node && match->operands[i].parameter->type)
      return match->operands[i].parameter;
  return NULL;
}

/* How much a type leaves open: 0 nothing, 1 a part (vec[T]), 2 all (T), 3 there is none. */
static guint
openness (const RsSymbol *parameter)
{
  const RsNode *node = parameter->first && parameter->first->kind == RS_NODE_PARAMETER
                         ? rs_node_child (parameter->first, RS_PARAMETER_TYPE) : NULL;

  if (parameter->type->kind != RS_TYPE_UNKNOWN)
    return 0;
  return !node ? 3 : node->kind == RS_NODE_TYPE_NAME && node->n_children == 0 ? 2 : 1;
}

/* Whether all that x takes, y takes too; *more: and more. */
static gboolean
takes_all_of (const RsSymbol *y, const RsSymbol *x, gboolean *more)
{
  guint open = openness (x), wider = openness (y);

  if (open == 0 && wider == 0)
    {
      *more = rs_type_distance (x->type, y->type) < 0;
      return rs_type_distance (y->type, x->type) >= 0;
    }
  *more = wider > open;
  return wider >= open;
}

/* Whether all that a takes, b takes too, and more. */
static gboolean
is_narrower (const RsMatch *a, const RsMatch *b)
{
  gboolean narrower = FALSE, more;

  if (a->reduction->n_variables != b->reduction->n_variables || a->reduction->size != b->reduction->size)
    return FALSE;
  for (guint i = 0; i < a->n_operands; i++)
    {
      const RsSymbol *parameter = a->operands[i].parameter;
      const RsSymbol *other = parameter_of_operand (b, a->operands[i].node);

      if (!parameter->type || !other || !takes_all_of (other, parameter, &more))
        return FALSE;
      narrower = narrower || more;
    }
  return narrower;
}

/* Tests at run time go from the narrow to the wide: what is a vec is a mat as well. */
static void
sort_open (GPtrArray *matches)
{
  for (guint i = 1; i < matches->len; i++)
    for (guint k = i; k > 0; k--)
      {
        gpointer *before = &matches->pdata[k - 1], *after = &matches->pdata[k], match = *after;

        if (rs_match_is_certain (match) || rs_match_is_certain (*before) || !is_narrower (match, *before))
          continue;
        *after = *before;
        *before = match;
      }
}

/* What a reduction made is not offered to it again on a guess, which would have no end. */
static gboolean
was_made_by (RsReducer *self, const RsNode *node, const RsReduction *reduction)
{
  for (const RsMaker *maker = g_hash_table_lookup (self->makers, node); maker; maker = maker->next)
    if (maker->reduction == reduction)
      return TRUE;
  return FALSE;
}

GPtrArray *
rs_reduce_candidates (RsReducer *self, const RsPlace *place)
{
  GPtrArray *matches = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_match_free);
  GPtrArray *tried = g_hash_table_lookup (self->tried, *place->slot);

  for (guint i = 0; i < self->visible->len; i++)
    {
      RsReduction *reduction = g_ptr_array_index (self->visible, i);
      RsMatch *match = NULL;

      if (rs_reduction_is_seen (reduction, self->module, place->scope, self->position)
          && !(tried && g_ptr_array_find (tried, reduction, NULL)) && !(self->trial && reduction->where))
        match = rs_reduce_match (self, reduction, place);
      if (match && !rs_match_is_certain (match) && was_made_by (self, *place->slot, reduction))
        g_clear_pointer (&match, rs_match_free);
      if (match)
        g_ptr_array_add (matches, match);
    }
  g_ptr_array_sort (matches, compare);
  sort_open (matches);
  return matches;
}
