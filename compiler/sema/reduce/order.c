/* Which reduction is tried first (manual 4.9.2; LANGUAGE.md, "Reductions and diagnostics").
 *
 * More variables first; then the pattern with more calls, operators and constants; then the closer types; the order of
 * definition last. rewrite.c compares places by the same rules and takes the deeper one between equals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/reduce/reduce-private.h"

int
rs_match_compare (const RsMatch *a, const RsMatch *b)
{
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
  return matches;
}
