/* Small memory of a device that launches have for themselves, again and again: a status, partial results.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_LAUNCH_BLOCK_BYTES 256 /* of the smallest */

typedef struct {
  gpointer memory; /* of the device, as its table allocates it */
  gpointer host;   /* as much memory of the host that copies go through; NULL: they need none */
  gsize bytes;
  gboolean is_zero; /* its first bytes are */
} RsLaunchBlock;

typedef struct {
  GMutex lock;
  GArray *spare; /* of RsLaunchBlock that no launch uses; guarded by lock */
} RsLaunchBlocks;

void rs_launch_blocks_init (RsLaunchBlocks *self);
/* Calls release for each one, on the way down. Harmless before init. */
void rs_launch_blocks_clear (RsLaunchBlocks *self, void (*release) (gpointer device, const RsLaunchBlock *block),
                             gpointer device);
/* One of at least so many bytes, but not many more; FALSE: there is none, and *block says what is to be made. */
gboolean rs_launch_blocks_take (RsLaunchBlocks *self, gsize bytes, gboolean is_zero, RsLaunchBlock *block);
void rs_launch_blocks_give (RsLaunchBlocks *self, const RsLaunchBlock *block);
