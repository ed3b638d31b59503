/* What a volume looks like from a direction, by casting a ray for each pixel: camera, rays, colours, and the picture
 * that the processor makes of them. The same rays and colours are the graphics card's (ide/view/space/volume-gl.h), so
 * that both make one picture.
 *
 * The box of the volume has the proportions of its elements; columns run to the right, rows down, and the first slice
 * is in front when it is seen from straight above (elevation 90). There is no perspective.
 *
 * Threads: any, as long as what is handed in stays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/space/volume.h"
#include "runtime/figure/color-map.h"

#include <gio/gio.h>

typedef enum {
  RS_VOLUME_MAXIMUM,   /* of each ray the largest value */
  RS_VOLUME_COMPOSITE, /* front to back; the larger a value, the more opaque */
} RsVolumeMode;

/* azimuth, elevation: degrees, as those of surfaces (runtime/figure/figure.h); elevation from -90 to 90. zoom: 1: the
 * box fits in every direction. */
typedef struct {
  double azimuth, elevation, zoom;
} RsVolumeCamera;

/* The ray of the pixel (x, y), from the left upper corner: origin + x * right + y * down + t * direction, in parts of
 * the box (0 to 1 along columns, rows, slices). step: of t, half a voxel. No part of direction is 0. */
typedef struct {
  float origin[3], right[3], down[3], direction[3];
  float step;
} RsVolumeRays;

/* Red, green, blue and the opacity that a step has, of each value; 0 to 1. */
typedef struct {
  float rgba[RS_COLOR_MAP_SIZE][4];
} RsVolumeColors;

/* What is around the box. */
#define RS_VOLUME_GROUND ((RsColor){ 0.16, 0.165, 0.175 })
/* Of a composited ray: further back is nothing to be seen. */
#define RS_VOLUME_OPAQUE 0.996

void
rs_volume_get_rays (const RsVolume *volume, const RsVolumeCamera *camera, int width, int height, RsVolumeRays *rays);
/* color_map NULL: grey. */
void rs_volume_get_colors (const RsColorMap *color_map, const RsVolumeRays *rays, RsVolumeColors *colors);
/* Where a corner of the box is in pixels; corner: bit 0 the last column, bit 1 the last row, bit 2 the last slice. */
void rs_volume_get_corner (const RsVolume *volume, const RsVolumeCamera *camera, int width, int height, int corner,
                           double *x, double *y);
/* Turned by so many degrees. */
void rs_volume_camera_turn (RsVolumeCamera *camera, double azimuth, double elevation);

/* width x height pixels of blue, green, red, alpha, rows without gaps; the work of several threads. NULL: it was
 * cancelled (cancellable may be NULL), or there is no memory. (transfer full) */
guint8 *rs_volume_cast (const RsVolume *volume, const RsVolumeCamera *camera, RsVolumeMode mode,
                        const RsColorMap *color_map, int width, int height, GCancellable *cancellable);
