/* A picture that a program shows: a copy of its values, which several widgets may share.
 *
 * Threads: immutable; references may be taken and dropped from any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsImage RsImage;

/* An image to show. What it points to belongs to the caller. */
typedef struct {
  const float *pixels; /* row-major, channels last */
  gint64 height, width;
  int channels;        /* 1, 3 or 4 */
  double low, high;    /* values shown as black and as white */
  const guint8 (*color_map)[3]; /* [256]: colours of one channel from low to high; NULL: grey */
  const char *title;   /* never NULL */
  const char *path;    /* source file of the call, and its line; for "go to source" */
  guint line;
} RsDisplayImage;

struct _RsImage {
  float *pixels;      /* owned; row-major, channels last */
  int width, height;
  int channels;       /* 1, 3 or 4 */
  double low, high;   /* values shown as black and as white */
  guint8 (*color_map)[3]; /* owned; [256]: colours of one channel; NULL: grey */
  char *title;
  char *path;         /* source of the call; NULL when not known */
  guint line;
};

/* Copies what the program shows. Any thread. (transfer full) */
RsImage *rs_image_new (const RsDisplayImage *shown);
RsImage *rs_image_ref (RsImage *image);
void rs_image_unref (RsImage *image);

/* Values of a pixel, [channels]; x and y are in range. */
static inline const float *
rs_image_get_pixel (const RsImage *image, int x, int y)
{
  return image->pixels + ((gsize)y * (gsize)image->width + (gsize)x) * (gsize)image->channels;
}

/* "[12, 40] = 0.25" (row, column, values), as a program would write the position. (transfer full) */
char *rs_image_describe_pixel (const RsImage *image, int x, int y);

/* Renders a window of the picture into width x height BGRA pixels: the window starts at (x, y) in picture coordinates
 * and zoom is output pixels per picture pixel. Outside the picture the output is transparent. low and high are shown
 * as black and white. */
void rs_image_render (const RsImage *image, double x, double y, double zoom, double low, double high, int width,
                      int height, guint8 *output);

/* Smallest and largest finite value; 0 and 1 when there is none. */
void rs_image_get_range (const RsImage *image, double *low, double *high);
