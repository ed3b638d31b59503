/* A set of ids that mostly follow each other, as those of launches do: a bit each, in blocks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_ID_BLOCK_BITS 8u /* 256 ids a block */

typedef struct {
  gint64 number; /* of its first id / 256 */
  guint64 bits[(1u << RS_ID_BLOCK_BITS) / 64];
} RsIdBlock;

typedef struct {
  GHashTable *blocks; /* set of RsIdBlock (owned) */
  RsIdBlock *last;    /* of the id that was found or added last; NULL: none yet */
} RsIdSet;

/* (transfer full) */
RsIdSet *rs_id_set_new (void);
void rs_id_set_free (RsIdSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsIdSet, rs_id_set_free)
gboolean rs_id_set_is_empty (const RsIdSet *set);
void rs_id_set_add (RsIdSet *set, gint64 id);
/* The rest of rs_id_set_has: makes the block of the id the last. FALSE: there is none. */
gboolean rs_id_set_find_block (RsIdSet *set, gint64 number);

static inline gboolean
rs_id_set_has (RsIdSet *self, gint64 id)
{
  const gint64 number = id >> RS_ID_BLOCK_BITS;
  const guint bit = (guint)id & ((1u << RS_ID_BLOCK_BITS) - 1);

  if ((self->last == NULL || self->last->number != number) && !rs_id_set_find_block (self, number))
    return FALSE;
  return (self->last->bits[bit / 64] >> (bit % 64) & 1) != 0;
}
