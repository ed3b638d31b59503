/* PNG files in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/canvas/canvas.h"

/* has_alpha: FALSE leaves the fourth component out. NULL with an error of RS_RUNTIME_ERROR when there is no memory.
 * (transfer full) */
GByteArray *rs_png_encode (const RsBitmap *bitmap, gboolean has_alpha, GError **error);
