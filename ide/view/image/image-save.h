/* A slice of a picture as a PNG file, as it is shown, pixel for pixel, or a texture; made and written by a thread.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-look.h"
#include "ide/view/image/image-source.h"

#include <gdk/gdk.h>

/* error NULL: the file is written. */
typedef void (*RsImageSaved) (const GError *error, gpointer data);

void rs_image_save (RsImageSource *source, gint64 slice, const RsImageLook *look, const char *path, RsImageSaved saved,
                    gpointer data);
/* texture: NULL: there is none, which is an error. */
void rs_texture_save (GdkTexture *texture, const char *path, RsImageSaved saved, gpointer data);
