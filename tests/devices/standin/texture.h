/* Textures of the stand-in: their limits, and how kernels read them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define STANDIN_TEXTURE_ALIGNMENT 512 /* bytes: where a texture may begin */
#define STANDIN_PITCH_ALIGNMENT 32
#define STANDIN_TEXTURE_WIDTH 131072 /* texels */
#define STANDIN_TEXTURE_HEIGHT 65000
#define STANDIN_TEXTURE_PITCH 2097120 /* bytes from row to row */

/* n components of the texel at x, y. FALSE: there is no such texture any more, or it has fewer. Any thread. */
gboolean standin_texture_read (guint64 object, float x, float y, guint n, double *components);
