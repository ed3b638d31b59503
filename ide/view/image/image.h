/* A picture in memory: values that somebody else owns, too, so that there is one copy of them.
 *
 * Threads: the values are immutable; the object belongs to the main thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-source.h"
#include "runtime/figure/color-map.h"

#define RS_TYPE_IMAGE (rs_image_get_type ())
G_DECLARE_FINAL_TYPE (RsImage, rs_image, RS, IMAGE, RsImageSource)

/* What a picture is made of. */
typedef struct {
  GBytes *pixels; /* of floats, as RsPictureShape says; shared */
  RsPictureShape shape;
  double low, high;      /* values shown as black and as white */
  RsColorMap *color_map; /* borrowed; NULL: grey */
  const char *title;
  const char *path; /* source file of the call, and its line; for "go to source"; NULL when not known */
  guint line;
} RsImageFacts;

/* Keeps a reference to the pixels, which hold as many floats as the shape says. (transfer full) */
RsImage *rs_image_new (const RsImageFacts *facts);

/* Its facts, borrowed. */
const RsImageFacts *rs_image_get_facts (RsImage *self);

/* "[12, 40] = 0.25" (row, column, values), as a program would write the position. slice: -1: there is one. (transfer
 * full) */
char *rs_image_describe_pixel (gint64 row, gint64 column, gint64 slice, const float *values, int channels);

/* What rs_image_source_measure answers, on this thread. */
void rs_image_compute_statistics (const RsImageFacts *facts, gint64 slice, RsImageStatistics *statistics);
