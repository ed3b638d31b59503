/* A cube of values as a volume: one byte a voxel, its place between the window's low and high.
 *
 * A byte is what the colour map has colours for, so that finer values would show no difference, and a fourth of the
 * memory is enough.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-source.h"

/* Counted (g_atomic_rc_box); immutable once it is shared. */
typedef struct {
  int width, height, depth; /* voxels: columns, rows, slices; 0: there is nothing */
  double size[3];           /* of the whole along columns, rows and slices, in elements of the cube */
  guint8 *voxels;           /* owned; [depth][height][width] */
} RsVolume;

/* Which elements of a cube become voxels: the mean of that many columns and rows, every so many slices. Both 1: all. */
typedef struct {
  int step, slice_step;
  int width, height, depth; /* what comes of it */
} RsVolumeGrid;

/* All zero. NULL: there is no memory. (transfer full) */
RsVolume *rs_volume_new (int width, int height, int depth, const double size[3]);
RsVolume *rs_volume_ref (RsVolume *volume);
void rs_volume_unref (RsVolume *volume);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsVolume, rs_volume_unref)

/* The finest grid of at most so many voxels, and so many a side. */
RsVolumeGrid rs_volume_choose_grid (const RsPictureShape *shape, int most_a_side, gint64 most_voxels);

/* --- from a source; main thread only --- */

typedef struct _RsVolumeReading RsVolumeReading;

/* volume: borrowed; NULL: the source can't answer any more, or there is no memory. The reading is over then. */
typedef void (*RsVolumeDone) (RsVolume *volume, gpointer data);

/* Reads the first channel, by a thread where it is in memory, else band by band, while the main loop does other things.
 * Values from low to high become 0 to 255; what is no number becomes 0. (transfer none): the reading is valid until it
 * is done or cancelled. */
RsVolumeReading *rs_volume_read (RsImageSource *source, const RsVolumeGrid *grid, double low, double high,
                                 RsVolumeDone done, gpointer data);
/* done is not called any more. */
void rs_volume_reading_cancel (RsVolumeReading *reading);
