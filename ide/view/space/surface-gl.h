/* Surfaces and meshes by the graphics card: every face of their grids, with a depth buffer.
 *
 * What a series is made of goes to the card once, and stays there as long as it is drawn with these limits.
 *
 * Each function needs the context that was current when it was made, OpenGL 3.2 or OpenGL ES 3.0.
 *
 * Threads: that of the context.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/canvas/canvas.h"

typedef struct _RsSurfaceGl RsSurfaceGl;

/* NULL: error says why the driver can't. (transfer full) */
RsSurfaceGl *rs_surface_gl_new (GError **error);
void rs_surface_gl_free (RsSurfaceGl *self);

/* What is in the place of the faces, scale pixels a pixel of the figure; rgba: [height * width * 4], not premultiplied.
 * NULL: there is not enough memory, or too large a grid. (transfer full) */
guint8 *rs_surface_gl_draw (RsSurfaceGl *self, const RsFaces *faces, int scale, int *width, int *height);

/* Has the card forget what was not drawn since the last call. */
void rs_surface_gl_forget_others (RsSurfaceGl *self);
