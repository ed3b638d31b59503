/* See launch-blocks.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/launch-blocks.h"

void
rs_launch_blocks_init (RsLaunchBlocks *self)
{
  g_mutex_init (&self->lock);
  self->spare = g_array_new (FALSE, FALSE, sizeof (RsLaunchBlock));
}

void
rs_launch_blocks_clear (RsLaunchBlocks *self, void (*release) (gpointer device, const RsLaunchBlock *block),
                        gpointer device)
{
  for (guint i = 0; self->spare != NULL && i < self->spare->len; i++)
    release (device, &g_array_index (self->spare, RsLaunchBlock, i));
  g_clear_pointer (&self->spare, g_array_unref);
}

gboolean
rs_launch_blocks_take (RsLaunchBlocks *self, gsize bytes, gboolean is_zero, RsLaunchBlock *block)
{
  const gsize least = MAX (bytes, RS_LAUNCH_BLOCK_BYTES);
  gboolean found = FALSE;

  *block = (RsLaunchBlock){ .bytes = least, .is_zero = is_zero };
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->spare->len && !found; i++)
    {
      const RsLaunchBlock *spare = &g_array_index (self->spare, RsLaunchBlock, i);

      found = spare->bytes >= bytes && spare->bytes <= 2 * least && spare->is_zero == is_zero;
      if (found)
        {
          *block = *spare;
          g_array_remove_index_fast (self->spare, i);
        }
    }
  g_mutex_unlock (&self->lock);
  return found;
}

void
rs_launch_blocks_give (RsLaunchBlocks *self, const RsLaunchBlock *block)
{
  g_assert (block->bytes >= RS_LAUNCH_BLOCK_BYTES);
  g_mutex_lock (&self->lock);
  g_array_append_val (self->spare, *block);
  g_mutex_unlock (&self->lock);
}
