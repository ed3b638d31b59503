/* A volume in a texture of the graphics card, and its picture by a shader: the rays and colours of
 * ide/view/space/volume-cast.h.
 *
 * Each function needs the context that was current when it was made, OpenGL 3.2 or OpenGL ES 3.0.
 *
 * Threads: that of the context.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/space/volume-cast.h"

typedef struct _RsVolumeGl RsVolumeGl;

/* NULL: error says why the driver can't. (transfer full) */
RsVolumeGl *rs_volume_gl_new (GError **error);
void rs_volume_gl_free (RsVolumeGl *self);

/* Voxels a side that textures may have. */
int rs_volume_gl_get_most_a_side (void);

/* Copies the voxels to the card. FALSE: there is no room for them. */
gboolean rs_volume_gl_set_volume (RsVolumeGl *self, const RsVolume *volume, GError **error);
/* Draws over all of the bound framebuffer. volume: for its size; its voxels are those that were set. */
void rs_volume_gl_draw (RsVolumeGl *self, const RsVolume *volume, const RsVolumeCamera *camera, RsVolumeMode mode,
                        const RsColorMap *color_map, int width, int height);
