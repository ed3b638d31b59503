/* How a photograph stands: cameras store it as the sensor has it, and say in EXIF how it is to be turned.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/image/image.h"

/* The orientation in EXIF data, from its TIFF header on: 1 to 8; 1 (as it is) where there is none or the data are
 * damaged. */
guint rs_exif_get_orientation (const guint8 *bytes, gsize length);
/* Turns an image to stand upright; an image of orientation 1 is left alone. FALSE with an error where
 * there is no memory, or the program is to stop: the image is as it was. */
gboolean rs_image_turn (RsImage *image, guint orientation, GError **error);
