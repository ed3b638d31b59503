/* A slice of a picture as it is shown, pixel for pixel: to be saved or copied.
 *
 * It is read from its source strip by strip, so that the window goes on meanwhile.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-look.h"
#include "ide/view/image/image-source.h"

/* bgra: rows without gaps, premultiplied; NULL: the source has no answer, or there is no memory. */
typedef void (*RsImageExportDone) (GBytes *bgra, int width, int height, gpointer data);

void
rs_image_export (RsImageSource *source, gint64 slice, const RsImageLook *look, RsImageExportDone done, gpointer data);
