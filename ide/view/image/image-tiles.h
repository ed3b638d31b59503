/* A picture at a zoom, in square tiles of the screen's own pixels: only those that show are made, some at a time.
 *
 * A tile is made in two steps: its values are asked of the source, and their colours are made of them. Another window
 * on the values or another colour map repeats the second step only. Until a tile is there a coarse picture stands for
 * it.
 *
 * Signal "changed": an answer of the source has come later than it was asked for.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/image/image-look.h"
#include "ide/view/image/image-source.h"

#define RS_TILE_SIZE 128

#define RS_TYPE_IMAGE_TILES (rs_image_tiles_get_type ())
G_DECLARE_FINAL_TYPE (RsImageTiles, rs_image_tiles, RS, IMAGE_TILES, GObject)

/* One that can be drawn. Pixels of the screen from the picture's left upper corner. */
typedef struct {
  int x, y, width, height;
  GBytes *bgra;      /* rows without gaps; NULL: not there yet */
  GObject *drawable; /* what who draws has made of bgra: owned by the tile, NULL again when bgra is another */

  /* private */
  float *values;     /* NULL: not there yet */
  guint look_serial; /* of bgra */
  gboolean is_asked;
} RsImageTile;

RsImageTiles *rs_image_tiles_new (RsImageSource *source);

/* Screen pixels a picture pixel. */
void rs_image_tiles_set_zoom (RsImageTiles *self, double zoom);
void rs_image_tiles_set_slice (RsImageTiles *self, gint64 slice);
/* Takes a reference to its colour map. */
void rs_image_tiles_set_look (RsImageTiles *self, const RsImageLook *look);

/* Width and height of the whole picture on the screen. */
void rs_image_tiles_get_size (RsImageTiles *self, int *width, int *height);

/* Works on the tiles that a rectangle of screen pixels touches, for about so many microseconds, and forgets those far
 * away. FALSE: there is nothing left to do now (answers may still come). */
gboolean rs_image_tiles_work (RsImageTiles *self, int x, int y, int width, int height, gint64 microseconds);

/* Whether all that the rectangle touches can be drawn. */
gboolean rs_image_tiles_covers (RsImageTiles *self, int x, int y, int width, int height);
/* Calls function for each tile that the rectangle touches and that can be drawn. */
typedef void (*RsImageTileFunc) (RsImageTile *tile, gpointer data);
void rs_image_tiles_foreach (RsImageTiles *self, int x, int y, int width, int height, RsImageTileFunc function,
                             gpointer data);
/* The coarse picture, stretched over the whole; NULL: not there yet. */
RsImageTile *rs_image_tiles_get_coarse (RsImageTiles *self);
