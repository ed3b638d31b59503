/* An array of a program that stands, or of the workspace, as pixels of the viewer: only what shows is fetched.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"
#include "ide/view/image/image-source.h"

#define RS_TYPE_ARRAY_SOURCE (rs_array_source_get_type ())
G_DECLARE_FINAL_TYPE (RsArraySource, rs_array_source, RS, ARRAY_SOURCE, RsImageSource)

RsArraySource *rs_array_source_new (RsDebugRun *run, const char *name, const RsPictureShape *shape);
/* The shape that an `image` record tells; FALSE: it is none, or of an empty array. */
gboolean rs_array_source_read_shape (char **fields, RsPictureShape *shape);
/* What is black and white at first: bytes as images of bytes are shown, else the range. */
void rs_array_source_choose_window (double least, double most, double *low, double *high);
