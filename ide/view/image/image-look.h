/* How values become colours: which channel, what is black and what is white, the colour map, the colour of NaN.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/color-map.h"

#define RS_ALL_CHANNELS (-1)

typedef struct {
  int channel;           /* of pictures in colour: the one that is shown alone, or RS_ALL_CHANNELS */
  double low, high;      /* values shown as black and as white, or as the ends of the colour map */
  RsColorMap *color_map; /* borrowed; of single values; NULL: grey */
  guint8 nan_color[3];   /* red, green, blue of what is no number */
} RsImageLook;

/* n pixels of 1, 3 or 4 channels as blue, green, red, alpha (premultiplied). The fourth channel is alpha between low
 * and high. */
void rs_image_look_render (const RsImageLook *look, const float *values, gsize n, int channels, guint8 *bgra);

/* Another window on the values: wider by the factor, and moved by a share of its width. Never empty, always finite. */
void rs_image_look_change_window (RsImageLook *look, double factor, double shift);

/* "magenta", "black" or "white" for what is no number. FALSE: another name, which changes nothing. */
gboolean rs_image_look_set_nan_color (RsImageLook *look, const char *name);
