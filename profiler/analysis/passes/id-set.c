/* See id-set.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/id-set.h"

/* number comes first in a block, so that a block is found by its address. */
G_STATIC_ASSERT (G_STRUCT_OFFSET (RsIdBlock, number) == 0);

RsIdSet *
rs_id_set_new (void)
{
  RsIdSet *self = g_new0 (RsIdSet, 1);

  self->blocks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
rs_id_set_free (RsIdSet *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->blocks);
  g_free (self);
}

gboolean
rs_id_set_is_empty (const RsIdSet *self)
{
  return g_hash_table_size (self->blocks) == 0;
}

gboolean
rs_id_set_find_block (RsIdSet *self, gint64 number)
{
  RsIdBlock *block = g_hash_table_lookup (self->blocks, &number);

  if (block == NULL)
    return FALSE;
  self->last = block;
  return TRUE;
}

void
rs_id_set_add (RsIdSet *self, gint64 id)
{
  const gint64 number = id >> RS_ID_BLOCK_BITS;
  const guint bit = (guint)id & ((1u << RS_ID_BLOCK_BITS) - 1);

  if ((self->last == NULL || self->last->number != number) && !rs_id_set_find_block (self, number))
    {
      self->last = g_new0 (RsIdBlock, 1);
      self->last->number = number;
      g_hash_table_add (self->blocks, self->last);
    }
  self->last->bits[bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
}
