/* Figures as files and as pixels.
 *
 * Threads: any, with a copy of a figure.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/figure.h"

/* The figure as width x height pixels, row-major red, green, blue, alpha (255). A figure that is only an image has the
 * size of the image, pixel for pixel. Fails with RS_RUNTIME_ERROR when there is no Cairo or no memory. (transfer
 * full) */
guint8 *rs_figure_rasterize (const RsFigure *copy, int *width, int *height, GError **error);

/* The bytes of a PNG file. (transfer full) */
GByteArray *rs_figure_to_png (const RsFigure *copy, GError **error);
/* The text of an SVG file; needs no library. (transfer full) */
char *rs_figure_to_svg (const RsFigure *copy);

/* Writes path + ".png" and path + ".svg". */
gboolean rs_figure_write (const RsFigure *copy, const char *path, GError **error);
